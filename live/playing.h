#pragma once

#include <array>
#include <memory>
#include <tuple>
#include <utility>

#include "live/kind.h"
#include "live/letters.h"
#include "live/verify.h"
#include "record/game_of.h"

// Makes a Kind of a LiveGame.
namespace tatami::live {

namespace detail {

template <LiveGame G>
class PlayingOf final : public Playing {
 public:
  explicit PlayingOf(const Start& start) : game_(start) {}

  Step begin() override { return game_.begin(); }
  std::optional<std::string> fold(const json::Value& entry, const Room& room) override {
    return game_.fold(entry, room);
  }
  void resume(const Room& room) override { game_.resume(room); }

  Answer submit(Seat seat, const json::Value& command, const Room& room) override {
    return game_.submit(seat, command, room);
  }
  Step tick(const Room& room) override { return game_.tick(room); }
  Step let_bots_act(SeatSet seats, const Room& room) override {
    return game_.let_bots_act(seats, room);
  }
  std::optional<Step> decide(Seat seat, std::uint32_t action, const Room& room) override {
    return game_.decide(seat, action, room);
  }
  void people_changed(const Room& room) override { game_.people_changed(room); }
  void another_connection(Seat seat, const Room& room) override {
    game_.another_connection(seat, room);
  }
  void wake(const Room& room) override { game_.wake(room); }
  void sent(const Room& room) override { game_.sent(room); }

  SeatSet must_act() const override { return game_.must_act(); }
  bool is_over() const override { return game_.is_over(); }
  std::optional<Time> wakes_at() const override { return game_.wakes_at(); }
  bool cannot_sleep() const override { return game_.cannot_sleep(); }

  std::vector<Note> update(const Room& room) override { return game_.update(room); }
  std::vector<std::string> view_for(std::optional<Seat> reader, const Room& room) const override {
    return game_.view_for(reader, room);
  }
  std::string record() const override { return game_.record(); }
  std::vector<std::string> verdicts() const override { return game_.verdicts(); }

 private:
  G game_;
};

// The offer of every game, and the options of those that have some.
struct NoOptions {
  TATAMI_MESSAGE("no_options")
};
template <class G>
struct OptionsOf : std::type_identity<NoOptions> {};
template <class G>
  requires requires { G::offered(); }
struct OptionsOf<G> : std::type_identity<decltype(G::offered())> {};

// The choice where nobody chooses; a game may name it.
struct Usual {
  int players = 0;
  protocol::Text<32> level;
  TATAMI_MESSAGE("usual", of("players", &Usual::players), of("level", &Usual::level))
};

template <class G>
struct Offer {
  std::vector<int> players;
  std::vector<protocol::Text<32>> levels;  // from the weakest
  protocol::Text<32> substitute;
  Usual usual;
  bool has_hands = false;  // each seat plays with its left or right hand
  record::Sometimes<typename OptionsOf<G>::type> options;
  TATAMI_MESSAGE("offer", of("players", &Offer::players), of("levels", &Offer::levels),
                 of("substitute", &Offer::substitute), of("usual", &Offer::usual),
                 of("has_hands", &Offer::has_hands), of("options", &Offer::options))
};

// The parts of a union, each as a message with its type; those that are there already stay.
template <class T>
void add_message(record::Catalogue& all, record::Shape& either) {
  const record::Shape* shape = record::message_shape<T>(all);
  if (std::ranges::find(either.parts, shape) == either.parts.end()) either.parts.push_back(shape);
}
template <class... Ts>
void add_messages(record::Catalogue& all, record::Shape& either,
                  std::type_identity<std::variant<Ts...>>) {
  (add_message<Ts>(all, either), ...);
}
template <class... Ts>
void add_messages(record::Catalogue& all, record::Shape& either,
                  std::type_identity<std::tuple<Ts...>>) {
  (add_message<Ts>(all, either), ...);
}

// Adds the fields that a game's letter has beside those of the games before it. A field is optional
// unless it is in the letters of all games.
template <class G, class Letter>
void join_letter(record::Catalogue& all, record::Shape& letter) {
  record::Shape ours;
  record::detail::describe_fields(all, record::fields_of<Letter>, ours, false);
  for (record::Shape::Member& member : ours.members) {
    if constexpr (!requires { typename G::Result; })
      if (member.name == G::result_name) continue;
    if (std::ranges::find(letter.members, member.name, &record::Shape::Member::name) !=
        letter.members.end())
      continue;
    member.always = member.always && member.name != G::Recorded::name;
    letter.members.push_back(std::move(member));
  }
}

template <class... Ts>
bool has_type(std::string_view type, std::type_identity<std::variant<Ts...>>) {
  return ((type == Ts::wire_name) || ...);
}

}  // namespace detail

template <LiveGame G>
class KindOf final : public Kind {
 public:
  using Recorded = typename G::Recorded;

  std::string_view name() const override { return Recorded::name; }
  bool is_race() const override { return G::is_race; }
  bool has_hands() const override { return G::has_hands; }
  std::span<const bots::Level> levels() const override { return G::levels(); }
  bool has_command(std::string_view type) const override {
    return detail::has_type(type, std::type_identity<typename G::Command>{});
  }
  bool has_entry(std::string_view type) const override {
    return detail::has_type(type, std::type_identity<typename G::Entry>{});
  }
  std::vector<std::function<void()>> preparations() const override { return G::preparations(); }

  std::string offer() const override {
    detail::Offer<G> offer;
    for (int n = Recorded::fewest_players; n <= Recorded::most_players; ++n)
      offer.players.push_back(n);
    for (const bots::Level& level : levels())
      if (level.is_offered) offer.levels.push_back({std::string{level.name}});
    offer.substitute = {std::string{substitute().name}};
    offer.usual = {offer.players.front(), offer.substitute};
    if constexpr (requires { G::usual_players; })
      offer.usual = {G::usual_players, {std::string{G::usual_level}}};
    offer.has_hands = has_hands();
    if constexpr (requires { G::offered(); }) offer.options.emplace(G::offered());
    return record::to_json(offer);
  }

  std::optional<std::string> objection(const std::string& header) const override {
    const auto read =
        record::from_json<record::Proposal<typename Recorded::Header>>(std::string_view{header});
    return G::objection(read->header);
  }
  std::unique_ptr<Playing> start(const Start& start) const override {
    return std::make_unique<detail::PlayingOf<G>>(start);
  }
  std::optional<Mismatch> verify(std::string_view record, const chance::Bytes32& key,
                                 bool first_is_named) const override {
    return verify_record<G>(record, key, first_is_named);
  }

  std::string moment_of(const record::Replay& replay, std::uint32_t lines,
                        std::optional<Seat> reader, bool shows_all) const override {
    const auto& state = *replay.state<typename Recorded::State>();
    Position<G> position{std::string{"replay"}, lines, {}, G::position_at(state), {}, {}, {}};
    const SeatSet seats = all_seats(state.open.setup.players);
    if (reader && seats.contains(*reader)) position.own.emplace(G::own_at(state, *reader));
    if constexpr (requires { G::result_at(state); })
      if (replay.over()) position.result.emplace(G::result_at(state));
    Moment<G> moment{std::move(position), {}};
    if (shows_all)
      for (Seat seat : seats) moment.owns.push_back(G::own_at(state, seat));
    return record::to_json(moment);
  }
};

// Adds a game's part of the protocol.
template <LiveGame G>
void describe(const Description& to) {
  using Recorded = typename G::Recorded;
  using Action = typename Recorded::Action;
  const auto join = [](record::Shape& either, const record::Shape* more) {
    either.parts.insert(either.parts.end(), more->parts.begin(), more->parts.end());
  };
  to.header.parts.push_back(
      record::Codec<record::Proposal<typename Recorded::Header>>::shape(to.all));
  join(to.move, record::Codec<Action>::shape(to.all));
  join(to.event, record::Codec<record::Event<Action>>::shape(to.all));
  detail::add_messages(to.all, to.command, std::type_identity<typename G::Command>{});
  detail::add_messages(to.all, to.message, std::type_identity<typename G::Letters>{});
  detail::join_letter<G, Position<G>>(to.all, to.position);
  detail::join_letter<G, Update<G>>(to.all, to.update);
}

template <LiveGame... Gs>
record::Catalogue catalogue_of(record::Games<Gs...>) {
  return catalogue({&describe<Gs>...});
}

template <LiveGame... Gs>
std::span<const Kind* const> kinds_of(record::Games<Gs...>) {
  static const std::tuple<KindOf<Gs>...> kinds;
  static const std::array<const Kind*, sizeof...(Gs)> all = std::apply(
      [](const auto&... each) { return std::array<const Kind*, sizeof...(Gs)>{&each...}; }, kinds);
  return all;
}

template <LiveGame... Gs>
std::span<const record::Game* const> recorded(record::Games<Gs...>) {
  return record::games_of(record::Games<typename Gs::Recorded...>{});
}

}  // namespace tatami::live

// In one source of a program: these are its games.
#define TATAMI_LIST_GAMES(list)                                                         \
  namespace tatami {                                                                    \
  std::span<const record::Game* const> record::games() { return live::recorded(list); } \
  std::span<const live::Kind* const> live::games() { return live::kinds_of(list); }     \
  record::Catalogue live::catalogue() { return live::catalogue_of(list); }              \
  }
