#pragma once

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>

#include "server/house.h"

namespace tatami::server {

using Plain = boost::beast::tcp_stream;
using Secure = boost::beast::ssl_stream<boost::beast::tcp_stream>;
using Request = boost::beast::http::request<boost::beast::http::string_body>;

// Speaks HTTP until the connection closes or becomes a WebSocket.
void speak_http(House& house, Plain stream, std::unique_ptr<Door> door);
void speak_https(House& house, Secure stream, std::unique_ptr<Door> door);

// Takes over a connection whose request asks for a WebSocket.
void speak_websocket(House& house, Plain stream, std::unique_ptr<Door> door, const Request& request,
                     Guest guest);
void speak_websocket(House& house, Secure stream, std::unique_ptr<Door> door,
                     const Request& request, Guest guest);

}  // namespace tatami::server
