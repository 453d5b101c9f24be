#pragma once

#include "protocol/codec.h"
#include "record/dojo.h"
#include "rules/dojo/odds.h"
#include "rules/dojo/view.h"

namespace tatami::record {

TATAMI_WORDS(dojo::Phase, "DojoPhase",
             {{"turn_trophy", dojo::Phase::turn_trophy},
              {"draw", dojo::Phase::draw},
              {"deal", dojo::Phase::deal},
              {"give", dojo::Phase::give},
              {"ask", dojo::Phase::ask},
              {"throws", dojo::Phase::throws},
              {"swap", dojo::Phase::swap},
              {"train", dojo::Phase::train},
              {"place_trophy", dojo::Phase::place_trophy},
              {"over", dojo::Phase::over}});
TATAMI_FIELDS(dojo::Odds, of("cards", &dojo::Odds::cards), of("no_higher", &dojo::Odds::no_higher),
              of("permille", &dojo::Odds::permille));

}  // namespace tatami::record

// A seat's view of Dojo, on the wire: the open table, the same for all, and its own knowledge.
namespace tatami::live {

using record::ForSeats;

struct PlacedCard {
  std::int8_t row = 0;
  std::int8_t column = 0;
  dojo::Card card;

  TATAMI_MESSAGE("placed_card", of("row", &PlacedCard::row), of("column", &PlacedCard::column),
                 of("card", &PlacedCard::card))
  friend bool operator==(const PlacedCard&, const PlacedCard&) = default;
};

struct RowTrophy {
  std::int8_t row = 0;
  dojo::Trophy trophy{};

  TATAMI_MESSAGE("row_trophy", of("row", &RowTrophy::row), of("trophy", &RowTrophy::trophy))
  friend bool operator==(const RowTrophy&, const RowTrophy&) = default;
};

struct ColumnTrophy {
  std::int8_t column = 0;
  dojo::Trophy trophy{};

  TATAMI_MESSAGE("column_trophy", of("column", &ColumnTrophy::column),
                 of("trophy", &ColumnTrophy::trophy))
  friend bool operator==(const ColumnTrophy&, const ColumnTrophy&) = default;
};

struct OneDojo {
  List<PlacedCard, dojo::rounds> cards;
  List<RowTrophy, dojo::dojo_rows> rows;
  List<ColumnTrophy, dojo::dojo_columns> columns;
  dojo::TrophyCounts held;  // White Belt
  std::uint8_t challenges_won = 0;
  std::int16_t worth = 0;  // as it lies now, no card moved

  TATAMI_MESSAGE("one_dojo", of("cards", &OneDojo::cards), of("rows", &OneDojo::rows),
                 of("columns", &OneDojo::columns), of("held", &OneDojo::held),
                 of("challenges_won", &OneDojo::challenges_won), of("worth", &OneDojo::worth))
  friend bool operator==(const OneDojo&, const OneDojo&) = default;
};

struct Duel {
  Seat challenger{};
  dojo::Card challenger_card;
  dojo::Card dealer_card;
  List<dojo::Gesture, 3> challenger_throws;
  List<dojo::Gesture, 3> dealer_throws;
  std::uint8_t challenger_wins = 0;  // throws won: each adds 1 to the belt (D20)
  std::uint8_t dealer_wins = 0;
  std::optional<Seat> winner;
  bool swapped = false;

  TATAMI_MESSAGE("duel", of("challenger", &Duel::challenger),
                 of("challenger_card", &Duel::challenger_card),
                 of("dealer_card", &Duel::dealer_card),
                 of("challenger_throws", &Duel::challenger_throws),
                 of("dealer_throws", &Duel::dealer_throws),
                 of("challenger_wins", &Duel::challenger_wins),
                 of("dealer_wins", &Duel::dealer_wins), of("winner", &Duel::winner),
                 of("swapped", &Duel::swapped))
  friend bool operator==(const Duel&, const Duel&) = default;
};

struct DojoPosition {
  dojo::Phase phase{};
  std::uint8_t round = 0;
  Seat dealer{};
  SeatSet to_act;
  SeatSet holding;
  ForSeats<Seat> giving_order;
  std::optional<dojo::Trophy> face_up;
  std::optional<dojo::Trophy> prize;
  std::optional<Duel> duel;
  std::uint16_t deck_size = 0;
  dojo::CardCounts pool;
  dojo::TrophyCounts pile;
  dojo::TrophyCounts box;
  ForSeats<OneDojo> dojos;

  TATAMI_MESSAGE("dojo_position", of("phase", &DojoPosition::phase),
                 of("round", &DojoPosition::round), of("dealer", &DojoPosition::dealer),
                 of("to_act", &DojoPosition::to_act), of("holding", &DojoPosition::holding),
                 of("giving_order", &DojoPosition::giving_order),
                 of("face_up", &DojoPosition::face_up), of("prize", &DojoPosition::prize),
                 of("duel", &DojoPosition::duel), of("deck_size", &DojoPosition::deck_size),
                 of("pool", &DojoPosition::pool), of("pile", &DojoPosition::pile),
                 of("box", &DojoPosition::box), of("dojos", &DojoPosition::dojos))
  friend bool operator==(const DojoPosition&, const DojoPosition&) = default;
};

struct DojoOwn {
  std::optional<dojo::Card> hand;
  std::optional<dojo::Card> drawn;
  ForSeats<std::optional<dojo::Card>> dealt;
  std::optional<dojo::Cell> placed;
  std::optional<dojo::Gesture> thrown;
  std::vector<dojo::Action> legal;
  protocol::Sometimes<dojo::Odds> odds;  // of the challenge that this seat is asked about

  TATAMI_MESSAGE("dojo_own", of("hand", &DojoOwn::hand), of("drawn", &DojoOwn::drawn),
                 of("dealt", &DojoOwn::dealt), of("placed", &DojoOwn::placed),
                 of("thrown", &DojoOwn::thrown), of("legal", &DojoOwn::legal),
                 of("odds", &DojoOwn::odds))
};

// Nothing where there is no card or trophy.
constexpr std::optional<dojo::Card> some(dojo::Card card) {
  return card.is_card() ? std::optional{card} : std::nullopt;
}
constexpr std::optional<dojo::Trophy> some(dojo::Trophy trophy) {
  return trophy != dojo::Trophy::none ? std::optional{trophy} : std::nullopt;
}

DojoPosition position_of(const dojo::Open& open);
DojoOwn own_of(const dojo::View& view);  // of a seat

}  // namespace tatami::live
