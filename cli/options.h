#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "bots/tatamokatsu/person.h"
#include "record/dojo.h"
#include "rules/tatamokatsu/types.h"

// What several commands read from a command line.
namespace tatami::cli {

// Digits and nothing else. (CLI11's own reading takes -1 for a very large number, and the largest
// there is for one that is too large.)
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);
CLI::Validator any_whole_number();
CLI::Validator number_between(double low, double high);
// A folder that does not take the file is better known before the work than after it.
CLI::Validator writable_file();
CLI::Validator ip_address();
CLI::Validator origin();  // as browsers write it

void add_players(CLI::App& command, int& players, int fewest);
void add_threads(CLI::App& command, unsigned& threads);
void add_milliseconds(CLI::App& command, const std::string& name, tatamokatsu::Millis& time,
                      const std::string& description);
void add_timing(CLI::App& command, tatamokatsu::Timing& timing);

// The options that describe a table of Dojo, as records name them.
struct TableOptions {
  int players = 4;
  std::string edition = "fr";
  std::vector<std::string> variants;
  int first_dealer = 0;

  void add_to(CLI::App& command);
  // What differs from the usual table, in words of the options.
  std::string special() const;
  record::DojoHeader header() const;
};

// Who sits at a table of Tatamokatsu, and how they react.
struct PeopleOptions {
  int players = 4;
  std::vector<std::string> models;

  void add_to(CLI::App& command);
  PerSeat<bots::Reflexes> reflexes() const;
};

}  // namespace tatami::cli
