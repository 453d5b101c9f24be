#pragma once

#include <optional>
#include <vector>

#include "bots/dojo/floor.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/view.h"

// Fast simulated games, with line sums instead of states.
namespace tatami::dojo::mind {

// How a player is assumed to play.
struct Model {
  const Outlooks* outlooks = nullptr;
  Belief::Belts challenges{};  // in thousandths, by belt
};

// A guess at everything hidden.
struct World {
  PerSeat<Card> hands{};
  std::vector<Card> coming;  // cards and trophies in the order they will be drawn
  std::vector<Trophy> trophies;
  double likelihood = 1;  // relative to other worlds
};

// The public part that changes during the game.
struct Position {
  PerSeat<Floor> floors;
  PerSeat<Dojo> dojos;
  PerSeat<std::uint8_t> trophies{};  // held
  Seat dealer{};
  Seat winner{};  // of this round's challenge, if there is a prize
  Trophy face_up = Trophy::none;
  Trophy prize = Trophy::none;
  std::uint8_t round = 1;

  explicit Position(const Open& open);
};

struct Ending {
  double share = 0;  // of the win
  int score = 0;
  int ahead = 0;  // of the best rival, in points
};

class Playout {
 public:
  Playout(const Open& open, const Supply& supply, const PerSeat<Model>& models)
      : open_(open), supply_(supply), models_(models), begin_(open) {}

  // Plays to the end of the game after the seat's action in that world. `hands` are those of the
  // world and, after a give, all cards of the round.
  Ending play(Seat me, ActionId action, const World& world, const PerSeat<Card>& hands,
              SplitMix numbers);

 private:
  int players() const { return open_.setup.players; }
  Edition edition() const { return open_.setup.edition; }
  Judge judge(Seat seat) const { return {(*models_[seat].outlooks)[at_.round], supply_}; }

  // Scoring takes longer than playing, so the last round is scored exactly only for decisions in
  // the last two rounds.
  bool counts_exactly() const { return at_.round == rounds && open_.round >= rounds - 1; }

  void first_action(Seat me, ActionId action);
  void finish_round();
  void play_round();
  void deal();
  PerSeat<double> stakes() const;
  Points trophy_gain(Seat seat) const;
  void look_round();
  void ask(Seat first);
  static constexpr int bouts_in_a_duel = 3;
  void duel(Seat challenger, int ahead = 0, int bouts = bouts_in_a_duel);
  bool swapping_wins(Seat loser);
  void train();
  void put(Seat seat, Cell cell);
  void place_prize();
  Stand last_stand();
  void stand(Seat seat, bool at_row, std::size_t line, Trophy trophy);
  int score(Seat seat) const;
  Ending ending(Seat me) const;

  Open open_;
  const Supply& supply_;
  const PerSeat<Model>& models_;
  Position begin_;

  Position at_{begin_};
  const World* world_ = nullptr;
  PerSeat<Card> hands_{};
  PerSeat<Offers> offers_;
  Seat me_{};
  std::optional<Cell> my_cell_;  // where I place my card this round, if that is decided
  std::size_t next_card_ = 0;
  std::size_t next_trophy_ = 0;
  SplitMix numbers_{0};
};

}  // namespace tatami::dojo::mind
