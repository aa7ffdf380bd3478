"""Batches against plain states stepped one by one, and what batches alone promise."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import re
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from support.games import KNOWN, kopano
from support.registry import NAMES, TRAITS
from support.traces import trace

import roadgames as rg

MODES = ("disabled", "next_step", "same_step")
ARRAYS = (
    "legal_actions_mask",
    "current_player",
    "returns",
    "terminated",
    "truncated",
    "lengths",
    "final_returns",
    "final_lengths",
)


def snap(batch):
    """All that a batch shows; what the generators will draw next is seen by a clone."""
    shown = {name: getattr(batch, name).copy() for name in ARRAYS}
    shown["positions"] = batch.to_bytes()
    shown["final_observation"] = batch.final_observation(dtype=np.uint8)
    shown["next"] = batch.clone().sample_actions()
    return shown


def assert_same_snaps(one, two):
    for name in one:
        np.testing.assert_array_equal(one[name], two[name], err_msg=name)


def play_on(batch, steps):
    for _ in range(steps):
        batch.step(batch.sample_actions())


# ---- Lockstep with plain states ----


@dataclass
class Slot:
    """What one place of a batch must show, by the words of the documentation."""

    game: rg.Game
    autoreset: str
    max_plies: int | None
    state: rg.State = field(init=False)
    final: rg.State | None = None
    final_length: int = 0
    episodes: int = 0

    def __post_init__(self):
        self.begin()
        self.clear()

    def begin(self):
        self.state = self.game.new_initial_state()
        self.length = 0
        self.over = False

    def clear(self):
        self.returns, self.terminated, self.truncated = [0.0, 0.0], False, False

    def legal_actions(self):
        return [] if self.over else self.state.legal_actions()

    def step(self, action):
        if self.over:
            if self.autoreset != "disabled":
                self.begin()
                self.clear()
            return
        self.state.apply_action(action)
        self.length += 1
        self.returns = self.state.returns()
        self.terminated = self.state.is_terminal()
        self.truncated = not self.terminated and self.length == self.max_plies
        if self.terminated or self.truncated:
            self.over = True
            self.final, self.final_length = self.state.clone(), self.length
            self.episodes += 1
            if self.autoreset == "same_step":
                self.begin()

    def check(self, batch, i, planes, final_planes):
        mask = np.zeros(self.game.num_distinct_actions(), np.bool_)
        mask[self.legal_actions()] = True
        np.testing.assert_array_equal(batch.legal_actions_mask[i], mask)
        assert batch.current_player[i] == (-4 if self.over else self.state.current_player())
        assert batch.returns[i].tolist() == self.returns
        assert batch.terminated[i] == self.terminated
        assert batch.truncated[i] == self.truncated
        assert batch.lengths[i] == self.length
        assert batch.state(i) == self.state
        assert batch.state(i).zobrist == self.state.zobrist
        np.testing.assert_array_equal(planes[i], self.state.observation_tensor())
        assert batch.final_lengths[i] == self.final_length
        if self.final is None:
            assert batch.final_returns[i].tolist() == [0.0, 0.0]
            assert not final_planes[i].any()
            with pytest.raises(ValueError, match=rf"game {i}: none has ended"):
                batch.final_state(i)
        else:
            assert batch.final_returns[i].tolist() == self.final.returns()
            assert batch.final_state(i) == self.final
            assert batch.final_state(i).zobrist == self.final.zobrist
            np.testing.assert_array_equal(final_planes[i], self.final.observation_tensor())


@pytest.mark.parametrize(
    ("size", "games", "threads", "max_plies"),
    [
        (2, 130, 7, None),
        (3, 130, 2, 5),
        (4, 70, 7, None),
        (5, 8, 2, 13),
        (7, 4, 1, None),
        (8, 3, 1, 40),
        (9, 3, 1, None),
        (11, 2, 1, 60),
        (13, 2, 1, 70),
        (19, 2, 1, 80),
    ],
)
@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("pie", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_lockstep_with_states(name, pie, autoreset, size, games, threads, max_plies):
    """Three games in each place, ends and what follows them included."""
    game = rg.load_game(name, size, pie=pie)
    rng = random.Random(f"{game} {pie} {autoreset}")
    batch = rg.Batch(game, games, 5, threads, autoreset, max_plies)
    limit = 8 * size**2 if TRAITS[name].can_repeat and max_plies is None else max_plies
    assert batch.max_plies == limit
    slots = [Slot(game, autoreset, limit) for _ in range(games)]
    waited, truncated = 0, 0
    while min(slot.episodes for slot in slots) < 3:
        sampled = batch.sample_actions()
        actions = []
        for slot, drawn in zip(slots, sampled.tolist(), strict=True):
            legal = slot.legal_actions()
            assert drawn in legal or (drawn == -1 and not legal)
            actions.append(rng.choice(legal) if legal else rng.choice([-1, 0, -(2**40), 2**62]))
        batch.step(np.array(actions))
        for slot, action in zip(slots, actions, strict=True):
            slot.step(action)
        truncated += sum(slot.truncated for slot in slots)
        planes, final_planes = batch.observation(), batch.final_observation()
        for i in rng.sample(range(games), min(games, 12)):
            slots[i].check(batch, i, planes, final_planes)
        if autoreset == "disabled" and all(slot.over for slot in slots):
            before = snap(batch)
            batch.step(np.full(games, -9))
            assert_same_snaps(snap(batch), before)
            waited += 1
            batch.reset()
            for i, slot in enumerate(slots):
                slot.begin()
                slot.clear()
                slot.check(batch, i, batch.observation(), final_planes)
    assert waited == (3 if autoreset == "disabled" else 0)
    assert bool(truncated) == (max_plies is not None)


def test_a_win_with_the_last_ply_allowed_is_no_cut():
    game = rg.Kopano(2, pie=False)
    batch = rg.Batch(game, 1, max_plies=3)
    for text in ("a1", "b1", "a2"):
        batch.step([game.string_to_action(text)])
    assert (batch.terminated[0], batch.truncated[0]) == (True, False)
    assert batch.returns.tolist() == [[1.0, -1.0]]


def test_masks_and_results_after_a_swap():
    """Seat 1 takes Black over, so the stone that wins for Black wins for seat 1."""
    game = rg.Kopano(2)
    batch = rg.Batch(game, 2)
    for texts in (("a1", "a1"), ("swap", "b1"), ("b1", "a2"), ("a2", "swap")):
        actions = [game.string_to_action(text) for text in texts]
        if texts[1] == "swap":
            actions[1] = -1
        batch.step(actions)
    assert batch.returns.tolist() == [[-1.0, 1.0], [1.0, -1.0]]
    assert batch.terminated.all()


def test_forced_pass():
    state = rg.Kopano(4, pie=False).new_initial_state()
    texts = kopano.WHITE_PASSES_TWICE.split()
    for text in texts[: texts.index("pass")]:
        state.apply_action(state.string_to_action(text))
    batch = rg.Batch(state.game, 3)
    batch.set_state(1, state)
    assert np.flatnonzero(batch.legal_actions_mask[1]).tolist() == [17]
    actions = batch.sample_actions()
    assert actions[1] == 17
    with pytest.raises(ValueError, match=r"game 0: pass \(action 17\) is not legal here: who can"):
        batch.step([17, 17, 0])
    batch.step(actions)
    state.apply_action(17)
    assert batch.state(1) == state
    assert np.flatnonzero(batch.legal_actions_mask[1]).tolist() == state.legal_actions()


# ---- Bad steps change nothing ----


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_one_illegal_action_changes_no_game(name, autoreset):
    game = rg.load_game(name, 3)
    batch = rg.Batch(game, 100, 1, 2, autoreset)
    rng = random.Random(1)
    refused = 0
    for _ in range(25):
        good = batch.sample_actions()
        running = np.flatnonzero(good >= 0)
        if not len(running):
            break
        before = snap(batch)
        i = int(rng.choice(running))
        taken = np.flatnonzero(~batch.legal_actions_mask[i])
        for action in [-1, game.num_distinct_actions(), 2**40, *taken[:1].tolist()]:
            bad = good.astype(np.int64)
            bad[i] = action
            with pytest.raises(
                ValueError, match=rf"^game {i}: .*(?<!\d){action}\b.*(is no|not legal)"
            ):
                batch.step(bad)
            assert_same_snaps(snap(batch), before)
            refused += 1
        batch.step(good)
    assert refused > 20


def test_message_says_why():
    batch = rg.Batch(rg.Kopano(5), 3)
    batch.step([6, 7, 8])
    with pytest.raises(ValueError, match=r"game 1: c4 \(action 7\) is not legal here: the point"):
        batch.step([25, 7, 7])
    with pytest.raises(ValueError, match="game 2: 27 is no action of Kopano 5x5: expected"):
        batch.step([25, 25, 27])
    assert batch.lengths.tolist() == [1, 1, 1]


def layouts(values):
    """The same actions in every form that must be right."""
    n = len(values)
    for kind in "bhilqBHILQ":
        if max(values) <= np.iinfo(kind).max:
            yield kind, np.array(values, kind)
    wide = np.zeros((n, 3), np.int32, order="F")
    wide[:, 1] = values
    yield "column of Fortran", wide[:, 1]
    yield "column", np.ascontiguousarray(wide)[:, 1]
    yield "every other", np.repeat(values, 2)[::2]
    yield "backwards", np.array(values[::-1])[::-1]
    yield "big-endian", np.array(values, ">i4")
    yield "big-endian, 8 bytes", np.array(values, ">u8")
    frozen = np.array(values)
    frozen.flags.writeable = False
    yield "read-only", frozen
    yield "unaligned", np.frombuffer(b"x" + np.array(values, "<i4").tobytes(), "<i4", n, 1)
    yield "list", list(values)


def test_any_integers_in_any_layout():
    game = rg.Kopano(9)
    values = random.Random(2).sample(range(81), 40)
    expected = rg.Batch(game, 40, 1)
    expected.step(np.array(values, np.int64))
    seen = 0
    for what, actions in layouts(values):
        kept = np.array(actions)
        batch = rg.Batch(game, 40, 1)
        batch.step(actions)
        np.testing.assert_array_equal(batch.to_bytes(), expected.to_bytes(), err_msg=what)
        np.testing.assert_array_equal(kept, actions)
        seen += 1
    assert seen == 19


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (None, TypeError),
        (np.array([True, False, True]), TypeError),
        (np.array([1.0, 2.0, 3.0]), TypeError),
        (np.array([1, 2, 3], object), TypeError),
        (np.array(["1", "2", "3"]), TypeError),
        (np.array([1, 2, 3], "m8[s]"), TypeError),
        ([2**70, 1, 2], TypeError),
        (7, ValueError),
        (np.array(7), ValueError),
        ([1, 2], ValueError),
        ([[1, 2, 3]], ValueError),
        (np.zeros(0, np.int64), ValueError),
        (np.array([1, 2, 2**64 - 1], np.uint64), ValueError),
        (np.array([2**63, 2, 3], np.uint64), ValueError),
        (np.array([1, 2**32 + 1, 3]), ValueError),
    ],
)
def test_other_actions_are_refused(actions, error):
    batch = rg.Batch(rg.Kopano(5), 3, 1)
    before = snap(batch)
    with pytest.raises(error, match=r"(actions must|is no action)"):
        batch.step(actions)
    assert_same_snaps(snap(batch), before)


def test_great_numbers_are_named_as_given():
    batch = rg.Batch(rg.Kopano(5), 1)
    with pytest.raises(ValueError, match=str(2**64 - 3)):
        batch.step(np.array([2**64 - 3], np.uint64))
    assert batch.lengths[0] == 0


# ---- Generators ----


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_threads_and_size_change_nothing(name, autoreset):
    drawn, batch = trace(name, 300, 1, autoreset)
    for threads in (2, 7):
        again, other = trace(name, 300, threads, autoreset)
        np.testing.assert_array_equal(again, drawn)
        assert_same_snaps(snap(other), snap(batch))
    fewer, _ = trace(name, 11, 1, autoreset)
    np.testing.assert_array_equal(fewer, drawn[:, :11])


@pytest.mark.parametrize("level", ["baseline", "v2", "v3", "v4"])
def test_pinned_traces(level):
    code = "from support import registry, traces; print(*map(traces.digest, registry.NAMES))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={**os.environ, "ROADGAMES_CPU": level},
        cwd=Path(__file__).parent,
    )
    found = dict(zip(NAMES, done.stdout.split(), strict=True))
    assert found == {name: KNOWN[name].batch for name in NAMES}


def test_games_differ():
    batch = rg.Batch(rg.Kopano(11), 1000, 7)
    drawn = batch.sample_actions()
    assert len(set(drawn[:20].tolist())) > 10
    counts = np.bincount(drawn, minlength=121)
    assert counts.max() < 30
    assert (counts > 0).sum() > 110
    other = rg.Batch(rg.Kopano(11), 1000, 8).sample_actions()
    assert (drawn == other).sum() < 30


def test_actions_are_drawn_uniformly():
    batch = rg.Batch(rg.Rumbo(3, pie=True), 9000, 3)
    for choices in (9, 2, 18):
        drawn = batch.sample_actions()
        counts = np.unique(drawn, return_counts=True)[1]
        assert len(counts) == choices
        # Five standard deviations.
        expected = 9000 / choices
        assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)
        batch.step(drawn)


def test_games_are_not_the_playouts_of_the_seed():
    game = rg.Kopano(7)
    batch = rg.Batch(game, 200, 9)
    batch.playouts()
    total = rg.playouts(game.new_initial_state(), 200, 9)
    assert int(batch.final_lengths.sum()) != total.plies


def test_generators_run_on_over_resets():
    batch = rg.Batch(rg.Kopano(9), 64, 3)
    first = batch.sample_actions()
    batch.reset()
    second = batch.sample_actions()
    assert (first != second).sum() > 50


def test_nothing_drawn_where_a_game_is_over():
    game = rg.Kopano(2, pie=False)
    batch = rg.Batch(game, 2, 3, max_plies=1)
    twin = batch.clone()
    batch.set_state(0, game.new_initial_state("kopano 2 nopie w 0 b./bw"))
    for _ in range(5):
        assert batch.sample_actions()[0] == -1
    batch.reset()
    assert batch.sample_actions()[0] == twin.sample_actions()[0]


def test_global_generators_are_left_alone():
    random.seed(5)
    np.random.seed(5)
    before = random.getstate(), np.random.get_state()[1].tolist()
    batch = rg.Batch(rg.Kopano(5), 10)
    play_on(batch, 5)
    batch.playouts()
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


def test_seeds():
    game = rg.Kopano(5)
    one, two = rg.Batch(game, 20), rg.Batch(game, 20)
    assert one.seed != two.seed
    np.testing.assert_array_equal(
        one.sample_actions(), rg.Batch(game, 20, one.seed).sample_actions()
    )
    for seed in (0, 2**64 - 1):
        assert rg.Batch(game, 1, seed).seed == seed


# ---- Arrays ----


def test_arrays_are_the_same_and_updated_in_place():
    batch = rg.Batch(rg.Kopano(5), 70, 1, 2, "same_step")
    kept = {name: getattr(batch, name) for name in ARRAYS}
    dtypes = ["bool", "int8", "float32", "bool", "bool", "int64", "float32", "int64"]
    shapes = [(70, 27), (70,), (70, 2), (70,), (70,), (70,), (70, 2), (70,)]
    assert [str(array.dtype) for array in kept.values()] == dtypes
    assert [array.shape for array in kept.values()] == shapes
    assert all(array.flags.c_contiguous for array in kept.values())
    changed = set()
    for _ in range(60):
        before = {name: array.copy() for name, array in kept.items()}
        batch.step(batch.sample_actions())
        changed |= {name for name in ARRAYS if (before[name] != kept[name]).any()}
    assert changed == set(ARRAYS) - {"truncated"}
    assert all(getattr(batch, name) is kept[name] for name in ARRAYS)


def test_arrays_outlive_the_batch():
    batch = rg.Batch(rg.Kopano(9), 500, 1)
    play_on(batch, 3)
    kept = {name: getattr(batch, name) for name in ARRAYS}
    slices = batch.legal_actions_mask[3:400:7, ::2]
    before = {name: array.copy() for name, array in kept.items()}, slices.copy()
    del batch
    gc.collect()
    others = [rg.Batch(rg.Kopano(9), 500, k) for k in range(5)]
    for name in ARRAYS:
        np.testing.assert_array_equal(kept[name], before[0][name])
    np.testing.assert_array_equal(slices, before[1])
    assert len(others) == 5


def test_arrays_cannot_lose_their_memory():
    batch = rg.Batch(rg.Kopano(5), 100, 1)
    with pytest.raises(ValueError, match=r"."):
        batch.lengths.resize(10**6, refcheck=False)
    base = batch.lengths
    while isinstance(base, np.ndarray):
        base = base.base
    owner = base.obj if isinstance(base, memoryview) else base
    with pytest.raises(BufferError):
        owner.clear()
    play_on(batch, 2)
    assert batch.lengths.tolist() == [2] * 100


def test_scribbles_change_no_game():
    batch, clean = (rg.Batch(rg.Rhode(4), 30, 1, autoreset="same_step") for _ in range(2))
    for _ in range(40):
        batch.step(batch.sample_actions())
        clean.step(clean.sample_actions())
        np.testing.assert_array_equal(batch.to_bytes(), clean.to_bytes())
        for name in ("legal_actions_mask", "current_player", "lengths", "terminated"):
            getattr(batch, name)[...] = 1
        assert (batch.sample_actions() == clean.sample_actions()).all()
    assert clean.final_lengths.any()


@pytest.mark.skipif(not hasattr(np, "from_dlpack"), reason="this numpy has no from_dlpack")
def test_dlpack_shares_the_memory():
    batch = rg.Batch(rg.Kopano(5), 4, 1)
    arrays = {name: np.from_dlpack(getattr(batch, name)) for name in ARRAYS}
    play_on(batch, 2)
    for name, array in arrays.items():
        assert np.shares_memory(array, getattr(batch, name))
        np.testing.assert_array_equal(array, getattr(batch, name))
    del batch
    gc.collect()
    assert arrays["lengths"].tolist() == [2] * 4


def test_torch_shares_the_memory():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    batch = rg.Batch(rg.Kopano(5), 4, 1)
    tensors = {name: torch.from_numpy(getattr(batch, name)) for name in ARRAYS}
    actions = torch.from_numpy(batch.sample_actions())
    batch.step(actions)
    for name, tensor in tensors.items():
        np.testing.assert_array_equal(tensor.numpy(), getattr(batch, name))
    planes = torch.zeros(batch.observation().shape)
    batch.observation(out=planes.numpy())
    np.testing.assert_array_equal(planes.numpy(), batch.observation())
    assert tensors["lengths"].tolist() == [1] * 4


# ---- Observations ----


def test_observation_forms():
    batch = rg.Batch(rg.Rumbo(4, pie=True), 90, 1, 2)
    play_on(batch, 9)
    floats, octets = batch.observation(), batch.observation(dtype="uint8")
    assert (floats.dtype, octets.dtype) == (np.float32, np.uint8)
    assert floats.shape == (90, *batch.game.observation_tensor_shape())
    assert floats.flags.c_contiguous
    np.testing.assert_array_equal(floats, octets)
    assert floats.max() > 1
    for expected in (floats, octets):
        out = np.full_like(expected, 9)
        assert batch.observation(out=out) is out
        np.testing.assert_array_equal(out, expected)
        assert batch.observation(out=out, dtype=out.dtype) is out
    batch.step(batch.sample_actions())
    assert (batch.observation() != floats).any()  # a new array: the old one is kept


def test_observations_that_are_refused():
    batch = rg.Batch(rg.Kopano(3), 4)
    shape = batch.observation().shape
    frozen = np.zeros(shape, np.float32)
    frozen.flags.writeable = False
    for out, error in [
        ([1.0], TypeError),
        (np.zeros(shape), TypeError),
        (np.zeros(shape, ">f4"), TypeError),
        (np.zeros(shape, np.int8), TypeError),
        (np.zeros(shape, np.bool_), TypeError),
        (np.zeros(shape[:3], np.float32), ValueError),
        (np.zeros((5, *shape[1:]), np.float32), ValueError),
        (np.zeros(shape, np.float32, order="F"), ValueError),
        (np.zeros((8, *shape[1:]), np.float32)[::2], ValueError),
        (np.zeros((4, *shape[1:]), np.float32)[::-1], ValueError),
        (frozen, ValueError),
    ]:
        before = np.array(out)
        with pytest.raises(error, match=r"out must|observations are"):
            batch.observation(out=out)
        np.testing.assert_array_equal(before, out)
    with pytest.raises(TypeError, match="float32 or uint8, not float64"):
        batch.observation(dtype=float)
    with pytest.raises(TypeError, match="out is of uint8, dtype is float32"):
        batch.observation(out=np.zeros(shape, np.uint8), dtype=np.float32)


@pytest.mark.parametrize("name", NAMES)
def test_turned_boards(name):
    """Boards, masks and actions are those of the symmetry that each state turns by."""
    batch = rg.Batch(rg.load_game(name, 4), 20, 1, autoreset="same_step")
    exchanged = 0
    for _ in range(40):
        planes, actions = batch.observation(turned=True), batch.turned_actions()
        masks = np.take_along_axis(batch.legal_actions_mask, actions, axis=1)
        for i in range(20):
            state = batch.state(i)
            turning = state.turning()
            exchanged += turning.exchanges_colors
            np.testing.assert_array_equal(planes[i], state.observation_tensor(turned=True))
            assert np.flatnonzero(masks[i]).tolist() == turning(state).legal_actions()
            np.testing.assert_array_equal(turning.action_map[actions[i]], np.arange(len(masks[i])))
        batch.step(batch.sample_actions())
    assert 100 < exchanged < 700


# ---- Copies and positions ----


@pytest.mark.parametrize("make", [rg.Batch.clone, copy.copy, copy.deepcopy])
def test_clones(make):
    batch = rg.Batch(rg.Rhode(4), 80, 1, 2, "next_step", 9)
    play_on(batch, 12)
    twin = make(batch)
    assert_same_snaps(snap(twin), snap(batch))
    settings = ("game", "seed", "threads", "autoreset", "max_plies")
    assert [getattr(twin, s) for s in settings] == [getattr(batch, s) for s in settings]
    before = snap(batch)
    play_on(twin, 20)
    assert_same_snaps(snap(batch), before)
    play_on(batch, 20)
    assert_same_snaps(snap(twin), snap(batch))
    assert not any(np.shares_memory(getattr(twin, name), getattr(batch, name)) for name in ARRAYS)


def test_no_pickle():
    with pytest.raises(TypeError, match="a Batch cannot be pickled: keep to_bytes"):
        pickle.dumps(rg.Batch(rg.Kopano(3), 2))


@pytest.mark.parametrize("name", NAMES)
def test_positions_go_in_and_out(name):
    game = rg.load_game(name, 9)
    batch = rg.Batch(game, 30, 1, 2)
    play_on(batch, 25)
    data = batch.to_bytes()
    assert (data.shape, data.dtype) == ((30, len(game.new_initial_state().to_bytes())), np.uint8)
    assert [row.tobytes() for row in data] == [batch.state(i).to_bytes() for i in range(30)]
    np.testing.assert_array_equal(batch.to_bytes([4, 2]), data[[4, 2]])
    other = rg.Batch(game, 30, 2)
    other.set_bytes(None, data)
    np.testing.assert_array_equal(other.to_bytes(), data)
    np.testing.assert_array_equal(other.legal_actions_mask, batch.legal_actions_mask)
    np.testing.assert_array_equal(other.current_player, batch.current_player)
    assert other.lengths.tolist() == [0] * 30
    # Some, from a view in another order.
    some = rg.Batch(game, 30, 2)
    some.set_bytes(np.array([5, 1, 9], np.uint8), data[[1, 2, 3]][::-1])
    assert [some.state(i) for i in (5, 1, 9)] == [batch.state(i) for i in (3, 2, 1)]
    assert some.state(0) == game.new_initial_state()
    mask = np.arange(30) % 3 == 0
    some.set_bytes(mask, data[mask])
    np.testing.assert_array_equal(some.to_bytes(mask), data[mask])
    some.set_state(2, batch.state(7))
    assert some.state(2) == batch.state(7)


def test_bad_positions_change_nothing():
    game = rg.Kopano(3)
    batch = rg.Batch(game, 4, 1)
    play_on(batch, 2)
    before, data = snap(batch), batch.to_bytes()
    damaged = data.copy()
    damaged[2, 2] = 77
    for which, rows, error, message in [
        (None, damaged, ValueError, "row 2: "),
        ([1, 1], damaged[[2, 1]], ValueError, "row 0: "),
        (None, data[:3], ValueError, "shape"),
        (None, data[:, 1:], ValueError, "shape"),
        ([0, 4], data[:2], ValueError, "0 to 3, not 4"),
        ([-1], data[:1], ValueError, "0 to 3, not -1"),
        ([0.5], data[:1], TypeError, "bool mask or integer"),
        ([[0]], data[:1], ValueError, "one dimension"),
        (np.array([True]), data[:1], ValueError, "a mask must have shape"),
        (None, data.astype(np.int64), TypeError, "uint8, not int64"),
        (None, data.tobytes(), TypeError, "uint8, not bytes"),
    ]:
        with pytest.raises(error, match=message):
            batch.set_bytes(which, rows)
        assert_same_snaps(snap(batch), before)
    for i, state, error in [
        (4, game.new_initial_state(), ValueError),
        (-1, game.new_initial_state(), ValueError),
        (1.0, game.new_initial_state(), TypeError),
        (0, rg.Kopano(3, pie=False).new_initial_state(), ValueError),
        (0, rg.Rhode(3).new_initial_state(), ValueError),
        (0, "kopano", TypeError),
    ]:
        with pytest.raises(error, match=r"must be"):
            batch.set_state(i, state)
        assert_same_snaps(snap(batch), before)


@pytest.mark.parametrize("autoreset", MODES)
def test_finished_positions_can_be_set(autoreset):
    game = rg.Kopano(2, pie=False)
    over = game.new_initial_state("kopano 2 nopie w 0 b./bw")
    batch = rg.Batch(game, 2, 1, autoreset=autoreset)
    batch.set_state(0, over)
    assert batch.terminated.tolist() == [True, False]
    assert batch.returns.tolist() == [[1.0, -1.0], [0.0, 0.0]]
    assert (batch.current_player[0], batch.sample_actions()[0]) == (-4, -1)
    assert not batch.legal_actions_mask[0].any()
    with pytest.raises(ValueError, match="none has ended"):
        batch.final_state(0)
    batch.step([99, 0])
    if autoreset == "disabled":
        assert batch.state(0) == over
        assert batch.terminated[0]
    else:
        assert batch.state(0) == game.new_initial_state()
        assert not batch.terminated[0]
    assert batch.lengths.tolist() == [0, 1]


def test_copy_game():
    batch = rg.Batch(rg.Kopano(5), 10, 4, max_plies=4)
    play_on(batch, 3)
    generators = batch.clone()
    batch.copy_game(3, [0, 3, 9])
    assert [batch.state(i) == batch.state(3) for i in range(10)] == [
        i in (0, 3, 9) for i in range(10)
    ]
    assert batch.lengths.tolist() == [3] * 10
    np.testing.assert_array_equal(batch.legal_actions_mask[9], batch.legal_actions_mask[3])
    batch.copy_game(3)
    assert all(batch.state(i) == batch.state(3) for i in range(10))
    # They go their own ways, and the others' generators are where they were.
    drawn = batch.sample_actions()
    assert len(set(drawn.tolist())) > 3
    assert drawn[3] == generators.sample_actions()[3]
    batch.step(drawn)
    assert batch.truncated.all()
    batch.reset([5])
    batch.copy_game(2, batch.truncated == False)  # noqa: E712
    assert batch.truncated.all()
    assert batch.state(5) == batch.state(2)


def test_reset_some():
    batch = rg.Batch(rg.Kopano(4), 6, 1, 2)
    for which, places in [
        (np.zeros(6, np.bool_), []),
        ([], []),
        ([2], [2]),
        (4, [4]),
        (np.arange(6) < 5, [0, 1, 2, 3, 4]),
        (np.array([5, 1, 5], ">i2"), [1, 5]),
        (None, range(6)),
    ]:
        batch.reset()
        play_on(batch, 2)
        batch.reset(which)
        assert batch.lengths.tolist() == [0 if i in places else 2 for i in range(6)]
        assert [batch.state(i).board.any() for i in range(6)] == (batch.lengths > 0).tolist()
        np.testing.assert_array_equal(batch.current_player, 0)


def test_final_states_survive_resets():
    batch = rg.Batch(rg.Kopano(3), 5, 1)
    batch.playouts()
    finals = [batch.final_state(i) for i in range(5)]
    assert all(state.is_terminal() for state in finals)
    batch.reset()
    assert not batch.terminated.any()
    assert not batch.returns.any()
    play_on(batch, 1)
    assert [batch.final_state(i) for i in range(5)] == finals
    assert batch.final_returns.tolist() == [state.returns() for state in finals]


# ---- Playouts ----


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize(("name", "max_plies"), [*((name, None) for name in NAMES), ("rhode", 12)])
def test_playouts_are_steps(name, max_plies, autoreset, threads):
    game = rg.load_game(name, 4)
    batch = rg.Batch(game, 90, 1, threads, autoreset, max_plies)
    play_on(batch, 9)

    def shown_of(one, i):
        return {array: getattr(one, array)[i].copy() for array in ARRAYS}

    ends = {int(i): shown_of(batch, i) for i in np.flatnonzero(batch.current_player == -4)}
    single = batch.clone()
    while len(ends) < 90:
        single.step(single.sample_actions())
        for i in np.flatnonzero(single.terminated | single.truncated):
            ends.setdefault(int(i), shown_of(single, i))
    batch.playouts()
    for i, shown in ends.items():
        for array, value in shown.items():
            np.testing.assert_array_equal(getattr(batch, array)[i], value, err_msg=f"{array} {i}")
    assert (batch.terminated | batch.truncated).all()
    assert batch.truncated.any() == (max_plies is not None)


def test_playouts_of_many_threads_and_blocks():
    batches = [rg.Batch(rg.Kopano(5), 3000, 1, threads) for threads in (1, 2)]
    for batch in batches:
        batch.playouts()
    assert_same_snaps(snap(batches[0]), snap(batches[1]))
    assert batches[0].terminated.all()
    # As often as in playouts from the start: 53.9% of 10**6 games, to five standard deviations.
    wins = (batches[0].returns[:, 0] > 0).mean()
    total = rg.playouts(batches[0].game.new_initial_state(), 20000, 1)
    assert abs(wins - total.wins[0] / 20000) < 5 * 0.5 * (1 / 3000 + 1 / 20000) ** 0.5


# ---- Making batches ----


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"game": "kopano"}, TypeError),
        ({"batch_size": 0}, ValueError),
        ({"batch_size": -1}, ValueError),
        ({"batch_size": 2**31}, ValueError),
        ({"batch_size": 2.0}, TypeError),
        ({"batch_size": True}, TypeError),
        ({"batch_size": None}, TypeError),
        ({"threads": 0}, ValueError),
        ({"threads": None}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": 1.5}, TypeError),
        ({"autoreset": "never"}, ValueError),
        ({"autoreset": None}, TypeError),
        ({"max_plies": 0}, ValueError),
        ({"max_plies": 2**64}, ValueError),
        ({"max_plies": 2.0}, TypeError),
    ],
)
def test_arguments_that_are_refused(arguments, error):
    given = {"game": rg.Kopano(3), "batch_size": 2, **arguments}
    with pytest.raises(error, match=r"must be"):
        rg.Batch(**given)


def test_what_it_was_made_with():
    game = rg.Rumbo(3)
    batch = rg.Batch(game, np.int16(5), np.uint64(7), np.int8(2), "next_step", max_plies=2**64 - 1)
    assert (batch.game, len(batch), batch.seed, batch.threads) == (game, 5, 7, 2)
    assert (batch.autoreset, batch.max_plies) == ("next_step", 2**64 - 1)
    assert repr(batch) == "<Batch of 5 games of Rumbo 3x3, autoreset next_step>"
    assert rg.Batch(game, 1).max_plies is None
    assert rg.Batch(rg.Rhode(5), 1).max_plies == 200
    with pytest.raises(AttributeError):
        batch.returns = np.zeros((5, 2))


# ---- Threads and processes ----


def test_shared_by_threads():
    """Steps and samples by eight threads at once: some are refused, all are whole."""
    batch = rg.Batch(rg.Kopano(7), 300, 1, 2, "same_step")
    done, errors = [], []

    def work():
        for _ in range(40):
            try:
                batch.step(batch.sample_actions())
                done.append(1)
            except ValueError as error:
                if not re.match(r"game \d+: .* is (not legal|no action)", str(error)):
                    errors.append(error)
            batch.observation(dtype=np.uint8)
            batch.to_bytes()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert done
    for i in range(0, 300, 17):
        legal = batch.state(i).legal_actions()
        assert np.flatnonzero(batch.legal_actions_mask[i]).tolist() == legal


def test_goes_on_after_a_fork():
    """The child has none of the parent's threads, and gets its own."""
    code = """
import os, warnings, numpy as np, roadgames as rg
warnings.simplefilter("ignore")
batch = rg.Batch(rg.Kopano(5), 1000, 1, 2)
twin = rg.Batch(rg.Kopano(5), 1000, 1, 1)
batch.step(batch.sample_actions())
twin.step(twin.sample_actions())
child = os.fork()
for k in range(5):
    batch.step(batch.sample_actions())
    twin.step(twin.sample_actions())
same = (batch.to_bytes() == twin.to_bytes()).all()
del batch
if child == 0:
    os._exit(0 if same else 1)
print(same, os.waitpid(child, 0)[1])
"""
    if not hasattr(os, "fork"):
        pytest.skip("this system has no fork")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == ["True", "0"]


def test_thousands_of_batches_leave_nothing_behind():
    resource = pytest.importorskip("resource", reason="this system does not tell memory use")
    game = rg.Kopano(9)

    def churn(times):
        for _ in range(times):
            batch = rg.Batch(game, 100, 1)
            batch.clone().step(batch.sample_actions())

    churn(300)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    churn(3000)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after < 1.05 * before


def test_rows_that_change_while_they_are_read() -> None:
    """What was checked is what is played on, whatever another thread writes meanwhile."""
    batch = rg.Batch(rg.Kopano(7), 20000, 1)
    batch.playouts()
    good = batch.to_bytes()
    data = good.copy()
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            data[:, 0] = 255
            data[:] = good

    writer = threading.Thread(target=write)
    writer.start()
    accepted = 0
    for _ in range(60):
        batch.reset()
        start = batch.to_bytes()
        try:
            batch.set_bytes(None, data)
        except ValueError:
            np.testing.assert_array_equal(batch.to_bytes(), start)
        else:
            accepted += 1
            np.testing.assert_array_equal(batch.to_bytes(), good)
    stop.set()
    writer.join()
    data[:] = good
    batch.set_bytes(None, data)
    np.testing.assert_array_equal(batch.to_bytes(), good)


def test_playouts_of_many_threads_heed_ctrl_c() -> None:
    code = """
import os, signal, threading, time
import roadgames as rg
batch = rg.Batch(rg.Rhode(19), 20000, 1, threads=1024)
threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    batch.playouts()
except KeyboardInterrupt:
    print("stopped", 0 < batch.terminated.sum() < 20000)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "stopped True\n", "")
