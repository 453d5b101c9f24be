#include "live/dojo/game.h"

#include "bots/dojo/player.h"
#include "live/dojo/known.h"
#include "live/limits.h"
#include "rules/dojo/legal.h"
#include "rules/dojo/view.h"

namespace tatami::live {

using namespace dojo;
using Why = protocol::Refusal;

namespace {

record::Proposal<record::DojoHeader> read_header(const Start& start) {
  return *record::from_json<record::Proposal<record::DojoHeader>>(std::string_view{start.header});
}

// Draws who begins from the same stream as the cards that follow.
record::DojoHeader with_first(record::Proposal<record::DojoHeader> proposal,
                              chance::ChaCha20& numbers) {
  Setup& setup = proposal.header.setup;
  if (!proposal.first_is_named)
    setup.first_dealer = Seat{static_cast<int>(numbers.below(setup.players))};
  return proposal.header;
}

std::vector<Dojo::RandomRounds> random_rounds() {
  std::vector<Dojo::RandomRounds> all;
  for (std::uint8_t players = fewest_players; players <= most_players; ++players) {
    Dojo::RandomRounds of{players, {}};
    Open open;
    open.setup.players = players;
    for (open.round = 1; open.round <= rounds; ++open.round)
      if (dealt_at_random(open)) of.rounds.push_back(open.round);
    if (!of.rounds.empty()) all.push_back(of);
  }
  return all;
}

// D21: who alone may know it, after it has happened.
std::optional<Seat> knower(const Open& open, ActionId action) {
  switch (action.kind()) {
    case Kind::draw:
      return open.dealer;
    case Kind::deal:
      return action.seat();
    case Kind::throw_:  // D20: until the other has thrown too
      if (open.phase == Phase::throws && !open.to_act.contains(action.seat())) return action.seat();
      return {};
    default:
      return {};
  }
}

// Whether it is this seat's to do; cards are dealt by chance.
bool is_by(const Action& action, Seat seat) {
  return std::visit(
             [&](const auto& each) {
               if constexpr (requires { each.seat; })
                 return each.seat == seat;
               else
                 return false;
             },
             action) &&
         !std::holds_alternative<Deal>(action);
}

}  // namespace

std::span<const bots::Level> Dojo::levels() { return bots::dojo_level_list; }

Dojo::Offered Dojo::offered() {
  const auto& editions = record::values_of<dojo::Edition>;
  const auto& variants = record::values_of<record::DojoVariant>;
  const auto& disciples = record::values_of<dojo::Disciple>;
  Offered offered{{editions.begin(), editions.end()},
                  {variants.begin(), variants.end()},
                  {dojo::group_points.begin() + 1, dojo::group_points.end()},
                  dojo::dojo_rows,
                  dojo::dojo_columns,
                  {disciples.begin(), disciples.end()},
                  {},
                  {},
                  {},
                  random_rounds()};
  for (std::uint8_t belt = 1; belt <= dojo::belt_kinds; ++belt) offered.belts.push_back(belt);
  for (const dojo::Trophy trophy : record::values_of<dojo::Trophy>)
    (is_black(trophy) ? offered.row_trophies : offered.column_trophies).push_back(trophy);
  return offered;
}

Dojo::Dojo(const Start& start) : Dojo(start, read_header(start), chance::ChaCha20{start.key}) {}

Dojo::Dojo(const Start& start, const record::Proposal<record::DojoHeader>& proposal,
           chance::ChaCha20 numbers)
    : table_(start.table),
      secret_(start.secret),
      header_(with_first(proposal, numbers)),
      luck_(header_.deck, numbers),
      state_(dojo::start(header_.setup, header_.deck)) {
  if (start.so_far.empty()) return;
  for (const Action& action : actions_in(start.so_far)) happen(pack(action));
  luck_ = {state_, numbers};
}

// ---- The game ----

State Dojo::shown() const {
  State state = state_;
  for (Seat seat : intending())
    apply_unchecked(state, {Kind::place, seat, intended_[seat]->code()});
  return state;
}

SeatSet Dojo::intending() const {
  return seats_where(intended_, [](const auto& cell) { return cell.has_value(); });
}

std::optional<dojo::Refusal> Dojo::check(const Action& action) const {
  const auto* place = std::get_if<Place>(&action);
  if (place && intended_[place->seat]) return dojo::Refusal::not_your_turn;
  return dojo::check(state_, action);
}

bool Dojo::may_take_back(Seat seat) const {
  return intended_[seat] && legal_actions(state_.open, seat).size() > 1;
}

std::vector<Action> Dojo::take(const Action& action) {
  const std::size_t before = history_.size();
  if (const auto* place = std::get_if<Place>(&action))
    intended_[place->seat] = place->cell;
  else
    happen(pack(action));
  follow();
  return history_.since(before);
}

std::vector<Action> Dojo::follow() {
  const std::size_t before = history_.size();
  while (follow_once()) {
  }
  return history_.since(before);
}

// One more step that nobody has to be asked about, if there is one.
bool Dojo::follow_once() {
  const Open& open = state_.open;
  if (is_over()) return false;
  if (chance_acts(open)) return happen(luck_.next(open)), true;
  if (must_act().empty()) {  // D9: all intend something
    for (Seat seat : intending()) happen({Kind::place, seat, intended_[seat]->code()});
    intended_ = {};
    return true;
  }
  for (Seat seat : must_act()) {
    const ActionList legal = legal_actions(open, seat);
    if (legal.size() > 1) continue;
    if (legal[0].kind() == Kind::place)
      intended_[seat] = legal[0].cell();
    else
      happen(legal[0]);
    return true;
  }
  return false;
}

void Dojo::happen(ActionId action) {
  apply_unchecked(state_, action);
  history_.add(*unpack(action), knower(state_.open, action));
}

// ---- What is done ----

Step Dojo::begin() {
  Step step;
  step.entries.push_back(record::to_json(Entry{Started<Action>{follow()}}));
  history_.told();
  told_ = position_of(shown().open);
  return step;
}

Answer Dojo::submit(Seat seat, const json::Value& command, const Room& room) {
  const auto read = record::from_json<Command>(command);
  if (!read) return Refused{Why::bad_message, read.error().what};
  return std::visit([&](const auto& each) { return on(seat, each, room); }, *read);
}

Answer Dojo::on(Seat seat, const Act<Action>& act, const Room& room) {
  if (!is_by(act.move, seat))
    return Refused{Why::against_the_rules, "that is not for your seat to do"};
  const bool is_old = must_act().contains(seat) && act.seq < room.asked_at[seat];
  if (is_old || act.seq > room.seq) return Refused{Why::stale, {}};
  if (const auto why = check(act.move))
    return Refused{Why::against_the_rules, std::string{describe(*why)}};
  return this->act(act.move, seat);
}

Answer Dojo::on(Seat seat, const TakeBack& /*command*/, const Room& /*room*/) {
  if (!may_take_back(seat)) return Refused{Why::nothing_to_take_back, {}};
  if (taken_back_[seat] >= most_taken_back) return Refused{Why::enough, {}};
  refold(TookBack{seat});
  Step step;
  step.entries.push_back(record::to_json(Entry{TookBack{seat}}));
  step.asked_again = SeatSet{seat};
  step.is_news = true;
  return step;
}

Step Dojo::act(const Action& action, Seat seat) {
  Step step;
  step.entries.push_back(record::to_json(Entry{Acted<Action>{action, take(action)}}));
  step.answered = SeatSet{seat};
  step.is_news = true;
  return step;
}

Step Dojo::let_bots_act(SeatSet seats, const Room& room) {
  Step step;
  const State state = shown();
  for (Seat seat : seats) {
    const bots::DojoPlayer player{*bots::dojo_level_named(room.levels[seat])};
    const std::uint64_t seed = secret_.number("think", std::uint64_t{room.seq} << 8U | seat.value);
    step.thoughts.push_back(
        {seat, bots::properties(player.level()).is_slow, [=, view = view_of(state, seat)] {
           SplitMix numbers{seed};
           return std::uint32_t{player.choose(view, numbers).bits()};
         }});
  }
  return step;
}

std::optional<Step> Dojo::decide(Seat seat, std::uint32_t action, const Room& /*room*/) {
  const std::optional<Action> move =
      unpack(ActionId::from_bits(static_cast<std::uint16_t>(action)));
  if (!move || check(*move)) return {};
  return act(*move, seat);
}

// ---- The log ----

std::optional<std::string> Dojo::fold(const json::Value& entry, const Room& /*room*/) {
  const auto read = record::from_json<Entry>(entry);
  if (!read) return "cannot be read";  // the reader's words may quote a hidden card
  const auto problem = std::visit([&](const auto& each) { return refold(each); }, *read);
  history_.told();
  return problem;
}

std::optional<std::string> Dojo::refold(const Started<Action>& started) {
  if (follow() != started.moves) return "the log tells other consequences than the rules";
  return {};
}

std::optional<std::string> Dojo::refold(const Acted<Action>& acted) {
  if (check(acted.action)) return "against the rules";
  if (take(acted.action) != acted.moves) return "the log tells other consequences than the rules";
  return {};
}

std::optional<std::string> Dojo::refold(const TookBack& back) {
  if (!may_take_back(back.seat)) return "nothing to take back";
  intended_[back.seat].reset();
  ++taken_back_[back.seat];
  return {};
}

void Dojo::resume(const Room& /*room*/) { told_ = position_of(shown().open); }

// ---- Letters ----

std::vector<Note> Dojo::update(const Room& room) {
  const State state = shown();
  const DojoPosition position = position_of(state.open);
  Update<Dojo> update{table_,
                      room.seq,
                      room.time_left,
                      protocol::Partial<DojoPosition>::change(told_, position),
                      {},
                      {},
                      {}};
  if (is_over()) update.result.emplace(result_of(state.open));
  auto notes = notes_of(std::move(update), history_, room,
                        [&](Seat seat) { return own_of(view_of(state, seat)); });
  told_ = position;
  history_.told();
  return notes;
}

std::vector<std::string> Dojo::view_for(std::optional<Seat> reader, const Room& room) const {
  const State state = shown();
  live::Position<Dojo> position{table_, room.seq, room.time_left, position_of(state.open), {},
                                {},     {}};
  if (is_over()) position.result.emplace(result_of(state.open));
  if (reader) position.own.emplace(own_of(view_of(state, *reader)));
  auto& since = position.since.emplace();
  for (const DojoEvent& event :
       known_to(reader, dojo::start(header_.setup, header_.deck), history_.all()))
    since.push_back({event});
  return {protocol::message_of(position)};
}

static_assert(LiveGame<Dojo>);

}  // namespace tatami::live
