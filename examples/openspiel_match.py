"""OpenSpiel's MCTS against a player made with roadgames, which also keeps the rules.

    python examples/openspiel_match.py --game "kopano(size=5)" --games 4

Needs the extra roadgames[openspiel].
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import roadgames as rg
import roadgames.openspiel  # registers the games

Player = Callable[[pyspiel.State], int]


def openspiel_player(game: pyspiel.Game, simulations: int, seed: int) -> Player:
    """OpenSpiel's tree search, with one random game a simulation."""
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(seed))
    random_state = np.random.RandomState(seed + 1)
    return MCTSBot(game, 1.4, simulations, evaluator, random_state=random_state).step


def playouts_player(count: int, seed: int) -> Player:
    """Plays the action after which it wins most often in count random games for each action."""

    def choose(state: pyspiel.State) -> int:
        position: rg.State = state.core  # the roadgames state behind OpenSpiel's
        seat = position.current_player()

        def wins(action: int) -> int:
            after = position.clone()
            after.apply_action(action)
            return rg.playouts(after, count, seed=seed).wins[seat]

        return max(position.legal_actions(), key=wins)

    return choose


def play(game: pyspiel.Game, players: list[Player]) -> list[float]:
    """One game; the returns of the two seats."""
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(players[state.current_player()](state))
    print(state)
    return state.returns()


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's MCTS against random playouts.")
    parser.add_argument("--game", default="kopano(size=5)", help="as pyspiel.load_game reads it")
    parser.add_argument("--games", type=int, default=4, help="the players take turns to begin")
    parser.add_argument("--simulations", type=int, default=300, help="of MCTS, an action")
    parser.add_argument("--playouts", type=int, default=300, help="of the other, an action")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    game = pyspiel.load_game(options.game)
    totals = [0.0, 0.0]
    for number in range(options.games):
        seed = options.seed + 2 * number
        players = [
            openspiel_player(game, options.simulations, seed),
            playouts_player(options.playouts, seed),
        ]
        first = number % 2
        returns = play(game, players[::-1] if first else players)
        for seat in (0, 1):
            totals[seat ^ first] += returns[seat]
    print(f"{game}, {options.games} games: MCTS {totals[0]:+.0f}, playouts {totals[1]:+.0f}")


if __name__ == "__main__":
    main()
