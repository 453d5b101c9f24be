#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/dojo_entrant.h"
#include "cli/tatamokatsu_entrant.h"
#include "record/dojo.h"
#include "rules/tatamokatsu/types.h"

namespace tatami::cli {

// `tatami export`: games between bots as data. The same options write the same bytes.
struct ExportOptions {
  std::vector<std::string> bots;  // one for each seat
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: one per core
  std::string format = "jsonl";
  std::string out;      // a card that describes it is written to the same name and .md
  std::string command;  // to make it again
};

int export_dojo(const ExportOptions& options, const record::DojoHeader& header,
                const std::vector<DojoEntrant>& entrants);
int export_tatamokatsu(const ExportOptions& options, const tatamokatsu::Setup& setup,
                       const std::vector<TatamokatsuEntrant>& entrants);

}  // namespace tatami::cli
