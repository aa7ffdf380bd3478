"""Tells cffi how to build roadgames._native; used by setup.py alone.

The declarations are read from the public C header, so the binding cannot drift from it: constants
are left for the compiler to supply, and structures are checked against their real layout.

ROADGAMES_LIBRARY in the environment names a static library of the same sources, which is linked
then: in a clone, make has compiled it already.
"""

from __future__ import annotations

import os
import re
import sys
from itertools import product
from pathlib import Path

from cffi import FFI

# Relative to the project's folder, where setup.py runs: source archives hold no absolute paths.
CSRC = Path("csrc")
INSTANCES = Path("build/instances")

# Compiled once for each game, level and board width: one board at a time, and many side by side;
# and once for each level.
TEMPLATES = ("fast/instance", "fast/lanes", "fast/spread")


def listed(name: str) -> list[str]:
    """The names in a list of csrc/games/registry.h."""
    text = (CSRC / "games/registry.h").read_text(encoding="utf-8")
    [line] = re.findall(rf"^#define RG_{name}_LIST\(X, with\) (.*)$", text, re.MULTILINE)
    return re.findall(r"\bX\((\w+), with\)", line)


def declarations() -> str:
    """The part of the header between its two "binding" lines, as cffi wants it."""
    header = (CSRC / "roadgames.h").read_text(encoding="utf-8")
    part = header.partition("/* binding: begin */")[2].partition("/* binding: end */")[0]
    part = re.sub(r"/\*.*?\*/", " ", part, flags=re.DOTALL)
    part = re.sub(r"^#define (\w+) .*$", r"#define \1 ...", part, flags=re.MULTILINE)
    return part + 'extern "Python" int rg_python_poll(void *user, double done);\n'


def instance(template: str, level: str, game: str = "", width: str = "") -> str:
    """Writes a small C file that includes a template; returns its path."""
    text = f'#define RG_LEVEL {level}\n#include "{template}.c"\n'
    name = f"{template.replace('/', '_')}_{level}.c"
    if game:
        text = f"#define RG_GAME {game}\n#define RG_W {width}\n{text}"
        name = f"{template.replace('/', '_')}_{game}_{level}_w{width}.c"
    if level != "baseline":
        # The compiler knows the machine it compiles for, also in cross and universal builds.
        text = f"#if defined(__x86_64__)\n{text}#endif\n"
    path = INSTANCES / name
    path.write_text(text, encoding="utf-8")
    return path.as_posix()


def instances() -> list[str]:
    """The files for all games, levels and widths. They are compiled side by side, so the slow
    ones come first."""
    INSTANCES.mkdir(parents=True, exist_ok=True)
    paths = []
    for template, levels in (
        ("fast/instance", listed("LEVEL")),
        ("fast/lanes", listed("LANES")),
    ):
        for width, level, game in product(reversed(listed("WIDTH")), levels, listed("GAME")):
            paths.append(instance(template, level, game, width))
    return paths + [instance("fast/spread", level) for level in listed("LEVEL")]


def sources() -> list[str]:
    core = sorted(CSRC.glob("*/*.c"))
    templates = {CSRC / f"{template}.c" for template in TEMPLATES}
    return [*instances(), *(path.as_posix() for path in core if path not in templates)]


def builder() -> FFI:
    library = os.environ.get("ROADGAMES_LIBRARY")
    ffi = FFI()
    ffi.cdef(declarations())
    ffi.set_source(
        "roadgames._native",
        '#include "roadgames.h"\n',
        sources=[] if library else sources(),
        extra_objects=[library] if library else [],
        depends=[path.as_posix() for path in CSRC.glob("**/*.[ch]")],
        include_dirs=[CSRC.as_posix()],
        define_macros=[("Py_LIMITED_API", "0x030a0000")],
        # -g0: Python's own flags may ask for debugging data, which would be most of the wheel.
        extra_compile_args=[
            *("-std=c11", "-O3", "-g0", "-fvisibility=hidden", "-pthread", "-Wall", "-Wextra"),
        ],
        # On Windows threads come with MinGW's own library, which wheels would lack.
        extra_link_args=["-pthread", *(["-static"] if sys.platform == "win32" else [])],
        py_limited_api=True,
    )
    return ffi
