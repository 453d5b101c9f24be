#include "bots/dojo/net.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace tatami {
namespace {

using bots::DojoForecast;
using bots::DojoNet;
using bots::DojoObservation;

std::string read_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>{file}, {}};
}

const std::string weights_file = TATAMI_TEST_DATA "/../tools/train/net.bin";

// As tools/train/export.py writes it.
struct Position {
  DojoObservation seen{};
  std::array<std::uint8_t, 64> legal{};
  std::array<float, 64> logits{};
  std::array<float, most_players> logs_of_shares{};
  std::array<float, most_players> margins{};
};
static_assert(sizeof(Position) == 600);

std::vector<Position> positions() {
  const std::string file = read_file(TATAMI_TEST_DATA "/vectors/net-positions.bin");
  const std::string title = "tatami-positions 1\n";
  EXPECT_TRUE(file.starts_with(title));
  std::uint32_t count = 0;
  std::memcpy(&count, file.data() + title.size(), sizeof count);
  EXPECT_EQ(file.size(), title.size() + sizeof count + count * sizeof(Position));
  std::vector<Position> list(count);
  std::memcpy(list.data(), file.data() + title.size() + sizeof count, count * sizeof(Position));
  return list;
}

TEST(Net, Says_what_it_says_where_it_was_trained) {
  const auto net = DojoNet::read(read_file(weights_file));
  ASSERT_TRUE(net) << net.error();
  constexpr float close = 1e-4F;
  std::set<int> phases;
  std::set<int> tables;
  for (const Position& position : positions()) {
    const DojoForecast said = net->judge(position.seen);
    const int players = position.seen[2];
    phases.insert(position.seen[0]);
    tables.insert(players * 8 + position.seen[3] * 4 + position.seen[4] * 2 + position.seen[5]);
    for (std::size_t what = 0; what < said.logits.size(); ++what) {
      if (position.legal[what] == 0) continue;
      ASSERT_NEAR(said.logits[what], position.logits[what], close) << "what " << what;
    }
    for (std::size_t seat = 0; seat < most_players; ++seat) {
      if (static_cast<int>(seat) >= players) {
        ASSERT_EQ(said.win_shares[seat], 0);
        continue;
      }
      ASSERT_NEAR(said.win_shares[seat], std::exp(position.logs_of_shares[seat]), close);
      ASSERT_NEAR(said.margins[seat], position.margins[seat], close);
    }
  }
  EXPECT_EQ(phases, (std::set<int>{3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(tables.size(), 24U) << "every setup";
}

TEST(Net, Is_not_made_of_damaged_weights) {
  const std::string good = read_file(weights_file);
  std::string flipped = good;
  flipped[good.size() / 2] ^= 1;
  std::string renamed = good;
  renamed[7] = 'N';
  for (const std::string& bad :
       {std::string{}, std::string{"tatami-net 1\n"}, good.substr(0, good.size() - 1), flipped,
        renamed, good + "more", good.substr(0, 17)})
    EXPECT_FALSE(DojoNet::read(bad));
  EXPECT_EQ(DojoNet::read(flipped).error(), "the weights do not match their checksum");
}

}  // namespace
}  // namespace tatami
