#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/fields.h"
#include "rules/dojo/actions.h"
#include "rules/dojo/apply.h"
#include "rules/dojo/score.h"
#include "rules/dojo/state.h"

// Records of Dojo (docs/rules/records.md).
namespace tatami::record {

// ---- Values ----

TATAMI_WORDS(dojo::Gesture, "Gesture",
             {{"rock", dojo::Gesture::rock},
              {"paper", dojo::Gesture::paper},
              {"scissors", dojo::Gesture::scissors}});
TATAMI_WORDS(dojo::Trophy, "Trophy",
             {{"master", dojo::Trophy::master},
              {"incense", dojo::Trophy::incense},
              {"assistant", dojo::Trophy::assistant},
              {"belt", dojo::Trophy::belt},
              {"kimono", dojo::Trophy::kimono},
              {"broom", dojo::Trophy::broom}});
TATAMI_WORDS(dojo::Edition, "", {{"fr", dojo::Edition::fr}, {"en", dojo::Edition::en}});

std::string name(dojo::Card card);  // "M3"
std::optional<dojo::Card> card_named(std::string_view text);

template <>
struct Codec<dojo::Card> {
  static void write(std::string& out, dojo::Card card);
  static void read(Reader& in, const json::Value& value, const std::string& path, dojo::Card& into);
  static const Shape* shape(Catalogue& catalogue);
};

// How many of each, of those there are any of: {"M1":2}.
template <>
struct Codec<dojo::CardCounts> {
  static void write(std::string& out, const dojo::CardCounts& counts);
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   dojo::CardCounts& into);
  static const Shape* shape(Catalogue& catalogue);
};
template <>
struct Codec<dojo::TrophyCounts> {
  static void write(std::string& out, dojo::TrophyCounts counts);
  static const Shape* shape(Catalogue& catalogue);
};

template <>
struct Codec<dojo::Row> : Whole<dojo::Row, -dojo::furthest_row, dojo::furthest_row> {};
template <>
struct Codec<dojo::Column> : Whole<dojo::Column, -dojo::furthest_column, dojo::furthest_column> {};

// [row,column]
template <>
struct Codec<dojo::Cell> {
  static void write(std::string& out, dojo::Cell cell);
  static void read(Reader& in, const json::Value& value, const std::string& path, dojo::Cell& into);
  static const Shape* shape(Catalogue& catalogue);
};

// {"row":0} or {"column":0}
template <>
struct Codec<dojo::Line> {
  static void write(std::string& out, dojo::Line line);
  static void read(Reader& in, const json::Value& value, const std::string& path, dojo::Line& into);
  static const Shape* shape(Catalogue& catalogue);
};

// ---- Events ----

TATAMI_FIELDS(dojo::TurnTrophy, of("trophy", &dojo::TurnTrophy::trophy).verb());
TATAMI_FIELDS(dojo::Draw, of("draw", &dojo::Draw::card).verb().secret());
TATAMI_FIELDS(dojo::Deal, of("seat", &dojo::Deal::seat),
              of("deal", &dojo::Deal::card).verb().secret());
TATAMI_FIELDS(dojo::Give, of("seat", &dojo::Give::seat), of("give", &dojo::Give::to).verb());
TATAMI_FIELDS(dojo::Answer, of("seat", &dojo::Answer::seat),
              of("challenge", &dojo::Answer::challenge).verb());
TATAMI_FIELDS(dojo::Throw, of("seat", &dojo::Throw::seat),
              of("throw", &dojo::Throw::gesture).verb().secret());
TATAMI_FIELDS(dojo::Swap, of("seat", &dojo::Swap::seat), of("swap", &dojo::Swap::swap).verb());
TATAMI_FIELDS(dojo::Place, of("seat", &dojo::Place::seat),
              of("place", &dojo::Place::cell).verb().secret());
TATAMI_FIELDS(dojo::PlaceTrophy, of("seat", &dojo::PlaceTrophy::seat),
              of("trophy_at", &dojo::PlaceTrophy::line).verb());

template <>
inline constexpr std::string_view title_of<dojo::Action> = "event of Dojo";

// ---- Headers ----

struct DojoHeader {
  dojo::Setup setup;
  dojo::CardCounts deck = dojo::standard_deck();

  friend bool operator==(const DojoHeader&, const DojoHeader&) = default;
};

enum class DojoVariant : std::uint8_t { white_belt, black_belt };
TATAMI_WORDS(DojoVariant, "",
             {{"white-belt", DojoVariant::white_belt}, {"black-belt", DojoVariant::black_belt}});

// ["white-belt","black-belt"], as far as they are played.
struct DojoVariants {
  static void write(std::string& out, const dojo::Setup& setup);
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   dojo::Setup& into);
  static const Shape* shape(Catalogue& catalogue);
};

TATAMI_FIELDS(DojoHeader, word("game", "dojo"),
              of("players", &DojoHeader::setup, &dojo::Setup::players,
                 as<Whole<std::uint8_t, dojo::fewest_players, most_players>>),
              of("edition", &DojoHeader::setup, &dojo::Setup::edition).optional(),
              of("variants", &DojoHeader::setup, as<DojoVariants>).optional(),
              of("first_dealer", &DojoHeader::setup, &dojo::Setup::first_dealer).optional().drawn(),
              of("deck", &DojoHeader::deck).sparse());

template <>
struct Codec<DojoHeader> : FieldCodec<DojoHeader> {
  static void read(Reader& in, const json::Value& value, const std::string& path, DojoHeader& into);
};

// ---- Results ----

struct DojoOutcome {
  ForSeats<std::int16_t> scores;
  ForSeats<std::uint8_t> challenges_won;
  ForSeats<std::uint8_t> trophies_held;
  SeatSet winners;
};
TATAMI_FIELDS(DojoOutcome, of("scores", &DojoOutcome::scores),
              of("challenges_won", &DojoOutcome::challenges_won),
              of("trophies_held", &DojoOutcome::trophies_held),
              of("winners", &DojoOutcome::winners));

DojoOutcome outcome_of(const dojo::Open& open);  // over

// ---- The game ----

struct Dojo {
  static constexpr std::string_view name = "dojo";
  static constexpr int fewest_players = dojo::fewest_players;
  static constexpr int most_players = tatami::most_players;
  using State = dojo::State;
  using Action = dojo::Action;
  using ActionId = dojo::ActionId;
  using Header = DojoHeader;
  using Outcome = DojoOutcome;

  static State start(const Header& header) { return dojo::start(header.setup, header.deck); }
  static int players(const Header& header) { return header.setup.players; }
  static Outcome outcome(const State& state) { return outcome_of(state.open); }
};

// ---- A finished dojo to score ----

struct DojoToScore {
  dojo::Tableau tableau;
  dojo::Edition edition = dojo::Edition::fr;
  dojo::CardCounts deck = dojo::standard_deck();
};

// Why the box cannot hold its cards (D1) or its trophies (D2), if it cannot.
std::optional<std::string> problem_with_cards(const DojoToScore& dojo);
std::optional<std::string> problem_with_trophies(const DojoToScore& dojo);

// Trophies by row or by column; null where there is none.
template <std::size_t Lines>
struct TrophiesAt {
  using Trophies = std::array<dojo::Trophy, Lines>;
  static void read(Reader& in, const json::Value& value, const std::string& path, Trophies& into) {
    if (!is_list_of(in, value, path, Lines)) return;
    for (std::size_t i = 0; i < Lines; ++i)
      if (value.items[i].kind != json::Kind::null)
        Codec<dojo::Trophy>::read(in, value.items[i], item(path, i), into[i]);
  }
};

TATAMI_FIELDS(DojoToScore, of("edition", &DojoToScore::edition).optional(),
              of("rows", &DojoToScore::tableau, &dojo::Tableau::cards),
              of("row_trophies", &DojoToScore::tableau, &dojo::Tableau::row_trophies,
                 as<TrophiesAt<dojo::dojo_rows>>)
                  .optional(),
              of("column_trophies", &DojoToScore::tableau, &dojo::Tableau::column_trophies,
                 as<TrophiesAt<dojo::dojo_columns>>)
                  .optional(),
              of("deck", &DojoToScore::deck).optional(), ignored("total"));

template <>
struct Codec<DojoToScore> {
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   DojoToScore& into);
};

// Its worth, and how its cards lie then.
struct DojoScored {
  int total = 0;
  std::array<int, dojo::dojo_rows> rows{};
  std::array<int, dojo::dojo_columns> columns{};
  decltype(dojo::Tableau::cards) arrangement{};
};
TATAMI_FIELDS(DojoScored, of("total", &DojoScored::total), of("rows", &DojoScored::rows),
              of("columns", &DojoScored::columns), of("arrangement", &DojoScored::arrangement));

DojoScored scored(const dojo::Explanation& explanation);
// One line as `tatami score` reads it, answered as it prints it.
Result<std::string, json::Problem> score_line(std::string_view line);

}  // namespace tatami::record
