#include "bots/dojo/adept.h"

#include "bots/dojo/hands.h"
#include "bots/dojo/prospects.h"
#include "bots/dojo/random.h"

namespace tatami::dojo::mind {

namespace {

constexpr int samples = 32;

class Adept {
 public:
  Adept(const View& view, const bots::DojoWeights& weights, SplitMix& numbers)
      : view_(view),
        open_(view.open),
        belief_(weights.belief),
        numbers_(numbers),
        scene_(view),
        prospects_(scene_, weights),
        unseen_(view) {}

  ActionId choose() {
    const ActionList legal = legal_actions(open_, scene_.me);
    if (legal.size() == 1) return legal[0];
    switch (open_.phase) {
      case Phase::give:
        return give(legal);
      case Phase::ask:
        return answer();
      case Phase::swap:
        return swap();
      case Phase::train:
        return place(legal);
      case Phase::place_trophy:
        return place_trophy(legal);
      default:
        // Every throw wins against one, draws with one and loses to one: chance is the best plan.
        return bots::random_action(open_, scene_.me, numbers_);
    }
  }

 private:
  double tendency_to_challenge(Card card) const {
    const auto table = static_cast<std::size_t>(scene_.players - fewest_players);
    return belief_.challenges[table][card.belt().value - 1U] / 1000.0;
  }

  // To me: what challenges of those from `first` on are worth, if all hold these cards.
  double challenges_from(Seat first, const PerSeat<Card>& hands) {
    double value = 0;
    double nobody_yet = 1;
    for (Seat seat = first; seat != open_.dealer; seat = left_of(seat, scene_.players)) {
      const double challenges = nobody_yet * tendency_to_challenge(hands[seat]);
      if (challenges > 0.01)
        value += challenges * prospects_.duel(seat, hands[seat], hands[open_.dealer]);
      nobody_yet -= challenges;
    }
    return value;
  }

  double assignment(const PerSeat<Card>& hands) {
    double value = 0;
    for (Seat seat : all_seats(scene_.players))
      value += prospects_.stake(seat) * prospects_.with_card(seat, hands[seat]);
    return value + challenges_from(left_of(open_.dealer, scene_.players), hands);
  }

  using Hand = List<Card, most_players>;

  // The best way to give these cards to the seats still without one.
  double best_rest(PerSeat<Card>& hands, SeatSet empty_handed, const Hand& cards, unsigned used) {
    if (empty_handed.empty()) return assignment(hands);
    const Seat seat = empty_handed.first();
    SeatSet rest = empty_handed;
    rest.erase(seat);
    double best = -1e9;
    for (unsigned i = 0; i < cards.size(); ++i) {
      if ((used >> i & 1U) != 0) continue;
      hands[seat] = cards[i];
      best = std::max(best, best_rest(hands, rest, cards, used | 1U << i));
    }
    return best;
  }

  // Cards still to come are sampled, and whole assignments compared.
  ActionId give(const ActionList& legal) {
    std::array<double, most_players> sums{};
    const int rest = scene_.players - open_.given - 1;
    for (int sample = 0; sample < samples; ++sample) {
      Hand coming;
      for (int i = 0; i < rest; ++i) coming.push(unseen_.draw(numbers_));
      for (std::size_t i = 0; i < legal.size(); ++i) {
        PerSeat<Card> hands = view_.own.dealt;
        hands[legal[i].to()] = view_.own.drawn;
        SeatSet empty_handed = without(all_seats(scene_.players), open_.holding);
        empty_handed.erase(legal[i].to());
        sums[i] += best_rest(hands, empty_handed, coming, 0);
      }
      for (Card card : coming) unseen_.put_back(card);
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < legal.size(); ++i)
      if (sums[i] > sums[best]) best = i;
    return legal[best];
  }

  ActionId answer() {
    const Seat next = left_of(scene_.me, scene_.players);
    double challenge = 0;
    double pass = 0;
    for (int sample = 0; sample < samples; ++sample) {
      Unseen unseen = unseen_;
      const PerSeat<Card> hands = guess_hands(view_, belief_, unseen, numbers_);
      challenge += prospects_.duel(scene_.me, view_.own.card, hands[open_.dealer]);
      pass += challenges_from(next, hands);
    }
    return {Kind::answer, scene_.me, challenge > pass ? 1U : 0U};
  }

  ActionId swap() {
    const Seat loser = scene_.me == open_.dealer ? open_.duel->challenger : open_.dealer;
    const auto spoils = [&](bool swapped) {
      return prospects_.spoils(scene_.me, view_.own.card, loser, scene_.rivals_card(), swapped);
    };
    return {Kind::swap, scene_.me, spoils(true) > spoils(false) ? 1U : 0U};
  }

  ActionId place(const ActionList& legal) {
    const bool prize = open_.prize != Trophy::none && open_.duel->winner == scene_.me;
    return best_of(legal, [&](ActionId action) {
      const Dojo placed = with_card(open_.dojos[scene_.me], action.cell(), view_.own.card);
      if (!prize) return prospects_.worth_to_me(placed);
      double best = -1e9;
      for_each_open_line(placed, open_.prize, [&](Line line) {
        best = std::max(best, prospects_.worth_to_me(with_trophy(placed, line, open_.prize)));
      });
      return best > -1e9 ? best : prospects_.worth_to_me(placed);
    });
  }

  ActionId place_trophy(const ActionList& legal) {
    return best_of(legal, [&](ActionId action) {
      return prospects_.worth_to_me(
          with_trophy(open_.dojos[scene_.me], action.line(), open_.prize));
    });
  }

  template <class Worth>
  static ActionId best_of(const ActionList& legal, Worth&& worth) {
    ActionId best = legal[0];
    double most = -1e9;
    for (ActionId action : legal) {
      const double value = worth(action);
      if (value > most) most = value, best = action;
    }
    return best;
  }

  const View& view_;
  const Open& open_;
  const Belief& belief_;
  SplitMix& numbers_;
  Scene scene_;
  Prospects prospects_;
  Unseen unseen_;
};

}  // namespace

ActionId adept_action(const View& view, const bots::DojoWeights& weights, SplitMix& numbers) {
  if (view.open.phase == Phase::throws) return bots::random_action(view.open, *view.seat, numbers);
  return Adept{view, weights, numbers}.choose();
}

}  // namespace tatami::dojo::mind
