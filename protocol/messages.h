#pragma once

#include <type_traits>

#include "protocol/header.h"
#include "rules/core/hand.h"
#include "rules/core/version.h"

// Every message that all games share. What a game's seats say and hear beside these stands with the
// game (live/). docs/PROTOCOL.md shows one of each.
namespace tatami::protocol {

// docs/PROTOCOL.md says what a rise of each number means.
inline constexpr Version version{2, 0, 0};

using TableId = Text<32>;  // or the room code
using Name = Text<96>;     // 24 characters of any script
using Words = Text<800>;   // 200 of them
using Secret = Text<64>;
using CircleName = Text<32>;

enum class Tempo : std::uint8_t { relaxed, normal, fast, untimed, days };
TATAMI_WORDS(Tempo, "Tempo",
             {{"relaxed", Tempo::relaxed},
              {"normal", Tempo::normal},
              {"fast", Tempo::fast},
              {"untimed", Tempo::untimed},
              {"days", Tempo::days}});

// For a decision. None: no limit, or counted in days by the table's settings.
constexpr std::optional<int> seconds_of(Tempo tempo) {
  switch (tempo) {
    case Tempo::relaxed:
      return 120;
    case Tempo::normal:
      return 45;
    case Tempo::fast:
      return 15;
    default:
      return {};
  }
}

enum class Stage : std::uint8_t { gathering, playing, over };
TATAMI_WORDS(Stage, "Stage",
             {{"gathering", Stage::gathering}, {"playing", Stage::playing}, {"over", Stage::over}});

enum class Sitter : std::uint8_t { nobody, person, bot };
TATAMI_WORDS(Sitter, "Sitter",
             {{"nobody", Sitter::nobody}, {"person", Sitter::person}, {"bot", Sitter::bot}});

enum class Quality : std::uint8_t { good, fair, poor };
TATAMI_WORDS(Quality, "Quality",
             {{"good", Quality::good}, {"fair", Quality::fair}, {"poor", Quality::poor}});

enum class Cry : std::uint8_t { banzai, hai, bow, well_played, hurry };
TATAMI_WORDS(Cry, "Cry",
             {{"banzai", Cry::banzai},
              {"hai", Cry::hai},
              {"bow", Cry::bow},
              {"well_played", Cry::well_played},
              {"hurry", Cry::hurry}});

// Why a command was not done; the first that holds.
enum class Refusal : std::uint8_t {
  bad_message,
  too_fast,
  no_such_table,
  not_at_this_table,
  not_the_host,
  already_started,
  not_started,
  no_such_seat,
  seat_taken,
  already_seated,
  empty_chairs,
  unknown_bot,
  stale,
  against_the_rules,
  nothing_to_take_back,
  not_over,
  wrong_secret,
  bad_name,
  too_many_tables,
  nothing_said,
  not_all_here,
  enough,
  removed_by_host,
  wrong_version,
};
TATAMI_WORDS(Refusal, "Refusal",
             {{"bad_message", Refusal::bad_message},
              {"too_fast", Refusal::too_fast},
              {"no_such_table", Refusal::no_such_table},
              {"not_at_this_table", Refusal::not_at_this_table},
              {"not_the_host", Refusal::not_the_host},
              {"already_started", Refusal::already_started},
              {"not_started", Refusal::not_started},
              {"no_such_seat", Refusal::no_such_seat},
              {"seat_taken", Refusal::seat_taken},
              {"already_seated", Refusal::already_seated},
              {"empty_chairs", Refusal::empty_chairs},
              {"unknown_bot", Refusal::unknown_bot},
              {"stale", Refusal::stale},
              {"against_the_rules", Refusal::against_the_rules},
              {"nothing_to_take_back", Refusal::nothing_to_take_back},
              {"not_over", Refusal::not_over},
              {"wrong_secret", Refusal::wrong_secret},
              {"bad_name", Refusal::bad_name},
              {"too_many_tables", Refusal::too_many_tables},
              {"nothing_said", Refusal::nothing_said},
              {"not_all_here", Refusal::not_all_here},
              {"enough", Refusal::enough},
              {"removed_by_host", Refusal::removed_by_host},
              {"wrong_version", Refusal::wrong_version}});

// For a person, in English.
std::string_view describe(Refusal refusal);

// ---- What a client says ----

struct Settings {
  Header header;
  Tempo tempo = Tempo::normal;
  Sometimes<std::uint8_t> days;      // for each decision, with tempo days
  Sometimes<bool> listed;            // in the lobby
  Sometimes<Text<16>> substitute;    // the bot that plays for whoever is away
  Sometimes<std::uint16_t> lag_cap;  // in a race: the most ms of lag that are made good

  TATAMI_MESSAGE("settings", of("header", &Settings::header), of("tempo", &Settings::tempo),
                 of("days", &Settings::days), of("listed", &Settings::listed),
                 of("substitute", &Settings::substitute), of("lag_cap", &Settings::lag_cap))
};

struct Rename {
  Name to;
  TATAMI_MESSAGE("rename", of("to", &Rename::to))
};
struct OpenTable {
  Settings settings;
  TATAMI_MESSAGE("open", of("settings", &OpenTable::settings))
};
struct Watch {
  TableId table;
  TATAMI_MESSAGE("watch", of("table", &Watch::table))
};
struct Leave {
  TableId table;
  TATAMI_MESSAGE("leave", of("table", &Leave::table))
};
struct Sit {
  TableId table;
  Sometimes<Seat> seat;              // or the first that is free
  Sometimes<Text<64>> contribution;  // to chance
  Sometimes<Hand> hand;
  TATAMI_MESSAGE("sit", of("table", &Sit::table), of("seat", &Sit::seat),
                 of("contribution", &Sit::contribution), of("hand", &Sit::hand))
};
struct Stand {
  TableId table;
  TATAMI_MESSAGE("stand", of("table", &Stand::table))
};
struct SeatBot {
  TableId table;
  Sometimes<Seat> seat;  // or every free one
  Text<16> level;
  TATAMI_MESSAGE("seat_bot", of("table", &SeatBot::table), of("seat", &SeatBot::seat),
                 of("level", &SeatBot::level))
};
struct Remove {
  TableId table;
  Seat seat{};
  TATAMI_MESSAGE("remove", of("table", &Remove::table), of("seat", &Remove::seat))
};
struct Start {
  TableId table;
  TATAMI_MESSAGE("start", of("table", &Start::table))
};
// Any command of a game's seats: the table's game reads it.
struct Play {
  TableId table;
  std::string type;
  json::Value body;
};
struct Say {
  TableId table;
  Words text;
  TATAMI_MESSAGE("say", of("table", &Say::table), of("text", &Say::text))
};
struct Call {
  TableId table;
  Cry cry{};
  TATAMI_MESSAGE("call", of("table", &Call::table), of("cry", &Call::cry))
};
struct Mute {
  TableId table;
  Sometimes<Seat> seat;  // none: all who have no seat
  bool on = true;
  TATAMI_MESSAGE("mute", of("table", &Mute::table), of("seat", &Mute::seat), of("on", &Mute::on))
};
struct Rematch {
  TableId table;
  bool rotate = false;
  TATAMI_MESSAGE("rematch", of("table", &Rematch::table), of("rotate", &Rematch::rotate))
};
struct Link {
  TableId table;
  TATAMI_MESSAGE("link", of("table", &Link::table))
};
struct Claim {
  TableId table;
  Secret secret;
  TATAMI_MESSAGE("claim", of("table", &Claim::table), of("secret", &Claim::secret))
};
struct Lobby {
  bool on = true;
  TATAMI_MESSAGE("lobby", of("on", &Lobby::on))
};
// At a finished game, with whoever is in the same circle: they agree on its name.
struct Look {
  CircleName circle;              // empty: in none any more
  Sometimes<std::uint16_t> line;  // of the record, to show to all; none: look at what is shown
  TATAMI_MESSAGE("look", of("circle", &Look::circle), of("line", &Look::line))
};
struct ForgetMe {
  bool really = false;
  TATAMI_MESSAGE("forget_me", of("really", &ForgetMe::really))
};

// The answers of the hall and of tables.
using HallCommand =
    std::variant<Rename, OpenTable, Watch, Leave, Say, Mute, Rematch, Lobby, Look, ForgetMe>;
using TableCommand = std::variant<Sit, Stand, SeatBot, Remove, Start, Call, Link, Claim, Play>;
using Command = std::variant<HallCommand, TableCommand>;

Result<Command, json::Problem> read_command(std::string_view text);

// ---- What the server says ----

struct Welcome {
  int protocol = protocol::version.major;
  Text<16> version = text_of(protocol::version);
  Name name;
  TATAMI_MESSAGE("welcome", of("protocol", &Welcome::protocol), of("version", &Welcome::version),
                 of("name", &Welcome::name))
};

struct Chair {
  Sitter sitter{};
  Name name;
  Sometimes<Text<16>> level;  // of a bot
  Sometimes<Hand> hand;
  bool connected = false;
  bool away = false;         // a substitute plays
  Sometimes<bool> expected;  // of a rematch: theirs, but they have not come yet
  Sometimes<Quality> connection;
  TATAMI_MESSAGE("chair", of("sitter", &Chair::sitter), of("name", &Chair::name),
                 of("level", &Chair::level), of("hand", &Chair::hand),
                 of("connected", &Chair::connected), of("away", &Chair::away),
                 of("expected", &Chair::expected), of("connection", &Chair::connection))
};

using Hex = Text<64>;

struct Revealed {
  Hex seed;
  std::vector<Text<64>> contributions;
  TATAMI_MESSAGE("revealed", of("seed", &Revealed::seed),
                 of("contributions", &Revealed::contributions))
};

struct TableInfo {
  TableId table;
  Text<8> code;
  Stage stage{};
  Settings settings;
  std::vector<Chair> chairs;
  std::optional<Seat> you;
  bool host = false;  // whether you are
  Hex commitment;
  Sometimes<Revealed> revealed;  // when over
  Sometimes<TableId> next;       // the rematch
  TATAMI_MESSAGE("table", of("table", &TableInfo::table), of("code", &TableInfo::code),
                 of("stage", &TableInfo::stage), of("settings", &TableInfo::settings),
                 of("chairs", &TableInfo::chairs), of("you", &TableInfo::you),
                 of("host", &TableInfo::host), of("commitment", &TableInfo::commitment),
                 of("revealed", &TableInfo::revealed), of("next", &TableInfo::next))
};

struct Said {
  TableId table;
  std::uint32_t number = 0;  // counts up within a table
  std::optional<Seat> seat;  // none: a spectator
  Name name;
  Words text;
  TATAMI_MESSAGE("said", of("table", &Said::table), of("number", &Said::number),
                 of("seat", &Said::seat), of("name", &Said::name), of("text", &Said::text))
};

struct Unsaid {  // whoever said these has asked to be forgotten
  TableId table;
  std::vector<std::uint32_t> numbers;
  TATAMI_MESSAGE("unsaid", of("table", &Unsaid::table), of("numbers", &Unsaid::numbers))
};

struct Called {
  TableId table;
  Seat seat{};
  Cry cry{};
  TATAMI_MESSAGE("called", of("table", &Called::table), of("seat", &Called::seat),
                 of("cry", &Called::cry))
};

struct LobbyTable {
  TableId table;
  Header header;
  Tempo tempo{};
  std::uint8_t seated = 0;
  Name host;
  TATAMI_MESSAGE("lobby_table", of("table", &LobbyTable::table), of("header", &LobbyTable::header),
                 of("tempo", &LobbyTable::tempo), of("seated", &LobbyTable::seated),
                 of("host", &LobbyTable::host))
};

struct LobbyList {
  std::vector<LobbyTable> tables;
  TATAMI_MESSAGE("lobby_list", of("tables", &LobbyList::tables))
};

struct Looking {
  CircleName circle;
  std::uint16_t people = 0;
  Sometimes<std::uint16_t> line;  // none: nobody has shown one, or only the people have changed
  Sometimes<Name> by;             // who showed it, unless they have left
  Sometimes<bool> you;            // whether this answers your own step
  TATAMI_MESSAGE("looking", of("circle", &Looking::circle), of("people", &Looking::people),
                 of("line", &Looking::line), of("by", &Looking::by), of("you", &Looking::you))
};

struct SeatLink {
  TableId table;
  Secret secret;
  TATAMI_MESSAGE("seat_link", of("table", &SeatLink::table), of("secret", &SeatLink::secret))
};

struct Forgotten {
  bool done = true;
  TATAMI_MESSAGE("forgotten", of("done", &Forgotten::done))
};

struct Refused {
  Text<32> command;
  Sometimes<TableId> table;
  Refusal why{};
  Text<400> text;  // for a person
  TATAMI_MESSAGE("refused", of("command", &Refused::command), of("table", &Refused::table),
                 of("why", &Refused::why), of("text", &Refused::text))
};

struct Farewell {
  Text<200> why;
  TATAMI_MESSAGE("farewell", of("why", &Farewell::why))
};

using Message = std::variant<Welcome, TableInfo, Said, Unsaid, Called, LobbyList, Looking, SeatLink,
                             Forgotten, Refused, Farewell>;

// The answer to a client that has announced a version this server does not speak. Clients need not
// announce any.
std::optional<Refused> refuse_version(std::string_view announced);

// A message up to, and without, its closing brace.
template <class T>
std::string beginning_of(const T& body) {
  constexpr std::size_t usual_length = 900;  // of an update
  std::string out;
  out.reserve(usual_length);
  record::begin_tagged(out, body);
  return out;
}

template <class T>
std::string message_of(const T& body) {
  return beginning_of(body) += '}';
}

// How a race was decided, as its game tells it.
struct VerdictText {
  std::string text;
};

// The companion of the record of a game played at a table: the proof of its chance, and how each
// race was decided.
struct Sidecar {
  Hex commitment;
  Hex seed;
  std::vector<Text<64>> contributions;  // by seat
  bool first_is_named = false;          // or drawn, before the first card or roll
  std::vector<VerdictText> verdicts;    // the messages, in the order of the record
  Sometimes<std::vector<Name>> names;   // by seat; empty: a bot's, or one who was forgotten
  TATAMI_MESSAGE("sidecar", of("commitment", &Sidecar::commitment), of("seed", &Sidecar::seed),
                 of("contributions", &Sidecar::contributions),
                 of("first_is_named", &Sidecar::first_is_named), of("verdicts", &Sidecar::verdicts),
                 of("names", &Sidecar::names))
};

// The shared part of both unions.
void describe(Catalogue& all, Shape& command, Shape& message);

}  // namespace tatami::protocol

namespace tatami::record {

// Verifying a sidecar does not need how races were decided.
template <>
struct Codec<protocol::VerdictText> {
  static void write(std::string& out, const protocol::VerdictText& verdict) { out += verdict.text; }
  static void read(Reader& in, const json::Value& value, const std::string& path,
                   protocol::VerdictText& /*into*/) {
    if (value.kind != json::Kind::object) in.fail(path, "expected an object");
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.named("Verdict", [](Shape& shape) { shape.kind = Shape::Kind::object; });
  }
};

}  // namespace tatami::record
