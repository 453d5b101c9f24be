#pragma once

#include "protocol/messages.h"

// What a table's log holds. A table is the fold of its entries; what follows from an action by
// itself (cards, dice, forced steps) is written with it, and found again when it is folded.
namespace tatami::table {

using protocol::field;
using protocol::Sometimes;
using protocol::Text;
using Guest = Text<32>;
using Moves = std::vector<protocol::Move>;

struct Opened {
  protocol::TableId table;
  Text<8> code;
  Guest host;
  protocol::Settings settings;
  protocol::Hex seed;    // of chance; revealed when the game is over
  protocol::Hex secret;  // of seat links, pauses and bots; never revealed
  TATAMI_MESSAGE(Opened, "opened", of("table", &Opened::table), of("code", &Opened::code),
                 of("host", &Opened::host), of("settings", &Opened::settings),
                 of("seed", &Opened::seed), of("secret", &Opened::secret))
};
struct Sat {
  Seat seat{};
  Guest guest;
  Text<64> contribution;
  tatamokatsu::Hand hand = tatamokatsu::Hand::right;
  TATAMI_MESSAGE(Sat, "sat", of("seat", &Sat::seat), of("guest", &Sat::guest),
                 of("contribution", &Sat::contribution), of("hand", &Sat::hand))
};
struct BotSat {
  Seat seat{};
  Text<16> level;
  TATAMI_MESSAGE(BotSat, "bot_sat", of("seat", &BotSat::seat), of("level", &BotSat::level))
};
struct Stood {
  Seat seat{};
  TATAMI_MESSAGE(Stood, "stood", of("seat", &Stood::seat))
};
struct Claimed {
  Seat seat{};
  Guest guest;
  TATAMI_MESSAGE(Claimed, "claimed", of("seat", &Claimed::seat), of("guest", &Claimed::guest))
};
struct Started {
  Moves moves;
  TATAMI_MESSAGE(Started, "started", of("moves", &Started::moves))
};
struct Acted {
  protocol::Move action;
  Moves moves;
  TATAMI_MESSAGE(Acted, "acted", of("action", &Acted::action), of("moves", &Acted::moves))
};
struct TookBack {
  Seat seat{};
  TATAMI_MESSAGE(TookBack, "took_back", of("seat", &TookBack::seat))
};
struct Rolled {
  Moves moves;
  TATAMI_MESSAGE(Rolled, "rolled", of("moves", &Rolled::moves))
};
struct Judged {
  std::vector<protocol::Reaction> reactions;
  std::int32_t waited = 0;
  Moves moves;
  TATAMI_MESSAGE(Judged, "judged", of("reactions", &Judged::reactions),
                 of("waited", &Judged::waited), of("moves", &Judged::moves))
};
struct Closed {  // nobody ever started it
  Text<64> why;
  TATAMI_MESSAGE(Closed, "closed", of("why", &Closed::why))
};

using Entry = std::variant<Opened, Sat, BotSat, Stood, Claimed, Started, Acted, TookBack, Rolled,
                           Judged, Closed>;

}  // namespace tatami::table
