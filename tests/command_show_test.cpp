#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "command_samples.h"
#include "dojo_support.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/state.h"

namespace tatami {
namespace {

using testing::a_game;
using testing::contains;
using testing::expect_complaint;
using testing::Finished;
using testing::first_lines;
using testing::Folder;
using testing::games;
using testing::lines_in;
using testing::read_file;
using testing::run;

TEST(CommandShow, Shows_the_last_position_or_the_one_after_a_line) {
  const Folder folder;
  const std::vector<std::string> lines = lines_in(read_file(a_game));
  const std::string last = run({"show", a_game}).out;
  EXPECT_EQ(run({"show", a_game, "--at", std::to_string(lines.size())}).out, last);
  std::string before;
  for (const std::size_t at : {std::size_t{1}, std::size_t{2}, std::size_t{40}, lines.size() - 1}) {
    const Finished shown = run({"show", a_game, "--at", std::to_string(at)});
    EXPECT_EQ(shown.status, 0);
    EXPECT_EQ(shown.err, "");
    EXPECT_FALSE(shown.out.empty());
    EXPECT_NE(shown.out, before);
    EXPECT_EQ(shown.out, run({"show", folder.file("part", first_lines(a_game, at))}).out) << at;
    before = shown.out;
  }
}

TEST(CommandShow, The_end_shows_the_result) {
  for (const std::vector<std::string>& as :
       {std::vector<std::string>{}, {"--spectator"}, {"--seat", "2"}}) {
    std::vector<std::string> arguments = {"show", a_game};
    arguments.insert(arguments.end(), as.begin(), as.end());
    const Finished shown = run(arguments);
    EXPECT_EQ(shown.status, 0);
    EXPECT_TRUE(contains(shown.out, R"("scores":[13,17,15])")) << shown.out;
  }
}

TEST(CommandShow, Reports_a_line_that_does_not_exist) {
  const std::size_t lines = lines_in(read_file(a_game)).size();
  expect_complaint(run({"show", a_game, "--at", std::to_string(lines + 1)}), a_game + ": ");
  expect_complaint(run({"show", a_game, "--seat", "3"}), a_game + ": ");
  expect_complaint(run({"show", games + "broken-00.jsonl"}), games + "broken-00.jsonl:19: ");
  // Before the breach all is well.
  EXPECT_EQ(run({"show", games + "broken-00.jsonl", "--at", "18"}).status, 0);
}

TEST(CommandShow, Colours_only_where_they_are_wanted) {
  EXPECT_FALSE(contains(run({"show", a_game}).out, "\033"));
  EXPECT_FALSE(contains(run({"show", a_game, "--colour", "never"}).out, "\033"));
  EXPECT_FALSE(contains(run({"show", a_game, "--color", "auto"}).out, "\033"));
  const std::string coloured = run({"show", a_game, "--colour", "always"}).out;
  EXPECT_TRUE(contains(coloured, "\033["));
  std::string plain;
  for (std::size_t i = 0; i < coloured.size(); ++i)
    if (coloured[i] == '\033')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  EXPECT_EQ(lines_in(plain).size(), lines_in(run({"show", a_game}).out).size());
}

// A random game as its lines and the states after each of them.
struct Played {
  std::vector<std::string> lines;
  std::vector<dojo::State> states;
};

Played play(const dojo::Setup& table, std::uint64_t seed) {
  Played game;
  game.lines.push_back(record::to_json(record::DojoHeader{table, dojo::standard_deck()}));
  game.states.push_back(dojo::start(table));
  dojo::testing::random_game(
      table, seed,
      [&](const dojo::State& before) {
        if (game.lines.size() > 1) game.states.push_back(before);
      },
      [&](dojo::ActionId action) { game.lines.push_back(record::to_json(*dojo::unpack(action))); });
  game.lines.pop_back();  // the last line ends the game, which hides nothing any more
  return game;
}

// The last lines of a record, in which one secret is another one.
struct Twins {
  std::string one;
  std::string other;
  std::vector<Seat> know;  // the seats that may see the difference
};

std::string joined(const std::vector<std::string>& lines, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += lines[i] + "\n";
  return text;
}

bool can_be_replayed(const std::string& text) {
  record::Replay replay;
  for (const std::string& line : lines_in(text))
    if (replay.take(line)) return false;
  return true;
}

// Every event that could stand instead of a hidden one.
std::vector<dojo::Action> instead_of(const dojo::Action& hidden) {
  std::vector<dojo::Action> actions;
  if (const auto* draw = std::get_if<dojo::Draw>(&hidden))
    dojo::for_each_card([&](dojo::Card card) {
      if (card != draw->card) actions.emplace_back(dojo::Draw{card});
    });
  if (const auto* deal = std::get_if<dojo::Deal>(&hidden))
    dojo::for_each_card([&](dojo::Card card) {
      if (card != deal->card) actions.emplace_back(dojo::Deal{deal->seat, card});
    });
  if (const auto* place = std::get_if<dojo::Place>(&hidden))
    for (dojo::Cell cell : dojo::whole_floor)
      if (cell != place->cell) actions.emplace_back(dojo::Place{place->seat, cell});
  if (const auto* thrown = std::get_if<dojo::Throw>(&hidden))
    for (const dojo::Gesture gesture :
         {dojo::Gesture::rock, dojo::Gesture::paper, dojo::Gesture::scissors})
      if (gesture != thrown->gesture) actions.emplace_back(dojo::Throw{thrown->seat, gesture});
  return actions;
}

// The seats that see a difference if the event of line `hidden` is another one, after `count`
// lines. Nothing, if it is (or may be) public by then: D21.
std::optional<std::vector<Seat>> who_knows(const Played& game, std::size_t hidden,
                                           std::size_t count) {
  const dojo::Open& open = game.states[count - 1].open;
  const dojo::Open& then = game.states[hidden - 1].open;
  if (open.round != then.round) return {};
  const dojo::Action event = *record::from_json<dojo::Action>(*json::parse(game.lines[hidden]));
  if (const auto* place = std::get_if<dojo::Place>(&event)) {
    if (open.phase != dojo::Phase::train) return {};
    return std::vector{place->seat};
  }
  if (const auto* thrown = std::get_if<dojo::Throw>(&event)) {
    if (open.phase != dojo::Phase::throws || hidden != count - 1 || open.to_act.size() != 1)
      return {};
    return std::vector{thrown->seat};
  }
  if (open.phase == dojo::Phase::place_trophy) return {};
  if (const auto* deal = std::get_if<dojo::Deal>(&event)) return std::vector{deal->seat};
  if (!std::holds_alternative<dojo::Draw>(event)) return {};
  std::vector<Seat> know = {open.dealer};
  if (hidden + 1 < count) {
    const auto given = *record::from_json<dojo::Action>(*json::parse(game.lines[hidden + 1]));
    const Seat owner = std::get<dojo::Give>(given).to;
    if (dojo::is_shown(open, owner)) return {};
    if (owner != open.dealer) know.push_back(owner);
  }
  return know;
}

std::vector<Twins> random_twins(const Played& game, SplitMix& numbers, int wanted) {
  std::vector<Twins> twins;
  for (int tries = 0; tries < 2000 && static_cast<int>(twins.size()) < wanted; ++tries) {
    const auto count = 2 + numbers.below(static_cast<std::uint32_t>(game.lines.size()) - 1);
    const std::size_t hidden = count - 1 - numbers.below(std::min(count - 1, 20U));
    const auto know = who_knows(game, hidden, count);
    if (!know) continue;
    const auto event = *record::from_json<dojo::Action>(*json::parse(game.lines[hidden]));
    const std::vector<dojo::Action> others = instead_of(event);
    std::vector<std::string> lines = game.lines;
    lines[hidden] =
        record::to_json(others[numbers.below(static_cast<std::uint32_t>(others.size()))]);
    Twins pair{joined(game.lines, count), joined(lines, count), *know};
    if (can_be_replayed(pair.other)) twins.push_back(pair);
  }
  EXPECT_EQ(static_cast<int>(twins.size()), wanted);
  return twins;
}

TEST(CommandShow, Secrets_are_shown_only_to_those_who_know_them) {  // D21
  const Folder folder;
  SplitMix numbers{2024};
  std::uint64_t seed = 300;
  for (const dojo::Setup& table : dojo::testing::every_setup())
    for (const Twins& twins : random_twins(play(table, seed++), numbers, 2)) {
      SCOPED_TRACE(twins.one + "\n" + twins.other);
      const std::string one = folder.file("one", twins.one);
      const std::string other = folder.file("other", twins.other);
      const auto differ = [&](const std::vector<std::string>& as) {
        std::vector<std::string> first = {"show", one};
        std::vector<std::string> second = {"show", other};
        first.insert(first.end(), as.begin(), as.end());
        second.insert(second.end(), as.begin(), as.end());
        const Finished a = run(first);
        const Finished b = run(second);
        EXPECT_EQ(a.status + b.status, 0) << a.err << b.err;
        EXPECT_EQ(a.err, b.err);
        return a.out != b.out;
      };
      const auto seat_differs = [&](Seat seat) {
        return differ({"--seat", std::to_string(seat.value)});
      };
      EXPECT_FALSE(differ({"--spectator"}));
      Seat stranger{static_cast<int>(numbers.below(table.players))};
      while (std::ranges::count(twins.know, stranger) > 0)
        stranger = left_of(stranger, table.players);
      EXPECT_FALSE(seat_differs(stranger)) << "seat " << int{stranger.value};
      EXPECT_TRUE(seat_differs(twins.know.back())) << "it was no secret";
    }
}

// Lines of Tatamokatsu up to a reaction in a window that stays open, and the same with another
// time.
std::optional<Twins> other_time(const std::vector<std::string>& lines, std::size_t count) {
  const std::string& last = lines[count - 1];
  const std::size_t at = last.find("\"at\":");
  if (at == std::string::npos) return {};
  const int time = std::stoi(last.substr(at + 5));
  std::string later = last;
  later.replace(at + 5, std::to_string(time).size(), std::to_string(time + 1));
  const std::string before = joined(lines, count - 1);
  const auto stays_open = [&](const std::string& text) {
    record::Replay replay;
    for (const std::string& line : lines_in(text))
      if (replay.take(line)) return false;
    return tatamokatsu::is_window_open(replay.state<tatamokatsu::State>()->open);
  };
  Twins twins{before + last + "\n", before + later + "\n", {Seat{last[last.find(':') + 1] - '0'}}};
  if (!stays_open(twins.one) || !stays_open(twins.other)) return {};
  return twins;
}

TEST(CommandShow, The_times_of_others_are_hidden_in_an_open_window) {
  const Folder folder;
  SplitMix numbers{77};
  int checked = 0;
  int seen_by_owner = 0;
  for (int tries = 0; tries < 1000 && checked < 25; ++tries) {
    const std::string number = std::to_string(100 + numbers.below(24)).substr(1);
    const auto lines = lines_in(read_file(games + "tatamokatsu-" + number + ".jsonl"));
    const auto twins =
        other_time(lines, 2 + numbers.below(static_cast<std::uint32_t>(lines.size()) - 1));
    if (!twins) continue;
    ++checked;
    SCOPED_TRACE(twins->one + "\n" + twins->other);
    const std::string one = folder.file("one", twins->one);
    const std::string other = folder.file("other", twins->other);
    const auto shown = [](const std::string& path, int seat) {
      const Finished finished = seat < 0 ? run({"show", path, "--spectator"})
                                         : run({"show", path, "--seat", std::to_string(seat)});
      EXPECT_EQ(finished.status, 0) << finished.err;
      return finished.out;
    };
    const int owner = twins->know[0].value;
    const int stranger = owner == 0 ? 1 : 0;
    EXPECT_EQ(shown(one, -1), shown(other, -1));
    EXPECT_EQ(shown(one, stranger), shown(other, stranger));
    seen_by_owner += shown(one, owner) != shown(other, owner) ? 1 : 0;
  }
  EXPECT_EQ(checked, 25);
  EXPECT_GT(seen_by_owner, 10);
}

}  // namespace
}  // namespace tatami
