#include "cli/state_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>

#include "rules/core/version.h"

namespace tatami::cli {

namespace {

constexpr std::string_view first_line = "tatami state 1\n";
constexpr std::chrono::seconds between_saves{10};

std::uint64_t hash_of(std::string_view text) {  // FNV-1a
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char letter : text)
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3U;
  return hash;
}

// Removes and returns what stands before the mark; nothing if there is no mark.
std::string_view cut(std::string_view& text, char mark) {
  const std::size_t end = text.find(mark);
  if (end == std::string_view::npos) return {};
  const std::string_view before = text.substr(0, end);
  text.remove_prefix(end + 1);
  return before;
}

bool parse_hex(std::string_view word, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, 16);
  return !word.empty() && error == std::errc{} && end == word.data() + word.size();
}

}  // namespace

// ---- The archive: words of hexadecimal digits; "z5" stands for five zeros ----

void Archive::end_zeros() {
  if (zeros_ > 0) written_ += fmt::format("z{:x} ", zeros_);
  zeros_ = 0;
}

std::string Archive::text() {
  end_zeros();
  return written_;
}

std::string_view Archive::next_word() {
  const std::string_view word = cut(unread_, ' ');
  if (word.empty()) fail();
  return word;
}

void Archive::exchange(std::uint64_t& number) {
  if (!reading_) {
    if (number == 0) {
      ++zeros_;
      return;
    }
    end_zeros();
    written_ += fmt::format("{:x} ", number);
    return;
  }
  if (failed_) return;
  if (zeros_ == 0) {
    const std::string_view word = next_word();
    if (!word.starts_with('z')) {
      std::uint64_t read = 0;
      if (parse_hex(word, read))
        number = read;
      else
        fail();
      return;
    }
    if (!parse_hex(word.substr(1), zeros_) || zeros_ == 0) return fail();
  }
  --zeros_;
  number = 0;
}

void Archive::exchange(std::int64_t& number) {
  auto bits = std::bit_cast<std::uint64_t>(number);
  exchange(bits);
  number = std::bit_cast<std::int64_t>(bits);
}

void Archive::exchange(double& number) {
  auto bits = std::bit_cast<std::uint64_t>(number);
  exchange(bits);
  number = std::bit_cast<double>(bits);
}

void Archive::exchange(std::string& text) {
  std::uint64_t size = text.size();
  exchange(size);
  if (!reading_) {
    end_zeros();
    written_ += text;
    return;
  }
  if (failed_ || zeros_ > 0 || size > unread_.size()) return fail();
  text = unread_.substr(0, size);
  unread_.remove_prefix(size);
}

// ---- The file: a line that names the format, the command and its options, the state, a sum ----

StateFile::StateFile(std::string path, std::string command, RunOptions options)
    : path_(std::move(path)), command_(std::move(command)), options_(std::move(options)) {
  options_.insert(options_.begin(), {"the version of tatami", text_of(library_version)});
}

std::string StateFile::head() const {
  std::string text = std::string{first_line} + command_ + "\n";
  for (const auto& [name, value] : options_) (((text += name) += '\t') += value) += '\n';
  return text + "\n";
}

Result<std::string, json::Problem> StateFile::read() const {
  const auto problem = [](const std::string& what) { return json::Problem{what}; };
  if (path_.empty() || (access(path_.c_str(), F_OK) != 0 && errno == ENOENT)) return std::string{};
  std::ifstream stream{path_, std::ios::binary};
  const std::string file{std::istreambuf_iterator<char>{stream}, {}};
  if (!stream.is_open() || stream.bad())
    return problem(fmt::format("{}: cannot be read: {}", path_, std::strerror(errno)));
  std::string_view rest = file;
  if (!rest.starts_with(first_line))
    return problem(
        fmt::format("{}: is not a state saved by tatami; name another file with --resume", path_));

  const std::size_t sum_at = rest.rfind('\n', rest.size() - 2) + 1;
  const std::string_view sum = rest.substr(sum_at);
  rest = rest.substr(0, sum_at);
  if (sum != fingerprint(rest) + "\n")
    return problem(fmt::format("{}: is damaged; remove it to start again", path_));
  rest.remove_prefix(first_line.size());

  const std::string_view command = cut(rest, '\n');
  if (command != command_)
    return problem(
        fmt::format("{}: belongs to tatami {}, not to tatami {}", path_, command, command_));
  RunOptions others;
  for (std::string_view line = cut(rest, '\n'); !line.empty(); line = cut(rest, '\n')) {
    const std::string_view name = cut(line, '\t');
    others.emplace_back(name, line);
  }
  for (const auto& [name, value] : options_) {
    const auto other = std::ranges::find(others, name, &std::pair<std::string, std::string>::first);
    const std::string before = other == others.end() ? "not there" : json::quote(other->second);
    if (other == others.end() || other->second != value)
      return problem(
          fmt::format("{}: belongs to a run with other options: {} was {} there and is {} here",
                      path_, name, before, json::quote(value)));
  }
  rest.remove_suffix(1);
  return std::string{rest};
}

bool StateFile::save(const std::string& state) {
  if (path_.empty()) return true;
  saved_ = std::chrono::steady_clock::now();
  std::string text = head() + state + "\n";
  text += fingerprint(text) + "\n";
  const std::string temporary = path_ + ".tmp";
  const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool written = file >= 0;
  for (std::string_view rest = text; written && !rest.empty();) {
    const ssize_t count = write(file, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    written = count > 0;
    if (written) rest.remove_prefix(static_cast<std::size_t>(count));
  }
  written = written && fsync(file) == 0;
  int error = errno;
  if (file >= 0 && close(file) != 0 && written) {
    written = false;
    error = errno;
  }
  if (written && std::rename(temporary.c_str(), path_.c_str()) == 0) return true;
  if (written) error = errno;
  unlink(temporary.c_str());
  fmt::print(stderr, "{}: cannot be written: {}\n", path_, std::strerror(error));
  return false;
}

bool StateFile::is_due() const {
  return is_used() && std::chrono::steady_clock::now() - saved_ >= between_saves;
}

std::string fingerprint(std::string_view text) { return fmt::format("{:016x}", hash_of(text)); }

}  // namespace tatami::cli
