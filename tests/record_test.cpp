#include "record/dojo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "dojo_support.h"
#include "record/replay.h"
#include "record/tatamokatsu.h"
#include "rules/core/splitmix.h"

namespace tatami::record {
namespace {

using namespace dojo;
using dojo::testing::card;
using dojo::testing::every_table;
using dojo::testing::random_game;
using json::Value;

const std::string vectors = TATAMI_TEST_DATA "/vectors/";

Value parsed(const std::string& text) {
  const auto value = json::parse(text);
  EXPECT_TRUE(value.ok()) << text;
  return value ? *value : Value{};
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file{path};
  EXPECT_TRUE(file.is_open()) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string header_problem(const std::string& line) {
  const auto header = read_dojo_header(parsed(line));
  return header ? "" : header.error().what;
}

std::string event_problem(const std::string& line) {
  const auto action = read_dojo_action(parsed(line));
  return action ? "" : action.error().what;
}

std::string score_problem(const std::string& line) {
  const auto dojo = read_dojo_to_score(parsed(line));
  return dojo ? "" : dojo.error().what;
}

Action event(const std::string& line) {
  const auto action = read_dojo_action(parsed(line));
  EXPECT_TRUE(action.ok()) << line << ": " << (action ? "" : action.error().what);
  return action ? *action : Action{};
}

using Problem = std::string (*)(const std::string&);
// Every line is refused, and the message names what is in the second string.
void expect_problems(Problem problem_of,
                     const std::vector<std::pair<std::string, std::string>>& lines) {
  for (const auto& [line, named] : lines) {
    const std::string problem = problem_of(line);
    EXPECT_FALSE(problem.empty()) << "taken: " << line;
    EXPECT_NE(problem.find(named), std::string::npos) << line << ": " << problem;
  }
}

// ---- Names ----

TEST(RecordNames, EveryCardIsADiscipleAndABelt) {
  for_each_card([](Card each) { EXPECT_EQ(card_named(name(each)), each) << name(each); });
  EXPECT_EQ(name(Card{Disciple::monkey, Belt{3}}), "M3");
  EXPECT_EQ(name(Card{Disciple::raccoon, Belt{5}}), "R5");
  for (const char* text : {"", "M", "M0", "M6", "X1", "m3", "M33", "3M", " M3", "M3 ", "M-"})
    EXPECT_FALSE(card_named(text).has_value()) << text;
}

// ---- Headers ----

TEST(RecordHeader, OnlyGameAndPlayersAreNeeded) {
  const auto header = read_dojo_header(parsed(R"({"game":"dojo","players":3})"));
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->table.players, 3);
  EXPECT_EQ(header->table.edition, Edition::fr);
  EXPECT_FALSE(header->table.white_belt);
  EXPECT_FALSE(header->table.black_belt);
  EXPECT_EQ(header->table.first_dealer, Seat{0});
  EXPECT_EQ(header->deck, standard_deck());
}

TEST(RecordHeader, EveryFieldIsRead) {
  const auto header = read_dojo_header(
      parsed(R"({"deck":{"M1":30,"R5":31,"F2":0},"first_dealer":4,"variants":["black-belt",)"
             R"("white-belt"],"edition":"en","players":5,"game":"dojo"})"));
  ASSERT_TRUE(header.ok()) << header.error().what;
  EXPECT_EQ(header->table.players, 5);
  EXPECT_EQ(header->table.edition, Edition::en);
  EXPECT_TRUE(header->table.white_belt);
  EXPECT_TRUE(header->table.black_belt);
  EXPECT_EQ(header->table.first_dealer, Seat{4});
  EXPECT_EQ(header->deck[card("M1")], 30);
  EXPECT_EQ(header->deck[card("R5")], 31);
  EXPECT_EQ(header->deck.total(), 61);
}

TEST(RecordHeader, IsWrittenAsRecordsMdHasIt) {
  DojoHeader header;
  header.table.white_belt = header.table.black_belt = true;
  header.table.first_dealer = Seat{2};
  EXPECT_EQ(write(header),
            R"({"game":"dojo","players":4,"edition":"fr","variants":["white-belt","black-belt"],)"
            R"("first_dealer":2})");
  header.table = {};
  header.table.edition = Edition::en;
  header.table.black_belt = true;
  header.deck = {};
  header.deck[card("R5")] = 100;
  header.deck[card("M1")] = 2;
  EXPECT_EQ(write(header), R"({"game":"dojo","players":4,"edition":"en","variants":["black-belt"],)"
                           R"("first_dealer":0,"deck":{"M1":2,"R5":100}})");
}

TEST(RecordHeader, WhatIsWrittenIsReadBack) {
  SplitMix numbers{5};
  for (const Table& table : every_table())
    for (int round = 0; round < 10; ++round) {
      DojoHeader header{table, standard_deck()};
      header.table.first_dealer = Seat{static_cast<int>(numbers.below(table.players))};
      if (round % 2 == 1)
        for_each_card([&](Card each) {
          header.deck[each] = static_cast<std::uint8_t>(2 + numbers.below(254));
        });
      const auto back = read_dojo_header(parsed(write(header)));
      ASSERT_TRUE(back.ok()) << write(header) << ": " << back.error().what;
      EXPECT_EQ(*back, header) << write(header);
    }
}

TEST(RecordHeader, EveryErrorNamesTheField) {
  const std::string start = R"({"game":"dojo","players":4,)";
  expect_problems(
      header_problem,
      {{R"({"game":"dojo"})", "\"players\" is missing"},
       {R"({"game":"dojo","players":2})", "\"players\": expected a whole number from 3 to 5"},
       {R"({"game":"dojo","players":6})", "\"players\""},
       {R"({"game":"dojo","players":-4})", "\"players\""},
       {R"({"game":"dojo","players":1000000000})", "\"players\""},
       {R"({"game":"dojo","players":260})", "\"players\""},
       {R"({"game":"dojo","players":4294967300})", "\"players\""},
       {R"({"game":"dojo","players":18446744073709551620})", "\"players\""},
       {R"({"game":"dojo","players":4.0})", "\"players\""},
       {R"({"game":"dojo","players":"4"})", "\"players\""},
       {R"({"game":"dojo","players":null})", "\"players\""},
       {R"({"game":"dojo","players":[4]})", "\"players\""},
       {start + R"("edition":"de"})", "\"edition\": \"de\" is none of "},
       {start + R"("edition":"FR"})", "\"edition\""},
       {start + R"("edition":null})", "\"edition\""},
       {start + R"("edition":["fr"]})", "\"edition\""},
       {start + R"("variants":"white-belt"})", "\"variants\""},
       {start + R"("variants":{}})", "\"variants\""},
       {start + R"("variants":null})", "\"variants\""},
       {start + R"("variants":["pink-belt"]})", "\"variants\": \"pink-belt\" is none of "},
       {start + R"("variants":["white-belt",3]})", "\"variants\""},
       {start + R"("first_dealer":4})", "\"first_dealer\": expected a whole number from 0 to 3"},
       {start + R"("first_dealer":-1})", "\"first_dealer\""},
       {start + R"("first_dealer":"0"})", "\"first_dealer\""},
       {start + R"("first_dealer":256})", "\"first_dealer\""},
       {start + R"("deck":[]})", "\"deck\""},
       {start + R"("deck":null})", "\"deck\""},
       {start + R"("deck":{}})", "\"deck\": 0 cards, but 4 players need 48 (D1)"},
       {start + R"("deck":{"M1":47}})", "\"deck\": 47 cards"},
       {start + R"("deck":{"M1":48,"Q7":1}})", "\"deck\": unknown card \"Q7\""},
       {start + R"("deck":{"M1":48,"":1}})", "\"deck\""},
       {start + R"("deck":{"M1":-1,"M2":99}})", "\"deck\" \"M1\""},
       {start + R"("deck":{"M1":256}})", "\"deck\" \"M1\""},
       {start + R"("deck":{"M1":48.5}})", "\"deck\" \"M1\""},
       {start + R"("deck":{"M1":"48"}})", "\"deck\" \"M1\""},
       {start + R"("hands":[]})", "unknown field \"hands\""},
       {start + R"("Edition":"fr"})", "unknown field \"Edition\""},
       {"[]", "expected an object"},
       {"3", "expected an object"},
       {"null", "expected an object"},
       {"\"dojo\"", "expected an object"}});
}

TEST(RecordHeader, TheDeckNeedsEnoughCardsForThePlayersAndNoMore) {
  const auto with = [](int players, int cards) {
    return R"({"game":"dojo","players":)" + std::to_string(players) + R"(,"deck":{"B4":)" +
           std::to_string(cards) + "}}";
  };
  for (int players = fewest_players; players <= most_players; ++players) {
    EXPECT_EQ(header_problem(with(players, 12 * players)), "");
    EXPECT_NE(header_problem(with(players, 12 * players - 1)), "");
  }
}

// ---- Events ----

TEST(RecordEvent, EachKindIsWrittenAsRecordsMdHasIt) {
  const Seat s0{0};
  const Seat s1{1};
  const Seat s2{2};
  const Seat s3{3};
  const std::vector<std::pair<Action, std::string>> events = {
      {TurnTrophy{Trophy::kimono}, R"({"trophy":"kimono"})"},
      {Draw{card("M3")}, R"({"draw":"M3"})"},
      {Give{s2, s0}, R"({"seat":2,"give":0})"},
      {Deal{s0, card("M3")}, R"({"seat":0,"deal":"M3"})"},
      {Answer{s3, true}, R"({"seat":3,"challenge":true})"},
      {Answer{s3, false}, R"({"seat":3,"challenge":false})"},
      {Throw{s3, Gesture::rock}, R"({"seat":3,"throw":"rock"})"},
      {Throw{s3, Gesture::paper}, R"({"seat":3,"throw":"paper"})"},
      {Throw{s3, Gesture::scissors}, R"({"seat":3,"throw":"scissors"})"},
      {Swap{s3, true}, R"({"seat":3,"swap":true})"},
      {Swap{s3, false}, R"({"seat":3,"swap":false})"},
      {Place{s1, Cell{Row{-2}, Column{3}}}, R"({"seat":1,"place":[-2,3]})"},
      {PlaceTrophy{s3, Line{Row{2}}}, R"({"seat":3,"trophy_at":{"row":2}})"},
      {PlaceTrophy{s3, Line{Column{-3}}}, R"({"seat":3,"trophy_at":{"column":-3}})"}};
  for (const auto& [action, line] : events) {
    EXPECT_EQ(write(action), line);
    EXPECT_EQ(event(line), action) << line;
  }
  const std::vector<std::pair<Trophy, std::string>> trophies = {
      {Trophy::master, "master"}, {Trophy::incense, "incense"}, {Trophy::assistant, "assistant"},
      {Trophy::belt, "belt"},     {Trophy::kimono, "kimono"},   {Trophy::broom, "broom"}};
  for (const auto& [trophy, word] : trophies) EXPECT_EQ(name(trophy), word);
}

TEST(RecordEvent, EveryActionThereIsIsWrittenAndReadBack) {
  int count = 0;
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const auto action = unpack(ActionId::from_bits(static_cast<std::uint16_t>(bits)));
    if (!action) continue;
    ++count;
    ASSERT_EQ(event(write(*action)), *action) << write(*action);
  }
  // 6 trophies, 30 cards; by five seats: 30 cards, 5 seats, 2, 3 and 2 answers, 35 cells, 12 lines
  EXPECT_EQ(count, 6 + 30 + 5 * (30 + 5 + 2 + 3 + 2 + 35 + 12));
}

TEST(RecordEvent, TheOrderOfFieldsDoesNotMatter) {
  EXPECT_EQ(event(R"( { "give" : 0 , "seat" : 2 } )"), (Action{Give{Seat{2}, Seat{0}}}));
}

TEST(RecordEvent, EveryErrorNamesWhatIsWrong) {
  expect_problems(event_problem,
                  {{"{}", "no event of Dojo"},
                   {"[]", "expected an object"},
                   {"null", "expected an object"},
                   {R"({"seat":0})", "no event of Dojo"},
                   {R"({"roll":["3","X","T"]})", "no event of Dojo"},
                   {R"({"game":"dojo","players":4})", "no event of Dojo"},
                   {R"({"trophy":"cup"})", "\"trophy\": \"cup\" is none of "},
                   {R"({"trophy":"none"})", "\"trophy\""},
                   {R"({"trophy":null})", "\"trophy\""},
                   {R"({"trophy":1})", "\"trophy\""},
                   {R"({"seat":0,"trophy":"belt"})", "unknown field \"seat\""},
                   {R"({"draw":"X9"})", "\"draw\": expected a card"},
                   {R"({"draw":"M0"})", "\"draw\""},
                   {R"({"draw":"M3x"})", "\"draw\""},
                   {R"({"draw":33})", "\"draw\""},
                   {R"({"draw":null})", "\"draw\""},
                   {R"({"draw":["M3"]})", "\"draw\""},
                   {R"({"draw":"M3","seat":0})", "unknown field \"seat\""},
                   {R"({"deal":"M3"})", "\"seat\" is missing"},
                   {R"({"seat":0,"deal":"M9"})", "\"deal\""},
                   {R"({"seat":5,"deal":"M3"})", "\"seat\""},
                   {R"({"seat":"0","deal":"M3"})", "\"seat\""},
                   {R"({"give":0})", "\"seat\" is missing"},
                   {R"({"seat":2,"give":5})", "\"give\""},
                   {R"({"seat":2,"give":-1})", "\"give\""},
                   {R"({"seat":2,"give":true})", "\"give\""},
                   {R"({"seat":256,"give":0})", "\"seat\""},
                   {R"({"seat":2,"give":0,"card":"M3"})", "unknown field \"card\""},
                   {R"({"seat":1,"challenge":1})", "\"challenge\": expected true or false"},
                   {R"({"seat":1,"challenge":"true"})", "\"challenge\""},
                   {R"({"seat":1,"challenge":null})", "\"challenge\""},
                   {R"({"seat":1,"throw":"lizard"})", "\"throw\": \"lizard\" is none of "},
                   {R"({"seat":1,"throw":0})", "\"throw\""},
                   {R"({"seat":1,"swap":0})", "\"swap\""},
                   {R"({"seat":1,"swap":{}})", "\"swap\""},
                   {R"({"seat":1,"swap":true,"challenge":true})", "unknown field"},
                   {R"({"seat":1,"place":[0]})", "\"place\": expected a list of 2"},
                   {R"({"seat":1,"place":[0,0,0]})", "\"place\""},
                   {R"({"seat":1,"place":"a1"})", "\"place\""},
                   {R"({"seat":1,"place":{"row":0,"column":0}})", "\"place\""},
                   {R"({"seat":1,"place":[3,0]})", "\"place\" row"},
                   {R"({"seat":1,"place":[-3,0]})", "\"place\" row"},
                   {R"({"seat":1,"place":[0,4]})", "\"place\" column"},
                   {R"({"seat":1,"place":[0,-4]})", "\"place\" column"},
                   {R"({"seat":1,"place":[0,0.5]})", "\"place\" column"},
                   {R"({"seat":1,"place":[99999999999999999999,0]})", "\"place\" row"},
                   {R"({"seat":1,"trophy_at":{}})", "\"trophy_at\""},
                   {R"({"seat":1,"trophy_at":0})", "\"trophy_at\""},
                   {R"({"seat":1,"trophy_at":null})", "\"trophy_at\""},
                   {R"({"seat":1,"trophy_at":{"row":3}})", "\"trophy_at\" \"row\""},
                   {R"({"seat":1,"trophy_at":{"column":-4}})", "\"trophy_at\" \"column\""},
                   {R"({"seat":1,"trophy_at":{"row":"0"}})", "\"trophy_at\" \"row\""},
                   {R"({"seat":1,"trophy_at":{"row":0,"column":0}})", "unknown field"},
                   {R"({"seat":1,"trophy_at":{"line":0}})", "\"trophy_at\""}});
}

TEST(RecordEvent, DamagedEventsAreRefusedOrMeanWhatTheySay) {
  const std::array<std::string, 8> lines = {
      R"({"trophy":"kimono"})",       R"({"draw":"M3"})",
      R"({"seat":2,"give":0})",       R"({"seat":0,"deal":"M3"})",
      R"({"seat":3,"swap":true})",    R"({"seat":3,"throw":"rock"})",
      R"({"seat":3,"place":[-1,2]})", R"({"seat":3,"trophy_at":{"row":1}})"};
  SplitMix numbers{99};
  int taken = 0;
  for (int round = 0; round < 40'000; ++round) {
    std::string line = lines[numbers.below(lines.size())];
    const std::size_t at = numbers.below(static_cast<std::uint32_t>(line.size()));
    const std::string& other = lines[numbers.below(lines.size())];
    switch (numbers.below(4)) {
      case 0:
        line[at] = other[at % other.size()];
        break;
      case 1:
        line[at] = static_cast<char>('0' + numbers.below(10));
        break;
      case 2:
        line.erase(at, 1);
        break;
      default:
        line.insert(at, other.substr(at % other.size(), numbers.below(8)));
    }
    const auto value = json::parse(line);
    if (!value) continue;
    (void)read_dojo_header(*value);
    (void)read_dojo_to_score(*value);
    const auto action = read_dojo_action(*value);
    if (!action) continue;
    ++taken;
    ASSERT_EQ(event(write(*action)), *action) << line;
  }
  EXPECT_GT(taken, 1000);
}

// ---- Tatamokatsu ----

namespace tk = tatamokatsu;

tk::Action tk_event(const std::string& line) {
  const auto action = read_tatamokatsu_action(parsed(line));
  EXPECT_TRUE(action.ok()) << line << ": " << (action ? "" : action.error().what);
  return action ? *action : tk::Action{};
}

std::string tk_event_problem(const std::string& line) {
  const auto action = read_tatamokatsu_action(parsed(line));
  return action ? "" : action.error().what;
}

std::string tk_header_problem(const std::string& line) {
  const auto header = read_tatamokatsu_header(parsed(line));
  return header ? "" : header.error().what;
}

TEST(TatamokatsuHeader, OnlyGameAndPlayersAreNeeded) {
  const auto header = read_tatamokatsu_header(parsed(R"({"game":"tatamokatsu","players":2})"));
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->table.players, 2);
  EXPECT_EQ(header->table.first_roller, Seat{0});
  for (tk::Hand hand : header->table.hands.items) EXPECT_EQ(hand, tk::Hand::right);
  EXPECT_EQ(header->table.timing, tk::Timing{});
  EXPECT_EQ(header->table.timing.window, tk::Millis{5000});
  EXPECT_EQ(header->table.timing.announce, tk::Millis{2500});
  EXPECT_EQ(header->table.timing.quiet, tk::Millis{1500});
  EXPECT_EQ(header->table.timing.tie, tk::Millis{10});
  EXPECT_EQ(header->table.timing.bow, tk::Millis{800});
}

TEST(TatamokatsuHeader, APartialTimingIsFilledUp) {
  const auto header = read_tatamokatsu_header(
      parsed(R"({"game":"tatamokatsu","players":3,"timing":{"tie":0,"window":7000}})"));
  ASSERT_TRUE(header.ok());
  tk::Timing timing;
  timing.tie = tk::Millis{0};
  timing.window = tk::Millis{7000};
  EXPECT_EQ(header->table.timing, timing);
}

TEST(TatamokatsuHeader, IsWrittenAsRecordsMdHasItAndReadBack) {
  TatamokatsuHeader header;
  header.table.players = 3;
  header.table.hands[Seat{0}] = header.table.hands[Seat{2}] = tk::Hand::left;
  const std::string line =
      R"({"game":"tatamokatsu","players":3,"hands":["left","right","left"],"first_roller":0,)"
      R"("timing":{"window":5000,"announce":2500,"quiet":1500,"tie":10,"bow":800}})";
  EXPECT_EQ(write(header), line);
  const auto back = read_tatamokatsu_header(parsed(line));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, header);
}

TEST(TatamokatsuHeader, EveryErrorNamesTheField) {
  const std::string start = R"({"game":"tatamokatsu","players":3,)";
  expect_problems(
      tk_header_problem,
      {{R"({"game":"tatamokatsu"})", "\"players\" is missing"},
       {R"({"game":"tatamokatsu","players":1})", "\"players\""},
       {R"({"game":"tatamokatsu","players":6})", "\"players\""},
       {R"({"game":"tatamokatsu","players":258})", "\"players\""},
       {R"({"game":"tatamokatsu","players":1000000000})", "\"players\""},
       {R"({"game":"tatamokatsu","players":"3"})", "\"players\""},
       {start + R"("hands":["left","right"]})", "\"hands\": expected a list of 3"},
       {start + R"("hands":["left","right","left","left"]})", "\"hands\""},
       {start + R"("hands":["left","right","both"]})", "\"hands\": \"both\" is none of "},
       {start + R"("hands":"left"})", "\"hands\""},
       {start + R"("hands":[0,1,0]})", "\"hands\""},
       {start + R"("first_roller":3})", "\"first_roller\""},
       {start + R"("first_roller":-1})", "\"first_roller\""},
       {start + R"("timing":5000})", "\"timing\""},
       {start + R"("timing":null})", "\"timing\""},
       {start + R"("timing":{"window":-1}})", "\"timing\" \"window\""},
       {start + R"("timing":{"bow":1000001}})", "\"timing\" \"bow\""},
       {start + R"("timing":{"tie":0.5}})", "\"timing\" \"tie\""},
       {start + R"("timing":{"tie":4294967306}})", "\"timing\" \"tie\""},
       {start + R"("timing":{"patience":3}})", "unknown field"},
       {start + R"("edition":"fr"})", "unknown field \"edition\""},
       {"[]", "expected an object"}});
}

TEST(TatamokatsuEvent, EachKindIsWrittenAsRecordsMdHasIt) {
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
    EXPECT_EQ(write(action), line);
    EXPECT_EQ(tk_event(line), action) << line;
  }
  EXPECT_EQ(tk_event(R"({"roll":["1","2","4"]})"),
            (tk::Action{tk::RollDice{tk::Roll{tk::Face::one, tk::Face::two, tk::Face::four}}}));
  EXPECT_EQ(name(tk::Face::five), "5");
  EXPECT_EQ(name(tk::Face::six), "6");
  EXPECT_EQ(name(tk::Finger::middle), "middle");
  EXPECT_EQ(name(tk::Hand::right), "right");
}

TEST(TatamokatsuEvent, EveryErrorNamesWhatIsWrong) {
  expect_problems(
      tk_event_problem,
      {{"{}", "no event of Tatamokatsu"},
       {"[]", "expected an object"},
       {R"({"draw":"M3"})", "no event of Tatamokatsu"},
       {R"({"seat":1,"at":5})", "no event of Tatamokatsu"},
       {R"({"roll":["3","X"]})", "\"roll\": expected a list of 3"},
       {R"({"roll":["3","X","T","1"]})", "\"roll\""},
       {R"({"roll":[3,"X","T"]})", "\"roll\""},
       {R"({"roll":["7","X","T"]})", "\"roll\": \"7\" is none of "},
       {R"({"roll":["3","x","T"]})", "\"roll\""},
       {R"({"roll":null})", "\"roll\""},
       {R"({"seat":0,"roll":["3","X","T"]})", "unknown field \"seat\""},
       {R"({"rolloff":[]})", "\"rolloff\""},
       {R"({"rolloff":{"5":"1"}})", "\"rolloff\": no seat \"5\""},
       {R"({"rolloff":{"00":"1"}})", "\"rolloff\""},
       {R"({"rolloff":{"":"1"}})", "\"rolloff\""},
       {R"({"rolloff":{"-1":"1"}})", "\"rolloff\""},
       {R"({"rolloff":{"0":1}})", "\"rolloff\""},
       {R"({"rolloff":{"0":"9"}})", "\"rolloff\""},
       {R"({"close":-1})", "\"close\""},
       {R"({"close":1.5})", "\"close\""},
       {R"({"close":4294968806})", "\"close\""},
       {R"({"close":true})", "\"close\""},
       {R"({"seat":1,"at":412,"do":"sneeze"})", "\"do\": \"sneeze\" is none of "},
       {R"({"seat":1,"at":412,"do":null})", "\"do\""},
       {R"({"at":412,"do":"shout"})", "\"seat\" is missing"},
       {R"({"seat":1,"do":"shout"})", "\"at\" is missing"},
       {R"({"seat":1,"at":-1,"do":"shout"})", "\"at\""},
       {R"({"seat":1,"at":1e3,"do":"shout"})", "\"at\""},
       {R"({"seat":5,"at":412,"do":"shout"})", "\"seat\""},
       {R"({"seat":1,"at":412,"do":"shout","die":2})", "unknown field \"die\""},
       {R"({"seat":1,"at":412,"do":"grab","finger":"index"})", "\"die\" is missing"},
       {R"({"seat":1,"at":412,"do":"grab","die":2})", "\"finger\" is missing"},
       {R"({"seat":1,"at":412,"do":"grab","die":3,"finger":"index"})", "\"die\""},
       {R"({"seat":1,"at":412,"do":"grab","die":2,"finger":"toe"})", "\"finger\""},
       {R"({"seat":0,"at":900,"do":"announce"})", "\"values\" is missing"},
       {R"({"seat":0,"at":900,"do":"announce","values":10})", "\"values\""},
       {R"({"seat":0,"at":900,"do":"announce","values":[5]})", "\"values\""},
       {R"({"seat":0,"at":900,"do":"announce","values":[0]})", "\"values\""},
       {R"({"seat":0,"at":900,"do":"announce","values":["10"]})", "\"values\""},
       {R"({"seat":0,"at":900,"do":"announce","values":[1,1,1,1]})", "\"values\""},
       {R"({"lose":"ring"})", "\"seat\" is missing"},
       {R"({"seat":1,"lose":"toe"})", "\"lose\""},
       {R"({"seat":1,"lose":2})", "\"lose\""},
       {R"({"seat":0,"strike":2})", "\"strike\""},
       {R"({"seat":0,"strike":{"seat":2}})", "\"strike\" \"finger\""},
       {R"({"seat":0,"strike":{"seat":7,"finger":"thumb"}})", "\"strike\" \"seat\""},
       {R"({"seat":0,"strike":{"seat":2,"finger":"thumb","hard":true}})", "unknown field"},
       {R"({"strike":{"seat":2,"finger":"thumb"}})", "\"seat\" is missing"},
       {R"({"seat":1,"choose":"flee"})", "\"choose\""},
       {R"({"seat":1,"choose":"attack"})", "\"fingers\" is missing"},
       {R"({"seat":1,"choose":"attack","fingers":["thumb"]})", "\"fingers\""},
       {R"({"seat":1,"choose":"attack","fingers":{"0":"toe"}})", "\"fingers\""},
       {R"({"seat":1,"choose":"attack","finger":"thumb","fingers":{}})", "unknown field"},
       {R"({"seat":1,"choose":"recover"})", "\"finger\" is missing"},
       {R"({"seat":1,"choose":"recover","finger":"toe"})", "\"finger\""}});
}

// ---- Whole records ----

TEST(Replay, ARandomRecordLeadsToTheSameStateAtEveryLine) {
  std::uint64_t seed = 1;
  for (const Table& table : every_table())
    for (int game = 0; game < 4; ++game) {
      Replay replay;
      ASSERT_FALSE(replay.game().has_value());
      ASSERT_EQ(replay.take(write(DojoHeader{table, standard_deck()})), std::nullopt);
      const auto same = [&](const State& state) {
        return replay.game() && std::get<State>(*replay.game()) == state;
      };
      const State end = random_game(
          table, seed++,
          [&](const State& state) {
            ASSERT_TRUE(same(state));
            ASSERT_FALSE(replay.over());
          },
          [&](ActionId action) {
            const std::string line = write(*unpack(action));
            ASSERT_EQ(replay.take(line), std::nullopt) << line;
          });
      ASSERT_TRUE(same(end));
      ASSERT_TRUE(replay.over());
      EXPECT_EQ(replay.result(), write(outcome(end.open), table.players));
      EXPECT_EQ(replay.take(R"({"draw":"M3"})"), std::string{describe(Refusal::game_over)});
    }
}

TEST(Replay, ARecordWithAnotherDeckIsPlayedWithIt) {
  Replay replay;
  ASSERT_EQ(replay.take(R"({"game":"dojo","players":3,"deck":{"M1":1,"B5":35}})"), std::nullopt);
  ASSERT_EQ(replay.take(R"({"trophy":"belt"})"), std::nullopt);
  EXPECT_EQ(replay.take(R"({"draw":"F1"})"), std::string{describe(Refusal::card_not_in_deck)});
  ASSERT_EQ(replay.take(R"({"draw":"M1"})"), std::nullopt);
  ASSERT_EQ(replay.take(R"({"seat":0,"give":2})"), std::nullopt);
  EXPECT_EQ(replay.take(R"({"draw":"M1"})"), std::string{describe(Refusal::card_not_in_deck)});
  EXPECT_EQ(replay.take(R"({"draw":"B5"})"), std::nullopt);
}

TEST(Replay, ARefusedLineChangesNothing) {
  Replay replay;
  for (const char* line : {"", " ", "x", "3", "{}", R"({"players":4})", R"({"game":"chess"})",
                           R"({"game":null})", R"({"game":"dojo"})", R"({"draw":"M3"})"}) {
    EXPECT_NE(replay.take(line), std::nullopt) << line;
    EXPECT_FALSE(replay.game().has_value()) << line;
    EXPECT_FALSE(replay.over());
  }
  ASSERT_EQ(replay.take(R"({"game":"dojo","players":4})"), std::nullopt);
  const auto before = replay.game();
  for (const char* line :
       {"", "x", "{}", R"({"game":"dojo","players":4})", R"({"draw":"M3"})", R"({"trophy":"cup"})",
        R"({"seat":0,"give":0})", R"({"seat":4,"challenge":true})"}) {
    EXPECT_NE(replay.take(line), std::nullopt) << line;
    EXPECT_TRUE(replay.game() == before) << line;
  }
}

TEST(Replay, TheGameOfAHeaderIsSaid) {
  const auto wrong = [](std::string_view line) { return Replay{}.take(line).value_or("taken"); };
  EXPECT_TRUE(wrong(R"({"game":"chess","players":2})").starts_with("unknown game"));
  EXPECT_TRUE(wrong(R"({"game":7})").starts_with("unknown game"));
  EXPECT_NE(wrong(R"({"players":3})").find("\"game\" is missing"), std::string::npos);
  EXPECT_NE(wrong("[]").find("\"game\" is missing"), std::string::npos);
  EXPECT_NE(wrong("{").find("no valid JSON, column 2"), std::string::npos);
  EXPECT_LT(wrong("{\"game\":\"" + std::string(60'000, 'x') + "\"}").size(), 100U);
}

TEST(Replay, ALineHasABoundedLength) {
  const std::string line = R"({"game":"dojo","players":4})";
  EXPECT_EQ(Replay{}.take(line + std::string(longest_line - line.size(), ' ')), std::nullopt);
  EXPECT_NE(Replay{}.take(line + std::string(longest_line - line.size() + 1, ' ')), std::nullopt);
}

TEST(Replay, LineEndsOfOtherSystemsAreFine) {
  Replay replay;
  EXPECT_EQ(replay.take("{\"game\":\"dojo\",\"players\":4}\r"), std::nullopt);
  EXPECT_EQ(replay.take("{\"trophy\":\"belt\"}\r"), std::nullopt);
}

// ---- Dojos to score ----

const std::string some_rows =
    R"("rows":[["M1","F2","T3","C4"],["M1","F2","T3","C4"],["M1","F2","T3","C4"]])";

TEST(DojoToScore, TheRowsAreEnough) {
  const auto dojo = read_dojo_to_score(parsed("{" + some_rows + "}"));
  ASSERT_TRUE(dojo.ok());
  EXPECT_EQ(dojo->edition, Edition::fr);
  EXPECT_EQ(dojo->tableau.cards[2][1], card("F2"));
  for (Trophy trophy : dojo->tableau.row_trophies) EXPECT_EQ(trophy, Trophy::none);
  for (Trophy trophy : dojo->tableau.column_trophies) EXPECT_EQ(trophy, Trophy::none);
}

TEST(DojoToScore, EveryErrorNamesWhatIsWrong) {
  const std::string start = "{" + some_rows + ",";
  expect_problems(
      score_problem,
      {{"{}", "\"rows\" is missing"},
       {"[]", "expected an object"},
       {R"({"rows":null})", "\"rows\": expected a list of 3"},
       {R"({"rows":[]})", "\"rows\": expected a list of 3"},
       {R"({"rows":[["M1","F2","T3","C4"],["M1","F2","T3","C4"]]})", "\"rows\""},
       {R"({"rows":[["M1","F2","T3","C4"],["M1","F2","T3"],["M1","F2","T3","C4"]]})",
        "\"rows\" row 2: expected a list of 4"},
       {R"({"rows":[["M1","F2","T3","C4"],["M1","F2","T3","C4"],["M1","F2","T3","C4","B5"]]})",
        "\"rows\" row 3"},
       {R"({"rows":[["M1","F2","T3","C4"],["M1","F2","Z3","C4"],["M1","F2","T3","C4"]]})",
        "\"rows\" row 2 card 3: expected a card"},
       {R"({"rows":[["M1","F2","T3",null],["M1","F2","T3","C4"],["M1","F2","T3","C4"]]})",
        "\"rows\" row 1 card 4"},
       {start + R"("edition":"us"})", "\"edition\""},
       {start + R"("row_trophies":[null,null]})", "\"row_trophies\": expected a list of 3"},
       {start + R"("column_trophies":[null,null,null]})", "\"column_trophies\""},
       {start + R"("row_trophies":null})", "\"row_trophies\""},
       {start + R"("row_trophies":["broom",null,null]})", "belongs to a column (D2)"},
       {start + R"("column_trophies":[null,null,null,"master"]})", "belongs to a row (D2)"},
       {start + R"("row_trophies":["cup",null,null]})", "\"row_trophies\": \"cup\" is none of "},
       {start + R"("row_trophies":["none",null,null]})", "\"row_trophies\""},
       {start + R"("row_trophies":["master","master","master"]})", "\"master\" (D2)"},
       {start + R"("column_trophies":["belt","belt",null,"belt"]})", "\"belt\" (D2)"},
       {start + R"("trophies":[]})", "unknown field \"trophies\""}});
}

// ---- The vectors of the independent program ----

using Cards = decltype(Tableau::cards);

// D14, slowly: what these cards score if each raccoon may become any of the five others.
int best_row(std::array<Card, 4> cards, Trophy trophy, Edition edition, std::size_t next = 0) {
  static constexpr std::array<int, 5> group = {0, 1, 3, 6, 10};
  int best = 0;
  if (trophy == Trophy::master) {  // D16: one card, of the owner's choice, becomes a raccoon
    for (Card& each : cards) {
      const Card before = std::exchange(each, Card{Disciple::raccoon, Belt{1}});
      best = std::max(best, best_row(cards, Trophy::none, edition));
      each = before;
    }
    return best;
  }
  if (next < cards.size()) {
    if (cards[next].disciple() != Disciple::raccoon)
      return best_row(cards, trophy, edition, next + 1);
    for (const Disciple disciple :
         {Disciple::monkey, Disciple::fox, Disciple::tigress, Disciple::crane, Disciple::bear}) {
      cards[next] = Card{disciple, Belt{1}};
      best = std::max(best, best_row(cards, trophy, edition, next + 1));
    }
    return best;
  }
  std::array<std::size_t, disciple_kinds> counts{};
  for (Card each : cards) ++counts[static_cast<std::size_t>(each.disciple())];
  int sum = 0;
  int different = 0;
  for (std::size_t count : counts) {
    best = std::max(best, group[count]);
    sum += group[count];
    different += count > 0 ? 1 : 0;
  }
  if (trophy != Trophy::incense) return best;
  return edition == Edition::fr ? sum : std::max(best, different);
}

// D15, D16.
int column_points(Card a, Card b, Card c, Trophy trophy) {
  if (a.belt() == b.belt() && b.belt() == c.belt())
    return a.belt().value * (trophy == Trophy::kimono ? 2 : 1);
  if (trophy != Trophy::belt) return 0;
  if (a.belt() == b.belt() || a.belt() == c.belt()) return a.belt().value;
  return b.belt() == c.belt() ? b.belt().value : 0;
}

struct Tool {  // a broom or an assistant
  bool is_row;
  std::size_t line;
};

// Whether each tool, used at most once and in any order, leads from these cards to those.
bool reachable(const Cards& from, const Cards& to, const std::vector<Tool>& tools) {
  if (from == to) return true;
  for (std::size_t r = 0; r < dojo_rows; ++r)
    for (std::size_t c = 0; c < dojo_columns; ++c) {
      const auto moves = [&](const Tool& tool) { return tool.line == (tool.is_row ? r : c); };
      if (from[r][c] != to[r][c] && std::ranges::none_of(tools, moves)) return false;
    }
  for (std::size_t i = 0; i < tools.size(); ++i) {
    std::vector<Tool> rest = tools;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    std::vector<Card> line;
    if (tools[i].is_row)
      line.assign(from[tools[i].line].begin(), from[tools[i].line].end());
    else
      for (const auto& row : from) line.push_back(row[tools[i].line]);
    std::ranges::sort(line);
    Cards next = from;
    do {
      for (std::size_t place = 0; place < line.size(); ++place)
        (tools[i].is_row ? next[tools[i].line][place] : next[place][tools[i].line]) = line[place];
      if (reachable(next, to, rest)) return true;
    } while (std::ranges::next_permutation(line).found);
  }
  return false;
}

std::vector<Tool> tools_of(const Tableau& tableau) {
  std::vector<Tool> tools;
  for (std::size_t r = 0; r < dojo_rows; ++r)
    if (tableau.row_trophies[r] == Trophy::assistant) tools.push_back({true, r});
  for (std::size_t c = 0; c < dojo_columns; ++c)
    if (tableau.column_trophies[c] == Trophy::broom) tools.push_back({false, c});
  return tools;
}

Cards cards_in(const Value& rows) {
  Cards cards{};
  for (std::size_t r = 0; r < dojo_rows; ++r)
    for (std::size_t c = 0; c < dojo_columns; ++c)
      cards[r][c] = card(rows.items.at(r).items.at(c).text);
  return cards;
}

int sum_of(const Value& numbers) {
  return std::accumulate(
      numbers.items.begin(), numbers.items.end(), 0,
      [](int sum, const Value& each) { return sum + static_cast<int>(each.integer); });
}

TEST(Vectors, EveryDojoHasItsTotalAndAnArrangementThatScoresIt) {
  const std::vector<std::string> lines = lines_of(vectors + "dojo-scores.jsonl");
  EXPECT_EQ(lines.size(), 400U);
  int rearranged = 0;
  for (const std::string& line : lines) {
    SCOPED_TRACE(line);
    const Value given = parsed(line);
    const auto dojo = read_dojo_to_score(given);
    ASSERT_TRUE(dojo.ok()) << dojo.error().what;
    const Tableau& tableau = dojo->tableau;

    const Value answer = parsed(write(explain(tableau, dojo->edition)));
    ASSERT_EQ(answer.fields.size(), 4U);
    const std::int64_t total = answer.find("total")->integer;
    EXPECT_EQ(total, given.find("total")->integer);
    const Value& rows = *answer.find("rows");
    const Value& columns = *answer.find("columns");
    ASSERT_EQ(rows.items.size(), 3U);
    ASSERT_EQ(columns.items.size(), 4U);
    EXPECT_EQ(sum_of(rows) + sum_of(columns), total);

    const Cards cards = cards_in(*answer.find("arrangement"));
    for (std::size_t r = 0; r < dojo_rows; ++r)
      EXPECT_EQ(rows.items[r].integer, best_row(cards[r], tableau.row_trophies[r], dojo->edition));
    for (std::size_t c = 0; c < dojo_columns; ++c)
      EXPECT_EQ(columns.items[c].integer,
                column_points(cards[0][c], cards[1][c], cards[2][c], tableau.column_trophies[c]));
    EXPECT_TRUE(reachable(tableau.cards, cards, tools_of(tableau)));
    rearranged += cards != tableau.cards ? 1 : 0;
  }
  EXPECT_GT(rearranged, 50);
}

bool same(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.boolean != b.boolean || a.integer != b.integer || a.text != b.text)
    return false;
  if (a.fields.size() != b.fields.size()) return false;
  for (const json::Field& field : a.fields) {
    const Value* other = b.find(field.name);
    if (!other || !same(field.value, *other)) return false;
  }
  return std::ranges::equal(a.items, b.items, same);
}

// Takes line after line; the number of the first one that is refused, or 0.
std::int64_t breach_of(const std::vector<std::string>& lines, Replay& replay, std::string& why) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const auto refused = replay.take(lines[i])) {
      why = *refused;
      return static_cast<std::int64_t>(i) + 1;
    }
  return 0;
}

TEST(Vectors, EveryGameHasItsResultAndEveryDamagedGameItsBreach) {
  const std::vector<std::string> pieces = lines_of(vectors + "results.json");
  const Value results = parsed(std::accumulate(pieces.begin(), pieces.end(), std::string{}));
  EXPECT_EQ(results.fields.size(), 72U);
  int checked = 0;
  for (const auto& [file, expected] : results.fields) {
    SCOPED_TRACE(file);
    Replay replay;
    std::string why;
    const std::int64_t breach = breach_of(lines_of(vectors + "games/" + file), replay, why);
    ++checked;
    if (const Value* damage = expected.find("breach")) {
      EXPECT_EQ(breach, damage->integer) << why;
      continue;
    }
    EXPECT_EQ(breach, 0) << why;
    ASSERT_TRUE(replay.over());
    EXPECT_TRUE(same(parsed(replay.result()), expected)) << replay.result();
  }
  EXPECT_EQ(checked, 72);
}

TEST(Vectors, WhatWasReadIsWrittenAsItWas) {
  for (int number = 0; number < 24; ++number) {
    const std::string end = "-" + std::to_string(100 + number).substr(1) + ".jsonl";
    const std::vector<std::string> dojo = lines_of(vectors + "games/dojo" + end);
    ASSERT_GT(dojo.size(), 100U);
    EXPECT_EQ(write(*read_dojo_header(parsed(dojo[0]))), dojo[0]);
    for (std::size_t i = 1; i < dojo.size(); ++i) ASSERT_EQ(write(event(dojo[i])), dojo[i]);

    const std::vector<std::string> other = lines_of(vectors + "games/tatamokatsu" + end);
    ASSERT_GT(other.size(), 10U);
    EXPECT_EQ(write(*read_tatamokatsu_header(parsed(other[0]))), other[0]);
    for (std::size_t i = 1; i < other.size(); ++i) ASSERT_EQ(write(tk_event(other[i])), other[i]);
  }
}

}  // namespace
}  // namespace tatami::record
