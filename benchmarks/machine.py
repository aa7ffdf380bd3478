"""Where a measurement was made, and keeping it to one core."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import roadgames as rg
from roadgames._native import ffi, lib


def pin() -> int | None:
    """Keeps this process and those it starts to one core; its number, None where that can't be."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def cpu_level() -> str:
    """The instruction set level in use."""
    return str(ffi.string(lib.rg_cpu_level()).decode())


def cpu_model() -> str:
    """The processor's name as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def describe() -> dict[str, str]:
    """Engine, build, instruction set level, processor, system and Python."""
    return {
        "roadgames": rg.__version__,
        "build": str(ffi.string(lib.rg_build_info()).decode()),
        "cpu_level": cpu_level(),
        "cpu": cpu_model(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def headline(about: dict[str, str]) -> str:
    """describe() in two lines."""
    return (
        "roadgames {roadgames}, {build}, instruction set level {cpu_level}\n"
        "{cpu}, {system}, {python}, one core".format(**about)
    )
