#include "review/story.h"

#include <variant>

#include "record/dojo.h"
#include "record/tatamokatsu.h"

namespace tatami::review {

namespace {

void go_on(DojoStory& story, const dojo::State& state, std::string_view line, long number) {
  if (story.end)
    story.steps.push_back(
        {*story.end, dojo::pack(*record::read_dojo_action(*json::parse(line))), number});
  story.end = state;
}

void go_on(TatamokatsuStory& story, const tatamokatsu::State& state, std::string_view line,
           long number) {
  if (story.end)
    story.steps.push_back({*story.end,
                           tatamokatsu::pack(*record::read_tatamokatsu_action(*json::parse(line))),
                           number});
  story.end = state;
}

}  // namespace

void Telling::go_on(const record::Replay& replay, std::string_view line, long number) {
  if (const auto* state = std::get_if<dojo::State>(&*replay.game()))
    review::go_on(dojo, *state, line, number);
  else
    review::go_on(tatamokatsu, std::get<tatamokatsu::State>(*replay.game()), line, number);
}

}  // namespace tatami::review
