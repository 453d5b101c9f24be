#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tatami::server {

struct Network {
  std::string name;
  unsigned share = 1;  // how many times the limits of one address all of it may have
};

// The networks that count for an address, the smallest first. Somebody who is given a large one of
// IPv6 has thousands of addresses: together they may have more than one of them, but not that much.
inline std::vector<Network> networks_of(const std::string& address) {
  std::vector<Network> networks{{address, 1}};
  constexpr std::string_view smallest = "/64";
  if (!address.ends_with(smallest)) return networks;
  in6_addr bytes{};
  const std::string plain = address.substr(0, address.size() - smallest.size());
  if (inet_pton(AF_INET6, plain.c_str(), &bytes) != 1) return networks;
  struct Larger {
    std::size_t bytes;
    const char* ending;
    unsigned share;
  };
  for (const Larger& each : {Larger{7, "/56", 4}, Larger{6, "/48", 16}}) {
    std::fill(std::begin(bytes.s6_addr) + each.bytes, std::end(bytes.s6_addr), std::uint8_t{0});
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (!inet_ntop(AF_INET6, &bytes, text.data(), text.size())) return networks;
    networks.push_back({std::string{text.data()} + each.ending, each.share});
  }
  return networks;
}

}  // namespace tatami::server
