#include "bindings/wasm/offline.h"

#include <algorithm>
#include <deque>

#include "bindings/wasm/problem.h"
#include "record/replay.h"

namespace tatami::wasm {

using protocol::from_json;

namespace {

const table::Guest me{"me"};

// From the table to the page's next frame and back: what may pass between a deed and its arrival.
constexpr std::int32_t page_lag = 100;

std::string listed(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) (out += out.size() > 1 ? "," : "") += text;
  return out + "]";
}

struct OpenRequest {
  protocol::Settings settings;
  protocol::Hex seed;
  protocol::Hex secret;
  std::int64_t now = 0;
  TATAMI_MESSAGE("open_request", of("settings", &OpenRequest::settings),
                 of("seed", &OpenRequest::seed), of("secret", &OpenRequest::secret),
                 of("now", &OpenRequest::now))
};

struct TellRequest {
  protocol::Command command;
  std::int64_t now = 0;
  protocol::Sometimes<Seat> hand;  // of those who share the device; none: whose page it is
  TATAMI_MESSAGE("tell_request", of("command", &TellRequest::command), of("now", &TellRequest::now),
                 of("hand", &TellRequest::hand))
};

struct PositionRequest {
  protocol::Text<4'000'000> record;
  std::uint32_t lines = 0;  // of it have happened, the header included
  protocol::Sometimes<Seat> seat;
  bool open = false;  // everybody's knowledge
  TATAMI_MESSAGE("position_request", of("record", &PositionRequest::record),
                 of("lines", &PositionRequest::lines), of("seat", &PositionRequest::seat),
                 of("open", &PositionRequest::open))
};

}  // namespace

std::string Offline::open(std::string_view request) {
  const auto asked = from_json<OpenRequest>(request);
  if (!asked) return problem(asked.error().what);
  if (!chance::from_hex(asked->seed) || !chance::from_hex(asked->secret))
    return problem("seed and secret are 64 hexadecimal digits");
  table::Opened opened;
  opened.table = "offline";
  opened.host = me;
  opened.settings = asked->settings;
  opened.seed = asked->seed;
  opened.secret = asked->secret;
  table_ = std::make_unique<table::Table>(std::move(opened), table::Rule{}, asked->now);
  people_ = {me};
  return listed(table_->welcome(me, asked->now));
}

std::string Offline::tell(std::string_view request) {
  if (!table_) return problem("no table is open");
  const auto asked = from_json<TellRequest>(request);
  if (!asked) return problem(asked.error().what);
  const table::Guest who =
      asked->hand ? table::Guest{"hand " + std::to_string(asked->hand->value)} : me;
  if (std::ranges::find(people_, who) == people_.end()) people_.push_back(who);
  auto answer = table_->submit(who, asked->command, asked->now);
  if (!answer) return listed({protocol::message(answer.error())});
  answer->add(table_->connected(who, true, asked->now));
  keep_lines(asked->now);
  return read(std::move(*answer), asked->now);
}

std::string Offline::tick(table::Time now) {
  if (!table_) return problem("no table is open");
  keep_lines(now);
  return read(table_->tick(now), now);
}

void Offline::keep_lines(table::Time now) {
  for (const table::Guest& each : people_) table_->pong(each, page_lag, now);
}

double Offline::wakes_at() const {
  const auto wake = table_ ? table_->wakes_at() : std::nullopt;
  return wake ? static_cast<double>(*wake) : -1;
}

std::string Offline::read(table::Outcome outcome, table::Time now) {
  std::vector<std::string> mail;
  std::deque<table::Outcome> rest;
  rest.push_back(std::move(outcome));
  while (!rest.empty()) {
    const table::Outcome next = std::move(rest.front());
    rest.pop_front();
    for (const table::Letter& letter : next.letters) {
      const bool mine =
          letter.to == table::Letter::To::all ||
          (letter.to == table::Letter::To::one ? letter.guest == me : !table_->seat_of(me));
      if (mine) mail.push_back(letter.text);
    }
    if (next.opens_window) table_->sent(now);
    for (const table::Think& think : next.thoughts)
      rest.push_back(table_->thought(think, table::ponder(think), now));
  }
  return listed(mail);
}

std::string position_at(std::string_view request) {
  const auto asked = from_json<PositionRequest>(request);
  if (!asked) return problem(asked.error().what);
  record::Replay replay;
  std::string_view text{asked->record};
  for (std::uint32_t line = 1; line <= asked->lines && !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    if (const auto wrong = replay.take(text.substr(0, end)))
      return problem("line " + std::to_string(line) + ": " + *wrong);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (!replay.game()) return problem("a header was expected");

  protocol::Position position;
  position.table = "replay";
  position.seq = asked->lines;
  std::vector<std::string> owns;
  const auto tell = [&](const auto& state, auto& into, auto& own) {
    into.emplace(protocol::position_of(state.open));
    const SeatSet seats = all_seats(state.open.table.players);
    if (asked->seat && seats.contains(*asked->seat))
      own.emplace(protocol::own_of(view_of(state, *asked->seat)));
    for (Seat seat : seats)
      if (asked->open) owns.push_back(protocol::to_json(protocol::own_of(view_of(state, seat))));
  };
  if (const auto* dojo = std::get_if<dojo::State>(&*replay.game())) {
    tell(*dojo, position.dojo, position.dojo_own);
    if (replay.over()) position.dojo_result.emplace(protocol::result_of(dojo->open));
  } else {
    tell(std::get<tatamokatsu::State>(*replay.game()), position.tatamokatsu,
         position.tatamokatsu_own);
  }
  return "{\"position\":" + protocol::message(position) + ",\"owns\":" + listed(owns) + "}";
}

}  // namespace tatami::wasm
