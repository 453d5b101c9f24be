#pragma once

#include <string>
#include <string_view>

#include "record/fields.h"
#include "rules/tatamokatsu/actions.h"
#include "rules/tatamokatsu/apply.h"
#include "rules/tatamokatsu/state.h"

// Records of Tatamokatsu (docs/rules/records.md).
namespace tatami::record {

// ---- Values ----

TATAMI_WORDS(tatamokatsu::Face, "Face",
             {{"1", tatamokatsu::Face::one},
              {"2", tatamokatsu::Face::two},
              {"3", tatamokatsu::Face::three},
              {"4", tatamokatsu::Face::four},
              {"5", tatamokatsu::Face::five},
              {"6", tatamokatsu::Face::six},
              {"X", tatamokatsu::Face::x},
              {"T", tatamokatsu::Face::t}});
TATAMI_WORDS(tatamokatsu::Finger, "Finger",
             {{"thumb", tatamokatsu::Finger::thumb},
              {"index", tatamokatsu::Finger::index},
              {"middle", tatamokatsu::Finger::middle},
              {"ring", tatamokatsu::Finger::ring},
              {"little", tatamokatsu::Finger::little}});

template <>
struct Codec<tatamokatsu::Die> : Whole<tatamokatsu::Die, 0, tatamokatsu::dice - 1> {};

template <>
struct Codec<tatamokatsu::Millis> {
  static void write(std::string& out, tatamokatsu::Millis time) { record::write(out, time.count); }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   tatamokatsu::Millis& into);
  static const Shape* shape(Catalogue& catalogue);
};

// ["3","X","T"]
template <>
struct Codec<tatamokatsu::Roll> {
  static void write(std::string& out, tatamokatsu::Roll roll);
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   tatamokatsu::Roll& into);
  static const Shape* shape(Catalogue& catalogue);
};

// [10,1]: what each X is worth
template <>
struct Codec<tatamokatsu::Announcement> {
  static void write(std::string& out, tatamokatsu::Announcement values);
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   tatamokatsu::Announcement& into);
  static const Shape* shape(Catalogue& catalogue);
};

template <>
struct Codec<tatamokatsu::Fingers> {
  static void write(std::string& out, tatamokatsu::Fingers fingers) { write_list(out, fingers); }
  static const Shape* shape(Catalogue& catalogue);
};

// ---- Events ----

TATAMI_FIELDS(tatamokatsu::RollDice, of("roll", &tatamokatsu::RollDice::roll).verb());
TATAMI_FIELDS(tatamokatsu::RollOff, of("rolloff", &tatamokatsu::RollOff::faces).verb());
TATAMI_FIELDS(tatamokatsu::Close, of("close", &tatamokatsu::Close::at).verb());
TATAMI_FIELDS(tatamokatsu::Shout, of("seat", &tatamokatsu::Shout::seat),
              of("at", &tatamokatsu::Shout::at), word("do", "shout"));
TATAMI_FIELDS(tatamokatsu::Salute, of("seat", &tatamokatsu::Salute::seat),
              of("at", &tatamokatsu::Salute::at), word("do", "salute"));
TATAMI_FIELDS(tatamokatsu::Slap, of("seat", &tatamokatsu::Slap::seat),
              of("at", &tatamokatsu::Slap::at), word("do", "slap"));
TATAMI_FIELDS(tatamokatsu::Drop, of("seat", &tatamokatsu::Drop::seat),
              of("at", &tatamokatsu::Drop::at), word("do", "drop"));
TATAMI_FIELDS(tatamokatsu::Grab, of("seat", &tatamokatsu::Grab::seat),
              of("at", &tatamokatsu::Grab::at), word("do", "grab"),
              of("die", &tatamokatsu::Grab::die), of("finger", &tatamokatsu::Grab::finger));
TATAMI_FIELDS(tatamokatsu::Announce, of("seat", &tatamokatsu::Announce::seat),
              of("at", &tatamokatsu::Announce::at), word("do", "announce"),
              of("values", &tatamokatsu::Announce::values));
TATAMI_FIELDS(tatamokatsu::Lose, of("seat", &tatamokatsu::Lose::seat),
              of("lose", &tatamokatsu::Lose::finger).verb());
TATAMI_FIELDS(tatamokatsu::Strike, of("seat", &tatamokatsu::Strike::seat),
              group("strike", of("seat", &tatamokatsu::Strike::target),
                    of("finger", &tatamokatsu::Strike::finger))
                  .verb());
TATAMI_FIELDS(tatamokatsu::Attack, of("seat", &tatamokatsu::Attack::seat), word("choose", "attack"),
              of("fingers", &tatamokatsu::Attack::fingers));
TATAMI_FIELDS(tatamokatsu::Recover, of("seat", &tatamokatsu::Recover::seat),
              word("choose", "recover"), of("finger", &tatamokatsu::Recover::finger));

template <>
inline constexpr std::string_view title_of<tatamokatsu::Action> = "event of Tatamokatsu";

// ---- Headers ----

struct TatamokatsuHeader {
  tatamokatsu::Setup setup;

  friend bool operator==(const TatamokatsuHeader&, const TatamokatsuHeader&) = default;
};

TATAMI_FIELDS(tatamokatsu::Timing, of("window", &tatamokatsu::Timing::window).optional(),
              of("announce", &tatamokatsu::Timing::announce).optional(),
              of("quiet", &tatamokatsu::Timing::quiet).optional(),
              of("tie", &tatamokatsu::Timing::tie).optional(),
              of("bow", &tatamokatsu::Timing::bow).optional());

// ["left","right"]: one for each of the players, who have been read before.
struct TatamokatsuHands {
  static void write(std::string& out, const tatamokatsu::Setup& setup);
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   tatamokatsu::Setup& into);
  static const Shape* shape(Catalogue& catalogue);
};

TATAMI_FIELDS(TatamokatsuHeader, word("game", "tatamokatsu"),
              of("players", &TatamokatsuHeader::setup, &tatamokatsu::Setup::players,
                 as<Whole<std::uint8_t, tatamokatsu::fewest_players, most_players>>),
              of("hands", &TatamokatsuHeader::setup, as<TatamokatsuHands>).optional(),
              of("first_roller", &TatamokatsuHeader::setup, &tatamokatsu::Setup::first_roller)
                  .optional()
                  .drawn(),
              of("timing", &TatamokatsuHeader::setup, &tatamokatsu::Setup::timing).optional());

template <>
struct Codec<TatamokatsuHeader> : FieldCodec<TatamokatsuHeader> {
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   TatamokatsuHeader& into);
};

// ---- Results ----

struct TatamokatsuOutcome {
  ForSeats<tatamokatsu::Fingers> fingers;
  SeatSet winners;
};
TATAMI_FIELDS(TatamokatsuOutcome, of("fingers", &TatamokatsuOutcome::fingers),
              of("winners", &TatamokatsuOutcome::winners));

TatamokatsuOutcome outcome_of(const tatamokatsu::Open& open);  // over

// ---- The game ----

struct Tatamokatsu {
  static constexpr std::string_view name = "tatamokatsu";
  static constexpr int fewest_players = tatamokatsu::fewest_players;
  static constexpr int most_players = tatami::most_players;
  using State = tatamokatsu::State;
  using Action = tatamokatsu::Action;
  using ActionId = tatamokatsu::ActionId;
  using Header = TatamokatsuHeader;
  using Outcome = TatamokatsuOutcome;

  static State start(const Header& header) { return tatamokatsu::start(header.setup); }
  static int players(const Header& header) { return header.setup.players; }
  static Outcome outcome(const State& state) { return outcome_of(state.open); }
};

}  // namespace tatami::record
