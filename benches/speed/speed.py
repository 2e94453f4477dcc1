#!/usr/bin/env python3
"""How long whole questions take, beside other tools, and how that grows.

    cargo build --release
    python3 benches/speed/speed.py                 # every row, as a table
    python3 benches/speed/speed.py --only dice     # rows whose name holds a word
    python3 benches/speed/speed.py --write         # writes the table into docs/speed.md

Each figure is the median of several runs of the whole process. Tools are run in turn, one after the other, so that
a busy machine slows them alike; where a peer (icepool, dyce: `pip install icepool dyce`) is not installed its column
stays empty. Where a peer answers the same question, both answers are compared as fractions.

The growth of a row is the exponent of its size that fits best, by least squares, over sizes that span ten times, after
the time of a process that does nothing is taken off. An exponent of 2 means: twice the size, four times the time.
"""

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import peers as questions

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAMS = HERE / "programs"
BEGIN, END = "<!-- measured -->", "<!-- end -->"


class Row:
    """A question with a size in it, `{n}`, and how it is asked."""

    def __init__(self, name, ask, sizes, shown=None, peer=None, refused=False):
        self.name = name
        # Words of the command line, or a function that makes them from a size and a folder.
        self.ask = ask
        # The sizes over which growth is fitted; none where a question has no size.
        self.sizes = sizes
        # The sizes whose times are shown.
        self.shown = shown or sizes[-1:] or [0]
        # What `peers.py` calls the question.
        self.peer = peer
        # Whether the answer is that it is refused.
        self.refused = refused

    def command(self, binary, size, folder):
        if callable(self.ask):
            words = self.ask(size, folder)
        else:
            words = [word.format(n=size, half=size // 2, p=PROGRAMS) for word in self.ask]
        return [str(binary), *words]


def program(name, text):
    """A row's command whose program is written for its size."""

    def ask(size, folder):
        path = Path(folder) / f"{name}{size}.odds"
        path.write_text(text(size))
        return path

    return ask


DRAWS = program("draws", lambda n: "mechanic speed/draws\noutcome total: integer = 0\n" + "total = die(2)\n" * n)
QUOTIENTS = program(
    "quotients",
    lambda n: "mechanic speed/quotients\ninput luck: number 0..10 = 1\noutcome hit: flag\nlet p: number = 1 / (2 + luck)\n"
    + "p = 1 / (1 + p)\n" * n
    + "hit = chance(p)\n",
)
NESTED = program(
    "nested",
    lambda n: "mechanic speed/nested\noutcome x: integer\nx = " + "if chance(1/2) { 1 } else { " * n + "2" + " }" * n + "\n",
)

ROWS = [
    Row("the first table of the README", ["table", "isaac/room-clear-award"], []),
    Row(
        "path of n card rewards: `chain sts/card-reward path`",
        ["chain", "sts/card-reward", "path", "--path", "normal*{n}"],
        [30, 60, 120, 200, 300],
        [50, 200],
    ),
    Row(
        "rares in n cards, the whole law: `chain sts/card-roll count 'rarity = rare' --over n`",
        ["chain", "sts/card-roll", "count", "rarity = rare", "--over", "{n}", "--format", "json"],
        [150, 300, 600, 1000, 1500],
        [150, 1000],
        peer="rares",
    ),
    Row("first rare: `chain sts/card-roll hit`", ["chain", "sts/card-roll", "hit", "rarity = rare"], []),
    Row("long run: `chain sts/card-roll stationary`", ["chain", "sts/card-roll", "stationary"], []),
    Row(
        "no rare in n cards: `hit --not-yet n`",
        ["chain", "sts/card-roll", "hit", "rarity = rare", "--not-yet", "{n}"],
        [300, 600, 1200, 3000],
    ),
    Row(
        "a rare by each of n cards: `hit --over n`",
        ["chain", "sts/card-roll", "hit", "rarity = rare", "--over", "{n}"],
        [150, 300, 700, 1500],
    ),
    Row("the state after n cards: `after n`", ["chain", "sts/card-roll", "after", "{n}"], [400, 1000, 2000, 4000]),
    Row(
        "long run of a pity timer with n states",
        ["chain", "{p}/pity.odds", "stationary", "--set", "n={n}"],
        [200, 500, 1000, 2000],
        [1000, 2000],
    ),
    Row(
        "a walk over n places: `repeat … until`",
        ["query", "{p}/walk.odds", "P(won)", "--set", "n={n}"],
        [200, 500, 1000, 2000],
    ),
    Row(
        "all of n kinds, one at a time",
        ["chain", "{p}/coupon.odds", "hit", "complete", "--set", "n={n}"],
        [70, 200, 400, 700],
    ),
    Row(
        "the sum of n six-sided dice, added in a loop",
        ["table", "{p}/added.odds", "--set", "n={n}", "--format", "json"],
        [100, 300, 600, 1000],
        [100, 1000],
        peer="sum",
    ),
    Row(
        "the sum of n hundred-sided dice, added in a loop",
        ["table", "{p}/added.odds", "--set", "n={n}", "--set", "faces=100"],
        [10, 30, 60, 100],
    ),
    Row(
        "best three of 10 dice with n sides",
        ["table", "{p}/best.odds", "--set", "faces={n}", "--format", "json"],
        [10, 20, 40, 100],
        [10, 40],
        peer="best",
    ),
    Row(
        "best three of n dice with 20 sides",
        ["table", "{p}/best.odds", "--set", "n={n}", "--set", "faces=20"],
        [10, 30, 100],
    ),
    Row("two sums in a loop of n: mean of one", ["query", "{p}/two.odds", "E(a)", "--set", "n={n}"], [30, 100, 300], [30]),
    Row(
        "two sums in a loop of n: both as one law",
        ["table", "{p}/two.odds", "--outcome", "a,b", "--set", "n={n}"],
        [6, 15, 30, 60],
        [30],
    ),
    Row(
        "no drop in n kills at 1/3000: `hit --not-yet n`",
        ["chain", "{p}/dry.odds", "hit", "pet", "--not-yet", "{n}"],
        [600, 1500, 3000, 6000],
    ),
    Row(
        "how unlucky nothing in n kills is: `percentile --seen 0`",
        ["chain", "{p}/dry.odds", "percentile", "pet", "--seen", "0", "--over", "{n}"],
        [500, 1000, 2000, 5000],
    ),
    Row(
        "n draws one after the other",
        lambda n, folder: ["query", str(DRAWS(n, folder)), "P(total = 2)"],
        [800, 2000, 4000, 8000],
    ),
    Row(
        "quotients n deep, as a formula of the input",
        lambda n, folder: ["formula", str(QUOTIENTS(n, folder)), "--in", "luck", "P(hit)"],
        [5, 10, 20, 50],
        [20],
    ),
    Row(
        "`if` nested n deep, refused",
        lambda n, folder: ["check", str(NESTED(n, folder))],
        [10_000, 30_000, 100_000],
        refused=True,
    ),
    Row(
        "long run of a pity timer with n states, `--decimals 12`",
        ["chain", "{p}/pity.odds", "stationary", "--set", "n={n}", "--decimals", "12"],
        [10_000, 30_000, 100_000],
    ),
    Row(
        "rares in n cards, `--decimals 12`",
        ["chain", "sts/card-roll", "count", "rarity = rare", "--over", "{n}", "--decimals", "12"],
        [10_000, 30_000, 100_000],
    ),
    Row(
        "no drop in n kills at 1/3000, `--decimals 12`",
        ["chain", "{p}/dry.odds", "hit", "pet", "--not-yet", "{n}", "--decimals", "12"],
        [100_000, 300_000, 1_000_000],
    ),
]


def seconds(command, limit, wanted=(0,)):
    """How long a command takes and what it says; no time where it fails or takes too long."""
    begin = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, f"longer than {limit} s"
    taken = time.perf_counter() - begin
    if done.returncode not in wanted:
        return None, (done.stderr or done.stdout).strip().splitlines()[-1:]
    return taken, done.stdout


def median(times):
    known = [taken for taken in times if taken is not None]
    return statistics.median(known) if known and len(known) == len(times) else None


def exponent(points):
    """The slope of the line through the logarithms."""
    points = [(math.log(size), math.log(taken)) for size, taken in points if taken > 0]
    if len(points) < 3:
        return None
    mean = [statistics.fmean(values) for values in zip(*points)]
    above = sum((x - mean[0]) * (y - mean[1]) for x, y in points)
    below = sum((x - mean[0]) ** 2 for x, _ in points)
    return above / below


def installed(peers):
    """The peers that this Python has."""
    return [peer for peer in peers if subprocess.run([sys.executable, "-c", f"import {peer}"], capture_output=True).returncode == 0]


def agrees(row, ours, theirs):
    """Whether the one number that a peer prints is among those of the answer."""
    found = set()

    def collect(value):
        if isinstance(value, dict):
            for inner in value.values():
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)
        elif isinstance(value, str) and "/" in value:
            try:
                found.add(Fraction(value))
            except ValueError:
                pass

    sys.set_int_max_str_digits(0)
    collect(json.loads(ours))
    return Fraction(theirs.strip()) in found


def shown(taken):
    if taken is None:
        return "–"
    return f"{taken * 1000:.0f} ms" if taken < 0.95 else f"{taken:.1f} s"


def machine():
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"


def measure(row, arguments, folder, nothing, peers):
    """The lines of a row: one for each size that is shown, the growth in the last of them."""
    wanted = (1, 2) if row.refused else (0,)
    times = {}
    for size in sorted(set(row.sizes) | set(row.shown)):
        command = row.command(arguments.binary, size, folder)
        runs = arguments.runs if size in row.shown else max(1, arguments.runs // 2)
        asked = [peer for peer in peers if hasattr(questions, f"{peer}_{row.peer}")]
        own, beside = [], {peer: [] for peer in asked if size in row.shown}
        for _ in range(runs):
            taken, text = seconds(command, arguments.longest, wanted)
            own.append(taken)
            if taken is None:
                print(f"  {' '.join(command)}: {text}", file=sys.stderr)
                break
            for peer, found in beside.items():
                if None in found:
                    continue
                theirs, answer = seconds([sys.executable, str(HERE / "peers.py"), peer, row.peer, str(size)], arguments.longest)
                found.append(theirs)
                if theirs is None:
                    print(f"  {peer}, {row.peer} {size}: {answer}", file=sys.stderr)
                if theirs is not None and not agrees(row, text, answer):
                    sys.exit(f"{peer} gives another answer: {row.name}, {size}: {answer}")
            if taken > 5:
                break
        times[size] = (median(own), {peer: median(found) for peer, found in beside.items()})
    growth = exponent([(size, times[size][0] - nothing) for size in row.sizes if times[size][0]])
    lines = []
    for size in row.shown:
        own, beside = times[size]
        cells = [row.name, f"{size:,}" if size else "", shown(own)]
        for peer in peers:
            theirs = beside.get(peer)
            ratio = f" ({theirs / own:.0f}×)" if theirs and own else ""
            cells.append(f"{shown(theirs)}{ratio}" if peer in beside else "")
        cells.append(f"{growth:.1f}" if growth is not None and size == row.shown[-1] else "")
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description="Measures whole questions: see the head of this file.")
    parser.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "trueodds")
    parser.add_argument("--only", default="", help="rows whose name holds this")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--longest", type=float, default=60, help="seconds after which a run is given up")
    parser.add_argument("--write", action="store_true", help="put the table into docs/speed.md")
    arguments = parser.parse_args()
    if not arguments.binary.exists():
        sys.exit(f"{arguments.binary} is not there: run `cargo build --release` first")
    peers = installed(["icepool", "dyce"])
    nothing = median([seconds([str(arguments.binary), "--version"], 10)[0] for _ in range(21)])
    lines = [
        f"Machine: {machine()}. A process that does nothing takes {nothing * 1000:.1f} ms.",
        "",
        "| question | n | time | " + " | ".join([*peers, "growth"]) + " |",
        "|---|---:|---:|" + "---:|" * (len(peers) + 1),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for row in ROWS:
            if arguments.only not in row.name:
                continue
            found = measure(row, arguments, folder, nothing, peers)
            print("\n".join(found), flush=True)
            lines.extend(found)
    if arguments.write:
        page = ROOT / "docs" / "speed.md"
        before, rest = page.read_text().split(BEGIN)
        after = rest.split(END)[1]
        page.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + after)


if __name__ == "__main__":
    main()
