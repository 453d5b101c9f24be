// Whole games as text that a person can read: every event, and what every seat then knows.
// `script/golden` writes them anew.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "chance/any_event.h"
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

template <class State>
std::string playthrough(State state, const std::string& header, std::uint64_t seed) {
  SplitMix numbers{seed};
  const auto drawing = drawing_of(state);
  std::string text = header + "\n";
  std::string drawn;
  while (!is_over(state.open)) {
    const auto event = chance::any_event(state, numbers);
    apply_unchecked(state, event);
    std::string table = drawing.table(spectators_view(state));
    const std::size_t picture = table.find("\n\n");
    if (table.substr(picture) == drawn)
      table.resize(picture + 1);  // once is enough
    else
      drawn = table.substr(picture);
    text += fmt::format("\n--- {}\n{}", record::write(*unpack(event)), table);
    for (Seat seat : all_seats(state.open.table.players))
      text += fmt::format("{}: {}\n", cli::seat_number(seat),
                          drawing.knowledge(view_of(state, seat).own));
  }
  return text + "\n" + record::write(outcome(state.open), state.open.table.players) + "\n";
}

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

dojo::Table dojo_table(int players, dojo::Edition edition, bool white, bool black) {
  dojo::Table table;
  table.players = static_cast<std::uint8_t>(players);
  table.edition = edition;
  table.white_belt = white;
  table.black_belt = black;
  table.first_dealer = Seat{1};
  return table;
}

void play_dojo(const std::string& name, const dojo::Table& table) {
  expect_golden(name, playthrough(dojo::start(table), record::write(record::DojoHeader{table}), 1));
}

void play_tatamokatsu(const std::string& name, int players, std::uint64_t seed) {
  tatamokatsu::Table table;
  table.players = static_cast<std::uint8_t>(players);
  expect_golden(name, playthrough(tatamokatsu::start(table),
                                  record::write(record::TatamokatsuHeader{table}), seed));
}

TEST(Golden, dojo_three_players_fr) {
  play_dojo("dojo-3-fr", dojo_table(3, dojo::Edition::fr, false, false));
}
TEST(Golden, dojo_four_players_en_both_variants) {
  play_dojo("dojo-4-en-white-black", dojo_table(4, dojo::Edition::en, true, true));
}
TEST(Golden, dojo_five_players_fr_black_belt) {
  play_dojo("dojo-5-fr-black", dojo_table(5, dojo::Edition::fr, false, true));
}
TEST(Golden, tatamokatsu_two_players) { play_tatamokatsu("tatamokatsu-2", 2, 1); }
TEST(Golden, tatamokatsu_four_players) { play_tatamokatsu("tatamokatsu-4", 4, 1); }

}  // namespace
}  // namespace tatami
