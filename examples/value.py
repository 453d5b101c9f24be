#!/usr/bin/env python3
"""A value function for Dojo in thirty lines of NumPy: who will win, from what a seat sees.

usage: build/python/venv/bin/python examples/value.py [STEPS [CURVE.svg]]

It watches random games, remembers what each seat saw, and when a game has ended it knows each seat's
share of the win. A linear function of the observation (docs/PYTHON.md) is fitted to that by
stochastic gradients. The error to beat is that of always saying 1/4.
"""

import sys

import numpy as np

import tatami
from plot import plot

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
games, players = 256, 4


def features(observations):
    """For every seat, from the one that sees: how its dojo stands. The last is always 1."""
    dojos = observations[:, 80 : 80 + 32 * players].reshape(-1, players, 32).astype(np.float32)
    cards, trophies = dojos[:, :, 4:16], dojos[:, :, 16:23] > 0
    rows = cards.reshape(-1, players, 3, 4).astype(int) // 8
    pairs = sum((rows[..., a] == rows[..., b]) & (rows[..., a] > 0) for a in range(4) for b in range(a))
    parts = [pairs.sum(axis=2), trophies.sum(axis=2), dojos[:, :, 2], dojos[:, :, 3]]
    flat = np.concatenate([part.reshape(-1, players) for part in parts], axis=1).astype(np.float32)
    return np.hstack([flat, flat * observations[:, 1:2] / 12, np.ones((len(flat), 1), np.float32)])


def watch(batch, steps, numbers):
    """What was seen, and the share of the win that the seat had in the end, game by game."""
    seen = [[] for _ in range(games)]
    for _ in range(steps):
        for game, (row, seat) in enumerate(zip(features(batch.observations), batch.seats)):
            seen[game].append((row, seat))
        batch.step(np.argmax(batch.legal * numbers.random(batch.legal.shape), axis=1))
        for game in np.flatnonzero(batch.done):
            rows, seats = zip(*seen[game])
            yield np.array(rows), batch.rewards[game, np.array(seats)]
            seen[game] = []


def main():
    batch = tatami.batch("dojo", games, players=players, seed=1)
    weights, error, curve = None, None, []
    for number, (rows, shares) in enumerate(watch(batch, steps, np.random.default_rng(1)), 1):
        if weights is None:
            weights = np.append(np.zeros(rows.shape[1] - 1), 1 / players)
        short = rows @ weights - shares
        error = (short**2).mean() if error is None else 0.998 * error + 0.002 * (short**2).mean()
        weights -= 0.02 / (1 + number / 2000) * (short @ rows) / len(rows) / 10
        if number % 50 == 0:
            curve.append((number, error))
    print(f"{number} games: squared error {error:.4f}; always 1/4: {0.25 * 0.75:.4f}")
    if len(sys.argv) > 2:
        plot(sys.argv[2], "Dojo: who wins?", {"linear": curve}, "games", "squared error")
    return error


if __name__ == "__main__":
    main()
