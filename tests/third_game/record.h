#pragma once

#include "record/fields.h"
#include "record/games.h"
#include "third_game/rules.h"

namespace tatami::record {

TATAMI_FIELDS(highest::TurnUp, of("prize", &highest::TurnUp::prize).verb());
TATAMI_FIELDS(highest::PlayCard, of("seat", &highest::PlayCard::seat),
              of("card", &highest::PlayCard::card).verb());

template <>
inline constexpr std::string_view title_of<highest::Action> = "event of Highest Card";

struct HighestHeader {
  highest::Setup setup;
};
TATAMI_FIELDS(HighestHeader, word("game", "highest-card"),
              of("players", &HighestHeader::setup, &highest::Setup::players,
                 as<Whole<std::uint8_t, 2, most_players>>),
              of("first", &HighestHeader::setup, &highest::Setup::first).optional().drawn());

struct HighestOutcome {
  ForSeats<std::uint8_t> points;
};
TATAMI_FIELDS(HighestOutcome, of("points", &HighestOutcome::points));

struct HighestCard {
  static constexpr std::string_view name = "highest-card";
  static constexpr int fewest_players = 2;
  static constexpr int most_players = tatami::most_players;
  using State = highest::State;
  using Action = highest::Action;
  using ActionId = highest::ActionId;
  using Header = HighestHeader;
  using Outcome = HighestOutcome;

  static State start(const Header& header) { return highest::start(header.setup); }
  static int players(const Header& header) { return header.setup.players; }
  static Outcome outcome(const State& state) {
    Outcome outcome;
    for (Seat seat : all_seats(state.open.setup.players))
      outcome.points.push(state.open.points[seat]);
    return outcome;
  }
};

}  // namespace tatami::record
