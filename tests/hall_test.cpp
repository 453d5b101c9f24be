#include "server/hall.h"

#include <algorithm>

#include "store/memory.h"
#include "table_support.h"

// The hall with a disk that answers when we say so: nobody hears of anything that a crash could
// still take back.
namespace tatami::server {
namespace {

using testing::Client;

// Keeps every `done` until the disk is done.
class SlowLog : public store::EventLog {
 public:
  void append(std::vector<store::Entry> entries, Done done) override {
    log_->append(std::move(entries), wait(std::move(done)));
  }
  void forget(std::string author, Done done) override {
    log_->forget(std::move(author), wait(std::move(done)));
  }
  Result<std::vector<store::Entry>, store::Problem> read(const std::string& stream) override {
    return log_->read(stream);
  }
  Result<std::optional<store::Entry>, store::Problem> last(const std::string& stream) override {
    return log_->last(stream);
  }
  Result<std::vector<std::string>, store::Problem> unfinished(const std::string& prefix) override {
    return log_->unfinished(prefix);
  }

  // The oldest of what waits is durable.
  bool settle_one() {
    if (waiting_.empty()) return false;
    const auto [done, problem] = std::move(waiting_.front());
    waiting_.pop_front();
    done(problem);
    return true;
  }

  bool is_slow = false;

 private:
  Done wait(Done done) {
    return [this, done = std::move(done)](const std::optional<store::Problem>& problem) {
      if (is_slow)
        waiting_.emplace_back(done, problem);
      else
        done(problem);
    };
  }

  std::unique_ptr<store::EventLog> log_ = store::open_memory();
  std::deque<std::pair<Done, std::optional<store::Problem>>> waiting_;
};

struct Ear final : Session {
  void send(std::shared_ptr<const std::string> text) override { knows.read(*text); }
  void close(const std::string& /*why*/) override { is_closed = true; }

  Client knows;
  bool is_closed = false;
};

class SlowHall : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(hall.take_up());
    for (std::size_t i = 0; i < ears.size(); ++i) {
      hall.enter(ears[i], hall.greet({}), "here");
      tell(i, R"({"type":"rename","to":"Guest )" + std::to_string(i) + "\"}");
    }
    tell(0,
         R"({"type":"open","settings":{"header":{"game":"dojo","players":3},"tempo":"untimed"}})");
    table = ears[0].knows.table.find("table")->text;
    for (std::size_t i = 0; i < ears.size(); ++i) tell(i, with_table("watch"));
  }

  std::string with_table(const std::string& type, const std::string& more = {}) const {
    return R"({"type":")" + type + R"(","table":")" + table + "\"" + more + "}";
  }
  void tell(std::size_t i, const std::string& command) {
    hall.hear(ears[i], command);
    run();
  }
  void run() {
    while (!posted.empty()) {
      const auto job = std::move(posted.front());
      posted.pop_front();
      job();
    }
  }
  std::size_t letters() const {
    std::size_t sum = 0;
    for (const Ear& ear : ears) sum += ear.knows.mail.size();
    return sum;
  }

  // Nothing is heard of the command before the disk is done, and something after.
  void expect_silence_until_durable(std::size_t i, const std::string& command) {
    log.is_slow = true;
    const std::size_t before = letters();
    tell(i, command);
    EXPECT_EQ(letters(), before) << command;
    while (log.settle_one()) run();
    run();
    EXPECT_GT(letters(), before) << command;
    log.is_slow = false;
  }

  SlowLog log;
  std::deque<std::function<void()>> posted;
  Time now = 1'000'000;
  bool has_failed = false;
  std::array<Ear, 4> ears;
  std::string table;
  Hall hall{{log,
             [this](auto job) { posted.push_back(std::move(job)); },
             [this](auto job) { posted.push_back(std::move(job)); },
             [this] { return now; },
             [this](const std::string&) { has_failed = true; },
             {}},
            {0, 60'000},
            {0, 0, 0}};
};

TEST_F(SlowHall, Nothing_is_heard_before_it_is_durable) {
  for (std::size_t i = 0; i < 3; ++i)
    expect_silence_until_durable(i, with_table("sit", R"(,"contribution":"salt")"));
  expect_silence_until_durable(1, R"({"type":"rename","to":"Hana"})");
  expect_silence_until_durable(3, with_table("say", R"(,"text":"good evening")"));
  expect_silence_until_durable(0, with_table("start"));
  SplitMix numbers{11};
  int moves = 0;
  while (ears[0].knows.table.find("stage")->text == "playing") {
    const auto* mover = std::ranges::find_if(ears, [](const Ear& each) {
      const json::Value* legal = each.knows.own.find("legal");
      return legal && !legal->items.empty();
    });
    ASSERT_NE(mover, ears.end());
    const auto& legal = mover->knows.own.find("legal")->items;
    const auto& choice = legal[numbers.below(static_cast<std::uint32_t>(legal.size()))];
    expect_silence_until_durable(static_cast<std::size_t>(mover - ears.begin()),
                                 with_table("act", R"(,"seq":)" + std::to_string(mover->knows.seq) +
                                                       R"(,"move":)" + testing::text_of(choice)));
    ASSERT_LT(++moves, 500);
  }
  EXPECT_GT(moves, 30);
  expect_silence_until_durable(2, with_table("rematch", R"(,"rotate":true)"));
  tell(1, with_table("rematch"));
  EXPECT_TRUE(ears[1].knows.mail.back().starts_with(R"({"type":"refused")")) << "one is open";
  expect_silence_until_durable(1, R"({"type":"forget_me","really":true})");
  EXPECT_TRUE(ears[1].is_closed);
  EXPECT_FALSE(has_failed);
}

TEST_F(SlowHall, A_newcomer_sees_a_game_only_as_far_as_it_is_durable) {
  log.is_slow = true;
  tell(0, with_table("sit"));
  Ear late;
  hall.enter(late, hall.greet({}), "there");
  hall.hear(late, with_table("watch"));
  run();
  EXPECT_EQ(late.knows.mail.size(), 1U) << "the welcome alone";
  while (log.settle_one()) run();
  run();
  ASSERT_NE(late.knows.table.find("chairs"), nullptr);
  EXPECT_EQ(late.knows.table.find("chairs")->items[0].find("sitter")->text, "person");
  hall.leave(late);
}

TEST_F(SlowHall, A_host_without_a_seat_is_never_told_that_he_is_none) {
  tell(1, with_table("sit"));
  for (const std::string& text : ears[0].knows.mail)
    EXPECT_TRUE(!text.starts_with(R"({"type":"table")") ||
                testing::parsed(text).find("host")->boolean);
}

TEST_F(SlowHall, Who_picks_up_a_seat_without_a_name_keeps_the_seats) {
  tell(0, with_table("sit"));
  tell(0, with_table("link"));
  const std::string secret = testing::parsed(ears[0].knows.mail.back()).find("secret")->text;
  Ear phone;
  hall.enter(phone, hall.greet({}), "there");
  hall.hear(phone, with_table("claim", R"(,"secret":")" + secret + "\""));
  run();
  EXPECT_EQ(phone.knows.table.find("chairs")->items[0].find("name")->text, "Guest 0");
  hall.leave(phone);
}

// A slow tab beside the one on which somebody plays gains him nothing.
TEST_F(SlowHall, A_line_is_measured_on_the_connection_that_plays) {
  tell(
      0,
      R"({"type":"open","settings":{"header":{"game":"tatamokatsu","players":2},"tempo":"untimed"}})");
  table = ears[0].knows.table.find("table")->text;
  std::array<Ear, 2> tabs;
  const Guest guest = hall.greet({});
  for (Ear& tab : tabs) hall.enter(tab, guest, "there");
  hall.hear(tabs[0], with_table("sit"));
  hall.hear(tabs[1], with_table("watch"));
  run();
  const auto line_after = [&](std::int32_t first, std::int32_t second) {
    for (int i = 0; i < 40; ++i) {
      hall.pong(tabs[0], first);
      hall.pong(tabs[1], second);
    }
    hall.beat();
    run();
    return tabs[0].knows.table.find("chairs")->items[0].find("line")->text;
  };
  EXPECT_EQ(line_after(10, 900), "good");
  hall.hear(tabs[1], with_table("act", R"(,"seq":0,"move":{"seat":0,"at":200,"do":"shout"})"));
  run();
  EXPECT_EQ(line_after(10, 900), "poor") << "he plays on the slow one now";
  hall.leave(tabs[1]);
  EXPECT_EQ(line_after(10, 900), "good") << "only the quick one is left";
  hall.leave(tabs[0]);
}

TEST_F(SlowHall, Until_somebody_is_forgotten_his_cookie_is_nobodys) {
  Ear ear;
  const Guest guest = hall.greet({});
  const std::string cookie = hall.cookie_of(guest);
  hall.enter(ear, guest, "there");
  hall.hear(ear, R"({"type":"rename","to":"Alice"})");
  run();
  log.is_slow = true;
  hall.hear(ear, R"({"type":"forget_me","really":true})");
  run();
  EXPECT_FALSE(ear.is_closed);
  EXPECT_NE(hall.greet(cookie), guest);
  hall.leave(ear);
  EXPECT_NE(hall.greet(cookie), guest) << "nor when he has left";
  while (log.settle_one()) run();
  EXPECT_EQ(hall.greet(cookie), guest);
  Ear again;
  hall.enter(again, guest, "there");
  EXPECT_EQ(testing::parsed(again.knows.mail.back()).find("name")->text, "");
  hall.leave(again);
}

TEST_F(SlowHall, All_that_a_forgotten_guest_said_is_taken_back_and_talk_has_an_end) {
  tell(1, with_table("sit"));
  const auto say = [&](std::size_t i) { tell(i, with_table("say", R"(,"text":"hello")")); };
  const auto is_enough = [&](std::size_t i) {
    return ears[i].knows.mail.back().find(R"("enough")") != std::string::npos;
  };
  for (int i = 0; i < 200; ++i) say(2);
  EXPECT_FALSE(is_enough(2));
  say(2);
  EXPECT_TRUE(is_enough(2)) << "a spectator";
  for (int i = 0; i < 300; ++i) say(1);
  EXPECT_FALSE(is_enough(1)) << "he plays";
  tell(2, R"({"type":"forget_me","really":true})");
  const json::Value unsaid = testing::parsed(ears[3].knows.mail.back());
  EXPECT_EQ(unsaid.find("type")->text, "unsaid");
  EXPECT_EQ(unsaid.find("lines")->items.size(), 200U);
}

TEST_F(SlowHall, A_table_where_nobody_sits_or_watches_closes) {
  const std::size_t before = hall.tables();
  for (std::size_t i = 1; i < ears.size(); ++i) tell(i, with_table("leave"));
  const auto after_minutes = [&](Time minutes) {
    hall.beat();
    now += minutes * 60'000;
    hall.beat();
    run();
    return hall.tables();
  };
  EXPECT_EQ(after_minutes(60), before) << "the host watches";
  tell(0, with_table("leave"));
  EXPECT_EQ(after_minutes(5), before);
  EXPECT_EQ(after_minutes(6), before - 1);
}

TEST_F(SlowHall, Codes_cannot_be_searched_over_many_connections) {
  const std::string code = ears[0].knows.table.find("code")->text;
  const auto finds = [&](const std::string& address, const std::string& word) {
    Ear ear;
    hall.enter(ear, hall.greet({}), address);
    hall.hear(ear, R"({"type":"watch","table":")" + word + "\"}");
    run();
    hall.leave(ear);
    return ear.knows.mail.back().find("no_such_table") == std::string::npos;
  };
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(finds("there", "A1B2C"));
  EXPECT_FALSE(finds("there", code)) << "even if he is right";
  EXPECT_TRUE(finds("there", table)) << "a link is no guess";
  EXPECT_TRUE(finds("elsewhere", code));
  for (int i = 0; i < 10; ++i) hall.beat();
  EXPECT_TRUE(finds("there", code));
}

// As the log's thread does: one commit carries what many tables have to say, in their order.
TEST_F(SlowHall, Commands_in_a_row_are_heard_in_their_order) {
  log.is_slow = true;
  for (std::size_t i = 0; i < 3; ++i)
    tell(i, with_table("say", R"(,"text":"line )" + std::to_string(i) + "\""));
  while (log.settle_one()) {
  }
  run();
  std::vector<std::string> said;
  for (const std::string& text : ears[3].knows.mail)
    if (text.starts_with(R"({"type":"said")"))
      said.push_back(testing::parsed(text).find("text")->text);
  EXPECT_EQ(said, (std::vector<std::string>{"line 0", "line 1", "line 2"}));
}

}  // namespace
}  // namespace tatami::server
