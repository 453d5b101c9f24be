#pragma once

#include <string>
#include <variant>

#include "protocol/messages.h"

// The entries of a table's log, beside those that its game writes. A table is the fold of all.
namespace tatami::table {

using protocol::Sometimes;
using protocol::Text;
using Guest = Text<32>;

struct Opened {
  protocol::TableId table;
  Text<8> code;
  Guest host;
  protocol::Settings settings;
  protocol::Hex seed;                // of chance; revealed when the game is over
  protocol::Hex secret;              // of seat links, pauses and bots; never revealed
  Sometimes<Text<32'768>> so_far{};  // a game that is played on: the lines after its header
  TATAMI_MESSAGE("opened", of("table", &Opened::table), of("code", &Opened::code),
                 of("host", &Opened::host), of("settings", &Opened::settings),
                 of("seed", &Opened::seed), of("secret", &Opened::secret),
                 of("so_far", &Opened::so_far))
};
struct Sat {
  Seat seat{};
  Guest guest;
  Text<64> contribution;
  Hand hand = Hand::right;
  TATAMI_MESSAGE("sat", of("seat", &Sat::seat), of("guest", &Sat::guest),
                 of("contribution", &Sat::contribution), of("hand", &Sat::hand))
};
struct Kept {  // for somebody of the game before, who has yet to come
  Seat seat{};
  Guest guest;
  Hand hand = Hand::right;
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
struct Linked {  // a new link to the seat; those before it are worth nothing
  Seat seat{};
  TATAMI_MESSAGE("linked", of("seat", &Linked::seat))
};
struct Closed {  // nobody ever started it
  Text<64> why;
  TATAMI_MESSAGE("closed", of("why", &Closed::why))
};

using Entry = std::variant<Opened, Sat, BotSat, Stood, Claimed, Closed, Kept, Linked>;

}  // namespace tatami::table
