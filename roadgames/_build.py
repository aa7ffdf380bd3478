"""Tells cffi how to build roadgames._native; used by setup.py alone.

The declarations are read from the public C header, so the binding cannot drift from it: constants
are left for the compiler to supply, and structures are checked against their real layout.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from cffi import FFI

# Relative to the project's folder, where setup.py runs: source archives hold no absolute paths.
CSRC = Path("csrc")
INSTANCES = Path("build/instances")

WIDTHS = range(1, 7)
LEVELS = ("baseline", "v2", "v3", "v4")

# Compiled once for each width and level: one board at a time, and many side by side.
TEMPLATES = {"instance": LEVELS, "lanes": ("v3", "v4")}

INSTANCE = """\
#define RG_W {width}
#define RG_LEVEL {level}
#include "{template}.c"
"""
# The compiler knows the machine it compiles for, also in cross and universal builds.
X86_ONLY = "#if defined(__x86_64__)\n{}#endif\n"


def declarations() -> str:
    """The part of the header between its two "binding" lines, as cffi wants it."""
    header = (CSRC / "roadgames.h").read_text(encoding="utf-8")
    part = header.partition("/* binding: begin */")[2].partition("/* binding: end */")[0]
    part = re.sub(r"/\*.*?\*/", " ", part, flags=re.DOTALL)
    part = re.sub(r"^#define (\w+) .*$", r"#define \1 ...", part, flags=re.MULTILINE)
    return part + 'extern "Python" int rg_python_poll(void *user, double done);\n'


def instances() -> list[str]:
    """Writes a small C file for each template, board width and level; returns the paths."""
    INSTANCES.mkdir(parents=True, exist_ok=True)
    paths = []
    for template, levels in TEMPLATES.items():
        for level in levels:
            for width in WIDTHS:
                text = INSTANCE.format(width=width, level=level, template=template)
                path = INSTANCES / f"{template}_w{width}_{level}.c"
                path.write_text(text if level == "baseline" else X86_ONLY.format(text))
                paths.append(path.as_posix())
    return paths


def builder() -> FFI:
    ffi = FFI()
    ffi.cdef(declarations())
    core = sorted(path.as_posix() for path in CSRC.glob("*.c") if path.stem not in TEMPLATES)
    ffi.set_source(
        "roadgames._native",
        '#include "roadgames.h"\n',
        # The slow ones first: they are compiled side by side.
        sources=[*instances(), *core],
        depends=[path.as_posix() for path in CSRC.glob("*.[ch]")],
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
