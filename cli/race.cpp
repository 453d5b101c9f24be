#include "cli/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "bots/tatamokatsu/person.h"
#include "chance/chacha20.h"
#include "chance/tatamokatsu.h"
#include "cli/commands.h"
#include "cli/plot.h"
#include "cli/simulate.h"
#include "drive/rehearsal.h"
#include "live/letters.h"
#include "live/tatamokatsu/window.h"

namespace tatami::cli {

namespace {

using live::Time;
using tatamokatsu::Millis;
using tatamokatsu::RollKind;

// ---- People and their connections ----

struct SimulatedConnection {
  int round_trip;  // ms, without jitter
  double jitter;   // ms, the mean additional delay each way
  double loss;     // share of packets that have to be sent again
};
constexpr SimulatedConnection near_by{5, 1, 0.001};
constexpr SimulatedConnection across_the_country{80, 8, 0.005};
constexpr SimulatedConnection across_the_world{250, 15, 0.01};

// One way, in ms.
double delay(const SimulatedConnection& connection, SplitMix& numbers) {
  const auto share = [&] { return (numbers.below(1'000'000) + 0.5) / 1e6; };
  double time = connection.round_trip / 2.0 - connection.jitter * std::log(share());
  // TCP sends again after the round trip and four deviations, at least 200 ms.
  if (share() < connection.loss)
    time += std::max(200.0, connection.round_trip + 4 * connection.jitter);
  return time;
}

enum class Manner : std::uint8_t { honest, lies, delays_pongs_and_lies, withholds_pongs };

struct Racer {
  SimulatedConnection connection;
  Manner manner = Manner::honest;
};

// ---- One race ----

enum class Kind : std::uint8_t { shout, grab, katana };
constexpr std::array<const char*, 3> kind_names = {"shout", "shout and grab", "katana"};

bool is_of(Kind kind, tatamokatsu::Meaning meaning) {
  switch (kind) {
    case Kind::katana:
      return meaning.kind == RollKind::katana;
    case Kind::grab:
      return meaning.kind == RollKind::grab;
    case Kind::shout:
      break;
  }
  return meaning.kind == RollKind::sum && meaning.tatamokatsu;
}

struct Finish {
  std::optional<Seat> decided;     // who was first; at a katana, last
  std::optional<Seat> by_arrival;  // as it would be in order of arrival
  std::int32_t waited = 0;
  PerSeat<std::optional<double>> gained{};  // ms, for the reaction that completes
};

// Some table whose first roll is of the kind, seen by everybody at it.
class Race {
 public:
  Race(Kind kind, std::vector<Racer> racers, std::uint64_t seed)
      : kind_(kind),
        racers_(std::move(racers)),
        numbers_(seed),
        table_({opened()}, {}, start, hear()) {
    for (Seat seat : seats()) {
      table_.come(guest(seat));
      tell(seat, protocol::Sit{id, {}, {}, {}});
    }
  }

  Finish run() {
    measure_connections();
    tell(Seat{0}, protocol::Start{id});
    tell(Seat{0}, command(R"({"type":"throw_dice","table":"race"})"));
    table_.wait();
    const Time sent = table_.time;
    for (const auto& [arrival, act] : reactions()) {
      table_.pass(sent + static_cast<Time>(std::ceil(arrival)));
      if (verdict_) break;
      tell(act.seat, command(act.text));
    }
    while (!verdict_) table_.wait();
    return finish();
  }

 private:
  static constexpr Time start = 1'000'000;
  inline static const protocol::TableId id = std::string{"race"};

  struct Reacting {
    Seat seat;
    std::string text;  // the command
  };

  SeatSet seats() const { return all_seats(static_cast<int>(racers_.size())); }
  static table::Guest guest(Seat seat) { return "guest" + std::to_string(seat.value); }
  const Racer& racer(Seat seat) const { return racers_[seat.value]; }

  static protocol::TableCommand command(const std::string& text) {
    return std::get<protocol::TableCommand>(*protocol::read_command(text));
  }
  void tell(Seat seat, const protocol::TableCommand& what) { (void)table_.tell(guest(seat), what); }

  // The verdict, and who is left to claim or to lose by it.
  drive::Rehearsal::Reader hear() {
    return [this](const table::Guest& reader, const std::string& text) {
      if (reader != guest(Seat{0})) return;
      const auto message = json::parse(text);
      if (message->find("type")->text == live::Verdict::wire_name)
        verdict_ = std::get<0>(*record::from_json<std::variant<live::Verdict>>(*message));
      const json::Value* change = message->find("tatamokatsu");
      if (const json::Value* left = change ? change->find("contenders") : nullptr)
        contenders_ = *record::from_json<SeatSet>(*left);
    };
  }

  std::string opened() {
    tatamokatsu::Setup setup;
    setup.players = static_cast<std::uint8_t>(racers_.size());
    table::Opened opened;
    opened.table = id;
    opened.host = guest(Seat{0});
    opened.settings.header = *record::from_json<protocol::Header>(
        std::string_view{record::to_json(record::TatamokatsuHeader{setup})});
    opened.settings.tempo = protocol::Tempo::untimed;
    const std::vector<std::string> contributions(racers_.size());
    const auto random_bytes = [&] {
      chance::Seed bytes{};
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(numbers_.next());
      return bytes;
    };
    chance::Seed seed{};
    tatamokatsu::Roll roll;
    do {
      seed = random_bytes();
      chance::TatamokatsuLuckFrom<chance::ChaCha20> luck{
          chance::ChaCha20{chance::key_of(seed, contributions)}};
      roll = luck.next(tatamokatsu::start(setup).open).roll();
    } while (!is_of(kind_, what_is(roll)));
    opened.seed = chance::hex(seed);
    opened.secret = chance::hex(random_bytes());
    return record::to_json(table::Entry{opened});
  }

  // A ping a second, as the server sends them.
  void measure_connections() {
    for (int i = 0; i < 20; ++i, table_.time += 1000)
      for (Seat seat : seats()) {
        const Racer& each = racer(seat);
        if (each.manner == Manner::withholds_pongs) continue;
        double round_trip = delay(each.connection, numbers_) + delay(each.connection, numbers_);
        if (each.manner == Manner::delays_pongs_and_lies) round_trip += live::default_lag_cap;
        table_.pong(guest(seat), static_cast<std::int32_t>(std::lround(round_trip)));
      }
  }

  // When the messages of everybody's reflexes come in, after the faces were sent.
  std::multimap<double, Reacting> reactions() {
    std::multimap<double, Reacting> arriving;
    const bots::Reflexes reflexes;
    for (Seat seat : seats()) {
      const Racer& each = racer(seat);
      const double shown = delay(each.connection, numbers_);
      double true_time = bots::reaction_time(reflexes, numbers_).count;
      double earliest = 0;  // a person's messages arrive in order
      const auto send = [&](auto deed) {
        truth_[seat] = true_time;
        const bool lies =
            each.manner == Manner::lies || each.manner == Manner::delays_pongs_and_lies;
        deed.seat = seat;
        deed.at = Millis{lies ? live::fastest_reaction
                              : static_cast<std::int32_t>(std::lround(true_time))};
        earliest = std::max(earliest, shown + true_time + delay(each.connection, numbers_));
        arrival_[seat] = earliest;
        const live::Act<tatamokatsu::Action> act{id, table_.table().seq(), deed};
        arriving.emplace(earliest, Reacting{seat, protocol::message_of(act)});
      };
      if (kind_ == Kind::katana) {
        send(tatamokatsu::Slap{});
        continue;
      }
      send(tatamokatsu::Shout{});
      if (kind_ == Kind::shout) continue;
      true_time += 60 + numbers_.below(120);
      send(tatamokatsu::Grab{{}, {}, tatamokatsu::t_die, tatamokatsu::Finger::thumb});
    }
    return arriving;
  }

  Finish finish() const {
    Finish finish;
    if (contenders_.size() == 1) finish.decided = contenders_.first();
    for (Seat seat : seats()) {
      const bool better = !finish.by_arrival ||
                          (kind_ == Kind::katana ? arrival_[seat] > arrival_[*finish.by_arrival]
                                                 : arrival_[seat] < arrival_[*finish.by_arrival]);
      if (better) finish.by_arrival = seat;
    }
    finish.waited = verdict_->waited;
    for (const live::Reaction& reaction : verdict_->reactions)
      finish.gained[reaction.seat] = truth_[reaction.seat] - reaction.at;
    return finish;
  }

  Kind kind_;
  std::vector<Racer> racers_;
  SplitMix numbers_;
  std::optional<live::Verdict> verdict_;
  SeatSet contenders_;
  PerSeat<double> truth_{};
  PerSeat<double> arrival_{};
  drive::Rehearsal table_;
};

// ---- Many races ----

struct Tally {
  std::uint64_t races = 0;  // those with one winner
  std::vector<std::uint64_t> decided, by_arrival;
  std::vector<double> gained;
  std::vector<std::uint64_t> seen;  // reactions that arrived before the verdict
  double waited = 0;

  double share(const std::vector<std::uint64_t>& of, std::size_t i) const {
    return static_cast<double>(of[i]) / static_cast<double>(std::max<std::uint64_t>(races, 1));
  }
};

// The racers change seats from race to race.
Tally hold(Kind kind, const std::vector<Racer>& racers, std::uint32_t races, SplitMix& numbers) {
  const std::size_t n = racers.size();
  Tally tally{0,
              std::vector<std::uint64_t>(n),
              std::vector<std::uint64_t>(n),
              std::vector<double>(n),
              std::vector<std::uint64_t>(n),
              0};
  for (std::uint32_t r = 0; tally.races < races; ++r) {
    std::vector<Racer> seated = racers;
    std::ranges::rotate(seated, seated.begin() + static_cast<std::ptrdiff_t>(r % n));
    const Finish finish = Race{kind, seated, numbers.next()}.run();
    const auto who = [&](Seat seat) { return (seat.value + r) % n; };
    for (Seat seat : all_seats(static_cast<int>(n))) {
      tally.gained[who(seat)] += finish.gained[seat].value_or(0);
      tally.seen[who(seat)] += finish.gained[seat] ? 1 : 0;
    }
    if (!finish.decided) continue;
    ++tally.races;
    ++tally.decided[who(*finish.decided)];
    ++tally.by_arrival[who(*finish.by_arrival)];
    tally.waited += finish.waited;
  }
  return tally;
}

std::vector<Racer> honest(int players) {
  switch (players) {
    case 2:
      return {{near_by}, {across_the_world}};
    case 3:
      return {{near_by}, {across_the_country}, {across_the_world}};
    case 4:
      return {{near_by}, {across_the_country}, {across_the_country}, {across_the_world}};
    default:
      return {{near_by}, {near_by}, {across_the_country}, {across_the_world}, {across_the_world}};
  }
}

class Report {
 public:
  explicit Report(const RaceOptions& options) : options_(options), numbers_(options.seed) {}

  int print() {
    if (!options_.json)
      fmt::print(
          "{} races for each group; win shares in percent, ± half the 95 % interval.\n"
          "katana: the share of races lost by the last slap.\n\n",
          options_.races);
    for (int players = 2; players <= 5; ++players)
      for (const Kind kind : {Kind::shout, Kind::grab, Kind::katana}) fair(players, kind);
    for (const Manner manner :
         {Manner::honest, Manner::lies, Manner::delays_pongs_and_lies, Manner::withholds_pongs})
      dishonest(manner);
    if (options_.plot.empty()) return ok;
    return write_file(
               options_.plot,
               plot_bars("Share of races won, three players of equal reflexes", bars_, 100.0 / 3))
               ? ok
               : bad_input;
  }

 private:
  void fair(int players, Kind kind) {
    const std::vector<Racer> racers = honest(players);
    const Tally tally = hold(kind, racers, options_.races, numbers_);
    const double waited = tally.waited / static_cast<double>(tally.races);
    if (!options_.json)
      fmt::print("{} players, {}: par {:.1f}, the verdict waits {:.0f} ms\n", players,
                 kind_names[static_cast<std::size_t>(kind)], 100.0 / players, waited);
    for (std::size_t i = 0; i < racers.size(); ++i) {
      const double decided = tally.share(tally.decided, i);
      const double by_arrival = tally.share(tally.by_arrival, i);
      const double error = 100 * uncertainty(decided, tally.races);
      const int lag = racers[i].connection.round_trip;
      if (options_.json)
        fmt::print(
            "{{\"players\":{},\"kind\":\"{}\",\"lag_ms\":{},\"share\":{:.4f},"
            "\"by_arrival\":{:.4f},\"races\":{},\"waited_ms\":{:.1f}}}\n",
            players, kind_names[static_cast<std::size_t>(kind)], lag, decided, by_arrival,
            tally.races, waited);
      else
        fmt::print("  {:>3} ms  {:>5.1f} ± {:.1f}   in order of arrival {:>5.1f}\n", lag,
                   100 * decided, error, 100 * by_arrival);
      if (players != 3 || kind != Kind::shout) continue;
      bars_.push_back({fmt::format("{} ms, decided", lag), 100 * decided, error});
      bars_.push_back({fmt::format("{} ms, by arrival", lag), 100 * by_arrival,
                       100 * uncertainty(by_arrival, tally.races)});
    }
  }

  void dishonest(Manner manner) {
    static constexpr std::array<const char*, 4> names = {"is honest", "says 100 ms, always",
                                                         "says 100 ms, and delays pongs by 400 ms",
                                                         "withholds pongs"};
    const char* name = names[static_cast<std::size_t>(manner)];
    const std::vector<Racer> racers = {{near_by}, {across_the_country, manner}, {across_the_world}};
    const Tally tally = hold(Kind::shout, racers, options_.races, numbers_);
    const double share = tally.share(tally.decided, 1);
    const double gained = tally.gained[1] / static_cast<double>(tally.seen[1]);
    if (options_.json)
      fmt::print("{{\"manner\":\"{}\",\"share\":{:.4f},\"gained_ms\":{:.1f},\"races\":{}}}\n", name,
                 share, gained, tally.races);
    else
      fmt::print("{}the player with 80 ms {}: wins {:.1f} ± {:.1f}, gains {:.0f} ms on average\n",
                 manner == Manner::honest ? "\n3 players, shout; " : "  ", name, 100 * share,
                 100 * uncertainty(share, tally.races), gained);
  }

  const RaceOptions& options_;
  SplitMix numbers_;
  std::vector<Bar> bars_;
};

}  // namespace

int race(const RaceOptions& options) { return Report{options}.print(); }

}  // namespace tatami::cli
