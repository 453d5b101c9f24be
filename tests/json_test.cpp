#include "record/json.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "rules/core/splitmix.h"

namespace tatami::json {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

Value read(std::string_view text) {
  const auto value = parse(text);
  EXPECT_TRUE(value.ok()) << text << ": " << (value ? "" : value.error().what);
  return value ? *value : Value{};
}

// The problem with it; none if it can be read.
std::string wrong_with(std::string_view text) {
  const auto value = parse(text);
  return value ? "" : value.error().what;
}

bool is_refused(std::string_view text) { return !parse(text).ok(); }

std::string in_quotes(std::string_view text) { return "\"" + std::string{text} + "\""; }

// UTF-8 as the standard's table has it; also of code points that may not be written.
std::string utf8(unsigned code) {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | (code >> shift & 0x3FU));
  };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0U | code >> 6U), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0U | code >> 12U), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
}

std::string nested(std::string_view open, std::string_view inside, std::string_view close,
                   int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += open;
  text += inside;
  for (int i = 0; i < depth; ++i) text += close;
  return text;
}

// ---- Values ----

TEST(Json, Reads_every_kind_of_value) {
  EXPECT_EQ(read("null").kind, Kind::null);
  EXPECT_EQ(read("true").kind, Kind::boolean);
  EXPECT_TRUE(read("true").boolean);
  EXPECT_EQ(read("false").kind, Kind::boolean);
  EXPECT_FALSE(read("false").boolean);
  EXPECT_EQ(read("-12").kind, Kind::integer);
  EXPECT_EQ(read("-12").integer, -12);
  EXPECT_EQ(read("1.5").kind, Kind::number);
  EXPECT_EQ(read("\"M3\"").kind, Kind::string);
  EXPECT_EQ(read("\"M3\"").text, "M3");
  EXPECT_EQ(read("\"\"").text, "");
  EXPECT_EQ(read("[]").kind, Kind::array);
  EXPECT_TRUE(read("[]").items.empty());
  EXPECT_EQ(read("{}").kind, Kind::object);
  EXPECT_TRUE(read("{}").fields.empty());
}

TEST(Json, Reads_lists_and_objects_in_their_order) {
  const Value value = read(R"({"seat":3,"place":[-1,2],"":null,"nested":{"row":[]}})");
  ASSERT_EQ(value.fields.size(), 4U);
  EXPECT_EQ(value.fields[0].name, "seat");
  EXPECT_EQ(value.fields[1].name, "place");
  EXPECT_EQ(value.fields[2].name, "");
  EXPECT_EQ(value.fields[3].name, "nested");
  ASSERT_EQ(value.fields[1].value.items.size(), 2U);
  EXPECT_EQ(value.fields[1].value.items[0].integer, -1);
  EXPECT_EQ(value.fields[1].value.items[1].integer, 2);
  ASSERT_NE(value.find("nested"), nullptr);
  ASSERT_NE(value.find("nested")->find("row"), nullptr);
  EXPECT_EQ(value.find("nested")->find("row")->kind, Kind::array);
  EXPECT_EQ(value.find("row"), nullptr);
  EXPECT_EQ(read("3").find("seat"), nullptr);
}

TEST(Json, Four_kinds_of_space_may_stand_between) {
  const Value value = read(" \t\r\n{ \"a\"\t:\r[\n1 , 2 ] } \r\n");
  ASSERT_NE(value.find("a"), nullptr);
  EXPECT_EQ(value.find("a")->items.size(), 2U);
  for (const std::string& no_space : {"\v"s, "\f"s, "\0"s, "\xC2\xA0"s, "\xEF\xBB\xBF"s})
    EXPECT_TRUE(is_refused(no_space + "1") && is_refused("1" + no_space));
}

TEST(Json, Words_are_written_in_full_and_small) {
  for (const char* text : {"True", "TRUE", "tru", "t", "nul", "nulll", "truefalse", "fals", "NaN",
                           "Infinity", "undefined", "None", "n", "f", "true1"})
    EXPECT_TRUE(is_refused(text)) << text;
}

// ---- Numbers ----

TEST(Json, Whole_numbers_that_fit_are_integers) {
  constexpr auto highest = std::numeric_limits<std::int64_t>::max();
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  const std::vector<std::pair<std::string, std::int64_t>> numbers = {
      {"0", 0},
      {"-0", 0},
      {"7", 7},
      {"-1", -1},
      {"1000000000000", 1'000'000'000'000},
      {std::to_string(highest), highest},
      {std::to_string(lowest), lowest}};
  for (const auto& [text, number] : numbers) {
    EXPECT_EQ(read(text).kind, Kind::integer) << text;
    EXPECT_EQ(read(text).integer, number) << text;
  }
}

TEST(Json, Other_numbers_are_numbers_but_no_integers) {
  for (const std::string& text :
       {"9223372036854775808"s, "-9223372036854775809"s, "18446744073709551616"s,
        std::string(5000, '9'), "1.0"s, "0.5"s, "-0.0"s, "1e0"s, "1E+2"s, "1e-2"s, "12.5e400"s,
        "0e0"s, "1e00"s}) {
    EXPECT_EQ(read(text).kind, Kind::number) << text.substr(0, 30);
    EXPECT_EQ(read(text).integer, 0) << text.substr(0, 30);
  }
}

TEST(Json, Malformed_numbers_are_refused) {
  for (const char* text :
       {"01", "00",  "-01", "-",     "+1",    "--1",  "- 1",   ".5",  "-.5",   "1.", "1.e2",
        "1e", "1e+", "1e-", "1e+-1", "1.2.3", "0x10", "1_000", "1,5", "1 000", "1f", "٣"})
    EXPECT_TRUE(is_refused(text)) << text;
}

// ---- Strings ----

TEST(Json, Escapes_stand_for_their_characters) {
  EXPECT_EQ(read(R"("\"\\\/\b\f\n\r\t")").text, "\"\\/\b\f\n\r\t");
  EXPECT_EQ(read(R"("\u0041\u00e9\u00E9\u20ac")").text, "A\xC3\xA9\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(read(R"("a\u0000b")").text, "a\0b"s);
  for (const char* text : {R"("\x41")", R"("\a")", R"("\')", R"("\0")", R"("\U0041")", R"("\")",
                           R"("\u")", R"("\u12")", R"("\u12g4")", R"("\u 123")", R"("\u-123")",
                           R"("\u+123")", "\"\\\n\"", "\"\\"})
    EXPECT_TRUE(is_refused(text)) << text;
}

TEST(Json, Surrogates_come_in_pairs) {
  EXPECT_EQ(read(R"("\ud83e\udd8a")").text, "\xF0\x9F\xA6\x8A");
  EXPECT_EQ(read(R"("\uD800\uDC00")").text, utf8(0x10000));
  EXPECT_EQ(read(R"("\uDBFF\uDFFF")").text, utf8(0x10FFFF));
  EXPECT_EQ(read(R"("\uD7FF\uE000")").text, utf8(0xD7FF) + utf8(0xE000));
  for (const char* text :
       {R"("\ud83e")", R"("\udd8a")", R"("\udd8a\ud83e")", R"("\ud83e\ud83e")", R"("\ud83eA")",
        R"("\ud83e\u0041")", R"("\ud83e\udbff")", R"("\ud83e\ue000")", R"("\ud83e\n")",
        R"("\ud83e\u")", R"("\ud83e\)", R"("\ud83e)"})
    EXPECT_TRUE(is_refused(text)) << text;
}

TEST(Json, Control_characters_are_refused_and_delete_is_none) {
  for (int byte = 0; byte < 0x20; ++byte) {
    const std::string control(1, static_cast<char>(byte));
    EXPECT_TRUE(is_refused("\"a" + control + "b\"")) << byte;
    EXPECT_TRUE(is_refused("{\"a" + control + "\":1}")) << byte;
  }
  EXPECT_EQ(read("\"\x7F\"").text, "\x7F");
}

TEST(Json, A_nul_byte_is_a_byte_like_any_other) {
  EXPECT_TRUE(is_refused("\0"s));
  EXPECT_TRUE(is_refused("{}\0"s));
  EXPECT_TRUE(is_refused("{\"a\":1\0}"s));
  EXPECT_EQ(wrong_with("{\"a\":1\0}"s), "column 7: expected ',' or '}'");
}

TEST(Json, Strings_and_objects_end) {
  for (const char* text : {"\"", "\"abc", "{", "[", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1",
                           "{\"a\":1,", "[1", "[1,", "", " "})
    EXPECT_TRUE(is_refused(text)) << text;
}

// ---- UTF-8 ----

TEST(Json, Every_character_may_be_written_as_it_is) {
  std::string text;
  const auto check = [&] {
    EXPECT_EQ(read(in_quotes(text)).text, text);
    text.clear();
  };
  for (unsigned code = 0x20; code <= 0x10FFFF; ++code) {
    if (code == '"' || code == '\\' || (0xD800 <= code && code < 0xE000)) continue;
    text += utf8(code);
    if (code % 4096 == 0) check();
  }
  check();
}

TEST(Json, Ill_formed_utf8_is_refused) {
  const std::vector<std::string> ill_formed = {"\x80",
                                               "\xBF",  // no beginning
                                               "\xC0\x80",
                                               "\xC1\xBF",
                                               "\xE0\x80\x80",
                                               "\xE0\x9F\xBF",  // longer than need be
                                               "\xF0\x80\x80\x80",
                                               "\xF0\x8F\xBF\xBF",  //
                                               "\xED\xA0\x80",
                                               "\xED\xBF\xBF",
                                               "\xED\xA0\xBD\xED\xB8\x80",  // surrogates
                                               "\xF4\x90\x80\x80",
                                               "\xF5\x80\x80\x80",
                                               "\xF8\x88\x80\x80\x80",
                                               "\xFE",
                                               "\xFF",  // too high
                                               "\xC3",
                                               "\xE2\x82",
                                               "\xF0\x9F\xA6",
                                               "\xE2",
                                               "\xF0",
                                               "\xF0\x9F",  // cut short
                                               "\xC3(",
                                               "\xE2(\xAC",
                                               "\xE2\x82(",
                                               "\xF0(\xA6\x8A",
                                               "\xF0\x9F(\x8A",
                                               "\xF0\x9F\xA6(",
                                               "\xC3\xC3\xA9",
                                               "\xE2\x82\xE2\x82\xAC"};
  for (const std::string& bytes : ill_formed) {
    EXPECT_TRUE(is_refused(in_quotes(bytes))) << quote(bytes);
    EXPECT_TRUE(is_refused("\"" + bytes)) << "at the very end, " << quote(bytes);
    EXPECT_TRUE(is_refused("{\"" + bytes + "\":1}")) << quote(bytes);
  }
}

TEST(Json, Any_two_or_three_bytes_are_read_exactly_if_they_are_well_formed) {
  // Well-formed text is exactly what utf8() writes of allowed code points.
  const auto well_formed = [](const std::string& bytes) {
    const auto part = [&](std::size_t i, unsigned mask) {
      return static_cast<unsigned char>(bytes[i]) & mask;
    };
    const unsigned code = bytes.size() == 2
                              ? part(0, 0x1F) << 6U | part(1, 0x3F)
                              : part(0, 0x0F) << 12U | part(1, 0x3F) << 6U | part(2, 0x3F);
    return utf8(code) == bytes && (code < 0xD800 || code >= 0xE000);
  };
  for (int lead = 0x80; lead < 0x100; ++lead)
    for (int second = 0x80; second < 0x100; ++second) {
      const std::string two = {static_cast<char>(lead), static_cast<char>(second)};
      ASSERT_EQ(!is_refused(in_quotes(two)), well_formed(two)) << quote(two);
      for (const char third : {'\x80', '\xBF', '\xC0', 'a'}) {
        const std::string three = two + third;
        const bool fine = well_formed(three) || (well_formed(two) && third == 'a');
        ASSERT_EQ(!is_refused(in_quotes(three)), fine) << quote(three);
      }
    }
}

// ---- Structure ----

TEST(Json, Nesting_ends_at_the_deepest_level) {
  EXPECT_EQ(deepest, 16);
  EXPECT_FALSE(is_refused(nested("[", "", "]", deepest)));
  EXPECT_FALSE(is_refused(nested("[", "1", "]", deepest)));
  EXPECT_FALSE(is_refused(nested("{\"a\":", "1", "}", deepest)));
  EXPECT_FALSE(is_refused(nested("[{\"a\":", "1", "}]", deepest / 2)));
  EXPECT_EQ(wrong_with(nested("[", "", "]", deepest + 1)), "column 17: nested too deeply");
  EXPECT_TRUE(is_refused(nested("{\"a\":", "1", "}", deepest + 1)));
  EXPECT_TRUE(is_refused(nested("{\"a\":", "[]", "}", deepest)));
  EXPECT_TRUE(is_refused(nested("[", "{}", "]", deepest)));
  EXPECT_TRUE(is_refused(nested("[", "", "]", 1'000'000)));
  EXPECT_TRUE(is_refused(std::string(1'000'000, '[')));
}

TEST(Json, Wide_is_not_deep) {
  std::string text = "[[]";
  for (int i = 0; i < 10'000; ++i) text += ",[]";
  EXPECT_EQ(read(text + "]").items.size(), 10'001U);
}

TEST(Json, A_field_is_given_once) {
  EXPECT_EQ(wrong_with(R"({"a":1,"a":1})"), "column 14: a field is given twice");
  for (const char* text : {R"({"a":1,"b":2,"a":3})", R"({"a":1,"\u0061":2})", R"({"":1,"":2})",
                           R"([{"x":{"seat":0,"seat":1}}])", R"({"é":1,"\u00e9":2})"})
    EXPECT_TRUE(is_refused(text)) << text;
  for (const char* text : {R"({"a":1,"A":2})", R"({"a":{"a":1}})", R"([{"a":1},{"a":1}])",
                           R"({"a":1,"a\u0000":2})", R"({"a":"a"})"})
    EXPECT_FALSE(is_refused(text)) << text;
}

TEST(Json, Text_after_the_value_is_refused) {
  for (const char* text :
       {"1 2", "{}x", "{} {}", "[]]", "{}}", "null,", "\"a\"\"b\"", "1;", "{}//"})
    EXPECT_NE(wrong_with(text).find("expected nothing more"), std::string::npos) << text;
}

TEST(Json, Lenient_spellings_are_refused) {
  for (const char* text : {"[1,]",       "[,1]",    "[,]",       "[1 2]",
                           "{\"a\":1,}", "{,}",     "{\"a\" 1}", "{\"a\":1 \"b\":2}",
                           "{a:1}",      "{'a':1}", "'a'",       "{1:2}",
                           "{null:1}",   "{\"a\"}", "{\"a\":}",  "[1}",
                           "{\"a\":1]",  "/**/1",   "# 1",       "(1)",
                           "`a`"})
    EXPECT_TRUE(is_refused(text)) << text;
}

TEST(Json, A_problem_names_the_column) {
  const std::vector<std::pair<std::string, std::string>> problems = {
      {"", "column 1: expected a value, found the end of the line"},
      {"  ", "column 3: expected a value, found the end of the line"},
      {"x", "column 1: expected a value"},
      {"[1,x]", "column 4: expected a value"},
      {"[1", "column 3: expected ',' or ']'"},
      {"[1:2]", "column 3: expected ',' or ']'"},
      {"{\"a\":1", "column 7: expected ',' or '}'"},
      {"{\"a\" 1}", "column 6: expected ':'"},
      {"{a:1}", "column 2: expected a name in quotes"},
      {"{} 1", "column 4: expected nothing more"},
      {"-", "column 2: expected a digit"},
      {"[1.]", "column 4: expected a digit"},
      {"[1e]", "column 4: expected a digit"},
      {"[-012]", "column 3: a number may not begin with 0"},
      {"\"ab", "column 4: the string has no end"},
      {"\"a\tb\"", "column 3: control character in a string"},
      {"\"a\xFF\"", "column 3: not UTF-8"},
      {"\"a\\x\"", "column 4: unknown escape"},
      {"\"\\u00x\"", "column 6: expected four hexadecimal digits"},
      {"\"\\ud83e\"", "column 8: half a character"},
      {"\"\\udd8a\"", "column 8: half a character"}};
  for (const auto& [text, problem] : problems) EXPECT_EQ(wrong_with(text), problem) << text;
}

// ---- Quoting ----

TEST(Json, Quoting_is_plain_where_it_can_be) {
  EXPECT_EQ(quote(""), "\"\"");
  EXPECT_EQ(quote("M3"), "\"M3\"");
  EXPECT_EQ(quote("a/b \"c\" \\"), R"("a/b \"c\" \\")");
  EXPECT_EQ(quote("\n\x1F\x7F\0"s), R"("\u000a\u001f\u007f\u0000")");
  EXPECT_EQ(quote("é🦊"), "\"é🦊\"");
  EXPECT_EQ(quote("a\xFFz"), R"("a\ufffdz")");
}

TEST(Json, Quoted_bytes_are_read_back_and_only_ill_formed_ones_replaced) {
  SplitMix numbers{20240601};
  const std::string replacement = utf8(0xFFFD);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    std::string expected;
    for (std::uint32_t piece = numbers.below(20); piece > 0; --piece) {
      unsigned code = numbers.below(3) == 0 ? numbers.below(0x80) : numbers.below(0x110000);
      if (0xD800 <= code && code < 0xE000) code -= 0x800;
      // A byte that can neither begin a character nor go on with the one before, which is whole.
      const bool ill_formed = numbers.below(4) == 0;
      const char stray = static_cast<char>(numbers.below(2) == 0 ? 0x80 + numbers.below(0x40)
                                                                 : 0xF8 + numbers.below(8));
      text += ill_formed ? std::string(1, stray) : utf8(code);
      expected += ill_formed ? replacement : utf8(code);
    }
    ASSERT_EQ(read(quote(text)).text, expected) << quote(text);
  }
}

TEST(Json, Any_bytes_can_be_quoted_on_one_line) {
  SplitMix numbers{42};
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::uint32_t length = numbers.below(40); length > 0; --length)
      text += static_cast<char>(numbers.below(256));
    const std::string quoted = quote(text);
    for (const char c : quoted) ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
    const std::string back = read(quoted).text;
    ASSERT_EQ(read(quote(back)).text, back) << quoted;
  }
}

TEST(Json, Quoting_leaves_nothing_that_steers_a_terminal) {
  EXPECT_EQ(quote("\x1B[2J"), R"("\u001b[2J")");
  EXPECT_EQ(quote("\xC2\x9B"
                  "2J"),
            R"("\u009b2J")");  // the same in one character
  EXPECT_EQ(quote("\xC2\x80\xC2\x9F\xC2\xA0"), "\"\\u0080\\u009f\xC2\xA0\"");
}

TEST(Json, Messages_quote_no_more_than_a_person_reads) {
  EXPECT_EQ(quote_briefly("banana"), "\"banana\"");
  EXPECT_EQ(quote_briefly(std::string(40, 'a')), in_quotes(std::string(40, 'a')));
  EXPECT_EQ(quote_briefly(std::string(41, 'a')), in_quotes(std::string(40, 'a')) + "...");
  EXPECT_LT(quote_briefly(std::string(1'000'000, '\n')).size(), 300U);
}

TEST(Json, Messages_do_not_cut_a_character_in_two) {
  for (const std::string& letter : {"é"s, "€"s, "🦊"s})
    for (int before = 0; before < 4; ++before) {
      std::string text(static_cast<std::size_t>(before), 'a');
      while (text.size() < 100) text += letter;
      EXPECT_EQ(quote_briefly(text).find("\\ufffd"), std::string::npos) << quote_briefly(text);
    }
}

// ---- Whatever comes ----

TEST(Json, Damaged_lines_are_read_or_refused_at_a_column_of_theirs) {
  const std::array<std::string, 6> lines = {
      R"({"game":"dojo","players":4,"edition":"fr","variants":["white-belt"],"first_dealer":2})",
      R"({"seat":3,"trophy_at":{"column":-2}})",
      R"({"seat":1,"place":[-1,2]})",
      R"({"a":"\u00e9\ud83e\udd8a\"\\ é🦊","b":[true,false,null,-0.5e+10,9223372036854775807]})",
      R"([[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]])",
      R"({"rows":[["M1","F2"],[]],"row_trophies":["incense",null,null],"deep":{"er":{}}})"};
  static constexpr auto telling = "{}[]\",:\\u0-+.eE\x80\xC3\xED\xF0 \n\0tfn"sv;
  SplitMix numbers{7};
  int refused = 0;
  for (int round = 0; round < 60'000; ++round) {
    std::string line = lines[numbers.below(lines.size())];
    for (std::uint32_t damage = 1 + numbers.below(3); damage > 0; --damage) {
      const std::size_t at = numbers.below(static_cast<std::uint32_t>(line.size()) + 1);
      const char byte = numbers.below(2) == 0 ? telling[numbers.below(telling.size())]
                                              : static_cast<char>(numbers.below(256));
      switch (numbers.below(5)) {
        case 0:
          line.insert(at, 1, byte);
          break;
        case 1:
          line.erase(at, 1 + numbers.below(4));
          break;
        case 2:
          line.resize(at);
          break;
        case 3:
          line.insert(at, line.substr(at / 2, numbers.below(30)));
          break;
        default:
          if (at < line.size()) line[at] = byte;
      }
    }
    const std::string wrong = wrong_with(line);
    if (wrong.empty()) continue;
    ++refused;
    ASSERT_EQ(wrong.rfind("column ", 0), 0U) << wrong;
    const unsigned long column = std::stoul(wrong.substr(7));
    ASSERT_TRUE(1 <= column && column <= line.size() + 1) << wrong << " in " << quote(line);
  }
  EXPECT_GT(refused, 30'000);
  EXPECT_LT(refused, 60'000);
}

}  // namespace
}  // namespace tatami::json
