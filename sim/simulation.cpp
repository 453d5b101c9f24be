#include "sim/simulation.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <queue>
#include <tuple>

#include "live/verify.h"
#include "server/hall.h"
#include "sim/person.h"
#include "sim/witness.h"

namespace tatami::sim {

using server::Guest;
using server::Hall;
using server::Time;

namespace {

// ---- Chance: what the house takes from the system comes from the seed ----

SplitMix* system_numbers = nullptr;

std::uint32_t random_number() { return static_cast<std::uint32_t>(system_numbers->next() >> 32U); }
void random_bytes(void* into, std::size_t size) {
  auto* bytes = static_cast<unsigned char*>(into);
  for (std::size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<unsigned char>(system_numbers->next());
}
std::uint32_t random_below(std::uint32_t bound) { return system_numbers->below(bound); }
const char* name_of_chance() { return "tatami sim"; }

randombytes_implementation seeded_chance = {name_of_chance, random_number, nullptr,
                                            random_below,   random_bytes,  nullptr};

// ---- Time ----

constexpr Time second = 1000;
constexpr Time minute = 60 * second;
constexpr Time day = minute * 60 * 24;

struct Event {
  Time at;
  std::uint64_t whose;  // a connection's number, 0: the world's
  std::uint64_t order;  // of them
  std::function<void()> run;

  bool operator>(const Event& other) const {
    return std::tie(at, whose, order) > std::tie(other.at, other.whose, other.order);
  }
};

constexpr std::size_t longest_queue = std::size_t{512} * 1024;  // as server/websocket.cpp has it

class Simulation;

// One connection of a person. Its own numbers decide its delays, so that the order in which the
// house serves connections changes nothing.
class Device final : public server::Session {
 public:
  Device(Simulation& where, std::size_t whose, std::uint64_t nth, std::uint64_t seed)
      : simulation(where), person(whose), number(nth), numbers(seed) {}

  void send(std::shared_ptr<const std::string> text) override;
  void close(const std::string& why) override;

  Time delay() { return 1 + numbers.below(slowness) + (numbers.below(50) == 0 ? 400 : 0); }

  Simulation& simulation;
  std::size_t person;
  std::uint64_t number;
  SplitMix numbers;
  std::uint64_t events = 0;
  Guest guest;
  Witness::Pictures pictures;                // as the house has told it, before the network
  Time arrives_there = 0, arrives_here = 0;  // the last message each way
  std::uint32_t slowness = 40;
  bool is_open = true;  // the person's side
  bool is_in = true;    // the house's side
  bool is_reading = true;
  std::size_t unread = 0;
  std::uint64_t told = 0;
};

class Simulation {
 public:
  explicit Simulation(const Options& options)
      : options_(options),
        numbers_(options.seed),
        chance_(options.seed ^ 0x5EEDU),
        witness_(disk_) {
    // The library draws a number when it is used for the first time: it must not be one of ours, or
    // the first run of a process would not be like the others.
    if (sodium_init() < 0) fail("libsodium cannot be used");
    system_numbers = &chance_;
    randombytes_set_implementation(&seeded_chance);
    for (unsigned i = 0; i < options.people; ++i) {
      // Some share a household, some a network of IPv6.
      const std::uint64_t network = numbers_.below(6);
      const std::string address = network == 0
                                      ? "2001:db8:0:" + std::to_string(i % 3) + "::/64"
                                      : "192.0.2." + std::to_string(network < 3 ? network : i + 10);
      people_.emplace_back(numbers_.next(), address);
      people_.back().is_rude = numbers_.below(4) == 0;
      later(numbers_.below(2000), [this, i] { live(i); });
    }
    later(second, [this] { beat(); });
    plan_crash();
    plan_fault();
    start();
  }
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  ~Simulation() {
    hall_.reset();
    randombytes_set_implementation(&randombytes_sysrandom_implementation);
    system_numbers = nullptr;
  }

  Report run() {
    while (!report_.failure && report_.ticks < options_.ticks) step();
    if (!report_.failure) end();
    report_.messages = witness_.messages;
    for (const auto& [name, entries] : disk_.streams()) report_.entries += entries.size();
    report_.fingerprint = fingerprint_;
    return report_;
  }

  // ---- For devices ----

  void told(Device& device, const std::shared_ptr<const std::string>& text) {
    auto message = json::parse(*text);
    if (!message) return fail("a message is not JSON");
    // A sum, since the house may serve connections in any order.
    std::uint64_t hash = device.number << 32U | ++device.told;
    for (const char c : *text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    fingerprint_ += hash;
    if (const auto wrong = witness_.read(device.guest, device.pictures, *text, *message))
      fail(*wrong);
    if (!device.is_open) return;
    device.unread += text->size();
    if (device.unread > longest_queue) return drop(device);
    device.arrives_here = std::max(device.arrives_here, now_ + device.delay());
    of_device(device, device.arrives_here,
              [this, &device, size = text->size(), heard = std::move(*message)] {
                if (!device.is_open || !device.is_reading) return;
                device.unread -= std::min(device.unread, size);
                hear(device, heard);
              });
  }

  // The house ends it.
  void drop(Device& device) {
    device.is_open = false;
    post([this, &device] { leave(device); });
  }

 private:
  void fail(const std::string& what) {
    if (!report_.failure) report_.failure = what;
  }

  void later(Time delay, std::function<void()> run) {
    events_.push({now_ + delay, 0, ++order_, std::move(run)});
  }
  void of_device(Device& device, Time at, std::function<void()> run) {
    events_.push({at, device.number, ++device.events, std::move(run)});
  }
  Time up_to(Time most) { return numbers_.below(static_cast<std::uint32_t>(most)); }
  // For the hall's thread: soon, in this order, unless it crashes before.
  void post(std::function<void()> job) {
    later(0, [this, job = std::move(job), epoch = epoch_] {
      if (epoch == epoch_) job();
    });
  }

  void step() {
    ++report_.ticks;
    const std::optional<Time> alarm = hall_ ? hall_->wakes_at() : std::nullopt;
    if (alarm && (events_.empty() || *alarm - skew_ < events_.top().at)) {
      now_ = std::max(now_, *alarm - skew_);
      if (now_ == last_tick_ && ++ticks_at_once_ > 1000) return fail("a deadline does not fire");
      if (std::exchange(last_tick_, now_) != now_) ticks_at_once_ = 0;
      hall_->tick();
      if (const auto next = hall_->wakes_at(); next && *next < clock())
        fail("a deadline has not fired");
      return;
    }
    const Event event = events_.top();
    events_.pop();
    now_ = std::max(now_, event.at);
    event.run();
  }

  // ---- The house ----

  Time clock() const { return now_ + skew_; }

  // The machine's clock is set while no server runs: a little, or by far too much.
  void jump() {
    if (numbers_.below(4) != 0) return;
    const Time most = numbers_.below(8) == 0 ? 30 * day : 60 * minute;
    skew_ += static_cast<Time>(numbers_.next() % static_cast<std::uint64_t>(2 * most)) - most;
    ++report_.jumps;
  }

  void start() {
    ++epoch_;
    // A server that cannot write says so and ends; somebody starts it again.
    if (disk_.fault == Fault::read_only || disk_.fault == Fault::locked)
      return later(second, [this] { start(); });
    jump();
    log_ = std::make_unique<DiskLog>(
        disk_,
        [this] {
          const Time takes = 1 + numbers_.below(10) + (numbers_.below(30) == 0 ? 500 : 0);
          later(takes, [this, epoch = epoch_] {
            if (epoch == epoch_ && log_) log_->commit(numbers_.below(2) == 0);
          });
        },
        [this](const std::string& what) { fail(what); });
    hall_ = std::make_unique<Hall>(
        server::Surroundings{
            .log = *log_,
            .post = [this](auto job) { post(std::move(job)); },
            .think =
                [this](const std::string&, const std::string& table, std::uint64_t which,
                       auto job) {
                  if (table.empty()) return;  // preparations: they only save time
                  const std::uint64_t thought = ++thoughts_;
                  thinking_[{table, which}] = thought;
                  later(50 + numbers_.below(2000), [this, table, which, thought,
                                                    job = std::move(job), epoch = epoch_] {
                    const auto found = thinking_.find({table, which});
                    if (epoch != epoch_ || found == thinking_.end() || found->second != thought)
                      return;
                    thinking_.erase(found);
                    job();
                  });
                },
            .stop_thinking = [this](const std::string& table,
                                    std::uint64_t which) { thinking_.erase({table, which}); },
            .now = [this] { return clock(); },
            .fail = [this](const std::string&) { has_failed_ = true; },
            .alarm_changed = {}},
        table::Pace{.bot_pause = 300}, server::Limits{});
    log_->is_immediate = true;
    if (const auto wrong = hall_->take_up()) fail("the house does not open again: " + *wrong);
    log_->is_immediate = false;
    for (const std::string& why : hall_->set_aside()) fail("a table is not taken up again: " + why);
  }

  void crash() {
    if (!hall_) return;
    report_.commits += std::exchange(log_->commits, 0);
    ++epoch_;
    hall_.reset();
    log_->crash(numbers_.below(2) == 0);
    log_.reset();
    thinking_.clear();
    has_failed_ = false;
    for (const auto& device : devices_) {
      device->is_in = false;
      if (device->is_open)
        of_device(*device, now_ + numbers_.below(3000),
                  [device = device.get()] { device->is_open = false; });
    }
    later(10 + numbers_.below(5000), [this] { start(); });
  }

  void plan_crash() {
    later(200 + up_to(16 * second), [this] {
      if (is_ending_) return;
      ++report_.crashes;
      crash();
      plan_crash();
    });
  }

  void plan_fault() {
    later(second + up_to(60 * second), [this] {
      if (is_ending_) return;
      ++report_.faults;
      constexpr std::array faults = {Fault::full, Fault::read_only, Fault::locked};
      disk_.fault = faults[numbers_.below(3)];
      later(up_to(8 * second), [this] {
        disk_.fault = Fault::none;
        plan_fault();
      });
    });
  }

  void beat() {
    later(is_ending_ ? minute : second, [this] { beat(); });
    std::erase_if(devices_, [&](const auto& device) {
      return !device->is_open && !device->is_in && device->arrives_here + minute < now_ &&
             device->arrives_there + minute < now_;
    });
    if (!hall_) return;
    if (has_failed_) {
      hall_->farewell("the server has a problem with its disk");
      return crash();
    }
    hall_->beat();
    for (const auto& device : devices_)
      if (device->is_in && device->is_open && hall_->races(*device))
        hall_->pong(*device, {static_cast<std::int32_t>(2 * device->slowness)});
  }

  // ---- People ----

  Device* device_of(std::size_t person) {
    for (const auto& device : devices_)
      if (device->person == person && device->is_open) return device.get();
    return nullptr;
  }

  void connect(std::size_t who) {
    if (!hall_) return;
    Person& person = people_[who];
    devices_.push_back(std::make_unique<Device>(*this, who, ++devices_so_far_, numbers_.next()));
    Device& device = *devices_.back();
    device.slowness = 5 + numbers_.below(150);
    device.guest = hall_->greet(person.cookie);
    witness_.meet(device.guest);
    person.cookie = hall_->cookie_of(device.guest);
    if (hall_->greet(person.cookie) != device.guest) fail("a cookie is not recognised");
    hall_->enter(device, device.guest, person.address());
    for (const std::string& text : person.come_back()) say(device, text);
  }

  void say(Device& device, const std::string& text) {
    device.arrives_there = std::max(device.arrives_there, now_ + device.delay());
    of_device(device, device.arrives_there, [this, &device, text, epoch = epoch_] {
      if (epoch != epoch_ || !device.is_in || !device.is_open) return;
      ++report_.commands;
      hall_->hear(device, text);
    });
  }

  void hear(Device& device, const json::Value& message) {
    const json::Value* type = message.find("type");
    const json::Value* table = message.find("table");
    if (type && table && type->text == "table" && known_.insert(table->text).second)
      tables_.push_back(table->text);
    people_[device.person].hear(message, now_);
  }

  void leave(Device& device) {
    if (!device.is_in) return;
    device.is_in = false;
    if (hall_) hall_->leave(device);
  }

  // The network loses a connection: one side knows it, the other learns of it later.
  void lose(Device& device) {
    ++report_.breaks;
    device.is_open = false;
    later(up_to(60 * second), [this, number = device.number, epoch = epoch_] {
      if (epoch != epoch_) return;
      for (const auto& each : devices_)
        if (each->number == number) leave(*each);
    });
  }

  void live(std::size_t who) {
    if (is_ending_) return;
    later(100 + numbers_.below(3000), [this, who] { live(who); });
    Person& person = people_[who];
    Device* device = device_of(who);
    if (!device) {
      if (numbers_.below(3) != 0) connect(who);
      return;
    }
    switch (numbers_.below(120)) {
      case 0:
        return lose(*device);
      case 1:
        device->is_reading = false;  // until the house has enough of it
        return;
      case 2:
        return connect(who);  // a second tab
      case 3: {
        // Somebody else takes over with a link, as if it were another device of theirs.
        if (const auto link = person.take_link()) {
          const std::size_t other = numbers_.below(static_cast<std::uint32_t>(people_.size()));
          if (Device* phone = device_of(other))
            say(*phone, R"({"type":"claim","table":")" + link->first + R"(","secret":")" +
                            link->second + "\"}");
        }
        return;
      }
      default:
        break;
    }
    for (const std::string& text : person.decide(now_, tables_)) {
      say(*device, text);
      if (numbers_.below(30) == 0) say(*device, text);  // a client that is not sure
    }
  }

  // ---- The end: no more faults, everybody leaves, and every game ends all the same ----

  void end() {
    is_ending_ = true;
    disk_.fault = Fault::none;
    for (const auto& device : devices_) {
      device->is_open = false;
      if (hall_) leave(*device);
    }
    const Time latest = now_ + 4 * day;
    const auto is_done = [&] {
      if (!hall_ || has_failed_ || hall_->tables() > 0) return false;
      const auto left = log_->unfinished("table/");
      return left && left->empty();
    };
    while (!report_.failure && now_ < latest && !is_done()) step();
    if (report_.failure) return;
    if (!is_done()) return fail("a game does not end");
    if (hall_->sessions() > 0) return fail("a connection that has gone is still there");
    report_.commits += log_->commits;
    for (const auto& [name, entries] : disk_.streams()) check_end(name, entries);
  }

  void check_end(const std::string& name, const std::vector<store::Entry>& entries) {
    constexpr std::string_view prefix = "table/";
    if (!name.starts_with(prefix)) return;
    ++report_.tables;
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (entries[i].seq != i + 1) fail(name + ": entries are missing");
    const bool was_played = entries.back().body.find(R"("type":"closed")") == std::string::npos;
    if (!was_played) return;
    ++report_.games;
    const std::string id = name.substr(prefix.size());
    const auto record = hall_->record(id);
    const auto sidecar = hall_->sidecar(id);
    if (!record || !sidecar) return fail("a finished game has no record");
    const auto proof = protocol::from_json<protocol::Sidecar>(std::string_view{*sidecar});
    if (!proof) return fail("a sidecar cannot be read");
    if (const auto wrong = live::verify(*record, *proof))
      return fail("a record is not proven: " + wrong->what);
    std::string_view lines = *record;
    ++report_.games_of[protocol::from_json<protocol::Header>(live::take_line(lines))->game];
  }

  const Options& options_;
  Report report_;
  SplitMix numbers_;
  SplitMix chance_;
  Disk disk_;
  Witness witness_;
  Time now_ = Time{20'000} * day;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t order_ = 0;
  std::deque<Person> people_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::uint64_t devices_so_far_ = 0;
  std::unordered_set<std::string> known_;
  std::vector<std::string> tables_;  // that somebody was told of
  std::map<std::pair<std::string, std::uint64_t>, std::uint64_t> thinking_;
  std::uint64_t thoughts_ = 0;
  std::unique_ptr<DiskLog> log_;
  std::unique_ptr<Hall> hall_;
  std::uint64_t epoch_ = 0;  // of the server's process
  Time skew_ = 0;            // of the machine's clock
  Time last_tick_ = 0;
  int ticks_at_once_ = 0;
  bool has_failed_ = false;
  bool is_ending_ = false;
  std::uint64_t fingerprint_ = 0;
};

void Device::send(std::shared_ptr<const std::string> text) { simulation.told(*this, text); }
void Device::close(const std::string& /*why*/) { simulation.drop(*this); }

}  // namespace

Report simulate(const Options& options) { return Simulation{options}.run(); }

Options shrink(const Options& failing, const Report& report) {
  Options best = failing;
  best.ticks = report.ticks;
  // The name of what fails ends where its particulars begin.
  const auto kind = [](const std::string& failure) { return failure.substr(0, 12); };
  const auto is_shorter = [&](Options tried) {
    const Report again = simulate(tried);
    if (!again.failure || kind(*again.failure) != kind(*report.failure)) return false;
    if (again.ticks >= best.ticks && tried.people >= best.people) return false;
    best = tried;
    best.ticks = again.ticks;
    return true;
  };
  for (unsigned people = best.people / 2; people > 1; people /= 2) {
    Options fewer = best;
    fewer.people = people;
    for (std::uint64_t i = 0; i < 10; ++i, ++fewer.seed)
      if (is_shorter(fewer)) break;
  }
  for (std::uint64_t i = 1; i <= 50; ++i) {
    Options other = best;
    other.seed = failing.seed + i;
    is_shorter(other);
  }
  return best;
}

}  // namespace tatami::sim
