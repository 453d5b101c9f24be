#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "command_support.h"
#include "dojo_support.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/view.h"
#include "sanitized.h"

// Whole games in the terminal. Nothing here knows the wording: a question is what ends in " > ",
// and an answer was accepted if what follows is not what rubbish gets.
namespace tatami {
namespace {

using dojo::Card;
using testing::Descriptor;
using testing::Finished;
using testing::Folder;
using testing::in_memory;
using testing::lines_in;
using testing::read_file;
using testing::run;

const std::string every_key = "0123456789abcdefghijklmnoprstuvwxyz";  // q leaves
constexpr Seat me{0};

std::vector<std::string> arguments_for(const dojo::Setup& table, std::uint64_t seed,
                                       const std::string& record = {}) {
  std::vector<std::string> words = {"play",           "dojo",
                                    "--players",      std::to_string(table.players),
                                    "--edition",      std::string{record::name(table.edition)},
                                    "--first-dealer", std::to_string(table.first_dealer.value),
                                    "--seed",         std::to_string(seed)};
  if (table.white_belt) words.insert(words.end(), {"--variants", "white-belt"});
  if (table.black_belt) words.insert(words.end(), {"--variants", "black-belt"});
  if (!record.empty()) words.insert(words.end(), {"--record", record});
  return words;
}

// One side of a conversation with `tatami play`.
class Conversation {
 public:
  explicit Conversation(const std::vector<std::string>& arguments) : errors_(in_memory()) {
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    EXPECT_EQ(pipe2(in.data(), O_CLOEXEC) + pipe2(out.data(), O_CLOEXEC), 0);
    const Descriptor its_input{in[0]};
    const Descriptor its_output{out[1]};
    to_ = Descriptor{in[1]};
    from_ = Descriptor{out[0]};
    process_ = testing::start_tatami(arguments, in[0], out[1], errors_.number());
  }

  // The output up to the next question; without one, up to the end.
  std::string listen() {
    std::string text;
    std::array<char, 4096> piece{};
    while (!text.ends_with(" > ")) {
      const ssize_t got = read(from_.number(), piece.data(), piece.size());
      if (got <= 0) {
        ended_ = true;
        break;
      }
      text.append(piece.data(), static_cast<std::size_t>(got));
    }
    return text;
  }

  std::string answer(const std::string& line) {
    const std::string bytes = line + "\n";
    EXPECT_EQ(write(to_.number(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    return listen();
  }

  bool ended() const { return ended_; }

  // No more answers; the exit status.
  int hang_up() {
    to_.reset();
    while (!ended_) listen();
    const int status = testing::wait_for(process_);
    EXPECT_EQ(testing::content(errors_), "");
    return status;
  }

 private:
  Descriptor errors_;
  Descriptor to_;
  Descriptor from_;
  pid_t process_ = -1;
  bool ended_ = false;
};

// One question, the answer taken, and all that was printed since the answer before.
struct Question {
  std::string text;
  char key = 0;
};

struct Game {
  std::vector<Question> questions;
  std::string end;  // what was printed after the last answer
  int status = -1;
  std::string record;
};

// The keys to try at a question, in this order, until one is accepted.
using Keys = std::function<std::string()>;

Game play(const dojo::Setup& table, std::uint64_t seed, const Keys& keys,
          const std::string& rubbish = "!") {
  const Folder folder;
  Conversation terminal{arguments_for(table, seed, folder.path("record"))};
  Game game;
  std::string text = terminal.listen();
  while (!terminal.ended()) {
    const std::string refused = terminal.answer(rubbish);
    EXPECT_FALSE(terminal.ended()) << "rubbish ended the game";
    EXPECT_FALSE(refused.empty());
    Question question{text + refused};
    for (const char key : keys()) {
      const std::string answer = terminal.answer(std::string(1, key));
      if (answer == refused) continue;
      question.key = key;
      text = answer;
      break;
    }
    game.questions.push_back(question);
    if (question.key == 0) {
      ADD_FAILURE() << "no key is accepted: " << question.text;
      break;
    }
  }
  game.end = text;
  game.status = terminal.hang_up();
  game.record = read_file(folder.path("record"));
  return game;
}

Keys lowest_first() {
  return [] { return every_key; };
}

Keys any(std::uint64_t seed) {
  return [numbers = SplitMix{seed}]() mutable {
    std::string keys = every_key;
    for (auto left = static_cast<std::uint32_t>(keys.size()); left > 1; --left)
      std::swap(keys[left - 1], keys[numbers.below(left)]);
    return keys;
  };
}

// The states before each event of a record, and the event; at last the state after all.
struct Step {
  dojo::State before;
  std::optional<dojo::Action> event;
};

std::vector<Step> steps_of(const std::string& record) {
  record::Replay replay;
  std::vector<Step> steps;
  for (const std::string& line : lines_in(record)) {
    if (replay.game())
      steps.push_back(
          {*replay.state<dojo::State>(), *record::from_json<dojo::Action>(*json::parse(line))});
    const auto wrong = replay.take(line);
    EXPECT_EQ(wrong, std::nullopt) << line;
  }
  steps.push_back({*replay.state<dojo::State>(), {}});
  return steps;
}

// Where the player was asked: they could choose, and the event is theirs.
std::vector<std::size_t> questions_in(const std::vector<Step>& steps) {
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const dojo::ActionId action = dojo::pack(*steps[i].event);
    const auto legal = dojo::legal_actions(steps[i].before.open, me);
    if (action.kind() >= dojo::Kind::give && action.seat() == me && legal.size() > 1)
      at.push_back(i);
  }
  return at;
}

// Every card code in a text that stands for itself.
std::set<Card> cards_in(const std::string& text) {
  const auto is_word = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0);
  };
  std::set<Card> cards;
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (const auto card = record::card_named(text.substr(i, 2)))
      if ((i == 0 || !is_word(i - 1)) && !is_word(i + 2)) cards.insert(*card);
  return cards;
}

// D21: the cards a player may know of.
void add_known_cards(const dojo::State& state, std::set<Card>& cards) {
  const dojo::View view = dojo::view_of(state, me);
  const auto add = [&](Card card) {
    if (card.is_card()) cards.insert(card);
  };
  add(view.own.card);
  add(view.own.drawn);
  for (Card card : view.own.dealt.items) add(card);
  if (view.open.duel) {
    add(view.open.duel->challenger_card);
    add(view.open.duel->dealer_card);
  }
  for (const dojo::Dojo& dojo : view.open.dojos.items)
    for (Card card : dojo.cards) add(card);
}

std::string named(const std::set<Card>& cards) {
  std::string text;
  for (Card card : cards) text += " " + record::name(card);
  return text;
}

// ---- Whole games ----

void expect_whole_game(const Game& game, const dojo::Setup& table) {
  EXPECT_EQ(game.status, 0);
  EXPECT_TRUE(game.end.ends_with("\n"));
  const std::vector<Step> steps = steps_of(game.record);
  EXPECT_TRUE(dojo::is_over(steps.back().before.open));
  EXPECT_EQ(steps.back().before.open.setup, table);
  EXPECT_EQ(questions_in(steps).size(), game.questions.size());
  // The end tells everyone's points.
  const dojo::Outcome outcome = dojo::outcome(steps.back().before.open);
  for (Seat seat : all_seats(table.players))
    EXPECT_NE(game.end.find(std::to_string(outcome.scores[seat])), std::string::npos);
}

TEST(Play, Always_the_lowest_key_ends_every_kind_of_game) {
  for (const dojo::Setup& table : dojo::testing::every_setup())
    expect_whole_game(play(table, 7, lowest_first()), table);
}

TEST(Play, Random_keys_and_rubbish_end_every_kind_of_game) {
  const std::array<std::string, 8> rubbish = {"",   " ",      "yes please", "aa",
                                              "0 ", "\x1B[A", "é",          std::string(3000, 'n')};
  std::uint64_t seed = 100;
  for (const dojo::Setup& table : dojo::testing::every_setup()) {
    ++seed;
    expect_whole_game(play(table, seed, any(seed), rubbish[seed % rubbish.size()]), table);
  }
}

TEST(Play, The_record_of_a_whole_game_replays_as_over) {
  const Folder folder;
  const Game game = play(dojo::testing::setup(4), 3, any(3));
  const std::string path = folder.file("record", game.record);
  const Finished replayed = run({"replay", path});
  EXPECT_EQ(replayed.status, 0);
  EXPECT_TRUE(replayed.out.starts_with("{\"file\":" + json::quote(path) +
                                       ",\"over\":true,\"result\":{\"scores\":["))
      << replayed.out;
}

TEST(Play, The_same_seed_and_answers_make_the_same_game) {
  const dojo::Setup table = dojo::testing::setup(5);
  const Game game = play(table, 12, any(4));
  const Game again = play(table, 12, any(4));
  EXPECT_EQ(game.record, again.record);
  EXPECT_EQ(game.questions.size(), again.questions.size());
  EXPECT_NE(game.record, play(table, 13, any(4)).record);
}

TEST(Play, D21_the_record_is_written_when_the_game_is_over_or_left) {
  const Folder folder;
  const std::string path = folder.path("record");
  Conversation terminal{arguments_for(dojo::testing::setup(3), 5, path)};
  terminal.listen();
  EXPECT_EQ(read_file(path), "") << "it would tell what the players may not know";
  terminal.answer("0");
  EXPECT_EQ(read_file(path), "");
  EXPECT_EQ(terminal.hang_up(), 0);
  EXPECT_GE(steps_of(read_file(path)).size(), 3U);
}

TEST(Play, A_record_that_is_there_is_not_overwritten) {
  const Folder folder;
  const std::string path = folder.file("record", "an older game\n");
  const Finished finished = run({"play", "dojo", "--record", path});
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find(path + ": cannot be opened: File exists"), std::string::npos)
      << finished.err;
  EXPECT_EQ(read_file(path), "an older game\n");
}

// ---- What is asked ----

TEST(Play, A_row_or_column_is_counted_as_it_is_drawn) {
  int checked = 0;
  std::uint64_t seed = 50;
  for (const dojo::Setup& table : dojo::testing::every_setup()) {
    if (table.white_belt) continue;  // D19: no trophy has a place
    ++seed;
    const Game game = play(table, seed, any(seed));
    const std::vector<Step> steps = steps_of(game.record);
    const std::vector<std::size_t> asked = questions_in(steps);
    ASSERT_EQ(asked.size(), game.questions.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Step& step = steps[asked[i]];
      const auto* placed = std::get_if<dojo::PlaceTrophy>(&*step.event);
      if (!placed) continue;
      ++checked;
      // The drawing is what stands between an empty line and the first question: a head, rows.
      const std::string text = game.questions[i].text.substr(0, game.questions[i].text.find(" > "));
      const std::vector<std::string> lines = lines_in(text.substr(text.rfind("\n\n") + 2));
      ASSERT_GE(lines.size(), 3U) << text;
      const auto chosen = static_cast<std::size_t>(game.questions[i].key - '0');
      const dojo::Dojo& dojo = step.before.open.dojos[me];
      for (dojo::Cell cell : dojo.occupied) {
        const bool is_row = placed->line.is_row();
        if (is_row ? cell.row() != placed->line.row() : cell.column() != placed->line.column())
          continue;
        const std::string card = record::name(dojo.at(cell));
        bool there = false;
        for (std::size_t row = 1; row + 1 < lines.size(); ++row) {
          // Four letters a column, after four for the trophies of the rows.
          const std::string part = is_row ? (row == chosen ? lines[row] : "")
                                   : lines[row].size() > 4 * chosen
                                       ? lines[row].substr(4 * chosen, 4)
                                       : "";
          there |= part.find(card) != std::string::npos;
        }
        EXPECT_TRUE(there) << card << " is not in line " << chosen << " of\n" << text;
      }
    }
  }
  EXPECT_GT(checked, 10);
}

// With an end of line after each question, as whoever answers types one.
std::string all_text(const Game& game) {
  std::string text;
  for (const Question& question : game.questions) text += question.text;
  text += game.end;
  for (std::size_t at = 0; (at = text.find("? > ", at)) != std::string::npos; ++at)
    text[at + 3] = '\n';
  return text;
}

// Without the ends of lines, which come where the terminal is full.
std::string unwrapped(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

TEST(Play, Keeps_to_80_columns) {
  std::uint64_t seed = 60;
  for (const dojo::Setup& table : dojo::testing::every_setup()) {
    ++seed;
    for (const std::string& line : lines_in(all_text(play(table, seed, any(seed))))) {
      const auto continues = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
      };
      EXPECT_LE(line.size() - static_cast<std::size_t>(std::ranges::count_if(line, continues)), 80U)
          << line;
    }
  }
}

TEST(Play, Tells_forced_cards_and_the_points_so_far) {
  const std::string text = all_text(play(dojo::testing::setup(4), 8, any(8)));
  const std::string told_all = unwrapped(text);
  EXPECT_NE(told_all.find("There is only one place for it, so it places itself."),
            std::string::npos);
  EXPECT_NE(told_all.find(" (only one place)"), std::string::npos) << "opponents' too";
  EXPECT_NE(told_all.find("no card yet, so it goes there."), std::string::npos);
  EXPECT_NE(text.find(" points\n"), std::string::npos) << "above each dojo";
  // The points as the cards lie, after each round.
  int told = 0;
  for (const std::string& line : lines_in(text))
    told += line.starts_with("Points as the cards lie: You");
  EXPECT_EQ(told, 12);
}

TEST(Play, A_hint_rates_the_options_and_changes_nothing) {
  const Folder folder;
  const auto record_of = [&](const std::string& name, const std::string& asks) {
    Conversation terminal{arguments_for(dojo::testing::setup(3), 5, folder.path(name))};
    std::string text = terminal.listen();
    for (int question = 0; question < 6; ++question) {
      if (!asks.empty()) {
        const std::string hint = terminal.answer(asks);
        EXPECT_NE(hint.find("best first"), std::string::npos) << hint;
        EXPECT_NE(hint.find(" wins "), std::string::npos) << hint;
        EXPECT_TRUE(hint.ends_with(text.substr(text.rfind('\n') + 1))) << "the question again";
      }
      std::string next;
      for (const char key : every_key) {
        next = terminal.answer(std::string(1, key));
        if (next.find("Please type") == std::string::npos) break;
      }
      text = next;
    }
    EXPECT_EQ(terminal.hang_up(), 0);
    return read_file(folder.path(name));
  };
  const std::string alone = record_of("alone", "");
  EXPECT_EQ(record_of("hint", "hint"), alone);
  EXPECT_EQ(record_of("mark", "?"), alone);
}

TEST(Play, Opponents_can_be_chosen) {
  const auto begin = [](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"play", "dojo", "--seed", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  EXPECT_NE(
      begin({"--opponents", "adept", "novice"})
          .out.find("for 3 players, edition fr, seed 1. Opponent 1: adept, Opponent 2: novice"),
      std::string::npos);
  EXPECT_NE(begin({"--opponents", "random"}).out.find("Opponent 3: random"), std::string::npos);
  EXPECT_NE(unwrapped(begin({"--opponents", "sensei:20", "--players", "3"}).out)
                .find("Opponent 2: sensei:20"),
            std::string::npos);
  struct Case {
    std::vector<std::string> words;
    std::string says;
  };
  for (const Case& each : std::vector<Case>{
           {{"--opponents", "novice", "adept", "--players", "5"}, "each of the 4 opponents, not 2"},
           {{"--opponents", "a", "b", "c", "d", "e"}, "at most 4, not 5"},
           {{"--opponents", "champion"}, "expected random, novice"}}) {
    const Finished finished = begin(each.words);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err.find("--opponents: "), 0U) << finished.err;
    EXPECT_NE(finished.err.find(each.says), std::string::npos) << finished.err;
  }
}

TEST(Play, Opponents_make_a_difference) {
  const Folder folder;
  const auto record_of = [&](const std::string& opponents) {
    Conversation terminal{{"play", "dojo", "--seed", "4", "--opponents", opponents, "--record",
                           folder.path(opponents)}};
    terminal.listen();
    for (int i = 0; i < 20 && !terminal.ended(); ++i)
      terminal.answer(std::string(1, every_key[static_cast<std::size_t>(i) % every_key.size()]));
    terminal.hang_up();
    return read_file(folder.path(opponents));
  };
  EXPECT_NE(record_of("student"), record_of("random"));
}

// ---- Leaving ----

TEST(Play, The_end_of_input_ends_a_game_politely) {
  // Every key in turn: some are rubbish where they come, some are answers.
  const Folder folder;
  std::string answers;
  std::size_t longest = 0;
  for (int count = 0; count < 150; count += count < 20 ? 1 : 23) {
    answers.clear();
    for (int i = 0; i < count; ++i) {
      answers += every_key[static_cast<std::size_t>(i * 11) % every_key.size()];
      answers += '\n';
    }
    if (count % 2 == 1) answers.pop_back();  // in the middle of a line
    const std::string path = folder.path("record" + std::to_string(count));
    const Finished finished = run({"play", "dojo", "--seed", "21", "--record", path}, answers);
    EXPECT_EQ(finished.status, 0) << count;
    EXPECT_EQ(finished.err, "");
    EXPECT_TRUE(finished.out.ends_with("\n"));
    const Finished replayed = run({"replay", path});
    EXPECT_EQ(replayed.status, 0);
    EXPECT_EQ(replayed.out, "{\"file\":" + json::quote(path) + ",\"over\":false}\n");
    const std::size_t length = lines_in(read_file(path)).size();
    EXPECT_GE(length, longest);
    longest = length;
  }
  EXPECT_GT(longest, 40U);
}

TEST(Play, Q_leaves_at_once) {
  const Finished ended = run({"play", "dojo", "--seed", "21"});
  for (const char* answers : {"q\n0\n1\n2\n", "quit\n0\n1\n2\n", "q"}) {
    const Finished left = run({"play", "dojo", "--seed", "21"}, answers);
    EXPECT_EQ(left.status, 0);
    EXPECT_EQ(left.out, ended.out);
  }
}

TEST(Play, The_rules_are_told_on_request_and_the_question_comes_again) {
  Conversation terminal{arguments_for(dojo::testing::setup(3), 5)};
  const std::string asked = terminal.listen();
  const std::string question = asked.substr(asked.rfind('\n') + 1);
  const std::string explained = terminal.answer("rules");
  EXPECT_GT(lines_in(explained).size(), 5U) << explained;
  EXPECT_TRUE(explained.ends_with(question)) << explained;
  EXPECT_EQ(terminal.hang_up(), 0);
}

TEST(Play, A_record_that_cannot_be_written_is_reported_before_the_game_begins) {
  const Folder folder;
  const std::string path = folder.path("no/such/folder");
  const Finished finished = run({"play", "dojo", "--seed", "21", "--record", path}, "0\n1\n2\n");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(finished.err.starts_with(path + ": ")) << finished.err;
  EXPECT_EQ(finished.out.find(" > "), std::string::npos) << "a question was asked";
}

TEST(Play, A_record_that_does_not_fit_fails) {
  const Finished finished = run({"play", "dojo", "--seed", "21", "--record", "/dev/full"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(finished.err.starts_with("/dev/full: ")) << finished.err;
}

TEST(Play, An_answer_of_100_megabytes_takes_no_memory) {
  const Folder folder;
  const std::string path = folder.file("answers", "");
  ASSERT_EQ(truncate(path.c_str(), 100'000'000), 0);
  std::ofstream{path, std::ios::binary | std::ios::app} << "\nq\n";
  const Finished finished =
      testing::run_reading({"play", "dojo"}, Descriptor{open(path.c_str(), O_RDONLY)});
  EXPECT_EQ(finished.status, 0);
#ifndef TATAMI_SANITIZED
  EXPECT_LT(finished.peak_kib, 64L << 10);
#endif
}

// ---- Secrets ----

// Games of different seeds begin alike: with a greeting, which tells no cards.
std::size_t length_of_greeting(const dojo::Setup& table) {
  Conversation one{arguments_for(table, 1001)};
  Conversation other{arguments_for(table, 2002)};
  const std::string a = one.listen();
  const std::string b = other.listen();
  EXPECT_EQ(one.hang_up() + other.hang_up(), 0);
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

TEST(Play, No_card_is_printed_before_the_player_may_know_it) {  // D21
  std::size_t cards_seen = 0;
  std::size_t own_cards_seen = 0;
  std::uint64_t seed = 500;
  for (const dojo::Setup& table : dojo::testing::every_setup()) {
    ++seed;
    Game game = play(table, seed, any(seed));
    ASSERT_FALSE(game.questions.empty());
    game.questions[0].text.erase(0, length_of_greeting(table));
    const std::vector<Step> steps = steps_of(game.record);
    const std::vector<std::size_t> asked = questions_in(steps);
    ASSERT_EQ(asked.size(), game.questions.size());
    std::size_t step = 0;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      std::set<Card> known;
      for (; step <= asked[i]; ++step) add_known_cards(steps[step].before, known);
      --step;  // the state of a question is known at the next one too
      const std::set<Card> printed = cards_in(game.questions[i].text);
      EXPECT_TRUE(std::ranges::includes(known, printed))
          << "known:" << named(known) << "\nprinted:" << named(printed) << "\n"
          << game.questions[i].text;
      cards_seen += printed.size();
      own_cards_seen += printed.count(steps[asked[i]].before.hidden.hands[me]);
    }
  }
  // The cards were there to be found.
  EXPECT_GT(cards_seen, 2000U);
  EXPECT_GT(own_cards_seen, 200U);
}

}  // namespace
}  // namespace tatami
