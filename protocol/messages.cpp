#include "protocol/messages.h"

namespace tatami::protocol {

std::string_view describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::bad_message:
      return "this is not a command of the protocol";
    case Refusal::too_fast:
      return "too many messages at once; slow down";
    case Refusal::no_such_table:
      return "there is no such table; check its code";
    case Refusal::not_at_this_table:
      return "you have no seat at this table";
    case Refusal::not_the_host:
      return "only the host may do that";
    case Refusal::already_started:
      return "the game has already started";
    case Refusal::not_started:
      return "the game has not started yet";
    case Refusal::no_such_seat:
      return "there is no such seat, or nobody sits in it";
    case Refusal::seat_taken:
      return "that seat is taken, or no seat is free";
    case Refusal::already_seated:
      return "you already have a seat at this table";
    case Refusal::empty_chairs:
      return "some chairs are empty; bots can fill them";
    case Refusal::unknown_bot:
      return "this game has no bot of that level";
    case Refusal::stale:
      return "the game has moved on; decide again in the new position";
    case Refusal::against_the_rules:
      return "the rules do not allow that";
    case Refusal::nothing_to_take_back:
      return "there is nothing to take back: you have placed nothing, or everybody has placed";
    case Refusal::not_over:
      return "the game is not over yet";
    case Refusal::wrong_secret:
      return "this link belongs to no seat, or the game is over";
    case Refusal::bad_name:
      return "a name needs 1 to 24 characters, at least one of them visible";
    case Refusal::too_many_tables:
      return "you have too many open tables; finish some of them first";
    case Refusal::nothing_said:
      return "a message needs 1 to 200 characters, at least one of them visible";
    case Refusal::not_all_here:
      return "somebody has not come yet; wait for them or remove them";
    case Refusal::enough:
      return "the limit for doing this here is reached";
    case Refusal::removed_by_host:
      return "the host removed you from this table";
    case Refusal::wrong_version:
      return "the client speaks another version of the protocol; reload the page or update the "
             "program";
  }
  return {};
}

std::optional<Refused> refuse_version(std::string_view announced) {
  if (announced.empty()) return {};
  const std::string ours = std::to_string(version.major);
  if (announced == ours || announced.starts_with(ours + ".")) return {};
  Refused refused;
  refused.why = Refusal::wrong_version;
  refused.text = "this server speaks version " + text_of(version) + " of the protocol, not " +
                 json::quote_briefly(announced) + "; reload the page or update the program";
  return refused;
}

void describe(Catalogue& all, Shape& command, Shape& message) {
  const auto add = [&]<class... Ts>(Shape& either, std::type_identity<std::variant<Ts...>>) {
    const auto one = [&]<class T>(std::type_identity<T>) {
      if constexpr (record::Struct<T>) either.parts.push_back(record::message_shape<T>(all));
    };
    (one(std::type_identity<Ts>{}), ...);
  };
  add(command, std::type_identity<HallCommand>{});
  add(command, std::type_identity<TableCommand>{});
  add(message, std::type_identity<Message>{});
}

}  // namespace tatami::protocol
