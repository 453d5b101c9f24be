#include "dojo_support.h"
#include "rules/dojo/score.h"

namespace tatami::dojo {

using namespace testing;

namespace {

SeatSet seats(std::initializer_list<int> all) {
  SeatSet set;
  for (int seat : all) set.insert(Seat{seat});
  return set;
}

Cells cells(std::initializer_list<std::pair<int, int>> all) {
  Cells set;
  for (const auto& [row, column] : all) set.insert(Cell{Row{row}, Column{column}});
  return set;
}

// A dojo with a bear on each of these cells.
Dojo bears(std::initializer_list<std::pair<int, int>> all) {
  Dojo dojo;
  dojo.occupied = cells(all);
  for (Cell cell : dojo.occupied) dojo.cards[slot(cell)] = Card{Disciple::bear, Belt{1}};
  return dojo;
}

}  // namespace

TEST(Dojo, D1_sixty_cards_two_of_each_disciple_and_belt) {
  EXPECT_EQ(standard_deck().total(), 60);
  int kinds = 0;
  for_each_card([&](Card each) {
    ++kinds;
    EXPECT_EQ(standard_deck()[each], 2);
  });
  EXPECT_EQ(kinds, 30);
}

TEST(Dojo, D1_a_card_can_be_drawn_as_often_as_the_deck_has_it) {
  Match match{setup(4)};
  match.play({turn(Trophy::belt), draw("M3"), give(0, 0), draw("M3"), give(0, 1)});
  EXPECT_EQ(match.refusal(draw("M3")), Refusal::card_not_in_deck);
  match.play({draw("M4"), give(0, 2), draw("F1"), give(0, 3)}).all_pass().all_place();
  EXPECT_EQ(match.refusal(draw("M3")), Refusal::card_not_in_deck);  // now that they are public
  EXPECT_EQ(match.refusal(draw("M4")), std::nullopt);
}

TEST(Dojo, D1_the_deck_is_data) {
  CardCounts foxes;
  foxes[card("F2")] = 36;
  Match match{setup(3), foxes};
  match.play({turn(Trophy::belt)});
  EXPECT_EQ(match.refusal(draw("M1")), Refusal::card_not_in_deck);
  EXPECT_EQ(legal_chances(match.state).size(), 1U);
  const State end = random_game(setup(3), 1, {}, {}, foxes);
  EXPECT_EQ(end.open.deck_size, 0);
}

TEST(Dojo, D2_two_of_each_trophy) {
  EXPECT_EQ(full_box().total(), 12);
  Match match{setup(3)};
  EXPECT_EQ(legal_chances(match.state).size(), 6U);
  match.recruit({"M5", "M1", "M2"}, Trophy::belt).play({challenge(1), swap(0, false)}).all_place();
  match.play({at_column(0, 0)});
  EXPECT_EQ(match.open().pile[Trophy::belt], 1);
  match.recruit({"F5", "F1", "F2"}, Trophy::belt).play({challenge(2), swap(1, false)}).all_place();
  match.play({at_column(1, 0)});
  EXPECT_EQ(match.refusal(turn(Trophy::belt)), Refusal::trophy_not_in_pile);
  EXPECT_EQ(match.open().pile.total(), 10);
}

TEST(Dojo, D2_black_trophies_are_for_rows_and_orange_ones_for_columns) {
  EXPECT_TRUE(is_black(Trophy::master));
  EXPECT_TRUE(is_black(Trophy::incense));
  EXPECT_TRUE(is_black(Trophy::assistant));
  EXPECT_FALSE(is_black(Trophy::belt));
  EXPECT_FALSE(is_black(Trophy::kimono));
  EXPECT_FALSE(is_black(Trophy::broom));
}

TEST(Dojo, D3_the_table_names_the_first_dealer) {
  dojo::Setup named = setup(4);
  named.first_dealer = Seat{2};
  Match match{named};
  match.play({turn(Trophy::broom), draw("B1")});
  EXPECT_EQ(match.open().to_act, seats({2}));
  EXPECT_EQ(match.refusal(give(1, 0)), Refusal::not_your_turn);
}

TEST(Dojo, D4_a_trophy_is_turned_over_only_if_none_is_face_up) {
  Match match{setup(3)};
  EXPECT_EQ(match.refusal(draw("M1")), Refusal::not_now);
  match.recruit({"M1", "F1", "T1"}, Trophy::incense).all_pass().all_place();
  EXPECT_EQ(match.open().face_up, Trophy::incense);
  EXPECT_EQ(match.refusal(turn(Trophy::broom)), Refusal::not_now);
  EXPECT_EQ(match.refusal(draw("M1")), std::nullopt);
}

TEST(Dojo, D5_each_gets_exactly_one_card_in_the_order_the_dealer_likes) {
  Match match{setup(4)};
  match.play({turn(Trophy::belt), draw("M1"), give(0, 2)});
  EXPECT_EQ(match.refusal(give(0, 1)), Refusal::not_now);  // nothing is drawn yet
  match.play({draw("M2")});
  EXPECT_EQ(match.refusal(give(0, 2)), Refusal::already_has_card);
  EXPECT_EQ(match.refusal(give(0, 4)), Refusal::no_such_seat);
  match.play({give(0, 0), draw("M3"), give(0, 3), draw("M4")});
  EXPECT_EQ(legal_actions(match.open(), Seat{0}).size(), 1U);  // the last one is forced
  match.play({give(0, 1)});
  EXPECT_EQ(match.open().phase, Phase::ask);
  EXPECT_EQ(match.open().giving_order[0], Seat{2});
  EXPECT_EQ(match.open().giving_order[3], Seat{1});
  EXPECT_EQ(match.state.hidden.hands[Seat{3}], card("M3"));
}

TEST(Dojo, D6_opponents_are_asked_clockwise_and_the_first_challenge_ends_the_asking) {
  dojo::Setup named = setup(4);
  named.first_dealer = Seat{2};
  Match match{named};
  match.recruit({"M1", "M2", "M3", "M4"});
  EXPECT_EQ(match.open().to_act, seats({3}));
  EXPECT_EQ(match.refusal(challenge(0)), Refusal::not_your_turn);
  EXPECT_EQ(match.refusal(challenge(2)), Refusal::not_your_turn);  // not the dealer
  match.play({pass(3)});
  EXPECT_EQ(match.open().to_act, seats({0}));
  match.play({challenge(0)});
  EXPECT_EQ(match.refusal(challenge(1)), Refusal::not_now);
  EXPECT_EQ(match.open().duel->challenger_card, card("M3"));
  EXPECT_EQ(match.open().duel->dealer_card, card("M1"));
}

TEST(Dojo, D6_the_higher_belt_wins_and_on_a_tie_the_attacker) {
  const auto winner = [](std::string_view dealers, std::string_view challengers) {
    Match match{setup(3)};
    match.recruit({dealers, challengers, "B1"}).play({challenge(1)});
    return match.open().duel->winner;
  };
  EXPECT_EQ(winner("M3", "F2"), Seat{0});
  EXPECT_EQ(winner("M3", "F4"), Seat{1});
  EXPECT_EQ(winner("M3", "F3"), Seat{1});
  EXPECT_EQ(winner("R1", "M5"), Seat{1});
}

TEST(Dojo, D7_the_winner_takes_the_trophy_and_may_exchange_the_cards) {
  Match match{setup(3)};
  match.recruit({"M5", "F2", "B1"}, Trophy::kimono).play({challenge(1)});
  EXPECT_EQ(match.open().face_up, Trophy::none);
  EXPECT_EQ(match.open().prize, Trophy::kimono);
  EXPECT_EQ(match.open().to_act, seats({0}));
  EXPECT_EQ(match.refusal(swap(1, true)), Refusal::not_your_turn);
  EXPECT_EQ(match.refusal(place(0, 0, 0)), Refusal::not_now);
  match.play({swap(0, true)});
  EXPECT_EQ(match.state.hidden.hands[Seat{0}], card("F2"));
  EXPECT_EQ(match.state.hidden.hands[Seat{1}], card("M5"));
  EXPECT_EQ(match.dojo(0).challenges_won, 1);
}

TEST(Dojo, D8_without_a_challenge_the_trophy_stays) {
  Match match{setup(3)};
  match.recruit({"M5", "F2", "B1"}, Trophy::kimono).play({pass(1), pass(2)});
  EXPECT_EQ(match.open().phase, Phase::train);
  match.all_place();
  EXPECT_EQ(match.open().face_up, Trophy::kimono);
  EXPECT_EQ(match.open().phase, Phase::draw);
}

TEST(Dojo, D9_all_place_at_once_in_any_order) {
  Match match{setup(3)};
  match.recruit({"M5", "F2", "B1"}).all_pass();
  EXPECT_EQ(match.open().to_act, seats({0, 1, 2}));
  match.play({place(2, 0, 0), place(0, 0, 0)});
  EXPECT_EQ(match.refusal(place(2, 0, 0)), Refusal::not_your_turn);
  EXPECT_TRUE(match.dojo(2).occupied.empty());  // nobody sees it yet
  match.play({place(1, 0, 0)});
  EXPECT_EQ(match.dojo(2).at(Cell{Row{0}, Column{0}}), card("B1"));
  EXPECT_EQ(match.dojo(0).at(Cell{Row{0}, Column{0}}), card("M5"));
}

TEST(Dojo, D10_fr_the_first_card_is_where_counting_begins) {
  Match match{setup(3)};
  match.recruit({"M5", "F2", "B1"}).all_pass();
  EXPECT_EQ(match.refusal(place(0, 0, 1)), Refusal::first_card_elsewhere);
  EXPECT_EQ(legal_actions(match.open(), Seat{0}).size(), 1U);
}

TEST(Dojo, D10_fr_the_frame_floats) {
  EXPECT_EQ(open_cells(bears({{0, 0}}), Edition::fr), cells({{-1, 0}, {1, 0}, {0, -1}, {0, 1}}));
  // Three rows are reached: nothing above or below any more.
  EXPECT_EQ(open_cells(bears({{-1, 0}, {0, 0}, {1, 0}}), Edition::fr),
            cells({{-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {0, 1}, {1, 1}}));
  // Four columns are reached, rows are still free both ways.
  EXPECT_EQ(open_cells(bears({{0, -3}, {0, -2}, {0, -1}, {0, 0}}), Edition::fr),
            cells({{-1, -3}, {-1, -2}, {-1, -1}, {-1, 0}, {1, -3}, {1, -2}, {1, -1}, {1, 0}}));
  // Up is possible although the first card was not at the top.
  EXPECT_EQ(open_cells(bears({{0, 0}, {-1, 0}}), Edition::fr),
            cells({{-2, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}}));
}

TEST(Dojo, D10_en_the_frame_is_fixed_and_the_first_card_goes_anywhere_in_it) {
  EXPECT_EQ(open_cells(Dojo{}, Edition::en), fixed_frame);
  EXPECT_EQ(fixed_frame.size(), 12);
  EXPECT_EQ(open_cells(bears({{0, 0}}), Edition::en), cells({{0, 1}, {1, 0}}));
  EXPECT_EQ(open_cells(bears({{2, 3}}), Edition::en), cells({{2, 2}, {1, 3}}));
}

TEST(Dojo, D10_a_card_needs_a_free_cell_beside_another_inside_the_frame) {
  Match match{setup(3)};
  match.recruit({"M5", "F2", "B1"}).all_pass().all_place();
  match.recruit({"M4", "F3", "B2"}).all_pass();
  EXPECT_EQ(match.refusal(place(0, 0, 0)), Refusal::cell_taken);
  EXPECT_EQ(match.refusal(place(0, 1, 1)), Refusal::cell_not_beside_a_card);  // diagonal
  EXPECT_EQ(match.refusal(place(0, 0, 2)), Refusal::cell_not_beside_a_card);
  EXPECT_EQ(match.refusal(place(0, 0, -1)), std::nullopt);
  match.state.open.dojos[Seat{0}] = bears({{0, 0}, {1, 0}, {2, 0}});
  EXPECT_EQ(match.refusal(place(0, -1, 0)), Refusal::cell_outside_frame);
  Match english{setup(3, Edition::en)};
  english.recruit({"M5", "F2", "B1"}).all_pass();
  EXPECT_EQ(english.refusal(place(0, -1, 0)), Refusal::cell_outside_frame);
}

TEST(Dojo, D11_the_winner_places_the_trophy_after_training) {
  Match match{setup(3)};
  match.recruit({"M5", "F2", "B1"}, Trophy::incense).play({challenge(1), swap(0, false)});
  EXPECT_EQ(match.refusal(at_row(0, 0)), Refusal::not_now);
  match.all_place();
  EXPECT_EQ(match.open().to_act, seats({0}));
  EXPECT_EQ(match.refusal(at_row(1, 0)), Refusal::not_your_turn);
  EXPECT_EQ(match.refusal(at_column(0, 0)), Refusal::wrong_kind_of_line);
  EXPECT_EQ(match.refusal(at_row(0, 1)), Refusal::line_without_card);
  match.play({at_row(0, 0)});
  EXPECT_EQ(match.dojo(0).trophy(Row{0}), Trophy::incense);
  EXPECT_EQ(match.open().round, 2);
}

TEST(Dojo, D11_a_line_takes_one_trophy_and_without_a_legal_place_it_goes_to_the_box) {
  Match match{setup(3)};
  match.recruit({"M5", "F2", "B1"}, Trophy::incense).play({challenge(1), swap(0, false)});
  match.all_place().play({at_row(0, 0)});
  // Seat 1 deals; seat 0 challenges with a second black trophy and extends their only row.
  match.recruit({"F1", "B2", "M4"}, Trophy::master).play({pass(2), challenge(0), swap(0, false)});
  match.play({place(0, 0, 1), place(1, 0, 1), place(2, 0, 1)});
  EXPECT_EQ(match.open().round, 3) << "no trophy_at: there was no legal place";
  EXPECT_EQ(match.open().box[Trophy::master], 1);
  EXPECT_EQ(trophies_held(match.open(), Seat{0}), 1);
  EXPECT_EQ(match.dojo(0).challenges_won, 2);
}

TEST(Dojo, D11_fr_a_trophy_travels_with_its_row) {
  Match match{setup(3)};
  match.recruit({"M5", "F2", "B1"}, Trophy::incense).play({challenge(1), swap(0, false)});
  match.all_place().play({at_row(0, 0)});
  while (!is_over(match.open())) {  // seat 0 builds upwards, so the row ends at the bottom
    if (match.open().phase == Phase::train && match.open().to_act.contains(Seat{0})) {
      match.play({*unpack(legal_actions(match.open(), Seat{0})[0])});
    } else if (match.open().phase == Phase::ask) {
      match.play({pass(match.open().to_act.first().value)});
    } else if (chance_acts(match.open())) {
      match.play({*unpack(legal_chances(match.state)[0])});
    } else {
      match.play({*unpack(legal_actions(match.open(), match.open().to_act.first())[0])});
    }
  }
  EXPECT_EQ(match.dojo(0).occupied.first().row(), Row{-2});
  EXPECT_EQ(tableau(match.dojo(0)).row_trophies[2], Trophy::incense);
}

TEST(Dojo, D12_the_player_on_the_left_deals_next) {
  Match match{setup(3)};
  for (const int dealer : {0, 1, 2, 0}) {
    EXPECT_EQ(match.open().dealer, Seat{dealer});
    if (match.open().phase == Phase::turn_trophy) match.play({turn(Trophy::belt)});
    while (match.open().phase != Phase::ask)
      match.play({*unpack(chance_acts(match.open())
                              ? legal_chances(match.state)[0]
                              : legal_actions(match.open(), match.open().to_act.first())[0])});
    match.all_pass().all_place();
  }
}

TEST(Dojo, D13_after_round_twelve_each_dojo_has_twelve_cards) {
  for (const dojo::Setup& each : every_setup()) {
    const State end = random_game(each, 7);
    for (Seat seat : all_seats(each.players))
      EXPECT_EQ(end.open.dojos[seat].occupied.size(), rounds);
    EXPECT_EQ(end.open.deck_size, 60 - 12 * each.players);
    EXPECT_EQ(check(end, draw("M1")), Refusal::game_over);
  }
}

TEST(Dojo, D17_ties_are_broken_by_challenges_or_trophies_and_otherwise_shared) {
  Dojo full;  // twelve bears with white belts each
  full.occupied = fixed_frame;
  for (Cell cell : full.occupied) full.cards[slot(cell)] = card("B1");
  Open open = start(setup(3)).open;
  for (Seat seat : all_seats(3)) open.dojos[seat] = full;
  EXPECT_EQ(outcome(open).winners, seats({0, 1, 2}));

  open.dojos[Seat{1}].challenges_won = 3;
  open.dojos[Seat{2}].column_trophies[0] = Trophy::broom;  // worth nothing here, but held
  open.dojos[Seat{2}].challenges_won = 1;
  EXPECT_EQ(outcome(open).winners, seats({1}));
  open.setup.edition = Edition::en;
  EXPECT_EQ(outcome(open).winners, seats({2}));

  open.dojos[Seat{0}].cards[0] = card("M1");  // fewer points: no tie-break helps
  open.dojos[Seat{0}].challenges_won = 9;
  EXPECT_FALSE(outcome(open).winners.contains(Seat{0}));
}

TEST(Dojo, D18_five_players_are_dealt_rounds_one_and_twelve_at_random) {
  dojo::Setup named = setup(5);
  named.first_dealer = Seat{3};
  Match match{named};
  EXPECT_EQ(match.refusal(turn(Trophy::belt)), Refusal::not_now);
  EXPECT_EQ(match.refusal(deal(1, "M1")), Refusal::not_your_turn);  // seats in order
  match.play({deal(0, "M1"), deal(1, "M2"), deal(2, "M3"), deal(3, "M4")});
  EXPECT_EQ(match.refusal(place(0, 0, 0)), Refusal::not_now);
  match.play({deal(4, "M5")});
  EXPECT_EQ(match.open().phase, Phase::train);  // no challenge
  match.all_place();
  EXPECT_EQ(match.open().dealer, Seat{3});
  EXPECT_EQ(match.open().phase, Phase::turn_trophy);

  PerSeat<int> dealt{};
  const State end = random_game(named, 3, [&](const State& now) {
    if (now.open.phase == Phase::give && now.open.given == 0) ++dealt[now.open.dealer];
    if (now.open.round == 12) {
      EXPECT_NE(now.open.phase, Phase::turn_trophy);
      EXPECT_NE(now.open.phase, Phase::ask);
    }
  });
  for (Seat seat : all_seats(5)) EXPECT_EQ(dealt[seat], 2);
  EXPECT_TRUE(is_over(end.open));
}

TEST(Dojo, D19_white_belt_trophies_are_worth_three_points_and_have_no_place) {
  dojo::Setup white = setup(3);
  white.white_belt = true;
  Match match{white};
  match.recruit({"M5", "F2", "B1"}, Trophy::incense).play({challenge(1), swap(0, false)});
  EXPECT_EQ(match.open().held[Seat{0}][Trophy::incense], 1);
  match.all_place();
  EXPECT_EQ(match.open().phase, Phase::turn_trophy);  // round 2: nothing was placed
  EXPECT_EQ(trophies_held(match.open(), Seat{0}), 1);

  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const State end = random_game(white, seed);
    const Outcome result = outcome(end.open);
    for (Seat seat : all_seats(3)) {
      EXPECT_EQ(result.trophies_held[seat], result.challenges_won[seat]);
      EXPECT_EQ(result.scores[seat], total_as_it_lies(tableau(end.open.dojos[seat]), Edition::fr) +
                                         3 * result.challenges_won[seat]);
    }
  }
}

TEST(Dojo, D20_black_belt_three_throws_each_win_adds_one) {
  const auto duel = [](std::string_view dealers, std::string_view challengers,
                       std::initializer_list<std::pair<Gesture, Gesture>> bouts) {
    dojo::Setup black = setup(3);
    black.black_belt = true;
    Match match{black};
    match.recruit({dealers, challengers, "B1"}).play({challenge(1)});
    for (const auto& [attack, defence] : bouts) {
      EXPECT_EQ(match.open().phase, Phase::throws);
      EXPECT_EQ(match.open().to_act, seats({0, 1}));
      match.play({throws(0, defence)});
      EXPECT_EQ(match.refusal(throws(0, defence)), Refusal::not_your_turn);
      match.play({throws(1, attack)});
    }
    EXPECT_EQ(match.open().phase, Phase::swap);
    return match.open().duel->winner;
  };
  using enum Gesture;
  EXPECT_EQ(duel("M3", "F2", {{rock, rock}, {rock, rock}, {paper, rock}}), Seat{1});  // 3 to 3
  EXPECT_EQ(duel("M3", "F2", {{rock, paper}, {paper, rock}, {rock, rock}}), Seat{0});
  EXPECT_EQ(duel("M5", "F2", {{rock, scissors}, {paper, rock}, {scissors, paper}}), Seat{1});
  EXPECT_EQ(duel("M5", "F1", {{rock, scissors}, {paper, rock}, {scissors, paper}}), Seat{0});
  EXPECT_EQ(duel("M3", "F5", {{rock, paper}, {paper, scissors}, {scissors, rock}}), Seat{0});
}

TEST(Dojo, D20_rock_paper_scissors) {
  using enum Gesture;
  EXPECT_TRUE(beats(rock, scissors) && beats(scissors, paper) && beats(paper, rock));
  EXPECT_FALSE(beats(scissors, rock) || beats(paper, scissors) || beats(rock, paper));
  EXPECT_FALSE(beats(rock, rock) || beats(paper, paper) || beats(scissors, scissors));
}

TEST(Dojo, A_refusal_is_the_first_that_holds) {
  const State end = random_game(setup(3), 5);
  EXPECT_EQ(check(end, give(9, 9)), Refusal::game_over);
  Match match{setup(3)};
  EXPECT_EQ(match.refusal(place(4, 0, 0)), Refusal::not_now);
  match.recruit({"M5", "F2", "B1"}).all_pass();
  EXPECT_EQ(match.refusal(place(4, 0, 0)), Refusal::no_such_seat);
  match.play({place(0, 0, 0)});
  EXPECT_EQ(match.refusal(place(0, 0, 0)), Refusal::not_your_turn);
}

TEST(Dojo, Every_refusal_has_words) {
  for (int code = 0; code <= static_cast<int>(Refusal::line_has_trophy); ++code)
    EXPECT_NE(describe(static_cast<Refusal>(code)), "refused") << code;
}

}  // namespace tatami::dojo
