#!/usr/bin/env python3
"""Win shares of a net, one against bots on all other seats.

usage: tools/train/evaluate.py NET.bin [--against student adept] [--games 4000] …
       tools/train/evaluate.py OUT/net.bin --follow 600 --csv OUT/strength.csv     (beside train.py)

It needs the module (script/python) and PyTorch. The net plays the action it finds most likely. Every
set of cards is played once from each seat; ± is the 95 % interval over these sets.
"""

import argparse
import csv
import math
import multiprocessing
import pathlib
import random
import sys
import time

import numpy as np
import tatami
import torch

from net import give, legal_from_seat, throws
from weights import load


class Seat:
    """The net's seat of one game, which goes on by itself until that seat must decide."""

    def __init__(self, number, bot, seed, setup):
        players = setup["players"]
        self.set, self.seat = divmod(number, players)
        self.state = tatami.start("dojo", **setup)
        self.luck = tatami.DojoLuck(self.state, seed * 1_000_003 + self.set)
        self.bot = bot
        self.random = random.Random(number)
        self.go_on()

    def go_on(self):
        state = self.state
        while not state.is_over:
            if state.chance_acts:
                state.apply_unchecked(self.luck.next(state))
                continue
            seat = state.to_act[0]
            if seat == self.seat:
                return
            state.apply_unchecked(self.bot.choose(state, seat))

    def share(self):
        winners = self.state.outcome()["winners"]
        return 1 / len(winners) if self.seat in winners else 0.0


@torch.inference_mode()
def decide(net, waiting, device):
    seen = torch.from_numpy(np.stack([game.state.observation(game.seat) for game in waiting]))
    choices = [game.state.legal_actions(game.seat) for game in waiting]
    legal = torch.zeros(len(waiting), 64, dtype=torch.bool)
    for row, actions in enumerate(choices):
        legal[row, [action & 63 for action in actions]] = True
    rotated = legal_from_seat(seen, legal)
    best = net(seen.to(device)).logits.float().cpu().masked_fill(~rotated, -torch.inf).argmax(1)
    for game, actions, what, row in zip(waiting, choices, best.tolist(), seen):
        if row[0] == give:  # seats are counted from the one that gives
            what = (what + game.seat) % int(row[2])
        elif row[0] == throws:  # uniform, which is optimal by symmetry
            what = game.random.choice(actions) & 63
        game.state.apply_unchecked(next(a for a in actions if a & 63 == what))
        game.go_on()


def shares(given):
    """{set of cards: the net's shares of the win}"""
    weights, against, setup, numbers, seed, device, at_once = given
    torch.set_num_threads(1)
    net = load(weights, device)
    bot = tatami.bot("dojo", against, seed=seed + numbers[0], **setup)
    found = {}
    for first in range(0, len(numbers), at_once):
        waiting = games = [Seat(n, bot, seed, setup) for n in numbers[first : first + at_once]]
        while waiting := [game for game in waiting if not game.state.is_over]:
            decide(net, waiting, device)
        for game in games:
            found.setdefault(game.set, []).append(game.share())
    return found


def evaluate(weights, against, games, seed, setup, workers, device="cpu", at_once=256):
    """The net's share of the win and half of its 95 % interval."""
    players = setup["players"]
    sets = games // players
    ends = [players * sets * i // workers for i in range(workers + 1)]
    parts = [list(range(first, end)) for first, end in zip(ends, ends[1:]) if first < end]
    jobs = [(weights, against, setup, part, seed, device, at_once) for part in parts]
    context = multiprocessing.get_context("fork" if device == "cpu" else "spawn")
    by_set = {}
    with context.Pool(len(jobs)) as pool:
        for found in pool.imap_unordered(shares, jobs):
            for number, some in found.items():
                by_set.setdefault(number, []).extend(some)
    means = np.array([np.mean(some) for some in by_set.values()])
    return means.mean(), 1.96 * means.std(ddof=1) / math.sqrt(len(means))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("net", type=pathlib.Path)
    add("--against", nargs="+", default=["random", "student", "adept"])
    add("--games", type=int, default=4000)
    add("--seed", type=int, default=2026)
    add("--players", type=int, default=4)
    add("--edition", default="fr", choices=("fr", "en"))
    add("--variants", nargs="*", default=[])
    add("--workers", type=int, default=multiprocessing.cpu_count())
    add("--device", default="cpu", help="cpu, or cuda to share one GPU among the workers")
    add("--csv", type=pathlib.Path, help="appends a line for each result")
    add("--follow", type=float, default=0, help="seconds to wait for newer versions of the file")
    args = parser.parse_args()
    judged, until = None, time.monotonic() + args.follow
    while judged is None or time.monotonic() < until:
        version = args.net.stat().st_mtime_ns if args.net.exists() else None
        if version != judged and version is not None:
            judged = version
            report(args, args.net.read_bytes())
        elif not args.follow:
            sys.exit(f"evaluate.py: there is no {args.net}")
        time.sleep(1 if args.follow else 0)


def report(args, weights):
    setup = {"players": args.players, "edition": args.edition, "variants": args.variants}
    name = f"{args.players} {args.edition} {'+'.join(args.variants) or 'plain'}"
    curve = args.net.with_name("curve.csv")  # its first column has the seconds of training
    label = curve.read_text().split("\n")[-2].split(",")[0] if args.follow and curve.exists() else ""
    for against in args.against:
        began = time.monotonic()
        share, half = evaluate(
            weights, against, args.games, args.seed, setup, args.workers, args.device
        )
        print(f"{label} {name}: {100 * share:.1f} ± {100 * half:.1f} against {against}, "
              f"{args.games} games, {time.monotonic() - began:.0f} s", flush=True)
        if args.csv:
            with open(args.csv, "a", newline="") as file:
                csv.writer(file, lineterminator="\n").writerow(
                    [label, name, against, f"{share:.5f}", f"{half:.5f}", args.games, args.seed]
                )


if __name__ == "__main__":
    main()
