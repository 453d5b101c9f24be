#include "cli/draw_tatamokatsu.h"

#include <fmt/core.h>

#include <algorithm>

#include "record/tatamokatsu.h"
#include "rules/tatamokatsu/window.h"

namespace tatami::cli {

using namespace tatamokatsu;
using record::name;

namespace {

std::string meaning_of(Roll roll) {
  const Meaning meaning = what_is(roll);
  if (meaning.kind == RollKind::grab) return "grab the T";
  if (meaning.kind == RollKind::katana) return "katana";
  std::string sums;
  for (int tens = 0; tens < meaning.possible_sums(); ++tens)
    sums += fmt::format("{}{}", tens > 0 ? " or " : "", meaning.sum(tens));
  return sums + (meaning.tatamokatsu ? ", Tatamokatsu possible" : "");
}

std::string at(Millis time) { return time == never ? "" : fmt::format(" at {} ms", time.count); }

}  // namespace

std::string TatamokatsuDrawing::waiting_for(const Open& open) const {
  const auto choice = [&](const char* what) {
    return fmt::format("To act: {} ({})", pen_.seats(open.to_act), what);
  };
  switch (open.phase) {
    case Phase::roll:
      return fmt::format("Next: {} rolls the dice", pen_.seat(open.roller));
    case Phase::rolloff:
      return fmt::format("Next: a roll-off between {}", pen_.seats(open.contenders));
    case Phase::window:
      return "The window is open";
    case Phase::pay:
      return choice("lose a finger for a mistake");
    case Phase::lose:
      return choice("lose a finger");
    case Phase::strike:
      return choice("strike an opponent's finger");
    case Phase::choose:
      return choice("attack or recover");
    case Phase::over:
      return fmt::format("The game is over, samurai: {}", pen_.seats(open.winners));
  }
  return {};
}

std::string TatamokatsuDrawing::situation(const Open& open) const {
  std::string out = fmt::format("Roller: {}.", pen_.seat(open.roller));
  if (open.phase != Phase::roll) {
    out += fmt::format(" Dice: {} {} {} ({}).", name(open.roll[Die{0}]), name(open.roll[Die{1}]),
                       name(open.roll[Die{2}]), meaning_of(open.roll));
    if (open.announced) out += fmt::format(" Announced: {}.", sum_of(open));
  }
  return out + fmt::format(" {}.\n", waiting_for(open));
}

std::string TatamokatsuDrawing::reactions(const Open& open, Seat seat,
                                          const Timeline* times) const {
  const Heard& heard = open.heard;
  const Times when = times ? times->of[seat] : Times{};
  std::string out;
  const auto add = [&](SeatSet who, const char* what, Millis time) {
    if (who.contains(seat)) out += fmt::format("{}{}{}", out.empty() ? "" : ", ", what, at(time));
  };
  add(heard.shouted, "shout", when.shout);
  add(heard.grabbed, "grab", when.hand);
  add(heard.slapped, "slap", when.hand);
  add(heard.saluted, "salute", when.salute);
  add(heard.dropped, "die off the table", never);
  add(heard.fumbled, "wrong die", never);
  if (when.mistake != never) out += fmt::format(", mistake{}", at(when.mistake));
  if (open.owed[seat] > 0)
    out += fmt::format("{}owes {}", out.empty() ? "" : "; ", open.owed[seat]);
  return out;
}

std::string TatamokatsuDrawing::hands(const Open& open, const Timeline* times) const {
  std::string out;
  std::size_t width = 8;
  for (Seat seat : all_seats(open.setup.players)) width = std::max(width, pen_.seat(seat).size());
  for (Seat seat : all_seats(open.setup.players)) {
    out += fmt::format("  {:<{}} {:<5} ", pen_.seat(seat), width, name(open.setup.hands[seat]));
    for (int i = 0; i < fingers_of_a_hand; ++i) {
      const auto finger = static_cast<Finger>(i);
      const std::string word{name(finger)};
      out += " " + (open.fingers[seat].contains(finger) ? pen_.paint("1", word)
                                                        : std::string(word.size(), '.'));
    }
    const std::string did = reactions(open, seat, times);
    out += (did.empty() ? "" : "   " + did) + "\n";
  }
  return out;
}

std::string TatamokatsuDrawing::knowledge(const Own& own) const {
  std::string out;
  const auto add = [&](const char* what, Millis time) {
    if (time != never) out += fmt::format("{}{}{}", out.empty() ? "" : ", ", what, at(time));
  };
  add("shout", own.shout);
  add("hand", own.hand);
  add("salute", own.salute);
  add("mistake", own.mistake);
  add("announcement", own.announce);
  return out.empty() ? "nothing more" : out;
}

std::string TatamokatsuDrawing::option(const Open& open, ActionId action) const {
  switch (action.kind()) {
    case Kind::announce:
      return fmt::format("announce {}", what_is(open.roll).sum(action.values().count_of_tens()));
    case Kind::lose:
      return fmt::format("lose the {}", name(action.finger()));
    case Kind::strike:
      return fmt::format("take the {} of {}", name(action.finger()), pen_.seat(action.target()));
    case Kind::attack:
      return "take a finger of each opponent";
    case Kind::recover:
      return fmt::format("get the {} back", name(action.finger()));
    default:
      return {};
  }
}

std::vector<std::string> TatamokatsuDrawing::board(const Open& open, ActionId action) const {
  const auto is_marked = [&](Seat seat, Finger finger) {
    switch (action.kind()) {
      case Kind::lose:
      case Kind::recover:
        return seat == action.seat() && finger == action.finger();
      case Kind::strike:
        return seat == action.target() && finger == action.finger();
      case Kind::attack:
        return action.for_seat(seat) != nothing_for_a_seat && finger == action.finger(seat);
      default:
        return false;
    }
  };
  std::vector<std::string> lines;
  for (Seat seat : all_seats(open.setup.players)) {
    std::string line = fmt::format("{:<10}", pen_.seat(seat));
    for (int i = 0; i < fingers_of_a_hand; ++i) {
      const auto finger = static_cast<Finger>(i);
      const bool marked = is_marked(seat, finger);
      const bool there = open.fingers[seat].contains(finger) || marked;
      line += fmt::format("{}{}{}", marked ? "[" : " ", there ? name(finger).substr(0, 1) : ".",
                          marked ? "]" : " ");
    }
    lines.push_back(line);
  }
  return lines;
}

std::string TatamokatsuDrawing::table(const View& view) const {
  std::string out = situation(view.open);
  if (view.seat)
    out += fmt::format("Known to {} alone: {}.\n", pen_.seat(*view.seat), knowledge(view.own));
  return out + "\n" + hands(view.open, is_window_open(view.open) ? nullptr : &view.open.photo);
}

std::string TatamokatsuDrawing::table(const State& state) const {
  std::string out = situation(state.open);
  const bool open = is_window_open(state.open);
  if (open) out += fmt::format("It closes at {} ms.\n", closes_at(state).count);
  return out + "\n" + hands(state.open, open ? &state.hidden.so_far : &state.open.photo);
}

}  // namespace tatami::cli
