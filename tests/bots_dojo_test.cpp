#include <type_traits>

#include "bots/dojo/allotment.h"
#include "bots/dojo/player.h"
#include "dojo_support.h"
#include "rules/dojo/score.h"

namespace tatami::dojo {
namespace {

using bots::Budget;
using bots::DojoLevel;
using bots::DojoPlayer;
using bots::DojoWeights;
using testing::every_setup;
using testing::setup;

// A bot that is given a State does not compile.
template <class Seen>
concept can_be_chosen_from = requires(const DojoPlayer& player, const Seen& seen,
                                      SplitMix& numbers) { player.choose(seen, numbers); };
static_assert(can_be_chosen_from<View>);
static_assert(!can_be_chosen_from<State>);
static_assert(!can_be_chosen_from<Hidden>);

constexpr Budget few{.iterations = 60};

// Plays to the end; every action must be legal.
State play(const dojo::Setup& at, const PerSeat<const DojoPlayer*>& players, std::uint64_t seed,
           const CardCounts& deck = standard_deck()) {
  SplitMix numbers{seed};
  chance::DojoLuck luck{deck, numbers.next()};
  State state = start(at, deck);
  while (!is_over(state.open)) {
    if (chance_acts(state.open)) {
      apply_unchecked(state, luck.next(state.open));
      continue;
    }
    const Seat seat = state.open.to_act.first();
    const ActionId chosen = players[seat]->choose(view_of(state, seat), numbers);
    const auto next = dojo::apply(state, *unpack(chosen));
    if (!next) {
      ADD_FAILURE() << describe(next.error());
      return state;
    }
    state = *next;
  }
  return state;
}

PerSeat<const DojoPlayer*> all_the_same(const DojoPlayer& player) {
  PerSeat<const DojoPlayer*> players{};
  players.items.fill(&player);
  return players;
}

// The share of victories of one player against others, seats and dealers rotated.
double share(const DojoPlayer& one, const DojoPlayer& others, int games,
             const dojo::Setup& at = {}) {
  double won = 0;
  for (int game = 0; game < games; ++game) {
    dojo::Setup turned = at;
    turned.first_dealer = Seat{game / at.players % at.players};
    const Seat seat{game % at.players};
    auto players = all_the_same(others);
    players[seat] = &one;
    const auto seed = static_cast<std::uint64_t>(game / at.players + 1);
    const SeatSet winners = outcome(play(turned, players, seed).open).winners;
    if (winners.contains(seat)) won += 1.0 / winners.size();
  }
  return won / games;
}

TEST(DojoBots, Know_their_names) {
  for (DojoLevel level : bots::all_dojo_levels)
    EXPECT_EQ(bots::dojo_level_named(bots::name(level)), level);
  EXPECT_FALSE(bots::dojo_level_named("grandmaster"));
  EXPECT_FALSE(bots::dojo_level_named(""));
}

TEST(DojoBots, Play_every_table_to_the_end) {
  for (DojoLevel level : bots::all_dojo_levels) {
    const DojoPlayer player{level, few};
    for (const dojo::Setup& each : every_setup())
      EXPECT_TRUE(is_over(play(each, all_the_same(player), 7).open)) << bots::name(level);
  }
}

TEST(DojoBots, Play_with_other_decks) {
  CardCounts raccoons;
  raccoons[Card{Disciple::raccoon, Belt{5}}] = 60;
  CardCounts many;
  for_each_card([&](Card card) { many[card] = 255; });
  for (DojoLevel level : bots::all_dojo_levels) {
    const DojoPlayer player{level, few};
    for (const CardCounts& deck : {raccoons, many})
      for (const Edition edition : {Edition::fr, Edition::en})
        EXPECT_TRUE(is_over(play(setup(5, edition), all_the_same(player), 3, deck).open));
  }
}

TEST(DojoBots, Do_the_same_again) {
  for (DojoLevel level : bots::all_dojo_levels) {
    const DojoPlayer player{level, few};
    EXPECT_EQ(play(setup(4), all_the_same(player), 11), play(setup(4), all_the_same(player), 11));
  }
}

TEST(DojoBots, Are_of_different_strength) {
  const DojoPlayer random{DojoLevel::random};
  const DojoPlayer novice{DojoLevel::novice};
  const DojoPlayer student{DojoLevel::student};
  const DojoPlayer adept{DojoLevel::adept};
  EXPECT_GT(share(novice, random, 120), 0.45);
  EXPECT_GT(share(student, random, 120), 0.85);
  EXPECT_GT(share(student, novice, 120), 0.5);
  EXPECT_GT(share(adept, student, 160), 0.33);
}

TEST(DojoBots, Search_until_time_is_up) {
  struct Clock {
    int asked = 0;
    static bool is_up(void* clock) { return ++static_cast<Clock*>(clock)->asked > 20; }
  } clock;
  const DojoPlayer sensei{DojoLevel::sensei, {1'000'000'000, Clock::is_up, &clock}};
  SplitMix numbers{1};
  chance::DojoLuck luck{standard_deck(), 5U};
  State state = start(setup(4));
  while (chance_acts(state.open)) apply_unchecked(state, luck.next(state.open));
  sensei.choose(view_of(state, state.open.dealer), numbers);
  EXPECT_LE(clock.asked, 21);
}

// A favourite that falls behind after a few games has mostly been unlucky.
TEST(DojoBots, Sensei_gives_up_the_adepts_choice_only_after_the_whole_budget) {
  constexpr std::uint32_t games = 300;
  struct Count {
    std::uint32_t played = 0;
    static bool never(void* count) { return ++static_cast<Count*>(count)->played, false; }
  } count;
  const DojoPlayer adept{DojoLevel::adept};
  const DojoPlayer sensei{DojoLevel::sensei, {games, Count::never, &count}};
  SplitMix numbers{1};
  chance::DojoLuck luck{standard_deck(), 5U};
  State state = start(setup(4));
  int second_thoughts = 0;
  const auto choose = [&](const State& now, Seat seat) {
    const View view = view_of(now, seat);
    SplitMix same_numbers = numbers;
    const ActionId favourite = adept.choose(view, numbers);
    count.played = 0;
    if (now.open.round == rounds || sensei.choose(view, same_numbers) == favourite)
      return favourite;
    ++second_thoughts;
    EXPECT_GT(count.played + legal_actions(now.open, seat).size(), games);
    return favourite;
  };
  chance::play_out(state, luck, choose, [](const State&, ActionId) {});
  EXPECT_GT(second_thoughts, 5);
}

TEST(DojoBots, Weigh_every_action) {
  const DojoPlayer sensei{DojoLevel::sensei, {.iterations = 400}};
  SplitMix numbers{1};
  chance::DojoLuck luck{standard_deck(), 5U};
  State state = start(setup(4));
  while (chance_acts(state.open)) apply_unchecked(state, luck.next(state.open));
  const View view = view_of(state, state.open.dealer);
  const bots::Opinions opinions = sensei.weigh(view, numbers);
  const ActionList legal = legal_actions(view.open, *view.seat);
  ASSERT_EQ(opinions.size(), legal.size());
  for (std::size_t i = 0; i < legal.size(); ++i) {
    EXPECT_EQ(opinions[i].action, legal[i]);
    EXPECT_EQ(opinions[i].iterations, 100U);
    EXPECT_GT(opinions[i].win, 0.02);
    EXPECT_LT(opinions[i].win, 0.98);
    EXPECT_GT(opinions[i].score, 15);
    EXPECT_LT(opinions[i].score, 45);
  }
}

// The seat that must act there, after a game among adepts.
State last_round(Phase phase) {
  const DojoPlayer adept{DojoLevel::adept};
  for (std::uint64_t seed = 1;; ++seed) {
    SplitMix numbers{seed};
    chance::DojoLuck luck{standard_deck(), numbers.next()};
    State state = start(setup(4));
    while (!is_over(state.open) && (state.open.round < rounds || state.open.phase != phase)) {
      const Seat seat = state.open.to_act.first();
      apply_unchecked(state, chance_acts(state.open) ? luck.next(state.open)
                                                     : adept.choose(view_of(state, seat), numbers));
    }
    if (is_over(state.open)) continue;
    if (legal_actions(state.open, state.open.to_act.first()).size() > 1) return state;
  }
}

// 48 of 60 cards are dealt, so 16 are not open before the last ones are.
TEST(DojoBots, Count_all_ways_the_last_cards_may_lie) {
  const DojoPlayer sensei{DojoLevel::sensei, {.iterations = 20'000}};
  const auto weighed = [&](Phase phase, std::uint64_t seed) {
    const State state = last_round(phase);
    SplitMix numbers{seed};
    return sensei.weigh(view_of(state, state.open.to_act.first()), numbers);
  };
  EXPECT_EQ(weighed(Phase::place_trophy, 1)[0].iterations, 1U) << "all cards lie open";
  EXPECT_EQ(weighed(Phase::swap, 1)[0].iterations, 1U) << "the dealer has won and dealt them";
  EXPECT_EQ(weighed(Phase::ask, 1)[0].iterations, 15U * 14 * 13) << "a player knows their own";
  EXPECT_EQ(weighed(Phase::give, 1)[0].iterations, 15U * 14 * 13) << "one is drawn";
  EXPECT_EQ(weighed(Phase::place_trophy, 1)[0].win, weighed(Phase::place_trophy, 2)[0].win);
}

// The last act leaves nothing to guess: what is expected of it is what the rules make of it (D17,
// D22 and on).
TEST(DojoBots, Games_in_the_mind_end_as_by_the_rules) {
  const DojoPlayer adept{DojoLevel::adept};
  const DojoPlayer sensei{DojoLevel::sensei, {.iterations = 100}};
  int compared = 0;
  for (const dojo::Setup& at : every_setup())
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SplitMix numbers{seed};
      chance::DojoLuck luck{standard_deck(), numbers.next()};
      State state = start(at);
      chance::play_out(
          state, luck,
          [&](const State& now, Seat seat) {
            const View view = view_of(now, seat);
            if (now.open.round < rounds || now.open.phase != Phase::place_trophy)
              return adept.choose(view, numbers);
            SplitMix same_numbers = numbers;
            for (const bots::Opinion& opinion : sensei.weigh(view, same_numbers)) {
              State end = now;
              apply_unchecked(end, opinion.action);
              const Outcome came = outcome(end.open);
              const bool won = came.winners.contains(seat);
              EXPECT_EQ(opinion.win, won ? 1.0 / came.winners.size() : 0);
              EXPECT_EQ(opinion.score, came.scores[seat]);
              ++compared;
            }
            return adept.choose(view, numbers);
          },
          [](const State&, ActionId) {});
    }
  EXPECT_GT(compared, 50);
}

// ---- Dealing in games played out ----

using Given = std::array<std::uint8_t, most_players>;

TEST(Allotment, The_dealer_keeps_the_belt_that_wins_the_trophy) {
  const std::vector<Card> cards = {{Disciple::fox, Belt{1}},
                                   {Disciple::fox, Belt{5}},
                                   {Disciple::fox, Belt{4}},
                                   {Disciple::fox, Belt{2}},
                                   {Disciple::fox, Belt{3}}};
  const mind::Offers nothing{};
  mind::Allotment allotment{3, false, cards};
  allotment.add(0, 1, 3 * mind::point, nothing);
  allotment.add(1, -0.5, 3 * mind::point, nothing);
  allotment.add(2, -0.5, 0, nothing);
  const Given given = allotment.deal();
  EXPECT_GT(cards[given[0]].belt(), cards[given[1]].belt());
}

TEST(Allotment, Cards_go_where_they_serve_the_dealer) {
  const std::vector<Card> cards = {
      {Disciple::bear, Belt{1}}, {Disciple::fox, Belt{1}}, {Disciple::crane, Belt{1}}};
  const auto likes = [](Disciple disciple) {
    mind::Offers offers{};
    offers.rows[static_cast<std::size_t>(disciple)].fill(4 * mind::point);
    return offers;
  };
  mind::Allotment allotment{3, false, cards};
  allotment.add(0, 1, 0, likes(Disciple::crane));
  allotment.add(1, -0.9, 0, likes(Disciple::fox));
  allotment.add(2, -0.1, 0, likes(Disciple::fox));
  EXPECT_EQ(allotment.deal(), (Given{2, 0, 1})) << "the fox to the less dangerous one";
}

TEST(DojoBots, D20_throws_are_mixed) {
  dojo::Setup black = setup(4);
  black.black_belt = true;
  testing::Match match{black};
  match.recruit({"M3", "F3", "T3", "C3"}).play({testing::challenge(1)});
  ASSERT_EQ(match.open().phase, Phase::throws);
  for (DojoLevel level : bots::all_dojo_levels) {
    const DojoPlayer player{level, few};
    SplitMix numbers{9};
    std::array<int, 3> thrown{};
    for (int i = 0; i < 300; ++i)
      ++thrown[static_cast<std::size_t>(
          player.choose(view_of(match.state, Seat{1}), numbers).gesture())];
    for (int times : thrown) EXPECT_GT(times, 60) << bots::name(level);
  }
}

// Two states that look the same to a seat get the same action from it.
TEST(DojoBots, D21_choose_by_what_they_know) {
  testing::Match one{setup(4)};
  one.recruit({"M5", "F3", "T2", "C4"});
  testing::Match other{setup(4)};
  other.recruit({"B1", "F3", "R5", "M4"});
  ASSERT_EQ(view_of(one.state, Seat{1}), view_of(other.state, Seat{1}));
  for (DojoLevel level : bots::all_dojo_levels) {
    const DojoPlayer player{level, few};
    SplitMix a{4};
    SplitMix b{4};
    EXPECT_EQ(player.choose(view_of(one.state, Seat{1}), a),
              player.choose(view_of(other.state, Seat{1}), b));
  }
}

// ---- Weights ----

TEST(DojoWeights, Are_read_as_they_were_written) {
  const DojoWeights& learned = bots::learned_dojo_weights();
  const auto read = bots::read_dojo_weights(bots::write_dojo_weights(learned));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, learned);
}

TEST(DojoWeights, In_the_repository_are_sound) {
  const DojoWeights& learned = bots::learned_dojo_weights();
  EXPECT_NE(learned.outlooks[0][6], mind::hand_made_outlooks(Edition::fr)[6]);
  EXPECT_NE(learned.belief, mind::plain_belief());
}

TEST(DojoWeights, Damaged_ones_are_refused) {
  const std::string good = bots::write_dojo_weights(bots::learned_dojo_weights());
  const auto wrong = [](const std::string& text) {
    const auto read = bots::read_dojo_weights(text);
    return read.ok() ? std::string{} : read.error();
  };
  EXPECT_EQ(wrong(good), "");
  const std::string not_ours = "not Dojo weights of version 2; write them with tatami train dojo";
  EXPECT_EQ(wrong(""), not_ours);
  EXPECT_EQ(wrong("tatami dojo weights, version 1\n"), not_ours);
  EXPECT_EQ(wrong(good.substr(0, good.size() / 2)), "the weights end too early");
  std::string more = good;
  more.insert(more.rfind(")weights"), "1\n");
  EXPECT_EQ(wrong(more), "something follows the weights");
  std::string changed = good;
  char& digit = changed[changed.find("\n0 ") == std::string::npos ? 60 : changed.find("\n0 ") + 1];
  digit = digit == '7' ? '8' : '7';
  EXPECT_EQ(wrong(changed), "the weights are damaged: wrong checksum");
  std::string letter = good;
  letter[good.size() / 2] = 'x';
  EXPECT_NE(wrong(letter), "");
}

}  // namespace
}  // namespace tatami::dojo
