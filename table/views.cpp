#include <algorithm>

#include "table/table.h"

// What a table tells, and to whom.
namespace tatami::table {

using protocol::Sitter;

namespace {

std::vector<protocol::Event> known_to(std::optional<Seat> seat, const History& history) {
  std::vector<protocol::Event> events;
  events.reserve(history.size());
  for (const Happened& each : history) events.push_back(each.as_known_to(seat));
  return events;
}

void put(protocol::Update& update, const protocol::Partial<protocol::DojoPosition>& change) {
  update.dojo.emplace(change);
}
void put(protocol::Update& update, const protocol::Partial<protocol::TatamokatsuPosition>& change) {
  update.tatamokatsu.emplace(change);
}
void put(protocol::Position& into, const DojoGame& game, std::optional<Seat> seat) {
  const dojo::State shown = game.shown();
  into.dojo.emplace(protocol::position_of(shown.open));
  if (game.is_over()) into.dojo_result.emplace(protocol::result_of(shown.open));
  if (seat) into.dojo_own.emplace(protocol::own_of(dojo::view_of(shown, *seat)));
}
void put(protocol::Position& into, const TatamokatsuGame& game, std::optional<Seat> seat) {
  into.tatamokatsu.emplace(protocol::position_of(game.state().open));
  if (seat)
    into.tatamokatsu_own.emplace(protocol::own_of(tatamokatsu::view_of(game.state(), *seat)));
}

// A seat's own part comes last in an update, so that all seats can share the rest of the text.
template <class View>
std::string with_own(std::string text, std::string_view name, const View& view) {
  text.pop_back();
  ((text += ",\"") += name) += "\":";
  protocol::write(text, protocol::own_of(view));
  return text += '}';
}

}  // namespace

Outcome Table::publish(const History& history, Time now) {
  Outcome outcome;
  const auto tell = [&]<class G>(const G& game) {
    if constexpr (!std::is_same_v<G, std::monostate>) {
      const auto shown = game.shown();
      const auto position = protocol::position_of(shown.open);
      using Position = std::remove_cvref_t<decltype(position)>;
      auto& told = std::get<Position>(told_);
      protocol::Update update;
      update.table = opened_.table;
      update.seq = seq_;
      update.time_left = time_left(now);
      put(update, protocol::Partial<Position>::change(told, position));
      told = position;
      if constexpr (std::is_same_v<G, DojoGame>)
        if (game.is_over()) update.dojo_result.emplace(protocol::result_of(shown.open));
      const auto text_for = [&](std::optional<Seat> seat) {
        update.events = known_to(seat, history);
        return protocol::message(update);
      };
      const std::string open = text_for({});
      for (Seat seat : people()) {
        const bool knows_more =
            std::ranges::any_of(history, [&](const Happened& each) { return each.only == seat; });
        constexpr std::string_view own =
            std::is_same_v<G, DojoGame> ? "dojo_own" : "tatamokatsu_own";
        outcome.letters.push_back(
            {Letter::To::one, chairs_[seat].guest,
             with_own(knows_more ? text_for(seat) : open, own, view_of(shown, seat))});
      }
      outcome.letters.push_back({Letter::To::rest, {}, open});
    }
  };
  std::visit(tell, game_);
  if (is_finished()) add_info(outcome);
  return outcome;
}

void Table::add_info(Outcome& outcome) const {
  for (Seat seat : people())
    outcome.letters.push_back({Letter::To::one, chairs_[seat].guest,
                               info_for(seat, chairs_[seat].guest == opened_.host)});
  outcome.letters.push_back({Letter::To::rest, opened_.host, info_for({}, false)});
  if (!seat_of(opened_.host))
    outcome.letters.push_back({Letter::To::one, opened_.host, info_for({}, true)});
}

std::string Table::info_for(std::optional<Seat> you, bool host) const {
  protocol::TableInfo info;
  info.table = opened_.table;
  info.code = opened_.code;
  info.stage = stage();
  info.settings = opened_.settings;
  for (Seat seat : all_chairs()) {
    const Chair& chair = chairs_[seat];
    protocol::Chair& told = info.chairs.emplace_back();
    told.sitter = chair.sitter;
    told.name_ = chair.name;
    if (chair.sitter == Sitter::bot) told.level.emplace(chair.level);
    if (chair.sitter == Sitter::person && which() == Which::tatamokatsu)
      told.hand.emplace(chair.hand);
    told.connected = chair.sitter == Sitter::bot || chair.connected;
    told.away = chair.away;
    if (chair.expected) told.expected.emplace(true);
    if (chair.connected && which() == Which::tatamokatsu) told.line.emplace(chair.told);
  }
  info.you = you;
  info.host = host;
  info.commitment = chance::hex(chance::commitment_to(seed_));
  if (is_finished() && !closed_) {
    protocol::Revealed& revealed = info.revealed.emplace();
    revealed.seed = opened_.seed;
    for (Seat seat : all_chairs()) revealed.contributions.push_back(chairs_[seat].contribution);
  }
  if (next_) info.next.emplace(*next_);
  return protocol::message(info);
}

std::string Table::position_for(std::optional<Seat> seat, Time now) const {
  protocol::Position position;
  position.table = opened_.table;
  position.seq = seq_;
  position.time_left = time_left(now);
  std::visit(
      [&]<class G>(const G& game) {
        if constexpr (!std::is_same_v<G, std::monostate>) put(position, game, seat);
      },
      game_);
  if (tatamokatsu()) position.since.emplace(known_to(seat, since_));
  return protocol::message(position);
}

std::vector<std::string> Table::welcome(const Guest& guest, Time now) const {
  const std::optional<Seat> seat = seat_of(guest);
  std::vector<std::string> texts = {info_for(seat, guest == opened_.host)};
  if (!std::holds_alternative<std::monostate>(game_)) texts.push_back(position_for(seat, now));
  const TatamokatsuGame* race = tatamokatsu();
  if (race && !race->is_window_open() && last_verdict())
    texts.push_back(protocol::message(*last_verdict()));
  return texts;
}

std::string Table::level_of(Seat seat) const {
  const Chair& chair = chairs_[seat];
  if (chair.sitter == Sitter::bot) return chair.level;
  if (opened_.settings.substitute) return *opened_.settings.substitute;
  return std::string{default_level(which())};
}

// ---- When it is over ----

std::string Table::record() const {
  std::string text = std::visit(
      []<class G>(const G& game) -> std::string {
        if constexpr (std::is_same_v<G, std::monostate>)
          return {};
        else
          return record::write(game.header()) + "\n";
      },
      game_);
  for (const std::string& line : lines_) (text += line) += '\n';
  return text;
}

std::string Table::sidecar() const {
  protocol::Sidecar sidecar;
  sidecar.commitment = chance::hex(chance::commitment_to(seed_));
  sidecar.seed = opened_.seed;
  for (Seat seat : all_chairs()) sidecar.contributions.push_back(chairs_[seat].contribution);
  sidecar.first_is_named = opened_.settings.header.first_is_named;
  sidecar.verdicts.assign(verdicts_.begin(), verdicts_.end());
  std::vector<protocol::Name> names;
  for (Seat seat : all_chairs()) names.emplace_back(chairs_[seat].name);
  sidecar.names.emplace(std::move(names));
  return protocol::to_json(sidecar) + "\n";
}

// ---- Secrets that are never told ----

chance::Bytes32 Table::private_bytes(std::string_view purpose, std::uint64_t n) const {
  chance::Blake2b hash;
  hash.feed(opened_.secret);
  hash.feed(purpose);
  hash.feed(" " + std::to_string(n));
  return hash.finish();
}

std::uint64_t Table::private_number(std::string_view purpose, std::uint64_t n) const {
  const chance::Bytes32 bytes = private_bytes(purpose, n);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) number = number << 8U | bytes[i];
  return number;
}

std::string Table::secret_of(Seat seat) const {
  return chance::hex(private_bytes("seat", std::uint64_t{chairs_[seat].since} << 8U | seat.value))
      .substr(0, 40);
}

}  // namespace tatami::table
