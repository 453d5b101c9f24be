#pragma once

#include "server/hall.h"

// What the hall's own files share.
namespace tatami::server {

constexpr double price_of_a_guess = 10;  // messages: room codes are short
constexpr std::size_t table_id_length = 16;

// What the log holds of guests and their chats.
struct Named {
  protocol::Name to;
  TATAMI_MESSAGE("named", of("name", &Named::to))
};
struct Line {
  table::Guest from;
  protocol::Words text;
  TATAMI_MESSAGE("line", of("from", &Line::from), of("text", &Line::text))
};

struct Hall::Spoken {
  std::uint32_t number;  // in the chat's stream
  Line line;
};

struct Hall::Visitor {
  Session* session;
  Guest guest;
  std::string address;
  std::uint64_t number;  // no other visitor ever had it
  std::vector<std::string> watching{};
  double tokens = 0;
  Time refilled = 0;
  int too_fast = 0;
};

struct Hall::Known {
  std::string name;
  std::uint32_t seq = 0;      // of his stream
  std::uint32_t writing = 0;  // entries of it under way: until then only we know its seq
  std::size_t lines = 0;      // of his in the chats
  bool is_leaving = false;    // he has asked to be forgotten
  std::vector<Visitor*> visitors;
  std::set<Guest> muted;
  std::set<std::string> without_spectators;  // tables where he hears only those who have a seat
};

struct Hall::Hosted {
  struct Watcher {
    Visitor* visitor;
    std::uint64_t since;  // the first batch for him: he knows by his welcome what was before
  };
  struct Batch {
    std::uint64_t ticket;  // to be durable first
    std::vector<table::Letter> letters;
    bool opens_window = false;
    Guest from{};            // who can be muted
    std::uint64_t only = 0;  // the visitor's number; 0: everybody the letters are for
  };
  std::unique_ptr<table::Table> table;
  std::string address;  // from where it was opened
  std::vector<Watcher> watchers;
  // The visitor on whom a guest's line is measured, by his number.
  std::unordered_map<std::string, std::uint64_t> lines;
  std::deque<Batch> outbox;
  std::uint64_t batches = 0;  // that have left the outbox
  std::uint64_t asked = 0;
  std::uint64_t durable = 0;
  std::optional<Time> alarm;
  std::deque<Spoken> chat;
  std::uint32_t chat_seq = 0;
  // All that was said, by number: more than is kept here.
  std::unordered_map<std::string, std::vector<std::uint32_t>> said_by;
  std::unique_ptr<protocol::LobbyTable> listing;  // as the lobby may see it
  std::string before;                             // the table this is a rematch of
  bool has_told_before = false;
  bool has_rematch = false;
  std::optional<Time> deserted_since;  // nobody sits or watches
};

}  // namespace tatami::server
