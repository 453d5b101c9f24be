#include "review/puzzles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bots/dojo/player.h"
#include "record/dojo.h"
#include "record/fields.h"
#include "rules/dojo/legal.h"

namespace tatami::review {

namespace {

using bots::DojoLevel;

// Enough to see that nothing is clear, which is so for most decisions.
constexpr std::uint32_t glance = 400;
constexpr std::array solvers = {DojoLevel::novice, DojoLevel::student, DojoLevel::adept};
constexpr int asked_each = 8;

double variance(const bots::Opinion& opinion) {
  return opinion.win * (1 - opinion.win) / opinion.iterations;
}

int missed(const dojo::View& view, dojo::ActionId best, SplitMix& numbers) {
  int count = 0;
  for (DojoLevel level : solvers)
    for (int i = 0; i < asked_each; ++i)
      count += bots::DojoPlayer{level}.choose(view, numbers) != best ? 1 : 0;
  return count;
}

// ---- As JSON ----

struct FoundPuzzle {
  long line = 0;
  Seat seat;
  dojo::Action best;
  long percent = 0;
  int missed = 0;
  int asked = 0;
  TATAMI_MESSAGE("found_puzzle", of("line", &FoundPuzzle::line), of("seat", &FoundPuzzle::seat),
                 of("best", &FoundPuzzle::best), of("percent", &FoundPuzzle::percent),
                 of("missed", &FoundPuzzle::missed), of("asked", &FoundPuzzle::asked))
};

struct PuzzlesOfGame {
  record::Text<1'000'000> record;
  std::vector<FoundPuzzle> puzzles;
  TATAMI_MESSAGE("puzzles_of_game", of("record", &PuzzlesOfGame::record),
                 of("puzzles", &PuzzlesOfGame::puzzles))
};

}  // namespace

Clarity clarity(const dojo::View& view, std::uint32_t iterations, std::uint64_t seed) {
  const bots::DojoPlayer judge{DojoLevel::sensei, {.iterations = iterations}};
  SplitMix numbers{seed};
  const bots::Opinions first = judge.weigh(view, numbers);
  const dojo::ActionId best = std::ranges::max_element(first, {}, &bots::Opinion::win)->action;
  const bots::Opinions again = judge.weigh(view, numbers);
  const bots::Opinion* ahead = nullptr;
  const bots::Opinion* next = nullptr;
  for (const bots::Opinion& each : again)
    if (each.action == best)
      ahead = &each;
    else if (!next || each.win > next->win)
      next = &each;
  return {best, ahead->win - next->win, std::sqrt(variance(*ahead) + variance(*next))};
}

std::vector<Puzzle> puzzles(const Transcript<record::Dojo>& transcript,
                            const PuzzleSearch& search) {
  SplitMix numbers{search.seed};
  struct Candidate {
    Puzzle puzzle;
    dojo::View view;
  };
  std::vector<Candidate> candidates;
  for (const auto& [before, action, line] : transcript.moves) {
    if (!is_decision(before, action)) continue;
    const Seat seat = action.seat();
    const dojo::View view = view_of(before, seat);
    if (clarity(view, std::min(glance, search.iterations), numbers.next()).margin <= 0) continue;
    const Clarity clear = clarity(view, search.iterations, numbers.next());
    if (clear.margin < search.margin || !clear.is_beyond_doubt()) continue;
    const int wrong = missed(view, clear.best, numbers);
    if (wrong > 0)
      candidates.push_back({{line, seat, clear.best, clear.margin, wrong,
                             static_cast<int>(solvers.size()) * asked_each},
                            view});
  }
  std::ranges::sort(candidates, {}, [](const Candidate& each) {
    return std::pair{-each.puzzle.missed, each.puzzle.line};
  });
  std::vector<Puzzle> found;
  for (Candidate& each : candidates) {
    if (found.size() == search.most) break;
    const Clarity sure = clarity(each.view, thorough * search.iterations, numbers.next());
    if (sure.best != each.puzzle.best || sure.margin < search.margin || !sure.is_beyond_doubt())
      continue;
    each.puzzle.margin = sure.margin;
    found.push_back(each.puzzle);
  }
  std::ranges::sort(found, {}, &Puzzle::line);
  return found;
}

std::string to_json(std::string_view record, const std::vector<Puzzle>& found) {
  std::size_t end = 0;  // nothing after the last decision is needed
  for (long line = 1; !found.empty() && line < found.back().line; ++line)
    end = record.find('\n', end) + 1;
  PuzzlesOfGame game;
  game.record = std::string{record.substr(0, end)};
  for (const Puzzle& each : found)
    game.puzzles.push_back({each.line, each.seat, *dojo::unpack(each.best),
                            std::lround(100 * each.margin), each.missed, each.asked});
  return record::to_json(game);
}

void describe_puzzles(record::Catalogue& catalogue) {
  record::Codec<PuzzlesOfGame>::shape(catalogue);
}

}  // namespace tatami::review
