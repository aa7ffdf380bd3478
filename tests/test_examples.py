"""The examples, run as a user would, with small sizes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.registry import NAMES, TRAITS

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def run(name, *options):
    """What the example prints; it must end well within a minute."""
    command = [sys.executable, str(EXAMPLES / name), *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


@pytest.mark.parametrize("game", NAMES)
def test_self_play(game):
    out = run("self_play.py", "--game", game, "--size=5", "--games=64", "--capacity=1500")
    played = re.search(r"5x5: (\d+) games, (\d+) positions\n[\d,]+ positions a second, (\d+)", out)
    games, positions, kept = map(int, played.groups())
    assert games == 4 * 64
    # Who joins two edges needs five stones, and games with claims fill the board.
    assert positions == games * 25 if TRAITS[game].has_claims else positions > games * 9
    assert kept == 1500
    assert 40 < int(re.search(r"won after (\d+)%", out).group(1)) < 65


def test_train_torch():
    pytest.importorskip("torch", reason="PyTorch is not installed")
    out = run("train_torch.py", "--size=4", "--games=128", "--rounds=3", "--updates=20")
    losses = [float(number) for number in re.findall(r"value loss (\d\.\d+)", out)]
    assert len(losses) == 3
    assert losses[-1] < 1  # better than always expecting a draw


def test_openspiel_match():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    out = run(
        "openspiel_match.py",
        *("--game=kopano(size=3)", "--games=2", "--simulations=50", "--playouts=50"),
    )
    positions = out.splitlines()[:-1]
    assert len(positions) == 2
    assert all(line.startswith("kopano 3 pie ") for line in positions)
    totals = re.search(r"2 games: MCTS ([+-]\d), playouts ([+-]\d)$", out.strip())
    assert int(totals.group(1)) == -int(totals.group(2))
