"""A position in a game, with the actions that led to it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

from ._check import memory_of, own_array, shown, truth, whole, whole_within
from ._native import ffi, lib
from .drawing import board_svg, board_text
from .explaining import explain
from .registry import WeakPairs, require
from .symmetry import Mapped, Symmetry

if TYPE_CHECKING:
    from .games import Game

__all__ = ["State"]

# Names looked up once: most of what apply_action, legal_actions and clone cost in Python is
# look-ups.
_play = lib.rg_history_play
_legal_actions = lib.rg_history_legal_actions
_legal_mask = lib.rg_history_legal_mask
_current_player = lib.rg_history_current_player
_why_not = lib.rg_history_why_not
_clone = lib.rg_history_clone
_free = lib.rg_history_free
_gc = ffi.gc
_from_buffer = ffi.from_buffer
_blank = object.__new__
_TERMINAL: int = lib.RG_SEAT_TERMINAL
_BOOL = np.dtype(np.bool_)
_OBJECT = np.dtype(np.object_)
_empty = np.empty
# Stands for the last array and its pointer until there is one: no argument is this object.
_NOT_READY = object(), None

# Arrays for C to list legal actions in, each with its pointer. (array.tolist takes half the time of
# ffi.unpack.) While a call is in C other threads run: so each call takes an array out of this list
# and puts it back at its end, and no two threads write to the same one.
_buffers: list[tuple[array[int], Any]] = []
_take_buffer = _buffers.pop
_return_buffer = _buffers.append


def keep(owner: Any) -> NDArray[np.object_]:
    """An array that holds owner, an object of ffi.gc, and so keeps its memory from being freed.

    When Python collects objects that refer to each other in a circle, it finalizes all of them
    before it takes any apart. Finalizing an object of ffi.gc frees its memory; another object of
    the circle that used its state in __del__ would then read freed memory. Python's collector does
    not look into numpy's arrays: what one holds is finalized only when the array has gone.
    """
    holder = _empty((), _OBJECT)
    holder[()] = owner
    return holder


def _new_buffer() -> tuple[array[int], Any]:
    room = array("i", bytes(4 * lib.RG_MAX_ACTIONS))
    return room, ffi.from_buffer("int32_t[]", room, require_writable=True)


@final
class State(Mapped):
    """A position of a game, played on by `apply_action`. Made by `Game.new_initial_state`.

    An action argument is an int or anything else with `__index__`, such as numpy's integer
    scalars, but no bool and no array: TypeError otherwise, ValueError for a number that is no
    action of the game, `IllegalActionError`, a ValueError, where it is to be played and is not
    legal here. A call that fails changes nothing.

    Seats are 0, who begins the game, and 1. Colours are 0 Black and 1 White, in Rumbo 0 Vertical
    and 1 Horizontal. Swap and Rumbo's opening decide which seat plays which colour.

    States are equal where game and position are; how it was reached does not count. They are
    mutable, so they have no hash: use `zobrist` or `to_bytes` as a key. A state may be shared by
    threads: each call is done as a whole.

    >>> from roadgames import Kopano
    >>> state = Kopano(5).new_initial_state()
    >>> state.apply_action(state.string_to_action("b4"))
    >>> state
    <State kopano 5 pie w+ 0 ...../.b.../...../...../.....>
    >>> state.current_player(), state.color_to_move
    (1, 1)
    """

    __slots__ = ("__weakref__", "_game", "_history", "_keep", "_ready", "_start")

    _game: Game
    _history: Any  # rg_history *
    _keep: NDArray[np.object_]  # see `keep`
    _start: bytes | None  # where the history starts, as to_bytes; None: at the start of the game
    _ready: tuple[Any, Any]  # the last array given to legal_actions_mask, and its uint8_t *

    def __init__(self) -> None:
        raise TypeError("states are made by new_initial_state() or state_from_bytes() of a game")

    @property
    def game(self) -> Game:
        """The game this is a position of."""
        return self._game

    # ---- Play ----

    def apply_action(self, action: SupportsIndex) -> None:
        """Plays an action; IllegalActionError with the reason, and nothing changed, if it is not
        legal."""
        if type(action) is not int:
            action = whole(action, "an action")
        try:
            reason = _play(self._history, action)
        except OverflowError:
            reason = lib.RG_NO_ACTION
        if reason:
            if reason == lib.RG_NO_MEMORY:
                raise MemoryError
            raise self._game._refusal(action, reason)

    def undo_action(self) -> int:
        """Takes the last action back and returns it; ValueError at the start of the history."""
        action: int = lib.rg_history_undo(self._history)
        if action == lib.RG_NO_HISTORY:
            raise ValueError("no action to undo: this is where the line of play starts")
        if action < 0:
            raise MemoryError
        return action

    def legal_actions(self) -> list[int]:
        """The legal actions in ascending order; [] exactly when the game is over."""
        try:
            buffer = _take_buffer()
        except IndexError:
            buffer = _new_buffer()
        room, target = buffer
        actions = room[: _legal_actions(self._history, target)].tolist()
        _return_buffer(buffer)
        return actions

    def legal_actions_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """True for each legal action: numpy bool, shape (num_distinct_actions,).

        out: an array of that type and shape, C-contiguous and writeable, to be filled and
        returned in place of a new one; TypeError or ValueError for another. The state remembers the
        last one, which is faster when it is given again, and is then asked only whether it is
        writeable: between the calls its memory, shape and dtype must stay as they are.
        """
        if out is None:
            out = np.empty(self._game._actions, _BOOL)
            target = _from_buffer("uint8_t[]", out, True)
        else:
            ready, target = self._ready
            if out is not ready or not out.flags.writeable:
                target = self._make_ready(out)
        _legal_mask(self._history, target)
        return out

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether the action may be played now; False also for a number that is no action."""
        number = whole(action, "an action")
        return 0 <= number < self._game._actions and not _why_not(self._history, number)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(_current_player(self._history) == _TERMINAL)

    def current_player(self) -> int:
        """The seat to move, 0 or 1; -4 when the game is over."""
        return int(_current_player(self._history))

    def returns(self) -> list[float]:
        """[seat 0, seat 1]: +1.0 for the winner and -1.0 for the other; before the end zeros."""
        out = ffi.new("double[2]")
        lib.rg_returns(self._position(), out)
        return list(out)

    def history(self) -> list[int]:
        """The actions since the initial state, or since the text or bytes it was read from."""
        length = lib.rg_history_length(self._history)
        out = ffi.new("int32_t[]", length)
        return list(ffi.unpack(out, lib.rg_history_actions(self._history, out, length)))

    # ---- The position ----

    @property
    def color_to_move(self) -> int | None:
        """The colour to move; None when the game is over and in Rumbo's opening."""
        color: int = lib.rg_history_color_to_move(self._history)
        return None if color < 0 else color

    @property
    def winning_color(self) -> int | None:
        """The colour that has won; None before the end."""
        color: int = lib.rg_history_winning_color(self._history)
        return None if color < 0 else color

    @property
    def board(self) -> NDArray[np.int8]:
        """The stones: numpy int8, shape (size, size), a copy; 0 empty, 1 black, 2 white."""
        return self._points(lib.rg_board)

    @property
    def claims(self) -> NDArray[np.int8]:
        """Rumbo: who claimed the stones: numpy int8, shape (size, size), a copy.

        0 nobody, 1 Vertical, 2 Horizontal. AttributeError in the other games.
        """
        require(self._game.traits, lambda traits: traits.has_claims, "claims")
        return self._points(lib.rg_claims)

    @property
    def komi(self) -> int | None:
        """Rumbo: the points added to Horizontal's at the end; None until it is named.

        AttributeError in the other games.
        """
        require(self._game.traits, lambda traits: traits.has_komi, "komi")
        komi: int = self._position().head.komi
        return None if komi == lib.RG_KOMI_UNNAMED else komi

    def score(self) -> tuple[int, int]:
        """Rumbo: stones claimed by Vertical and by Horizontal, komi not counted.

        AttributeError in the other games.
        """
        require(self._game.traits, lambda traits: traits.has_claims, "score")
        out = ffi.new("int32_t[2]")
        lib.rg_score(self._position(), out)
        return out[0], out[1]

    def weak_pairs(self) -> list[tuple[int, int]]:
        """Rhode: the weak pairs of the colour to move, one of which it must complete.

        Pairs of points (row * size + column), the smaller first, in ascending order; [] when the
        game is over. AttributeError in the other games.

        >>> from roadgames import Rhode
        >>> state = Rhode(3).new_initial_state("rhode 3 pie b 0 b../.b./w.w")
        >>> state.weak_pairs()
        [(0, 4)]
        """
        require(
            self._game.traits, lambda traits: traits.weak_pairs is WeakPairs.OBLIGE, "weak_pairs"
        )
        return self._weak_pairs()

    @property
    def zobrist(self) -> int:
        """A hash of 64 bits of all that decides the rest of the game, kept up to date by play.

        Equal positions have equal ones; different ones may, with a chance of about 2**-64.
        """
        return int(lib.rg_history_hash(self._history))

    def explain(self, action: SupportsIndex) -> str:
        """Says in words why an action is illegal, or what it would do.

        ValueError for a number that is no action of the game.

        >>> from roadgames import Kopano
        >>> Kopano(5).new_initial_state().explain(25)
        "swap is not legal here: swap is on offer on White's first turn only, in games with pie."
        """
        return explain(self, action)

    # ---- For learning programs ----

    def observation_tensor(
        self, player: SupportsIndex | None = None, *, turned: bool = False
    ) -> NDArray[np.float32]:
        """What a player sees: numpy float32, shape `Game.observation_tensor_shape()`.

        player: seat 0 or 1 (ValueError for others); None: the player to move, when the game is over
        seat 0. turned: the player-relative board, as `turning(player)` maps it: the player always
        joins top and bottom, in Rumbo always plays Vertical. What each plane holds is in
        docs/embedding.md.

        >>> from roadgames import Kopano
        >>> state = Kopano(3).new_initial_state("kopano 3 pie w 0 .b./.../..w")
        >>> state.observation_tensor()[0], state.observation_tensor(turned=True)[1]
        (array([[0., 0., 0.],
               [0., 0., 0.],
               [0., 0., 1.]], dtype=float32), array([[0., 0., 0.],
               [1., 0., 0.],
               [0., 0., 0.]], dtype=float32))
        """
        out = np.empty(self._game._shape, np.float32)
        seat = _observer(player)
        turn = truth(turned, "turned")
        lib.rg_observation(self._position(), seat, turn, ffi.from_buffer("float[]", out))
        return out

    def turning(self, player: SupportsIndex | None = None) -> Symmetry:
        """The symmetry that turned observations apply: the action a is `turning().action_map[a]`
        on the turned board. For the player of Black or Vertical it is the identity.

        >>> from roadgames import Kopano
        >>> state = Kopano(3).new_initial_state("kopano 3 pie w 0 .b./.../..w")
        >>> turning = state.turning()
        >>> turning.name, [int(turning.action_map[action]) for action in (0, 1, 2)]
        ('transposed', [0, 3, 6])
        """
        return Symmetry(
            self._game, lib.rg_observation_symmetry(self._position(), _observer(player))
        )

    def canonical(self) -> tuple[State, Symmetry]:
        """The canonical form: the least image under the symmetries, and the first symmetry that
        makes it.

        Equal for all images of a position. The images with Black or Vertical to move (in Rumbo's
        opening: to begin) are compared by their bitboards: black stones, then white stones, then in
        Rumbo Vertical's and Horizontal's claims. A bitboard is a row of unsigned 64-bit numbers,
        lower points in lower bits; the first number that differs decides.
        """
        image = ffi.new("rg_state *")
        symmetry = Symmetry(self._game, lib.rg_canonical(self._position(), image))
        return _start_history(symmetry._game_of_image(self._game), image), symmetry

    # ---- Texts ----

    def action_to_string(self, action: SupportsIndex) -> str:
        """As `Game.action_to_string`."""
        return self._game.action_to_string(action)

    def string_to_action(self, text: str) -> int:
        """As `Game.string_to_action`."""
        return self._game.string_to_action(text)

    def __str__(self) -> str:
        """One line that `Game.new_initial_state` reads back: all that decides the rest."""
        text = ffi.new("char[]", lib.RG_STATE_TEXT_SIZE)
        lib.rg_state_text(self._position(), text)
        return str(ffi.string(text).decode())

    def __repr__(self) -> str:
        return f"<State {self}>"

    def to_bytes(self) -> bytes:
        """The position as `Game.state_from_bytes` reads it: a fixed number of bytes a game."""
        size = lib.rg_bytes_size(self._game._c)
        out = ffi.new("uint8_t[]", size)
        lib.rg_state_bytes(self._position(), out)
        return bytes(ffi.buffer(out, size))

    def to_text(self) -> str:
        """The board in several lines, with coordinates, the edges' owners and the last move."""
        return board_text(self)

    def to_svg(self) -> str:
        """The board as an SVG picture."""
        return board_svg(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    # ---- Copies ----

    def clone(self) -> State:
        """An independent copy, history included; takes the same time however long that is."""
        history = _clone(self._history)
        if not history:
            raise MemoryError
        twin = _blank(State)
        twin._game = self._game
        twin._history = history = _gc(history, _free)
        twin._keep = holder = _empty((), _OBJECT)
        holder[()] = history
        twin._start = self._start
        twin._ready = self._ready
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        # A state is itself also while another thread plays on it.
        return self is other or bool(lib.rg_state_equal(self._position(), other._position()))

    def __reduce__(self) -> tuple[Any, ...]:
        # Of a copy, which no other thread plays on.
        twin = self.clone()
        played = twin._start, twin.history(), twin.to_bytes()
        return _unpickle, (self._game, self._game.traits.rules_version, *played)

    # ---- Inside ----

    def _weak_pairs(self, color: int | None = None) -> list[tuple[int, int]]:
        """As `weak_pairs` in any game, of a given colour or of the colour to move."""
        position = self._position()
        out = ffi.new("int32_t[]", 4 * lib.RG_MAX_POINTS)
        of = lib.rg_color_to_move(position) if color is None else color
        flat = [] if of < 0 else ffi.unpack(out, 2 * lib.rg_weak_pairs(position, of, out))
        return list(zip(flat[::2], flat[1::2], strict=True))

    def _make_ready(self, out: Any) -> Any:
        """A pointer to an array for legal_actions_mask, kept for the next call."""
        plain = own_array(out)
        if plain.dtype != _BOOL:
            raise TypeError(f"out must be a numpy array of bool, not {plain.dtype}")
        target = memory_of(plain, (self._game._actions,), "uint8_t")
        if plain is out:
            self._ready = out, target
        return target

    def _position(self) -> Any:
        """A copy of the position: an rg_state *."""
        position = ffi.new("rg_state *")
        lib.rg_history_state(self._history, position)
        return position

    def _image(self, symmetry: Symmetry) -> State:
        """See `Symmetry.__call__`."""
        position = self._position()
        index = whole_within(symmetry.index, "index", 0, lib.RG_SYMMETRIES - 1)
        lib.rg_symmetry_state(position, index, position)
        return _start_history(symmetry._game_of_image(self._game), position)

    def _points(self, fill: Any) -> NDArray[np.int8]:
        out = np.empty(self._game._shape[1:], np.int8)
        fill(self._position(), ffi.from_buffer("int8_t[]", out))
        return out


def _observer(player: SupportsIndex | None) -> int:
    return -1 if player is None else whole_within(player, "player", 0, 1)


def _game_of(game: Any) -> bytes:
    """Kind and options of an rg_game."""
    return bytes(ffi.buffer(ffi.addressof(game)))


def _start_history(game: Game, position: Any, *, at_start: bool = False) -> State:
    """A state without actions before it; at_start: it is the start of the game."""
    if _game_of(position.head.game) != _game_of(game._c[0]):
        raise ValueError(f"a position of another game than {game!r}")
    history = lib.rg_history_new(position)
    if not history:
        raise MemoryError
    start = None
    if not at_start:
        octets = ffi.new("uint8_t[]", lib.rg_bytes_size(game._c))
        lib.rg_state_bytes(position, octets)
        start = bytes(ffi.buffer(octets))
    state = _blank(State)
    state._game = game
    state._history = _gc(history, _free)
    state._keep = keep(state._history)
    state._start = start
    state._ready = _NOT_READY
    return state


def initial(game: Game) -> State:
    """The start of the game."""
    position = ffi.new("rg_state *")
    lib.rg_state_init(position, game._c)
    return _start_history(game, position, at_start=True)


def from_text(game: Game, text: str) -> State:
    """See `Game.new_initial_state`."""
    if not isinstance(text, str):
        raise TypeError(f"the text of a position must be a str, not {shown(text)}")
    return _read(game, lib.rg_state_from_text, str.encode(text, "utf-8", "surrogatepass"))


def from_bytes(game: Game, data: Any) -> State:
    """See `Game.state_from_bytes`."""
    try:
        octets = memoryview(data).tobytes()
    except (TypeError, ValueError, BufferError):
        raise TypeError(f"a position is read from bytes, not {shown(data)}") from None
    return _read(game, lib.rg_state_from_bytes, octets)


def _read(game: Game, reader: Any, data: bytes) -> State:
    position = ffi.new("rg_state *")
    error = ffi.new("char[]", lib.RG_ERROR_SIZE)
    if reader(position, game._c, data, len(data), error):
        raise ValueError(ffi.string(error).decode("utf-8", "replace"))
    return _start_history(game, position)


def _unpickle(game: Game, rules: int, start: bytes | None, actions: list[int], end: bytes) -> State:
    """Plays a pickled history again; ValueError where it is of other rules or is damaged."""
    if rules != game.traits.rules_version:
        raise ValueError(
            f"this state was pickled under version {shown(rules)} of the rules: "
            f"expected {game.traits.rules_version}"
        )
    state = game.new_initial_state() if start is None else game.state_from_bytes(start)
    for action in actions:
        state.apply_action(action)
    if state.to_bytes() != end:
        raise ValueError("this pickled state is damaged: its actions lead to another position")
    return state
