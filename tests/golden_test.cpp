// Whole games as text that a person can read: every event, and what every seat then knows.
// Bots that play as people do make them, so that reading one teaches the game. `script/golden`
// writes them anew.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "bots/dojo/player.h"
#include "bots/tatamokatsu/player.h"
#include "chance/dojo.h"
#include "chance/tatamokatsu.h"
#include "cli/draw_dojo.h"
#include "cli/draw_tatamokatsu.h"
#include "record/dojo.h"
#include "record/tatamokatsu.h"
#include "rules/dojo/apply.h"
#include "rules/tatamokatsu/apply.h"

namespace tatami {
namespace {

const cli::Pen pen{false, cli::seat_number};

cli::DojoDrawing drawing_of(const dojo::State&) { return cli::DojoDrawing{pen}; }
cli::TatamokatsuDrawing drawing_of(const tatamokatsu::State&) {
  return cli::TatamokatsuDrawing{pen};
}

// Writes down each action and what everybody knows after it.
template <class State>
class Chronicle {
 public:
  Chronicle(const State& begin, const std::string& header)
      : drawing_(drawing_of(begin)), text_(header + "\n") {}

  void add(const State& before, auto action) {
    State state = before;
    apply_unchecked(state, action);
    std::string table = drawing_.table(spectators_view(state));
    const std::size_t picture = table.find("\n\n");
    if (table.substr(picture) == drawn_)
      table.resize(picture + 1);  // once is enough
    else
      drawn_ = table.substr(picture);
    text_ += fmt::format("\n--- {}\n{}", record::to_json(*unpack(action)), table);
    for (Seat seat : all_seats(state.open.setup.players))
      text_ += fmt::format("{}: {}\n", cli::seat_number(seat),
                           drawing_.knowledge(view_of(state, seat).own));
  }

  std::string ended(const State& end) const {
    return text_ + "\n" + record::to_json(record::outcome_of(end.open)) + "\n";
  }

 private:
  decltype(drawing_of(State{})) drawing_;
  std::string text_;
  std::string drawn_;
};

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream{path, std::ios::binary}.rdbuf();
  return text.str();
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string{TATAMI_TEST_DATA} + "/golden/" + name + ".txt";
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream{path, std::ios::binary} << text;
    return;
  }
  const std::string golden = read(path);
  if (golden == text) return;
  const auto differ = std::ranges::mismatch(golden, text);
  const auto line = std::count(golden.begin(), differ.in1, '\n') + 1;
  ADD_FAILURE() << path << ":" << line
                << ": the game went another way; if that is meant, run script/golden";
}

dojo::Setup dojo_setup(int players, dojo::Edition edition, bool white, bool black) {
  dojo::Setup setup;
  setup.players = static_cast<std::uint8_t>(players);
  setup.edition = edition;
  setup.white_belt = white;
  setup.black_belt = black;
  setup.first_dealer = Seat{1};
  return setup;
}

// Students play.
void play_dojo(const std::string& name, const dojo::Setup& setup) {
  using namespace dojo;
  State state = start(setup);
  Chronicle chronicle{state, record::to_json(record::DojoHeader{setup})};
  chance::DojoLuck luck{standard_deck(), 1U};
  const bots::DojoPlayer student{bots::DojoLevel::student};
  SplitMix numbers{1};
  chance::play_out(
      state, luck,
      [&](const State& now, Seat seat) { return student.choose(view_of(now, seat), numbers); },
      [&](const State& now, ActionId action) { chronicle.add(now, action); });
  expect_golden(name, chronicle.ended(state));
}

// Samurai play: people who choose as well as can be, and are seldom late or mistaken.
void play_tatamokatsu(const std::string& name, int players, std::uint64_t seed) {
  using namespace tatamokatsu;
  tatamokatsu::Setup setup;
  setup.players = static_cast<std::uint8_t>(players);
  State state = start(setup);
  Chronicle chronicle{state, record::to_json(record::TatamokatsuHeader{setup})};
  chance::TatamokatsuLuck luck{seed};
  const bots::TatamokatsuLevel& level = *bots::tatamokatsu_level_named("samurai");
  const bots::Solution solution{players, bots::race_among(level.reflexes)};
  const bots::TatamokatsuPlayer samurai{level.reflexes, level.choosing, &solution};
  SplitMix numbers{seed};
  chance::play_out(
      state, luck,
      [&](const View& view, ActionId event, ActionList& plans) {
        samurai.react(view, event, numbers, plans);
      },
      [&](const View& view) { return samurai.choose(view, numbers); },
      [&](const State& now, ActionId action) { chronicle.add(now, action); });
  expect_golden(name, chronicle.ended(state));
}

TEST(Golden, Dojo_three_players_fr) {
  play_dojo("dojo-3-fr", dojo_setup(3, dojo::Edition::fr, false, false));
}
TEST(Golden, Dojo_four_players_en_both_variants) {
  play_dojo("dojo-4-en-white-black", dojo_setup(4, dojo::Edition::en, true, true));
}
TEST(Golden, Dojo_five_players_fr_black_belt) {
  play_dojo("dojo-5-fr-black", dojo_setup(5, dojo::Edition::fr, false, true));
}
TEST(Golden, Tatamokatsu_two_players) { play_tatamokatsu("tatamokatsu-2", 2, 1); }
// This one has a mistake, a katana, a finger got back and a dragon that rises.
TEST(Golden, Tatamokatsu_four_players) { play_tatamokatsu("tatamokatsu-4", 4, 1127); }

}  // namespace
}  // namespace tatami
