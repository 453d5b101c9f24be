// The driver carries out a table's outputs, whenever the world answers.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "drive/driver.h"
#include "table_support.h"

namespace tatami::drive {
namespace {

using testing::Match;

Outbox::Batch letter(const std::string& text) {
  return {{{table::Letter::To::all, {}, text}}, false};
}

TEST(Outbox, A_batch_waits_until_all_that_was_written_before_it_is_durable) {
  Outbox outbox;
  outbox.push(letter("nothing to wait for"));
  const std::uint64_t first = outbox.write();
  outbox.push(letter("after the first"));
  const std::uint64_t second = outbox.write();
  outbox.push(letter("after both"));
  const auto leaving = [&] {
    std::vector<std::string> texts;
    for (Outbox::Batch batch; outbox.pop(batch);) texts.push_back(batch.letters.front().text);
    return texts;
  };
  EXPECT_EQ(leaving(), std::vector<std::string>{"nothing to wait for"});
  outbox.durable(first);
  EXPECT_FALSE(outbox.is_settled());
  EXPECT_EQ(leaving(), std::vector<std::string>{"after the first"});
  outbox.durable(second);
  EXPECT_TRUE(outbox.is_settled());
  EXPECT_EQ(leaving(), std::vector<std::string>{"after both"});
  EXPECT_EQ(outbox.left(), 3U);
}

TEST(Outbox, A_durable_batch_stays_durable) {
  Outbox outbox;
  const std::uint64_t first = outbox.write();
  outbox.durable(outbox.write());
  outbox.durable(first);
  EXPECT_TRUE(outbox.is_settled());
}

struct Ear final : Listener {
  using Listener::Listener;
  void hear(const std::shared_ptr<const std::string>& text) override { heard.push_back(*text); }
  std::vector<std::string> heard;
};

// A world whose disk answers before `append` returns, and which ends the driver as soon as it may.
class Hasty final : public World {
 public:
  explicit Hasty(const std::string& opened) {
    auto table = table::Table::fold({opened}, {}, 0, {0, 0});
    EXPECT_TRUE(table.ok()) << table.error();
    driver = std::make_unique<Driver>(*this, std::move(*table));
  }

  Time now() override { return 0; }
  void append(Driver& from, std::vector<store::Entry> /*entries*/, std::uint64_t ticket) override {
    from.durable(ticket);
  }
  void think(Driver& /*driver*/, table::Think /*think*/) override {}
  void alarm(Driver& /*driver*/, std::optional<Time> /*at*/) override {}
  void settled(Driver& from) override {
    heard_before = ear.heard.size();
    if (ends_with_the_game && from.table().is_finished()) driver.reset();
  }

  Ear ear{Guest{"guest0"}, 1};
  std::size_t heard_before = 0;  // when all was settled
  bool ends_with_the_game = false;
  std::unique_ptr<Driver> driver;
};

TEST(Driver, All_is_settled_only_when_the_letters_are_out) {
  Match match{testing::dojo_settings(3)};
  Hasty world{match.log.front()};
  world.driver->attend(world.ear);
  const auto sit = protocol::read_command(R"({"type":"sit","table":"t1"})");
  ASSERT_FALSE(world.driver->tell("guest0", std::get<protocol::TableCommand>(*sit)));
  EXPECT_EQ(world.ear.heard.size(), 1U);
  EXPECT_EQ(world.heard_before, 1U);
}

// An address sanitizer would see it if the driver were touched after its end.
TEST(Driver, May_be_ended_when_all_is_settled) {
  Match match{testing::dojo_settings(3)};
  Hasty world{match.log.front()};
  world.ends_with_the_game = true;
  world.driver->attend(world.ear);
  world.driver->close("nobody came");
  EXPECT_FALSE(world.driver);
  EXPECT_EQ(world.ear.heard.size(), 1U);
}

TEST(Driver, A_crash_loses_what_was_not_durable_and_told_to_nobody) {
  Match match{testing::dojo_settings(3)};
  match.sit(0);
  match.rehearsal.disk_is_slow = true;
  const std::size_t kept = match.log.size();
  const std::size_t heard = match.clients[Match::guest(0)].mail.size();
  match.come(1);
  EXPECT_FALSE(match.tell(Match::guest(1), R"({"type":"sit","table":"t1"})"));
  EXPECT_EQ(match.log.size(), kept + 1);
  EXPECT_EQ(match.clients[Match::guest(0)].mail.size(), heard);
  match.restart();
  EXPECT_EQ(match.log.size(), kept);
  EXPECT_EQ(match.table().seq(), kept);
  EXPECT_FALSE(match.table().seat_of(Match::guest(1)));
}

}  // namespace
}  // namespace tatami::drive
