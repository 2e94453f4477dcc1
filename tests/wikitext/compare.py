"""Puts the wikitext of tables through a parser that others keep, and compares it cell by cell with the HTML.

    pip install wikitextparser==3.0.0
    python3 tests/wikitext/compare.py target/debug/trueodds

Not part of `cargo test`: it needs Python and wikitextparser (GPL-3.0, neither linked nor shipped).
Status 1 where a cell differs.
"""

import html.parser
import html
import re
import subprocess
import sys

import wikitextparser

CHEST = ["--outcome", "award=chest", "--sweep", "luck=0..10"]
CASES = ["--case", "No items", "--case", "Foot: lucky_foot", "--case", "Both: lucky_foot, lucky_toe"]
COMMANDS = [
    ["table", "isaac/room-clear-award", *CHEST, *CASES],
    ["table", "isaac/room-clear-award", *CHEST, *CASES, "--rules", "all"],
    ["table", "isaac/room-clear-award", *CHEST, "--sweep", "contracts=0..2", "--transpose"],
    ["table", "isaac/room-clear-award", "--rules", "all", "--total"],
    ["table", "isaac/room-clear-award", "--merge-rows", "--show", "both,one-in"],
    ["query", "isaac/room-clear-award", "P(award = chest)", "E(count)", "--sweep", "luck=0..3", *CASES],
    ["diff", "isaac/room-clear-award", "--from", "pseudo-code", "--to", "fandom", "--with", "watch_battery"],
    ["diff", "isaac/special-rooms", "--from", "afterbirth-plus", "--to", "repentance"],
    ["table", "isaac/floor", "--outcome", "rank", "--marginals"],
    ["table", "sts/card-roll", "--sweep", "offset=-5..0"],
    ["chain", "sts/card-roll", "step"],
    ["chain", "sts/card-roll", "hit", "rarity = rare", "--over", "12"],
    ["chain", "sts/card-roll", "hit", "rarity = rare", "--rules", "all", "--not-yet", "40"],
    ["plot", "sts/card-roll", "--sweep", "offset=-40..5:5"],
]


def plain(text):
    """What a reader sees of a cell; templates stay as they are."""
    text = re.sub(r"<[^>]*>|'''|''", "", text)
    return " ".join(html.unescape(text).split())


def same(wiki, page):
    """Whether a cell says the same: what a template shows is the wiki's, so any words may stand in its place."""
    if wiki is None or page is None:
        return False
    pieces = re.split(r"\{\{[^{}]*\}\}", wiki)
    return re.fullmatch(r".*".join(re.escape(piece.strip()) + r"\s*" for piece in pieces), page) is not None


class Tables(html.parser.HTMLParser):
    """Every table of some HTML as a grid, cells that span several repeated in each."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.cell = [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("th", "td"):
            spans = [int(attributes.get(name, 1)) for name in ("colspan", "rowspan")]
            self.cell = ["", *spans]
            self.tables[-1][-1].append(self.cell)

    def handle_endtag(self, tag):
        if tag in ("th", "td"):
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[0] += data

    def grids(self):
        return [grid(rows) for rows in self.tables]


def grid(rows):
    cells = {}
    for y, row in enumerate(rows):
        x = 0
        for text, columns, height in row:
            while (y, x) in cells:
                x += 1
            for dy in range(height):
                for dx in range(columns):
                    cells[y + dy, x + dx] = plain(text)
            x += columns
    return cells


def run(program, command, format):
    command = [*command, "--format", format]
    answer = subprocess.run([program, *command], capture_output=True, text=True)
    if answer.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: {answer.stderr}")
    return answer.stdout


def wiki_grids(text):
    for table in wikitextparser.parse(text).tables:
        rows = table.data(span=True)
        yield {
            (y, x): plain(cell or "") for y, row in enumerate(rows) for x, cell in enumerate(row)
        }


def main(program):
    compared, differences = 0, 0
    for command in COMMANDS:
        of_wiki = list(wiki_grids(run(program, command, "wikitext")))
        of_html = Tables(run(program, command, "html")).grids()
        if len(of_wiki) != len(of_html):
            differences += 1
            print(f"{' '.join(command)}: {len(of_wiki)} tables as wikitext, {len(of_html)} as HTML")
        for number, (wiki, page) in enumerate(zip(of_wiki, of_html)):
            for place in sorted(wiki.keys() | page.keys()):
                compared += 1
                if not same(wiki.get(place), page.get(place)):
                    differences += 1
                    found = f"{wiki.get(place)!r} as wikitext, {page.get(place)!r} as HTML"
                    print(f"{' '.join(command)}: table {number}, cell {place}: {found}")
    print(f"{compared} cells of {len(COMMANDS)} commands compared, {differences} differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
