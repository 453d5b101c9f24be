#pragma once

#include <string>
#include <vector>

// Small plots as SVG in the colours of docs: ink on paper, one vermilion accent.
namespace tatami::cli {

struct Bar {
  std::string label;
  double value = 0;
  double error = 0;  // half the interval
};

// Horizontal bars with intervals, in percent; `par` is marked.
std::string plot_bars(const std::string& title, const std::vector<Bar>& bars, double par);

struct Curve {
  std::string label;
  std::vector<double> values;  // one for each step
};

std::string plot_curves(const std::string& title, const std::string& x, const std::string& y,
                        const std::vector<Curve>& curves);

// False with a message on standard error if it cannot be written.
bool write_file(const std::string& path, const std::string& text);

}  // namespace tatami::cli
