"""The promises of docs/trust.md about processors; run by `make trust-cpus`.

Every instruction set level, old and foreign processors in an emulator, Windows, and a look at the
machine code. A tool that is missing fails the test that needs it; only a level that this machine
does not have is skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build"
SUITES = sorted((ROOT / "tests" / "suites").glob("*.perft"))
LEVELS = ("baseline", "v2", "v3", "v4")

DEBIAN = {
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu, libc6-dev-arm64-cross",
    "objdump": "binutils",
    "s390x-linux-gnu-gcc": "gcc-s390x-linux-gnu, libc6-dev-s390x-cross",
    "wine": "wine, wine64",
    "x86_64-w64-mingw32-gcc-posix": "gcc-mingw-w64-x86-64-posix",
}


def tool(name: str) -> str:
    path = shutil.which(name)
    assert path, f"{name} is missing (Debian: {DEBIAN.get(name, 'qemu-user')})"
    return path


def output(*command: str | Path, level: str = "", **options: object) -> str:
    """What the command prints; with the level forced, where one is given."""
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "ROADGAMES_CPU")}
    if level:
        environment["ROADGAMES_CPU"] = level
    done = subprocess.run(
        [str(part) for part in command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
        **options,
    )
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return str(done.stdout)


CLI = (sys.executable, "-m", "roadgames")


def level_of(*command: str | Path, level: str = "") -> str:
    """The level that `roadgames --version`, run by this command, says is in use."""
    [used] = re.findall(r"^CPU level (\S+)$", output(*command, "--version", level=level), re.M)
    return str(used)


BEST = LEVELS.index(level_of(*CLI))


def available(level: str) -> str:
    if LEVELS.index(level) > BEST:
        pytest.skip(f"this machine has levels up to {LEVELS[BEST]}")
    return level


# ---- Levels ----


@pytest.mark.parametrize("level", LEVELS)
def test_level_can_be_forced(level: str) -> None:
    """The highest level allowed: a machine that has less uses its best."""
    assert level_of(*CLI, level=level) == LEVELS[min(LEVELS.index(level), BEST)]


@pytest.mark.parametrize("suite", SUITES, ids=lambda path: path.stem)
@pytest.mark.parametrize("level", LEVELS)
def test_perft_suite(level: str, suite: Path) -> None:
    output(*CLI, "perft", "--suite", suite, level=available(level))


def test_one_signature() -> None:
    """Of the C library over all games and sizes, and of the Python package over the workloads."""
    levels = LEVELS[: BEST + 1]
    in_c = {output(BUILD / "ctest" / "signature", level=level) for level in levels}
    command = (sys.executable, "-m", "benchmarks.signature")
    in_python = {output(*command, level=level, cwd=ROOT) for level in levels}
    assert len(in_c) == len(in_python) == 1


# ---- Machine code ----

# By the mnemonics of objdump.  tzcnt is missing: its code is that of bsf with a prefix that older
# processors ignore, the result is the same but for 0, and compilers write it for them too.
SINCE_V2 = re.compile(
    r"popcnt|crc32|lddqu|movddup|movs[hl]dup|(h|addsu)(add|sub)p[sd]|p(abs|sign)[bwd]|palignr|pshufb"
    r"|ph(add|sub)s?[wd]|pmulhrsw|pmaddubsw|blendv?p[ds]|pblend\w+|dpp[sd]|extractps|insertps|movntdqa"
    r"|mpsadbw|packusdw|pcmp(eqq|gtq|[ei]str[im])|p(ext|ins)r[bdq]|phminposuw|p(min|max)(s[bd]|u[wd])"
    r"|pmov[sz]x\w+|pmul(dq|ld)|ptest|round[ps][sd]"
)
SINCE_V3 = re.compile(
    r"v[a-z]\w*|andn|bextr|bls(i|r|msk)|bzhi|lzcnt|movbe|mulx|pdep|pext|rorx|sarx|sh[lr]x"
)
SINCE_V4 = re.compile(r"k(add|and|andn|mov|not|or|ortest|shift[lr]|test|unpck|xnor|xor)[bwdq]+")
REGISTERS_V4 = re.compile(r"%zmm|%[xy]mm(1[6-9]|2\d|3[01])|%k[0-7]")
# Begin with v and are older than AVX.
NOT_VECTORS = {"verr", "verw"}


def level_needed(mnemonic: str, operands: str) -> int:
    """The lowest level, as a number in LEVELS, that has the instruction."""
    if SINCE_V4.fullmatch(mnemonic) or REGISTERS_V4.search(operands):
        return 3
    if SINCE_V3.fullmatch(mnemonic) and mnemonic not in NOT_VECTORS:
        return 2
    return int(bool(SINCE_V2.fullmatch(mnemonic)))


@pytest.mark.parametrize(
    ("instruction", "level"),
    [
        ("pand %xmm0,%xmm1", 0),
        ("tzcnt %rax,%rax", 0),
        ("popcnt %rax,%rax", 1),
        ("ptest %xmm0,%xmm1", 1),
        ("andn %rax,%rbx,%rcx", 2),
        ("pdep %rax,%rbx,%rcx", 2),
        ("shlx %rax,%rbx,%rcx", 2),
        ("vpand %ymm0,%ymm1,%ymm2", 2),
        ("vpandq %zmm0,%zmm1,%zmm2", 3),
        ("vpandq %ymm16,%ymm1,%ymm2", 3),
        ("vpaddq %ymm0,%ymm1,%ymm2{%k1}", 3),
        ("kmovq %k0,%rax", 3),
    ],
)
def test_levels_of_instructions(instruction: str, level: int) -> None:
    assert level_needed(*instruction.split(" ")) == level


# Of a line of objdump -d without the bytes: address, perhaps prefixes, mnemonic, operands.
CODE = re.compile(r"^ +[0-9a-f]+:\t(?:(?:rep[nz]*|lock|notrack|data16|cs|ds|bnd) )*(\S+)(.*)$")


def disassemble(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """(member of the archive, function, mnemonic, operands) of each instruction."""
    member = function = ""
    for line in output(tool("objdump"), "-d", "--no-show-raw-insn", path).splitlines():
        if title := re.match(r"^(\S+): +file format", line):
            member = title[1]
        elif title := re.match(r"^[0-9a-f]+ <(.*)>:$", line):
            function = title[1]
        elif code := CODE.match(line):
            yield member, function, code[1], code[2].strip()


def level_named(name: str) -> int:
    """That in instance_kopano_v3_w3.o, rg_spread_v3; baseline where none is named."""
    named = re.search(r"_(baseline|v[234])(_w\d)?\b", name)
    return LEVELS.index(named[1]) if named else 0


def static_library(_: Path) -> Iterator[tuple[str, str, str, str]]:
    for member, function, mnemonic, operands in disassemble(BUILD / "libroadgames.a"):
        yield member, f"{member}: {function}", mnemonic, operands


def extension(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Each function of the module as setup.py builds it, with the source of static ones.

    Not that of a clone, which is linked from the static library: there all levels have one source.
    """
    command = ("setup.py", "--quiet", "build_ext", "--build-lib", folder, "--build-temp", folder)
    output(sys.executable, *command, cwd=ROOT)
    library = folder / "roadgames/_native.abi3.so"
    sources, source = {}, ""
    for line in output(tool("objdump"), "-t", library).splitlines():
        fields = line.split()
        if len(fields) < 5:
            continue
        if line[17:].startswith("l    df"):
            source = fields[-1]
        elif line[17 + 6 :].startswith("F"):
            local_to_one_file = line[17] == "l" and ".hidden" not in fields
            sources[fields[-1]] = source if local_to_one_file else fields[-1]
    yield from (("", f"{sources.get(f, f)}: {f}", m, o) for _, f, m, o in disassemble(library))


@pytest.mark.skipif(sys.platform != "linux" or os.uname().machine != "x86_64", reason="x86-64 code")
@pytest.mark.parametrize("of", [static_library, extension])
def test_instructions_stay_in_their_level(of: object, tmp_path: Path) -> None:
    """Also a check of the check: every level is seen using instructions of its own."""
    misplaced, used, count = set(), set(), 0
    for member, place, mnemonic, operands in of(tmp_path):
        needed, allowed = level_needed(mnemonic, operands), level_named(member or place)
        count += 1
        if needed > allowed:
            misplaced.add(f"{place}: {mnemonic} {operands} needs {LEVELS[needed]}")
        if needed == allowed:
            used.add(LEVELS[needed])
    assert sorted(misplaced)[:20] == []
    assert used == set(LEVELS)
    assert count > 100_000


# ---- Old processors ----


@pytest.fixture(scope="module")
def short_suites(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The suites without the depths that take an emulator long."""
    folder = tmp_path_factory.mktemp("short")
    for suite in SUITES:
        lines = []
        for line in suite.read_text(encoding="utf-8").splitlines():
            fields = [
                field
                for field in line.split(" ; ")
                if not (depth := re.fullmatch(r"D\d+ (\d+)", field)) or int(depth[1]) < 20_000
            ]
            if any(re.match(r"D\d", field) for field in fields):
                lines.append(" ; ".join(fields) + "\n")
        assert len(lines) > 40
        (folder / suite.name).write_text("".join(lines), encoding="utf-8")
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def print_level(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program in C that prints the level in use."""
    program = tmp_path_factory.mktemp("level") / "level"
    source = program.with_suffix(".c")
    source.write_text(
        '#include "roadgames.h"\n#include <stdio.h>\nint main(void) { puts(rg_cpu_level()); }\n'
    )
    library = BUILD / "libroadgames.a"
    output("cc", "-pthread", "-I", ROOT / "csrc", source, library, "-o", program)
    return program


@pytest.mark.parametrize(
    ("model", "level"),
    [("Conroe", "baseline"), ("Nehalem", "v2"), ("Haswell", "v3")],
)
def test_c_library_on_older_processor(model: str, level: str, print_level: Path) -> None:
    """The emulator refuses what the model lacks; the level is the one that suits it."""
    emulator = (tool("qemu-x86_64"), "-cpu", model)
    assert output(*emulator, print_level) == f"{level}\n"
    signature = BUILD / "ctest" / "signature"
    assert output(*emulator, signature) == output(signature)


@pytest.mark.parametrize("level", ["baseline", "v2"])
def test_package_on_nehalem(
    level: str, short_suites: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nehalem is the oldest processor that numpy's wheels run on."""
    # OpenBLAS, which numpy brings along, takes the emulated processor for a later one.
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Nehalem")
    nehalem = (tool("qemu-x86_64"), "-cpu", "Nehalem", *CLI)
    assert level_of(*nehalem, level=level) == level
    output(*nehalem, "perft", "--suite", *short_suites, level=level)


# ---- Other processors and systems ----


def cross_compile(build: Path, compiler: str) -> list[Path]:
    """Builds the library and its tests for another machine; returns the tests."""
    options = [f"BUILD={build}", f"CC={compiler}", "CFLAGS=-O2", "LDFLAGS=-static"]
    output("make", "-C", ROOT, f"-j{os.cpu_count()}", *options, "ctest-programs")
    programs = sorted((build / "ctest").glob("test_*"))
    assert len(programs) >= 7
    return programs


@pytest.mark.parametrize("machine", ["s390x", "aarch64"])
def test_c_tests_on_other_machine(machine: str) -> None:
    """s390x keeps the highest byte first; the native build must give the same signature."""
    build = BUILD / machine
    emulator = tool(f"qemu-{machine}")
    for program in cross_compile(build, tool(f"{machine}-linux-gnu-gcc")):
        output(emulator, program)
    ours = output(BUILD / "ctest" / "signature")
    assert output(emulator, build / "ctest" / "signature") == ours


def test_c_tests_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Built with MinGW-w64, run by Wine on this processor."""
    build = BUILD / "windows"
    monkeypatch.setenv("WINEPREFIX", str(build / "wine"))
    monkeypatch.setenv("WINEDEBUG", "-all")
    wine = tool("wine")
    for program in cross_compile(build, tool("x86_64-w64-mingw32-gcc-posix")):
        output(wine, program)
    ours = output(BUILD / "ctest" / "signature")
    for level in LEVELS:
        theirs = output(wine, build / "ctest" / "signature.exe", level=level)
        assert theirs.split() == ours.split()
