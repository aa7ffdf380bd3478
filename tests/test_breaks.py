"""Faults that were once found, each as a test of its kind."""

import subprocess
import sys
import threading
from pathlib import Path

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
