#include "table/verify.h"

#include <cstdio>
#include <fstream>
#include <iterator>

#include "cli/commands.h"

namespace tatami::cli {

namespace {

constexpr std::size_t largest_file = std::size_t{16} * 1024 * 1024;

std::optional<std::string> whole_file(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  std::string text{std::istreambuf_iterator<char>{in}, {}};
  if (!in || text.size() > largest_file) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    return {};
  }
  return text;
}

// game.jsonl -> game.sidecar.json
std::string beside(const std::string& record) {
  const std::size_t dot = record.rfind('.');
  const std::size_t slash = record.rfind('/');
  const bool has_ending = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return (has_ending ? record.substr(0, dot) : record) + ".sidecar.json";
}

}  // namespace

int verify(const VerifyOptions& options) {
  const std::string sidecar_file =
      options.sidecar.empty() ? beside(options.record) : options.sidecar;
  const auto record = whole_file(options.record);
  if (!record) return bad_input;
  const auto text = whole_file(sidecar_file);
  if (!text) return bad_input;
  const auto sidecar = protocol::from_json<protocol::Sidecar>(std::string_view{*text});
  if (!sidecar) {
    std::fprintf(stderr, "%s: %s\n", sidecar_file.c_str(), sidecar.error().what.c_str());
    return bad_input;
  }
  if (const auto mismatch = table::verify(*record, *sidecar)) {
    if (mismatch->line == 0)
      std::fprintf(stderr, "%s: %s\n", sidecar_file.c_str(), mismatch->what.c_str());
    else
      std::fprintf(stderr, "%s:%zu: %s\n", options.record.c_str(), mismatch->line,
                   mismatch->what.c_str());
    return bad_input;
  }
  std::printf("%s: every card and die follows from the committed seed\n", options.record.c_str());
  return ok;
}

int print_protocol(const ProtocolOptions& options) {
  const protocol::Catalogue catalogue = protocol::catalogue();
  const std::string text = options.schema ? protocol::json_schema(catalogue)
                                          : "// Made by `tatami protocol`; not to be edited.\n\n" +
                                                protocol::typescript(catalogue);
  std::fputs(text.c_str(), stdout);
  return ok;
}

}  // namespace tatami::cli
