#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/state.h"
#include "rules/tatamokatsu/window.h"

namespace tatami::tatamokatsu {

// A seat's reactions in the window as far as everybody can tell: whether they are still bowing is
// their own knowledge, and whether the window is still open at that time only the table's.
constexpr ActionList reactions(const Open& open, Seat seat, Millis at) {
  ActionList list;
  if (!may_react(open).contains(seat)) return list;
  if (!open.living.contains(seat)) {  // T12
    list.push(ActionId::grab(seat, at, t_die, reach(open, seat).first()));
    return list;
  }
  list.push({Kind::shout, seat, at});
  list.push({Kind::salute, seat, at});
  list.push({Kind::slap, seat, at});
  for (int die = 0; die < dice; ++die)
    for (Finger finger : open.fingers[seat]) list.push(ActionId::grab(seat, at, Die{die}, finger));
  if (seat != open.roller) return list;
  list.push({Kind::drop, seat, at});
  const std::uint8_t xs = what_is(open.roll).xs;
  if (xs > 0 && !open.announced && at <= open.setup.timing.announce)
    for (unsigned tens = 0; tens < 1U << xs; ++tens)
      list.push(ActionId::announce(seat, at, {xs, static_cast<std::uint8_t>(tens)}));
  return list;
}

constexpr ActionList legal_actions(const State& state, Seat seat, Millis at) {
  if (!may_react(state.open).contains(seat)) return {};
  const bool in_order = state.hidden.so_far.until <= at && at <= closes_at(state);  // T16
  if (!in_order || is_bowing(state, seat, at)) return {};
  return reactions(state.open, seat, at);
}

// Events outside the window, counted rather than listed: an attack has up to 5^4 forms
// and a roll-off 8^5. Of chance every side of a die is a form, so all of them are equally likely.
class Options {
 public:
  constexpr Options() = default;
  constexpr explicit Options(const Open& open)
      : phase_(open.phase), fingers_(open.fingers), others_(open.contenders) {
    if (!chance_acts(open)) {
      seat_ = open.to_act.first();
      others_ = without(open.living, open.to_act);
    }
    size_ = count();
  }

  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr ActionId operator[](std::size_t i) const {
    const auto n = static_cast<unsigned>(i);
    switch (phase_) {
      case Phase::roll:
        return {Kind::roll, Seat{}, Roll::from_sides(n).code()};
      case Phase::rolloff:
        return rolloff(n);
      case Phase::pay:
      case Phase::lose:
        return {Kind::lose, seat_, static_cast<unsigned>(fingers_[seat_].nth(n))};
      case Phase::strike:
        return strike(n);
      case Phase::choose:
        return n < attacks() ? attack(n) : recover(n - attacks());
      default:
        return {};
    }
  }

  class Iterator {
   public:
    constexpr Iterator(const Options& options, std::size_t i) : options_(&options), i_(i) {}
    constexpr ActionId operator*() const { return (*options_)[i_]; }
    constexpr Iterator& operator++() {
      ++i_;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    const Options* options_;
    std::size_t i_;
  };
  constexpr Iterator begin() const { return {*this, 0}; }
  constexpr Iterator end() const { return {*this, size_}; }

 private:
  constexpr unsigned count() const {
    switch (phase_) {
      case Phase::roll:
        return Roll::codes;
      case Phase::rolloff:
        return 1U << (3 * others_.size());
      case Phase::pay:
      case Phase::lose:
        return fingers(seat_);
      case Phase::strike: {
        unsigned strikes = 0;
        for (Seat other : others_) strikes += fingers(other);
        return strikes;
      }
      case Phase::choose:
        return attacks() + static_cast<unsigned>(lost_of(fingers_[seat_]).size());
      default:
        return 0;
    }
  }

  constexpr unsigned attacks() const {
    unsigned forms = 1;
    for (Seat other : others_) forms *= fingers(other);
    return forms;
  }

  constexpr ActionId rolloff(unsigned n) const {
    unsigned faces = nothing_for_anyone;
    for (Seat seat : others_) {
      faces ^= only_for(seat, static_cast<unsigned>(face_on(Die{0}, n % sides)));
      n /= sides;
    }
    return {Kind::rolloff, Seat{}, faces};
  }

  constexpr ActionId strike(unsigned n) const {
    for (Seat other : others_) {
      if (n < fingers(other)) return ActionId::strike(seat_, other, fingers_[other].nth(n));
      n -= fingers(other);
    }
    return {};
  }

  constexpr ActionId attack(unsigned n) const {
    unsigned aims = nothing_for_anyone;
    for (Seat other : others_) {
      aims ^= only_for(other, static_cast<unsigned>(fingers_[other].nth(n % fingers(other))));
      n /= fingers(other);
    }
    return {Kind::attack, seat_, aims};
  }

  constexpr ActionId recover(unsigned n) const {
    return {Kind::recover, seat_, static_cast<unsigned>(lost_of(fingers_[seat_]).nth(n))};
  }

  constexpr unsigned fingers(Seat seat) const {
    return static_cast<unsigned>(fingers_[seat].size());
  }

  Phase phase_ = Phase::over;
  Seat seat_{};  // who chooses
  PerSeat<Fingers> fingers_;
  SeatSet others_;  // those who roll off, or the chooser's living opponents
  unsigned size_ = 0;
};

// A seat's legal choices. It follows from what lies open, so a view is enough to ask.
constexpr Options legal_actions(const Open& open, Seat seat) {
  return open.to_act.contains(seat) ? Options{open} : Options{};
}

// Legal events of chance.
constexpr Options legal_chances(const State& state) {
  return chance_acts(state.open) ? Options{state.open} : Options{};
}

}  // namespace tatami::tatamokatsu
