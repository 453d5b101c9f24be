#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "cli/commands.h"
#include "cli/model.h"

namespace tatami::cli {

namespace {

const std::map<std::string, Colour> colours = {
    {"auto", Colour::automatic}, {"always", Colour::always}, {"never", Colour::never}};
const std::map<std::string, bots::DojoLevel> dojo_levels = [] {
  std::map<std::string, bots::DojoLevel> levels;
  for (bots::DojoLevel level : bots::all_dojo_levels) levels.emplace(bots::name(level), level);
  return levels;
}();

// Digits and nothing else. (CLI11's own reading takes -1 for a very large number, and the largest
// there is for one that is too large.)
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const std::string range = std::to_string(low) + " to " + std::to_string(high);
  return {[low, high, range](const std::string& text) {
            std::uint64_t number = 0;
            const char* end = text.data() + text.size();
            const auto [rest, error] = std::from_chars(text.data(), end, number);
            const bool fine =
                error == std::errc{} && rest == end && low <= number && number <= high;
            return fine ? std::string{} : "expected a whole number from " + range;
          },
          range};
}

CLI::Validator any_whole_number() {
  return whole_number(0, std::numeric_limits<std::uint64_t>::max()).description("");
}

template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& names, T& choice,
                        const std::map<std::string, T>& choices, const std::string& description) {
  const auto choose = [&](const std::string& word) { choice = choices.at(word); };
  return command.add_option_function<std::string>(names, choose, description)
      ->transform(CLI::IsMember(choices, CLI::ignore_case));
}

// The options that describe a table, as records name them.
struct TableOptions {
  int players = 4;
  std::string edition = "fr";
  std::vector<std::string> variants;
  int first_dealer = 0;

  void add_to(CLI::App& command) {
    command.add_option("--players", players, "How many sit at the table")
        ->check(whole_number(dojo::fewest_players, most_players))
        ->capture_default_str();
    command.add_option("--edition", edition, "fr: the floating frame; en: the fixed one")
        ->check(CLI::IsMember({"fr", "en"}))
        ->capture_default_str();
    command.add_option("--variants", variants, "white-belt, black-belt, or both")
        ->delimiter(',')
        ->check(CLI::IsMember({"white-belt", "black-belt"}));
    command.add_option("--first-dealer", first_dealer, "The seat that deals first")
        ->check(whole_number(0, most_players - 1))
        ->capture_default_str();
  }

  record::DojoHeader header() const {
    if (first_dealer >= players)
      throw CLI::ValidationError(
          "--first-dealer", "there are only " + std::to_string(players) + " seats, counted from 0");
    record::DojoHeader header;
    header.table.players = static_cast<std::uint8_t>(players);
    header.table.edition = *record::edition_named(edition);
    header.table.first_dealer = Seat{first_dealer};
    for (const std::string& variant : variants)
      (variant == "white-belt" ? header.table.white_belt : header.table.black_belt) = true;
    return header;
  }
};

void add_milliseconds(CLI::App& command, const std::string& name, tatamokatsu::Millis& time,
                      const std::string& description) {
  command.add_option(name, time.count, description + ", in ms")
      ->check(whole_number(0, tatamokatsu::longest_timing.count).description(""))
      ->capture_default_str();
}

void add_timing(CLI::App& command, tatamokatsu::Timing& timing) {
  add_milliseconds(command, "--window", timing.window, "The longest a window is open");
  add_milliseconds(command, "--announce", timing.announce, "The roller's time to announce");
  add_milliseconds(command, "--quiet", timing.quiet, "The shortest it is open after a plain sum");
  add_milliseconds(command, "--tie", timing.tie, "What still counts as the same time");
  add_milliseconds(command, "--bow", timing.bow, "How long a salute takes");
}

// Who sits at a table of Tatamokatsu, and how they react.
struct PeopleOptions {
  int players = 4;
  std::vector<std::string> models;

  void add_to(CLI::App& command) {
    command.add_option("--players", players, "How many sit at the table")
        ->check(whole_number(tatamokatsu::fewest_players, most_players))
        ->capture_default_str();
    command
        .add_option("--model", models,
                    "How players react: times in ms, and rates; once for all, or for each seat in "
                    "turn from the first roller")
        ->allow_extra_args(false)
        ->default_str(write_model({}));
  }

  PerSeat<bots::Reflexes> reflexes() const {
    const auto fail = [](const std::string& what) { throw CLI::ValidationError("--model", what); };
    if (models.size() > 1 && models.size() != static_cast<std::size_t>(players))
      fail("expected one for all or one for each of the " + std::to_string(players) +
           " players, not " + std::to_string(models.size()));
    PerSeat<bots::Reflexes> all;
    for (std::size_t i = 0; i < all.items.size() && !models.empty(); ++i) {
      const auto model = read_model(models[std::min(i, models.size() - 1)]);
      if (!model) fail(model.error());
      all.items[i] = *model;
    }
    return all;
  }
};

void add_simulation(CLI::App& command, SimulateOptions& options) {
  command.add_option("--games", options.games, "How many games")
      ->check(whole_number(1, 1'000'000'000))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Same seed, same games")
      ->check(any_whole_number())
      ->capture_default_str();
  command.add_option("--threads", options.threads, "How many at once; 0: one a core")
      ->check(whole_number(0, 1024))
      ->capture_default_str();
  command.add_flag("--json", options.json, "Print JSON");
}

void add_colour(CLI::App& command, Colour& colour) {
  add_choice(command, "--colour,--color", colour, colours, "Whether to use colours")
      ->default_str("auto");
}

// What no option and no subcommand took.
std::vector<std::string> left_over(const CLI::App& app) {
  std::vector<std::string> words = app.remaining();
  for (const CLI::App* command : app.get_subcommands())
    for (const std::string& word : left_over(*command)) words.push_back(word);
  return words;
}

int run_command(int argc, char** argv) {
  CLI::App app{
      "tatami: the games Dojo and Tatamokatsu.\n"
      "Exit status: 0 all is well, 1 bad input, 2 wrong usage.",
      "tatami"};
  app.set_version_flag("--version", "tatami " TATAMI_VERSION);
  app.require_subcommand(1);
  int status = ok;

  auto* score_command = app.add_subcommand(
      "score", "Score finished dojos from standard input, one JSON object a line");
  score_command->callback([&] { status = score(); });

  std::vector<std::string> files;
  auto* replay_command = app.add_subcommand("replay", "Check records and print their results");
  replay_command->add_option("FILE", files, "Records as JSON Lines; - is standard input")
      ->required();
  replay_command->callback([&] { status = replay(files); });

  ShowOptions show_options;
  auto* show_command = app.add_subcommand("show", "Draw a position of a record");
  show_command->add_option("FILE", show_options.file, "The record; - is standard input")
      ->required();
  show_command->add_option("--at", show_options.line, "The position after this line of the file")
      ->check(whole_number(1, std::numeric_limits<long>::max()).description(""));
  auto* seat = show_command->add_option("--seat", show_options.seat, "As this seat knows it")
                   ->check(whole_number(0, most_players - 1));
  show_command->add_flag("--spectator", show_options.spectator, "As spectators know it")
      ->excludes(seat);
  add_colour(*show_command, show_options.colour);
  show_command->callback([&] { status = show(show_options); });

  auto* simulate_command = app.add_subcommand("simulate", "Play many games and count");
  simulate_command->require_subcommand(1);

  SimulateDojoOptions simulate_dojo_options;
  TableOptions simulate_table;
  auto* simulate_dojo_command = simulate_command->add_subcommand("dojo", "Simulate Dojo");
  simulate_table.add_to(*simulate_dojo_command);
  add_simulation(*simulate_dojo_command, simulate_dojo_options);
  add_choice(*simulate_dojo_command, "--player", simulate_dojo_options.player, dojo_levels,
             "Who plays")
      ->default_str("student");
  simulate_dojo_command->callback([&] {
    simulate_dojo_options.header = simulate_table.header();
    status = simulate_dojo(simulate_dojo_options);
  });

  SimulateTatamokatsuOptions simulate_tatamokatsu_options;
  PeopleOptions simulate_people;
  auto* simulate_tatamokatsu_command =
      simulate_command->add_subcommand("tatamokatsu", "Simulate Tatamokatsu");
  simulate_people.add_to(*simulate_tatamokatsu_command);
  add_timing(*simulate_tatamokatsu_command, simulate_tatamokatsu_options.table.timing);
  add_milliseconds(*simulate_tatamokatsu_command, "--between", simulate_tatamokatsu_options.between,
                   "From a window to the next roll");
  add_simulation(*simulate_tatamokatsu_command, simulate_tatamokatsu_options);
  simulate_tatamokatsu_command->callback([&] {
    simulate_tatamokatsu_options.table.players = static_cast<std::uint8_t>(simulate_people.players);
    simulate_tatamokatsu_options.reflexes = simulate_people.reflexes();
    status = simulate_tatamokatsu(simulate_tatamokatsu_options);
  });

  TrainOptions train_options;
  auto* train_command = app.add_subcommand("train", "Learn to play, from nothing");
  train_command->require_subcommand(1);
  auto* train_dojo_command = train_command->add_subcommand("dojo", "Learn what dojos are worth");
  auto* train_games =
      train_dojo_command->add_option("--games", train_options.games, "From how many games")
          ->check(whole_number(1, 1'000'000'000))
          ->capture_default_str();
  train_dojo_command->add_option("--minutes", train_options.minutes, "For how long instead")
      ->check(CLI::Range(0.01, 10000.0))
      ->excludes(train_games);
  train_dojo_command->add_option("--seed", train_options.seed, "Same seed and games, same weights")
      ->check(any_whole_number())
      ->capture_default_str();
  train_dojo_command
      ->add_option("--threads", train_options.threads, "How many at once; 0: one a core")
      ->check(whole_number(0, 1024))
      ->capture_default_str();
  train_dojo_command->add_option("--out", train_options.out, "Where to write the weights")
      ->capture_default_str();
  train_dojo_command->add_option("--curve", train_options.curve,
                                 "Where to draw the learning curve, as SVG");
  train_dojo_command->callback([&] { status = train_dojo(train_options); });

  auto* signature_command = app.add_subcommand(
      "signature", "Print a hash that changes exactly when the rules' behaviour does");
  signature_command->callback([&] { status = signature(); });

  PlayOptions play_options;
  TableOptions play_table;
  auto* play_command = app.add_subcommand("play", "Play in the terminal against simple opponents");
  play_command->require_subcommand(1);
  auto* play_dojo_command = play_command->add_subcommand("dojo", "Play Dojo");
  play_table.add_to(*play_dojo_command);
  play_dojo_command->add_option("--seed", play_options.seed, "Same seed, same cards")
      ->check(any_whole_number());
  play_dojo_command->add_option("--record", play_options.record, "Keep the game's record here");
  add_colour(*play_dojo_command, play_options.colour);
  play_dojo_command->callback([&] {
    play_options.header = play_table.header();
    status = play_dojo(play_options);
  });

  try {
    app.parse(argc, argv);
  } catch (const CLI::RequiredError& error) {
    // What was typed instead says more than what is missing.
    const std::vector<std::string> words = left_over(app);
    if (words.empty())
      app.exit(error);
    else
      app.exit(CLI::ExtrasError{words});
    return bad_usage;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ok : bad_usage;
  }
  return status;
}

}  // namespace

int run(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is told like any other output that fails
  int status = bad_input;
  std::string wrong;
  try {
    status = run_command(argc, argv);
  } catch (const std::exception& error) {  // also what fmt::print throws
    wrong = error.what();
  }
  // What did not arrive is no success.
  const bool flushed = std::fflush(stdout) == 0;
  if (!flushed || std::ferror(stdout) != 0) {
    wrong = "standard output cannot be written";
    if (!flushed) wrong += std::string{": "} + std::strerror(errno);
    status = bad_input;
  }
  if (!wrong.empty()) std::fprintf(stderr, "tatami: %s\n", wrong.c_str());
  return status;
}

}  // namespace tatami::cli
