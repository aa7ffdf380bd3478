"""States and batches that Python frees: in cycles, in finalizers, at its end."""

from __future__ import annotations

import gc
import subprocess
import sys
import textwrap
import weakref

import pytest

import roadgames as rg

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
