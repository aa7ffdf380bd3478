"""What a game is without its states: options, the numbers and texts of its actions.

`Game` adds what makes states and symmetries. Their modules import this one, so it imports neither.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, SupportsIndex

from ._check import MAX_UINT64, shown, truth, whole, whole_within
from ._native import ffi, lib
from .errors import IllegalActionError, reason_text
from .registry import Opening, Traits, listed

__all__ = ["Rules"]


class _Core:
    """What the C core says of a game: no options, so no fields of the dataclass."""

    _c: Any  # rg_game *
    # Arrays for actions and observations have these sizes, even if a subclass returns others.
    _actions: int
    _shape: tuple[int, int, int]


@dataclass(frozen=True)
class Rules(_Core):
    """The options that all games have, and what follows from them. See `Game`."""

    size: int = 11
    pie: bool = True

    traits: ClassVar[Traits]
    name: ClassVar[str]
    players: ClassVar[tuple[str, str]]

    def __post_init__(self) -> None:
        if not hasattr(self, "traits"):
            raise TypeError(f"{type(self).__name__} is no game by itself: use load_game")
        self._set("size", whole_within(self.size, "size", lib.RG_MIN_SIZE, lib.RG_MAX_SIZE))
        self._set("pie", truth(self.pie, "pie"))
        self._set("_c", ffi.new("rg_game *"))
        self._settle()
        self._set("_actions", lib.rg_num_actions(self._c))
        self._set("_shape", (lib.rg_observation_planes(self._c), self.size, self.size))

    def _set(self, attribute: str, value: object) -> None:
        """Writes an attribute of this frozen object, while it is being made."""
        object.__setattr__(self, attribute, value)

    def _settle(self) -> None:
        """Checks the other options, and fills in the game in C."""
        if not self._accepts(0):
            raise AssertionError(f"the core refuses {self!r}")

    def _accepts(self, komi: int) -> bool:
        """Whether this komi may be fixed before the game; if so, the game in C now has it."""
        try:
            refused = lib.rg_game_init(self._c, self.traits.kind, self.size, self.pie, komi)
        except OverflowError:  # it is not even an int of C
            return False
        return not refused

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, f.name) for f in fields(self) if f.init)

    def __str__(self) -> str:
        return f"{self.traits.title} {self.size}x{self.size}"

    # ---- Actions ----

    def num_distinct_actions(self) -> int:
        """How many actions there are: they are numbered from 0 on.

        >>> from roadgames import Kopano
        >>> Kopano(5).num_distinct_actions()
        27
        """
        return self._actions

    def action_to_string(self, action: SupportsIndex) -> str:
        """The text of an action, legal now or not. ValueError for a number that is no action.

        >>> from roadgames import Kopano
        >>> Kopano(5).action_to_string(20), Kopano(5).action_to_string(25)
        ('a1', 'swap')
        """
        number = whole(action, "an action")
        text = ffi.new("char[]", lib.RG_ACTION_TEXT_SIZE)
        if not 0 <= number < self._actions or lib.rg_action_text(self._c, number, text) < 0:
            raise self._refusal(number, lib.RG_NO_ACTION)
        return str(ffi.string(text).decode())

    def string_to_action(self, text: str) -> int:
        """The action with exactly this text, legal now or not. ValueError for any other text.

        >>> from roadgames import Rumbo
        >>> Rumbo(5).string_to_action("Wb3")
        36
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of an action must be a str, not {shown(text)}")
        action = self._parse(text)
        if action < 0:
            raise ValueError(
                f"{shown(text)} is no action of {self}: expected {self._action_texts()}"
            )
        return action

    def _parse(self, text: str) -> int:
        """The action with this text; negative where there is none."""
        data = str.encode(text, "utf-8", "surrogatepass")
        return int(lib.rg_action_parse(self._c, data, len(data)))

    @cached_property
    def _swap(self) -> int:
        """The action that changes seats; negative in games without."""
        return self._parse("swap")

    @cached_property
    def _pass(self) -> int:
        """The action of a player who has no placement; negative in games without."""
        return self._parse("pass")

    def _action_texts(self) -> str:
        """The texts of all actions, in words, for error messages."""
        traits = self.traits
        point = f"a point (a1 to {self._point_text(self.size - 1)})"
        texts = [point if traits.owns_stones else f"B or W and {point}"]
        if traits.opening is Opening.SWAP:
            texts.append("swap")
        elif self.pie:
            most = self.size**2 - 1
            sides = [player.lower() for player in self.players]
            texts += [f"komi={-most} to komi={most} in steps of 2", *sides]
        if traits.has_pass:
            texts.append("pass")
        return listed(texts, "or")

    def _point_text(self, point: int) -> str:
        row, column = divmod(point, self.size)
        return f"{chr(ord('a') + column)}{self.size - row}"

    def _refusal(self, action: int, reason: int, place: int | None = None) -> ValueError:
        """The exception for an action that the C core refuses; place: the game of a batch."""
        where = "" if place is None else f"game {place}: "
        if reason == lib.RG_NO_ACTION:
            return ValueError(
                f"{where}{shown(action)} is no action of {self}: expected 0 to {self._actions - 1}"
            )
        what = self.action_to_string(action) + ("" if place is None else f" (action {action})")
        why = reason_text(reason, self.traits)
        return IllegalActionError(f"{where}{what} is not legal here: {why}", action, why)

    # ---- Lengths and shapes ----

    def max_game_length(self) -> int:
        """The most actions a game can take, passes and opening included.

        A game of Rhode need not end, as positions can repeat: there it is 8 * size**2, a limit for
        what plays games by itself and not a bound. `playouts`, for one, cuts games off at it.

        >>> from roadgames import Kopano, Rhode
        >>> Kopano(5).max_game_length(), Rhode(5).max_game_length()
        (51, 200)
        """
        return self._bound or 8 * self.size**2

    @property
    def _bound(self) -> int:
        """The most actions a game can take; 0 where positions can repeat."""
        return int(lib.rg_max_game_length(self._c))

    def _ply_limit(self, max_plies: object, most: int = MAX_UINT64) -> int:
        """After how many actions to cut games off: max_plies or, where that is None, what
        `max_game_length` returns. A true bound cuts nothing off."""
        if max_plies is None:
            return whole_within(self.max_game_length(), "max_game_length()", 1, most)
        return whole_within(max_plies, "max_plies", 1, most)

    def observation_tensor_shape(self) -> tuple[int, int, int]:
        """(planes, size, size), the shape of `State.observation_tensor`.

        >>> from roadgames import Kopano
        >>> Kopano(5).observation_tensor_shape()
        (8, 5, 5)
        """
        return self._shape
