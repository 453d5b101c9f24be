#include "cli/help.h"

#include <fmt/core.h>

#include "cli/draw.h"
#include "cli/options.h"

namespace tatami::cli {

namespace {

constexpr std::size_t screen_width = 80;
constexpr std::size_t name_width = 22;

// The name, and beside or below it the text.
std::string entry(const std::string& name, const std::string& text) {
  const std::string indent(name_width, ' ');
  std::string lines = wrapped(indent + text, screen_width);
  const std::string head = "  " + name;
  if (visible_width(head) + 2 > name_width) return head + "\n" + lines + "\n";
  return head + lines.substr(visible_width(head)) + "\n";
}

std::string names_of(const std::set<CLI::Option*>& options) {
  std::string names;
  for (const CLI::Option* option : options)
    names += (names.empty() ? "" : ", ") + option->get_name();
  return names;
}

}  // namespace

std::string PlainHelp::make_description(const CLI::App* app) const {
  return wrapped(app->get_description(), screen_width) + "\n";
}

std::string PlainHelp::make_option(const CLI::Option* option, bool is_positional) const {
  // CLI11 has the type and what is allowed as "UINT:1 to 9".
  const std::string type = option->get_type_name();
  const std::size_t colon = type.find(':');
  const std::string kind = type.substr(0, colon);
  std::string remarks;
  const auto remark = [&](const std::string& text) {
    if (!text.empty()) remarks += (remarks.empty() ? "" : "; ") + text;
  };
  std::string name = make_option_name(option, is_positional);
  if (!type.empty()) {  // not a flag
    const bool is_number = kind == "INT" || kind == "UINT" || kind == "FLOAT";
    if (!is_positional) name += is_number ? " N" : " WORD";
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) name += " …";
    const std::string may_be = colon == std::string::npos ? "" : type.substr(colon + 1);
    const bool is_choice = may_be.starts_with('{') && may_be.ends_with('}');
    remark(is_choice ? in_words(CLI::detail::split(may_be.substr(1, may_be.size() - 2), ','))
                     : may_be);
    const std::string usual = option->get_default_str();
    if (!usual.empty()) remark("by default " + usual);
  }
  if (!option->get_needs().empty()) remark("only with " + names_of(option->get_needs()));
  if (!option->get_excludes().empty()) remark("not with " + names_of(option->get_excludes()));
  if (!remarks.empty()) remarks = " (" + remarks + ")";
  return entry(name, option->get_description() + remarks);
}

std::string PlainHelp::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description());
}

}  // namespace tatami::cli
