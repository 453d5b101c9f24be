#pragma once

#include <optional>

#include "table/chairs.h"

namespace tatami::table {

struct Pace {  // how fast things go; tests and load change it
  Time bot_pause = 700;
  Time away_after = 60'000;  // without a connection
  Time asleep_at_most = Time{24} * 60 * 60 * 1000;
};

// How long a table waits: who has been asked for a decision and since when, who is gone, when a bot
// takes over, and when the game sleeps because nobody is left.
class Patience {
 public:
  Patience(Pace pace, const protocol::Settings& settings, bool is_race);

  // These must decide now; `same`: of these it is the question they had before, on the same clock.
  void ask(SeatSet deciding, const Chairs& chairs, std::uint32_t seq, Time now, SeatSet same = {});
  // They have decided: if they are asked again, it is another question.
  void answered(SeatSet seats) { asking_ = without(asking_, seats); }
  std::uint32_t asked_at(Seat seat) const { return questions_[seat].seq; }
  std::optional<std::int64_t> time_left(Time now) const;

  // Marks those whose time is up as away; whether there were any.
  bool take_over(Chairs& chairs, Time now);
  // Seats that a bot decides for now, each once for each question.
  SeatSet bots_due(const Chairs& chairs, Time now);
  // Whether a bot's decision of this question is still wanted.
  bool awaits(const Chairs& chairs, Seat seat, std::uint32_t seq) const;
  void thinks(Seat seat) { questions_[seat].is_thought_about = true; }
  void has_thought(Seat seat, std::uint32_t seq) {
    if (questions_[seat].seq == seq) questions_[seat].is_thought_about = false;
  }

  std::optional<Time> wakes_at(const Chairs& chairs) const;

  // ---- Sleep: where nobody is left, nobody is waiting ----
  std::optional<Time> sleeps_until(const Chairs& chairs) const;
  bool is_asleep(const Chairs& chairs, Time now) const;
  void wake(Chairs& chairs, Time now);  // everybody's time begins again
  void came();
  void left(Time now) { deserted_at_ = now; }
  // A restart does not extend the sleep, but leaves time to reconnect.
  void resume(Time last_written, Time now, Time spread);

  const Pace& pace() const { return pace_; }

 private:
  struct Question {
    std::uint32_t seq = 0;  // of the update with which it was asked
    Time since = 0;
    bool is_overdue = false;        // then a bot decides it, even if they come back before it has
    bool is_thought_about = false;  // by a bot
  };

  SeatSet decided_by_bots(const Chairs& chairs) const;
  SeatSet vanishing(const Chairs& chairs) const;
  std::optional<Time> ends_for(Seat seat) const;

  Pace pace_;
  std::optional<Time> limit_;  // for a decision
  bool goes_on_for_days_;
  PerSeat<Question> questions_;
  SeatSet asking_;
  std::optional<Time> bots_at_;
  Time deserted_at_ = 0;  // when the last of them left
  bool has_slept_out_ = false;
};

}  // namespace tatami::table
