#include <algorithm>
#include <array>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <charconv>

#include "protocol/messages.h"
#include "server/pages.h"
#include "server/streams.h"

namespace tatami::server {

namespace beast = boost::beast;
namespace http = beast::http;
using beast::error_code;

namespace {

using Response = http::response<http::string_body>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// The value of one cookie of a request; empty if there is none.
std::string_view cookie(const Request& request, std::string_view name) {
  std::string_view rest = view(request[http::field::cookie]);
  while (!rest.empty()) {
    const std::size_t end = rest.find(';');
    std::string_view pair = rest.substr(0, end);
    while (!pair.empty() && pair.front() == ' ') pair.remove_prefix(1);
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
      return pair.substr(name.size() + 1);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return {};
}

// The value that our proxy, which writes at the end, added to the request; empty if none.
std::string_view word_of_proxy(const Request& request, std::string_view name) {
  std::string_view all;
  for (const auto& field : request)
    if (beast::iequals(field.name_string(), name)) all = view(field.value());
  const std::string_view last = all.substr(all.rfind(',') + 1);
  return last.substr(std::min(last.size(), last.find_first_not_of(' ')));
}

std::string client_of(const Request& request) {
  std::string text{word_of_proxy(request, "X-Forwarded-For")};
  if (text.empty()) return "unknown";
  // Some write a port, too: 192.0.2.1:80 or [2001:db8::1]:80.
  if (text.front() == '[')
    text = text.substr(1, text.find(']') - 1);
  else if (std::ranges::count(text, ':') == 1)
    text.resize(text.find(':'));
  error_code error;
  const auto address = boost::asio::ip::make_address(text, error);
  return error ? text : household(address);
}

// Browsers say where a page came from; other pages may not use our guests' cookies.
bool is_welcome_origin(const House& house, const Request& request) {
  const std::string_view origin = view(request[http::field::origin]);
  if (origin.empty()) return true;
  for (const std::string& allowed : house.options.origins)
    if (origin == allowed) return true;
  const std::size_t scheme = origin.find("://");
  if (came_securely(house, request) && origin.substr(0, scheme) != "https") return false;
  return scheme != std::string_view::npos &&
         origin.substr(scheme + 3) == view(request[http::field::host]);
}

// HTTP/1.1 allows for the whole address in the place of a path.
std::string_view path_of(const Request& request) {
  const std::string_view target = view(request.target());
  if (target.starts_with('/')) return target;
  const std::size_t scheme = target.find("://");
  if (scheme == std::string_view::npos) return target;
  const std::size_t path = target.find('/', scheme + 3);
  return path == std::string_view::npos ? "/" : target.substr(path);
}

bool costs(const Request& request) {
  return beast::websocket::is_upgrade(request) || path_of(request).starts_with("/records/");
}

void protect(Response& response, bool is_secure) {
  response.set(http::field::server, "tatami");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  response.set("Content-Security-Policy",
               "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
               "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
               "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; "
               "form-action 'self'; object-src 'none'");
  if (is_secure) response.set("Strict-Transport-Security", "max-age=31536000");
}

Response answer(House& house, const Request& request) {
  Response response;
  response.version(request.version());
  const bool accepts_gzip =
      view(request[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
  const bool is_secure = came_securely(house, request);
  const std::string origin =
      (is_secure ? "https://" : "http://") + std::string{view(request[http::field::host])};
  Page page = find_page(house, path_of(request), origin, accepts_gzip,
                        view(request[http::field::if_none_match]));
  if (request.method() != http::verb::get && request.method() != http::verb::head)
    page = {405, "text/plain; charset=utf-8", "only GET\n", {}, {}, {}};
  response.result(page.status);
  protect(response, is_secure);
  if (!page.type.empty()) response.set(http::field::content_type, page.type);
  if (!page.encoding.empty()) response.set(http::field::content_encoding, page.encoding);
  if (!page.tag.empty()) {
    response.set(http::field::etag, page.tag);
    response.set(http::field::vary, "Accept-Encoding");
  }
  response.set(http::field::cache_control, page.cache.empty() ? "no-store" : page.cache);
  response.keep_alive(request.keep_alive());
  const std::size_t size = page.body.size();
  if (request.method() != http::verb::head) response.body() = std::move(page.body);
  if (page.status != 304) response.content_length(size);
  return response;
}

template <class Stream>
class HttpConnection : public std::enable_shared_from_this<HttpConnection<Stream>> {
 public:
  HttpConnection(House& house, Stream stream, std::unique_ptr<Door> door)
      : house_(house), stream_(std::move(stream)), door_(std::move(door)) {}

  void run() {
    beast::get_lowest_layer(stream_).expires_after(limits().patience);
    if constexpr (std::is_same_v<Stream, Secure>)
      stream_.async_handshake(boost::asio::ssl::stream_base::server,
                              [self = this->shared_from_this()](error_code error) {
                                if (!error) self->read();
                              });
    else
      read();
  }

 private:
  const Limits& limits() const { return house_.hall.limits(); }

  void read() {
    parser_.emplace();
    parser_->header_limit(limits().longest_header);
    parser_->body_limit(0);
    beast::get_lowest_layer(stream_).expires_after(limits().patience);
    http::async_read(stream_, buffer_, *parser_,
                     [self = this->shared_from_this()](error_code error, std::size_t) {
                       if (!error) return self->handle(self->parser_->release());
                       self->complain(error);
                     });
  }

  void complain(error_code error) {
    Request request = parser_->get();
    request.version(11);
    if (error == http::error::body_limit) return refuse(request, 405, "only GET\n");
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return refuse(request, 431, "the header is too long\n");
    const bool has_gone =
        error == http::error::end_of_stream || error == http::error::partial_message;
    if (error.category() == http::make_error_code(http::error::bad_method).category() && !has_gone)
      refuse(request, 400, "not an HTTP request\n");
  }

  void handle(const Request& request) {
    if (house_.options.behind_proxy) door_ = std::make_unique<Door>(house_, client_of(request));
    if (door_->is_too_many()) {
      ++house_.turned_away;
      return refuse(request, 429, "too many connections from your address\n");
    }
    if (costs(request) && !door_->take_request(house_.now())) {
      ++house_.turned_away;
      return refuse(request, 429, "too many requests from your address\n");
    }
    const std::string_view path = path_of(request);
    const bool is_ours = path.substr(0, path.find('?')) == "/ws";
    if (!beast::websocket::is_upgrade(request))
      return is_ours ? refuse(request, 426, "this is for WebSockets\n")
                     : write(answer(house_, request));
    if (!is_ours) return refuse(request, 404, "WebSockets are at /ws\n");
    if (!is_welcome_origin(house_, request)) {
      ++house_.turned_away;
      return refuse(request, 403, "pages from elsewhere may not connect\n");
    }
    const Guest guest = house_.hall.greet(cookie(request, "tatami"));
    speak_websocket(house_, std::move(stream_), std::move(door_), request, guest);
  }

  void refuse(const Request& request, unsigned status, std::string_view why) {
    Response response;
    response.version(request.version());
    response.result(status);
    protect(response, came_securely(house_, request));
    response.set(http::field::content_type, "text/plain; charset=utf-8");
    response.body() = why;
    response.keep_alive(false);
    response.prepare_payload();
    write(std::move(response));
  }

  void write(Response response) {
    response_ = std::move(response);
    beast::get_lowest_layer(stream_).expires_after(
        limits().patience +
        std::chrono::seconds(response_.body().size() / limits().slowest_reader));
    http::async_write(stream_, response_,
                      [self = this->shared_from_this()](error_code error, std::size_t) {
                        if (error) return;
                        if (self->response_.need_eof()) return self->finish();
                        self->read();
                      });
  }

  // Read what is still being sent for a moment: closed before that, our answer might not arrive.
  void finish() {
    error_code ignored;
    auto& socket = beast::get_lowest_layer(stream_);
    socket.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
    socket.expires_after(std::chrono::seconds(2));
    drain();
  }
  void drain() {
    auto& socket = beast::get_lowest_layer(stream_);
    socket.async_read_some(boost::asio::buffer(rest_),
                           [self = this->shared_from_this()](error_code error, std::size_t) {
                             if (!error) self->drain();
                           });
  }

  House& house_;
  Stream stream_;
  std::unique_ptr<Door> door_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  Response response_;
  std::array<char, 1024> rest_{};
};

}  // namespace

bool came_securely(const House& house, const Request& request) {
  return house.is_secure() ||
         (house.options.behind_proxy && word_of_proxy(request, "X-Forwarded-Proto") == "https");
}

void speak_http(House& house, Plain stream, std::unique_ptr<Door> door) {
  std::make_shared<HttpConnection<Plain>>(house, std::move(stream), std::move(door))->run();
}

void speak_https(House& house, Secure stream, std::unique_ptr<Door> door) {
  std::make_shared<HttpConnection<Secure>>(house, std::move(stream), std::move(door))->run();
}

}  // namespace tatami::server
