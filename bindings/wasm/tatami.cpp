// The rules as a WebAssembly module. README.md here describes the calls.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bindings/wasm/analysis.h"
#include "bindings/wasm/answers.h"
#include "bindings/wasm/known.h"
#include "bindings/wasm/offline.h"
#include "bots/dojo/random.h"
#include "chance/dojo.h"
#include "live/dojo/count.h"
#include "live/dojo/score_sheet.h"
#include "live/verify.h"
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

std::string replayed(std::string_view text) {
  record::Replay game;
  for (std::uint32_t number = 1; !text.empty(); ++number)
    if (const auto wrong = game.take(live::take_line(text))) return problem_at(number, *wrong);
  if (!game.game()) return problem_at(1, "empty, a header was expected");
  Replayed answer{game.over(), {}};
  if (game.over()) answer.result.emplace(game.result());
  return record::to_json(answer);
}

std::string scored(std::string_view line) {
  const auto answered = record::score_line(line);
  return answered ? *answered : problem(answered.error().what);
}

std::string explained(std::string_view line) {
  const auto dojo = record::from_json<record::DojoToScore>(line);
  if (!dojo) return problem(dojo.error().what);
  return protocol::to_json(live::score_sheet(dojo->tableau, dojo->edition));
}

std::string counted(std::string_view dojo) {
  const auto asked = protocol::from_json<live::DojoToCount>(dojo);
  if (!asked) return problem(asked.error().what);
  const auto count = live::count(*asked);
  if (!count) return problem("invalid dojo: cards or trophies lie where they cannot");
  return protocol::to_json(*count);
}

// The sidecar on the first line, then the record.
std::string verified(std::string_view text) {
  const auto sidecar = protocol::from_json<protocol::Sidecar>(live::take_line(text));
  if (!sidecar) return problem_at(0, sidecar.error().what);
  const auto mismatch = live::verify(text, *sidecar);
  if (mismatch) return problem_at(static_cast<std::uint32_t>(mismatch->line), mismatch->what);
  return record::to_json(Verified{});
}

Offline& offline() {
  static auto* const table = new Offline;
  return *table;
}

Analysis& analysis() {
  static auto* const one = new Analysis;
  return *one;
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

TATAMI_EXPORT(tatami_explain) void explain(const char* line, std::size_t size) {
  answer() = explained({line, size});
}

TATAMI_EXPORT(tatami_count) void count(const char* text, std::size_t size) {
  answer() = counted({text, size});
}

TATAMI_EXPORT(tatami_verify) void verify(const char* text, std::size_t size) {
  answer() = verified({text, size});
}

TATAMI_EXPORT(tatami_position_at) void at(const char* text, std::size_t size) {
  answer() = position_at({text, size});
}

TATAMI_EXPORT(tatami_retell) void retell(const char* text, std::size_t size) {
  answer() = retold({text, size});
}

TATAMI_EXPORT(tatami_branch) void branch(const char* text, std::size_t size) {
  answer() = branched({text, size});
}

TATAMI_EXPORT(tatami_analyse) void analyse(const char* text, std::size_t size) {
  answer() = analysis().begin({text, size});
}

TATAMI_EXPORT(tatami_analyse_on) void analyse_on() { answer() = analysis().go_on(); }

TATAMI_EXPORT(tatami_open) void open(const char* text, std::size_t size) {
  answer() = offline().open({text, size});
}

TATAMI_EXPORT(tatami_tell) void tell(const char* text, std::size_t size) {
  answer() = offline().tell({text, size});
}

TATAMI_EXPORT(tatami_tick) void tick(double now) {
  answer() = offline().tick(static_cast<live::Time>(now));
}

TATAMI_EXPORT(tatami_wakes_at) double wakes_at() { return offline().wakes_at(); }

TATAMI_EXPORT(tatami_record) void record_of_table() {
  const table::Table* table = offline().table();
  answer() = table && table->was_played() ? table->record() : "";
}

TATAMI_EXPORT(tatami_sidecar) void sidecar_of_table() {
  const table::Table* table = offline().table();
  answer() = table && table->was_played() ? table->sidecar() : "";
}

TATAMI_EXPORT(tatami_random_play)
std::uint64_t random_play(std::uint64_t seed, std::uint32_t games) {
  std::uint64_t decisions = 0;
  std::int64_t points = 0;
  SplitMix numbers{seed};
  chance::DojoLuck luck{dojo::standard_deck(), numbers.next()};
  for (std::uint32_t game = 0; game < games; ++game) {
    luck.gather();
    dojo::State state = dojo::start(dojo::Setup{});
    chance::play_out(
        state, luck,
        [&](const dojo::State& now, Seat seat) {
          ++decisions;
          return bots::random_action(now.open, seat, numbers);
        },
        [](const dojo::State&, dojo::ActionId) {});
    const dojo::Outcome end = dojo::outcome(state.open);
    for (Seat seat : all_seats(state.open.setup.players)) points += end.scores[seat];
  }
  answer() = std::to_string(points);
  return decisions;
}

}  // namespace tatami::wasm
