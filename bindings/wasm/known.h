#pragma once

#include <string>
#include <string_view>

// A game of Dojo as one seat knows it.
namespace tatami::wasm {

// The position after each event of a game that is told with its secrets left out.
std::string retold(std::string_view request);

// A record until a moment, with all that a seat could not know decided anew: a game to play on.
std::string branched(std::string_view request);

}  // namespace tatami::wasm
