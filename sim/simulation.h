#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

// The whole house in one process and on one thread: the real hall, tables, games and protocol, with
// a clock, a network, a disk and people that follow from one seed. The same options give the same
// run, event by event.
namespace tatami::sim {

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t ticks = 20'000;  // events: a message arrives, a commit ends, somebody decides …
  unsigned people = 40;
};

struct Report {
  std::optional<std::string> failure;
  std::uint64_t ticks = 0;    // until the failure, or all
  std::uint64_t crashes = 0;  // of the server
  std::uint64_t faults = 0;   // of the disk
  std::uint64_t jumps = 0;    // of the clock
  std::uint64_t breaks = 0;   // of connections
  std::uint64_t commits = 0;
  std::uint64_t entries = 0;                      // on the disk in the end
  std::uint64_t commands = 0;                     // of people
  std::uint64_t messages = 0;                     // to people, each looked at
  std::uint64_t tables = 0;                       // that were opened
  std::uint64_t games = 0;                        // that were played to their end
  std::map<std::string, std::uint64_t> games_of;  // the same by the names of the games
  std::uint64_t fingerprint = 0;                  // of everything that was told, in its order
};

Report simulate(const Options& options);

// A failing run that is shorter: fewer people, fewer events, another seed.
Options shrink(const Options& failing, const Report& report);

}  // namespace tatami::sim
