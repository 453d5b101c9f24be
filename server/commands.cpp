#include <algorithm>
#include <utility>

#include "server/hall.h"

// The commands of guests to the hall.
namespace tatami::server {

using protocol::Refusal;

namespace {

// The first setting that makes no sense, in words.
std::optional<std::string> objection(const protocol::Settings& settings, const live::Kind& game) {
  if (settings.days && settings.tempo != protocol::Tempo::days)
    return "settings.days: only with the tempo \"days\"";
  if (settings.days && (*settings.days < 1 || *settings.days > 14))
    return "settings.days: expected 1 to 14";
  if (settings.lag_cap && *settings.lag_cap > live::largest_lag_cap)
    return "settings.lag_cap: expected at most " + std::to_string(live::largest_lag_cap);
  if (const auto why = game.objection(settings.header.text)) return "settings.header." + *why;
  return {};
}

}  // namespace

void Hall::hear(Session& session, std::string_view text) {
  const auto found = visitors_.find(&session);
  if (found == visitors_.end()) return;
  Visitor& visitor = found->second;
  if (guests_.is_being_erased(visitor.guest)) return;
  ++counts_.commands;
  if (!visitor.messages.take(around_.now())) {
    limit(visitor, &Limited::too_fast);
    if (++visitor.too_fast > limits_.refused_before_closing) {
      limit(visitor, &Limited::closed);
      return session.close("too many messages");
    }
    protocol::Request request = protocol::read_request(text);
    visitor.asked = std::move(request.id);
    return refuse(visitor, {std::move(request.type), {}, Refusal::too_fast, {}});
  }
  if (visitor.messages.is_half_full()) visitor.too_fast = 0;
  const protocol::Request request = protocol::read_request(text);
  visitor.asked = request.id;
  if (!request.command)
    return refuse(
        visitor,
        {request.type, {}, Refusal::bad_message, request.command.error().what.substr(0, 400)});
  if (elsewhere_ && forward(visitor, request, text)) return;
  std::visit([&](const auto& each) { on(visitor, each); }, *request.command);
  answer(visitor, request.type, protocol::table_of(*request.command));
}

void Hall::answer(Visitor& visitor, std::string_view command, const protocol::TableId* table) {
  if (visitor.asked.empty()) return;
  protocol::Done done{std::string{command}, {}, std::exchange(visitor.asked, {})};
  if (table) done.table.emplace(*table);
  answers_.push_back({appends_, &visitor.session, visitor.number, protocol::message_of(done)});
  if (durable_appends_ == appends_) tell_answers();
}

void Hall::has_become_durable() {
  ++durable_appends_;
  tell_answers();
}

// Appends become durable in their order.
void Hall::tell_answers() {
  while (!answers_.empty() && answers_.front().appends <= durable_appends_) {
    const Answer answer = std::move(answers_.front());
    answers_.pop_front();
    const auto visitor = visitors_.find(answer.session);
    if (visitor != visitors_.end() && visitor->second.number == answer.visitor)
      send(*answer.session, answer.text);
  }
}

void Hall::on(Visitor& visitor, const protocol::HallCommand& command) {
  std::visit([&](const auto& each) { on(visitor, each); }, command);
}

void Hall::refuse(Visitor& visitor, protocol::Refused refused) {
  ++counts_.refused;
  if (refused.why == Refusal::no_such_table) visitor.messages.charge(limits_.price_of_a_guess);
  if (refused.text.empty()) refused.text = std::string{protocol::describe(refused.why)};
  send(visitor.session, protocol::message_of(refused, std::exchange(visitor.asked, {})));
}

template <class Command>
void Hall::refuse(Visitor& visitor, const Command& command, Refusal why, std::string_view text) {
  protocol::Refused refused{std::string{Command::wire_name}, {}, why, std::string{text}};
  if constexpr (requires { command.table; }) refused.table.emplace(command.table);
  refuse(visitor, std::move(refused));
}

// ---- Tables ----

void Hall::on(Visitor& visitor, const protocol::TableCommand& command) {
  const auto& table =
      std::visit([](const auto& each) -> const auto& { return each.table; }, command);
  const auto* play = std::get_if<protocol::Play>(&command);
  const std::string_view type = std::visit(
      [](const auto& each) -> std::string_view {
        if constexpr (requires { each.type; })
          return each.type;
        else
          return std::remove_cvref_t<decltype(each)>::wire_name;
      },
      command);
  const auto refused = [&](Refusal why) {
    refuse(visitor, {std::string{type}, protocol::Sometimes<protocol::TableId>{table}, why, {}});
  };
  if (play && !live::is_command(play->type))
    return refuse(visitor, {play->type.substr(0, 32),
                            {},
                            Refusal::bad_message,
                            "unknown type " + json::quote_briefly(play->type)});
  const Found found = find(visitor, table);
  if (!found) return refused(found.error());
  Hosted* hosted = *found;
  if (has_too_many_bots(*hosted, command)) {
    limit(visitor, &Limited::bots);
    return refused(Refusal::enough);
  }
  if (play && hosted->driver.table().seat_of(visitor.guest)) {
    if (!hosted->driver.is_attended_by(visitor)) on(visitor, protocol::Watch{table});
    hosted->driver.plays_over(visitor);
  }
  moving_ = play != nullptr;
  const auto why = hosted->driver.tell(visitor.guest, command);
  moving_ = false;
  if (why) return refuse(visitor, *why);
  count(*hosted);
  if (play) ++counts_.moves;
  const bool takes_seat = std::holds_alternative<protocol::Sit>(command) ||
                          std::holds_alternative<protocol::Claim>(command);
  if (!takes_seat) return;
  attend(visitor, *hosted);
  take_name(visitor, *hosted);
  welcome(visitor, *hosted);
}

void Hall::on(Visitor& visitor, const protocol::OpenTable& command) {
  const live::Kind& game = *live::game_named(command.settings.header.game);
  if (const auto wrong = objection(command.settings, game))
    return refuse(visitor, command, Refusal::bad_message, *wrong);
  if (command.settings.substitute && !game.level_named(*command.settings.substitute))
    return refuse(visitor, command, Refusal::unknown_bot);
  if (has_too_many_tables(visitor)) {
    limit(visitor, &Limited::tables);
    return refuse(visitor, command, Refusal::too_many_tables);
  }
  if (has_too_many_bots(visitor, command.settings, {})) {
    limit(visitor, &Limited::bots);
    return refuse(visitor, command, Refusal::enough);
  }
  Hosted& hosted = open(visitor, command.settings, {});
  attend(visitor, hosted);
  welcome(visitor, hosted);
}

bool Hall::has_too_many_tables(const Visitor& visitor) const {
  return tables_.size() >= limits_.tables ||
         (limits_.tables_of_a_guest > 0 &&
          accounts_.hosted_by(visitor.guest) >= limits_.tables_of_a_guest) ||
         accounts_.is_at_limit(visitor.address, limits_.tables_of_an_address, &Usage::tables);
}

// Whether it asks for more bots that take their time than the table's address may have.
bool Hall::has_too_many_bots(const Hosted& hosted, const protocol::TableCommand& command) const {
  const auto* bot = std::get_if<protocol::SeatBot>(&command);
  const table::Table& table = hosted.driver.table();
  const live::Kind& game = *live::game_named(table.settings().header.game);
  const bots::Level* level = bot ? game.level_named(bot->level) : nullptr;
  if (!level || !level->is_slow) return false;
  // Where the substitute is slow, every seat without a bot counts already.
  if (slow_bots_of(table.settings(), {}) > 0) return false;
  const table::Chairs& chairs = table.chairs();
  const int more = bot->seat ? 1 : chairs.all().size() - chairs.seated();
  return accounts_.is_at_limit(hosted.address, limits_.slow_bots_of_an_address, &Usage::slow_bots,
                               more);
}

bool Hall::has_too_many_bots(const Visitor& visitor, const protocol::Settings& settings,
                             const std::vector<table::Entry>& chairs) const {
  const std::int64_t more = slow_bots_of(settings, chairs);
  return more > 0 && accounts_.is_at_limit(visitor.address, limits_.slow_bots_of_an_address,
                                           &Usage::slow_bots, more);
}

void Hall::on(Visitor& visitor, const protocol::Watch& command) {
  Found found = find(visitor, command.table);
  if (!found && found.error() == Refusal::no_such_table) found = recall(visitor, command.table);
  if (!found) return refuse(visitor, command, found.error());
  Hosted* hosted = *found;
  if (hosted->driver.is_attended_by(visitor))
    visitor.messages.charge(limits_.price_of_looking_again);
  attend(visitor, *hosted);
  hosted->driver.heard_from(visitor.guest);
  welcome(visitor, *hosted);
}

void Hall::attend(Visitor& visitor, Hosted& hosted) {
  if (!hosted.driver.is_attended_by(visitor)) {
    visitor.watching.push_back(hosted.driver.table().id());
    visitor.session.attends(hosted.driver.table().id(), true);
  }
  hosted.driver.attend(visitor);
  if (hosted.address.empty()) adopt(visitor, hosted);
}

// The log does not keep addresses. After a restart a table counts for the address from where its
// people come back.
void Hall::adopt(const Visitor& visitor, Hosted& hosted) {
  const table::Table& table = hosted.driver.table();
  if (table.host() != visitor.guest && !table.seat_of(visitor.guest)) return;
  accounts_.change({}, hosted.tally, {});
  hosted.address = visitor.address;
  accounts_.change(hosted.address, {}, hosted.tally);
  if (hosted.driver.is_settled()) list(hosted);
}

void Hall::welcome(Visitor& visitor, Hosted& hosted) {
  std::vector<std::string> remarks;
  for (const auto& spoken : hosted.chat.recent()) {
    const Guest& from = spoken.remark.from;
    if (from == visitor.guest || hears(visitor.guest, hosted.driver, from))
      remarks.push_back(said(hosted, spoken));
  }
  hosted.driver.welcome(visitor, std::move(remarks));
}

void Hall::on(Visitor& visitor, const protocol::Leave& command) {
  const Found found = find(visitor, command.table);
  if (!found) return refuse(visitor, command, found.error());
  Hosted* hosted = *found;
  leave(visitor, *hosted);
}

void Hall::leave(Visitor& visitor, Hosted& hosted) {
  std::erase(visitor.watching, hosted.driver.table().id());
  visitor.session.attends(hosted.driver.table().id(), false);
  hosted.driver.leave(visitor);
  if (hosted.driver.table().is_finished()) retire(hosted);
}

void Hall::on(Visitor& visitor, const protocol::Rematch& command) {
  const Found found = find(visitor, command.table);
  if (!found) return refuse(visitor, command, found.error());
  Hosted* hosted = *found;
  const table::Table& table = hosted->driver.table();
  if (!table.seat_of(visitor.guest)) return refuse(visitor, command, Refusal::not_at_this_table);
  if (!table.is_finished()) return refuse(visitor, command, Refusal::not_over);
  if (hosted->has_rematch)  // somebody was quicker; everybody is told
    return refuse(visitor, command, Refusal::already_started, "a rematch is open");
  if (has_too_many_tables(visitor)) {
    limit(visitor, &Limited::tables);
    return refuse(visitor, command, Refusal::too_many_tables);
  }
  const protocol::Settings settings = table.settings();
  const auto chairs = table.chairs().for_rematch(command.rotate);
  if (has_too_many_bots(visitor, settings, chairs)) {
    limit(visitor, &Limited::bots);
    return refuse(visitor, command, Refusal::enough);
  }
  hosted->has_rematch = true;
  const std::string id = table.id();
  // The code leads to the table that is played at.
  open(visitor, settings, chairs, table.code()).before = id;
}

void Hall::on(Visitor& visitor, const protocol::Lobby& command) {
  if (!command.on) return lobby_.leave(visitor.session);
  lobby_.enter(visitor.session);
  send(visitor.session, lobby_.text());
}

// ---- Looking together ----

void Hall::on(Visitor& visitor, const protocol::Look& command) {
  Session& session = visitor.session;
  if (circles_.of(session) != command.circle) {
    leave_circle(session);
    const Circles::Circle* there = circles_.named(command.circle);
    const std::size_t most = limits_.people_of_a_circle;
    if (there && most > 0 && there->people.size() >= most)
      return refuse(visitor, command, Refusal::enough);
  }
  if (command.circle.empty()) return;
  if (circles_.enter(session, command.circle)) tell_people_of(command.circle, &session);
  if (!command.line) return send(session, protocol::message_of(looking(command.circle)));
  circles_.show(session, *command.line);
  // Theirs, too, so that all of them end with the same of two steps made at once.
  protocol::Looking shown = looking(command.circle);
  for (Session* each : circles_.named(command.circle)->people) {
    shown.you.reset();
    if (each == &session) shown.you.emplace(true);
    send(*each, protocol::message_of(shown));
  }
}

protocol::Looking Hall::looking(const std::string& circle) {
  const Circles::Circle& now = *circles_.named(circle);
  protocol::Looking told{circle, static_cast<std::uint16_t>(now.people.size()), {}, {}, {}};
  if (now.line) told.line.emplace(*now.line);
  if (now.shown_by) told.by.emplace(guests_[visitors_.at(now.shown_by).guest].name);
  return told;
}

void Hall::leave_circle(Session& session) {
  const std::string circle = circles_.leave(session);
  if (!circle.empty()) tell_people_of(circle, nullptr);
}

void Hall::tell_people_of(const std::string& circle, const Session* except) {
  const Circles::Circle* now = circles_.named(circle);
  if (!now) return;
  const auto people = static_cast<std::uint16_t>(now->people.size());
  for (Session* each : now->people)
    if (each != except)
      send(*each, protocol::message_of(protocol::Looking{circle, people, {}, {}, {}}));
}

// ---- Chat ----

void Hall::on(Visitor& visitor, const protocol::Say& command) {
  const Found found = find(visitor, command.table);
  if (!found) return refuse(visitor, command, found.error());
  Hosted* hosted = *found;
  if (!hosted->driver.is_attended_by(visitor))
    return refuse(visitor, command, Refusal::not_at_this_table);
  const auto text = tidy_text(command.text);
  if (!text) return refuse(visitor, command, Refusal::nothing_said);
  const table::Table& table = hosted->driver.table();
  const bool plays = table.seat_of(visitor.guest).has_value();
  const bool is_crowded = hosted->chat.last_number() >= limits_.remarks_of_all && !plays;
  if (is_crowded || hosted->chat.count_of(visitor.guest) >=
                        (plays ? limits_.remarks_of_a_player : limits_.remarks_of_a_spectator))
    return refuse(visitor, command, Refusal::enough);
  const Chat::Spoken spoken{hosted->chat.last_number() + 1, {visitor.guest, *text}};
  keep(*hosted, spoken);
  hosted->driver.publish({{chat_stream_of(table.id()), spoken.number, around_.now(), visitor.guest,
                           protocol::to_json(spoken.remark), false}},
                         said(*hosted, spoken), visitor.guest);
  hosted->driver.heard_from(visitor.guest);
}

void Hall::on(Visitor& visitor, const protocol::Mute& command) {
  const Found found = find(visitor, command.table);
  if (!found) return refuse(visitor, command, found.error());
  Hosted* hosted = *found;
  auto& who = guests_[visitor.guest];
  const auto put = [&](auto& silenced, const auto& each) {
    if (command.on)
      silenced.insert(each);
    else
      silenced.erase(each);
  };
  const table::Table& table = hosted->driver.table();
  if (!command.seat) return put(who.without_spectators, table.id());
  if (!table.chairs().people().contains(*command.seat))
    return refuse(visitor, command, Refusal::no_such_seat);
  put(who.muted, table.chairs()[*command.seat].guest);
}

// ---- Names, and being forgotten ----

// Somebody who picks up their seat on another device, where they have no name yet, keeps the
// seat's.
void Hall::take_name(Visitor& visitor, Hosted& hosted) {
  const std::string& name = guests_[visitor.guest].name;
  const table::Table& table = hosted.driver.table();
  const std::string& of_seat = table.chairs()[*table.seat_of(visitor.guest)].name;
  if (name.empty() && !of_seat.empty()) return on(visitor, protocol::Rename{of_seat});
  rename(hosted, visitor.guest, name);
}

void Hall::on(Visitor& visitor, const protocol::Rename& command) {
  const auto name = tidy_name(command.to);
  if (!name) return refuse(visitor, command, Refusal::bad_name);
  const Guest guest = visitor.guest;
  if (guests_[guest].seq >= limits_.names_of_a_guest)
    return refuse(visitor, command, Refusal::enough);
  visitor.messages.charge(limits_.price_of_a_name);
  ++appends_;
  guests_.write_name(
      guest, *name, around_.now(),
      [this, guest, name = *name, alive = alive_](const std::optional<store::Problem>& problem) {
        around_.post([this, guest, name, alive, problem] {
          if (!*alive) return;
          if (problem) return around_.fail(problem->what);
          is_called(guest, name);
          has_become_durable();
        });
      });
}

// Their new name is durable.
void Hall::is_called(const Guest& guest, const std::string& name) {
  guests_.name_is_written(guest);
  const auto& who = guests_[guest];
  if (elsewhere_ && !who.is_being_erased) elsewhere_->named(guest, name, who.seq);
  is_called_elsewhere(guest, name, who.seq);
}

void Hall::is_called_elsewhere(const Guest& guest, const std::string& name, std::uint32_t seq) {
  if (!guests_.call(guest, name, seq)) return;
  pages_.clear();
  for (const Visitor* visitor : guests_[guest].visitors)
    if (!visitor->is_from_elsewhere)
      send(visitor->session, protocol::message_of(protocol::Welcome{.name = name}));
  for (auto& [id, hosted] : tables_) {
    const table::Table& table = hosted.driver.table();
    if (table.seat_of(guest) || table.host() == guest) rename(hosted, guest, name);
  }
  guests_.let_go(guest);
}

void Hall::rename(Hosted& hosted, const Guest& guest, const std::string& name) {
  hosted.driver.renamed(guest, name);
  if (hosted.driver.is_settled()) list(hosted);
}

void Hall::on(Visitor& visitor, const protocol::ForgetMe& command) {
  if (!command.really) return refuse(visitor, command, Refusal::bad_message);
  visitor.asked.clear();  // "forgotten" is the answer, when it is done
  const Guest guest = visitor.guest;
  guests_.begin_erasing(guest);
  if (!elsewhere_) return forget(guest, {});
  elsewhere_->forget(guest, [this, guest, alive = alive_] {
    if (*alive) forget(guest, {});
  });
}

void Hall::forget(const Guest& guest, std::function<void()> done) {
  guests_.erase(guest, [this, guest, done = std::move(done),
                        alive = alive_](const std::optional<store::Problem>& problem) {
    around_.post([this, guest, done, alive, problem] {
      if (!*alive) return;
      if (problem) return around_.fail(problem->what);
      is_forgotten(guest);
      if (done) done();
    });
  });
}

// Nothing of theirs is on the disk any more.
void Hall::is_forgotten(const Guest& guest) {
  pages_.clear();
  for (auto& [id, hosted] : tables_) {
    const std::vector<std::uint32_t> theirs = hosted.chat.forget(guest);
    if (!theirs.empty())
      hosted.driver.publish({}, protocol::message_of(protocol::Unsaid{id, theirs}));
    rename(hosted, guest, {});
  }
  for (Visitor* each : std::vector{guests_[guest].visitors}) {
    if (each->is_from_elsewhere) continue;  // their own node tells them
    send(each->session, protocol::message_of(protocol::Forgotten{}));
    each->session.close("forgotten");
  }
  guests_.is_erased(guest);
}

}  // namespace tatami::server
