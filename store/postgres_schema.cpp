#include "store/postgres_schema.h"

#include "store/migrations.h"
#include "store/postgres.h"

namespace tatami::store {
namespace {

struct Found {
  bool is_ours = false;
  bool is_foreign = false;
  std::int64_t version = 0;
};

Problem problem(const std::string& url, const std::string& why) {
  return {without_password(url) + ": " + why};
}
Problem problem(const std::string& url, const PostgresError& error) {
  return problem(url, error.what);
}

Result<Found, PostgresError> look(pg_conn* connection) {
  constexpr const char* tables =
      "SELECT to_regclass('tatami.migration') IS NOT NULL, to_regnamespace('tatami') IS NOT NULL "
      "OR EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
      "WHERE relkind IN ('r', 'p') AND nspname NOT LIKE 'pg\\_%' AND nspname NOT IN "
      "('information_schema', 'tatami'))";
  const auto seen = query(connection, tables, {});
  if (!seen) return seen.error();
  Found found{seen->flag(0, 0), !seen->flag(0, 0) && seen->flag(0, 1)};
  if (!found.is_ours) return found;
  const auto version =
      query(connection, "SELECT coalesce(max(number), 0)::bigint FROM tatami.migration", {});
  if (!version) return version.error();
  found.version = version->number(0, 0);
  return found;
}

std::int64_t our_version() { return static_cast<std::int64_t>(migrations().size()); }

std::optional<Problem> objection(const Found& found, const std::string& url) {
  if (found.is_foreign)
    return problem(url, "belongs to another program; create a database of its own for Tatami");
  if (found.version > our_version())
    return problem(url, "was written by a newer version (schema " + std::to_string(found.version) +
                            ", this version knows up to " + std::to_string(our_version()) +
                            "); upgrade tatami");
  return {};
}

}  // namespace

std::optional<Problem> check_schema(pg_conn* connection, const std::string& url) {
  const auto found = look(connection);
  if (!found) return problem(url, found.error());
  if (auto wrong = objection(*found, url)) return wrong;
  if (found->version < our_version())
    return problem(url, std::string{found->is_ours ? "has an older schema" : "is empty"} +
                            "; run this once: tatami migrate " + without_password(url));
  return {};
}

Result<std::string, Problem> migrate_postgres(const std::string& url) {
  const auto connection = connect_postgres(url);
  if (!connection) return Problem{connection.error().what};
  pg_conn* const to = connection->get();
  // Two at once take turns; whatever fails is undone.
  if (const auto error = run(to, "BEGIN; SELECT pg_advisory_xact_lock(1416916329)"))
    return problem(url, *error);
  const auto found = look(to);
  if (!found) return problem(url, found.error());
  if (auto wrong = objection(*found, url)) return *wrong;
  const auto all = migrations();
  for (auto number = static_cast<std::size_t>(found->version); number < all.size(); ++number) {
    if (const auto error = run(to, std::string{all[number]})) return problem(url, *error);
    const auto noted = run(
        to, "INSERT INTO tatami.migration (number) VALUES (" + std::to_string(number + 1) + ")");
    if (noted) return problem(url, *noted);
  }
  if (const auto error = run(to, "COMMIT")) return problem(url, *error);
  if (found->version == our_version())
    return "schema " + std::to_string(our_version()) + " is there already";
  return "schema " + std::to_string(our_version()) + " is there now";
}

}  // namespace tatami::store
