#include "bus/nats.h"

#include <nats/nats.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>
#include <utility>
#include <vector>

namespace tatami::bus {

namespace {

struct Message {
  std::string subject, text, reply;
  bool is_nobody_there = false;
};

// State shared with the library's threads. It outlives the bus until they have ended.
class Shared {
 public:
  explicit Shared(Loop loop) : loop_(std::move(loop)) {}

  // From any thread.
  void post(std::function<void()> job) {
    const std::lock_guard lock{mutex_};
    if (is_open_) loop_.post(std::move(job));
  }
  void close() {
    const std::lock_guard lock{mutex_};
    is_open_ = false;
  }
  // On the loop.
  bool is_open() const { return is_open_; }
  const Loop& loop() const { return loop_; }

  std::map<std::string, Bus::Hear> heard;        // by subject
  std::map<std::string, Bus::Answered> awaited;  // by the subject of the answer
  bool is_up = true;

 private:
  Loop loop_;
  std::mutex mutex_;
  bool is_open_ = true;
};

using Held = std::shared_ptr<Shared>;
Held& held(void* closure) { return *static_cast<Held*>(closure); }
void let_go(void* closure) { delete static_cast<Held*>(closure); }

struct Destroy {
  void operator()(natsOptions* options) const { natsOptions_Destroy(options); }
};
using Options = std::unique_ptr<natsOptions, Destroy>;

class Nats final : public Bus {
 public:
  Nats(Held shared, natsConnection* connection, std::string inbox)
      : shared_(std::move(shared)), connection_(connection), inbox_(std::move(inbox)) {
    listen(inbox_ + ".*");
  }
  Nats(const Nats&) = delete;
  Nats& operator=(const Nats&) = delete;
  ~Nats() override {
    shared_->close();
    shared_->heard.clear();
    shared_->awaited.clear();
    for (natsSubscription* each : subscriptions_) natsSubscription_Destroy(each);
    natsConnection_Destroy(connection_);
  }

  void subscribe(const std::string& subject, Hear hear) override {
    shared_->heard[subject] = std::move(hear);
    listen(subject);
  }

  void publish(const std::string& subject, std::string text) override {
    if (!shared_->is_up) return;
    natsConnection_Publish(connection_, subject.c_str(), text.data(),
                           static_cast<int>(text.size()));
  }

  void request(const std::string& subject, std::string text, milliseconds wait,
               Answered answered) override {
    const std::string reply = inbox_ + "." + std::to_string(++requests_);
    shared_->awaited[reply] = std::move(answered);
    shared_->loop().later(wait, [shared = shared_, reply] { finish(*shared, reply, {}); });
    if (shared_->is_up)
      natsConnection_PublishRequest(connection_, subject.c_str(), reply.c_str(), text.data(),
                                    static_cast<int>(text.size()));
  }

  bool is_up() const override { return shared_->is_up; }

 private:
  void listen(const std::string& subject) {
    natsSubscription* subscription = nullptr;
    auto* closure = new Held(shared_);
    if (natsConnection_Subscribe(&subscription, connection_, subject.c_str(), on_message,
                                 closure) != NATS_OK)
      return let_go(closure);
    natsSubscription_SetOnCompleteCB(subscription, let_go, closure);
    natsSubscription_SetPendingLimits(subscription, -1, -1);
    subscriptions_.push_back(subscription);
  }

  // On a thread of the library.
  static void on_message(natsConnection* connection, natsSubscription* /*which*/, natsMsg* message,
                         void* closure) {
    const char* reply = natsMsg_GetReply(message);
    Message heard{
        natsMsg_GetSubject(message),
        {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))},
        reply ? reply : "",
        natsMsg_IsNoResponders(message)};
    natsMsg_Destroy(message);
    const Held shared = held(closure);
    shared->post([shared, connection, heard = std::move(heard)]() mutable {
      if (shared->is_open()) deliver(*shared, connection, std::move(heard));
    });
  }

  static void deliver(Shared& shared, natsConnection* connection, Message message) {
    if (shared.awaited.contains(message.subject)) {
      std::optional<std::string> answer;
      if (!message.is_nobody_there) answer = std::move(message.text);
      return finish(shared, message.subject, std::move(answer));
    }
    const auto hear = shared.heard.find(message.subject);
    if (hear == shared.heard.end()) return;
    Answer answer;
    if (!message.reply.empty())
      answer = [connection, reply = std::move(message.reply)](const std::string& text) {
        natsConnection_Publish(connection, reply.c_str(), text.data(),
                               static_cast<int>(text.size()));
      };
    hear->second(std::move(message.text), answer);
  }

  static void finish(Shared& shared, const std::string& reply, std::optional<std::string> answer) {
    auto found = shared.awaited.extract(reply);
    if (!found.empty()) found.mapped()(std::move(answer));
  }

  Held shared_;
  natsConnection* connection_;
  std::string inbox_;
  std::vector<natsSubscription*> subscriptions_;
  std::uint64_t requests_ = 0;
};

void is_up(void* closure, bool is) {
  const Held shared = held(closure);
  shared->post([shared, is] { shared->is_up = is; });
}

std::vector<std::string> addresses_in(const std::string& url) {
  std::vector<std::string> all;
  std::istringstream in{url};
  for (std::string each; std::getline(in, each, ',');)
    if (!each.empty()) all.push_back(each);
  return all;
}

}  // namespace

std::string without_password(std::string_view url) {
  std::string shown;
  while (!url.empty()) {
    std::string_view each = url.substr(0, url.find(','));
    url.remove_prefix(std::min(url.size(), each.size() + 1));
    const std::size_t scheme = each.find("://");
    const std::size_t at = each.rfind('@');
    if (!shown.empty()) shown += ',';
    if (at == std::string_view::npos) {
      shown += each;
      continue;
    }
    if (scheme != std::string_view::npos) shown += each.substr(0, scheme + 3);
    shown += each.substr(at + 1);
  }
  return shown;
}

Result<std::unique_ptr<Bus>, std::string> join_nats(const std::string& url, const std::string& node,
                                                    Loop loop) {
  const std::vector<std::string> addresses = addresses_in(url);
  if (addresses.empty() || !std::ranges::all_of(addresses, [](const std::string& each) {
        return each.starts_with("nats://") || each.starts_with("tls://");
      }))
    return std::string{"the bus is expected as nats://host:port"};

  natsOptions* made = nullptr;
  if (natsOptions_Create(&made) != NATS_OK) return std::string{"libnats cannot be started"};
  const Options options{made};
  std::vector<const char*> servers;
  servers.reserve(addresses.size());
  for (const std::string& each : addresses) servers.push_back(each.c_str());
  const auto shared = std::make_shared<Shared>(std::move(loop));
  auto* closure = new Held(shared);
  constexpr int patience_ms = 3000;
  natsOptions_SetServers(made, servers.data(), static_cast<int>(servers.size()));
  natsOptions_SetName(made, ("tatami " + node).c_str());
  natsOptions_SetTimeout(made, patience_ms);
  natsOptions_SetSendAsap(made, true);
  natsOptions_SetNoEcho(made, true);
  natsOptions_SetMaxReconnect(made, -1);
  natsOptions_SetReconnectWait(made, 250);
  natsOptions_SetReconnectJitter(made, 100, 100);
  natsOptions_SetPingInterval(made, 1000);  // a server that does not answer three of them is gone
  natsOptions_SetMaxPingsOut(made, 3);
  // One thread hands out what comes, so that the order is kept between subjects, too.
  natsOptions_UseGlobalMessageDelivery(made, true);
  natsOptions_SetDisconnectedCB(
      made, [](natsConnection*, void* about) { is_up(about, false); }, closure);
  natsOptions_SetReconnectedCB(
      made, [](natsConnection*, void* about) { is_up(about, true); }, closure);
  natsOptions_SetClosedCB(made, [](natsConnection*, void* about) { let_go(about); }, closure);

  natsConnection* connection = nullptr;
  const natsStatus status = natsConnection_Connect(&connection, made);
  if (status != NATS_OK) {
    let_go(closure);
    return without_password(url) + ": " + natsStatus_GetText(status);
  }
  natsInbox* inbox = nullptr;
  natsInbox_Create(&inbox);
  std::unique_ptr<Bus> bus = std::make_unique<Nats>(shared, connection, inbox);
  natsInbox_Destroy(inbox);
  return bus;
}

}  // namespace tatami::bus
