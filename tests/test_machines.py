"""Any order of calls: states beside the literal reference, batches beside plain states.

Machines of hypothesis draw the calls, good ones and bad ones. After each, all that is shown is
compared with a model that is kept alongside.
"""

from __future__ import annotations

import copy
import math
import pickle
import random
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
)
from numpy.typing import NDArray
from support import reference
from support.generator import draws
from support.lockstep import assert_equal_states, assert_same, game_of
from support.registry import NAMES, TRAITS
from test_batch import ARRAYS, MODES, Slot, layouts
from test_properties import integers, odd_values

import roadgames as rg

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

sizes = st.integers(2, 5) | st.integers(2, 5) | st.integers(2, 19)
choices = st.integers(0, 2**16)
numbers = integers | st.sampled_from([2**31, -(2**31) - 1, 2**63, 2**64, -(2**64), 10**30])
seeds = st.integers(0, 2**64 - 1)


@st.composite
def starts(draw: st.DrawFn) -> reference.Position:
    """The start of any game."""
    name, size, pie = draw(st.sampled_from(NAMES)), draw(sizes), draw(st.booleans())
    if pie or not TRAITS[name].has_komi:
        return reference.start(name, size, pie)
    return reference.start(name, size, pie, draw(st.sampled_from(range(1 - size**2, size**2, 2))))


# ---- States ----


class Index:
    """A number by __index__ alone."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@dataclass(eq=False)
class Pair:
    """A state and what the reference says of it, from where its line starts to where it is."""

    state: rg.State
    positions: list[reference.Position]
    actions: list[int]
    text: str = ""

    @property
    def position(self) -> reference.Position:
        return self.positions[-1]

    def fresh(self) -> rg.State:
        """The position as read from the reference's text."""
        return self.state.game.new_initial_state(self.text)

    def check(self) -> None:
        self.text = self.position.text()
        assert_same(self.state, self.position)
        assert_equal_states(self.state, self.fresh())
        assert self.state.history() == self.actions

    def pick(self, choice: int) -> int:
        """A legal action: often the last one, where swap, pass and the sides are."""
        legal = self.position.legal()
        return legal[-1 if choice % 4 == 0 else choice % len(legal)]


def pickled(protocol: int, state: rg.State) -> rg.State:
    twin = pickle.loads(pickle.dumps(state, protocol))
    assert isinstance(twin, rg.State)
    return twin


WAYS_TO_COPY = [
    rg.State.clone,
    copy.copy,
    copy.deepcopy,
    *(partial(pickled, protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
]


class States(RuleBasedStateMachine):
    """States that live side by side, some of them copies of each other."""

    pairs = Bundle("pairs")

    def __init__(self) -> None:
        super().__init__()
        self.alive: list[Pair] = []
        self.hashes: dict[str, int] = {}
        self.masks: dict[int, NDArray[np.bool_]] = {}

    def add(self, state: rg.State, *positions: reference.Position, actions: list[int]) -> Pair:
        pair = Pair(state, list(positions), actions)
        pair.check()
        self.alive.append(pair)
        return pair

    @initialize(target=pairs, start=starts())
    def first(self, start: reference.Position) -> Pair:
        return self.add(game_of(start).new_initial_state(), start, actions=[])

    @rule(target=pairs, start=starts())
    def another(self, start: reference.Position) -> Pair:
        return self.first(start)

    @rule(
        pair=pairs,
        drawn=st.lists(choices, min_size=1, max_size=12) | st.lists(choices, min_size=40),
        kind=st.sampled_from([int, np.int16, np.int64, np.uint32, np.uint64, Index]),
        twice=st.booleans(),
    )
    def play(self, pair: Pair, drawn: list[int], kind: Any, twice: bool) -> None:
        for choice in drawn:
            if pair.position.is_over():
                break
            action = pair.pick(choice)
            assert pair.state.is_legal(kind(action))
            pair.state.apply_action(kind(action))
            if twice:
                assert pair.state.undo_action() == action
                pair.check()
                pair.state.apply_action(action)
            pair.positions.append(pair.position.play(action))
            pair.actions.append(action)
            pair.check()

    @rule(pair=pairs, choice=choices)
    def play_a_text(self, pair: Pair, choice: int) -> None:
        if not pair.position.is_over():
            action = pair.pick(choice)
            text = pair.position.action_text(action)
            assert pair.state.string_to_action(text) == action
            assert pair.state.action_to_string(action) == text
            self.play(pair, [choice], int, False)

    @rule(pair=pairs, tried=st.lists(numbers | choices, min_size=1, max_size=9))
    def try_numbers(self, pair: Pair, tried: list[Any]) -> None:
        legal, count = pair.position.legal(), pair.position.num_actions()
        for number in [*tried, *(int(number) % count for number in tried)]:
            if int(number) in legal:
                assert pair.state.is_legal(number)
                continue
            assert not pair.state.is_legal(number)
            with pytest.raises(ValueError, match=r"is not legal here|is no action"):
                pair.state.apply_action(number)
        pair.check()

    @rule(pair=pairs, value=odd_values)
    def try_what_is_no_number(self, pair: Pair, value: Any) -> None:
        for method in (pair.state.apply_action, pair.state.is_legal, pair.state.explain):
            with pytest.raises(TypeError, match="must be a whole number"):
                method(value)
        pair.check()

    @rule(pair=pairs, times=st.integers(1, 9) | st.integers(20, 60))
    def undo(self, pair: Pair, times: int) -> None:
        for _ in range(min(times, len(pair.actions))):
            assert pair.state.undo_action() == pair.actions.pop()
            pair.positions.pop()
            assert str(pair.state) == pair.position.text()
        if not pair.actions:
            with pytest.raises(ValueError, match="no action to undo"):
                pair.state.undo_action()
        pair.check()

    @rule(target=pairs, pair=pairs, way=st.sampled_from(WAYS_TO_COPY))
    def copy(self, pair: Pair, way: Any) -> Pair:
        return self.add(way(pair.state), *pair.positions, actions=list(pair.actions))

    @rule(target=pairs, pair=pairs)
    def through_bytes(self, pair: Pair) -> Pair:
        state = pair.state.game.state_from_bytes(pair.state.to_bytes())
        return self.add(state, pair.position, actions=[])

    @rule(target=pairs, pair=pairs)
    def through_text(self, pair: Pair) -> Pair:
        state = pair.state.game.new_initial_state(str(pair.state))
        return self.add(state, pair.position, actions=[])

    @rule(target=pairs, pair=pairs, index=st.integers(0, 7), choice=choices)
    def map(self, pair: Pair, index: int, choice: int) -> Pair:
        symmetry = pair.state.game.symmetries()[index]
        image = symmetry(pair.state)
        legal = pair.position.legal()
        assert image.legal_actions() == sorted(symmetry.action_map[legal].tolist())
        assert image.current_player() == pair.state.current_player()
        assert image.returns() == pair.state.returns()
        assert symmetry.inverse(image) == pair.state
        assert image.canonical()[0] == pair.state.canonical()[0]
        for seat in (0, 1):
            mapped = symmetry.apply_to_observation(pair.state.observation_tensor(seat))
            np.testing.assert_array_equal(mapped, image.observation_tensor(seat))
        if legal:
            action = pair.pick(choice)
            before, after = image.clone(), pair.state.clone()
            before.apply_action(symmetry.action_map[action])
            after.apply_action(action)
            assert before == symmetry(after)
        pair.check()
        return self.add(image, reference.read(str(image)), actions=[])

    @rule(target=pairs, pair=pairs)
    def canonical(self, pair: Pair) -> Pair:
        least, symmetry = pair.state.canonical()
        assert least == symmetry(pair.state)
        assert least.canonical()[0] == least
        pair.check()
        return self.add(least, reference.read(str(least)), actions=[])

    @rule(pair=pairs)
    def mask(self, pair: Pair) -> None:
        """Into an array that all states with so many actions share."""
        count = pair.position.num_actions()
        out = self.masks.setdefault(count, np.ones(count, np.bool_))
        assert pair.state.legal_actions_mask(out) is out
        assert np.flatnonzero(out).tolist() == pair.position.legal()

    @rule(pair=pairs)
    def mask_into_what_will_not_do(self, pair: Pair) -> None:
        count = pair.position.num_actions()
        frozen = self.masks.setdefault(count, np.ones(count, np.bool_))
        frozen.flags.writeable = False
        for out in (
            np.ones(count, np.int8),
            np.ones(count + 1, np.bool_),
            np.ones((1, count), np.bool_),
            np.ones(2 * count, np.bool_)[::2],
            frozen,
            [True] * count,
        ):
            before = np.array(out)
            with pytest.raises((TypeError, ValueError), match="out must"):
                pair.state.legal_actions_mask(out)
            np.testing.assert_array_equal(out, before)
        frozen.flags.writeable = True
        pair.check()

    @rule(pair=pairs, choice=choices)
    def explain(self, pair: Pair, choice: int) -> None:
        position = pair.position
        action = choice % position.num_actions()
        told = pair.state.explain(action)
        text = position.action_text(action)
        if action not in position.legal():
            assert told.startswith(f"{text} is not legal here: ")
        else:
            assert told.startswith(f"{text}: ")
            after = position.play(action)
            players = pair.state.game.players
            assert told.endswith(" wins.") == after.is_over()
            assert after.winner is None or told.endswith(f" {players[after.winner]} wins.")
        pair.check()

    @rule(pair=pairs, seat=st.none() | st.integers(0, 1), turned=st.booleans())
    def observe(self, pair: Pair, seat: int | None, turned: bool) -> None:
        planes = pair.state.observation_tensor(seat, turned=turned)
        np.testing.assert_array_equal(planes, pair.fresh().observation_tensor(seat, turned=turned))
        if not turned:
            stones = np.array(pair.position.board())
            shown = sorted([(stones == 1).tolist(), (stones == 2).tolist()])
            assert sorted((planes[:2] > 0).tolist()) == shown

    @precondition(lambda self: len(self.alive) > 1)
    @rule(pair=consumes(pairs))
    def drop(self, pair: Pair) -> None:
        self.alive.remove(pair)

    @invariant()
    def nothing_else_has_changed(self) -> None:
        for pair in self.alive:
            assert str(pair.state) == pair.text
            assert pair.state.zobrist == self.hashes.setdefault(pair.text, pair.fresh().zobrist)
            assert pair.state.history() == pair.actions
            for other in self.alive:
                assert (pair.state == other.state) == (pair.text == other.text)
        assert len(set(self.hashes.values())) == len(self.hashes)


# ---- Batches ----


class Tape:
    """The numbers that the generator of one game gives, to be read from any place."""

    # The first 64 bits of the square root of 2 behind the point, as csrc/batch.c has it.
    STREAM = math.isqrt(2 << 128) - (1 << 64)

    def __init__(self, seed: int, game: int) -> None:
        self.source = draws(seed ^ self.STREAM, game)
        self.numbers: list[int] = []

    def __getitem__(self, index: int) -> int:
        while len(self.numbers) <= index:
            self.numbers.append(next(self.source))
        return self.numbers[index]


class Model:
    """A batch and what each of its places must show."""

    def __init__(self, batch: rg.Batch) -> None:
        self.batch = batch
        self.slots = [Slot(batch.game, batch.autoreset, batch.max_plies) for _ in range(len(batch))]
        self.tapes = [Tape(batch.seed, i) for i in range(len(batch))]
        self.drawn = [0] * len(batch)
        self.watch()

    def watch(self) -> None:
        self.arrays = {name: getattr(self.batch, name) for name in ARRAYS}
        self.check()

    def clone(self, way: Any) -> Model:
        twin = copy.copy(self)
        twin.batch = way(self.batch)
        twin.slots, twin.drawn = copy.deepcopy(self.slots), list(self.drawn)
        twin.watch()
        return twin

    def next(self, i: int) -> int:
        """What will be drawn in a place."""
        legal = self.slots[i].legal_actions()
        return legal[self.tapes[i][self.drawn[i]] * len(legal) >> 32] if legal else -1

    def draw(self, i: int) -> int:
        action = self.next(i)
        self.drawn[i] += action >= 0
        return action

    def set(self, i: int, state: rg.State) -> None:
        slot = self.slots[i]
        slot.begin()
        slot.clear()
        slot.state, slot.over = state.clone(), state.is_terminal()
        slot.terminated, slot.returns = state.is_terminal(), state.returns()

    def copy_slot(self, source: int, i: int) -> None:
        if i != source:
            taken = copy.deepcopy(self.slots[source])
            kept = self.slots[i]
            taken.final, taken.final_length = kept.final, kept.final_length
            self.slots[i] = taken

    def check(self) -> None:
        shown = {name: np.zeros_like(array) for name, array in self.arrays.items()}
        planes = np.zeros((len(self.slots), *self.batch.game.observation_tensor_shape()), np.uint8)
        for i, slot in enumerate(self.slots):
            if not slot.over:
                slot.state.legal_actions_mask(shown["legal_actions_mask"][i])
            shown["current_player"][i] = -4 if slot.over else slot.state.current_player()
            shown["returns"][i] = slot.returns
            shown["terminated"][i] = slot.terminated
            shown["truncated"][i] = slot.truncated
            shown["lengths"][i] = slot.length
            if slot.final is not None:
                shown["final_returns"][i] = slot.final.returns()
                shown["final_lengths"][i] = slot.final_length
                planes[i] = slot.final.observation_tensor()
        for name, array in self.arrays.items():
            assert getattr(self.batch, name) is array
            np.testing.assert_array_equal(array, shown[name], err_msg=name)
        octets = b"".join(slot.state.to_bytes() for slot in self.slots)
        assert self.batch.to_bytes().tobytes() == octets
        np.testing.assert_array_equal(self.batch.final_observation(dtype=np.uint8), planes)
        ahead = [self.next(i) for i in range(len(self.slots))]
        assert self.batch.clone().sample_actions().tolist() == ahead


@st.composite
def batches(draw: st.DrawFn) -> rg.Batch:
    game = game_of(draw(starts()))
    # More than 64 games are shared out among threads.
    count = draw(st.integers(1, 9) | st.integers(1, 9) | st.integers(60, 150))
    limit = draw(st.none() | st.integers(1, 12))
    mode = draw(st.sampled_from(MODES))
    return rg.Batch(game, count, draw(seeds), draw(st.integers(1, 3)), mode, limit)


# How to name places; made of some that there are.
WAYS_TO_NAME = [
    lambda places, count: np.isin(np.arange(count), places),
    lambda places, count: np.isin(np.arange(2 * count) // 2, places)[::2],
    lambda places, count: places,
    lambda places, count: np.array(places, np.uint8),
    lambda places, count: np.array(places, ">i2"),
    lambda places, count: np.repeat(np.array(places, np.int64), 2)[::2],
    lambda places, count: tuple(places),
]


@st.composite
def which(draw: st.DrawFn) -> Any:
    """A function from the number of games to (which, the places in order)."""
    shares = draw(st.none() | st.lists(st.integers(0, 255), max_size=6))
    way = draw(st.sampled_from(WAYS_TO_NAME))

    def name(count: int) -> tuple[Any, list[int]]:
        if shares is None:
            return None, list(range(count))
        places = [share % count for share in shares]
        named = way(places, count)
        mask = isinstance(named, np.ndarray) and named.dtype == np.bool_
        return named, sorted(set(places)) if mask else places

    return name


WRONG_WHICH = [
    lambda count: [0, count],
    lambda count: [-1],
    lambda count: count,
    lambda count: [0.0],
    lambda count: ["0"],
    lambda count: [[0]],
    lambda count: [None],
    lambda count: np.ones(count + 1, np.bool_),
    lambda count: np.ones((count, 1), np.bool_),
    lambda count: np.array([2**64 - 1], np.uint64),
]

WRONG_ACTIONS = [
    lambda count: None,
    lambda count: np.zeros(count, np.bool_),
    lambda count: np.zeros(count),
    lambda count: np.zeros(count, object),
    lambda count: ["0"] * count,
    lambda count: [2**70] * count,
    lambda count: 0,
    lambda count: np.zeros(count + 1, np.int64),
    lambda count: np.zeros((count, 1), np.int64),
    lambda count: np.zeros((1, count), np.int64),
]

# What an array to be filled is not.
WRONG_OUT = [
    lambda shape: np.ones(shape, np.float64),
    lambda shape: np.ones(shape, ">f4"),
    lambda shape: np.ones(shape, np.int8),
    lambda shape: np.ones(shape[1:], np.float32),
    lambda shape: np.ones((shape[0] + 1, *shape[1:]), np.uint8),
    lambda shape: np.ones(shape, np.float32, order="F"),
    lambda shape: np.ones((*shape[:3], 2 * shape[3]), np.uint8)[..., ::2],
    lambda shape: np.broadcast_to(np.ones(shape, np.float32)[:1], shape),
    lambda shape: [1.0],
]


class Batches(RuleBasedStateMachine):
    """Batches and their clones side by side."""

    models = Bundle("models")

    def __init__(self) -> None:
        super().__init__()
        self.alive: list[Model] = []

    def add(self, model: Model) -> Model:
        self.alive.append(model)
        return model

    @initialize(target=models, batch=batches())
    def first(self, batch: rg.Batch) -> Model:
        return self.add(Model(batch))

    @precondition(lambda self: len(self.alive) < 3)
    @rule(target=models, batch=batches())
    def another(self, batch: rg.Batch) -> Model:
        return self.first(batch)

    @precondition(lambda self: len(self.alive) < 3)
    @rule(target=models, model=models, way=st.sampled_from([rg.Batch.clone, copy.copy]))
    def clone(self, model: Model, way: Any) -> Model:
        return self.add(model.clone(way))

    @rule(model=models, times=st.integers(1, 6))
    def play_samples(self, model: Model, times: int) -> None:
        for _ in range(times):
            sampled = model.batch.sample_actions()
            assert sampled.dtype == np.int32
            expected = [model.draw(i) for i in range(len(model.slots))]
            assert sampled.tolist() == expected
            model.batch.step(sampled)
            for slot, action in zip(model.slots, expected, strict=True):
                slot.step(action)

    @rule(model=models)
    def sample(self, model: Model) -> None:
        expected = [model.draw(i) for i in range(len(model.slots))]
        assert model.batch.sample_actions().tolist() == expected

    @rule(model=models, seed=seeds, form=choices, junk=st.sampled_from([0, 5, 30000, -1, 2**62]))
    def step(self, model: Model, seed: int, form: int, junk: int) -> None:
        rng = random.Random(seed)
        actions = [
            rng.choice(legal) if (legal := slot.legal_actions()) else junk for slot in model.slots
        ]
        if min(actions) >= 0 and max(actions) < 2**31:
            forms = [given for _, given in layouts(actions)]
            model.batch.step(forms[form % len(forms)])
        else:
            model.batch.step(actions)
        for slot, action in zip(model.slots, actions, strict=True):
            slot.step(action)

    @rule(model=models, seed=seeds, outside=st.none() | st.sampled_from([-1, 2**40, -(2**63)]))
    def step_badly(self, model: Model, seed: int, outside: int | None) -> None:
        rng = random.Random(seed)
        actions = [
            rng.choice(legal) if (legal := slot.legal_actions()) else -1 for slot in model.slots
        ]
        count = model.batch.game.num_distinct_actions()
        running = [i for i, slot in enumerate(model.slots) if not slot.over]
        wrong = sorted(rng.sample(running, min(2, len(running))))
        for i in wrong:
            illegal = sorted({*range(count)} - {*model.slots[i].legal_actions()}) or [count]
            actions[i] = rng.choice(illegal) if outside is None else outside
        if wrong:
            with pytest.raises(ValueError, match=rf"^game {wrong[0]}: .*(not legal|is no action)"):
                model.batch.step(np.array(actions))

    @rule(model=models, wrong=st.sampled_from(WRONG_ACTIONS))
    def step_with_no_actions(self, model: Model, wrong: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="actions must"):
            model.batch.step(wrong(len(model.slots)))

    @rule(model=models)
    def playouts(self, model: Model) -> None:
        game = model.batch.game
        longest = min(model.batch.max_plies or math.inf, game.max_game_length())
        if longest * len(model.slots) > 10_000:
            return
        model.batch.playouts()
        for i, slot in enumerate(model.slots):
            over = slot.over
            while not over:
                slot.step(model.draw(i))
                over = slot.terminated or slot.truncated

    @rule(model=models, which=which())
    def reset(self, model: Model, which: Any) -> None:
        named, places = which(len(model.slots))
        model.batch.reset(named)
        for i in places:
            model.slots[i].begin()
            model.slots[i].clear()

    @rule(model=models, wrong=st.sampled_from(WRONG_WHICH))
    def name_places_badly(self, model: Model, wrong: Any) -> None:
        named = wrong(len(model.slots))
        rows = model.batch.to_bytes()[:1]
        for call in (
            model.batch.reset,
            model.batch.to_bytes,
            partial(model.batch.copy_game, 0),
            lambda named: model.batch.set_bytes(named, rows),
        ):
            with pytest.raises((TypeError, ValueError), match=r"must (be|have)"):
                call(named)

    @rule(model=models, i=choices, seed=seeds, plies=st.integers(0, 60))
    def set_state(self, model: Model, i: int, seed: int, plies: int) -> None:
        state = random_state(model.batch.game, random.Random(seed), plies)
        i %= len(model.slots)
        model.batch.set_state(i, state)
        model.set(i, state)

    @rule(model=models)
    def set_state_badly(self, model: Model) -> None:
        game = model.batch.game
        good, count = game.new_initial_state(), len(model.slots)
        other = rg.load_game(game.name, 21 - game.size).new_initial_state()
        for i, state in [
            (count, good),
            (-1, good),
            (0.0, good),
            (True, good),
            (0, other),
            (0, str(good)),
            (0, None),
        ]:
            with pytest.raises((TypeError, ValueError), match="must be"):
                model.batch.set_state(i, state)  # type: ignore[arg-type]

    @rule(model=models, which=which(), seed=seeds, plies=st.integers(0, 60))
    def set_bytes(self, model: Model, which: Any, seed: int, plies: int) -> None:
        named, places = which(len(model.slots))
        rng = random.Random(seed)
        states = [random_state(model.batch.game, rng, rng.randint(0, plies)) for _ in places]
        model.batch.set_bytes(named, rows_of(model.batch.game, states))
        for i, state in zip(places, states, strict=True):
            model.set(i, state)

    @rule(model=models, i=choices)
    def set_bytes_badly(self, model: Model, i: int) -> None:
        """All rows differ from what is there; one is no position."""
        game, count = model.batch.game, len(model.slots)
        state = random_state(game, random.Random(i), 1)
        rows = rows_of(game, [state] * count)
        rows[i % count] = 255
        with pytest.raises(ValueError, match=f"^row {i % count}: "):
            model.batch.set_bytes(None, rows)
        for wrong in (rows[1:], rows[:, 1:], rows.astype(np.int16), rows.tobytes(), None):
            with pytest.raises((TypeError, ValueError), match="data must"):
                model.batch.set_bytes(None, wrong)  # type: ignore[arg-type]

    @rule(model=models, source=choices, which=which())
    def copy_game(self, model: Model, source: int, which: Any) -> None:
        named, places = which(len(model.slots))
        source %= len(model.slots)
        model.batch.copy_game(source, named)
        for i in places:
            model.copy_slot(source, i)

    @rule(
        model=models,
        final=st.booleans(),
        turned=st.booleans(),
        dtype=st.sampled_from([np.float32, np.uint8]),
        given=st.booleans(),
    )
    def observe(self, model: Model, final: bool, turned: bool, dtype: Any, given: bool) -> None:
        call = model.batch.final_observation if final else model.batch.observation
        shape = len(model.slots), *model.batch.game.observation_tensor_shape()
        if given:
            planes = np.full(shape, 7, dtype)
            assert call(out=planes, turned=turned) is planes
        else:
            planes = call(dtype=dtype, turned=turned)
        assert planes.dtype == dtype
        for slot, shown in zip(model.slots, planes, strict=True):
            state = slot.final if final else slot.state
            if state is None:
                assert not shown.any()
            else:
                np.testing.assert_array_equal(shown, state.observation_tensor(turned=turned))

    @rule(model=models, wrong=st.sampled_from(WRONG_OUT))
    def observe_into_what_will_not_do(self, model: Model, wrong: Any) -> None:
        out = wrong((len(model.slots), *model.batch.game.observation_tensor_shape()))
        for call in (model.batch.observation, model.batch.final_observation):
            with pytest.raises((TypeError, ValueError), match=r"out must|observations are"):
                call(out=out)
        assert np.all(np.array(out) == 1)
        other = np.float32 if getattr(out, "dtype", None) == np.uint8 else np.uint8
        with pytest.raises(TypeError, match=r"out is of|out must"):
            model.batch.observation(out, dtype=other)

    @rule(model=models)
    def turned_actions(self, model: Model) -> None:
        maps = [slot.state.turning().inverse.action_map for slot in model.slots]
        np.testing.assert_array_equal(model.batch.turned_actions(), maps)

    @rule(model=models, i=choices)
    def take_out(self, model: Model, i: int) -> None:
        i %= len(model.slots)
        slot = model.slots[i]
        assert_equal_states(model.batch.state(i), slot.state)
        assert model.batch.state(i).history() == []
        if slot.final is None:
            with pytest.raises(ValueError, match=f"^game {i}: none has ended"):
                model.batch.final_state(i)
        else:
            assert_equal_states(model.batch.final_state(i), slot.final)
        for wrong in (len(model.slots), -1, 0.0, None, np.True_, "0"):
            for call in (model.batch.state, model.batch.final_state):
                with pytest.raises((TypeError, ValueError), match="the number of a game must be"):
                    call(wrong)  # type: ignore[arg-type]

    @precondition(lambda self: len(self.alive) > 1)
    @rule(model=consumes(models))
    def drop(self, model: Model) -> None:
        """The arrays stay what they are."""
        self.alive.remove(model)
        kept, shown = model.arrays, {name: array.copy() for name, array in model.arrays.items()}
        del model.batch
        for name, array in kept.items():
            np.testing.assert_array_equal(array, shown[name])

    @invariant()
    def all_is_as_the_models_say(self) -> None:
        for model in self.alive:
            model.check()


def random_state(game: rg.Game, rng: random.Random, plies: int) -> rg.State:
    state = game.new_initial_state()
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def rows_of(game: rg.Game, states: list[rg.State]) -> NDArray[np.uint8]:
    """Their bytes, one a row."""
    octets = b"".join(state.to_bytes() for state in states)
    rows = np.frombuffer(octets, np.uint8).reshape(
        len(states), len(game.new_initial_state().to_bytes())
    )
    return rows.copy()


TestStates = States.TestCase
TestBatches = Batches.TestCase
TestStates.settings = TestBatches.settings = settings(
    max_examples=70, stateful_step_count=40, deadline=None, derandomize=True
)
