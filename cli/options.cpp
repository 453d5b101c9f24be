#include "cli/options.h"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "cli/model.h"
#include "record/json.h"
#include "rules/dojo/types.h"

namespace tatami::cli {

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

// CLI11's own Range accepts "nan".
CLI::Validator number_between(double low, double high) {
  const std::string words = fmt::format("{} to {}", low, high);
  return {[range = CLI::Range(low, high), words](std::string& text) {
            const bool fine = range(text).empty() && text.find_first_of("nN") == std::string::npos;
            return fine ? std::string{} : "expected a number from " + words;
          },
          words};
}

std::string in_words(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i)
    list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return list;
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  const std::string list = in_words(words);
  return {[words, list](const std::string& text) {
            const bool fine = std::ranges::find(words, text) != words.end();
            return fine ? std::string{}
                        : fmt::format("expected {}, not {}", list, json::quote_briefly(text));
          },
          "{" + CLI::detail::join(words, ",") + "}"};
}

CLI::Validator writable_file() {
  return {[](const std::string& path) {
            namespace fs = std::filesystem;
            const fs::path folder = fs::path{path}.parent_path();
            const bool fine = !fs::is_directory(path) &&
                              access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0;
            return fine ? "" : "expected a file in a folder that you can write to";
          },
          ""};
}

CLI::Validator ip_address() {
  return {[](const std::string& text) {
            std::array<unsigned char, sizeof(in6_addr)> bytes{};
            const bool fine = inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
                              inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
            return fine ? "" : "expected an IP address such as 127.0.0.1 or ::1";
          },
          ""};
}

CLI::Validator origin() {
  return {[](const std::string& text) {
            const std::size_t scheme = text.find("://");
            const bool fine = (text.starts_with("http://") || text.starts_with("https://")) &&
                              scheme + 3 < text.size() &&
                              text.find_first_of("/ ", scheme + 3) == std::string::npos;
            return fine ? "" : "expected a scheme and a host, as in https://example.org";
          },
          ""};
}

void add_players(CLI::App& command, int& players, int fewest) {
  command.add_option("--players", players, "How many players")
      ->check(whole_number(static_cast<std::uint64_t>(fewest), most_players))
      ->capture_default_str();
}

void TableOptions::add_to(CLI::App& command) {
  add_players(command, players, dojo::fewest_players);
  command
      .add_option("--edition", edition,
                  "The edition of the rules: French (floating frame) or English (fixed frame)")
      ->check(one_of({"fr", "en"}))
      ->capture_default_str();
  command.add_option("--variants", variants, "Variants, separated by commas")
      ->delimiter(',')
      ->check(one_of({"white-belt", "black-belt"}));
  command.add_option("--first-dealer", first_dealer, "The seat that deals first")
      ->check(whole_number(0, most_players - 1))
      ->capture_default_str();
}

std::string TableOptions::special() const {
  std::string words = edition == "fr" ? "" : edition;
  for (const std::string& variant : variants) words += (words.empty() ? "" : ", ") + variant;
  return words;
}

record::DojoHeader TableOptions::header() const {
  if (first_dealer >= players)
    throw CLI::ValidationError(
        "--first-dealer", "there are only " + std::to_string(players) + " seats, counted from 0");
  record::DojoHeader header;
  header.setup.players = static_cast<std::uint8_t>(players);
  header.setup.edition = *record::named<dojo::Edition>(edition);
  header.setup.first_dealer = Seat{first_dealer};
  for (const std::string& variant : variants)
    (variant == "white-belt" ? header.setup.white_belt : header.setup.black_belt) = true;
  return header;
}

void add_milliseconds(CLI::App& command, const std::string& name, tatamokatsu::Millis& time,
                      const std::string& description) {
  command.add_option(name, time.count, description + ", in ms")
      ->check(whole_number(0, tatamokatsu::longest_timing.count).description(""))
      ->capture_default_str();
}

void add_timing(CLI::App& command, tatamokatsu::Timing& timing) {
  add_milliseconds(command, "--window", timing.window, "The longest time a window is open");
  add_milliseconds(command, "--announce", timing.announce, "The roller's time to announce");
  add_milliseconds(command, "--quiet", timing.quiet,
                   "The shortest time it is open after a plain sum");
  add_milliseconds(command, "--tie", timing.tie,
                   "The difference that still counts as the same time");
  add_milliseconds(command, "--bow", timing.bow, "How long a salute takes");
}

void PeopleOptions::add_to(CLI::App& command) {
  add_players(command, players, tatamokatsu::fewest_players);
  command
      .add_option(
          "--model", models,
          "How players react: mean and spread of the time in ms, adding (additional time when "
          "dice must be added up), miss and false (rates from 0 to 1 of missing, and of "
          "shouting or slapping by mistake); one for all players, or one for each seat starting "
          "with the first roller")
      ->default_str(write_model({}));
}

PerSeat<bots::Reflexes> PeopleOptions::reflexes() const {
  const auto fail = [](const std::string& what) { throw CLI::ValidationError("--model", what); };
  if (models.size() > 1 && models.size() != static_cast<std::size_t>(players))
    fail("expected one model for all or one for each of the " + std::to_string(players) +
         " players, not " + std::to_string(models.size()));
  PerSeat<bots::Reflexes> all;
  for (std::size_t i = 0; i < all.items.size() && !models.empty(); ++i) {
    const auto model = read_model(models[std::min(i, models.size() - 1)]);
    if (!model) fail(model.error());
    all.items[i] = *model;
  }
  return all;
}

void add_threads(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "How many threads; 0: one per core")
      ->check(whole_number(0, 1024))
      ->capture_default_str();
}

}  // namespace tatami::cli
