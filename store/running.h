#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "store/database.h"
#include "store/sum.h"

namespace tatami::store {

// The streams of one kind that have no last entry: how many, and a sum of which and up to where. It
// is noted in the same commit that changes one of them, so that none can end, vanish or go back
// without being noticed.
struct Running {
  std::int64_t streams = 0;
  std::int64_t sum = 0;

  void add(std::string_view name, std::int64_t id, std::int64_t tail) {
    ++streams;
    sum ^= sum_of(name, id, tail);
  }
  void remove(std::string_view name, std::int64_t id, std::int64_t tail) {
    --streams;
    sum ^= sum_of(name, id, tail);
  }
  bool operator==(const Running&) const = default;

 private:
  static std::int64_t sum_of(std::string_view name, std::int64_t id, std::int64_t tail) {
    return RowSum{}.add(id).add(name).add(tail).value();
  }
};

// "table/" of "table/ab12cd"; a name without a slash is a kind of its own.
inline std::string kind_of(std::string_view name) {
  const std::size_t slash = name.find('/');
  return std::string{slash == std::string_view::npos ? name : name.substr(0, slash + 1)};
}

using RunningByKind = std::map<std::string, Running, std::less<>>;

// As it has been noted.
inline RunningByKind noted_running(const Database& database) {
  RunningByKind all;
  Statement notes{database, "SELECT kind, streams, sum FROM running"};
  while (notes.next()) all[notes.text(0)] = {notes.number(1), notes.number(2)};
  return all;
}

// As the streams say whose names begin like this.
inline RunningByKind actual_running(const Database& database, const std::string& beginning) {
  RunningByKind all;
  Statement streams{database,
                    "SELECT name, id, tail FROM stream WHERE finished = 0 AND name >= ? "
                    "ORDER BY name"};
  streams.with(beginning);
  while (streams.next()) {
    const std::string name = streams.text(0);
    if (!name.starts_with(beginning)) {
      streams.reset();
      break;
    }
    all[kind_of(name)].add(name, streams.number(1), streams.number(2));
  }
  return all;
}

}  // namespace tatami::store
