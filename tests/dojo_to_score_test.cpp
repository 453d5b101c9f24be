#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dojo_support.h"
#include "record/dojo.h"
#include "record_support.h"

namespace tatami::record {
namespace {

using namespace dojo;
using dojo::testing::card;
using testing::expect_problems;
using testing::parsed;

std::string score_problem(const std::string& line) {
  const auto dojo = from_json<DojoToScore>(parsed(line));
  return dojo ? "" : dojo.error().what;
}

const std::string some_rows =
    R"("rows":[["M1","F2","T3","C4"],["M1","F2","T3","C4"],["M2","F3","T4","C5"]])";

TEST(DojoToScore, The_rows_are_enough) {
  const auto dojo = from_json<DojoToScore>(parsed("{" + some_rows + "}"));
  ASSERT_TRUE(dojo.ok());
  EXPECT_EQ(dojo->edition, Edition::fr);
  EXPECT_EQ(dojo->tableau.cards[2][1], card("F3"));
  for (Trophy trophy : dojo->tableau.row_trophies) EXPECT_EQ(trophy, Trophy::none);
  for (Trophy trophy : dojo->tableau.column_trophies) EXPECT_EQ(trophy, Trophy::none);
}

TEST(DojoToScore, Every_error_names_what_is_wrong) {
  const std::string start = "{" + some_rows + ",";
  expect_problems(
      score_problem,
      {{"{}", "rows: is missing"},
       {"[]", "expected an object"},
       {R"({"rows":null})", "rows: expected a list of 3"},
       {R"({"rows":[]})", "rows: expected a list of 3"},
       {R"({"rows":[["M1","F2","T3","C4"],["M1","F2","T3","C4"]]})", "rows:"},
       {R"({"rows":[["M1","F2","T3","C4"],["M1","F2","T3"],["M1","F2","T3","C4"]]})",
        "rows[1]: expected a list of 4"},
       {R"({"rows":[["M1","F2","T3","C4"],["M1","F2","T3","C4"],["M1","F2","T3","C4","B5"]]})",
        "rows[2]"},
       {R"({"rows":[["M1","F2","T3","C4"],["M1","F2","Z3","C4"],["M1","F2","T3","C4"]]})",
        "rows[1][2]: expected a card"},
       {R"({"rows":[["M1","F2","T3",null],["M1","F2","T3","C4"],["M1","F2","T3","C4"]]})",
        "rows[0][3]"},
       {start + R"("edition":"us"})", "edition:"},
       {start + R"("row_trophies":[null,null]})", "row_trophies: expected a list of 3"},
       {start + R"("column_trophies":[null,null,null]})", "column_trophies:"},
       {start + R"("row_trophies":null})", "row_trophies:"},
       {start + R"("row_trophies":["broom",null,null]})", "belongs to a column (D2)"},
       {start + R"("column_trophies":[null,null,null,"master"]})", "belongs to a row (D2)"},
       {start + R"("row_trophies":["cup",null,null]})",
        "row_trophies[0]: expected one of master, "},
       {start + R"("row_trophies":["none",null,null]})", "row_trophies[0]:"},
       {start + R"("row_trophies":["master","master","master"]})", "\"master\" (D2)"},
       {start + R"("column_trophies":["belt","belt",null,"belt"]})", "\"belt\" (D2)"},
       {start + R"("trophies":[]})", "unknown field \"trophies\""}});
}

TEST(DojoToScore, D1_refuses_more_copies_than_the_deck_holds) {
  const std::string three =
      R"({"rows":[["M1","F2","T3","C4"],["M2","F3","T4","M1"],["B1","B2","M1","B4"]])";
  EXPECT_EQ(score_problem(three + "}"), "rows: 3 copies of M1, but the deck holds 2 (D1)");
  EXPECT_EQ(score_problem(three + R"(,"deck":{"M1":3}})"), "rows: M2 is not in the deck (D1)");
  EXPECT_EQ(score_problem(three + R"(,"deck":{"M1":3,"F2":1,"T3":1,"C4":1,"M2":1,"F3":1,"T4":1,)"
                                  R"("B1":1,"B2":1,"B4":1}})"),
            "");
  EXPECT_EQ(score_problem(three + R"(,"deck":{"M9":3}})").substr(0, 4), "deck");
}

}  // namespace
}  // namespace tatami::record
