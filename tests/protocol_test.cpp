// The protocol as it is written down, in docs/PROTOCOL.md and in its shapes, held against what
// tables really say.
#include <algorithm>

#include "command_support.h"
#include "record/tatamokatsu.h"
#include "rules/tatamokatsu/legal.h"
#include "table_support.h"

namespace tatami::protocol {
namespace {

using testing::dojo_settings;
using testing::Match;
using testing::parsed;

// ---- A value along a shape ----

const Catalogue& all() {
  static const Catalogue shapes = live::catalogue();
  return shapes;
}

const Shape& shape_named(std::string_view name) {
  const auto& shapes = all().shapes();
  const auto found =
      std::ranges::find_if(shapes, [&](const auto& each) { return each->name == name; });
  EXPECT_NE(found, shapes.end()) << name;
  return **found;
}

// Where the value does not fit; empty: it does.
std::string misfit(const json::Value& value, const Shape& shape, const std::string& path = {});

std::string misfit_of_items(const json::Value& value, const Shape& shape, std::int64_t low,
                            std::int64_t high, const std::string& path) {
  const auto size = static_cast<std::int64_t>(value.items.size());
  if (value.kind != json::Kind::array || size < low || size > high) return path + ": no such list";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    std::string wrong =
        misfit(value.items[i], *shape.parts.front(), path + "[" + std::to_string(i) + "]");
    if (!wrong.empty()) return wrong;
  }
  return {};
}

std::string misfit_of_fields(const json::Value& value, const Shape& shape, bool all_of_them,
                             const std::string& path) {
  if (value.kind != json::Kind::object) return path + ": no object";
  const auto named = [](std::string_view name) {
    return [name](const auto& each) { return each.name == name; };
  };
  for (const Shape::Member& member : shape.members)
    if (all_of_them && member.always && !value.find(member.name))
      return path + "." + member.name + ": missing";
  for (const json::Field& field : value.fields) {
    const auto member = std::ranges::find_if(shape.members, named(field.name));
    if (member == shape.members.end()) return path + "." + field.name + ": unknown";
    std::string wrong = misfit(field.value, *member->shape, path + "." + field.name);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

// Of what the value comes closest to: the one of its type.
std::string misfit_of_all(const json::Value& value, const Shape& shape, const std::string& path) {
  std::string nearest = path + ": fits none";
  for (const Shape* part : shape.parts) {
    std::string wrong = misfit(value, *part, path);
    if (wrong.empty()) return {};
    if (!wrong.starts_with(path + ".type")) nearest = wrong;
  }
  return nearest;
}

std::string misfit(const json::Value& value, const Shape& shape, const std::string& path) {
  const auto unless = [&](bool fits) { return fits ? std::string{} : path + ": wrong value"; };
  switch (shape.kind) {
    case Shape::Kind::boolean:
      return unless(value.kind == json::Kind::boolean);
    case Shape::Kind::integer:
      return unless(value.kind == json::Kind::integer && shape.low <= value.integer &&
                    value.integer <= shape.high);
    case Shape::Kind::decimal:
      return unless(value.kind == json::Kind::integer || value.kind == json::Kind::number);
    case Shape::Kind::text:
      return unless(value.kind == json::Kind::string &&
                    static_cast<std::int64_t>(value.text.size()) <= shape.high);
    case Shape::Kind::words:
      return unless(value.kind == json::Kind::string &&
                    std::ranges::find(shape.words, value.text) != shape.words.end());
    case Shape::Kind::nullable:
      return value.kind == json::Kind::null ? "" : misfit(value, *shape.parts.front(), path);
    case Shape::Kind::list:
      return misfit_of_items(value, shape, shape.low, shape.high, path);
    case Shape::Kind::pair:
      return misfit_of_items(value, shape, 2, 2, path);
    case Shape::Kind::record:
      for (const json::Field& field : value.fields) {
        std::string wrong = misfit(field.value, *shape.parts.front(), path + "." + field.name);
        if (!wrong.empty()) return wrong;
      }
      return unless(value.kind == json::Kind::object);
    case Shape::Kind::partial:
      return misfit_of_fields(value, *shape.parts.front(), false, path);
    case Shape::Kind::object:
      return misfit_of_fields(value, shape, true, path);
    case Shape::Kind::either:
      return misfit_of_all(value, shape, path);
  }
  return {};
}

void expect_message(const std::string& text) {
  const std::string wrong = misfit(parsed(text), shape_named("Message"));
  EXPECT_EQ(wrong, "") << text;
}

// The types of the union of that name.
std::vector<std::string> types_of(std::string_view either) {
  std::vector<std::string> types;
  for (const Shape* part : shape_named(either).parts)
    types.push_back(part->members.front().shape->words.front());
  return types;
}

// ---- docs/PROTOCOL.md ----

struct Document {
  std::vector<std::string> examples;  // blocks of JSON
  std::string record;                 // the block of JSON Lines
};

Document document() {
  Document found;
  std::string* block = nullptr;
  const std::string text = testing::read_file(TATAMI_TEST_DATA "/../docs/PROTOCOL.md");
  for (const std::string& line : testing::lines_in(text)) {
    if (line == "```json")
      block = &found.examples.emplace_back();
    else if (line == "```jsonl")
      block = &found.record;
    else if (line.starts_with("```"))
      block = nullptr;
    else if (block)
      *block += line + "\n";
  }
  return found;
}

// The examples of the commands, or of the messages.
std::vector<std::string> examples_of(std::string_view either) {
  const std::vector<std::string> types = types_of(either);
  std::vector<std::string> examples = document().examples;
  std::erase_if(examples, [&](const std::string& text) {
    const json::Value value = parsed(text);
    const json::Value* type = value.find("type");
    return !type || std::ranges::find(types, type->text) == types.end();
  });
  return examples;
}

void expect_an_example_of_each(std::string_view either) {
  const std::vector<std::string> examples = examples_of(either);
  for (const std::string& type : types_of(either))
    EXPECT_TRUE(std::ranges::any_of(examples, [&](const std::string& text) {
      return parsed(text).find("type")->text == type;
    })) << type;
}

TEST(ProtocolDocument, Shows_every_command_and_each_is_understood) {
  expect_an_example_of_each("Command");
  for (const std::string& text : examples_of("Command")) {
    const auto command = read_command(text);
    ASSERT_TRUE(command) << text << command.error().what;
    EXPECT_EQ(misfit(parsed(text), shape_named("Command")), "") << text;
  }
}

TEST(ProtocolDocument, Shows_every_message_and_each_fits_its_shape) {
  expect_an_example_of_each("Message");
  for (const std::string& text : examples_of("Message")) expect_message(text);
}

TEST(ProtocolDocument, Names_every_refusal) {
  const std::string text = testing::read_file(TATAMI_TEST_DATA "/../docs/PROTOCOL.md");
  for (const auto& [word, refusal] : words_of<Refusal>)
    EXPECT_NE(text.find("`" + std::string{word} + "`"), std::string::npos) << word;
}

TEST(ProtocolDocument, Has_no_block_that_is_neither_but_the_sidecar_of_its_record) {
  const Document found = document();
  std::vector<std::string> rest;
  for (const std::string& text : found.examples)
    if (!parsed(text).find("type")) rest.push_back(text);
  ASSERT_EQ(rest.size(), 1U);
  ASSERT_EQ(found.examples.size(),
            examples_of("Command").size() + examples_of("Message").size() + 1);
  const auto sidecar = from_json<Sidecar>(std::string_view{rest.front()});
  ASSERT_TRUE(sidecar) << sidecar.error().what;
  // The document shows the record's beginning: all that does not fit is that it stops.
  const std::size_t lines = testing::lines_in(found.record).size();
  EXPECT_GT(lines, 5U);
  const auto mismatch = live::verify(found.record, *sidecar);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->line, lines + 1) << mismatch->what;
}

// ---- What tables say ----

void expect_mail_fits(const Match& match) {
  std::size_t letters = 0;
  for (const auto& [guest, client] : match.clients)
    for (const std::string& text : client.mail) expect_message(text), ++letters;
  EXPECT_GT(letters, 50U);
  EXPECT_EQ(misfit(parsed(match.table().sidecar()), shape_named("Sidecar")), "");
}

class LettersOfDojo : public ::testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(LettersOfDojo, Fit_the_shape_of_a_message) {
  const auto& [players, more] = GetParam();
  Match match{dojo_settings(players, more), 31};
  testing::seat_all(match, players);
  testing::play_dojo(match, players);
  match.come(8);  // to a game that is over
  expect_mail_fits(match);
}

INSTANTIATE_TEST_SUITE_P(
    All, LettersOfDojo,
    ::testing::Combine(::testing::Values(3, 4, 5),
                       ::testing::Values("", R"(,"edition":"en")", R"(,"variants":["white-belt"])",
                                         R"(,"variants":["black-belt"],"first_dealer":1)",
                                         R"(,"variants":["white-belt","black-belt"])")));

// Seats that must act decide as the rules allow; those that may react do, more or less wisely.
class TatamokatsuPeople {
 public:
  explicit TatamokatsuPeople(Match& match) : match_(match) {}

  void play() {
    while (!match_.over())
      if (!somebody_acts()) match_.wait();
  }

 private:
  bool somebody_acts() {
    const tatamokatsu::Open open = position();
    if (is_window_open(open)) return react(open);
    if (open.phase == tatamokatsu::Phase::roll) {
      const auto who = Match::guest(open.roller.value);
      return !match_.tell(who, R"({"type":"throw_dice","table":"t1"})");
    }
    const tatamokatsu::Options options{open};
    const auto any = match_.numbers.below(static_cast<std::uint32_t>(options.size()));
    match_.act(Match::guest(open.to_act.first().value),
               record::to_json(*tatamokatsu::unpack(options[any])));
    return true;
  }

  tatamokatsu::Open position() const {
    record::Replay replay;
    for (const std::string& line : testing::lines_in(match_.table().record()))
      EXPECT_FALSE(replay.take(line));
    return replay.state<tatamokatsu::State>()->open;
  }

  bool react(const tatamokatsu::Open& open) {
    if (match_.numbers.below(3) == 0) return false;
    const SeatSet seats = may_react(open);
    const Seat seat = seats.nth(match_.numbers.below(static_cast<std::uint32_t>(seats.size())));
    match_.now += match_.numbers.below(300);
    const tatamokatsu::Millis at{static_cast<int>(match_.numbers.below(900))};
    const tatamokatsu::ActionList known = reactions(open, seat, at);
    const auto any = match_.numbers.below(static_cast<std::uint32_t>(known.size()));
    const auto who = Match::guest(seat.value);
    return !match_.tell(who,
                        match_.act_text(who, record::to_json(*tatamokatsu::unpack(known[any]))));
  }

  Match& match_;
};

class LettersOfTatamokatsu : public ::testing::TestWithParam<int> {};

TEST_P(LettersOfTatamokatsu, Fit_the_shape_of_a_message) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Match match{testing::tatamokatsu_settings(GetParam()), seed};
    testing::seat_all(match, GetParam());
    TatamokatsuPeople{match}.play();
    testing::expect_sound_record(match);
    match.come(8);
    expect_mail_fits(match);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LettersOfTatamokatsu, ::testing::Values(2, 3, 4, 5));

TEST(Protocol, Answers_to_any_command_fit_the_shape_of_a_message) {
  Match match{dojo_settings(3), 32};
  match.sit(0);
  for (const std::string& text : examples_of("Command"))
    for (const table::Guest& who : {Match::guest(0), Match::guest(1)}) {
      const auto command = read_command(text);
      ASSERT_TRUE(command) << text << ": " << command.error().what;
      const auto* for_table = std::get_if<TableCommand>(&*command);
      if (!for_table) continue;
      const auto refused = match.rehearsal.tell(who, *for_table);
      if (refused) expect_message(message_of(*refused));
    }
}

// ---- What is refused ----

TEST(Protocol, An_error_in_a_command_names_its_place) {
  const auto open = [](const std::string& settings) {
    return R"({"type":"open","settings":)" + settings + "}";
  };
  const std::string header = R"("header":{"game":"dojo","players":3})";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {R"([])", R"(expected an object with a "type")"},
      {R"({"table":"t"})", R"(expected an object with a "type")"},
      {R"({"type":7})", R"(expected an object with a "type")"},
      {R"({"type":"fly"})", R"(unknown type "fly")"},
      {R"({"type":"welcome","protocol":1,"name":""})", R"(unknown type "welcome")"},
      {R"({"type":"sit"})", "table: is missing"},
      {R"({"type":"sit","table":"t","more":1})", R"(unknown field "more")"},
      {R"({"type":"sit","table":7})", "table: expected a text in quotes"},
      {R"({"type":"sit","table":null})", "table: expected a text in quotes"},
      {R"({"type":"sit","table":"t","seat":5})", "seat: expected a seat from 0 to 4"},
      {R"({"type":"sit","table":"t","seat":-1})", "seat: expected a seat from 0 to 4"},
      {R"({"type":"sit","table":"t","seat":null})", "seat: expected a seat from 0 to 4"},
      {R"({"type":"sit","table":"t","hand":"third"})", "hand: expected one of left, right"},
      {R"({"type":"watch","table":")" + std::string(33, 'x') + "\"}",
       "table: longer than 32 bytes"},
      {R"({"type":"say","table":"t","text":")" + std::string(2000, 'x') + "\"}",
       "text: longer than"},
      {R"({"type":"lobby","on":"yes"})", "on: expected true or false"},
      {R"({"type":"look"})", "circle: is missing"},
      {R"({"type":"look","circle":")" + std::string(33, 'x') + "\"}",
       "circle: longer than 32 bytes"},
      {R"({"type":"look","circle":"c","line":-1})",
       "line: expected a whole number from 0 to 65535"},
      {open("7"), "settings: expected an object"},
      {open(R"({"tempo":"fast"})"), "settings.header: is missing"},
      {open("{" + header + R"(,"tempo":"slow"})"), "settings.tempo: expected one of relaxed,"},
      {open("{" + header + R"(,"tempo":"days","days":256})"),
       "settings.days: expected a whole number from 0 to 255"},
      {open("{" + header + R"(,"tempo":"fast","more":1})"), R"(settings: unknown field "more")"},
      {open(R"({"header":{"game":"chess","players":2},"tempo":"fast"})"),
       R"(settings.header.game: expected one of dojo, tatamokatsu, not "chess")"},
      {open(R"({"header":{"game":"dojo","players":6},"tempo":"fast"})"),
       "settings.header.players: expected a whole number from 3 to 5"},
      {R"({"type":"lobby","on":true,"on":true})", "invalid JSON: "},
      {R"({"type":"lobby","on":true)", "invalid JSON: "},
  };
  for (const auto& [text, what] : wrong) {
    const auto command = read_command(text);
    ASSERT_FALSE(command) << text;
    EXPECT_TRUE(command.error().what.starts_with(what)) << text << "\n" << command.error().what;
  }
}

// Commands of a game's seats are read by the game.
TEST(Protocol, An_error_in_a_move_names_its_place) {
  Match match{dojo_settings(3), 32};
  testing::seat_all(match, 3);
  const auto refused = [&](const std::string& text) {
    return match.rehearsal.tell(Match::guest(0), std::get<TableCommand>(*read_command(text)));
  };
  const std::string number = "seq: expected a whole number from 0 to 4294967295";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {R"({"type":"act","table":"t","seq":-1,"move":{"seat":0,"give":1}})", number},
      {R"({"type":"act","table":"t","seq":4294967296,"move":{"seat":0,"give":1}})", number},
      {R"({"type":"act","table":"t","seq":1.5,"move":{"seat":0,"give":1}})", number},
      {R"({"type":"act","table":"t","seq":1,"move":{"seat":0,"give":"you"}})",
       "move.give: expected a seat from 0 to 4"},
      {R"({"type":"act","table":"t","seq":1,"move":{"seat":0,"at":-1,"do":"shout"}})",
       "move: no event of Dojo"},
      {R"({"type":"act","table":"t","seq":1,"move":7})", "move: expected an object"},
      {R"({"type":"act","table":"t","seq":1})", "move: is missing"},
      {R"({"type":"throw_dice","table":"t"})", R"(unknown type "throw_dice")"},
      {R"({"type":"take_back","table":"t","seat":1})", R"(unknown field "seat")"},
  };
  for (const auto& [text, what] : wrong) {
    const auto why = refused(text);
    ASSERT_TRUE(why) << text;
    EXPECT_EQ(why->why, Refusal::bad_message) << text;
    EXPECT_TRUE(why->text.starts_with(what)) << text << "\n" << why->text;
  }
  const std::string name(5000, 'x');
  const auto why =
      refused(R"({"type":"act","table":"t","seq":1,"move":{"seat":0,"throw":")" + name + "\"}}");
  ASSERT_TRUE(why);
  EXPECT_LE(why->text.size(), 400U);
}

TEST(Protocol, Names_and_words_have_as_many_characters_in_any_script) {
  std::string name;
  std::string words;
  for (int i = 0; i < 24; ++i) name += "道";
  for (int i = 0; i < 200; ++i) words += "𠮷";
  EXPECT_TRUE(read_command(R"({"type":"rename","to":")" + name + "\"}"));
  EXPECT_TRUE(read_command(R"({"type":"say","table":"t","text":")" + words + "\"}"));
}

TEST(Protocol, A_problem_fits_into_the_refusal_that_tells_it) {
  const std::string name(5000, 'x');
  for (const std::string& text :
       {"{\"type\":\"" + name + "\"}", R"({"type":"sit","table":"t",")" + name + "\":1}"}) {
    const auto command = read_command(text);
    ASSERT_FALSE(command);
    EXPECT_LE(command.error().what.size(), 400U);
  }
}

// ---- What the shapes are printed as ----

bool is_balanced(std::string_view text) {
  std::string open;
  for (char c : text) {
    if (c == '{' || c == '[' || c == '(') open += c;
    if (c != '}' && c != ']' && c != ')') continue;
    const char opening = c == '}' ? '{' : c == ']' ? '[' : '(';
    if (open.empty() || open.back() != opening) return false;
    open.pop_back();
  }
  return open.empty();
}

TEST(Protocol, Its_TypeScript_names_everything_once_and_is_balanced) {
  const std::string types = typescript(all());
  EXPECT_EQ(types, typescript(live::catalogue()));
  std::set<std::string> names;
  for (const std::string& line : testing::lines_in(types)) {
    ASSERT_TRUE(line.starts_with("export type ") && line.ends_with(";")) << line;
    EXPECT_TRUE(is_balanced(line)) << line;
    EXPECT_TRUE(names.insert(line.substr(12, line.find(' ', 12) - 12)).second) << line;
  }
  for (const char* name : {"Command", "Message", "Move", "GameEvent", "Header", "Sidecar"})
    EXPECT_TRUE(names.contains(name)) << name;
  for (const std::string& type : types_of("Command"))
    EXPECT_TRUE(names.contains(type_name(type))) << type;
  for (const std::string& type : types_of("Message"))
    EXPECT_TRUE(names.contains(type_name(type))) << type;
}

void expect_references(const json::Value& value, const json::Value& definitions) {
  constexpr std::string_view start = "#/$defs/";
  if (const json::Value* reference = value.find("$ref")) {
    ASSERT_TRUE(reference->text.starts_with(start)) << reference->text;
    EXPECT_TRUE(definitions.find(reference->text.substr(start.size()))) << reference->text;
  }
  for (const json::Value& item : value.items) expect_references(item, definitions);
  for (const json::Field& field : value.fields) expect_references(field.value, definitions);
}

TEST(Protocol, Its_JSON_Schema_is_JSON_and_every_reference_leads_somewhere) {
  const std::string text = json_schema(all());
  EXPECT_EQ(text, json_schema(live::catalogue()));
  const json::Value schema = parsed(text);
  const json::Value* definitions = schema.find("$defs");
  ASSERT_TRUE(definitions);
  for (const char* name : {"Command", "Message", "Sidecar"}) EXPECT_TRUE(definitions->find(name));
  expect_references(schema, *definitions);
}

}  // namespace
}  // namespace tatami::protocol
