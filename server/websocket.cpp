#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <charconv>
#include <chrono>
#include <deque>

#include "server/journal.h"
#include "server/streams.h"
#include "server/tcp_info.h"

namespace tatami::server {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using beast::error_code;

namespace {

constexpr std::size_t small_buffer = 1024;
constexpr std::uint64_t framing = 64;  // the most that TCP carries beside a message, with TLS

std::int64_t microseconds() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The client's version of the protocol, if it says so: /ws?protocol=2.0.0
std::string announced_version(const Request& request) {
  constexpr std::string_view key = "protocol=";
  std::string_view query{request.target().data(), request.target().size()};
  const std::size_t mark = query.find('?');
  query = mark == std::string_view::npos ? "" : query.substr(mark + 1);
  while (!query.empty()) {
    const std::string_view each = query.substr(0, query.find('&'));
    if (each.starts_with(key)) return std::string{each.substr(key.size())};
    query.remove_prefix(std::min(query.size(), each.size() + 1));
  }
  return {};
}

template <class Stream>
class WebSocket final : public Socket, public std::enable_shared_from_this<WebSocket<Stream>> {
 public:
  WebSocket(House& house, Stream stream, std::unique_ptr<Door> door, Guest guest)
      : house_(house), door_(std::move(door)), guest_(std::move(guest)), ws_(std::move(stream)) {}

  void run(const Request& request) {
    ws_.set_option(websocket::stream_base::timeout{std::chrono::seconds(30),
                                                   websocket::stream_base::none(), false});
    ws_.read_message_max(limits().longest_message);
    ws_.auto_fragment(false);
    ws_.text(true);
    ws_.set_option(websocket::stream_base::decorator(
        [this, is_secure = came_securely(house_, request)](websocket::response_type& response) {
          response.set(beast::http::field::set_cookie,
                       "tatami=" + house_.hall.cookie_of(guest_) +
                           "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax" +
                           (is_secure ? "; Secure" : ""));
        }));
    ws_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
      if (kind == websocket::frame_type::pong) on_pong(payload);
      if (kind != websocket::frame_type::close && ++their_controls_ == limits().controls) {
        ++house_.too_noisy;
        drop();
      }
    });
    ws_.async_accept(request, [self = this->shared_from_this(),
                               announced = announced_version(request)](error_code error) {
      if (error) return;
      self->house_.sockets.insert(self);
      self->is_in_ = true;
      self->is_direct_ = self->is_direct();
      self->house_.hall.enter(*self, self->guest_, self->door_->address());
      if (const auto refused = protocol::refuse_version(announced)) {
        self->send(std::make_shared<const std::string>(protocol::message_of(*refused)));
        self->close("another version of the protocol");
      }
      self->read();
    });
  }

  void send(std::shared_ptr<const std::string> text) override {
    if (is_closing_) return;
    queued_ += text->size();
    queue_.push_back(std::move(text));
    if (queued_ > limits().longest_queue) {
      ++house_.too_slow;
      return drop();
    }
    if (!is_writing_) write();
  }

  void close(const std::string& why) override {
    if (is_closing_) return;
    is_closing_ = true;
    why_ = why;
    if (!is_writing_) say_goodbye();
  }

  void look() override {
    const std::uint64_t received = bytes_received(socket().native_handle());
    const bool is_first = received_ == 0;
    const std::uint64_t since = received - std::min(received, std::exchange(received_, received));
    const std::uint64_t noise = since - std::min(since, std::exchange(heard_, 0));
    if (is_closing_ || is_first || noise < limits().noise) return;
    ++house_.too_noisy;
    drop();
  }

  std::size_t queued() const override { return queued_; }

  void ping() override {
    their_controls_ = 0;
    if (is_closing_) {
      if (++pings_since_closing_ > 1) drop();  // our goodbye is not being read
      return;
    }
    if (asked_) {
      // Unanswered for long: the connection is dead, whatever TCP thinks.
      if (microseconds() - *asked_ > 45'000'000) drop();
      return;
    }
    asked_ = microseconds();
    websocket::ping_data payload;
    payload.append(std::to_string(*asked_));
    ws_.async_ping(payload, [self = this->shared_from_this()](error_code error) {
      if (error) self->leave();
    });
  }

 private:
  const Limits& limits() const { return house_.hall.limits(); }

  auto& socket() {
    auto& layer = beast::get_lowest_layer(ws_);
    if constexpr (requires { layer.socket(); })
      return layer.socket();
    else
      return layer;
  }
  // Whether TCP's other end is the player's machine.
  bool is_direct() {
    if (house_.options.behind_proxy || house_.options.tcp_lag == "none") return false;
    if (house_.options.tcp_lag == "all") return true;
    error_code error;
    const auto peer = socket().remote_endpoint(error);
    return !error && is_public(peer.address());
  }

  void read() {
    ws_.async_read(buffer_, [self = this->shared_from_this()](error_code error, std::size_t) {
      if (error) return self->leave();
      if (!self->ws_.got_text()) {
        self->code_ = websocket::close_code::unknown_data;
        self->close("text messages only");
      } else if (!self->is_closing_) {
        const auto data = self->buffer_.data();
        self->heard_ += data.size() + framing;
        self->house_.hall.hear(*self, {static_cast<const char*>(data.data()), data.size()});
      }
      self->buffer_.consume(self->buffer_.size());
      if (self->buffer_.capacity() > small_buffer) self->buffer_.shrink_to_fit();
      self->read();
    });
  }

  void write() {
    is_writing_ = true;
    ws_.async_write(boost::asio::buffer(*queue_.front()),
                    [self = this->shared_from_this()](error_code error, std::size_t) {
                      self->is_writing_ = false;
                      if (error) return self->leave();
                      self->queued_ -= self->queue_.front()->size();
                      self->queue_.pop_front();
                      if (!self->queue_.empty())
                        self->write();
                      else if (self->is_closing_)
                        self->say_goodbye();
                    });
  }

  void say_goodbye() {
    websocket::close_reason reason{code_};
    reason.reason.assign(why_.substr(0, 100));
    ws_.async_close(reason, [self = this->shared_from_this()](error_code) { self->leave(); });
  }

  // Without a word: it would not be heard.
  void drop() {
    is_closing_ = true;
    boost::asio::post(house_.io, [self = this->shared_from_this()] {
      beast::close_socket(beast::get_lowest_layer(self->ws_));
      self->leave();
    });
  }

  void leave() {
    if (!is_in_) return;
    is_in_ = false;
    is_closing_ = true;
    house_.hall.leave(*this);
    house_.sockets.erase(this->shared_from_this());
    if (house_.is_closing && house_.sockets.empty()) house_.io.stop();
  }

  // Only the answer to the last question counts, and only once.
  void on_pong(std::string_view payload) {
    std::int64_t asked = 0;
    const auto [end, error] =
        std::from_chars(payload.data(), payload.data() + payload.size(), asked);
    if (error != std::errc{} || !asked_ || asked != *asked_) return;
    asked_.reset();
    live::RoundTrip trip{static_cast<std::int32_t>((microseconds() - asked) / 1000)};
    if (is_direct_) trip.kernel = kernel_lag(socket().native_handle());
    house_.hall.pong(*this, trip);
  }

  House& house_;
  std::unique_ptr<Door> door_;
  Guest guest_;
  websocket::stream<Stream> ws_;
  beast::flat_buffer buffer_;
  std::deque<std::shared_ptr<const std::string>> queue_;
  std::size_t queued_ = 0;
  bool is_in_ = false;
  bool is_direct_ = false;
  bool is_writing_ = false;
  bool is_closing_ = false;
  int pings_since_closing_ = 0;
  int their_controls_ = 0;
  std::uint64_t received_ = 0;         // bytes, when we last looked
  std::uint64_t heard_ = 0;            // bytes of messages since then
  std::optional<std::int64_t> asked_;  // the ping under way, in µs
  std::string why_;
  websocket::close_code code_ = websocket::close_code::normal;
};

template <class Stream>
void start(House& house, Stream stream, std::unique_ptr<Door> door, const Request& request,
           Guest guest) {
  std::make_shared<WebSocket<Stream>>(house, std::move(stream), std::move(door), std::move(guest))
      ->run(request);
}

}  // namespace

void speak_websocket(House& house, Plain stream, std::unique_ptr<Door> door, const Request& request,
                     Guest guest) {
  // The WebSocket minds the time itself; without the stream's timers each message costs less.
  start(house, stream.release_socket(), std::move(door), request, std::move(guest));
}

void speak_websocket(House& house, Secure stream, std::unique_ptr<Door> door,
                     const Request& request, Guest guest) {
  stream.next_layer().expires_never();
  start(house, std::move(stream), std::move(door), request, std::move(guest));
}

}  // namespace tatami::server
