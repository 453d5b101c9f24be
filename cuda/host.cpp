#include "cuda/host.h"

#include <array>

namespace tatami::cuda {

std::vector<DojoEnd> play_on_host(const dojo::Setup& setup, std::uint64_t seed,
                                  std::uint64_t first_game, std::uint32_t games) {
  std::vector<DojoEnd> ends(games);
  const std::uint32_t capacity = games * setup.players;
  std::vector<Unscored> unscored(std::size_t{dojo_classes} * capacity);
  std::array<std::uint32_t, dojo_classes> list_sizes{};
  const DojoBatch batch{
      setup, seed, first_game, games, ends.data(), unscored.data(), list_sizes.data(), capacity};
  dojo::State state;
  for (std::uint32_t game = 0; game < games; ++game) play(batch, game, state);
  for (unsigned which = 1; which < dojo_classes; ++which)
    for (std::uint32_t place = 0; place < list_sizes[which]; ++place) score(batch, which, place);
  for (std::uint32_t game = 0; game < games; ++game) find_winners(batch, game);
  return ends;
}

std::vector<TatamokatsuEnd> play_on_host(const tatamokatsu::Setup& setup, std::uint64_t seed,
                                         std::uint64_t first_game, std::uint32_t games) {
  std::vector<TatamokatsuEnd> ends(games);
  const TatamokatsuBatch batch{setup, seed, first_game, games, ends.data()};
  // As a few threads of a GPU would share them.
  constexpr std::uint32_t stride = 3;
  tatamokatsu::State state;
  for (std::uint32_t first = 0; first < stride; ++first) play(batch, first, stride, state);
  return ends;
}

}  // namespace tatami::cuda
