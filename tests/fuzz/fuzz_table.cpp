// The bytes are what people and time do to a table: they sit, act by the rules and against them,
// come and go; bots think; the server is killed and takes its log up again.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bytes.h"
#include "must.h"
#include "record/replay.h"
#include "rules/dojo/legal.h"
#include "rules/tatamokatsu/legal.h"
#include "table/table.h"
#include "table/verify.h"

using namespace tatami;
using protocol::Command;
using protocol::Move;
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

table::Opened opened_from(Bytes& bytes) {
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
  return opened;
}

// What one seat alone may know of what has just happened; as text, since that is what would leak.
struct SecretMove {
  Seat knower;
  std::string text;
};

class Evening {
 public:
  explicit Evening(Bytes bytes) : bytes_(bytes) {
    log_.push_back(protocol::to_json(table::Entry{opened_from(bytes_)}));
    take_up_log();
  }

  void gather() {
    for (unsigned steps = bytes_.next() % 16; steps > 0; --steps) do_something();
    submit(host(), fill_chairs());
    submit(host(), protocol::Start{id});
  }

  void play() {
    for (unsigned steps = 64 + 2 * bytes_.next(); steps > 0; --steps) do_something();
  }

  // Nobody is there any more: bots play to the end, whatever has happened.
  void finish() {
    for (unsigned i = 0; i < guests; ++i) take(table_->connected(guest(i), false, now_));
    for (int ticks = 0; !table_->is_finished(); ++ticks) {
      must(ticks < 100'000);
      if (unsent_) send();
      think();
      wait();
    }
    if (table_->was_played()) {
      must(truth_.over());
      const auto sidecar = protocol::from_json<protocol::Sidecar>(table_->sidecar());
      must(sidecar.ok());
      must(!table::verify(table_->record(), *sidecar));
    }
    for (unsigned i = 0; i < 32; ++i) submit(somebody(), some_command());
    for (unsigned i = 0; i < guests; ++i) submit(guest(i), protocol::Call{id, {}});  // not away
    const auto before = welcomes();
    take_up_log();
    must(welcomes() == before);
  }

 private:
  static Guest guest(unsigned i) { return "guest" + std::to_string(i); }
  static Guest host() { return guest(0); }
  Guest somebody() { return guest(bytes_.next() % guests); }
  Seat some_seat() { return Seat{static_cast<int>(bytes_.next() % most_players)}; }
  unsigned word() { return bytes_.next() << 8U | bytes_.next(); }
  static Command fill_chairs() { return protocol::SeatBot{id, {}, std::string{"random"}}; }

  void do_something() {
    switch (bytes_.next() % 16) {
      case 0:
        return take(table_->connected(somebody(), bytes_.next() % 2 == 0, now_));
      case 1:
        return table_->pong(somebody(), static_cast<std::int32_t>(word()) - 100, now_);
      case 2:
        return take(table_->lines(now_));
      case 3:
        now_ += table::Time{bytes_.next()} * 16;
        return take(table_->tick(now_));
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
        return send();
      default:
        return act_by_the_rules();
    }
  }

  Command some_command() {
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
        return protocol::TakeBack{id};
      case 6:
        return protocol::ThrowDice{id};
      case 7:
        return protocol::Link{id};
      case 8:
        return protocol::Claim{id, secret_};
      case 9:
        return protocol::Say{id, std::string{"not for a table"}};
      default:
        return protocol::Act{id, word() % (table_->seq() + 2), any_move()};
    }
  }

  Move any_move() {
    if (bytes_.next() % 2 == 0) {
      const auto action =
          dojo::unpack(dojo::ActionId::from_bits(static_cast<std::uint16_t>(word())));
      if (action) return {*action};
    }
    const auto action =
        tatamokatsu::unpack(tatamokatsu::ActionId::from_bits(word() << 16U | word()));
    if (action) return {*action};
    return {};
  }

  void act_by_the_rules() {
    if (!truth_.game() || table_->is_finished()) return;
    const Guest who = somebody();
    const auto seat = table_->seat_of(who);
    if (!seat) return;
    if (const auto* dojo = std::get_if<dojo::State>(&*truth_.game()))
      act(who, dojo->open, *seat);
    else
      act(who, std::get<tatamokatsu::State>(*truth_.game()).open, *seat);
  }

  void act(const Guest& who, const dojo::Open& open, Seat seat) {
    const auto legal = dojo::legal_actions(open, seat);
    if (legal.empty()) return;
    const Move move{*dojo::unpack(legal[word() % legal.size()])};
    // Only who has placed already, and waits for the others, is refused what the rules allow.
    const bool waits = open.phase == dojo::Phase::train;
    must(submit(who, protocol::Act{id, table_->seq(), move}) || waits);
  }

  void act(const Guest& who, const tatamokatsu::Open& open, Seat seat) {
    using namespace tatamokatsu;
    if (open.phase == Phase::roll) return void(submit(who, protocol::ThrowDice{id}));
    if (is_window_open(open)) {
      const ActionList legal = reactions(open, seat, Millis{static_cast<int>(word() % 4096)});
      if (legal.empty()) return;
      const Move move{*unpack(legal[bytes_.next() % legal.size()])};
      submit(who, protocol::Act{id, table_->seq(), move});
    } else if (open.to_act.contains(seat)) {
      const Options options{open};
      const Move move{*unpack(options[word() % options.size()])};
      must(submit(who, protocol::Act{id, table_->seq(), move}));
    }
  }

  // ---- What comes out ----

  bool submit(const Guest& who, const Command& command) {
    auto answer = table_->submit(who, command, now_);
    if (!answer) {
      must(json::parse(protocol::message(answer.error())).ok());
      return false;
    }
    take(std::move(*answer));
    return true;
  }

  void take(table::Outcome outcome) {
    must(!was_finished_ || outcome.entries.empty());
    was_finished_ = table_->is_finished();
    std::vector<SecretMove> secrets = intentions(outcome.entries);
    for (std::string& entry : outcome.entries) log_.push_back(std::move(entry));
    must(table_->seq() == log_.size());
    follow_record(secrets);
    for (const table::Letter& letter : outcome.letters) read(letter, secrets);
    for (table::Think& think : outcome.thoughts) thoughts_.push_back(std::move(think));
    unsent_ |= outcome.opens_window;
  }

  // Placements that wait for the others' (D9).
  static std::vector<SecretMove> intentions(const std::vector<std::string>& entries) {
    std::vector<SecretMove> secrets;
    for (const std::string& text : entries) {
      const auto entry = protocol::from_json<table::Entry>(text);
      must(entry.ok());
      const auto* acted = std::get_if<table::Acted>(&*entry);
      if (!acted || std::ranges::find(acted->moves, acted->action) != acted->moves.end()) continue;
      const auto* action = std::get_if<dojo::Action>(&acted->action.action);
      must(action && std::holds_alternative<dojo::Place>(*action));
      secrets.push_back({std::get<dojo::Place>(*action).seat, protocol::to_json(acted->action)});
    }
    return secrets;
  }

  // Every line of the record is held against the rules as soon as it is there.
  void follow_record(std::vector<SecretMove>& secrets) {
    const std::string record = table_->record();
    while (read_ < record.size()) {
      const std::size_t end = record.find('\n', read_);
      const std::string line = record.substr(read_, end - read_);
      must(!truth_.take(line));
      if (const auto* dojo = std::get_if<dojo::State>(&*truth_.game()))
        if (const auto knower = knower_of(line, dojo->open)) secrets.push_back({*knower, line});
      read_ = end + 1;
    }
  }

  // D20, D21
  static std::optional<Seat> knower_of(const std::string& line, const dojo::Open& open) {
    const auto move = protocol::from_json<Move>(std::string_view{line});
    const auto* action = move ? std::get_if<dojo::Action>(&move->action) : nullptr;
    if (!action) return {};
    if (std::holds_alternative<dojo::Draw>(*action)) return open.dealer;
    if (const auto* deal = std::get_if<dojo::Deal>(action)) return deal->seat;
    const auto* gesture = std::get_if<dojo::Throw>(action);
    const bool waits = gesture && open.phase == dojo::Phase::throws;
    if (waits && !open.to_act.contains(gesture->seat)) return gesture->seat;
    return {};
  }

  void read(const table::Letter& letter, const std::vector<SecretMove>& secrets) {
    const auto message = json::parse(letter.text);
    must(message.ok());
    std::optional<Seat> reader;
    if (letter.to == table::Letter::To::one) reader = table_->seat_of(letter.guest);
    for (const SecretMove& secret : secrets)
      must(reader == secret.knower || letter.text.find(secret.text) == std::string::npos);
    if (const json::Value* link = message->find("secret")) secret_ = link->text;
    must(reader || !message->find("tatamokatsu_own"));
    const std::size_t own = letter.text.find("\"dojo_own\":");
    if (own == std::string::npos) return;
    must(reader.has_value());
    const auto& state = std::get<dojo::State>(*truth_.game());
    const std::string mine = protocol::to_json(protocol::own_of(dojo::view_of(state, *reader)));
    // Up to the placement, which the record does not know yet.
    const std::string cards = "\"dojo_own\":" + mine.substr(0, mine.find(",\"placed\""));
    must(letter.text.compare(own, cards.size(), cards) == 0);
  }

  // ---- Time ----

  void wait() {
    const auto wake = table_->wakes_at();
    must(wake || table_->is_finished() || unsent_ || !thoughts_.empty() || untimed());
    if (wake) now_ = std::max(now_, *wake);
    take(table_->tick(now_));
  }
  bool untimed() const { return table_->settings().tempo == protocol::Tempo::untimed; }

  void send() {
    if (std::exchange(unsent_, false)) table_->sent(now_);
  }

  void think() {
    if (thoughts_.empty()) return;
    const table::Think think = std::move(thoughts_.front());
    thoughts_.pop_front();
    take(table_->thought(think, table::ponder(think), now_));
  }

  void take_up_log() {
    auto folded = table::Table::fold(log_, {}, now_, {now_, now_});
    must(folded.ok());
    table_ = std::move(*folded);
    unsent_ = false;
    thoughts_.clear();
  }

  void restart() {
    const std::string record = table_->record();
    take_up_log();
    must(table_->record() == record);
  }

  std::vector<std::vector<std::string>> welcomes() const {
    std::vector<std::vector<std::string>> all;
    for (unsigned i = 0; i < guests; ++i) all.push_back(table_->welcome(guest(i), now_));
    return all;
  }

  Bytes bytes_;
  table::Time now_ = 1'000'000;
  std::vector<std::string> log_;
  std::unique_ptr<table::Table> table_;
  record::Replay truth_;
  std::size_t read_ = 0;  // of the record
  std::deque<table::Think> thoughts_;
  bool was_finished_ = false;
  bool unsent_ = false;  // the letters of a window that opens are under way
  std::string secret_;   // of the last seat link
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Evening evening{Bytes{{data, size}}};
  evening.gather();
  evening.play();
  evening.finish();
  return 0;
}
