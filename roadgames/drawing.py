"""Pictures of a position: plain text for terminals, SVG for notebooks and documents.

Both show the same things: coordinates, the edges' owners in games of connection, the stones, claims
where there are any, what the last action placed and removed, and whose turn it is or who has won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

from .changes import Change, change

if TYPE_CHECKING:
    from .state import State

__all__ = ["board_svg", "board_text"]


class _Last(NamedTuple):
    """The last action and what it did; nothing where no action has been played."""

    action: int | None = None
    text: str = ""
    change: Change = Change([], 0, [], 0)


def _last(state: State) -> _Last:
    if not state.history():
        return _Last()
    before = state.clone()
    action = before.undo_action()
    return _Last(action, state.action_to_string(action), change(before, state))


def _turn(state: State) -> str:
    """The caption: who has won, or who is to move and what is to be decided."""
    names = state.game.players
    winner, mover, seat = state.winning_color, state.color_to_move, state.current_player()
    if winner is not None:
        return f"{names[winner]} (seat {state.returns().index(1.0)}) has won"
    if mover is None:
        if state.komi is None:
            return f"Seat {seat} names the komi"
        return f"Seat {seat} picks a side, komi {state.komi}"
    text = f"{names[mover]} (seat {seat}) to move"
    if state.is_legal(state.game._swap):
        text += ", swap on offer"
    elif state.is_legal(state.game._pass):
        text += ", must pass"
    return text


def _score(state: State) -> str:
    """The score in games with claims; empty in the opening and in other games."""
    opening = state.color_to_move is None and not state.is_terminal()
    if not state.game.traits.has_claims or opening:
        return ""
    scores = zip(state.game.players, state.score(), strict=True)
    return ", ".join(f"{player} {score}" for player, score in scores) + f", komi {state.komi}"


def board_text(state: State) -> str:
    """The position as lines of ASCII text, without a final newline.

    `X` is a black stone, `O` a white one, `[ ]` marks the stone placed last. In Rhode and Kopano
    the frame shows the owners: `=` Black's top and bottom, `|` White's sides, `+` a corner that
    belongs to both. In Rumbo `|` or `-` behind a stone says that Vertical or Horizontal has
    claimed it.
    """
    state = state.clone()  # another thread may play on with the given one meanwhile
    n, traits = state.game.size, state.game.traits
    last = _last(state)
    cells = [".XO"[stone] for stone in state.board.ravel()]
    if traits.has_claims:
        cells = [
            cell + " |-"[claim] for cell, claim in zip(cells, state.claims.ravel(), strict=True)
        ]
    width = len(cells[0])

    letters = "     " + " ".join(chr(ord("a") + i).ljust(width) for i in range(n))
    bar = "   +" + "=" * (2 * n + 1) + "+" if traits.links else ""
    side = "|" if traits.links else " "
    lines = [str(state.game), letters.rstrip(), bar]
    for row in range(n):
        gaps = [" "] * (n + 1)
        for point in last.change.placed:
            if point // n == row:
                gaps[point % n : point % n + 2] = "[]"
        text = gaps[0] + "".join(cells[row * n + i] + gaps[i + 1] for i in range(n))
        lines.append(f"{n - row:2} {side}{text}{side} {n - row}")
    lines += [bar, letters.rstrip()]
    first, second = state.game.players
    if traits.has_claims:
        lines.append(f"X black, O white; claimed by {first} |, by {second} -")
    if traits.links:
        lines.append(f"X {first} joins top and bottom (=), O {second} joins left and right (|)")
    if last.text:
        points = ", ".join(state.game._point_text(p) for p in last.change.removed)
        lines.append(f"Last: {last.text}" + (f", removed {points}" if points else ""))
    lines += [_turn(state), _score(state)]
    return "\n".join(line for line in lines if line)


# Lengths in the SVG are in units of the distance between two lines of the board.
UNIT = 36  # pixels
FRAME_NEAR, FRAME_FAR = 0.62, 0.84  # the coloured edges: distance from the outer lines
LETTERS, LETTERS_NO_FRAME = 1.25, 0.95  # distance of the coordinates' centres
PADDING = 0.5  # from there to the picture's edge
CAPTION = 0.62  # height of a line of text below the board
MIN_WIDTH = 8.4  # room for the caption of a small board

WOOD, LINE, INK, CROSS = "#edd3a1", "#7a6039", "#4d3b20", "#d0342c"
STONES = ("", "#202124", "#fcfbf7")
RIMS = ("", "#000000", "#6e6a60")
# Blue and orange differ for every kind of colour vision, and the bars' directions differ too.
CLAIMS = ("", "#2f80ed", "#f2711c")
FONT = f'fill="{INK}" font-family="Helvetica, Arial, sans-serif" font-size="0.38"'


def _text(x: float, baseline: float, text: str) -> str:
    return f'<text x="{x:g}" y="{baseline:g}">{escape(text)}</text>'


def _frame(n: int) -> list[str]:
    """The owners' edges: four trapezoids, mitred because a corner belongs to both."""
    near, far, end = -FRAME_NEAR, -FRAME_FAR, n - 1
    top = [(far, far), (end - far, far), (end - near, near), (near, near)]
    bottom = [(x, end - y) for x, y in top]
    left, right = ([(y, x) for x, y in corners] for corners in (top, bottom))
    out = [f'<g stroke="{INK}" stroke-width="0.03" stroke-linejoin="round">']
    for corners, color in (top, 1), (bottom, 1), (left, 2), (right, 2):
        points = " ".join(f"{x:g},{y:g}" for x, y in corners)
        out.append(f'<polygon points="{points}" fill="{STONES[color]}"/>')
    return [*out, "</g>"]


def _grid(n: int, letters: float) -> list[str]:
    """The lines, and the coordinates on all four sides."""
    end = n - 1
    path = "".join(f"M0,{i}H{end}M{i},0V{end}" for i in range(n))
    out = [
        f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="0.04" '
        f'stroke-linecap="square"/>',
        f'<g {FONT} text-anchor="middle">',
    ]
    for i in range(n):
        for side in (-letters, end + letters):
            out.append(_text(i, side + 0.13, chr(ord("a") + i)))
            out.append(_text(side, i + 0.13, str(n - i)))
    return [*out, "</g>"]


def _stone(x: int, y: int, color: int, kind: str) -> str:
    return (
        f'<circle class="{kind}" cx="{x}" cy="{y}" r="0.445" fill="{STONES[color]}" '
        f'stroke="{RIMS[color]}" stroke-width="0.03"/>'
    )


def _stones(board: npt.NDArray[np.int8], last: _Last) -> list[str]:
    out = []
    for y, x in np.argwhere(board).tolist():
        out.append(
            f'<circle cx="{x + 0.03:g}" cy="{y + 0.05:g}" r="0.46" fill="{INK}" opacity="0.28"/>'
        )
        out.append(_stone(x, y, board[y, x], "rg-stone"))
    for point in last.change.removed:
        y, x = divmod(point, len(board))
        stone = _stone(x, y, last.change.removed_stone, "rg-removed")
        out.append(f'<g opacity="0.45">{stone}</g>')
        out.append(
            f'<path d="M{x - 0.2:g},{y - 0.2:g}l0.4,0.4m0,-0.4l-0.4,0.4" fill="none" '
            f'stroke="{CROSS}" stroke-width="0.07" stroke-linecap="round"/>'
        )
    for point in last.change.placed:
        y, x = divmod(point, len(board))
        ring = STONES[3 - last.change.placed_stone]
        out.append(
            f'<circle class="rg-last" cx="{x}" cy="{y}" r="0.31" fill="none" '
            f'stroke="{ring}" stroke-width="0.07"/>'
        )
    return out


def _claims(claims: npt.NDArray[np.int8]) -> list[str]:
    out = ['<g stroke-width="0.17" stroke-linecap="round">']
    for y, x in np.argwhere(claims).tolist():
        claim = claims[y, x]
        bar = f"M{x},{y - 0.25:g}v0.5" if claim == 1 else f"M{x - 0.25:g},{y}h0.5"
        out.append(f'<path class="rg-claim" d="{bar}" stroke="{CLAIMS[claim]}"/>')
    return [*out, "</g>"]


def board_svg(state: State) -> str:
    """The position as one self-contained SVG element with a background of its own.

    Stones stand on the intersections. Black's and White's edges carry their colours (Rhode,
    Kopano), claimed stones their owner's bar, vertical or horizontal (Rumbo). A ring marks the
    stone placed last; stones that the last action removed are shown faintly, crossed out.
    """
    state = state.clone()  # as in board_text
    n, traits = state.game.size, state.game.traits
    last = _last(state)
    captions = [text for text in (_turn(state), _score(state)) if text]
    if last.action in (state.game._swap, state.game._pass):
        captions[0] += f", after {last.text}"
    title = f"{state.game}: {', '.join(captions)}"
    if last.change.placed:
        title += f", last {last.text}"

    letters = LETTERS if traits.links else LETTERS_NO_FRAME
    top = -letters - PADDING
    width = max(n - 1 - 2 * top, MIN_WIDTH)
    left = (n - 1 - width) / 2
    height = n - 1 - 2 * top + CAPTION * len(captions)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width * UNIT:g}" '
            f'height="{height * UNIT:g}" viewBox="{left:g} {top:g} {width:g} {height:g}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(str(state))}</desc>",
            f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="0.4" '
            f'fill="{WOOD}"/>',
            *(_frame(n) if traits.links else []),
            *_grid(n, letters),
            *_stones(state.board, last),
            *(_claims(state.claims) if traits.has_claims else []),
            f"<g {FONT}>",
            *(
                _text(left + 0.5, n - 1 - top + CAPTION * (i + 0.3) + 0.13, text)
                for i, text in enumerate(captions)
            ),
            "</g>",
            "</svg>\n",
        ]
    )
