#include "rules/dojo/score.h"

#include <cassert>

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
void count_one_each(RowCount& count) {
  auto counts = count_disciples(count.counted_as);
  counts[static_cast<std::size_t>(Disciple::raccoon)] = 0;
  std::size_t fresh = 0;
  for (Disciple& disciple : count.counted_as) {
    if (disciple != Disciple::raccoon) continue;
    while (counts[fresh] > 0) ++fresh;
    disciple = static_cast<Disciple>(fresh);
    ++counts[fresh];
  }
  for (std::size_t d = 0; d < counts.size(); ++d)
    if (counts[d] > 0)
      count.groups.push({static_cast<Disciple>(d), static_cast<std::uint8_t>(counts[d]), 1});
}

RowCount count_row(const std::array<Card, columns_>& cards, Trophy trophy, Edition edition) {
  RowCount count;
  Weight sum = 0;
  for (std::size_t c = 0; c < columns_; ++c) {
    count.counted_as[c] = cards[c].disciple();
    sum += card_weight[cards[c].code()];
  }
  count.points = table_of_row(trophy, edition)[row_key(sum)];
  const int plain = plain_row[row_key(sum)];

  if (trophy == Trophy::incense && edition == Edition::en && count.points > plain) {
    count_one_each(count);
    return count;
  }

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
                         group_points[static_cast<std::size_t>(counts[d])]});
  return count;
}

ColumnCount count_column(const Tableau& full, std::size_t column) {
  std::array<int, belt_kinds + 1> counts{};
  for (std::size_t r = 0; r < rows_; ++r) ++counts[full.cards[r][column].belt().value];
  const auto most = std::ranges::max_element(counts);
  const auto belt = static_cast<int>(most - counts.begin());
  const Trophy trophy = full.column_trophies[column];
  ColumnCount count;
  count.points = points_of_column(belt, *most, trophy);
  if (count.points > 0) {
    count.belt = Belt{belt};
    count.cards = static_cast<std::uint8_t>(*most);
    count.doubled = trophy == Trophy::kimono;
  }
  return count;
}

// Uses brooms and assistants one after the other, fewest first, until an arrangement reaches the
// total that is known to be possible.
class Search {
 public:
  Search(Edition edition, int target) : edition_(edition), target_(target) {}

  // `used`: the lines whose trophy has done its work, a bit each, columns after rows.
  bool reach(const Tableau& full, unsigned used, int uses) {
    if (uses == 0) {
      arrangement_ = full;
      return total_as_it_lies(full, edition_) == target_;
    }
    for (std::size_t r = 0; r < rows_; ++r) {
      if (full.row_trophies[r] != Trophy::assistant || (used >> r & 1U) != 0) continue;
      for (const auto& order : orders_of_4) {
        Tableau next = full;
        for (std::size_t c = 0; c < columns_; ++c) next.cards[r][c] = full.cards[r][order[c]];
        if (reach_with({true, static_cast<std::uint8_t>(r), order}, next, used | 1U << r, uses))
          return true;
      }
    }
    for (std::size_t c = 0; c < columns_; ++c) {
      const unsigned bit = 1U << (rows_ + c);
      if (full.column_trophies[c] != Trophy::broom || (used & bit) != 0) continue;
      for (const auto& order : orders_of_3) {
        Tableau next = full;
        for (std::size_t r = 0; r < rows_; ++r) next.cards[r][c] = full.cards[order[r]][c];
        const std::array<std::uint8_t, columns_> from = {order[0], order[1], order[2], 0};
        if (reach_with({false, static_cast<std::uint8_t>(c), from}, next, used | bit, uses))
          return true;
      }
    }
    return false;
  }

  const Tableau& arrangement() const { return arrangement_; }
  const List<Reordering, 4>& reorderings() const { return reorderings_; }

 private:
  bool reach_with(const Reordering& move, const Tableau& next, unsigned used, int uses) {
    reorderings_.push(move);
    if (reach(next, used, uses - 1)) return true;
    reorderings_.pop();
    return false;
  }

  Edition edition_;
  int target_;
  Tableau arrangement_;
  List<Reordering, 4> reorderings_;
};

}  // namespace

Explanation explain(const Tableau& full, Edition edition) {
  Explanation found;
  found.total = best_total(full, edition);
  Search search{edition, found.total};
  int uses = 0;
  for (; !search.reach(full, 0, uses); ++uses) assert(uses < 4);  // there are no more
  found.reorderings = search.reorderings();
  found.arrangement = search.arrangement();
  for (std::size_t r = 0; r < rows_; ++r)
    found.rows[r] =
        count_row(found.arrangement.cards[r], found.arrangement.row_trophies[r], edition);
  for (std::size_t c = 0; c < columns_; ++c) found.columns[c] = count_column(found.arrangement, c);
  return found;
}

}  // namespace tatami::dojo
