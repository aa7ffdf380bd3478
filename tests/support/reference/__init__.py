"""Each game a second time, slowly and literally, from its designer's rules.

Stones stand in a dictionary of points, every rule is read off the board cell by cell, and a move
makes a new position.  Nothing here knows the engine: where the two differ, one of them is wrong.

    position = reference.start("kopano", 5, pie=True)
    position.legal()                 # action numbers, ascending
    position = position.play(12)     # ValueError if illegal
    position.winner, position.returns(), position.text()
"""

from .connection import Connection
from .crossway import Crossway
from .grid import Point, Position
from .kopano import Kopano
from .rhode import Rhode
from .rumbo import Rumbo
from .walks import complete_games, divide, perft, reachable, worth

__all__ = [
    "GAMES",
    "Connection",
    "Crossway",
    "Kopano",
    "Point",
    "Position",
    "Rhode",
    "Rumbo",
    "complete_games",
    "divide",
    "perft",
    "reachable",
    "read",
    "start",
    "worth",
]

GAMES: dict[str, type[Position]] = {game.name: game for game in (Rhode, Kopano, Rumbo, Crossway)}


def start(name: str, size: int, pie: bool = False, komi: int | None = None) -> Position:
    """The position a game starts from.

    komi is for games that have one, without pie; left out it is 0 on odd sizes and 1 on even ones.
    """
    options = {} if komi is None else {"komi": komi}
    return GAMES[name].start(size, pie, **options)


def read(text: str) -> Position:
    """The position of a one-line text; ValueError if the rules allow no such position."""
    return GAMES[text.split(" ")[0]].read(text)
