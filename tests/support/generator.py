"""The random numbers of playouts and batches, worked out once more."""

from __future__ import annotations

from collections.abc import Iterator

MASK = 2**64 - 1


def mix(x: int) -> int:
    """The finisher of SplitMix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def draws(seed: int, game: int) -> Iterator[int]:
    """Upper halves of xoroshiro128+, as csrc seeds it for a game."""
    x = mix(seed + 0x9E3779B97F4A7C15 & MASK) + game * 0xD1342543DE82EF95 & MASK
    a, b = mix(x), mix(x + 0x9E3779B97F4A7C15 & MASK)
    while True:
        yield (a + b & MASK) >> 32
        b ^= a
        a = ((a << 24 | a >> 40) ^ b ^ b << 16) & MASK
        b = (b << 37 | b >> 27) & MASK
