#include "bindings/wasm/known.h"

#include <algorithm>
#include <vector>

#include "bindings/wasm/answers.h"
#include "live/dojo/known.h"
#include "live/dojo/position.h"
#include "live/verify.h"
#include "record/event.h"
#include "rules/dojo/apply.h"

namespace tatami::wasm {

namespace {

struct RetellRequest {
  protocol::Text<1'000'000> record;  // with null for what is secret
  protocol::Sometimes<Seat> seat;
  TATAMI_MESSAGE("retell_request", of("record", &RetellRequest::record),
                 of("seat", &RetellRequest::seat))
};

struct BranchRequest {
  protocol::Text<1'000'000> record;
  std::uint32_t lines = 0;  // of it have happened, the header included
  Seat seat{};
  std::uint32_t seed = 0;
  TATAMI_MESSAGE("branch_request", of("record", &BranchRequest::record),
                 of("lines", &BranchRequest::lines), of("seat", &BranchRequest::seat),
                 of("seed", &BranchRequest::seed))
};

struct Seen {
  live::DojoPosition position;
  protocol::Sometimes<live::DojoOwn> own;
  TATAMI_MESSAGE("seen", of("position", &Seen::position), of("own", &Seen::own))
};

struct Retold {
  std::vector<Seen> moments;
  TATAMI_MESSAGE("retold", of("moments", &Retold::moments))
};

struct Branched {
  protocol::Text<1'000'000> record;
  TATAMI_MESSAGE("branched", of("record", &Branched::record))
};

std::string numbered(std::size_t line, std::string_view what) {
  return problem("line " + std::to_string(line) + ": " + std::string{what});
}

// D9, D20: what others have decided and not shown yet, they decide anew.
bool is_pending(const live::DojoEvent& event) {
  return event.redacted && (std::holds_alternative<dojo::Throw>(event.action) ||
                            std::holds_alternative<dojo::Place>(event.action));
}

}  // namespace

std::string retold(std::string_view request) {
  const auto asked = protocol::from_json<RetellRequest>(request);
  if (!asked) return problem(asked.error().what);
  std::string_view rest{asked->record};
  const auto header = record::from_json<record::DojoHeader>(live::take_line(rest));
  if (!header) return numbered(1, header.error().what);
  const dojo::State start = dojo::start(header->setup, header->deck);
  std::vector<live::DojoEvent> events;
  while (!rest.empty()) {
    const auto event = record::read_event<dojo::Action>(live::take_line(rest));
    if (!event) return numbered(events.size() + 2, event.error().what);
    events.push_back(*event);
  }
  SplitMix numbers{1};
  const auto actions = live::imagined(start, events, numbers);
  if (!actions) return problem("against the rules");
  const bool is_seated = asked->seat && all_seats(header->setup.players).contains(*asked->seat);
  Retold retold;
  dojo::State state = start;
  for (const dojo::Action& action : *actions) {
    dojo::apply_unchecked(state, dojo::pack(action));
    Seen& seen = retold.moments.emplace_back(Seen{live::position_of(state.open), {}});
    if (is_seated) seen.own.emplace(live::own_of(view_of(state, *asked->seat)));
  }
  return record::to_json(retold);
}

std::string branched(std::string_view request) {
  const auto asked = protocol::from_json<BranchRequest>(request);
  if (!asked) return problem(asked.error().what);
  std::string_view rest{asked->record};
  const std::string_view first = live::take_line(rest);
  const auto header = record::from_json<record::DojoHeader>(first);
  if (!header) return numbered(1, header.error().what);
  if (!all_seats(header->setup.players).contains(asked->seat)) return problem("no such seat");
  const dojo::State start = dojo::start(header->setup, header->deck);
  dojo::State state = start;
  std::vector<dojo::Action> actions;
  for (std::uint32_t line = 2; line <= asked->lines && !rest.empty(); ++line) {
    const auto action = record::from_json<dojo::Action>(live::take_line(rest));
    if (!action) return numbered(line, action.error().what);
    if (const auto why = dojo::check(state, *action)) return numbered(line, describe(*why));
    dojo::apply_unchecked(state, dojo::pack(*action));
    actions.push_back(*action);
  }
  if (dojo::is_over(state.open)) return problem("the game is over");
  std::vector<live::DojoEvent> events = live::known_to(asked->seat, start, actions);
  std::erase_if(events, is_pending);
  SplitMix numbers{asked->seed};
  const auto decided = live::imagined(start, events, numbers);
  if (!decided) return problem("against the rules");
  std::string text = record::to_json(*header) + "\n";
  for (const dojo::Action& action : *decided) text += record::to_json(action) + "\n";
  return record::to_json(Branched{std::move(text)});
}

}  // namespace tatami::wasm
