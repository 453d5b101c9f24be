#include "cli/export.h"

#include <fmt/core.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include "chance/dojo.h"
#include "chance/tatamokatsu.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/npz.h"
#include "cli/progress.h"
#include "record/tatamokatsu.h"
#include "rules/core/splitmix.h"
#include "rules/core/version.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

namespace {

// A game that was played: its events as numbers, and how it ended.
struct Played {
  std::vector<std::uint32_t> events;
  PerSeat<int> points{};  // Dojo's scores, Tatamokatsu's fingers
  SeatSet winners;
  std::string outcome;  // as in records
};

struct Dojo {
  using Recorded = record::Dojo;
  static constexpr std::string_view name = "Dojo";
  static constexpr std::string_view points = "score";
  static constexpr int bytes_of_event = 2;

  const record::DojoHeader& header;
  const std::vector<DojoEntrant>& entrants;

  Played play(SplitMix numbers) const {
    chance::DojoLuck luck{header.deck, numbers.next()};
    dojo::State state = dojo::start(header.setup, header.deck);
    Played played;
    chance::play_out(
        state, luck,
        [&](const dojo::State& now, Seat seat) {
          if (is_interrupted()) throw Interrupted{};
          return choose(entrants[seat.value], dojo::view_of(now, seat), numbers);
        },
        [&](const dojo::State&, dojo::ActionId action) { played.events.push_back(action.bits()); });
    const dojo::Outcome end = dojo::outcome(state.open);
    for (Seat seat : all_seats(header.setup.players)) played.points[seat] = end.scores[seat];
    played.winners = end.winners;
    played.outcome = record::to_json(Recorded::outcome(state));
    return played;
  }
  int players() const { return header.setup.players; }
  std::string header_text() const { return record::to_json(header); }
};

struct Tatamokatsu {
  using Recorded = record::Tatamokatsu;
  static constexpr std::string_view name = "Tatamokatsu";
  static constexpr std::string_view points = "fingers";
  static constexpr int bytes_of_event = 4;

  const tatamokatsu::Setup& setup;
  const TatamokatsuClub& club;

  Played play(SplitMix numbers) const {
    using namespace tatamokatsu;
    chance::TatamokatsuLuck luck{numbers.next()};
    State state = start(setup);
    Played played;
    chance::play_out(
        state, luck,
        [&](const View& view, ActionId event, ActionList& plans) {
          club[view.seat->value].react(view, event, numbers, plans);
        },
        [&](const View& view) {
          if (is_interrupted()) throw Interrupted{};
          return club[view.seat->value].choose(view, numbers);
        },
        [&](const State&, ActionId action) { played.events.push_back(action.bits()); });
    for (Seat seat : all_seats(setup.players))
      played.points[seat] = state.open.fingers[seat].size();
    played.winners = state.open.winners;
    played.outcome = record::to_json(Recorded::outcome(state));
    return played;
  }
  int players() const { return setup.players; }
  std::string header_text() const { return record::to_json(record::TatamokatsuHeader{setup}); }
};

double share_of(SeatSet winners, Seat seat) {
  return winners.contains(seat) ? 1.0 / winners.size() : 0.0;
}

// A file that is there when it is whole, and the hash of what was written.
class Output {
 public:
  explicit Output(const std::string& path) : path_(path), part_(path + ".part") {
    crypto_hash_sha256_init(&hash_);
    file_.reset(std::fopen(part_.c_str(), "wb"));
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (!file_) return;
    file_.reset();
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
  }

  void write(std::string_view text) {
    size_ += text.size();
    crypto_hash_sha256_update(&hash_, reinterpret_cast<const unsigned char*>(text.data()),
                              text.size());
    failed_ =
        failed_ || !file_ || std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size();
  }

  // False if something could not be written; errno says why.
  bool finish() {
    failed_ = failed_ || !file_ || std::fflush(file_.get()) != 0;
    if (failed_) return false;
    file_.reset();
    return std::rename(part_.c_str(), path_.c_str()) == 0;
  }
  std::uint64_t size() const { return size_; }
  std::string sha256() {
    std::array<unsigned char, crypto_hash_sha256_BYTES> sum{};
    crypto_hash_sha256_final(&hash_, sum.data());
    std::string text;
    for (const unsigned char byte : sum) text += fmt::format("{:02x}", byte);
    return text;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::string part_;
  std::unique_ptr<std::FILE, Close> file_;
  crypto_hash_sha256_state hash_{};
  std::uint64_t size_ = 0;
  bool failed_ = false;
};

std::string quoted_list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "\"" : ",\"") + word + "\"";
  return text;
}

// ---- The three formats: `add` for each game in order, and at last `finish` ----

template <class Game>
class Jsonl {
 public:
  Jsonl(const Game& game, const ExportOptions& options, Output& out)
      : begins_(",\"bots\":[" + quoted_list(options.bots) + "],\"header\":" + game.header_text() +
                ",\"events\":["),
        out_(out) {}

  void add(std::uint64_t number, const Played& played) {
    std::string line = fmt::format("{{\"number\":{}", number) + begins_;
    bool first = true;
    for (const std::uint32_t bits : played.events) {
      using Id = typename Game::Recorded::ActionId;
      using Bits = decltype(Id{}.bits());
      if (!std::exchange(first, false)) line += ',';
      line += record::to_json(*unpack(Id::from_bits(static_cast<Bits>(bits))));
    }
    out_.write(line + "],\"outcome\":" + played.outcome + "}\n");
  }
  bool finish() { return true; }

  static std::string describe() {
    return "A line is a game: `number`, `bots` by seat, `header`, `events` and `outcome`, as in\n"
           "records (docs/rules/records.md). A header and its events, a line each, are a record "
           "that\n"
           "`tatami replay` reads.\n";
  }

 private:
  std::string begins_;
  Output& out_;
};

template <class Game>
class Csv {
 public:
  Csv(const Game& game, const ExportOptions& options, Output& out)
      : players_(game.players()), options_(options), out_(out) {
    out_.write("game,seat,bot," + std::string{Game::points} + ",win_share,events\n");
  }

  void add(std::uint64_t number, const Played& played) {
    std::string rows;
    for (Seat seat : all_seats(players_))
      rows +=
          fmt::format("{},{},{},{},{:.4f},{}\n", number, int{seat.value}, options_.bots[seat.value],
                      played.points[seat], share_of(played.winners, seat), played.events.size());
    out_.write(rows);
  }
  bool finish() { return true; }

  static std::string describe() {
    return fmt::format(
        "A row is a seat of a game: `game`, `seat`, `bot`, `{}` at the end, `win_share` (a shared\n"
        "win is divided) and how many `events` the game had.\n",
        Game::points);
  }

 private:
  int players_;
  const ExportOptions& options_;
  Output& out_;
};

template <class Game>
class NumPy {
 public:
  NumPy(const Game& game, const ExportOptions& options, Output& out)
      : game_(game), options_(options), out_(out) {
    put(firsts_, 0, 8);
  }

  void add(std::uint64_t, const Played& played) {
    for (const std::uint32_t event : played.events) put(events_, event, Game::bytes_of_event);
    put(firsts_, events_.size() / Game::bytes_of_event, 8);
    for (Seat seat : all_seats(game_.players()))
      put(points_, static_cast<std::uint16_t>(played.points[seat]), 2);
    winners_ += static_cast<char>(played.winners.bits());
    ++games_;
  }

  bool finish() {
    const auto players = static_cast<std::uint64_t>(game_.players());
    const std::string header = game_.header_text();
    const std::string bots = "[" + quoted_list(options_.bots) + "]";
    Npz npz;
    npz.add("events", npy(Game::bytes_of_event == 2 ? "<u2" : "<u4",
                          {events_.size() / Game::bytes_of_event}, events_));
    events_.clear();
    npz.add("firsts", npy("<u8", {games_ + 1}, firsts_));
    npz.add(Game::points, npy("<i2", {games_, players}, points_));
    npz.add("winners", npy("|u1", {games_}, winners_));
    npz.add("header", npy("|u1", {header.size()}, header));
    npz.add("bots", npy("|u1", {bots.size()}, bots));
    if (!npz.fits()) return false;
    out_.write(std::move(npz).finish());
    return true;
  }

  static std::string describe() {
    return fmt::format(
        "Arrays: `events`, the actions of all games as numbers (Python: `state.event(number)`);\n"
        "`firsts`, where each game's begin, and the end of the last; `{}`, games × players;\n"
        "`winners`, a bit for each seat; `header` and `bots`, as UTF-8 bytes of JSON.\n",
        Game::points);
  }

 private:
  static void put(std::string& out, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFFU);
  }

  const Game& game_;
  const ExportOptions& options_;
  Output& out_;
  std::string events_;
  std::string firsts_;
  std::string points_;
  std::string winners_;
  std::uint64_t games_ = 0;
};

// ---- ----

struct Summary {
  std::uint64_t games = 0;
  std::uint64_t events = 0;
  PerSeat<double> points{};
  PerSeat<std::uint64_t> sixtieths{};

  void add(const Played& played, int players) {
    ++games;
    events += played.events.size();
    for (Seat seat : all_seats(players)) {
      points[seat] += played.points[seat];
      if (played.winners.contains(seat))
        sixtieths[seat] += 60U / static_cast<unsigned>(played.winners.size());
    }
  }
};

// Plays the games a thousand at a time, on all threads, and hands them on in their order.
template <class Game, class Take>
void play_in_order(const Game& game, const ExportOptions& options, const Take& take) {
  constexpr std::uint64_t at_once = 1024;
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  Progress progress{options.games};
  for (std::uint64_t first = 0; first < options.games && !is_interrupted(); first += at_once) {
    std::vector<Played> played(std::min(at_once, options.games - first));
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      try {
        for (std::size_t i = next++; i < played.size(); i = next++) {
          played[i] =
              game.play(SplitMix{SplitMix{options.seed ^ SplitMix{first + i}.next()}.next()});
          progress.add(1);
        }
      } catch (const Interrupted&) {
        return;  // asked about below
      }
    };
    {
      std::vector<std::jthread> workers;
      for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
      work();
    }
    if (is_interrupted()) return;
    for (std::size_t i = 0; i < played.size(); ++i) take(first + i, played[i]);
  }
}

template <class Game>
std::string card_of(const Game& game, const ExportOptions& options, const Summary& summary,
                    const Output& out, const std::string& sha256, const std::string& contents) {
  const auto games = static_cast<double>(summary.games);
  std::string card = fmt::format(
      "# {}\n\n"
      "{} games of {} between bots, as `tatami export` wrote them.\n\n"
      "```\n{}\n```\n\n"
      "writes the same bytes again, on any machine and with any number of threads.\n\n"
      "| | |\n| --- | --- |\n"
      "| version | {} |\n| seed | {} |\n| header | `{}` |\n| bytes | {} |\n| SHA-256 | `{}` |\n"
      "| events a game | {:.2f} |\n\n",
      std::filesystem::path{options.out}.filename().string(), summary.games, Game::name,
      options.command, text_of(library_version), options.seed, game.header_text(), out.size(),
      sha256, static_cast<double>(summary.events) / games);
  card += fmt::format("| seat | bot | mean {} | wins |\n| --- | --- | --- | --- |\n", Game::points);
  for (Seat seat : all_seats(game.players()))
    card += fmt::format("| {} | {} | {:.3f} | {:.2f} % |\n", int{seat.value},
                        options.bots[seat.value], summary.points[seat] / games,
                        100.0 * static_cast<double>(summary.sixtieths[seat]) / 60 / games);
  return card + "\n## What is in it\n\n" + contents +
         "\n## What it is good for, and what not\n\n"
         "The games follow the rules of the version above (`tatami signature` tells whether those "
         "of\n"
         "another version are the same). Bots played them: they say how these bots play, not how\n"
         "people do. There is nothing about any person in them. They may be used as the code may\n"
         "(MIT).\n";
}

template <class Game, template <class> class Format>
int write_games(const Game& game, const ExportOptions& options) {
  const Interruptible interruptible;
  Output out{options.out};
  Format<Game> format{game, options, out};
  Summary summary;
  play_in_order(game, options, [&](std::uint64_t number, const Played& played) {
    format.add(number, played);
    summary.add(played, game.players());
  });
  if (is_interrupted()) {
    fmt::print(stderr, "Interrupted: nothing was written.\n");
    return interrupted_status();
  }
  if (!format.finish()) {
    fmt::print(stderr, "tatami: {}: an .npz file holds at most 4 GiB; export fewer games\n",
               options.out);
    return bad_input;
  }
  const auto fail = [](const std::string& file) {
    fmt::print(stderr, "tatami: {}: {}\n", file, std::strerror(errno));
    return bad_input;
  };
  if (!out.finish()) return fail(options.out);
  const std::string sha256 = out.sha256();
  Output card{options.out + ".md"};
  card.write(card_of(game, options, summary, out, sha256, Format<Game>::describe()));
  if (!card.finish()) return fail(options.out + ".md");
  fmt::print("{}  {}\n", sha256, options.out);
  return ok;
}

template <class Game>
int write_games(const Game& game, const ExportOptions& options) {
  if (options.format == "csv") return write_games<Game, Csv>(game, options);
  if (options.format == "npz") return write_games<Game, NumPy>(game, options);
  return write_games<Game, Jsonl>(game, options);
}

}  // namespace

int export_dojo(const ExportOptions& options, const record::DojoHeader& header,
                const std::vector<DojoEntrant>& entrants) {
  return write_games(Dojo{header, entrants}, options);
}

int export_tatamokatsu(const ExportOptions& options, const tatamokatsu::Setup& setup,
                       const std::vector<TatamokatsuEntrant>& entrants) {
  const TatamokatsuClub club{entrants, setup};
  return write_games(Tatamokatsu{setup, club}, options);
}

}  // namespace tatami::cli
