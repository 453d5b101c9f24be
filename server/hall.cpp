#include "server/hall.h"

#include <algorithm>
#include <cassert>

#include "server/server_key.h"

namespace tatami::server {

using protocol::Refusal;
using protocol::Stage;

namespace {

constexpr std::size_t table_id_length = 16;
constexpr std::string_view tables_prefix = "table/";

// The number of a thought within its table.
std::uint64_t thought_of(Seat seat, std::uint32_t seq) {
  return std::uint64_t{seq} << 8U | seat.value;
}

}  // namespace

Hall::Visitor::Visitor(Hall& where, Session& connection, const Guest& who, std::string from,
                       std::uint64_t nth)
    : Listener(who, nth),
      hall(where),
      session(connection),
      address(std::move(from)),
      messages(where.limits_.messages) {}

void Hall::Visitor::hear(const std::shared_ptr<const std::string>& text) {
  ++hall.counts_.letters;
  hall.counts_.bytes += text->size();
  session.send(text);
}

Hall::Hosted::Hosted(Hall& hall, std::unique_ptr<table::Table> table, std::string from)
    : driver(hall, std::move(table)), chat(hall.limits_.remarks_kept), address(std::move(from)) {}

Hall::Hall(Surroundings surroundings, table::Pace pace, Limits limits)
    : around_(std::move(surroundings)),
      pace_(pace),
      limits_(limits),
      guests_(around_.log),
      lobby_(limits_),
      codes_(limits_.wrong_codes),
      pages_(limits_.pages_kept) {}

Hall::~Hall() { *alive_ = false; }

// ---- Taking up what was ----

std::optional<std::string> Hall::take_up() {
  const auto key = key_of(around_.log, around_.now());
  if (!key) return key.error();
  key_ = *key;

  // Begun now, on the threads that think: nobody waits for it, and it ends with the server.
  for (const live::Kind* game : live::games())
    for (std::function<void()>& job : game->preparations())
      around_.think({}, {}, 0, std::move(job));
  const auto unfinished = around_.log.unfinished(std::string{tables_prefix});
  if (!unfinished) return unfinished.error().what;
  for (const std::string& stream : *unfinished) {
    const auto entries_of_table = around_.log.read(stream);
    if (!entries_of_table) return entries_of_table.error().what;
    std::string problem;
    auto table = fold(*entries_of_table, problem);
    if (!table) {
      set_aside_.push_back(problem);
      continue;
    }
    codes_.lead(table->code(), stream.substr(tables_prefix.size()));
    Hosted& hosted = add(std::move(table), {});
    take_up_chat(hosted);
    list(hosted);
    hosted.driver.resume();
  }
  return {};
}

std::unique_ptr<table::Table> Hall::fold(const std::vector<store::Entry>& entries,
                                         std::string& problem) {
  std::vector<std::string> bodies;
  bodies.reserve(entries.size());
  for (const store::Entry& entry : entries) bodies.push_back(entry.body);
  const Time now = around_.now();
  table::Written written{now, now};
  // An entry from the future was written before the clock was set back.
  if (!entries.empty()) {
    clock_behind_ = std::max(clock_behind_, entries.back().at - now);
    written = {std::min(now, entries.front().at), std::min(now, entries.back().at)};
  }
  auto table = table::Table::fold(bodies, pace_, now, written);
  if (!table) return problem = table.error(), nullptr;
  call_by_names(**table);
  return std::move(*table);
}

void Hall::call_by_names(table::Table& table) {
  for (const Guest& guest : table.chairs().guests())
    (void)table.renamed(guest, guests_.name_of(guest));
  (void)table.renamed(table.host(), guests_.name_of(table.host()));
}

// ---- Guests ----

Guest Hall::greet(std::string_view cookie) {
  const auto guest = guest_of(cookie, key_);
  return guest && !guests_.is_being_erased(*guest) ? *guest : Guest{unguessable(16)};
}

Hall::Visitor& Hall::add_visitor(Session& session, const Guest& guest, const std::string& address) {
  Visitor& visitor =
      visitors_.try_emplace(&session, *this, session, guest, address, ++visitors_so_far_)
          .first->second;
  guests_[guest].visitors.push_back(&visitor);
  return visitor;
}

void Hall::enter(Session& session, const Guest& guest, const std::string& address) {
  add_visitor(session, guest, address);
  send(session, protocol::message_of(protocol::Welcome{.name = guests_[guest].name}));
}

void Hall::enter_from_elsewhere(Session& session, const Guest& guest, const std::string& address) {
  add_visitor(session, guest, address).is_from_elsewhere = true;
}

void Hall::leave(Session& session) {
  const auto found = visitors_.find(&session);
  if (found == visitors_.end()) return;
  Visitor& visitor = found->second;
  if (elsewhere_) elsewhere_->left(session);
  lobby_.leave(session);
  leave_circle(session);
  std::erase(guests_[visitor.guest].visitors, &visitor);
  for (const std::string& id : std::vector<std::string>{visitor.watching})
    if (const auto hosted = tables_.find(id); hosted != tables_.end())
      leave(visitor, hosted->second);
  const Guest guest = visitor.guest;
  visitors_.erase(found);
  guests_.let_go(guest);
}

void Hall::pong(Session& session, const live::RoundTrip& trip) {
  const auto found = visitors_.find(&session);
  if (found == visitors_.end()) return;
  for (const std::string& id : found->second.watching)
    if (const auto hosted = tables_.find(id); hosted != tables_.end())
      hosted->second.driver.pong(found->second, trip);
  if (elsewhere_) elsewhere_->pong(session, trip);
}

bool Hall::races(Session& session) const {
  if (elsewhere_ && elsewhere_->races(session)) return true;
  const auto found = visitors_.find(&session);
  return found != visitors_.end() &&
         std::ranges::any_of(found->second.watching, [&](const std::string& id) {
           const auto hosted = tables_.find(id);
           return hosted != tables_.end() &&
                  hosted->second.driver.table().is_a_race_for(found->second.guest);
         });
}

void Hall::send(Session& session, std::string text) {
  const auto shared = std::make_shared<const std::string>(std::move(text));
  ++counts_.letters;
  counts_.bytes += shared->size();
  session.send(shared);
}

// ---- What drives the tables ----

void Hall::append(drive::Driver& driver, std::vector<store::Entry> entries, std::uint64_t ticket) {
  std::optional<Time> moved_at;
  if (moving_) moved_at = around_.now();
  ++appends_;
  around_.log.append(std::move(entries),
                     [this, id = driver.table().id(), ticket, moved_at,
                      alive = alive_](const std::optional<store::Problem>& problem) {
                       around_.post([this, id, ticket, moved_at, alive, problem] {
                         if (!*alive) return;
                         if (problem) return around_.fail(problem->what);
                         if (const auto found = tables_.find(id); found != tables_.end())
                           found->second.driver.durable(ticket);
                         if (moved_at) counts_.move_times.add(around_.now() - *moved_at);
                         has_become_durable();
                       });
                     });
}

void Hall::think(drive::Driver& driver, table::Think think) {
  const std::string id = driver.table().id();
  const auto tell = [this, id, seat = think.seat, seq = think.seq,
                     alive = alive_](std::uint32_t action) {
    if (!*alive) return;
    if (const auto found = tables_.find(id); found != tables_.end())
      found->second.driver.thought(seat, seq, action);
  };
  if (!think.is_slow)
    return around_.post([ponder = std::move(think.ponder), tell] { tell(ponder()); });
  // Of a table from before a restart nobody knows from where it came; its host stands for that.
  const std::string& from = hosted(driver).address;
  around_.think(from.empty() ? driver.table().host() : from, id, thought_of(think.seat, think.seq),
                [this, ponder = std::move(think.ponder), tell] {
                  around_.post([action = ponder(), tell] { tell(action); });
                });
}

void Hall::stop_thinking(drive::Driver& driver, Seat seat, std::uint32_t seq) {
  around_.stop_thinking(driver.table().id(), thought_of(seat, seq));
}

void Hall::alarm(drive::Driver& driver, std::optional<Time> at) {
  Hosted& table = hosted(driver);
  const std::string& id = driver.table().id();
  if (table.alarm) alarms_.erase({*table.alarm, id});
  table.alarm = at;
  if (at) alarms_.insert({*at, id});
  if (around_.alarm_changed) around_.alarm_changed();
}

bool Hall::hears(const Guest& listener, const drive::Driver& where, const Guest& from) {
  const auto& who = guests_[listener];
  return !who.muted.contains(from) && (!who.without_spectators.contains(where.table().id()) ||
                                       where.table().seat_of(from).has_value());
}

void Hall::settled(drive::Driver& driver) {
  Hosted& table = hosted(driver);
  list(table);
  count(table);
  if (driver.table().was_played() && !std::exchange(table.was_counted, true)) ++counts_.finished;
  if (const auto before = tables_.find(table.before);
      !std::exchange(table.has_told_before, true) && before != tables_.end())
    before->second.driver.follow_up(driver.table().id());
  if (driver.table().is_finished()) retire(table);
}

std::optional<Time> Hall::wakes_at() const {
  if (alarms_.empty()) return {};
  return alarms_.begin()->first;
}

void Hall::tick() {
  const Time now = around_.now();
  while (!alarms_.empty() && alarms_.begin()->first <= now) {
    Hosted& hosted = tables_.at(alarms_.begin()->second);
    alarms_.erase(alarms_.begin());
    hosted.alarm.reset();
    hosted.driver.tick();
  }
}

void Hall::beat() {
  for (auto& [id, hosted] : tables_) {
    hosted.driver.beat();
    close_if_deserted(hosted);
    count(hosted);
  }
  codes_.sweep(around_.now());
  const auto looking = lobby_.to_tell();
  if (looking.empty()) return;
  const auto text = std::make_shared<const std::string>(lobby_.text());
  for (Session* session : looking) {
    ++counts_.letters;
    counts_.bytes += text->size();
    session->send(text);
  }
}

// ---- Accounts ----

void Hall::count(Hosted& hosted, const Tally& tally) {
  const Tally was = std::exchange(hosted.tally, tally);
  if (was == tally) return;
  accounts_.change(hosted.address, was, tally);
  post(hosted);
}

void Hall::limit(const Visitor& visitor, std::uint64_t Limited::* why) {
  ++(limited_.*why);
  limited_.addresses.insert(visitor.address);
}

// ---- Tables ----

Hall::Hosted& Hall::add(std::unique_ptr<table::Table> table, const std::string& address) {
  const std::string id = table->id();
  Hosted& hosted = tables_.try_emplace(id, *this, std::move(table), address).first->second;
  count(hosted);
  return hosted;
}

Hall::Hosted& Hall::open(const Visitor& visitor, const protocol::Settings& settings,
                         const std::vector<table::Entry>& chairs, std::string code) {
  if (code.empty()) code = codes_.draw();
  const table::Opened opened{
      unguessable(table_id_length), code, visitor.guest, settings, new_seed(), new_seed()};
  std::vector<std::string> entries = {protocol::to_json(table::Entry{opened})};
  for (const table::Entry& chair : chairs) entries.push_back(protocol::to_json(chair));
  const Time now = around_.now();
  auto table = table::Table::fold(entries, pace_, now, {now, now});
  call_by_names(**table);
  codes_.lead(code, opened.table);
  Hosted& hosted = add(std::move(*table), visitor.address);
  ++counts_.opened;
  hosted.driver.open(std::move(entries));
  return hosted;
}

// Addresses that have guessed too often find no table by its code, and are told so.
Hall::Found Hall::find(const Visitor& visitor, const std::string& table_or_code) {
  if (const auto found = tables_.find(table_or_code); found != tables_.end()) return &found->second;
  if (table_or_code.size() >= table_id_length) return Refusal::no_such_table;
  if (!codes_.may_guess(visitor.address, around_.now())) {
    limit(visitor, &Limited::codes);
    return Refusal::too_fast;
  }
  const std::string* by_code = codes_.table_of(table_or_code);
  const auto found = by_code ? tables_.find(*by_code) : tables_.end();
  if (found != tables_.end()) return &found->second;
  charge_guess(visitor.address);
  if (elsewhere_) elsewhere_->guessed(visitor.address);
  return Refusal::no_such_table;
}

// ---- Tables of other nodes ----

bool Hall::forward(Visitor& visitor, const protocol::Request& request, std::string_view text) {
  const protocol::TableId* named = protocol::table_of(*request.command);
  if (!named || tables_.contains(*named)) return false;
  std::string table = *named;
  if (table.size() < table_id_length) {
    const std::string* by_code = codes_.table_of(table);
    if (!by_code || !codes_.may_guess(visitor.address, around_.now())) return false;
    table = *by_code;
  }
  if (!elsewhere_->has(table)) return false;
  // A command is forwarded once: the node that sent it here will soon know the new owner.
  if (visitor.is_from_elsewhere ||
      !elsewhere_->forward({visitor.session, visitor.number, visitor.guest, visitor.address}, table,
                           text))
    refuse(visitor, {request.type, protocol::Sometimes<protocol::TableId>{*named}, Refusal::stale,
                     "this table cannot be reached just now; it goes on by itself in a moment"});
  return true;
}

Posted Hall::posted(const Hosted& hosted) {
  const table::Table& table = hosted.driver.table();
  Posted told{table.id(),
              table.code(),
              hosted.address,
              hosted.tally.host,
              table.is_finished(),
              hosted.tally.of_address.slow_bots,
              {}};
  if (auto seen = seen_in_lobby(table)) told.listed.emplace(std::move(*seen));
  return told;
}

// Tells other nodes what has changed since the last time.
void Hall::post(Hosted& hosted) {
  if (!elsewhere_) return;
  const Posted now = posted(hosted);
  std::string text = protocol::to_json(now);
  if (text == hosted.posted) return;
  hosted.posted = std::move(text);
  elsewhere_->post(now);
}

void Hall::each_posted(const std::function<void(const Posted&)>& tell) const {
  for (const auto& [id, hosted] : tables_) tell(posted(hosted));
}

void Hall::place(const Posted* before, const Posted* now) {
  assert(before || now);
  const Posted& either = now ? *now : *before;
  if (before) accounts_.change(before->address, tally_of(*before), {});
  if (now) accounts_.change(now->address, {}, tally_of(*now));
  std::optional<protocol::LobbyTable> seen;
  if (now && now->listed) seen = *now->listed;
  lobby_.list(either.table, either.address, std::move(seen));
  if (now && (!now->is_finished || !codes_.contains(now->code))) codes_.lead(now->code, now->table);
  if (!now) codes_.remove(before->code, before->table);
}

// A game that is over and has left the memory, for somebody who comes late.
Hall::Found Hall::recall(Visitor& visitor, const std::string& id) {
  if (id.size() != table_id_length) return Refusal::no_such_table;
  if (tables_.size() >= limits_.tables ||
      accounts_.is_at_limit(visitor.address, limits_.tables_of_an_address, &Usage::finished)) {
    limit(visitor, &Limited::tables);
    return Refusal::too_many_tables;
  }
  const auto entries = around_.log.read(drive::stream_of(id));
  if (!entries || entries->empty() || !entries->back().last) return Refusal::no_such_table;
  std::string problem;
  auto table = fold(*entries, problem);
  if (!table || !table->was_played()) return Refusal::no_such_table;
  visitor.messages.charge(limits_.price_of_a_guess);
  Hosted& hosted = add(std::move(table), visitor.address);
  hosted.was_counted = true;
  take_up_chat(hosted);
  for (const auto& [next, other] : tables_)
    if (other.before == id) {
      hosted.driver.follow_up(next);
      hosted.has_rematch = true;
    }
  return &hosted;
}

void Hall::close_if_deserted(Hosted& hosted) const {
  const table::Table& table = hosted.driver.table();
  const bool is_deserted = table.stage() == Stage::gathering && hosted.driver.is_deserted() &&
                           table.chairs().people().empty();
  if (!is_deserted) return hosted.deserted_since.reset();
  if (!hosted.deserted_since) hosted.deserted_since = around_.now();
  if (around_.now() - *hosted.deserted_since >= limits_.deserted_at_most)
    hosted.driver.close("nobody was there");
}

// Drops a finished table that nobody attends: the log has all of it.
void Hall::retire(Hosted& hosted) {
  const table::Table& table = hosted.driver.table();
  if (!hosted.driver.is_deserted() || !hosted.driver.is_idle()) return;
  if (hosted.alarm) alarms_.erase({*hosted.alarm, table.id()});
  if (elsewhere_) elsewhere_->remove(table.id());
  accounts_.change(hosted.address, hosted.tally, {});
  for (const auto& spoken : hosted.chat.recent()) guests_.lose_remark(spoken.remark.from);
  codes_.remove(table.code(), table.id());
  lobby_.list(table.id(), {}, {});
  tables_.erase(std::string{table.id()});
}

std::optional<protocol::LobbyTable> Hall::seen_in_lobby(const table::Table& table) {
  if (!table.settings().listed.value_or(false) || table.stage() != Stage::gathering) return {};
  return protocol::LobbyTable{table.id(), table.settings().header, table.settings().tempo,
                              static_cast<std::uint8_t>(table.chairs().seated()),
                              table.host_name()};
}

// Shows the table's present state in the lobby, now that all of it is durable.
void Hall::list(Hosted& hosted) {
  const table::Table& table = hosted.driver.table();
  lobby_.list(table.id(), hosted.address, seen_in_lobby(table));
  post(hosted);
}

// ---- Chat ----

void Hall::take_up_chat(Hosted& hosted) {
  const auto chat = around_.log.read(chat_stream_of(hosted.driver.table().id()));
  if (!chat) return;
  for (const store::Entry& entry : *chat)
    if (auto remark = protocol::from_json<Remark>(std::string_view{entry.body}))
      keep(hosted, {entry.seq, std::move(*remark)});
    else
      hosted.chat.skip(entry.seq);  // its author was forgotten
}

void Hall::keep(Hosted& hosted, const Chat::Spoken& spoken) {
  ++guests_[spoken.remark.from].remarks;
  if (const auto lost = hosted.chat.keep(spoken)) guests_.lose_remark(*lost);
}

std::string Hall::said(const Hosted& hosted, const Chat::Spoken& spoken) {
  const table::Table& table = hosted.driver.table();
  const auto& [from, text] = spoken.remark;
  return protocol::message_of(
      protocol::Said{table.id(), spoken.number, table.seat_of(from), guests_.name_of(from), text});
}

// ---- What HTTP shows ----

std::optional<std::string> Hall::of_finished(const std::string& id, const std::string& page,
                                             std::string (table::Table::*what)() const) {
  constexpr std::size_t longest_id = 32;
  if (id.empty() || id.size() > longest_id || id.find('.') != std::string::npos) return {};
  return pages_.get(page, [&]() -> std::optional<std::string> {
    const auto hosted = tables_.find(id);
    std::unique_ptr<table::Table> folded;
    if (hosted == tables_.end()) {
      const auto entries = around_.log.read(drive::stream_of(id));
      std::string problem;
      if (entries) folded = fold(*entries, problem);
    }
    const table::Table* table = folded.get();
    if (hosted != tables_.end() && hosted->second.driver.is_kept())
      table = &hosted->second.driver.table();
    if (!table || !table->was_played()) return {};
    return (table->*what)();
  });
}

std::optional<std::string> Hall::record(const std::string& id) {
  return of_finished(id, id, &table::Table::record);
}

std::optional<std::string> Hall::sidecar(const std::string& id) {
  return of_finished(id, id + ".sidecar", &table::Table::sidecar);
}

void Hall::farewell(const std::string& why) {
  const auto text =
      std::make_shared<const std::string>(protocol::message_of(protocol::Farewell{why}));
  std::map<std::uint64_t, Session*> in_order;
  for (const auto& [session, visitor] : visitors_) in_order.emplace(visitor.number, session);
  for (const auto& [number, session] : in_order) session->send(text);
}

}  // namespace tatami::server
