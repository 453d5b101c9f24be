#include "bots/tatamokatsu/turn.h"

#include <algorithm>
#include <cassert>
#include <type_traits>

#include "rules/tatamokatsu/types.h"

namespace tatami::bots {

using namespace tatamokatsu;

namespace {

constexpr Seat roller{0};
constexpr double tolerance = 1e-7;
constexpr int most_sweeps = 1000;

// ---- The effect of a sum that nobody claims (T6 to T9) ----

constexpr std::size_t effects = 6;

constexpr std::size_t index_of(Effect effect) { return static_cast<std::size_t>(effect); }

// ---- The 512 possible rolls by their effect ----

struct Fallen {
  Meaning meaning;
  int ways = 0;
};

constexpr bool are_alike(Meaning a, Meaning b) {
  bool alike = a.kind == b.kind && a.xs == b.xs && a.tatamokatsu == b.tatamokatsu;
  for (int tens = 0; alike && tens < a.possible_sums(); ++tens)
    alike = effect_of(a.sum(tens)) == effect_of(b.sum(tens));
  return alike;
}

constexpr auto all_rolls = [] {
  List<Fallen, 16> rolls;
  for (unsigned fallen = 0; fallen < Roll::codes; ++fallen) {
    const Meaning meaning = what_is(Roll::from_sides(fallen));
    std::size_t i = 0;
    while (i < rolls.size() && !are_alike(rolls[i].meaning, meaning)) ++i;
    if (i == rolls.size()) rolls.push({meaning, 0});
    ++rolls[i].ways;
  }
  return rolls;
}();

double power(double base, int exponent) {
  double product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

double choose(int n, int k) {
  double ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

}  // namespace

int mistakes_at(Meaning meaning, bool rolled_it) {
  // There is always a die without a T to grab.
  return 1 + (meaning.allows_shout() ? 0 : 1) + (meaning.allows_slap() ? 0 : 1) +
         (rolled_it ? 1 : 0);
}

// The value of each possible effect of a roll.
template <class Worth>
struct TurnsOf<Worth>::Outlook {
  int standing = 0;
  bool roller_stands = false;
  std::array<Worth, effects> of_sum;
  Worth claim;
  Worth katana;
  Worth grab;
};

template <class Worth>
TurnsOf<Worth>::TurnsOf(int players, const Race& race, OnPurpose on_purpose)
    : players_(players),
      race_(race),
      on_purpose_(on_purpose),
      indifference_(players == 2 ? 1e-9 : 0.01) {
  power_[0] = 1;
  for (std::size_t i = 1; i < power_.size(); ++i) power_[i] = power_[i - 1] * 6;
  for (unsigned bits = 1; bits < shared_.size(); ++bits)
    for (Seat seat : SeatSet::from_bits(bits))
      for (Shares* part : parts_of(shared_[bits]))
        (*part)[seat] = 1.0 / SeatSet::from_bits(bits).size();
  living_.resize(codes());
  over_.resize(codes());
  unmistaken_.resize(codes());
  for (FingerCode code = 0; code < codes(); ++code) {
    for (Seat seat : all_seats(players))
      if (fingers(code, seat) > 0) living_[code].insert(seat);
    over_[code] = shared_[living_[code].bits()];  // the end (T15), or a first guess
  }
  for (int n = 0; n <= most_players; ++n) {
    all_miss_[static_cast<std::size_t>(n)] = power(race.misses, n);
    none_misses_[static_cast<std::size_t>(n)] = power(1 - race.misses, n);
  }
  for (int standing = 0; standing <= players; ++standing)
    for (int dragons = 0; standing + dragons <= players; ++dragons) race_for_t(standing, dragons);
}

template <class Worth>
void TurnsOf<Worth>::solve() {
  const std::vector<FingerCode> codes = rolling();
  while (residual_ > tolerance && sweeps_ < most_sweeps) {
    residual_ = sweep(codes);
    ++sweeps_;
  }
}

// Positions where somebody rolls, those with fewer fingers first: most of what can happen leads
// there, so a sweep already uses the values it has just computed.
template <class Worth>
std::vector<FingerCode> TurnsOf<Worth>::rolling() const {
  const auto all_fingers = [&](FingerCode code) {
    int sum = 0;
    for (Seat seat : living(code)) sum += fingers(code, seat);
    return sum;
  };
  std::vector<FingerCode> codes_by_fingers;
  for (int sum = 2; sum <= fingers_of_a_hand * players_; ++sum)
    for (FingerCode code = 0; code < codes(); ++code)
      if (all_fingers(code) == sum && living(code).contains(roller) && living(code).size() > 1)
        codes_by_fingers.push_back(code);
  return codes_by_fingers;
}

template <class Worth>
double TurnsOf<Worth>::sweep(const std::vector<FingerCode>& codes) {
  double change = 0;
  for (const FingerCode code : codes) {
    Worth worth = before_roll(code);
    // T22: the previous roller may sit further back if those between are out.
    for (int back = 1; back < players_; ++back) {
      Worth& over = over_[from_before(code, back)];
      for (std::size_t part = 0; part < parts_of(worth).size(); ++part)
        for (Seat seat : all_seats(players_)) {
          const double share = (*parts_of(worth)[part])[seat];
          double& before = (*parts_of(over)[part])[Seat{(seat.value + back) % players_}];
          change = std::max({change, before - share, share - before});
          before = share;
        }
      if (living(code).contains(Seat{players_ - back})) break;
    }
  }
  return change;
}

// Sums over how many of the standing and of the dragons go for the T; the others miss it.
template <class Worth>
void TurnsOf<Worth>::race_for_t(int standing, int dragons) {
  const auto some_go = [&](int all, int going) {
    return choose(all, going) * power(1 - race_.misses, going) * power(race_.misses, all - going);
  };
  const auto s = static_cast<std::size_t>(standing);
  const auto d = static_cast<std::size_t>(dragons);
  for (std::size_t i = 0; i <= s; ++i)
    for (std::size_t j = i == 0 ? 1 : 0; j <= d; ++j) {
      const double chance =
          some_go(standing, static_cast<int>(i)) * some_go(dragons, static_cast<int>(j));
      const double dragon = race_.dragon_first[i][j];
      if (standing > 0) standing_takes_t_[s][d] += chance * (1 - dragon) / standing;
      if (dragons > 0) dragon_takes_t_[s][d] += chance * dragon / dragons;
    }
}

template <class Worth>
int TurnsOf<Worth>::fingers(FingerCode code, Seat seat) const {
  return static_cast<int>(code / power_[seat.value] % 6);
}

template <class Worth>
FingerCode TurnsOf<Worth>::from_before(FingerCode code, int seats) const {
  const FingerCode up = power_[static_cast<std::size_t>(seats)];
  return code * up % codes() + code / (codes() / up);
}

// T15: if nobody is left, those who lived before share the win.
template <class Worth>
const Worth& TurnsOf<Worth>::over(FingerCode code, SeatSet living_before) const {
  return code == 0 ? shared_[living_before.bits()] : over_[code];
}

// The value of a chooser's options, mixed as they are taken.
template <class Worth>
template <std::size_t N>
Worth TurnsOf<Worth>::chosen(const List<const Worth*, N>& options, Seat chooser) const {
  double best = 0;
  for (const Worth* option : options) best = std::max(best, share_of(*option, chooser));
  double total = 0;
  for (const Worth* option : options) total += inclination(best - share_of(*option, chooser));
  Worth worth;
  for (const Worth* option : options)
    add(worth, inclination(best - share_of(*option, chooser)) / total, *option);
  if constexpr (std::is_same_v<Worth, Answered>) {
    double& answer = worth.answers[chooser];
    for (const Worth* option : options) answer = std::max(answer, option->answers[chooser]);
  }
  return worth;
}

// T9
template <class Worth>
Worth TurnsOf<Worth>::struck(FingerCode code) const {
  List<const Worth*, most_players> options;
  for (Seat other : without(living(code), SeatSet{roller})) options.push(&over(code - one(other)));
  return chosen(options, roller);
}

// T5: attack, or recover.
template <class Worth>
Worth TurnsOf<Worth>::claimed(FingerCode code, Seat claimer) const {
  FingerCode attacked = code;
  for (Seat other : without(living(code), SeatSet{claimer})) attacked -= one(other);
  List<const Worth*, 2> options;
  options.push(&over(attacked));
  if (fingers(code, claimer) < fingers_of_a_hand) options.push(&over(code + one(claimer)));
  return chosen(options, claimer);
}

// T8, T10: each of the standing may miss and lose a finger; the case that none does is left out.
template <class Worth>
Worth TurnsOf<Worth>::some_missed(FingerCode code) const {
  const SeatSet standing = living(code);
  Worth sum;
  for (unsigned late = standing.bits(); late != 0; late = (late - 1) & standing.bits()) {
    const SeatSet losers = SeatSet::from_bits(late);
    FingerCode left = code;
    for (Seat seat : losers) left -= one(seat);
    const auto size = static_cast<std::size_t>(losers.size());
    const auto others = static_cast<std::size_t>(standing.size()) - size;
    add(sum, all_miss_[size] * none_misses_[others], over(left, standing));
  }
  return sum;
}

template <class Worth>
typename TurnsOf<Worth>::Outlook TurnsOf<Worth>::look(FingerCode code, SeatSet dragons) const {
  const SeatSet standing = living(code);
  const int size = standing.size();
  const double none_misses = none_misses_[static_cast<std::size_t>(size)];
  Outlook outlook{size, standing.contains(roller), {}, {}, {}, {}};

  const Worth& nothing = over(code);
  Worth missed = some_missed(code);
  outlook.katana = missed;
  for (Seat seat : standing) add(outlook.katana, none_misses / size, over(code - one(seat)));
  add(missed, none_misses, nothing);
  // T21: a roller who is out neither loses nor strikes.
  const bool roller_acts = outlook.roller_stands;
  outlook.of_sum[index_of(Effect::none)] = nothing;
  outlook.of_sum[index_of(Effect::salute)] = missed;
  outlook.of_sum[index_of(Effect::roller_loses)] = roller_acts ? over(code - one(roller)) : nothing;
  outlook.of_sum[index_of(Effect::strike)] = roller_acts ? struck(code) : nothing;

  const auto s = static_cast<std::size_t>(size);
  const auto d = static_cast<std::size_t>(dragons.size());
  double nobody = 1;
  for (Seat seat : standing) {
    const Worth claim = claimed(code, seat);
    add(outlook.claim, 1.0 / size, claim);
    add(outlook.grab, standing_takes_t_[s][d], claim);
    nobody -= standing_takes_t_[s][d];
  }
  for (Seat seat : dragons) {  // T12
    add(outlook.grab, dragon_takes_t_[s][d], over(code + fingers_of_a_hand * one(seat)));
    nobody -= dragon_takes_t_[s][d];
  }
  add(outlook.grab, nobody, nothing);
  return outlook;
}

template <class Worth>
Worth TurnsOf<Worth>::of_roll(const Outlook& outlook, Meaning meaning,
                              std::optional<int> tens) const {
  if (meaning.kind == RollKind::grab) return outlook.grab;
  if (meaning.kind == RollKind::katana) return outlook.katana;

  Worth unclaimed = outlook.of_sum[index_of(effect_of(meaning.sum(tens.value_or(0))))];
  if (!tens && meaning.xs > 0 && outlook.roller_stands) {
    List<const Worth*, dice> options;
    for (int i = 0; i <= meaning.xs; ++i)
      options.push(&outlook.of_sum[index_of(effect_of(meaning.sum(i)))]);
    // T18: a roller who fails to announce gets the lowest sum.
    scale(unclaimed, race_.misses);
    add(unclaimed, 1 - race_.misses, chosen(options, roller));
  }
  if (!meaning.tatamokatsu) return unclaimed;

  const double nobody = all_miss_[static_cast<std::size_t>(outlook.standing)];
  Worth shares;
  add(shares, 1 - nobody, outlook.claim);
  add(shares, nobody, unclaimed);
  return shares;
}

template <class Worth>
Worth TurnsOf<Worth>::of_any_roll(const Outlook& outlook) const {
  Worth shares;
  for (const Fallen& roll : all_rolls)
    add(shares, static_cast<double>(roll.ways) / Roll::codes, of_roll(outlook, roll.meaning, {}));
  return shares;
}

// Everybody has seen the roll. From the last seat to the roller, each considers what to lose if
// nobody before them has lost anything; as elsewhere, at most one player makes mistakes at a roll.
template <class Worth>
Worth TurnsOf<Worth>::of_any_roll_on_purpose(FingerCode code, const Outlook& outlook) const {
  constexpr double temptation = 0.002;  // so much more it must be worth, or it is not certain
  const SeatSet standing = living(code);
  const SeatSet dragons = without(all_seats(players_), standing);
  std::array<std::array<Worth, decltype(all_rolls)::capacity()>, fingers_of_a_hand + 1> paid{};
  std::array<Worth, decltype(all_rolls)::capacity()> values{};
  for (std::size_t r = 0; r < all_rolls.size(); ++r)
    values.at(r) = of_roll(outlook, all_rolls[r].meaning, {});
  for (int i = players_ - 1; i >= 0; --i) {
    const Seat seat{i};
    const int most = std::min(fingers(code, seat), mistakes_at({}, seat == roller));
    for (int lost = 1; lost <= most; ++lost) {
      const FingerCode left = code - static_cast<FingerCode>(lost) * one(seat);
      const bool is_end = living(left).size() <= 1;
      const Outlook later = is_end ? Outlook{} : look(left, dragons);
      for (std::size_t r = 0; r < all_rolls.size(); ++r)
        paid.at(static_cast<std::size_t>(lost)).at(r) =
            is_end ? over(left) : of_roll(later, all_rolls[r].meaning, {});
    }
    for (std::size_t r = 0; r < all_rolls.size(); ++r) {
      Worth& value = values.at(r);
      const Worth* best = &value;
      const int able = std::min(most, mistakes_at(all_rolls[r].meaning, seat == roller));
      for (int lost = 1; lost <= able; ++lost) {
        const Worth& other = paid.at(static_cast<std::size_t>(lost)).at(r);
        if (share_of(other, seat) > share_of(*best, seat)) best = &other;
      }
      if (best == &value) continue;
      const double chance =
          std::min(1.0, (share_of(*best, seat) - share_of(value, seat)) / temptation);
      Worth mixed;
      add(mixed, chance, *best);
      add(mixed, 1 - chance, value);
      value = mixed;
    }
  }
  Worth shares;
  for (std::size_t r = 0; r < all_rolls.size(); ++r)
    add(shares, static_cast<double>(all_rolls[r].ways) / Roll::codes, values.at(r));
  return shares;
}

// T21: mistakes are paid before the roll takes effect. A player who falls by one is not yet a
// dragon (T17).
template <class Worth>
template <class Settle>
Worth TurnsOf<Worth>::with_mistakes(FingerCode code, Settle&& settle) const {
  const SeatSet standing = living(code);
  const SeatSet dragons = without(all_seats(players_), standing);
  Worth shares;
  add(shares, 1 - race_.mistakes * standing.size(), settle(code, dragons));
  if (race_.mistakes == 0) return shares;
  for (Seat seat : standing) {
    const FingerCode paid = code - one(seat);
    const bool is_end = living(paid).size() <= 1;
    add(shares, race_.mistakes, is_end ? over(paid) : settle(paid, dragons));
  }
  return shares;
}

template <class Worth>
Worth TurnsOf<Worth>::before_roll(FingerCode code) {
  const SeatSet standing = living(code);
  assert(standing.contains(roller) && standing.size() > 1);
  const Outlook outlook = look(code, without(all_seats(players_), standing));
  unmistaken_[code] = of_any_roll(outlook);
  return with_mistakes(code, [&](FingerCode paid, SeatSet dragons) {
    if (paid == code && on_purpose_ == OnPurpose::yes) return of_any_roll_on_purpose(code, outlook);
    return living(paid) == standing ? unmistaken_[paid] : of_any_roll(look(paid, dragons));
  });
}

template <class Worth>
Worth TurnsOf<Worth>::rolled(FingerCode code, Meaning meaning, std::optional<int> tens) const {
  return with_mistakes(code, [&](FingerCode paid, SeatSet dragons) {
    return of_roll(look(paid, dragons), meaning, tens);
  });
}

template class TurnsOf<Shares>;
template class TurnsOf<Answered>;

}  // namespace tatami::bots
