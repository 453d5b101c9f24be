#include "bots/dojo/net.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "rules/dojo/types.h"

namespace tatami::bots {

using namespace dojo;

namespace {

// Sizes as in tools/train/net.py; inputs are filled up with zeros.
constexpr std::size_t row_input = 80;
constexpr std::size_t column_input = 48;
constexpr std::size_t seat_input = 48;
constexpr std::size_t table_input = 88;
constexpr std::size_t line_hidden = 64;
constexpr std::size_t line = 48;
constexpr std::size_t seat_hidden = 112;
constexpr std::size_t seat_size = 72;
constexpr std::size_t head = 32;
constexpr std::size_t neighbours = 5;  // none to four taken cells beside a cell
constexpr std::size_t cells = std::size_t{dojo_rows} * dojo_columns;

template <std::size_t N>
using Numbers = std::array<float, N>;

// The weights of one input lie together, so that inputs that are 0, and most are, cost nothing.
template <std::size_t In, std::size_t Out>
struct Layer {
  Numbers<In * Out> weights{};
  Numbers<Out> biases{};

  void add(const Numbers<In>& input, Numbers<Out>& sum) const {
    for (std::size_t i = 0; i < In; ++i) {
      if (input[i] == 0) continue;
      const float* row = weights.data() + i * Out;
      for (std::size_t o = 0; o < Out; ++o) sum[o] += input[i] * row[o];
    }
  }
  Numbers<Out> of(const Numbers<In>& input) const {
    Numbers<Out> sum = biases;
    add(input, sum);
    return sum;
  }
};

template <std::size_t N>
Numbers<N> positive(Numbers<N> numbers) {
  for (float& number : numbers) number = std::max(number, 0.0F);
  return numbers;
}

template <std::size_t N>
Numbers<N> sum_of(Numbers<N> first, const Numbers<N>& second) {
  for (std::size_t i = 0; i < N; ++i) first[i] += second[i];
  return first;
}

}  // namespace

struct DojoNet::Weights {
  Layer<row_input, line_hidden> row_in;
  Layer<table_input, line_hidden> row_table;
  Layer<line_hidden, line> row_out;
  Layer<column_input, line_hidden> column_in;
  Layer<table_input, line_hidden> column_table;
  Layer<line_hidden, line> column_out;
  Layer<line, line> cell_row;
  Layer<line, line> cell_column;
  Layer<3 * line + seat_input, seat_hidden> seat_in;
  Layer<table_input, seat_hidden> seat_table;
  Layer<seat_hidden, seat_size> seat_out;
  std::array<Layer<seat_size, seat_size>, 2> mix_own;
  std::array<Layer<3 * seat_size, seat_size>, 2> mix_all;
  Layer<seat_size, head> said_hidden;
  Layer<head, 3> said;
  Layer<line, line> cell_hidden;
  Layer<seat_size, line> cell_me;
  Layer<line, neighbours> cell_said;
  Layer<line, head> row_hidden;
  Layer<seat_size, head> row_me;
  Layer<head, 1> row_said;
  Layer<line, head> column_hidden;
  Layer<seat_size, head> column_me;
  Layer<head, 1> column_said;
  Layer<seat_size, head> answer_hidden;
  Layer<head, 4> answer_said;

  // Calls it(name, layer, whether it has biases) for each.
  template <class It>
  void for_each_layer(It&& it) {
    it("row_in", row_in, true);
    it("row_table", row_table, false);
    it("row_out", row_out, true);
    it("column_in", column_in, true);
    it("column_table", column_table, false);
    it("column_out", column_out, true);
    it("cell_row", cell_row, true);
    it("cell_column", cell_column, false);
    it("seat_in", seat_in, true);
    it("seat_table", seat_table, false);
    it("seat_out", seat_out, true);
    it("mix_own.0", mix_own[0], false);
    it("mix_own.1", mix_own[1], false);
    it("mix_all.0", mix_all[0], true);
    it("mix_all.1", mix_all[1], true);
    it("said_hidden", said_hidden, true);
    it("said", said, true);
    it("cell_hidden", cell_hidden, true);
    it("cell_me", cell_me, false);
    it("cell_said", cell_said, true);
    it("row_hidden", row_hidden, true);
    it("row_me", row_me, false);
    it("row_said", row_said, true);
    it("column_hidden", column_hidden, true);
    it("column_me", column_me, false);
    it("column_said", column_said, true);
    it("answer_hidden", answer_hidden, true);
    it("answer_said", answer_said, true);
  }
};

namespace {

// ---- The file (tools/train/weights.py) ----

constexpr std::string_view title = "tatami-net 1\n";

std::uint32_t checksum(std::string_view bytes) {  // CRC-32
  std::uint32_t sum = 0xFFFFFFFFU;
  for (const char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1U ^ ((sum & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~sum;
}

float from_half(std::uint32_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16U;
  const std::uint32_t exponent = bits >> 10U & 0x1FU;
  const std::uint32_t fraction = bits & 0x3FFU;
  if (exponent == 0) {
    const float small = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -small : small;
  }
  return std::bit_cast<float>(sign | (exponent + 112U) << 23U | fraction << 13U);
}

// Takes numbers from the front of the bytes; one that is not there is 0 and remembered.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool is_whole() const { return whole_; }
  bool is_empty() const { return rest_.empty(); }

  std::string_view take(std::size_t size) {
    whole_ = whole_ && size <= rest_.size();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::uint32_t number(std::size_t bytes) {
    std::uint32_t found = 0;
    unsigned shift = 0;
    for (const char byte : take(bytes)) {
      found |= std::uint32_t{static_cast<unsigned char>(byte)} << shift;
      shift += 8;
    }
    return found;
  }
  bool expects(std::string_view name, std::size_t rows, std::size_t columns) {
    if (take(number(1)) != name) return false;
    const std::size_t dimensions = number(1);
    if (dimensions != (columns == 0 ? 1U : 2U) || number(4) != rows) return false;
    return columns == 0 || number(4) == columns;
  }

 private:
  std::string_view rest_;
  bool whole_ = true;
};

}  // namespace

Result<DojoNet, std::string> DojoNet::read(std::string_view file) {
  constexpr std::size_t sum = 4;
  if (!file.starts_with(title) || file.size() < title.size() + sum)
    return std::string{"these are not a net's weights, version 1"};
  if (Reader{file.substr(file.size() - sum)}.number(sum) !=
      checksum(file.substr(0, file.size() - sum)))
    return std::string{"the weights do not match their checksum"};
  Reader reader{file.substr(title.size(), file.size() - title.size() - sum)};
  const auto weights = std::make_shared<Weights>();
  std::size_t tensors = 0;
  weights->for_each_layer([&](const char*, auto&, bool biased) { tensors += biased ? 2U : 1U; });
  bool fits = reader.number(4) == tensors;
  weights->for_each_layer([&]<std::size_t In, std::size_t Out>(const std::string& name,
                                                               Layer<In, Out>& layer, bool biased) {
    fits = fits && reader.expects(name + ".weight", Out, In);
    if (!fits) return;
    for (std::size_t o = 0; o < Out; ++o)
      for (std::size_t i = 0; i < In; ++i) layer.weights[i * Out + o] = from_half(reader.number(2));
    if (!biased) return;
    fits = reader.expects(name + ".bias", Out, 0);
    if (!fits) return;
    for (float& bias : layer.biases) bias = from_half(reader.number(2));
  });
  if (!fits || !reader.is_whole() || !reader.is_empty())
    return std::string{"the weights are those of another net"};
  return DojoNet{weights};
}

namespace {

// ---- What it sees ----

enum : std::uint8_t { give = 3, ask, throws, swap, train, place_trophy };  // of Phase

struct SeenDojo {
  std::array<Numbers<row_input>, dojo_rows> rows{};
  std::array<Numbers<column_input>, dojo_columns> columns{};
  std::array<bool, cells> open{};
  Numbers<seat_input> seat{};
};

struct Sight {
  int players = 0;
  std::array<SeenDojo, most_players> dojos{};
  Numbers<table_input> table{};
  std::array<std::uint8_t, 40> beside{};  // of each cell of the own floor: taken cells
};

constexpr int floor_rows = 2 * furthest_row + 1;
constexpr int floor_columns = 2 * furthest_column + 1;

class Floor {
 public:
  explicit Floor(const std::uint8_t* rows) : rows_(rows) {}

  bool taken(int row, int column) const {
    return 0 <= row && row < floor_rows && 0 <= column && column < floor_columns &&
           (rows_[row] >> column & 1) != 0;
  }
  int beside(int row, int column) const {
    return static_cast<int>(taken(row - 1, column)) + static_cast<int>(taken(row + 1, column)) +
           static_cast<int>(taken(row, column - 1)) + static_cast<int>(taken(row, column + 1));
  }
  // D10
  bool fits(int row, int column, bool is_fixed) const {
    if (is_fixed) return row >= furthest_row && column >= furthest_column;
    for (int r = 0; r < floor_rows; ++r)
      for (int c = 0; c < floor_columns; ++c)
        if (taken(r, c) && (std::abs(r - row) >= dojo_rows || std::abs(c - column) >= dojo_columns))
          return false;
    return true;
  }

 private:
  const std::uint8_t* rows_;
};

std::size_t slot_of(int row, int column) {
  return slot(Row{row - furthest_row}) * dojo_columns + slot(Column{column - furthest_column});
}

// 1 for each of 1 to Most that a count reaches.
template <std::size_t Most, std::size_t Kinds, std::size_t N>
void put_counts(Numbers<N>& out, std::size_t at, const std::array<int, Kinds>& counts) {
  for (std::size_t kind = 0; kind < Kinds; ++kind)
    for (std::size_t k = 0; k < Most; ++k)
      out[at + kind * Most + k] = counts[kind] > static_cast<int>(k) ? 1.0F : 0.0F;
}

template <std::size_t N>
void put_one_hot(Numbers<N>& out, std::size_t at, int number, int first, int last) {
  if (first <= number && number <= last) out[at + static_cast<std::size_t>(number - first)] = 1;
}

int disciple_of(unsigned card) { return static_cast<int>(card >> 3U); }
int belt_of(unsigned card) { return static_cast<int>(card & 7U); }  // 0: no card

template <std::size_t N>
void put_card(Numbers<N>& out, std::size_t at, unsigned card) {
  if (belt_of(card) == 0) return;
  put_one_hot(out, at, disciple_of(card), 0, disciple_kinds - 1);
  put_one_hot(out, at + disciple_kinds, belt_of(card), 1, belt_kinds);
}

// As it lies, with the card at hand, and with the one it may be exchanged for.
void see_lines(const std::uint8_t* own, unsigned card, unsigned other, SeenDojo& dojo) {
  std::array<std::array<int, disciple_kinds>, dojo_rows> disciples{};
  std::array<std::array<int, belt_kinds>, dojo_columns> belts{};
  for (std::size_t place = 0; place < cells; ++place) {
    const unsigned laid = own[4 + place];
    if (belt_of(laid) == 0) continue;
    ++disciples[place / dojo_columns][static_cast<std::size_t>(disciple_of(laid))];
    ++belts[place % dojo_columns][static_cast<std::size_t>(belt_of(laid) - 1)];
  }
  std::size_t part = 0;
  for (const unsigned added : {0U, card, other}) {
    const bool adds = belt_of(added) != 0;
    for (std::size_t row = 0; row < dojo_rows; ++row) {
      auto counts = disciples[row];
      if (adds) ++counts[static_cast<std::size_t>(disciple_of(added))];
      put_counts<dojo_columns>(dojo.rows[row], part * disciple_kinds * dojo_columns, counts);
    }
    for (std::size_t column = 0; column < dojo_columns; ++column) {
      auto counts = belts[column];
      if (adds) ++counts[static_cast<std::size_t>(belt_of(added) - 1)];
      put_counts<dojo_rows>(dojo.columns[column], part * belt_kinds * dojo_rows, counts);
    }
    ++part;
  }
  for (std::size_t row = 0; row < dojo_rows; ++row)
    put_one_hot(dojo.rows[row], 72, own[16 + row], 1, 3);
  for (std::size_t column = 0; column < dojo_columns; ++column)
    put_one_hot(dojo.columns[column], 45, own[19 + column], 4, 6);
}

void see_open_slots(const std::uint8_t* own, bool is_fixed, SeenDojo& dojo) {
  const Floor floor{own + 23};
  bool is_empty = true;
  for (int row = 0; row < floor_rows; ++row)
    for (int column = 0; column < floor_columns; ++column) {
      is_empty = is_empty && !floor.taken(row, column);
      if (!floor.taken(row, column) && floor.beside(row, column) > 0 &&
          floor.fits(row, column, is_fixed))
        dojo.open[slot_of(row, column)] = true;
    }
  if (is_empty) dojo.open[0] = true;  // the first card is as good anywhere
}

Numbers<table_input> see_table(const DojoObservation& seen) {
  Numbers<table_input> table{};
  put_one_hot(table, 0, seen[0], give, place_trophy);
  put_one_hot(table, 6, seen[1], 1, rounds);
  put_one_hot(table, 18, seen[2], 3, 5);
  for (std::size_t i = 0; i < 3; ++i) table[21 + i] = seen[3 + i];
  put_one_hot(table, 24, seen[7], 1, 6);
  put_one_hot(table, 30, seen[8], 1, 6);
  table[36] = static_cast<float>(seen[9]) / 60;
  for (std::size_t i = 0; i < 42; ++i) table[37 + i] = static_cast<float>(seen[31 + i]) / 2;
  table[79] = seen[14] < most_players ? 1.0F : 0.0F;
  table[80] = seen[18] > 0 ? 1.0F : 0.0F;
  table[81] = static_cast<float>(seen[19]) / 3;
  return table;
}

// How far a seat is after the dealer, in turn.
int after_dealer(const DojoObservation& seen, int players, int seat) {
  return ((seat - seen[6]) % players + players) % players;
}

// D6: those asked before the one who is asked now (the seat that sees), or who challenged, have
// passed.
int asked_until(const DojoObservation& seen, int players) {
  if (seen[14] < most_players) return after_dealer(seen, players, seen[14]);
  if (seen[0] == ask) return after_dealer(seen, players, 0);
  return seen[0] == train ? players : 0;
}

struct Hand {
  unsigned card = 0;  // what a seat has or would have: known, shown in the challenge, or just drawn
  unsigned other = 0;  // what it may be exchanged for
};

Hand hand_of(const DojoObservation& seen, int seat, const std::uint8_t* own) {
  const int phase = seen[0];
  if (phase == place_trophy) return {};
  if (phase == give && own[0] == 0) return {seen[11], 0};
  const bool challenges = seat == seen[14];
  if (challenges || (seen[14] < most_players && seat == seen[6])) {
    const bool swapped = seen[18] > 0;
    const bool has_challengers = challenges != swapped;
    const unsigned card = has_challengers ? seen[15] : seen[16];
    const unsigned other = has_challengers ? seen[16] : seen[15];
    return {card, phase == swap ? other : 0};
  }
  return {seat == 0 ? seen[10] : own[1], 0};
}

Sight see(const DojoObservation& seen) {
  Sight sight;
  const int players = std::clamp<int>(seen[2], 1, most_players);
  const int until = asked_until(seen, players);
  sight.players = players;
  sight.table = see_table(seen);
  for (int seat = 0; seat < players; ++seat) {
    const auto place = static_cast<std::size_t>(seat);
    const std::uint8_t* own = seen.data() + 80 + dojo_seat_observation * place;
    const Hand hand = hand_of(seen, seat, own);
    SeenDojo& dojo = sight.dojos[place];
    see_lines(own, hand.card, hand.other, dojo);
    see_open_slots(own, seen[3] != 0, dojo);
    const int after = after_dealer(seen, players, seat);
    const std::array<bool, 8> flags = {true,
                                       seat == 0,
                                       own[0] > 0,
                                       seen[26 + place] > 0,
                                       seat == seen[14],
                                       seat == seen[17],
                                       seat == seen[6],
                                       0 < after && after < until};
    for (std::size_t i = 0; i < flags.size(); ++i) dojo.seat[i] = flags[i] ? 1.0F : 0.0F;
    dojo.seat[8] = static_cast<float>(own[2]) / 4;
    dojo.seat[9] = static_cast<float>(own[3]) / 4;
    put_one_hot(dojo.seat, 10, seat, 0, 4);
    put_one_hot(dojo.seat, 15, after, 0, 4);
    put_card(dojo.seat, 20, hand.card);
    put_card(dojo.seat, 31, hand.other);
  }
  const Floor floor{seen.data() + 80 + 23};
  for (int row = 0; row < floor_rows; ++row)
    for (int column = 0; column < floor_columns; ++column)
      sight.beside[static_cast<std::size_t>(8 * row + column)] =
          static_cast<std::uint8_t>(floor.beside(row, column));
  return sight;
}

// ---- What it thinks ----

using Lines = Numbers<line>;
using OfSeat = Numbers<seat_size>;

struct Judged {
  std::array<Lines, dojo_rows> rows{};
  std::array<Lines, dojo_columns> columns{};
  std::array<Lines, cells> by_cell{};
};

struct OfTable {
  Numbers<line_hidden> rows;
  Numbers<line_hidden> columns;
  Numbers<seat_hidden> seats;
};

OfSeat judge_dojo(const DojoNet::Weights& net, const SeenDojo& dojo, const OfTable& table,
                  Judged& out) {
  Numbers<3 * line + seat_input> input{};
  for (std::size_t row = 0; row < dojo_rows; ++row) {
    const auto hidden = positive(sum_of(net.row_in.of(dojo.rows[row]), table.rows));
    out.rows[row] = positive(net.row_out.of(hidden));
    for (std::size_t i = 0; i < line; ++i) input[i] += out.rows[row][i];
  }
  for (std::size_t column = 0; column < dojo_columns; ++column) {
    const auto hidden = positive(sum_of(net.column_in.of(dojo.columns[column]), table.columns));
    out.columns[column] = positive(net.column_out.of(hidden));
    for (std::size_t i = 0; i < line; ++i) input[line + i] += out.columns[column][i];
  }
  std::array<Lines, dojo_columns> crossing{};
  for (std::size_t column = 0; column < dojo_columns; ++column)
    net.cell_column.add(out.columns[column], crossing[column]);
  for (std::size_t row = 0; row < dojo_rows; ++row) {
    const Lines along = net.cell_row.of(out.rows[row]);
    for (std::size_t column = 0; column < dojo_columns; ++column) {
      const std::size_t place = row * dojo_columns + column;
      out.by_cell[place] = positive(sum_of(along, crossing[column]));
      if (!dojo.open[place]) continue;
      for (std::size_t i = 0; i < line; ++i)
        input[2 * line + i] = std::max(input[2 * line + i], out.by_cell[place][i]);
    }
  }
  std::ranges::copy(dojo.seat, input.begin() + 3 * line);
  return positive(net.seat_out.of(positive(sum_of(net.seat_in.of(input), table.seats))));
}

using Seats = std::array<OfSeat, most_players>;

// Every seat hears of the one that sees, of the average and of the highest of all.
void mix(const DojoNet::Weights& net, std::size_t which, int players, Seats& seats) {
  Numbers<3 * seat_size> together{};
  for (std::size_t i = 0; i < seat_size; ++i) {
    together[i] = seats[0][i];
    float sum = 0;
    float most = 0;
    for (int seat = 0; seat < players; ++seat) {
      sum += seats[static_cast<std::size_t>(seat)][i];
      most = std::max(most, seats[static_cast<std::size_t>(seat)][i]);
    }
    together[seat_size + i] = sum / static_cast<float>(players);
    together[2 * seat_size + i] = most;
  }
  const OfSeat heard = net.mix_all[which].of(together);
  for (int seat = 0; seat < players; ++seat) {
    OfSeat& own = seats[static_cast<std::size_t>(seat)];
    OfSeat changed = heard;
    net.mix_own[which].add(own, changed);
    own = sum_of(own, positive(changed));
  }
}

template <std::size_t Hidden, std::size_t Out>
Numbers<Out> say(const Layer<line, Hidden>& hidden, const Layer<Hidden, Out>& said,
                 const Lines& what, const Numbers<Hidden>& of_me) {
  return said.of(positive(sum_of(hidden.of(what), of_me)));
}

void say_cells(const DojoNet::Weights& net, const Sight& sight, const Judged& own, const OfSeat& me,
               DojoForecast& out) {
  Lines of_me{};
  net.cell_me.add(me, of_me);
  std::array<Numbers<neighbours>, cells> by_slot{};
  for (std::size_t place = 0; place < cells; ++place)
    by_slot[place] = say(net.cell_hidden, net.cell_said, own.by_cell[place], of_me);
  for (int row = 0; row < floor_rows; ++row)
    for (int column = 0; column < floor_columns; ++column) {
      const auto what = static_cast<std::size_t>(8 * row + column);
      out.logits[what] = by_slot[slot_of(row, column)][sight.beside[what]];
    }
}

void say_lines(const DojoNet::Weights& net, const Judged& own, const OfSeat& me,
               DojoForecast& out) {
  Numbers<head> to_rows{};
  Numbers<head> to_columns{};
  net.row_me.add(me, to_rows);
  net.column_me.add(me, to_columns);
  for (int row = -furthest_row; row <= furthest_row; ++row)
    out.logits[Line{Row{row}}.code()] =
        say(net.row_hidden, net.row_said, own.rows[slot(Row{row})], to_rows)[0];
  for (int column = -furthest_column; column <= furthest_column; ++column)
    out.logits[Line{Column{column}}.code()] =
        say(net.column_hidden, net.column_said, own.columns[slot(Column{column})], to_columns)[0];
}

}  // namespace

DojoForecast DojoNet::judge(const DojoObservation& seen) const {
  const Weights& net = *weights_;
  const Sight sight = see(seen);
  const auto players = static_cast<std::size_t>(sight.players);
  OfTable table{};
  net.row_table.add(sight.table, table.rows);
  net.column_table.add(sight.table, table.columns);
  net.seat_table.add(sight.table, table.seats);
  Judged own;
  Judged other;
  Seats seats{};
  for (std::size_t seat = 0; seat < players; ++seat)
    seats[seat] = judge_dojo(net, sight.dojos[seat], table, seat == 0 ? own : other);
  for (std::size_t which : {0U, 1U}) mix(net, which, sight.players, seats);

  DojoForecast out;
  std::array<float, most_players> give_to{};
  float highest = 0;
  for (std::size_t seat = 0; seat < players; ++seat) {
    const auto said = net.said.of(positive(net.said_hidden.of(seats[seat])));
    out.win_shares[seat] = said[0];
    out.margins[seat] = said[1];
    give_to[seat] = said[2];
    highest = seat == 0 ? said[0] : std::max(highest, said[0]);
  }
  float sum = 0;
  for (std::size_t seat = 0; seat < players; ++seat)
    sum += out.win_shares[seat] = std::exp(out.win_shares[seat] - highest);
  for (float& share : out.win_shares) share /= sum;

  const OfSeat& me = seats[0];
  const int phase = seen[0];
  if (phase == give) std::ranges::copy(give_to, out.logits.begin());
  if (phase == ask || phase == swap) {
    const auto answers = net.answer_said.of(positive(net.answer_hidden.of(me)));
    std::copy_n(answers.begin() + (phase == swap ? 2 : 0), 2, out.logits.begin());
  }
  if (phase == train) say_cells(net, sight, own, me, out);
  if (phase == place_trophy) say_lines(net, own, me, out);
  return out;  // throws are uniform, which is optimal by symmetry
}

}  // namespace tatami::bots
