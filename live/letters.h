#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "live/game.h"
#include "protocol/messages.h"
#include "record/message.h"

// The letters that every game sends, with its own parts under its own names.
namespace tatami::live {

using protocol::Sometimes;

template <class G>
using ActionOf = typename G::Recorded::Action;
template <class G>
struct EventOf : record::Event<ActionOf<G>> {};

// Games whose result is more than the position says have a `Result`.
struct NoResult {
  bool is_none = true;
};
TATAMI_FIELDS(NoResult, of("is_none", &NoResult::is_none));
template <class G>
struct ResultOf {
  using Type = NoResult;
};
template <class G>
  requires requires { typename G::Result; }
struct ResultOf<G> {
  using Type = typename G::Result;
};

// The whole position, for somebody who comes to the table.
template <class G>
struct Position {
  protocol::TableId table;
  std::uint32_t seq = 0;
  std::optional<std::int64_t> time_left;  // ms for the decision at hand
  typename G::Position position;
  Sometimes<typename ResultOf<G>::Type> result;  // when over
  Sometimes<typename G::Own> own;                // a seat's alone
  Sometimes<std::vector<EventOf<G>>> since;      // what the position rests on, if that helps
  TATAMI_MESSAGE("position", of("table", &Position::table), of("seq", &Position::seq),
                 of("time_left", &Position::time_left), of(G::Recorded::name, &Position::position),
                 of(G::result_name, &Position::result), of(G::own_name, &Position::own),
                 of("since", &Position::since))
};

// A moment of a record: what one seat saw, or everybody's knowledge.
template <class G>
struct Moment {
  std::variant<Position<G>> position;
  std::vector<typename G::Own> owns;  // by seat, if all is open
  TATAMI_MESSAGE("moment", of("position", &Moment::position), of("owns", &Moment::owns))
};

// The events since the message before, and the fields of the position that it changed. A
// seat's own part comes last, so that all seats can share the text before it.
template <class G>
struct Update {
  protocol::TableId table;
  std::uint32_t seq = 0;
  std::optional<std::int64_t> time_left;
  protocol::Partial<typename G::Position> position;
  std::vector<EventOf<G>> events;
  Sometimes<typename ResultOf<G>::Type> result;
  Sometimes<typename G::Own> own;
  TATAMI_MESSAGE("update", of("table", &Update::table), of("seq", &Update::seq),
                 of("time_left", &Update::time_left), of(G::Recorded::name, &Update::position),
                 of("events", &Update::events), of(G::result_name, &Update::result),
                 of(G::own_name, &Update::own))
};

// Log entries of every game beside its own: how it began, and what somebody did.
// Consequences (cards, dice, forced steps) are written along, and `fold` derives them again.
template <class Action>
struct Started {
  std::vector<Action> moves;
  TATAMI_MESSAGE(first_entry, of("moves", &Started::moves))
};
template <class Action>
struct Acted {
  Action action{};
  std::vector<Action> moves;
  TATAMI_MESSAGE("acted", of("action", &Acted::action), of("moves", &Acted::moves))
};

// A move of any game, to those who look at the shapes.
template <class Action>
struct AnyMove {
  static void write(std::string& out, const Action& action) { record::write(out, action); }
  static void read(record::Reader& in, const json::Value& value, const std::string& path,
                   Action& into) {
    record::Codec<Action>::read(in, value, path, into);
  }
  static const record::Shape* shape(record::Catalogue& catalogue) {
    return catalogue.named(
        "Move", [](record::Shape& either) { either.kind = record::Shape::Kind::either; });
  }
};

// A move by a seat, on the wire.
template <class Action>
struct Act {
  protocol::TableId table;
  std::uint32_t seq = 0;  // of the last update seen
  Action move{};
  TATAMI_MESSAGE("act", of("table", &Act::table), of("seq", &Act::seq),
                 of("move", &Act::move, record::as<AnyMove<Action>>))
};

// The game's events so far: all of them, and those since the last update.
template <class G>
class History {
 public:
  using Action = ActionOf<G>;

  struct Happened {
    Action action;
    std::optional<Seat> only{};  // who alone may know all of it
  };

  void add(const Action& action, std::optional<Seat> only = {}) {
    actions_.push_back(action);
    news_.push_back({action, only});
  }

  // The actions added since this many.
  std::size_t size() const { return news_.size(); }
  std::vector<Action> since(std::size_t before) const {
    std::vector<Action> actions;
    for (std::size_t i = before; i < news_.size(); ++i) actions.push_back(news_[i].action);
    return actions;
  }
  std::vector<EventOf<G>> known_to(std::optional<Seat> reader) const {
    std::vector<EventOf<G>> events;
    events.reserve(news_.size());
    for (const Happened& each : news_)
      events.push_back({{each.action, each.only && each.only != reader}});
    return events;
  }
  bool has_secret_for(Seat seat) const {
    return std::ranges::any_of(news_, [&](const Happened& each) { return each.only == seat; });
  }
  void told() { news_.clear(); }
  const std::vector<Action>& all() const { return actions_; }

  std::string record(const typename G::Recorded::Header& header) const {
    std::string text = record::to_json(header) + "\n";
    for (const Action& action : actions_) (text += record::to_json(action)) += '\n';
    return text;
  }

 private:
  std::vector<Action> actions_;
  std::vector<Happened> news_;
};

// The update for each seat that a person holds, and for those who have none.
template <class G>
std::vector<Note> notes_of(Update<G> update, const History<G>& history, const Room& room,
                           auto&& own_of) {
  std::vector<Note> notes;
  const auto text_for = [&](std::optional<Seat> reader) {
    update.events = history.known_to(reader);
    return protocol::beginning_of(update);
  };
  const std::string open = text_for({});
  for (Seat seat : room.people) {
    std::string text = history.has_secret_for(seat) ? text_for(seat) : open;
    record::write_field(text, G::own_name, own_of(seat));
    notes.push_back({Note::To::seat, seat, std::move(text += '}')});
  }
  notes.push_back({Note::To::others, {}, open + '}'});
  return notes;
}

}  // namespace tatami::live

namespace tatami::record {

// To those who look at the shapes, an event of any game.
template <class G>
struct Codec<live::EventOf<G>> {
  static void write(std::string& out, const live::EventOf<G>& event) {
    Codec<Event<live::ActionOf<G>>>::write(out, event);
  }
  static const Shape* shape(Catalogue& catalogue) {
    return catalogue.named("GameEvent", [](Shape& either) { either.kind = Shape::Kind::either; });
  }
};

}  // namespace tatami::record
