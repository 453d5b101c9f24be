#include "record/dojo.h"
#include "record/event.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "dojo_support.h"
#include "record_support.h"
#include "rules/core/splitmix.h"

namespace tatami::record {
namespace {

using namespace dojo;
using dojo::testing::card;
using dojo::testing::every_setup;
using testing::dojo_event;
using testing::expect_problems;
using testing::parsed;

std::string header_problem(const std::string& line) {
  const auto header = from_json<DojoHeader>(parsed(line));
  return header ? "" : header.error().what;
}

std::string event_problem(const std::string& line) {
  const auto action = from_json<dojo::Action>(parsed(line));
  return action ? "" : action.error().what;
}

// ---- Names ----

TEST(RecordNames, Every_card_is_a_disciple_and_a_belt) {
  for_each_card([](Card each) { EXPECT_EQ(card_named(name(each)), each) << name(each); });
  EXPECT_EQ(name(Card{Disciple::monkey, Belt{3}}), "M3");
  EXPECT_EQ(name(Card{Disciple::raccoon, Belt{5}}), "R5");
  for (const char* text : {"", "M", "M0", "M6", "X1", "m3", "M33", "3M", " M3", "M3 ", "M-"})
    EXPECT_FALSE(card_named(text).has_value()) << text;
}

// ---- Headers ----

TEST(RecordHeader, Only_game_and_players_are_needed) {
  const auto header = from_json<DojoHeader>(parsed(R"({"game":"dojo","players":3})"));
  ASSERT_TRUE(header.ok());
  EXPECT_EQ(header->setup.players, 3);
  EXPECT_EQ(header->setup.edition, Edition::fr);
  EXPECT_FALSE(header->setup.white_belt);
  EXPECT_FALSE(header->setup.black_belt);
  EXPECT_EQ(header->setup.first_dealer, Seat{0});
  EXPECT_EQ(header->deck, standard_deck());
}

TEST(RecordHeader, Every_field_is_read) {
  const auto header = from_json<DojoHeader>(
      parsed(R"({"deck":{"M1":30,"R5":31,"F2":0},"first_dealer":4,"variants":["black-belt",)"
             R"("white-belt"],"edition":"en","players":5,"game":"dojo"})"));
  ASSERT_TRUE(header.ok()) << header.error().what;
  EXPECT_EQ(header->setup.players, 5);
  EXPECT_EQ(header->setup.edition, Edition::en);
  EXPECT_TRUE(header->setup.white_belt);
  EXPECT_TRUE(header->setup.black_belt);
  EXPECT_EQ(header->setup.first_dealer, Seat{4});
  EXPECT_EQ(header->deck[card("M1")], 30);
  EXPECT_EQ(header->deck[card("R5")], 31);
  EXPECT_EQ(header->deck.total(), 61);
}

TEST(RecordHeader, Is_written_as_records_md_has_it) {
  DojoHeader header;
  header.setup.white_belt = header.setup.black_belt = true;
  header.setup.first_dealer = Seat{2};
  EXPECT_EQ(to_json(header),
            R"({"game":"dojo","players":4,"edition":"fr","variants":["white-belt","black-belt"],)"
            R"("first_dealer":2})");
  header.setup = {};
  header.setup.edition = Edition::en;
  header.setup.black_belt = true;
  header.deck = {};
  header.deck[card("R5")] = 100;
  header.deck[card("M1")] = 2;
  EXPECT_EQ(to_json(header),
            R"({"game":"dojo","players":4,"edition":"en","variants":["black-belt"],)"
            R"("first_dealer":0,"deck":{"M1":2,"R5":100}})");
}

TEST(RecordHeader, Written_headers_are_read_back) {
  SplitMix numbers{5};
  for (const dojo::Setup& setup : every_setup())
    for (int round = 0; round < 10; ++round) {
      DojoHeader header{setup, standard_deck()};
      header.setup.first_dealer = Seat{static_cast<int>(numbers.below(setup.players))};
      if (round % 2 == 1)
        for_each_card([&](Card each) {
          header.deck[each] = static_cast<std::uint8_t>(2 + numbers.below(254));
        });
      const auto back = from_json<DojoHeader>(parsed(to_json(header)));
      ASSERT_TRUE(back.ok()) << to_json(header) << ": " << back.error().what;
      EXPECT_EQ(*back, header) << to_json(header);
    }
}

TEST(RecordHeader, Every_error_names_the_field) {
  const std::string start = R"({"game":"dojo","players":4,)";
  expect_problems(
      header_problem,
      {{R"({"game":"dojo"})", "players: is missing"},
       {R"({"game":"dojo","players":2})", "players: expected a whole number from 3 to 5"},
       {R"({"game":"dojo","players":6})", "players:"},
       {R"({"game":"dojo","players":-4})", "players:"},
       {R"({"game":"dojo","players":1000000000})", "players:"},
       {R"({"game":"dojo","players":260})", "players:"},
       {R"({"game":"dojo","players":4294967300})", "players:"},
       {R"({"game":"dojo","players":18446744073709551620})", "players:"},
       {R"({"game":"dojo","players":4.0})", "players:"},
       {R"({"game":"dojo","players":"4"})", "players:"},
       {R"({"game":"dojo","players":null})", "players:"},
       {R"({"game":"dojo","players":[4]})", "players:"},
       {start + R"("edition":"de"})", "edition: expected one of fr, en, not \"de\""},
       {start + R"("edition":"FR"})", "edition:"},
       {start + R"("edition":null})", "edition:"},
       {start + R"("edition":["fr"]})", "edition:"},
       {start + R"("variants":"white-belt"})", "variants:"},
       {start + R"("variants":{}})", "variants:"},
       {start + R"("variants":null})", "variants:"},
       {start + R"("variants":["pink-belt"]})",
        "variants[0]: expected one of white-belt, black-belt, not \"pink-belt\""},
       {start + R"("variants":["white-belt",3]})", "variants[1]:"},
       {start + R"("first_dealer":4})", "first_dealer: expected a seat from 0 to 3"},
       {start + R"("first_dealer":-1})", "first_dealer:"},
       {start + R"("first_dealer":"0"})", "first_dealer:"},
       {start + R"("first_dealer":256})", "first_dealer:"},
       {start + R"("deck":[]})", "deck:"},
       {start + R"("deck":null})", "deck:"},
       {start + R"("deck":{}})", "deck: 0 cards, but 4 players need 48 (D1)"},
       {start + R"("deck":{"M1":47}})", "deck: 47 cards"},
       {start + R"("deck":{"M1":48,"Q7":1}})", "deck: unknown card \"Q7\""},
       {start + R"("deck":{"M1":48,"":1}})", "deck:"},
       {start + R"("deck":{"M1":-1,"M2":99}})", "deck.M1"},
       {start + R"("deck":{"M1":256}})", "deck.M1"},
       {start + R"("deck":{"M1":48.5}})", "deck.M1"},
       {start + R"("deck":{"M1":"48"}})", "deck.M1"},
       {start + R"("hands":[]})", "unknown field \"hands\""},
       {start + R"("Edition":"fr"})", "unknown field \"Edition\""},
       {"[]", "expected an object"},
       {"3", "expected an object"},
       {"null", "expected an object"},
       {"\"dojo\"", "expected an object"}});
}

TEST(RecordHeader, The_deck_needs_enough_cards_for_the_players_and_no_more) {
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

TEST(RecordEvent, Each_kind_is_written_as_records_md_has_it) {
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
    EXPECT_EQ(to_json(action), line);
    EXPECT_EQ(dojo_event(line), action) << line;
  }
  const std::vector<std::pair<Trophy, std::string>> trophies = {
      {Trophy::master, "master"}, {Trophy::incense, "incense"}, {Trophy::assistant, "assistant"},
      {Trophy::belt, "belt"},     {Trophy::kimono, "kimono"},   {Trophy::broom, "broom"}};
  for (const auto& [trophy, word] : trophies) EXPECT_EQ(name(trophy), word);
}

TEST(RecordEvent, Every_action_there_is_is_written_and_read_back) {
  int count = 0;
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const auto action = unpack(ActionId::from_bits(static_cast<std::uint16_t>(bits)));
    if (!action) continue;
    ++count;
    ASSERT_EQ(dojo_event(to_json(*action)), *action) << to_json(*action);
  }
  // 6 trophies, 30 cards; by five seats: 30 cards, 5 seats, 2, 3 and 2 answers, 35 cells, 12 lines
  EXPECT_EQ(count, 6 + 30 + 5 * (30 + 5 + 2 + 3 + 2 + 35 + 12));
}

TEST(RecordEvent, The_order_of_fields_does_not_matter) {
  EXPECT_EQ(dojo_event(R"( { "give" : 0 , "seat" : 2 } )"), (Action{Give{Seat{2}, Seat{0}}}));
}

TEST(RecordEvent, Every_error_names_what_is_wrong) {
  expect_problems(event_problem,
                  {{"{}", "no event of Dojo"},
                   {"[]", "expected an object"},
                   {"null", "expected an object"},
                   {R"({"seat":0})", "no event of Dojo"},
                   {R"({"roll":["3","X","T"]})", "no event of Dojo"},
                   {R"({"game":"dojo","players":4})", "no event of Dojo"},
                   {R"({"trophy":"cup"})", "trophy: expected one of "},
                   {R"({"trophy":"none"})", "trophy:"},
                   {R"({"trophy":null})", "trophy:"},
                   {R"({"trophy":1})", "trophy:"},
                   {R"({"seat":0,"trophy":"belt"})", "unknown field \"seat\""},
                   {R"({"draw":"X9"})", "draw: expected a card"},
                   {R"({"draw":"M0"})", "draw:"},
                   {R"({"draw":"M3x"})", "draw:"},
                   {R"({"draw":33})", "draw:"},
                   {R"({"draw":null})", "draw:"},
                   {R"({"draw":["M3"]})", "draw:"},
                   {R"({"draw":"M3","seat":0})", "unknown field \"seat\""},
                   {R"({"deal":"M3"})", "seat: is missing"},
                   {R"({"seat":0,"deal":"M9"})", "deal:"},
                   {R"({"seat":5,"deal":"M3"})", "seat:"},
                   {R"({"seat":"0","deal":"M3"})", "seat:"},
                   {R"({"give":0})", "seat: is missing"},
                   {R"({"seat":2,"give":5})", "give:"},
                   {R"({"seat":2,"give":-1})", "give:"},
                   {R"({"seat":2,"give":true})", "give:"},
                   {R"({"seat":256,"give":0})", "seat:"},
                   {R"({"seat":2,"give":0,"card":"M3"})", "unknown field \"card\""},
                   {R"({"seat":1,"challenge":1})", "challenge: expected true or false"},
                   {R"({"seat":1,"challenge":"true"})", "challenge:"},
                   {R"({"seat":1,"challenge":null})", "challenge:"},
                   {R"({"seat":1,"throw":"lizard"})", "throw: expected one of "},
                   {R"({"seat":1,"throw":0})", "throw:"},
                   {R"({"seat":1,"swap":0})", "swap:"},
                   {R"({"seat":1,"swap":{}})", "swap:"},
                   {R"({"seat":1,"swap":true,"challenge":true})", "unknown field"},
                   {R"({"seat":1,"place":[0]})", "place: expected a list of 2"},
                   {R"({"seat":1,"place":[0,0,0]})", "place:"},
                   {R"({"seat":1,"place":"a1"})", "place:"},
                   {R"({"seat":1,"place":{"row":0,"column":0}})", "place:"},
                   {R"({"seat":1,"place":[3,0]})", "place row"},
                   {R"({"seat":1,"place":[-3,0]})", "place row"},
                   {R"({"seat":1,"place":[0,4]})", "place column"},
                   {R"({"seat":1,"place":[0,-4]})", "place column"},
                   {R"({"seat":1,"place":[0,0.5]})", "place column"},
                   {R"({"seat":1,"place":[99999999999999999999,0]})", "place row"},
                   {R"({"seat":1,"trophy_at":{}})", "trophy_at:"},
                   {R"({"seat":1,"trophy_at":0})", "trophy_at:"},
                   {R"({"seat":1,"trophy_at":null})", "trophy_at:"},
                   {R"({"seat":1,"trophy_at":{"row":3}})", "trophy_at.row"},
                   {R"({"seat":1,"trophy_at":{"column":-4}})", "trophy_at.column"},
                   {R"({"seat":1,"trophy_at":{"row":"0"}})", "trophy_at.row"},
                   {R"({"seat":1,"trophy_at":{"row":0,"column":0}})", "unknown field"},
                   {R"({"seat":1,"trophy_at":{"line":0}})", "trophy_at"}});
}

TEST(RecordEvent, Damaged_events_are_refused_or_mean_what_they_say) {
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
    (void)from_json<DojoHeader>(*value);
    (void)from_json<DojoToScore>(*value);
    const auto action = from_json<Action>(*value);
    if (!action) continue;
    ++taken;
    ASSERT_EQ(dojo_event(to_json(*action)), *action) << line;
  }
  EXPECT_GT(taken, 1000);
}

TEST(RecordHeader, A_proposal_leaves_out_who_begins_if_that_is_drawn) {
  Proposal<DojoHeader> proposal;
  const std::string drawn = R"({"game":"dojo","players":4,"edition":"fr","variants":[]})";
  EXPECT_EQ(to_json(proposal), drawn);
  proposal.first_is_named = true;
  const std::string named =
      R"({"game":"dojo","players":4,"edition":"fr","variants":[],"first_dealer":0})";
  EXPECT_EQ(to_json(proposal), named);
  EXPECT_FALSE(from_json<Proposal<DojoHeader>>(std::string_view{drawn})->first_is_named);
  EXPECT_TRUE(from_json<Proposal<DojoHeader>>(std::string_view{named})->first_is_named);
  EXPECT_FALSE(from_json<Proposal<DojoHeader>>(std::string_view{R"({"game":"dojo"})"}));
  Proposal<TatamokatsuHeader> race;
  EXPECT_EQ(to_json(race).find("first_roller"), std::string::npos);
  race.first_is_named = true;
  EXPECT_EQ(to_json(race), to_json(race.header));
}

TEST(RecordEvent, Secrets_are_null_for_those_who_may_not_know_them) {
  const auto redacted = [](const Action& action) { return to_json(Event<Action>{action, true}); };
  EXPECT_EQ(redacted(Draw{card("M3")}), R"({"draw":null})");
  EXPECT_EQ(redacted(Deal{Seat{1}, card("M3")}), R"({"seat":1,"deal":null})");
  EXPECT_EQ(redacted(Throw{Seat{1}, Gesture::rock}), R"({"seat":1,"throw":null})");
  EXPECT_EQ(redacted(Place{Seat{1}, Cell{Row{0}, Column{1}}}), R"({"seat":1,"place":null})");
  for (const Action& open : {Action{TurnTrophy{Trophy::belt}}, Action{Give{Seat{2}, Seat{0}}},
                             Action{Answer{Seat{1}, true}}, Action{Swap{Seat{1}, false}},
                             Action{PlaceTrophy{Seat{1}, Line{Row{1}}}}})
    EXPECT_EQ(redacted(open), to_json(open));
  EXPECT_EQ(to_json(Event<Action>{Draw{card("M3")}, false}), R"({"draw":"M3"})");

  const auto read = [](std::string_view text) { return *read_event<Action>(text); };
  EXPECT_EQ(read(R"({"draw":"M3"})"), (Event<Action>{Draw{card("M3")}, false}));
  EXPECT_EQ(read(R"({"draw":null})"), (Event<Action>{Draw{}, true}));
  EXPECT_EQ(read(R"({"seat":1,"deal":null})"), (Event<Action>{Deal{Seat{1}, {}}, true}));
  EXPECT_EQ(read(R"({"seat":1,"throw":null})"), (Event<Action>{Throw{Seat{1}, {}}, true}));
  EXPECT_EQ(read(R"({"seat":1,"place":null})"), (Event<Action>{Place{Seat{1}, {}}, true}));
  EXPECT_EQ(read(R"({"seat":1,"give":2})"), (Event<Action>{Give{Seat{1}, Seat{2}}, false}));
  // Open knowledge is never null, and in a record nothing is.
  EXPECT_FALSE(read_event<Action>(R"({"seat":1,"give":null})"));
  EXPECT_FALSE(read_event<Action>(R"({"seat":null,"place":null})"));
  EXPECT_FALSE(read_event<Action>(R"({"seat":1,"place":null,"hand":1})"));
  EXPECT_FALSE(read_event<Action>(R"({"place":null})"));
  EXPECT_FALSE(read_event<Action>(R"({"give":1})"));
  EXPECT_FALSE(from_json<Action>(std::string_view{R"({"draw":null})"}));
}

}  // namespace
}  // namespace tatami::record
