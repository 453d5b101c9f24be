#!/usr/bin/env python3
"""The same with a small net in PyTorch, on the raw observation; on a GPU, if there is one, the games
are played there too (cuda/build).

usage: examples/value_torch.py [STEPS [CURVE.svg]]
"""

import sys

import torch

import tatami
import tatami.cuda
from plot import plot

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
on_gpu = torch.cuda.is_available() and tatami.cuda.is_available()
games = 4096 if on_gpu else 128


def main():
    torch.manual_seed(1)
    batch = tatami.cuda.batch(games, device="cuda" if on_gpu else "host")
    seen = batch.torch()
    where = seen["observations"].device
    net = torch.nn.Sequential(
        torch.nn.Linear(tatami.cuda.observation_size, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1)
    ).to(where)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    # The last `longest` decisions of every game; what a game is worth is known when it has ended.
    longest = 160
    rows = torch.zeros(longest, games, tatami.cuda.observation_size, dtype=torch.uint8, device=where)
    seats = torch.zeros(longest, games, dtype=torch.int64, device=where)
    begun = torch.zeros(games, dtype=torch.int64, device=where)
    error, curve = None, []
    for step in range(steps):
        rows[step % longest] = seen["observations"]
        seats[step % longest] = seen["seats"].long()
        weights = seen["legal"] * (1 - torch.rand(seen["legal"].shape, device=where))
        batch.step(weights.argmax(1))
        ended = seen["done"].nonzero()[:, 0]
        if len(ended):
            # Any eight decisions of each game that has ended.
            ended = ended.repeat(8)
            first = torch.maximum(begun[ended], torch.tensor(step - longest + 1, device=where))
            span = step - first + 1
            chosen = first + (torch.rand(len(ended), device=where) * span).long()
            share = seen["rewards"][ended, seats[chosen % longest, ended]]
            said = torch.sigmoid(net(rows[chosen % longest, ended].float() / 32)[:, 0])
            loss = ((said - share) ** 2).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            begun[ended] = step + 1
            error = loss.item() if error is None else 0.98 * error + 0.02 * loss.item()
            curve.append((step, error))
    print(f"{steps} steps of {games} games on {where}: squared error {error:.4f}; always 1/4: 0.1875")
    if len(sys.argv) > 2:
        plot(sys.argv[2], "Dojo: who wins?", {"net": curve}, "steps", "squared error")


if __name__ == "__main__":
    main()
