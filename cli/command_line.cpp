#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

#include "cli/analyse.h"
#include "cli/commands.h"
#include "cli/dojo_entrant.h"
#include "cli/load.h"
#include "cli/model.h"
#include "cli/options.h"
#include "cli/tatamokatsu_entrant.h"
#include "cli/tournament.h"
#include "server/serve.h"

namespace tatami::cli {

namespace {

const std::map<std::string, Colour> colours = {
    {"auto", Colour::automatic}, {"always", Colour::always}, {"never", Colour::never}};
const std::map<std::string, bots::DojoLevel> dojo_levels = [] {
  std::map<std::string, bots::DojoLevel> levels;
  for (bots::DojoLevel level : bots::all_dojo_levels) levels.emplace(bots::name(level), level);
  return levels;
}();

template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& names, T& choice,
                        const std::map<std::string, T>& choices, const std::string& description) {
  const auto choose = [&](const std::string& word) { choice = choices.at(word); };
  return command.add_option_function<std::string>(names, choose, description)
      ->transform(CLI::IsMember(choices, CLI::ignore_case));
}

void add_simulation(CLI::App& command, SimulateOptions& options) {
  command.add_option("--games", options.games, "How many games")
      ->check(whole_number(1, 1'000'000'000))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Same seed, same games")
      ->check(any_whole_number())
      ->capture_default_str();
  add_threads(command, options.threads);
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

// ---- One function for each command; what they fill in lives as long as the callback ----

template <class Options>
Options& kept(CLI::App& command, int& status, int (*run)(const Options&)) {
  auto options = std::make_shared<Options>();
  command.callback([options, &status, run] { status = run(*options); });
  return *options;
}

CLI::App& add_group(CLI::App& app, const std::string& name, const std::string& description) {
  CLI::App* group = app.add_subcommand(name, description);
  group->require_subcommand(1);
  return *group;
}

void add_reading(CLI::App& app, int& status) {
  auto* score_command = app.add_subcommand(
      "score", "Score finished dojos from standard input, one JSON object a line");
  score_command->callback([&status] { status = score(); });

  auto* replay_command = app.add_subcommand("replay", "Check records and print their results");
  auto& files = kept(*replay_command, status, replay);
  replay_command->add_option("FILE", files, "Records as JSON Lines; - is standard input")
      ->required();

  auto* show_command = app.add_subcommand("show", "Draw a position of a record");
  auto& options = kept(*show_command, status, show);
  show_command->add_option("FILE", options.file, "The record; - is standard input")->required();
  show_command->add_option("--at", options.line, "The position after this line of the file")
      ->check(whole_number(1, std::numeric_limits<long>::max()).description(""));
  auto* seat = show_command->add_option("--seat", options.seat, "As this seat knows it")
                   ->check(whole_number(0, most_players - 1));
  show_command->add_flag("--spectator", options.spectator, "As spectators know it")->excludes(seat);
  add_colour(*show_command, options.colour);
}

void add_simulate(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "simulate", "Play many games and count");

  auto* dojo = group.add_subcommand("dojo", "Simulate Dojo");
  const auto dojo_options = std::make_shared<SimulateDojoOptions>();
  const auto table = std::make_shared<TableOptions>();
  table->add_to(*dojo);
  add_simulation(*dojo, *dojo_options);
  add_choice(*dojo, "--player", dojo_options->player, dojo_levels, "Who plays")
      ->default_str("student");
  dojo->callback([=, &status] {
    dojo_options->header = table->header();
    status = simulate_dojo(*dojo_options);
  });

  auto* tatamokatsu = group.add_subcommand("tatamokatsu", "Simulate Tatamokatsu");
  const auto options = std::make_shared<SimulateTatamokatsuOptions>();
  const auto people = std::make_shared<PeopleOptions>();
  people->add_to(*tatamokatsu);
  add_timing(*tatamokatsu, options->table.timing);
  add_milliseconds(*tatamokatsu, "--between", options->between, "From a window to the next roll");
  add_simulation(*tatamokatsu, *options);
  tatamokatsu->callback([=, &status] {
    options->table.players = static_cast<std::uint8_t>(people->players);
    options->reflexes = people->reflexes();
    status = simulate_tatamokatsu(*options);
  });
}

void add_train(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "train", "Learn to play, from nothing");
  auto* dojo = group.add_subcommand("dojo", "Learn what dojos are worth");
  auto& options = kept(*dojo, status, train_dojo);
  auto* games = dojo->add_option("--games", options.games, "From how many games")
                    ->check(whole_number(1, 1'000'000'000))
                    ->capture_default_str();
  dojo->add_option("--minutes", options.minutes, "For how long instead")
      ->check(number_between(0.01, 10000))
      ->excludes(games);
  dojo->add_option("--seed", options.seed, "Same seed and games, same weights")
      ->check(any_whole_number())
      ->capture_default_str();
  add_threads(*dojo, options.threads);
  dojo->add_option("--out", options.out, "Where to write the weights")
      ->check(writable_file())
      ->capture_default_str();
  dojo->add_option("--curve", options.curve, "Where to draw the learning curve, as SVG")
      ->check(writable_file());
}

void add_contest(CLI::App& command, TournamentOptions& options, const std::string& bots) {
  command
      .add_option("BOT", options.entrants,
                  "Who plays, as many as sit at the table or more: " + bots)
      ->required();
  command
      .add_option("--games", options.games, "How many games at most, in whole rounds of the seats")
      ->check(whole_number(1, 1'000'000'000))
      ->capture_default_str();
  command.add_flag("--to-the-end", options.to_the_end, "Go on when the order is certain");
  command.add_option("--seed", options.seed, "Same seed, same games")
      ->check(any_whole_number())
      ->capture_default_str();
  add_threads(command, options.threads);
  command.add_flag("--json", options.json, "Print JSON");
  command.add_option("--csv", options.csv, "Where to write a table")->check(writable_file());
  command.add_option("--plot", options.plot, "Where to draw the result, as SVG")
      ->check(writable_file());
}

template <class Entrant>
std::vector<Entrant> entrants_of(const TournamentOptions& options) {
  const auto fail = [](const std::string& what) { throw CLI::ValidationError("BOT", what); };
  if (options.entrants.size() < static_cast<std::size_t>(options.players))
    fail("only " + std::to_string(options.entrants.size()) + " for a table of " +
         std::to_string(options.players));
  std::vector<Entrant> entrants(options.entrants.size());
  for (std::size_t i = 0; i < entrants.size(); ++i)
    if (const auto wrong = parse(options.entrants[i], entrants[i])) fail(*wrong);
  return entrants;
}

void add_tournament(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "tournament", "Let bots play each other, seats rotated");

  auto* dojo = group.add_subcommand("dojo", "Bots of Dojo");
  const auto dojo_options = std::make_shared<TournamentOptions>();
  const auto dojo_table = std::make_shared<TableOptions>();
  add_contest(*dojo, *dojo_options,
              "random, novice, student, adept, sensei; with a budget: sensei:2000 (games in the "
              "mind), sensei:50ms");
  dojo_table->add_to(*dojo);
  const auto weights = std::make_shared<std::string>();
  dojo->add_option("--weights", *weights, "What adept and sensei have learned, by tatami train");
  dojo->callback([=, &status] {
    const record::DojoHeader header = dojo_table->header();
    dojo_options->game = "Dojo";
    dojo_options->table = dojo_table->special();
    dojo_options->first = dojo_table->first_dealer;
    dojo_options->players = header.table.players;
    auto entrants = entrants_of<DojoEntrant>(*dojo_options);
    std::optional<bots::DojoWeights> learned;
    if (!weights->empty()) {
      learned = read_weights(*weights);
      if (!learned) return void(status = bad_input);
      for (DojoEntrant& entrant : entrants) entrant.weights = &*learned;
    }
    status = tournament_dojo(*dojo_options, header, entrants);
  });

  auto* tatamokatsu = group.add_subcommand("tatamokatsu", "Bots of Tatamokatsu");
  const auto options = std::make_shared<TournamentOptions>();
  const auto table = std::make_shared<tatamokatsu::Table>();
  add_contest(*tatamokatsu, *options,
              "random, child, beginner, regular, quick, samurai; with another way of choosing: "
              "child/exact (or random, simple)");
  add_players(*tatamokatsu, options->players, tatamokatsu::fewest_players);
  add_timing(*tatamokatsu, table->timing);
  tatamokatsu->callback([=, &status] {
    options->game = "Tatamokatsu";
    table->players = static_cast<std::uint8_t>(options->players);
    status = tournament_tatamokatsu(*options, *table, entrants_of<TatamokatsuEntrant>(*options));
  });
}

void add_thinking(CLI::App& command, review::Thinking& thinking) {
  command
      .add_option("--iterations", thinking.iterations,
                  "Dojo: games in the mind for each search; analyse searches twice")
      ->check(whole_number(1, 10'000'000))
      ->capture_default_str();
  command.add_option("--seed", thinking.seed, "Dojo: same seed, same thoughts")
      ->check(any_whole_number())
      ->capture_default_str();
  const auto read = [&thinking](const std::string& text) {
    const auto model = read_model(text);
    if (!model) throw CLI::ValidationError("--model", model.error());
    thinking.reflexes = *model;
  };
  command.add_option_function<std::string>("--model", read, "Tatamokatsu: how all players react")
      ->default_str(write_model({}));
}

void add_analysis(CLI::App& app, int& status) {
  auto* analyse_command = app.add_subcommand("analyse", "Judge every decision of a finished game");
  auto& options = kept(*analyse_command, status, analyse);
  analyse_command->add_option("FILE", options.file, "The record; - is standard input")->required();
  add_thinking(*analyse_command, options.thinking);
  analyse_command->add_flag("--json", options.json, "Print JSON");
  analyse_command
      ->add_option("--curve", options.curve, "Where to draw the chances over the game, as SVG")
      ->check(writable_file());

  auto* hint_command = app.add_subcommand("hint", "Weigh what can be done in a position");
  auto& hint_options = kept(*hint_command, status, hint);
  hint_command->add_option("FILE", hint_options.file, "The record; - is standard input")
      ->required();
  hint_command->add_option("--at", hint_options.line, "The position after this line of the file")
      ->check(whole_number(1, std::numeric_limits<long>::max()).description(""));
  hint_command->add_option("--seat", hint_options.seat, "Only for this seat, from what it knows")
      ->check(whole_number(0, most_players - 1));
  add_thinking(*hint_command, hint_options.thinking);
  hint_command->add_flag("--json", hint_options.json, "Print JSON");
}

void add_play(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "play", "Play in the terminal against simple opponents");
  auto* dojo = group.add_subcommand("dojo", "Play Dojo");
  const auto options = std::make_shared<PlayOptions>();
  const auto table = std::make_shared<TableOptions>();
  table->add_to(*dojo);
  dojo->add_option("--seed", options->seed, "Same seed, same cards")->check(any_whole_number());
  dojo->add_option("--record", options->record, "Keep the game's record here");
  add_colour(*dojo, options->colour);
  dojo->callback([=, &status] {
    options->header = table->header();
    status = play_dojo(*options);
  });
}

void add_serving(CLI::App& app, int& status) {
  auto* serve_command = app.add_subcommand("serve", "Let people play in their browsers");
  auto& options = kept(*serve_command, status, server::serve);
  options.web = TATAMI_WEB;
  serve_command->add_option("--address", options.address, "Where to listen; 0.0.0.0: everywhere")
      ->check(ip_address())
      ->capture_default_str();
  serve_command->add_option("--port", options.port, "The port; 0: any that is free")
      ->check(whole_number(0, 65535))
      ->capture_default_str();
  serve_command->add_option("--database", options.database, "The file that keeps the games")
      ->capture_default_str();
  serve_command->add_option("--web", options.web, "The folder of the web client")
      ->check(CLI::ExistingDirectory);
  auto* certificate = serve_command->add_option("--cert", options.certificate,
                                                "A certificate chain (PEM): serve HTTPS");
  auto* key = serve_command->add_option("--key", options.key, "The certificate's key (PEM)");
  certificate->needs(key);
  key->needs(certificate);
  serve_command
      ->add_option("--origin", options.origins,
                   "A page from elsewhere that may connect, such as https://example.org")
      ->check(origin());
  serve_command->add_flag("--behind-proxy", options.behind_proxy,
                          "Believe a proxy's X-Forwarded-For and -Proto");
  serve_command
      ->add_option("--connections", options.connections_of_an_address,
                   "How many connections one address may have; 0: any number")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str();
  serve_command
      ->add_option("--messages", options.messages_a_second,
                   "How many messages a second one connection may send; 0: any number")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str();
  serve_command
      ->add_option("--tables", options.tables_of_a_guest,
                   "How many tables a guest may have open at once; 0: any number")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str();
  serve_command->add_option("--bot-pause", options.bot_pause, "How long bots wait, in ms")
      ->check(whole_number(0, 60'000))
      ->capture_default_str();
  serve_command->add_flag("--quiet", options.quiet, "Print the address alone");

  auto* verify_command = app.add_subcommand(
      "verify", "Derive every card and die of a served game again from its committed seed");
  auto& record = kept(*verify_command, status, verify);
  verify_command->add_option("RECORD", record.record, "The record")->required();
  verify_command->add_option("--sidecar", record.sidecar,
                             "Its sidecar; for game.jsonl it is game.sidecar.json");
  verify_command->add_option("--commitment", record.commitment,
                             "What the table showed before anybody sat down");

  auto* load_command =
      app.add_subcommand("load", "Measure a server of our own with many tables over real sockets");
  auto& burden = kept(*load_command, status, load);
  const std::array sockets = {
      load_command->add_option("--tables", burden.tables, "How many tables of four")
          ->check(whole_number(1, 100'000))
          ->capture_default_str(),
      load_command->add_option("--idle", burden.idle, "How many more connections that only listen")
          ->check(whole_number(0, 1'000'000))
          ->capture_default_str(),
      load_command->add_option("--seconds", burden.seconds, "For how long")
          ->check(number_between(0.1, 86400))
          ->capture_default_str(),
      load_command
          ->add_option("--rate", burden.rate,
                       "Moves a second at all tables together; 0: as fast as they go")
          ->check(number_between(0, 1e7))
          ->capture_default_str(),
      load_command->add_option("--database", burden.database, "Where the server keeps its games")};
  load_command->add_option("--seed", burden.seed, "Same seed, same moves")
      ->check(any_whole_number())
      ->capture_default_str();
  load_command->add_flag("--json", burden.json, "Print JSON");
  auto* race_flag = load_command->add_flag(
      "--race", burden.race,
      "Instead: how fairly a table decides races between people on unequal lines");
  for (CLI::Option* option : sockets) race_flag->excludes(option);
  load_command->add_option("--races", burden.races.races, "With --race: how many of each sort")
      ->check(whole_number(1, 100'000'000))
      ->needs(race_flag)
      ->capture_default_str();
  load_command->add_option("--plot", burden.races.plot, "With --race: an SVG of three players")
      ->needs(race_flag);

  auto* protocol_command = app.add_subcommand("protocol", "Print the protocol's TypeScript types");
  auto& protocol = kept(*protocol_command, status, print_protocol);
  protocol_command->add_flag("--schema", protocol.schema, "A JSON Schema instead");
}

int run_command(int argc, char** argv) {
  CLI::App app{
      "tatami: the games Dojo and Tatamokatsu.\n"
      "Exit status: 0 all is well, 1 bad input, 2 wrong usage.",
      "tatami"};
  app.set_version_flag("--version", "tatami " TATAMI_VERSION);
  app.require_subcommand(1);
  int status = ok;
  add_play(app, status);
  add_serving(app, status);
  add_reading(app, status);
  add_simulate(app, status);
  add_tournament(app, status);
  add_analysis(app, status);
  add_train(app, status);
  app.add_subcommand("signature", "Print a hash that changes when the rules' behaviour does")
      ->callback([&status] { status = signature(); });

  try {
    app.parse(argc, argv);
  } catch (const CLI::RequiredError& error) {
    // What was typed instead says more than what is missing.
    const std::vector<std::string> words = left_over(app);
    if (app.get_subcommands().empty()) {
      std::string known;
      for (const CLI::App* command : app.get_subcommands({}))
        known += (known.empty() ? "" : ", ") + command->get_name();
      const std::string wrong = words.empty() ? "" : words.front() + " is no command; ";
      std::fprintf(stderr, "tatami: %sa command is required: %s.\nSee tatami --help.\n",
                   wrong.c_str(), known.c_str());
    } else if (words.empty())
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
