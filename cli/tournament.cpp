#include "cli/tournament.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
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

// Of a number that every block has one of.
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
};

// Everything known of entrants of one name.
struct Record {
  std::string name;
  std::size_t seats = 0;  // how many entrants carry it
  std::uint64_t games = 0;
  double share = 0;
  double score = 0;
  double rank = 0;
  std::uint64_t decisions = 0;
  std::uint64_t nanoseconds = 0;
  // A block's mean share, since its games have the same luck and are not independent.
  Sample shares;

  double win_share() const { return games == 0 ? 0 : share / static_cast<double>(games); }
  // Of the 95 % interval; Student's for few blocks, none for fewer.
  std::optional<double> half_width() const {
    if (shares.blocks < least_for_an_interval) return {};
    return (1.96 + 2.4 / static_cast<double>(shares.blocks - 1)) * shares.deviation();
  }
};

// One set of entrants, once in each rotation around the table.
struct Block {
  std::vector<std::size_t> lineup;
  std::vector<std::vector<Fared>> games;  // by rotation, then by place in the lineup
};

class Tournament {
 public:
  Tournament(const TournamentOptions& options, const PlayGame& play)
      : options_(options), play_(play), ratings_(0, 0) {
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

  void run() {
    Progress progress{blocks_ * static_cast<unsigned>(options_.players)};
    for (std::uint64_t first = 0; first < blocks_ && !certain_; first += blocks_between_looks) {
      const std::uint64_t last = std::min(first + blocks_between_looks, blocks_);
      for (const Block& block : play_blocks(first, last, progress)) learn(block);
      certain_ = !options_.to_the_end && last >= least_blocks && is_order_certain();
    }
  }

  int report() const;

 private:
  std::vector<Block> play_blocks(std::uint64_t first, std::uint64_t last, Progress& progress) {
    std::vector<Block> blocks(last - first);
    std::atomic<std::uint64_t> next = first;
    const auto work = [&] {
      for (std::uint64_t b = next++; b < last; b = next++) {
        blocks[b - first] = play_block(b);
        progress.add(static_cast<unsigned>(options_.players));
      }
    };
    const unsigned threads =
        options_.threads > 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> workers;
    workers.reserve(threads);
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back(work);
    workers.clear();  // waits for all
    return blocks;
  }

  Block play_block(std::uint64_t number) const {
    SplitMix numbers{SplitMix{options_.seed ^ SplitMix{number}.next()}.next()};
    const auto players = static_cast<std::size_t>(options_.players);
    Block block;
    block.lineup.resize(options_.entrants.size());
    std::iota(block.lineup.begin(), block.lineup.end(), std::size_t{0});
    // More entrants than seats take turns, and neighbours change too.
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

  // 3.3 deviations between any two. Looked at again and again, so that is not one in a thousand:
  // of two that are equal, one seems the better within 6,000 games in 2 %, by reckoning.
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
  std::vector<Sample> leads_;  // of each record's share over that of each before it
  Ratings ratings_;
  std::uint64_t blocks_ = 0;
  std::uint64_t games_ = 0;
  bool certain_ = false;
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
             certain_ ? " (stopped: the order is certain)" : "", percent / options_.players);
  fmt::print("{:<20} {:>14} {:>8} {:>7} {:>6} {:>12}\n", "", "wins, 95 %", "rating", "score",
             "rank", "a decision");
  for (const std::size_t i : best_first()) {
    const Record& record = records_[i];
    const std::string name =
        record.seats > 1 ? fmt::format("{} x{}", record.name, record.seats) : record.name;
    fmt::print("{:<20} {:>6.1f} ± {:<3} % {:>8.1f} {:>7.1f} {:>6.2f} {:>9.1f} µs\n", name,
               percent * record.win_share(), interval(record, percent, 1, "?"),
               ratings_.player(i).mean, mean(record.score, record.games),
               mean(record.rank, record.games), microseconds(record));
  }
  if (games_ < least_for_an_interval * static_cast<unsigned>(options_.players))
    fmt::print("\nToo few games for intervals.\n");
  else if (certain_)
    fmt::print("\nStopped where the lead was large, so it is rather smaller than it looks.\n");
  fmt::print("\nWhat a seat adds to the rating, counted from the one that begins:");
  for (int seat = 0; seat < options_.players; ++seat)
    fmt::print(" {:+.1f}", ratings_.seat(static_cast<std::size_t>(seat)).mean);
  fmt::print("\n");
}

void Tournament::print_json() const {
  std::string entrants;
  for (const std::size_t i : best_first()) {
    const Record& record = records_[i];
    entrants += fmt::format(
        "{}{{\"name\":{},\"seats\":{},\"games\":{},\"win_share\":{:.6f},\"half_width\":{},"
        "\"rating\":{:.3f},\"deviation\":{:.3f},\"score\":{:.4f},\"rank\":{:.4f},"
        "\"decisions\":{},\"microseconds\":{:.3f}}}",
        entrants.empty() ? "" : ",", json::quote(record.name), record.seats, record.games,
        record.win_share(), interval(record, 1, 6, "null"), ratings_.player(i).mean,
        ratings_.player(i).deviation, mean(record.score, record.games),
        mean(record.rank, record.games), record.decisions, microseconds(record));
  }
  std::string seats;
  for (int seat = 0; seat < options_.players; ++seat)
    seats += fmt::format("{}{:.3f}", seat == 0 ? "" : ",",
                         ratings_.seat(static_cast<std::size_t>(seat)).mean);
  fmt::print(
      "{{\"game\":{},\"table\":{},\"players\":{},\"games\":{},\"seed\":{},\"certain\":{},"
      "\"entrants\":[{}],\"seats\":[{}]}}\n",
      json::quote(options_.game), json::quote(options_.table), options_.players, games_,
      options_.seed, certain_, entrants, seats);
}

std::string Tournament::csv() const {
  std::string text =
      "name,seats,games,win_share,half_width,rating,score,rank,decisions,microseconds\n";
  for (const std::size_t i : best_first()) {
    const Record& record = records_[i];
    text += fmt::format("{},{},{},{:.6f},{},{:.3f},{:.4f},{:.4f},{},{:.3f}\n", record.name,
                        record.seats, record.games, record.win_share(), interval(record, 1, 6, ""),
                        ratings_.player(i).mean, mean(record.score, record.games),
                        mean(record.rank, record.games), record.decisions, microseconds(record));
  }
  return text;
}

std::string Tournament::plot() const {
  std::vector<Bar> bars;
  for (const std::size_t i : best_first())
    bars.push_back({records_[i].name, percent * records_[i].win_share(),
                    percent * records_[i].half_width().value_or(0)});
  return plot_bars(fmt::format("{}, {} games: share of victories", title(), games_), bars,
                   percent / options_.players);
}

int Tournament::report() const {
  if (options_.json)
    print_json();
  else
    print_for_people();
  bool written = true;
  if (!options_.csv.empty()) written &= write_file(options_.csv, csv());
  if (!options_.plot.empty()) written &= write_file(options_.plot, plot());
  return written ? ok : bad_input;
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
  Tournament tournament{options, play};
  tournament.run();
  return tournament.report();
}

}  // namespace tatami::cli
