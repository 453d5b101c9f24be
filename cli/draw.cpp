#include "cli/draw.h"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "rules/dojo/legal.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

using namespace dojo;
using record::name;

namespace {

constexpr std::size_t screen_width = 96;

constexpr std::array<const char*, disciple_kinds> disciple_words = {"Monkey", "Fox",  "Tigress",
                                                                    "Crane",  "Bear", "Raccoon"};
constexpr std::array<const char*, belt_kinds + 1> belt_colours = {"", "97", "93", "92", "94", "90"};

const char* word(Disciple disciple) { return disciple_words[static_cast<std::size_t>(disciple)]; }

// The first three letters: enough to tell trophies apart, and as wide as a card.
std::string tag(Trophy trophy) {
  return trophy == Trophy::none ? "   " : std::string{name(trophy).substr(0, 3)};
}

const char* effect(Trophy trophy) {
  switch (trophy) {
    case Trophy::master:
      return "one card of the row counts as a raccoon";
    case Trophy::incense:
      return "every disciple of the row scores";
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

// Of text that may contain colour codes.
std::size_t visible_width(const std::string& text) {
  std::size_t width = 0;
  bool in_code = false;
  for (const char c : text) {
    if (c == '\033') in_code = true;
    if (!in_code && (static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++width;
    if (in_code && c == 'm') in_code = false;
  }
  return width;
}

std::string beside_each_other(const std::vector<std::vector<std::string>>& blocks) {
  std::string out;
  for (std::size_t first = 0; first < blocks.size();) {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t last = first;
    std::vector<std::size_t> widths;
    for (; last < blocks.size(); ++last) {
      std::size_t widest = 0;
      for (const std::string& line : blocks[last]) widest = std::max(widest, visible_width(line));
      if (last > first && width + widest > screen_width) break;
      width += widest + 3;
      height = std::max(height, blocks[last].size());
      widths.push_back(widest + 3);
    }
    for (std::size_t row = 0; row < height; ++row) {
      std::string text;
      for (std::size_t b = first; b < last; ++b) {
        const std::string line = row < blocks[b].size() ? blocks[b][row] : "";
        text += line + std::string(widths[b - first] - visible_width(line), ' ');
      }
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + "\n";
    }
    out += "\n";
    first = last;
  }
  return out;
}

}  // namespace

bool use_colour(Colour wish) {
  if (wish != Colour::automatic) return wish == Colour::always;
  return isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

std::string seat_number(Seat seat) { return fmt::format("seat {}", seat.value); }

std::string Drawing::paint(const char* code, const std::string& text) const {
  return colour_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

std::string Drawing::card(Card card) const {
  return paint(belt_colours[card.belt().value], name(card));
}

std::string Drawing::card_in_words(Card card) const {
  return fmt::format("{} ({}, belt {})", this->card(card), word(card.disciple()),
                     card.belt().value);
}

std::string Drawing::list(SeatSet seats) const {
  std::string out;
  for (Seat seat : seats) out += (out.empty() ? "" : ", ") + names_(seat);
  return out;
}

std::vector<std::string> Drawing::dojo(const Dojo& dojo, Edition edition, bool letters) const {
  const Cells open = open_cells(dojo, edition);
  const Cells shown =
      edition == Edition::en ? fixed_frame : Cells{dojo.occupied.bits() | open.bits()};
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
  for (int c = left; c <= right; ++c)
    head += " " + paint("33", holds(Column{c}) ? tag(dojo.trophy(Column{c})) : "   ");
  lines.push_back(head);
  char letter = 'a';
  for (int r = shown.first().row().value; r <= shown.last().row().value; ++r) {
    std::string line = " " + paint("1", holds(Row{r}) ? tag(dojo.trophy(Row{r})) : "   ");
    for (int c = left; c <= right; ++c) {
      const Cell cell{Row{r}, Column{c}};
      if (dojo.occupied.contains(cell))
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

std::string Drawing::dojos(const Open& open) const {
  std::vector<std::vector<std::string>> blocks;
  for (Seat seat : all_seats(open.table.players)) {
    std::vector<std::string> block = dojo(open.dojos[seat], open.table.edition);
    std::string title = names_(seat);
    if (seat == open.dealer && !dealt_at_random(open) && !is_over(open)) title += " (dealer)";
    if (open.dojos[seat].challenges_won > 0)
      title += fmt::format(", won {}", open.dojos[seat].challenges_won);
    if (open.table.white_belt && open.held[seat].total() > 0)
      title += fmt::format(", holds {}", open.held[seat].total());
    block.insert(block.begin(), title);
    blocks.push_back(block);
  }
  return beside_each_other(blocks);
}

std::string Drawing::waiting_for(const Open& open) const {
  const auto seats = [&](const char* what) {
    return fmt::format("To act: {} ({})", list(open.to_act), what);
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

std::string Drawing::duel(const Open& open) const {
  if (!open.duel) return {};
  const Duel& duel = *open.duel;
  std::string out =
      fmt::format("Challenge: {} {} against {} {}", names_(duel.challenger),
                  card(duel.challenger_card), names_(open.dealer), card(duel.dealer_card));
  for (std::size_t bout = 0; bout < duel.bouts; ++bout)
    out += fmt::format(", {} against {}", name(duel.challenger_throws[bout]),
                       name(duel.dealer_throws[bout]));
  if (duel.winner) out += fmt::format(". Winner: {}", names_(*duel.winner));
  if (duel.swapped) out += ", cards exchanged";
  return out + ".\n";
}

std::string Drawing::situation(const Open& open) const {
  std::string out = fmt::format("Round {} of {}.", open.round, rounds);
  if (!dealt_at_random(open) && !is_over(open))
    out += fmt::format(" Dealer: {}.", names_(open.dealer));
  if (open.face_up != Trophy::none) out += fmt::format(" Face up: {}.", name(open.face_up));
  if (open.prize != Trophy::none) out += fmt::format(" Prize: {}.", name(open.prize));
  out += fmt::format(" Deck: {} cards. {}.\n", open.deck_size, waiting_for(open));
  return out + duel(open);
}

std::string Drawing::knowledge(const Own& own) const {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (own.card.is_card()) add("holds " + card(own.card));
  if (own.drawn.is_card()) add("has drawn " + card(own.drawn));
  for (Seat seat : all_seats(most_players))
    if (own.dealt[seat].is_card())
      add(fmt::format("gave {} {}", names_(seat), card(own.dealt[seat])));
  if (own.placement)
    add(fmt::format("places at [{},{}]", own.placement->row().value,
                    own.placement->column().value));
  if (own.thrown) add(fmt::format("throws {}", name(*own.thrown)));
  return out.empty() ? "knows nothing more" : out;
}

std::string Drawing::table(const View& view) const {
  std::string out = situation(view.open);
  if (view.seat) out += fmt::format("{}: {}.\n", names_(*view.seat), knowledge(view.own));
  return out + "\n" + dojos(view.open);
}

std::string Drawing::table(const State& state) const {
  const Open& open = state.open;
  std::string out = situation(open);
  if (open.phase == Phase::give) out += fmt::format("Drawn: {}.\n", card(state.hidden.drawn));
  if (!open.holding.empty()) {
    std::string cards;
    for (Seat seat : open.holding)
      cards += fmt::format("{}{} {}", cards.empty() ? "" : ", ", names_(seat),
                           card(state.hidden.hands[seat]));
    out += "Cards: " + cards + ".\n";
  }
  return out + "\n" + dojos(open);
}

std::string Drawing::event(const Open& before, ActionId action) const {
  const std::string who = names_(action.seat());
  switch (action.kind()) {
    case Kind::turn_trophy:
      return fmt::format("Trophy: {}, {}.", name(action.trophy()), effect(action.trophy()));
    case Kind::draw:
    case Kind::deal:
      return {};  // seen by one player alone
    case Kind::give:
      return fmt::format("Card {} goes to {}.", before.given + 1, names_(action.to()));
    case Kind::answer:
      return fmt::format("{}: {}", who, action.yes() ? "I challenge!" : "pass.");
    case Kind::swap:
      return fmt::format("{}: cards {}.", who, action.yes() ? "exchanged" : "kept");
    case Kind::throw_:
    case Kind::place:
      return {};  // hidden until everyone has chosen
    case Kind::place_trophy:
      return fmt::format("{}: trophy {} placed.", who, name(before.prize));
  }
  return {};
}

std::string Drawing::count(const Explanation& explanation) const {
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
  return out + fmt::format("   = {}\n", explanation.total);
}

}  // namespace tatami::cli
