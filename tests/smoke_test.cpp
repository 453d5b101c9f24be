#include <gtest/gtest.h>
TEST(Smoke, ok) {}
