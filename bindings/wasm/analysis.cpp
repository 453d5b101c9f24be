#include "bindings/wasm/analysis.h"

#include "bindings/wasm/problem.h"
#include "protocol/codec.h"
#include "record/replay.h"

namespace tatami::wasm {

namespace {

struct AnalyseRequest {
  protocol::Text<4'000'000> record;
  std::uint32_t iterations = 0;
  TATAMI_MESSAGE("analyse_request", of("record", &AnalyseRequest::record),
                 of("iterations", &AnalyseRequest::iterations))
};

std::string how_far(std::size_t done, std::size_t steps) {
  return "{\"done\":" + std::to_string(done) + ",\"steps\":" + std::to_string(steps) + "}";
}

}  // namespace

std::string Analysis::begin(std::string_view request) {
  reviewing_.reset();
  const auto asked = protocol::from_json<AnalyseRequest>(request);
  if (!asked) return problem(asked.error().what);
  if (asked->iterations == 0) return problem("at least one iteration is needed");
  record::Replay replay;
  review::Telling telling;
  std::string_view text{asked->record};
  for (long number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (const auto wrong = replay.take(line))
      return problem("line " + std::to_string(number) + ": " + *wrong);
    telling.go_on(replay, line, number);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (!replay.game() || !replay.over()) return problem("not a finished game");
  reviewing_ = review::reviewing(std::move(telling), {asked->iterations, 1, {}});
  return std::visit([](const auto& each) { return how_far(0, each.steps()); }, *reviewing_);
}

std::string Analysis::go_on() {
  if (!reviewing_) return problem("no game is being analysed");
  const bool over = std::visit(
      [](auto& each) {
        each.go_on();
        return each.done() == each.steps();
      },
      *reviewing_);
  std::string answer = std::visit(
      [&](auto& each) {
        return over ? to_json(each.finish()) : how_far(each.done(), each.steps());
      },
      *reviewing_);
  if (over) reviewing_.reset();
  return answer;
}

}  // namespace tatami::wasm
