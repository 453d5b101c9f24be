#include "table/verify.h"

#include "chance/chacha20.h"
#include "chance/dojo.h"
#include "chance/proof.h"
#include "chance/tatamokatsu.h"
#include "record/replay.h"

namespace tatami::table {

namespace {

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// The next event of chance as the stream has it, in the words of a record; none if it is a
// player's turn.
template <class Luck, class Open>
std::optional<std::string> expected(Luck& luck, const Open& open) {
  if (is_over(open) || !chance_acts(open)) return {};
  return record::write(*unpack(luck.next(open)));
}

template <class State, class Luck>
std::optional<Mismatch> follow(record::Replay& replay, Luck luck, std::string_view rest) {
  std::size_t line = 2;
  for (; !rest.empty(); ++line) {
    const auto& open = std::get<State>(*replay.game()).open;
    const std::optional<std::string> derived = expected(luck, open);
    const std::string_view text = take_line(rest);
    if (const auto wrong = replay.take(text)) return Mismatch{line, *wrong};
    if (!derived) continue;
    const std::string written = protocol::to_json(*protocol::from_json<protocol::Move>(text));
    if (written == *derived) continue;
    std::string what = "the seed gives ";
    ((what += *derived) += ", the record says ") += written;
    return Mismatch{line, std::move(what)};
  }
  if (!replay.over()) return Mismatch{line, "the record stops before the game is over"};
  return {};
}

std::optional<Mismatch> check_first(Seat recorded, bool is_named, int players,
                                    chance::ChaCha20& numbers) {
  if (is_named) return {};
  const Seat drawn{static_cast<int>(numbers.below(static_cast<std::uint32_t>(players)))};
  if (drawn == recorded) return {};
  return Mismatch{1, "the seed lets seat " + std::to_string(drawn.value) +
                         " begin, the record says seat " + std::to_string(recorded.value)};
}

}  // namespace

std::optional<Mismatch> verify(std::string_view record, const protocol::Sidecar& sidecar) {
  const auto seed = chance::from_hex(sidecar.seed);
  if (!seed) return Mismatch{0, "the seed is not 64 hexadecimal digits"};
  if (chance::hex(chance::commitment_to(*seed)) != sidecar.commitment)
    return Mismatch{0, "the seed is not the one that the commitment was made to"};

  record::Replay replay;
  const std::string_view header_line = take_line(record);
  if (const auto wrong = replay.take(header_line)) return Mismatch{1, *wrong};
  const auto header = protocol::from_json<protocol::Header>(header_line);
  if (static_cast<int>(sidecar.contributions.size()) != header->players())
    return Mismatch{0, "there must be a contribution for each seat, if only an empty one"};

  const std::vector<std::string> contributions(sidecar.contributions.begin(),
                                               sidecar.contributions.end());
  chance::ChaCha20 numbers{chance::key_of(*seed, contributions)};
  if (const auto* dojo = std::get_if<record::DojoHeader>(&header->game)) {
    if (const auto wrong = check_first(dojo->table.first_dealer, sidecar.first_is_named,
                                       dojo->table.players, numbers))
      return wrong;
    return follow<dojo::State>(replay, chance::DojoLuckFrom<chance::ChaCha20>{dojo->deck, numbers},
                               record);
  }
  const auto& table = std::get<record::TatamokatsuHeader>(header->game).table;
  if (const auto wrong =
          check_first(table.first_roller, sidecar.first_is_named, table.players, numbers))
    return wrong;
  return follow<tatamokatsu::State>(replay, chance::TatamokatsuLuckFrom<chance::ChaCha20>{numbers},
                                    record);
}

}  // namespace tatami::table
