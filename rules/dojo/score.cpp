#include "rules/dojo/score.h"

namespace tatami::dojo {

namespace {

constexpr auto rows_ = static_cast<std::size_t>(dojo_rows);
constexpr auto columns_ = static_cast<std::size_t>(dojo_columns);

Disciple largest_group(const std::array<int, disciple_kinds>& counts) {
  const auto wild = static_cast<std::size_t>(Disciple::raccoon);
  const auto most = std::max_element(counts.begin(), counts.begin() + wild);
  return static_cast<Disciple>(most - counts.begin());
}

std::array<int, disciple_kinds> count_disciples(const std::array<Disciple, columns_>& row) {
  std::array<int, disciple_kinds> counts{};
  for (Disciple disciple : row) ++counts[static_cast<std::size_t>(disciple)];
  return counts;
}

// D16, `en`: one point for each different disciple, each raccoon a new one.
bool one_each(RowCount& count) {
  auto counts = count_disciples(count.counted_as);
  std::size_t fresh = 0;
  for (Disciple& disciple : count.counted_as) {
    if (disciple != Disciple::raccoon) continue;
    while (counts[fresh] > 0) ++fresh;
    disciple = static_cast<Disciple>(fresh);
    ++counts[fresh];
  }
  int different = 0;
  for (int each : counts) different += each > 0 ? 1 : 0;
  if (different != count.points) return false;
  for (std::size_t d = 0; d < counts.size(); ++d)
    if (counts[d] > 0)
      count.groups.push({static_cast<Disciple>(d), static_cast<std::uint8_t>(counts[d]), 1});
  return true;
}

RowCount count_row(const std::array<Card, columns_>& cards, Trophy trophy, Edition edition) {
  RowCount count;
  detail::Weight sum = 0;
  for (std::size_t c = 0; c < columns_; ++c) {
    count.counted_as[c] = cards[c].disciple();
    sum += detail::card_weight[cards[c].code()];
  }
  count.points = detail::table_of_row(trophy, edition)[detail::row_key(sum)];
  const int plain = detail::plain_row[detail::row_key(sum)];

  if (trophy == Trophy::incense && edition == Edition::en && count.points > plain &&
      one_each(count))
    return count;

  const Disciple largest = largest_group(count_disciples(count.counted_as));
  if (trophy == Trophy::master && count.points > plain) {
    for (std::size_t c = 0; c < columns_ && !count.changed; ++c)
      if (cards[c].disciple() != largest && cards[c].disciple() != Disciple::raccoon) {
        count.changed = static_cast<std::uint8_t>(c);
        count.counted_as[c] = Disciple::raccoon;
      }
  }
  for (Disciple& disciple : count.counted_as)
    if (disciple == Disciple::raccoon) disciple = largest;

  const auto counts = count_disciples(count.counted_as);
  const bool all_groups = trophy == Trophy::incense && edition == Edition::fr;
  for (std::size_t d = 0; d < counts.size(); ++d)
    if (counts[d] > 0 && (all_groups || static_cast<Disciple>(d) == largest))
      count.groups.push({static_cast<Disciple>(d), static_cast<std::uint8_t>(counts[d]),
                         detail::group_points[static_cast<std::size_t>(counts[d])]});
  return count;
}

ColumnCount count_column(const Tableau& full, std::size_t column) {
  std::array<int, belt_kinds + 1> counts{};
  for (std::size_t r = 0; r < rows_; ++r) ++counts[full.cards[r][column].belt().value];
  const auto most = std::max_element(counts.begin(), counts.end());
  const auto belt = static_cast<int>(most - counts.begin());
  const Trophy trophy = full.column_trophies[column];
  ColumnCount count;
  count.points = detail::points_of_column(belt, *most, trophy);
  if (count.points > 0) {
    count.belt = Belt{belt};
    count.cards = static_cast<std::uint8_t>(*most);
    count.doubled = trophy == Trophy::kimono;
  }
  return count;
}

// Tries brooms and assistants one after the other until an arrangement reaches the total that
// best_total found. The first found uses the fewest: using none is tried first.
class Rearranging {
 public:
  Rearranging(const Tableau& full, Edition edition)
      : edition_(edition), target_(best_total(full, edition)), counting_(full, edition) {
    found_.total = target_;
    detail::Lines assistants = 0;
    detail::Lines brooms = 0;
    for (std::size_t r = 0; r < rows_; ++r)
      if (full.row_trophies[r] == Trophy::assistant) assistants |= 1U << r;
    for (std::size_t c = 0; c < columns_; ++c)
      if (full.column_trophies[c] == Trophy::broom) brooms |= 1U << c;
    for (int uses = 0; uses <= 4; ++uses)
      if (reach(full, assistants, brooms, uses)) break;
  }

  const Explanation& found() const { return found_; }

 private:
  bool reach(const Tableau& full, detail::Lines assistants, detail::Lines brooms, int uses) {
    if (uses == 0) {
      detail::Floor floor;
      for (std::size_t r = 0; r < rows_; ++r)
        for (std::size_t c = 0; c < columns_; ++c)
          floor.w[r][c] = detail::card_weight[full.cards[r][c].code()];
      if (counting_.rows(floor) + counting_.columns(floor) < target_) return false;
      found_.arrangement = full;
      return true;
    }
    for (std::size_t r = 0; r < rows_; ++r) {
      if ((assistants >> r & 1U) == 0) continue;
      for (const auto& order : detail::orders_of_4) {
        Tableau next = full;
        for (std::size_t c = 0; c < columns_; ++c) next.cards[r][c] = full.cards[r][order[c]];
        found_.reorderings.push({true, static_cast<std::uint8_t>(r), order});
        if (reach(next, assistants & ~(1U << r), brooms, uses - 1)) return true;
        found_.reorderings.pop();
      }
    }
    for (std::size_t c = 0; c < columns_; ++c) {
      if ((brooms >> c & 1U) == 0) continue;
      for (const auto& order : detail::orders_of_3) {
        Tableau next = full;
        for (std::size_t r = 0; r < rows_; ++r) next.cards[r][c] = full.cards[order[r]][c];
        found_.reorderings.push(
            {false, static_cast<std::uint8_t>(c), {order[0], order[1], order[2], 3}});
        if (reach(next, assistants, brooms & ~(1U << c), uses - 1)) return true;
        found_.reorderings.pop();
      }
    }
    return false;
  }

  Edition edition_;
  int target_;
  detail::Counting counting_;
  Explanation found_;
};

}  // namespace

Explanation explain(const Tableau& full, Edition edition) {
  Explanation found = Rearranging{full, edition}.found();
  for (std::size_t r = 0; r < rows_; ++r)
    found.rows[r] =
        count_row(found.arrangement.cards[r], found.arrangement.row_trophies[r], edition);
  for (std::size_t c = 0; c < columns_; ++c)
    found.columns[c] = count_column(found.arrangement, c);
  return found;
}

}  // namespace tatami::dojo
