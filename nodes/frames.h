#pragma once

#include <variant>

#include "server/elsewhere.h"

// Messages between nodes. A message on the bus is a line with the name of its sender and the
// number of their start, and frames: each a line of JSON, some with a text of this size after it.
namespace tatami::nodes {

using protocol::Text;
using server::Guest;
using server::Posted;

// ---- From the node where a connection ends, to the owner of a table ----

struct Forwarded {  // with what they said
  std::uint64_t connection = 0;
  Guest guest;
  Text<64> address;
  std::uint32_t size = 0;
  TATAMI_MESSAGE("forwarded", of("connection", &Forwarded::connection),
                 of("guest", &Forwarded::guest), of("address", &Forwarded::address),
                 of("size", &Forwarded::size))
};
struct Gone {
  std::uint64_t connection = 0;
  TATAMI_MESSAGE("gone", of("connection", &Gone::connection))
};
struct Pong {
  std::uint64_t connection = 0;
  live::RoundTrip trip;
  TATAMI_MESSAGE("pong", of("connection", &Pong::connection), of("trip", &Pong::trip))
};

// ---- Back ----

struct Letter {  // with what they hear
  std::uint64_t connection = 0;
  std::uint32_t size = 0;
  TATAMI_MESSAGE("letter", of("connection", &Letter::connection), of("size", &Letter::size))
};
struct Close {
  std::uint64_t connection = 0;
  Text<200> why;
  TATAMI_MESSAGE("close", of("connection", &Close::connection), of("why", &Close::why))
};
struct Attends {
  std::uint64_t connection = 0;
  protocol::TableId table;
  bool is = true;
  TATAMI_MESSAGE("attends", of("connection", &Attends::connection), of("table", &Attends::table),
                 of("is", &Attends::is))
};
struct Measure {  // they race: ask their connection how long it takes
  std::uint64_t connection = 0;
  TATAMI_MESSAGE("measure", of("connection", &Measure::connection))
};

// ---- Who is there, and with which tables ----

struct Beat {
  std::uint64_t announced = 0;  // tables posted and removed so far, to all
  std::int64_t at = 0;          // by the sender's clock, which nobody else reads
  TATAMI_MESSAGE("beat", of("announced", &Beat::announced), of("at", &Beat::at))
};
struct Echo {
  std::int64_t at = 0;
  TATAMI_MESSAGE("echo", of("at", &Echo::at))
};
struct Removed {
  protocol::TableId table;
  TATAMI_MESSAGE("removed", of("table", &Removed::table))
};
struct List {  // please
  bool all = true;
  TATAMI_MESSAGE("list", of("all", &List::all))
};
struct ListBegins {
  std::uint64_t tables = 0;
  TATAMI_MESSAGE("list_begins", of("tables", &ListBegins::tables))
};
struct ListEnds {
  std::uint64_t announced = 0;
  TATAMI_MESSAGE("list_ends", of("announced", &ListEnds::announced))
};
// The sender had lost the receiver: whoever was at its tables has to come again.
struct Again {
  bool all = true;
  TATAMI_MESSAGE("again", of("all", &Again::all))
};

// ---- People ----

struct Named {
  Guest guest;
  protocol::Name name;
  std::uint32_t seq = 0;
  TATAMI_MESSAGE("named", of("guest", &Named::guest), of("name", &Named::name),
                 of("seq", &Named::seq))
};
struct Guessed {  // a wrong room code
  Text<64> address;
  TATAMI_MESSAGE("guessed", of("address", &Guessed::address))
};
struct Forget {
  Guest guest;
  TATAMI_MESSAGE("forget", of("guest", &Forget::guest))
};
struct Forgotten {
  Guest guest;
  TATAMI_MESSAGE("forgotten", of("guest", &Forgotten::guest))
};

using Frame =
    std::variant<Forwarded, Letter, Pong, Gone, Close, Attends, Measure, Beat, Echo, Posted,
                 Removed, List, ListBegins, ListEnds, Again, Named, Guessed, Forget, Forgotten>;

}  // namespace tatami::nodes
