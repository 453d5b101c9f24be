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

  static constexpr std::string_view name = "placed_card";
  static constexpr auto fields() {
    return std::tuple{field("row", &PlacedCard::row), field("column", &PlacedCard::column),
                      field("card", &PlacedCard::card)};
  }
  friend bool operator==(const PlacedCard&, const PlacedCard&) = default;
};

struct RowTrophy {
  std::int8_t row = 0;
  dojo::Trophy trophy{};

  static constexpr std::string_view name = "row_trophy";
  static constexpr auto fields() {
    return std::tuple{field("row", &RowTrophy::row), field("trophy", &RowTrophy::trophy)};
  }
  friend bool operator==(const RowTrophy&, const RowTrophy&) = default;
};

struct ColumnTrophy {
  std::int8_t column = 0;
  dojo::Trophy trophy{};

  static constexpr std::string_view name = "column_trophy";
  static constexpr auto fields() {
    return std::tuple{field("column", &ColumnTrophy::column),
                      field("trophy", &ColumnTrophy::trophy)};
  }
  friend bool operator==(const ColumnTrophy&, const ColumnTrophy&) = default;
};

struct OneDojo {
  List<PlacedCard, dojo::rounds> cards;
  List<RowTrophy, dojo::dojo_rows> rows;
  List<ColumnTrophy, dojo::dojo_columns> columns;
  dojo::TrophyCounts held;  // White Belt
  std::uint8_t challenges_won = 0;

  static constexpr std::string_view name = "one_dojo";
  static constexpr auto fields() {
    return std::tuple{field("cards", &OneDojo::cards), field("rows", &OneDojo::rows),
                      field("columns", &OneDojo::columns), field("held", &OneDojo::held),
                      field("challenges_won", &OneDojo::challenges_won)};
  }
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

  static constexpr std::string_view name = "duel";
  static constexpr auto fields() {
    return std::tuple{field("challenger", &Duel::challenger),
                      field("challenger_card", &Duel::challenger_card),
                      field("dealer_card", &Duel::dealer_card),
                      field("challenger_throws", &Duel::challenger_throws),
                      field("dealer_throws", &Duel::dealer_throws),
                      field("winner", &Duel::winner),
                      field("swapped", &Duel::swapped)};
  }
  friend bool operator==(const Duel&, const Duel&) = default;
};

struct DojoPosition {
  dojo::Phase phase{};
  std::uint8_t round = 0;
  Seat dealer{};
  SeatSet to_act;
  SeatSet holding;
  ForSeats<Seat> giving_order;
  dojo::Trophy face_up{};
  dojo::Trophy prize{};
  std::optional<Duel> duel;
  std::uint16_t deck_size = 0;
  dojo::CardCounts pool;
  dojo::TrophyCounts pile;
  dojo::TrophyCounts box;
  ForSeats<OneDojo> dojos;

  static constexpr std::string_view name = "dojo_position";
  static constexpr auto fields() {
    using P = DojoPosition;
    return std::tuple{field("phase", &P::phase),     field("round", &P::round),
                      field("dealer", &P::dealer),   field("to_act", &P::to_act),
                      field("holding", &P::holding), field("giving_order", &P::giving_order),
                      field("face_up", &P::face_up), field("prize", &P::prize),
                      field("duel", &P::duel),       field("deck_size", &P::deck_size),
                      field("pool", &P::pool),       field("pile", &P::pile),
                      field("box", &P::box),         field("dojos", &P::dojos)};
  }
  friend bool operator==(const DojoPosition&, const DojoPosition&) = default;
};

struct DojoOwn {
  dojo::Card hand;
  dojo::Card drawn;
  ForSeats<dojo::Card> dealt;
  std::optional<dojo::Cell> placed;
  std::optional<dojo::Gesture> thrown;
  std::vector<Move> legal;

  static constexpr std::string_view name = "dojo_own";
  static constexpr auto fields() {
    using O = DojoOwn;
    return std::tuple{field("hand", &O::hand),     field("drawn", &O::drawn),
                      field("dealt", &O::dealt),   field("placed", &O::placed),
                      field("thrown", &O::thrown), field("legal", &O::legal)};
  }
};

// ---- Tatamokatsu ----

struct Meaning {
  tatamokatsu::RollKind kind{};
  List<std::uint8_t, 4> sums;  // all that the X allow, from the lowest
  bool tatamokatsu = false;

  static constexpr std::string_view name = "meaning";
  static constexpr auto fields() {
    return std::tuple{field("kind", &Meaning::kind), field("sums", &Meaning::sums),
                      field("tatamokatsu", &Meaning::tatamokatsu)};
  }
  friend bool operator==(const Meaning&, const Meaning&) = default;
};

struct HeardBy {
  SeatSet shouted, saluted, slapped, dropped, grabbed, fumbled;

  static constexpr std::string_view name = "heard_by";
  static constexpr auto fields() {
    return std::tuple{field("shouted", &HeardBy::shouted), field("saluted", &HeardBy::saluted),
                      field("slapped", &HeardBy::slapped), field("dropped", &HeardBy::dropped),
                      field("grabbed", &HeardBy::grabbed), field("fumbled", &HeardBy::fumbled)};
  }
  friend bool operator==(const HeardBy&, const HeardBy&) = default;
};

struct TimesOf {
  tatamokatsu::Millis shout, hand, salute, mistake;

  static constexpr std::string_view name = "times_of";
  static constexpr auto fields() {
    return std::tuple{field("shout", &TimesOf::shout), field("hand", &TimesOf::hand),
                      field("salute", &TimesOf::salute), field("mistake", &TimesOf::mistake)};
  }
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

  static constexpr std::string_view name = "tatamokatsu_position";
  static constexpr auto fields() {
    using P = TatamokatsuPosition;
    return std::tuple{field("phase", &P::phase),       field("roller", &P::roller),
                      field("roll", &P::roll),         field("meaning", &P::meaning),
                      field("to_act", &P::to_act),     field("living", &P::living),
                      field("standing", &P::standing), field("contenders", &P::contenders),
                      field("winners", &P::winners),   field("announced", &P::announced),
                      field("fingers", &P::fingers),   field("owed", &P::owed),
                      field("heard", &P::heard),       field("photo", &P::photo),
                      field("closed", &P::closed)};
  }
  friend bool operator==(const TatamokatsuPosition&, const TatamokatsuPosition&) = default;
};

struct TatamokatsuOwn {
  tatamokatsu::Millis shout, hand, salute, mistake, announce;

  static constexpr std::string_view name = "tatamokatsu_own";
  static constexpr auto fields() {
    using O = TatamokatsuOwn;
    return std::tuple{field("shout", &O::shout), field("hand", &O::hand),
                      field("salute", &O::salute), field("mistake", &O::mistake),
                      field("announce", &O::announce)};
  }
};

DojoPosition position_of(const dojo::Open& open);
DojoOwn own_of(const dojo::View& view);  // of a seat
TatamokatsuPosition position_of(const tatamokatsu::Open& open);
TatamokatsuOwn own_of(const tatamokatsu::View& view);

}  // namespace tatami::protocol
