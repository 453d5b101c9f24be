// The rules as a WebAssembly module. README.md here describes the calls.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bots/dojo/random.h"
#include "chance/dojo.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "rules/dojo/score.h"

#define TATAMI_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace tatami::wasm {

namespace {

// The last answer. It lives as long as the module does.
std::string& answer() {
  static auto* const text = new std::string;
  return *text;
}

std::string problem(std::string_view what) { return "\"problem\":" + json::quote(what) + "}"; }

std::string replayed(std::string_view text) {
  record::Replay game;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (const auto wrong = game.take(text.substr(0, end)))
      return "{\"line\":" + std::to_string(number) + "," + problem(*wrong);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (!game.game()) return "{\"line\":1," + problem("empty, a header was expected");
  return game.over() ? "{\"over\":true,\"result\":" + game.result() + "}" : "{\"over\":false}";
}

std::string scored(std::string_view line) {
  const auto answered = record::score_line(line);
  return answered ? *answered : "{" + problem(answered.error().what);
}

}  // namespace

TATAMI_EXPORT(tatami_allocate) char* allocate(std::size_t size) {
  return static_cast<char*>(std::malloc(size));
}

TATAMI_EXPORT(tatami_release) void release(char* buffer) { std::free(buffer); }

TATAMI_EXPORT(tatami_answer) const char* answer_text() { return answer().data(); }

TATAMI_EXPORT(tatami_answer_size) std::size_t answer_size() { return answer().size(); }

TATAMI_EXPORT(tatami_replay) void replay(const char* text, std::size_t size) {
  answer() = replayed({text, size});
}

TATAMI_EXPORT(tatami_score) void score(const char* line, std::size_t size) {
  answer() = scored({line, size});
}

TATAMI_EXPORT(tatami_random_play)
std::uint64_t random_play(std::uint64_t seed, std::uint32_t games) {
  std::uint64_t decisions = 0;
  std::int64_t points = 0;
  SplitMix numbers{seed};
  chance::DojoLuck luck{dojo::standard_deck(), numbers.next()};
  for (std::uint32_t game = 0; game < games; ++game) {
    luck.gather();
    dojo::State state = dojo::start(dojo::Table{});
    chance::play_out(
        state, luck,
        [&](const dojo::State& now, Seat seat) {
          ++decisions;
          return bots::random_action(now.open, seat, numbers);
        },
        [](const dojo::State&, dojo::ActionId) {});
    const dojo::Outcome end = dojo::outcome(state.open);
    for (Seat seat : all_seats(state.open.table.players)) points += end.scores[seat];
  }
  answer() = std::to_string(points);
  return decisions;
}

}  // namespace tatami::wasm
