"""Counting action sequences the plain way."""

from .grid import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly depth legal actions there are.

    Swap, a forced pass and Rumbo's opening count as actions, and a finished game has none.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal())
    return sum(perft(position.after(action), depth - 1) for action in position.legal())


def divide(position: Position, depth: int) -> dict[str, int]:
    """The count behind each first action, under the action's text."""
    return {
        position.action_text(action): perft(position.after(action), depth - 1)
        for action in position.legal()
    }
