#include "cli/npz.h"

#include <array>
#include <cstddef>
#include <utility>

namespace tatami::cli {

namespace {

// CRC-32 as in zip files.
constexpr auto remainders = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit)
      rest = (rest & 1U) != 0 ? rest >> 1U ^ 0xEDB88320U : rest >> 1U;
    table[byte] = rest;
  }
  return table;
}();

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t rest = 0xFFFFFFFFU;
  for (const char byte : bytes)
    rest = remainders[(rest ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ rest >> 8U;
  return ~rest;
}

void put(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFFU);
}

constexpr std::uint64_t zip_version = 20;
constexpr std::uint64_t first_of_january_1980 = 0x0021;

}  // namespace

std::string npy(std::string_view type, const std::vector<std::uint64_t>& shape,
                std::string_view bytes) {
  std::string dimensions;
  for (const std::uint64_t size : shape) dimensions += std::to_string(size) + ",";
  if (shape.size() > 1) dimensions.pop_back();
  std::string header = "{'descr': '" + std::string{type} + "', 'fortran_order': False, 'shape': (" +
                       dimensions + "), }";
  // The data begin at a multiple of 64.
  constexpr std::size_t before = 10;
  header.append(63 - (before + header.size()) % 64, ' ');
  header += '\n';
  std::string out{"\x93NUMPY\x01\x00", 8};
  put(out, header.size(), 2);
  return out += header += bytes;
}

void Npz::add(std::string_view name, std::string_view array) {
  const std::string file = std::string{name} + ".npy";
  const std::uint64_t begins_at = out_.size();
  std::string entry;
  put(entry, zip_version, 2);
  put(entry, 0, 2);  // flags
  put(entry, 0, 2);  // stored
  put(entry, 0, 2);  // midnight
  put(entry, first_of_january_1980, 2);
  put(entry, crc32(array), 4);
  put(entry, array.size(), 4);
  put(entry, array.size(), 4);
  put(entry, file.size(), 2);
  put(entry, 0, 2);  // extra

  put(out_, 0x04034B50, 4);
  (out_ += entry) += file;
  out_ += array;

  put(directory_, 0x02014B50, 4);
  put(directory_, zip_version, 2);
  directory_ += entry;
  put(directory_, 0, 2);  // comment
  put(directory_, 0, 2);  // disk
  put(directory_, 0, 2);  // attributes
  put(directory_, 0, 4);
  put(directory_, begins_at, 4);
  directory_ += file;
  ++files_;
}

std::string Npz::finish() && {
  const std::uint64_t begins_at = out_.size();
  out_ += directory_;
  put(out_, 0x06054B50, 4);
  put(out_, 0, 4);  // disks
  put(out_, files_, 2);
  put(out_, files_, 2);
  put(out_, directory_.size(), 4);
  put(out_, begins_at, 4);
  put(out_, 0, 2);  // comment
  return std::move(out_);
}

}  // namespace tatami::cli
