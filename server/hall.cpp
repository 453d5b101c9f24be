#include "server/hall.h"

#include <algorithm>
#include <future>

namespace tatami::server {

using protocol::Refusal;
using protocol::Stage;
using table::Letter;
using table::Outcome;

namespace {

constexpr double burst = 60;
constexpr int patience = 200;  // messages refused for speed before the door is shown

std::string stream_of(const std::string& table) { return "table/" + table; }

// What the log holds beside the tables.
struct ServerKey {
  protocol::Hex key;
  TATAMI_MESSAGE("server_key", of("key", &ServerKey::key))
};
struct Named {
  protocol::Name to;
  TATAMI_MESSAGE("named", of("name", &Named::to))
};
struct Line {
  table::Guest from;
  protocol::Words text;
  TATAMI_MESSAGE("line", of("from", &Line::from), of("text", &Line::text))
};

bool is_sound(const protocol::Settings& settings) {
  const auto which = std::holds_alternative<record::DojoHeader>(settings.header.game)
                         ? table::Which::dojo
                         : table::Which::tatamokatsu;
  const bool days = settings.tempo == protocol::Tempo::days;
  if (settings.days && (!days || *settings.days < 1 || *settings.days > 14)) return false;
  if (settings.lag_cap && *settings.lag_cap > table::largest_lag_cap) return false;
  return !settings.substitute || table::is_level(which, *settings.substitute);
}

}  // namespace

struct Hall::Visitor {
  Session* session;
  Guest guest;
  std::vector<std::string> watching;
  double tokens = burst;
  Time refilled = 0;
  int too_fast = 0;
};

struct Hall::Known {
  std::string name;
  std::uint32_t seq = 0;      // of his stream
  std::uint32_t writing = 0;  // entries of it under way: until then only we know its seq
  std::vector<Session*> sessions;
  std::set<Guest> muted;
};

struct Hall::Hosted {
  struct Batch {
    std::uint64_t ticket;  // to be durable first
    std::vector<Letter> letters;
    Guest from;  // who can be muted
    bool opens_window;
  };
  std::unique_ptr<table::Table> table;
  std::vector<Visitor*> watchers;
  std::deque<Batch> outbox;
  std::uint64_t asked = 0;
  std::uint64_t durable = 0;
  std::optional<Time> alarm;
  std::deque<Line> chat;
  std::uint32_t chat_seq = 0;
  bool is_in_lobby = false;
};

Hall::Hall(Surroundings surroundings, table::Rule rule, Limits limits)
    : around_(std::move(surroundings)), rule_(rule), limits_(limits) {}

Hall::~Hall() { *alive_ = false; }

// ---- Taking up what was ----

std::optional<std::string> Hall::take_up() {
  const auto entries = around_.log.read("server");
  if (!entries) return entries.error().what;
  if (entries->empty()) {
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

  const auto unfinished = around_.log.unfinished("table/");
  if (!unfinished) return unfinished.error().what;
  for (const std::string& stream : *unfinished) {
    const std::string id = stream.substr(std::string_view{"table/"}.size());
    std::string problem;
    auto table = fold(id, problem);
    if (!table) {
      set_aside_.push_back(problem);
      continue;
    }
    codes_[table->code()] = id;
    Hosted& hosted = tables_[id];
    hosted.table = std::move(table);
    if (const auto chat = around_.log.read("chat/" + id))
      for (const store::Entry& entry : *chat) {
        hosted.chat_seq = entry.seq;
        if (auto line = protocol::from_json<Line>(std::string_view{entry.body}))
          hosted.chat.push_back(std::move(*line));
        if (hosted.chat.size() > limits_.chat_kept) hosted.chat.pop_front();
      }
    schedule(hosted);
  }
  return {};
}

std::unique_ptr<table::Table> Hall::fold(const std::string& id, std::string& problem) {
  const auto entries = around_.log.read(stream_of(id));
  if (!entries) return problem = entries.error().what, nullptr;
  std::vector<std::string> bodies;
  bodies.reserve(entries->size());
  for (const store::Entry& entry : *entries) bodies.push_back(entry.body);
  const Time now = around_.now();
  table::Written written{now, now};
  if (!entries->empty()) written = {entries->front().at, entries->back().at};
  auto table = table::Table::fold(bodies, rule_, now, written);
  if (!table) return problem = table.error(), nullptr;
  call_by_names(**table);
  return std::move(*table);
}

void Hall::call_by_names(table::Table& table) {
  for (const Guest& guest : table.guests()) (void)table.renamed(guest, known(guest).name);
  (void)table.renamed(table.host(), known(table.host()).name);
}

// ---- Guests ----

Guest Hall::greet(std::string_view cookie) {
  if (const auto guest = guest_of(cookie, key_)) return *guest;
  return unguessable(16);
}

Hall::Known& Hall::known(const Guest& guest) {
  const auto [found, is_new] = guests_.try_emplace(guest);
  if (!is_new) return found->second;
  if (const auto entries = around_.log.read("guest/" + guest); entries && !entries->empty()) {
    found->second.seq = entries->back().seq;
    if (auto named = protocol::from_json<Named>(std::string_view{entries->back().body}))
      found->second.name = named->to;
  }
  return found->second;
}

void Hall::enter(Session& session, const Guest& guest) {
  Visitor& visitor = sessions_[&session];
  visitor = {&session, guest, {}, burst, around_.now(), 0};
  Known& who = known(guest);
  who.sessions.push_back(&session);
  send(session, protocol::message(protocol::Welcome{protocol::version, who.name}));
}

void Hall::leave(Session& session) {
  const auto found = sessions_.find(&session);
  if (found == sessions_.end()) return;
  Visitor& visitor = found->second;
  in_lobby_.erase(&session);
  std::erase(known(visitor.guest).sessions, &session);
  for (const std::string& id : std::vector<std::string>{visitor.watching})
    if (const auto hosted = tables_.find(id); hosted != tables_.end())
      unwatch(visitor, hosted->second);
  const Guest guest = visitor.guest;
  sessions_.erase(found);
  let_go(guest);
}

// What is known of a guest who is not here is in the log.
void Hall::let_go(const Guest& guest) {
  const auto found = guests_.find(guest);
  if (found != guests_.end() && found->second.sessions.empty() && found->second.writing == 0)
    guests_.erase(found);
}

void Hall::hear(Session& session, std::string_view text) {
  const auto found = sessions_.find(&session);
  if (found == sessions_.end()) return;
  Visitor& visitor = found->second;
  ++counts_.commands;
  const Time now = around_.now();
  visitor.tokens = std::min(burst, visitor.tokens + static_cast<double>(now - visitor.refilled) *
                                                        limits_.messages_a_second / 1000);
  visitor.refilled = now;
  if (limits_.messages_a_second > 0 && visitor.tokens < 1) {
    if (++visitor.too_fast > patience) return session.close("too many messages");
    return refuse(visitor, {}, Refusal::too_fast);
  }
  visitor.tokens -= 1;
  const auto command = protocol::from_json<protocol::Command>(text);
  if (!command) {
    ++counts_.refused;
    return send(session, protocol::message(protocol::Refused{
                             {}, {}, Refusal::bad_message, command.error().what.substr(0, 400)}));
  }
  std::visit([&](const auto& each) { on(visitor, each); }, *command);
}

void Hall::pong(Session& session, std::int32_t round_trip) {
  const auto found = sessions_.find(&session);
  if (found == sessions_.end()) return;
  for (const std::string& id : found->second.watching)
    if (const auto hosted = tables_.find(id); hosted != tables_.end())
      hosted->second.table->pong(found->second.guest, round_trip, around_.now());
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
  ++counts_.letters;
  counts_.bytes += text.size();
  session.send(std::make_shared<const std::string>(std::move(text)));
}

void Hall::refuse(Visitor& visitor, std::string_view command, Refusal why) {
  ++counts_.refused;
  send(*visitor.session, protocol::message(protocol::Refused{
                             std::string{command}, {}, why, std::string{protocol::describe(why)}}));
}

// ---- Commands ----

template <class Command>
void Hall::on(Visitor& visitor, const Command& command) {
  Hosted* hosted = find(command.table);
  if (!hosted) return refuse(visitor, Command::name, Refusal::no_such_table);
  constexpr bool takes_seat =
      std::is_same_v<Command, protocol::Sit> || std::is_same_v<Command, protocol::Claim>;
  if constexpr (takes_seat) watch(visitor, *hosted);
  auto answer = hosted->table->submit(visitor.guest, command, around_.now());
  if (!answer) {
    ++counts_.refused;
    return send(*visitor.session, protocol::message(answer.error()));
  }
  if constexpr (std::is_same_v<Command, protocol::Act>) ++counts_.moves;
  if constexpr (std::is_same_v<Command, protocol::Call>)
    commit(*hosted, std::move(*answer), visitor.guest);
  else
    commit(*hosted, std::move(*answer));
  if constexpr (takes_seat) {
    commit(*hosted, hosted->table->renamed(visitor.guest, known(visitor.guest).name));
    presence(*hosted, visitor.guest);
    for (std::string& text : hosted->table->welcome(visitor.guest, around_.now()))
      commit(*hosted, letter_to(visitor.guest, std::move(text)));
  }
}

void Hall::on(Visitor& visitor, const protocol::Rename& command) {
  const auto name = tidy_name(command.to);
  if (!name) return refuse(visitor, protocol::Rename::name, Refusal::bad_name);
  Known& who = known(visitor.guest);
  who.name = *name;
  const Guest guest = visitor.guest;
  around_.log.append(
      {{"guest/" + guest, ++who.seq, around_.now(), guest, protocol::to_json(Named{*name}), false}},
      [this, guest, alive = alive_](const std::optional<store::Problem>& problem) {
        around_.post([this, guest, alive, problem] {
          if (!*alive) return;
          if (problem) return around_.fail(problem->what);
          --known(guest).writing;
          let_go(guest);
        });
      });
  ++who.writing;
  for (Session* session : who.sessions)
    send(*session, protocol::message(protocol::Welcome{protocol::version, *name}));
  for (auto& [id, hosted] : tables_)
    if (hosted.table->seat_of(guest) || hosted.table->host() == guest)
      commit(hosted, hosted.table->renamed(guest, *name));
}

void Hall::on(Visitor& visitor, const protocol::Open& command) {
  if (!is_sound(command.settings))
    return refuse(visitor, protocol::Open::name, Refusal::bad_message);
  if (tables_.size() >= limits_.tables || has_too_many_tables(visitor.guest))
    return refuse(visitor, protocol::Open::name, Refusal::too_many_tables);
  Hosted& hosted = host(visitor.guest, command.settings, {});
  watch(visitor, hosted);
}

bool Hall::has_too_many_tables(const Guest& guest) const {
  if (limits_.tables_of_a_guest == 0) return false;
  const auto his = std::ranges::count_if(tables_, [&](const auto& each) {
    return each.second.table->host() == guest && !each.second.table->is_finished();
  });
  return static_cast<std::size_t>(his) >= limits_.tables_of_a_guest;
}

Hall::Hosted& Hall::host(const Guest& guest, const protocol::Settings& settings,
                         const std::vector<table::Entry>& chairs) {
  std::string code = room_code();
  while (codes_.contains(code)) code = room_code();
  const table::Opened opened{unguessable(16), code, guest, settings, new_seed(), new_seed()};
  std::vector<std::string> entries = {protocol::to_json(table::Entry{opened})};
  for (const table::Entry& chair : chairs) entries.push_back(protocol::to_json(chair));
  const Time now = around_.now();
  auto table = table::Table::fold(entries, rule_, now, {now, now});
  call_by_names(**table);
  codes_[code] = opened.table;
  Hosted& hosted = tables_[opened.table];
  hosted.table = std::move(*table);
  ++counts_.opened;
  // Before the first roll, and where nobody waits for it.
  if (std::holds_alternative<record::TatamokatsuHeader>(settings.header.game))
    around_.think(table::think_ahead);
  commit(hosted, {std::move(entries), {}, {}, false});
  return hosted;
}

void Hall::on(Visitor& visitor, const protocol::Watch& command) {
  Hosted* hosted = find(command.table);
  if (!hosted) return refuse(visitor, protocol::Watch::name, Refusal::no_such_table);
  watch(visitor, *hosted);
}

void Hall::watch(Visitor& visitor, Hosted& hosted) {
  if (std::ranges::find(hosted.watchers, &visitor) == hosted.watchers.end()) {
    hosted.watchers.push_back(&visitor);
    visitor.watching.push_back(hosted.table->id());
    presence(hosted, visitor.guest);
  }
  for (std::string& text : hosted.table->welcome(visitor.guest, around_.now()))
    commit(hosted, letter_to(visitor.guest, std::move(text)));
  for (const Line& line : hosted.chat)
    if (!known(visitor.guest).muted.contains(line.from))
      commit(hosted, letter_to(visitor.guest, said(hosted, line.from, line.text)));
}

void Hall::on(Visitor& visitor, const protocol::Leave& command) {
  Hosted* hosted = find(command.table);
  if (!hosted) return refuse(visitor, protocol::Leave::name, Refusal::no_such_table);
  unwatch(visitor, *hosted);
}

void Hall::unwatch(Visitor& visitor, Hosted& hosted) {
  std::erase(hosted.watchers, &visitor);
  std::erase(visitor.watching, hosted.table->id());
  presence(hosted, visitor.guest);
  if (hosted.table->is_finished()) retire(hosted);
}

// Whether any of a guest's connections watches the table.
void Hall::presence(Hosted& hosted, const Guest& guest) {
  const bool here = std::ranges::any_of(
      hosted.watchers, [&](const Visitor* visitor) { return visitor->guest == guest; });
  commit(hosted, hosted.table->connected(guest, here, around_.now()));
}

void Hall::on(Visitor& visitor, const protocol::Say& command) {
  Hosted* hosted = find(command.table);
  if (!hosted) return refuse(visitor, protocol::Say::name, Refusal::no_such_table);
  if (std::ranges::find(hosted->watchers, &visitor) == hosted->watchers.end())
    return refuse(visitor, protocol::Say::name, Refusal::not_at_this_table);
  const auto text = tidy_text(command.text);
  if (!text) return refuse(visitor, protocol::Say::name, Refusal::nothing_said);
  const Line line{visitor.guest, *text};
  hosted->chat.push_back(line);
  if (hosted->chat.size() > limits_.chat_kept) hosted->chat.pop_front();
  append(*hosted, {{"chat/" + hosted->table->id(), ++hosted->chat_seq, around_.now(), visitor.guest,
                    protocol::to_json(line), false}});
  hosted->outbox.push_back({hosted->asked,
                            {{Letter::To::all, {}, said(*hosted, visitor.guest, *text)}},
                            visitor.guest,
                            false});
  release(*hosted);
}

std::string Hall::said(const Hosted& hosted, const Guest& from, const std::string& text) {
  return protocol::message(
      protocol::Said{hosted.table->id(), hosted.table->seat_of(from), known(from).name, text});
}

void Hall::on(Visitor& visitor, const protocol::Mute& command) {
  Hosted* hosted = find(command.table);
  if (!hosted) return refuse(visitor, protocol::Mute::name, Refusal::no_such_table);
  const Guest* guest = hosted->table->guest_at(command.seat);
  if (!guest) return refuse(visitor, protocol::Mute::name, Refusal::no_such_seat);
  Known& who = known(visitor.guest);
  if (command.on)
    who.muted.insert(*guest);
  else
    who.muted.erase(*guest);
}

void Hall::on(Visitor& visitor, const protocol::Rematch& command) {
  Hosted* hosted = find(command.table);
  if (!hosted) return refuse(visitor, protocol::Rematch::name, Refusal::no_such_table);
  if (!hosted->table->seat_of(visitor.guest))
    return refuse(visitor, protocol::Rematch::name, Refusal::not_at_this_table);
  if (!hosted->table->is_finished())
    return refuse(visitor, protocol::Rematch::name, Refusal::not_over);
  if (hosted->table->next()) return;  // somebody was quicker; everybody has been told
  const protocol::Settings settings = hosted->table->settings();
  const auto chairs = hosted->table->seats_for_rematch(command.rotate);
  const std::string id = hosted->table->id();
  const protocol::TableId next = host(visitor.guest, settings, chairs).table->id();
  Hosted& old = tables_.at(id);
  commit(old, old.table->follow_up(next));
}

void Hall::on(Visitor& visitor, const protocol::Lobby& command) {
  if (!command.on) return void(in_lobby_.erase(visitor.session));
  in_lobby_.insert(visitor.session);
  send(*visitor.session, lobby_list());
}

void Hall::on(Visitor& visitor, const protocol::ForgetMe& command) {
  if (!command.really) return refuse(visitor, protocol::ForgetMe::name, Refusal::bad_message);
  const Guest guest = visitor.guest;
  Known& who = known(guest);
  who.name.clear();
  for (auto& [id, hosted] : tables_) {
    std::erase_if(hosted.chat, [&](const Line& line) { return line.from == guest; });
    commit(hosted, hosted.table->renamed(guest, {}));
  }
  around_.log.forget(guest,
                     [this, guest, alive = alive_](const std::optional<store::Problem>& problem) {
                       around_.post([this, guest, alive, problem] {
                         if (!*alive) return;
                         if (problem) return around_.fail(problem->what);
                         for (Session* session : std::vector<Session*>{known(guest).sessions}) {
                           send(*session, protocol::message(protocol::Forgotten{}));
                           session->close("forgotten");
                         }
                       });
                     });
}

// ---- Tables ----

Hall::Hosted* Hall::find(const std::string& table_or_code) {
  auto found = tables_.find(table_or_code);
  if (found == tables_.end()) {
    std::string code = table_or_code;
    for (char& c : code)
      if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    const auto by_code = codes_.find(code);
    if (by_code == codes_.end()) return nullptr;
    found = tables_.find(by_code->second);
  }
  return found == tables_.end() ? nullptr : &found->second;
}

Outcome Hall::letter_to(const Guest& guest, std::string text) {
  return {{}, {{Letter::To::one, guest, std::move(text)}}, {}, false};
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
    if (table.is_finished()) ++counts_.finished;
    append(hosted, std::move(entries));
    const bool listed =
        table.settings().listed.value_or(false) && table.stage() == Stage::gathering;
    if (std::exchange(hosted.is_in_lobby, listed) || listed) tell_lobby();
  }
  if (!outcome.letters.empty() || outcome.opens_window)
    hosted.outbox.push_back({hosted.asked, std::move(outcome.letters), from, outcome.opens_window});
  release(hosted);
  schedule(hosted);
  for (table::Think& think : outcome.thoughts) ponder(hosted.table->id(), std::move(think));
}

void Hall::durable(const std::string& table, std::uint64_t ticket) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return;
  found->second.durable = ticket;
  release(found->second);
  if (found->second.table->is_finished()) retire(found->second);
}

void Hall::release(Hosted& hosted) {
  while (!hosted.outbox.empty() && hosted.outbox.front().ticket <= hosted.durable) {
    Hosted::Batch batch = std::move(hosted.outbox.front());
    hosted.outbox.pop_front();
    for (Letter& letter : batch.letters) deliver(hosted, letter, batch.from);
    if (!batch.opens_window) continue;
    hosted.table->sent(around_.now());
    schedule(hosted);
  }
}

void Hall::deliver(Hosted& hosted, Letter& letter, const Guest& from) {
  std::shared_ptr<const std::string> text;
  for (const Visitor* visitor : hosted.watchers) {
    const Guest& guest = visitor->guest;
    const bool his =
        letter.to == Letter::To::all ||
        (letter.to == Letter::To::one ? guest == letter.guest : !hosted.table->seat_of(guest));
    if (!his || (!from.empty() && known(guest).muted.contains(from))) continue;
    if (!text) text = std::make_shared<const std::string>(std::move(letter.text));
    ++counts_.letters;
    counts_.bytes += text->size();
    visitor->session->send(text);
  }
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
  codes_.erase(hosted.table->code());
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

void Hall::tell_lines() {
  for (auto& [id, hosted] : tables_) commit(hosted, hosted.table->lines(around_.now()));
}

// ---- The lobby ----

std::string Hall::lobby_list() {
  protocol::LobbyList list;
  for (const auto& [id, hosted] : tables_) {
    const table::Table& table = *hosted.table;
    if (!table.settings().listed.value_or(false) || table.stage() != Stage::gathering) continue;
    list.tables.push_back({table.id(), table.settings().header, table.settings().tempo,
                           table.seated(), table.host_name()});
    if (list.tables.size() == 200) break;
  }
  return protocol::message(list);
}

void Hall::tell_lobby() {
  if (in_lobby_.empty()) return;
  const std::string text = lobby_list();
  for (Session* session : in_lobby_) send(*session, text);
}

// ---- What HTTP shows ----

std::optional<std::string> Hall::of_finished(const std::string& id,
                                             std::string (table::Table::*what)() const) {
  if (id.empty() || id.size() > 32) return {};
  if (const auto found = tables_.find(id); found != tables_.end())
    return found->second.table->was_played() ? std::optional{(*found->second.table.*what)()}
                                             : std::nullopt;
  std::string problem;
  const auto table = fold(id, problem);
  if (!table || !table->was_played()) return {};
  return (*table.*what)();
}

std::optional<std::string> Hall::record(const std::string& id) {
  return of_finished(id, &table::Table::record);
}

std::optional<std::string> Hall::sidecar(const std::string& id) {
  return of_finished(id, &table::Table::sidecar);
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
