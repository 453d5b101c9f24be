#include "table/patience.h"

#include <algorithm>
#include <utility>

namespace tatami::table {

namespace {

constexpr Time second = 1000;
constexpr Time day = second * 60 * 60 * 24;
constexpr Time morning = 600'000;  // ms in which sleeping games go on, not all at once

std::optional<Time> time_for_a_decision(const protocol::Settings& settings) {
  if (const auto seconds = seconds_of(settings.tempo)) return *seconds * second;
  if (settings.tempo == protocol::Tempo::days) return settings.days.value_or(1) * day;
  return {};
}

}  // namespace

Patience::Patience(Pace pace, const protocol::Settings& settings, bool is_race)
    : pace_(pace),
      limit_(time_for_a_decision(settings)),
      goes_on_for_days_(settings.tempo == protocol::Tempo::days && !is_race) {}

// ---- Decisions ----

void Patience::ask(SeatSet deciding, const Chairs& chairs, std::uint32_t seq, Time now,
                   SeatSet same) {
  for (Seat seat : without(deciding, asking_)) {
    const Time since = same.contains(seat) ? questions_[seat].since : now;
    questions_[seat] = {seq, since};
  }
  asking_ = deciding;
  bots_at_.reset();
  for (Seat seat : both(deciding, decided_by_bots(chairs)))
    if (!questions_[seat].is_thought_about)
      bots_at_ = std::min(bots_at_.value_or(now + pace_.bot_pause),
                          questions_[seat].since + pace_.bot_pause);
}

std::optional<std::int64_t> Patience::time_left(Time now) const {
  if (!limit_ || asking_.empty()) return {};
  Time left = *limit_;
  for (Seat seat : asking_) left = std::min(left, *ends_for(seat) - now);
  return std::max<Time>(left, 0);
}

std::optional<Time> Patience::ends_for(Seat seat) const {
  if (!limit_) return {};
  return questions_[seat].since + *limit_;
}

SeatSet Patience::decided_by_bots(const Chairs& chairs) const {
  const SeatSet overdue = seats_where(questions_, [](const Question& q) { return q.is_overdue; });
  return either(chairs.played_by_bots(), both(chairs.people(), overdue));
}

bool Patience::take_over(Chairs& chairs, Time now) {
  if (is_asleep(chairs, now)) return false;
  has_slept_out_ = sleeps_until(chairs).has_value() || has_slept_out_;
  bool somebody = false;
  for (Seat seat : vanishing(chairs)) {
    if (now < chairs[seat].gone_since + pace_.away_after) continue;
    chairs[seat].away = somebody = true;
    questions_[seat].is_overdue = asking_.contains(seat);
  }
  for (Seat seat : without(asking_, decided_by_bots(chairs))) {
    const std::optional<Time> end = ends_for(seat);
    if (!end || now < *end) continue;
    chairs[seat].away = questions_[seat].is_overdue = somebody = true;
  }
  return somebody;
}

SeatSet Patience::bots_due(const Chairs& chairs, Time now) {
  if (!bots_at_ || now < *bots_at_ || is_asleep(chairs, now)) return {};
  bots_at_.reset();
  SeatSet due;
  for (Seat seat : both(asking_, decided_by_bots(chairs)))
    if (!questions_[seat].is_thought_about) due.insert(seat);
  return due;
}

bool Patience::awaits(const Chairs& chairs, Seat seat, std::uint32_t seq) const {
  const Question& question = questions_[seat];
  return asking_.contains(seat) && question.seq == seq && question.is_thought_about &&
         decided_by_bots(chairs).contains(seat);
}

std::optional<Time> Patience::wakes_at(const Chairs& chairs) const {
  std::optional<Time> wake = bots_at_;
  const auto consider = [&](std::optional<Time> time) {
    if (time) wake = std::min(wake.value_or(*time), *time);
  };
  for (Seat seat : without(asking_, decided_by_bots(chairs))) consider(ends_for(seat));
  for (Seat seat : vanishing(chairs)) consider(chairs[seat].gone_since + pace_.away_after);
  return wake;
}

// People who have no connection and are not yet known to be away.
SeatSet Patience::vanishing(const Chairs& chairs) const {
  if (goes_on_for_days_) return {};
  return without(without(chairs.people(), chairs.connected()), chairs.played_by_bots());
}

// ---- Sleep ----

std::optional<Time> Patience::sleeps_until(const Chairs& chairs) const {
  if (goes_on_for_days_ || has_slept_out_ || chairs.people().empty() || !chairs.connected().empty())
    return {};
  return deserted_at_ + pace_.asleep_at_most;
}

bool Patience::is_asleep(const Chairs& chairs, Time now) const {
  const std::optional<Time> until = sleeps_until(chairs);
  return until && now < *until;
}

void Patience::wake(Chairs& chairs, Time now) {
  for (Seat seat : chairs.people()) chairs[seat].gone_since = now;
  for (Seat seat : asking_) questions_[seat].since = now;
}

void Patience::came() { has_slept_out_ = false; }

void Patience::resume(Time last_written, Time now, Time spread) {
  deserted_at_ = std::max(last_written, now - pace_.asleep_at_most + morning + spread % morning);
}

}  // namespace tatami::table
