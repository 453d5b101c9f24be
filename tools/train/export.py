#!/usr/bin/env python3
"""Writes positions with what a net says about them, for tests of other programs that compute it.

usage: tools/train/export.py NET.bin POSITIONS.bin [--count 10000]

"tatami-positions 1\\n", how many (uint32), then for each the observation (240 bytes), the mask (64
bytes, seats counted from the one that sees), 64 logits, 5 logs of win shares and 5 margins (float32),
computed in single precision. Everything is little-endian.
"""

import argparse
import pathlib
import struct

import torch

from net import action_from_seat, legal_from_seat
from tables import Tables
from weights import load


@torch.inference_mode()
def positions(net, count, seed, device):
    """From games of all setups that the net plays against itself."""
    tables = Tables(max(64, count // 16), seed, device)
    numbers = torch.Generator().manual_seed(seed)
    out = bytearray(b"tatami-positions 1\n" + struct.pack("<I", count))
    left = count
    while left > 0:
        for _ in range(17):  # more than a round apart, so that they differ
            observations, legal, acting = tables.look()
            seen, acting = observations.cpu(), acting.cpu()
            mask = legal_from_seat(seen, legal.cpu())
            said = net(seen)
            noise = torch.rand(mask.shape, generator=numbers).clamp(1e-9, 1 - 1e-7)
            chosen = (said.logits - torch.log(-torch.log(noise))).masked_fill(~mask, -torch.inf).argmax(1)
            tables.act(action_from_seat(seen, chosen, acting).to(observations.device))
        told = torch.cat([said.logits, said.win, said.margin], 1).numpy().astype("<f4")
        for row in range(min(left, len(seen))):
            out += seen[row].numpy().tobytes() + mask[row].numpy().tobytes() + told[row].tobytes()
        left -= len(seen)
    return bytes(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("net", type=pathlib.Path)
    parser.add_argument("positions", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda", choices=("cuda", "host"))
    args = parser.parse_args()
    net = load(args.net.read_bytes())
    args.positions.write_bytes(positions(net, args.count, args.seed, args.device))


if __name__ == "__main__":
    main()
