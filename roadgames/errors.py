"""The exception for actions that are not legal."""

from __future__ import annotations

from typing import Any

from ._native import ffi, lib
from .registry import Traits

__all__ = ["IllegalActionError"]


class IllegalActionError(ValueError):
    """Raised for an action of the game that is not legal in the position; nothing is changed.

    action: its number. reason: why it is refused, part of a sentence: "the point is taken".

    A number that is no action of the game at all is a ValueError of no special kind.
    """

    # Tracebacks and pickles name it as users do.
    __module__ = "roadgames"

    action: int
    reason: str

    def __init__(self, message: str, action: int, reason: str) -> None:
        super().__init__(message)
        self.action = action
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        # Python's own would call __init__ with the message alone.
        return type(self), (str(self), self.action, self.reason), vars(self)


def reason_text(reason: int, traits: Traits) -> str:
    """The words of the C core for why an action of a game is refused."""
    if reason == lib.RG_BANNED and traits.ban is not None:
        return traits.ban
    return str(ffi.string(lib.rg_reason_text(reason)).decode())
