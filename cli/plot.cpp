#include "cli/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace tatami::cli {

namespace {

constexpr const char* paper = "#f7f2e7";
constexpr const char* ink = "#2b2622";
constexpr const char* faint = "#cfc6b4";
constexpr const char* vermilion = "#c8402f";
constexpr std::array<const char*, 5> inks = {"#c8402f", "#2b2622", "#5d7a45", "#3f6c8f", "#a87a2c"};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else
      out += c;
  }
  return out;
}

std::string words(double x, double y, const std::string& text, const char* anchor = "start") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n",
                     x, y, anchor, ink, escaped(text));
}

std::string line(double x1, double y1, double x2, double y2, const char* colour, double width) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
      "stroke-width=\"{}\"/>\n",
      x1, y1, x2, y2, colour, width);
}

std::string framed(int width, int height, const std::string& title, const std::string& inside) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"13\">\n<title>{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"{3}\"/>\n{4}{5}</svg>\n",
      width, height, escaped(title), paper, words(16, 24, title), inside);
}

// The first of 1, 2, 5, 10, 20, … that divides the range into at most eight parts.
double step_for(double range) {
  for (double unit = 1e-6;; unit *= 10)
    for (const double step : {unit, 2 * unit, 5 * unit})
      if (range / step <= 8) return step;
}

}  // namespace

std::string plot_bars(const std::string& title, const std::vector<Bar>& bars, double par) {
  constexpr int width = 640;
  constexpr int left = 170;
  constexpr int right = 70;
  constexpr int top = 44;
  double most = std::max(par, 1.0);
  for (const Bar& bar : bars) most = std::max(most, bar.value + bar.error);
  const double scale = (width - left - right) / most;
  const auto at_x = [&](double value) { return left + value * scale; };
  const double bottom = top + 30.0 * static_cast<double>(bars.size());
  const double step = step_for(most);
  std::string inside;
  for (int tick = 0; tick * step <= most; ++tick) {
    const double x = at_x(tick * step);
    inside += line(x, top - 6, x, bottom, faint, 1);
    inside += line(x, bottom, x, bottom + 5, ink, 1);
    inside += words(x, bottom + 20, fmt::format("{:g} %", tick * step), "middle");
  }
  inside += line(left, bottom, width - right, bottom, ink, 1);
  double y = top;
  for (const Bar& bar : bars) {
    inside += words(left - 10, y + 15, bar.label, "end");
    inside +=
        fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"20\" fill=\"{}\"/>\n",
                    left, y, bar.value * scale, ink);
    const double least = std::max(bar.value - bar.error, 0.0);
    inside += line(at_x(least), y + 10, at_x(bar.value + bar.error), y + 10, vermilion, 3);
    inside += words(at_x(bar.value + bar.error) + 6, y + 15, fmt::format("{:.1f} %", bar.value));
    y += 30;
  }
  inside += line(at_x(par), top - 8, at_x(par), bottom, vermilion, 1);
  inside += words(at_x(par) + 4, top - 4, fmt::format("par {:.1f} %", par));
  return framed(width, static_cast<int>(bottom) + 34, title, inside);
}

std::string plot_curves(const std::string& title, const std::string& x, const std::string& y,
                        const std::vector<Curve>& curves) {
  constexpr double width = 720;
  constexpr double height = 360;
  constexpr double left = 60;
  constexpr double right = 110;
  constexpr double top = 44;
  constexpr double bottom = 56;
  double low = 1e300;
  double high = -1e300;
  std::size_t steps = 2;
  for (const Curve& curve : curves) {
    steps = std::max(steps, curve.values.size());
    for (const double value : curve.values) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (low > high) low = 0, high = 1;
  if (high - low < 1e-9) high = low + 1;
  const double step = step_for(high - low);
  low = std::floor(low / step) * step;
  high = std::ceil(high / step) * step;
  const auto at_x = [&](double i) {
    return left + (width - left - right) * i / static_cast<double>(steps - 1);
  };
  const auto at_y = [&](double value) {
    return height - bottom - (height - top - bottom) * (value - low) / (high - low);
  };
  std::string inside;
  const auto ticks = static_cast<int>(std::lround((high - low) / step));
  for (int tick = 0; tick <= ticks; ++tick) {
    const double value = low + tick * step;
    inside += line(left, at_y(value), width - right, at_y(value), faint, 1);
    inside += line(left - 5, at_y(value), left, at_y(value), ink, 1);
    inside += words(left - 8, at_y(value) + 4, fmt::format("{:g}", value), "end");
  }
  // Steps are counted from 1; the last value is what came after all of them.
  const auto apart =
      static_cast<std::size_t>(std::max(1.0, step_for(1.5 * static_cast<double>(steps - 1))));
  for (std::size_t i = 0; i < steps; ++i) {
    const bool is_end = i + 1 == steps;
    const bool is_tick = i % apart == 0 && i + 1 + apart / 2 < steps;
    if (!is_end && !is_tick) continue;
    const double at = at_x(static_cast<double>(i));
    inside += line(at, height - bottom, at, height - bottom + 5, ink, 1);
    inside += words(at, height - bottom + 18, is_end ? "end" : std::to_string(i + 1), "middle");
  }
  inside += line(left, height - bottom, width - right, height - bottom, ink, 1);
  inside += line(left, top, left, height - bottom, ink, 1);
  double label_y = top + 6;
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const char* colour = inks[k % inks.size()];
    std::string points;
    for (std::size_t i = 0; i < curves[k].values.size(); ++i)
      points +=
          fmt::format("{:.1f},{:.1f} ", at_x(static_cast<double>(i)), at_y(curves[k].values[i]));
    inside +=
        fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                    points, colour);
    inside += line(width - right + 8, label_y - 4, width - right + 26, label_y - 4, colour, 3);
    inside += words(width - right + 32, label_y, curves[k].label);
    label_y += 20;
  }
  inside += words((left + width - right) / 2, height - 12, x, "middle");
  inside += words(16, top - 8, y);
  return framed(static_cast<int>(width), static_cast<int>(height), title, inside);
}

bool write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = file && std::fclose(file) == 0;
  if (written && closed) return true;
  fmt::print(stderr, "{}: cannot be written: {}\n", path, std::strerror(errno));
  return false;
}

}  // namespace tatami::cli
