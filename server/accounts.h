#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

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
  bool is_playing = false;
  bool operator==(const Tally&) const = default;
};

// The seats where a bot that takes its time plays, or will if somebody is away.
std::int64_t slow_bots_of(const protocol::Settings& settings,
                          const std::vector<table::Entry>& chairs);
Tally tally_of(const table::Table& table);
Tally tally_of(const Posted& posted);

// Counts for the limits of addresses and hosts, kept up to date so that asking costs nothing.
class Accounts {
 public:
  // A table that was opened from this address counted as `was` and counts as `is`.
  void change(const std::string& address, const Tally& was, const Tally& is) {
    playing_ += (is.is_playing ? 1 : 0) - (was.is_playing ? 1 : 0);
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

  // Of this house's own tables.
  std::size_t playing() const { return static_cast<std::size_t>(playing_); }
  std::size_t networks() const { return of_networks_.size(); }
  std::size_t hosts() const { return hosting_.size(); }
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
  std::int64_t playing_ = 0;
  std::unordered_map<std::string, Usage> of_networks_;
  std::unordered_map<std::string, std::size_t> hosting_;  // by host
};

}  // namespace tatami::server
