"""Builds roadgames._native; everything else is in pyproject.toml and roadgames/_build.py."""

import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor

from setuptools import setup
from setuptools.command.build_ext import build_ext


def missing(compiler):
    """What the build lacks, in words; None when nothing. compiler is its command with options."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "free-threaded CPython is not supported yet: use the ordinary build of Python"
    if not compiler or not shutil.which(compiler[0]):
        name = compiler[0] if compiler else "gcc"
        return f"C compiler {name} not found: install gcc or clang, or name one in CC"
    probe = [*compiler, "-dM", "-E", "-x", "c", os.devnull]
    macros = subprocess.run(probe, capture_output=True, text=True, check=False).stdout
    if "__GNUC__ " not in macros or "__SIZEOF_POINTER__ 8" not in macros:
        return f"{compiler[0]} is not gcc or clang for a 64-bit machine: set CC to one"
    header = os.path.join(sysconfig.get_path("include"), "Python.h")
    return None if os.path.exists(header) else f"no {header}: install Python's development files"


class BuildExt(build_ext):
    def build_extensions(self):
        if lack := missing(getattr(self.compiler, "compiler_so", None)):
            raise SystemExit(f"error: roadgames cannot be built: {lack}")
        one = self.compiler.compile

        def compile_all(sources, **options):
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = pool.map(lambda source: one([source], **options), sources)
                return [path for paths in objects for path in paths]

        self.compiler.compile = compile_all
        super().build_extensions()

    def get_libraries(self, ext):
        # With MinGW setuptools names the library of one Python, not that of the stable interface.
        return ["python3"] if sys.platform == "win32" else super().get_libraries(ext)


options = {"bdist_wheel": {"py_limited_api": "cp310"}}
if sys.platform == "win32":
    options["build_ext"] = {"compiler": "mingw32"}

setup(
    cffi_modules=["roadgames/_build.py:builder"], cmdclass={"build_ext": BuildExt}, options=options
)
