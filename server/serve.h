#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tatami::server {

struct ServeOptions {
  std::string address = "0.0.0.0";
  std::uint16_t port = 8080;  // 0: any that is free
  std::string database = "tatami.db";
  std::string web;                             // the folder of the web client
  std::string certificate, key;                // PEM files: serve HTTPS
  std::vector<std::string> origins;            // of pages beside our own that may connect
  bool behind_proxy = false;                   // believe X-Forwarded-For
  std::string tcp_lag = "public";              // whose lag TCP bounds; also: all, none
  std::size_t connections_of_an_address = 64;  // 0: any number
  double messages_a_second = 20;               // of one connection, on average; 0: any number
  std::size_t tables_of_a_guest = 20;          // open at the same time; 0: any number
  std::int64_t bot_pause = 700;
  std::int64_t keep_days = 0;  // finished games, after which they leave the database; 0: for ever
  std::string records;         // the folder for their records; empty: beside the database
  bool check = false;          // only look whether the database is whole
  bool quiet = false;          // no address, no QR code
};

// Runs until SIGTERM or SIGINT. Says what is wrong on standard error; returns an exit status.
int serve(const ServeOptions& options);

// As many sockets as the system lets this process have.
void raise_descriptors();

}  // namespace tatami::server
