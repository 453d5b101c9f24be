// Four students play Dojo; prints the record of their game, which `tatami replay -` checks.
#include <cstdio>

#include "bots/dojo/player.h"
#include "chance/dojo.h"
#include "record/dojo.h"

using namespace tatami;

int main() {
  const record::DojoHeader header;
  dojo::State state = record::Dojo::start(header);
  chance::DojoLuck luck{state, 2026U};
  SplitMix numbers{1};
  const bots::DojoPlayer student{bots::DojoLevel::student};
  const auto choose = [&](const dojo::State& now, Seat seat) {
    return student.choose(view_of(now, seat), numbers);
  };
  const auto print = [](const dojo::State&, dojo::ActionId action) {
    std::puts(record::to_json(*unpack(action)).c_str());
  };
  std::puts(record::to_json(header).c_str());
  chance::play_out(state, luck, choose, print);
}
