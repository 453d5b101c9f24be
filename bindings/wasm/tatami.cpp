// The rules as a WebAssembly module. README.md here describes the calls.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bindings/wasm/analysis.h"
#include "bindings/wasm/offline.h"
#include "bindings/wasm/problem.h"
#include "bots/dojo/random.h"
#include "chance/dojo.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "rules/dojo/score.h"
#include "table/verify.h"

#define TATAMI_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace tatami::wasm {

namespace {

// The last answer. It lives as long as the module does.
std::string& answer() {
  static auto* const text = new std::string;
  return *text;
}

std::string problem_at(std::size_t line, std::string_view what) {
  return "{\"line\":" + std::to_string(line) + ",\"problem\":" + json::quote(what) + "}";
}

std::string replayed(std::string_view text) {
  record::Replay game;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (const auto wrong = game.take(text.substr(0, end))) return problem_at(number, *wrong);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (!game.game()) return problem_at(1, "empty, a header was expected");
  return game.over() ? "{\"over\":true,\"result\":" + game.result() + "}" : "{\"over\":false}";
}

std::string scored(std::string_view line) {
  const auto answered = record::score_line(line);
  return answered ? *answered : problem(answered.error().what);
}

std::string explained(std::string_view line) {
  const auto value = json::parse(line);
  if (!value) return problem("no valid JSON, " + value.error().what);
  const auto dojo = record::read_dojo_to_score(*value);
  if (!dojo) return problem(dojo.error().what);
  return protocol::to_json(protocol::score_sheet(dojo->tableau, dojo->edition));
}

// The sidecar on the first line, then the record.
std::string verified(std::string_view text) {
  const std::size_t end = text.find('\n');
  const auto sidecar = protocol::from_json<protocol::Sidecar>(text.substr(0, end));
  if (!sidecar) return problem_at(0, sidecar.error().what);
  const auto mismatch =
      table::verify(end == std::string_view::npos ? "" : text.substr(end + 1), *sidecar);
  if (mismatch) return problem_at(static_cast<std::size_t>(mismatch->line), mismatch->what);
  return "{\"verified\":true}";
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

TATAMI_EXPORT(tatami_verify) void verify(const char* text, std::size_t size) {
  answer() = verified({text, size});
}

TATAMI_EXPORT(tatami_position_at) void at(const char* text, std::size_t size) {
  answer() = position_at({text, size});
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
  answer() = offline().tick(static_cast<table::Time>(now));
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
