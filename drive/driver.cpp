#include "drive/driver.h"

#include <algorithm>
#include <utility>

namespace tatami::drive {

using table::Letter;
using table::Output;

std::string stream_of(const protocol::TableId& table) { return "table/" + table; }

// ---- The way of every output ----

void Driver::open(std::vector<std::string> entries) { commit({std::move(entries), {}, {}, false}); }

void Driver::commit(Output output, const Guest& from) {
  ++committing_;
  std::vector<store::Entry> entries;
  entries.reserve(output.entries.size());
  auto seq = table_->seq() - static_cast<std::uint32_t>(output.entries.size());
  for (std::string& body : output.entries)
    entries.push_back({stream_of(table_->id()), ++seq, world_.now(), {}, std::move(body), false});
  if (!entries.empty()) entries.back().last = table_->is_finished();
  write(std::move(entries), {std::move(output.letters), output.opens_window, from}, true);
  schedule();
  drop_thoughts();
  for (table::Think& think : output.thoughts) {
    if (think.is_slow) thinking_.emplace_back(think.seat, think.seq);
    world_.think(*this, std::move(think));
  }
  --committing_;
  settle();
}

// The batch goes out when the entries, and all before them, are durable: perhaps before this ends.
void Driver::write(std::vector<store::Entry> entries, Outbox::Batch batch, bool is_of_table) {
  const std::uint64_t ticket = entries.empty() ? 0 : outbox_.write();
  if (is_of_table) last_of_table_ = std::max(last_of_table_, ticket);
  if (!batch.letters.empty() || batch.opens_window) outbox_.push(std::move(batch));
  if (ticket != 0) world_.append(*this, std::move(entries), ticket);
  release();
}

void Driver::drop_thoughts() {
  std::erase_if(thinking_, [&](const auto& thought) {
    const auto [seat, seq] = thought;
    const bool is_awaited = table_->awaits(seat, seq);
    if (is_awaited) return false;
    world_.stop_thinking(*this, seat, seq);
    table_->forget_thought(seat, seq);
    return true;
  });
}

void Driver::publish(std::vector<store::Entry> entries, std::string text, const Guest& from) {
  ++committing_;
  std::vector<Letter> letters;
  letters.push_back({Letter::To::all, {}, std::move(text)});
  write(std::move(entries), {std::move(letters), false, from}, false);
  --committing_;
  settle();
}

void Driver::durable(std::uint64_t ticket) {
  outbox_.durable(ticket);
  has_become_durable_ = true;
  release();
  settle();
}

// The last thing to be done: the driver may be gone after it.
void Driver::settle() {
  if (committing_ > 0 || !outbox_.is_settled()) return;
  if (std::exchange(has_become_durable_, false)) world_.settled(*this);
}

void Driver::release() {
  Outbox::Batch batch;
  while (outbox_.pop(batch)) {
    for (Letter& letter : batch.letters) deliver(letter, batch);
    if (!batch.opens_window) continue;
    table_->sent(world_.now());
    schedule();
  }
}

void Driver::deliver(Letter& letter, const Outbox::Batch& batch) {
  std::shared_ptr<const std::string> text;
  for (const auto& [listener, since] : attending_) {
    if (since >= outbox_.left()) continue;
    if (batch.only != 0 && listener->number != batch.only) continue;
    const Guest& guest = listener->guest;
    const bool theirs =
        letter.to == Letter::To::all ||
        (letter.to == Letter::To::one ? guest == letter.guest
                                      : guest != letter.guest && !table_->seat_of(guest));
    if (!theirs) continue;
    if (!batch.from.empty() && batch.from != guest && !world_.hears(guest, *this, batch.from))
      continue;
    if (!text) text = std::make_shared<const std::string>(std::move(letter.text));
    listener->hear(text);
  }
}

void Driver::schedule() {
  const std::optional<Time> wake = table_->wakes_at();
  if (wake == alarm_) return;
  alarm_ = wake;
  world_.alarm(*this, wake);
}

void Driver::tick() {
  alarm_.reset();
  commit(table_->tick(world_.now()));
}

void Driver::thought(Seat seat, std::uint32_t seq, std::uint32_t action) {
  commit(table_->thought(seat, seq, action, world_.now()));
}

// ---- People ----

std::optional<protocol::Refused> Driver::tell(const Guest& guest,
                                              const protocol::TableCommand& command) {
  auto answer = table_->submit(guest, command, world_.now());
  if (!answer) return answer.error();
  const bool is_call = std::holds_alternative<protocol::Call>(command);
  commit(std::move(*answer), is_call ? guest : Guest{});
  return {};
}

bool Driver::is_attended_by(const Listener& listener) const {
  return std::ranges::any_of(attending_,
                             [&](const Attending& each) { return each.listener == &listener; });
}

bool Driver::has(const Guest& guest) const {
  return std::ranges::any_of(attending_,
                             [&](const Attending& each) { return each.listener->guest == guest; });
}

void Driver::attend(Listener& listener) {
  if (!is_attended_by(listener)) attending_.push_back({&listener, outbox_.next_number()});
  presence(listener.guest);
}

void Driver::leave(Listener& listener) {
  std::erase_if(attending_, [&](const Attending& each) { return each.listener == &listener; });
  if (const auto measured = measured_.find(listener.guest);
      measured != measured_.end() && measured->second == listener.number) {
    measured_.erase(measured);
    table_->another_connection(listener.guest, world_.now());
  }
  presence(listener.guest);
}

void Driver::presence(const Guest& guest) {
  commit(table_->connected(guest, has(guest), world_.now()));
}

void Driver::welcome(Listener& listener, std::vector<std::string> more) {
  Outbox::Batch batch;
  batch.only = listener.number;
  std::vector<std::string> texts = table_->welcome(listener.guest, world_.now());
  std::ranges::move(more, std::back_inserter(texts));
  for (std::string& text : texts) batch.letters.push_back({Letter::To::all, {}, std::move(text)});
  outbox_.push(std::move(batch));
  release();
}

void Driver::renamed(const Guest& guest, const std::string& name) {
  commit(table_->renamed(guest, name));
}

void Driver::pong(const Listener& listener, const live::RoundTrip& trip) {
  const auto [measured, is_first] = measured_.try_emplace(listener.guest, listener.number);
  if (measured->second == listener.number) table_->pong(listener.guest, trip, world_.now());
}

// Of several connections of a guest the one is measured over which they play: a slow one beside it
// must not gain them time.
void Driver::plays_over(const Listener& listener) {
  const auto [measured, is_first] = measured_.try_emplace(listener.guest, listener.number);
  if (measured->second == listener.number) return;
  measured->second = listener.number;
  table_->another_connection(listener.guest, world_.now());
}

}  // namespace tatami::drive
