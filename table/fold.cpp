#include <algorithm>

#include "table/table.h"

// A table as its log tells.
namespace tatami::table {

using protocol::Stage;

namespace {

constexpr Time morning = 600'000;  // ms in which sleeping games go on, not all at once

}  // namespace

Table::Table(Opened opened, Rule rule, Time opened_at)
    : opened_(std::move(opened)),
      rule_(rule),
      seed_(chance::from_hex(opened_.seed).value_or(chance::Seed{})),
      opened_at_(opened_at) {}

Result<std::unique_ptr<Table>, std::string> Table::fold(const std::vector<std::string>& entries,
                                                        Rule rule, Time now, Written written) {
  std::unique_ptr<Table> table;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto wrong = [&](const std::string& what) {
      return "entry " + std::to_string(i + 1) + ": " + what;
    };
    auto entry = protocol::from_json<Entry>(entries[i]);
    if (!entry) return wrong("cannot be read");  // the reader's words may quote a hidden card
    if (auto* opened = std::get_if<Opened>(&*entry)) {
      if (i > 0) return wrong("opened twice");
      table = std::make_unique<Table>(std::move(*opened), rule, written.first);
    } else if (!table) {
      return wrong("not opened");
    } else if (const auto problem = table->refold(*entry)) {
      return wrong(*problem);
    }
    ++table->seq_;
  }
  if (!table) return std::string{"empty"};
  for (Seat seat : table->people()) table->chairs_[seat].gone_since = now;
  // A restart does not make the night longer, but leaves time to come back.
  const auto spread =
      static_cast<Time>(table->private_number("morning", 0) % static_cast<std::uint64_t>(morning));
  table->deserted_at_ = std::max(written.last, now - rule.asleep_at_most + morning + spread);
  const auto* game = std::get_if<TatamokatsuGame>(&table->game_);
  if (game && game->is_window_open()) table->window_.reopen_at = now + rule.away_after;
  std::visit(
      [&]<class G>(const G& playing) {
        if constexpr (!std::is_same_v<G, std::monostate>)
          table->told_ = protocol::position_of(playing.shown().open);
      },
      table->game_);
  // Minutes begin again for everybody, days go on.
  table->ask(table->settings().tempo == protocol::Tempo::days ? written.last : now);
  return table;
}

struct Table::Refolding {
  Table& table;
  using Verdict = std::optional<std::string>;

  Verdict same(const History& history, const Moves& moves) const {
    table.remember(history);
    if (moves_of(history) != moves) return "what followed is not what was written";
    return {};
  }

  Verdict operator()(const Opened&) const { return "opened twice"; }
  Verdict operator()(const Started& started) const {
    if (table.stage() != Stage::gathering || table.seated() < table.all_chairs().size())
      return "started too early or twice";
    return same(table.start(), started.moves);
  }
  Verdict operator()(const Acted& acted) const {
    if (table.objection(acted.action)) return "against the rules";
    return same(table.play(acted.action), acted.moves);
  }
  Verdict operator()(const TookBack& back) const {
    auto* game = std::get_if<DojoGame>(&table.game_);
    if (!game || !game->may_take_back(back.seat)) return "nothing to take back";
    game->take_back(back.seat);
    ++table.chairs_[back.seat].taken_back;
    return {};
  }
  Verdict operator()(const Rolled& rolled) const {
    auto* game = std::get_if<TatamokatsuGame>(&table.game_);
    if (!game || !game->awaits_throw()) return "no roll is due";
    table.window_ = {};
    table.window_.seq = table.seq_ + 1;
    return same(game->roll(), rolled.moves);
  }
  Verdict operator()(const Judged& judged) const { return table.refold_window(judged); }
  Verdict operator()(const Closed&) const {
    table.closed_ = true;
    return {};
  }
  Verdict operator()(const auto& seating) const {
    if (!table.all_chairs().contains(seating.seat)) return "no such seat";
    table.change(seating);
    return {};
  }
};

std::optional<std::string> Table::refold(const Entry& entry) {
  return std::visit(Refolding{*this}, entry);
}

std::optional<std::string> Table::refold_window(const Judged& judged) {
  auto* game = std::get_if<TatamokatsuGame>(&game_);
  if (!game || !game->is_window_open()) return "no window is open";
  TatamokatsuGame::Judgement judgement;
  for (const protocol::Move& move : judged.moves) {
    const auto* action = std::get_if<tatamokatsu::Action>(&move.action);
    if (!action) return "not of this game";
    if (const auto* close = std::get_if<tatamokatsu::Close>(action)) {
      judgement.close = close->at;
      break;
    }
    judgement.happened.push_back(tatamokatsu::pack(*action));
  }
  if (!game->fits(judgement)) return "against the rules";
  const auto [history, mistaken, tied] = game->conclude(judgement);
  remember(history);
  verdicts_.push_back({opened_.table, seq_ + 1, judged.reactions, judged.waited, mistaken, tied});
  if (moves_of(history) != judged.moves) return "what followed is not what was written";
  return {};
}

void Table::log(const Entry& entry, Outcome& outcome) {
  outcome.entries.push_back(protocol::to_json(entry));
  ++seq_;
}

Outcome Table::changed(const Entry& entry) {
  Outcome outcome;
  log(entry, outcome);
  add_info(outcome);
  return outcome;
}

}  // namespace tatami::table
