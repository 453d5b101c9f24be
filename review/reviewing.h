#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "bots/dojo/player.h"
#include "bots/tatamokatsu/person.h"
#include "bots/tatamokatsu/solution.h"
#include "record/dojo.h"
#include "record/replay.h"
#include "record/tatamokatsu.h"
#include "review/review.h"
#include "review/transcript.h"

namespace tatami::review {

// How positions are valued.
struct Thinking {
  std::uint32_t iterations = 0;  // Dojo: simulated games for each decision
  std::uint64_t seed = 1;
  bots::Reflexes reflexes;  // Tatamokatsu: of all players
};

// Judges a finished game one step at a time, so that progress can be shown.
class DojoReviewing {
 public:
  using Game = record::Dojo;
  DojoReviewing(Transcript<Game> transcript, const Thinking& thinking);

  std::size_t steps() const { return transcript_.moves.size(); }
  std::size_t done() const { return done_; }
  void go_on();
  Review finish();  // when all steps are done

 private:
  Transcript<Game> transcript_;
  SplitMix numbers_;
  bots::DojoPlayer judge_;
  std::size_t done_ = 0;
  int round_ = 0;
  Review review_;
};

// Every event changes the value of the position, so the changes attributed to the parts add up to
// the result.
class TatamokatsuReviewing {
 public:
  using Game = record::Tatamokatsu;
  TatamokatsuReviewing(Transcript<Game> transcript, const Thinking& thinking);

  std::size_t steps() const { return transcript_.moves.size(); }
  std::size_t done() const { return done_; }
  void go_on();
  Review finish();  // when all steps are done

 private:
  using Move = Transcript<Game>::Move;
  void take(const Move& move, const bots::Shares& before, const bots::Shares& after);
  void judge(const Move& move, const bots::Shares& before, const bots::Shares& after);

  Transcript<Game> transcript_;
  bots::Solution solution_;
  std::size_t done_ = 0;
  bots::Shares value_;
  bots::Shares seat_luck_;
  bots::Shares dice_luck_;
  bots::Shares race_;
  bots::Shares own_play_;
  bots::Shares rivals_play_;
  Review review_;
};

// The games that can be analysed.
using Reviewing = std::variant<DojoReviewing, TatamokatsuReviewing>;

template <class... Rs>
std::variant<std::monostate, Transcript<typename Rs::Game>...> transcripts_for(
    std::type_identity<std::variant<Rs...>>);
// Of whichever game a record is; nothing before its header, and for a game that cannot be analysed.
using AnyTranscript = decltype(transcripts_for(std::type_identity<Reviewing>{}));

// Takes note of a line that the replay has just taken.
void add(AnyTranscript& into, const record::Replay& replay, std::string_view line, long number);

// The transcript must have reached the end of its game.
std::optional<Reviewing> reviewing(AnyTranscript transcript, const Thinking& thinking);

// One hint for each seat that has a decision to make, best option first.
std::vector<Hint> hints(const dojo::State& state, const Thinking& thinking);
std::vector<Hint> hints(const tatamokatsu::State& state, const Thinking& thinking);

}  // namespace tatami::review
