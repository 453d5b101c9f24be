#!/usr/bin/env python3
"""Draws how a net's strength grew, from what evaluate.py --follow has written.

usage: tools/train/curve.py STRENGTH.csv CURVE.svg
"""

import csv
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "examples"))
from plot import plot  # noqa: E402


def main():
    curves = {}
    with open(sys.argv[1], newline="") as file:
        for seconds, _, against, share, *_ in csv.reader(file):
            curves.setdefault(f"against three {against}s", []).append((float(seconds), 100 * float(share)))
    title = "A net for Dojo, trained from nothing"
    plot(sys.argv[2], title, curves, "seconds on one GPU", "% won, four players")


if __name__ == "__main__":
    main()
