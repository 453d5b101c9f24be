// Any bytes as a command, as an entry of a log, as a sidecar: refused with a reason, or written and
// read back the same.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "must.h"
#include "table/entries.h"

using namespace tatami;

namespace {

template <class T>
void read_and_write(const json::Value& value) {
  const auto read = protocol::from_json<T>(value);
  if (!read) return must(!read.error().what.empty());
  const std::string written = protocol::to_json(*read);
  const auto again = protocol::from_json<T>(std::string_view{written});
  must(again.ok());
  must(protocol::to_json(*again) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (const auto command = protocol::read_command(text); !command)
    must(!command.error().what.empty());
  const auto value = json::parse(text);
  if (!value) return 0;
  read_and_write<protocol::Settings>(*value);
  read_and_write<table::Entry>(*value);
  read_and_write<protocol::Sidecar>(*value);
  return 0;
}
