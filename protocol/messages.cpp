#include "protocol/messages.h"

namespace tatami::protocol {

std::string_view describe(Refusal refusal) {
  switch (refusal) {
    case Refusal::bad_message:
      return "that is no message of this protocol";
    case Refusal::too_fast:
      return "too many messages at once; slow down";
    case Refusal::no_such_table:
      return "there is no such table";
    case Refusal::not_at_this_table:
      return "you do not sit at this table";
    case Refusal::not_the_host:
      return "only the host may do that";
    case Refusal::already_started:
      return "the game has begun";
    case Refusal::not_started:
      return "the game has not begun";
    case Refusal::no_such_seat:
      return "there is no such seat, or nobody in it";
    case Refusal::seat_taken:
      return "the seat is taken";
    case Refusal::already_seated:
      return "you sit at this table already";
    case Refusal::empty_chairs:
      return "some chairs are empty; bots can fill them";
    case Refusal::unknown_bot:
      return "no bot of that name plays this game";
    case Refusal::stale:
      return "the game has moved on since";
    case Refusal::against_the_rules:
      return "the rules do not allow it";
    case Refusal::nothing_to_take_back:
      return "there is nothing to take back";
    case Refusal::not_over:
      return "the game is not over";
    case Refusal::wrong_secret:
      return "this link opens no seat";
    case Refusal::bad_name:
      return "a name has 1 to 24 characters and something to read in it";
    case Refusal::too_many_tables:
      return "you have opened too many tables";
    case Refusal::nothing_said:
      return "there is nothing to read in it";
    case Refusal::not_all_here:
      return "somebody has not come yet; wait for him, or remove him";
    case Refusal::enough:
      return "that was done too often here";
  }
  return {};
}

Catalogue catalogue() {
  Catalogue all;
  const auto add = [&]<class T>(std::string_view name, std::type_identity<T>) {
    all.named(name, [&](Shape& shape) {
      const Shape* either = Codec<T>::shape(all);
      shape.kind = either->kind;
      shape.parts = either->parts;
    });
  };
  add("Command", std::type_identity<Command>{});
  add("Message", std::type_identity<Message>{});
  Codec<Sidecar>::shape(all);
  return all;
}

}  // namespace tatami::protocol
