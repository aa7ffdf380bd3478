"""The list of mutants fits the sources: `make mutants` finds each place it wants to change."""

from pathlib import Path

import pytest
from mutants.mutant_list import MUTANTS

CSRC = Path(__file__).resolve().parent.parent / "csrc"


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_old_text_occurs_once(mutant):
    text = (CSRC / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    assert mutant.new != mutant.old


def test_names_are_unique():
    names = [mutant.name for mutant in MUTANTS]
    assert len(set(names)) == len(names)
