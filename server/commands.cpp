#include <algorithm>

#include "server/hall_parts.h"

// What guests may ask of the hall.
namespace tatami::server {

using protocol::Refusal;
using table::Letter;

namespace {

constexpr double burst = 60;
constexpr double price_of_a_name = 5;          // every table is looked at
constexpr double price_of_looking_again = 10;  // all of the chat is told
constexpr int patience = 200;  // messages refused for speed before the door is shown

// What makes no sense in them, in words.
std::optional<std::string> objection(const protocol::Settings& settings) {
  if (settings.days && settings.tempo != protocol::Tempo::days)
    return "settings.days: only with the tempo \"days\"";
  if (settings.days && (*settings.days < 1 || *settings.days > 14))
    return "settings.days: expected 1 to 14";
  if (settings.lag_cap && *settings.lag_cap > table::largest_lag_cap)
    return "settings.lag_cap: expected at most " + std::to_string(table::largest_lag_cap);
  if (const auto* race = std::get_if<record::TatamokatsuHeader>(&settings.header.game)) {
    constexpr std::int32_t longest = 60'000;
    const tatamokatsu::Timing& timing = race->table.timing;
    for (const tatamokatsu::Millis time :
         {timing.window, timing.announce, timing.quiet, timing.tie, timing.bow})
      if (time.count > longest)
        return "settings.header.timing: nobody waits longer than " + std::to_string(longest) +
               " ms";
  }
  return {};
}

bool knows_substitute(const protocol::Settings& settings) {
  const auto which = std::holds_alternative<record::DojoHeader>(settings.header.game)
                         ? table::Which::dojo
                         : table::Which::tatamokatsu;
  return !settings.substitute || table::is_level(which, *settings.substitute);
}

}  // namespace

void Hall::hear(Session& session, std::string_view text) {
  const auto found = sessions_.find(&session);
  if (found == sessions_.end()) return;
  Visitor& visitor = found->second;
  if (known(visitor.guest).is_leaving) return;
  ++counts_.commands;
  const Time now = around_.now();
  visitor.tokens = std::min(burst, visitor.tokens + static_cast<double>(now - visitor.refilled) *
                                                        limits_.messages_a_second / 1000);
  visitor.refilled = now;
  if (limits_.messages_a_second > 0 && visitor.tokens < 1) {
    if (++visitor.too_fast > patience) return session.close("too many messages");
    return refuse(visitor, {{}, {}, Refusal::too_fast, {}});
  }
  if (visitor.tokens > burst / 2) visitor.too_fast = 0;
  visitor.tokens -= 1;
  const auto command = protocol::from_json<protocol::Command>(text);
  if (!command)
    return refuse(visitor, {{}, {}, Refusal::bad_message, command.error().what.substr(0, 400)});
  std::visit([&](const auto& each) { on(visitor, each); }, *command);
}

void Hall::refuse(Visitor& visitor, protocol::Refused refused) {
  ++counts_.refused;
  if (refused.why == Refusal::no_such_table) visitor.tokens -= price_of_a_guess;
  if (refused.text.empty()) refused.text = std::string{protocol::describe(refused.why)};
  send(*visitor.session, protocol::message(refused));
}

template <class Command>
void Hall::refuse(Visitor& visitor, const Command& command, Refusal why, std::string_view text) {
  protocol::Refused refused{std::string{Command::name}, {}, why, std::string{text}};
  if constexpr (requires { command.table; }) refused.table.emplace(command.table);
  refuse(visitor, std::move(refused));
}

template <class Command>
void Hall::on(Visitor& visitor, const Command& command) {
  Hosted* hosted = find(visitor, command.table);
  if (!hosted) return refuse(visitor, command, Refusal::no_such_table);
  constexpr bool plays = std::is_same_v<Command, protocol::Act> ||
                         std::is_same_v<Command, protocol::ThrowDice> ||
                         std::is_same_v<Command, protocol::TakeBack>;
  if (plays && hosted->table->seat_of(visitor.guest) && !is_watching(visitor, *hosted))
    watch(visitor, *hosted);
  if constexpr (std::is_same_v<Command, protocol::Act>) speaks(visitor, *hosted);
  auto answer = hosted->table->submit(visitor.guest, command, around_.now());
  if (!answer) return refuse(visitor, answer.error());
  constexpr bool takes_seat =
      std::is_same_v<Command, protocol::Sit> || std::is_same_v<Command, protocol::Claim>;
  if constexpr (std::is_same_v<Command, protocol::Act>) ++counts_.moves;
  if constexpr (std::is_same_v<Command, protocol::Call>)
    commit(*hosted, std::move(*answer), visitor.guest);
  else
    commit(*hosted, std::move(*answer));
  if constexpr (takes_seat) {
    attend(visitor, *hosted);
    take_name(visitor, *hosted);
    presence(*hosted, visitor.guest);
    welcome(visitor, *hosted);
  }
}

// Who picks up his seat on another device, where he has no name yet, keeps the seat's.
void Hall::take_name(Visitor& visitor, Hosted& hosted) {
  const std::string& name = known(visitor.guest).name;
  const std::string& of_seat = hosted.table->name_of(*hosted.table->seat_of(visitor.guest));
  if (name.empty() && !of_seat.empty()) return on(visitor, protocol::Rename{of_seat});
  rename(hosted, visitor.guest, name);
}

void Hall::on(Visitor& visitor, const protocol::Rename& command) {
  const auto name = tidy_name(command.to);
  if (!name) return refuse(visitor, command, Refusal::bad_name);
  Known& who = known(visitor.guest);
  if (who.seq >= limits_.names_of_a_guest) return refuse(visitor, command, Refusal::enough);
  visitor.tokens -= price_of_a_name;
  const Guest guest = visitor.guest;
  ++who.writing;
  around_.log.append(
      {{"guest/" + guest, ++who.seq, around_.now(), guest, protocol::to_json(Named{*name}), false}},
      [this, guest, name = *name, alive = alive_](const std::optional<store::Problem>& problem) {
        around_.post([this, guest, name, alive, problem] {
          if (!*alive) return;
          if (problem) return around_.fail(problem->what);
          is_called(guest, name);
        });
      });
}

// His new name is durable.
void Hall::is_called(const Guest& guest, const std::string& name) {
  Known& who = known(guest);
  --who.writing;
  if (who.is_leaving) return;
  who.name = name;
  pages_.clear();
  for (const Visitor* visitor : who.visitors)
    send(*visitor->session, protocol::message(protocol::Welcome{protocol::version, name}));
  for (auto& [id, hosted] : tables_)
    if (hosted.table->seat_of(guest) || hosted.table->host() == guest) rename(hosted, guest, name);
  let_go(guest);
}

void Hall::rename(Hosted& hosted, const Guest& guest, const std::string& name) {
  commit(hosted, hosted.table->renamed(guest, name));
  if (hosted.durable == hosted.asked) list(hosted);
}

void Hall::on(Visitor& visitor, const protocol::Open& command) {
  if (const auto wrong = objection(command.settings))
    return refuse(visitor, command, Refusal::bad_message, *wrong);
  if (!knows_substitute(command.settings)) return refuse(visitor, command, Refusal::unknown_bot);
  if (has_too_many_tables(visitor)) return refuse(visitor, command, Refusal::too_many_tables);
  Hosted& hosted = host(visitor, command.settings, {});
  watch(visitor, hosted);
}

bool Hall::has_too_many_tables(const Visitor& visitor) const {
  if (tables_.size() >= limits_.tables) return true;
  const auto reached = [&](std::size_t limit, auto is_his) {
    if (limit == 0) return false;
    const auto his =
        std::ranges::count_if(tables_, [&](const auto& each) { return is_his(each.second); });
    return static_cast<std::size_t>(his) >= limit;
  };
  return reached(limits_.tables_of_a_guest,
                 [&](const Hosted& each) {
                   return each.table->host() == visitor.guest && !each.table->is_finished() &&
                          !each.table->sleeps();
                 }) ||
         reached(limits_.tables_of_an_address,
                 [&](const Hosted& each) { return each.address == visitor.address; });
}

Hall::Hosted& Hall::host(const Visitor& visitor, const protocol::Settings& settings,
                         const std::vector<table::Entry>& chairs) {
  std::string code = room_code();
  while (codes_.contains(code)) code = room_code();
  const table::Opened opened{
      unguessable(table_id_length), code, visitor.guest, settings, new_seed(), new_seed()};
  std::vector<std::string> entries = {protocol::to_json(table::Entry{opened})};
  for (const table::Entry& chair : chairs) entries.push_back(protocol::to_json(chair));
  const Time now = around_.now();
  auto table = table::Table::fold(entries, rule_, now, {now, now});
  call_by_names(**table);
  codes_[code] = opened.table;
  Hosted& hosted = tables_[opened.table];
  hosted.table = std::move(*table);
  hosted.address = visitor.address;
  ++counts_.opened;
  commit(hosted, {std::move(entries), {}, {}, false});
  return hosted;
}

void Hall::on(Visitor& visitor, const protocol::Watch& command) {
  Hosted* hosted = find(visitor, command.table);
  if (!hosted) hosted = recall(visitor, command.table);
  if (!hosted) return refuse(visitor, command, Refusal::no_such_table);
  if (is_watching(visitor, *hosted)) visitor.tokens -= price_of_looking_again;
  watch(visitor, *hosted);
}

void Hall::watch(Visitor& visitor, Hosted& hosted) {
  attend(visitor, hosted);
  commit(hosted, hosted.table->heard_from(visitor.guest, around_.now()));
  welcome(visitor, hosted);
}

bool Hall::is_watching(const Visitor& visitor, const Hosted& hosted) {
  return std::ranges::any_of(hosted.watchers,
                             [&](const auto& each) { return each.visitor == &visitor; });
}

void Hall::attend(Visitor& visitor, Hosted& hosted) {
  if (is_watching(visitor, hosted)) return;
  hosted.watchers.push_back({&visitor, hosted.batches + hosted.outbox.size()});
  visitor.watching.push_back(hosted.table->id());
  presence(hosted, visitor.guest);
}

void Hall::welcome(const Visitor& visitor, Hosted& hosted) {
  Hosted::Batch batch{hosted.asked, {}, false, {}, visitor.number};
  const auto tell = [&](std::string text) {
    batch.letters.push_back({Letter::To::all, {}, std::move(text)});
  };
  for (std::string& text : hosted.table->welcome(visitor.guest, around_.now()))
    tell(std::move(text));
  for (const Spoken& spoken : hosted.chat)
    if (hears(visitor.guest, hosted, spoken.line.from)) tell(said(hosted, spoken));
  hosted.outbox.push_back(std::move(batch));
  release(hosted);
}

void Hall::on(Visitor& visitor, const protocol::Leave& command) {
  Hosted* hosted = find(visitor, command.table);
  if (!hosted) return refuse(visitor, command, Refusal::no_such_table);
  unwatch(visitor, *hosted);
}

void Hall::unwatch(Visitor& visitor, Hosted& hosted) {
  std::erase_if(hosted.watchers, [&](const auto& each) { return each.visitor == &visitor; });
  std::erase(visitor.watching, hosted.table->id());
  if (const auto line = hosted.lines.find(visitor.guest);
      line != hosted.lines.end() && line->second == visitor.number) {
    hosted.lines.erase(line);
    hosted.table->another_line(visitor.guest);
  }
  presence(hosted, visitor.guest);
  if (hosted.table->is_finished()) retire(hosted);
}

// Whether any of a guest's connections watches the table.
void Hall::presence(Hosted& hosted, const Guest& guest) {
  const bool here = std::ranges::any_of(
      hosted.watchers, [&](const auto& each) { return each.visitor->guest == guest; });
  commit(hosted, hosted.table->connected(guest, here, around_.now()));
}

void Hall::on(Visitor& visitor, const protocol::Say& command) {
  Hosted* hosted = find(visitor, command.table);
  if (!hosted) return refuse(visitor, command, Refusal::no_such_table);
  if (!is_watching(visitor, *hosted)) return refuse(visitor, command, Refusal::not_at_this_table);
  const auto text = tidy_text(command.text);
  if (!text) return refuse(visitor, command, Refusal::nothing_said);
  const bool plays = hosted->table->seat_of(visitor.guest).has_value();
  const bool is_crowded = hosted->chat_seq >= limits_.lines_of_spectators && !plays;
  if (is_crowded || hosted->said_by[visitor.guest].size() >=
                        (plays ? limits_.lines_of_a_player : limits_.lines_of_a_spectator))
    return refuse(visitor, command, Refusal::enough);
  const Spoken spoken{++hosted->chat_seq, {visitor.guest, *text}};
  keep(*hosted, spoken);
  append(*hosted, {{"chat/" + hosted->table->id(), spoken.number, around_.now(), visitor.guest,
                    protocol::to_json(spoken.line), false}});
  hosted->outbox.push_back(
      {hosted->asked, {{Letter::To::all, {}, said(*hosted, spoken)}}, false, visitor.guest});
  release(*hosted);
  commit(*hosted, hosted->table->heard_from(visitor.guest, around_.now()));
}

void Hall::keep(Hosted& hosted, Spoken spoken) {
  ++known(spoken.line.from).lines;
  hosted.said_by[spoken.line.from].push_back(spoken.number);
  hosted.chat.push_back(std::move(spoken));
  if (hosted.chat.size() > limits_.chat_kept) lose_first_line(hosted);
}

void Hall::lose_first_line(Hosted& hosted) {
  const Guest from = hosted.chat.front().line.from;
  hosted.chat.pop_front();
  --known(from).lines;
  let_go(from);
}

std::string Hall::said(const Hosted& hosted, const Spoken& spoken) {
  const auto& [from, text] = spoken.line;
  return protocol::message(protocol::Said{hosted.table->id(), spoken.number,
                                          hosted.table->seat_of(from), name_of(from), text});
}

void Hall::on(Visitor& visitor, const protocol::Mute& command) {
  Hosted* hosted = find(visitor, command.table);
  if (!hosted) return refuse(visitor, command, Refusal::no_such_table);
  Known& who = known(visitor.guest);
  const auto put = [&](auto& silenced, const auto& each) {
    if (command.on)
      silenced.insert(each);
    else
      silenced.erase(each);
  };
  if (!command.seat) return put(who.without_spectators, hosted->table->id());
  const Guest* guest = hosted->table->guest_at(*command.seat);
  if (!guest) return refuse(visitor, command, Refusal::no_such_seat);
  put(who.muted, *guest);
}

void Hall::on(Visitor& visitor, const protocol::Rematch& command) {
  Hosted* hosted = find(visitor, command.table);
  if (!hosted) return refuse(visitor, command, Refusal::no_such_table);
  if (!hosted->table->seat_of(visitor.guest))
    return refuse(visitor, command, Refusal::not_at_this_table);
  if (!hosted->table->is_finished()) return refuse(visitor, command, Refusal::not_over);
  if (hosted->has_rematch)  // somebody was quicker; everybody is told
    return refuse(visitor, command, Refusal::already_started, "a rematch is open");
  if (has_too_many_tables(visitor)) return refuse(visitor, command, Refusal::too_many_tables);
  hosted->has_rematch = true;
  const protocol::Settings settings = hosted->table->settings();
  const auto chairs = hosted->table->seats_for_rematch(command.rotate);
  const std::string id = hosted->table->id();
  host(visitor, settings, chairs).before = id;
}

void Hall::on(Visitor& visitor, const protocol::Lobby& command) {
  if (!command.on) return void(in_lobby_.erase(visitor.session));
  in_lobby_.insert(visitor.session);
  send(*visitor.session, lobby_list());
}

void Hall::on(Visitor& visitor, const protocol::ForgetMe& command) {
  if (!command.really) return refuse(visitor, command, Refusal::bad_message);
  const Guest guest = visitor.guest;
  known(guest).is_leaving = true;
  around_.log.forget(guest,
                     [this, guest, alive = alive_](const std::optional<store::Problem>& problem) {
                       around_.post([this, guest, alive, problem] {
                         if (!*alive) return;
                         if (problem) return around_.fail(problem->what);
                         is_forgotten(guest);
                       });
                     });
}

void Hall::unsay(Hosted& hosted, const Guest& guest) {
  const auto his = hosted.said_by.extract(guest);
  if (his.empty()) return;
  const protocol::Unsaid unsaid{hosted.table->id(), his.mapped()};
  std::erase_if(hosted.chat, [&](const Spoken& spoken) { return spoken.line.from == guest; });
  commit(hosted, {{}, {{Letter::To::all, {}, protocol::message(unsaid)}}, {}, false});
}

// Nothing of his is on the disk any more.
void Hall::is_forgotten(const Guest& guest) {
  Known& who = known(guest);
  who.name.clear();
  pages_.clear();
  for (auto& [id, hosted] : tables_) {
    unsay(hosted, guest);
    rename(hosted, guest, {});
  }
  who.lines = 0;
  for (Visitor* each : std::vector{who.visitors}) {
    send(*each->session, protocol::message(protocol::Forgotten{}));
    each->session->close("forgotten");
  }
  who.is_leaving = false;
  let_go(guest);
}

}  // namespace tatami::server
