#pragma once

#include <cstdint>

#include "cuda/dojo.h"
#include "cuda/tatamokatsu.h"

// The kernels on a GPU. A form is a way to lay out and launch them; all give the same.
namespace tatami::cuda {

int forms_of_dojo();
int forms_of_tatamokatsu();
const char* name_of_dojo_form(int form);
const char* name_of_tatamokatsu_form(int form);

struct Milliseconds {
  float play = 0;
  float score = 0;
  float rest = 0;
  float total() const { return play + score + rest; }
};

class DojoOnDevice {
 public:
  explicit DojoOnDevice(std::uint32_t most_games);
  ~DojoOnDevice();
  DojoOnDevice(const DojoOnDevice&) = delete;
  DojoOnDevice& operator=(const DojoOnDevice&) = delete;

  // `ends` may be null: then they stay on the device.
  Milliseconds play(int form, const dojo::Setup& setup, std::uint64_t seed,
                    std::uint64_t first_game, std::uint32_t games, DojoEnd* ends);

  // The same without waiting for it: the few searches that take longest leave most of a GPU idle,
  // which then works on what others of these have begun.
  void begin(int form, const dojo::Setup& setup, std::uint64_t seed, std::uint64_t first_game,
             std::uint32_t games);
  void wait();
  void fetch(DojoEnd* ends, std::uint32_t games);

 private:
  DojoBatch batch_of(const dojo::Setup& setup, std::uint64_t seed, std::uint64_t first_game,
                     std::uint32_t games) const;

  std::uint32_t most_games_;
  void* stream_ = nullptr;  // of CUDA, whose header only device.cu includes
  DojoEnd* ends_;
  Unscored* unscored_;
  std::uint32_t* list_sizes_;
};

class TatamokatsuOnDevice {
 public:
  explicit TatamokatsuOnDevice(std::uint32_t most_games);
  ~TatamokatsuOnDevice();
  TatamokatsuOnDevice(const TatamokatsuOnDevice&) = delete;
  TatamokatsuOnDevice& operator=(const TatamokatsuOnDevice&) = delete;

  Milliseconds play(int form, const tatamokatsu::Setup& setup, std::uint64_t seed,
                    std::uint64_t first_game, std::uint32_t games, TatamokatsuEnd* ends);

 private:
  std::uint32_t most_games_;
  TatamokatsuEnd* ends_;
};

}  // namespace tatami::cuda
