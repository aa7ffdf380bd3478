"""Processes that fork while they count, or count while they end."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


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
