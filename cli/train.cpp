#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bots/dojo/learn.h"
#include "bots/dojo/player.h"
#include "bots/dojo/standing.h"
#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/learning_curve.h"
#include "cli/plot.h"
#include "cli/progress.h"
#include "cli/state_file.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

using namespace dojo;
using bots::DojoLevel;
using bots::DojoPlayer;
using bots::DojoWeights;
using mind::Lessons;

namespace {

constexpr std::uint64_t generations = 4;
constexpr std::uint64_t games_by_the_clock = 5000;  // per generation, when minutes are given
constexpr std::uint64_t most_games_to_measure = 1200;

// The players of a training game. A player trained only against itself learns to beat only itself.
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

// Plays one game and records what every adept's dojo looked like after every round. Others' dojos
// do not count: a dojo is worth what a player like the adept makes of it.
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
      lessons.add(state_.open.setup.edition, seen.cards, seen.features, end.scores[seen.seat]);
  }

 private:
  struct Seen {
    Seat seat;
    std::size_t cards;
    mind::Features features;
  };

  static Setup any_table(SplitMix& numbers) {
    constexpr std::array<std::uint8_t, 4> sizes = {3, 4, 4, 5};
    Setup setup;
    setup.players = sizes[numbers.below(sizes.size())];
    setup.edition = static_cast<Edition>(numbers.below(2));
    setup.first_dealer = Seat{static_cast<int>(numbers.below(setup.players))};
    return setup;
  }

  // Now and then a card is placed at random, so that unusual dojos are seen too.
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
      for (Seat seat : all_seats(open.setup.players)) {
        if (company_[seat].level() != DojoLevel::adept) continue;
        seen_.push_back({seat, open.round - 1U,
                         mind::features_of(mind::Floor{open.dojos[seat], open.setup.edition},
                                           supply, mind::deals_ahead(open, seat))});
      }
    }
    if (action.kind() != Kind::answer) return;
    lessons.was_asked(open, now.hidden.hands[action.seat()].belt(), action.yes());
    if (action.seat() != left_of(open.dealer, open.setup.players)) return;
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

SplitMix numbers_of(std::uint64_t seed, std::uint64_t generation, std::uint64_t game) {
  return SplitMix{SplitMix{seed ^ SplitMix{(generation << 40U) + game}.next()}.next()};
}

constexpr std::uint64_t sixtieths = 60;  // 60 is divisible by one to five winners

// One adept against three students, seats rotated: how many sixtieths of the win the adept gets.
std::uint64_t measure_one(const DojoWeights& weights, std::uint64_t game, std::uint64_t seed) {
  const DojoPlayer adept{DojoLevel::adept, {}, weights};
  const DojoPlayer student{DojoLevel::student};
  SplitMix numbers = numbers_of(~seed, 0, game);  // the same games each time
  chance::DojoLuck luck{standard_deck(), numbers.next()};
  Setup setup;
  setup.first_dealer = Seat{static_cast<int>(game / setup.players % setup.players)};
  const Seat one{static_cast<int>(game % setup.players)};
  State state = start(setup);
  const auto choose = [&](const State& now, Seat seat) {
    return (seat == one ? adept : student).choose(view_of(now, seat), numbers);
  };
  chance::play_out(state, luck, choose, [](const State&, ActionId) {});
  const SeatSet winners = outcome(state.open).winners;
  return winners.contains(one) ? sixtieths / static_cast<std::uint64_t>(winners.size()) : 0;
}

void exchange(Archive& archive, DojoWeights& weights) {
  std::string text = bots::write_dojo_weights(weights);
  archive.exchange(text);
  const auto read = bots::read_dojo_weights(text);
  if (read)
    weights = *read;
  else
    archive.fail();
}

class Training {
 public:
  explicit Training(const TrainOptions& options)
      : options_(options),
        file_(options.resume, "train dojo", run_options(options)),
        threads_(options.threads > 0 ? options.threads
                                     : std::max(1U, std::thread::hardware_concurrency())),
        by_the_clock_(options.minutes > 0),
        games_(by_the_clock_ ? games_by_the_clock
                             : std::max<std::uint64_t>(1, options.games / generations)),
        measured_(std::min(games_, most_games_to_measure)) {}

  // Begins, or goes on where an earlier run stopped. Returns what is wrong with its file, if
  // anything.
  std::optional<std::string> resume() {
    const auto state = file_.read();
    if (!state) return state.error().what;
    if (state->empty()) {
      newest_ = before_ = all_.learn();  // without games: the hand-made values
      return {};
    }
    Archive archive{*state};
    exchange(archive);
    if (!archive.is_complete() || played_ > games_ || tested_ > measured_)
      return file_.path() + ": is damaged; remove it to start again";
    return {};
  }

  void run() {
    fmt::print("generation     games   against three students\n");
    for (std::size_t i = 0; i < curve_.size(); ++i) fmt::print("{}", row(i));
    {
      Progress progress = by_the_clock_
                              ? Progress{seconds_left()}
                              : Progress{generations * (games_ + measured_),
                                         curve_.size() * (games_ + measured_) + played_ + tested_};
      while (!is_done() && !is_interrupted()) {
        play(progress);
        if (is_interrupted()) break;
        measure(progress);
        if (is_interrupted()) break;
        end_generation();
        progress.print(row(curve_.size() - 1));
      }
    }
    saved_ &= save();
  }

  bool has_learned() const { return !curve_.empty(); }
  // Of the last generation that was finished.
  const DojoWeights& weights() const { return played_ == games_ ? before_ : newest_; }
  const std::vector<ShareSeen>& curve() const { return curve_; }
  std::uint64_t games() const { return games_; }
  bool is_saved() const { return saved_; }

  void tell_interruption() const {
    fmt::print("Interrupted after {} games of generation {}.\n", played_, curve_.size() + 1);
    if (file_.is_used() && saved_)
      fmt::print("Saved to {}; the same command goes on from there.\n", file_.path());
  }

 private:
  using Seconds = std::chrono::duration<double>;

  static RunOptions run_options(const TrainOptions& options) {
    return {{"--games", std::to_string(options.games)},
            {"--minutes", std::to_string(options.minutes)},
            {"--seed", std::to_string(options.seed)}};
  }

  Seconds passed() const {
    return Seconds{seconds_before_} + (std::chrono::steady_clock::now() - began_);
  }
  Seconds seconds_left() const {
    return std::max(Seconds{60 * options_.minutes} - passed(), Seconds{1});
  }

  bool is_done() const {
    return by_the_clock_
               ? has_learned() && played_ == 0 && passed() >= Seconds{60 * options_.minutes}
               : curve_.size() == generations;
  }

  void exchange(Archive& archive) {
    double seconds = passed().count();
    archive.exchange(seconds);
    std::uint64_t size = curve_.size();
    archive.exchange(size);
    if (archive.is_reading()) {
      seconds_before_ = seconds;
      began_ = std::chrono::steady_clock::now();
      if (archive.failed() || size > most_generations) return archive.fail();
      curve_.resize(size);
    }
    for (ShareSeen& seen : curve_) {
      archive.exchange(seen.share);
      archive.exchange(seen.uncertainty);
    }
    archive.exchange(played_);
    archive.exchange(tested_);
    archive.exchange(won_);
    cli::exchange(archive, newest_);
    cli::exchange(archive, before_);
    all_.for_each_sum([&](std::int64_t& sum) { archive.exchange(sum); });
  }

  bool save() {
    if (!file_.is_used()) return true;
    Archive archive;
    exchange(archive);
    return file_.save(archive.text());
  }

  // Calls one(game, thread) for the games from `done` to `end`, on all threads, until it is
  // interrupted. Those done are always the first ones.
  template <class One>
  void on_threads(std::uint64_t& done, std::uint64_t end, Progress& progress, const One& one) {
    std::atomic<std::uint64_t> next = done;
    {
      std::vector<std::jthread> workers;
      workers.reserve(threads_);
      for (unsigned thread = 0; thread < threads_; ++thread)
        workers.emplace_back([&, thread] {
          while (!is_interrupted() && !file_.is_due()) {
            const std::uint64_t game = next++;
            if (game >= end) return;
            one(game, thread);
            progress.add(1);
          }
        });
    }
    done = std::min<std::uint64_t>(next, end);
  }

  void play(Progress& progress) {
    while (played_ < games_ && !is_interrupted()) {
      std::vector<Lessons> lessons(threads_);
      on_threads(played_, games_, progress, [&](std::uint64_t game, unsigned thread) {
        SplitMix numbers = numbers_of(options_.seed, curve_.size() + 1, game);
        Company company{newest_, before_, numbers};
        LessonGame{company, numbers}.play(lessons[thread]);
      });
      for (const Lessons& each : lessons) all_.add(each);
      if (played_ == games_) {
        before_ = newest_;
        newest_ = all_.learn();  // from all games so far: more kinds of players are better
      }
      if (file_.is_due()) saved_ &= save();
    }
  }

  void measure(Progress& progress) {
    while (tested_ < measured_ && !is_interrupted()) {
      std::atomic<std::uint64_t> won = 0;
      on_threads(tested_, measured_, progress, [&](std::uint64_t game, unsigned) {
        won += measure_one(newest_, game, options_.seed);
      });
      won_ += won;
      if (file_.is_due()) saved_ &= save();
    }
  }

  void end_generation() {
    const double share = static_cast<double>(won_) / static_cast<double>(measured_ * sixtieths);
    curve_.push_back(
        {share, 1.96 * std::sqrt(share * (1 - share) / static_cast<double>(measured_))});
    played_ = tested_ = won_ = 0;
  }

  std::string row(std::size_t generation) const {
    return fmt::format("{:10} {:9}   {:5.1f} ± {:.1f} %\n", generation + 1,
                       (generation + 1) * games_, 100 * curve_[generation].share,
                       100 * curve_[generation].uncertainty);
  }

  static constexpr std::uint64_t most_generations = 1'000'000;

  const TrainOptions& options_;
  StateFile file_;
  unsigned threads_;
  bool by_the_clock_;
  std::uint64_t games_;     // per generation
  std::uint64_t measured_;  // after each generation
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double seconds_before_ = 0;  // of earlier runs
  Lessons all_;
  DojoWeights newest_;
  DojoWeights before_;
  std::vector<ShareSeen> curve_;  // of the generations finished
  // Of the generation in progress.
  std::uint64_t played_ = 0;
  std::uint64_t tested_ = 0;
  std::uint64_t won_ = 0;  // in sixtieths
  bool saved_ = true;
};

}  // namespace

int train_dojo(const TrainOptions& options) {
  const Interruptible interruptible;
  Training training{options};
  if (const auto wrong = training.resume()) {
    fmt::print(stderr, "{}\n", *wrong);
    return bad_input;
  }
  training.run();
  const int status = is_interrupted() ? interrupted_status() : ok;
  if (is_interrupted()) training.tell_interruption();
  if (!training.has_learned()) {
    fmt::print("No generation is finished, so there are no weights yet.\n");
    return training.is_saved() ? status : bad_input;
  }
  if (!write_file(options.out, bots::write_dojo_weights(training.weights()))) return bad_input;
  fmt::print("Wrote the weights to {}.\n", options.out);
  if (!options.curve.empty()) {
    if (!write_file(options.curve, draw_curve(training.curve(), training.games())))
      return bad_input;
    fmt::print("Wrote the learning curve to {}.\n", options.curve);
  }
  return training.is_saved() ? status : bad_input;
}

}  // namespace tatami::cli
