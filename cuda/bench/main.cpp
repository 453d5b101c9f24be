// cuda_bench [GAMES_OF_DOJO [GAMES_OF_TATAMOKATSU]]: compares a GPU's games with the host's, all of
// them, and measures decisions a second for each form of the kernels. cuda/measure builds it.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cuda/device.h"
#include "cuda/reference.h"

namespace {

using namespace tatami;

constexpr std::uint64_t seed = 22;
constexpr std::uint32_t dojo_at_once = 1U << 22U;
constexpr std::uint32_t tatamokatsu_at_once = 1U << 22U;

std::vector<dojo::Setup> dojo_setups() {
  std::vector<dojo::Setup> setups;
  for (int players = dojo::fewest_players; players <= most_players; ++players)
    for (const dojo::Edition edition : {dojo::Edition::fr, dojo::Edition::en})
      for (const bool white : {false, true})
        for (const bool black : {false, true}) {
          dojo::Setup setup;
          setup.players = static_cast<std::uint8_t>(players);
          setup.edition = edition;
          setup.white_belt = white;
          setup.black_belt = black;
          setups.push_back(setup);
        }
  return setups;
}

std::vector<tatamokatsu::Setup> tatamokatsu_setups() {
  std::vector<tatamokatsu::Setup> setups;
  for (int players = tatamokatsu::fewest_players; players <= most_players; ++players)
    for (const tatamokatsu::Timing& timing : {tatamokatsu::Timing{}, tatamokatsu::relaxed_timing}) {
      tatamokatsu::Setup setup;
      setup.players = static_cast<std::uint8_t>(players);
      setup.timing = timing;
      setups.push_back(setup);
    }
  return setups;
}

std::string name_of(const dojo::Setup& setup) {
  std::string name = std::to_string(setup.players);
  name += setup.edition == dojo::Edition::fr ? " fr" : " en";
  if (setup.white_belt) name += " white";
  if (setup.black_belt) name += " black";
  return name;
}
std::string name_of(const tatamokatsu::Setup& setup) {
  return std::to_string(setup.players) +
         (setup.timing == tatamokatsu::Timing{} ? " usual" : " relaxed");
}

// How many games differ.
template <class Setup, class End>
std::uint64_t differences(const Setup& setup, std::uint64_t first, const std::vector<End>& ends,
                          std::size_t games) {
  std::atomic<std::uint64_t> different = 0;
  std::atomic<std::size_t> next = 0;
  constexpr std::size_t at_once = 4096;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back([&] {
      for (std::size_t from = next.fetch_add(at_once); from < games; from = next.fetch_add(at_once))
        for (std::size_t game = from; game < std::min(games, from + at_once); ++game)
          if (!(ends[game] == cuda::play_plainly(setup, cuda::seed_of(seed, first + game))))
            ++different;
    });
  for (std::thread& thread : threads) thread.join();
  return different;
}

template <class End>
std::uint64_t decisions_of(const std::vector<End>& ends, std::size_t games) {
  std::uint64_t decisions = 0;
  for (std::size_t game = 0; game < games; ++game) decisions += ends[game].decisions;
  return decisions;
}

template <class Device, class End, class Setup>
bool compare(const char* what, Device& device, int forms, const std::vector<Setup>& setups,
             int best, std::uint64_t games, std::uint32_t at_once) {
  std::vector<End> ends(at_once);
  std::uint64_t compared = 0;
  std::uint64_t wrong = 0;
  const auto check = [&](int form, const Setup& setup, std::uint64_t first, std::uint32_t count) {
    device.play(form, setup, seed, first, count, ends.data());
    const std::uint64_t different = differences(setup, first, ends, count);
    if (different > 0)
      std::printf("%s: form %d, %s: %llu of %u games differ\n", what, form, name_of(setup).c_str(),
                  static_cast<unsigned long long>(different), count);
    compared += count;
    wrong += different;
  };
  if (best < 0) {
    for (const Setup& setup : setups)
      for (int form = 0; form < forms; ++form)
        check(form, setup, 0, static_cast<std::uint32_t>(games / setups.size()));
  } else {
    std::uint64_t first = 1'000'000'000;
    while (compared < games)
      for (const Setup& setup : setups) {
        const std::uint64_t share = std::max<std::uint64_t>(games / setups.size(), 1);
        check(best, setup, first,
              static_cast<std::uint32_t>(std::min<std::uint64_t>(share, at_once)));
        first += at_once;
      }
  }
  std::printf("%s: %llu games compared with the host, %llu differ\n", what,
              static_cast<unsigned long long>(compared), static_cast<unsigned long long>(wrong));
  std::fflush(stdout);
  return wrong == 0;
}

struct Speed {
  double decisions_a_second = 0;
  cuda::Milliseconds median;
  double decisions_a_game = 0;
};

template <class End, class Device, class Setup>
Speed measure(Device& device, int form, const Setup& setup, std::uint32_t games) {
  std::vector<End> ends(games);
  device.play(form, setup, seed, 0, games, ends.data());  // warm, and what is to be counted
  const double decisions = static_cast<double>(decisions_of(ends, games));
  std::vector<cuda::Milliseconds> runs;
  for (int run = 0; run < 7; ++run)
    runs.push_back(device.play(form, setup, seed, 0, games, nullptr));
  std::sort(runs.begin(), runs.end(),
            [](const auto& a, const auto& b) { return a.total() < b.total(); });
  const cuda::Milliseconds& median = runs[runs.size() / 2];
  return {decisions / static_cast<double>(median.total()) * 1000, median, decisions / games};
}

// Several batches under way at once, one after the other on each lane. Negative if a game of the
// last ones differs from the host's.
double sustained(std::vector<std::unique_ptr<cuda::DojoOnDevice>>& lanes, int form,
                 const dojo::Setup& setup, std::uint32_t games, double decisions_a_game) {
  constexpr std::uint64_t rounds = 6;
  const auto run = [&](std::uint64_t first) {
    for (std::uint64_t round = 0; round < rounds; ++round)
      for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        lanes[lane]->begin(form, setup, seed, first + (round * lanes.size() + lane) * games, games);
    for (auto& lane : lanes) lane->wait();
  };
  run(0);
  const auto from = std::chrono::steady_clock::now();
  run(0);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - from;
  constexpr std::size_t compared = 20'000;
  std::vector<cuda::DojoEnd> ends(compared);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    lanes[lane]->fetch(ends.data(), compared);
    if (differences(setup, ((rounds - 1) * lanes.size() + lane) * games, ends, compared) > 0)
      return -1;
  }
  return static_cast<double>(rounds * lanes.size() * games) * decisions_a_game / time.count();
}

void print(const char* game, const std::string& setup, const char* form, const Speed& speed) {
  std::printf("%-11s | %-16s | %-28s | %9.3e | %7.2f | %7.2f | %6.2f | %6.1f\n", game,
              setup.c_str(), form, speed.decisions_a_second, static_cast<double>(speed.median.play),
              static_cast<double>(speed.median.score), static_cast<double>(speed.median.rest),
              speed.decisions_a_game);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t dojo_games = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000'000;
  const std::uint64_t tatamokatsu_games =
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 20'000'000;
  const bool only_launch = argc > 3;  // for a profiler: each form once

  cuda::DojoOnDevice dojo_device{dojo_at_once};
  cuda::TatamokatsuOnDevice tatamokatsu_device{tatamokatsu_at_once};
  dojo::Setup four;
  tatamokatsu::Setup four_rollers;
  four_rollers.players = 4;
  if (only_launch) {
    for (int form = 0; form < cuda::forms_of_dojo(); ++form)
      dojo_device.play(form, four, seed, 0, 1U << 20U, nullptr);
    for (int form = 0; form < cuda::forms_of_tatamokatsu(); ++form)
      tatamokatsu_device.play(form, four_rollers, seed, 0, 1U << 20U, nullptr);
    return 0;
  }

  bool right = true;
  right &= compare<cuda::DojoOnDevice, cuda::DojoEnd>("dojo, every form", dojo_device,
                                                      cuda::forms_of_dojo(), dojo_setups(), -1,
                                                      120'000, dojo_at_once);
  right &= compare<cuda::TatamokatsuOnDevice, cuda::TatamokatsuEnd>(
      "tatamokatsu, every form", tatamokatsu_device, cuda::forms_of_tatamokatsu(),
      tatamokatsu_setups(), -1, 120'000, tatamokatsu_at_once);

  std::printf(
      "\ngame        | setup            | form                         | decisions/s | play ms "
      "| score ms | rest ms | decisions/game\n");
  int best_dojo = 0;
  double most = 0;
  for (int form = 0; form < cuda::forms_of_dojo(); ++form) {
    const Speed speed = measure<cuda::DojoEnd>(dojo_device, form, four, dojo_at_once);
    print("dojo", name_of(four), cuda::name_of_dojo_form(form), speed);
    if (speed.decisions_a_second > most) most = speed.decisions_a_second, best_dojo = form;
  }
  std::printf("\ndojo, batches under way at once | games each | form | decisions/s\n");
  {
    const double decisions_a_game =
        measure<cuda::DojoEnd>(dojo_device, 0, four, dojo_at_once).decisions_a_game;
    std::vector<std::unique_ptr<cuda::DojoOnDevice>> lanes;
    for (const std::size_t at_once : {2U, 4U, 8U}) {
      while (lanes.size() < at_once)
        lanes.push_back(std::make_unique<cuda::DojoOnDevice>(dojo_at_once));
      for (const std::uint32_t games : {dojo_at_once / 4, dojo_at_once})
        for (int form = 0; form < cuda::forms_of_dojo() - 1; ++form) {
          const double speed = sustained(lanes, form, four, games, decisions_a_game);
          right &= speed > 0;
          std::printf("%zu | %u | %s | %.3e\n", at_once, games, cuda::name_of_dojo_form(form),
                      speed);
          std::fflush(stdout);
        }
    }
  }
  int best_tatamokatsu = 0;
  most = 0;
  for (int form = 0; form < cuda::forms_of_tatamokatsu(); ++form) {
    const Speed speed =
        measure<cuda::TatamokatsuEnd>(tatamokatsu_device, form, four_rollers, tatamokatsu_at_once);
    print("tatamokatsu", name_of(four_rollers), cuda::name_of_tatamokatsu_form(form), speed);
    if (speed.decisions_a_second > most) most = speed.decisions_a_second, best_tatamokatsu = form;
  }
  for (const dojo::Setup& setup : dojo_setups())
    print("dojo", name_of(setup), cuda::name_of_dojo_form(best_dojo),
          measure<cuda::DojoEnd>(dojo_device, best_dojo, setup, dojo_at_once));
  for (const tatamokatsu::Setup& setup : tatamokatsu_setups())
    print("tatamokatsu", name_of(setup), cuda::name_of_tatamokatsu_form(best_tatamokatsu),
          measure<cuda::TatamokatsuEnd>(tatamokatsu_device, best_tatamokatsu, setup,
                                        tatamokatsu_at_once));

  std::printf("\n");
  const auto from = std::chrono::steady_clock::now();
  right &= compare<cuda::DojoOnDevice, cuda::DojoEnd>("dojo", dojo_device, 0, dojo_setups(),
                                                      best_dojo, dojo_games, dojo_at_once);
  right &= compare<cuda::TatamokatsuOnDevice, cuda::TatamokatsuEnd>(
      "tatamokatsu", tatamokatsu_device, 0, tatamokatsu_setups(), best_tatamokatsu,
      tatamokatsu_games, tatamokatsu_at_once);
  std::printf("compared in %.1f s\n",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count());
  return right ? 0 : 1;
}
