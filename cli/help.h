#pragma once

#include <CLI/CLI.hpp>

namespace tatami::cli {

// `--help` in sentences that fit a terminal: what an option is for, what is allowed, and what it is
// by default.
class PlainHelp : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace tatami::cli
