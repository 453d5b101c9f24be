#include "store/lease.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "lease_support.h"
#include "store_support.h"
#ifdef TATAMI_POSTGRES  // a program of its own: it starts a database
#include "databases/postgres_support.h"
#endif

namespace tatami::store {
namespace {

using namespace testing;
using namespace std::chrono_literals;

// The suite for the leases of every database that several nodes can share. One that is added
// joins here.
template <class Shared>
class LeaseSuite : public ::testing::Test {
 protected:
  LeaseSuite() : a_(shared_.open()), b_(shared_.open()) {}

  EventLog& log_a() { return *a_; }
  EventLog& log_b() { return *b_; }
  Leases& a() { return *a_->leases(); }
  Leases& b() { return *b_->leases(); }
  std::unique_ptr<EventLog> another() { return shared_.open(); }
  // Longer than the term.
  void let_lapse() { shared_.pass(Shared::term + Shared::term / 2); }
  void pass_half() { shared_.pass(Shared::term / 2); }
  void SetUp() override {
    ASSERT_FALSE(join(a(), "a", Shared::term));
    ASSERT_FALSE(join(b(), "b", Shared::term));
  }

 private:
  Shared shared_;
  std::unique_ptr<EventLog> a_;
  std::unique_ptr<EventLog> b_;
};

struct SharedName {
  template <class Shared>
  static std::string GetName(int) {  // NOLINT(readability-identifier-naming): Google Test asks
    return Shared::name;
  }
};
#ifdef TATAMI_POSTGRES
using Databases = ::testing::Types<SharedPostgres>;
#else
using Databases = ::testing::Types<SharedMemory>;
#endif
TYPED_TEST_SUITE(LeaseSuite, Databases, SharedName);

std::optional<Problem::Kind> kind(const std::optional<Problem>& problem) {
  if (!problem) return {};
  return problem->kind;
}

TYPED_TEST(LeaseSuite, A_stream_has_one_owner) {
  const Lease ours = acquire(this->a(), "table/x");
  EXPECT_TRUE(ours.is_ours);
  EXPECT_EQ(ours.node, "a");
  EXPECT_GT(ours.fence, 0U);
  const Lease theirs = acquire(this->b(), "table/x");
  EXPECT_FALSE(theirs.is_ours);
  EXPECT_EQ(theirs.node, "a");
  EXPECT_EQ(theirs.fence, ours.fence);
  EXPECT_EQ(acquire(this->a(), "table/x"), ours) << "asked again, as after a lost answer";
  EXPECT_EQ(find(this->b(), "table/x"), theirs);
  EXPECT_EQ(find(this->b(), "table/y"), std::nullopt);
  EXPECT_EQ(owned(this->a()), std::vector{ours});
  EXPECT_TRUE(owned(this->b()).empty());
}

TYPED_TEST(LeaseSuite, Acquires_many_in_their_order) {
  (void)acquire(this->b(), "table/2");
  const auto leases = acquire(this->a(), Names{"table/3", "table/2", "table/1"});
  ASSERT_EQ(leases.size(), 3U);
  EXPECT_EQ(leases[0].stream, "table/3");
  EXPECT_TRUE(leases[0].is_ours);
  EXPECT_EQ(leases[1].stream, "table/2");
  EXPECT_FALSE(leases[1].is_ours);
  EXPECT_EQ(leases[2].stream, "table/1");
  EXPECT_NE(leases[0].fence, leases[2].fence);
}

TYPED_TEST(LeaseSuite, Only_the_owners_fence_appends) {
  const Fence a = fence_of(acquire(this->a(), "table/x"));
  EXPECT_FALSE(append(this->log_a(), {entry("table/x", 1)}, a));
  EXPECT_FALSE(append(this->log_a(), {entry("chat/x", 1)}, a)) << "what belongs to the table";
  EXPECT_EQ(kind(append(this->log_b(), {entry("table/x", 2)}, {"table/x", a.number + 1})),
            Problem::Kind::fenced);
  EXPECT_EQ(kind(append(this->log_b(), {entry("table/y", 1)}, {"table/y", a.number})),
            Problem::Kind::fenced)
      << "nobody's";
  EXPECT_EQ(kind(append(this->log_a(), {entry("table/x", 1)}, a)), Problem::Kind::refused);
  EXPECT_FALSE(append(this->log_b(), {entry("guest/g", 1)})) << "needs no owner";
  EXPECT_EQ(numbers(this->log_b(), "table/x"), Numbers{1});
  EXPECT_TRUE(numbers(this->log_b(), "table/y").empty());
}

TYPED_TEST(LeaseSuite, A_slow_owner_cannot_write_after_being_replaced) {
  const Lease old = acquire(this->a(), "table/x");
  ASSERT_FALSE(append(this->log_a(), {entry("table/x", 1)}, fence_of(old)));
  this->let_lapse();
  ASSERT_TRUE(renew(this->b()).ok());
  EXPECT_TRUE(find(this->b(), "table/x")->is_lapsed);
  EXPECT_FALSE(append(this->log_a(), {entry("table/x", 2)}, fence_of(old)))
      << "nobody has taken it yet";
  EXPECT_EQ(unowned(this->b(), "table/"), Names{"table/x"});
  const Lease now = acquire(this->b(), "table/x");
  EXPECT_TRUE(now.is_ours);
  EXPECT_GT(now.fence, old.fence);
  const auto problem = append(this->log_a(), {entry("table/x", 3)}, fence_of(old));
  EXPECT_EQ(kind(problem), Problem::Kind::fenced);
  EXPECT_FALSE(append(this->log_b(), {entry("table/x", 3)}, fence_of(now)));
  EXPECT_EQ(*renew(this->a()), false) << "it came too late, and is told so";
  EXPECT_EQ(*renew(this->a()), true);
  EXPECT_TRUE(owned(this->a()).empty());
  EXPECT_EQ(numbers(this->log_a(), "table/x"), (Numbers{1, 2, 3}));
}

TYPED_TEST(LeaseSuite, An_owner_that_renews_keeps_its_streams) {
  const Lease ours = acquire(this->a(), "table/x");
  for (int i = 0; i < 4; ++i) {
    this->pass_half();
    EXPECT_EQ(*renew(this->a()), true);
    EXPECT_EQ(*renew(this->b()), true);
  }
  EXPECT_FALSE(acquire(this->b(), "table/x").is_ours);
  EXPECT_EQ(acquire(this->a(), "table/x").fence, ours.fence);
}

TYPED_TEST(LeaseSuite, An_owner_that_returns_before_anybody_noticed_goes_on) {
  const Lease ours = acquire(this->a(), "table/x");
  this->let_lapse();
  EXPECT_EQ(*renew(this->a()), false);
  EXPECT_EQ(owned(this->a()), std::vector{ours});
  EXPECT_FALSE(append(this->log_a(), {entry("table/x", 1)}, fence_of(ours)));
}

TYPED_TEST(LeaseSuite, A_released_stream_can_be_acquired_by_anybody) {
  const Lease old = acquire(this->a(), "table/x");
  ASSERT_FALSE(append(this->log_a(), {entry("table/x", 1)}, fence_of(old)));
  EXPECT_FALSE(release(this->b(), {"table/x"})) << "it is not theirs";
  EXPECT_TRUE(find(this->b(), "table/x").has_value());
  EXPECT_FALSE(release(this->a(), {"table/x"}));
  EXPECT_EQ(find(this->b(), "table/x"), std::nullopt);
  EXPECT_EQ(kind(append(this->log_a(), {entry("table/x", 2)}, fence_of(old))),
            Problem::Kind::fenced);
  EXPECT_EQ(unowned(this->b(), "table/"), Names{"table/x"});
  const Lease now = acquire(this->b(), "table/x");
  EXPECT_TRUE(now.is_ours);
  EXPECT_GT(now.fence, old.fence);
  EXPECT_FALSE(release(this->b(), {"table/x"}));
  EXPECT_GT(acquire(this->a(), "table/x").fence, now.fence) << "never one that was used";
}

TYPED_TEST(LeaseSuite, Lists_streams_without_an_owner) {
  for (const char* stream : {"table/a", "table/b", "table/c", "chat/a"})
    ASSERT_FALSE(append(this->log_a(), {entry(stream, 1)}));
  ASSERT_FALSE(append(this->log_a(), {last(entry("table/d", 1))}));
  (void)acquire(this->a(), "table/b");
  (void)acquire(this->a(), "table/e");  // without an entry yet
  EXPECT_EQ(unowned(this->b(), "table/"), (Names{"table/a", "table/c"}));
  EXPECT_EQ(unowned(this->b(), "table/", 1), Names{"table/a"});
  ASSERT_FALSE(leave(this->a()));
  EXPECT_EQ(unowned(this->b(), "table/"), (Names{"table/a", "table/b", "table/c"}));
  EXPECT_EQ(unfinished(this->log_b(), "table/"), (Names{"table/a", "table/b", "table/c"}));
  EXPECT_TRUE(this->log_b().read("table/e")->empty());
}

TYPED_TEST(LeaseSuite, Two_nodes_of_one_name_do_not_get_along) {
  const auto other = this->another();
  Leases& second = *other->leases();
  EXPECT_EQ(kind(join(second, "a", TypeParam::term)), Problem::Kind::refused);
  EXPECT_EQ(nodes(this->b()), (Names{"a", "b"}));
  const Lease old = acquire(this->a(), "table/x");
  this->let_lapse();
  ASSERT_TRUE(renew(this->b()).ok());
  EXPECT_EQ(nodes(this->b()), Names{"b"});
  ASSERT_FALSE(join(second, "a", TypeParam::term)) << "as after a crash";
  const auto renewed = renew(this->a());
  ASSERT_FALSE(renewed.ok());
  EXPECT_EQ(renewed.error().kind, Problem::Kind::fenced) << "it must stop";
  EXPECT_EQ(kind(append(this->log_a(), {entry("table/x", 1)}, fence_of(old))),
            Problem::Kind::fenced);
  EXPECT_GT(acquire(second, "table/x").fence, old.fence);
}

TYPED_TEST(LeaseSuite, A_node_that_leaves_is_gone_and_may_come_back) {
  (void)acquire(this->a(), "table/x");
  ASSERT_FALSE(leave(this->a()));
  EXPECT_EQ(nodes(this->b()), Names{"b"});
  EXPECT_TRUE(acquire(this->b(), "table/x").is_ours);
  ASSERT_FALSE(join(this->a(), "a", TypeParam::term));
  EXPECT_EQ(nodes(this->b()), (Names{"a", "b"}));
}

}  // namespace
}  // namespace tatami::store
