#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "bots/tatamokatsu/race.h"
#include "rules/core/list.h"
#include "rules/tatamokatsu/roll.h"

namespace tatami::bots {

// Win shares by seat.
using Shares = PerSeat<double>;

inline void add(Shares& sum, double weight, const Shares& part) {
  for (std::size_t i = 0; i < sum.items.size(); ++i) sum.items[i] += weight * part.items[i];
}

inline void scale(Shares& shares, double factor) {
  for (double& share : shares.items) share *= factor;
}

// With what each seat could win if it alone always took the best option for itself while the others
// choose as before: its best answer.
struct Answered {
  Shares shares;
  Shares answers;
};

inline void add(Answered& sum, double weight, const Answered& part) {
  add(sum.shares, weight, part.shares);
  add(sum.answers, weight, part.answers);
}
inline void scale(Answered& worth, double factor) {
  scale(worth.shares, factor);
  scale(worth.answers, factor);
}

inline double share_of(const Shares& worth, Seat seat) { return worth[seat]; }
inline double share_of(const Answered& worth, Seat seat) { return worth.shares[seat]; }
inline std::array<Shares*, 1> parts_of(Shares& worth) { return {&worth}; }
inline std::array<Shares*, 2> parts_of(Answered& worth) { return {&worth.shares, &worth.answers}; }

// How many fingers every seat has, as the digits of a number to the base 6; seats are counted from
// the one whose turn it is. Players are otherwise equal, and which fingers they have does not
// matter: any finger left can grab the T (T11), a dragon may use a lost little finger (T12), and
// nothing else asks for a particular one.
using FingerCode = std::uint32_t;

// How many different mistakes a player can make at a roll (T13), each for a finger: one who wants
// to be rid of fingers makes them on purpose.
int mistakes_at(tatamokatsu::Meaning meaning, bool rolled_it);

// Whether players are thought to do that. Bots never do.
enum class OnPurpose : bool { no, yes };

// The value of a turn, computed from the values of the finger counts it may end with; each player
// chooses what is best for themselves. Values are Shares or Answered.
template <class Worth>
class TurnsOf {
 public:
  TurnsOf(int players, const Race& race, OnPurpose on_purpose = OnPurpose::no);

  // Computes all values again and again until they no longer change.
  void solve();
  int sweeps() const { return sweeps_; }
  double residual() const { return residual_; }  // the largest change in the last sweep

  int players() const { return players_; }
  FingerCode codes() const { return power_[static_cast<std::size_t>(players_)]; }
  int fingers(FingerCode code, Seat seat) const;
  SeatSet living(FingerCode code) const { return living_[code]; }
  // The same fingers, counted from a seat further back.
  FingerCode from_before(FingerCode code, int seats) const;

  // How often an option is taken, relative to the best one, if it is worth so much less to the
  // chooser. Two players take only the best. With more, the best choice of each depends on whom the
  // others would strike, and taking only the best never converges: options nearly as good are taken
  // too.
  double inclination(double short_of_best) const {
    return short_of_best < indifference_ ? 1 - short_of_best / indifference_ : 0;
  }

  // The value of having ended the turn; at least one seat must have fingers.
  const Worth& over(FingerCode code) const { return over_[code]; }

  // The value after the roll, if the roller has announced so many tens or has not announced.
  Worth rolled(FingerCode code, tatamokatsu::Meaning meaning, std::optional<int> tens) const;

 private:
  struct Outlook;
  double sweep(const std::vector<FingerCode>& codes);
  std::vector<FingerCode> rolling() const;
  // The value of being about to roll. Remembers the result for positions with more fingers.
  Worth before_roll(FingerCode code);
  void race_for_t(int standing, int dragons);
  template <class Settle>
  Worth with_mistakes(FingerCode code, Settle&& settle) const;
  Outlook look(FingerCode code, SeatSet dragons) const;
  Worth of_roll(const Outlook& outlook, tatamokatsu::Meaning meaning,
                std::optional<int> tens) const;
  Worth of_any_roll(const Outlook& outlook) const;
  Worth of_any_roll_on_purpose(FingerCode code, const Outlook& outlook) const;

  template <std::size_t N>
  Worth chosen(const List<const Worth*, N>& options, Seat chooser) const;
  FingerCode one(Seat seat) const { return power_[seat.value]; }
  const Worth& over(FingerCode code, SeatSet living_before) const;
  Worth struck(FingerCode code) const;
  Worth claimed(FingerCode code, Seat claimer) const;
  Worth some_missed(FingerCode code) const;

  using PerCrowd = std::array<std::array<double, most_players + 1>, most_players + 1>;

  int players_;
  Race race_;
  OnPurpose on_purpose_;
  double indifference_;
  std::array<FingerCode, most_players + 1> power_{};  // of 6
  std::array<double, most_players + 1> all_miss_{};   // by how many they are
  std::array<double, most_players + 1> none_misses_{};
  PerCrowd standing_takes_t_{};  // [standing][dragons]: each of the standing
  PerCrowd dragon_takes_t_{};
  std::array<Worth, 1U << most_players> shared_{};  // by those who share (T15)
  std::vector<SeatSet> living_;
  std::vector<Worth> over_;
  std::vector<Worth> unmistaken_;  // before a roll at which nobody makes a mistake
  int sweeps_ = 0;
  double residual_ = 1;
};

using Turns = TurnsOf<Shares>;

}  // namespace tatami::bots
