#include "cli/lines.h"

namespace tatami::cli {

LineReader::Got LineReader::next() {
  line_.clear();
  bool any = false;
  bool too_long = false;
  for (int c = getc_unlocked(stream_); c != EOF; c = getc_unlocked(stream_)) {
    any = true;
    if (c == '\n') break;
    if (line_.size() < longest_)
      line_.push_back(static_cast<char>(c));
    else
      too_long = true;
  }
  if (std::ferror(stream_) != 0) return Got::error;
  if (!any) return Got::end;
  ++number_;
  return too_long ? Got::too_long : Got::line;
}

}  // namespace tatami::cli
