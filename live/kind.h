#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "live/game.h"
#include "record/replay.h"

// A game as the floors above see it: whatever it is, by its name and properties. Everything here is
// made from a LiveGame by live/playing.h; the games there are stand in one list, games/games.h.
namespace tatami::live {

// One game that is being played.
class Playing {
 public:
  Playing() = default;
  Playing(const Playing&) = delete;
  Playing& operator=(const Playing&) = delete;
  virtual ~Playing() = default;

  virtual Step begin() = 0;
  virtual std::optional<std::string> fold(const json::Value& entry, const Room& room) = 0;
  virtual void resume(const Room& room) = 0;

  virtual Answer submit(Seat seat, const json::Value& command, const Room& room) = 0;
  virtual Step tick(const Room& room) = 0;
  virtual Step let_bots_act(SeatSet seats, const Room& room) = 0;
  virtual std::optional<Step> decide(Seat seat, std::uint32_t action, const Room& room) = 0;
  virtual void people_changed(const Room& room) = 0;
  virtual void another_connection(Seat seat, const Room& room) = 0;
  virtual void wake(const Room& room) = 0;
  virtual void sent(const Room& room) = 0;

  virtual SeatSet must_act() const = 0;
  virtual bool is_over() const = 0;
  virtual std::optional<Time> wakes_at() const = 0;
  virtual bool cannot_sleep() const = 0;

  virtual std::vector<Note> update(const Room& room) = 0;
  virtual std::vector<std::string> view_for(std::optional<Seat> reader, const Room& room) const = 0;
  virtual std::string record() const = 0;
  virtual std::vector<std::string> verdicts() const = 0;
};

// A mismatch between a record and its proof. Line 0: the proof itself.
struct Mismatch {
  std::size_t line = 0;
  std::string what;
};

// Where each game adds its part of the protocol.
struct Description {
  record::Catalogue& all;
  record::Shape& header;
  record::Shape& move;
  record::Shape& event;
  record::Shape& command;
  record::Shape& message;
  record::Shape& position;
  record::Shape& update;
};

class Kind {
 public:
  Kind() = default;
  Kind(const Kind&) = delete;
  Kind& operator=(const Kind&) = delete;
  virtual ~Kind() = default;

  virtual std::string_view name() const = 0;
  virtual bool is_race() const = 0;
  virtual bool has_hands() const = 0;
  virtual std::span<const bots::Level> levels() const = 0;
  virtual bool has_command(std::string_view type) const = 0;
  virtual bool has_entry(std::string_view type) const = 0;
  // Jobs that take a moment and can be done before anybody plays.
  virtual std::vector<std::function<void()>> preparations() const = 0;

  // Why a table refuses this header, in words; record/ has read and checked it before.
  virtual std::optional<std::string> objection(const std::string& header) const = 0;
  virtual std::unique_ptr<Playing> start(const Start& start) const = 0;
  // Derives every card and die of the record again; the key is that of its chance.
  virtual std::optional<Mismatch> verify(std::string_view record, const chance::Bytes32& key,
                                         bool first_is_named) const = 0;
  // JSON of the position that a replay of this game has come to, as one seat sees it, and what
  // every seat knows if `shows_all`.
  virtual std::string moment_of(const record::Replay& replay, std::uint32_t lines,
                                std::optional<Seat> reader, bool shows_all) const = 0;

  // JSON of what people may choose when they open a table; the page's forms are made of it.
  virtual std::string offer() const = 0;

  const bots::Level* level_named(std::string_view sought) const;
  const bots::Level& substitute() const;
};

// Every game there is. Programs link one list: games/games.cpp, or a longer one in a test.
std::span<const Kind* const> games();
const Kind* game_named(std::string_view name);
bool is_command(std::string_view type);  // of any game

// TypeScript constants: what every game offers, and what is the same for all of them.
std::string offers();

// Commands, messages and all they are made of; each game describes its own.
record::Catalogue catalogue();
record::Catalogue catalogue(std::initializer_list<void (*)(const Description&)> games);

}  // namespace tatami::live
