#include "bindings/wasm/analysis.h"

#include "bindings/wasm/answers.h"
#include "live/verify.h"
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

std::string progress(const auto& reviewing) {
  return record::to_json(Progress{static_cast<std::uint32_t>(reviewing.done()),
                                  static_cast<std::uint32_t>(reviewing.steps())});
}

}  // namespace

std::string Analysis::begin(std::string_view request) {
  reviewing_.reset();
  const auto asked = protocol::from_json<AnalyseRequest>(request);
  if (!asked) return problem(asked.error().what);
  if (asked->iterations == 0) return problem("at least one iteration is needed");
  record::Replay replay;
  review::AnyTranscript transcript;
  std::string_view text{asked->record};
  std::uint32_t number = 1;
  for (; !text.empty(); ++number) {
    const std::string_view line = live::take_line(text);
    if (const auto wrong = replay.take(line)) return problem_at(number, *wrong);
    review::add(transcript, replay, line, static_cast<long>(number));
  }
  if (!replay.game() || !replay.over()) return problem_at(number, "the game is not over");
  reviewing_ = review::reviewing(std::move(transcript), {asked->iterations, 1, {}});
  if (!reviewing_) return problem("games of this kind cannot be analysed");
  return std::visit([](const auto& each) { return progress(each); }, *reviewing_);
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
      [&](auto& each) { return over ? to_json(each.finish()) : progress(each); }, *reviewing_);
  if (over) reviewing_.reset();
  return answer;
}

}  // namespace tatami::wasm
