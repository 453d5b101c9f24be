#include "store/wal.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <span>
#include <vector>

#include "store/database.h"

// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
namespace tatami::store {
namespace {

using Bytes = std::span<const unsigned char>;
using Sum = std::array<std::uint32_t, 2>;
using Salts = std::uint64_t;

constexpr std::uint32_t magic = 0x377f'0682;  // plus one if checksums are of big-endian words
constexpr std::size_t header_size = 32;
constexpr std::size_t frame_header_size = 24;

std::uint32_t big_endian(Bytes bytes, std::size_t at) {
  return std::uint32_t{bytes[at]} << 24U | std::uint32_t{bytes[at + 1]} << 16U |
         std::uint32_t{bytes[at + 2]} << 8U | bytes[at + 3];
}
std::uint32_t little_endian(Bytes bytes, std::size_t at) {
  return std::uint32_t{bytes[at + 3]} << 24U | std::uint32_t{bytes[at + 2]} << 16U |
         std::uint32_t{bytes[at + 1]} << 8U | bytes[at];
}

Sum sum_at(Bytes bytes, std::size_t at) {
  return {big_endian(bytes, at), big_endian(bytes, at + 4)};
}
Salts salts_at(Bytes bytes, std::size_t at) {
  return Salts{big_endian(bytes, at)} << 32U | big_endian(bytes, at + 4);
}

Sum add(Sum sum, Bytes bytes, bool is_big_endian) {
  const auto word = is_big_endian ? big_endian : little_endian;
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    sum[0] += word(bytes, at) + sum[1];
    sum[1] += word(bytes, at + 4) + sum[0];
  }
  return sum;
}

bool read(std::ifstream& file, std::span<unsigned char> bytes) {
  file.read(reinterpret_cast<char*>(bytes.data()), std::ssize(bytes));
  return file.gcount() == std::ssize(bytes);
}

}  // namespace

void check_wal(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::array<unsigned char, header_size> header{};
  if (!read(file, header)) return;
  const bool is_big_endian = big_endian(header, 0) == magic + 1;
  const std::uint32_t page = big_endian(header, 8);
  Sum sum = add({}, Bytes{header}.first(header_size - 8), is_big_endian);
  const bool is_whole = (is_big_endian || big_endian(header, 0) == magic) && page % 8 == 0 &&
                        page <= 65536 && sum == sum_at(header, header_size - 8);
  const Salts salts = salts_at(header, 16);

  // Extended by a crash before anything was written.
  const bool is_blank = std::ranges::all_of(header, [](unsigned char byte) { return byte == 0; });

  std::vector<unsigned char> frame(frame_header_size + (is_whole ? page : 0));
  bool has_ended = !is_whole;
  bool has_torn_commit = false;
  while (read(file, frame)) {
    // Frames of an earlier round, already in the database, have other salts and checksums.
    const bool is_of_this_round = salts_at(frame, 8) == salts;
    if (!has_ended) {
      sum = add(sum, Bytes{frame}.first(8), is_big_endian);
      sum = add(sum, Bytes{frame}.subspan(frame_header_size), is_big_endian);
    }
    const bool follows = !has_ended && sum == sum_at(frame, 16);
    if (follows && is_of_this_round) continue;
    has_ended = true;
    if (is_blank && std::ranges::all_of(frame, [](unsigned char byte) { return byte == 0; }))
      continue;
    if (!is_whole || follows || (has_torn_commit && is_of_this_round))
      throw Failure{path + ": is damaged: saved games would be lost; restore a backup"};
    const bool is_commit = big_endian(frame, 4) != 0;
    has_torn_commit = has_torn_commit || (is_of_this_round && is_commit);
  }
}

}  // namespace tatami::store
