#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "bots/dojo/learn.h"
#include "bots/dojo/player.h"
#include "bots/dojo/standing.h"
#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/learning_curve.h"
#include "cli/plot.h"
#include "cli/progress.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

using namespace dojo;
using bots::DojoLevel;
using bots::DojoPlayer;
using bots::DojoWeights;
using mind::Lessons;

namespace {

constexpr std::uint64_t generations = 4;
constexpr std::uint64_t games_by_the_clock = 5000;  // of a generation, when minutes are given
constexpr std::uint64_t most_games_to_measure = 1200;

// Who sits at a table of a lesson. Against itself alone a player learns to beat itself alone.
class Company {
 public:
  Company(const DojoWeights& newest, const DojoWeights& before, SplitMix& numbers)
      : newest_(DojoLevel::adept, {}, newest), before_(DojoLevel::adept, {}, before) {
    for (Seat seat : all_seats(most_players)) {
      const std::uint32_t lot = numbers.below(100);
      players_[seat] = lot < 60   ? &newest_
                       : lot < 70 ? &before_
                       : lot < 95 ? &student_
                       : lot < 97 ? &novice_
                                  : &random_;
    }
  }
  Company(const Company&) = delete;
  Company& operator=(const Company&) = delete;
  ~Company() = default;
  const DojoPlayer& operator[](Seat seat) const { return *players_[seat]; }

 private:
  DojoPlayer newest_;
  DojoPlayer before_;
  DojoPlayer student_{DojoLevel::student};
  DojoPlayer novice_{DojoLevel::novice};
  DojoPlayer random_{DojoLevel::random};
  PerSeat<const DojoPlayer*> players_{};
};

// One game, from which is kept what every adept's dojo looked like after every round: it is worth
// what someone makes of it who plays like those who will ask.
class LessonGame {
 public:
  LessonGame(Company& company, SplitMix& numbers)
      : company_(company), numbers_(numbers), state_(start(any_table(numbers))) {}

  void play(Lessons& lessons) {
    chance::DojoLuck luck{standard_deck(), numbers_.next()};
    chance::play_out(
        state_, luck, [&](const State& now, Seat seat) { return choose(now, seat); },
        [&](const State& now, ActionId action) { see(now, action, lessons); });
    const Outcome end = outcome(state_.open);
    for (const Seen& seen : seen_)
      lessons.add(state_.open.table.edition, seen.cards, seen.features, end.scores[seen.seat]);
  }

 private:
  struct Seen {
    Seat seat;
    std::size_t cards;
    mind::Features features;
  };

  static Table any_table(SplitMix& numbers) {
    constexpr std::array<std::uint8_t, 4> sizes = {3, 4, 4, 5};
    Table table;
    table.players = sizes[numbers.below(sizes.size())];
    table.edition = static_cast<Edition>(numbers.below(2));
    table.first_dealer = Seat{static_cast<int>(numbers.below(table.players))};
    return table;
  }

  // Now and then a card goes anywhere, so that unusual dojos are seen too.
  ActionId choose(const State& now, Seat seat) {
    if (now.open.phase == Phase::train && numbers_.below(100) < 4) {
      const ActionList legal = legal_actions(now.open, seat);
      return legal[numbers_.below(static_cast<std::uint32_t>(legal.size()))];
    }
    return company_[seat].choose(view_of(now, seat), numbers_);
  }

  void see(const State& now, ActionId action, Lessons& lessons) {
    const Open& open = now.open;
    if (open.round > rounds_seen_) {
      rounds_seen_ = open.round;
      const mind::Supply supply{open.pool};
      for (Seat seat : all_seats(open.table.players)) {
        if (company_[seat].level() != DojoLevel::adept) continue;
        seen_.push_back({seat, open.round - 1U,
                         mind::features_of(mind::Floor{open.dojos[seat], open.table.edition},
                                           supply, mind::deals_ahead(open, seat))});
      }
    }
    if (action.kind() != Kind::answer) return;
    lessons.was_asked(open, now.hidden.hands[action.seat()].belt(), action.yes());
    if (action.seat() != left_of(open.dealer, open.table.players)) return;
    std::size_t before = 0;
    while (open.giving_order[before] != open.dealer) ++before;
    lessons.dealer_kept(open, before, now.hidden.hands[open.dealer].belt());
  }

  Company& company_;
  SplitMix& numbers_;
  State state_;
  std::vector<Seen> seen_;
  int rounds_seen_ = 0;
};

// Calls play(game, thread) for every game, on all threads.
template <class Play>
void on_threads(std::uint64_t games, unsigned threads, Progress& progress, const Play& play) {
  std::atomic<std::uint64_t> next = 0;
  std::vector<std::jthread> workers;
  workers.reserve(threads);
  for (unsigned thread = 0; thread < threads; ++thread)
    workers.emplace_back([&, thread] {
      for (std::uint64_t game = next++; game < games; game = next++) {
        play(game, thread);
        progress.add(1);
      }
    });
}

SplitMix numbers_of(std::uint64_t seed, std::uint64_t generation, std::uint64_t game) {
  return SplitMix{SplitMix{seed ^ SplitMix{(generation << 40U) + game}.next()}.next()};
}

// How often one adept wins against three students, seats rotated.
ShareSeen measure(const DojoWeights& weights, std::uint64_t games, std::uint64_t seed,
                  unsigned threads, Progress& progress) {
  constexpr std::uint64_t sixtieths = 60;  // one to five divide them evenly
  std::atomic<std::uint64_t> won = 0;
  on_threads(games, threads, progress, [&](std::uint64_t game, unsigned) {
    const DojoPlayer adept{DojoLevel::adept, {}, weights};
    const DojoPlayer student{DojoLevel::student};
    SplitMix numbers = numbers_of(~seed, 0, game);  // the same games each time
    chance::DojoLuck luck{standard_deck(), numbers.next()};
    Table table;
    table.first_dealer = Seat{static_cast<int>(game / table.players % table.players)};
    const Seat one{static_cast<int>(game % table.players)};
    State state = start(table);
    const auto choose = [&](const State& now, Seat seat) {
      return (seat == one ? adept : student).choose(view_of(now, seat), numbers);
    };
    chance::play_out(state, luck, choose, [](const State&, ActionId) {});
    const SeatSet winners = outcome(state.open).winners;
    if (winners.contains(one)) won += sixtieths / static_cast<std::uint64_t>(winners.size());
  });
  const double share = static_cast<double>(won) / static_cast<double>(games * sixtieths);
  return {share, 1.96 * std::sqrt(share * (1 - share) / static_cast<double>(games))};
}

class Training {
 public:
  explicit Training(const TrainOptions& options)
      : options_(options),
        threads_(options.threads > 0 ? options.threads
                                     : std::max(1U, std::thread::hardware_concurrency())),
        by_the_clock_(options.minutes > 0),
        games_(by_the_clock_ ? games_by_the_clock
                             : std::max<std::uint64_t>(1, options.games / generations)),
        measured_(std::min(games_, most_games_to_measure)) {
    newest_ = before_ = all_.learn();  // nothing seen: made by hand
  }

  void run() {
    fmt::print("generation     games   against three students\n");
    for (std::uint64_t generation = 1; !done(generation); ++generation) {
      Progress progress{games_ + measured_};
      play(generation, progress);
      before_ = newest_;
      newest_ = all_.learn();  // from all games so far: the more kinds of players, the better
      curve_.push_back(measure(newest_, measured_, options_.seed, threads_, progress));
      fmt::print("{:10} {:9}   {:5.1f} ± {:.1f} %\n", generation, generation * games_,
                 100 * curve_.back().share, 100 * curve_.back().uncertainty);
      std::fflush(stdout);
    }
  }

  const DojoWeights& weights() const { return newest_; }
  const std::vector<ShareSeen>& curve() const { return curve_; }
  std::uint64_t games() const { return games_; }

 private:
  bool done(std::uint64_t generation) const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began_;
    return by_the_clock_ ? generation > 1 && passed.count() >= 60 * options_.minutes
                         : generation > generations;
  }

  void play(std::uint64_t generation, Progress& progress) {
    std::vector<Lessons> lessons(threads_);
    on_threads(games_, threads_, progress, [&](std::uint64_t game, unsigned thread) {
      SplitMix numbers = numbers_of(options_.seed, generation, game);
      Company company{newest_, before_, numbers};
      LessonGame{company, numbers}.play(lessons[thread]);
    });
    for (const Lessons& each : lessons) all_.add(each);
  }

  const TrainOptions& options_;
  unsigned threads_;
  bool by_the_clock_;
  std::uint64_t games_;     // of a generation
  std::uint64_t measured_;  // after each
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  Lessons all_;
  DojoWeights newest_;
  DojoWeights before_;
  std::vector<ShareSeen> curve_;
};

}  // namespace

int train_dojo(const TrainOptions& options) {
  Training training{options};
  training.run();
  if (!write_file(options.out, bots::write_dojo_weights(training.weights()))) return bad_input;
  fmt::print("The weights are in {}.\n", options.out);
  if (options.curve.empty()) return ok;
  if (!write_file(options.curve, draw_curve(training.curve(), training.games()))) return bad_input;
  fmt::print("The learning curve is in {}.\n", options.curve);
  return ok;
}

}  // namespace tatami::cli
