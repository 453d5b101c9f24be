#pragma once

#include <optional>

#include "chance/chacha20.h"
#include "chance/dojo.h"
#include "live/dojo/position.h"
#include "live/dojo/score_sheet.h"
#include "live/letters.h"
#include "rules/dojo/apply.h"

namespace tatami::live {

// A game of Dojo at a table: the rules' state, the cards still to come, and where seats intend to
// place, which each may take back until all have decided (D9).
class Dojo {
 public:
  using Recorded = record::Dojo;
  using Position = DojoPosition;
  using Own = DojoOwn;
  using Result = DojoResult;
  static constexpr std::string_view own_name = "dojo_own";
  static constexpr std::string_view result_name = "dojo_result";
  static constexpr bool is_race = false;
  static constexpr bool has_hands = false;
  static constexpr int usual_players = 4;
  static constexpr std::string_view usual_level = "student";
  static std::span<const bots::Level> levels();
  static std::vector<std::function<void()>> preparations() { return {}; }
  struct RandomRounds {  // D18: rounds in which nobody deals
    std::uint8_t players = 0;
    std::vector<std::uint8_t> rounds;
    TATAMI_MESSAGE("random_rounds", of("players", &RandomRounds::players),
                   of("rounds", &RandomRounds::rounds))
  };
  struct Offered {
    std::vector<dojo::Edition> editions;
    std::vector<record::DojoVariant> variants;
    std::vector<std::uint8_t> group_points;  // of one disciple, two, … (D14)
    std::uint8_t rows = 0;                   // of a dojo (D10)
    std::uint8_t columns = 0;
    std::vector<dojo::Disciple> disciples;
    std::vector<std::uint8_t> belts;
    std::vector<dojo::Trophy> row_trophies;  // black ones hang at rows (D11)
    std::vector<dojo::Trophy> column_trophies;
    std::vector<RandomRounds> random_rounds;
    TATAMI_MESSAGE("dojo_options", of("editions", &Offered::editions),
                   of("variants", &Offered::variants), of("group_points", &Offered::group_points),
                   of("rows", &Offered::rows), of("columns", &Offered::columns),
                   of("disciples", &Offered::disciples), of("belts", &Offered::belts),
                   of("row_trophies", &Offered::row_trophies),
                   of("column_trophies", &Offered::column_trophies),
                   of("random_rounds", &Offered::random_rounds))
  };
  static Offered offered();
  static std::optional<std::string> objection(const record::DojoHeader& /*header*/) { return {}; }
  using Luck = chance::DojoLuckFrom<chance::ChaCha20>;
  static Luck luck_of(const record::DojoHeader& header, const chance::ChaCha20& numbers) {
    return {header.deck, numbers};
  }
  static Seat first_of(const record::DojoHeader& header) { return header.setup.first_dealer; }
  static DojoPosition position_at(const dojo::State& state) { return position_of(state.open); }
  static DojoOwn own_at(const dojo::State& state, Seat seat) {
    return own_of(view_of(state, seat));
  }
  static DojoResult result_at(const dojo::State& state) { return result_of(state.open); }

  struct TakeBack {
    protocol::TableId table;
    TATAMI_MESSAGE("take_back", of("table", &TakeBack::table))
  };
  using Command = std::variant<Act<dojo::Action>, TakeBack>;
  using Letters = std::tuple<>;  // beside position and update

  explicit Dojo(const Start& start);

  Step begin();
  std::optional<std::string> fold(const json::Value& entry, const Room& room);
  void resume(const Room& room);

  Answer submit(Seat seat, const json::Value& command, const Room& room);
  Step let_bots_act(SeatSet seats, const Room& room);
  std::optional<Step> decide(Seat seat, std::uint32_t action, const Room& room);

  // Nothing here depends on time or on connections.
  static Step tick(const Room& /*room*/) { return {}; }
  static std::optional<Time> wakes_at() { return {}; }
  static bool cannot_sleep() { return false; }
  static void people_changed(const Room& /*room*/) {}
  static void another_connection(Seat /*seat*/, const Room& /*room*/) {}
  static void wake(const Room& /*room*/) {}
  static void sent(const Room& /*room*/) {}

  SeatSet must_act() const { return without(state_.open.to_act, intending()); }
  bool is_over() const { return dojo::is_over(state_.open); }

  std::vector<Note> update(const Room& room);
  std::vector<std::string> view_for(std::optional<Seat> reader, const Room& room) const;
  std::string record() const { return history_.record(header_); }
  static std::vector<std::string> verdicts() { return {}; }

  // As the seats see it: with all they intend.
  dojo::State shown() const;

  struct TookBack {
    Seat seat{};
    TATAMI_MESSAGE("took_back", of("seat", &TookBack::seat))
  };
  using Entry = std::variant<Started<dojo::Action>, Acted<dojo::Action>, TookBack>;

 private:
  Dojo(const Start& start, const record::Proposal<record::DojoHeader>& proposal,
       chance::ChaCha20 numbers);

  Answer on(Seat seat, const Act<dojo::Action>& act, const Room& room);
  Answer on(Seat seat, const TakeBack& command, const Room& room);
  std::optional<std::string> refold(const Started<dojo::Action>& started);
  std::optional<std::string> refold(const Acted<dojo::Action>& acted);
  std::optional<std::string> refold(const TookBack& back);

  std::optional<dojo::Refusal> check(const dojo::Action& action) const;
  SeatSet intending() const;
  bool may_take_back(Seat seat) const;
  // Takes an action that `check` accepts, and all that follows from it by itself: chance, and what
  // is forced. An intention that waits for others is no event yet.
  std::vector<dojo::Action> take(const dojo::Action& action);
  std::vector<dojo::Action> follow();
  bool follow_once();
  void happen(dojo::ActionId action);
  Step act(const dojo::Action& action, Seat seat);

  std::string table_;
  Secret secret_;
  record::DojoHeader header_;
  Luck luck_;
  dojo::State state_;
  PerSeat<std::optional<dojo::Cell>> intended_;
  PerSeat<int> taken_back_;
  History<Dojo> history_;
  DojoPosition told_;
};

}  // namespace tatami::live
