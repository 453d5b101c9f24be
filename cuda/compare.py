#!/usr/bin/env python3
"""Compares batches on a GPU with the same source on the host, step by step, and measures them.

usage: cuda/compare.py [--quick]        (after cuda/build; needs PyTorch)
"""

import importlib.util
import itertools
import pathlib
import statistics
import sys
import time

import torch

root = pathlib.Path(__file__).resolve().parents[1]
spec = importlib.util.spec_from_file_location(
    "tatami_cuda", root / "bindings" / "python" / "tatami" / "cuda.py"
)
cuda = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cuda)

quick = "--quick" in sys.argv
names = ("observations", "legal", "seats", "rewards", "done", "scores")
setups = [
    {"players": players, "edition": edition, "variants": variants}
    for players, edition, variants in itertools.product(
        (3, 4, 5), ("fr", "en"), ([], ["white-belt"], ["black-belt"], ["white-belt", "black-belt"])
    )
]


def differences(on_gpu, on_host):
    return [name for name in names if not torch.equal(on_gpu[name].cpu(), on_host[name])]


def any_legal(legal, numbers):
    # Never 0, so that what is legal always beats what is not.
    return (legal * (1 - torch.rand(legal.shape, generator=numbers, device="cuda"))).argmax(1)


def compare_steps():
    """Actions by mask, every array after every step."""
    games, steps = (200, 150) if quick else (2000, 400)
    numbers = torch.Generator("cuda").manual_seed(1)
    wrong = compared = 0
    for setup in setups:
        gpu = cuda.batch(games, seed=5, **setup)
        host = cuda.batch(games, seed=5, device="host", **setup)
        seen, expected = gpu.torch(), host.torch()
        wrong += len(differences(seen, expected))
        for step in range(steps):
            chosen = any_legal(seen["legal"], numbers).to(
                (torch.int64, torch.int32, torch.uint8)[step % 3]
            )
            gpu.step(chosen)
            host.step(chosen.cpu())
            wrong += len(differences(seen, expected))
            compared += games
    print(f"steps compared: {compared} decisions, {len(setups)} setups, {wrong} arrays differ")
    return wrong == 0


def compare_many():
    """Many random games; all arrays at the end and the sums of scores on the way."""
    games, steps = (20_000, 150) if quick else (200_000, 400)
    wrong = 0
    for setup in setups[:: 5 if quick else 3]:
        gpu = cuda.batch(games, seed=9, **setup)
        host = cuda.batch(games, seed=9, device="host", **setup)
        seen, expected = gpu.torch(), host.torch()
        for _ in range(4):
            gpu.play_randomly(steps // 4)
            host.play_randomly(steps // 4)
            wrong += len(differences(seen, expected))
    print(f"random play compared: {len(setups[:: 5 if quick else 3])} setups of {games} games, "
          f"{steps} steps, {wrong} arrays differ")
    return wrong == 0


def compare_worlds():
    """Games imagined anew, and played on."""
    games = 2000 if quick else 20_000
    wrong = 0
    for setup in setups[::5]:
        gpu = cuda.batch(games, seed=3, **setup)
        host = cuda.batch(games, seed=3, device="host", **setup)
        seen, expected = gpu.torch(), host.torch()
        for seed in range(6):
            for batch in (gpu, host):
                batch.play_randomly(31)
                batch.imagine(seed)
                batch.play_randomly(20)
            wrong += len(differences(seen, expected))
    print(f"imagined worlds compared: {len(setups[::5])} setups of {games} games, "
          f"{wrong} arrays differ")
    return wrong == 0


def refusals():
    gpu = cuda.batch(1000)
    seen = gpu.torch()
    before = {name: seen[name].clone() for name in names}
    chosen = seen["legal"].to(torch.uint8).argmax(1)
    chosen[[77, 500]] = 63
    try:
        gpu.step(chosen)
    except ValueError as refused:
        right = str(refused).startswith("game 77, seat ")
    else:
        right = False
    right &= all(torch.equal(before[name], seen[name]) for name in names)
    gpu.step(seen["legal"].to(torch.uint8).argmax(1))
    print(f"an illegal action is refused and changes nothing: {right}")
    return right


def seconds(do, repeat=5):
    do()
    times = []
    for _ in range(repeat):
        torch.cuda.synchronize()
        begun = time.perf_counter()
        do()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def net(width):
    return torch.nn.Sequential(
        torch.nn.Linear(cuda.observation_size, width), torch.nn.ReLU(),
        torch.nn.Linear(width, width), torch.nn.ReLU(),
        torch.nn.Linear(width, cuda.actions),
    ).cuda().to(torch.bfloat16)


def measure():
    steps = 50
    print("games | random play | masks in PyTorch | net 256 | net 1024   (decisions a second)")
    for power in (12, 16, 18, 20):
        games = 1 << power
        batch = cuda.batch(games)
        seen = batch.torch()
        batch.play_randomly(130)  # so that games end at different times
        numbers = torch.Generator("cuda").manual_seed(1)

        def masks():
            for _ in range(steps):
                batch.step(any_legal(seen["legal"], numbers), wait=False)
            batch.wait()

        def by_net(policy):
            def play():
                with torch.no_grad():
                    for _ in range(steps):
                        logits = policy(seen["observations"].to(torch.bfloat16))
                        noise = torch.rand(logits.shape, generator=numbers, device="cuda")
                        noise = (1 - noise).log_().neg_().clamp_(1e-9).log_()  # Gumbel's
                        logits = (logits - noise).masked_fill_(~seen["legal"], -torch.inf)
                        batch.step(logits.argmax(1), wait=False)
                    batch.wait()
            return play

        speeds = [
            games * steps / seconds(do)
            for do in (lambda: batch.play_randomly(steps), masks, by_net(net(256)), by_net(net(1024)))
        ]
        print(f"{games:7} | " + " | ".join(f"{speed:.3e}" for speed in speeds), flush=True)


if __name__ == "__main__":
    right = compare_steps()
    right &= compare_many()
    right &= compare_worlds()
    right &= refusals()
    measure()
    sys.exit(0 if right else 1)
