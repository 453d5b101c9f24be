#include "bots/dojo/adept.h"

#include "bots/dojo/dealing.h"
#include "bots/dojo/hands.h"
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
        dealing_(view, weights),
        scene_(dealing_.scene()),
        prospects_(dealing_.prospects()),
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
        // Every throw beats one, draws with one and loses to one, so a random throw is optimal.
        return bots::random_action(open_, scene_.me, numbers_);
    }
  }

 private:
  // Samples the cards still to come and compares whole assignments.
  ActionId give(const ActionList& legal) {
    std::array<double, most_players> sums{};
    const int rest = scene_.players - open_.given - 1;
    for (int sample = 0; sample < samples; ++sample) {
      Dealing::Cards coming;
      for (int i = 0; i < rest; ++i) coming.push(unseen_.draw(numbers_));
      for (std::size_t i = 0; i < legal.size(); ++i) {
        PerSeat<Card> hands = view_.own.dealt;
        hands[legal[i].to()] = view_.own.drawn;
        sums[i] += dealing_.give_rest(hands, coming);
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
      const PerSeat<Card> hands = guess_hands(view_, belief_, unseen, Drawn{numbers_});
      challenge += prospects_.duel(scene_.me, view_.own.card, hands[open_.dealer]);
      pass += dealing_.challenges_from(next, hands);
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
      for (Line line : open_lines(placed, open_.prize))
        best = std::max(best, prospects_.worth_to_me(with_trophy(placed, line, open_.prize)));
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
  Dealing dealing_;
  const Scene& scene_;
  Prospects& prospects_;
  Unseen unseen_;
};

}  // namespace

ActionId adept_action(const View& view, const bots::DojoWeights& weights, SplitMix& numbers) {
  if (view.open.phase == Phase::throws) return bots::random_action(view.open, *view.seat, numbers);
  return Adept{view, weights, numbers}.choose();
}

}  // namespace tatami::dojo::mind
