#include "cli/draw.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace tatami::cli {

bool use_colour(Colour wish) {
  if (wish != Colour::automatic) return wish == Colour::always;
  return isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

std::string seat_number(Seat seat) { return fmt::format("seat {}", seat.value); }

std::string Pen::paint(const char* code, const std::string& text) const {
  return colour_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

std::string Pen::seats(SeatSet seats) const {
  std::string out;
  for (Seat each : seats) out += (out.empty() ? "" : ", ") + names_(each);
  return out;
}

std::size_t visible_width(const std::string& text) {
  std::size_t width = 0;
  bool in_code = false;
  for (const char c : text) {
    if (c == '\033') in_code = true;
    if (!in_code && (static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++width;
    if (in_code && c == 'm') in_code = false;
  }
  return width;
}

std::string beside_each_other(const std::vector<std::vector<std::string>>& blocks,
                              std::size_t screen_width) {
  std::string out;
  for (std::size_t first = 0; first < blocks.size();) {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t last = first;
    std::vector<std::size_t> widths;
    for (; last < blocks.size(); ++last) {
      std::size_t widest = 0;
      for (const std::string& line : blocks[last]) widest = std::max(widest, visible_width(line));
      if (last > first && width + widest > screen_width) break;
      width += widest + 3;
      height = std::max(height, blocks[last].size());
      widths.push_back(widest + 3);
    }
    for (std::size_t row = 0; row < height; ++row) {
      std::string text;
      for (std::size_t b = first; b < last; ++b) {
        const std::string line = row < blocks[b].size() ? blocks[b][row] : "";
        text += line + std::string(widths[b - first] - visible_width(line), ' ');
      }
      text.erase(text.find_last_not_of(' ') + 1);
      out += text + "\n";
    }
    out += "\n";
    first = last;
  }
  return out;
}

std::string wrapped(const std::string& text, std::size_t width) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string rest = text.substr(at, end - at);
    const std::string indent(std::min(rest.find_first_not_of(' '), rest.size()), ' ');
    while (visible_width(rest) > width) {
      // The last space before the width is full.
      std::size_t cut = std::string::npos;
      for (std::size_t space = rest.find(' ', indent.size());
           space != std::string::npos && visible_width(rest.substr(0, space)) <= width;
           space = rest.find(' ', space + 1))
        cut = space;
      if (cut == std::string::npos) break;
      out += rest.substr(0, cut) + "\n";
      rest.erase(0, std::min(rest.find_first_not_of(' ', cut), rest.size()));
      rest.insert(0, indent);
    }
    out += rest;
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace tatami::cli
