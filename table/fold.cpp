#include <algorithm>

#include "table/table.h"

// A table as its log tells.
namespace tatami::table {

using protocol::Stage;

namespace {

// Entries of the table itself; all others are its game's.
template <class... Ts>
bool is_ours(std::string_view type, std::type_identity<std::variant<Ts...>>) {
  return ((type == Ts::wire_name) || ...);
}

}  // namespace

Result<std::unique_ptr<Table>, std::string> Table::fold(const std::vector<std::string>& entries,
                                                        Pace pace, Time now, Written written) {
  std::unique_ptr<Table> table;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto wrong = [&](const std::string& what) {
      return "entry " + std::to_string(i + 1) + ": " + what;
    };
    const auto value = json::parse(entries[i]);
    if (!value) return wrong("cannot be read");  // the reader's words may quote a hidden card
    if (i == 0) {
      auto opened = protocol::from_json<Entry>(*value);
      if (!opened || !std::holds_alternative<Opened>(*opened)) return wrong("not opened");
      table = std::make_unique<Table>(std::move(std::get<Opened>(*opened)), pace, written.first);
      const auto& substitute = table->settings().substitute;
      if (substitute && !table->game_->level_named(*substitute)) return wrong("no such bot");
    } else if (const auto problem = table->refold(*value, now)) {
      return wrong(*problem);
    }
    ++table->seq_;
  }
  if (!table) return std::string{"empty"};
  for (Seat seat : table->chairs_.people()) table->chairs_[seat].gone_since = now;
  table->patience_.resume(written.last, now,
                          static_cast<Time>(table->secret_.number("morning", 0) >> 1U));
  if (table->playing_) table->playing_->resume(table->room(now));
  // Clocks of minutes start again, clocks of days go on.
  table->ask(table->settings().tempo == protocol::Tempo::days ? written.last : now);
  return table;
}

std::optional<std::string> Table::refold(const json::Value& value, Time now) {
  const json::Value* type = value.find("type");
  if (!type) return "cannot be read";
  if (is_ours(type->text, std::type_identity<Entry>{})) {
    const auto entry = protocol::from_json<Entry>(value);
    if (!entry) return "cannot be read";
    if (std::holds_alternative<Opened>(*entry)) return "opened twice";
    if (std::holds_alternative<Closed>(*entry)) return closed_ = true, std::nullopt;
    if (const auto* sat = std::get_if<BotSat>(&*entry); sat && !game_->level_named(sat->level))
      return "no such bot";
    if (!chairs_.take(*entry, seq_)) return "no such seat";
    return {};
  }
  if (type->text == live::first_entry) {
    if (stage() != Stage::gathering || chairs_.seated() < chairs_.all().size())
      return "started too early or twice";
    for (Seat seat : chairs_.all()) chairs_[seat].expected = false;
    playing_ = new_game();
  }
  if (!playing_) return "not started";
  return playing_->fold(value, room(now));
}

}  // namespace tatami::table
