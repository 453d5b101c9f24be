#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "record/dojo.h"
#include "rules/core/splitmix.h"
#include "rules/dojo/state.h"

// A game of Dojo as one seat knows it.
namespace tatami::live {

using DojoEvent = record::Event<dojo::Action>;

// D21: all that has happened since this state, with what the reader cannot know by now redacted.
// The cards of earlier rounds lie open, so only this round's can be hidden. No reader: a spectator.
std::vector<DojoEvent> known_to(std::optional<Seat> reader, dojo::State state,
                                const std::vector<dojo::Action>& actions);

// A game that could have been: chance decides what is redacted, from what was possible. Nothing
// where the rules refuse an event.
std::optional<std::vector<dojo::Action>> imagined(dojo::State state,
                                                  const std::vector<DojoEvent>& events,
                                                  SplitMix& numbers);

// Of a record that was checked before, its header left out.
std::vector<dojo::Action> actions_in(std::string_view lines);

}  // namespace tatami::live
