"""Checks of arguments, with one wording for all of them."""

from __future__ import annotations

from functools import wraps
from operator import index
from typing import Any, TypeVar

import numpy as np

from ._native import lib

MAX_UINT64 = 2**64 - 1

Class = TypeVar("Class", bound=type[Any])


def shown(value: object) -> str:
    """repr(value), short enough for an error message."""
    try:
        text = repr(value)
    except ValueError:  # Python prints no integer of more than some 4300 digits
        return "a number too long to print"
    except Exception:  # whatever a repr raises must not hide the error to be told
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


def made_once(kind: Class) -> Class:
    """For classes whose objects never change what they are: a second __init__ is a TypeError.

    Memory of the C core is as large as the first one said. Objects have an attribute _begun.
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
