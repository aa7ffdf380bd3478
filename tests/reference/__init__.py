"""The three games a second time, slowly and literally, from their designer's rules.

Stones stand in a dictionary of points, every rule is read off the board cell by cell, and a move
makes a new position.  Nothing here knows the engine: where the two differ, one of them is wrong.

    position = reference.start("kopano", 5, pie=True)
    position.legal()                 # action numbers, ascending
    position = position.play(12)     # ValueError if illegal
    position.winner, position.returns(), position.text()
"""

from .grid import Point, Position
from .kopano import Kopano
from .perft import divide, perft
from .rhode import Rhode
from .rumbo import Rumbo

__all__ = [
    "GAMES",
    "Kopano",
    "Point",
    "Position",
    "Rhode",
    "Rumbo",
    "divide",
    "perft",
    "read",
    "start",
]

GAMES = ("rhode", "kopano", "rumbo")


def start(name: str, size: int, pie: bool = False, komi: int | None = None) -> Position:
    """The position a game starts from.

    komi is for Rumbo without pie; left out it is 0 on odd sizes and 1 on even ones.
    """
    if name == "rhode":
        return Rhode.start(size, pie)
    if name == "kopano":
        return Kopano.start(size, pie)
    return Rumbo.start(size, pie, komi)


def read(text: str) -> Position:
    """The position of a one-line text; ValueError if the rules allow no such position."""
    name = text.split(" ")[0]
    if name == "rhode":
        return Rhode.read(text)
    if name == "kopano":
        return Kopano.read(text)
    return Rumbo.read(text)
