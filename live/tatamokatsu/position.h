#pragma once

#include "live/tatamokatsu/letters.h"
#include "protocol/codec.h"
#include "record/tatamokatsu.h"
#include "rules/tatamokatsu/view.h"

namespace tatami::record {

TATAMI_WORDS(tatamokatsu::Phase, "TatamokatsuPhase",
             {{"roll", tatamokatsu::Phase::roll},
              {"rolloff", tatamokatsu::Phase::rolloff},
              {"window", tatamokatsu::Phase::window},
              {"pay", tatamokatsu::Phase::pay},
              {"lose", tatamokatsu::Phase::lose},
              {"strike", tatamokatsu::Phase::strike},
              {"choose", tatamokatsu::Phase::choose},
              {"over", tatamokatsu::Phase::over}});
TATAMI_WORDS(tatamokatsu::RollKind, "RollKind",
             {{"sum", tatamokatsu::RollKind::sum},
              {"katana", tatamokatsu::RollKind::katana},
              {"grab", tatamokatsu::RollKind::grab}});
TATAMI_WORDS(tatamokatsu::Effect, "Effect",
             {{"none", tatamokatsu::Effect::none},
              {"claim", tatamokatsu::Effect::claim},
              {"roller_loses", tatamokatsu::Effect::roller_loses},
              {"salute", tatamokatsu::Effect::salute},
              {"strike", tatamokatsu::Effect::strike},
              {"slap", tatamokatsu::Effect::slap}});

}  // namespace tatami::record

// A seat's view of Tatamokatsu, on the wire: the open table, the same for all, and its own
// times.
namespace tatami::live {

using record::as;
using record::Catalogue;
using record::Codec;
using record::ForSeats;
using record::Shape;

// A time that is null if nothing happened.
struct OrNever {
  static void write(std::string& out, tatamokatsu::Millis time) {
    if (time == tatamokatsu::never)
      out += "null";
    else
      record::write(out, time);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return record::nullable(catalogue, Codec<tatamokatsu::Millis>::shape(catalogue));
  }
};

using XValues = List<std::uint8_t, tatamokatsu::dice>;  // 1 or 10 for each X, in die order

// A sum that the roller may announce.
struct PossibleSum {
  std::uint8_t sum = 0;
  XValues values;
  tatamokatsu::Effect effect{};  // where nobody claims it

  TATAMI_MESSAGE("possible_sum", of("sum", &PossibleSum::sum), of("values", &PossibleSum::values),
                 of("effect", &PossibleSum::effect))
  friend bool operator==(const PossibleSum&, const PossibleSum&) = default;
};

struct Meaning {
  tatamokatsu::RollKind kind{};
  List<PossibleSum, tatamokatsu::dice> sums;  // from the lowest
  bool tatamokatsu = false;
  List<Deed, 2> claim;     // what makes one (T5, T11)
  List<Deed, 3> mistakes;  // what costs a finger (T13)
  Deed hand = Deed::grab;  // what a hand's time in the photo was
  // The reaction that is right for everybody at once; none where that depends on what the roller
  // announces.
  std::optional<List<Deed, 2>> expected;

  TATAMI_MESSAGE("meaning", of("kind", &Meaning::kind), of("sums", &Meaning::sums),
                 of("tatamokatsu", &Meaning::tatamokatsu), of("claim", &Meaning::claim),
                 of("mistakes", &Meaning::mistakes), of("hand", &Meaning::hand),
                 of("expected", &Meaning::expected))
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

  TATAMI_MESSAGE("times_of", of("shout", &TimesOf::shout, as<OrNever>),
                 of("hand", &TimesOf::hand, as<OrNever>),
                 of("salute", &TimesOf::salute, as<OrNever>),
                 of("mistake", &TimesOf::mistake, as<OrNever>))
  friend bool operator==(const TimesOf&, const TimesOf&) = default;
};

struct TatamokatsuPosition {
  tatamokatsu::Phase phase{};
  Seat roller{};
  Seat thrower{};                                   // of the roll that lies there
  List<tatamokatsu::Face, tatamokatsu::dice> roll;  // empty before the first
  std::optional<Meaning> meaning;
  SeatSet to_act;
  std::optional<Seat> throws;  // whose throw is awaited
  SeatSet living;
  SeatSet standing;
  SeatSet contenders;
  SeatSet winners;
  std::optional<XValues> announced;
  ForSeats<tatamokatsu::Fingers> fingers;
  ForSeats<tatamokatsu::Fingers> reach;  // what each may grab with: a dragon too (T12)
  SeatSet dragons;                       // without a finger, waiting for a T (T12)
  SeatSet targets;                       // whose fingers may be taken (T5, T9)
  tatamokatsu::Fingers recoverable;      // what may be recovered instead (T5)
  ForSeats<std::uint8_t> owed;
  HeardBy heard;
  ForSeats<TimesOf> photo;  // of the window that has closed; empty while one is open
  tatamokatsu::Millis closed = tatamokatsu::never;
  // The result of the closed window.
  std::optional<std::uint8_t> sum;
  tatamokatsu::Effect effect{};
  Losses losses;                // one for each finger that its owner chooses, in that order
  std::optional<Seat> claimer;  // who attacks or recovers (T5)
  std::optional<Seat> risen;    // a dragon (T12)

  TATAMI_MESSAGE(
      "tatamokatsu_position", of("phase", &TatamokatsuPosition::phase),
      of("roller", &TatamokatsuPosition::roller), of("thrower", &TatamokatsuPosition::thrower),
      of("roll", &TatamokatsuPosition::roll), of("meaning", &TatamokatsuPosition::meaning),
      of("to_act", &TatamokatsuPosition::to_act), of("throws", &TatamokatsuPosition::throws),
      of("living", &TatamokatsuPosition::living), of("standing", &TatamokatsuPosition::standing),
      of("contenders", &TatamokatsuPosition::contenders),
      of("winners", &TatamokatsuPosition::winners),
      of("announced", &TatamokatsuPosition::announced),
      of("fingers", &TatamokatsuPosition::fingers), of("reach", &TatamokatsuPosition::reach),
      of("dragons", &TatamokatsuPosition::dragons), of("targets", &TatamokatsuPosition::targets),
      of("recoverable", &TatamokatsuPosition::recoverable), of("owed", &TatamokatsuPosition::owed),
      of("heard", &TatamokatsuPosition::heard), of("photo", &TatamokatsuPosition::photo),
      of("closed", &TatamokatsuPosition::closed, as<OrNever>), of("sum", &TatamokatsuPosition::sum),
      of("effect", &TatamokatsuPosition::effect), of("losses", &TatamokatsuPosition::losses),
      of("claimer", &TatamokatsuPosition::claimer), of("risen", &TatamokatsuPosition::risen))
  friend bool operator==(const TatamokatsuPosition&, const TatamokatsuPosition&) = default;
};

struct TatamokatsuOwn {
  tatamokatsu::Millis shout, hand, salute, mistake, announce;

  TATAMI_MESSAGE("tatamokatsu_own", of("shout", &TatamokatsuOwn::shout, as<OrNever>),
                 of("hand", &TatamokatsuOwn::hand, as<OrNever>),
                 of("salute", &TatamokatsuOwn::salute, as<OrNever>),
                 of("mistake", &TatamokatsuOwn::mistake, as<OrNever>),
                 of("announce", &TatamokatsuOwn::announce, as<OrNever>))
};

Meaning meaning_of(tatamokatsu::Meaning meaning);
XValues values_of(tatamokatsu::Announcement announced);
TatamokatsuPosition position_of(const tatamokatsu::Open& open);
TatamokatsuOwn own_of(const tatamokatsu::View& view);

}  // namespace tatami::live
