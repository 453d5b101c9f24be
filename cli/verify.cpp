#include "live/verify.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/commands.h"
#include "live/dojo/count.h"
#include "review/puzzles.h"
#include "review/review.h"

namespace tatami::cli {

namespace {

constexpr std::size_t largest_file = std::size_t{16} * 1024 * 1024;

std::optional<std::string> whole_file(const std::string& path) {
  const auto fail = [&](const char* why) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), why);
    return std::nullopt;
  };
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return fail(std::strerror(errno));
  std::string text(largest_file + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  const int problem = std::ferror(file) != 0 ? errno : 0;
  std::fclose(file);
  if (problem != 0) return fail(std::strerror(problem));
  if (text.size() > largest_file) return fail("the file is too long to be a game");
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
  if (const auto mismatch = live::verify(*record, *sidecar)) {
    if (mismatch->line == 0)
      std::fprintf(stderr, "%s: %s\n", sidecar_file.c_str(), mismatch->what.c_str());
    else
      std::fprintf(stderr, "%s:%zu: %s\n", options.record.c_str(), mismatch->line,
                   mismatch->what.c_str());
    return bad_input;
  }
  const std::string commitment = sidecar->commitment;
  if (!options.commitment.empty() && options.commitment != commitment) {
    std::fprintf(stderr, "%s: the commitment is %s, not the one given with --commitment\n",
                 sidecar_file.c_str(), commitment.c_str());
    return bad_input;
  }
  std::printf("%s: every card and die follows from the committed seed\n", options.record.c_str());
  if (!options.commitment.empty()) return ok;
  std::printf("The table must have shown this commitment before anybody sat down: %s\n",
              commitment.c_str());
  return ok;
}

int print_protocol(const ProtocolOptions& options) {
  record::Catalogue catalogue = live::catalogue();
  if (!options.schema) {  // what WebAssembly answers and nobody sends
    review::describe(catalogue);
    review::describe_puzzles(catalogue);
    record::Codec<live::Count>::shape(catalogue);
  }
  const std::string text = options.schema
                               ? record::json_schema(catalogue)
                               : "// Made by `tatami protocol`; not to be edited.\n\n"
                                 "/** The version these types are of. */\n"
                                 "export const version = \"" +
                                     text_of(protocol::version) + "\"\n\n" +
                                     record::typescript(catalogue) + "\n" + live::offers();
  std::fputs(text.c_str(), stdout);
  return ok;
}

}  // namespace tatami::cli
