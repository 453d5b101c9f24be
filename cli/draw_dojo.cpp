#include "cli/draw_dojo.h"

#include <fmt/core.h>

#include <array>

#include "rules/dojo/legal.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

using namespace dojo;
using record::name;

namespace {

constexpr std::array<const char*, disciple_kinds> disciple_words = {"Monkey", "Fox",  "Tigress",
                                                                    "Crane",  "Bear", "Raccoon"};
constexpr std::array<const char*, belt_kinds + 1> belt_colours = {"", "97", "93", "92", "94", "90"};

const char* word(Disciple disciple) { return disciple_words[static_cast<std::size_t>(disciple)]; }

// The first three letters: enough to distinguish trophies, and as wide as a card.
std::string tag(Trophy trophy) {
  return trophy == Trophy::none ? "   " : std::string{name(trophy).substr(0, 3)};
}

const char* effect(Trophy trophy, const Setup& setup) {
  if (setup.white_belt) return "worth 3 points";  // D19
  switch (trophy) {
    case Trophy::master:
      return "one card of the row counts as a raccoon";
    case Trophy::incense:
      return setup.edition == Edition::fr ? "every disciple of the row scores"
                                          : "the row may score a point for each different disciple";
    case Trophy::assistant:
      return "the row may be reordered before scoring";
    case Trophy::belt:
      return "two equal belts are enough for the column";
    case Trophy::kimono:
      return "three equal belts score double";
    case Trophy::broom:
      return "the column may be reordered before scoring";
    case Trophy::none:
      break;
  }
  return "";
}

}  // namespace

std::string DojoDrawing::card(Card card) const {
  return pen_.paint(belt_colours[card.belt().value], name(card));
}

std::string DojoDrawing::card_in_words(Card card) const {
  return fmt::format("{} ({}, belt {})", this->card(card), word(card.disciple()),
                     card.belt().value);
}

Cells drawn_cells(const Dojo& dojo, Edition edition) {
  if (edition == Edition::en) return fixed_frame;
  return either(dojo.occupied, open_cells(dojo, edition));
}

int drawn_index(const Dojo& dojo, Edition edition, Line line) {
  const Cells drawn = drawn_cells(dojo, edition);
  if (line.is_row()) return line.row().value - drawn.first().row().value + 1;
  int left = furthest_column;
  for (Cell cell : drawn) left = std::min<int>(left, cell.column().value);
  return line.column().value - left + 1;
}

std::vector<std::string> DojoDrawing::dojo(const Dojo& dojo, Edition edition, bool letters,
                                           const Mark& mark) const {
  const Cells open = open_cells(dojo, edition);
  const Cells shown = drawn_cells(dojo, edition);
  int left = furthest_column;
  int right = -furthest_column;
  for (Cell cell : shown) {
    left = std::min<int>(left, cell.column().value);
    right = std::max<int>(right, cell.column().value);
  }
  const auto holds = [&](auto line) {
    for (Cell cell : dojo.occupied)
      if (Line{line} == (Line{line}.is_row() ? Line{cell.row()} : Line{cell.column()})) return true;
    return false;
  };

  std::vector<std::string> lines;
  std::string head = "    ";
  const auto marked_line = [&](Line line) { return mark.line && *mark.line == line; };
  for (int c = left; c <= right; ++c)
    head += marked_line(Line{Column{c}})
                ? "[" + tag(mark.trophy).substr(0, 2) + "]"
                : " " + pen_.paint("33", holds(Column{c}) ? tag(dojo.trophy(Column{c})) : "   ");
  lines.push_back(head);
  char letter = 'a';
  for (int r = shown.first().row().value; r <= shown.last().row().value; ++r) {
    std::string line =
        marked_line(Line{Row{r}})
            ? "[" + tag(mark.trophy).substr(0, 2) + "]"
            : " " + pen_.paint("1", holds(Row{r}) ? tag(dojo.trophy(Row{r})) : "   ");
    for (int c = left; c <= right; ++c) {
      const Cell cell{Row{r}, Column{c}};
      if (mark.cell && *mark.cell == cell)
        line += "[" + card(mark.card) + "]";
      else if (dojo.occupied.contains(cell))
        line += "  " + card(dojo.at(cell));
      else if (open.contains(cell))
        line += letters ? fmt::format(" [{}]", letter++) : "   .";
      else
        line += "    ";
    }
    lines.push_back(line);
  }
  return lines;
}

std::string DojoDrawing::dojos(const Open& open) const {
  std::vector<std::vector<std::string>> blocks;
  for (Seat seat : all_seats(open.setup.players)) {
    std::vector<std::string> block = dojo(open.dojos[seat], open.setup.edition);
    std::string title = pen_.seat(seat);
    if (seat == open.dealer && !dealt_at_random(open) && !is_over(open)) title += " (dealer)";
    if (open.dojos[seat].challenges_won > 0)
      title += fmt::format(", won {}", open.dojos[seat].challenges_won);
    if (open.setup.white_belt && open.held[seat].total() > 0)
      title += fmt::format(", holds {}", open.held[seat].total());
    if (look_.points) title += fmt::format(", {} points", worth_as_it_lies(open, seat));
    block.insert(block.begin(), title);
    blocks.push_back(block);
  }
  return beside_each_other(blocks, look_.width);
}

std::string DojoDrawing::waiting_for(const Open& open) const {
  const auto seats = [&](const char* what) {
    return fmt::format("To act: {} ({})", pen_.seats(open.to_act), what);
  };
  switch (open.phase) {
    case Phase::turn_trophy:
      return "Next: a trophy is turned over";
    case Phase::draw:
      return "Next: the dealer draws a card";
    case Phase::deal:
      return "Next: cards are dealt at random";
    case Phase::give:
      return seats("give the card");
    case Phase::ask:
      return seats("challenge or pass");
    case Phase::throws:
      return seats("rock, paper, scissors");
    case Phase::swap:
      return seats("exchange the cards or not");
    case Phase::train:
      return seats("place the card");
    case Phase::place_trophy:
      return seats("place the trophy");
    case Phase::over:
      return "The game is over";
  }
  return {};
}

std::string DojoDrawing::duel(const Open& open) const {
  if (!open.duel) return {};
  const Duel& duel = *open.duel;
  std::string out =
      fmt::format("Challenge: {} {} against {} {}", pen_.seat(duel.challenger),
                  card(duel.challenger_card), pen_.seat(open.dealer), card(duel.dealer_card));
  for (std::size_t bout = 0; bout < duel.bouts; ++bout)
    out += fmt::format(", {} against {}", name(duel.challenger_throws[bout]),
                       name(duel.dealer_throws[bout]));
  if (duel.winner) out += fmt::format(". Winner: {}", pen_.seat(*duel.winner));
  if (duel.swapped) out += ", cards exchanged";
  return out + ".\n";
}

std::string DojoDrawing::situation(const Open& open) const {
  std::string out = fmt::format("Round {} of {}.", open.round, rounds);
  if (!dealt_at_random(open) && !is_over(open))
    out += fmt::format(" Dealer: {}.", pen_.seat(open.dealer));
  if (open.face_up != Trophy::none) out += fmt::format(" Face up: {}.", name(open.face_up));
  if (open.prize != Trophy::none) out += fmt::format(" Prize: {}.", name(open.prize));
  out += fmt::format(" Deck: {} cards. {}.\n", open.deck_size, waiting_for(open));
  return out + duel(open);
}

std::string DojoDrawing::knowledge(const Own& own) const {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (own.card.is_card()) add("card " + card(own.card));
  if (own.drawn.is_card()) add("drawn " + card(own.drawn));
  for (Seat seat : all_seats(most_players))
    if (own.dealt[seat].is_card())
      add(fmt::format("{} has {}", pen_.seat(seat), card(own.dealt[seat])));
  if (own.placement)
    add(fmt::format("places at [{},{}]", own.placement->row().value,
                    own.placement->column().value));
  if (own.thrown) add(fmt::format("throws {}", name(*own.thrown)));
  return out.empty() ? "nothing more" : out;
}

std::string DojoDrawing::table(const View& view) const {
  std::string out = situation(view.open);
  if (view.seat)
    out += fmt::format("Known to {} alone: {}.\n", pen_.seat(*view.seat), knowledge(view.own));
  return out + "\n" + dojos(view.open);
}

std::string DojoDrawing::table(const State& state) const {
  const Open& open = state.open;
  std::string out = situation(open);
  if (open.phase == Phase::give) out += fmt::format("Drawn: {}.\n", card(state.hidden.drawn));
  if (!open.holding.empty()) {
    std::string cards;
    for (Seat seat : open.holding)
      cards += fmt::format("{}{} {}", cards.empty() ? "" : ", ", pen_.seat(seat),
                           card(state.hidden.hands[seat]));
    out += "Cards: " + cards + ".\n";
  }
  return out + "\n" + dojos(open);
}

std::string DojoDrawing::event(const Open& before, ActionId action) const {
  const std::string who = pen_.seat(action.seat());
  switch (action.kind()) {
    case Kind::turn_trophy:
      return fmt::format("Trophy: {}, {}.", name(action.trophy()),
                         effect(action.trophy(), before.setup));
    case Kind::draw:
    case Kind::deal:
      return {};  // only one player sees it
    case Kind::give:
      return fmt::format("Card {} goes to {}.", before.given + 1, pen_.seat(action.to()));
    case Kind::answer:
      return fmt::format("{}: {}", who, action.yes() ? "I challenge!" : "pass.");
    case Kind::swap:
      return fmt::format("{}: cards {}.", who, action.yes() ? "exchanged" : "kept");
    case Kind::throw_:
    case Kind::place:
      return {};  // hidden until everyone has chosen
    case Kind::place_trophy:
      return fmt::format("{}: trophy {} placed at a {}.", who, name(before.prize),
                         action.line().is_row() ? "row" : "column");
  }
  return {};
}

std::string DojoDrawing::option(const View& view, ActionId action) const {
  const auto index = [&](Line line) {
    return drawn_index(view.open.dojos[action.seat()], view.open.setup.edition, line);
  };
  switch (action.kind()) {
    case Kind::give:
      return action.to() == action.seat()
                 ? fmt::format("keep {}", card(view.own.drawn))
                 : fmt::format("give {} to {}", card(view.own.drawn), pen_.seat(action.to()));
    case Kind::answer:
      return action.yes() ? "challenge" : "pass";
    case Kind::swap:
      return action.yes() ? "exchange the cards" : "keep the cards";
    case Kind::throw_:
      return std::string{name(action.gesture())};
    case Kind::place:
      return fmt::format("place {} in row {}, column {}", card(view.own.card),
                         index(Line{action.cell().row()}), index(Line{action.cell().column()}));
    case Kind::place_trophy:
      return fmt::format("place the trophy {} at {} {}", name(view.open.prize),
                         action.line().is_row() ? "row" : "column", index(action.line()));
    default:
      return {};
  }
}

std::vector<std::string> DojoDrawing::board(const View& view, ActionId action) const {
  Mark mark;
  if (action.kind() == Kind::place) {
    mark.cell = action.cell();
    mark.card = view.own.card;
  } else if (action.kind() == Kind::place_trophy) {
    mark.line = action.line();
    mark.trophy = view.open.prize;
  } else {
    return {};
  }
  return dojo(view.open.dojos[action.seat()], view.open.setup.edition, false, mark);
}

std::string DojoDrawing::count(const Open& open, Seat seat) const {
  return count(explain(tableau(open.dojos[seat]), open.setup.edition),
               open.setup.white_belt ? 3 * trophies_held(open, seat) : 0);
}

std::string DojoDrawing::count(const Explanation& explanation, int for_trophies) const {
  std::string out;
  for (const Reordering& move : explanation.reorderings)
    out += fmt::format("  {} {} reordered by the {}\n", move.is_row ? "row" : "column",
                       move.line + 1, move.is_row ? "assistant" : "broom");
  for (std::size_t r = 0; r < explanation.rows.size(); ++r) {
    const RowCount& row = explanation.rows[r];
    out += "  ";
    for (Card each : explanation.arrangement.cards[r]) out += card(each) + " ";
    out += fmt::format(" {:>2}  ", row.points);
    for (std::size_t g = 0; g < row.groups.size(); ++g)
      out += fmt::format("{}{} {}", g > 0 ? " + " : "", row.groups[g].cards,
                         word(row.groups[g].disciple));
    if (row.changed) out += fmt::format(" (the Grand Master changed card {})", *row.changed + 1);
    out += "\n";
  }
  out += " ";
  for (const ColumnCount& column : explanation.columns) out += fmt::format(" {:>2}", column.points);
  if (for_trophies > 0) out += fmt::format("   + {} for trophies", for_trophies);
  return out + fmt::format("   = {}\n", explanation.total + for_trophies);
}

}  // namespace tatami::cli
