#pragma once

#include <array>
#include <utility>

#include "record/fields.h"
#include "record/games.h"

// A Game made from what it brings along.
namespace tatami::record {

namespace detail {

// As the rules say; in a Course the name means something else.
bool is_over_now(const auto& state) { return is_over(state.open); }

}  // namespace detail

template <RecordedGame G>
class CourseOf final : public Course {
 public:
  explicit CourseOf(const typename G::State& state) : state_(state) {}

  std::optional<std::string> take(const json::Value& event) override {
    const auto action = from_json<typename G::Action>(event);
    if (!action) return action.error().what;
    const auto next = apply(std::as_const(state_), *action);
    if (next) {
      state_ = *next;
      return {};
    }
    using Refusal = std::remove_cvref_t<decltype(next.error())>;
    if (next.error() == Refusal::not_now)
      return "out of turn: " + std::string{awaited(state_.open)};
    return std::string{describe(next.error())};
  }
  bool is_over() const override { return detail::is_over_now(state_); }
  std::string result() const override { return to_json(G::outcome(state_)); }

 private:
  const char* type() const override { return &type_of<typename G::State>; }
  const void* address() const override { return &state_; }

  typename G::State state_;
};

template <RecordedGame G>
class GameOf final : public Game {
 public:
  std::string_view name() const override { return G::name; }

  std::unique_ptr<Course> begin(Reader& in, const json::Value& header) const override {
    typename G::Header read;
    Codec<typename G::Header>::read(in, header, {}, read);
    if (in.problem) return nullptr;
    return std::make_unique<CourseOf<G>>(G::start(read));
  }
  std::optional<Proposed> propose(Reader& in, const json::Value& header,
                                  const std::string& path) const override {
    Proposal<typename G::Header> read;
    Codec<Proposal<typename G::Header>>::read(in, header, path, read);
    if (in.problem) return {};
    return Proposed{G::name, G::players(read.header), read.first_is_named, to_json(read)};
  }
};

// For the definition of games().
template <RecordedGame... Gs>
std::span<const Game* const> games_of(Games<Gs...>) {
  static constexpr std::tuple<GameOf<Gs>...> each;
  static constexpr std::array<const Game*, sizeof...(Gs)> all = {&std::get<GameOf<Gs>>(each)...};
  return all;
}

}  // namespace tatami::record
