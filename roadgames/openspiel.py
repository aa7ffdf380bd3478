"""The games for OpenSpiel: importing this module registers "rhode", "kopano" and "rumbo".

Each has a class here, called as in roadgames: Rhode, Kopano, Rumbo.

Parameters, as in pyspiel.load_game("rumbo(size=5,komi=2)"): size, pie and, for Rumbo, komi, which
mean the same as everywhere in roadgames; max_plies: a limit of actions from the state that
new_initial_state gave, 0 for the default: 8 * size**2 for Rhode, none for the others. OpenSpiel
knows no game without a result, so one that is cut off ends with returns 0, 0.

>>> import pyspiel
>>> import roadgames.openspiel
>>> state = pyspiel.load_game("kopano(size=5,pie=false)").new_initial_state()
>>> state.apply_action(12)
>>> str(state)
'kopano 5 nopie w 0 ...../...../..b../...../.....'
"""

from __future__ import annotations

from math import prod
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from . import games, state
from ._check import shown
from .errors import IllegalActionError

__all__ = ["Game", "State"]

# OpenSpiel's parameters have one type each, without None: these stand for it, as they are no komi
# and no limit.
NO_KOMI = -1000
NO_LIMIT = 0

_TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_MAX_INT = 2**31 - 1


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of the games, made by pyspiel.load_game.

    core: the `roadgames.Game` that has the rules.
    """

    rules: ClassVar[type[games.Game]]
    fields: ClassVar[tuple[str, ...]]  # what the parts of a position's text are called in structs
    game_type: ClassVar[pyspiel.GameType]

    core: games.Game

    def __init_subclass__(cls) -> None:
        # OpenSpiel holds what is registered until after Python has ended. Freeing a function then
        # would abort the process; a class is never freed.
        default, traits = cls.rules(), cls.rules.traits
        parameters = {"size": default.size, "pie": default.pie, "max_plies": NO_LIMIT}
        if traits.has_komi:
            parameters["komi"] = NO_KOMI
        cls.fields = (
            *("game", "size", "pie", "turn", traits.players[0].lower()),
            *(["komi"] if traits.has_komi else []),
            "board",
            *(["claims"] if traits.has_claims else []),
        )
        cls.game_type = pyspiel.GameType(
            short_name=traits.name,
            long_name=traits.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=parameters,
        )
        pyspiel.register_game(cls.game_type, cls)

    def __init__(self, parameters: dict[str, Any]) -> None:
        none = {"komi": NO_KOMI, "max_plies": NO_LIMIT}
        given = {name: value for name, value in parameters.items() if value != none.get(name)}
        options = dict(given)
        limit = options.pop("max_plies", None)
        core = self.rules(**options)
        info = pyspiel.GameInfo(
            num_distinct_actions=core.num_distinct_actions(),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=core._ply_limit(limit, _MAX_INT),
        )
        super().__init__(self.game_type, info, given)
        self.core = core

    def new_initial_state(self, position: Any = None) -> State:
        """The start of the game, or the position of a text or of a state struct."""
        if isinstance(position, (dict, pyspiel.StateStruct)):
            position = self._text(position)
        return State(self, position)

    def _text(self, struct: Any) -> str:
        parts = struct if isinstance(struct, dict) else struct.to_dict()
        if parts.keys() != set(self.fields):
            raise ValueError(
                f"a state of {self.core.name} has the fields {', '.join(self.fields)}, "
                f"not {shown(', '.join(parts))}"
            )
        return " ".join(str(parts[field]) for field in self.fields)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """As OpenSpiel asks for it; by default tensor and text are those of `roadgames.State`."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return _Observer(self.core, params)
        return IIGObserverForPublicInfoGame(kind, params)


for _rules in games.CLASSES:
    _about = {"rules": _rules, "__module__": __name__, "__doc__": f"{_rules.traits.title}."}
    globals()[_rules.__name__] = type(_rules.__name__, (Game,), _about)
    __all__.append(_rules.__name__)


class State(pyspiel.State):  # type: ignore[misc]
    """A state of one of the games, made by new_initial_state.

    core: the `roadgames.State` behind it, to be looked at and not played on.
    """

    # OpenSpiel clones by deep copies of all attributes and serializes by pickling them: so there
    # are few, and none that belongs to the game.
    core: state.State
    _plies_left: int

    def __init__(self, game: Game, text: str | None) -> None:
        super().__init__(game)
        self.core = game.core.new_initial_state(text)
        self._plies_left = game.max_game_length()

    def current_player(self) -> int:
        return self.core.current_player() if self._plies_left else _TERMINAL

    def is_terminal(self) -> bool:
        return not self._plies_left or self.core.is_terminal()

    def returns(self) -> list[float]:
        return self.core.returns()

    def legal_actions(self, player: int | None = None) -> list[int]:
        # OpenSpiel's own takes six times as long: it calls back into Python for each check.
        if player is None or player == self.current_player():
            return self.core.legal_actions() if self._plies_left else []
        none: list[int] = super().legal_actions(player)
        return none

    def _legal_actions(self, player: int) -> list[int]:
        return self.core.legal_actions()

    def _apply_action(self, action: int) -> None:
        if not self._plies_left and self.core.is_legal(action):
            why = "the game was cut off"
            raise IllegalActionError(f"{shown(action)} is not legal here: {why}", action, why)
        self.core.apply_action(action)
        self._plies_left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.core.action_to_string(action)

    def __str__(self) -> str:
        return str(self.core)

    # ---- Structs, which OpenSpiel turns into JSON ----

    def _to_struct(self) -> dict[str, str]:
        return dict(zip(self.get_game().fields, str(self).split(" "), strict=True))

    def _to_observation_struct(self, player: int) -> dict[str, str]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        return {"action": self.core.action_to_string(action)}

    def _struct_to_actions(self, struct: dict[str, str]) -> list[int]:
        return [self.core.string_to_action(struct["action"])]


class _Observer:
    """See PyObserver in open_spiel.python.observation."""

    def __init__(self, core: games.Game, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, so not {shown(params)}")
        shape = core.observation_tensor_shape()
        self.tensor: NDArray[np.float32] = np.zeros(prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, of: State, player: int) -> None:
        self.dict["observation"][:] = of.core.observation_tensor(player)

    def string_from(self, of: State, player: int) -> str:
        return str(of)
