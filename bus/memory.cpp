#include "bus/memory.h"

#include <algorithm>

namespace tatami::bus {

class Memory::Node final : public Bus {
 public:
  Node(Memory& memory, std::string node, std::uint64_t nth)
      : number(nth), name(std::move(node)), memory_(memory) {
    memory_.nodes_.push_back(this);
  }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node() override {
    *alive = false;
    std::erase(memory_.nodes_, this);
  }

  void subscribe(const std::string& subject, Hear hear) override {
    heard_[subject] = std::move(hear);
  }
  void publish(const std::string& subject, std::string text) override { tell(subject, text, {}); }
  void request(const std::string& subject, std::string text, milliseconds wait,
               Answered answered) override {
    const auto once = std::make_shared<Answered>(std::move(answered));
    const auto finish = [once, is_there = alive](std::optional<std::string> answer) {
      if (!*is_there || !*once) return;
      std::exchange(*once, {})(std::move(answer));
    };
    memory_.loop_.later(wait, [finish] { finish({}); });
    tell(subject, text, finish);
  }
  bool is_up() const override { return !memory_.cut_.contains(name); }

  const std::uint64_t number;
  const std::string name;
  const std::shared_ptr<bool> alive = std::make_shared<bool>(true);

 private:
  void tell(const std::string& subject, const std::string& text,
            const std::function<void(std::optional<std::string>)>& finish) {
    ++memory_.published;
    memory_.bytes += text.size();
    for (Node* to : std::vector{memory_.nodes_})
      if (to != this && to->heard_.contains(subject))
        memory_.send(*this, *to, [this, from = alive, to, subject, text, finish] {
          Answer answer;
          if (finish)
            answer = [this, from, to, finish](std::string told) {
              if (!*from) return;
              memory_.send(*to, *this, [finish, told = std::move(told)] { finish(told); });
            };
          to->heard_.at(subject)(text, answer);
        });
  }

  Memory& memory_;
  std::map<std::string, Hear> heard_;
};

std::unique_ptr<Bus> Memory::join(const std::string& node) {
  return std::make_unique<Node>(*this, node, ++joined_);
}

void Memory::cut(const std::string& node, bool is_cut) {
  if (is_cut)
    cut_.insert(node);
  else
    cut_.erase(node);
}

void Memory::send(Node& from, Node& to, std::function<void()> deliver) {
  if (cut_.contains(from.name) || cut_.contains(to.name)) return;
  if (weather.lost_one_in > 0 && numbers_.below(weather.lost_one_in) == 0) return;
  const milliseconds now = now_();
  milliseconds& arrives = arrives_[{from.number, to.number}];
  arrives = std::max(arrives, now + milliseconds{numbers_.below(weather.slowest + 1)});
  loop_.later(arrives - now, [this, &to, is_there = to.alive, deliver = std::move(deliver)] {
    if (!*is_there || cut_.contains(to.name)) return;
    ++delivered;
    deliver();
  });
}

}  // namespace tatami::bus
