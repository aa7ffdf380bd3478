"""Random self-play feeding a PyTorch module that learns to tell who wins and what was played.

    python examples/train_torch.py --game kopano --size 7 --games 512 --rounds 50

Self-play and buffer are those of self_play.py.
"""

from __future__ import annotations

import numpy as np
import torch
from self_play import ReplayBuffer, Samples, arguments, play_games
from torch import Tensor, nn

import roadgames as rg


class Net(nn.Module):
    """Observations to one number for each action and, from -1 to 1, the result expected."""

    def __init__(self, game: rg.Game, channels: int = 16) -> None:
        super().__init__()
        planes, size, _ = game.observation_tensor_shape()
        self.body = nn.Sequential(
            nn.Conv2d(planes, channels, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.policy = nn.Linear(channels * size * size, game.num_distinct_actions())
        self.value = nn.Linear(channels * size * size, 1)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        features = self.body(observations)
        return self.policy(features), torch.tanh(self.value(features)).squeeze(1)


def losses(net: Net, samples: Samples) -> tuple[Tensor, Tensor]:
    """The policy's cross-entropy among the legal actions, and the value's mean squared error."""
    policy, value = net(torch.from_numpy(samples.observations).float())
    legal = policy.masked_fill(~torch.from_numpy(samples.masks), -torch.inf)
    return (
        nn.functional.cross_entropy(legal, torch.from_numpy(samples.actions).long()),
        nn.functional.mse_loss(value, torch.from_numpy(samples.results)),
    )


def main() -> None:
    parser = arguments("Self-play that feeds a PyTorch module.")
    parser.add_argument("--updates", type=int, default=40, help="after each round of games")
    parser.set_defaults(size=5, games=256, rounds=8)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    generator = np.random.default_rng(options.seed)
    game = rg.load_game(options.game, size=options.size)
    batch = rg.Batch(game, options.games, seed=options.seed)
    buffer = ReplayBuffer(game, options.capacity)
    net = Net(game)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    for number in range(options.rounds):
        play_games(batch, buffer)
        seen = []
        for _ in range(options.updates):
            policy_loss, value_loss = losses(net, buffer.sample(generator, 128))
            optimizer.zero_grad()
            (policy_loss + value_loss).backward()
            optimizer.step()
            seen.append((policy_loss.item(), value_loss.item()))
        # Whoever always expects a draw has a value loss of 1.
        policy, value = np.mean(seen, axis=0)
        print(f"round {number}: policy loss {policy:.3f}, value loss {value:.3f}")


if __name__ == "__main__":
    main()
