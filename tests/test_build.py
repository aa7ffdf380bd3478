"""What is refused at build time, and what must agree between files of the project."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest
import setuptools

import roadgames as rg

ROOT = Path(__file__).parents[1]
COMPILER = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


# ---- Refusals ----


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str] | None], str | None]:
    """setup.py's own function, without the building."""
    monkeypatch.setattr(setuptools, "setup", lambda **_: None)
    return runpy.run_path(str(ROOT / "setup.py"))["missing"]


def test_build_accepts_this_machine(missing):
    if not shutil.which(COMPILER[0]):
        pytest.skip(f"no C compiler {COMPILER[0]}")
    assert missing(COMPILER) is None


def test_free_threaded_python_is_refused(missing, monkeypatch):
    monkeypatch.setattr(sysconfig, "get_config_var", {"Py_GIL_DISABLED": 1}.get)
    assert missing(COMPILER) == (
        "free-threaded CPython is not supported yet: use the ordinary build of Python"
    )


@pytest.mark.parametrize(
    ("macros", "lack"),
    [
        (None, "C compiler .*/cc not found: install gcc or clang, or name one in CC"),
        ("", ".*/cc is not gcc or clang for a 64-bit machine: set CC to one"),
        ("#define __GNUC__ 12\n#define __SIZEOF_POINTER__ 4\n", ".*/cc is not gcc or clang .*"),
        ("#define _MSC_VER 1930\n#define __SIZEOF_POINTER__ 8\n", ".*/cc is not gcc or clang .*"),
    ],
)
def test_other_compilers_are_refused(missing, tmp_path, macros, lack):
    compiler = tmp_path / "cc"
    if macros is not None:
        compiler.write_text(f"#!/bin/sh\ncat <<END\n{macros}END\n")
        compiler.chmod(0o755)
    assert re.fullmatch(lack, missing([str(compiler)]))


# Not "gcc": on other machines than x86-64 it has no -m32.
@pytest.mark.skipif(
    sysconfig.get_platform() != "linux-x86_64" or not shutil.which("gcc"), reason="needs gcc -m32"
)
@pytest.mark.parametrize(
    "source",
    ["fast/cpu.c", "fast/instance.c", "position/state.c", "drivers/perft.c", "drivers/job.c"],
)
def test_32_bit_machines_are_refused(source):
    # Freestanding: the headers of a C library for such a machine need not be there.
    flags = ["-m32", "-ffreestanding", "-std=c11", "-fsyntax-only", "-I", str(ROOT / "csrc")]
    macros = ["-DRG_GAME=kopano", "-DRG_W=1", "-DRG_LEVEL=baseline"]
    command = ["gcc", *flags, *macros, str(ROOT / "csrc" / source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert '#error "roadgames needs a 64-bit machine' in done.stderr


# ---- ROADGAMES_CPU ----

LEVELS = ("baseline", "v2", "v3", "v4")


def version(level: str) -> tuple[str, str]:
    """The CPU level and what was complained of, with that value of ROADGAMES_CPU."""
    done = subprocess.run(
        [sys.executable, "-m", "roadgames", "--version"],
        env={**os.environ, "ROADGAMES_CPU": level},
        capture_output=True,
        text=True,
        check=True,
    )
    [used] = re.findall(r"^CPU level (.*)$", done.stdout, re.M)
    return used, done.stderr


@pytest.mark.parametrize("level", LEVELS)
def test_level_can_be_lowered(level):
    best, _ = version("")
    assert version(level) == (min(level, best, key=LEVELS.index), "")


def test_level_above_the_machine_is_its_best():
    assert version("v4") == version("")


@pytest.mark.parametrize("level", ["v5", "V3", "v3 ", "avx2"])
def test_unknown_level_is_told(level):
    best, _ = version("")
    complaint = f'roadgames: ROADGAMES_CPU is "{level}", not baseline, v2, v3 or v4: ignored\n'
    assert version(level) == (best, complaint)


# ---- One place for each ----


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_version_stands_in_one_place():
    assert re.fullmatch(r"\d+\.\d+\.\d+", rg.__version__)
    assert rg.__version__ in text("roadgames/__init__.py")
    assert re.search(rf"^## {re.escape(rg.__version__)}$", text("CHANGELOG.md"), re.M)
    for name in ("pyproject.toml", "setup.py", "Makefile", "csrc/roadgames.pc.in"):
        assert f'"{rg.__version__}"' not in text(name), name
    assert 'dynamic = ["version"]' in text("pyproject.toml")


def test_pages_name_targets_that_exist():
    """Of make, in the pages about contributing and trust and in the workflows."""
    rules = text("Makefile") + text("tests/trust/trust.mk")
    targets = set(re.findall(r"^([a-z-]+):", rules, re.M))
    names = ["CONTRIBUTING.md", "SECURITY.md", "docs/trust.md"]
    for name in [*names, *(f".github/workflows/{n}.yml" for n in ("ci", "release"))]:
        if name.startswith(".github") and not (ROOT / name).exists():
            continue  # source archives come without
        named = set(re.findall(r"(?:`|\brun: )make ([a-z-]+)", text(name)))
        assert named <= targets, name
    assert {"trust", "test", "lint"} <= set(re.findall(r"`make ([a-z-]+)", text("CONTRIBUTING.md")))


# ---- GNU extensions ----

EXTENSION = re.compile(
    r"__attribute__\(\((\w+)|__builtin_(\w+)|[pP](?:ragma|RAGMA)[ (\"]+(?:GCC|clang) (\w+)"
    r"|(__int128|__BYTE_ORDER__|__asm__|__has_include)"
)


def test_page_lists_all_extensions():
    used = set()
    for path in (ROOT / "csrc").rglob("*.[ch]"):
        for found in EXTENSION.finditer(path.read_text(encoding="utf-8")):
            [name] = filter(None, found.groups())
            # ctz is there for int and for long long.
            used.add(re.sub(r"^(ctz|popcount).*", r"\1", name))
    assert {"vector_size", "__int128", "popcount", "__asm__", "target", "unroll"} <= used
    page = text("docs/trust.md")
    assert {name for name in used if not re.search(rf"`[^`\n]*{name}[^`\n]*`", page)} == set()
