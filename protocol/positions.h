#pragma once

#include "protocol/moves.h"
#include "protocol/words.h"
#include "rules/dojo/view.h"
#include "rules/tatamokatsu/view.h"

// What a seat sees, on the wire: the open table, the same for all, and its own knowledge.
namespace tatami::protocol {

template <class T>
using ForSeats = List<T, most_players>;

// ---- Dojo ----

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
  std::optional<Seat> winner;
  bool swapped = false;

  TATAMI_MESSAGE("duel", of("challenger", &Duel::challenger),
                 of("challenger_card", &Duel::challenger_card),
                 of("dealer_card", &Duel::dealer_card),
                 of("challenger_throws", &Duel::challenger_throws),
                 of("dealer_throws", &Duel::dealer_throws), of("winner", &Duel::winner),
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
  std::vector<Move> legal;

  TATAMI_MESSAGE("dojo_own", of("hand", &DojoOwn::hand), of("drawn", &DojoOwn::drawn),
                 of("dealt", &DojoOwn::dealt), of("placed", &DojoOwn::placed),
                 of("thrown", &DojoOwn::thrown), of("legal", &DojoOwn::legal))
};

// ---- Tatamokatsu ----

struct Meaning {
  tatamokatsu::RollKind kind{};
  List<std::uint8_t, 4> sums;  // all that the X allow, from the lowest
  bool tatamokatsu = false;

  TATAMI_MESSAGE("meaning", of("kind", &Meaning::kind), of("sums", &Meaning::sums),
                 of("tatamokatsu", &Meaning::tatamokatsu))
  friend bool operator==(const Meaning&, const Meaning&) = default;
};

struct HeardBy {
  SeatSet shouted, saluted, slapped, dropped, grabbed, fumbled;

  TATAMI_MESSAGE("heard_by", of("shouted", &HeardBy::shouted), of("saluted", &HeardBy::saluted),
                 of("slapped", &HeardBy::slapped), of("dropped", &HeardBy::dropped),
                 of("grabbed", &HeardBy::grabbed), of("fumbled", &HeardBy::fumbled))
  friend bool operator==(const HeardBy&, const HeardBy&) = default;
};

struct TimesOf {
  tatamokatsu::Millis shout, hand, salute, mistake;

  TATAMI_MESSAGE("times_of", of("shout", &TimesOf::shout), of("hand", &TimesOf::hand),
                 of("salute", &TimesOf::salute), of("mistake", &TimesOf::mistake))
  friend bool operator==(const TimesOf&, const TimesOf&) = default;
};

struct TatamokatsuPosition {
  tatamokatsu::Phase phase{};
  Seat roller{};
  List<tatamokatsu::Face, tatamokatsu::dice> roll;  // empty before the first
  std::optional<Meaning> meaning;
  SeatSet to_act;
  SeatSet living;
  SeatSet standing;
  SeatSet contenders;
  SeatSet winners;
  std::optional<List<std::uint8_t, tatamokatsu::dice>> announced;
  ForSeats<tatamokatsu::Fingers> fingers;
  ForSeats<std::uint8_t> owed;
  HeardBy heard;
  ForSeats<TimesOf> photo;  // of the window that has closed; empty while one is open
  tatamokatsu::Millis closed = tatamokatsu::never;

  TATAMI_MESSAGE("tatamokatsu_position", of("phase", &TatamokatsuPosition::phase),
                 of("roller", &TatamokatsuPosition::roller), of("roll", &TatamokatsuPosition::roll),
                 of("meaning", &TatamokatsuPosition::meaning),
                 of("to_act", &TatamokatsuPosition::to_act),
                 of("living", &TatamokatsuPosition::living),
                 of("standing", &TatamokatsuPosition::standing),
                 of("contenders", &TatamokatsuPosition::contenders),
                 of("winners", &TatamokatsuPosition::winners),
                 of("announced", &TatamokatsuPosition::announced),
                 of("fingers", &TatamokatsuPosition::fingers),
                 of("owed", &TatamokatsuPosition::owed), of("heard", &TatamokatsuPosition::heard),
                 of("photo", &TatamokatsuPosition::photo),
                 of("closed", &TatamokatsuPosition::closed))
  friend bool operator==(const TatamokatsuPosition&, const TatamokatsuPosition&) = default;
};

struct TatamokatsuOwn {
  tatamokatsu::Millis shout, hand, salute, mistake, announce;

  TATAMI_MESSAGE("tatamokatsu_own", of("shout", &TatamokatsuOwn::shout),
                 of("hand", &TatamokatsuOwn::hand), of("salute", &TatamokatsuOwn::salute),
                 of("mistake", &TatamokatsuOwn::mistake), of("announce", &TatamokatsuOwn::announce))
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
TatamokatsuPosition position_of(const tatamokatsu::Open& open);
TatamokatsuOwn own_of(const tatamokatsu::View& view);

}  // namespace tatami::protocol
