#pragma once

#include <memory>
#include <string>
#include <vector>

#include "table/table.h"

// A table in the browser: the same code and messages as the server's, with one person at it, or
// several who share the device, and the rest bots. The mail is that of the first.
namespace tatami::wasm {

class Offline {
 public:
  std::string open(std::string_view request);
  std::string tell(std::string_view request);
  std::string tick(table::Time now);
  double wakes_at() const;  // -1: not by itself
  const table::Table* table() const { return table_.get(); }

 private:
  // What the person gets to read, as a list; bots think on the way.
  std::string read(table::Outcome outcome, table::Time now);

  void keep_lines(table::Time now);

  std::unique_ptr<table::Table> table_;
  std::vector<table::Guest> people_;
};

// A position of a record, as a seat knows it (or everybody, or spectators).
std::string position_at(std::string_view request);

}  // namespace tatami::wasm
