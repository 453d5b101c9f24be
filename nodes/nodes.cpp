#include "nodes/nodes.h"

#include <charconv>

namespace tatami::nodes {

namespace {

constexpr Time silent_at_most = 3000;    // then a node counts as lost
constexpr Time races_at_most = 3000;     // since its owner has said so
constexpr Time lists_at_most = 5000;     // then it is asked for again
constexpr std::size_t longest = 65'536;  // of what is sent at once, if it can be divided

std::string watch(const std::string& table) { return protocol::message_of(protocol::Watch{table}); }

}  // namespace

Nodes::Nodes(Surroundings around, Hall& hall, std::string house, std::string name,
             std::uint64_t start)
    : around_(std::move(around)),
      hall_(hall),
      house_("tatami." + std::move(house)),
      name_(std::move(name)),
      greeting_(name_ + " " + std::to_string(start) + "\n") {
  around_.bus.subscribe(house_ + ".all",
                        [this, alive = alive_](const std::string& text, const bus::Bus::Answer&) {
                          if (*alive) hear(text, true);
                        });
  around_.bus.subscribe(subject_of(name_),
                        [this, alive = alive_](const std::string& text, const bus::Bus::Answer&) {
                          if (*alive) hear(text, false);
                        });
  hall_.join(*this);
  hall_.each_posted([&](const Posted&) { ++announced_; });  // so that others ask for them
  send_all(Beat{announced_, around_.now()});
}

Nodes::~Nodes() {
  *alive_ = false;
  for (const auto& [which, remote] : remotes_) hall_.leave(*remote);
}

// ---- The bus ----

void Nodes::send(const std::string& node, const Frame& frame, std::string_view text) {
  if (outgoing_.empty())
    around_.post([this, alive = alive_] {
      if (*alive) flush();
    });
  std::string& frames = outgoing_[node];
  if (frames.empty()) frames = greeting_;
  record::Codec<Frame>::write(frames, frame);
  (frames += '\n') += text;
}

void Nodes::send_all(const Frame& frame) {
  flush();  // so that nothing overtakes anything
  std::string text = greeting_;
  record::Codec<Frame>::write(text, frame);
  text += '\n';
  around_.bus.publish(house_ + ".all", std::move(text));
}

void Nodes::flush() {
  for (auto& [node, frames] : std::exchange(outgoing_, {}))
    around_.bus.publish(subject_of(node), std::move(frames));
}

void Nodes::hear(std::string_view text, bool is_to_all) {
  const auto line = [&] {
    const std::string_view next = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), next.size() + 1));
    return next;
  };
  const std::string_view greeting = line();
  const std::string from{greeting.substr(0, greeting.find(' '))};
  std::uint64_t start = 0;
  std::from_chars(greeting.data() + std::min(greeting.size(), from.size() + 1),
                  greeting.data() + greeting.size(), start);
  if (from == name_) return;
  meet(from, start);
  while (!text.empty()) {
    const auto frame = record::from_json<Frame>(line());
    // A node of another version says something new: what follows cannot be understood either.
    if (!frame) return around_.tell("not_understood", from);
    std::visit(
        [&](const auto& each) {
          if constexpr (requires { each.size; }) {
            const std::string_view body = text.substr(0, each.size);
            text.remove_prefix(body.size());
            on(from, each, body);
          } else {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each)>, Posted> ||
                          std::is_same_v<std::remove_cvref_t<decltype(each)>, Removed>)
              if (is_to_all) ++peers_.at(from).announced;
            on(from, each);
          }
        },
        *frame);
  }
}

// ---- Who is there ----

Nodes::Peer& Nodes::meet(const std::string& node, std::uint64_t start) {
  if (const auto found = peers_.find(node); found != peers_.end() && found->second.start != start)
    lose(node);
  const auto [found, is_new] = peers_.try_emplace(node);
  Peer& peer = found->second;
  peer.start = start;
  peer.heard_at = around_.now();
  if (!is_new) return peer;
  around_.tell("node_found", node);
  send(node, Beat{announced_, around_.now()});
  send(node, Again{});
  come_again(node);
  return peer;
}

void Nodes::lose(const std::string& node) {
  around_.tell("node_lost", node);
  drop_guests_of(node);
  peers_.erase(node);
  outgoing_.erase(node);
  has_forgotten(node);
}

void Nodes::drop_guests_of(const std::string& node) {
  for (auto each = remotes_.lower_bound({node, 0});
       each != remotes_.end() && each->first.first == node;) {
    hall_.leave(*each->second);
    each = remotes_.erase(each);
  }
}

void Nodes::beat() {
  const Time now = around_.now();
  std::vector<std::string> silent;
  for (const auto& [node, peer] : peers_)
    if (now - peer.heard_at > silent_at_most) silent.push_back(node);
  for (const std::string& node : silent) lose(node);
  for (const auto& [which, remote] : remotes_)
    if (hall_.races(*remote)) send(which.first, Measure{which.second});
  send_all(Beat{announced_, now});
}

void Nodes::on(const std::string& from, const Beat& frame) {
  Peer& peer = peers_.at(from);
  send(from, Echo{frame.at});
  if (peer.announced == frame.announced && !peer.is_listing) return;
  if (around_.now() - peer.asked_at < lists_at_most && peer.asked_at != 0) return;
  peer.asked_at = around_.now();
  send(from, List{});
}

void Nodes::on(const std::string& from, const Echo& frame) {
  peers_.at(from).hop = std::max<Time>(0, around_.now() - frame.at);
}

std::optional<std::string> Nodes::trouble() const {
  if (!around_.bus.is_up()) return "the bus cannot be reached: tables of other nodes stand still";
  for (const auto& [table, placed] : placed_)
    if (!peers_.contains(placed.node))
      return "node " + placed.node + " does not answer: its tables stand still";
  return {};
}

// ---- Which tables they have ----

void Nodes::post(const Posted& posted) {
  ++announced_;
  send_all(posted);
}

void Nodes::remove(const std::string& table) {
  ++announced_;
  send_all(Removed{table});
}

void Nodes::on(const std::string& from, const List& /*frame*/) {
  send(from, ListBegins{hall_.tables()});
  hall_.each_posted([&](const Posted& posted) {
    send(from, posted);
    if (outgoing_[from].size() > longest) flush();
  });
  send(from, ListEnds{announced_});
}

void Nodes::on(const std::string& from, const ListBegins& /*frame*/) {
  Peer& peer = peers_.at(from);
  peer.is_listing = true;
  peer.unlisted.clear();
  for (const auto& [table, placed] : placed_)
    if (placed.node == from) peer.unlisted.insert(table);
}

void Nodes::on(const std::string& from, const ListEnds& frame) {
  Peer& peer = peers_.at(from);
  if (!peer.is_listing) return;
  for (const std::string& table : peer.unlisted) unplace(table);
  peer.unlisted.clear();
  peer.is_listing = false;
  peer.announced = frame.announced;
  peer.asked_at = 0;
}

void Nodes::on(const std::string& from, const Posted& frame) {
  peers_.at(from).unlisted.erase(frame.table);
  const auto [found, is_new] = placed_.try_emplace(frame.table);
  Placed& placed = found->second;
  hall_.place(is_new ? nullptr : &placed.posted, &frame);
  placed = {from, frame};
  // Those who attend it follow it to its new owner.
  for (auto& [connection, traveller] : travellers_)
    if (const auto where = traveller.tables.find(frame.table);
        where != traveller.tables.end() && where->second != from)
      forward({*traveller.session, connection, traveller.guest, traveller.address}, frame.table,
              watch(frame.table));
}

void Nodes::on(const std::string& from, const Removed& frame) {
  if (const auto found = placed_.find(frame.table);
      found != placed_.end() && found->second.node == from)
    unplace(frame.table);
}

void Nodes::unplace(const std::string& table) {
  const auto found = placed_.find(table);
  if (found == placed_.end()) return;
  hall_.place(&found->second.posted, nullptr);
  placed_.erase(found);
}

// ---- Our guests at their tables ----

Nodes::Traveller* Nodes::traveller(std::uint64_t connection) {
  const auto found = travellers_.find(connection);
  return found == travellers_.end() ? nullptr : &found->second;
}

bool Nodes::forward(const server::Travelling& who, const std::string& table,
                    std::string_view text) {
  const auto placed = placed_.find(table);
  if (placed == placed_.end()) return false;
  const std::string& node = placed->second.node;
  if (!around_.bus.is_up() || !peers_.contains(node)) return false;
  connections_[&who.session] = who.connection;
  Traveller& traveller =
      travellers_
          .try_emplace(who.connection, Traveller{&who.session, who.guest, who.address, {}, {}})
          .first->second;
  traveller.nodes.insert(node);
  send(node,
       Forwarded{who.connection, who.guest, who.address, static_cast<std::uint32_t>(text.size())},
       text);
  return true;
}

void Nodes::left(Session& session) {
  const auto found = connections_.find(&session);
  if (found == connections_.end()) return;
  for (const std::string& node : travellers_.at(found->second).nodes)
    send(node, Gone{found->second});
  travellers_.erase(found->second);
  connections_.erase(found);
}

void Nodes::pong(Session& session, const live::RoundTrip& trip) {
  const auto found = connections_.find(&session);
  if (found == connections_.end()) return;
  const Traveller& traveller = travellers_.at(found->second);
  std::set<std::string> owners;
  for (const auto& [table, node] : traveller.tables) owners.insert(node);
  for (const std::string& node : owners) send(node, Pong{found->second, trip});
}

bool Nodes::races(Session& session) const {
  const auto found = connections_.find(&session);
  return found != connections_.end() && travellers_.at(found->second).races_until > around_.now();
}

void Nodes::on(const std::string& /*from*/, const Letter& frame, std::string_view text) {
  if (const Traveller* there = traveller(frame.connection))
    there->session->send(std::make_shared<const std::string>(text));
}

void Nodes::on(const std::string& /*from*/, const Close& frame) {
  if (const Traveller* there = traveller(frame.connection)) there->session->close(frame.why);
}

void Nodes::on(const std::string& from, const Attends& frame) {
  Traveller* there = traveller(frame.connection);
  if (!there) return;
  if (frame.is) {
    there->tables[frame.table] = from;
  } else if (const auto where = there->tables.find(frame.table);
             where != there->tables.end() && where->second == from) {
    there->tables.erase(where);
  }
}

void Nodes::on(const std::string& /*from*/, const Measure& frame) {
  if (Traveller* there = traveller(frame.connection))
    there->races_until = around_.now() + races_at_most;
}

// That node knows nothing of our guests any more.
void Nodes::come_again(const std::string& node) {
  for (auto& [connection, traveller] : travellers_)
    for (const auto& [table, owner] : std::map{traveller.tables})
      if (owner == node)
        forward({*traveller.session, connection, traveller.guest, traveller.address}, table,
                watch(table));
}

void Nodes::on(const std::string& from, const Again& /*frame*/) { come_again(from); }

// ---- Their guests at our tables ----

void Nodes::Remote::send(std::shared_ptr<const std::string> text) {
  nodes.send(node, Letter{connection, static_cast<std::uint32_t>(text->size())}, *text);
}
void Nodes::Remote::close(const std::string& why) { nodes.send(node, Close{connection, why}); }
void Nodes::Remote::attends(const std::string& table, bool is) {
  nodes.send(node, Attends{connection, table, is});
}

void Nodes::on(const std::string& from, const Forwarded& frame, std::string_view text) {
  auto& remote = remotes_[{from, frame.connection}];
  if (!remote) {
    remote = std::make_unique<Remote>(*this, from, frame.connection);
    hall_.enter_from_elsewhere(*remote, frame.guest, frame.address);
  }
  hall_.hear(*remote, text);
}

void Nodes::on(const std::string& from, const Gone& frame) {
  const auto found = remotes_.find({from, frame.connection});
  if (found == remotes_.end()) return;
  hall_.leave(*found->second);
  remotes_.erase(found);
}

// The whole way: from us to their node, and from there to the guest. Both were measured there and
// back.
void Nodes::on(const std::string& from, const Pong& frame) {
  const auto found = remotes_.find({from, frame.connection});
  if (found == remotes_.end()) return;
  live::RoundTrip trip = frame.trip;
  const auto hop = static_cast<std::int32_t>(peers_.at(from).hop);
  trip.ms += hop;
  if (trip.kernel) trip.kernel->mean += hop;
  hall_.pong(*found->second, trip);
}

// ---- People ----

void Nodes::named(const Guest& guest, const std::string& name, std::uint32_t seq) {
  send_all(Named{guest, name, seq});
}
void Nodes::on(const std::string& /*from*/, const Named& frame) {
  hall_.is_called_elsewhere(frame.guest, frame.name, frame.seq);
}

void Nodes::guessed(const std::string& address) { send_all(Guessed{address}); }
void Nodes::on(const std::string& /*from*/, const Guessed& frame) {
  hall_.charge_guess(frame.address);
}

// A node that is lost need not be waited for: it reads the log when it comes back.
void Nodes::forget(const Guest& guest, std::function<void()> done) {
  if (peers_.empty()) return done();
  Forgetting& forgetting = forgetting_[guest];
  forgetting.done = std::move(done);
  for (const auto& [node, peer] : peers_) {
    forgetting.awaited.insert(node);
    send(node, Forget{guest});
  }
}

void Nodes::on(const std::string& from, const Forget& frame) {
  hall_.forget(frame.guest, [this, from, guest = frame.guest, alive = alive_] {
    if (*alive) send(from, Forgotten{guest});
  });
}

void Nodes::on(const std::string& from, const Forgotten& frame) {
  const auto found = forgetting_.find(frame.guest);
  if (found == forgetting_.end()) return;
  found->second.awaited.erase(from);
  if (!found->second.awaited.empty()) return;
  const auto forgetting = forgetting_.extract(found);
  forgetting.mapped().done();
}

void Nodes::has_forgotten(const std::string& node) {
  std::vector<Guest> all;
  for (const auto& [guest, forgetting] : forgetting_)
    if (forgetting.awaited.contains(node)) all.push_back(guest);
  for (const Guest& guest : all) on(node, Forgotten{guest});
}

}  // namespace tatami::nodes
