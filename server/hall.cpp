#include "server/hall_parts.h"

#include <algorithm>
#include <future>

namespace tatami::server {

using protocol::Stage;
using table::Letter;
using table::Outcome;

namespace {

std::string stream_of(const std::string& table) { return "table/" + table; }

// What the log holds beside the tables.
struct ServerKey {
  protocol::Hex key;
  TATAMI_MESSAGE("server_key", of("key", &ServerKey::key))
};

}  // namespace

Hall::Hall(Surroundings surroundings, table::Rule rule, Limits limits)
    : around_(std::move(surroundings)), rule_(rule), limits_(limits) {}

Hall::~Hall() { *alive_ = false; }

// ---- Taking up what was ----

std::optional<std::string> Hall::take_up() {
  const auto entries = around_.log.read("server");
  if (!entries) return entries.error().what;
  if (entries->empty()) {
    const auto others = around_.log.unfinished("");
    if (!others) return others.error().what;
    if (!others->empty()) return "the server's key is missing, so nobody would know his guests";
    key_ = new_key();
    std::promise<std::optional<store::Problem>> written;
    around_.log.append(
        {{"server", 1, around_.now(), {}, protocol::to_json(ServerKey{write(key_)}), false}},
        [&](auto problem) { written.set_value(std::move(problem)); });
    if (const auto problem = written.get_future().get()) return problem->what;
  } else {
    const auto found = protocol::from_json<ServerKey>(std::string_view{entries->front().body});
    const auto key = found ? read_key(found->key) : std::nullopt;
    if (!key) return "the server's key cannot be read";
    key_ = *key;
  }

  // Before the first roll, where nobody waits for it, and so that it can be broken off.
  for (std::size_t i = 0; i < table::thoughts_ahead; ++i)
    around_.think([i] { table::think_ahead(i); });
  const auto unfinished = around_.log.unfinished("table/");
  if (!unfinished) return unfinished.error().what;
  for (const std::string& stream : *unfinished) {
    const std::string id = stream.substr(std::string_view{"table/"}.size());
    const auto entries_of_table = around_.log.read(stream);
    if (!entries_of_table) return entries_of_table.error().what;
    std::string problem;
    auto table = fold(*entries_of_table, problem);
    if (!table) {
      set_aside_.push_back(problem);
      continue;
    }
    codes_[table->code()] = id;
    Hosted& hosted = tables_[id];
    hosted.table = std::move(table);
    take_up_chat(hosted);
    list(hosted);
    schedule(hosted);
  }
  return {};
}

void Hall::take_up_chat(Hosted& hosted) {
  const auto chat = around_.log.read("chat/" + hosted.table->id());
  if (!chat) return;
  for (const store::Entry& entry : *chat) {
    hosted.chat_seq = entry.seq;
    if (auto line = protocol::from_json<Line>(std::string_view{entry.body}))
      keep(hosted, {entry.seq, std::move(*line)});
  }
}

std::unique_ptr<table::Table> Hall::fold(const std::vector<store::Entry>& entries,
                                         std::string& problem) {
  std::vector<std::string> bodies;
  bodies.reserve(entries.size());
  for (const store::Entry& entry : entries) bodies.push_back(entry.body);
  const Time now = around_.now();
  table::Written written{now, now};
  if (!entries.empty()) written = {entries.front().at, entries.back().at};
  auto table = table::Table::fold(bodies, rule_, now, written);
  if (!table) return problem = table.error(), nullptr;
  call_by_names(**table);
  return std::move(*table);
}

void Hall::call_by_names(table::Table& table) {
  for (const Guest& guest : table.guests()) (void)table.renamed(guest, name_of(guest));
  (void)table.renamed(table.host(), name_of(table.host()));
}

// ---- Guests ----

Guest Hall::greet(std::string_view cookie) {
  const auto guest = guest_of(cookie, key_);
  const auto found = guest ? guests_.find(*guest) : guests_.end();
  const bool is_leaving = found != guests_.end() && found->second.is_leaving;
  return guest && !is_leaving ? *guest : Guest{unguessable(16)};
}

Hall::Known& Hall::known(const Guest& guest) {
  const auto [found, is_new] = guests_.try_emplace(guest);
  if (!is_new) return found->second;
  if (const auto last = around_.log.last("guest/" + guest); last && *last) {
    found->second.seq = (*last)->seq;
    if (auto named = protocol::from_json<Named>(std::string_view{(*last)->body}))
      found->second.name = named->to;
  }
  return found->second;
}

std::string Hall::name_of(const Guest& guest) {
  std::string name = known(guest).name;
  let_go(guest);
  return name;
}

void Hall::enter(Session& session, const Guest& guest, const std::string& address) {
  Visitor& visitor =
      sessions_.try_emplace(&session, Visitor{&session, guest, address, ++visitors_}).first->second;
  Known& who = known(guest);
  who.visitors.push_back(&visitor);
  send(session, protocol::message(protocol::Welcome{protocol::version, who.name}));
}

void Hall::leave(Session& session) {
  const auto found = sessions_.find(&session);
  if (found == sessions_.end()) return;
  Visitor& visitor = found->second;
  in_lobby_.erase(&session);
  std::erase(known(visitor.guest).visitors, &visitor);
  for (const std::string& id : std::vector<std::string>{visitor.watching})
    if (const auto hosted = tables_.find(id); hosted != tables_.end())
      unwatch(visitor, hosted->second);
  const Guest guest = visitor.guest;
  sessions_.erase(found);
  let_go(guest);
}

// What is known of a guest who is not here, and whose words are not, is in the log.
void Hall::let_go(const Guest& guest) {
  const auto found = guests_.find(guest);
  if (found == guests_.end()) return;
  const Known& who = found->second;
  if (who.visitors.empty() && who.writing == 0 && who.lines == 0 && !who.is_leaving)
    guests_.erase(found);
}

void Hall::pong(Session& session, std::int32_t round_trip) {
  const auto found = sessions_.find(&session);
  if (found == sessions_.end()) return;
  const Visitor& visitor = found->second;
  for (const std::string& id : visitor.watching) {
    const auto hosted = tables_.find(id);
    if (hosted == tables_.end()) continue;
    const auto [line, is_first] = hosted->second.lines.try_emplace(visitor.guest, visitor.number);
    if (line->second == visitor.number)
      hosted->second.table->pong(visitor.guest, round_trip, around_.now());
  }
}

// Of several connections of a guest that one is measured on which he plays: a slow one beside it
// must not gain him time.
void Hall::speaks(const Visitor& visitor, Hosted& hosted) {
  const auto [line, is_first] = hosted.lines.try_emplace(visitor.guest, visitor.number);
  if (line->second == visitor.number) return;
  line->second = visitor.number;
  hosted.table->another_line(visitor.guest);
}

bool Hall::races(Session& session) const {
  const auto found = sessions_.find(&session);
  return found != sessions_.end() &&
         std::ranges::any_of(found->second.watching, [&](const std::string& id) {
           const auto hosted = tables_.find(id);
           return hosted != tables_.end() &&
                  hosted->second.table->is_a_race_for(found->second.guest);
         });
}

void Hall::send(Session& session, std::string text) {
  send(session, std::make_shared<const std::string>(std::move(text)));
}

void Hall::send(Session& session, std::shared_ptr<const std::string> text) {
  ++counts_.letters;
  counts_.bytes += text->size();
  session.send(std::move(text));
}

// ---- Tables ----

// Who has been wrong too often finds no table by its code: codes are short.
Hall::Hosted* Hall::find(const Visitor& visitor, const std::string& table_or_code) {
  if (const auto found = tables_.find(table_or_code); found != tables_.end()) return &found->second;
  if (table_or_code.size() >= table_id_length) return nullptr;
  const auto wrong = wrong_codes_.find(visitor.address);
  if (wrong != wrong_codes_.end() && wrong->second >= limits_.wrong_codes) return nullptr;
  std::string code = table_or_code;
  for (char& c : code)
    if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  const auto by_code = codes_.find(code);
  const auto found = by_code == codes_.end() ? tables_.end() : tables_.find(by_code->second);
  if (found != tables_.end()) return &found->second;
  ++wrong_codes_[visitor.address];
  return nullptr;
}

void Hall::append(Hosted& hosted, std::vector<store::Entry> entries) {
  const std::uint64_t ticket = ++hosted.asked;
  around_.log.append(std::move(entries), [this, id = hosted.table->id(), ticket, alive = alive_](
                                             const std::optional<store::Problem>& problem) {
    around_.post([this, id, ticket, alive, problem] {
      if (!*alive) return;
      if (problem) return around_.fail(problem->what);
      durable(id, ticket);
    });
  });
}

void Hall::commit(Hosted& hosted, Outcome outcome, const Guest& from) {
  table::Table& table = *hosted.table;
  if (!outcome.entries.empty()) {
    std::vector<store::Entry> entries;
    entries.reserve(outcome.entries.size());
    auto seq = table.seq() - static_cast<std::uint32_t>(outcome.entries.size());
    for (std::string& body : outcome.entries)
      entries.push_back({stream_of(table.id()), ++seq, around_.now(), {}, std::move(body), false});
    entries.back().last = table.is_finished();
    if (table.was_played()) ++counts_.finished;
    append(hosted, std::move(entries));
  }
  if (!outcome.letters.empty() || outcome.opens_window)
    hosted.outbox.push_back({hosted.asked, std::move(outcome.letters), outcome.opens_window, from});
  release(hosted);
  schedule(hosted);
  for (table::Think& think : outcome.thoughts) ponder(hosted.table->id(), std::move(think));
}

void Hall::durable(const std::string& table, std::uint64_t ticket) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return;
  Hosted& hosted = found->second;
  hosted.durable = ticket;
  release(hosted);
  if (hosted.durable == hosted.asked) list(hosted);
  if (const auto before = tables_.find(hosted.before);
      !std::exchange(hosted.has_told_before, true) && before != tables_.end())
    commit(before->second, before->second.table->follow_up(table));
  if (found->second.table->is_finished()) retire(found->second);
}

void Hall::release(Hosted& hosted) {
  while (!hosted.outbox.empty() && hosted.outbox.front().ticket <= hosted.durable) {
    Hosted::Batch batch = std::move(hosted.outbox.front());
    hosted.outbox.pop_front();
    ++hosted.batches;
    for (Letter& letter : batch.letters) deliver(hosted, letter, batch.from, batch.only);
    if (!batch.opens_window) continue;
    hosted.table->sent(around_.now());
    schedule(hosted);
  }
}

void Hall::deliver(Hosted& hosted, Letter& letter, const Guest& from, std::uint64_t only) {
  std::shared_ptr<const std::string> text;
  for (const auto& [visitor, since] : hosted.watchers) {
    if (since >= hosted.batches) continue;
    const Guest& guest = visitor->guest;
    const bool his =
        letter.to == Letter::To::all ||
        (letter.to == Letter::To::one ? guest == letter.guest
                                      : guest != letter.guest && !hosted.table->seat_of(guest));
    if (!his || (only != 0 && visitor->number != only)) continue;
    if (!hears(guest, hosted, from)) continue;
    if (!text) text = std::make_shared<const std::string>(std::move(letter.text));
    send(*visitor->session, text);
  }
}

// What nobody in particular says is heard by all.
bool Hall::hears(const Guest& guest, const Hosted& hosted, const Guest& from) {
  if (from.empty() || from == guest) return true;
  const Known& who = known(guest);
  return !who.muted.contains(from) && (!who.without_spectators.contains(hosted.table->id()) ||
                                       hosted.table->seat_of(from).has_value());
}

void Hall::ponder(const std::string& id, table::Think think) {
  const auto tell = [this, id, alive = alive_](const table::Think& thought,
                                               const protocol::Move& move) {
    if (!*alive) return;
    const auto found = tables_.find(id);
    if (found == tables_.end()) return;
    commit(found->second, found->second.table->thought(thought, move, around_.now()));
  };
  if (think.is_slow())
    around_.think([this, think = std::move(think), tell] {
      const protocol::Move move = table::ponder(think);
      around_.post([think, move, tell] { tell(think, move); });
    });
  else
    around_.post([think = std::move(think), tell] { tell(think, table::ponder(think)); });
}

// Nobody is here any more and nothing can happen: the log has it all.
void Hall::retire(Hosted& hosted) {
  if (!hosted.watchers.empty() || !hosted.outbox.empty() || hosted.durable < hosted.asked) return;
  if (hosted.alarm) alarms_.erase({*hosted.alarm, hosted.table->id()});
  while (!hosted.chat.empty()) lose_first_line(hosted);
  if (const auto code = codes_.find(hosted.table->code());
      code != codes_.end() && code->second == hosted.table->id())
    codes_.erase(code);
  tables_.erase(std::string{hosted.table->id()});
}

// ---- Time ----

void Hall::schedule(Hosted& hosted) {
  const std::optional<Time> wake = hosted.table->wakes_at();
  if (wake == hosted.alarm) return;
  if (hosted.alarm) alarms_.erase({*hosted.alarm, hosted.table->id()});
  hosted.alarm = wake;
  if (wake) alarms_.insert({*wake, hosted.table->id()});
  if (around_.alarm_changed) around_.alarm_changed();
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
    commit(hosted, hosted.table->tick(now));
  }
}

void Hall::beat() {
  for (auto& [id, hosted] : tables_) {
    commit(hosted, hosted.table->lines(around_.now()));
    close_if_deserted(hosted);
  }
  for (auto& [address, wrong] : wrong_codes_) wrong -= 1;
  std::erase_if(wrong_codes_, [](const auto& each) { return each.second <= 0; });
  if (!std::exchange(lobby_has_changed_, false) || in_lobby_.empty()) return;
  const auto text = std::make_shared<const std::string>(lobby_list());
  for (Session* session : in_lobby_) send(*session, text);
}

void Hall::close_if_deserted(Hosted& hosted) {
  const bool is_deserted = hosted.table->stage() == Stage::gathering && hosted.watchers.empty() &&
                           hosted.table->guests().empty();
  if (!is_deserted) return hosted.deserted_since.reset();
  if (!hosted.deserted_since) hosted.deserted_since = around_.now();
  if (around_.now() - *hosted.deserted_since >= limits_.deserted_at_most)
    commit(hosted, hosted.table->close("nobody was there"));
}

// A game that is over and has left the memory, for who comes late.
Hall::Hosted* Hall::recall(Visitor& visitor, const std::string& id) {
  if (id.size() != table_id_length || tables_.size() >= limits_.tables) return nullptr;
  const auto entries = around_.log.read(stream_of(id));
  if (!entries || entries->empty() || !entries->back().last) return nullptr;
  std::string problem;
  auto table = fold(*entries, problem);
  if (!table || !table->was_played()) return nullptr;
  visitor.tokens -= price_of_a_guess;
  Hosted& hosted = tables_[id];
  hosted.table = std::move(table);
  hosted.address = visitor.address;
  take_up_chat(hosted);
  for (const auto& [next, other] : tables_)
    if (other.before == id) {
      (void)hosted.table->follow_up(next);
      hosted.has_rematch = true;
    }
  return &hosted;
}

// ---- The lobby ----

// What the lobby may see of a table, now that all of it is durable.
void Hall::list(Hosted& hosted) {
  const table::Table& table = *hosted.table;
  const bool listed = table.settings().listed.value_or(false) && table.stage() == Stage::gathering;
  lobby_has_changed_ |= listed || hosted.listing;
  hosted.listing.reset();
  if (listed)
    hosted.listing = std::make_unique<protocol::LobbyTable>(
        protocol::LobbyTable{table.id(), table.settings().header, table.settings().tempo,
                             table.seated(), table.host_name()});
}

std::string Hall::lobby_list() const {
  constexpr std::size_t longest = 200;
  constexpr int of_an_address = 20;  // so that nobody fills it alone
  std::unordered_map<std::string_view, int> listed;
  protocol::LobbyList list;
  for (const auto& [id, hosted] : tables_) {
    if (!hosted.listing || list.tables.size() == longest) continue;
    // Of one from before a restart nobody knows from where it came.
    if (hosted.address.empty() || ++listed[hosted.address] <= of_an_address)
      list.tables.push_back(*hosted.listing);
  }
  return protocol::message(list);
}

// ---- What HTTP shows ----

std::optional<std::string> Hall::of_finished(const std::string& id, const std::string& page,
                                             std::string (table::Table::*what)() const) {
  constexpr std::size_t longest_id = 32;
  constexpr std::size_t most_pages = 200;
  if (id.empty() || id.size() > longest_id || id.find('.') != std::string::npos) return {};
  if (const auto found = pages_.find(page); found != pages_.end()) return found->second;
  const auto hosted = tables_.find(id);
  std::unique_ptr<table::Table> folded;
  if (hosted == tables_.end()) {
    const auto entries = around_.log.read(stream_of(id));
    std::string problem;
    if (entries) folded = fold(*entries, problem);
  }
  const table::Table* table = folded.get();
  if (hosted != tables_.end() && hosted->second.durable == hosted->second.asked)
    table = hosted->second.table.get();
  if (!table || !table->was_played()) return {};
  if (pages_.size() >= most_pages) pages_.clear();
  return pages_[page] = (table->*what)();
}

std::optional<std::string> Hall::record(const std::string& id) {
  return of_finished(id, id, &table::Table::record);
}

std::optional<std::string> Hall::sidecar(const std::string& id) {
  return of_finished(id, id + ".sidecar", &table::Table::sidecar);
}

std::size_t Hall::playing() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      tables_, [](const auto& each) { return each.second.table->stage() == Stage::playing; }));
}

void Hall::farewell(const std::string& why) {
  const auto text = std::make_shared<const std::string>(protocol::message(protocol::Farewell{why}));
  for (const auto& [session, visitor] : sessions_) session->send(text);
}

}  // namespace tatami::server
