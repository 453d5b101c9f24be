// Houses that earlier versions have left: their databases open, and their games go on.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "command_support.h"
#include "drive/rehearsal.h"
#include "live/verify.h"
#include "store/sqlite.h"

namespace tatami {
namespace {

constexpr live::Time later = 4'000'000'000'000;  // than anything in them

// A copy, since opening a database writes to it.
class Upgrade : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string path = folder_.path("house.db");
    std::filesystem::copy_file(std::string{TATAMI_TEST_DATA} + "/vectors/houses/0.1.0.db", path);
    auto opened = store::open_sqlite(path);
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    log_ = std::move(*opened);
  }

  std::vector<std::string> read(const std::string& stream) {
    const auto entries = log_->read(stream);
    EXPECT_TRUE(entries.ok()) << entries.error().what;
    std::vector<std::string> bodies;
    for (const store::Entry& entry : *entries) bodies.push_back(entry.body);
    return bodies;
  }

  std::vector<std::string> unfinished() {
    const auto streams = log_->unfinished("table/");
    EXPECT_TRUE(streams.ok());
    return *streams;
  }

 private:
  testing::Folder folder_;
  std::unique_ptr<store::EventLog> log_;
};

void verify(const table::Table& table) {
  ASSERT_TRUE(table.is_finished());
  const auto sidecar = protocol::from_json<protocol::Sidecar>(table.sidecar());
  ASSERT_TRUE(sidecar.ok()) << sidecar.error().what;
  const auto mismatch = live::verify(table.record(), *sidecar);
  EXPECT_FALSE(mismatch) << mismatch->what;
}

TEST_F(Upgrade, A_game_that_was_over_is_verified) {
  const auto table = table::Table::fold(read("table/r37e57kiiyukus5j"), {}, later, {later, later});
  ASSERT_TRUE(table.ok()) << table.error();
  EXPECT_TRUE((*table)->was_played());
  verify(**table);
}

// Without people bots play to the end.
TEST_F(Upgrade, Games_that_were_going_on_go_on) {
  std::vector<std::string> games;
  for (const std::string& stream : unfinished()) {
    drive::Rehearsal table{read(stream), {}, later, [](const auto&, const auto&) {}};
    ASSERT_FALSE(table.problem) << *table.problem;
    if (table.table().stage() != protocol::Stage::playing) continue;
    games.emplace_back(table.table().settings().header.game);
    for (int waits = 0; !table.table().is_finished() && waits < 100'000; ++waits)
      ASSERT_TRUE(table.wait());
    verify(table.table());
  }
  std::ranges::sort(games);
  EXPECT_EQ(games, (std::vector<std::string>{"dojo", "tatamokatsu"}));
}

TEST_F(Upgrade, A_table_that_waited_for_players_still_does) {
  int waiting = 0;
  for (const std::string& stream : unfinished()) {
    const auto table = table::Table::fold(read(stream), {}, later, {later, later});
    ASSERT_TRUE(table.ok()) << table.error();
    if ((*table)->stage() != protocol::Stage::gathering) continue;
    ++waiting;
    EXPECT_TRUE((*table)->seat_of("abjcc3xjhk6zwmyj"));
  }
  EXPECT_EQ(waiting, 1);
}

}  // namespace
}  // namespace tatami
