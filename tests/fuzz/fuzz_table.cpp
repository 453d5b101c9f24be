// The bytes are what people and time do to a table: they sit, act by the rules and against them,
// come and go; bots think; the server is killed and takes its log up again.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bytes.h"
#include "drive/rehearsal.h"
#include "live/dojo/known.h"
#include "live/dojo/position.h"
#include "live/letters.h"
#include "live/verify.h"
#include "must.h"
#include "record/replay.h"
#include "record/tatamokatsu.h"
#include "rules/dojo/legal.h"
#include "rules/tatamokatsu/legal.h"

using namespace tatami;
using protocol::TableCommand;
using table::Guest;

namespace {

constexpr unsigned guests = 7;  // more than chairs
const protocol::TableId id{std::string{"t"}};

std::string settings_from(Bytes& bytes) {
  const unsigned options = bytes.next();
  constexpr std::array tempos = {"relaxed", "normal", "fast", "untimed", "days"};
  constexpr std::array variants = {"", R"(,"variants":["white-belt"])",
                                   R"(,"variants":["black-belt"])",
                                   R"(,"edition":"en","variants":["white-belt","black-belt"])"};
  constexpr std::array timings = {
      "", R"(,"timing":{"window":600,"announce":300,"quiet":200,"tie":10,"bow":100})",
      R"(,"timing":{"window":0})", R"(,"timing":{"tie":0,"quiet":0},"first_roller":1)"};
  const bool dojo = options % 2 == 0;
  const unsigned more = options >> 2U & 3U;
  const unsigned players = dojo ? 3 + (options >> 4U) % 3 : 2 + (options >> 4U) % 4;
  return R"({"header":{"game":)" + std::string{dojo ? R"("dojo")" : R"("tatamokatsu")"} +
         ",\"players\":" + std::to_string(players) + (dojo ? variants : timings).at(more) +
         R"(},"tempo":")" + tempos.at(bytes.next() % tempos.size()) + R"(","substitute":"random"})";
}

std::string opened_from(Bytes& bytes) {
  table::Opened opened;
  opened.table = id;
  opened.code = std::string{"ABCDE"};
  opened.host = std::string{"guest0"};
  const auto settings = protocol::from_json<protocol::Settings>(settings_from(bytes));
  must(settings.ok());
  opened.settings = *settings;
  chance::Seed seed{};
  for (std::uint8_t& byte : seed) byte = static_cast<std::uint8_t>(bytes.next());
  opened.seed = chance::hex(seed);
  opened.secret = chance::hex(chance::commitment_to(seed));
  return record::to_json(table::Entry{opened});
}

// The last events that one seat alone may know; as text, since that is what would leak.
struct SecretMove {
  Seat knower;
  std::string text;
};

class Evening {
 public:
  explicit Evening(Bytes bytes)
      : bytes_(bytes), table_({opened_from(bytes_)}, {}, 1'000'000, [this](const auto&... letter) {
          read(letter...);
        }) {
    must(!table_.problem);
    table_.bots_are_slow = true;
    // There are no secrets in a race, so what is heard late can be checked, too.
    table_.disk_is_slow = table_.table().settings().header.game != record::Dojo::name;
  }

  void gather() {
    for (unsigned steps = bytes_.next() % 16; steps > 0; --steps) do_something();
    submit(host(), fill_chairs());
    submit(host(), protocol::Start{id});
  }

  void play() {
    for (unsigned steps = 64 + 2 * bytes_.next(); steps > 0; --steps) do_something();
  }

  // Without people bots play to the end, whatever has happened.
  void finish() {
    for (unsigned i = 0; i < guests; ++i) did([&] { table_.leave(guest(i)); });
    for (int ticks = 0; !table_.table().is_finished(); ++ticks) {
      must(ticks < 100'000);
      settle();
      think();
      wait();
    }
    settle();
    if (table_.table().was_played()) {
      must(truth_.over());
      const auto sidecar = protocol::from_json<protocol::Sidecar>(table_.table().sidecar());
      must(sidecar.ok());
      must(!live::verify(table_.table().record(), *sidecar));
    }
    for (unsigned i = 0; i < 32; ++i) submit(somebody(), some_command());
    for (unsigned i = 0; i < guests; ++i) submit(guest(i), protocol::Call{id, {}});  // not away
    const auto before = welcomes();
    must(!table_.restart());
    must(welcomes() == before);
  }

 private:
  static Guest guest(unsigned i) { return "guest" + std::to_string(i); }
  static Guest host() { return guest(0); }
  Guest somebody() { return guest(bytes_.next() % guests); }
  Seat some_seat() { return Seat{static_cast<int>(bytes_.next() % most_players)}; }
  unsigned word() { return bytes_.next() << 8U | bytes_.next(); }
  static TableCommand fill_chairs() { return protocol::SeatBot{id, {}, std::string{"random"}}; }

  void do_something() {
    switch (bytes_.next() % 16) {
      case 0:
        return did([&] {
          const Guest who = somebody();
          if (bytes_.next() % 2 == 0)
            table_.come(who);
          else
            table_.leave(who);
        });
      case 1:
        return table_.pong(somebody(), {static_cast<std::int32_t>(word()) - 100});
      case 2:
        return did([&] { table_.driver().beat(); });
      case 3:
        table_.time += live::Time{bytes_.next()} * 16;
        return did([&] { table_.tick(); });
      case 4:
        return wait();
      case 5:
        return void(submit(somebody(), some_command()));
      case 6:
        return think();
      case 7:
        if (bytes_.next() % 4 == 0) restart();
        return;
      case 8:
        return settle();
      default:
        return act_by_the_rules();
    }
  }

  TableCommand some_command() {
    switch (bytes_.next() % 12) {
      case 0: {
        protocol::Sit sit{id, {}, {}, {}};
        if (bytes_.next() % 2 == 0) sit.seat.emplace(some_seat());
        if (bytes_.next() % 2 == 0) sit.contribution.emplace(std::to_string(word()));
        return sit;
      }
      case 1:
        return protocol::Stand{id};
      case 2:
        return fill_chairs();
      case 3:
        return protocol::Remove{id, some_seat()};
      case 4:
        return protocol::Start{id};
      case 5:
        return play_of(R"({"type":"take_back","table":"t"})");
      case 6:
        return play_of(R"({"type":"throw_dice","table":"t"})");
      case 7:
        return protocol::Link{id};
      case 8:
        return protocol::Claim{id, secret_};
      case 9:
        return play_of(R"({"type":"fly","table":"t"})");
      default:
        return act_of(word() % (table_.table().seq() + 2), any_move());
    }
  }

  static TableCommand play_of(const std::string& text) {
    auto command = protocol::read_command(text);
    must(command.ok());
    return std::get<TableCommand>(std::move(*command));
  }
  static TableCommand act_of(std::uint32_t seq, const std::string& move) {
    return play_of(R"({"type":"act","table":"t","seq":)" + std::to_string(seq) +
                   ",\"move\":" + move + "}");
  }

  std::string any_move() {
    if (bytes_.next() % 2 == 0) {
      const auto action =
          dojo::unpack(dojo::ActionId::from_bits(static_cast<std::uint16_t>(word())));
      if (action) return record::to_json(*action);
    }
    const auto action =
        tatamokatsu::unpack(tatamokatsu::ActionId::from_bits(word() << 16U | word()));
    return action ? record::to_json(*action) : "{}";
  }

  void act_by_the_rules() {
    if (table_.table().is_finished()) return;
    const Guest who = somebody();
    const auto seat = table_.table().seat_of(who);
    if (!seat) return;
    if (const auto* dojo = truth_.state<dojo::State>()) act(who, dojo->open, *seat);
    if (const auto* race = truth_.state<tatamokatsu::State>()) act(who, race->open, *seat);
  }

  void act(const Guest& who, const dojo::Open& open, Seat seat) {
    const auto legal = dojo::legal_actions(open, seat);
    if (legal.empty()) return;
    const std::string move = record::to_json(*dojo::unpack(legal[word() % legal.size()]));
    // Only a seat that has placed already, and waits for the others, is refused what the rules
    // allow.
    const bool waits = open.phase == dojo::Phase::train;
    must(submit(who, act_of(table_.table().seq(), move)) || waits);
  }

  void act(const Guest& who, const tatamokatsu::Open& open, Seat seat) {
    using namespace tatamokatsu;
    if (open.phase == Phase::roll)
      return void(submit(who, play_of(R"({"type":"throw_dice","table":"t"})")));
    if (is_window_open(open)) {
      const ActionList legal = reactions(open, seat, Millis{static_cast<int>(word() % 4096)});
      if (legal.empty()) return;
      submit(who, act_of(table_.table().seq(),
                         record::to_json(*unpack(legal[bytes_.next() % legal.size()]))));
    } else if (open.to_act.contains(seat)) {
      const Options options{open};
      must(submit(who, act_of(table_.table().seq(),
                              record::to_json(*unpack(options[word() % options.size()])))));
    }
  }

  // ---- What comes out ----

  bool submit(const Guest& who, const TableCommand& command) {
    bool is_taken = false;
    did([&] {
      const auto refused = table_.tell(who, command);
      is_taken = !refused;
      if (refused) must(json::parse(protocol::message_of(*refused)).ok());
    });
    return is_taken;
  }

  // Does it; then holds what was written and heard of it against the truth.
  template <class F>
  void did(F&& something) {
    const std::size_t before = table_.entries.size();
    const bool was_finished = table_.table().is_finished();
    something();
    must(!was_finished || table_.entries.size() == before);
    must(table_.table().seq() == table_.entries.size());
    std::vector<SecretMove> secrets = intentions(before);
    follow_record(secrets);
    for (const auto& [reader, text] : std::exchange(heard_, {})) check(reader, text, secrets);
  }

  // Placements that wait for the others' (D9).
  std::vector<SecretMove> intentions(std::size_t from) const {
    std::vector<SecretMove> secrets;
    using Acted = live::Acted<dojo::Action>;
    for (std::size_t i = from; i < table_.entries.size(); ++i) {
      const auto entry =
          record::from_json<std::variant<Acted>>(std::string_view{table_.entries[i]});
      if (!entry) continue;  // another kind, or another game's
      const auto& acted = std::get<Acted>(*entry);
      if (std::ranges::find(acted.moves, acted.action) != acted.moves.end()) continue;
      must(std::holds_alternative<dojo::Place>(acted.action));
      secrets.push_back({std::get<dojo::Place>(acted.action).seat, record::to_json(acted.action)});
    }
    return secrets;
  }

  // Every line of the record is held against the rules as soon as it is there.
  void follow_record(std::vector<SecretMove>& secrets) {
    const std::string record = table_.table().record();
    while (read_ < record.size()) {
      const std::size_t end = record.find('\n', read_);
      const std::string line = record.substr(read_, end - read_);
      must(!truth_.take(line));
      if (const auto* dojo = truth_.state<dojo::State>())
        if (const auto knower = knower_of(line, dojo->open)) secrets.push_back({*knower, line});
      read_ = end + 1;
    }
  }

  // D20, D21
  static std::optional<Seat> knower_of(const std::string& line, const dojo::Open& open) {
    const auto action = record::from_json<dojo::Action>(std::string_view{line});
    if (!action) return {};
    if (std::holds_alternative<dojo::Draw>(*action)) return open.dealer;
    if (const auto* deal = std::get_if<dojo::Deal>(&*action)) return deal->seat;
    const auto* gesture = std::get_if<dojo::Throw>(&*action);
    const bool waits = gesture && open.phase == dojo::Phase::throws;
    if (waits && !open.to_act.contains(gesture->seat)) return gesture->seat;
    return {};
  }

  void read(const Guest& reader, const std::string& text) { heard_.emplace_back(reader, text); }

  void check(const Guest& guest, const std::string& text, const std::vector<SecretMove>& secrets) {
    const auto message = json::parse(text);
    must(message.ok());
    const std::optional<Seat> reader = table_.table().seat_of(guest);
    const std::string now = text.substr(0, text.find(",\"since\":"));
    for (const SecretMove& secret : secrets)
      must(reader == secret.knower || now.find(secret.text) == std::string::npos);
    if (const json::Value* since = message->find("since"))
      if (truth_.state<dojo::State>()) must(text.ends_with(so_far(reader, since->items.size())));
    if (const json::Value* link = message->find("secret")) secret_ = link->text;
    must(reader || !message->find("tatamokatsu_own"));
    const std::size_t own = text.find("\"dojo_own\":");
    if (own == std::string::npos) return;
    must(reader.has_value());
    const dojo::State& state = *truth_.state<dojo::State>();
    const std::string mine = record::to_json(live::own_of(dojo::view_of(state, *reader)));
    // Up to the placement, which the record does not know yet.
    const std::string cards = "\"dojo_own\":" + mine.substr(0, mine.find(",\"placed\""));
    must(text.compare(own, cards.size(), cards) == 0);
  }

  // D21: the end of a position, with the first events as somebody may know them when no more have
  // happened.
  std::string so_far(std::optional<Seat> reader, std::size_t events) const {
    const std::string record = table_.table().record();
    std::string_view rest = record;
    const auto header = record::from_json<record::DojoHeader>(live::take_line(rest));
    std::vector<dojo::Action> actions = live::actions_in(rest);
    must(events <= actions.size());
    actions.resize(events);
    return ",\"since\":" +
           record::to_json(
               live::known_to(reader, dojo::start(header->setup, header->deck), actions)) +
           "}";
  }

  // ---- Time ----

  void wait() {
    const auto wake = table_.wakes_at();
    must(wake || table_.table().is_finished() || table_.is_busy() || is_untimed());
    if (wake) table_.time = std::max(table_.time, *wake);
    did([&] { table_.tick(); });
  }
  bool is_untimed() const { return table_.table().settings().tempo == protocol::Tempo::untimed; }

  void settle() {
    did([&] {
      while (table_.settle_one()) {
      }
    });
  }

  void think() {
    did([&] { table_.think_one(); });
  }

  // Entries that were not durable are lost, and were told to nobody.
  void restart() {
    const std::string before = table_.table().record();
    must(!table_.restart());
    const std::string after = table_.table().record();
    must(before.starts_with(after));
    if (after.size() == before.size()) return;
    truth_ = {};
    read_ = 0;
    std::vector<SecretMove> secrets;
    follow_record(secrets);
  }

  std::vector<std::vector<std::string>> welcomes() const {
    std::vector<std::vector<std::string>> all;
    for (unsigned i = 0; i < guests; ++i)
      all.push_back(table_.table().welcome(guest(i), table_.time));
    return all;
  }

  Bytes bytes_;
  record::Replay truth_;
  std::size_t read_ = 0;  // of the record
  std::vector<std::pair<Guest, std::string>> heard_;
  std::string secret_;  // of the last seat link
  drive::Rehearsal table_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Evening evening{Bytes{{data, size}}};
  evening.gather();
  evening.play();
  evening.finish();
  return 0;
}
