#include "live/kind.h"
#include "live/letters.h"
#include "protocol/request.h"

namespace tatami::live {

namespace {

using record::Shape;

void begin_letter(record::Catalogue& all, Shape& letter, std::string_view type) {
  letter.members.push_back(
      {"type", all.add({.kind = Shape::Kind::words, .words = {std::string{type}}}), true});
}

}  // namespace

record::Catalogue catalogue(std::initializer_list<void (*)(const Description&)> games) {
  record::Catalogue all;
  const auto named = [&](std::string_view name, Shape::Kind kind) -> Shape& {
    return *all.define(name, kind);
  };
  Shape& command = named("Command", Shape::Kind::either);
  Shape& message = named("Message", Shape::Kind::either);
  Shape& header = named("Header", Shape::Kind::either);
  Shape& move = named("Move", Shape::Kind::either);
  Shape& event = named("GameEvent", Shape::Kind::either);
  Shape& position = named("Position", Shape::Kind::object);
  Shape& update = named("Update", Shape::Kind::object);
  begin_letter(all, position, "position");
  begin_letter(all, update, "update");

  protocol::describe(all, command, message);
  message.parts.push_back(&position);
  message.parts.push_back(&update);
  for (const auto describe : games)
    describe({all, header, move, event, command, message, position, update});
  protocol::describe_requests(all, command, message);
  record::Codec<protocol::Sidecar>::shape(all);
  return all;
}

}  // namespace tatami::live
