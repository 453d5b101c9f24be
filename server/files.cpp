#include "server/files.h"

#include <zlib.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "chance/proof.h"

namespace tatami::server {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> types = {
    {{".html", "text/html; charset=utf-8"},
     {".js", "text/javascript; charset=utf-8"},
     {".mjs", "text/javascript; charset=utf-8"},
     {".css", "text/css; charset=utf-8"},
     {".wasm", "application/wasm"},
     {".json", "application/json"},
     {".webmanifest", "application/manifest+json"},
     {".svg", "image/svg+xml"},
     {".png", "image/png"},
     {".ico", "image/x-icon"},
     {".woff2", "font/woff2"},
     {".txt", "text/plain; charset=utf-8"}}};

std::string_view type_of(std::string_view name) {
  for (const auto& [ending, type] : types)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

std::string gzip(std::string plain) {
  z_stream stream{};
  constexpr int with_gzip_header = 15 + 16;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, with_gzip_header, 9,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string out(deflateBound(&stream, plain.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int done = deflate(&stream, Z_FINISH);
  out.resize(done == Z_STREAM_END ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

std::string tag_of(const std::string& content) {
  chance::Blake2b hash;
  hash.feed(content);
  return "W/\"" + chance::hex(hash.finish()).substr(0, 16) + "\"";
}

}  // namespace

Files::Files(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code none;
  if (folder.empty() || !fs::is_directory(folder, none)) return;
  // Links could lead anywhere, and what begins with a dot is not meant to be seen.
  for (auto each = fs::recursive_directory_iterator(folder);
       each != fs::recursive_directory_iterator{}; ++each) {
    const fs::directory_entry& entry = *each;
    const bool is_hidden = entry.path().filename().native().starts_with('.');
    if (is_hidden && entry.is_directory()) each.disable_recursion_pending();
    if (is_hidden || entry.symlink_status().type() != fs::file_type::regular) continue;
    std::ifstream in{entry.path(), std::ios::binary};
    File file;
    file.plain.assign(std::istreambuf_iterator<char>{in}, {});
    const std::string path = "/" + fs::relative(entry.path(), folder).generic_string();
    file.type = type_of(path);
    file.tag = tag_of(file.plain);
    file.lives_for_ever = path.starts_with("/assets/");
    file.gzipped = gzip(file.plain);
    if (file.gzipped.size() >= file.plain.size()) file.gzipped.clear();
    files_.emplace(path, std::move(file));
  }
}

const Files::File* Files::find(std::string_view path) const {
  if (const auto found = files_.find(path); found != files_.end()) return &found->second;
  const bool names_a_file = path.substr(path.rfind('/') + 1).find('.') != std::string_view::npos;
  if (names_a_file) return nullptr;
  const auto first = files_.find("/index.html");
  return first == files_.end() ? nullptr : &first->second;
}

}  // namespace tatami::server
