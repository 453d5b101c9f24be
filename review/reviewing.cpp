#include "review/reviewing.h"

#include <utility>

namespace tatami::review {

namespace {

template <class G>
void add_move(AnyTranscript& into, const record::Replay& replay, std::string_view line,
              long number) {
  const auto* state = replay.state<typename G::State>();
  if (!state) return;
  if (auto* begun = std::get_if<Transcript<G>>(&into)) {
    begun->moves.push_back(
        {begun->end, pack(*record::from_json<typename G::Action>(line)), number});
    begun->end = *state;
  } else {  // the header
    into.emplace<Transcript<G>>().end = *state;
  }
}

template <class R>
void begin(std::optional<Reviewing>& into, AnyTranscript& any, const Thinking& thinking) {
  if (auto* transcript = std::get_if<Transcript<typename R::Game>>(&any))
    into.emplace(std::in_place_type<R>, std::move(*transcript), thinking);
}

}  // namespace

void add(AnyTranscript& into, const record::Replay& replay, std::string_view line, long number) {
  [&]<class... Rs>(std::type_identity<std::variant<Rs...>>) {
    (add_move<typename Rs::Game>(into, replay, line, number), ...);
  }(std::type_identity<Reviewing>{});
}

std::optional<Reviewing> reviewing(AnyTranscript transcript, const Thinking& thinking) {
  std::optional<Reviewing> begun;
  [&]<class... Rs>(std::type_identity<std::variant<Rs...>>) {
    (begin<Rs>(begun, transcript, thinking), ...);
  }(std::type_identity<Reviewing>{});
  return begun;
}

}  // namespace tatami::review
