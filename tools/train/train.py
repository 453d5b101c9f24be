#!/usr/bin/env python3
"""Trains a net for Dojo by self-play on one GPU (docs/bots.md says how and why).

usage: tools/train/train.py OUT [--seconds N] [--resume FILE] …       (after cuda/build)

OUT gets checkpoint.pt, which --resume takes up again, curve.csv with a line every few seconds, and
net.bin with the averaged weights every --every seconds. The games under way are not kept: a piece that
goes on plays new ones, from another seed.
"""

import argparse
import copy
import csv
import math
import os
import pathlib
import random
import sys
import time

import torch

from net import Net, action_from_seat, legal_from_seat, parameters_of, policy, throws
from returns import from_table, margins, weigh
from tables import Tables, seats
from weights import pack

fields = ("seconds", "iteration", "games", "decisions", "rate", "lead", "entropy", "anchor", "clipped",
          "win_loss", "even_loss", "margin_error", "against_past", "points")


def arguments(given=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("out", type=pathlib.Path)
    add("--seconds", type=float, default=300, help="of this piece")
    add("--plan", type=float, default=600, help="seconds of the whole training: the schedules' length")
    add("--resume", type=pathlib.Path)
    add("--every", type=float, default=60, help="seconds between versions of net.bin")
    add("--seed", type=int, default=1)
    add("--device", default="cuda", choices=("cuda", "host"))
    add("--games", type=int, default=16384, help="at once")
    add("--steps", type=int, default=48, help="decisions of each game in an iteration")
    add("--batch", type=int, default=8192)
    add("--rate", type=float, default=7e-4, help="of learning, at the beginning")
    add("--last-rate", type=float, default=1e-4)
    add("--clip", type=float, default=0.2)
    add("--entropy", type=float, default=0.01)
    add("--last-entropy", type=float, default=0.002)
    add("--anchor", type=float, default=0.05, help="weight of the distance from the average policy")
    add("--anchor-share", type=float, default=0.05, help="of the newest in that average")
    add("--lead", type=float, default=1.0, help="what ten points' lead is worth beside a win")
    add("--last-lead", type=float, default=0.05)
    add("--league", type=float, default=0.25, help="share of the tables with past selves")
    add("--past", type=int, default=12, help="how many past selves there are")
    add("--past-every", type=float, default=30, help="seconds")
    add("--own-trace", type=float, default=0.9)
    add("--trace", type=float, default=0.98)
    add("--average", type=float, default=0.02, help="share of the newest in the weights of net.bin")
    add("--compile", action="store_true")
    return parser.parse_args(given)


class Learner:
    def __init__(self, args):
        self.args = args
        self.where = torch.device("cuda" if args.device == "cuda" else "cpu")
        torch.manual_seed(args.seed)
        self.net = Net().to(self.where)
        self.anchor, self.past, self.averaged = (copy.deepcopy(self.net) for _ in range(3))
        self.rate = torch.tensor(args.rate, device=self.where)
        self.optimiser = torch.optim.Adam(
            self.net.parameters(), lr=self.rate, eps=1e-5, capturable=self.where.type == "cuda"
        )
        self.entropy = torch.tensor(args.entropy, device=self.where)
        self.utility = torch.tensor([1.0, args.lead], device=self.where)
        self.selves = []
        self.iteration = self.pieces = 0
        self.games = self.decisions = 0
        self.seconds = 0.0
        self.curve = []
        if args.resume:
            self.load(args.resume)
        self.pieces += 1
        self.random = random.Random(args.seed * 1000 + self.pieces)
        torch.manual_seed(args.seed * 1000 + self.pieces)
        # One compiled form serves every net and number of games, another one learns.
        self.ask = torch.compile(Net.forward, dynamic=True) if args.compile else Net.forward
        self.judge = torch.compile(Net.forward, dynamic=False) if args.compile else Net.forward
        self.reserve()

    # ---- Keeping what was learned ----

    def save(self, file):
        kept = {name: getattr(self, name).state_dict() for name in ("net", "anchor", "averaged", "optimiser")}
        for name in ("selves", "iteration", "pieces", "games", "decisions", "seconds", "curve"):
            kept[name] = getattr(self, name)
        kept["settings"] = {k: str(v) for k, v in vars(self.args).items()}
        torch.save(kept, file.with_suffix(".part"))
        os.replace(file.with_suffix(".part"), file)

    def load(self, file):
        kept = torch.load(file, map_location=self.where, weights_only=True)
        for name in ("net", "anchor", "averaged"):
            getattr(self, name).load_state_dict(kept[name])
        state = kept["optimiser"]
        state["param_groups"][0]["lr"] = self.rate
        self.optimiser.load_state_dict(state)
        self.optimiser.param_groups[0]["lr"] = self.rate
        for name in ("selves", "iteration", "pieces", "games", "decisions", "seconds", "curve"):
            setattr(self, name, kept[name])

    def save_net(self, file):
        file.write_bytes(pack(self.averaged))

    # ---- Playing ----

    def reserve(self):
        args, where = self.args, self.where
        self.tables = Tables(args.games, self.pieces, args.device)
        games, steps = self.tables.games, args.steps
        empty = lambda *shape, kind=torch.float32: torch.zeros(steps, games, *shape, dtype=kind, device=where)
        self.kept = {
            "observations": empty(240, kind=torch.uint8),
            "legal": empty(64, kind=torch.bool),
            "acting": empty(kind=torch.int64),
            "chosen": empty(kind=torch.int64),
            "likely": empty(),
            "values": empty(seats, 2),
            "done": empty(kind=torch.bool),
            "ends": empty(seats, 2),
            "learns": empty(kind=torch.bool),
        }
        self.now = torch.zeros(1, dtype=torch.int64, device=where)
        generator = torch.Generator().manual_seed(self.args.seed)
        league = torch.randperm(games, generator=generator)[: int(games * args.league)].sort().values
        self.league = league.to(where)
        self.is_past = torch.zeros(games, seats, dtype=torch.bool, device=where)
        self.points = torch.zeros(4, device=where)  # games, their points; the learner's win share, par
        self.advantages = torch.zeros(steps * games, device=where)
        self.targets = torch.zeros(steps * games, seats, 2, device=where)
        self.sample = torch.zeros(args.batch, dtype=torch.int64, device=where)
        self.told = torch.zeros(6, device=where)
        self.play_graph = self.learn_graph = None

    def values_of(self, said, acting):
        values = torch.stack([said.win.exp(), said.margin], -1)
        players = self.tables.players
        return torch.stack([from_table(values[..., kind], acting, players) for kind in (0, 1)], -1)

    def choose(self, net, observations, legal):
        said = self.ask(net, observations)
        logs = policy(said.logits, legal)
        noise = -torch.log(-torch.log(torch.rand_like(logs).clamp_(1e-9, 1 - 1e-7)))
        chosen = (logs + noise).masked_fill(~legal, -torch.inf).argmax(1)
        return said, chosen, logs.gather(1, chosen[:, None])[:, 0]

    @torch.no_grad()
    def step(self):
        """One decision of every game."""
        observations, legal, acting = self.tables.look()
        legal = legal_from_seat(observations, legal)
        said, chosen, likely = self.choose(self.net, observations, legal)
        is_past = self.is_past.gather(1, acting[:, None])[:, 0]
        if len(self.league):
            _, other, _ = self.choose(self.past, observations[self.league], legal[self.league])
            other = torch.where(is_past[self.league], other, chosen[self.league])
            chosen = chosen.index_copy(0, self.league, other)
        done, wins, scores = self.tables.act(action_from_seat(observations, chosen, acting))
        players = self.tables.players
        ends = torch.stack([wins, margins(scores, players)], -1) * done[:, None, None]
        new = {
            "observations": observations, "legal": legal, "acting": acting, "chosen": chosen,
            "likely": likely, "values": self.values_of(said, acting), "done": done, "ends": ends,
            "learns": ~is_past & (legal.sum(1) > 1) & (observations[:, 0] != throws),
        }
        for name, value in new.items():
            self.kept[name].index_copy_(0, self.now, value[None])
        self.now += 1
        # How learners fare against their past, at tables that have both.
        present = torch.arange(seats, device=self.where) < players[:, None]
        mixed = (done & self.is_past.any(1))[:, None] & present & ~self.is_past
        self.points += torch.stack(
            [done.sum().float(), (scores * done[:, None]).sum() / players.float().mean(),
             (wins * mixed).sum(), (mixed / players[:, None]).sum()]
        )

    def on_graph(self, graph, work):
        """Once a piece of work has been recorded, it costs one launch."""
        if self.where.type != "cuda":
            work()
            return None
        if graph is None:
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=torch.cuda.current_stream()):
                work()
        graph.replay()
        return graph

    def play(self):
        self.now.zero_()
        for step in range(self.args.steps):
            if self.play_graph is None and step < 2 and self.pieces_warm < 2:
                self.pieces_warm += 1
                self.step()
            else:
                self.play_graph = self.on_graph(self.play_graph, self.step)
        self.tables.wait()
        self.decisions += self.args.steps * self.tables.games

    def seat_past_selves(self):
        """Who of the league's tables is a past self, and which: drawn anew in every iteration."""
        if self.selves:
            self.past.load_state_dict(self.random.choice(self.selves))
            present = torch.arange(seats, device=self.where) < self.tables.players[self.league, None]
            draw = torch.rand(present.shape, device=self.where) < 0.5
            self.is_past[self.league] = draw & present

    # ---- Learning ----

    @torch.no_grad()
    def look_back(self):
        observations, legal, acting = self.tables.look()
        kept = self.kept
        last = self.values_of(self.ask(self.net, observations), acting)
        advantages, targets = weigh(
            kept["values"], last, self.utility, kept["acting"], kept["done"], kept["ends"],
            self.args.own_trace, self.args.trace,
        )
        players = self.tables.players.expand(self.args.steps, -1)
        # Targets are told to the one that sees: seats counted from it.
        back = (players - kept["acting"]) % players
        targets = torch.stack([from_table(targets[..., kind], back, players) for kind in (0, 1)], -1)
        learns = kept["learns"].flatten()
        advantages = advantages.flatten()
        mean = (advantages * learns).sum() / learns.sum()
        spread = (((advantages - mean) ** 2 * learns).sum() / learns.sum()).sqrt()
        self.advantages.copy_((advantages - mean) / (spread + 1e-6))
        self.targets.copy_(targets.flatten(0, 1))
        return learns.nonzero()[:, 0]

    def learn(self):
        """One step of the optimiser, on the decisions in `sample`."""
        args, kept, sample = self.args, self.kept, self.sample
        observations = kept["observations"].flatten(0, 1)[sample]
        legal = kept["legal"].flatten(0, 1)[sample]
        chosen = kept["chosen"].flatten()[sample]
        said = self.judge(self.net, observations)
        logs = policy(said.logits, legal)
        with torch.no_grad():
            anchor = policy(self.ask(self.anchor, observations).logits, legal)
        ratio = (logs.gather(1, chosen[:, None])[:, 0] - kept["likely"].flatten()[sample]).exp()
        advantage = self.advantages[sample]
        clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
        gain = torch.minimum(ratio * advantage, clipped * advantage).mean()
        shares = logs.exp()
        entropy = -(shares * logs).masked_fill(~legal, 0).sum(1).mean()
        away = (shares * (logs - anchor)).masked_fill(~legal, 0).sum(1).mean()
        target = self.targets[sample]
        present = torch.arange(seats, device=self.where) < observations[:, 2:3]
        win_loss = -(target[..., 0] * said.win).masked_fill(~present, 0).sum(1).mean()
        margin_error = ((said.margin - target[..., 1]) ** 2 * present).sum() / present.sum()
        loss = -gain + 0.5 * win_loss + 0.5 * margin_error + args.anchor * away - self.entropy * entropy
        self.optimiser.zero_grad(set_to_none=False)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        even = present.sum(1).float().log().mean()
        self.told += torch.stack(
            [entropy, away, (ratio != clipped).float().mean(), win_loss, even, margin_error]
        ).detach()

    def improve(self):
        useful = self.look_back()
        useful = useful[torch.randperm(len(useful), device=self.where)]
        self.told.zero_()
        count = len(useful) // self.args.batch
        for number in range(count):
            self.sample.copy_(useful[number * self.args.batch : (number + 1) * self.args.batch])
            if self.learn_warm < 3:
                self.learn_warm += 1
                self.learn()
            else:
                self.learn_graph = self.on_graph(self.learn_graph, self.learn)
        with torch.no_grad():
            for other, share in ((self.anchor, self.args.anchor_share), (self.averaged, self.args.average)):
                torch._foreach_lerp_(list(other.parameters()), list(self.net.parameters()), share)
        return (self.told / max(count, 1)).tolist()

    def follow_schedule(self):
        args = self.args
        done = min(1.0, self.seconds / args.plan)
        along = lambda first, last: first * (last / first) ** done
        self.rate.fill_(along(args.rate, args.last_rate))
        self.entropy.fill_(along(args.entropy, args.last_entropy))
        self.utility[1] = along(args.lead, args.last_lead)

    pieces_warm = learn_warm = 0

    def run(self):
        args = self.args
        began = told = kept = time.monotonic()
        before = self.seconds
        remembered = -args.past_every if not self.selves else before
        sums = []
        while time.monotonic() - began < args.seconds:
            self.follow_schedule()
            self.seat_past_selves()
            self.play()
            sums.append(self.improve())
            self.iteration += 1
            now = time.monotonic()
            self.seconds = before + now - began
            if self.seconds - remembered >= args.past_every:
                remembered = self.seconds
                self.selves.append({k: v.clone() for k, v in self.net.state_dict().items()})
                if len(self.selves) > args.past:  # the oldest go, but not all of them
                    del self.selves[self.random.randrange(args.past // 2)]
            if now - told >= 5 or now - began >= args.seconds:
                told = now
                self.report(sums)
                sums = []
            if now - kept >= args.every:
                kept = now
                self.keep()
        self.keep()

    def report(self, sums):
        games, points, share, par = self.points.tolist()
        self.points.zero_()
        self.games += int(games)
        entropy, anchor, clipped, win_loss, even, margin = (sum(c) / len(sums) for c in zip(*sums))
        row = (self.seconds, self.iteration, self.games, self.decisions, self.rate.item(),
               self.utility[1].item(), entropy, anchor, clipped, win_loss, even, margin,
               share / max(par, 1e-9), points / max(games, 1))
        self.curve.append(row)
        if not all(map(math.isfinite, row)):
            sys.exit(f"train.py: what it learned is not finite any more: {row}")
        print("  ".join(f"{name} {value:.6g}" for name, value in zip(fields, row)), flush=True)

    def keep(self):
        out = self.args.out
        self.save(out / "checkpoint.pt")
        self.save_net(out / "net.part")
        os.replace(out / "net.part", out / "net.bin")
        with open(out / "curve.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(fields)
            writer.writerows([[f"{v:.6g}" if isinstance(v, float) else v for v in row] for row in self.curve])


def main():
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(args)
    print(f"{parameters_of(learner.net)} parameters, {learner.tables.games} games at once", flush=True)
    if args.device == "cuda":
        # What is recorded must not run on the default stream.
        with torch.cuda.stream(torch.cuda.Stream()):
            learner.run()
    else:
        learner.run()


if __name__ == "__main__":
    main()
