"""roadgames: the board games Rhode, Kopano and Rumbo on bitboards.

>>> import roadgames as rg
>>> state = rg.load_game("kopano", size=5, pie=False).new_initial_state()
>>> state.apply_action(state.string_to_action("c3"))
>>> len(state.legal_actions())
24
>>> rg.perft(state, 2)
472
"""

from .batch import Batch
from .counting import Interrupted, Playouts, count_games, divide, perft, playouts, prefixes
from .errors import IllegalActionError
from .games import Game, Kopano, Rhode, Rumbo, load_game
from .state import State
from .symmetry import Symmetry

__version__ = "0.1.0"

__all__ = [
    "Batch",
    "Game",
    "IllegalActionError",
    "Interrupted",
    "Kopano",
    "Playouts",
    "Rhode",
    "Rumbo",
    "State",
    "Symmetry",
    "__version__",
    "count_games",
    "divide",
    "load_game",
    "perft",
    "playouts",
    "prefixes",
]
