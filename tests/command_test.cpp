#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <vector>

#include "command_support.h"
#include "dojo_support.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "rules/core/splitmix.h"
#include "rules/tatamokatsu/state.h"

namespace tatami {
namespace {

using testing::content;
using testing::Descriptor;
using testing::Finished;
using testing::Folder;
using testing::in_memory;
using testing::lines_in;
using testing::read_file;
using testing::run;
using testing::run_reading;

const std::string games = TATAMI_TEST_DATA "/vectors/games/";
const std::string a_game = games + "dojo-00.jsonl";
const std::string result_of_a_game =
    R"("over":true,"result":{"scores":[13,17,15],"challenges_won":[2,4,2],)"
    R"("trophies_held":[2,3,2],"winners":[1]}})"
    "\n";
const std::string header = R"({"game":"dojo","players":3,"first_dealer":1})";

const std::string a_dojo =
    R"({"rows":[["M1","M2","M3","M4"],["F1","F2","F3","F4"],["C1","C2","C3","C4"]]})";
const std::string score_of_a_dojo =
    R"({"total":40,"rows":[10,10,10],"columns":[1,2,3,4],"arrangement":)"
    R"([["M1","M2","M3","M4"],["F1","F2","F3","F4"],["C1","C2","C3","C4"]]})"
    "\n";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr long most_memory_kib = 16L << 20;  // sanitizers keep much for themselves
#else
constexpr long most_memory_kib = 64L << 10;
#endif

std::string first_lines(const std::string& path, std::size_t count) {
  std::string text;
  const std::vector<std::string> lines = lines_in(read_file(path));
  for (std::size_t i = 0; i < count; ++i) text += lines.at(i) + "\n";
  return text;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Bad input: one complaint that begins like this, nothing else, status 1.
void expect_complaint(const Finished& finished, const std::string& beginning) {
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_TRUE(finished.err.starts_with(beginning)) << finished.err;
  EXPECT_GT(finished.err.size(), beginning.size() + 1) << "nothing is said";
  EXPECT_EQ(lines_in(finished.err).size(), 1U) << finished.err;
  EXPECT_LT(finished.err.size(), beginning.size() + 300);
  EXPECT_LT(finished.peak_kib, most_memory_kib);
}

// A file that begins with this text and goes on with zero bytes, which take no room on the disk.
std::string huge_file(const Folder& folder, const std::string& name, std::string_view begin,
                      std::string_view end) {
  constexpr off_t size = 100'000'000;
  std::string path = folder.file(name, begin);
  EXPECT_EQ(truncate(path.c_str(), size), 0);
  std::ofstream{path, std::ios::binary | std::ios::app} << end;
  return path;
}

// ---- score ----

TEST(CommandScore, PrintsOneLineForEachDojo) {
  const Finished one = run({"score"}, a_dojo + "\n");
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(one.out, score_of_a_dojo);
  EXPECT_EQ(one.err, "");

  const Finished all = run({"score"}, read_file(TATAMI_TEST_DATA "/vectors/dojo-scores.jsonl"));
  EXPECT_EQ(all.status, 0);
  EXPECT_EQ(all.err, "");
  const std::vector<std::string> lines = lines_in(all.out);
  ASSERT_EQ(lines.size(), 400U);
  EXPECT_TRUE(lines[0].starts_with("{\"total\":20,")) << lines[0];
  for (const std::string& line : lines) EXPECT_TRUE(json::parse(line).ok()) << line;
}

TEST(CommandScore, ABadLineIsNamedAndTheOthersAreScored) {
  std::string input = a_dojo + "\n{\"rows\":3}\n" + a_dojo + "\r\n\n";
  input += std::string(70'000, ' ') + "\n";
  input += "{\"rows\":[[\"M1" + std::string(1, '\0') + "\n";
  input += a_dojo;  // without an end of line
  const Finished finished = run({"score"}, input);
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out, score_of_a_dojo + score_of_a_dojo + score_of_a_dojo);
  const std::vector<std::string> complaints = lines_in(finished.err);
  ASSERT_EQ(complaints.size(), 4U) << finished.err;
  EXPECT_TRUE(complaints[0].starts_with("stdin:2: ")) << complaints[0];
  EXPECT_TRUE(complaints[1].starts_with("stdin:4: ")) << complaints[1];
  EXPECT_TRUE(complaints[2].starts_with("stdin:5: ")) << complaints[2];
  EXPECT_TRUE(complaints[3].starts_with("stdin:6: ")) << complaints[3];
}

TEST(CommandScore, NothingToScoreIsFine) {
  const Finished finished = run({"score"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out + finished.err, "");
}

TEST(CommandScore, ALineOf100MegabytesTakesNoMemory) {
  const Folder folder;
  const std::string path = huge_file(folder, "huge", "{\"rows\":", "\n" + a_dojo + "\n");
  const Finished finished = run_reading({"score"}, Descriptor{open(path.c_str(), O_RDONLY)});
  EXPECT_EQ(finished.out, score_of_a_dojo);
  EXPECT_TRUE(finished.err.starts_with("stdin:1: ")) << finished.err;
  EXPECT_EQ(finished.status, 1);
  EXPECT_LT(finished.peak_kib, most_memory_kib);
}

TEST(CommandScore, StandardInputThatCannotBeReadIsSaid) {
  const Finished finished = run_reading({"score"}, Descriptor{open("/tmp", O_RDONLY)});
  expect_complaint(finished, "stdin: ");
}

// ---- replay ----

TEST(CommandReplay, PrintsTheResultOfARecord) {
  const Finished finished = run({"replay", a_game});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out, "{\"file\":" + json::quote(a_game) + "," + result_of_a_game);
  EXPECT_EQ(finished.err, "");
}

TEST(CommandReplay, ARecordThatStopsEarlyIsNotOver) {
  const Folder folder;
  const std::size_t all = lines_in(read_file(a_game)).size();
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, all / 2, all - 1}) {
    const std::string path = folder.file("part.jsonl", first_lines(a_game, count));
    const Finished finished = run({"replay", path});
    EXPECT_EQ(finished.status, 0) << count;
    EXPECT_EQ(finished.out, "{\"file\":" + json::quote(path) + ",\"over\":false}\n");
    EXPECT_EQ(finished.err, "");
  }
}

TEST(CommandReplay, ReadsStandardInput) {
  const Finished finished = run({"replay", "-"}, read_file(a_game));
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out, "{\"file\":\"-\"," + result_of_a_game);
  expect_complaint(run({"replay", "-"}, "x\n"), "-:1: ");
}

TEST(CommandReplay, LineEndsAndTheLastOneDoNotMatter) {
  const Folder folder;
  const std::string text = read_file(a_game);
  std::string with_returns;
  for (const char c : text) with_returns += c == '\n' ? std::string{"\r\n"} : std::string{c};
  const std::string dos = folder.file("dos.jsonl", with_returns);
  const std::string unended = folder.file("unended.jsonl", text.substr(0, text.size() - 1));
  const Finished finished = run({"replay", dos, unended});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, "{\"file\":" + json::quote(dos) + "," + result_of_a_game +
                              "{\"file\":" + json::quote(unended) + "," + result_of_a_game);
}

TEST(CommandReplay, AnyFileNameIsWrittenAsJson) {
  const Folder folder;
  const std::string path = folder.file("a \"name\"\n\\ {} %s é.jsonl", read_file(a_game));
  const Finished finished = run({"replay", path});
  EXPECT_EQ(finished.status, 0);
  ASSERT_EQ(lines_in(finished.out).size(), 1U);
  const auto value = json::parse(finished.out);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value->find("file")->text, path);
}

TEST(CommandReplay, ABreachIsNamedAndOtherFilesAreReadOn) {
  const std::string broken = games + "broken-00.jsonl";  // results.json: line 9
  const Finished finished = run({"replay", a_game, broken, "/no/such/file", a_game});
  EXPECT_EQ(finished.status, 1);
  const std::string good = "{\"file\":" + json::quote(a_game) + "," + result_of_a_game;
  EXPECT_EQ(finished.out, good + good);
  const std::vector<std::string> complaints = lines_in(finished.err);
  ASSERT_EQ(complaints.size(), 2U) << finished.err;
  EXPECT_TRUE(complaints[0].starts_with(broken + ":9: ")) << complaints[0];
  EXPECT_TRUE(complaints[1].starts_with("/no/such/file: ")) << complaints[1];
}

TEST(CommandReplay, BadRecordsAreNamedByFileAndLine) {
  const std::string whole = read_file(a_game);
  const std::size_t length = lines_in(whole).size();
  const std::string deep(60'000, '[');
  struct Case {
    std::string text;
    std::size_t line;
  };
  const std::vector<Case> cases = {
      {"", 1},
      {"\n", 1},
      {"\n" + whole, 1},
      {"\xEF\xBB\xBF" + whole, 1},
      {"{\"game\":\"dojo\",\"players\":3", 1},
      {"{\"game\":\"dojo\",\"players\":3}}\n", 1},
      {"[]\n", 1},
      {"null\n", 1},
      {"{}\n", 1},
      {"{\"players\":3}\n", 1},
      {"{\"game\":\"chess\",\"players\":2}\n", 1},
      {"{\"game\":[\"dojo\"],\"players\":3}\n", 1},
      {"{\"game\":\"dojo\",\"players\":1000000000}\n", 1},
      {"{\"game\":\"dojo\",\"players\":99999999999999999999}\n", 1},
      {"{\"game\":\"dojo\",\"players\":\"three\"}\n", 1},
      {"{\"game\":\"dojo\",\"players\":3,\"deck\":{\"M1\":1000000000}}\n", 1},
      {"{\"game\":\"dojo\",\"players\":3,\"players\":3}\n", 1},
      {std::string(1000, '\0'), 1},
      {std::string("\x89PNG\r\n\x1A\n\0\0", 10), 1},
      {deep, 1},
      {"{\"game\":" + deep, 1},
      {std::string(70'000, 'x'), 1},
      {header + "\n\n", 2},
      {header + "\nrubbish\n", 2},
      {header + "\n" + header + "\n", 2},
      {header + "\n" + deep + "\n", 2},
      {header + "\n{\"trophy\":\"belt\"", 2},
      {header + "\n{\"trophy\":\"cup\"}\n", 2},
      {header + "\n{\"draw\":\"M3\"}\n", 2},
      {header + "\n" + std::string(70'000, ' ') + "\n", 2},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":\"Z9\"}\n", 3},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":17}\n", 3},
      {header + "\n{\"trophy\":\"belt\"}\n" + std::string("{\"draw\":\"M3\"}\0\n", 15), 3},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":\"M3\"}\n{\"seat\":0,\"give\":0}\n", 4},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":\"M3\"}\n{\"seat\":1,\"give\":4}\n", 4},
      {header + "\n{\"trophy\":\"belt\"}\n{\"draw\":\"M3\"}\n{\"seat\":1,\"give\":0}\n" +
           "{\"draw\":\"M3\"}\n{\"seat\":1,\"give\":0}\n",
       6},
      {whole.substr(0, whole.size() - 5), length},
      {whole + "{\"draw\":\"M3\"}\n", length + 1},
      {whole + "\n", length + 1},
      {whole + whole, length + 1}};
  const Folder folder;
  for (const Case& each : cases) {
    SCOPED_TRACE(json::quote_briefly(each.text));
    const std::string path = folder.file("bad.jsonl", each.text);
    expect_complaint(run({"replay", path}), path + ":" + std::to_string(each.line) + ": ");
    expect_complaint(run({"show", path}), path + ":" + std::to_string(each.line) + ": ");
  }
}

TEST(CommandReplay, ALineOf100MegabytesTakesNoMemory) {
  const Folder folder;
  const std::string first = huge_file(folder, "first", "{\"game\":", "}\n");
  expect_complaint(run({"replay", first}), first + ":1: ");
  const std::string second = huge_file(folder, "second", header + "\n{\"draw\":\"", "\"}\n");
  expect_complaint(run({"replay", second}), second + ":2: ");
}

TEST(CommandReplay, WhatIsNoReadableFileIsSaid) {
  const Folder folder;
  for (const std::string& path : {folder.path("missing"), folder.path(""), std::string{""}}) {
    expect_complaint(run({"replay", path}), path + ": ");
    expect_complaint(run({"show", path}), path + ": ");
  }
}

TEST(CommandReplay, AFileWithoutPermissionIsSaid) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const Folder folder;
  const std::string secret = folder.file("secret", "");
  ASSERT_EQ(chmod(secret.c_str(), 0), 0);
  expect_complaint(run({"replay", secret}), secret + ": ");
}

TEST(CommandReplay, DamagedRecordsNeverDoAnythingWorseThanBeingRefused) {
  const Folder folder;
  const std::string whole = read_file(games + "dojo-02.jsonl");
  SplitMix numbers{11};
  for (int round = 0; round < 60; ++round) {
    std::string text = whole;
    for (std::uint32_t damage = 1 + numbers.below(3); damage > 0; --damage) {
      const std::size_t at = numbers.below(static_cast<std::uint32_t>(text.size()));
      if (numbers.below(3) == 0)
        text.resize(at + 1);
      else
        text[at] = static_cast<char>(numbers.below(256));
    }
    const std::string path = folder.file("damaged", text);
    const Finished finished = run({"replay", path});
    if (finished.status == 0) {
      EXPECT_TRUE(json::parse(finished.out).ok());
      EXPECT_EQ(finished.err, "");
    } else {
      expect_complaint(finished, path + ":");
    }
  }
}

// ---- show ----

TEST(CommandShow, ShowsTheLastPositionOrTheOneAfterALine) {
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

TEST(CommandShow, TheEndShowsTheResult) {
  for (const std::vector<std::string>& as :
       {std::vector<std::string>{}, {"--spectator"}, {"--seat", "2"}}) {
    std::vector<std::string> arguments = {"show", a_game};
    arguments.insert(arguments.end(), as.begin(), as.end());
    const Finished shown = run(arguments);
    EXPECT_EQ(shown.status, 0);
    EXPECT_TRUE(contains(shown.out, R"("scores":[13,17,15])")) << shown.out;
  }
}

TEST(CommandShow, WhatIsNotThereIsSaid) {
  const std::size_t lines = lines_in(read_file(a_game)).size();
  expect_complaint(run({"show", a_game, "--at", std::to_string(lines + 1)}), a_game + ": ");
  expect_complaint(run({"show", a_game, "--seat", "3"}), a_game + ": ");
  expect_complaint(run({"show", games + "broken-00.jsonl"}), games + "broken-00.jsonl:9: ");
  // Before the breach all is well.
  EXPECT_EQ(run({"show", games + "broken-00.jsonl", "--at", "8"}).status, 0);
}

TEST(CommandShow, ColoursOnlyWhereTheyAreWanted) {
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

Played play(const dojo::Table& table, std::uint64_t seed) {
  Played game;
  game.lines.push_back(record::write(record::DojoHeader{table, dojo::standard_deck()}));
  game.states.push_back(dojo::start(table));
  dojo::testing::random_game(
      table, seed,
      [&](const dojo::State& before) {
        if (game.lines.size() > 1) game.states.push_back(before);
      },
      [&](dojo::ActionId action) { game.lines.push_back(record::write(*dojo::unpack(action))); });
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

// Who may see the difference if the event of line `hidden` were another one, after `count` lines.
// Nothing, if it is (or may be) public by then: D21.
std::optional<std::vector<Seat>> who_knows(const Played& game, std::size_t hidden,
                                           std::size_t count) {
  const dojo::Open& open = game.states[count - 1].open;
  const dojo::Open& then = game.states[hidden - 1].open;
  if (open.round != then.round) return {};
  const dojo::Action event = *record::read_dojo_action(*json::parse(game.lines[hidden]));
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
    const auto given = *record::read_dojo_action(*json::parse(game.lines[hidden + 1]));
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
    const auto event = *record::read_dojo_action(*json::parse(game.lines[hidden]));
    const std::vector<dojo::Action> others = instead_of(event);
    std::vector<std::string> lines = game.lines;
    lines[hidden] = record::write(others[numbers.below(static_cast<std::uint32_t>(others.size()))]);
    Twins pair{joined(game.lines, count), joined(lines, count), *know};
    if (can_be_replayed(pair.other)) twins.push_back(pair);
  }
  EXPECT_EQ(static_cast<int>(twins.size()), wanted);
  return twins;
}

TEST(CommandShow, NobodyButThoseWhoKnowASecretSeesIt) {  // D21
  const Folder folder;
  SplitMix numbers{2024};
  std::uint64_t seed = 300;
  for (const dojo::Table& table : dojo::testing::every_table())
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
    return tatamokatsu::is_window_open(std::get<tatamokatsu::State>(*replay.game()).open);
  };
  Twins twins{before + last + "\n", before + later + "\n", {Seat{last[last.find(':') + 1] - '0'}}};
  if (!stays_open(twins.one) || !stays_open(twins.other)) return {};
  return twins;
}

TEST(CommandShow, NobodySeesTheTimesOfOthersInAnOpenWindow) {
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

// ---- simulate ----

TEST(CommandSimulate, CountsTheSameWithAnyNumberOfThreads) {
  const auto count = [&](const std::string& threads, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"simulate", "dojo",      "--json", "--seed",
                                          "17",       "--threads", threads};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.err, "");
    EXPECT_FALSE(finished.out.empty());
    return finished.out;
  };
  const std::vector<std::string> usual = {"--games", "80"};
  const std::vector<std::string> at_random = {"--games", "300",       "--player",
                                              "random",  "--edition", "en"};
  EXPECT_EQ(count("1", usual), count("2", usual));
  EXPECT_EQ(count("1", at_random), count("2", at_random));
  EXPECT_EQ(count("1", at_random), count("5", at_random));
}

TEST(CommandSimulate, TheSeedMakesTheGames) {
  const auto with_seed = [](const std::string& seed) {
    return run({"simulate", "dojo", "--games", "20", "--player", "random", "--json", "--seed",
                seed})
        .out;
  };
  const auto scores = [&](const std::string& seed) {
    const std::string out = with_seed(seed);
    return out.substr(out.find("wins_from"));
  };
  EXPECT_EQ(with_seed("5"), with_seed("5"));
  EXPECT_NE(scores("5"), scores("6"));
  EXPECT_NE(scores("0"), scores("18446744073709551615"));
}

TEST(CommandSimulate, PrintsJsonThatAddsUp) {
  for (int players = 3; players <= 5; ++players)
    for (const char* edition : {"fr", "en"}) {
      const Finished finished = run({"simulate", "dojo", "--json", "--games", "30", "--player",
                                     "random", "--players", std::to_string(players), "--edition",
                                     edition, "--variants", "white-belt,black-belt"});
      ASSERT_EQ(finished.status, 0) << finished.err;
      ASSERT_EQ(lines_in(finished.out).size(), 1U);
      const auto value = json::parse(finished.out);
      ASSERT_TRUE(value.ok()) << value.error().what << " in " << finished.out;
      EXPECT_EQ(value->find("table")->find("game")->text, "dojo");
      EXPECT_EQ(value->find("games")->integer, 30);
      EXPECT_EQ(value->find("table")->find("players")->integer, players);
      EXPECT_EQ(value->find("table")->find("edition")->text, edition);
      EXPECT_EQ(value->find("wins_from_first_dealer")->items.size(),
                static_cast<std::size_t>(players));
      std::int64_t dojos = 0;
      for (const json::Value& bar : value->find("score")->find("distribution")->items)
        dojos += bar.find("dojos")->integer;
      EXPECT_EQ(dojos, 30 * players);
      EXPECT_EQ(value->find("trophies")->fields.size(), 6U);
    }
}

TEST(CommandSimulate, OneGameIsEnough) {
  const Finished finished = run({"simulate", "dojo", "--games", "1", "--threads", "64"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_FALSE(contains(finished.out, "nan")) << finished.out;
  EXPECT_FALSE(contains(finished.out, "inf")) << finished.out;
}

// ---- signature ----

TEST(CommandSignature, PrintsTheSameSixteenDigitsAgain) {
  const Finished first = run({"signature"});
  EXPECT_EQ(first.status, 0);
  ASSERT_EQ(first.out.size(), 17U) << first.out;
  EXPECT_EQ(first.out.find_first_not_of("0123456789abcdef"), 16U) << first.out;
  EXPECT_EQ(first.out.back(), '\n');
  EXPECT_EQ(run({"signature"}).out, first.out);
}

// ---- Usage ----

TEST(CommandUsage, HelpSaysWhatThereIs) {
  struct Case {
    std::vector<std::string> command;
    std::vector<std::string> mentions;
  };
  const std::vector<std::string> table = {"--players", "--edition", "--variants", "--first-dealer"};
  std::vector<Case> cases = {
      {{}, {"score", "replay", "show", "simulate", "signature", "play", "--help", "--version"}},
      {{"score"}, {"standard input", "--help"}},
      {{"replay"}, {"FILE", "--help"}},
      {{"show"}, {"FILE", "--at", "--seat", "--spectator", "--colour"}},
      {{"simulate"}, {"dojo"}},
      {{"simulate", "dojo"}, {"--games", "--seed", "--threads", "--player", "--json"}},
      {{"signature"}, {"--help"}},
      {{"play"}, {"dojo"}},
      {{"play", "dojo"}, {"--seed", "--record", "--colour"}}};
  for (Case& each : cases) {
    if (each.command.size() == 2)
      each.mentions.insert(each.mentions.end(), table.begin(), table.end());
    for (const char* help : {"--help", "-h"}) {
      std::vector<std::string> arguments = each.command;
      arguments.emplace_back(help);
      const Finished finished = run(arguments);
      EXPECT_EQ(finished.status, 0);
      EXPECT_EQ(finished.err, "");
      for (const std::string& word : each.mentions)
        EXPECT_TRUE(contains(finished.out, word)) << word << " in\n" << finished.out;
    }
  }
  EXPECT_TRUE(run({"--version"}).out.starts_with("tatami "));
  EXPECT_EQ(run({"--version"}).status, 0);
}

TEST(CommandUsage, WrongUsageIsSaidBrieflyWithStatus2) {
  struct Case {
    std::vector<std::string> arguments;
    std::string mentions;
  };
  std::vector<Case> cases = {
      {{}, "command is required: play, serve"},
      {{"fly"}, "fly"},
      {{"--bogus"}, "--bogus"},
      {{"Score"}, "Score"},
      {{"score", "file"}, "file"},
      {{"score", "--bogus"}, "--bogus"},
      {{"replay"}, "FILE"},
      {{"replay", "--bogus", a_game}, "--bogus"},
      {{"show"}, "FILE"},
      {{"show", a_game, "another"}, "another"},
      {{"show", a_game, "--at"}, "--at"},
      {{"show", a_game, "--at", "0"}, "--at"},
      {{"show", a_game, "--at", "-1"}, "--at"},
      {{"show", a_game, "--at", "x"}, "--at"},
      {{"show", a_game, "--at", "1.5"}, "--at"},
      {{"show", a_game, "--at", "99999999999999999999"}, "--at"},
      {{"show", a_game, "--seat", "5"}, "--seat"},
      {{"show", a_game, "--seat", "-1"}, "--seat"},
      {{"show", a_game, "--seat", "x"}, "--seat"},
      {{"show", a_game, "--seat", "0", "--spectator"}, "--spectator"},
      {{"show", a_game, "--colour", "pink"}, "pink"},
      {{"signature", "x"}, "x"},
      {{"simulate"}, "subcommand"},
      {{"simulate", "chess"}, "chess"},
      {{"play"}, "subcommand"},
      {{"play", "chess"}, "chess"},
      {{"simulate", "dojo", "--games", "0"}, "--games"},
      {{"simulate", "dojo", "--games", "-5"}, "--games"},
      {{"simulate", "dojo", "--games", "1e3"}, "--games"},
      {{"simulate", "dojo", "--games", "1000000001"}, "--games"},
      {{"simulate", "dojo", "--games", "99999999999999999999999"}, "--games"},
      {{"simulate", "dojo", "--threads", "-1"}, "--threads"},
      {{"simulate", "dojo", "--threads", "1025"}, "--threads"},
      {{"simulate", "dojo", "--player", "human"}, "human"},
      {{"serve", "--address", "localhost"}, "an IP address"},
      {{"serve", "--origin", "example.org"}, "https://example.org"},
      {{"serve", "--origin", "https://example.org/"}, "https://example.org"},
      {{"load", "--race", "--tables", "3"}, "--race"}};
  for (const char* command : {"simulate", "play"}) {
    const auto add = [&](const std::string& option, const std::string& value,
                         const std::string& mentions) {
      cases.push_back({{command, "dojo", option, value}, mentions});
    };
    for (const char* players : {"7", "2", "-3", "x", "3.7", "", "4294967299"})
      add("--players", players, "--players");
    for (const char* dealer : {"5", "4", "-1", "x"})  // of four
      add("--first-dealer", dealer, "--first-dealer");
    for (const char* seed : {"-1", "x", "1.5", "18446744073709551616", ""})
      add("--seed", seed, "--seed");
    add("--edition", "de", "de");
    add("--edition", "FR", "FR");
    add("--variants", "pink-belt", "pink-belt");
    add("--variants", "white-belt,pink-belt", "pink-belt");
    add("--bogus", "1", "--bogus");
  }
  for (const Case& each : cases) {
    std::string words;
    for (const std::string& word : each.arguments) words += " " + word;
    SCOPED_TRACE("tatami" + words);
    const Finished finished = run(each.arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(contains(finished.err, each.mentions)) << finished.err;
    EXPECT_LT(finished.err.size(), 300U) << finished.err;
    EXPECT_EQ(finished.err.find('\0'), std::string::npos) << finished.err;
  }
}

// ---- Output that cannot be written ----

void expect_failure_writing_to(int out) {
  struct Case {
    std::vector<std::string> arguments;
    std::string input;
  };
  std::string dojos;
  for (int i = 0; i < 100; ++i) dojos += a_dojo + "\n";  // more than any buffer of output
  const std::vector<Case> cases = {{{"score"}, a_dojo},
                                   {{"score"}, dojos},
                                   {{"replay", a_game}, ""},
                                   {{"show", a_game}, ""},
                                   {{"simulate", "dojo", "--games", "1"}, ""},
                                   {{"play", "dojo"}, ""},
                                   {{"play", "dojo", "--seed", "1"}, std::string(200, '\n')},
                                   {{"--help"}, ""},
                                   {{"show", "--help"}, ""},
                                   {{"--version"}, ""}};
  for (const Case& each : cases) {
    SCOPED_TRACE(each.arguments[0]);
    const Descriptor in = in_memory(each.input);
    const Descriptor err = in_memory();
    const pid_t process = testing::start_tatami(each.arguments, in.number(), out, err.number());
    EXPECT_EQ(testing::wait_for(process), 1);
    EXPECT_TRUE(contains(content(err), "standard output")) << content(err);
    EXPECT_EQ(lines_in(content(err)).size(), 1U) << content(err);
  }
}

TEST(CommandOutput, AFullDeviceIsNoSuccess) {
  const Descriptor full{open("/dev/full", O_WRONLY | O_CLOEXEC)};
  if (full.number() < 0) GTEST_SKIP() << "no /dev/full here";
  expect_failure_writing_to(full.number());
}

TEST(CommandOutput, AClosedPipeIsNoSuccess) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  Descriptor reading{ends[0]};
  const Descriptor writing{ends[1]};
  reading.reset();
  expect_failure_writing_to(writing.number());
}

TEST(CommandOutput, WhenComplaintsCannotBeWrittenTheStatusStillTells) {
  const Descriptor full{open("/dev/full", O_WRONLY | O_CLOEXEC)};
  if (full.number() < 0) GTEST_SKIP() << "no /dev/full here";
  const Descriptor in = in_memory("rubbish\n");
  const Descriptor out = in_memory();
  const auto status = [&](const std::vector<std::string>& arguments) {
    return testing::wait_for(
        testing::start_tatami(arguments, in.number(), out.number(), full.number()));
  };
  EXPECT_EQ(status({"score"}), 1);
  EXPECT_EQ(status({"replay", "/no/such/file"}), 1);
  EXPECT_EQ(status({"--bogus"}), 2);
}

}  // namespace
}  // namespace tatami
