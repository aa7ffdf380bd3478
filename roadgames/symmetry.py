"""The symmetries of the games, as maps of states, actions and observations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._check import made_once, shown, whole_within
from ._native import lib
from .registry import SymmetryGroup
from .rules import Rules

if TYPE_CHECKING:
    from .games import Game

__all__ = ["Symmetry"]

# By group and index. A quarter turn is clockwise; transposed is mirrored in the diagonal through
# the top left corner.
_NAMES = {
    SymmetryGroup.SQUARE: (
        "identity",
        "mirrored left to right",
        "mirrored top to bottom",
        "half turn",
        "transposed",
        "quarter turn",
        "quarter turn back",
        "transposed in the other diagonal",
    ),
    SymmetryGroup.ROTATIONS: (
        "identity",
        "half turn",
        "identity, stone colours exchanged",
        "half turn, stone colours exchanged",
        "quarter turn",
        "quarter turn back",
        "quarter turn, stone colours exchanged",
        "quarter turn back, stone colours exchanged",
    ),
}


class Mapped:
    """What symmetries map: the base class of State, which is made with symmetries and so cannot be
    named here."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        raise NotImplementedError

    def _image(self: Position, symmetry: Symmetry) -> Position:
        raise NotImplementedError


Position = TypeVar("Position", bound=Mapped)


@made_once
@dataclass(frozen=True)
class Symmetry:
    """One of the eight symmetries of a game; made by `Game.symmetries` and `State.canonical`.

    It maps positions, actions, results and observations so that playing an action and mapping is
    the same as mapping and playing the mapped action. Seats stay: a seat wins a game exactly if it
    wins the image. One that exchanges colours (in Rumbo the players) exchanges the side to move,
    the swap, claims and the winning colour, and negates the komi.

    game: the game. index: 0, the identity, to 7; from 4 on colours are exchanged.

    >>> from roadgames import Kopano
    >>> transposed = Kopano(3).symmetries()[4]
    >>> transposed
    <Symmetry 4 of Kopano 3x3: transposed, exchanges colours>
    >>> transposed(Kopano(3).new_initial_state("kopano 3 pie w+ 0 .b./.../..."))
    <State kopano 3 pie b+ 1 .../w../...>
    """

    game: Game
    index: int

    def __post_init__(self) -> None:
        if not isinstance(self.game, Rules):
            raise TypeError(f"game must be a Game, not {shown(self.game)}")
        index = whole_within(self.index, "index", 0, lib.RG_SYMMETRIES - 1)
        object.__setattr__(self, "index", index)

    @property
    def name(self) -> str:
        """What it does to the board, in words."""
        return _NAMES[self.game.traits.symmetries][self.index]

    @property
    def exchanges_colors(self) -> bool:
        """Whether colours, in Rumbo the players, are exchanged. Rumbo's stones do not count."""
        return self.index >= 4

    @cached_property
    def action_map(self) -> NDArray[np.int32]:
        """The image of each action: numpy int32, shape (num_distinct_actions,), read-only.

        Swap and pass stay. Where players are exchanged `komi=3` becomes `komi=-3`, and `vertical`
        and `horizontal` change places.
        """
        actions = range(self.game._actions)
        images = [lib.rg_symmetry_action(self.game._c, self.index, action) for action in actions]
        array = np.array(images, np.int32)
        array.flags.writeable = False
        return array

    @cached_property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return Symmetry(self.game, lib.rg_symmetry_inverse(self.game._c, self.index))

    def __call__(self, state: Position) -> Position:
        """The image of a state, with no actions before it.

        The state is of this game or of one that differs from it in the komi alone. Without pie an
        exchange of players negates that too: the image of a state of Rumbo(5, komi=2) belongs to
        Rumbo(5, komi=-2). ValueError for a state of another game.
        """
        if not isinstance(state, Mapped):
            raise TypeError(f"state must be a State, not {shown(state)}")
        if self._komi_aside(state.game) != self._komi_aside(self.game):
            raise ValueError(f"this symmetry is of {self.game!r}, not of {state.game!r}")
        return state._image(self)

    def apply_to_observation(self, array: NDArray[Any]) -> NDArray[Any]:
        """The observation of the image, by the same player, made from that of the state.

        array: shape (..., planes, size, size), any type; a new array is returned. It holds for
        observations that are not turned. ValueError for another shape.
        """
        shape = self.game._shape
        array = np.asarray(array)
        if array.shape[-3:] != shape:
            expected = ", ".join(map(str, shape))
            raise ValueError(f"observations have shape (..., {expected}), not {array.shape}")
        planes = [
            lib.rg_symmetry_plane(self.game._c, self.index, plane) for plane in range(shape[0])
        ]
        # Where stones belong to nobody, the image of a black stone may be a white one: the
        # remainder is its point.
        points = self.action_map[: self.game.size**2] % self.game.size**2
        flat = array.reshape(*array.shape[:-2], self.game.size**2)
        image = np.empty_like(flat)
        image[..., np.array(planes)[:, None], points] = flat
        return image.reshape(array.shape)

    def _game_of_image(self, game: Game) -> Game:
        return game._with_colors_exchanged() if self.exchanges_colors else game

    def __reduce__(self) -> tuple[Any, ...]:
        return Symmetry, (self.game, self.index)

    def __repr__(self) -> str:
        exchanged = "colours" if self.game.traits.owns_stones else "players"
        what = f", exchanges {exchanged}" if self.exchanges_colors else ""
        return f"<Symmetry {self.index} of {self.game}: {self.name}{what}>"

    @staticmethod
    def _komi_aside(game: Game) -> tuple[int, int, bool]:
        return game.traits.kind, game.size, game.pie
