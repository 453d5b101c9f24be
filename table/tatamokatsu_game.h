#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chance/chacha20.h"
#include "chance/tatamokatsu.h"
#include "protocol/messages.h"
#include "table/happened.h"
#include "table/line.h"

namespace tatami::table {

// A running game of Tatamokatsu. Reactions are collected while a window is open, put in order by
// their decided times, and only then happen (T16). Nothing here reads a clock.
class TatamokatsuGame {
 public:
  using Action = tatamokatsu::Action;

  // Draws who rolls first unless the header says so.
  TatamokatsuGame(record::TatamokatsuHeader header, bool first_is_named,
                  const chance::Bytes32& key);

  const record::TatamokatsuHeader& header() const { return header_; }
  const tatamokatsu::State& state() const { return state_; }
  const tatamokatsu::State& shown() const { return state_; }
  bool is_over() const { return tatamokatsu::is_over(state_.open); }
  bool awaits_throw() const { return state_.open.phase == tatamokatsu::Phase::roll; }
  bool is_window_open() const { return tatamokatsu::is_window_open(state_.open); }
  SeatSet to_act() const { return state_.open.to_act; }

  // ---- Outside the window ----

  std::optional<tatamokatsu::Refusal> check(const tatamokatsu::Action& action) const;
  // Takes an action that `check` accepts, and all that follows from it by itself.
  History take(const tatamokatsu::Action& action);
  History begin() { return {}; }
  // The dice fall: the faces of the next roll.
  History roll();

  // ---- In the window ----

  struct Reaction {
    tatamokatsu::ActionId action;  // at its decided time
    std::int32_t arrived = 0;
    std::int32_t credit = 0;
    std::int32_t uncertainty = 0;
  };
  static protocol::Deed deed_of(tatamokatsu::ActionId reaction);
  static bool is_reaction(const tatamokatsu::Action& action);
  void react(const Reaction& reaction);

  // Who plays without a line: their reactions stand on the same axis, with no lag.
  struct Bots {
    SeatSet seats;
    PerSeat<std::string> levels;
    std::uint64_t seed = 0;  // of this window
  };

  // What has been collected, in the order of its decided times, as the rules take it.
  struct Judgement {
    std::vector<tatamokatsu::ActionId> happened;  // without the close
    tatamokatsu::Millis close;                    // if nobody reacts any more
    std::vector<protocol::Reaction> reactions;    // all of them, for the photo finish
  };
  Judgement judge(const Bots& bots) const;
  // Whether the rules take all of it, the close included: for one that comes from a log.
  bool fits(const Judgement& judgement) const;

  struct Conclusion {
    History history;
    SeatSet mistaken;  // T13
    SeatSet tied;      // T14
  };
  // The judgement happens.
  Conclusion conclude(const Judgement& judgement);

 private:
  TatamokatsuGame(record::TatamokatsuHeader header, bool first_is_named, chance::ChaCha20 numbers);

  void happen(tatamokatsu::ActionId action, History& events);
  void follow(History& events);

  record::TatamokatsuHeader header_;
  chance::TatamokatsuLuckFrom<chance::ChaCha20> luck_;
  tatamokatsu::State state_;
  std::vector<Reaction> reactions_;  // in the order of their times
};

}  // namespace tatami::table
