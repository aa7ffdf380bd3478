"""Makes what a game needs in the tests and on its page, of what the reference counts.

    python -m tests.support.make_suite kopano            its suite, for tests/suites/kopano.perft
    python -m tests.support.make_suite kopano --lines    LINES: games with its rare branches
    python -m tests.support.make_suite kopano --tables   KNOWN, and the tables of docs/kopano.md

LINES and KNOWN stand in tests/support/games/kopano.py; `ruff format` breaks their lines.

A suite holds starts, positions of random games, and the written lines with what is near their ends.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import roadgames as rg

from . import biased, branches, lines, reference, suite_files, traces
from .games import LINES, Known
from .registry import ships

# Points looked at, roughly: what the reference does in about a second.
AFFORDABLE = 200_000
DEEPEST = 9

START_SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 19)
PIE_SIZES = (2, 3, 4, 5, 7)
RANDOM_GAMES = 20
# Games to play in search of rare branches.
SEARCHED = 20_000

# The titles of a page's two tables.
DEPTHS = range(1, 6)
POSITIONS_TITLES = ("Size", "Non-terminal positions", "With terminal ones", "With best play")
PERFT_TITLES = ("Size", *map(str, DEPTHS))


def head(name: str) -> str:
    """The head that all suites have, which tells their format."""
    model = (suite_files.TESTS / "suites" / "kopano.perft").read_text(encoding="utf-8")
    text = model[: model.index("\n\n") + 1].replace("Kopano", name.title())
    return text.replace("suites/kopano", f"{'suites' if ships(name) else 'games'}/{name}")


# ---- Lines of a suite ----


def affordable_counts(position: reference.Position) -> dict[int, int]:
    """The counts from depth 1 on that the reference finds soon, up to the first that is 0."""
    counts = {0: 1}
    while counts[len(counts) - 1] * position.size**2 <= AFFORDABLE and len(counts) <= DEEPEST:
        counts[len(counts)] = reference.perft(position, len(counts))
        if counts[len(counts) - 1] == 0:
            break
    del counts[0]
    return counts


def suite_line(
    position: reference.Position, moves: list[str] | None, counts: dict[int, int], name: str
) -> str:
    """A line of a suite: a position by the moves that led to it, or by its text where none are."""
    game = f"{position.name} size={position.size} pie={'on' if position.pie else 'off'}"
    default = reference.start(position.name, position.size)
    if isinstance(position, reference.Rumbo) and not position.pie and position.komi != default.komi:
        game += f" komi={position.komi}"
    where = f"position {position.text()}" if moves is None else " ".join(["moves", *moves])
    fields = [game, where, *(f"D{depth} {count}" for depth, count in counts.items())]
    return " ; ".join([*fields, f"name {name}"])


def play(position: reference.Position, moves: list[str]) -> reference.Position:
    actions = {position.action_text(a): a for a in range(position.num_actions())}
    for text in moves:
        position = position.play(actions[text])
    return position


def starts(name: str, sizes: tuple[int, ...], pie: bool) -> Iterator[str]:
    for size in sizes:
        position = reference.start(name, size, pie)
        yield suite_line(position, [], affordable_counts(position), "start")


def random_games(name: str) -> Iterator[str]:
    """Positions of random games, in none of which the game is over."""
    for number in range(RANDOM_GAMES):
        rng = random.Random(f"{name} {number}")
        size = rng.randint(3, 13)
        position, moves, plies = reference.start(name, size), [], rng.randrange(1, size * size)
        while len(moves) < plies:
            action = rng.choice(position.legal())
            after = position.after(action)
            if after.is_over():
                break
            moves.append(position.action_text(action))
            position = after
        what = f"random game, {len(moves)} actions"
        yield suite_line(position, moves, affordable_counts(position), what)


def written_lines(name: str) -> Iterator[str]:
    """The end of each written line and the three positions before it, by moves and by text."""
    for what, (size, line) in LINES.get(name, {}).items():
        for pie, texts in [(False, line), *((True, other) for other in lines.with_pie(name, line))]:
            moves = texts.split()
            for back in range(3, -1, -1):
                played = moves[: len(moves) - back]
                position = play(reference.start(name, size, pie), played)
                counts = affordable_counts(position)
                told = f"{what}, {back} before the end" if back else f"{what}, the end"
                yield suite_line(position, played, counts, told)
                if not pie:
                    yield suite_line(position, None, counts, f"{told}, by its text")


def suite(name: str) -> Iterator[str]:
    yield head(name)
    yield "# Computed with the slow reference in tests/support/reference.\n"
    yield "# The start, without pie.\n"
    yield from starts(name, START_SIZES, pie=False)
    yield "\n# The start, with pie.\n"
    yield from starts(name, PIE_SIZES, pie=True)
    yield "\n# Within random games.\n"
    yield from random_games(name)
    yield "\n# At the end of written lines.\n"
    yield from written_lines(name)


# ---- Rare branches ----


def whole_game(
    start: reference.Position, rating: biased.Rating, rng: random.Random
) -> Iterator[tuple[reference.Position, int, reference.Position]]:
    """A biased game, at random from where its style has put off the end for long."""
    position = start
    for step in biased.game(start, rating, rng, 3 * start.size**2):
        position = step[-1]
        yield step
    while not position.is_over():
        for step in biased.game(position, biased.uniform, rng, start.size**2):
            position = step[-1]
            yield step


def search(name: str, games: int = SEARCHED) -> Iterator[str]:
    """The shortest of so many biased games with each rare branch, all played to their end.

    Fewer are played where all branches are met before.
    """
    wanted = set(branches.expected(name)) - branches.OPENINGS
    found: dict[str, tuple[int, list[str]]] = {}
    styles = biased.styles(name)
    for number in range(games):
        size, (_, rating) = 3 + number // len(styles) % 4, styles[number % len(styles)]
        start, counts, moves = reference.start(name, size), Counter[str](), []
        watch = branches.Watch(counts)
        for before, action, after in whole_game(start, rating, random.Random(number)):
            watch.see(before, action, after)
            moves.append(before.action_text(action))
        for branch in wanted & counts.keys():
            if branch not in found or len(moves) < len(found[branch][1]):
                found[branch] = size, moves
        if wanted <= found.keys():
            break
    yield "LINES = {"
    for branch in sorted(wanted):
        if branch in found:
            size, moves = found[branch]
            line = " ".join(moves)
            yield f'    "{branch}": ({size}, "{line}"),'
        else:
            yield f"    # {branch}: not met"
    yield "}"


# ---- Tables ----


def table(*rows: Sequence[object]) -> Iterator[str]:
    for number, row in enumerate(rows):
        yield "| " + " | ".join(f"{x:,}" if isinstance(x, int) else str(x) for x in row) + " |"
        if number == 0:
            yield "|---" * len(row) + "|"


def known_numbers(name: str) -> Known:
    """Those that the reference finds on 2x2 and 3x3, and what a batch of the engine shows."""
    positions = {}
    for size, pie in ((2, False), (2, True), (3, False)):
        found = reference.reachable(reference.start(name, size, pie)).values()
        positions[size, pie] = sum(not position.is_over() for position in found), len(found)
    begin = {size: reference.start(name, size) for size in (2, 3)}
    return Known(
        positions=positions,
        worth={size: reference.worth(start, {}) for size, start in begin.items()},
        complete={size: reference.complete_games(start, {}) for size, start in begin.items()},
        batch=traces.digest(name),
    )


def tables(name: str) -> Iterator[str]:
    known = known_numbers(name)
    yield f"tests/support/games/{name}.py:\n\nfrom . import Known\n\nKNOWN = {known!r}\n"
    yield f"docs/{name}.md:\n"
    rows: list[list[object]] = []
    for size, worth in known.worth.items():
        best = "Black wins" if worth > 0 else "White wins"
        if not issubclass(reference.GAMES[name], reference.Connection):
            best = f"{worth:+}"
        rows.append([size, *known.positions[size, False], best])
    yield from table(POSITIONS_TITLES, *rows)
    yield ""
    counts = {size: rg.load_game(name, size, pie=False).new_initial_state() for size in range(3, 8)}
    yield from table(
        PERFT_TITLES,
        *([size, *(rg.perft(state, depth) for depth in DEPTHS)] for size, state in counts.items()),
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Makes what a game needs in the tests and on its page, of the reference."
    )
    parser.add_argument("name", choices=reference.GAMES, help="the game")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--lines", action="store_true", help="search games to its rare branches")
    what.add_argument("--tables", action="store_true", help="known numbers and the page's tables")
    options = parser.parse_args()
    make = search if options.lines else tables if options.tables else suite
    for line in make(options.name):
        print(line, flush=True)


if __name__ == "__main__":
    main()
