#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/level.h"
#include "chance/chacha20.h"
#include "chance/proof.h"
#include "live/lag.h"
#include "live/secret.h"
#include "record/json.h"
#include "rules/core/hand.h"
#include "rules/core/seat.h"

// The interface between a game and the table it is played at. A game takes commands and time, and
// answers with plain values: entries for the log, letters, decisions for bots. It knows no socket,
// file or clock.
namespace tatami::live {

// The table's surroundings of a game, passed to it with every call.
struct Room {
  Time now = 0;
  std::uint32_t seq = 0;                  // entries of the table's log
  std::optional<std::int64_t> time_left;  // ms for the decision at hand
  SeatSet people;                         // seats that persons hold, away or not
  SeatSet connected;                      // of these
  SeatSet played_by_bots;                 // bots' seats, and those of people who are away
  PerSeat<std::uint32_t> asked_at;        // the log's seq when each was asked for a decision
  PerSeat<std::string_view> levels;       // the bot of each seat: its own, or a substitute
  PerSeat<Lag> lags;                      // of people's connections
};

// A message by a game, to be sent once everything written before it is durable.
struct Note {
  enum class To : std::uint8_t { seat, others, all };  // others: everybody here who has no seat
  To to = To::all;
  Seat seat{};
  std::string text;
};

// A decision that a bot has to make: `ponder` may run on any thread. The answer goes back to the
// game as the packed action it returns.
struct Thought {
  Seat seat{};
  bool is_slow = false;
  std::function<std::uint32_t()> ponder;
};

// The effects of one call: what the table has to write, send, ask and think about.
struct Step {
  std::vector<std::string> entries;  // for the table's log
  std::vector<Note> notes;
  std::vector<Thought> thoughts;
  SeatSet answered;           // if these are asked again, it is another question
  SeatSet asked_again;        // the same question as before, on the same clock
  bool is_news = false;       // everybody gets an update, once the table has taken note
  bool shows_again = false;   // everybody gets the whole position
  bool opens_window = false;  // tell the game when its letters have gone out

  void add(Step more) {
    std::ranges::move(more.entries, std::back_inserter(entries));
    std::ranges::move(more.notes, std::back_inserter(notes));
    std::ranges::move(more.thoughts, std::back_inserter(thoughts));
    answered = either(answered, more.answered);
    asked_again = either(asked_again, more.asked_again);
    is_news |= more.is_news;
    shows_again |= more.shows_again;
    opens_window |= more.opens_window;
  }
};

struct Refused {
  protocol::Refusal why{};
  std::string text;  // empty: what every such refusal says
};
using Answer = Result<Step, Refused>;

// The type of the entry that `begin` writes: the first of every game's.
inline constexpr std::string_view first_entry = "started";

// Everything a game needs to begin.
struct Start {
  std::string table;
  std::string header;  // as the table's settings have it, read and checked before
  std::string so_far;  // a game that is played on: the lines after its header, checked before
  chance::Bytes32 key{};
  PerSeat<Hand> hands{};
  std::int32_t lag_cap = default_lag_cap;
  Time away_after = 0;  // how long somebody without a connection is waited for
  Secret secret{""};
};

// A game that can be played at a table. Concrete games stand in folders beside this file.
template <class G>
concept LiveGame =
    requires(G game, const G& same, const Start& start, const Room& room, Seat seat,
             std::optional<Seat> reader, const json::Value& body, SeatSet seats,
             std::uint32_t action, const typename G::Recorded::Header& header,
             const typename G::Recorded::State& state, const chance::ChaCha20& numbers) {
      typename G::Recorded;  // its records (record/): name, players, header, moves
      typename G::Command;   // what a seat may say during a game
      typename G::Entry;     // of the table's log; their types differ from the table's own
      typename G::Position;  // what lies open, on the wire
      typename G::Own;       // what one seat knows beyond it
      typename G::Letters;   // a tuple of the messages it sends beside position and update
      { G::is_race } -> std::convertible_to<bool>;    // speed decides: connections are measured
      { G::has_hands } -> std::convertible_to<bool>;  // it matters with which hand somebody plays
      { G::levels() } -> std::same_as<std::span<const bots::Level>>;
      { G::preparations() } -> std::same_as<std::vector<std::function<void()>>>;
      { G::own_name } -> std::convertible_to<std::string_view>;     // on the wire
      { G::result_name } -> std::convertible_to<std::string_view>;  // for a game with a G::Result
      // Why a table refuses this header, in words; a record may still have it.
      { G::objection(header) } -> std::same_as<std::optional<std::string>>;
      { G{start} };

      // A replay shows a game as its table does, and verifies its chance.
      { G::position_at(state) } -> std::same_as<typename G::Position>;
      { G::own_at(state, seat) } -> std::same_as<typename G::Own>;
      {
        G::luck_of(header, numbers).next(state.open)
      } -> std::same_as<typename G::Recorded::ActionId>;
      { G::first_of(header) } -> std::same_as<Seat>;

      // The first events. `fold` takes an entry that `begin` or any other step wrote.
      { game.begin() } -> std::same_as<Step>;
      { game.fold(body, room) } -> std::same_as<std::optional<std::string>>;
      { game.resume(room) };  // after the last entry of a log

      { game.submit(seat, body, room) } -> std::same_as<Answer>;
      { game.tick(room) } -> std::same_as<Step>;
      { game.let_bots_act(seats, room) } -> std::same_as<Step>;
      { game.decide(seat, action, room) } -> std::same_as<std::optional<Step>>;  // a bot's thought
      { game.people_changed(room) };  // somebody came or left
      { game.another_connection(seat, room) };
      { game.wake(room) };  // after everybody was gone
      { game.sent(room) };  // the letters that open a window have gone out

      { same.must_act() } -> std::same_as<SeatSet>;
      { same.is_over() } -> std::same_as<bool>;
      { same.wakes_at() } -> std::same_as<std::optional<Time>>;
      { same.cannot_sleep() } -> std::same_as<bool>;  // something must be brought to its end first

      // Letters: what has happened since the last update; everything, for somebody who comes.
      { game.update(room) } -> std::same_as<std::vector<Note>>;
      { same.view_for(reader, room) } -> std::same_as<std::vector<std::string>>;

      { same.record() } -> std::same_as<std::string>;                 // JSON Lines
      { same.verdicts() } -> std::same_as<std::vector<std::string>>;  // how races were decided
    };

}  // namespace tatami::live
