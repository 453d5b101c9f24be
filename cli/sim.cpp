#include "cli/sim.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "cli/commands.h"
#include "cli/interrupt.h"

namespace tatami::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct Sum {
  std::uint64_t seeds = 0;
  sim::Report all;
  Clock::time_point begun = Clock::now();

  void add(const sim::Report& one) {
    ++seeds;
    for (const auto what : {&sim::Report::ticks, &sim::Report::crashes, &sim::Report::faults,
                            &sim::Report::jumps, &sim::Report::breaks, &sim::Report::commits,
                            &sim::Report::entries, &sim::Report::commands, &sim::Report::messages,
                            &sim::Report::tables, &sim::Report::games})
      all.*what += one.*what;
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }
};

std::string in_words(const sim::Report& report) {
  return fmt::format(
      "{} events, {} crashes, {} disk faults, {} jumps of the clock, {} broken connections, {} "
      "commits, {} entries, {} commands, {} messages checked, {} tables, {} games finished",
      report.ticks, report.crashes, report.faults, report.jumps, report.breaks, report.commits,
      report.entries, report.commands, report.messages, report.tables, report.games);
}

std::string command_of(const sim::Options& options) {
  return fmt::format("tatami sim --seed {} --ticks {} --people {}", options.seed, options.ticks,
                     options.people);
}

int report_failure(const SimOptions& options, const sim::Options& run, const sim::Report& report) {
  fmt::print("seed {} failed at event {}: {}\n", run.seed, report.ticks, *report.failure);
  fmt::print("again: {}\n", command_of(run));
  if (options.shrink) {
    const sim::Options shorter = sim::shrink(run, report);
    fmt::print("shorter: {}\n", command_of(shorter));
  }
  return bad_input;
}

}  // namespace

int simulate_house(const SimOptions& options) {
  Sum sum;
  double told = 0;
  sim::Options run = options.run;
  const Interruptible until_interrupted;
  for (; (options.forever || sum.seeds < options.seeds) && !is_interrupted(); ++run.seed) {
    const sim::Report report = sim::simulate(run);
    if (report.failure) return report_failure(options, run, report);
    sum.add(report);
    const bool is_one_of_many = options.forever || options.seeds > 1;
    if (!is_one_of_many)
      fmt::print("seed {}: {}; fingerprint {:016x}\n", run.seed, in_words(report),
                 report.fingerprint);
    if (is_one_of_many && sum.seconds() - told > 5) {
      told = sum.seconds();
      fmt::print(stderr, "seed {}: {} seeds, {:.2f} a second, nothing wrong\n", run.seed, sum.seeds,
                 static_cast<double>(sum.seeds) / told);
    }
  }
  if (options.forever || options.seeds > 1)
    fmt::print("seeds {} to {}: {}; {:.2f} seeds a second\n", options.run.seed, run.seed - 1,
               in_words(sum.all), static_cast<double>(sum.seeds) / sum.seconds());
  return ok;
}

}  // namespace tatami::cli
