"""Plain tables for people."""

from __future__ import annotations

from collections.abc import Sequence


def table(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Rows of a name and cells under a title; columns are as wide as they need to be."""
    first = max(len(title), *(len(name) for name, _ in rows))
    widths = [
        max(len(column), *(len(cells[i]) for _, cells in rows)) for i, column in enumerate(columns)
    ]
    lines = []
    for name, cells in [(title, columns), *rows]:
        padded = (f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(f"{name:<{first}}{''.join(padded)}".rstrip())
    return "\n".join(lines)


def figure(number: float) -> str:
    """Three significant digits, without an exponent: 0.123, 12.3, 12,345."""
    for digits in (2, 1):
        if abs(number) < 10 ** (3 - digits):
            return f"{number:.{digits}f}"
    return f"{number:,.0f}"
