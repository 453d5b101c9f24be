#pragma once

#include <string>
#include <vector>

// Small SVG plots in the colours of the documents: ink on paper, one vermilion accent.
namespace tatami::cli {

struct Bar {
  std::string label;
  double value = 0;
  double error = 0;  // half width of the interval
};

// Horizontal bars with intervals, in percent; `par` is marked.
std::string plot_bars(const std::string& title, const std::vector<Bar>& bars, double par);

struct Curve {
  std::string label;
  std::vector<double> values;  // one per step, and one after the last
};

// `x` names the steps, `y` the unit of the values.
std::string plot_curves(const std::string& title, const std::string& x, const std::string& y,
                        const std::vector<Curve>& curves);

// Returns false after a message on standard error if the file cannot be written.
bool write_file(const std::string& path, const std::string& text);

}  // namespace tatami::cli
