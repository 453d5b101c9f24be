#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/elsewhere.h"
#include "server/network.h"
#include "table/table.h"

namespace tatami::server {

// Counts of what an address uses of the house.
struct Usage {
  std::int64_t tables = 0, finished = 0, slow_bots = 0;
  bool operator==(const Usage&) const = default;
};

// The share of one table in these counts.
struct Tally {
  Usage of_address;
  Guest host;  // nobody: it sleeps, or is finished
  bool operator==(const Tally&) const = default;
};

Tally tally_of(const table::Table& table);
Tally tally_of(const Posted& posted);

// Counts for the limits of addresses and hosts, kept up to date so that asking costs nothing.
class Accounts {
 public:
  // A table that was opened from this address counted as `was` and counts as `is`.
  void change(const std::string& address, const Tally& was, const Tally& is) {
    if (was.host != is.host) {
      if (const auto found = hosting_.find(was.host);
          found != hosting_.end() && --found->second == 0)
        hosting_.erase(found);
      if (!is.host.empty()) ++hosting_[is.host];
    }
    if (address.empty()) return;
    for (const Network& network : networks_of(address)) {
      Usage& usage = of_networks_[network.name];
      for (const auto what : {&Usage::tables, &Usage::finished, &Usage::slow_bots})
        usage.*what += is.of_address.*what - was.of_address.*what;
      if (usage == Usage{}) of_networks_.erase(network.name);
    }
  }

  // Tables that are open.
  std::size_t hosted_by(const Guest& guest) const {
    const auto found = hosting_.find(guest);
    return found == hosting_.end() ? 0 : found->second;
  }
  // Whether this address may not have so many more, of what is limited to this. 0: no limit.
  bool is_at_limit(const std::string& address, std::size_t limit, std::int64_t Usage::* what,
                   std::int64_t more = 1) const {
    if (limit == 0 || address.empty()) return false;
    return std::ranges::any_of(networks_of(address), [&](const Network& network) {
      const auto usage = of_networks_.find(network.name);
      const std::int64_t there = usage == of_networks_.end() ? 0 : usage->second.*what;
      return there + more > static_cast<std::int64_t>(limit * network.share);
    });
  }

 private:
  std::unordered_map<std::string, Usage> of_networks_;
  std::unordered_map<std::string, std::size_t> hosting_;  // by host
};

}  // namespace tatami::server
