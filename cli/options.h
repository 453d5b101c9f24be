#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "bots/tatamokatsu/person.h"
#include "record/dojo.h"
#include "rules/tatamokatsu/types.h"

// Options that several commands share.
namespace tatami::cli {

// Only digits. (CLI11's own parser reads -1 as a very large number, and a number that is too large
// as the largest one.)
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);
CLI::Validator any_whole_number();
CLI::Validator number_between(double low, double high);
CLI::Validator one_of(const std::vector<std::string>& words);  // described as {a,b,c}
std::string in_words(const std::vector<std::string>& words);   // a, b or c
// Checks before the work, not after it, that the file can be written.
CLI::Validator writable_file();
CLI::Validator ip_address();
CLI::Validator origin();  // as browsers write it

void add_players(CLI::App& command, int& players, int fewest);
void add_threads(CLI::App& command, unsigned& threads);
void add_milliseconds(CLI::App& command, const std::string& name, tatamokatsu::Millis& time,
                      const std::string& description);
void add_timing(CLI::App& command, tatamokatsu::Timing& timing);

// The options that describe a setup of Dojo, named as in records.
struct TableOptions {
  int players = 4;
  std::string edition = "fr";
  std::vector<std::string> variants;
  int first_dealer = 0;

  void add_to(CLI::App& command);
  // Differences from the default setup, in the words of the options.
  std::string special() const;
  record::DojoHeader header() const;
};

// The players of a game of Tatamokatsu, and how they react.
struct PeopleOptions {
  int players = 4;
  std::vector<std::string> models;

  void add_to(CLI::App& command);
  PerSeat<bots::Reflexes> reflexes() const;
};

}  // namespace tatami::cli
