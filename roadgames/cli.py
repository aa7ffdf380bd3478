"""The command line: `roadgames perft`, `playouts` and `show`.

Answers go to standard output, progress and errors to standard error. Exit codes: 0, 1 for a suite
with wrong counts or an answer that cannot be written, 2 for bad input (one line that says what is
wrong), 130 after Ctrl-C. Standard error may be closed or full: that changes none of them.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO

from . import __version__, counting
from ._check import shown
from ._native import ffi, lib
from .drawing import board_svg, board_text
from .registry import TRAITS, Opening, Traits, kind_of, listed, titles
from .state import State
from .suites import SuiteLine, read_suite, set_up

__all__ = ["main"]

NAMES = tuple(name for traits in TRAITS for name in traits.names)
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
GAMES_HASH_MB = 256  # without a transposition table complete games soon take too long to count


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit code. Raises SystemExit where argparse does."""
    if sys.stdout is None:
        _complain("standard output is closed")
        return 1
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names in suites, in an ASCII locale
    try:
        args = _parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
    except (ValueError, OverflowError) as error:
        _complain(str(error))
        return 2
    except MemoryError:
        _complain("there is not enough memory: ask for a smaller --hash or fewer --threads")
        return 2
    except OSError as error:
        _silence(sys.stdout)
        if not isinstance(error, BrokenPipeError):  # a closed pipe is no error
            _complain(f"cannot write the answer: {error.strerror}")
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _complain(message: str) -> None:
    line = " ".join(message.split())
    if len(line) > 400:  # argparse and errors about files repeat what was given, however long
        line = f"{line[:200]}...{line[-150:]}"
    _tell(f"roadgames: {line}\n")


def _tell(text: str) -> None:
    """Writes to standard error as far as that is possible; the exit code tells the rest."""
    if sys.stderr is None:  # closed; print would take standard output in its place
        return
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def _silence(stream: TextIO) -> None:
    """Drops what could not be written: Python would try again at exit, and fail with code 120."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


# ---- Arguments ----


class _Parser(argparse.ArgumentParser):
    """argparse with errors of one line, and with an error where help cannot be written."""

    def print_help(self, file: Any = None) -> None:
        print(self.format_help(), end="", file=file)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        sys.stdout.flush()  # here its failure is still an error that main reports
        super().exit(status, message)

    def error(self, message: str) -> NoReturn:
        _complain(message)
        sys.exit(2)


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        build = ffi.string(lib.rg_build_info()).decode()
        level = ffi.string(lib.rg_cpu_level()).decode()
        versions = (f"{traits.name} {traits.rules_version}" for traits in TRAITS)
        print(f"roadgames {__version__}, rules versions {', '.join(versions)}")
        print(f"built with {build}")
        print(f"CPU level {level}")
        parser.exit()


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """An argparse type: a whole number within bounds."""
    expected = f"from {low} up" if high is None else f"from {low} to {high}"

    def read(text: str) -> int:
        number = int(text) if re.fullmatch(r"-?[0-9]{1,30}", text) else None
        if number is None or number < low or (high is not None and number > high):
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a whole number {expected}")
        return number

    return read


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="roadgames",
        allow_abbrev=False,
        description=f"Count, play and show positions of the games {titles()}.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="version, build and CPU level")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(run: Callable[[argparse.Namespace], int], name: str, text: str) -> _Parser:
        added: _Parser = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.set_defaults(run=run)
        return added

    perft = command(_perft, "perft", "Count the sequences of legal actions, depth by depth.")
    perft.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        choices=(*NAMES, "all"),
        help=_names_in_words("all"),
    )
    _add_game_options(perft)
    perft.add_argument(
        "--depth",
        type=_whole(0, lib.RG_MAX_DEPTH),
        metavar="D",
        help="length of the sequences counted last; each shorter one is counted first",
    )
    perft.add_argument(
        "--divide", action="store_true", default=None, help="the count under each first action"
    )
    perft.add_argument(
        "--games",
        action="store_true",
        default=None,
        help="count complete games, to the end of each, in place of a depth",
    )
    perft.add_argument(
        "--prefixes",
        type=_whole(0, lib.RG_MAX_DEPTH),
        metavar="PLIES",
        help="list the parts of a count: how many sequences lead into each, and the moves of one",
    )
    perft.add_argument("--suite", nargs="+", metavar="FILE", help="check the counts in suite files")
    perft.add_argument(
        "--hash",
        type=_whole(0, lib.RG_MAX_HASH_MB),
        metavar="MB",
        help=f"memory for a table of positions (default 0: none; with --games {GAMES_HASH_MB})",
    )

    playouts = command(_playouts, "playouts", "Play uniformly random games to their end.")
    playouts.add_argument("game", metavar="GAME", choices=NAMES, help=_names_in_words())
    _add_game_options(playouts)
    playouts.add_argument(
        "--count",
        type=_whole(1, 2**63 - 1),
        default=10_000,
        metavar="C",
        help="how many games (default 10,000)",
    )
    playouts.add_argument(
        "--seed",
        type=_whole(0, 2**64 - 1),
        metavar="S",
        help="default: one from the operating system, told in the answer",
    )
    playouts.add_argument(
        "--max-plies",
        type=_whole(1, 2**63 - 1),
        metavar="P",
        help="cut games off after so many actions (default: "
        f"8 * N * N in {titles(lambda traits: traits.can_repeat)}, otherwise never)",
    )

    show = command(_show, "show", "Show a position.")
    show.add_argument("game", metavar="GAME", choices=NAMES, help=_names_in_words())
    _add_game_options(show)
    show.add_argument("--svg", action="store_true", help="an SVG picture")

    for counter in (perft, playouts):
        counter.add_argument(
            "--threads",
            type=_whole(1, lib.RG_MAX_THREADS),
            default=1,
            metavar="T",
            help="threads that share the work (default 1); they change nothing but the time",
        )
    for each in (perft, playouts, show):
        each.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def _names_in_words(*more: str) -> str:
    """All names of games: `rhode (or road), kopano or rumbo`."""
    names = (traits.name + (f" (or {traits.alias})" if traits.alias else "") for traits in TRAITS)
    return listed([*names, *more], "or")


def _add_game_options(parser: argparse.ArgumentParser) -> None:
    size = _whole(lib.RG_MIN_SIZE, lib.RG_MAX_SIZE)
    parser.add_argument("--size", type=size, metavar="N", help="lines of the board (default 11)")
    parser.add_argument(
        "--pie",
        action=argparse.BooleanOptionalAction,
        help="swap is part of the game, in "
        f"{titles(lambda traits: traits.opening is Opening.KOMI)} naming komi and picking sides",
    )
    parser.add_argument(
        "--komi",
        type=_whole(-lib.RG_MAX_POINTS, lib.RG_MAX_POINTS),
        metavar="K",
        help=f"{titles(lambda traits: traits.has_komi)} without pie: points added to the second "
        "player's",
    )
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="start here, not at the beginning; tells size, pie and komi too",
    )
    parser.add_argument("--moves", metavar='"c4 d5 ..."', help="actions to play first")


def _state(args: argparse.Namespace, game: str) -> State:
    options: dict[str, Any] = {}
    if args.position is not None:
        options = _options_in(args.position, TRAITS[kind_of(game)])
    for name in ("size", "pie", "komi"):
        if getattr(args, name) is not None:
            options[name] = getattr(args, name)
    return set_up(game, options, args.position, (args.moves or "").split())


def _options_in(position: str, traits: Traits) -> dict[str, Any]:
    """Size, pie and komi as a position text tells them; a malformed one is refused later."""
    start = re.match(r"\w+ (\d{1,3}) (pie|nopie) \S+ \S+ (-?\d{1,4})?", position, re.ASCII)
    if start is None:
        return {}
    options: dict[str, Any] = {"size": int(start[1]), "pie": start[2] == "pie"}
    if traits.has_komi and not options["pie"] and start[3]:
        options["komi"] = int(start[3])
    return options


# ---- Answers ----


class _Watch:
    """Times one count and shows its progress: one line on standard error, rewritten, that
    appears after a second and only on a terminal."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.done = 0.0
        self.seconds = 0.0
        self.shown = False

    def __enter__(self) -> _Watch:
        self.start = time.perf_counter()
        return self

    def __call__(self, done: float) -> None:
        self.done = done
        elapsed = time.perf_counter() - self.start
        if elapsed > 1 and sys.stderr is not None and sys.stderr.isatty():
            left = f", about {_span(elapsed / done - elapsed)} left" if done > 0 else ""
            _tell(f"\r{self.what}: {done:.1%} in {_span(elapsed)}{left}\x1b[K")
            self.shown = True

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self.start
        if self.shown:
            _tell("\r\x1b[K")


def _span(seconds: float) -> str:
    """A time for people, in its two largest units: `40 s`, `2 min 5 s`, `3 d 4 h`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [(days, "d"), (hours, "h"), (minutes, "min"), (rest, "s")]
    first = next((i for i, (number, _) in enumerate(units) if number), len(units) - 1)
    return " ".join(f"{number} {unit}" for number, unit in units[first : first + 2])


def _rate(count: int, seconds: float) -> str:
    """Counts a second, three digits and a prefix: `3.21 G`; `-` where the time means nothing."""
    if seconds < 1e-3:
        return "-"
    rate = count / seconds
    for prefix in ("", " k", " M", " G", " T"):
        if rate < 999.5:
            return f"{rate:#.3g}".rstrip(".") + prefix
        rate /= 1000
    return f"{rate:,.0f} P"


def _describe(state: State) -> dict[str, Any]:
    """What every JSON answer says about its position."""
    game = state.game
    return {
        "game": game.name,
        "size": game.size,
        "pie": game.pie,
        "komi": state.komi if game.traits.has_komi else None,
        "position": str(state),
    }


def _title(state: State) -> str:
    game = state.game
    if not game.traits.has_komi:
        return f"{game}, {'with' if game.pie else 'without'} swap"
    return f"{game}, " + ("komi to be named" if state.komi is None else f"komi {state.komi}")


def _headline(args: argparse.Namespace, state: State) -> str:
    """The title, with the position where one was asked for."""
    return _title(state) + (f": {state}" if args.position or args.moves else "")


def _print_divide(counts: dict[str, int]) -> None:
    for action, count in counts.items():
        print(f"{action:>10} {count:>22,}")


# ---- perft ----


def _perft(args: argparse.Namespace) -> int:
    if args.hash is None:
        args.hash = GAMES_HASH_MB if args.games else 0
    if args.suite:
        return _check_suites(args)
    wanted = [name for name in ("depth", "games", "prefixes") if getattr(args, name) is not None]
    if args.game is None or not wanted:
        raise ValueError(
            "perft needs GAME and --depth D, --games or --prefixes PLIES, or --suite FILE"
        )
    if len(wanted) > 1:
        raise ValueError(f"--{wanted[0]} and --{wanted[1]} exclude each other")
    if args.divide and not args.depth:
        given = f"--{wanted[0]}" if args.depth is None else "0"
        raise ValueError(f"--divide needs a --depth from 1 up, not {given}")
    wanted_games = [traits.name for traits in TRAITS] if args.game == "all" else [args.game]
    states = [_state(args, game) for game in wanted_games]
    if args.prefixes is not None:
        return _prefixes(args, states)
    if args.json:
        return _perft_json(args, states)
    code = 0
    for i, state in enumerate(states):
        if i:
            print()
        answer = _divide_table if args.divide else _games_table if args.games else _perft_table
        code = answer(args, state)
        if code:
            break
    return code


def _perft_table(args: argparse.Namespace, state: State) -> int:
    print(_headline(args, state))
    print(f"{'depth':>5} {'leaves':>22} {'seconds':>10} {'leaves/s':>11}")
    for depth in range(min(args.depth, 1), args.depth + 1):
        watch = _Watch(f"depth {depth}")
        try:
            with watch:
                nodes = counting.perft(state, depth, args.threads, args.hash, progress=watch)
        except KeyboardInterrupt:
            print(f"{depth:>5} {f'interrupted at {watch.done:.1%}':>22} {watch.seconds:>10.3f}")
            return INTERRUPTED
        rate = _rate(nodes, watch.seconds)
        print(f"{depth:>5} {nodes:>22,} {watch.seconds:>10.3f} {rate:>11}", flush=True)
    return 0


def _divide_table(args: argparse.Namespace, state: State) -> int:
    watch = _Watch(f"depth {args.depth}")
    code = 0
    try:
        with watch:
            counts = counting.divide(state, args.depth, args.threads, args.hash, progress=watch)
    except counting.Interrupted as stop:
        counts, code = stop.partial, INTERRUPTED
    print(_headline(args, state))
    _print_divide(counts)
    nodes = sum(counts.values())
    rate = _rate(nodes, watch.seconds)
    print(
        f"{'total':>10} {nodes:>22,}   depth {args.depth}, {watch.seconds:.3f} s, {rate} leaves/s"
    )
    if code:
        print(f"interrupted: {len(counts)} of {len(state.legal_actions())} first actions counted")
    return code


def _games_table(args: argparse.Namespace, state: State) -> int:
    watch = _Watch("games")
    try:
        with watch:
            games = counting.count_games(state, args.threads, args.hash, progress=watch)
    except KeyboardInterrupt:
        print(_headline(args, state))
        print(f"interrupted at {watch.done:.1%} after {_span(watch.seconds)}")
        return INTERRUPTED
    print(_headline(args, state))
    print(f"{'games':<10} {games:>30,}")
    print(f"{'seconds':<10} {watch.seconds:>30.3f}")
    return 0


def _perft_json(args: argparse.Namespace, states: Sequence[State]) -> int:
    answers: list[dict[str, Any]] = []
    code = 0
    for state in states:
        settings = {"threads": args.threads, "hash_mb": args.hash}
        answer = {**_describe(state), "depth": args.depth, **settings}
        what = "games" if args.games else f"depth {args.depth}"
        watch = _Watch(f"{state.game.name}, {what}")
        try:
            with watch:
                if args.divide:
                    answer["divide"] = counting.divide(
                        state, args.depth, **settings, progress=watch
                    )
                    answer["nodes"] = sum(answer["divide"].values())
                elif args.games:
                    answer["nodes"] = counting.count_games(state, **settings, progress=watch)
                else:
                    answer["nodes"] = counting.perft(state, args.depth, **settings, progress=watch)
        except KeyboardInterrupt as stop:
            code = INTERRUPTED
            answer.update(nodes=None, interrupted=True)
            if isinstance(stop, counting.Interrupted):
                answer["divide"] = stop.partial
        answer["seconds"] = watch.seconds
        answers.append(answer)
        if code:
            break
    _print_json(args, answers)
    return code


def _print_json(args: argparse.Namespace, answers: Sequence[dict[str, Any]]) -> None:
    """One object: the answer for a game, or those for all games with their sums."""
    if args.game == "all":
        counts = [answer["nodes"] for answer in answers]
        nodes = None if None in counts else sum(counts)
        seconds = sum(answer["seconds"] for answer in answers)
        print(json.dumps({"games": answers, "nodes": nodes, "seconds": seconds}))
    else:
        print(json.dumps(answers[0]))


def _prefixes(args: argparse.Namespace, states: Sequence[State]) -> int:
    """Lists the parts of a count; the moves go with the same game options."""
    answers: list[dict[str, Any]] = []
    for state in states:
        with _Watch("") as watch:
            parts = counting.prefixes(state, args.prefixes)
        played = [state.action_to_string(action) for action in state.history()]
        lines = [
            (times, " ".join([*played, *map(state.action_to_string, actions)]))
            for times, actions in parts
        ]
        if not args.json:
            for times, moves in lines:
                print(f"{times} {moves}".rstrip())
        answers.append(
            {
                **_describe(state),
                "plies": args.prefixes,
                "parts": [{"multiplicity": times, "moves": moves} for times, moves in lines],
                "nodes": sum(times for times, _ in lines),
                "seconds": watch.seconds,
            }
        )
    if args.json:
        _print_json(args, answers)
    return 0


def _check_suites(args: argparse.Namespace) -> int:
    start = ("game", "size", "pie", "komi", "position", "moves")
    for name in (*start, "depth", "divide", "games", "prefixes"):
        if getattr(args, name) is not None:
            raise ValueError(f"{name} is told by the suite: leave it out beside --suite")
    lines: list[SuiteLine] = []
    for path in args.suite:
        try:
            lines += read_suite(path)
        except OSError as error:
            raise ValueError(f"suite {path!r} cannot be read: {error.strerror}") from None

    counted, nodes, seconds = 0, 0, 0.0
    failures: list[dict[str, Any]] = []
    code = 0
    try:
        for line in lines:
            failed_before = len(failures)
            for depth, expected in line.counts.items():
                with _Watch(f"{line.where}, depth {depth}") as watch:
                    got = counting.perft(line.state, depth, args.threads, args.hash, progress=watch)
                counted, nodes, seconds = counted + 1, nodes + got, seconds + watch.seconds
                if got != expected:
                    failures.append(_failure(line, depth, expected, got, args))
            if not args.json and len(failures) == failed_before:
                print(f"ok      {_suite_text(line)}", flush=True)
    except KeyboardInterrupt:
        code = INTERRUPTED

    if args.json:
        summary = {
            "positions": len(lines),
            "counts": counted,
            "nodes": nodes,
            "seconds": seconds,
            "failed": failures,
        }
        if code:
            summary["interrupted"] = True
        print(json.dumps(summary))
    else:
        verdict = f"{len(failures)} FAILED" if failures else "all ok"
        if code:
            verdict = f"interrupted; so far {verdict}"
        print(
            f"{counted:,} counts of {len(lines):,} positions: {verdict} "
            f"({nodes:,} leaves, {seconds:.1f} s, {_rate(nodes, seconds)} leaves/s)"
        )
    return code or (1 if failures else 0)


def _suite_text(line: SuiteLine) -> str:
    depths = " ".join(f"D{depth}" for depth in line.counts)
    return f"{line.where}: {_title(line.state)}, {depths}" + (f", {line.name}" if line.name else "")


def _failure(
    line: SuiteLine, depth: int, expected: int, got: int, args: argparse.Namespace
) -> dict[str, Any]:
    """Reports a wrong count, with the counts under each first action to find the fault by."""
    divided = counting.divide(line.state, depth, args.threads) if depth else {}
    if not args.json:
        print(f"FAILED  {_suite_text(line)}: depth {depth} is {got:,}, expected {expected:,}")
        print(f"        {line.state}")
        _print_divide(divided)
    return {
        "where": line.where,
        "position": str(line.state),
        "depth": depth,
        "expected": expected,
        "nodes": got,
        "divide": divided,
    }


# ---- playouts ----


def _playouts(args: argparse.Namespace) -> int:
    state = _state(args, args.game)
    watch = _Watch(f"{args.count:,} games")
    code = 0
    try:
        with watch:
            result = counting.playouts(
                state, args.count, args.seed, args.threads, args.max_plies, progress=watch
            )
    except counting.Interrupted as stop:
        result, code = stop.partial, INTERRUPTED
    if args.json:
        answer = {
            **_describe(state),
            "games": result.games,
            "wins": list(result.wins),
            "cut_off": result.cut_off,
            "plies": result.plies,
            "seed": result.seed,
            "threads": args.threads,
            "seconds": watch.seconds,
        }
        if code:
            answer["interrupted"] = True
        print(json.dumps(answer))
        return code

    games = max(result.games, 1)
    print(_headline(args, state))
    rows = [
        ("games", f"{result.games:,}", "interrupted" if code else ""),
        ("won by seat 0", f"{result.wins[0]:,}", f"{result.wins[0] / games:.2%}"),
        ("won by seat 1", f"{result.wins[1]:,}", f"{result.wins[1] / games:.2%}"),
        ("cut off", f"{result.cut_off:,}", f"{result.cut_off / games:.2%}"),
        ("actions", f"{result.plies:,}", f"{result.plies / games:.2f} a game"),
        ("seconds", f"{watch.seconds:.3f}", f"{_rate(result.plies, watch.seconds)} actions/s"),
        ("seed", f"{result.seed}", ""),
    ]
    for name, value, note in rows:
        print(f"{name:<14} {value:>20}   {note}".rstrip())
    return code


# ---- show ----


def _show(args: argparse.Namespace) -> int:
    state = _state(args, args.game)
    if args.svg and args.json:
        raise ValueError("--svg and --json exclude each other")
    actions = state.legal_actions()
    if args.svg:
        print(board_svg(state), end="")
    elif args.json:
        texts = [state.action_to_string(action) for action in actions]
        history = [state.action_to_string(action) for action in state.history()]
        answer = {
            **_describe(state),
            "current_player": state.current_player(),
            "returns": state.returns(),
            "history": history,
            "legal_actions": texts,
        }
        if state.game.traits.has_claims:
            answer["score"] = list(state.score())
        print(json.dumps(answer))
    else:
        print(board_text(state))
        print(f"Legal actions: {len(actions)}")
        print(state)
    return 0
