#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "store/event_log.h"
#include "store/reactor.h"

namespace tatami::store {

// Whether this names a database of PostgreSQL rather than a file.
bool is_postgres(std::string_view url);
// A URL for people to read, in logs and errors.
std::string without_password(const std::string& url);

// A log in PostgreSQL, which several nodes can share. It lives on the reactor's loop, and must end
// before it. The schema must be there already (`migrate_postgres`), and be of this version.
//
// While the database cannot be reached, or has no room, appends wait: they are not lost, and none
// is told to be durable that is not. After a connection broke in the middle of a commit, the
// database is asked whether it happened.
Result<std::unique_ptr<EventLog>, Problem> open_postgres(const std::string& url, Reactor& reactor);

// Makes the schema, or brings it up to date, in one transaction; says what was done. A database
// with somebody else's tables is refused and left alone.
Result<std::string, Problem> migrate_postgres(const std::string& url);

}  // namespace tatami::store
