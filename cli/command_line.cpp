#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>

#include "cli/analyse.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/dojo_entrant.h"
#include "cli/export.h"
#include "cli/help.h"
#include "cli/load.h"
#include "cli/manual.h"
#include "cli/model.h"
#include "cli/options.h"
#include "cli/places.h"
#include "cli/puzzles.h"
#include "cli/sim.h"
#include "cli/tatamokatsu_entrant.h"
#include "cli/tournament.h"
#include "server/serve.h"

namespace tatami::cli {

namespace {

const std::map<std::string, Colour> colours = {
    {"auto", Colour::automatic}, {"always", Colour::always}, {"never", Colour::never}};

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

void add_resume(CLI::App& command, std::string& file) {
  command
      .add_option("--resume", file,
                  "The file to keep the state in: if it is there, go on from it; the result is the "
                  "same as without an interruption")
      ->check(writable_file());
}

void add_colour(CLI::App& command, Colour& colour) {
  command
      .add_option_function<std::string>(
          "--colour,--color", [&](const std::string& word) { colour = colours.at(word); },
          "Whether to use colours")
      ->check(one_of({"auto", "always", "never"}))
      ->default_str("auto");
}

// The words that no option and no subcommand took.
std::vector<std::string> left_over(const CLI::App& app) {
  std::vector<std::string> words = app.remaining();
  for (const CLI::App* command : app.get_subcommands())
    for (const std::string& word : left_over(*command)) words.push_back(word);
  return words;
}

// ---- One function per command; the options live as long as the callback ----

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
      "score",
      "Score a finished dojo, given as words, or dojos from standard input, one JSON object per "
      "line");
  const auto scoring = std::make_shared<ScoreOptions>();
  const auto words = std::make_shared<std::vector<std::string>>();
  const auto edition = std::make_shared<std::string>("fr");
  score_command->add_option(
      "CARD", *words,
      "The 12 cards, row by row: M3 is the Monkey (M F T C B R) with belt 3 (1 white to 5 black). "
      "Trophies, also as words: row1=incense (master, incense, assistant), column2=broom (belt, "
      "kimono, broom); rows are counted from the top, columns from the left");
  score_command->add_option("--edition", *edition, "The edition of the rules, for cards as words")
      ->check(one_of({"fr", "en"}))
      ->capture_default_str();
  score_command->add_flag("--json", scoring->json,
                          "Print JSON for cards as words too; standard input is answered in JSON");
  score_command->callback([=, &status] {
    if (!words->empty()) {
      scoring->dojo.emplace().edition = *record::named<dojo::Edition>(*edition);
      if (const auto wrong = parse(*words, *scoring->dojo))
        throw CLI::ValidationError("CARD", *wrong);
    }
    status = score(*scoring);
  });

  auto* replay_command = app.add_subcommand("replay", "Check records and print their results");
  auto& files = kept(*replay_command, status, replay);
  replay_command->add_option("FILE", files, "Records as JSON Lines; - is standard input")
      ->required();

  auto* show_command = app.add_subcommand("show", "Draw a position of a record");
  auto& options = kept(*show_command, status, show);
  show_command->add_option("FILE", options.file, "The record; - is standard input")->required();
  show_command->add_option("--at", options.line, "The position after this line of the file")
      ->check(whole_number(1, std::numeric_limits<long>::max()).description(""));
  auto* seat = show_command->add_option("--seat", options.seat, "As this seat sees it")
                   ->check(whole_number(0, most_players - 1));
  show_command->add_flag("--spectator", options.spectator, "As spectators see it")->excludes(seat);
  add_colour(*show_command, options.colour);
}

void add_simulate(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "simulate", "Play many games and print statistics");

  auto* dojo = group.add_subcommand("dojo", "Simulate Dojo");
  const auto dojo_options = std::make_shared<SimulateDojoOptions>();
  const auto table = std::make_shared<TableOptions>();
  table->add_to(*dojo);
  add_simulation(*dojo, *dojo_options);
  dojo->add_option("--player", dojo_options->player,
                   "The bot that plays all seats: " + std::string{dojo_bots})
      ->capture_default_str();
  dojo->callback([=, &status] {
    dojo_options->header = table->header();
    if (const auto wrong = parse(dojo_options->player, dojo_options->entrant))
      throw CLI::ValidationError("--player", *wrong);
    status = simulate_dojo(*dojo_options);
  });

  auto* tatamokatsu = group.add_subcommand("tatamokatsu", "Simulate Tatamokatsu");
  const auto options = std::make_shared<SimulateTatamokatsuOptions>();
  const auto people = std::make_shared<PeopleOptions>();
  people->add_to(*tatamokatsu);
  add_timing(*tatamokatsu, options->table.timing);
  add_milliseconds(*tatamokatsu, "--between", options->between,
                   "From the close of a window to the next roll");
  add_simulation(*tatamokatsu, *options);
  tatamokatsu->callback([=, &status] {
    options->table.players = static_cast<std::uint8_t>(people->players);
    options->reflexes = people->reflexes();
    status = simulate_tatamokatsu(*options);
  });
}

void add_train(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "train", "Train the bots from scratch");
  auto* dojo = group.add_subcommand("dojo", "Train the weights of adept and sensei");
  auto& options = kept(*dojo, status, train_dojo);
  auto* games = dojo->add_option("--games", options.games, "How many games to learn from")
                    ->check(whole_number(1, 1'000'000'000))
                    ->capture_default_str();
  dojo->add_option("--minutes", options.minutes, "Train for this long instead of --games")
      ->check(number_between(0.01, 10000))
      ->excludes(games);
  dojo->add_option("--seed", options.seed, "Same seed and games, same weights")
      ->check(any_whole_number())
      ->capture_default_str();
  add_threads(*dojo, options.threads);
  dojo->add_option("--out", options.out, "The file to write the weights to")
      ->check(writable_file())
      ->capture_default_str();
  dojo->add_option("--curve", options.curve, "The SVG file to draw the learning curve to")
      ->check(writable_file());
  add_resume(*dojo, options.resume);
}

void add_contest(CLI::App& command, TournamentOptions& options, const std::string& bots) {
  command
      .add_option("BOT", options.entrants, "The bots, at least as many as there are seats: " + bots)
      ->required();
  command
      .add_option("--games", options.games,
                  "How many games at most; each lineup plays in every rotation of the seats")
      ->check(whole_number(1, 1'000'000'000))
      ->capture_default_str();
  command.add_flag("--to-the-end", options.to_the_end, "Do not stop when the order is certain");
  command.add_option("--seed", options.seed, "Same seed, same games")
      ->check(any_whole_number())
      ->capture_default_str();
  add_threads(command, options.threads);
  command.add_flag("--json", options.json, "Print JSON");
  command.add_option("--csv", options.csv, "The file to write the result to, as CSV")
      ->check(writable_file());
  command.add_option("--plot", options.plot, "The SVG file to draw the result to")
      ->check(writable_file());
  add_resume(command, options.resume);
}

template <class Entrant>
std::vector<Entrant> entrants_of(const TournamentOptions& options) {
  const auto fail = [](const std::string& what) { throw CLI::ValidationError("BOT", what); };
  if (options.entrants.size() < static_cast<std::size_t>(options.players))
    fail("there are " + std::to_string(options.players) +
         " seats; name at least as many bots, not " + std::to_string(options.entrants.size()));
  std::vector<Entrant> entrants(options.entrants.size());
  for (std::size_t i = 0; i < entrants.size(); ++i)
    if (const auto wrong = parse(options.entrants[i], entrants[i])) fail(*wrong);
  return entrants;
}

void add_tournament(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "tournament", "Play bots against each other with rotated seats");

  auto* dojo = group.add_subcommand("dojo", "Bots of Dojo");
  const auto dojo_options = std::make_shared<TournamentOptions>();
  const auto dojo_table = std::make_shared<TableOptions>();
  add_contest(*dojo, *dojo_options, std::string{dojo_bots});
  dojo_table->add_to(*dojo);
  const auto weights = std::make_shared<std::string>();
  dojo->add_option("--weights", *weights,
                   "A file of weights for adept and sensei, written by tatami train");
  dojo->callback([=, &status] {
    const record::DojoHeader header = dojo_table->header();
    dojo_options->game = "Dojo";
    dojo_options->table = dojo_table->special();
    dojo_options->first = dojo_table->first_dealer;
    dojo_options->players = header.setup.players;
    dojo_options->setup = {{"the table", record::to_json(header)}, {"--weights", "none"}};
    auto entrants = entrants_of<DojoEntrant>(*dojo_options);
    std::optional<bots::DojoWeights> learned;
    if (!weights->empty()) {
      learned = read_weights(*weights);
      if (!learned) return void(status = bad_input);
      for (DojoEntrant& entrant : entrants) entrant.weights = &*learned;
      dojo_options->setup.back().second = fingerprint(bots::write_dojo_weights(*learned));
    }
    status = tournament_dojo(*dojo_options, header, entrants);
  });

  auto* tatamokatsu = group.add_subcommand("tatamokatsu", "Bots of Tatamokatsu");
  const auto options = std::make_shared<TournamentOptions>();
  const auto table = std::make_shared<tatamokatsu::Setup>();
  add_contest(*tatamokatsu, *options, std::string{tatamokatsu_bots});
  add_players(*tatamokatsu, options->players, tatamokatsu::fewest_players);
  add_timing(*tatamokatsu, table->timing);
  tatamokatsu->callback([=, &status] {
    options->game = "Tatamokatsu";
    table->players = static_cast<std::uint8_t>(options->players);
    options->setup = {{"the table", record::to_json(record::TatamokatsuHeader{*table})}};
    status = tournament_tatamokatsu(*options, *table, entrants_of<TatamokatsuEntrant>(*options));
  });
}

void add_set(CLI::App& command, ExportOptions& options) {
  command.add_option("--games", options.games, "How many games")
      ->check(whole_number(1, 1'000'000'000))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Same seed, same games")
      ->check(any_whole_number())
      ->capture_default_str();
  add_threads(command, options.threads);
  command
      .add_option("--format", options.format,
                  "jsonl: games as in records; csv: results; npz: everything as NumPy arrays")
      ->check(one_of({"jsonl", "csv", "npz"}))
      ->capture_default_str();
}

void add_data(CLI::App& command, ExportOptions& options, const std::string& bots) {
  command.add_option("BOT", options.bots, "The bots, one for each seat or one for all: " + bots)
      ->required();
  add_set(command, options);
  command
      .add_option("--out", options.out,
                  "The file to write; a card that describes it gets the same name and .md")
      ->check(writable_file())
      ->required();
}

// One bot for each seat, and the command that writes the same games again.
template <class Entrant>
std::vector<Entrant> exported(ExportOptions& options, int players, const std::string& game,
                              const std::string& table) {
  const auto fail = [](const std::string& what) { throw CLI::ValidationError("BOT", what); };
  options.command = "tatami export " + game;
  for (const std::string& bot : options.bots) options.command += " " + bot;
  options.command += table + " --games " + std::to_string(options.games) + " --seed " +
                     std::to_string(options.seed) + " --format " + options.format + " --out " +
                     std::filesystem::path{options.out}.filename().string();
  const auto seats = static_cast<std::size_t>(players);
  if (options.bots.size() == 1) options.bots.resize(seats, options.bots.front());
  if (options.bots.size() != seats)
    fail("there are " + std::to_string(players) + " seats; name one bot, or one for each");
  std::vector<Entrant> entrants(seats);
  for (std::size_t i = 0; i < seats; ++i)
    if (const auto wrong = parse(options.bots[i], entrants[i])) fail(*wrong);
  return entrants;
}

int write_dojo(ExportOptions options, const TableOptions& rules) {
  const record::DojoHeader header = rules.header();
  std::string table = " --players " + std::to_string(rules.players) + " --edition " + rules.edition;
  std::string variants;
  for (const std::string& variant : rules.variants)
    variants += (variants.empty() ? " --variants " : ",") + variant;
  table += variants;
  if (rules.first_dealer > 0) table += " --first-dealer " + std::to_string(rules.first_dealer);
  const auto entrants = exported<DojoEntrant>(options, header.setup.players, "dojo", table);
  for (const DojoEntrant& entrant : entrants)
    if (entrant.time)
      throw CLI::ValidationError(
          "BOT",
          "a budget of time gives other games each time; name a number of games, sensei:2000");
  return export_dojo(options, header, entrants);
}

int write_tatamokatsu(ExportOptions options, int players) {
  tatamokatsu::Setup setup;
  setup.players = static_cast<std::uint8_t>(players);
  const auto entrants = exported<TatamokatsuEntrant>(options, players, "tatamokatsu",
                                                     " --players " + std::to_string(players));
  return export_tatamokatsu(options, setup, entrants);
}

// Games of four bots of each level, which docs/RESEARCH.md names with their hashes.
int write_standard_sets(ExportOptions options) {
  const std::filesystem::path folder = options.out;
  const auto set_of = [&](const std::string& game, std::string_view level) -> ExportOptions& {
    options.bots = {std::string{level}};
    options.out = (folder / (game + "-" + std::string{level} + "." + options.format)).string();
    return options;
  };
  int status = ok;
  for (const bots::Level& level : bots::dojo_level_list) {
    if (status != ok) return status;
    ExportOptions& set = set_of("dojo", level.name);
    if (level.is_slow) set.bots.front() += ":100";  // simulated games for each decision
    status = write_dojo(set, TableOptions{});
  }
  for (const bots::Level& level : bots::tatamokatsu_level_list)
    if (status == ok) status = write_tatamokatsu(set_of("tatamokatsu", level.name), 4);
  return status;
}

void add_export(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "export", "Write games between bots as data, with a data card");

  auto* dojo = group.add_subcommand("dojo", "Games of Dojo");
  const auto dojo_options = std::make_shared<ExportOptions>();
  const auto dojo_table = std::make_shared<TableOptions>();
  add_data(*dojo, *dojo_options, std::string{dojo_bots});
  dojo_table->add_to(*dojo);
  dojo->callback([=, &status] { status = write_dojo(*dojo_options, *dojo_table); });

  auto* tatamokatsu = group.add_subcommand("tatamokatsu", "Games of Tatamokatsu");
  const auto options = std::make_shared<ExportOptions>();
  const auto players = std::make_shared<int>(4);
  add_data(*tatamokatsu, *options, std::string{tatamokatsu_bots});
  add_players(*tatamokatsu, *players, tatamokatsu::fewest_players);
  tatamokatsu->callback([=, &status] { status = write_tatamokatsu(*options, *players); });

  auto* standard = group.add_subcommand("standard", "A set of each game for every bot");
  const auto standard_options = std::make_shared<ExportOptions>();
  standard_options->format = "npz";
  add_set(*standard, *standard_options);
  standard
      ->add_option("--out", standard_options->out,
                   "The folder to write to; each set is a file with a card")
      ->check(CLI::ExistingDirectory)
      ->required();
  standard->callback([=, &status] { status = write_standard_sets(*standard_options); });
}

void add_thinking(CLI::App& command, review::Thinking& thinking) {
  command
      .add_option("--iterations", thinking.iterations,
                  "Dojo: simulated games for each search; analyse searches twice")
      ->check(whole_number(1, 10'000'000))
      ->capture_default_str();
  command.add_option("--seed", thinking.seed, "Dojo: same seed, same result")
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
      ->add_option("--curve", options.curve, "The SVG file to draw the chances over the game to")
      ->check(writable_file());

  auto* hint_command = app.add_subcommand("hint", "Rate the options in a position");
  auto& hint_options = kept(*hint_command, status, hint);
  hint_command->add_option("FILE", hint_options.file, "The record; - is standard input")
      ->required();
  hint_command->add_option("--at", hint_options.line, "The position after this line of the file")
      ->check(whole_number(1, std::numeric_limits<long>::max()).description(""));
  hint_command->add_option("--seat", hint_options.seat, "Only for this seat")
      ->check(whole_number(0, most_players - 1));
  add_thinking(*hint_command, hint_options.thinking);
  hint_command->add_flag("--json", hint_options.json, "Print JSON");
}

void add_puzzles(CLI::App& app, int& status) {
  auto* command = app.add_subcommand(
      "puzzles", "Find positions of Dojo in which one choice is clearly better, as JSON");
  auto& options = kept(*command, status, puzzles);
  command->add_option("FILE", options.files, "Records of finished games")->required();
  command->add_option("--iterations", options.search.iterations, "Simulated games for each search")
      ->check(whole_number(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--seed", options.search.seed, "Same seed, same result")
      ->check(any_whole_number())
      ->capture_default_str();
  command
      ->add_option("--margin", options.percent,
                   "How much better than any other the choice is, in percent of the victory")
      ->check(whole_number(1, 100))
      ->capture_default_str();
  command->add_option("--most", options.search.most, "Puzzles of one game, at most")
      ->check(whole_number(1, 100))
      ->capture_default_str();
}

// One name for all opponents or one for each. Several names also say how many players there are,
// unless --players does.
template <class Entrant>
std::vector<Entrant> opponents_named(std::vector<std::string>& names, const CLI::App& command,
                                     int& players, int most) {
  const auto fail = [](const std::string& what) {
    throw CLI::ValidationError("--opponents", what);
  };
  const auto given = static_cast<int>(names.size());
  if (given > 1 && command.get_option("--players")->count() == 0) players = given + 1;
  if (given > most - 1)
    fail("expected at most " + std::to_string(most - 1) + ", not " + std::to_string(given));
  if (given != 1 && given != players - 1)
    fail("expected one for all or one for each of the " + std::to_string(players - 1) +
         " opponents, not " + std::to_string(given));
  names.resize(static_cast<std::size_t>(players - 1), names.front());
  std::vector<Entrant> entrants(names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const auto wrong = parse(names[i], entrants[i])) fail(*wrong);
  return entrants;
}

void add_play(CLI::App& app, int& status) {
  CLI::App& group = add_group(app, "play", "Play in the terminal against bots");
  auto* dojo = group.add_subcommand("dojo", "Play Dojo");
  const auto options = std::make_shared<PlayOptions>();
  const auto table = std::make_shared<TableOptions>();
  options->opponent_names = {"student"};
  dojo->add_option(
          "--opponents", options->opponent_names,
          "The bots to play against, one for all or one for each: " + std::string{dojo_bots})
      ->default_str("student");
  table->add_to(*dojo);
  dojo->add_option("--seed", options->seed, "Same seed, same cards")->check(any_whole_number());
  dojo->add_option("--record", options->record,
                   "The file to save the record to; it must not exist yet");
  add_colour(*dojo, options->colour);
  dojo->callback([=, &status] {
    options->opponents =
        opponents_named<DojoEntrant>(options->opponent_names, *dojo, table->players, most_players);
    options->header = table->header();
    status = play_dojo(*options);
  });

  auto* tatamokatsu = group.add_subcommand(
      "tatamokatsu", "Play Tatamokatsu: react by pressing keys, faster than the bots");
  const auto quick = std::make_shared<PlayTatamokatsuOptions>();
  const auto players = std::make_shared<int>(3);
  quick->opponent_names = {"beginner"};
  tatamokatsu
      ->add_option(
          "--opponents", quick->opponent_names,
          "The bots to play against, one for all or one for each: " + std::string{tatamokatsu_bots})
      ->default_str("beginner");
  add_players(*tatamokatsu, *players, tatamokatsu::fewest_players);
  add_timing(*tatamokatsu, quick->header.setup.timing);
  add_milliseconds(*tatamokatsu, "--pause", quick->pause,
                   "How long to wait, at least, before a bot rolls or chooses");
  tatamokatsu->add_option("--seed", quick->seed, "Same seed, same dice")->check(any_whole_number());
  tatamokatsu->add_option("--record", quick->record,
                          "The file to save the record to; it must not exist yet");
  add_colour(*tatamokatsu, quick->colour);
  tatamokatsu->callback([=, &status] {
    quick->opponents = opponents_named<TatamokatsuEntrant>(quick->opponent_names, *tatamokatsu,
                                                           *players, most_players);
    quick->header.setup.players = static_cast<std::uint8_t>(*players);
    status = play_tatamokatsu(*quick);
  });
}

void add_serving(CLI::App& app, int& status) {
  auto* serve_command =
      app.add_subcommand("serve", "Run the server that people play on in their browsers");
  auto& options = kept(*serve_command, status, server::serve);
  options.web = web_folder();
  serve_command
      ->add_option("--address", options.address, "The address to listen on; 0.0.0.0: all addresses")
      ->check(ip_address())
      ->capture_default_str();
  serve_command->add_option("--port", options.port, "The port; 0: any free port")
      ->check(whole_number(0, 65535))
      ->capture_default_str();
  serve_command
      ->add_option(
          "--database", options.database,
          "The database: a file, or a URL of PostgreSQL such as postgresql://user@host/name")
      ->capture_default_str();
  serve_command->add_option("--web", options.web, "The folder of the web client")
      ->check(CLI::ExistingDirectory);
  auto* certificate = serve_command->add_option("--cert", options.certificate,
                                                "A certificate chain (PEM), to serve HTTPS");
  auto* key = serve_command->add_option("--key", options.key, "The certificate's key (PEM)");
  certificate->needs(key);
  key->needs(certificate);
  serve_command
      ->add_option("--origin", options.origins,
                   "Another origin whose pages may connect, such as https://example.org")
      ->check(origin());
  serve_command->add_flag("--behind-proxy", options.behind_proxy,
                          "Trust a proxy's X-Forwarded-For and X-Forwarded-Proto");
  serve_command
      ->add_option(
          "--tcp-lag", options.tcp_lag,
          "Whose lag TCP's own round trips bound, so that no client gains by answering pings "
          "late: connections from public addresses, all, or none; none behind a proxy")
      ->check(one_of({"public", "all", "none"}))
      ->capture_default_str();
  serve_command
      ->add_option("--connections", options.connections_of_an_address,
                   "How many connections one address may have; 0: no limit, also on handshakes")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str();
  serve_command
      ->add_option("--messages", options.messages_a_second,
                   "How many messages a second one connection may send; 0: no limit")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str();
  serve_command
      ->add_option("--tables", options.tables_of_a_guest,
                   "How many tables a guest may have open at once; 0: no limit")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str();
  serve_command
      ->add_option("--bot-pause", options.bot_pause, "How long bots wait before they act, in ms")
      ->check(whole_number(0, 60'000))
      ->capture_default_str();
  auto* keep_days =
      serve_command
          ->add_option("--keep-days", options.keep_days,
                       "Remove games from the database so many days after their end, once their "
                       "records are in the folder --records; 0: never")
          ->check(whole_number(0, 36'500))
          ->capture_default_str();
  serve_command
      ->add_option("--records", options.records,
                   "The folder for records of removed games; by default the database's name with "
                   ".records")
      ->needs(keep_days);
  serve_command->add_flag("--check", options.check,
                          "Only look whether every entry of the database is there and unchanged");
  serve_command->add_flag("--quiet", options.quiet, "Print only the address");

  auto* migrate_command = app.add_subcommand(
      "migrate", "Make the tables of a PostgreSQL database, or bring them up to date");
  auto& migration = kept(*migrate_command, status, migrate);
  migrate_command
      ->add_option("URL", migration.url, "The database, such as postgresql://user@host/name")
      ->required();

  auto* copy_command = app.add_subcommand(
      "copy", "Copy a whole database, from SQLite to PostgreSQL or the other way");
  auto& copying = kept(*copy_command, status, copy);
  copy_command->add_option("FROM", copying.from, "A file, or a URL of PostgreSQL")->required();
  copy_command
      ->add_option("TO", copying.to, "A new file, or the URL of a database that was migrated")
      ->required();

  auto* verify_command = app.add_subcommand(
      "verify", "Check that every card and die of a game follows from its committed seed");
  auto& record = kept(*verify_command, status, verify);
  verify_command->add_option("RECORD", record.record, "The record")->required();
  verify_command->add_option("--sidecar", record.sidecar,
                             "Its sidecar; by default game.sidecar.json for game.jsonl");
  verify_command->add_option("--commitment", record.commitment,
                             "The commitment that the table showed before anybody sat down");

  auto* load_command = app.add_subcommand(
      "load",
      "Measure how much this machine can serve: start a server, fill it with tables of bots over "
      "real connections, and print moves per second and delays");
  auto& burden = kept(*load_command, status, load);
  const std::array sockets = {
      load_command->add_option("--tables", burden.tables, "How many tables of four players")
          ->check(whole_number(1, 100'000))
          ->capture_default_str(),
      load_command->add_option("--idle", burden.idle, "How many more connections that only watch")
          ->check(whole_number(0, 1'000'000))
          ->capture_default_str(),
      load_command->add_option("--seconds", burden.seconds, "How long to measure")
          ->check(number_between(0.1, 86400))
          ->capture_default_str(),
      load_command
          ->add_option("--rate", burden.rate,
                       "How many moves a second all tables make together; 0: as many as possible")
          ->check(number_between(0, 1e7))
          ->capture_default_str(),
      load_command->add_option(
          "--database", burden.database,
          "The server's database file; without it, a temporary one that is removed")};
  load_command->add_option("--seed", burden.seed, "Same seed, same moves")
      ->check(any_whole_number())
      ->capture_default_str();
  load_command->add_flag("--json", burden.json, "Print JSON");
  auto* race_flag = load_command->add_flag(
      "--race", burden.race,
      "Instead of the speed, measure how fairly races between people on unequal connections are "
      "decided");
  for (CLI::Option* option : sockets) race_flag->excludes(option);
  load_command->add_option("--races", burden.races.races, "How many races of each kind")
      ->check(whole_number(1, 100'000'000))
      ->needs(race_flag)
      ->capture_default_str();
  load_command
      ->add_option("--plot", burden.races.plot,
                   "The SVG file to draw the races of three players to")
      ->needs(race_flag);

  auto* sim_command = app.add_subcommand(
      "sim",
      "Put a whole house under test: people who play, lie and disappear, a network and a disk that "
      "fail, and a server that crashes, all from one seed");
  auto& house = kept(*sim_command, status, simulate_house);
  sim_command->add_option("--seed", house.run.seed, "Same seed, same run, event by event")
      ->check(any_whole_number())
      ->capture_default_str();
  sim_command->add_option("--ticks", house.run.ticks, "How many events, before all games end")
      ->check(whole_number(1, 1'000'000'000))
      ->capture_default_str();
  sim_command->add_option("--people", house.run.people, "How many people")
      ->check(whole_number(1, 10'000))
      ->capture_default_str();
  auto* seeds = sim_command
                    ->add_option("--seeds", house.seeds,
                                 "How many seeds, one after the other, until one fails")
                    ->check(whole_number(1, 1'000'000'000))
                    ->capture_default_str();
  sim_command->add_flag("--forever", house.forever, "Seed after seed, until one fails")
      ->excludes(seeds);
  sim_command->add_flag("--shrink", house.shrink, "Look for a shorter run that fails as well");

  auto* protocol_command = app.add_subcommand("protocol", "Print the protocol's TypeScript types");
  auto& protocol = kept(*protocol_command, status, print_protocol);
  protocol_command->add_flag("--schema", protocol.schema, "Print a JSON Schema instead");
}

// Overwrites the password in the arguments, which other users can see (ps).
void hide_passwords(int argc, char** argv) {
  for (char* each : std::span{argv, static_cast<std::size_t>(argc)}) {
    const std::string_view word = each;
    const std::size_t scheme = word.find("://");
    if (scheme == std::string_view::npos) continue;
    if (const std::size_t query = word.find('?'); word.find("password=") != std::string_view::npos)
      for (std::size_t i = query; i < word.size(); ++i) each[i] = '*';
    const std::size_t at = word.rfind('@');
    if (at == std::string_view::npos) continue;
    const std::size_t colon = word.find(':', scheme + 3);
    for (std::size_t i = colon + 1; colon < at && i < at; ++i) each[i] = '*';
  }
}

int run_command(int argc, char** argv, std::string_view commit) {
  CLI::App app{
      "tatami: the games Dojo and Tatamokatsu.\n"
      "Exit status: 0 for success, 1 for bad input, 2 for wrong usage.",
      "tatami"};
  app.set_version_flag("--version", version_text(commit));
  app.require_subcommand(1);
  app.formatter(std::make_shared<PlainHelp>());
  int status = ok;
  add_play(app, status);
  add_serving(app, status);
  add_reading(app, status);
  add_simulate(app, status);
  add_tournament(app, status);
  add_export(app, status);
  add_analysis(app, status);
  add_puzzles(app, status);
  add_train(app, status);
  app.add_subcommand("signature", "Print a hash that changes when the behaviour of the rules does")
      ->callback([&status] { status = signature(); });
  add_manual(app, status);

  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    hide_passwords(argc, argv);
    app.parse(std::vector<std::string>{words.rbegin(), words.rend()});
  } catch (const CLI::RequiredError& error) {
    // Unknown words say more about the mistake than what is missing.
    const std::vector<std::string> words = left_over(app);
    const CLI::App* last = &app;
    while (!last->get_subcommands().empty()) last = last->get_subcommands().front();
    if (!last->get_subcommands({}).empty()) {
      std::string known;
      for (const CLI::App* command : listed_commands(*last))
        known += (known.empty() ? "" : ", ") + command->get_name();
      std::string path;
      for (const CLI::App* command = last; command; command = command->get_parent())
        path.insert(0, command->get_name() + (path.empty() ? "" : " "));
      const std::string what = last == &app ? "command" : "subcommand";
      const std::string wrong = words.empty() ? "" : words.front() + " is not a " + what + "; ";
      std::fprintf(stderr, "%s: %sa %s is required: %s.\nSee %s --help.\n", path.c_str(),
                   wrong.c_str(), what.c_str(), known.c_str(), path.c_str());
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

int run(int argc, char** argv, std::string_view commit) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is reported like any other failed output
  int status = bad_input;
  std::string wrong;
  try {
    status = run_command(argc, argv, commit);
  } catch (const std::exception& error) {  // fmt::print throws too
    wrong = error.what();
  }
  // Lost output is a failure.
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
