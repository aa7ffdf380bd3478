"""The command line as a process of its own, and Ctrl-C for it."""

import signal
import subprocess
import sys
import time
from typing import Any


def program(*args: object, **options: Any) -> "subprocess.Popen[str]":
    """`roadgames` with these arguments, its output and errors as texts."""
    command = [sys.executable, "-m", "roadgames", *map(str, args)]
    return subprocess.Popen(command, **{"stdout": -1, "stderr": -1, "text": True, **options})


def interrupt(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """Sends Ctrl-C; exit code, output and errors, where the end comes soon."""
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert time.monotonic() - start < 10  # about 0.1 s; the rest is for a busy machine
    return process.returncode, out, err


def interrupt_all(processes: "list[subprocess.Popen[str]]") -> list[tuple[int, str, str]]:
    """interrupt() of each; none is left running where one does not end as it should."""
    try:
        return [interrupt(process) for process in processes]
    finally:
        for process in processes:
            process.kill()
