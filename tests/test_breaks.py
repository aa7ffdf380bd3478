"""Faults that were once found, each as a test of its kind."""

import copy
import dataclasses
import gc
import math
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import roadgames as rg


@pytest.mark.parametrize("make", [rg.Kopano, rg.Rhode, rg.Rumbo])
@pytest.mark.parametrize("draw", ["to_svg", "to_text"])
def test_drawing_while_another_thread_plays(make: type[rg.Game], draw: str) -> None:
    state = make(4).new_initial_state()
    stop = threading.Event()

    def play_on() -> None:
        while not stop.is_set():
            state.apply_action(0)
            state.undo_action()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    player = threading.Thread(target=play_on)
    player.start()
    try:
        drawn = {getattr(state, draw)() for _ in range(300)}
    finally:
        stop.set()
        player.join()
        sys.setswitchinterval(interval)
    assert drawn <= {getattr(position, draw)() for position in _before_and_after(make)}


def _before_and_after(make: type[rg.Game]) -> list[rg.State]:
    start = make(4).new_initial_state()
    played = start.clone()
    played.apply_action(0)
    return [start, played]


@pytest.mark.parametrize("index", [8, -1, 100, 2**40])
def test_symmetry_number_out_of_range(index: int) -> None:
    with pytest.raises(ValueError, match="index must be 0 to 7"):
        rg.Symmetry(rg.Kopano(3), index)


@pytest.mark.parametrize("index", ["a", float("nan"), True, None])
def test_symmetry_number_of_wrong_type(index: object) -> None:
    with pytest.raises(TypeError, match="index must be a whole number"):
        rg.Symmetry(rg.Kopano(3), index)  # type: ignore[arg-type]


def test_symmetry_of_no_game_and_of_no_state() -> None:
    with pytest.raises(TypeError, match="game must be a Game"):
        rg.Symmetry(5, 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="state must be a State"):
        rg.Kopano(3).symmetries()[5](5)  # type: ignore[arg-type]


def test_any_number_of_threads() -> None:
    state = rg.Kopano(4).new_initial_state()
    assert rg.perft(state, 4, threads=10**6) == rg.perft(state, 4)
    traces = []
    for threads in (1, 10**6):
        batch = rg.Batch(state.game, 64, seed=1, threads=threads)
        batch.playouts()
        traces.append(batch.to_bytes().tobytes())
    assert traces[0] == traces[1]
    with pytest.raises(ValueError, match="threads must be 1 or more, not 0"):
        rg.perft(state, 4, threads=0)


def test_memory_error_says_what_to_do() -> None:
    with pytest.raises(MemoryError, match="hash_mb"):
        rg.perft(rg.Kopano(4).new_initial_state(), 5, hash_mb=2**24)


def test_repr_that_raises_does_not_hide_the_error() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError("no repr")

    with pytest.raises(TypeError, match="Odd"):
        rg.Kopano(3).new_initial_state().apply_action(Odd())  # type: ignore[arg-type]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_answer_that_cannot_be_written() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "roadgames", "show", "kopano"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert run.returncode == 1
    assert run.stderr == "roadgames: cannot write the answer: No space left on device\n"


def test_closed_standard_output() -> None:
    command = f'"{sys.executable}" -m roadgames show kopano --size 5 >&-'
    run = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == "roadgames: standard output is closed\n"


@pytest.mark.parametrize("value", [0, 1, "no", "", None, np.array([True]), [True], 1.0])
def test_yes_or_no_that_is_neither(value: object) -> None:
    game = rg.Kopano(3)
    state, batch = game.new_initial_state(), rg.Batch(game, 2, 1)
    out = np.full((2, *game.observation_tensor_shape()), 7, np.uint8)
    says = r"^(pie|turned) must be True or False, not .* \(\w+\)$"
    for call in (
        lambda: rg.Rhode(3, pie=value),  # type: ignore[arg-type]
        lambda: rg.load_game("rumbo", 3, pie=value),
        lambda: state.observation_tensor(turned=value),  # type: ignore[arg-type]
        lambda: batch.observation(out, turned=value),  # type: ignore[arg-type]
        lambda: batch.final_observation(out, turned=value),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match=says):
            call()
    assert (out == 7).all()
    assert rg.Kopano(3, pie=np.bool_(True)).pie is True
    assert batch.observation(out, turned=np.bool_(True)) is out


FINALIZERS = {
    "cycle": """
        class Node:
            def __init__(self, game):
                self.state, self.batch = game.new_initial_state(), rg.Batch(game, 50, 1)
                self.me = self
            def __del__(self):
                self.state.clone().apply_action(3)
                assert len(self.state.legal_actions()) == 121
                self.batch.step(self.batch.sample_actions())
                assert self.batch.clone().lengths.tolist() == [1] * 50
                done.append(self)
        for _ in range(5):
            Node(rg.Kopano(11))
            gc.collect()
        assert len(done) == 5
    """,
    "come back": """
        class Node:
            def __init__(self, game):
                self.state, self.batch = game.new_initial_state(), rg.Batch(game, 50, 1)
                self.me = self
            def __del__(self):
                done.append(self)
        Node(rg.Kopano(11))
        gc.collect()
        others = [rg.Kopano(11).new_initial_state() for _ in range(9)]
        batches = [rg.Batch(rg.Kopano(11), 50, 1) for _ in range(9)]
        done[0].state.apply_action(3)
        done[0].batch.step(done[0].batch.sample_actions())
        assert all(other.history() == [] for other in others)
        assert all(batch.lengths.sum() == 0 for batch in batches)
    """,
    "generator": """
        def plays(state):
            mine = [generators]
            state.apply_action(3)
            try:
                yield mine
            finally:
                assert state.undo_action() == 3
                done.append(state)
        for _ in range(5):
            generators = [plays(rg.Kopano(11).new_initial_state())]
            generators.append(next(generators[0]))
            del generators
            gc.collect()
            generators = None
        assert len(done) == 5
    """,
    "at exit": """
        state, batch = rg.Kopano(11).new_initial_state(), rg.Batch(rg.Kopano(11), 50, 1)
        class Last:
            def __init__(self):
                self.state, self.batch, self.me = state, batch, self
            def __del__(self):
                self.state.clone().apply_action(3)
                self.batch.step(self.batch.sample_actions())
        last = Last()
    """,
}


@pytest.mark.parametrize("script", FINALIZERS.values(), ids=FINALIZERS)
def test_use_while_python_finalizes(script: str) -> None:
    code = "import gc\nimport roadgames as rg\ndone = []\n" + textwrap.dedent(script)
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_cycles_free_their_states() -> None:
    class Node:
        def __init__(self) -> None:
            self.state, self.me = rg.Kopano(3).new_initial_state(), self

    node = Node()
    gone = weakref.ref(node.state), weakref.ref(node.state._keep)
    del node
    gc.collect()
    assert [ref() for ref in gone] == [None, None]


@pytest.mark.parametrize(
    "thing",
    [
        rg.Kopano(5),
        rg.Rhode(5, False),
        rg.Rumbo(5, True),
        rg.Rumbo(5, komi=2),
        rg.Rhode(5).symmetries()[5],
        rg.Batch(rg.Kopano(5), 3, 1),
    ],
    ids=repr,
)
def test_nothing_is_made_twice(thing: Any) -> None:
    before = repr(thing), getattr(thing, "index", None)
    for arguments in [(), (2,), (2.5,), (rg.Rumbo(2), 3), (rg.Rumbo(2), -1), (7, 3)]:
        with pytest.raises(TypeError, match="__init__ was called again: make another "):
            thing.__init__(*arguments)
        assert (repr(thing), getattr(thing, "index", None)) == before
    if isinstance(thing, rg.Batch):
        twin = thing.clone()
        with pytest.raises(TypeError, match="another Batch"):
            twin.__init__(rg.Rumbo(2), 3)  # type: ignore[misc]
        assert len(twin) == 3


class _InsideOut:
    """An option that begins again what is being made."""

    def __init__(self, again: Callable[[], None]) -> None:
        self.again = again

    def __index__(self) -> int:
        self.again()
        return 3


def test_nothing_is_made_twice_from_inside() -> None:
    game = object.__new__(rg.Kopano)
    with pytest.raises(TypeError):
        game.__init__(_InsideOut(lambda: game.__init__(19)))  # type: ignore
    batch = object.__new__(rg.Batch)
    with pytest.raises(TypeError):
        batch.__init__(rg.Kopano(3), _InsideOut(lambda: batch.__init__(rg.Kopano(19), 9)))  # type: ignore
    for use in (
        lambda: game.new_initial_state(),
        lambda: batch.sample_actions(),
        lambda: batch.observation(),
    ):
        with pytest.raises(AttributeError):
            use()


@pytest.mark.parametrize("make", [rg.Rhode, rg.Kopano, rg.Rumbo])
@pytest.mark.parametrize("name", ["name", "players", "size", "pie", "_kind", "anything"])
def test_games_cannot_be_changed(make: type[rg.Game], name: str) -> None:
    game = make(5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(game, name, 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        delattr(game, name)
    assert dataclasses.asdict(game)["size"] == 5
    assert dataclasses.replace(game, size=7) == make(7)


def test_subclasses_that_tell_other_sizes() -> None:
    class Odd(rg.Kopano):
        def num_distinct_actions(self) -> int:
            return 1

        def observation_tensor_shape(self) -> tuple[int, int, int]:
            return 1, 1, 1

        def max_game_length(self) -> int:
            return 1

    game, state = Odd(9), Odd(9).new_initial_state()
    batch = rg.Batch(game, 5, 1)
    for _ in range(50):
        assert state.observation_tensor().shape == (8, 9, 9)
        assert batch.observation().shape == (5, 8, 9, 9)
        assert batch.turned_actions().shape == batch.legal_actions_mask.shape == (5, 83)
        assert len(rg.divide(state, 1)) == 81
        assert len(rg.counting.prefixes(state, 1)) == 25
        assert state.legal_actions_mask().shape == game.symmetries()[4].action_map.shape == (83,)


class _Liar(np.ndarray):  # type: ignore[type-arg]
    told: ClassVar[tuple[int, ...]]

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return self.told


def test_arrays_that_tell_another_shape() -> None:
    game = rg.Kopano(19)
    state, batch = game.new_initial_state(), rg.Batch(game, 3, 1)
    calls: list[tuple[Callable[[Any], Any], tuple[int, ...], type]] = [
        (state.legal_actions_mask, (363,), np.bool_),
        (batch.observation, (3, 8, 19, 19), np.uint8),
        (batch.final_observation, (3, 8, 19, 19), np.float32),
        (lambda rows: batch.set_bytes(None, rows), batch.to_bytes().shape, np.uint8),
        (batch.step, (3,), np.int64),
        (batch.reset, (3,), np.bool_),
    ]
    for call, told, dtype in calls:
        _Liar.told = told
        with pytest.raises(ValueError, match=r"must have shape|one dimension"):
            call(np.zeros((1, 1), dtype).view(_Liar))
        with pytest.raises(ValueError, match=r"must have shape|one dimension"):
            call(np.zeros((4, *told), dtype).view(_Liar))


@pytest.mark.parametrize("true", ["V0", "i8", "f4", "u1", "?", ">f4"])
def test_arrays_that_tell_another_type(true: str) -> None:
    game = rg.Kopano(19)
    state, batch = game.new_initial_state(), rg.Batch(game, 3, 1)
    calls: list[tuple[Callable[[Any], Any], tuple[int, ...], str]] = [
        (state.legal_actions_mask, (363,), "?"),
        (batch.observation, (3, 8, 19, 19), "u1"),
        (batch.final_observation, (3, 8, 19, 19), "f4"),
        (lambda rows: batch.set_bytes(None, rows), batch.to_bytes().shape, "u1"),
    ]
    for call, shape, told in calls:
        if true == told or (len(shape) == 4 and true in ("f4", "u1")):
            continue
        liar = type("Liar", (np.ndarray,), {"dtype": np.dtype(told)})
        for _ in range(20):
            with pytest.raises(
                TypeError, match=r"array of (bool|uint8), not|float32 or uint8, not"
            ):
                call(np.zeros(shape, true).view(liar))


def test_mask_array_that_takes_nothing() -> None:
    class Deaf(np.ndarray):  # type: ignore[type-arg]
        def __setitem__(self, *_: object) -> None:
            pass

    state = rg.Kopano(5).new_initial_state()
    out = np.zeros(27, np.bool_).view(Deaf)
    assert state.legal_actions_mask(out) is out
    assert out.sum() == 25
    out.flags.writeable = False
    with pytest.raises(ValueError, match="writeable"):
        state.legal_actions_mask(out)


def test_observation_into_memory_between_numbers() -> None:
    batch = rg.Batch(rg.Kopano(3), 2, 1)
    shape = batch.observation().shape
    room = np.zeros(4 * math.prod(shape) + 1, np.uint8)
    out = room[1:].view(np.float32).reshape(shape)
    with pytest.raises(ValueError, match="out must be aligned"):
        batch.observation(out)
    assert not room.any()


def test_games_and_symmetries_that_tell_other_numbers() -> None:
    class Game(rg.Kopano):
        told: ClassVar[int] = 0
        size = property(
            lambda self: self.told or vars(self)["true"],
            lambda self, value: vars(self).update(true=value),
        )

    class Symmetry(rg.symmetry.Symmetry):
        told: ClassVar[int] = 3
        index = property(lambda self: self.told, lambda self, value: None)

    class Other(rg.Rumbo):
        def _with_colors_exchanged(self) -> Any:
            return rg.Kopano(2)

    state = Game(19).new_initial_state()
    Game.told = 2
    for _ in range(200):
        assert state.board.shape == (19, 19)
    symmetry, start = Symmetry(rg.Kopano(5), 3), rg.Kopano(5).new_initial_state()
    for Symmetry.told in (8, -1, 10**6, 10**8, 2**70):
        with pytest.raises(ValueError, match="index must be 0 to 7, not"):
            symmetry(start)
    odd = Other(19)
    with pytest.raises(ValueError, match=r"a position of another game than Kopano\(size=2"):
        odd.symmetries()[4](odd.new_initial_state())


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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_progress_that_forks(threads: int) -> None:
    """The parent counts on until its progress stops it; the child as well, if it lacks nothing."""
    code = f"""
import os, signal
import roadgames as rg
calls = 0
def progress(done):
    global calls, child
    calls += 1
    if calls == 1:
        child = os.fork()
        if child == 0:
            signal.alarm(60)
    if calls == 3:
        raise StopIteration
try:
    rg.playouts(rg.Rhode(9).new_initial_state(), 10**12, 1, {threads}, progress=progress)
except StopIteration:
    code = 0
except RuntimeError as error:
    assert str(error) == "a child forked by progress cannot count on: it lacks the threads"
    code = 3
if child == 0:
    os._exit(code)
print(code, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ("0 0\n" if threads == 1 else "0 3\n")


def test_observations_of_no_position() -> None:
    for game in rg.Kopano(5), rg.Rumbo(4, True):
        none = np.zeros((0, *game.observation_tensor_shape()))
        for symmetry in game.symmetries():
            assert symmetry.apply_to_observation(none).shape == none.shape


@pytest.mark.parametrize("length", [-5, 0, 2.5, 2**70])
def test_longest_game_that_a_subclass_tells(length: Any) -> None:
    class Odd(rg.Rhode):
        def max_game_length(self) -> int:
            return length  # type: ignore[no-any-return]

    with pytest.raises((ValueError, TypeError), match=r"max_game_length\(\) must be"):
        rg.Batch(Odd(3), 2)
    with pytest.raises((ValueError, TypeError), match=r"max_game_length\(\) must be"):
        rg.playouts(Odd(3).new_initial_state(), 2)


def test_texts_that_encode_to_something_else() -> None:
    class Bytes(bytes):
        def __len__(self) -> int:
            return 10**9

    class Text(str):
        __slots__ = ()

        def encode(self, *_: object) -> bytes:
            return Bytes(b"kopano 3")

    game = rg.Kopano(3)
    assert game.string_to_action(Text("b2")) == 4
    assert game.new_initial_state(Text("kopano 3 pie w 0 b../.../...")).board[0, 0] == 1


def test_symmetries_come_back_whole() -> None:
    symmetry = rg.Kopano(5).symmetries()[7]
    assert symmetry.action_map.sum() > 0
    for twin in pickle.loads(pickle.dumps(symmetry)), copy.deepcopy(symmetry), copy.copy(symmetry):
        assert twin == symmetry
        assert not twin.action_map.flags.writeable
        np.testing.assert_array_equal(twin.action_map, symmetry.action_map)
    with pytest.raises(ValueError, match="index must be 0 to 7, not 200"):
        pickle.loads(pickle.dumps(symmetry).replace(b"K\x07", b"K\xc8"))


@pytest.mark.parametrize("dtype", ["\ud800", "nothing", 7, object(), "M8", np.zeros(3), "f8", int])
def test_kind_of_observation_that_there_is_not(dtype: Any) -> None:
    batch = rg.Batch(rg.Kopano(3), 2, 1)
    with pytest.raises(TypeError, match="observations are of float32 or uint8, not "):
        batch.observation(dtype=dtype)


def test_komi_too_long_to_print() -> None:
    with pytest.raises(ValueError, match="expected none, not a number too long to print"):
        rg.Rumbo(5, True, 10**5000)


def test_bytes_from_arrays_without_a_buffer() -> None:
    with pytest.raises(TypeError, match="a position is read from bytes, not"):
        rg.Kopano(3).state_from_bytes(np.zeros(3, "M8[s]"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_child_of_a_process_that_exits() -> None:
    code = """
import atexit, os, threading
import roadgames as rg
state = rg.Kopano(3).new_initial_state()
def fork_and_count():
    if os.fork() == 0:
        counts = []
        thread = threading.Thread(target=lambda: counts.append(rg.perft(state, 2)), daemon=True)
        thread.start()
        thread.join()
        os._exit(counts != [81])
    assert os.wait()[1] == 0
    print("counted")
atexit.unregister(rg.counting._end_daemon_jobs)
atexit.register(fork_and_count)
atexit.register(rg.counting._end_daemon_jobs)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "counted\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_daemon_thread_that_forks() -> None:
    code = """
import os, threading
import roadgames as rg
state = rg.Kopano(3).new_initial_state()
def count():
    assert rg.perft(state, 2) == 81
    os.write(1, b"counted\\n")
def fork():
    if os.fork() == 0:
        rg.counting._end_daemon_jobs()
        count()
        os._exit(0)
thread = threading.Thread(target=fork, daemon=True)
thread.start()
thread.join()
assert os.wait()[1] == 0
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "counted\n"
