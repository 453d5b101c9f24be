#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chance/chacha20.h"
#include "chance/tatamokatsu.h"
#include "live/letters.h"
#include "live/tatamokatsu/claims.h"
#include "live/tatamokatsu/position.h"
#include "live/tatamokatsu/series.h"
#include "live/tatamokatsu/window.h"
#include "rules/tatamokatsu/throw.h"

namespace tatami::record {

TATAMI_FIELDS(tatamokatsu::SafeThrow, of("from", &tatamokatsu::SafeThrow::from),
              of("to", &tatamokatsu::SafeThrow::to));

}  // namespace tatami::record

namespace tatami::live {

// A game of Tatamokatsu at a table. Reactions are collected while a window is open, put in order by
// their decided times, and only then happen (T16).
class Tatamokatsu {
 public:
  using Recorded = record::Tatamokatsu;
  using Position = TatamokatsuPosition;
  using Own = TatamokatsuOwn;
  static constexpr std::string_view own_name = "tatamokatsu_own";
  static constexpr std::string_view result_name = "tatamokatsu_result";
  static constexpr bool is_race = true;
  static constexpr bool has_hands = true;
  static constexpr int usual_players = 3;
  static constexpr std::string_view usual_level = "regular";
  static std::span<const bots::Level> levels();
  static std::vector<std::function<void()>> preparations();
  struct Timings {
    tatamokatsu::Timing usual;
    tatamokatsu::Timing relaxed = tatamokatsu::relaxed_timing;
    TATAMI_MESSAGE("timings", of("usual", &Timings::usual), of("relaxed", &Timings::relaxed))
  };
  struct Offered {
    Timings timings;
    std::vector<std::vector<tatamokatsu::Face>> dice;  // each with all its sides (T1)
    tatamokatsu::Die grabbed = tatamokatsu::t_die;     // the only one that may show a T
    std::vector<tatamokatsu::SafeThrow> safe_throws;   // by the number of fingers left
    TATAMI_MESSAGE("tatamokatsu_options", of("timings", &Offered::timings),
                   of("dice", &Offered::dice), of("grabbed", &Offered::grabbed),
                   of("safe_throws", &Offered::safe_throws))
  };
  static Offered offered();
  static std::optional<std::string> objection(const record::TatamokatsuHeader& header);
  using Luck = chance::TatamokatsuLuckFrom<chance::ChaCha20>;
  static Luck luck_of(const record::TatamokatsuHeader& /*header*/,
                      const chance::ChaCha20& numbers) {
    return Luck{numbers};
  }
  static Seat first_of(const record::TatamokatsuHeader& header) {
    return header.setup.first_roller;
  }
  static TatamokatsuPosition position_at(const tatamokatsu::State& state) {
    return position_of(state.open);
  }
  static TatamokatsuOwn own_at(const tatamokatsu::State& state, Seat seat) {
    return own_of(view_of(state, seat));
  }

  struct ThrowDice {
    protocol::TableId table;
    TATAMI_MESSAGE("throw_dice", of("table", &ThrowDice::table))
  };
  using Command = std::variant<Act<tatamokatsu::Action>, ThrowDice>;
  using Letters = std::tuple<Rolling, Heard, Verdict>;  // beside position and update

  explicit Tatamokatsu(const Start& start);

  Step begin();
  std::optional<std::string> fold(const json::Value& entry, const Room& room);
  void resume(const Room& room);

  Answer submit(Seat seat, const json::Value& command, const Room& room);
  Step tick(const Room& room);
  Step let_bots_act(SeatSet seats, const Room& room);
  std::optional<Step> decide(Seat seat, std::uint32_t action, const Room& room);
  void people_changed(const Room& room);
  void another_connection(Seat seat, const Room& room);
  void wake(const Room& room);
  void sent(const Room& room);

  SeatSet must_act() const;
  bool is_over() const { return tatamokatsu::is_over(state_.open); }
  std::optional<Time> wakes_at() const;
  bool cannot_sleep() const { return window_.sent_at.has_value(); }

  std::vector<Note> update(const Room& room);
  std::vector<std::string> view_for(std::optional<Seat> reader, const Room& room) const;
  std::string record() const { return history_.record(header_); }
  std::vector<std::string> verdicts() const;

  using Action = tatamokatsu::Action;
  struct Rolled {
    std::vector<Action> moves;
    TATAMI_MESSAGE("rolled", of("moves", &Rolled::moves))
  };
  struct Judged {  // a window has closed, with this verdict
    std::vector<Reaction> reactions;
    std::int32_t waited = 0;
    std::vector<Action> moves;
    TATAMI_MESSAGE("judged", of("reactions", &Judged::reactions), of("waited", &Judged::waited),
                   of("moves", &Judged::moves))
  };
  using Entry = std::variant<Started<Action>, Acted<Action>, Rolled, Judged>;

 private:
  struct Noise {  // that one seat, or everybody without one, may hear from a time on
    Time from;
    Note note;
  };
  struct Window {                   // from the throw to the verdict
    std::optional<Time> faces_at;   // thrown, not fallen yet
    std::optional<Time> reopen_at;  // after a restart: when all are back, or known to be away
    std::optional<Time> sent_at;    // the faces
    std::uint32_t seq = 0;          // of the update with the faces
    Time verdict_at = 0;
    BotsInWindow bots;  // as they were when the faces went out
    PerSeat<int> reactions;
    PerSeat<std::int32_t> latest;  // decided; what one sends keeps its order
    std::vector<Decided> people;   // in the order of their times
    Ordered ordered;
    std::vector<tatamokatsu::ActionId> bots_heard;  // whose noise was made
    std::vector<Noise> noises;                      // not told to all yet
  };

  Tatamokatsu(const Start& start, const record::Proposal<record::TatamokatsuHeader>& proposal,
              chance::ChaCha20 numbers);

  Answer on(Seat seat, const Act<Action>& act, const Room& room);
  Answer on(Seat seat, const ThrowDice& command, const Room& room);
  std::optional<std::string> refold(const Started<Action>& started, const Room& room);
  std::optional<std::string> refold(const Acted<Action>& acted, const Room& room);
  std::optional<std::string> refold(const Rolled& rolled, const Room& room);
  std::optional<std::string> refold(const Judged& judged, const Room& room);

  bool awaits_throw() const { return state_.open.phase == tatamokatsu::Phase::roll; }
  bool is_window_open() const { return tatamokatsu::is_window_open(state_.open); }
  Step throw_dice(const Room& room);
  Step faces_fall(const Room& room);
  void make_noise(tatamokatsu::ActionId action, const Room& room);
  std::vector<Note> noises_until(Time now);
  Answer react(Seat seat, const Act<Action>& act, const Room& room);
  void order(const Room& room);
  Step close_window(const Room& room);

  // Takes what the rules accept, and all that follows from it by itself.
  std::vector<Action> take(const Action& action);
  std::vector<Action> roll(const Room& room);
  std::vector<Action> take_verdict(const Ordered& ordered, std::int32_t waited, const Room& room);
  SeatSet inhuman(const Ordered& ordered, const Room& room);
  void happen(tatamokatsu::ActionId action);
  void follow();
  Step act(const Action& action, Seat seat);

  std::string table_;
  Secret secret_;
  std::int32_t lag_cap_;
  Time away_after_;
  record::TatamokatsuHeader header_;
  Luck luck_;
  tatamokatsu::State state_;
  Window window_;
  PerSeat<Claims> claims_;
  PerSeat<Series> series_;
  std::vector<Verdict> verdicts_;
  bool verdict_is_news_ = false;
  std::vector<EventOf<Tatamokatsu>> since_roll_;
  History<Tatamokatsu> history_;
  TatamokatsuPosition told_;
};

}  // namespace tatami::live
