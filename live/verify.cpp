#include "live/verify.h"

#include "chance/proof.h"

namespace tatami::live {

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::optional<Mismatch> verify(std::string_view record, const protocol::Sidecar& sidecar) {
  const auto seed = chance::from_hex(sidecar.seed);
  if (!seed) return Mismatch{0, "the seed is not 64 hexadecimal digits"};
  if (chance::hex(chance::commitment_to(*seed)) != sidecar.commitment)
    return Mismatch{0, "the seed is not the one that the commitment was made to"};

  record::Replay replay;
  std::string_view rest = record;
  const std::string_view header_line = take_line(rest);
  if (const auto wrong = replay.take(header_line)) return Mismatch{1, *wrong};
  const auto header = protocol::from_json<protocol::Header>(header_line);
  if (static_cast<int>(sidecar.contributions.size()) != header->players)
    return Mismatch{0, "there must be a contribution for each seat, if only an empty one"};
  const std::vector<std::string> contributions(sidecar.contributions.begin(),
                                               sidecar.contributions.end());
  return game_named(header->game)
      ->verify(record, chance::key_of(*seed, contributions), sidecar.first_is_named);
}

}  // namespace tatami::live
