#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "record/codec.h"

// Games as their records see them: whatever they are, by name. Which there are is decided in
// games/.
namespace tatami::record {

// A game's part of its records: a struct of types and static functions, such as
// record::Dojo. Its rules are found by its types.
template <class G>
concept RecordedGame = requires(const typename G::Header& header, const typename G::State& state,
                                const typename G::Action& action) {
  { G::name } -> std::convertible_to<std::string_view>;
  { G::fewest_players } -> std::convertible_to<int>;
  { G::most_players } -> std::convertible_to<int>;
  { G::start(header) } -> std::same_as<typename G::State>;
  { G::players(header) } -> std::same_as<int>;
  { G::outcome(state) } -> std::same_as<typename G::Outcome>;
  { pack(action) } -> std::same_as<typename G::ActionId>;
  { *unpack(pack(action)) } -> std::convertible_to<typename G::Action>;
  { *apply(state, action) } -> std::convertible_to<typename G::State>;
  { describe(apply(state, action).error()) } -> std::convertible_to<std::string_view>;
  { awaited(state.open) } -> std::convertible_to<std::string_view>;
  { is_over(state.open) } -> std::same_as<bool>;
};

// A list of games.
template <class... Gs>
struct Games {};

// A header as its game has read it, for a game that has not begun.
struct Proposed {
  std::string_view game;  // its name
  int players = 0;
  bool first_is_named = false;
  std::string text;  // as JSON, complete but for who begins if that is drawn
};

// One game as far as its record has been read.
class Course {
 public:
  Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;
  virtual ~Course() = default;

  // If the event is refused, says why, and nothing has changed.
  virtual std::optional<std::string> take(const json::Value& event) = 0;
  virtual bool is_over() const = 0;
  virtual std::string result() const = 0;  // JSON; only when over

  template <class State>
  const State* state() const {
    return type() == &type_of<State> ? static_cast<const State*>(address()) : nullptr;
  }

 protected:
  // Run-time types without RTTI: the address of this.
  template <class State>
  static constexpr char type_of{};

 private:
  virtual const char* type() const = 0;
  virtual const void* address() const = 0;
};

// One of the games there are; record/game_of.h makes it from a RecordedGame.
class Game {
 public:
  constexpr Game() = default;
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  virtual std::string_view name() const = 0;
  // Null with a problem.
  virtual std::unique_ptr<Course> begin(Reader& in, const json::Value& header) const = 0;
  virtual std::optional<Proposed> propose(Reader& in, const json::Value& header,
                                          const std::string& path) const = 0;

 protected:
  ~Game() = default;
};

// All of them. Declared here and defined by the list that a program links: games/games.cpp, or
// another one in a test.
std::span<const Game* const> games();

// The game that a header names; null with a problem.
const Game* game_of(Reader& in, const json::Value& header, const std::string& path = {});
std::optional<Proposed> read_proposal(Reader& in, const json::Value& header,
                                      const std::string& path);
Result<Proposed, json::Problem> read_proposal(const json::Value& header);

}  // namespace tatami::record
