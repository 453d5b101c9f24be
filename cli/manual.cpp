#include "cli/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "protocol/messages.h"
#include "record/version.h"

namespace tatami::cli {

std::string version_text(std::string_view commit) {
  std::string text = "tatami " + text_of(library_version);
  if (!commit.empty()) text += " (" + std::string{commit} + ")";
  return text + ", protocol " + text_of(protocol::version) + ", records " +
         text_of(record::version);
}

std::vector<const CLI::App*> listed_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
}

namespace {

// ---- The tree of commands as plain values ----

struct Argument {
  std::vector<std::string> names;  // --port; or FILE
  std::string description;
  std::string kind;   // such as NUMBER; empty for a flag
  std::string range;  // what the value may be, in words
  std::string usual;  // the value it has if it is not given
  std::vector<std::string> choices;
  bool is_required = false;
  bool is_repeated = false;
};

struct Command {
  std::string path;  // "simulate dojo"; empty: the program itself
  std::string description;
  std::vector<Argument> options;
  std::vector<Argument> positionals;
  std::vector<const CLI::App*> subcommands;
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// CLI11 describes a value as TYPE:WHAT IT MAY BE, and choices in braces.
void describe_value(const CLI::Option& option, Argument& argument) {
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  const std::string kind = type.substr(0, colon);
  argument.kind = kind == "UINT" || kind == "INT" || kind == "FLOAT" ? "NUMBER" : "TEXT";
  if (colon == std::string::npos) return;
  const std::string may_be = type.substr(colon + 1);
  if (may_be == "DIR")
    argument.kind = "FOLDER";
  else if (may_be.starts_with('{') && may_be.ends_with('}'))
    argument.choices = split(std::string_view{may_be}.substr(1, may_be.size() - 2), ',');
  else if (const std::size_t bracket = may_be.find('['); may_be.ends_with(']'))
    argument.range = may_be.substr(bracket + 1, may_be.size() - bracket - 2);  // CLI::Range
  else
    argument.range = may_be;
}

Argument argument_of(const CLI::Option& option) {
  Argument argument;
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  if (argument.names.empty()) argument.names.push_back(option.get_name());
  argument.description = option.get_description();
  argument.usual = option.get_default_str();
  argument.is_required = option.get_required();
  argument.is_repeated = option.get_items_expected_max() > 1;
  if (option.get_items_expected_max() > 0) describe_value(option, argument);
  return argument;
}

// Every listed command, a group before its members.
void collect(const CLI::App& app, const std::string& path, std::vector<Command>& into) {
  Command command{.path = path,
                  .description = app.get_description(),
                  .options = {},
                  .positionals = {},
                  .subcommands = listed_commands(app)};
  for (const CLI::Option* option : app.get_options())
    (option->nonpositional() ? command.options : command.positionals)
        .push_back(argument_of(*option));
  const std::vector<const CLI::App*> subcommands = command.subcommands;
  into.push_back(std::move(command));
  for (const CLI::App* each : subcommands)
    collect(*each, path.empty() ? each->get_name() : path + " " + each->get_name(), into);
}

std::vector<Command> commands_of(const CLI::App& app) {
  std::vector<Command> all;
  collect(app, "", all);
  return all;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::string> names_of(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const CLI::App* each : commands) names.push_back(each->get_name());
  return names;
}

// ---- The manual page ----

std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\n')
      out += ' ';
    else
      out += c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string value_of(const Argument& argument) {
  if (argument.kind.empty()) return {};
  const std::string value =
      argument.choices.empty() ? argument.kind : joined(argument.choices, "|");
  return " \\fI" + roff(value) + "\\fR" + (argument.is_repeated ? "..." : "");
}

void write_option(std::string& out, const Argument& option) {
  std::vector<std::string> names;
  names.reserve(option.names.size());
  for (const std::string& name : option.names) names.push_back("\\fB" + roff(name) + "\\fR");
  out += ".TP\n" + joined(names, ", ") + value_of(option) + "\n" + roff(option.description);
  if (!option.range.empty()) out += " (" + roff(option.range) + ")";
  if (!option.usual.empty()) out += ". Default: " + roff(option.usual);
  out += ".\n";
}

void write_command(std::string& out, const Command& command) {
  out += ".SS \"tatami " + roff(command.path);
  for (const Argument& each : command.positionals)
    out += " " + roff(each.names.front()) + (each.is_repeated ? "..." : "");
  out += " [options]\"\n" + roff(command.description) + ".\n";
  for (const Argument& each : command.positionals)
    out += ".TP\n\\fI" + roff(each.names.front()) + "\\fR\n" + roff(each.description) + ".\n";
  for (const Argument& each : command.options)
    if (each.names.back() != "--help") write_option(out, each);
}

// ---- Completion ----

std::vector<std::string> words_of(const Command& command) {
  std::vector<std::string> words = names_of(command.subcommands);
  for (const Argument& option : command.options)
    words.insert(words.end(), option.names.begin(), option.names.end());
  return words;
}

std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string{"'\\''"} : std::string{c};
  return out + "'";
}

// In fish, a backslash hides a quote within quotes.
std::string in_fish_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

// For zsh's _arguments, where colons and brackets have a meaning.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_value(const Argument& argument) {
  if (argument.kind.empty()) return {};
  const std::string values = !argument.choices.empty()   ? "(" + joined(argument.choices, " ") + ")"
                             : argument.kind == "NUMBER" ? " "
                             : argument.kind == "FOLDER" ? "_files -/"
                                                         : "_files";
  return ":" + argument.kind + ":" + values;
}

}  // namespace

std::string man_page(const CLI::App& app) {
  const std::vector<Command> commands = commands_of(app);
  std::string out = ".TH TATAMI 1 \"\" \"tatami " + text_of(library_version) +
                    "\" \"User Commands\"\n"
                    ".SH NAME\ntatami \\- play, host and study the games Dojo and Tatamokatsu\n"
                    ".SH SYNOPSIS\n.B tatami\n.I command\n[\\fIoptions\\fR]\n"
                    ".SH DESCRIPTION\n"
                    "\\fBtatami serve\\fR runs a server that people play on in their browsers. The "
                    "other commands play in the terminal, check and draw records, let bots play "
                    "each other, and judge finished games. Every command has \\fB\\-\\-help\\fR.\n"
                    ".SH OPTIONS\n";
  for (const Argument& each : commands.front().options) write_option(out, each);
  out += ".SH COMMANDS\n";
  for (const Command& each : commands)
    if (!each.path.empty() && each.subcommands.empty()) write_command(out, each);
  out += ".SH EXIT STATUS\n0 for success, 1 for bad input, 2 for wrong usage.\n";
  return out;
}

std::string bash_completion(const CLI::App& app) {
  const std::vector<Command> commands = commands_of(app);
  std::string paths;
  std::string words;
  std::string values;
  for (const Command& command : commands) {
    for (const std::string& name : names_of(command.subcommands))
      paths += "      " + in_quotes(command.path + "/" + name) +
               ") command=" + in_quotes(command.path.empty() ? name : command.path + " " + name) +
               " ;;\n";
    words += "    " + in_quotes(command.path) +
             ") words=" + in_quotes(joined(words_of(command), " ")) + " ;;\n";
    for (const Argument& option : command.options)
      for (const std::string& name : option.names)
        if (!option.kind.empty())
          values += "    " + in_quotes(command.path + "/" + name) +
                    ") words=" + in_quotes(joined(option.choices, " ")) + " ;;\n";
  }
  return "# Completion of tatami for bash; made by `tatami completion bash`.\n"
         "_tatami() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "  local command='' word words=''\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case \"$command/$word\" in\n" +
         paths +
         "    esac\n"
         "  done\n"
         "  case $command in\n" +
         words +
         "  esac\n"
         "  case \"$command/$previous\" in\n" +
         values +
         "  esac\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "complete -o default -F _tatami tatami\n";
}

std::string zsh_completion(const CLI::App& app) {
  const std::vector<Command> commands = commands_of(app);
  std::string paths;
  std::string cases;
  for (const Command& command : commands) {
    for (const std::string& name : names_of(command.subcommands))
      paths += "      (" + in_quotes(command.path + "/" + name) +
               ") command=" + in_quotes(command.path.empty() ? name : command.path + " " + name) +
               " ;;\n";
    cases += "    (" + in_quotes(command.path) + ")\n      ";
    if (!command.subcommands.empty()) {
      cases += "local -a commands=(";
      for (const CLI::App* each : command.subcommands)
        cases += "\n        " +
                 in_quotes(zsh_text(each->get_name()) + ":" + zsh_text(each->get_description()));
      cases += ")\n      [[ $PREFIX == -* ]] || _describe command commands\n      ";
    }
    cases += "_arguments";
    for (const Argument& option : command.options)
      for (const std::string& name : option.names)
        cases +=
            " \\\n        " + in_quotes((option.is_repeated ? "*" : "") + name + "[" +
                                        zsh_text(option.description) + "]" + zsh_value(option));
    for (const Argument& each : command.positionals)
      cases += " \\\n        " + in_quotes(std::string{each.is_repeated ? "*" : ""} + ":" +
                                           zsh_text(each.names.front()) + ":_files");
    cases += "\n      ;;\n";
  }
  return "#compdef tatami\n"
         "# Completion of tatami for zsh; made by `tatami completion zsh`.\n"
         "_tatami() {\n"
         "  local command='' n=1\n"
         "  while (( n + 1 < CURRENT )); do\n"
         "    case \"$command/$words[n+1]\" in\n" +
         paths +
         "      (*) break ;;\n"
         "    esac\n"
         "    (( n++ ))\n"
         "  done\n"
         "  words=(\"${(@)words[n,-1]}\")\n"
         "  (( CURRENT -= n - 1 ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_tatami \"$@\"\n";
}

std::string fish_completion(const CLI::App& app) {
  const std::vector<Command> commands = commands_of(app);
  std::string paths;
  std::string lines;
  for (const Command& command : commands) {
    const std::string at =
        "complete -c tatami -n " + in_fish_quotes("__tatami_at \"" + command.path + "\"");
    for (const CLI::App* each : command.subcommands) {
      const std::string& name = each->get_name();
      paths += "            case " + in_fish_quotes(command.path + "/" + name) +
               "\n                set command " +
               in_fish_quotes(
                   fmt::format("{}{}{}", command.path, command.path.empty() ? "" : " ", name)) +
               "\n";
      lines +=
          fmt::format("{} -f -a {} -d {}\n", at, name, in_fish_quotes(each->get_description()));
    }
    for (const Argument& option : command.options) {
      lines += at;
      for (const std::string& name : option.names)
        lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.choices.empty())
        lines += " -x -a " + in_fish_quotes(joined(option.choices, " "));
      else if (option.kind == "NUMBER")
        lines += " -x";
      else if (!option.kind.empty())
        lines += " -r";
      lines += " -d " + in_fish_quotes(option.description) + "\n";
    }
  }
  return "# Completion of tatami for fish; made by `tatami completion fish`.\n"
         "function __tatami_at\n"
         "    set -l command ''\n"
         "    for word in (commandline -opc)[2..]\n"
         "        switch \"$command/$word\"\n" +
         paths +
         "        end\n"
         "    end\n"
         "    test \"$command\" = \"$argv\"\n"
         "end\n" +
         lines;
}

void add_manual(CLI::App& app, int& status) {
  auto* man = app.add_subcommand("man", "Print the manual page")->group("");
  man->callback([&app, &status] {
    std::fputs(man_page(app).c_str(), stdout);
    status = ok;
  });

  auto* completion = app.add_subcommand("completion", "Print a shell's completions")->group("");
  const auto shell = std::make_shared<std::string>();
  completion->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->callback([&app, &status, shell] {
    const std::string script = *shell == "bash"  ? bash_completion(app)
                               : *shell == "zsh" ? zsh_completion(app)
                                                 : fish_completion(app);
    std::fputs(script.c_str(), stdout);
    status = ok;
  });
}

}  // namespace tatami::cli
