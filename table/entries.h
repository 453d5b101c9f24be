#pragma once

#include "protocol/messages.h"
#include "table/happened.h"

// What a table's log holds. A table is the fold of its entries; what follows from an action by
// itself (cards, dice, forced steps) is written with it, and found again when it is folded.
namespace tatami::table {

using protocol::field;
using protocol::Sometimes;
using protocol::Text;
using Guest = Text<32>;

struct Opened {
  protocol::TableId table;
  Text<8> code;
  Guest host;
  protocol::Settings settings;
  protocol::Hex seed;    // of chance; revealed when the game is over
  protocol::Hex secret;  // of seat links, pauses and bots; never revealed
  TATAMI_MESSAGE("opened", of("table", &Opened::table), of("code", &Opened::code),
                 of("host", &Opened::host), of("settings", &Opened::settings),
                 of("seed", &Opened::seed), of("secret", &Opened::secret))
};
struct Sat {
  Seat seat{};
  Guest guest;
  Text<64> contribution;
  tatamokatsu::Hand hand = tatamokatsu::Hand::right;
  TATAMI_MESSAGE("sat", of("seat", &Sat::seat), of("guest", &Sat::guest),
                 of("contribution", &Sat::contribution), of("hand", &Sat::hand))
};
struct Kept {  // for somebody of the game before, who has yet to come
  Seat seat{};
  Guest guest;
  tatamokatsu::Hand hand = tatamokatsu::Hand::right;
  TATAMI_MESSAGE("kept", of("seat", &Kept::seat), of("guest", &Kept::guest),
                 of("hand", &Kept::hand))
};
struct BotSat {
  Seat seat{};
  Text<16> level;
  TATAMI_MESSAGE("bot_sat", of("seat", &BotSat::seat), of("level", &BotSat::level))
};
struct Stood {
  Seat seat{};
  Sometimes<bool> removed{};  // by the host, for good
  TATAMI_MESSAGE("stood", of("seat", &Stood::seat), of("removed", &Stood::removed))
};
struct Claimed {
  Seat seat{};
  Guest guest;
  TATAMI_MESSAGE("claimed", of("seat", &Claimed::seat), of("guest", &Claimed::guest))
};
struct Started {
  Moves moves;
  TATAMI_MESSAGE("started", of("moves", &Started::moves))
};
struct Acted {
  protocol::Move action;
  Moves moves;
  TATAMI_MESSAGE("acted", of("action", &Acted::action), of("moves", &Acted::moves))
};
struct TookBack {
  Seat seat{};
  TATAMI_MESSAGE("took_back", of("seat", &TookBack::seat))
};
struct Rolled {
  Moves moves;
  TATAMI_MESSAGE("rolled", of("moves", &Rolled::moves))
};
struct Judged {
  std::vector<protocol::Reaction> reactions;
  std::int32_t waited = 0;
  Moves moves;
  TATAMI_MESSAGE("judged", of("reactions", &Judged::reactions), of("waited", &Judged::waited),
                 of("moves", &Judged::moves))
};
struct Closed {  // nobody ever started it
  Text<64> why;
  TATAMI_MESSAGE("closed", of("why", &Closed::why))
};

using Entry = std::variant<Opened, Sat, BotSat, Stood, Claimed, Started, Acted, TookBack, Rolled,
                           Judged, Closed, Kept>;

}  // namespace tatami::table
