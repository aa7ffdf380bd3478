"""The three games. A game fixes the rules and the numbers of the actions; it makes states.

Points are numbered row by row from the top: point = row * size + column. Their texts are a column
letter from the left and a row number from the bottom: on 5x5 `a1` is point 20.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any, ClassVar, SupportsIndex

import numpy as np

from . import state as _state
from ._check import made_once, shown, truth, whole, whole_within
from ._native import ffi, lib
from .symmetry import Symmetry

__all__ = ["Game", "Kopano", "Rhode", "Rumbo", "load_game"]


class _Core(ABC):
    """What the C core says of a game: no options, so no fields of the dataclass."""

    _c: Any  # rg_game *
    # Memory for actions and observations is made after these, whatever subclasses tell.
    _actions: int
    _shape: tuple[int, int, int]


@made_once
@dataclass(frozen=True)
class Game(_Core):
    """What the games share. Immutable and hashable; games of the same kind and options are equal.

    size: lines a side, 2 to 19. pie: whether evening out the first player's advantage (swap; in
    Rumbo naming the komi and picking a side) is part of the game.

    A game adds its name, its players by colour, its number in the C core, whether its players
    claim stones and a komi counts, the words for its actions, and options of its own.
    """

    size: int = 11
    pie: bool = True

    name: ClassVar[str]
    players: ClassVar[tuple[str, str]] = ("Black", "White")
    _kind: ClassVar[int]
    _has_claims: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self._set("size", whole_within(self.size, "size", lib.RG_MIN_SIZE, lib.RG_MAX_SIZE))
        self._set("pie", truth(self.pie, "pie"))
        self._set("_c", ffi.new("rg_game *"))
        if lib.rg_game_init(self._c, self._kind, self.size, self.pie, self._settle_komi()):
            raise AssertionError(f"the core refuses {self!r}")
        self._set("_actions", lib.rg_num_actions(self._c))
        self._set("_shape", (lib.rg_observation_planes(self._c), self.size, self.size))

    def _set(self, attribute: str, value: object) -> None:
        """Writes an attribute of this frozen object, while it is being made."""
        object.__setattr__(self, attribute, value)

    def _settle_komi(self) -> int:
        """Checks a game's komi option and fills in its default; the komi fixed before the game."""
        return 0

    def _with_colors_exchanged(self) -> Game:
        """The game that this one's positions belong to when colours are exchanged."""
        return self

    @property
    def _traits(self) -> Any:
        return lib.rg_game_traits(self._kind)

    @abstractmethod
    def _action_texts(self) -> str:
        """The texts of all actions, in words, for error messages."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, f.name) for f in fields(self) if f.init)

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.size}x{self.size}"

    def num_distinct_actions(self) -> int:
        """How many actions there are: they are numbered from 0 on.

        >>> Kopano(5).num_distinct_actions()
        27
        """
        return self._actions

    def max_game_length(self) -> int:
        """The most actions a game can take, passes and opening included.

        Rhode has no such bound: see `Rhode.max_game_length`.
        """
        return int(lib.rg_max_game_length(self._c))

    def observation_tensor_shape(self) -> tuple[int, int, int]:
        """(planes, size, size), the shape of `State.observation_tensor`.

        >>> Kopano(5).observation_tensor_shape()
        (8, 5, 5)
        """
        return self._shape

    def symmetries(self) -> list[Symmetry]:
        """The eight symmetries, the identity first; the last four exchange colours.

        Rhode, Kopano: the rotations and reflections of the square, those that exchange the edges'
        owners with exchange of colours. Rumbo: the rotations, the quarter turns with exchange of
        players, each with and without exchange of the stones' colours.

        >>> [s.name for s in Kopano(5).symmetries() if s.exchanges_colors]
        ['transposed', 'quarter turn', 'quarter turn back', 'transposed in the other diagonal']
        """
        return [Symmetry(self, index) for index in range(lib.RG_SYMMETRIES)]

    def new_initial_state(self, text: str | None = None) -> _state.State:
        """The start of the game or, with text, the position that `str` of a state gave.

        ValueError where the text is not exactly such a line, is of another game or other options,
        or tells an impossible position; the message says what and where.

        >>> str(Rhode(3, pie=False).new_initial_state())
        'rhode 3 nopie b 0 .../.../...'
        """
        return _state.initial(self) if text is None else _state.from_text(self, text)

    def state_from_bytes(
        self, data: bytes | bytearray | memoryview | np.ndarray[Any, Any]
    ) -> _state.State:
        """The position that `State.to_bytes` of a state of this game gave.

        data: bytes or another object with the buffer protocol, e.g. a row of a numpy uint8 array.
        ValueError where it is anything else than such a position.
        """
        return _state.from_bytes(self, data)

    def action_to_string(self, action: SupportsIndex) -> str:
        """The text of an action, legal now or not. ValueError for a number that is no action.

        >>> Kopano(5).action_to_string(20), Kopano(5).action_to_string(25)
        ('a1', 'swap')
        """
        number = whole(action, "an action")
        text = ffi.new("char[]", lib.RG_ACTION_TEXT_SIZE)
        if not 0 <= number < self._actions or lib.rg_action_text(self._c, number, text) < 0:
            raise self._no_action(number)
        return str(ffi.string(text).decode())

    def string_to_action(self, text: str) -> int:
        """The action with exactly this text, legal now or not. ValueError for any other text.

        >>> Rumbo(5).string_to_action("Wb3")
        36
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of an action must be a str, not {shown(text)}")
        data = str.encode(text, "utf-8", "surrogatepass")
        action = int(lib.rg_action_parse(self._c, data, len(data)))
        if action < 0:
            raise ValueError(
                f"{shown(text)} is no action of {self}: expected {self._action_texts()}"
            )
        return action

    def _no_action(self, action: int) -> ValueError:
        return ValueError(
            f"{shown(action)} is no action of {self}: expected 0 to {self._actions - 1}"
        )

    def _point_text(self, point: int) -> str:
        row, column = divmod(point, self.size)
        return f"{chr(ord('a') + column)}{self.size - row}"

    def _point_range(self) -> str:
        return f"a point (a1 to {self._point_text(self.size - 1)})"


@made_once
@dataclass(frozen=True)
class Rhode(Game):
    """Rhode, also called Road: join your two edges orthogonally; crosscuts cost the mover stones.

    Actions: the points, then swap.

    >>> Rhode(7)
    Rhode(size=7, pie=True)
    """

    name: ClassVar[str] = "rhode"
    _kind: ClassVar[int] = lib.RG_RHODE

    def max_game_length(self) -> int:
        """8 * size**2: a limit for what plays games by itself, not a bound.

        A game of Rhode need not end, as positions can come back. `playouts` cuts games off here.
        """
        return 8 * self.size**2

    def _action_texts(self) -> str:
        return f"{self._point_range()} or swap"


@made_once
@dataclass(frozen=True)
class Kopano(Game):
    """Kopano: join your two edges in eight directions; no crosscuts, few weak connections.

    Actions: the points, then swap, then pass.

    >>> Kopano(7, pie=False) == load_game("kopano", size=7, pie=False)
    True
    """

    name: ClassVar[str] = "kopano"
    _kind: ClassVar[int] = lib.RG_KOPANO

    def _action_texts(self) -> str:
        return f"{self._point_range()}, swap or pass"


@made_once
@dataclass(frozen=True)
class Rumbo(Game):
    """Rumbo: claim groups of either colour by the directions in which they touch the last stone.

    komi: points added to Horizontal's at the end, -(size**2 - 1) to size**2 - 1, even on odd sizes
    and odd on even ones so that no game is tied; left out it is 0 or 1. With pie=True there is
    none to give: seat 0 names it and seat 1 picks a side, as actions.

    Actions: a black stone on each point, a white stone on each point; with pie=True then the komi
    from the least to the greatest, vertical, horizontal.

    >>> Rumbo(4)
    Rumbo(size=4, pie=False, komi=1)
    """

    pie: bool = False
    komi: int | None = None

    name: ClassVar[str] = "rumbo"
    players: ClassVar[tuple[str, str]] = ("Vertical", "Horizontal")
    _kind: ClassVar[int] = lib.RG_RUMBO
    _has_claims: ClassVar[bool] = True

    def _settle_komi(self) -> int:
        if self.pie:
            if self.komi is not None:
                raise ValueError(
                    "komi is named in the game with pie=True: "
                    f"expected none, not {shown(self.komi)}"
                )
            return 0
        even = self.size % 2
        if self.komi is None:
            self._set("komi", 1 - even)
        most = self.size**2 - 1
        komi = whole_within(self.komi, "komi", -most, most)
        if komi % 2 == even:
            parity = "even" if even else "odd"
            raise ValueError(
                f"komi must be {parity} on {self.size}x{self.size}, so that no game is tied, "
                f"not {komi}"
            )
        self._set("komi", komi)
        return komi

    def _with_colors_exchanged(self) -> Rumbo:
        return self if self.komi is None else Rumbo(self.size, self.pie, -self.komi)

    def _action_texts(self) -> str:
        points = f"B or W and {self._point_range()}"
        if not self.pie:
            return points
        most = self.size**2 - 1
        return f"{points}, komi={-most} to komi={most} in steps of 2, vertical or horizontal"


# By name; Rhode has two.
GAMES: dict[str, type[Game]] = {
    "rhode": Rhode,
    "road": Rhode,
    "kopano": Kopano,
    "rumbo": Rumbo,
}


def load_game(name: str, size: int = 11, **options: Any) -> Game:
    """The game of this name: "rhode" (or "road"), "kopano" or "rumbo".

    options: pie=True or False, for Rumbo also komi, as in the classes. ValueError for other names,
    TypeError for other options.

    >>> load_game("rumbo", size=5, komi=-2)
    Rumbo(size=5, pie=False, komi=-2)
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a game must be a str, not {shown(name)}")
    if name not in GAMES:
        raise ValueError(f"no game is called {shown(name)}: expected {', '.join(GAMES)}")
    kind = GAMES[name]
    known = [option.name for option in fields(kind) if option.init and option.name != "size"]
    for option in options:
        if option not in known:
            raise TypeError(
                f"{kind.name} has no option {shown(option)}: expected {', '.join(known)}"
            )
    return kind(size, **options)
