"""The games for PettingZoo: `env` makes an environment of its AEC kind.

>>> from roadgames.pettingzoo import env
>>> kopano = env("kopano", size=5)
>>> kopano.reset()
>>> kopano.agent_selection, kopano.action_space("player_0")
('player_0', Discrete(27))
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from . import drawing
from ._check import shown
from .games import load_game
from .state import State

__all__ = ["RawEnv", "env"]


def env(game: str, size: int = 11, **options: Any) -> AECEnv:
    """A `RawEnv` of these arguments in the wrappers of PettingZoo's classic games.

    In them an illegal action ends the episode: reward -1 for its agent, 0 for the other one. A
    number that is no action is an AssertionError, and so is use before reset.
    """
    raw = RawEnv(game, size, **options)
    return OrderEnforcingWrapper(
        AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=-1))
    )


class RawEnv(AECEnv):  # type: ignore[misc]
    """One of the games as agents "player_0" and "player_1", which are the seats.

    game, size, pie, komi: as in `load_game`; None is left out. max_plies: truncates an episode
    after so many actions; None is no limit, but 8 * size**2 for Rhode, which need not end.
    render_mode: "human" prints the board after each step, "ansi" returns that text, "rgb_array" a
    picture: numpy uint8, shape (height, width, 3).

    Observations are dicts: "observation", `State.observation_tensor` for the agent; "action_mask",
    numpy int8, shape (actions,): 1 for each legal action, all 0 where it is not the agent's turn.
    The mask also is in infos. Rewards are 0 until the end, then 1 for the winner and -1 for the
    other; in a truncated episode they stay 0. There is no chance, so seeds change nothing.

    As a raw environment it raises IllegalActionError, a ValueError, for an illegal action and goes
    on unchanged.
    """

    def __init__(
        self,
        game: str,
        size: int = 11,
        *,
        pie: bool | None = None,
        komi: int | None = None,
        render_mode: str | None = None,
        max_plies: SupportsIndex | None = None,
    ) -> None:
        super().__init__()
        given = {"pie": pie, "komi": komi}
        self._game = load_game(game, size, **{k: v for k, v in given.items() if v is not None})
        self._limit = self._game._ply_limit(max_plies)
        modes = ["human", "ansi", "rgb_array"]
        self.metadata = {
            "name": f"{self._game.name}_v1",
            "render_modes": modes,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        if render_mode is not None and render_mode not in modes:
            raise ValueError(
                f"render_mode must be {', '.join(modes)} or None, not {shown(render_mode)}"
            )
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        actions = self._game.num_distinct_actions()
        shape = self._game.observation_tensor_shape()
        # Planes hold 0 and 1, except for those of a komi, which hold half of it.
        highest = self._game.size**2 // 2 if self._game.traits.has_komi else 1
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, highest, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions by their numbers."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        """What `observe` returns."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game; seed and options change nothing."""
        self._state = self._game.new_initial_state()
        self._plies_left = self._limit
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._look()

    def step(self, action: Any) -> None:
        """Plays an action; for an agent whose episode is over it must be None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._state.apply_action(action)
        self._plies_left -= 1
        self._cumulative_rewards[agent] = 0.0
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Brings agent_selection, rewards, ends and infos up to date with the state."""
        over = self._state.is_terminal()
        cut_off = not over and not self._plies_left
        # After the end an agent must still be named, to take the last step: the loser.
        seat = self._state.returns().index(-1.0) if over else self._state.current_player()
        self.agent_selection = self.agents[seat]
        self.rewards = dict(zip(self.agents, self._state.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut_off)
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        """The legal actions of the agent, none where it is not to move."""
        mask = self._state.legal_actions_mask().view(np.int8)
        if agent != self.agent_selection or not self._plies_left:
            mask[:] = 0
        return mask

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The observation of an agent, whoever is to move."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self._state.observation_tensor(seat),
            "action_mask": self._mask(agent),
        }

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as render_mode says; None, with the text printed, for "human"."""
        if self.render_mode == "rgb_array":
            return _picture(self._state)
        text = self._state.to_text()
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """Nothing is to be released."""


# ---- The picture ----

_CELL = 32  # pixels between lines
_MARGIN = 16  # pixels around the board


def _rgb(color: str) -> list[int]:
    """The bytes of "#rrggbb"."""
    return list(bytes.fromhex(color[1:]))


def _picture(state: State) -> NDArray[np.uint8]:
    """The board with stones, claims and the edges' owners in the colours of the SVG."""
    n, half = state.game.size, _CELL // 2
    side = n * _CELL + 2 * _MARGIN
    picture = np.full((side, side, 3), _rgb(drawing.WOOD), np.uint8)
    if state.game.traits.links:
        edge = slice(_MARGIN, -_MARGIN)
        for strip in slice(_MARGIN // 2), slice(-_MARGIN // 2, None):
            picture[strip, edge] = _rgb(drawing.STONES[1])
            picture[edge, strip] = _rgb(drawing.STONES[2])
    board = picture[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
    lines = board[half : 1 - half, half : 1 - half]
    lines[::_CELL] = lines[:, ::_CELL] = _rgb(drawing.LINE)
    # The board once more, as (row, column, y, x, colour).
    cells = board.reshape(n, _CELL, n, _CELL, 3).swapaxes(1, 2)
    x = np.arange(_CELL) - half
    y = x[:, None]

    def paint(points: NDArray[np.bool_], shape: NDArray[np.bool_], color: str) -> None:
        cells[points[:, :, None, None] & shape] = _rgb(color)

    for color in (1, 2):
        paint(state.board == color, np.hypot(x, y) < 0.42 * _CELL, drawing.STONES[color])
    if state.game.traits.has_claims:
        bar = (np.abs(x) < 0.1 * _CELL) & (np.abs(y) < 0.3 * _CELL)
        paint(state.claims == 1, bar, drawing.CLAIMS[1])
        paint(state.claims == 2, bar.T, drawing.CLAIMS[2])
    return picture
