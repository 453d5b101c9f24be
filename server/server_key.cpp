#include "server/server_key.h"

#include <future>

#include "protocol/messages.h"

namespace tatami::server {

namespace {

constexpr const char* stream = "server";

struct ServerKey {
  protocol::Hex key;
  TATAMI_MESSAGE("server_key", of("key", &ServerKey::key))
};

}  // namespace

Result<Key, std::string> key_of(store::EventLog& log, live::Time now) {
  const auto entries = log.read(stream);
  if (!entries) return entries.error().what;
  if (!entries->empty()) {
    const auto found = protocol::from_json<ServerKey>(std::string_view{entries->front().body});
    const auto key = found ? read_key(found->key) : std::nullopt;
    if (!key) return std::string{"the server's key cannot be read"};
    return *key;
  }
  const auto others = log.unfinished("");
  if (!others) return others.error().what;
  if (!others->empty())
    return std::string{"the server's key is missing, so it could not recognise its guests"};
  const Key key = new_key();
  std::promise<std::optional<store::Problem>> written;
  log.append({{stream, 1, now, {}, protocol::to_json(ServerKey{write(key)}), false}},
             [&](auto problem) { written.set_value(std::move(problem)); });
  if (const auto problem = written.get_future().get()) return problem->what;
  return key;
}

}  // namespace tatami::server
