#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chance/chacha20.h"
#include "live/kind.h"
#include "protocol/messages.h"
#include "record/replay.h"

namespace tatami::live {

// Derives every card and die of the record again from the seed and the contributions.
std::optional<Mismatch> verify(std::string_view record, const protocol::Sidecar& sidecar);

std::string_view take_line(std::string_view& text);

// The same for one game, with the key of its chance.
template <class G>
std::optional<Mismatch> verify_record(std::string_view record, const chance::Bytes32& key,
                                      bool first_is_named) {
  using Recorded = typename G::Recorded;
  record::Replay replay;
  const std::string_view header_line = take_line(record);
  if (const auto wrong = replay.take(header_line)) return Mismatch{1, *wrong};
  const auto header = record::from_json<typename Recorded::Header>(header_line);
  chance::ChaCha20 numbers{key};
  const auto players = static_cast<std::uint32_t>(header->setup.players);
  if (const Seat first = G::first_of(*header); !first_is_named) {
    const Seat drawn{static_cast<int>(numbers.below(players))};
    if (drawn != first)
      return Mismatch{1, "the seed lets seat " + std::to_string(drawn.value) +
                             " begin, the record says seat " + std::to_string(first.value)};
  }
  auto luck = G::luck_of(*header, numbers);
  std::size_t line = 2;
  for (; !record.empty(); ++line) {
    const auto& open = replay.state<typename Recorded::State>()->open;
    std::optional<std::string> derived;  // none: a player's turn
    if (!is_over(open) && chance_acts(open)) derived = record::to_json(*unpack(luck.next(open)));
    const std::string_view text = take_line(record);
    if (const auto wrong = replay.take(text)) return Mismatch{line, *wrong};
    if (!derived) continue;
    const std::string written =
        record::to_json(*record::from_json<typename Recorded::Action>(text));
    if (written != *derived)
      return Mismatch{line, "the seed gives " + *derived + ", the record says " + written};
  }
  if (!replay.over()) return Mismatch{line, "the record stops before the game is over"};
  return {};
}

}  // namespace tatami::live
