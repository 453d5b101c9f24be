#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

// Descriptions of the options beside --help: the version, the manual page, and what a shell
// needs to complete them.
namespace tatami::cli {

// One line: the program, the commit it was built from, the protocol, the records.
std::string version_text(std::string_view commit);

// Those that --help lists.
std::vector<const CLI::App*> listed_commands(const CLI::App& app);

// For packages, and not in --help: `tatami man` and `tatami completion SHELL`.
void add_manual(CLI::App& app, int& status);

std::string man_page(const CLI::App& app);
std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace tatami::cli
