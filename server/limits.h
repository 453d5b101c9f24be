#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "server/bucket.h"

namespace tatami::server {

// How much connections, addresses, guests and tables may have or do. For counts 0 means any number.
// (live/limits.h has those of what a table and its game write to their log.)
struct Limits {
  // ---- Of a connection ----
  Bucket::Size messages{.most = 60, .a_second = 20};
  int refused_before_closing = 200;    // messages that came too fast
  double price_of_a_name = 5;          // in messages: every table is looked at
  double price_of_looking_again = 10;  // all of the chat is told
  double price_of_a_guess = 10;        // room codes are short

  // ---- Of a socket ----
  std::size_t longest_message = std::size_t{16} * 1024;
  std::size_t longest_queue = std::size_t{512} * 1024;  // bytes not yet taken by a slow reader
  int controls = 300;  // pings and pongs of a client, between two pings of ours
  // Bytes between two looks that were part of no message: empty fragments, above all.
  std::uint64_t noise = std::uint64_t{64} * 1024;
  std::uint32_t longest_header = 8 * 1024;  // of an HTTP request
  std::chrono::seconds patience{30};        // with a request, and to take a short answer
  std::size_t slowest_reader = 8192;        // bytes a second of a long answer

  // ---- Of an address; of a larger network the share that server/network.h says ----
  std::size_t connections_of_an_address = 64;
  std::size_t tables_of_an_address = 200;    // unfinished, and as many finished ones looked at
  std::size_t slow_bots_of_an_address = 60;  // that take their time, at all its tables
  std::size_t listed_of_an_address = 20;     // in the lobby
  Bucket::Size wrong_codes{.most = 100, .a_second = 1};
  Bucket::Size requests{.most = 100, .a_second = 10};  // what costs more than a file

  // ---- Of a guest ----
  std::size_t tables_of_a_guest = 20;  // open at the same time
  std::uint32_t names_of_a_guest = 1000;

  // ---- Of a table's chat ----
  std::size_t remarks_kept = 100;
  std::size_t remarks_of_a_player = 2000;
  std::size_t remarks_of_a_spectator = 200;
  std::uint32_t remarks_of_all = 20'000;  // after which only players speak

  // ---- Of a circle ----
  std::size_t people_of_a_circle = 50;  // each step is told to all of them

  // ---- Of the house ----
  std::size_t tables = 50'000;
  std::size_t listed = 200;                               // in the lobby
  std::size_t pages_kept = 200;                           // records asked for lately
  live::Time deserted_at_most = live::Time{10} * 60'000;  // a table where nobody sits or watches
};

}  // namespace tatami::server
