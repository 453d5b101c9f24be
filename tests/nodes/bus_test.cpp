#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "bus/memory.h"
#include "bus/nats.h"
#include "nodes/nats_server.h"

namespace tatami::bus {
namespace {

using Clock = std::chrono::steady_clock;

// A loop that a test turns until something holds.
class Turned {
 public:
  Loop loop() {
    return {[this](std::function<void()> job) { add(Clock::now(), std::move(job)); },
            [this](milliseconds wait, std::function<void()> job) {
              add(Clock::now() + wait, std::move(job));
            }};
  }

  template <class Until>
  bool turn(Until&& until, milliseconds patience = milliseconds{30'000}) {
    const auto end = Clock::now() + patience;
    while (!until()) {
      std::unique_lock lock{mutex_};
      const auto wake = jobs_.empty() ? end : std::min(end, jobs_.begin()->first.first);
      added_.wait_until(lock, wake, [&] { return is_due(); });
      if (!is_due()) {
        if (Clock::now() >= end) return false;
        continue;
      }
      const auto job = jobs_.extract(jobs_.begin());
      lock.unlock();
      job.mapped()();
    }
    return true;
  }
  void turn_for(milliseconds time) {
    (void)turn([] { return false; }, time);
  }

 private:
  bool is_due() const { return !jobs_.empty() && jobs_.begin()->first.first <= Clock::now(); }
  void add(Clock::time_point at, std::function<void()> job) {
    const std::lock_guard lock{mutex_};
    jobs_.emplace(std::pair{at, ++order_}, std::move(job));
    added_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable added_;
  std::map<std::pair<Clock::time_point, std::uint64_t>, std::function<void()>> jobs_;
  std::uint64_t order_ = 0;
};

struct InMemory {
  std::unique_ptr<Bus> join(const std::string& node) { return memory.join(node); }
  void cut() {
    for (const char* each : {"a", "b", "c"}) memory.cut(each, true);
  }
  void mend() {
    for (const char* each : {"a", "b", "c"}) memory.cut(each, false);
  }
  Turned turned;
  Memory memory{
      turned.loop(),
      [] { return std::chrono::duration_cast<milliseconds>(Clock::now().time_since_epoch()); }, 1};
};

struct OverNats {
  std::unique_ptr<Bus> join(const std::string& node) {
    auto bus = join_nats(server.url(), node, turned.loop());
    EXPECT_TRUE(bus) << bus.error();
    return bus ? std::move(*bus) : nullptr;
  }
  void cut() { server.stop(); }
  void mend() { server.start_again(); }
  testing::NatsServer server;
  Turned turned;
};

// The suite that every bus must pass.
template <class Kind>
class AnyBus : public ::testing::Test {
 protected:
  Kind kind;
  Turned& turned = kind.turned;
  std::unique_ptr<Bus> a = kind.join("a"), b = kind.join("b"), c = kind.join("c");
  std::vector<std::string> heard;

  Bus::Hear hearing(const std::string& where) {
    return [this, where](const std::string& text, const Bus::Answer&) {
      heard.push_back(where + " " + text);
    };
  }
};
using Kinds = ::testing::Types<InMemory, OverNats>;
TYPED_TEST_SUITE(AnyBus, Kinds);

TYPED_TEST(AnyBus, All_subscribers_hear_a_message_except_its_sender) {
  for (auto* each : {&this->a, &this->b, &this->c})
    (*each)->subscribe("all", this->hearing(each == &this->a ? "a" : each == &this->b ? "b" : "c"));
  this->c->subscribe("only.c", this->hearing("c alone"));
  this->turned.turn_for(milliseconds{50});
  this->a->publish("all", "one");
  this->a->publish("only.c", "two");
  this->a->publish("nobody", "three");
  EXPECT_TRUE(this->turned.turn([&] { return this->heard.size() == 3; }));
  std::ranges::sort(this->heard);
  EXPECT_EQ(this->heard, (std::vector<std::string>{"b one", "c alone two", "c one"}));
}

TYPED_TEST(AnyBus, The_order_is_kept_between_subjects_too) {
  this->b->subscribe("first", this->hearing("first"));
  this->b->subscribe("second", this->hearing("second"));
  this->turned.turn_for(milliseconds{50});
  std::vector<std::string> expected;
  for (int i = 0; i < 500; ++i) {
    const std::string subject = i % 3 == 0 ? "first" : "second";
    this->a->publish(subject, std::to_string(i));
    expected.push_back(subject + " " + std::to_string(i));
  }
  EXPECT_TRUE(this->turned.turn([&] { return this->heard.size() == 500; }));
  EXPECT_EQ(this->heard, expected);
}

TYPED_TEST(AnyBus, A_request_is_answered_once_or_reported_as_unanswered) {
  this->b->subscribe("double", [](const std::string& text, const Bus::Answer& answer) {
    ASSERT_TRUE(answer);
    answer(text + text);
  });
  this->turned.turn_for(milliseconds{50});
  std::vector<std::optional<std::string>> answers;
  const auto keep = [&](const std::optional<std::string>& answer) { answers.push_back(answer); };
  this->a->request("double", "ab", milliseconds{5000}, keep);
  EXPECT_TRUE(this->turned.turn([&] { return answers.size() == 1; }));
  this->a->request("nobody", "ab", milliseconds{200}, keep);
  EXPECT_TRUE(this->turned.turn([&] { return answers.size() == 2; }));
  EXPECT_EQ(answers[0], "abab");
  EXPECT_EQ(answers[1], std::nullopt);
}

TYPED_TEST(AnyBus, While_it_is_gone_messages_are_lost_and_it_comes_back_by_itself) {
  this->b->subscribe("all", this->hearing("b"));
  this->turned.turn_for(milliseconds{50});
  EXPECT_TRUE(this->a->is_up());
  this->kind.cut();
  EXPECT_TRUE(this->turned.turn([&] { return !this->a->is_up() && !this->b->is_up(); }));
  this->a->publish("all", "old news");
  bool is_answered = false;
  this->a->request("all", "?", milliseconds{100}, [&](const auto& answer) {
    EXPECT_FALSE(answer);
    is_answered = true;
  });
  EXPECT_TRUE(this->turned.turn([&] { return is_answered; }));
  this->kind.mend();
  EXPECT_TRUE(this->turned.turn([&] { return this->a->is_up() && this->b->is_up(); }));
  // A publisher may be back before its subscribers are.
  for (int i = 0; i < 500 && this->heard.empty(); ++i) {
    this->a->publish("all", "news");
    this->turned.turn_for(milliseconds{20});
  }
  ASSERT_FALSE(this->heard.empty());
  EXPECT_EQ(this->heard.front(), "b news");
}

TYPED_TEST(AnyBus, A_former_subscriber_hears_nothing) {
  this->b->subscribe("all", this->hearing("b"));
  this->c->subscribe("all", this->hearing("c"));
  this->turned.turn_for(milliseconds{50});
  this->a->publish("all", "one");
  this->b.reset();  // what is under way to it, too
  EXPECT_TRUE(this->turned.turn([&] { return !this->heard.empty(); }));
  this->turned.turn_for(milliseconds{50});
  EXPECT_EQ(this->heard, std::vector<std::string>{"c one"});
}

TEST(NatsBus, Errors_do_not_contain_the_password) {
  Turned turned;
  for (const char* wrong : {"", "localhost:4222", "http://localhost"}) {
    const auto bus = join_nats(wrong, "a", turned.loop());
    ASSERT_FALSE(bus) << wrong;
    EXPECT_EQ(bus.error(), "the bus is expected as nats://host:port");
  }
  const auto nobody = join_nats("nats://tatami:sesame@127.0.0.1:1", "a", turned.loop());
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error(), "nats://127.0.0.1:1: No server available for connection");

  const testing::NatsServer locked{"sesame"};
  std::string url = locked.url();
  EXPECT_TRUE(join_nats(url, "a", turned.loop()));
  url.replace(url.find("sesame"), 6, "guess");
  const auto refused = join_nats(url, "a", turned.loop());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().find("guess"), std::string::npos) << refused.error();
  EXPECT_NE(refused.error().find("Authentication Violation"), std::string::npos) << refused.error();
}

TEST(NatsBus, Passwords_are_taken_out_of_addresses) {
  EXPECT_EQ(without_password("nats://a:b@one:4222,nats://two,tls://c:d@three"),
            "nats://one:4222,nats://two,tls://three");
}

// Delays and losses by seed.
TEST(MemoryBus, The_same_seed_loses_and_delays_the_same) {
  const auto run = [](std::uint64_t seed) {
    std::multimap<std::int64_t, std::function<void()>> later;
    std::int64_t now = 0;
    Memory memory{{{},
                   [&](milliseconds wait, std::function<void()> job) {
                     later.emplace(now + wait.count(), std::move(job));
                   }},
                  [&] { return milliseconds{now}; },
                  seed};
    memory.weather = {.slowest = 50, .lost_one_in = 4};
    const auto a = memory.join("a");
    const auto b = memory.join("b");
    std::string heard;
    b->subscribe("s", [&](const std::string& text, const Bus::Answer&) {
      heard += text + "@" + std::to_string(now) + " ";
    });
    for (int i = 0; i < 100; ++i) a->publish("s", std::to_string(i));
    while (!later.empty()) {
      const auto next = later.extract(later.begin());
      now = next.key();
      next.mapped()();
    }
    EXPECT_EQ(memory.published, 100);
    EXPECT_GT(memory.delivered, 50);
    EXPECT_LT(memory.delivered, 95);
    return heard;
  };
  EXPECT_EQ(run(7), run(7));
  EXPECT_NE(run(7), run(8));
}

}  // namespace
}  // namespace tatami::bus
