#!/usr/bin/env python3
"""What the module costs beside the engine, as ratios in one run: build/python/venv/bin/python
bindings/python/bench/measure.py"""

import statistics
import time

import tatami
from tatami import _engine


def seconds(do):
    """Of this thread's processor time: what others do on the machine counts less."""
    begun = time.thread_time()
    do()
    return time.thread_time() - begun


def main():
    header = '{"game":"dojo","players":4}'
    batch = tatami.batch("dojo", 1024, threads=1)
    ratios, plain, batched = [], [], []
    for _ in range(7):  # in turn, so that both meet the same machine
        decisions = 0

        def play():
            nonlocal decisions
            decisions = _engine._play_plainly(header, 4000, 1)

        took = seconds(play)
        plain.append(took / decisions)
        steps = 400
        batched.append(seconds(lambda: batch.play_randomly(steps)) / (steps * 1024))
        ratios.append(plain[-1] / batched[-1])
    print(f"random play, one thread: engine {1e9 * statistics.median(plain):.1f} ns a decision, batch "
          f"{1e9 * statistics.median(batched):.1f} ns with observation and mask; "
          f"{statistics.median(ratios):.2f} times as fast as the engine")

    state = tatami.start("dojo")
    action = state.legal_chances()[0]
    rounds = range(20000)

    def empty():
        for _ in rounds:
            pass

    def copies():
        for _ in rounds:
            state.copy()

    def copies_and_applies():
        for _ in rounds:
            state.copy().apply(action)

    scratch = state.copy()

    def becomes():
        for _ in rounds:
            scratch.become(state, action)

    for name, do in (("copy", copies), ("copy and apply", copies_and_applies),
                     ("become, copying and applying in one call", becomes)):
        costs = [(seconds(do) - seconds(empty)) / len(rounds) for _ in range(7)]
        print(f"{name}: {1e9 * statistics.median(costs):.0f} ns")


if __name__ == "__main__":
    main()
