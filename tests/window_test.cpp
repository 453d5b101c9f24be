#include <gtest/gtest.h>

#include <functional>

#include "live/tatamokatsu/claims.h"
#include "live/tatamokatsu/window.h"
#include "table_support.h"

// Tatamokatsu's window at a live table: who is judged, and by what.
namespace tatami::table {
namespace {

using protocol::Refusal;
using testing::Match;
using testing::one_decision;
using testing::seat_all;
using testing::tatamokatsu_settings;

struct Reflex {
  int seat;
  int at;  // as the client says
  std::string deed;
};

// People at a table of Tatamokatsu, each on a connection of their own.
class Race {
 public:
  Race(int people, std::uint64_t seed)
      : players(people), match{tatamokatsu_settings(people), seed} {
    seat_all(match, players);
  }

  bool is_window_open() {
    const json::Value* phase = match.clients[Match::guest(0)].tatamokatsu.find("phase");
    return phase && phase->text == "window";
  }

  // The same round trip again and again: after a while it is what the table believes.
  void measure(int seat, int round_trip) {
    lines[seat] = round_trip;
    for (int i = 0; i < 40; ++i) match.rehearsal.pong(Match::guest(seat), {round_trip});
  }

  // Everything but reactions, until dice lie there or the game is over.
  void go_on() {
    while (!match.over() && !is_window_open()) {
      for (const auto& [seat, round_trip] : lines)
        match.rehearsal.pong(Match::guest(seat), {round_trip});
      bool threw = false;
      for (int i = 0; i < players && !threw; ++i)
        threw = !match.tell(Match::guest(i), R"({"type":"throw_dice","table":"t1"})");
      if (!threw && !one_decision(match, players)) match.wait();
    }
    opened = match.now;
  }

  std::optional<Refusal> react(const Reflex& reflex) {
    const std::string who = Match::guest(reflex.seat);
    return match.tell(who, match.act_text(who, R"({"seat":)" + std::to_string(reflex.seat) +
                                                   R"(,"at":)" + std::to_string(reflex.at) +
                                                   R"(,"do":")" + reflex.deed + "\"}"));
  }

  // Each reflex arrives after so many milliseconds on its line; time passes until the verdict.
  void run(const std::vector<Reflex>& reflexes, const std::vector<int>& on_the_way) {
    std::multimap<Time, Reflex> arriving;
    for (std::size_t i = 0; i < reflexes.size(); ++i)
      arriving.emplace(opened + reflexes[i].at + on_the_way[i], reflexes[i]);
    for (const auto& [arrival, reflex] : arriving) {
      while (is_window_open() && *match.table().wakes_at() < arrival) match.wait();
      if (!is_window_open()) return;
      match.now = arrival;
      react(reflex);
    }
    while (is_window_open()) match.wait();
  }

  int players;
  Match match;
  std::map<int, int> lines;
  Time opened = 0;
};

std::vector<Reflex> some_reflexes(int players, SplitMix& numbers) {
  static constexpr std::array<std::string_view, 4> deeds = {"shout", "salute", "slap", "shout"};
  std::vector<Reflex> reflexes;
  for (int seat = 0; seat < players; ++seat)
    for (std::uint32_t n = numbers.below(3); n > 0; --n)
      // Few different times, so that there are ties.
      reflexes.push_back({seat, 200 + 50 * static_cast<int>(numbers.below(12)),
                          std::string{deeds[numbers.below(deeds.size())]}});
  return reflexes;
}

// The verdict of a roll that lies there, if reactions come in late by up to what their lines allow.
std::string verdict_of(const Match& before, int players, const std::vector<Reflex>& reflexes,
                       SplitMix& delays) {
  Race race{players, 1};
  race.match.log = before.log;
  race.match.now = before.now;
  race.match.restart();
  for (int seat = 0; seat < players; ++seat) {
    race.match.come(seat);
    race.measure(seat, 70 * seat);
  }
  race.match.wait();  // the faces are shown again
  race.opened = race.match.now;
  PerSeat<int> delay{};  // what one person sends keeps its order
  for (Seat seat : all_seats(players))
    delay[seat] = static_cast<int>(delays.below(70U * seat.value + 1U));
  std::vector<int> late;
  for (const Reflex& reflex : reflexes)
    late.push_back(delay[Seat{static_cast<std::uint8_t>(reflex.seat)}]);
  race.run(reflexes, late);
  const json::Value judged = testing::parsed(race.match.log.back());
  EXPECT_EQ(judged.find("type")->text, "judged");
  return testing::canonical(*judged.find("moves"));
}

TEST(Window, The_verdict_does_not_depend_on_the_order_of_arrival) {
  int windows = 0;
  std::set<std::string> different;
  for (int players = 2; players <= 5; ++players)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Race race{players, seed};
      SplitMix numbers{seed};
      while (!race.match.over()) {
        race.match.wait();  // nobody does anything: substitutes play
        if (!race.match.log.back().starts_with(R"({"type":"rolled")")) continue;
        const std::vector<Reflex> reflexes = some_reflexes(players, numbers);
        const std::string verdict = verdict_of(race.match, players, reflexes, numbers);
        ASSERT_EQ(verdict_of(race.match, players, reflexes, numbers), verdict);
        different.insert(verdict);
        ++windows;
      }
    }
  EXPECT_GT(windows, 150);
  EXPECT_GT(different.size(), 100U);
}

TEST(Window, A_player_back_in_the_middle_of_a_roll_leaves_it_to_their_substitute) {
  Race race{3, 31};
  race.match.leave(1);
  while (
      !race.match.clients[Match::guest(0)].table.find("chairs")->items[1].find("away")->boolean) {
    race.go_on();
    race.run({}, {});
  }
  race.go_on();
  race.match.come(1);
  race.match.now = race.opened + 150;
  EXPECT_EQ(race.react({1, 150, "shout"}), Refusal::against_the_rules);
  EXPECT_FALSE(race.react({0, 150, "salute"}));
  race.run({}, {});
  race.go_on();
  race.match.now = race.opened + 150;
  EXPECT_FALSE(race.react({1, 150, "salute"}));
}

TEST(Window, Lag_is_settled_when_the_faces_go_out) {
  Race race{2, 31};
  race.measure(0, 10);
  race.go_on();
  race.measure(0, 390);  // suddenly slow: no more credit for this roll
  race.match.now = race.opened + 500;
  EXPECT_FALSE(race.react({0, 120, "salute"}));
  race.run({}, {});
  const auto sidecar = race.match.log;
  const std::string& judged = *std::ranges::find_if(
      sidecar.rbegin(), sidecar.rend(),
      [](const std::string& entry) { return entry.starts_with("{\"type\":\"judged\""); });
  const json::Value reaction = testing::parsed(judged).find("reactions")->items.front();
  EXPECT_GE(reaction.find("at")->integer, 480);
  EXPECT_LE(reaction.find("credit")->integer, 20);
}

TEST(Window, After_a_restart_the_roll_lies_there_until_all_are_back) {
  Race race{3, 31};
  race.go_on();
  Match& match = race.match;
  match.restart();
  const auto opens = [&] { return *match.table().wakes_at() - match.now; };
  for (int i = 0; i < 2; ++i) {
    match.come(i);
    EXPECT_EQ(opens(), match.pace.away_after) << "somebody is still missing";
  }
  match.come(2);
  EXPECT_LE(opens(), 3000);
  match.wait();
  race.opened = match.now;
  match.now += 300;
  EXPECT_FALSE(race.react({1, 290, "salute"}));
}

TEST(Window, A_connection_with_a_later_message_is_not_waited_for) {
  Race race{2, 31};
  race.measure(0, 300);
  race.measure(1, 300);
  race.go_on();
  race.match.now = race.opened + 5000 - 100;  // the window of T19 closes at 5000
  EXPECT_FALSE(race.react({0, 4700, "salute"}));
  const Time patient = *race.match.table().wakes_at();
  race.match.now = race.opened + 5000 + 250;
  if (race.is_window_open()) race.react({0, 5100, "salute"});
  if (race.is_window_open()) race.react({1, 5100, "salute"});
  EXPECT_FALSE(race.is_window_open());
  EXPECT_GT(patient, race.match.now);
}

// A shout that came too late is told as one, not as no reaction.
TEST(Window, A_reaction_just_after_a_claim_is_in_the_photo_finish) {
  Race race{3, 31};
  const auto can_be_claimed = [&] {
    const json::Value& position = race.match.clients[Match::guest(0)].tatamokatsu;
    return position.find("meaning")->find("tatamokatsu")->boolean;
  };
  for (race.go_on(); !can_be_claimed(); race.go_on()) race.run({}, {});
  race.run({{0, 300, "shout"}, {1, 300 + live::photo_finish, "shout"}}, {0, 0});
  EXPECT_FALSE(race.is_window_open());
  const auto judged = std::ranges::find_if(
      race.match.log.rbegin(), race.match.log.rend(),
      [](const std::string& entry) { return entry.starts_with("{\"type\":\"judged\""); });
  ASSERT_NE(judged, race.match.log.rend());
  const json::Value told = testing::parsed(*judged);
  const auto& reactions = told.find("reactions")->items;
  ASSERT_EQ(reactions.size(), 2U);
  EXPECT_TRUE(reactions[0].find("counted")->boolean);
  EXPECT_EQ(reactions[1].find("seat")->integer, 1);
  EXPECT_EQ(reactions[1].find("at")->integer, 300 + live::photo_finish);
  EXPECT_FALSE(reactions[1].find("counted")->boolean);
}

TEST(Window, A_disconnected_player_is_not_waited_for) {
  Race race{3, 31};
  race.measure(2, 300);
  race.go_on();
  const Time patient = *race.match.table().wakes_at();
  race.match.leave(2);
  EXPECT_LE(*race.match.table().wakes_at(), patient - 300);
}

// The lag made good beyond the real one, on a connection of 80 ms that varies.
std::int64_t gained(const std::function<std::int32_t(std::int32_t lag, std::int32_t most)>& claim,
                    int rolls, std::uint64_t seed) {
  SplitMix numbers{seed};
  live::Lag lag;
  live::Claims claims;
  Time now = 0;
  const auto trip = [&] { return 70 + static_cast<std::int32_t>(numbers.below(21)); };
  std::int64_t sum = 0;
  for (int roll = 0; roll < rolls; ++roll) {
    for (int i = 0; i < 10; ++i) lag.pong({trip()}, now += 1000);
    claims.open(lag, now, live::default_lag_cap);
    const std::int32_t real = trip();
    sum += claims.grant(claim(real, claims.most()), live::Deed::shout) - real;
    claims.close();
  }
  return sum;
}

TEST(Claims, An_honest_client_loses_and_gains_nothing) {
  std::int64_t sum = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed)
    sum += gained([](std::int32_t lag, std::int32_t) { return lag; }, 30, seed);
  EXPECT_LE(std::abs(sum), 100 * 30 * 2) << "2 ms a roll";
}

TEST(Claims, A_client_that_lies_gains_once_not_at_every_roll) {
  const auto just_believed = [](std::int32_t, std::int32_t most) { return most; };
  const auto beyond_belief = [](std::int32_t, std::int32_t) { return 400; };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::int64_t first = gained(just_believed, 1, seed);
    EXPECT_GT(first, 5) << "a lie within what jitter explains is believed at first";
    EXPECT_LE(gained(just_believed, 30, seed), 30 * 6) << seed;
    EXPECT_LE(std::abs(gained(beyond_belief, 30, seed)), 30 * 4) << seed;
  }
}

TEST(Claims, Of_a_connection_that_answers_no_ping_nothing_is_made_good) {
  live::Claims claims;
  claims.open(live::Lag{}, 0, live::default_lag_cap);
  EXPECT_EQ(claims.grant(200, live::Deed::shout), 0);
  EXPECT_EQ(claims.hears_after(), 0);
}

TEST(Claims, A_lie_is_not_diluted_by_honest_reactions_beside_it) {
  live::Lag lag;
  for (int i = 0; i < 40; ++i) lag.pong({60 + i % 2 * 40}, Time{1000} * i);
  const auto after = [&](bool dilutes) {
    live::Claims claims;
    for (int roll = 0; roll < 10; ++roll) {
      claims.open(lag, 40'000, live::default_lag_cap);
      if (dilutes) (void)claims.grant(0, live::Deed::salute);
      (void)claims.grant(claims.most(), live::Deed::shout);
      if (dilutes) (void)claims.grant(0, live::Deed::shout);
      if (dilutes) (void)claims.grant(0, live::Deed::salute);
      claims.close();
    }
    claims.open(lag, 40'000, live::default_lag_cap);
    return claims.grant(claims.most(), live::Deed::shout);
  };
  EXPECT_EQ(after(true), after(false));
}

TEST(Claims, Debts_outlive_a_connection) {
  live::Lag lag;
  for (int i = 0; i < 40; ++i) lag.pong({60 + i % 2 * 40}, Time{1000} * i);
  live::Claims claims;
  for (int roll = 0; roll < 10; ++roll) {
    claims.open(lag, 40'000, live::default_lag_cap);
    (void)claims.grant(claims.most(), live::Deed::shout);
    claims.close();
  }
  claims.open(lag, 40'000, live::default_lag_cap);
  const std::int32_t in_debt = claims.grant(claims.most(), live::Deed::shout);
  claims.close();
  claims.forget();
  claims.open(lag, 40'000, live::default_lag_cap);
  EXPECT_LE(claims.grant(claims.most(), live::Deed::shout), in_debt);
}

TEST(Lag, TCP_bounds_it_where_no_proxy_stands_between) {
  live::Lag lag;
  const live::KernelLag kernel{80, 4, 70};
  for (int i = 0; i < 40; ++i) lag.pong({480 + i % 2 * 300, kernel}, Time{1000} * i);
  EXPECT_EQ(lag.mean(40'000), 80 + live::Lag::program);
  EXPECT_EQ(lag.spread(40'000), 4 + live::Lag::program / 2);
  EXPECT_EQ(lag.fastest(40'000), 70);
  live::Lag shorter;  // pings that are quicker than TCP says count as they are
  for (int i = 0; i < 40; ++i) shorter.pong({60, kernel}, Time{1000} * i);
  EXPECT_EQ(shorter.mean(40'000), 60);
  EXPECT_EQ(shorter.fastest(40'000), 60);
}

TEST(Window, A_noise_is_heard_when_no_answer_can_come_before_it) {
  Race race{3, 31};
  const std::vector<int> round_trips = {10, 90, 300};
  SplitMix jitter{7};
  for (int i = 0; i < 40; ++i)
    for (int seat = 0; seat < 3; ++seat)
      race.match.rehearsal.pong(Match::guest(seat), {round_trips[static_cast<std::size_t>(seat)] +
                                                     static_cast<int>(jitter.below(40))});
  race.go_on();
  const auto heard = [&](int who) {
    return std::ranges::count_if(
        race.match.clients[Match::guest(who)].mail,
        [](const std::string& letter) { return letter.starts_with(R"({"type":"heard")"); });
  };
  race.match.now = race.opened + 320;
  ASSERT_FALSE(race.react({0, 300, "salute"}));
  EXPECT_EQ(heard(0), 1) << "their own";
  EXPECT_EQ(heard(2), 0);
  EXPECT_EQ(heard(9), 0) << "nor do those who watch, and might tell";
  while (heard(2) == 0 && race.is_window_open()) race.match.wait();
  ASSERT_EQ(heard(2), 1);
  // The quickest answer to the noise, on the fastest way that was ever measured.
  race.match.now += 300;
  ASSERT_FALSE(race.react({2, 150, "salute"}));
  while (race.is_window_open()) race.match.wait();
  const std::string& judged = *std::ranges::find_if(
      race.match.log.rbegin(), race.match.log.rend(),
      [](const std::string& entry) { return entry.starts_with("{\"type\":\"judged\""); });
  const json::Value verdict = testing::parsed(judged);
  ASSERT_EQ(verdict.find("reactions")->items.size(), 2U);
  EXPECT_EQ(verdict.find("reactions")->items[0].find("seat")->integer, 0);
  EXPECT_EQ(verdict.find("reactions")->items[1].find("seat")->integer, 2);
}

}  // namespace
}  // namespace tatami::table
