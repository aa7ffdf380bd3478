"""The promises of docs/trust.md about packages and compilers; run by `make trust-packaging`.

Nothing here uses the source tree's own build: a source archive is made of a copy, the wheel of the
unpacked archive, and it is tested in fresh environments in another folder, without a compiler.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
VERSION = re.search(r'^__version__ = "(.*)"', (ROOT / "roadgames/__init__.py").read_text(), re.M)[1]

# Of the repository's own, not of the package.
NOT_IN_ARCHIVE = (".ci/", ".github/", ".git")
# Made by tools.
MADE = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis",
    ".benchmarks", "_native.c", "*.so",
)  # fmt: skip


def run(
    *command: str | Path, cwd: Path | None = None, path: Path | None = None, **variables: str
) -> str:
    """What the command prints.  path replaces PATH; without, this environment's programs lead."""
    own = ("MAKEFLAGS", "PYTHONPATH", "ROADGAMES_CPU")
    environment = {k: v for k, v in os.environ.items() if k not in own}
    environment["PATH"] = str(path) if path else f"{BIN}{os.pathsep}{environment['PATH']}"
    if path:
        environment.pop("CC", None)
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**environment, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=1200,
    )
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}"
    return done.stdout


# ---- The source archive and the wheel ----


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(ROOT, tmp_path_factory.mktemp("copy") / "roadgames", ignore=MADE))


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def sdist(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source archive."""
    folder = tmp_path_factory.mktemp("sdist")
    expected = files(source)
    run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, source)
    [archive] = folder.iterdir()
    assert archive.name == f"roadgames-{VERSION}.tar.gz"
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    unpacked = folder / f"roadgames-{VERSION}"
    (folder / "expected").write_text("\n".join(sorted(expected)), encoding="utf-8")
    return unpacked


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, sdist)
    [path] = folder.iterdir()
    return path


def test_source_archive_is_complete(sdist: Path) -> None:
    expected = {
        name
        for name in (sdist.parent / "expected").read_text(encoding="utf-8").splitlines()
        if not name.startswith(NOT_IN_ARCHIVE)
    }
    assert {
        "csrc/fast/cpu.c",
        "tests/suites/rhode.perft",
        "docs/trust.md",
        "SECURITY.md",
    } <= expected
    found = files(sdist)
    assert sorted(expected - found) == []
    added = {name for name in found - expected if ".egg-info/" not in name}
    assert added == {"PKG-INFO", "setup.cfg"}


def test_wheel_has_what_is_needed_at_run_time(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {f"roadgames/{path.name}" for path in (ROOT / "roadgames").glob("*.py")}
    types = {"roadgames/py.typed", "roadgames/_native.pyi"}
    assert names == modules | types | {"roadgames/_native.abi3.so"}


def test_abi3_tag(wheel: Path) -> None:
    """Only the stable interface of CPython 3.10 is used."""
    assert re.match(rf"roadgames-{re.escape(VERSION)}-cp310-abi3-", wheel.name)
    run(sys.executable, "-m", "abi3audit", "--strict", "--verbose", wheel)


@pytest.fixture(scope="module")
def repaired(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel with the widest manylinux tag that it deserves here."""
    if sys.platform != "linux":
        pytest.skip("manylinux is about Linux")
    folder = tmp_path_factory.mktemp("repaired")
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", folder, wheel)
    [path] = folder.iterdir()
    return path


def test_manylinux_tag(wheel: Path, repaired: Path) -> None:
    """The wheel needs nothing but the C library, in a version no newer than this machine's."""
    tags = re.findall(r"manylinux_2_(\d+)_", repaired.name)
    assert tags
    print(repaired.name)
    ours = os.confstr("CS_GNU_LIBC_VERSION")
    assert ours is not None
    assert min(map(int, tags)) <= int(ours.rpartition(".")[2])
    shown = run(sys.executable, "-m", "auditwheel", "show", wheel)
    libraries = set(re.findall(r"\b(lib[\w.-]+\.so[.\d]*|ld-[\w.-]+)", shown))
    assert libraries <= {"libc.so.6", "libpthread.so.0"}
    with zipfile.ZipFile(repaired) as archive:
        assert [name for name in archive.namelist() if ".libs/" in name] == []


# ---- Installed, without a compiler ----


def pythons() -> Iterator[tuple[int, Path]]:
    """(minor version, program) of each CPython from 3.10 on that is found here."""
    for minor in range(10, 30):
        kept = sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3"))
        found = shutil.which(f"python3.{minor}")
        for program in [*kept, *([Path(found)] if found else [])]:
            probe = "import sys, venv, ensurepip; print(sys.version_info[1])"
            done = subprocess.run(
                [program, "-c", probe], capture_output=True, text=True, check=False
            )
            if done.stdout.strip() == str(minor):
                yield minor, program
                break


AT_HAND = dict(pythons()) or {sys.version_info[1]: Path(sys.executable)}

PROBE = """
import pickle, shutil, sys
import numpy, roadgames as rg
assert rg.__file__.startswith(sys.prefix), rg.__file__
assert shutil.which("gcc") is shutil.which("cc") is shutil.which("clang") is None
for name in ("rhode", "kopano", "rumbo"):
    game = rg.load_game(name, size=5)
    state = game.new_initial_state()
    assert rg.perft(state, 2) > 500
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.observation_tensor().shape == game.observation_tensor_shape()
    assert rg.playouts(state, 10, seed=1).games == 10
    batch = rg.Batch(game, 64, seed=1, threads=2, autoreset="same_step")
    for _ in range(100):
        batch.step(batch.sample_actions())
    assert batch.observation().dtype == numpy.float32
print(numpy.__version__)
"""


def environment(folder: Path, python: Path, wheel: Path, *packages: str) -> Path:
    """A fresh environment with the wheel; returns its folder of programs."""
    run(python, "-m", "venv", folder)
    programs = folder / "bin"
    pip = (programs / "python", "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "install", "--only-binary", ":all:", wheel, *packages, path=programs)
    return programs


def requirement(name: str) -> str:
    """The oldest release of a package that pyproject.toml allows."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    [dependencies] = re.findall(r"^dependencies = (.*)$", text, re.M)
    [least] = re.findall(rf'"{name}>=([\d.]+)"', dependencies)
    return str(least)


@pytest.mark.parametrize("which", ["oldest", "newest"])
def test_installed_wheel(which: str, wheel: Path, sdist: Path, tmp_path: Path) -> None:
    """The oldest CPython, numpy and cffi that are allowed, and the newest at hand."""
    if which == "oldest":
        python = AT_HAND[min(AT_HAND)]
        if min(AT_HAND) != 10:
            pytest.skip(f"no CPython 3.10 here, which the oldest numpy wheels are for: {AT_HAND}")
        packages = [f"{name}=={requirement(name)}.*" for name in ("numpy", "cffi")]
    else:
        python = AT_HAND[max(AT_HAND)]
        packages = []
    programs = environment(tmp_path / "venv", python, wheel, *packages)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    numpy = run(programs / "python", "-c", PROBE, cwd=elsewhere, path=programs).strip()
    print(f"{python}, numpy {numpy}")
    assert which == "newest" or numpy.startswith(requirement("numpy") + ".")
    for suite in sorted((sdist / "tests" / "suites").iterdir()):
        shutil.copy(suite, elsewhere)
        command = (programs / "roadgames", "perft", "--suite", suite.name)
        run(*command, cwd=elsewhere, path=programs)


def test_python_tests_of_the_archive(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    """Tests from the unpacked archive, run where only the installed package can be imported."""
    tools = ("pytest", "hypothesis", "pytest-benchmark")
    programs = environment(tmp_path / "venv", AT_HAND[max(AT_HAND)], wheel, *tools)
    shutil.copytree(sdist / "tests", tmp_path / "elsewhere" / "tests")
    names = ("observation", "symmetry", "drawing", "endings")
    chosen = [f"tests/test_{name}.py" for name in names]
    command = (programs / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen)
    printed = run(*command, cwd=tmp_path / "elsewhere", path=programs)
    assert re.search(r"\b[1-9]\d* passed", printed)
    assert "failed" not in printed


# ---- Compilers ----

COMPILERS = sorted(
    {
        name
        for folder in os.environ["PATH"].split(os.pathsep)
        if Path(folder).is_dir()
        for name in os.listdir(folder)
        if re.fullmatch(r"(gcc|clang)(-\d+)?|musl-gcc", name) and "ccache" not in folder
    }
)


def test_compilers_at_hand() -> None:
    assert "gcc" in COMPILERS
    assert any(name.startswith("clang") for name in COMPILERS)


def distinct_compilers() -> list[str]:
    """One name for each: gcc and gcc-12 may be the same program."""
    named = {Path(str(shutil.which(name))).resolve(): name for name in reversed(COMPILERS)}
    return sorted(named.values())


@pytest.mark.parametrize("optimization", ["-O0", "-O3"])
@pytest.mark.parametrize("compiler", distinct_compilers())
def test_compiler(compiler: str, optimization: str) -> None:
    """All of the C core, no warning with -Wpedantic, and the signature of the usual build.

    Compilers warn of other things where they optimize and where they do not.
    """
    build = ROOT / "build" / f"{compiler}{optimization}"
    cc = f"ccache {compiler}" if "ccache" in os.environ.get("CC", "") else compiler
    options = [f"BUILD={build}", f"CC={cc}", f"CFLAGS={optimization} -Wpedantic -Werror"]
    target = build / "ctest" / "signature"
    run("make", "-C", ROOT, f"-j{os.cpu_count()}", *options, target)
    signatures = {
        run(program, ROADGAMES_CPU=level)
        for program in (target, ROOT / "build" / "ctest" / "signature")
        for level in ("baseline", "v2", "v3", "v4")
    }
    assert len(signatures) == 1
