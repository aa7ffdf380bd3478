"""The written lines of a game in each of its openings."""

from . import reference


def with_swap(line: str) -> str:
    """The same line with a swap after its first stone."""
    first, rest = line.split(" ", 1)
    return f"{first} swap {rest}"


def with_pie(name: str, line: str) -> list[str]:
    """The same line of a game with pie: with a swap, or after each pick of a side."""
    if issubclass(reference.GAMES[name], reference.Connection):
        return [with_swap(line)]
    return [f"komi=0 {side} {line}" for side in ("vertical", "horizontal")]
