#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "bus/bus.h"
#include "nodes/frames.h"
#include "server/hall.h"

// Several halls that are one house. Each table stands in one of them, its owner's; a guest may be
// connected to any. What they say travels to the owner, who has a session of theirs like any other,
// and what they hear comes back.
namespace tatami::nodes {

using live::Time;
using server::Hall;
using server::Session;

class Nodes final : public server::Elsewhere {
 public:
  struct Surroundings {
    bus::Bus& bus;
    std::function<void(std::function<void()>)> post;  // to the hall's thread
    std::function<Time()> now;
    // For a log: what has happened to which node.
    std::function<void(std::string_view event, const std::string& node)> tell;
  };

  // `house` is the same for all nodes of a house, and for those of no other on this bus. `start`
  // differs between two starts of a node.
  Nodes(Surroundings around, Hall& hall, std::string house, std::string name, std::uint64_t start);
  Nodes(const Nodes&) = delete;
  Nodes& operator=(const Nodes&) = delete;
  ~Nodes() override;

  // Every second.
  void beat();
  std::size_t count() const { return peers_.size(); }  // of the others that are there
  std::size_t tables() const { return placed_.size(); }
  // Why some tables cannot be reached; nothing: they can.
  std::optional<std::string> trouble() const;

  // ---- server::Elsewhere ----
  bool has(const std::string& table) const override { return placed_.contains(table); }
  bool forward(const server::Travelling& who, const std::string& table,
               std::string_view text) override;
  void left(Session& session) override;
  void pong(Session& session, const live::RoundTrip& trip) override;
  bool races(Session& session) const override;
  void post(const Posted& posted) override;
  void remove(const std::string& table) override;
  void named(const Guest& guest, const std::string& name, std::uint32_t seq) override;
  void guessed(const std::string& address) override;
  void forget(const Guest& guest, std::function<void()> done) override;

 private:
  // A guest whose connection ends at another node.
  struct Remote final : Session {
    Remote(Nodes& where, std::string from, std::uint64_t number)
        : nodes(where), node(std::move(from)), connection(number) {}
    void send(std::shared_ptr<const std::string> text) override;
    void close(const std::string& why) override;
    void attends(const std::string& table, bool is) override;

    Nodes& nodes;
    std::string node;
    std::uint64_t connection;
  };
  // One of our guests who is known elsewhere.
  struct Traveller {
    Session* session;
    Guest guest;
    std::string address;
    std::set<std::string> nodes;                // that know them
    std::map<std::string, std::string> tables;  // that they attend, and whose they are
    Time races_until = 0;
  };
  struct Peer {
    std::uint64_t start = 0;
    Time heard_at = 0;
    Time hop = 0;                 // to them and back
    std::uint64_t announced = 0;  // of theirs that have arrived
    bool is_listing = false;
    std::set<std::string> unlisted;  // of their tables, while they list them
    Time asked_at = 0;               // for a list
  };
  struct Placed {
    std::string node;
    Posted posted;
  };
  struct Forgetting {
    std::set<std::string> awaited;
    std::function<void()> done;
  };

  void hear(std::string_view text, bool is_to_all);
  void on(const std::string& from, const Forwarded& frame, std::string_view text);
  void on(const std::string& from, const Letter& frame, std::string_view text);
  void on(const std::string& from, const Pong& frame);
  void on(const std::string& from, const Gone& frame);
  void on(const std::string& from, const Close& frame);
  void on(const std::string& from, const Attends& frame);
  void on(const std::string& from, const Measure& frame);
  void on(const std::string& from, const Beat& frame);
  void on(const std::string& from, const Echo& frame);
  void on(const std::string& from, const Posted& frame);
  void on(const std::string& from, const Removed& frame);
  void on(const std::string& from, const List& frame);
  void on(const std::string& from, const ListBegins& frame);
  void on(const std::string& from, const ListEnds& frame);
  void on(const std::string& from, const Again& frame);
  void on(const std::string& from, const Named& frame);
  void on(const std::string& from, const Guessed& frame);
  void on(const std::string& from, const Forget& frame);
  void on(const std::string& from, const Forgotten& frame);

  Peer& meet(const std::string& node, std::uint64_t start);
  void lose(const std::string& node);
  void drop_guests_of(const std::string& node);
  void unplace(const std::string& table);
  void come_again(const std::string& node);
  void has_forgotten(const std::string& node);
  Traveller* traveller(std::uint64_t connection);

  std::string subject_of(const std::string& node) const { return house_ + ".node." + node; }
  void send(const std::string& node, const Frame& frame, std::string_view text = {});
  void send_all(const Frame& frame);
  void flush();

  Surroundings around_;
  Hall& hall_;
  std::string house_, name_, greeting_;
  std::map<std::string, Peer> peers_;
  std::map<std::pair<std::string, std::uint64_t>, std::unique_ptr<Remote>> remotes_;
  std::unordered_map<std::uint64_t, Traveller> travellers_;  // by connection
  std::unordered_map<Session*, std::uint64_t> connections_;
  std::unordered_map<std::string, Placed> placed_;  // tables of the others
  std::map<Guest, Forgetting> forgetting_;
  std::map<std::string, std::string> outgoing_;  // frames, by node
  std::uint64_t announced_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace tatami::nodes
