#pragma once

#include "protocol/positions.h"
#include "protocol/score_sheet.h"

// Every message of the protocol. docs/PROTOCOL.md shows one of each.
namespace tatami::protocol {

inline constexpr int version = 1;

using TableId = Text<32>;  // or the room code
using Name = Text<96>;     // 24 characters of any script
using Words = Text<800>;   // 200 of them
using Secret = Text<64>;

enum class Tempo : std::uint8_t { relaxed, normal, fast, untimed, days };
TATAMI_WORDS(Tempo, "Tempo",
             {{"relaxed", Tempo::relaxed},
              {"normal", Tempo::normal},
              {"fast", Tempo::fast},
              {"untimed", Tempo::untimed},
              {"days", Tempo::days}});

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

enum class Deed : std::uint8_t { shout, salute, slap, drop, grab, announce };
TATAMI_WORDS(Deed, "Deed",
             {{"shout", Deed::shout},
              {"salute", Deed::salute},
              {"slap", Deed::slap},
              {"drop", Deed::drop},
              {"grab", Deed::grab},
              {"announce", Deed::announce}});

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
              {"enough", Refusal::enough}});

// For a person, in English.
std::string_view describe(Refusal refusal);

// ---- What a client says ----

struct Settings {
  Header header;
  Tempo tempo = Tempo::normal;
  Sometimes<std::uint8_t> days;      // for each decision, with tempo days
  Sometimes<bool> listed;            // in the lobby
  Sometimes<Text<16>> substitute;    // the bot that plays for whoever is away
  Sometimes<std::uint16_t> lag_cap;  // Tatamokatsu: the most ms of lag that are made good

  TATAMI_MESSAGE("settings", of("header", &Settings::header), of("tempo", &Settings::tempo),
                 of("days", &Settings::days), of("listed", &Settings::listed),
                 of("substitute", &Settings::substitute), of("lag_cap", &Settings::lag_cap))
};

struct Rename {
  Name to;
  TATAMI_MESSAGE("rename", of("to", &Rename::to))
};
struct Open {
  Settings settings;
  TATAMI_MESSAGE("open", of("settings", &Open::settings))
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
  Sometimes<tatamokatsu::Hand> hand;
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
struct Act {
  TableId table;
  std::uint32_t seq = 0;  // of the last update seen
  Move move;
  TATAMI_MESSAGE("act", of("table", &Act::table), of("seq", &Act::seq), of("move", &Act::move))
};
struct TakeBack {
  TableId table;
  TATAMI_MESSAGE("take_back", of("table", &TakeBack::table))
};
struct ThrowDice {
  TableId table;
  TATAMI_MESSAGE("throw_dice", of("table", &ThrowDice::table))
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
struct ForgetMe {
  bool really = false;
  TATAMI_MESSAGE("forget_me", of("really", &ForgetMe::really))
};

using Command =
    std::variant<Rename, Open, Watch, Leave, Sit, Stand, SeatBot, Remove, Start, Act, TakeBack,
                 ThrowDice, Say, Call, Mute, Rematch, Link, Claim, Lobby, ForgetMe>;

// ---- What the server says ----

struct Welcome {
  int protocol = version;
  Name name_;
  TATAMI_MESSAGE("welcome", of("protocol", &Welcome::protocol), of("name", &Welcome::name_))
};

struct Chair {
  Sitter sitter{};
  Name name_;
  Sometimes<Text<16>> level;  // of a bot
  Sometimes<tatamokatsu::Hand> hand;
  bool connected = false;
  bool away = false;         // his substitute plays
  Sometimes<bool> expected;  // of a rematch: his, but he has not come yet
  Sometimes<Quality> line;
  TATAMI_MESSAGE("chair", of("sitter", &Chair::sitter), of("name", &Chair::name_),
                 of("level", &Chair::level), of("hand", &Chair::hand),
                 of("connected", &Chair::connected), of("away", &Chair::away),
                 of("expected", &Chair::expected), of("line", &Chair::line))
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

// The whole position, for whoever comes to the table. `own` is a seat's alone.
struct Position {
  TableId table;
  std::uint32_t seq = 0;
  std::optional<std::int64_t> time_left;  // ms for the decision at hand
  Sometimes<DojoPosition> dojo;
  Sometimes<TatamokatsuPosition> tatamokatsu;
  Sometimes<DojoResult> dojo_result;  // when over
  Sometimes<DojoOwn> dojo_own;
  Sometimes<TatamokatsuOwn> tatamokatsu_own;
  Sometimes<std::vector<Event>> since;  // Tatamokatsu: what has happened from the last roll on
  TATAMI_MESSAGE("position", of("table", &Position::table), of("seq", &Position::seq),
                 of("time_left", &Position::time_left), of("dojo", &Position::dojo),
                 of("tatamokatsu", &Position::tatamokatsu),
                 of("dojo_result", &Position::dojo_result), of("dojo_own", &Position::dojo_own),
                 of("tatamokatsu_own", &Position::tatamokatsu_own), of("since", &Position::since))
};

// What has happened since the message before, and the fields of the position that it changed.
struct Update {
  TableId table;
  std::uint32_t seq = 0;
  std::optional<std::int64_t> time_left;
  Sometimes<Partial<DojoPosition>> dojo;
  Sometimes<Partial<TatamokatsuPosition>> tatamokatsu;
  std::vector<Event> events;
  Sometimes<DojoResult> dojo_result;
  Sometimes<DojoOwn> dojo_own;
  Sometimes<TatamokatsuOwn> tatamokatsu_own;
  TATAMI_MESSAGE("update", of("table", &Update::table), of("seq", &Update::seq),
                 of("time_left", &Update::time_left), of("dojo", &Update::dojo),
                 of("tatamokatsu", &Update::tatamokatsu), of("events", &Update::events),
                 of("dojo_result", &Update::dojo_result), of("dojo_own", &Update::dojo_own),
                 of("tatamokatsu_own", &Update::tatamokatsu_own))
};

struct Rolling {
  TableId table;
  TATAMI_MESSAGE("rolling", of("table", &Rolling::table))
};

// Something in an open window: who and what, not when.
struct Heard {
  TableId table;
  Seat seat{};
  Deed deed{};
  Sometimes<List<std::uint8_t, tatamokatsu::dice>> values;
  TATAMI_MESSAGE("heard", of("table", &Heard::table), of("seat", &Heard::seat),
                 of("deed", &Heard::deed), of("values", &Heard::values))
};

// One reaction as decided, for the photo finish.
struct Reaction {
  Seat seat{};
  Deed deed{};
  std::int32_t at = 0;           // as decided
  std::int32_t arrived = 0;      // after the faces were sent
  std::int32_t credit = 0;       // ms of lag made good
  std::int32_t uncertainty = 0;  // ± ms
  bool counted = false;          // or refused: while bowing, too late
  TATAMI_MESSAGE("reaction", of("seat", &Reaction::seat), of("deed", &Reaction::deed),
                 of("at", &Reaction::at), of("arrived", &Reaction::arrived),
                 of("credit", &Reaction::credit), of("uncertainty", &Reaction::uncertainty),
                 of("counted", &Reaction::counted))
};

struct Verdict {
  TableId table;
  std::uint32_t seq = 0;  // of the update that carries out the roll's effect
  std::vector<Reaction> reactions;
  std::int32_t waited = 0;  // ms after the close for what might still have been under way
  SeatSet mistaken;         // who pays for a mistake (T13)
  SeatSet tied;             // for the claim or the last slap; a roll-off follows (T14)
  TATAMI_MESSAGE("verdict", of("table", &Verdict::table), of("seq", &Verdict::seq),
                 of("reactions", &Verdict::reactions), of("waited", &Verdict::waited),
                 of("mistaken", &Verdict::mistaken), of("tied", &Verdict::tied))
};

struct Said {
  TableId table;
  std::uint32_t line = 0;    // counts up within a table
  std::optional<Seat> seat;  // none: a spectator
  Name name_;
  Words text;
  TATAMI_MESSAGE("said", of("table", &Said::table), of("line", &Said::line),
                 of("seat", &Said::seat), of("name", &Said::name_), of("text", &Said::text))
};

struct Unsaid {  // whoever said these has asked to be forgotten
  TableId table;
  std::vector<std::uint32_t> lines;
  TATAMI_MESSAGE("unsaid", of("table", &Unsaid::table), of("lines", &Unsaid::lines))
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

using Message = std::variant<Welcome, TableInfo, Position, Update, Rolling, Heard, Verdict, Said,
                             Unsaid, Called, LobbyList, SeatLink, Forgotten, Refused, Farewell>;

template <class T>
std::string message(const T& body) {
  constexpr std::size_t usual_length = 900;  // of an update
  static_assert(std::is_constructible_v<Message, T>);
  std::string out;
  out.reserve(usual_length);
  write_tagged(out, body);
  return out;
}

// What comes with the record of a game played at a table: the proof of its chance, and how each
// race was decided.
struct Sidecar {
  Hex commitment;
  Hex seed;
  std::vector<Text<64>> contributions;          // by seat
  bool first_is_named = false;                  // or drawn, before the first card or roll
  std::vector<std::variant<Verdict>> verdicts;  // the messages, in the order of the record
  Sometimes<std::vector<Name>> names;           // by seat; empty: a bot's, or one who was forgotten
  TATAMI_MESSAGE("sidecar", of("commitment", &Sidecar::commitment), of("seed", &Sidecar::seed),
                 of("contributions", &Sidecar::contributions),
                 of("first_is_named", &Sidecar::first_is_named), of("verdicts", &Sidecar::verdicts),
                 of("names", &Sidecar::names))
};

// Commands, messages and all they are made of.
Catalogue catalogue();

}  // namespace tatami::protocol
