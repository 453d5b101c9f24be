#pragma once

#include "protocol/messages.h"
#include "record/tatamokatsu.h"
#include "rules/tatamokatsu/losses.h"

namespace tatami::record {

TATAMI_WORDS(tatamokatsu::Because, "Because",
             {{"shout", tatamokatsu::Because::shout},
              {"slap", tatamokatsu::Because::slap},
              {"grab", tatamokatsu::Because::grab},
              {"drop", tatamokatsu::Because::drop},
              {"low_sum", tatamokatsu::Because::low_sum},
              {"no_salute", tatamokatsu::Because::no_salute},
              {"early_salute", tatamokatsu::Because::early_salute},
              {"no_slap", tatamokatsu::Because::no_slap},
              {"last_slap", tatamokatsu::Because::last_slap}});

}  // namespace tatami::record

// Messages of a race: its noises, and how it was decided.
namespace tatami::live {

enum class Deed : std::uint8_t { shout, salute, slap, drop, grab, announce };
inline constexpr std::size_t deeds = 6;

struct Rolling {
  protocol::TableId table;
  TATAMI_MESSAGE("rolling", of("table", &Rolling::table))
};

// Something in an open window: who and what, not when.
struct Heard {
  protocol::TableId table;
  Seat seat{};
  Deed deed{};
  protocol::Sometimes<List<std::uint8_t, tatamokatsu::dice>> values;  // of an announcement,
  protocol::Sometimes<std::uint8_t> sum;                              // and what they add up to
  TATAMI_MESSAGE("heard", of("table", &Heard::table), of("seat", &Heard::seat),
                 of("deed", &Heard::deed), of("values", &Heard::values), of("sum", &Heard::sum))
};

// One reaction as decided, for the photo finish.
struct Reaction {
  Seat seat{};
  Deed deed{};
  std::int32_t at = 0;           // as decided
  std::int32_t arrived = 0;      // after the faces were sent
  std::int32_t credit = 0;       // ms of lag made good
  std::int32_t uncertainty = 0;  // ± ms
  bool counted = false;          // or refused: while bowing, too late
  TATAMI_MESSAGE("reaction", of("seat", &Reaction::seat), of("deed", &Reaction::deed),
                 of("at", &Reaction::at), of("arrived", &Reaction::arrived),
                 of("credit", &Reaction::credit), of("uncertainty", &Reaction::uncertainty),
                 of("counted", &Reaction::counted))
};

// A finger that a roll costs, and why.
struct Loss {
  Seat seat{};
  tatamokatsu::Because because{};
  TATAMI_MESSAGE("loss", of("seat", &Loss::seat), of("because", &Loss::because))
  friend bool operator==(const Loss&, const Loss&) = default;
};
using Losses = List<Loss, tatamokatsu::Losses::capacity()>;
Losses losses_of(const tatamokatsu::Open& open);

struct Verdict {
  protocol::TableId table;
  std::uint32_t seq = 0;  // of the update that carries out the roll's effect
  std::vector<Reaction> reactions;
  std::int32_t waited = 0;  // ms after the close for what might still have been under way
  Losses losses;            // that are settled when the window closes
  SeatSet tied;             // for the claim or the last slap; a roll-off follows (T14)
  protocol::Sometimes<SeatSet> inhuman;  // whose last reactions no person has
  TATAMI_MESSAGE("verdict", of("table", &Verdict::table), of("seq", &Verdict::seq),
                 of("reactions", &Verdict::reactions), of("waited", &Verdict::waited),
                 of("losses", &Verdict::losses), of("tied", &Verdict::tied),
                 of("inhuman", &Verdict::inhuman))
};

}  // namespace tatami::live

namespace tatami::record {

TATAMI_WORDS(live::Deed, "Deed",
             {{"shout", live::Deed::shout},
              {"salute", live::Deed::salute},
              {"slap", live::Deed::slap},
              {"drop", live::Deed::drop},
              {"grab", live::Deed::grab},
              {"announce", live::Deed::announce}});

}  // namespace tatami::record
