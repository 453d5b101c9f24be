#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>

#include "server/house.h"

namespace tatami::server {

// A concrete executor type saves the cost of any_io_executor.
using Executor = boost::asio::io_context::executor_type;
using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using Plain = boost::beast::basic_stream<boost::asio::ip::tcp, Executor>;
using Secure = boost::beast::ssl_stream<Plain>;
using Request = boost::beast::http::request<boost::beast::http::string_body>;

// Whether nobody on the way to us, or to our proxy, could read it.
bool came_securely(const House& house, const Request& request);

// Speaks HTTP until the connection closes or becomes a WebSocket.
void speak_http(House& house, Plain stream, std::unique_ptr<Door> door);
void speak_https(House& house, Secure stream, std::unique_ptr<Door> door);

// Takes over a connection whose request asks for a WebSocket.
void speak_websocket(House& house, Plain stream, std::unique_ptr<Door> door, const Request& request,
                     Guest guest);
void speak_websocket(House& house, Secure stream, std::unique_ptr<Door> door,
                     const Request& request, Guest guest);

}  // namespace tatami::server
