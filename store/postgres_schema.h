#pragma once

#include <optional>
#include <string>

#include "store/postgres_connection.h"
#include "store/problem.h"

namespace tatami::store {

// Why a database cannot be used as it is, if so.
std::optional<Problem> check_schema(pg_conn* connection, const std::string& url);

}  // namespace tatami::store
