#include "bots/dojo/outlook.h"

#include "rules/dojo/lines.h"

namespace tatami::dojo::mind {

namespace {

constexpr std::array<Trophy, kinds_at_a_line> at_rows = {Trophy::none, Trophy::master,
                                                         Trophy::incense, Trophy::assistant};
constexpr std::array<Trophy, kinds_at_a_line> at_columns = {Trophy::none, Trophy::belt,
                                                            Trophy::kimono, Trophy::broom};

Points row_points(Groups groups, int raccoons, Trophy trophy, Edition edition) {
  return point *
         points_of_row({groups[0], groups[1], groups[2], groups[3], 0}, raccoons, trophy, edition);
}

// `chance` is the chance in percent that a free cell gets a card of the largest group.
Points hoped_for_row(const RowPattern& pattern, Trophy trophy, Edition edition, int chance) {
  const int free = dojo_columns - pattern.cards();
  if (free == 0) return row_points(pattern.groups, pattern.raccoons, trophy, edition);
  RowPattern fits = pattern;
  ++fits.groups[0];
  RowPattern stray = pattern;  // a card of another disciple, counted as a group of its own
  std::size_t last = 1;
  while (last < stray.groups.size() - 1 && stray.groups[last] > 0) ++last;
  ++stray.groups[last];
  return (chance * hoped_for_row(fits, trophy, edition, chance) +
          (100 - chance) * hoped_for_row(stray, trophy, edition, chance)) /
         100;
}

Points hoped_for_column(const ColumnPattern& pattern, Trophy trophy, int chance) {
  if (pattern.cards == 3) return point * points_of_column(pattern.belt, pattern.equal, trophy);
  if (pattern.cards == 0) return point / 2;
  const int doubled = trophy == Trophy::kimono ? 2 : 1;
  Points hope = pattern.equal == pattern.cards ? point * pattern.belt * doubled : 0;
  for (int free = pattern.cards; free < 3; ++free) hope = hope * chance / 100;
  if (trophy == Trophy::belt && pattern.equal == 2) return point * pattern.belt;
  if (trophy == Trophy::belt) hope = std::max(hope, point * pattern.belt * chance / 70);
  return hope;
}

Outlook hand_made(Edition edition, int cards) {
  constexpr int row_chance = 38;
  const int column_chance = 55 - cards;
  Outlook outlook;
  for (std::size_t kind = 0; kind < kinds_at_a_line; ++kind) {
    for (std::size_t p = 0; p < row_patterns; ++p)
      outlook.rows[kind][p] =
          hoped_for_row(all_row_patterns[p], at_rows[kind], edition, row_chance) +
          (at_rows[kind] == Trophy::assistant ? point : 0);
    for (std::size_t p = 0; p < column_patterns; ++p)
      outlook.columns[kind][p] =
          hoped_for_column(all_column_patterns[p], at_columns[kind], column_chance) +
          (at_columns[kind] == Trophy::broom ? point : 0);
  }
  return outlook;
}

Outlooks hand_made_for(Edition edition) {
  Outlooks all;
  for (int cards = 0; cards < rounds; ++cards)
    all[static_cast<std::size_t>(cards)] = hand_made(edition, cards);
  all[rounds] = exact_outlook(edition);
  return all;
}

}  // namespace

Outlook exact_outlook(Edition edition) {
  Outlook outlook;
  for (std::size_t kind = 0; kind < kinds_at_a_line; ++kind) {
    for (std::size_t p = 0; p < row_patterns; ++p)
      outlook.rows[kind][p] = row_points(all_row_patterns[p].groups, all_row_patterns[p].raccoons,
                                         at_rows[kind], edition);
    for (std::size_t p = 0; p < column_patterns; ++p)
      outlook.columns[kind][p] =
          point * points_of_column(all_column_patterns[p].belt, all_column_patterns[p].equal,
                                   at_columns[kind]);
  }
  return outlook;
}

const Outlooks& hand_made_outlooks(Edition edition) {
  static const std::array<Outlooks, 2> both = {hand_made_for(Edition::fr),
                                               hand_made_for(Edition::en)};
  return both[static_cast<std::size_t>(edition)];
}

Supply::Supply(const CardCounts& pool) {
  std::array<std::int32_t, disciple_kinds> of_disciple{};
  std::array<std::int32_t, belt_kinds + 1> of_belt{};
  std::int32_t total = 0;
  for_each_card([&](Card card) {
    const std::int32_t count = pool[card];
    of_disciple[static_cast<std::size_t>(card.disciple())] += count;
    of_belt[card.belt().value] += count;
    total += count;
  });
  if (total == 0) return;
  for (std::size_t set = 1; set < disciples.size(); ++set) {
    std::int32_t best = 0;
    for (std::size_t d = 0; d < disciple_kinds - 1; ++d)
      if ((set >> d & 1U) != 0) best = std::max(best, of_disciple[d]);
    disciples[set] = best * 1024 / total - 1024 / disciple_kinds;
  }
  for (std::size_t p = 0; p < column_patterns; ++p) {
    const ColumnPattern& pattern = all_column_patterns[p];
    if (pattern.cards == 0 || pattern.cards == 3) continue;
    const std::int32_t best = std::max(of_belt[pattern.belt], of_belt[pattern.other]);
    columns[p] = best * 1024 / total - 1024 / belt_kinds;
  }
}

Belief plain_belief() {
  Belief belief;
  for (auto& table : belief.kept)
    for (auto& belts : table) belts.fill(1000);
  belief.challenges.fill({20, 50, 200, 500, 800});
  return belief;
}

}  // namespace tatami::dojo::mind
