#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>
#include <random>
#include <utility>

#include "bots/dojo/player.h"
#include "chance/dojo.h"
#include "cli/commands.h"
#include "cli/draw_dojo.h"
#include "cli/lines.h"
#include "cli/record_file.h"
#include "cli/talk.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/score.h"

namespace tatami::cli {

using namespace dojo;

namespace {

constexpr std::uint32_t games_for_a_hint = 3000;

constexpr const char* rules_in_short = R"(
In each of 12 rounds everyone gets one card. The dealer sees them all and
decides who gets which. Then each opponent may challenge the dealer: the higher
belt wins (the challenger on a tie), takes the trophy and may exchange the two
cards. All place their cards, each beside another one: in the end 3 rows of 4.
Equal totals: more challenges won decide (English edition: more trophies).

  A row scores its most frequent disciple: 1, 3, 6 or 10 points for 1-4 cards.
  A column of three equal belts scores the belt: 1 to 5 points.

  M Monkey  F Fox  T Tigress  C Crane  B Bear  R Raccoon: whichever you like
  master     one card of its row counts as a raccoon
  incense    every disciple of its row scores (English edition: or one point for
             each kind)
  assistant  its row may be reordered before scoring
  belt       two equal belts are enough for its column
  kimono     three equal belts in its column score double
  broom      its column may be reordered before scoring

White Belt: trophies do nothing of this, each is worth 3 points. Black Belt:
three throws of rock, paper, scissors come before a challenge is decided, each
win adds 1 to the belt. Five players: the first and the last card are dealt at
random.

)";

class TerminalGame {
 public:
  TerminalGame(const PlayOptions& options, std::uint64_t seed)
      : header_(options.header),
        opponents_(options.opponents),
        drawing_(Pen{use_colour(options.colour), player_name}, {screen_width, true}),
        seed_(seed),
        luck_(options.header.deck, seed),
        numbers_(~seed),
        state_(start(options.header.setup, options.header.deck)),
        record_(record::to_json(options.header) + "\n") {}

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
        action = cli::choose(opponents_[seat.value - 1U], view_of(state_, seat), numbers_);
      }
      tell(action);
      note_placement(action);
      record_ += record::to_json(*unpack(action)) + "\n";
      const Open before = state_.open;
      apply_unchecked(state_, action);
      tell_placements(before);
      if (action.kind() == Kind::answer && action.yes()) tell_duel();
      if (action.kind() == Kind::throw_) tell_throws();
    }
    tell_end();
    return true;
  }

  const std::string& record() const { return record_; }

 private:
  // You choose before you can see what others choose at the same time.
  Seat next_seat() const {
    return state_.open.to_act.contains(me) ? me : state_.open.to_act.first();
  }

  void tell(ActionId action) {
    if (state_.open.round != told_round_) {
      told_round_ = state_.open.round;
      fmt::print("\n--- Round {} of {} ---\n", told_round_, rounds);
    }
    const std::string text = drawing_.event(state_.open, action);
    if (!text.empty()) say(text + "\n");
  }

  // D9: nobody sees a placement before all have chosen.
  void note_placement(ActionId action) {
    if (action.kind() != Kind::place) return;
    const Seat seat = action.seat();
    const bool forced = legal_actions(state_.open, seat).size() == 1;
    placements_ +=
        fmt::format("{}{} {}{}", placements_.empty() ? "" : ", ", player_name(seat),
                    drawing_.card(state_.hidden.hands[seat]), forced ? " (only one place)" : "");
  }

  void tell_placements(const Open& before) {
    const Open& open = state_.open;
    if (before.phase == Phase::train && open.phase != Phase::train) {
      say(fmt::format("Placed: {}.\n", std::exchange(placements_, {})));
      std::string points;
      for (Seat seat : all_seats(header_.setup.players))
        points += fmt::format("{}{} {}", points.empty() ? "" : ", ", player_name(seat),
                              worth_as_it_lies(open, seat));
      say(fmt::format("Points as the cards lie: {}.\n", points));
    }
    if (open.box.total() > before.box.total())
      say(fmt::format("There is no place for the trophy {}: it goes back to the box.\n",
                      record::name(before.prize)));
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
    say("\n" + drawing_.table(view_of(state_, me)));
    for (Seat seat : all_seats(header_.setup.players))
      fmt::print("{}:\n{}", player_name(seat), drawing_.count(state_.open, seat));
    const Outcome end = outcome(state_.open);
    for (Seat seat : all_seats(header_.setup.players))
      fmt::print("{}: {} points{}\n", player_name(seat), end.scores[seat],
                 end.winners.contains(seat) ? ", victory!" : "");
  }

  // Nothing to choose: say why.
  void tell_forced(const View& view, ActionId action) const {
    switch (view.open.phase) {
      case Phase::give:
        say(fmt::format("You drew {}. Only {} no card yet, so it goes there.\n",
                        drawing_.card_in_words(view.own.drawn),
                        action.to() == me ? "you have" : player_name(action.to()) + " has"));
        break;
      case Phase::train:
        say(fmt::format("Your card: {}. There is only one place for it, so it places itself.\n",
                        drawing_.card_in_words(view.own.card)));
        break;
      case Phase::place_trophy:
        say(fmt::format("There is only one {} for the trophy {}, so it goes there.\n",
                        is_black(view.open.prize) ? "row" : "column",
                        record::name(view.open.prize)));
        break;
      default:
        break;
    }
  }

  std::optional<ActionId> choose() {
    const View view = view_of(state_, me);
    const ActionList legal = legal_actions(view.open, me);
    if (legal.size() == 1) {
      tell_forced(view, legal[0]);
      return legal[0];
    }
    switch (view.open.phase) {
      case Phase::give:
        return choose_receiver(view, legal);
      case Phase::ask:
        shown_round_ = view.open.round;
        say(fmt::format("\n{}Your card: {}.\n", drawing_.table(view),
                        drawing_.card_in_words(view.own.card)));
        return choose_yes(fmt::format("Challenge {}?", player_name(view.open.dealer)), legal);
      case Phase::throws:
        return choose_word("Rock, paper or scissors (r/p/s)?", "rps", legal);
      case Phase::swap:
        return choose_yes("Exchange the cards?", legal);
      case Phase::train:
        if (shown_round_ != view.open.round) say("\n" + drawing_.table(view));
        fmt::print("\n{}", own_dojo(true));
        return choose_word(
            fmt::format("Where do you place {} ({})?", drawing_.card_in_words(view.own.card),
                        letters(legal.size())),
            letters(legal.size()), legal);
      default:
        return choose_line(view, legal);
    }
  }

  std::optional<ActionId> choose_receiver(const View& view, const ActionList& legal) {
    if (shown_round_ != view.open.round) say("\n" + drawing_.table(view));
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
    // Lines are counted as they are drawn, including those without a card.
    fmt::print("\n{}", own_dojo(false));
    std::string keys;
    for (ActionId action : legal)
      keys += static_cast<char>(
          '0' + drawn_index(view.open.dojos[me], view.open.setup.edition, action.line()));
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
         drawing_.dojo(state_.open.dojos[me], header_.setup.edition, with_letters))
      out += line + "\n";
    return out;
  }

  static std::string letters(std::size_t count) {
    return std::string{"abcdefghijklmnopqrstuvwxyz"}.substr(0, count);
  }

  // Returns the action whose key is typed; keys are in the order of the actions.
  std::optional<ActionId> choose_word(const std::string& question, const std::string& keys,
                                      const ActionList& legal) {
    for (;;) {
      fmt::print("{} > ", wrapped(question, screen_width - 3));
      std::fflush(stdout);
      const LineReader::Got got = answers_.next();
      if (got == LineReader::Got::end || got == LineReader::Got::error) return {};
      const std::string& answer = answers_.line();
      if (answer == "q" || answer == "quit") return {};
      if (answer == "?" || answer == "hint") {
        give_hint(keys, legal);
        continue;
      }
      if (answer == "rules") {
        fmt::print("{}", rules_in_short);
        continue;
      }
      const bool is_word = answer == "yes" || answer == "no";
      const char key = answer.empty() ? ' ' : static_cast<char>(std::tolower(answer[0]));
      const std::size_t at = answer.size() == 1 || is_word ? keys.find(key) : std::string::npos;
      if (at != std::string::npos) return legal[at];
      fmt::print("Please type one of {}, hint, rules, or q to quit.\n", keys);
    }
  }

  // A sensei's opinion of the options, from what the player knows. The game goes on as without
  // it.
  void give_hint(const std::string& keys, const ActionList& legal) const {
    constexpr std::size_t most = 4;
    const View view = view_of(state_, me);
    SplitMix numbers{seed_ + record_.size()};
    const bots::DojoPlayer sensei{bots::DojoLevel::sensei, {.iterations = games_for_a_hint}};
    const bots::Opinions opinions = sensei.weigh(view, numbers);
    std::vector<std::size_t> order(opinions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::greater{}, [&](std::size_t i) { return opinions[i].win; });
    fmt::print("A sensei would expect, best first:\n");
    for (std::size_t place = 0; place < std::min(order.size(), most); ++place) {
      const std::size_t i = order[place];
      fmt::print("  {}  {:<38} wins {:4.1f} %, {:.1f} points\n", keys[i],
                 drawing_.option(view, legal[i]), 100 * opinions[i].win, opinions[i].score);
    }
  }

  record::DojoHeader header_;
  std::vector<DojoEntrant> opponents_;  // from seat 1 on
  DojoDrawing drawing_;
  std::uint64_t seed_;
  chance::DojoLuck luck_;
  SplitMix numbers_;
  State state_;
  int told_round_ = 0;
  int shown_round_ = 0;            // when everything was last shown
  std::string placements_;         // of this round, in words
  std::string record_;             // written when the game is over: it contains secrets (D21)
  LineReader answers_{stdin, 80};  // a longer line is not an answer
};

}  // namespace

int play_dojo(const PlayOptions& options) {
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  RecordBeingWritten record{options.record};
  if (!record.is_open()) return bad_input;
  say(
      fmt::format("Dojo for {} players, edition {}, seed {}. {}.\n"
                  "Type hint or ? for advice, rules for the rules, q to quit.\n",
                  options.header.setup.players, record::name(options.header.setup.edition), seed,
                  introduced(options.opponent_names)));
  TerminalGame game{options, seed};
  const bool finished = game.play();
  if (!finished) fmt::print("\nGoodbye.\n");
  return record.write(game.record(), finished) ? ok : bad_input;
}

}  // namespace tatami::cli
