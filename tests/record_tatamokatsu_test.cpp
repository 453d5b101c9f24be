#include "record/tatamokatsu.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "record_support.h"

namespace tatami::record {
namespace {

namespace tk = tatamokatsu;

using testing::expect_problems;
using testing::parsed;
using testing::tatamokatsu_event;

std::string tk_event_problem(const std::string& line) {
  const auto action = from_json<tatamokatsu::Action>(parsed(line));
  return action ? "" : action.error().what;
}

std::string tk_header_problem(const std::string& line) {
  const auto header = from_json<TatamokatsuHeader>(parsed(line));
  return header ? "" : header.error().what;
}

TEST(TatamokatsuHeader, Only_game_and_players_are_needed) {
  const auto header = from_json<TatamokatsuHeader>(parsed(R"({"game":"tatamokatsu","players":2})"));
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->setup.players, 2);
  EXPECT_EQ(header->setup.first_roller, Seat{0});
  for (tk::Hand hand : header->setup.hands.items) EXPECT_EQ(hand, tk::Hand::right);
  EXPECT_EQ(header->setup.timing, tk::Timing{});
  EXPECT_EQ(header->setup.timing.window, tk::Millis{5000});
  EXPECT_EQ(header->setup.timing.announce, tk::Millis{2500});
  EXPECT_EQ(header->setup.timing.quiet, tk::Millis{1500});
  EXPECT_EQ(header->setup.timing.tie, tk::Millis{10});
  EXPECT_EQ(header->setup.timing.bow, tk::Millis{800});
}

TEST(TatamokatsuHeader, A_partial_timing_is_filled_up) {
  const auto header = from_json<TatamokatsuHeader>(
      parsed(R"({"game":"tatamokatsu","players":3,"timing":{"tie":0,"window":7000}})"));
  ASSERT_TRUE(header.ok());
  tk::Timing timing;
  timing.tie = tk::Millis{0};
  timing.window = tk::Millis{7000};
  EXPECT_EQ(header->setup.timing, timing);
}

TEST(TatamokatsuHeader, Is_written_as_records_md_has_it_and_read_back) {
  TatamokatsuHeader header;
  header.setup.players = 3;
  header.setup.hands[Seat{0}] = header.setup.hands[Seat{2}] = tk::Hand::left;
  const std::string line =
      R"({"game":"tatamokatsu","players":3,"hands":["left","right","left"],"first_roller":0,)"
      R"("timing":{"window":5000,"announce":2500,"quiet":1500,"tie":10,"bow":800}})";
  EXPECT_EQ(to_json(header), line);
  const auto back = from_json<TatamokatsuHeader>(parsed(line));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, header);
}

TEST(TatamokatsuHeader, Every_error_names_the_field) {
  const std::string start = R"({"game":"tatamokatsu","players":3,)";
  expect_problems(tk_header_problem,
                  {{R"({"game":"tatamokatsu"})", "players: is missing"},
                   {R"({"game":"tatamokatsu","players":1})", "players:"},
                   {R"({"game":"tatamokatsu","players":6})", "players:"},
                   {R"({"game":"tatamokatsu","players":258})", "players:"},
                   {R"({"game":"tatamokatsu","players":1000000000})", "players:"},
                   {R"({"game":"tatamokatsu","players":"3"})", "players:"},
                   {start + R"("hands":["left","right"]})", "hands: expected a list of 3"},
                   {start + R"("hands":["left","right","left","left"]})", "hands:"},
                   {start + R"("hands":["left","right","both"]})",
                    "hands[2]: expected one of left, right, not \"both\""},
                   {start + R"("hands":"left"})", "hands:"},
                   {start + R"("hands":[0,1,0]})", "hands[0]:"},
                   {start + R"("first_roller":3})", "first_roller:"},
                   {start + R"("first_roller":-1})", "first_roller:"},
                   {start + R"("timing":5000})", "timing:"},
                   {start + R"("timing":null})", "timing:"},
                   {start + R"("timing":{"window":-1}})", "timing.window"},
                   {start + R"("timing":{"bow":1000001}})", "timing.bow"},
                   {start + R"("timing":{"tie":0.5}})", "timing.tie"},
                   {start + R"("timing":{"tie":4294967306}})", "timing.tie"},
                   {start + R"("timing":{"patience":3}})", "unknown field"},
                   {start + R"("edition":"fr"})", "unknown field \"edition\""},
                   {"[]", "expected an object"}});
}

TEST(TatamokatsuEvent, Each_kind_is_written_as_records_md_has_it) {
  const Seat s0{0};
  const Seat s1{1};
  const Seat s2{2};
  const tk::Millis at{412};
  tk::RollOff off;
  off.faces[s0] = tk::Face::four;
  off.faces[s2] = tk::Face::x;
  tk::Attack attack{s1, {}};
  attack.fingers[s0] = tk::Finger::thumb;
  attack.fingers[s2] = tk::Finger::ring;
  const auto roll = tk::RollDice{tk::Roll{tk::Face::three, tk::Face::x, tk::Face::t}};
  const std::vector<std::pair<tk::Action, std::string>> events = {
      {roll, R"({"roll":["3","X","T"]})"},
      {tk::Shout{s1, at}, R"({"seat":1,"at":412,"do":"shout"})"},
      {tk::Salute{s1, at}, R"({"seat":1,"at":412,"do":"salute"})"},
      {tk::Slap{s1, at}, R"({"seat":1,"at":412,"do":"slap"})"},
      {tk::Drop{s1, at}, R"({"seat":1,"at":412,"do":"drop"})"},
      {tk::Grab{s1, at, tk::Die{2}, tk::Finger::index},
       R"({"seat":1,"at":412,"do":"grab","die":2,"finger":"index"})"},
      {tk::Announce{s0, tk::Millis{900}, {1, 1}},
       R"({"seat":0,"at":900,"do":"announce","values":[10]})"},
      {tk::Announce{s0, tk::Millis{0}, {3, 4}},
       R"({"seat":0,"at":0,"do":"announce","values":[1,1,10]})"},
      {tk::Announce{s0, at, {2, 0}}, R"({"seat":0,"at":412,"do":"announce","values":[1,1]})"},
      {tk::Close{tk::Millis{1510}}, R"({"close":1510})"},
      {off, R"({"rolloff":{"0":"4","2":"X"}})"},
      {tk::Lose{s1, tk::Finger::ring}, R"({"seat":1,"lose":"ring"})"},
      {tk::Strike{s0, s2, tk::Finger::thumb}, R"({"seat":0,"strike":{"seat":2,"finger":"thumb"}})"},
      {attack, R"({"seat":1,"choose":"attack","fingers":{"0":"thumb","2":"ring"}})"},
      {tk::Recover{s1, tk::Finger::little}, R"({"seat":1,"choose":"recover","finger":"little"})"}};
  for (const auto& [action, line] : events) {
    EXPECT_EQ(to_json(action), line);
    EXPECT_EQ(tatamokatsu_event(line), action) << line;
  }
  EXPECT_EQ(tatamokatsu_event(R"({"roll":["1","2","4"]})"),
            (tk::Action{tk::RollDice{tk::Roll{tk::Face::one, tk::Face::two, tk::Face::four}}}));
  EXPECT_EQ(name(tk::Face::five), "5");
  EXPECT_EQ(name(tk::Face::six), "6");
  EXPECT_EQ(name(tk::Finger::middle), "middle");
  EXPECT_EQ(name(tk::Hand::right), "right");
}

TEST(TatamokatsuEvent, Every_error_names_what_is_wrong) {
  expect_problems(
      tk_event_problem,
      {{"{}", "no event of Tatamokatsu"},
       {"[]", "expected an object"},
       {R"({"draw":"M3"})", "no event of Tatamokatsu"},
       {R"({"seat":1,"at":5})", "no event of Tatamokatsu"},
       {R"({"roll":["3","X"]})", "roll: expected a list of 3"},
       {R"({"roll":["3","X","T","1"]})", "roll:"},
       {R"({"roll":[3,"X","T"]})", "roll[0]:"},
       {R"({"roll":["7","X","T"]})", "roll[0]: expected one of 1, "},
       {R"({"roll":["3","x","T"]})", "roll[1]:"},
       {R"({"roll":null})", "roll:"},
       {R"({"seat":0,"roll":["3","X","T"]})", "unknown field \"seat\""},
       {R"({"rolloff":[]})", "rolloff:"},
       {R"({"rolloff":{"5":"1"}})", "rolloff: no seat \"5\""},
       {R"({"rolloff":{"00":"1"}})", "rolloff:"},
       {R"({"rolloff":{"":"1"}})", "rolloff:"},
       {R"({"rolloff":{"-1":"1"}})", "rolloff:"},
       {R"({"rolloff":{"0":1}})", "rolloff.0:"},
       {R"({"rolloff":{"0":"9"}})", "rolloff.0:"},
       {R"({"close":-1})", "close:"},
       {R"({"close":1.5})", "close:"},
       {R"({"close":4294968806})", "close:"},
       {R"({"close":true})", "close:"},
       {R"({"seat":1,"at":412,"do":"sneeze"})",
        "do: expected one of shout, salute, slap, drop, grab, announce, not \"sneeze\""},
       {R"({"seat":1,"at":412,"do":null})", "do:"},
       {R"({"at":412,"do":"shout"})", "seat: is missing"},
       {R"({"seat":1,"do":"shout"})", "at: is missing"},
       {R"({"seat":1,"at":-1,"do":"shout"})", "at:"},
       {R"({"seat":1,"at":1e3,"do":"shout"})", "at:"},
       {R"({"seat":5,"at":412,"do":"shout"})", "seat:"},
       {R"({"seat":1,"at":412,"do":"shout","die":2})", "unknown field \"die\""},
       {R"({"seat":1,"at":412,"do":"grab","finger":"index"})", "die: is missing"},
       {R"({"seat":1,"at":412,"do":"grab","die":2})", "finger: is missing"},
       {R"({"seat":1,"at":412,"do":"grab","die":3,"finger":"index"})", "die:"},
       {R"({"seat":1,"at":412,"do":"grab","die":2,"finger":"toe"})", "finger:"},
       {R"({"seat":0,"at":900,"do":"announce"})", "values: is missing"},
       {R"({"seat":0,"at":900,"do":"announce","values":10})", "values:"},
       {R"({"seat":0,"at":900,"do":"announce","values":[5]})", "values[0]: an X is worth 1 or 10"},
       {R"({"seat":0,"at":900,"do":"announce","values":[0]})", "values[0]: an X is worth 1 or 10"},
       {R"({"seat":0,"at":900,"do":"announce","values":["10"]})",
        "values[0]: an X is worth 1 or 10"},
       {R"({"seat":0,"at":900,"do":"announce","values":[1,1,1,1]})", "values:"},
       {R"({"lose":"ring"})", "seat: is missing"},
       {R"({"seat":1,"lose":"toe"})", "lose:"},
       {R"({"seat":1,"lose":2})", "lose:"},
       {R"({"seat":0,"strike":2})", "strike:"},
       {R"({"seat":0,"strike":{"seat":2}})", "strike.finger"},
       {R"({"seat":0,"strike":{"seat":7,"finger":"thumb"}})", "strike.seat"},
       {R"({"seat":0,"strike":{"seat":2,"finger":"thumb","hard":true}})", "unknown field"},
       {R"({"strike":{"seat":2,"finger":"thumb"}})", "seat: is missing"},
       {R"({"seat":1,"choose":"flee"})", "choose:"},
       {R"({"seat":1,"choose":"attack"})", "fingers: is missing"},
       {R"({"seat":1,"choose":"attack","fingers":["thumb"]})", "fingers:"},
       {R"({"seat":1,"choose":"attack","fingers":{"0":"toe"}})", "fingers.0:"},
       {R"({"seat":1,"choose":"attack","finger":"thumb","fingers":{}})", "unknown field"},
       {R"({"seat":1,"choose":"recover"})", "finger: is missing"},
       {R"({"seat":1,"choose":"recover","finger":"toe"})", "finger"}});
}

}  // namespace
}  // namespace tatami::record
