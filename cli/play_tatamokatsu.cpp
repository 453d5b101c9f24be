#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <optional>
#include <random>
#include <utility>

#include "chance/tatamokatsu.h"
#include "cli/commands.h"
#include "cli/draw_tatamokatsu.h"
#include "cli/interrupt.h"
#include "cli/record_file.h"
#include "cli/talk.h"
#include "cli/terminal.h"
#include "rules/tatamokatsu/apply.h"

namespace tatami::cli {

using namespace tatamokatsu;

namespace {

constexpr std::string_view finger_keys = "timrl";  // in the order of Finger

constexpr const char* keys_in_short = R"(
  space  shout "Tatamokatsu!": a 10 or 17 is possible, or with t at a T
  s      salute: the sum is 11 to 16
  k      slap the table: katana, three equal faces; the last one loses a finger
  t      grab the T (and shout); without fingers it brings you back
  1 0    if you rolled an X: it counts 1 or 10; one key for each X
  q      quit        ?  these keys

A wrong shout, slap or grab costs a finger. A sum below 10 costs the roller one,
above 17 the roller takes one. An X is 1 or 10. The last one with fingers wins.

)";

class TerminalRace {
 public:
  TerminalRace(const PlayTatamokatsuOptions& options, std::uint64_t seed)
      : setup_(options.header.setup),
        pause_(options.pause.count),
        club_(options.opponents, setup_),
        drawing_(Pen{use_colour(options.colour), player_name}),
        luck_(seed),
        numbers_(~seed),
        state_(start(setup_)),
        record_(record::to_json(options.header) + "\n") {}

  // False when the player leaves.
  bool play() {
    while (!is_over(state_.open) && !left_) {
      const Open& open = state_.open;
      if (open.phase == Phase::roll)
        roll();
      else if (open.phase == Phase::rolloff)
        act(luck_.next(open));
      else if (is_window_open(open))
        race();
      else
        choose();
    }
    if (left_) return false;
    say(fmt::format("\n{}", drawing_.table(spectators_view(state_))));
    tell_speed();
    return true;
  }

  const std::string& record() const { return record_; }

 private:
  using Clock = Keyboard::Clock;

  // ---- What happens ----

  void act(ActionId action) {
    tell(action);
    if (action.kind() == Kind::roll) shown_ = Clock::now();
    record_ += record::to_json(*unpack(action)) + "\n";
    apply_unchecked(state_, action);
    if (action.kind() == Kind::roll) plans_ = {};
    for (Seat seat : may_react(state_.open))
      if (seat != me)
        club_[seat.value - 1U].react(view_of(state_, seat), action, numbers_, plans_[seat]);
    if (action.kind() == Kind::close) say("\n" + drawing_.table(spectators_view(state_)));
  }

  void tell(ActionId action) {
    const std::string who = player_name(action.seat());
    const std::string when = action.seat() == me ? fmt::format(" ({} ms)", action.at().count) : "";
    switch (action.kind()) {
      case Kind::roll:
        return tell_dice(action.roll());
      case Kind::shout:
        return say(fmt::format("  {}: Tatamokatsu!{}\n", who, when));
      case Kind::salute:
        return say(fmt::format("  {}: Hai!{}\n", who, when));
      case Kind::slap:
        return say(fmt::format("  {}: slap!{}\n", who, when));
      case Kind::grab:
        return say(fmt::format("  {}: grab!{}\n", who, when));
      case Kind::drop:
        return say(fmt::format("  {}: a die falls off the table\n", who));
      case Kind::announce:
        return say(fmt::format("  {}: {}!{}\n", who,
                               what_is(state_.open.roll).sum(action.values().count_of_tens()),
                               when));
      case Kind::rolloff:
        for (Seat seat : state_.open.contenders)
          say(fmt::format("  Roll-off, {}: {}\n", player_name(seat),
                          record::name(action.face(seat))));
        return;
      case Kind::close:
        return;
      default:
        return say(fmt::format("{}: {}.\n", who, drawing_.option(state_.open, action)));
    }
  }

  static void tell_dice(Roll roll) {
    std::string faces;
    for (int die = 0; die < dice; ++die)
      faces += fmt::format("| {} | ", record::name(roll[Die{die}]));
    fmt::print("\n   .---. .---. .---.\n   {}\n   '---' '---' '---'\n", faces);
    std::fflush(stdout);
  }

  void tell_speed() const {
    if (reactions_ > 0)
      say(fmt::format("You reacted {} times, after {} ms on average.\n", reactions_,
                      milliseconds_ / reactions_));
  }

  // ---- Rolling ----

  void roll() {
    const Seat roller = state_.open.roller;
    if (roller == me) {
      if (!ask("\nYour roll: press space", " \n")) return;
    } else {
      say(fmt::format("\n{} rolls …\n", player_name(roller)));
      // Not always as long, so that nobody reacts to the clock instead of the dice.
      wait(pause_ + static_cast<int>(numbers_.below(static_cast<std::uint32_t>(pause_) + 1)));
    }
    if (left_) return;
    keyboard_.forget();
    announcing_ = {};
    act(luck_.next(state_.open));
  }

  // Keys pressed meanwhile do nothing, except to leave.
  void wait(int milliseconds) {
    const Clock::time_point until = Clock::now() + std::chrono::milliseconds{milliseconds};
    while (Clock::now() < until && !left_) {
      const auto press = keyboard_.next(until);
      left_ = keyboard_.is_closed() || (press && press->key == 'q');
    }
  }

  // ---- The window ----

  void race() {
    std::optional<Keyboard::Press> press;
    while (is_window_open(state_.open) && !left_) {
      chance::detail::Plans later = plans_;
      const ActionId next = chance::detail::next_in_window(state_, later);
      if (!press) press = keyboard_.next(shown_ + std::chrono::milliseconds{next.at().count});
      left_ = keyboard_.is_closed();
      if (left_) return;
      // T16: a reaction at the closing time itself still counts.
      const bool in_time =
          press && (millis_of(*press) < next.at() ||
                    (next.kind() == Kind::close && millis_of(*press) == next.at()));
      if (in_time) {
        react(*std::exchange(press, std::nullopt));
      } else {
        plans_ = later;
        act(next);
      }
    }
  }

  Millis millis_of(const Keyboard::Press& press) const {
    using std::chrono::milliseconds;
    const auto passed = std::chrono::duration_cast<milliseconds>(press.at - shown_);
    return Millis{static_cast<std::int32_t>(std::max(passed, milliseconds{0}).count())};
  }

  void react(const Keyboard::Press& press) {
    const Millis at = millis_of(press);
    if (press.key == 'q') {
      left_ = true;
      return;
    }
    if (press.key == '?') return fmt::print("{}", keys_in_short);
    const auto action = reaction(press.key, at);
    if (!action || check(state_, *unpack(*action))) return;  // refused, and not a mistake (T16)
    ++reactions_;
    milliseconds_ += at.count;
    act(*action);
  }

  std::optional<ActionId> reaction(char key, Millis at) {
    const Open& open = state_.open;
    switch (std::tolower(static_cast<unsigned char>(key))) {
      case ' ':
        return ActionId{Kind::shout, me, at};
      case 's':
        return ActionId{Kind::salute, me, at};
      case 'k':
        return ActionId{Kind::slap, me, at};
      case 't': {
        const bool alive = open.living.contains(me);
        if (alive && open.fingers[me].empty()) return {};
        return ActionId::grab(me, at, t_die, alive ? open.fingers[me].first() : Finger::little);
      }
      case '1':
      case '0': {
        const std::uint8_t xs = what_is(open.roll).xs;
        if (open.roller != me || announcing_.xs == xs) return {};
        if (key == '0')
          announcing_.tens = static_cast<std::uint8_t>(announcing_.tens | 1U << announcing_.xs);
        ++announcing_.xs;
        if (announcing_.xs < xs) return {};
        return ActionId::announce(me, at, announcing_);
      }
      default:
        return {};
    }
  }

  // ---- Choices ----

  void choose() {
    const Seat seat = state_.open.to_act.first();
    if (seat == me) {
      if (const auto choice = my_choice()) act(*choice);
      return;
    }
    wait(pause_);
    if (!left_) act(club_[seat.value - 1U].choose(view_of(state_, seat), numbers_));
  }

  std::optional<ActionId> my_choice() {
    const Open& open = state_.open;
    const SeatSet others = without(open.living, SeatSet{me});
    switch (open.phase) {
      case Phase::pay:
      case Phase::lose: {
        const auto finger = ask_finger("Which finger do you lose", open.fingers[me]);
        if (!finger) return {};
        return ActionId{Kind::lose, me, static_cast<unsigned>(*finger)};
      }
      case Phase::strike: {
        const auto target = ask_opponent("Whose finger do you take", others);
        if (!target) return {};
        const auto finger = ask_finger("Which finger", open.fingers[*target]);
        if (!finger) return {};
        return ActionId::strike(me, *target, *finger);
      }
      default: {
        const Fingers lost = lost_of(open.fingers[me]);
        if (!lost.empty()) {
          const auto key = ask("Take a finger of each opponent, or recover one (t/r)?", "tr");
          if (!key) return {};
          if (*key == 'r') {
            const auto finger = ask_finger("Which finger comes back", lost);
            if (!finger) return {};
            return ActionId{Kind::recover, me, static_cast<unsigned>(*finger)};
          }
        }
        unsigned fingers = nothing_for_anyone;
        for (Seat other : others) {
          const auto finger =
              ask_finger("Which finger does " + player_name(other) + " lose", open.fingers[other]);
          if (!finger) return {};
          fingers ^= only_for(other, static_cast<unsigned>(*finger));
        }
        return ActionId{Kind::attack, me, fingers};
      }
    }
  }

  std::optional<Finger> ask_finger(const std::string& question, Fingers fingers) {
    std::string keys;
    std::string words;
    for (Finger finger : fingers) {
      keys += finger_keys[static_cast<std::size_t>(finger)];
      words += fmt::format("{}{}", words.empty() ? "" : ", ", record::name(finger));
    }
    const auto key = ask(fmt::format("{} ({}; by the first letter)?", question, words), keys);
    if (!key) return {};
    return static_cast<Finger>(finger_keys.find(*key));
  }

  std::optional<Seat> ask_opponent(const std::string& question, SeatSet others) {
    if (others.size() == 1) return others.first();
    std::string keys;
    for (Seat seat : others) keys += static_cast<char>('0' + seat.value);
    const auto key = ask(fmt::format("{} ({}: the opponent's number)?", question, keys), keys);
    if (!key) return {};
    return Seat{*key - '0'};
  }

  // The key pressed; nothing when the player leaves.
  std::optional<char> ask(const std::string& question, std::string_view keys) {
    keyboard_.forget();
    say(question + " > ");
    while (!left_) {
      const auto press = keyboard_.next();
      left_ = keyboard_.is_closed() || (press && press->key == 'q');
      if (left_ || !press) break;
      const char key = static_cast<char>(std::tolower(static_cast<unsigned char>(press->key)));
      if (key == '?') say(std::string{keys_in_short} + question + " > ");
      if (keys.find(key) == std::string_view::npos) continue;
      fmt::print("{}\n", key == '\n' || key == ' ' ? ' ' : key);
      return key;
    }
    return {};
  }

  Setup setup_;
  int pause_;  // ms
  TatamokatsuClub club_;
  TatamokatsuDrawing drawing_;
  chance::TatamokatsuLuck luck_;
  SplitMix numbers_;
  State state_;
  chance::detail::Plans plans_;
  Keyboard keyboard_;
  Clock::time_point shown_;  // when the dice were
  Announcement announcing_;  // the values typed so far
  std::string record_;
  long reactions_ = 0;
  long milliseconds_ = 0;
  bool left_ = false;
};

}  // namespace

int play_tatamokatsu(const PlayTatamokatsuOptions& options) {
  if (!is_terminal()) {
    fmt::print(stderr,
               "tatami play tatamokatsu needs a terminal: keys are timed as they are pressed, so "
               "neither input nor output may be redirected\n");
    return bad_input;
  }
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  RecordBeingWritten record{options.record};
  if (!record.is_open()) return bad_input;
  say(fmt::format("Tatamokatsu for {} players, seed {}. {}.\n", options.header.setup.players, seed,
                  introduced(options.opponent_names)));
  fmt::print("{}", keys_in_short);
  const Interruptible interruptible;
  TerminalRace game{options, seed};
  const bool finished = game.play();
  if (!finished) fmt::print("\nGoodbye.\n");
  if (!record.write(game.record(), finished)) return bad_input;
  return is_interrupted() ? interrupted_status() : ok;
}

}  // namespace tatami::cli
