#include "protocol/request.h"

#include <algorithm>

namespace tatami::protocol {

namespace {

// Reads the one of these commands that has this type, if there is one.
template <class Group, class... Ts>
bool read_one(std::type_identity<std::variant<Ts...>>, std::string_view type, record::Reader& in,
              const json::Value& value, std::optional<Command>& into) {
  const auto one = [&]<class T>(std::type_identity<T>) {
    if constexpr (record::Struct<T>) {
      if (type != T::wire_name) return false;
      T command{};
      record::read_tagged(in, value, command);
      into = Command{Group{std::move(command)}};
      return true;
    }
    return false;
  };
  return (one(std::type_identity<Ts>{}) || ...);
}

Result<Command, json::Problem> command_in(json::Value value, const std::string& type) {
  record::Reader in;
  std::optional<Command> command;
  const bool is_shared =
      read_one<HallCommand>(std::type_identity<HallCommand>{}, type, in, value, command) ||
      read_one<TableCommand>(std::type_identity<TableCommand>{}, type, in, value, command);
  if (in.problem) return *in.problem;
  if (is_shared) return *command;
  const json::Value* table = value.find("table");
  Play play;
  if (!table) return json::Problem{"unknown type " + json::quote_briefly(type)};
  record::Codec<TableId>::read(in, *table, "table", play.table);
  if (in.problem) return *in.problem;
  play.type = type;
  play.body = std::move(value);
  return Command{TableCommand{std::move(play)}};
}

}  // namespace

Request read_request(std::string_view text) {
  auto value = json::parse(text);
  if (!value) return {{}, {}, json::Problem{"invalid JSON: " + value.error().what}};
  const json::Value* type = value->find("type");
  if (!type || type->kind != json::Kind::string)
    return {{}, {}, json::Problem{"expected an object with a \"type\""}};
  const std::string name = type->text;
  constexpr std::size_t longest_type = 32;
  Request request{name.size() <= longest_type ? name : std::string{}, {}, Command{}};
  record::Reader in;
  if (const json::Value* id = value->find("id"))
    record::Codec<RequestId>::read(in, *id, "id", request.id);
  std::erase_if(value->fields, [](const json::Field& field) { return field.name == "id"; });
  request.command = in.problem ? Result<Command, json::Problem>{*in.problem}
                               : command_in(std::move(*value), name);
  return request;
}

const TableId* table_of(const Command& command) {
  const auto named = [](const auto& each) -> const TableId* {
    if constexpr (requires { each.table; })
      return &each.table;
    else
      return nullptr;
  };
  return std::visit([&](const auto& group) { return std::visit(named, group); }, command);
}

Result<Command, json::Problem> read_command(std::string_view text) {
  return read_request(text).command;
}

std::string message_of(const Refused& refused, const RequestId& id) {
  std::string out = beginning_of(refused);
  if (!id.empty()) record::write_field(out, "id", id);
  return out += '}';
}

void describe_requests(Catalogue& all, const Shape& command, Shape& message) {
  const Shape* id = record::Codec<RequestId>::shape(all);
  const auto can_have_one = [&](const Shape& shape) {
    return std::ranges::find(command.parts, &shape) != command.parts.end() ||
           shape.name == "Refused";
  };
  for (const auto& shape : all.shapes())
    if (can_have_one(*shape)) shape->members.push_back({"id", id, false});
  message.parts.push_back(record::message_shape<Done>(all));
}

}  // namespace tatami::protocol
