#include "bindings/wasm/offline.h"

#include <algorithm>

#include "bindings/wasm/answers.h"
#include "live/verify.h"
#include "record/dojo.h"
#include "record/replay.h"

namespace tatami::wasm {

using protocol::from_json;

namespace {

const table::Guest me{"me"};
constexpr std::uint64_t my_number = 1;

// From the table to the page's next frame and back: what may pass between a deed and its arrival.
constexpr std::int32_t page_lag = 100;

std::string listed(std::vector<std::string> texts) {
  std::vector<record::Written> all;
  all.reserve(texts.size());
  for (std::string& text : texts) all.push_back({std::move(text)});
  return record::to_json(all);
}

struct OpenRequest {
  protocol::Settings settings;
  protocol::Hex seed;
  protocol::Hex secret;
  std::int64_t now = 0;
  protocol::Sometimes<protocol::Text<32'768>> so_far;  // the record of a game that is played on
  TATAMI_MESSAGE("open_request", of("settings", &OpenRequest::settings),
                 of("seed", &OpenRequest::seed), of("secret", &OpenRequest::secret),
                 of("now", &OpenRequest::now), of("so_far", &OpenRequest::so_far))
};

struct TellRequest {
  protocol::Text<65'536> command;  // as it would be sent to a server
  std::int64_t now = 0;
  protocol::Sometimes<Seat> hand;  // of those who share the device; none: whose page it is
  TATAMI_MESSAGE("tell_request", of("command", &TellRequest::command), of("now", &TellRequest::now),
                 of("hand", &TellRequest::hand))
};

struct PositionRequest {
  protocol::Text<4'000'000> record;
  std::uint32_t lines = 0;  // of it have happened, the header included
  protocol::Sometimes<Seat> seat;
  bool shows_all = false;  // everybody's knowledge
  TATAMI_MESSAGE("position_request", of("record", &PositionRequest::record),
                 of("lines", &PositionRequest::lines), of("seat", &PositionRequest::seat),
                 of("shows_all", &PositionRequest::shows_all))
};

// The problem with a game that should be played on, if there is one.
std::optional<std::string> objection(std::string_view record, const protocol::Header& header) {
  record::Replay replay;
  const std::string_view first = live::take_line(record);
  const auto read = from_json<protocol::Header>(first);
  if (!read) return "line 1: " + read.error().what;
  if (read->game != record::Dojo::name) return "only Dojo can be played on";
  if (*read != header) return "the table's header is not that of the game";
  if (const auto wrong = replay.take(first)) return "line 1: " + *wrong;
  for (std::size_t line = 2; !record.empty(); ++line)
    if (const auto wrong = replay.take(live::take_line(record)))
      return "line " + std::to_string(line) + ": " + *wrong;
  if (replay.over()) return "the game is over";
  return {};
}

}  // namespace

std::string Offline::open(std::string_view request) {
  const auto asked = from_json<OpenRequest>(request);
  if (!asked) return problem(asked.error().what);
  if (!chance::from_hex(asked->seed) || !chance::from_hex(asked->secret))
    return problem("seed and secret are 64 hexadecimal digits");
  table::Opened opened{std::string{"offline"}, {}, me, asked->settings, asked->seed, asked->secret};
  if (asked->so_far) {
    if (const auto why = objection(*asked->so_far, asked->settings.header)) return problem(*why);
    std::string_view rest{*asked->so_far};
    live::take_line(rest);
    opened.so_far.emplace(std::string{rest});
  }
  now_ = asked->now;
  listeners_.clear();
  driver_ = std::make_unique<drive::Driver>(
      *this, std::make_unique<table::Table>(opened, table::Pace{}, now_));
  listener(me);
  driver_->welcome(*listeners_.front());
  return mail();
}

std::string Offline::tell(std::string_view request) {
  if (!driver_) return problem("no table is open");
  const auto asked = from_json<TellRequest>(request);
  if (!asked) return problem(asked.error().what);
  const auto command = protocol::read_command(asked->command);
  if (!command) return problem(command.error().what);
  const auto* for_table = std::get_if<protocol::TableCommand>(&*command);
  if (!for_table) return problem("a table in the page knows no such command");
  now_ = asked->now;
  const table::Guest who =
      asked->hand ? table::Guest{"hand " + std::to_string(asked->hand->value)} : me;
  drive::Listener& speaker = listener(who);
  if (const auto refused = driver_->tell(who, *for_table))
    return listed({protocol::message_of(*refused)});
  driver_->attend(speaker);  // whoever has just sat down is here
  keep_connections();
  return mail();
}

std::string Offline::tick(live::Time now) {
  if (!driver_) return problem("no table is open");
  now_ = now;
  keep_connections();
  driver_->tick();
  return mail();
}

// The one who listens for this guest. Only the first one's letters are kept.
drive::Listener& Offline::listener(const table::Guest& guest) {
  for (const auto& each : listeners_)
    if (each->guest == guest) return *each;
  listeners_.push_back(std::make_unique<Ear>(guest, listeners_.size() + 1, mail_));
  driver_->attend(*listeners_.back());
  return *listeners_.back();
}

void Offline::keep_connections() {
  for (const auto& each : listeners_) driver_->pong(*each, {page_lag});
}

void Offline::Ear::hear(const std::shared_ptr<const std::string>& text) {
  if (number == my_number) mail.push_back(*text);
}

std::string Offline::mail() {
  while (!thoughts_.empty()) {
    const table::Think think = std::move(thoughts_.front());
    thoughts_.pop_front();
    driver_->thought(think.seat, think.seq, think.ponder());
  }
  return listed(std::exchange(mail_, {}));
}

// Nothing is written down: a page that closes ends its game.
void Offline::append(drive::Driver& driver, std::vector<store::Entry> /*entries*/,
                     std::uint64_t ticket) {
  driver.durable(ticket);
}

std::string position_at(std::string_view request) {
  const auto asked = from_json<PositionRequest>(request);
  if (!asked) return problem(asked.error().what);
  record::Replay replay;
  std::string_view text{asked->record};
  std::optional<protocol::Header> header;
  for (std::uint32_t line = 1; line <= asked->lines && !text.empty(); ++line) {
    const std::string_view next = live::take_line(text);
    if (const auto wrong = replay.take(next)) return problem_at(line, *wrong);
    if (!header) header = *from_json<protocol::Header>(next);
  }
  if (!header) return problem("a header was expected");
  return live::game_named(header->game)
      ->moment_of(replay, asked->lines, asked->seat, asked->shows_all);
}

}  // namespace tatami::wasm
