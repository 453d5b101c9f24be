#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/dojo/state.h"
#include "rules/dojo/types.h"

namespace tatami::dojo {

// The cards that count with a card in its row: raccoons, and one other card that a Grand Master
// changes, join the disciple the row has most of (D14, D16).
struct Company {
  Disciple as{};           // what the card counts as
  std::uint8_t alike = 0;  // other cards that show this disciple
  std::uint8_t wild = 0;   // others that count as it
  friend constexpr bool operator==(const Company&, const Company&) = default;
};

constexpr Company company_in_row(const Dojo& dojo, Cell cell) {
  std::array<int, disciple_kinds> shown{};
  int cards = 0;
  for (Cell each : dojo.occupied) {
    if (each.row() != cell.row()) continue;
    ++shown[static_cast<std::size_t>(dojo.at(each).disciple())];
    ++cards;
  }
  constexpr auto raccoon = static_cast<std::size_t>(Disciple::raccoon);
  const int raccoons = shown[raccoon];
  shown[raccoon] = 0;
  const auto most = std::ranges::max_element(shown);
  const Disciple disciple = dojo.at(cell).disciple();
  if (disciple != Disciple::raccoon && shown[static_cast<std::size_t>(disciple)] < *most)
    return {disciple, static_cast<std::uint8_t>(shown[static_cast<std::size_t>(disciple)] - 1), 0};
  const bool changes_one = dojo.trophy(cell.row()) == Trophy::master && *most + raccoons < cards;
  const int wild = raccoons + (changes_one ? 1 : 0);
  if (disciple != Disciple::raccoon)
    return {disciple, static_cast<std::uint8_t>(*most - 1), static_cast<std::uint8_t>(wild)};
  const Disciple joined =
      *most == 0 ? Disciple::raccoon : static_cast<Disciple>(most - shown.begin());
  return {joined, static_cast<std::uint8_t>(*most), static_cast<std::uint8_t>(wild - 1)};
}

}  // namespace tatami::dojo
