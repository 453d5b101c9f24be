#include "cli/learning_curve.h"

#include <fmt/core.h>

#include <algorithm>

namespace tatami::cli {

namespace {

constexpr double width = 640;
constexpr double height = 360;
constexpr double left = 56;
constexpr double right = width - 24;
constexpr double top = 48;
constexpr double bottom = height - 52;

struct Axes {
  std::size_t steps;
  double most;  // the largest share

  double x(std::size_t step) const {
    return left + (right - left) * (static_cast<double>(step) + 0.5) / static_cast<double>(steps);
  }
  double y(double share) const { return bottom - (bottom - top) * share / most; }
};

std::string grid(const Axes& axes) {
  std::string out;
  for (int percent = 0; percent <= static_cast<int>(100 * axes.most); percent += 10)
    out += fmt::format(
        "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#e3ddd0\"/>"
        "<line class=\"tick\" x1=\"{6}\" x2=\"{0}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" "
        "stroke=\"#3b352b\"/><text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5} %</text>\n",
        left, right, axes.y(percent / 100.0), left - 8, axes.y(percent / 100.0) + 4, percent,
        left - 5);
  out += fmt::format(
      "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#a89f8d\" "
      "stroke-dasharray=\"4 4\"/><text x=\"{1}\" y=\"{3:.1f}\" text-anchor=\"end\">as good as a "
      "student</text>\n",
      left, right, axes.y(0.25), axes.y(0.25) - 6);
  return out;
}

std::string points(const std::vector<ShareSeen>& curve, const Axes& axes, std::uint64_t games) {
  std::string out = "<polyline fill=\"none\" stroke=\"#b03a2e\" stroke-width=\"2\" points=\"";
  for (std::size_t i = 0; i < curve.size(); ++i)
    out += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", axes.x(i), axes.y(curve[i].share));
  out += "\"/>\n";
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const ShareSeen& seen = curve[i];
    out += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"#b03a2e\"/>"
        "<circle cx=\"{0:.1f}\" cy=\"{3:.1f}\" r=\"4\" fill=\"#b03a2e\"/>\n",
        axes.x(i), axes.y(seen.share - seen.uncertainty), axes.y(seen.share + seen.uncertainty),
        axes.y(seen.share));
    if (curve.size() <= 12 || i % (curve.size() / 12 + 1) == 0)
      out += fmt::format(
          "<line class=\"tick\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" "
          "stroke=\"#3b352b\"/><text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
          axes.x(i), bottom, bottom + 5, bottom + 20, (i + 1) * games);
  }
  return out;
}

}  // namespace

std::string draw_curve(const std::vector<ShareSeen>& curve, std::uint64_t games) {
  Axes axes{std::max<std::size_t>(1, curve.size()), 0.6};
  for (const ShareSeen& seen : curve)
    axes.most = std::max(axes.most, seen.share + seen.uncertainty);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
             "font-family=\"sans-serif\" font-size=\"12\" fill=\"#3b352b\">\n"
             "<rect width=\"{0}\" height=\"{1}\" fill=\"#fbf8f1\"/>\n"
             "<text x=\"{2}\" y=\"26\" font-size=\"15\">Dojo: one adept against three students, "
             "win share with 95 % interval</text>\n",
             width, height, left) +
         grid(axes) + points(curve, axes, games) +
         fmt::format(
             "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">training games</text>\n"
             "</svg>\n",
             (left + right) / 2, height - 12);
}

}  // namespace tatami::cli
