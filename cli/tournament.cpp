#include "cli/tournament.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "cli/commands.h"
#include "cli/plot.h"
#include "cli/progress.h"
#include "cli/rating.h"
#include "record/json.h"
#include "rules/core/splitmix.h"

namespace tatami::cli {

namespace {

constexpr double percent = 100;
constexpr std::uint64_t blocks_between_looks = 32;
constexpr std::uint64_t least_blocks = 64;
constexpr std::uint64_t least_for_an_interval = 8;

// Statistics of a number that every block has one of.
struct Sample {
  std::uint64_t blocks = 0;
  double sum = 0;
  double squares = 0;

  void add(double value) {
    ++blocks;
    sum += value;
    squares += value * value;
  }
  double mean() const { return blocks == 0 ? 0 : sum / static_cast<double>(blocks); }
  double deviation() const {  // of the mean
    const auto n = static_cast<double>(blocks);
    return std::sqrt(std::max(squares / n - mean() * mean(), 0.0) / (n - 1));
  }
  void exchange(Archive& archive) {
    archive.exchange(blocks);
    archive.exchange(sum);
    archive.exchange(squares);
  }
};

// Everything known about entrants of one name.
struct Record {
  std::string name;
  std::size_t seats = 0;  // how many entrants have it
  std::uint64_t games = 0;
  double share = 0;
  double score = 0;
  double rank = 0;
  std::uint64_t decisions = 0;
  std::uint64_t nanoseconds = 0;
  // The mean share of each block; the games of a block share their luck and are not independent.
  Sample shares;

  double win_share() const { return games == 0 ? 0 : share / static_cast<double>(games); }
  // Half width of the 95 % interval; Student's for few blocks, none for fewer.
  std::optional<double> half_width() const {
    if (shares.blocks < least_for_an_interval) return {};
    return (1.96 + 2.4 / static_cast<double>(shares.blocks - 1)) * shares.deviation();
  }
  void exchange(Archive& archive) {
    archive.exchange(games);
    archive.exchange(share);
    archive.exchange(score);
    archive.exchange(rank);
    archive.exchange(decisions);
    archive.exchange(nanoseconds);
    shares.exchange(archive);
  }
};

// One set of entrants, played once in each rotation around the table.
struct Block {
  std::vector<std::size_t> lineup;
  std::vector<std::vector<Fared>> games;  // by rotation, then by place in the lineup
};

class Tournament {
 public:
  Tournament(const TournamentOptions& options, const PlayGame& play)
      : options_(options),
        play_(play),
        ratings_(0, 0),
        file_(options.resume, "tournament " + options.game, run_options(options)) {
    for (const std::string& entrant : options.entrants) {
      const auto known = std::ranges::find(records_, entrant, &Record::name);
      of_entrant_.push_back(static_cast<std::size_t>(known - records_.begin()));
      if (known == records_.end()) {
        records_.emplace_back();
        records_.back().name = entrant;
      }
      ++records_[of_entrant_.back()].seats;
    }
    ratings_ = Ratings{records_.size(), static_cast<std::size_t>(options.players)};
    leads_.resize(records_.size() * records_.size());
    blocks_ = std::max<std::uint64_t>(1, options.games / static_cast<unsigned>(options.players));
  }

  // Goes on where an earlier run stopped. Returns what is wrong with its file, if anything.
  std::optional<std::string> resume() {
    const auto state = file_.read();
    if (!state) return state.error().what;
    if (state->empty()) return {};
    Archive archive{*state};
    exchange(archive);
    if (!archive.is_complete() || learned_ > blocks_)
      return file_.path() + ": is damaged; remove it to start again";
    return {};
  }

  void run() {
    const auto players = static_cast<unsigned>(options_.players);
    Progress progress{blocks_ * players, learned_ * players, !options_.to_the_end};
    for (;;) {
      const bool is_look = learned_ % blocks_between_looks == 0 || learned_ == blocks_;
      certain_ = is_look && !options_.to_the_end && learned_ >= least_blocks && is_order_certain();
      if (learned_ == blocks_ || certain_ || is_interrupted()) break;
      const std::uint64_t next_look = (learned_ / blocks_between_looks + 1) * blocks_between_looks;
      play_until(std::min(next_look, blocks_), progress);
    }
    saved_ &= save();
  }

  int report() const;

 private:
  static RunOptions run_options(const TournamentOptions& options) {
    std::string entrants;
    for (const std::string& entrant : options.entrants)
      entrants += (entrants.empty() ? "" : " ") + entrant;
    RunOptions all = {{"BOT", entrants},
                      {"--players", std::to_string(options.players)},
                      {"--games", std::to_string(options.games)},
                      {"--seed", std::to_string(options.seed)},
                      {"--to-the-end", options.to_the_end ? "yes" : "no"}};
    all.insert(all.end(), options.setup.begin(), options.setup.end());
    return all;
  }

  // Results of games depend on the seed alone, so the blocks learned are all there is to save.
  void exchange(Archive& archive) {
    archive.exchange(learned_);
    archive.exchange(games_);
    for (Record& record : records_) record.exchange(archive);
    for (Sample& lead : leads_) lead.exchange(archive);
    ratings_.exchange(archive);
  }

  bool save() {
    if (!file_.is_used()) return true;
    Archive archive;
    exchange(archive);
    return file_.save(archive.text());
  }

  // Plays the blocks up to `last` and learns from them in their order: ratings depend on it.
  void play_until(std::uint64_t last, Progress& progress) {
    const std::uint64_t first = learned_;
    std::vector<std::optional<Block>> blocks(last - first);
    std::atomic<std::uint64_t> next = first;
    std::mutex learning;
    const auto work = [&] {
      for (std::uint64_t b = next++; b < last; b = next++) {
        Block played = play_block(b);
        const std::scoped_lock lock{learning};
        blocks[b - first] = std::move(played);
        for (; learned_ < last && blocks[learned_ - first]; ++learned_)
          learn(*blocks[learned_ - first]);
        if (file_.is_due()) saved_ &= save();
        progress.add(static_cast<unsigned>(options_.players));
      }
    };
    const auto work_until_interrupted = [&] {
      try {
        work();
      } catch (Interrupted) {
        return;  // the block is played again by the next run
      }
    };
    const unsigned threads =
        options_.threads > 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> workers;
    workers.reserve(threads);
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back(work_until_interrupted);
  }

  Block play_block(std::uint64_t number) const {
    SplitMix numbers{SplitMix{options_.seed ^ SplitMix{number}.next()}.next()};
    const auto players = static_cast<std::size_t>(options_.players);
    Block block;
    block.lineup.resize(options_.entrants.size());
    std::iota(block.lineup.begin(), block.lineup.end(), std::size_t{0});
    // If there are more entrants than seats they take turns, and neighbours change too.
    for (std::size_t i = 0; i + 1 < block.lineup.size(); ++i)
      std::swap(
          block.lineup[i],
          block.lineup[i + numbers.below(static_cast<std::uint32_t>(block.lineup.size() - i))]);
    block.lineup.resize(players);
    const std::uint64_t seed = numbers.next();
    for (std::size_t rotation = 0; rotation < players; ++rotation) {
      std::vector<std::size_t> seated(players);
      for (std::size_t i = 0; i < players; ++i) seated[(i + rotation) % players] = block.lineup[i];
      const std::vector<Fared> by_seat = play_(seated, seed);
      std::vector<Fared> by_place(players);
      for (std::size_t i = 0; i < players; ++i) by_place[i] = by_seat[(i + rotation) % players];
      block.games.push_back(by_place);
    }
    return block;
  }

  void learn(const Block& block) {
    const std::size_t players = block.lineup.size();
    std::vector<double> shares(records_.size());
    std::vector<int> seats(records_.size());
    for (std::size_t rotation = 0; rotation < players; ++rotation) {
      std::vector<Ratings::Place> places;
      for (std::size_t i = 0; i < players; ++i) {
        const Fared& fared = block.games[rotation][i];
        const std::size_t who = of_entrant_[block.lineup[i]];
        Record& record = records_[who];
        ++record.games;
        record.share += fared.share;
        record.score += fared.score;
        record.rank += fared.rank + 1;
        record.decisions += fared.decisions;
        record.nanoseconds += fared.nanoseconds;
        shares[who] += fared.share;
        ++seats[who];
        const auto first = static_cast<std::size_t>(options_.first);
        places.push_back({who, (i + rotation + players - first) % players, fared.rank});
      }
      ratings_.learn(places);
      ++games_;
    }
    for (std::size_t who = 0; who < records_.size(); ++who) {
      if (seats[who] == 0) continue;
      records_[who].shares.add(shares[who] / seats[who]);
      for (std::size_t other = 0; other < who; ++other)
        if (seats[other] > 0)
          leads_[who * records_.size() + other].add(shares[who] / seats[who] -
                                                    shares[other] / seats[other]);
    }
  }

  // 3.3 standard deviations between any two. This is checked again and again, so an error is
  // likelier than one in a thousand: of two equal entrants, one seems better within 6,000 games in
  // 2 % of tournaments, by calculation.
  bool is_order_certain() const {
    constexpr double clear = 3.3;
    if (records_.size() < 2) return false;
    for (std::size_t i = 0; i < records_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Sample& lead = leads_[i * records_.size() + j];
        if (lead.blocks < least_blocks || std::abs(lead.mean()) <= clear * lead.deviation())
          return false;
      }
    return true;
  }

  std::vector<std::size_t> best_first() const {
    std::vector<std::size_t> order(records_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::greater{},
                      [&](std::size_t i) { return records_[i].win_share(); });
    return order;
  }

  std::string title() const {
    return fmt::format("{}{}{}, {} players", options_.game, options_.table.empty() ? "" : ", ",
                       options_.table, options_.players);
  }
  void print_for_people() const;
  void print_json() const;
  std::string csv() const;
  std::string plot() const;

  const TournamentOptions& options_;
  const PlayGame& play_;
  std::vector<Record> records_;
  std::vector<std::size_t> of_entrant_;
  std::vector<Sample> leads_;  // share of each record minus that of each record before it
  Ratings ratings_;
  StateFile file_;
  std::uint64_t blocks_ = 0;
  std::uint64_t learned_ = 0;  // blocks
  std::uint64_t games_ = 0;
  bool certain_ = false;
  bool saved_ = true;
};

double mean(double sum, std::uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

double microseconds(const Record& record) {
  return mean(static_cast<double>(record.nanoseconds) / 1000, record.decisions);
}

std::string interval(const Record& record, double unit, int digits, std::string_view otherwise) {
  const auto half_width = record.half_width();
  return half_width ? fmt::format("{:.{}f}", unit * *half_width, digits) : std::string{otherwise};
}

void Tournament::print_for_people() const {
  fmt::print("{}, {} games{}; seats rotated, par {:.1f} %\n\n", title(), games_,
             is_interrupted() ? fmt::format(" of {} (interrupted)",
                                            blocks_ * static_cast<unsigned>(options_.players))
             : certain_       ? " (stopped: the order is certain)"
                              : "",
             percent / options_.players);
  fmt::print("{:<20} {:>14} {:>8} {:>7} {:>6} {:>12}\n", "", "wins, 95 %", "rating", "score",
             "rank", "per decision");
  for (const std::size_t i : best_first()) {
    const Record& record = records_[i];
    const std::string name =
        record.seats > 1 ? fmt::format("{} x{}", record.name, record.seats) : record.name;
    fmt::print("{:<20} {:>6.1f} ± {:<3} % {:>8.0f} {:>7.1f} {:>6.2f} {:>9.1f} µs\n", name,
               percent * record.win_share(), interval(record, percent, 1, "?"),
               ratings_.rating(i).mean, mean(record.score, record.games),
               mean(record.rank, record.games), microseconds(record));
  }
  if (games_ < least_for_an_interval * static_cast<unsigned>(options_.players))
    fmt::print("\nToo few games for intervals.\n");
  else if (certain_)
    fmt::print("\nStopped while the lead was large, so the true lead is probably smaller.\n");
  fmt::print("\nWhat each seat adds to the rating, starting with the one that begins:");
  for (int seat = 0; seat < options_.players; ++seat)
    fmt::print(" {:+.0f}", ratings_.seat_bonus(static_cast<std::size_t>(seat)));
  fmt::print(
      "\nRatings begin at 1500. Of two bots whose ratings differ by 100, the better one\n"
      "finishes ahead of the other in about 64 % of their games; by 200: 76 %, by 400: 91 %.\n");
}

// By hand: each figure has as many decimals as mean something.
void Tournament::print_json() const {
  std::string entrants;
  for (const std::size_t i : best_first()) {
    const Record& record = records_[i];
    entrants += fmt::format(
        "{}{{\"name\":{},\"seats\":{},\"games\":{},\"win_share\":{:.6f},\"half_width\":{},"
        "\"rating\":{:.3f},\"deviation\":{:.3f},\"score\":{:.4f},\"rank\":{:.4f},"
        "\"decisions\":{},\"microseconds\":{:.3f}}}",
        entrants.empty() ? "" : ",", json::quote(record.name), record.seats, record.games,
        record.win_share(), interval(record, 1, 6, "null"), ratings_.rating(i).mean,
        ratings_.rating(i).deviation, mean(record.score, record.games),
        mean(record.rank, record.games), record.decisions, microseconds(record));
  }
  std::string seats;
  for (int seat = 0; seat < options_.players; ++seat)
    seats += fmt::format("{}{:.3f}", seat == 0 ? "" : ",",
                         ratings_.seat_bonus(static_cast<std::size_t>(seat)));
  fmt::print(
      "{{\"game\":{},\"table\":{},\"players\":{},\"games\":{},\"seed\":{},\"certain\":{},"
      "\"interrupted\":{},\"entrants\":[{}],\"seats\":[{}]}}\n",
      json::quote(options_.game), json::quote(options_.table), options_.players, games_,
      options_.seed, certain_, is_interrupted(), entrants, seats);
}

std::string Tournament::csv() const {
  std::string text =
      "name,seats,games,win_share,half_width,rating,score,rank,decisions,microseconds\n";
  for (const std::size_t i : best_first()) {
    const Record& record = records_[i];
    text += fmt::format("{},{},{},{:.6f},{},{:.3f},{:.4f},{:.4f},{},{:.3f}\n", record.name,
                        record.seats, record.games, record.win_share(), interval(record, 1, 6, ""),
                        ratings_.rating(i).mean, mean(record.score, record.games),
                        mean(record.rank, record.games), record.decisions, microseconds(record));
  }
  return text;
}

std::string Tournament::plot() const {
  std::vector<Bar> bars;
  for (const std::size_t i : best_first())
    bars.push_back({records_[i].name, percent * records_[i].win_share(),
                    percent * records_[i].half_width().value_or(0)});
  return plot_bars(fmt::format("{}, {} games: win shares", title(), games_), bars,
                   percent / options_.players);
}

int Tournament::report() const {
  const int status = is_interrupted() ? interrupted_status() : ok;
  if (is_interrupted() && file_.is_used() && saved_)
    fmt::print(stderr, "Saved to {}; the same command goes on from there.\n", file_.path());
  if (games_ == 0) {
    fmt::print(stderr, "Interrupted before the first games were over.\n");
    return status;
  }
  if (options_.json)
    print_json();
  else
    print_for_people();
  bool written = saved_;
  if (!options_.csv.empty()) written &= write_file(options_.csv, csv());
  if (!options_.plot.empty()) written &= write_file(options_.plot, plot());
  return written ? status : bad_input;
}

}  // namespace

std::vector<Fared> Scorecard::finish(int players, SeatSet winners, const PerSeat<int>& merits,
                                     const PerSeat<int>& scores) {
  const SeatSet seats = all_seats(players);
  for (Seat seat : seats) {
    Fared& fared = fared_[seat];
    const bool won = winners.contains(seat);
    fared.share = won ? 1.0 / winners.size() : 0;
    fared.score = scores[seat];
    for (Seat other : seats) {
      const bool ahead = !won && (winners.contains(other) || merits[other] > merits[seat]);
      fared.rank += ahead ? 1 : 0;
    }
  }
  return {fared_.items.begin(), fared_.items.begin() + players};
}

int run_tournament(const TournamentOptions& options, const PlayGame& play) {
  const Interruptible interruptible;
  Tournament tournament{options, play};
  if (const auto wrong = tournament.resume()) {
    fmt::print(stderr, "{}\n", *wrong);
    return bad_input;
  }
  tournament.run();
  return tournament.report();
}

}  // namespace tatami::cli
