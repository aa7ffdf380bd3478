"""The traits of all games, read from the C core once: wherever games differ, these are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from ._check import shown
from ._native import ffi, lib

__all__ = ["TRAITS", "Opening", "SymmetryGroup", "Traits", "WeakPairs"]


class Opening(Enum):
    """What pie adds to a game."""

    SWAP = lib.RG_OPENING_SWAP
    """The second player may change seats on its first turn."""
    KOMI = lib.RG_OPENING_KOMI
    """The first player names the komi, the second picks a side."""


class SymmetryGroup(Enum):
    """Which motions of the square are symmetries of a game."""

    SQUARE = lib.RG_SYMMETRY_SQUARE
    """All eight; those that exchange rows and columns exchange the colours."""
    ROTATIONS = lib.RG_SYMMETRY_ROTATIONS
    """The rotations, each with and without exchange of the stones' colours; quarter turns exchange
    the players."""


class WeakPairs(Enum):
    """What a weak pair means to its owner: two like stones diagonally next to each other with no
    like stone next to both."""

    FREE = lib.RG_WEAK_PAIRS_FREE
    """Nothing."""
    OBLIGE = lib.RG_WEAK_PAIRS_OBLIGE
    """It must be completed before anything else."""
    BARRED = lib.RG_WEAK_PAIRS_BARRED
    """It may not be made, unless an enemy stone on the same point would make one too."""


class Traits(NamedTuple):
    """The constants that describe a game, beside its rules: `Game.traits` are those of a game."""

    kind: int
    """Its number in the C core."""
    name: str
    """In texts and for `load_game`: "kopano"."""
    alias: str | None
    """A second name that `load_game` knows."""
    title: str
    """In sentences, and the name of its class: "Kopano"."""
    players: tuple[str, str]
    """By colour: ("Black", "White")."""
    ban: str | None
    """Why a placement is refused that a rule of this game alone bars, part of a sentence; None
    where no placement is."""
    rules_version: int
    """Changes with the results of this game, never with speed; kept in bytes and pickles."""
    opening: Opening
    """What pie adds."""
    default_pie: bool
    """Whether the game is played with pie by default."""
    has_komi: bool
    """Points are added to the second colour's; without pie they are an option of the game."""
    has_pass: bool
    """A player with no placement must pass, which is an action; otherwise there always is one."""
    owns_stones: bool
    """A stone has its player's colour; otherwise stones belong to nobody, and a placement is a
    colour and a point."""
    has_claims: bool
    """Players claim stones, which the score counts."""
    links: int
    """Where each colour joins its two edges: 4 or 8, the directions in which like stones form a
    chain; otherwise 0."""
    weak_pairs: WeakPairs
    """What a weak pair means to its owner."""
    symmetries: SymmetryGroup
    """Which motions of the square are symmetries."""
    impartial: bool
    """Both players have the same placements, which follow from the stones alone."""
    finite_size: int
    """No position repeats on boards up to this size: 19 where none ever does."""

    @property
    def names(self) -> tuple[str, ...]:
        """All that `load_game` knows it by."""
        return (self.name,) if self.alias is None else (self.name, self.alias)

    @property
    def can_repeat(self) -> bool:
        """Whether positions can repeat on some board, so that a game need not end."""
        return self.finite_size < int(lib.RG_MAX_SIZE)


def _text(text: Any) -> str:
    return str(ffi.string(text).decode())


def _read(kind: int) -> Traits:
    c = lib.rg_game_traits(kind)
    return Traits(
        kind=kind,
        name=_text(c.name),
        alias=_text(c.alias) if c.alias else None,
        title=_text(c.title),
        players=(_text(c.players[0]), _text(c.players[1])),
        ban=_text(c.ban) if c.ban else None,
        rules_version=c.rules_version,
        opening=Opening(c.opening),
        default_pie=bool(c.default_pie),
        has_komi=bool(c.has_komi),
        has_pass=bool(c.has_pass),
        owns_stones=bool(c.owns_stones),
        has_claims=bool(c.has_claims),
        links=c.links,
        weak_pairs=WeakPairs(c.weak_pairs),
        symmetries=SymmetryGroup(c.symmetries),
        impartial=bool(c.impartial),
        finite_size=c.finite_size,
    )


TRAITS: tuple[Traits, ...] = tuple(_read(kind) for kind in range(lib.rg_game_count()))
"""The games there are, in the order of their numbers."""


def titles(wanted: Callable[[Traits], bool] = lambda _: True) -> str:
    """The games with a trait, in words: "Rhode, Kopano and Rumbo"."""
    return listed([traits.title for traits in TRAITS if wanted(traits)])


def listed(words: Sequence[str], last: str = "and") -> str:
    """The words as "a, b and c"; last is the word that stands before the last one."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def require(traits: Traits, has: Callable[[Traits], bool], attribute: str) -> None:
    """Raises AttributeError, naming the games that have the attribute, unless this one has it."""
    if not has(traits):
        names = [other.name for other in TRAITS if has(other)]
        verb = "has" if len(names) == 1 else "have"
        raise AttributeError(f"{traits.name} has no {attribute}: only {listed(names)} {verb}")


def kind_of(name: object) -> int:
    """The number of the game of this name or alias; TypeError or ValueError where there is none."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a game must be a str, not {shown(name)}")
    data = str.encode(name, "utf-8", "surrogatepass")
    kind: int = lib.rg_game_kind(data, len(data))
    if kind < 0:
        known = ", ".join(known for traits in TRAITS for known in traits.names)
        raise ValueError(f"no game is called {shown(name)}: expected {known}")
    return kind
