#include <fmt/core.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <random>

#include "bots/dojo/player.h"
#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/draw_dojo.h"
#include "cli/lines.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

using namespace dojo;

namespace {

constexpr Seat me{0};

std::string player_name(Seat seat) {
  return seat == me ? "You" : fmt::format("Opponent {}", seat.value);
}

constexpr const char* help = R"(
In each of 12 rounds everyone gets one card. The dealer sees them all and decides who gets which.
Then each opponent may challenge the dealer: the higher belt wins (the challenger on a tie), takes
the trophy and may exchange the two cards. All place their cards, each beside another one: in the
end 3 rows of 4. Equal totals: more challenges won decide (English edition: more trophies).

  A row scores its most frequent disciple: 1, 3, 6 or 10 points for 1, 2, 3 or 4 cards.
  A column of three equal belts scores the belt: 1 to 5 points.

  M Monkey   F Fox   T Tigress   C Crane   B Bear   R Raccoon: whichever you like
  master     one card of its row counts as a raccoon
  incense    every disciple of its row scores (English edition: or one point for each kind)
  assistant  its row may be reordered before scoring
  belt       two equal belts are enough for its column
  kimono     three equal belts in its column score double
  broom      its column may be reordered before scoring

  White Belt: trophies do nothing of this, each is worth 3 points. Black Belt: three throws of rock,
  paper, scissors come before a challenge is decided, each win adds 1 to the belt. Five players:
  the first and the last card are dealt at random.

)";

class TerminalGame {
 public:
  TerminalGame(const PlayOptions& options, std::uint64_t seed)
      : header_(options.header),
        drawing_(Pen{use_colour(options.colour), player_name}),
        luck_(options.header.deck, seed),
        numbers_(~seed),
        state_(start(options.header.table, options.header.deck)),
        record_(record::write(options.header) + "\n") {}

  // False when the player leaves.
  bool play() {
    while (!is_over(state_.open)) {
      const Open& open = state_.open;
      ActionId action;
      if (chance_acts(open)) {
        action = luck_.next(open);
      } else if (const Seat seat = next_seat(); seat == me) {
        const auto choice = choose();
        if (!choice) return false;
        action = *choice;
      } else {
        action = opponent_.choose(view_of(state_, seat), numbers_);
      }
      tell(action);
      record_ += record::write(*unpack(action)) + "\n";
      apply_unchecked(state_, action);
      if (action.kind() == Kind::answer && action.yes()) tell_duel();
      if (action.kind() == Kind::throw_) tell_throws();
    }
    tell_end();
    return true;
  }

  const std::string& record() const { return record_; }

 private:
  // You choose before you could see what others chose at the same time.
  Seat next_seat() const {
    return state_.open.to_act.contains(me) ? me : state_.open.to_act.first();
  }

  void tell(ActionId action) {
    if (state_.open.round != told_round_) {
      told_round_ = state_.open.round;
      fmt::print("\n--- Round {} of {} ---\n", told_round_, rounds);
    }
    const std::string text = drawing_.event(state_.open, action);
    if (!text.empty()) fmt::print("{}\n", text);
  }

  void tell_duel() {
    const Duel& duel = *state_.open.duel;
    fmt::print("Banzai! {} {} against {} {}.", player_name(duel.challenger),
               drawing_.card(duel.challenger_card), player_name(state_.open.dealer),
               drawing_.card(duel.dealer_card));
    tell_winner();
  }

  void tell_throws() {
    const Duel& duel = *state_.open.duel;
    if (state_.open.phase == Phase::throws && state_.open.to_act.size() == 1) return;
    const std::size_t bout = duel.bouts - 1U;
    fmt::print("{} against {}.", record::name(duel.challenger_throws[bout]),
               record::name(duel.dealer_throws[bout]));
    tell_winner();
  }

  void tell_winner() {
    const Duel& duel = *state_.open.duel;
    if (duel.winner) fmt::print(" Winner: {}.", player_name(*duel.winner));
    fmt::print("\n");
  }

  void tell_end() {
    fmt::print("\n{}", drawing_.table(view_of(state_, me)));
    for (Seat seat : all_seats(header_.table.players))
      fmt::print("{}:\n{}", player_name(seat), drawing_.count(state_.open, seat));
    const Outcome end = outcome(state_.open);
    for (Seat seat : all_seats(header_.table.players))
      fmt::print("{}: {} points{}\n", player_name(seat), end.scores[seat],
                 end.winners.contains(seat) ? ", victory!" : "");
  }

  std::optional<ActionId> choose() {
    const View view = view_of(state_, me);
    const ActionList legal = legal_actions(view.open, me);
    if (legal.size() == 1) {  // forced
      if (view.open.phase == Phase::train)
        fmt::print("Your card: {}; there is one place for it.\n",
                   drawing_.card_in_words(view.own.card));
      return legal[0];
    }
    switch (view.open.phase) {
      case Phase::give:
        return choose_receiver(view, legal);
      case Phase::ask:
        shown_round_ = view.open.round;
        fmt::print("\n{}Your card: {}.\n", drawing_.table(view),
                   drawing_.card_in_words(view.own.card));
        return choose_yes(fmt::format("Challenge {}?", player_name(view.open.dealer)), legal);
      case Phase::throws:
        return choose_word("Rock, paper or scissors (r/p/s)?", "rps", legal);
      case Phase::swap:
        return choose_yes("Exchange the cards?", legal);
      case Phase::train:
        if (shown_round_ != view.open.round) fmt::print("\n{}", drawing_.table(view));
        fmt::print("\n{}", own_dojo(true));
        return choose_word(fmt::format("Where do you place {} ({})?", drawing_.card(view.own.card),
                                       letters(legal.size())),
                           letters(legal.size()), legal);
      default:
        return choose_line(view, legal);
    }
  }

  std::optional<ActionId> choose_receiver(const View& view, const ActionList& legal) {
    if (shown_round_ != view.open.round) fmt::print("\n{}", drawing_.table(view));
    shown_round_ = view.open.round;
    std::string keys;
    std::string question =
        fmt::format("You drew {}. Who gets it:", drawing_.card_in_words(view.own.drawn));
    for (ActionId action : legal) {
      keys += static_cast<char>('0' + action.to().value);
      question +=
          action.to() == me ? " 0 you," : fmt::format(" {0} opponent {0},", action.to().value);
    }
    question.back() = '?';
    return choose_word(question, keys, legal);
  }

  std::optional<ActionId> choose_line(const View& view, const ActionList& legal) {
    // Lines are counted as they are drawn, with those that hold no card yet.
    const Cells drawn = drawn_cells(view.open.dojos[me], view.open.table.edition);
    const int top = drawn.first().row().value;
    int left = furthest_column;
    for (Cell cell : drawn) left = std::min<int>(left, cell.column().value);
    fmt::print("\n{}", own_dojo(false));
    std::string keys;
    for (ActionId action : legal) {
      const int index = action.line().is_row() ? action.line().row().value - top
                                               : action.line().column().value - left;
      keys += static_cast<char>('1' + index);
    }
    return choose_word(
        fmt::format("Which {} gets the trophy {} ({}, counted from the {})?",
                    is_black(view.open.prize) ? "row" : "column", record::name(view.open.prize),
                    keys, is_black(view.open.prize) ? "top" : "left"),
        keys, legal);
  }

  std::optional<ActionId> choose_yes(const std::string& question, const ActionList& legal) {
    return choose_word(question + " (y/n)", "ny", legal);
  }

  std::string own_dojo(bool with_letters) const {
    std::string out;
    for (const std::string& line :
         drawing_.dojo(state_.open.dojos[me], header_.table.edition, with_letters))
      out += line + "\n";
    return out;
  }

  static std::string letters(std::size_t count) {
    return std::string{"abcdefghijklmnopqrstuvwxyz"}.substr(0, count);
  }

  // The action whose key is typed; keys are in the order of the actions.
  std::optional<ActionId> choose_word(const std::string& question, const std::string& keys,
                                      const ActionList& legal) {
    for (;;) {
      fmt::print("{} > ", question);
      std::fflush(stdout);
      const LineReader::Got got = answers_.next();
      if (got == LineReader::Got::end || got == LineReader::Got::error) return {};
      const std::string& answer = answers_.line();
      if (answer == "q" || answer == "quit") return {};
      if (answer == "?") {
        fmt::print("{}", help);
        continue;
      }
      const bool is_word = answer == "yes" || answer == "no";
      const char key = answer.empty() ? ' ' : static_cast<char>(std::tolower(answer[0]));
      const std::size_t at = answer.size() == 1 || is_word ? keys.find(key) : std::string::npos;
      if (at != std::string::npos) return legal[at];
      fmt::print("Please type one of {}, ? for the rules, or q to leave.\n", keys);
    }
  }

  record::DojoHeader header_;
  DojoDrawing drawing_;
  chance::DojoLuck luck_;
  SplitMix numbers_;
  bots::DojoPlayer opponent_{bots::DojoLevel::student};
  State state_;
  int told_round_ = 0;
  int shown_round_ = 0;  // when the whole table was last shown
  std::string record_;   // written when the game is over: it holds what players may not know (D21)
  LineReader answers_{stdin, 80};  // what is longer is no answer anyway
};

}  // namespace

int play_dojo(const PlayOptions& options) {
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  std::FILE* record = nullptr;
  if (!options.record.empty()) {
    record = std::fopen(options.record.c_str(), "wbx");  // no record is lost to another
    if (!record) {
      fmt::print(stderr, "{}: cannot be opened: {}\n", options.record, std::strerror(errno));
      return bad_input;
    }
  }
  fmt::print("Dojo for {} players, edition {}, seed {}. Type ? for the rules, q to leave.\n",
             options.header.table.players, record::name(options.header.table.edition), seed);
  TerminalGame game{options, seed};
  const bool finished = game.play();
  if (!finished) fmt::print("\nGoodbye.\n");
  if (!record) return ok;
  const bool written = std::fputs(game.record().c_str(), record) >= 0;
  const bool closed = std::fclose(record) == 0;
  if (!written || !closed) {
    fmt::print(stderr, "{}: the record cannot be written\n", options.record);
    return bad_input;
  }
  fmt::print("The record of the {} is in {}.\n", finished ? "game" : "unfinished game",
             options.record);
  return ok;
}

}  // namespace tatami::cli
