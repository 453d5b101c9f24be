#pragma once

#include <string_view>

#include "protocol/messages.h"

// A client may give a command an id, so that it can tell which one is answered. It stands beside
// the fields of any command, and in the answer: a refusal, or `done`.
namespace tatami::protocol {

using RequestId = Text<32>;

// A command that had an id has been carried out, and what it changed is durable. Whatever it made
// the server say to this client was said before.
struct Done {
  Text<32> command;
  Sometimes<TableId> table;
  RequestId id;
  TATAMI_MESSAGE("done", of("command", &Done::command), of("table", &Done::table),
                 of("id", &Done::id))
};

struct Request {
  Text<32> type;  // as far as it says so
  RequestId id;
  Result<Command, json::Problem> command;
};

Request read_request(std::string_view text);

// The table that a command names, if it names one.
const TableId* table_of(const Command& command);

// The answer to a request that was not done.
std::string message_of(const Refused& refused, const RequestId& id);

// Adds ids to the shapes of all commands and of refusals, and the shape of `done`.
void describe_requests(Catalogue& all, const Shape& command, Shape& message);

}  // namespace tatami::protocol
