"""What follows from a position, counted and judged the plain way."""

from __future__ import annotations

from .grid import Position
from .rumbo import Rumbo


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


def reachable(start: Position) -> dict[str, Position]:
    """Every position that leads from this one on, itself included, by its text."""
    found, waiting = {start.text(): start}, [start]
    while waiting:
        position = waiting.pop()
        for action in position.legal():
            after = position.after(action)
            if after.text() not in found:
                found[after.text()] = after
                waiting.append(after)
    return found


def complete_games(position: Position, known: dict[str, int]) -> int:
    """How many games go on from here to their end; known collects the answers by text."""
    if position.is_over():
        return 1
    text = position.text()
    if text not in known:
        actions = position.legal()
        known[text] = sum(complete_games(position.after(action), known) for action in actions)
    return known[text]


def worth(position: Position, known: dict[str, int]) -> int:
    """The result of best play for colour 0: +1 or -1, in Rumbo its stones minus the other's.

    known collects the answers by text. Positions must not come back.
    """
    text = position.text()
    if text not in known:
        if isinstance(position, Rumbo) and position.is_over():
            vertical, horizontal = position.score()
            known[text] = vertical - horizontal
        elif position.is_over():
            known[text] = 1 if position.winner == 0 else -1
        else:
            values = [worth(position.after(action), known) for action in position.legal()]
            known[text] = max(values) if position.color_to_move() == 0 else min(values)
    return known[text]
