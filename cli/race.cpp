#include "cli/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "bots/tatamokatsu/person.h"
#include "chance/chacha20.h"
#include "cli/commands.h"
#include "cli/plot.h"
#include "cli/simulate.h"
#include "drive/rehearsal.h"
#include "live/letters.h"
#include "live/tatamokatsu/game.h"
#include "rules/tatamokatsu/legal.h"

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

enum class Manner : std::uint8_t {
  honest,
  lies,
  just_believed,
  just_believed_when_fast,
  answers_noise,
  delays_pongs,
  delays_pongs_by_proxy,
  shakes_pongs,
  withholds_pongs
};
struct MannerName {
  Manner manner;
  const char* name;
};
constexpr std::array<MannerName, 9> manners = {{
    {Manner::honest, "is honest"},
    {Manner::lies, "says the least that is believed of anybody, always"},
    {Manner::just_believed, "says as little as the connection explains"},
    {Manner::just_believed_when_fast, "does so when quick, and is honest when slow"},
    {Manner::answers_noise, "waits for another's shout, and claims to have been before it"},
    {Manner::delays_pongs, "delays pongs by 400 ms, and says the least"},
    {Manner::delays_pongs_by_proxy, "does so where a proxy stands between"},
    {Manner::shakes_pongs, "delays every other pong, and says as little as that explains"},
    {Manner::withholds_pongs, "withholds pongs"},
}};

std::int32_t whole(double ms) { return static_cast<std::int32_t>(std::lround(ms)); }

struct Racer {
  SimulatedConnection connection;
  Manner manner = Manner::honest;
};

// ---- Games of races ----

enum class Kind : std::uint8_t { shout, grab, katana };
constexpr std::array<const char*, 3> kind_names = {"shout", "shout and grab", "katana"};

// The race that a roll is, if it is one.
std::optional<Kind> kind_of(tatamokatsu::Meaning meaning) {
  if (meaning.kind == RollKind::katana) return Kind::katana;
  if (meaning.kind == RollKind::grab) return Kind::grab;
  if (meaning.tatamokatsu) return Kind::shout;
  return {};
}

struct Finish {
  Kind kind{};
  std::optional<Seat> decided;     // who was first; at a katana, last
  std::optional<Seat> by_arrival;  // as it would be in order of arrival
  std::int32_t waited = 0;
  PerSeat<std::optional<double>> gained{};  // ms, for the reaction that completes
};

// A connection as its own two ends know it.
struct Line {
  live::Lag lag;  // by pongs, as they are when nobody delays them
  double kernel_mean = 0;
  double kernel_spread = 0;
  double fastest = 1e9;

  live::RoundTrip measure(double round_trip) {
    const bool is_first = fastest == 1e9;
    kernel_spread = is_first
                        ? round_trip / 2
                        : kernel_spread + (std::abs(round_trip - kernel_mean) - kernel_spread) / 4;
    kernel_mean = is_first ? round_trip : kernel_mean + (round_trip - kernel_mean) / 8;
    fastest = std::min(fastest, round_trip);
    return {whole(round_trip),
            live::KernelLag{whole(kernel_mean), whole(kernel_spread), whole(fastest)}};
  }
};

// A game at the server's own table, as long as nobody is out of it. Everybody does what each roll
// asks for; what is to be chosen is chosen at random.
class Game {
 public:
  Game(std::vector<Racer> racers, std::uint64_t seed)
      : racers_(std::move(racers)),
        numbers_(seed),
        table_({opened()}, {}, start, [this](const table::Guest& reader, const std::string& text) {
          hear(reader, text);
        }) {
    for (Seat seat : seats()) {
      table_.come(guest(seat));
      tell(seat, protocol::Sit{id, {}, {}, {}});
    }
    for (int i = 0; i < 20; ++i) measure_connections();
    tell(Seat{0}, protocol::Start{id});
    follow_log();
  }

  // Its next race; none when somebody is out.
  std::optional<Finish> next() {
    while (state_.open.living.size() == static_cast<int>(racers_.size()) &&
           !tatamokatsu::is_over(state_.open)) {
      if (state_.open.phase != tatamokatsu::Phase::roll) {
        decide();
        continue;
      }
      const std::optional<Finish> finish = roll();
      if (finish) return finish;
    }
    return {};
  }

 private:
  static constexpr Time start = 1'000'000;
  static constexpr int seconds_between_rolls = 8;
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
  void act(Seat seat, const tatamokatsu::Action& action) {
    const live::Act<tatamokatsu::Action> act{id, table_.table().seq(), action};
    tell(seat, command(protocol::message_of(act)));
  }

  std::string opened() {
    tatamokatsu::Setup setup;
    setup.players = static_cast<std::uint8_t>(racers_.size());
    table::Opened opened;
    opened.table = id;
    opened.host = guest(Seat{0});
    record::TatamokatsuHeader header{setup};
    opened.settings.header =
        *record::from_json<protocol::Header>(std::string_view{record::to_json(header)});
    opened.settings.tempo = protocol::Tempo::untimed;
    const auto random_bytes = [&] {
      chance::Seed bytes{};
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(numbers_.next());
      return bytes;
    };
    state_ = tatamokatsu::start(setup);
    opened.seed = chance::hex(random_bytes());
    opened.secret = chance::hex(random_bytes());
    return record::to_json(table::Entry{opened});
  }

  // The rules' own state, from what the table has written; the verdict of a window, if it closed.
  std::optional<live::Tatamokatsu::Judged> follow_log() {
    std::optional<live::Tatamokatsu::Judged> judged;
    for (; followed_ < table_.entries.size(); ++followed_) {
      const auto entry =
          record::from_json<live::Tatamokatsu::Entry>(std::string_view{table_.entries[followed_]});
      if (!entry) continue;  // the table's own
      std::visit(
          [&](const auto& each) {
            for (const tatamokatsu::Action& move : each.moves) {
              apply_unchecked(state_, pack(move));
              if (std::holds_alternative<tatamokatsu::Close>(move))
                contenders_ = state_.open.contenders;
            }
            if constexpr (requires { each.reactions; }) judged = each;
          },
          *entry);
    }
    return judged;
  }

  void decide() {
    const tatamokatsu::Options options{state_.open};
    const tatamokatsu::ActionId chosen =
        options[numbers_.below(static_cast<std::uint32_t>(options.size()))];
    act(state_.open.to_act.first(), *unpack(chosen));
    follow_log();
  }

  // A ping, as the server sends them once a second.
  void measure_connections() {
    table_.time += 1000;
    ++beats_;
    for (Seat seat : seats()) {
      const Racer& each = racer(seat);
      const double there_and_back =
          delay(each.connection, numbers_) + delay(each.connection, numbers_);
      live::RoundTrip trip = lines_[seat].measure(there_and_back);
      if (each.manner == Manner::withholds_pongs) continue;
      const bool is_late = each.manner == Manner::delays_pongs ||
                           each.manner == Manner::delays_pongs_by_proxy ||
                           (each.manner == Manner::shakes_pongs && beats_ % 2 == 0);
      if (is_late) trip.ms += live::default_lag_cap;
      if (each.manner == Manner::delays_pongs_by_proxy) trip.kernel.reset();
      lines_[seat].lag.pong(trip, table_.time);
      table_.pong(guest(seat), trip);
    }
  }

  std::optional<Finish> roll() {
    for (int i = 0; i < seconds_between_rolls; ++i) measure_connections();
    truth_ = {};
    arrival_ = {};
    tell(state_.open.roller, command(R"({"type":"throw_dice","table":"race"})"));
    while (state_.open.phase == tatamokatsu::Phase::roll) {
      table_.wait();
      follow_log();
    }
    sent_ = table_.time;
    const tatamokatsu::Meaning meaning = what_is(state_.open.roll);
    for (Seat seat : seats()) react(seat, meaning);
    std::optional<live::Tatamokatsu::Judged> judged;
    while (!judged) {
      if (arriving_.empty()) {
        table_.wait();
      } else {
        const auto [arrival, first] = *arriving_.begin();
        const Time at = sent_ + static_cast<Time>(std::ceil(arrival));
        const std::optional<Time> wake = table_.wakes_at();
        if (wake && *wake < at) {
          table_.wait();
        } else {
          arriving_.erase(arriving_.begin());
          table_.time = std::max(table_.time, at);
          tell(first.seat, command(first.text));
        }
      }
      judged = follow_log();
    }
    arriving_.clear();
    const auto kind = kind_of(meaning);
    if (!kind) return {};
    return finish(*kind, *judged);
  }

  // The messages of somebody's reflexes to a roll.
  void react(Seat seat, tatamokatsu::Meaning meaning) {
    if (racer(seat).manner == Manner::answers_noise && meaning.tatamokatsu) return;
    const bots::Reflexes reflexes;
    const double time = bots::reaction_time(reflexes, numbers_).count;
    const double shown = delay(racer(seat).connection, numbers_);
    if (meaning.kind == RollKind::katana) return send(seat, tatamokatsu::Slap{}, shown, time);
    if (meaning.allows_shout()) send(seat, tatamokatsu::Shout{}, shown, time);
    if (meaning.kind == RollKind::grab)
      return send(seat,
                  tatamokatsu::Grab{{}, {}, tatamokatsu::t_die, state_.open.fingers[seat].nth(0)},
                  shown, time + 60 + numbers_.below(120));
    const bool asks_for_bow = !meaning.allows_shout() && meaning.xs == 0 &&
                              tatamokatsu::effect_of(meaning.lowest) == tatamokatsu::Effect::salute;
    if (asks_for_bow) send(seat, tatamokatsu::Salute{}, shown, time);
  }

  void send(Seat seat, auto deed, double shown, double time) {
    truth_[seat] = time;
    // A person's messages arrive in order.
    arrival_[seat] =
        std::max(arrival_[seat], shown + time + delay(racer(seat).connection, numbers_));
    deed.seat = seat;
    deed.at = Millis{claimed(seat, time)};
    const live::Act<tatamokatsu::Action> act{id, table_.table().seq(), deed};
    arriving_.emplace(arrival_[seat], Reacting{seat, protocol::message_of(act)});
  }

  // The time that somebody says they needed.
  std::int32_t claimed(Seat seat, double time) const {
    const live::Lag& lag = lines_[seat].lag;
    // Nearly all that is believed of a connection like theirs; more would be noticed as a lie.
    const std::int32_t just_believed =
        whole(arrival_[seat]) -
        std::min(live::default_lag_cap, lag.mean(table_.time) + 7 * lag.spread(table_.time) / 2);
    switch (racer(seat).manner) {
      case Manner::lies:
      case Manner::delays_pongs:
      case Manner::delays_pongs_by_proxy:
        return live::fastest_reaction;
      case Manner::just_believed:
      case Manner::shakes_pongs:
      case Manner::answers_noise:
        return std::max(just_believed, 0);
      case Manner::just_believed_when_fast:
        return time < bots::Reflexes{}.mean.count ? std::max(just_believed, 0) : whole(time);
      default:
        return whole(time);
    }
  }

  // To some a noise is a signal.
  void hear(const table::Guest& reader, const std::string& text) {
    if (!text.starts_with(R"({"type":"heard")")) return;
    const Seat by =
        std::get<0>(*record::from_json<std::variant<live::Heard>>(std::string_view{text})).seat;
    for (Seat seat : seats())
      if (guest(seat) == reader && by != seat && racer(seat).manner == Manner::answers_noise &&
          arrival_[seat] == 0)
        send(seat, tatamokatsu::Shout{}, static_cast<double>(table_.time - sent_),
             delay(racer(seat).connection, numbers_));
  }

  Finish finish(Kind kind, const live::Tatamokatsu::Judged& judged) const {
    Finish finish;
    finish.kind = kind;
    if (contenders_.size() == 1) finish.decided = contenders_.first();
    for (Seat seat : seats()) {
      if (arrival_[seat] == 0) continue;
      const bool better = !finish.by_arrival ||
                          (kind == Kind::katana ? arrival_[seat] > arrival_[*finish.by_arrival]
                                                : arrival_[seat] < arrival_[*finish.by_arrival]);
      if (better) finish.by_arrival = seat;
    }
    finish.waited = judged.waited;
    for (const live::Reaction& reaction : judged.reactions)
      finish.gained[reaction.seat] = truth_[reaction.seat] - reaction.at;
    return finish;
  }

  std::vector<Racer> racers_;
  SplitMix numbers_;
  tatamokatsu::State state_;
  SeatSet contenders_;
  PerSeat<Line> lines_{};
  PerSeat<double> truth_{};
  PerSeat<double> arrival_{};  // of their last message in this window; 0: none
  std::multimap<double, Reacting> arriving_;
  Time sent_ = 0;
  int beats_ = 0;
  std::size_t followed_ = 0;
  drive::Rehearsal table_;
};

// ---- Many races ----

struct Tally {
  std::uint64_t races = 0;  // those with one winner
  std::vector<std::uint64_t> decided, by_arrival;
  std::vector<double> gained;
  std::vector<std::uint64_t> seen;  // reactions that arrived before the verdict
  double waited = 0;

  explicit Tally(std::size_t racers)
      : decided(racers), by_arrival(racers), gained(racers), seen(racers) {}

  double share(const std::vector<std::uint64_t>& of, std::size_t i) const {
    return static_cast<double>(of[i]) / static_cast<double>(std::max<std::uint64_t>(races, 1));
  }
};

// Games until there were so many shouts; other races are rarer. The racers change seats from game
// to game.
std::array<Tally, 3> hold(const std::vector<Racer>& racers, std::uint32_t races,
                          SplitMix& numbers) {
  const std::size_t n = racers.size();
  std::array<Tally, 3> tallies = {Tally{n}, Tally{n}, Tally{n}};
  const auto of = [&](Kind kind) -> Tally& { return tallies[static_cast<std::size_t>(kind)]; };
  for (std::uint32_t r = 0; of(Kind::shout).races < races; ++r) {
    std::vector<Racer> seated = racers;
    std::ranges::rotate(seated, seated.begin() + static_cast<std::ptrdiff_t>(r % n));
    const auto who = [&](Seat seat) { return (seat.value + r) % n; };
    Game game{seated, numbers.next()};
    while (const std::optional<Finish> finish = game.next()) {
      Tally& tally = of(finish->kind);
      for (Seat seat : all_seats(static_cast<int>(n))) {
        tally.gained[who(seat)] += finish->gained[seat].value_or(0);
        tally.seen[who(seat)] += finish->gained[seat] ? 1 : 0;
      }
      if (!finish->decided) continue;
      ++tally.races;
      ++tally.decided[who(*finish->decided)];
      ++tally.by_arrival[who(*finish->by_arrival)];
      tally.waited += finish->waited;
    }
  }
  return tallies;
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

std::vector<Racer> poor() {
  const auto line = [](int round_trip) {
    return Racer{{round_trip, 0.4 * round_trip / 2, 0.02}};  // each way
  };
  return {line(near_by.round_trip), line(across_the_country.round_trip),
          line(across_the_world.round_trip)};
}

class Report {
 public:
  explicit Report(const RaceOptions& options) : options_(options), numbers_(options.seed) {}

  int print() {
    if (!options_.json)
      fmt::print(
          "{} shouts for each group, and the rarer races among them; win shares in percent, ± half "
          "the 95 % interval.\n"
          "katana: the share of races lost by the last slap.\n\n",
          options_.races);
    for (int players = 2; players <= 5; ++players) fair(honest(players), "");
    fair(poor(), "40 % jitter and 2 % loss, ");
    for (const MannerName& each : manners) dishonest(each);
    if (options_.plot.empty()) return ok;
    return write_file(
               options_.plot,
               plot_bars("Share of races won, three players of equal reflexes", bars_, 100.0 / 3))
               ? ok
               : bad_input;
  }

 private:
  void fair(const std::vector<Racer>& racers, const char* lines) {
    const std::array<Tally, 3> tallies = hold(racers, options_.races, numbers_);
    for (const Kind kind : {Kind::shout, Kind::grab, Kind::katana})
      show(racers, lines, kind, tallies[static_cast<std::size_t>(kind)]);
  }

  void show(const std::vector<Racer>& racers, const char* lines, Kind kind, const Tally& tally) {
    const auto players = static_cast<int>(racers.size());
    const char* name = kind_names[static_cast<std::size_t>(kind)];
    const double waited = tally.waited / static_cast<double>(tally.races);
    if (!options_.json)
      fmt::print("{}{} players, {}: par {:.1f}, the verdict waits {:.0f} ms\n", lines, players,
                 name, 100.0 / players, waited);
    for (std::size_t i = 0; i < racers.size(); ++i) {
      const double decided = tally.share(tally.decided, i);
      const double by_arrival = tally.share(tally.by_arrival, i);
      const double error = 100 * uncertainty(decided, tally.races);
      const int lag = racers[i].connection.round_trip;
      if (options_.json)
        fmt::print(
            "{{\"players\":{},\"kind\":\"{}\",\"poor\":{},\"lag_ms\":{},\"share\":{:.4f},"
            "\"by_arrival\":{:.4f},\"races\":{},\"waited_ms\":{:.1f}}}\n",
            players, name, *lines != 0, lag, decided, by_arrival, tally.races, waited);
      else
        fmt::print("  {:>3} ms  {:>5.1f} ± {:.1f}   in order of arrival {:>5.1f}\n", lag,
                   100 * decided, error, 100 * by_arrival);
      if (players != 3 || kind != Kind::shout || *lines != 0) continue;
      bars_.push_back({fmt::format("{} ms, decided", lag), 100 * decided, error});
      bars_.push_back({fmt::format("{} ms, by arrival", lag), 100 * by_arrival,
                       100 * uncertainty(by_arrival, tally.races)});
    }
  }

  void dishonest(const MannerName& each) {
    const std::vector<Racer> racers = {
        {near_by}, {across_the_country, each.manner}, {across_the_world}};
    const Tally tally = hold(racers, options_.races, numbers_)[0];
    const double share = tally.share(tally.decided, 1);
    const double gained =
        tally.gained[1] / static_cast<double>(std::max<std::uint64_t>(tally.seen[1], 1));
    if (options_.json)
      fmt::print("{{\"manner\":\"{}\",\"share\":{:.4f},\"gained_ms\":{:.1f},\"races\":{}}}\n",
                 each.name, share, gained, tally.races);
    else
      fmt::print("{}the player with 80 ms {}: wins {:.1f} ± {:.1f}, gains {:.0f} ms on average\n",
                 each.manner == Manner::honest ? "\n3 players, shout; " : "  ", each.name,
                 100 * share, 100 * uncertainty(share, tally.races), gained);
  }

  const RaceOptions& options_;
  SplitMix numbers_;
  std::vector<Bar> bars_;
};

}  // namespace

int race(const RaceOptions& options) { return Report{options}.print(); }

}  // namespace tatami::cli
