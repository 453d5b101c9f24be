#pragma once

#include <optional>

#include "chance/chacha20.h"
#include "chance/dojo.h"
#include "protocol/positions.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/view.h"
#include "table/happened.h"

namespace tatami::table {

// A running game of Dojo: the rules' state, the cards still to come, and what the seats intend to
// place, which each may take back until all have (D9).
class DojoGame {
 public:
  using Action = dojo::Action;

  // Draws who deals first unless the header says so (D3).
  DojoGame(record::DojoHeader header, bool first_is_named, const chance::Bytes32& key);

  const record::DojoHeader& header() const { return header_; }
  const dojo::State& state() const { return state_; }
  // As the seats see it: with all they intend.
  dojo::State shown() const;
  bool is_over() const { return dojo::is_over(state_.open); }
  SeatSet to_act() const { return without(state_.open.to_act, intending()); }

  std::optional<dojo::Refusal> check(const dojo::Action& action) const;
  bool intends(Seat seat) const { return intended_[seat].has_value(); }
  bool may_take_back(Seat seat) const;
  void take_back(Seat seat) { intended_[seat].reset(); }

  // Takes an action that `check` accepts, and all that follows from it by itself: chance, and what
  // is forced. Returns what has happened; an intention that waits for others has not, yet.
  History take(const dojo::Action& action);
  // The same for the beginning.
  History begin();

 private:
  DojoGame(record::DojoHeader header, bool first_is_named, chance::ChaCha20 numbers);

  SeatSet intending() const;
  void happen(dojo::ActionId action, History& events);
  // One more step that nobody has to be asked about, if there is one.
  bool follow(History& events);

  record::DojoHeader header_;
  chance::DojoLuckFrom<chance::ChaCha20> luck_;
  dojo::State state_;
  PerSeat<std::optional<dojo::Cell>> intended_;
};

}  // namespace tatami::table
