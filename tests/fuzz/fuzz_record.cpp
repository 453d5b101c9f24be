// Any bytes as a record, and as a dojo to score: refused or taken, never anything worse.

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>

#include "must.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "record/tatamokatsu.h"
#include "rules/dojo/score.h"

using namespace tatami;

namespace {

template <class State>
std::optional<State> copy_of(const record::Replay& game) {
  const auto* state = game.state<State>();
  return state ? std::optional{*state} : std::nullopt;
}

void replay(std::string_view text) {
  record::Replay game;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool was_over = game.over();
    const auto dojo = copy_of<dojo::State>(game);
    const auto tatamokatsu = copy_of<tatamokatsu::State>(game);
    if (const auto refused = game.take(text.substr(0, end))) {
      must(!refused->empty());
      must(copy_of<dojo::State>(game) == dojo && copy_of<tatamokatsu::State>(game) == tatamokatsu);
      return;
    }
    must(!was_over);  // nothing comes after the end
    if (game.over()) must(json::parse(game.result()).ok());
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

void score(std::string_view line) {
  const auto dojo = record::from_json<record::DojoToScore>(line);
  if (!dojo) return;
  const dojo::Explanation found = dojo::explain(dojo->tableau, dojo->edition);
  const auto add = [](int sum, const auto& line_count) { return sum + line_count.points; };
  const int rows = std::accumulate(found.rows.begin(), found.rows.end(), 0, add);
  const int all = std::accumulate(found.columns.begin(), found.columns.end(), rows, add);
  must(found.total == all);
  must(found.total == dojo::best_total(dojo->tableau, dojo->edition));
  must(json::parse(record::to_json(record::scored(found))).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  replay(text);
  score(text);
  return 0;
}
