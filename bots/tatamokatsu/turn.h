#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "bots/tatamokatsu/race.h"
#include "rules/core/list.h"
#include "rules/tatamokatsu/roll.h"

namespace tatami::bots {

// Of the victory, by seat.
using Shares = PerSeat<double>;

inline void add(Shares& sum, double weight, const Shares& part) {
  for (std::size_t i = 0; i < sum.items.size(); ++i) sum.items[i] += weight * part.items[i];
}

// How many fingers every seat has, as the digits of a number to the base 6; seats are counted from
// the one whose turn it is. Players are equal but for that, so nothing else need be known: which
// fingers they are does not matter, since any that is left grabs the T (T11), a dragon's little
// finger need not be his (T12), and nothing else asks for one.
using FingerCode = std::uint32_t;

// What a turn is worth, computed from what it is worth to have ended it with these fingers or
// those; whoever chooses takes what is best for himself.
class Turns {
 public:
  Turns(int players, const Race& race);

  int players() const { return players_; }
  FingerCode codes() const { return power_[static_cast<std::size_t>(players_)]; }
  int fingers(FingerCode code, Seat seat) const;
  SeatSet living(FingerCode code) const { return living_[code]; }
  // The same fingers counted from a seat further back.
  FingerCode from_before(FingerCode code, int seats) const;

  // How often an option is taken, against the best one, that is worth so much less to the chooser.
  // Two players take the best. With more, what is best for one depends on whom the others would
  // strike and theirs on his, and taking only the best goes round in circles: there what is nearly
  // as good is taken too.
  double inclination(double short_of_best) const {
    return short_of_best < indifference_ ? 1 - short_of_best / indifference_ : 0;
  }

  // To have ended the turn, at least one seat having fingers.
  const Shares& over(FingerCode code) const { return over_[code]; }
  Shares& over(FingerCode code) { return over_[code]; }

  // To be about to roll. What it finds it remembers for positions with more fingers.
  Shares before_roll(FingerCode code);
  // To have rolled, and the roller to have announced so many tens or not to have announced.
  Shares rolled(FingerCode code, tatamokatsu::Meaning meaning, std::optional<int> tens) const;

 private:
  struct Outlook;
  void race_for_t(int standing, int dragons);
  template <class Settle>
  Shares with_mistakes(FingerCode code, Settle&& settle) const;
  Outlook look(FingerCode code, SeatSet dragons) const;
  Shares of_roll(const Outlook& outlook, tatamokatsu::Meaning meaning,
                 std::optional<int> tens) const;
  Shares of_any_roll(const Outlook& outlook) const;

  template <std::size_t N>
  Shares chosen(const List<const Shares*, N>& options, Seat chooser) const;
  FingerCode one(Seat seat) const { return power_[seat.value]; }
  const Shares& over(FingerCode code, SeatSet living_before) const;
  Shares struck(FingerCode code) const;
  Shares claimed(FingerCode code, Seat claimer) const;
  Shares some_missed(FingerCode code) const;

  using PerCrowd = std::array<std::array<double, most_players + 1>, most_players + 1>;

  int players_;
  Race race_;
  double indifference_;
  std::array<FingerCode, most_players + 1> power_{};  // of 6
  std::array<double, most_players + 1> all_miss_{};   // so many
  std::array<double, most_players + 1> none_misses_{};
  PerCrowd standing_takes_t_{};  // [standing][dragons]: each of the standing
  PerCrowd dragon_takes_t_{};
  std::array<Shares, 1U << most_players> shared_{};  // by those who share (T15)
  std::vector<SeatSet> living_;
  std::vector<Shares> over_;
  std::vector<Shares> unmistaken_;  // to be about to make a roll at which nobody makes a mistake
};

}  // namespace tatami::bots
