"""roadgames: the board games Rhode, Kopano and Rumbo on bitboards.

>>> import roadgames as rg
>>> state = rg.load_game("kopano", size=5, pie=False).new_initial_state()
>>> state.apply_action(state.string_to_action("c3"))
>>> len(state.legal_actions())
24
>>> rg.perft(state, 2)
472
"""

from .counting import Interrupted, Playouts, divide, perft, playouts
from .games import Game, Kopano, Rhode, Rumbo, load_game
from .state import State

__version__ = "0.1.0"

__all__ = [
    "Game",
    "Interrupted",
    "Kopano",
    "Playouts",
    "Rhode",
    "Rumbo",
    "State",
    "__version__",
    "divide",
    "load_game",
    "perft",
    "playouts",
]
