#include "cli/command_line.h"

#include <CLI/CLI.hpp>

#include "cli/commands.h"

namespace tatami::cli {

namespace {

const std::map<std::string, Colour> colours = {
    {"auto", Colour::automatic}, {"always", Colour::always}, {"never", Colour::never}};
const std::map<std::string, Player> players = {{"random", Player::random},
                                               {"simple", Player::simple}};

// The options that describe a table, as records name them.
struct TableOptions {
  int players = 4;
  std::string edition = "fr";
  std::vector<std::string> variants;
  int first_dealer = 0;

  void add_to(CLI::App& command) {
    command.add_option("--players", players, "How many sit at the table")
        ->check(CLI::Range(dojo::fewest_players, most_players))
        ->capture_default_str();
    command.add_option("--edition", edition, "fr: the floating frame; en: the fixed one")
        ->check(CLI::IsMember({"fr", "en"}))
        ->capture_default_str();
    command.add_option("--variants", variants, "white-belt, black-belt, or both")
        ->delimiter(',')
        ->check(CLI::IsMember({"white-belt", "black-belt"}));
    command.add_option("--first-dealer", first_dealer, "The seat that deals first")
        ->check(CLI::Range(0, most_players - 1))
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

void add_colour(CLI::App& command, Colour& colour) {
  command.add_option("--colour,--color", colour, "auto, always or never")
      ->transform(CLI::CheckedTransformer(colours, CLI::ignore_case).description(""));
}

}  // namespace

int run(int argc, char** argv) {
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
      ->check(CLI::PositiveNumber);
  auto* seat = show_command->add_option("--seat", show_options.seat, "As this seat knows it")
                   ->check(CLI::Range(0, most_players - 1));
  show_command->add_flag("--spectator", show_options.spectator, "As spectators know it")
      ->excludes(seat);
  add_colour(*show_command, show_options.colour);
  show_command->callback([&] { status = show(show_options); });

  SimulateOptions simulate_options;
  TableOptions simulate_table;
  auto* simulate_command = app.add_subcommand("simulate", "Play many games and count");
  simulate_command->require_subcommand(1);
  auto* simulate_dojo_command = simulate_command->add_subcommand("dojo", "Simulate Dojo");
  simulate_table.add_to(*simulate_dojo_command);
  simulate_dojo_command->add_option("--games", simulate_options.games, "How many games")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  simulate_dojo_command->add_option("--seed", simulate_options.seed, "Same seed, same games")
      ->capture_default_str();
  simulate_dojo_command
      ->add_option("--threads", simulate_options.threads, "How many at once; 0: one a core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  simulate_dojo_command->add_option("--player", simulate_options.player, "simple or random")
      ->transform(CLI::CheckedTransformer(players, CLI::ignore_case).description(""));
  simulate_dojo_command->add_flag("--json", simulate_options.json, "Print JSON");
  simulate_dojo_command->callback([&] {
    simulate_options.header = simulate_table.header();
    status = simulate_dojo(simulate_options);
  });

  auto* signature_command = app.add_subcommand(
      "signature", "Print a hash that changes exactly when the rules' behaviour does");
  signature_command->callback([&] { status = signature(); });

  PlayOptions play_options;
  TableOptions play_table;
  auto* play_command = app.add_subcommand("play", "Play in the terminal against simple opponents");
  play_command->require_subcommand(1);
  auto* play_dojo_command = play_command->add_subcommand("dojo", "Play Dojo");
  play_table.add_to(*play_dojo_command);
  play_dojo_command->add_option("--seed", play_options.seed, "Same seed, same cards");
  play_dojo_command->add_option("--record", play_options.record, "Keep the game's record here");
  add_colour(*play_dojo_command, play_options.colour);
  play_dojo_command->callback([&] {
    play_options.header = play_table.header();
    status = play_dojo(play_options);
  });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ok : bad_usage;
  }
  return status;
}

}  // namespace tatami::cli
