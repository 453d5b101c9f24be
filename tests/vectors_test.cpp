// Results of an independent program: dojos and their scores, games and their winners.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "dojo_support.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "record/tatamokatsu.h"
#include "record_support.h"

namespace tatami::record {
namespace {

using namespace dojo;
using dojo::testing::card;
using json::Value;
using testing::dojo_event;
using testing::lines_of;
using testing::parsed;
using testing::tatamokatsu_event;

const std::string vectors = TATAMI_TEST_DATA "/vectors/";

using Cards = decltype(Tableau::cards);

// D14, slowly: what these cards score if each raccoon may become any of the five others.
int best_row(std::array<Card, 4> cards, Trophy trophy, Edition edition, std::size_t next = 0) {
  static constexpr std::array<int, 5> group = {0, 1, 3, 6, 10};
  int best = 0;
  if (trophy == Trophy::master) {  // D16: one card, of the owner's choice, becomes a raccoon
    for (Card& each : cards) {
      const Card before = std::exchange(each, Card{Disciple::raccoon, Belt{1}});
      best = std::max(best, best_row(cards, Trophy::none, edition));
      each = before;
    }
    return best;
  }
  if (next < cards.size()) {
    if (cards[next].disciple() != Disciple::raccoon)
      return best_row(cards, trophy, edition, next + 1);
    for (const Disciple disciple :
         {Disciple::monkey, Disciple::fox, Disciple::tigress, Disciple::crane, Disciple::bear}) {
      cards[next] = Card{disciple, Belt{1}};
      best = std::max(best, best_row(cards, trophy, edition, next + 1));
    }
    return best;
  }
  std::array<std::size_t, disciple_kinds> counts{};
  for (Card each : cards) ++counts[static_cast<std::size_t>(each.disciple())];
  int sum = 0;
  int different = 0;
  for (std::size_t count : counts) {
    best = std::max(best, group[count]);
    sum += group[count];
    different += count > 0 ? 1 : 0;
  }
  if (trophy != Trophy::incense) return best;
  return edition == Edition::fr ? sum : std::max(best, different);
}

// D15, D16.
int column_points(Card a, Card b, Card c, Trophy trophy) {
  if (a.belt() == b.belt() && b.belt() == c.belt())
    return a.belt().value * (trophy == Trophy::kimono ? 2 : 1);
  if (trophy != Trophy::belt) return 0;
  if (a.belt() == b.belt() || a.belt() == c.belt()) return a.belt().value;
  return b.belt() == c.belt() ? b.belt().value : 0;
}

struct Tool {  // a broom or an assistant
  bool is_row;
  std::size_t line;
};

// Whether each tool, used at most once and in any order, leads from these cards to those.
bool reachable(const Cards& from, const Cards& to, const std::vector<Tool>& tools) {
  if (from == to) return true;
  for (std::size_t r = 0; r < dojo_rows; ++r)
    for (std::size_t c = 0; c < dojo_columns; ++c) {
      const auto moves = [&](const Tool& tool) { return tool.line == (tool.is_row ? r : c); };
      if (from[r][c] != to[r][c] && std::ranges::none_of(tools, moves)) return false;
    }
  for (std::size_t i = 0; i < tools.size(); ++i) {
    std::vector<Tool> rest = tools;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    std::vector<Card> line;
    if (tools[i].is_row)
      line.assign(from[tools[i].line].begin(), from[tools[i].line].end());
    else
      for (const auto& row : from) line.push_back(row[tools[i].line]);
    std::ranges::sort(line);
    Cards next = from;
    do {
      for (std::size_t place = 0; place < line.size(); ++place)
        (tools[i].is_row ? next[tools[i].line][place] : next[place][tools[i].line]) = line[place];
      if (reachable(next, to, rest)) return true;
    } while (std::ranges::next_permutation(line).found);
  }
  return false;
}

std::vector<Tool> tools_of(const Tableau& tableau) {
  std::vector<Tool> tools;
  for (std::size_t r = 0; r < dojo_rows; ++r)
    if (tableau.row_trophies[r] == Trophy::assistant) tools.push_back({true, r});
  for (std::size_t c = 0; c < dojo_columns; ++c)
    if (tableau.column_trophies[c] == Trophy::broom) tools.push_back({false, c});
  return tools;
}

Cards cards_in(const Value& rows) {
  Cards cards{};
  for (std::size_t r = 0; r < dojo_rows; ++r)
    for (std::size_t c = 0; c < dojo_columns; ++c)
      cards[r][c] = card(rows.items.at(r).items.at(c).text);
  return cards;
}

int sum_of(const Value& numbers) {
  return std::accumulate(
      numbers.items.begin(), numbers.items.end(), 0,
      [](int sum, const Value& each) { return sum + static_cast<int>(each.integer); });
}

TEST(Vectors, Every_dojo_has_its_total_and_an_arrangement_that_scores_it) {
  const std::vector<std::string> lines = lines_of(vectors + "dojo-scores.jsonl");
  EXPECT_EQ(lines.size(), 400U);
  int rearranged = 0;
  for (const std::string& line : lines) {
    SCOPED_TRACE(line);
    const Value given = parsed(line);
    const auto dojo = from_json<DojoToScore>(given);
    ASSERT_TRUE(dojo.ok()) << dojo.error().what;
    const Tableau& tableau = dojo->tableau;

    const Value answer = parsed(to_json(scored(explain(tableau, dojo->edition))));
    ASSERT_EQ(answer.fields.size(), 4U);
    const std::int64_t total = answer.find("total")->integer;
    EXPECT_EQ(total, given.find("total")->integer);
    const Value& rows = *answer.find("rows");
    const Value& columns = *answer.find("columns");
    ASSERT_EQ(rows.items.size(), 3U);
    ASSERT_EQ(columns.items.size(), 4U);
    EXPECT_EQ(sum_of(rows) + sum_of(columns), total);

    const Cards cards = cards_in(*answer.find("arrangement"));
    for (std::size_t r = 0; r < dojo_rows; ++r)
      EXPECT_EQ(rows.items[r].integer, best_row(cards[r], tableau.row_trophies[r], dojo->edition));
    for (std::size_t c = 0; c < dojo_columns; ++c)
      EXPECT_EQ(columns.items[c].integer,
                column_points(cards[0][c], cards[1][c], cards[2][c], tableau.column_trophies[c]));
    EXPECT_TRUE(reachable(tableau.cards, cards, tools_of(tableau)));
    rearranged += cards != tableau.cards ? 1 : 0;
  }
  EXPECT_GT(rearranged, 50);
}

bool same(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.boolean != b.boolean || a.integer != b.integer || a.text != b.text)
    return false;
  if (a.fields.size() != b.fields.size()) return false;
  for (const json::Field& field : a.fields) {
    const Value* other = b.find(field.name);
    if (!other || !same(field.value, *other)) return false;
  }
  return std::ranges::equal(a.items, b.items, same);
}

// Takes line after line; the number of the first one that is refused, or 0.
std::int64_t breach_of(const std::vector<std::string>& lines, Replay& replay, std::string& why) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const auto refused = replay.take(lines[i])) {
      why = *refused;
      return static_cast<std::int64_t>(i) + 1;
    }
  return 0;
}

TEST(Vectors, Every_game_has_its_result_and_every_damaged_game_its_breach) {
  const std::vector<std::string> pieces = lines_of(vectors + "results.json");
  const Value results = parsed(std::accumulate(pieces.begin(), pieces.end(), std::string{}));
  EXPECT_EQ(results.fields.size(), 72U);
  int checked = 0;
  for (const auto& [file, expected] : results.fields) {
    SCOPED_TRACE(file);
    Replay replay;
    std::string why;
    const std::int64_t breach = breach_of(lines_of(vectors + "games/" + file), replay, why);
    ++checked;
    if (const Value* damage = expected.find("breach")) {
      EXPECT_EQ(breach, damage->integer) << why;
      continue;
    }
    EXPECT_EQ(breach, 0) << why;
    ASSERT_TRUE(replay.over());
    EXPECT_TRUE(same(parsed(replay.result()), expected)) << replay.result();
  }
  EXPECT_EQ(checked, 72);
}

TEST(Vectors, Records_are_written_exactly_as_they_were_read) {
  for (int number = 0; number < 24; ++number) {
    const std::string end = "-" + std::to_string(100 + number).substr(1) + ".jsonl";
    const std::vector<std::string> dojo = lines_of(vectors + "games/dojo" + end);
    ASSERT_GT(dojo.size(), 100U);
    EXPECT_EQ(to_json(*from_json<DojoHeader>(parsed(dojo[0]))), dojo[0]);
    for (std::size_t i = 1; i < dojo.size(); ++i) ASSERT_EQ(to_json(dojo_event(dojo[i])), dojo[i]);

    const std::vector<std::string> other = lines_of(vectors + "games/tatamokatsu" + end);
    ASSERT_GT(other.size(), 10U);
    EXPECT_EQ(to_json(*from_json<TatamokatsuHeader>(parsed(other[0]))), other[0]);
    for (std::size_t i = 1; i < other.size(); ++i)
      ASSERT_EQ(to_json(tatamokatsu_event(other[i])), other[i]);
  }
}

}  // namespace
}  // namespace tatami::record
