#include "server/hall.h"

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "command_support.h"
#include "live/verify.h"
#include "server/retention.h"
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
  using store::EventLog::append;
  void append(std::vector<store::Entry> entries, store::Fence fence, Done done) override {
    log_->append(std::move(entries), std::move(fence), wait(std::move(done)));
  }
  void forget(std::string author, Done done) override {
    log_->forget(std::move(author), wait(std::move(done)));
  }
  void remove(std::vector<std::string> streams, Done done) override {
    log_->remove(std::move(streams), wait(std::move(done)));
  }
  Result<std::vector<store::Finished>, store::Problem> finished(std::int64_t after,
                                                                std::size_t most) override {
    return log_->finished(after, most);
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
  SlowHall() : SlowHall(limits()) {}
  explicit SlowHall(Limits chosen) : with(chosen) {}

  void SetUp() override {
    ASSERT_FALSE(hall.take_up());
    for (std::size_t i = 0; i < ears.size(); ++i) {
      guests.push_back(hall.greet({}));
      hall.enter(ears[i], guests.back(), "here");
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
  const Guest& guest_of(std::size_t i) const { return guests.at(i); }
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
  // Somebody else's visit, of one command; what they were answered last.
  std::string visit(const std::string& address, const std::string& command) {
    Ear ear;
    hall.enter(ear, hall.greet({}), address);
    hall.hear(ear, command);
    run();
    hall.leave(ear);
    run();
    return ear.knows.mail.back();
  }
  // Bots take all free seats and play to the end.
  void let_bots_play(const std::string& level = "student") {
    tell(0, with_table("seat_bot", R"(,"level":")" + level + "\""));
    tell(0, with_table("start"));
    play_to_the_end();
  }
  void play_to_the_end() {
    for (int i = 0; i < 10'000 && ears[0].knows.table.find("stage")->text != "over"; ++i) {
      ++now;
      hall.tick();
      run();
    }
    ASSERT_EQ(ears[0].knows.table.find("stage")->text, "over");
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
  std::vector<Guest> guests;
  std::string table;
  static Limits limits() {
    Limits none;
    none.messages.a_second = 0;
    none.tables_of_a_guest = none.tables_of_an_address = 0;
    return none;
  }
  Limits with;
  Hall hall{{.log = log,
             .post = [this](auto job) { posted.push_back(std::move(job)); },
             .think = [this](const std::string&, const std::string&, std::uint64_t,
                             auto job) { posted.push_back(std::move(job)); },
             .stop_thinking = [](const std::string&, std::uint64_t) {},
             .now = [this] { return now; },
             .fail = [this](const std::string&) { has_failed = true; },
             .alarm_changed = {}},
            {.bot_pause = 0},
            with};
};

constexpr const char* open_dojo =
    R"({"type":"open","settings":{"header":{"game":"dojo","players":3},"tempo":"untimed"}})";

class StrictHall : public SlowHall {
 protected:
  StrictHall() : SlowHall(strict()) {}
  static Limits strict() {
    Limits few = limits();
    few.tables_of_an_address = 2;
    few.slow_bots_of_an_address = 3;
    few.people_of_a_circle = 2;
    return few;
  }
  bool opens(const std::string& address) {
    return visit(address, open_dojo).find("too_many_tables") == std::string::npos;
  }
};

TEST_F(SlowHall, Messages_are_sent_only_once_they_are_durable) {
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

TEST_F(SlowHall, A_host_without_a_seat_is_always_told_that_they_are_the_host) {
  tell(1, with_table("sit"));
  for (const std::string& text : ears[0].knows.mail)
    EXPECT_TRUE(!text.starts_with(R"({"type":"table")") ||
                testing::parsed(text).find("host")->boolean);
}

TEST_F(SlowHall, A_guest_without_a_name_who_picks_up_a_seat_takes_its_name) {
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

// A slow tab beside the one on which somebody plays gains them nothing.
TEST_F(SlowHall, Lag_is_measured_on_the_connection_that_plays) {
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
      hall.pong(tabs[0], {first});
      hall.pong(tabs[1], {second});
    }
    hall.beat();
    run();
    return tabs[0].knows.table.find("chairs")->items[0].find("connection")->text;
  };
  EXPECT_EQ(line_after(10, 900), "good");
  hall.hear(tabs[1], with_table("act", R"(,"seq":0,"move":{"seat":0,"at":200,"do":"shout"})"));
  run();
  EXPECT_EQ(line_after(10, 900), "poor") << "they play on the slow one now";
  hall.leave(tabs[1]);
  EXPECT_EQ(line_after(10, 900), "good") << "only the quick one is left";
  hall.leave(tabs[0]);
}

TEST_F(SlowHall, A_cookie_is_invalid_while_its_guest_is_being_forgotten) {
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
  EXPECT_NE(hall.greet(cookie), guest) << "nor when they have left";
  while (log.settle_one()) run();
  EXPECT_EQ(hall.greet(cookie), guest);
  Ear again;
  hall.enter(again, guest, "there");
  EXPECT_EQ(testing::parsed(again.knows.mail.back()).find("name")->text, "");
  hall.leave(again);
}

TEST_F(SlowHall, A_forgotten_guests_remarks_are_taken_back_and_remarks_are_limited) {
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
  EXPECT_FALSE(is_enough(1)) << "they play";
  tell(2, R"({"type":"forget_me","really":true})");
  const json::Value unsaid = testing::parsed(ears[3].knows.mail.back());
  EXPECT_EQ(unsaid.find("type")->text, "unsaid");
  EXPECT_EQ(unsaid.find("numbers")->items.size(), 200U);
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
    return visit(address, R"({"type":"watch","table":")" + word + "\"}").find("refused") ==
           std::string::npos;
  };
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(finds("there", "A1B2C"));
  EXPECT_FALSE(finds("there", code)) << "even if they are right";
  const std::string refused = visit("there", R"({"type":"watch","table":")" + code + "\"}");
  EXPECT_NE(refused.find("too_fast"), std::string::npos) << "and they are told why";
  EXPECT_TRUE(finds("there", table)) << "a link is no guess";
  EXPECT_TRUE(finds("elsewhere", code));
  now += 10'000;
  EXPECT_TRUE(finds("there", code));
}

// A large network of IPv6 has no more guesses for each address in it.
TEST_F(SlowHall, Codes_cannot_be_searched_over_many_addresses_of_one_network) {
  int guesses = 0;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 100; ++j)
      if (visit("2001:db8:0:" + std::to_string(i) + "::/64", R"({"type":"watch","table":"A1B2C"})")
              .find("too_fast") == std::string::npos)
        ++guesses;
  EXPECT_EQ(guesses, 400);
}

TEST_F(SlowHall, A_record_is_there_while_a_remark_is_being_written) {
  let_bots_play();
  ASSERT_TRUE(hall.record(table));
  tell(0, R"({"type":"rename","to":"Hana"})");  // pages are made anew
  log.is_slow = true;
  tell(0, with_table("say", R"(,"text":"well played")"));
  EXPECT_TRUE(hall.record(table));
  EXPECT_TRUE(hall.sidecar(table));
  while (log.settle_one()) run();
}

TEST_F(SlowHall, A_game_that_is_not_durable_has_no_record) {
  tell(0, with_table("seat_bot", R"(,"level":"student")"));
  log.is_slow = true;
  tell(0, with_table("start"));
  for (int i = 0; i < 3000; ++i) {
    ++now;
    hall.tick();
    run();
  }
  EXPECT_FALSE(hall.record(table));
  while (log.settle_one()) run();
  EXPECT_EQ(ears[0].knows.table.find("stage")->text, "over");
  EXPECT_TRUE(hall.record(table));
}

TEST_F(SlowHall, People_in_a_circle_see_the_moment_that_one_of_them_shows) {
  const auto heard = [&](std::size_t i) {
    const std::string& last = ears[i].knows.mail.back();
    return last.find(R"("type":"looking")") == std::string::npos ? "" : last;
  };
  const auto look = [&](std::size_t i, const std::string& circle, const std::string& line = {}) {
    tell(i, R"({"type":"look","circle":")" + circle + "\"" + line + "}");
  };
  look(0, "tree");
  EXPECT_EQ(heard(0), R"({"type":"looking","circle":"tree","people":1})");
  look(0, "tree", R"(,"line":57)");
  EXPECT_EQ(heard(0),
            R"({"type":"looking","circle":"tree","people":1,"line":57,"by":"Guest 0","you":true})");
  look(1, "tree");
  EXPECT_EQ(heard(1), R"({"type":"looking","circle":"tree","people":2,"line":57,"by":"Guest 0"})");
  EXPECT_EQ(heard(0), R"({"type":"looking","circle":"tree","people":2})");
  look(1, "tree", R"(,"line":9)");
  EXPECT_EQ(heard(0), R"({"type":"looking","circle":"tree","people":2,"line":9,"by":"Guest 1"})");

  // No other circle hears of it, not even one of the same game.
  EXPECT_EQ(heard(2), "");
  look(2, "pond", R"(,"line":1)");
  EXPECT_EQ(heard(0), R"({"type":"looking","circle":"tree","people":2,"line":9,"by":"Guest 1"})");

  // The moment stays when whoever showed it leaves; their name does not.
  look(1, "pond");
  EXPECT_EQ(heard(0), R"({"type":"looking","circle":"tree","people":1})");
  EXPECT_EQ(heard(1), R"({"type":"looking","circle":"pond","people":2,"line":1,"by":"Guest 2"})");
  hall.leave(ears[2]);
  EXPECT_EQ(heard(1), R"({"type":"looking","circle":"pond","people":1})");
  look(0, "pond");
  EXPECT_EQ(heard(0), R"({"type":"looking","circle":"pond","people":2,"line":1})");

  // A circle ends with the last who leaves.
  look(0, "");
  EXPECT_EQ(heard(1), R"({"type":"looking","circle":"pond","people":1})");
  look(1, "");
  look(0, "pond");
  EXPECT_EQ(heard(0), R"({"type":"looking","circle":"pond","people":1})");
}

TEST_F(SlowHall, A_command_with_a_wrong_field_is_named_in_the_refusal) {
  const json::Value refused = testing::parsed(visit("there", R"({"type":"sit","table":7})"));
  EXPECT_EQ(refused.find("why")->text, "bad_message");
  EXPECT_EQ(refused.find("command")->text, "sit");
  EXPECT_EQ(testing::parsed(visit("there", "[]")).find("command")->text, "");
}

class UsualHall : public SlowHall {
 protected:
  UsualHall() : SlowHall(Limits{}) {}
};

TEST_F(UsualHall, A_refusal_names_the_command_even_if_it_came_too_fast) {
  Ear ear;
  hall.enter(ear, hall.greet({}), "there");
  for (int i = 0; i < 61; ++i) hall.hear(ear, R"({"type":"lobby","on":false,"id":"x"})");
  const json::Value refused = testing::parsed(ear.knows.mail.back());
  EXPECT_EQ(refused.find("why")->text, "too_fast");
  EXPECT_EQ(refused.find("command")->text, "lobby");
  EXPECT_EQ(refused.find("id")->text, "x");
  hall.leave(ear);
}

// ---- Ids of requests ----

TEST_F(SlowHall, An_id_comes_back_with_the_answer_to_its_command) {
  const auto last = [&](std::size_t i) { return ears[i].knows.mail.back(); };
  tell(1, with_table("sit", R"(,"id":"a-1")"));
  EXPECT_EQ(last(1), R"({"type":"done","command":"sit","table":")" + table + R"(","id":"a-1"})");
  tell(1, with_table("start", R"(,"id":"a-2")"));
  EXPECT_EQ(testing::parsed(last(1)).find("why")->text, "not_the_host");
  EXPECT_EQ(testing::parsed(last(1)).find("id")->text, "a-2");
  tell(1, with_table("act", R"(,"id":"a-3","seq":0,"move":{"seat":0,"draw":true})"));
  EXPECT_EQ(testing::parsed(last(1)).find("command")->text, "act");
  EXPECT_EQ(testing::parsed(last(1)).find("id")->text, "a-3");
  tell(1, R"({"type":"lobby","on":false,"id":"a-4"})");
  EXPECT_EQ(last(1), R"({"type":"done","command":"lobby","id":"a-4"})");
  tell(1, R"({"type":"rename","to":"Hana","id":"a-5"})");
  EXPECT_EQ(last(1), R"({"type":"done","command":"rename","id":"a-5"})");
  for (const std::string& heard : ears[0].knows.mail)
    EXPECT_EQ(heard.find("\"a-"), std::string::npos) << "others do not hear of it: " << heard;
}

TEST_F(SlowHall, Without_an_id_nothing_more_is_said) {
  tell(1, with_table("sit"));
  EXPECT_EQ(testing::parsed(ears[1].knows.mail.back()).find("type")->text, "table");
  tell(1, with_table("start"));
  EXPECT_EQ(testing::parsed(ears[1].knows.mail.back()).find("id"), nullptr);
}

TEST_F(SlowHall, An_id_that_is_no_short_text_is_refused) {
  for (const std::string& id :
       {std::string{"7"}, std::string{"null"}, '"' + std::string(33, 'x') + '"'}) {
    tell(1, R"({"type":"lobby","on":false,"id":)" + id + "}");
    const json::Value refused = testing::parsed(ears[1].knows.mail.back());
    EXPECT_EQ(refused.find("why")->text, "bad_message");
    EXPECT_EQ(refused.find("command")->text, "lobby");
    EXPECT_EQ(refused.find("id"), nullptr);
  }
}

TEST_F(SlowHall, Done_is_said_when_it_is_durable_and_after_what_was_done) {
  log.is_slow = true;
  const std::size_t before = letters();
  tell(1, with_table("sit", R"(,"id":"1")"));
  tell(2, R"({"type":"rename","to":"Hana","id":"2"})");
  EXPECT_EQ(letters(), before);
  while (log.settle_one()) run();
  run();
  const auto type_at = [&](std::size_t i, std::size_t from_the_end) {
    const auto& mail = ears[i].knows.mail;
    return testing::parsed(mail[mail.size() - from_the_end]).find("type")->text;
  };
  EXPECT_EQ(type_at(1, 1), "done");
  EXPECT_EQ(type_at(1, 2), "table");
  EXPECT_EQ(type_at(2, 1), "done");
  log.is_slow = false;
}

TEST_F(SlowHall, No_answer_is_sent_to_a_connection_that_has_gone) {
  log.is_slow = true;
  {
    Ear ear;
    hall.enter(ear, hall.greet({}), "there");
    hall.hear(ear, with_table("sit", R"(,"id":"1")"));
    hall.leave(ear);
  }
  while (log.settle_one()) run();
  run();
  log.is_slow = false;
  tell(1, R"({"type":"lobby","on":false,"id":"2"})");
  EXPECT_EQ(ears[1].knows.mail.back(), R"({"type":"done","command":"lobby","id":"2"})");
}

// ---- Limits of an address ----

TEST_F(StrictHall, The_size_of_a_circle_is_limited) {
  const auto look = [&](std::size_t i, const std::string& circle) {
    tell(i, R"({"type":"look","circle":")" + circle + "\"}");
    return testing::parsed(ears[i].knows.mail.back());
  };
  EXPECT_EQ(look(0, "tree").find("people")->integer, 1);
  EXPECT_EQ(look(1, "tree").find("people")->integer, 2);
  EXPECT_EQ(look(2, "tree").find("why")->text, "enough");
  EXPECT_EQ(look(2, "pond").find("people")->integer, 1);
  tell(0, R"({"type":"look","circle":""})");
  EXPECT_EQ(look(2, "tree").find("people")->integer, 2);
}

TEST_F(StrictHall, Tables_of_an_address_and_its_networks_are_limited) {
  EXPECT_TRUE(opens("there"));
  EXPECT_TRUE(opens("there"));
  EXPECT_FALSE(opens("there"));
  EXPECT_TRUE(opens("elsewhere"));
  int of_56 = 0;
  for (int i = 0; i < 20; ++i)
    of_56 += opens("2001:db8:0:" + std::to_string(i / 2) + "::/64") ? 1 : 0;
  EXPECT_EQ(of_56, 8) << "four times as many";
  int of_48 = 0;
  for (int i = 1; i < 40; ++i)
    of_48 += opens("2001:db8:0:" + std::to_string(i) + "00::/64") ? 1 : 0;
  EXPECT_EQ(of_48, 32 - 8) << "sixteen times as many";
  EXPECT_GT(hall.take_limited().tables, 0U);
}

TEST_F(StrictHall, A_finished_table_that_is_looked_at_does_not_count) {
  const auto opens_here = [&] {
    tell(1, open_dojo);
    return ears[1].knows.mail.back().find("too_many_tables") == std::string::npos;
  };
  EXPECT_TRUE(opens_here());
  EXPECT_FALSE(opens_here());
  let_bots_play();
  EXPECT_TRUE(opens_here());
  EXPECT_FALSE(opens_here());
}

TEST_F(StrictHall, Slow_bots_of_an_address_are_limited) {
  const std::string first = table;
  const auto last = [&] { return ears[0].knows.mail.back(); };
  tell(0, with_table("seat_bot", R"(,"level":"sensei")"));
  EXPECT_EQ(last().find("enough"), std::string::npos);
  tell(0, open_dojo);
  table = ears[0].knows.table.find("table")->text;
  tell(0, with_table("seat_bot", R"(,"level":"sensei","seat":0)"));
  EXPECT_NE(last().find("enough"), std::string::npos);
  tell(0, with_table("seat_bot", R"(,"level":"student")"));
  EXPECT_EQ(last().find("enough"), std::string::npos) << "others are free";
  tell(0, with_table("remove", R"(,"seat":0)"));
  const std::string second = std::exchange(table, first);
  tell(0, with_table("remove", R"(,"seat":2)"));
  table = second;
  tell(0, with_table("seat_bot", R"(,"level":"sensei","seat":0)"));
  EXPECT_EQ(last().find("enough"), std::string::npos) << "one has left";
  EXPECT_EQ(hall.take_limited().bots, 1U);
}

// A substitute that takes its time may have to play for everybody.
TEST_F(StrictHall, Slow_substitutes_count_for_every_seat) {
  const auto opens_with = [&](const std::string& substitute, int players) {
    return visit("there", R"({"type":"open","settings":{"header":{"game":"dojo","players":)" +
                              std::to_string(players) + R"(},"tempo":"fast","substitute":")" +
                              substitute + "\"}}")
               .find("enough") == std::string::npos;
  };
  EXPECT_TRUE(opens_with("adept", 4));
  EXPECT_FALSE(opens_with("sensei", 4)) << "three are allowed";
  EXPECT_TRUE(opens_with("sensei", 3));
  EXPECT_EQ(hall.take_limited().bots, 1U);
}

TEST_F(StrictHall, A_rematch_has_no_more_slow_bots_than_a_new_table) {
  tell(0, with_table("seat_bot", R"(,"level":"sensei","seat":1)"));
  tell(0, with_table("seat_bot", R"(,"level":"sensei","seat":2)"));
  tell(0, with_table("sit"));
  tell(0, with_table("start"));
  tell(0, with_table("stand"));
  const std::string first = table;
  for (int i = 0; i < 10'000 && ears[0].knows.table.find("stage")->text != "over"; ++i) {
    ++now;
    hall.tick();
    run();
  }
  ASSERT_EQ(ears[0].knows.table.find("stage")->text, "over");
  tell(0, open_dojo);
  table = ears[0].knows.table.find("table")->text;
  tell(0, with_table("seat_bot", R"(,"level":"sensei","seat":0)"));
  tell(0, with_table("seat_bot", R"(,"level":"sensei","seat":1)"));
  table = first;
  tell(0, with_table("rematch", R"(,"rotate":false)"));
  EXPECT_EQ(testing::parsed(ears[0].knows.mail.back()).find("why")->text, "enough");
}

// The log keeps no addresses: tables are counted again as their people come back.
TEST_F(StrictHall, After_a_restart_tables_count_for_the_address_of_those_who_come_back) {
  tell(1, open_dojo);
  const std::string second = ears[1].knows.table.find("table")->text;
  std::deque<std::function<void()>> jobs;
  Hall again{{.log = log,
              .post = [&](auto job) { jobs.push_back(std::move(job)); },
              .think = [](const std::string&, const std::string&, std::uint64_t, const auto&) {},
              .stop_thinking = [](const std::string&, std::uint64_t) {},
              .now = [&] { return now; },
              .fail = [](const std::string&) {},
              .alarm_changed = {}},
             {.bot_pause = 0},
             with};
  ASSERT_FALSE(again.take_up());
  const auto answer = [&](Ear& ear, const std::string& command) {
    again.hear(ear, command);
    while (!jobs.empty()) {
      const auto job = std::move(jobs.front());
      jobs.pop_front();
      job();
    }
    return ear.knows.mail.back();
  };
  Ear stranger;
  Ear host;
  Ear other;
  again.enter(stranger, again.greet({}), "there");
  again.enter(host, again.greet(hall.cookie_of(guest_of(0))), "there");
  again.enter(other, again.greet(hall.cookie_of(guest_of(1))), "there");
  answer(stranger, with_table("watch"));
  answer(stranger, R"({"type":"watch","table":")" + second + "\"}");
  EXPECT_EQ(answer(stranger, open_dojo).find("too_many"), std::string::npos)
      << "whoever only watches does not pay for it";
  answer(host, with_table("watch"));
  answer(other, R"({"type":"watch","table":")" + second + "\"}");
  EXPECT_NE(answer(stranger, open_dojo).find("too_many_tables"), std::string::npos);
  for (Ear* ear : {&stranger, &host, &other}) again.leave(*ear);
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

// ---- Games that ended long ago ----

class OldGames : public SlowHall {
 protected:
  static constexpr Time day = Time{24} * 60 * 60 * 1000;

  Retention::Swept sweep(Time at, const std::string& where) {
    std::atomic<bool> stop = false;
    return Retention{log, where, 7 * day}.sweep(at, stop);
  }
  std::string folder() const { return folder_.path("records"); }

 private:
  testing::Folder folder_;
};

TEST_F(OldGames, Leave_the_log_when_their_record_is_in_the_folder) {
  tell(1, with_table("sit"));
  tell(1, with_table("say", R"(,"text":"good evening")"));
  tell(0, with_table("seat_bot", R"(,"level":"student")"));
  tell(0, with_table("start"));
  tell(1, with_table("stand"));  // a bot plays for them
  play_to_the_end();
  const std::string record = *hall.record(table);
  EXPECT_EQ(sweep(now + 6 * day, folder()).removed, 0U) << "it is too young";
  EXPECT_FALSE(std::filesystem::exists(folder()));
  const Retention::Swept swept = sweep(now + 8 * day, folder());
  EXPECT_EQ(swept.removed, 1U);
  EXPECT_FALSE(swept.problem) << *swept.problem;
  EXPECT_EQ(testing::read_file(folder() + "/" + table + ".jsonl"), record);
  const std::string sidecar = testing::read_file(folder() + "/" + table + ".sidecar.json");
  const auto proof = protocol::from_json<protocol::Sidecar>(std::string_view{sidecar});
  ASSERT_TRUE(proof);
  EXPECT_FALSE(live::verify(record, *proof));
  EXPECT_EQ(sidecar.find("Guest"), std::string::npos) << "names stay in the house";
  EXPECT_TRUE(log.read("table/" + table)->empty());
  EXPECT_TRUE(log.read("chat/" + table)->empty());
  EXPECT_EQ(sweep(now + 9 * day, folder()).removed, 0U);
}

TEST_F(OldGames, Stay_if_their_record_cannot_be_written) {
  let_bots_play();
  const std::string nowhere = folder() + "/deep/down";
  const Retention::Swept swept = sweep(now + 8 * day, nowhere);
  EXPECT_EQ(swept.removed, 0U);
  ASSERT_TRUE(swept.problem);
  EXPECT_NE(swept.problem->find(nowhere), std::string::npos) << *swept.problem;
  EXPECT_FALSE(log.read("table/" + table)->empty());
}

TEST_F(OldGames, Games_that_go_on_stay) {
  EXPECT_EQ(sweep(now + 100 * day, folder()).removed, 0U);
  EXPECT_FALSE(log.read("table/" + table)->empty());
}

TEST_F(OldGames, Stay_if_no_record_can_be_made_of_them) {
  log.append({{"table/strange", 1, now, {}, R"({"type":"unheard_of"})", true}}, [](const auto&) {});
  const Retention::Swept swept = sweep(now + 8 * day, folder());
  EXPECT_EQ(swept.removed, 0U);
  EXPECT_EQ(swept.unreadable, 1U);
  EXPECT_FALSE(log.read("table/strange")->empty());
}

// ---- A clock that was set back ----

TEST_F(SlowHall, A_table_written_in_the_future_does_not_wait_for_it) {
  constexpr Time year = Time{365} * 24 * 60 * 60 * 1000;
  const Time earlier = now - year;
  std::deque<std::function<void()>> jobs;
  Hall again{{.log = log,
              .post = [&](auto job) { jobs.push_back(std::move(job)); },
              .think = [&](const std::string&, const std::string&, std::uint64_t,
                           auto job) { jobs.push_back(std::move(job)); },
              .stop_thinking = [](const std::string&, std::uint64_t) {},
              .now = [&] { return earlier; },
              .fail = [](const std::string&) {},
              .alarm_changed = {}},
             {.bot_pause = 0},
             with};
  ASSERT_FALSE(again.take_up());
  EXPECT_EQ(again.clock_behind(), year);
  ASSERT_TRUE(again.wakes_at());
  EXPECT_LE(*again.wakes_at() - earlier, Time{2} * 24 * 60 * 60 * 1000) << "it closes after a day";
}

}  // namespace
}  // namespace tatami::server
