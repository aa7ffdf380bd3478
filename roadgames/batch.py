"""Many games of one kind, stepped together by single calls into C."""

from __future__ import annotations

import math
import os
from functools import partial
from typing import Any, SupportsIndex, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._check import (
    made_once,
    memory_of,
    own_array,
    seed_or_new,
    shown,
    thread_count,
    truth,
    whole_within,
)
from ._native import ffi, lib
from .games import Game
from .state import State, keep

__all__ = ["Batch"]

_AUTORESET = {
    "disabled": lib.RG_AUTORESET_DISABLED,
    "next_step": lib.RG_AUTORESET_NEXT_STEP,
    "same_step": lib.RG_AUTORESET_SAME_STEP,
}

# Games a call of C plays to their ends, for each thread: Ctrl-C is heeded between calls.
_PLAYOUTS_A_CALL = 1024


def _free(memory: list[Any], batch: Any) -> None:
    lib.rg_batch_free(batch)


def _dtype(dtype: DTypeLike) -> np.dtype[Any]:
    try:
        return np.dtype(dtype)
    except (TypeError, ValueError):
        raise TypeError(f"observations are of float32 or uint8, not {shown(dtype)}") from None


@made_once
@final
class Batch:
    """batch_size games of one kind, all at their start, stepped by one call.

    seed: 0 to 2**64 - 1; None takes one from the operating system, which `seed` returns. Game i
    draws its random actions from a generator of its own, seeded by (seed, i): what it draws depends
    neither on threads nor on batch_size, and nothing else draws from it. threads: from 1 up, the
    calling one included; they change the time, not the results, and no more than the machine has
    processors are started.

    autoreset, in Gymnasium's terms: "disabled" leaves a game that has ended alone until `reset`;
    with "next_step" the next step starts a new one in its place and ignores the action; with
    "same_step" the step that ends it does so itself. max_plies: cuts games off after so many
    actions, and then nobody has won; None is no limit, but 8 * size**2 for Rhode, which need not
    end.

    The properties that are arrays give the same arrays all the time, and calls update these in
    place: copy what is to be kept. They may be used after the batch has gone. What is written into
    them changes no game. A batch may be shared by threads: each call is done as a whole.

    A batch keeps no history: to go back, `clone` it or keep `to_bytes`.

    >>> from roadgames import Kopano
    >>> batch = Batch(Kopano(5), 3, seed=1, autoreset="same_step")
    >>> batch.step(batch.sample_actions())
    >>> batch.legal_actions_mask.shape, batch.current_player.tolist()
    ((3, 27), [1, 1, 1])
    """

    __slots__ = (
        "__weakref__",
        "_autoreset",
        "_begun",
        "_c",
        "_current_player",
        "_final_lengths",
        "_final_returns",
        "_game",
        "_keep",
        "_legal_actions_mask",
        "_lengths",
        "_max_plies",
        "_returns",
        "_seed",
        "_size",
        "_terminated",
        "_threads",
        "_truncated",
    )

    _begun: bool  # see `made_once`
    _keep: NDArray[np.object_]  # see `keep`

    def __init__(
        self,
        game: Game,
        batch_size: SupportsIndex,
        seed: SupportsIndex | None = None,
        threads: SupportsIndex = 1,
        autoreset: str = "disabled",
        max_plies: SupportsIndex | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game must be a Game, not {shown(game)}")
        self._game = game
        self._size = whole_within(batch_size, "batch_size", 1, lib.RG_MAX_BATCH)
        self._seed = seed_or_new(seed)
        self._threads = thread_count(threads)
        if not isinstance(autoreset, str):
            raise TypeError(f"autoreset must be a str, not {shown(autoreset)}")
        if autoreset not in _AUTORESET:
            expected = ", ".join(_AUTORESET)
            raise ValueError(f"autoreset must be one of {expected}, not {shown(autoreset)}")
        self._autoreset = autoreset
        unlimited = max_plies is None and game._bound
        self._max_plies = None if unlimited else game._ply_limit(max_plies)
        arrays, memory = self._new_arrays()
        self._own(
            lib.rg_batch_new(
                game._c,
                self._size,
                self._seed,
                self._threads,
                _AUTORESET[autoreset],
                self._max_plies or 0,
                arrays,
            ),
            memory,
        )

    def _new_arrays(self) -> tuple[Any, list[Any]]:
        """Makes the arrays. Returns an rg_batch_arrays that points to them, and their memory."""
        size, memory = self._size, list[Any]()
        arrays = ffi.new("rg_batch_arrays *")

        def new(field: str, kind: str, dtype: DTypeLike, *shape: int) -> NDArray[Any]:
            # An array's own memory moves when it is resized; a bytearray in use cannot be resized.
            try:
                room = bytearray(math.prod(shape) * np.dtype(dtype).itemsize)
            except MemoryError:
                raise self._no_memory() from None
            start = ffi.from_buffer(kind + "[]", room, require_writable=True)
            memory.append(start)
            setattr(arrays, field, start)
            return np.frombuffer(room, dtype).reshape(shape)

        actions = self._game._actions
        self._legal_actions_mask = new("mask", "uint8_t", np.bool_, size, actions)
        self._current_player = new("player", "int8_t", np.int8, size)
        self._returns = new("returns", "float", np.float32, size, 2)
        self._terminated = new("terminated", "uint8_t", np.bool_, size)
        self._truncated = new("truncated", "uint8_t", np.bool_, size)
        self._lengths = new("lengths", "int64_t", np.int64, size)
        self._final_returns = new("final_returns", "float", np.float32, size, 2)
        self._final_lengths = new("final_lengths", "int64_t", np.int64, size)
        return arrays, memory

    def _own(self, batch: Any, memory: list[Any]) -> None:
        if not batch:
            raise self._no_memory()
        # C writes to the memory until the batch is freed: what frees it holds the memory.
        self._c = ffi.gc(batch, partial(_free, memory))
        self._keep = keep(self._c)

    def _no_memory(self) -> MemoryError:
        return MemoryError(f"not enough memory for {self._size} games")

    # ---- What it was made with ----

    @property
    def game(self) -> Game:
        """The game that all games of the batch are games of."""
        return self._game

    @property
    def seed(self) -> int:
        """What the generators were seeded with."""
        return self._seed

    @property
    def threads(self) -> int:
        """How many threads share the work."""
        return self._threads

    @property
    def autoreset(self) -> str:
        """What happens to games that have ended: "disabled", "next_step" or "same_step"."""
        return self._autoreset

    @property
    def max_plies(self) -> int | None:
        """After how many actions a game is cut off; None: never."""
        return self._max_plies

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"<Batch of {self._size} games of {self._game}, autoreset {self._autoreset}>"

    # ---- Arrays ----

    @property
    def legal_actions_mask(self) -> NDArray[np.bool_]:
        """True for each legal action: bool, (batch_size, actions); False where a game is over."""
        return self._legal_actions_mask

    @property
    def current_player(self) -> NDArray[np.int8]:
        """The seat to move: int8, (batch_size,); -4 where a game is over."""
        return self._current_player

    @property
    def returns(self) -> NDArray[np.float32]:
        """By seat, 1.0 and -1.0 where the last step ended a game, otherwise zeros.

        float32, (batch_size, 2).

        With autoreset "disabled" returns, terminated and truncated stay until the game is reset.
        """
        return self._returns

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Where the last step ended a game by its rules: bool, (batch_size,)."""
        return self._terminated

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Where the last step reached max_plies, and the game was not over: bool, (batch_size,)."""
        return self._truncated

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Actions played in each game since its start, or since its position was set.

        int64, (batch_size,).
        """
        return self._lengths

    @property
    def final_returns(self) -> NDArray[np.float32]:
        """The returns of the last game that ended in each slot: float32, (batch_size, 2).

        Zeros where it was cut off, or none has ended.
        """
        return self._final_returns

    @property
    def final_lengths(self) -> NDArray[np.int64]:
        """How many actions the last game that ended in each slot took: int64, (batch_size,).

        0 where none has ended.
        """
        return self._final_lengths

    # ---- Play ----

    def step(self, actions: ArrayLike) -> None:
        """Plays actions[i] in game i. Entries of games that are over are ignored.

        actions: integers of any dtype, (batch_size,), in any memory layout; TypeError where they
        are no integers. IllegalActionError, and no game changed, where one is not legal: it names
        the first such game, the action and the reason; a plain ValueError where it is no action.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be an array of integers, not of {given.dtype}")
        if given.shape != (self._size,):
            raise ValueError(f"actions must have shape ({self._size},), not {given.shape}")
        # A copy, which no other thread can change between check and play. Numbers from 2**63 on
        # become negative ones, which are no actions either.
        own = given.astype(np.int64)
        at = ffi.new("int64_t *")
        reason = lib.rg_batch_step(self._c, ffi.from_buffer("int64_t[]", own), at)
        if reason:
            raise self._game._refusal(int(given[at[0]]), reason, at[0])

    def sample_actions(self) -> NDArray[np.int32]:
        """A legal action for each game, all with the same chance; -1 where a game is over.

        int32, (batch_size,), a new array. Each call draws anew; for a game that is over, nothing.
        """
        out = np.empty(self._size, np.int32)
        lib.rg_batch_sample(self._c, ffi.from_buffer("int32_t[]", out))
        return out

    def playouts(self) -> None:
        """Plays all games to their ends at random, as `sample_actions` and `step` would.

        Each game plays until it ends for the first time; the arrays then tell what its last action
        brought about. Games that are over already are left alone. Ctrl-C ends it between games.
        """
        block = _PLAYOUTS_A_CALL * min(self._threads, os.cpu_count() or 1)
        for first in range(0, self._size, block):
            lib.rg_batch_playouts(self._c, first, min(block, self._size - first))

    def reset(self, which: ArrayLike | None = None) -> None:
        """Starts new games in some slots or, with None, in all.

        which: a bool mask, (batch_size,), or integer indices, 0 to batch_size - 1. The generators
        run on. What is known of games that had ended before stays.
        """
        if which is None:
            lib.rg_batch_reset(self._c, ffi.NULL, 0)
        else:
            places = self._places(which)
            lib.rg_batch_reset(self._c, ffi.from_buffer("int64_t[]", places), len(places))

    # ---- Observations ----

    def observation(
        self,
        out: NDArray[Any] | None = None,
        *,
        dtype: DTypeLike | None = None,
        turned: bool = False,
    ) -> NDArray[Any]:
        """What the player to move sees in each game: (batch_size, planes, size, size), C order.

        The planes are those of `State.observation_tensor`; where a game is over by its rules they
        are seat 0's. dtype: float32, the default, or uint8. out: an array of that shape and either
        type, C-contiguous and writeable, to be filled and returned in place of a new one. turned:
        the player-relative board, on which the player to move plays Black, joining top and bottom,
        in Rumbo Vertical; `turned_actions` tells what actions mean there.
        """
        return self._observe(lib.RG_CURRENT, out, dtype, turned)

    def final_observation(
        self,
        out: NDArray[Any] | None = None,
        *,
        dtype: DTypeLike | None = None,
        turned: bool = False,
    ) -> NDArray[Any]:
        """As `observation`, of the last game that ended in each slot; zeros where none has."""
        return self._observe(lib.RG_FINAL, out, dtype, turned)

    def _observe(
        self, which: int, out: NDArray[Any] | None, dtype: DTypeLike | None, turned: bool
    ) -> NDArray[Any]:
        shape = (self._size, *self._game._shape)
        wanted = None if dtype is None else _dtype(dtype)
        plain = None if out is None else own_array(out)
        if plain is not None and wanted is not None and plain.dtype != wanted:
            raise TypeError(f"out is of {plain.dtype}, dtype is {wanted}: expected one")
        kind = plain.dtype if plain is not None else wanted or np.dtype(np.float32)
        if kind not in (np.float32, np.uint8):
            raise TypeError(f"observations are of float32 or uint8, not {str(kind)[:60]}")
        if out is None or plain is None:
            out = plain = np.empty(shape, kind)
        floats = plain.dtype == np.float32
        target = memory_of(plain, shape, "float" if floats else "uint8_t")
        fill = lib.rg_batch_observation if floats else lib.rg_batch_observation_bytes
        fill(self._c, which, truth(turned, "turned"), target)
        return out

    def turned_actions(self) -> NDArray[np.int32]:
        """What the actions on turned boards are: int32, (batch_size, actions), a new array.

        Action a of game i's turned board is turned_actions()[i, a] of the game. So
        np.take_along_axis(batch.legal_actions_mask, turned_actions, axis=1) is the turned mask.

        >>> from roadgames import Kopano
        >>> batch = Batch(Kopano(5), 1)
        >>> batch.step([1])
        >>> batch.turned_actions()[0, :5].tolist()
        [0, 5, 10, 15, 20]
        """
        game = self._game._c
        turned = np.empty(self._size, np.uint8)
        lib.rg_batch_turned(self._c, ffi.from_buffer("uint8_t[]", turned))
        back = lib.rg_symmetry_inverse(game, 4)
        actions = range(self._game._actions)
        maps = [actions, [lib.rg_symmetry_action(game, back, action) for action in actions]]
        return np.array(maps, np.int32)[turned]

    # ---- Positions ----

    def state(self, i: SupportsIndex) -> State:
        """The position of game i, as a State without history."""
        position = ffi.new("rg_state *")
        lib.rg_batch_state(self._c, self._place(i), position)
        return self._state_of(position)

    def final_state(self, i: SupportsIndex) -> State:
        """The last position of the last game that ended in slot i; ValueError where none has.

        The game was cut off where that State is not terminal.
        """
        position = ffi.new("rg_state *")
        place = self._place(i)
        if lib.rg_batch_final_state(self._c, place, position):
            raise ValueError(f"game {place}: none has ended in this place yet")
        return self._state_of(position)

    def set_state(self, i: SupportsIndex, state: State) -> None:
        """Goes on from this position in game i: its length is 0 then.

        With the end of a game, terminated and returns are as if a step had ended it, but
        `final_state` stays. With autoreset "next_step" or "same_step" the next step then starts a
        new game there.
        """
        place = self._place(i)
        if not isinstance(state, State):
            raise TypeError(f"state must be a State, not {shown(state)}")
        if state.game != self._game:
            raise ValueError(f"state must be of {self._game!r}, not {state.game!r}")
        if lib.rg_batch_set_state(self._c, place, state._position()):
            raise ValueError(f"state must be of {self._game!r}, not {state.game!r}")

    def to_bytes(self, which: ArrayLike | None = None) -> NDArray[np.uint8]:
        """The positions as `State.to_bytes` gives them: uint8, (games, bytes), a new array.

        which: as in `reset`.
        """
        places = None if which is None else self._places(which)
        count = self._size if places is None else len(places)
        out = np.empty((count, lib.rg_bytes_size(self._game._c)), np.uint8)
        start = ffi.NULL if places is None else ffi.from_buffer("int64_t[]", places)
        lib.rg_batch_bytes(self._c, start, count, ffi.from_buffer("uint8_t[]", out))
        return out

    def set_bytes(self, which: ArrayLike | None, data: NDArray[np.uint8]) -> None:
        """Goes on from positions that `to_bytes` gave, as `set_state` does.

        which: as in `reset`. data: numpy uint8, (games, bytes). ValueError, and no game changed,
        where a row is no position of this game.
        """
        if not isinstance(data, np.ndarray):
            raise TypeError(f"data must be a numpy array of uint8, not {type(data).__name__}")
        # A copy, which no other thread can change between check and use, and which no subclass
        # makes tell another type or shape than it has.
        own = np.array(data, order="C", subok=False)
        if own.dtype != np.uint8:
            raise TypeError(f"data must be a numpy array of uint8, not {own.dtype}")
        places = np.arange(self._size) if which is None else self._places(which)
        shape = len(places), lib.rg_bytes_size(self._game._c)
        if own.shape != shape:
            raise ValueError(f"data must have shape {shape}, not {own.shape}")
        at, error = ffi.new("int64_t *"), ffi.new("char[]", lib.RG_ERROR_SIZE)
        start = ffi.from_buffer("int64_t[]", places.astype(np.int64))
        rows = ffi.from_buffer("uint8_t[]", own)
        if lib.rg_batch_set_bytes(self._c, start, len(places), rows, at, error):
            raise ValueError(f"row {at[0]}: {ffi.string(error).decode('utf-8', 'replace')}")

    def copy_game(self, source: SupportsIndex, which: ArrayLike | None = None) -> None:
        """Copies game source to other slots: position, length, and its rows of the arrays.

        which: as in `reset`. Generators and final states are not copied: games that go on from one
        position at random go on differently.
        """
        place = self._place(source)
        places = np.arange(self._size) if which is None else self._places(which)
        start = ffi.from_buffer("int64_t[]", places.astype(np.int64))
        lib.rg_batch_copy(self._c, place, start, len(places))

    def clone(self) -> Batch:
        """An independent copy, generators included, with arrays of its own."""
        twin = object.__new__(Batch)
        twin._begun = True
        for name in ("_game", "_size", "_seed", "_threads", "_autoreset", "_max_plies"):
            setattr(twin, name, getattr(self, name))
        arrays, memory = twin._new_arrays()
        twin._own(lib.rg_batch_clone(self._c, arrays), memory)
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(
            "a Batch cannot be pickled: keep to_bytes() and set_bytes() it in a new one"
        )

    # ---- Inside ----

    def _place(self, i: SupportsIndex) -> int:
        return whole_within(i, "the number of a game", 0, self._size - 1)

    def _places(self, which: ArrayLike) -> NDArray[np.int64]:
        """The indices that a mask or indices stand for."""
        given = np.asarray(which)
        if given.dtype == np.bool_:
            if given.shape != (self._size,):
                raise ValueError(f"a mask must have shape ({self._size},), not {given.shape}")
            return np.flatnonzero(given).astype(np.int64)
        if given.ndim > 1:
            raise ValueError(f"indices must have one dimension, not shape {given.shape}")
        if given.size and given.dtype.kind not in "iu":
            raise TypeError(f"which must be a bool mask or integer indices, not {given.dtype}")
        wrong = given[(given < 0) | (given >= self._size)]
        if wrong.size:
            raise ValueError(f"indices must be 0 to {self._size - 1}, not {wrong.flat[0]}")
        return given.astype(np.int64).reshape(-1)

    def _state_of(self, position: Any) -> State:
        out = ffi.new("uint8_t[]", lib.rg_bytes_size(self._game._c))
        lib.rg_state_bytes(position, out)
        return self._game.state_from_bytes(ffi.buffer(out))
