"""Checks of arguments, with one wording for all of them."""

from __future__ import annotations

import os
from functools import wraps
from operator import index
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

try:
    from ._native import ffi, lib
except ModuleNotFoundError as error:
    raise ImportError(
        "the C core of roadgames is not compiled here: run `pip install .` in the source folder, "
        "and Python elsewhere, or `pip install --editable .`"
    ) from error

MAX_UINT64 = 2**64 - 1

Class = TypeVar("Class", bound=type[Any])


def shown(value: object) -> str:
    """repr(value), short enough for an error message."""
    try:
        text = repr(value)
    except ValueError:  # Python prints no integer of more than some 4300 digits
        return "a number too long to print"
    except Exception:  # whatever repr raises must not hide the error this text is for
        return f"an object of {type(value).__name__} that has no repr"
    return text if len(text) <= 60 else text[:57] + "..."


def whole(value: object, what: str) -> int:
    """value as an int. TypeError unless it has __index__ and is neither a bool nor an array."""
    array = hasattr(value, "shape") and not isinstance(value, np.generic)
    if not array and not isinstance(value, (bool, np.bool_)):
        try:
            return index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    kind = type(value).__name__
    raise TypeError(f"{what} must be a whole number, not {shown(value)} ({kind})")


def whole_within(value: object, what: str, low: int, high: int) -> int:
    """value as an int from low to high; TypeError or ValueError where it is none."""
    number = whole(value, what)
    if not low <= number <= high:
        raise ValueError(f"{what} must be {low} to {high}, not {shown(number)}")
    return number


def truth(value: object, what: str) -> bool:
    """value as a bool. TypeError unless it is one, of Python or numpy."""
    if not isinstance(value, (bool, np.bool_)):
        kind = type(value).__name__
        raise TypeError(f"{what} must be True or False, not {shown(value)} ({kind})")
    return bool(value)


def thread_count(threads: object) -> int:
    """threads as a whole number from 1 up, cut to the most that the core starts."""
    number = whole(threads, "threads")
    if number < 1:
        raise ValueError(f"threads must be 1 or more, not {shown(number)}")
    return min(number, int(lib.RG_MAX_THREADS))


def seed_or_new(seed: object) -> int:
    """seed as a whole number from 0 to 2**64 - 1; one from the operating system for None."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    return whole_within(seed, "seed", 0, MAX_UINT64)


def own_array(out: object) -> NDArray[Any]:
    """out as a plain numpy array on the same memory, to be written to; TypeError if it is no array.

    A subclass may report another type and shape than its memory has, a plain array cannot.
    """
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a numpy array, not {shown(out)}")
    return np.asarray(out)


def memory_of(out: NDArray[Any], shape: tuple[int, ...], ctype: str) -> Any:
    """A pointer for C to the cells of an array, whose C type the caller has checked.

    ValueError unless the array has this shape and is aligned, C-contiguous and writeable.
    """
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, not {out.shape}")
    if not out.flags.aligned:
        raise ValueError("out must be aligned")
    try:
        return ffi.from_buffer(f"{ctype}[]", out, True)
    except (ValueError, BufferError):
        raise ValueError("out must be C-contiguous and writeable") from None


def made_once(kind: Class) -> Class:
    """A class decorator: calling __init__ of an object a second time is a TypeError.

    C goes on using what the first call made, and other sizes from a second call would not fit it.
    Objects must have room for an attribute _begun.
    """
    init = kind.__init__

    @wraps(init)
    def begin(self: Any, *args: Any, **options: Any) -> None:
        if hasattr(self, "_begun"):
            raise TypeError(f"__init__ was called again: make another {type(self).__name__}")
        object.__setattr__(self, "_begun", True)
        init(self, *args, **options)

    kind.__init__ = begin
    return kind
