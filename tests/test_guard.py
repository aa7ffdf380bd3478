"""The guard of the C core's speed: reading callgrind's dumps, and comparing with figures."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.registry import EXTRA, NAMES

from benchmarks.guard.figures import INSTRUCTIONS, RATIOS
from benchmarks.guard.measure import GuardError, read_dumps, run

PROGRAM = Path("/here/guard")
DUMPS = """\
part: 1
desc: Trigger: --dump-before=end
ob=/here/guard
fn=main
0 10
cob=/here/guard
cfn=work
calls=3 0
0 500
cob=/lib/libc.so.6
cfn=malloc
calls=1 0
0 70

ob=/lib/libc.so.6
fn=malloc
0 70

ob=/here/guard
fn=work
0 500
part: 2
desc: Trigger: --dump-before=end
ob=/here/guard
fn=main
0 7
part: 3
desc: Trigger: Program termination
ob=/here/guard
fn=main
0 9000
"""


def test_own_code_is_counted_once_for_each_dump():
    assert read_dumps(DUMPS, PROGRAM) == [510, 7]


def test_changes_beyond_the_tolerance():
    committed = {
        "a perft 7": 1000.0,
        "b perft 7": 1000.0,
        "b perft 19": 1000.0,
        "c perft 7": 1000.0,
    }
    found = {"a perft 7": 1029.0, "b perft 7": 1200.0, "b perft 19": 900.0, "d perft 7": 1.0}
    changes = INSTRUCTIONS.changes(committed, found)
    assert changes.slower == ["b perft 7: 1,000 -> 1,200 (+20.0%)"]
    assert changes.faster == ["b perft 19: 1,000 -> 900 (-10.0%)"]
    assert changes.unmatched == ["c perft 7", "d perft 7"]


def test_update_changes_its_section_alone(tmp_path):
    table = replace(RATIOS, path=tmp_path / "ratios.txt")
    table.update("gcc", {"a perft 11": 0.5, "a perft 7": 0.25})
    table.update("clang", {"a perft 7": 0.125})
    table.update("gcc", {"a perft 11": 0.75, "a perft 7": 0.25})
    gcc, clang = {"a perft 7": 0.25, "a perft 11": 0.75}, {"a perft 7": 0.125}
    assert table.sections() == {"gcc": gcc, "clang": clang}
    names = [line.split()[:3] for line in table.path.read_text().splitlines() if line[:2] == "a "]
    assert names == [["a", "perft", "7"], ["a", "perft", "7"], ["a", "perft", "11"]]


@pytest.mark.parametrize("table", [INSTRUCTIONS, RATIOS], ids=lambda table: table.path.name)
def test_committed_sections_have_the_same_workloads(table):
    workloads = {frozenset(section) for section in table.sections().values()}
    assert len(workloads) == 1
    games = {name.split()[0] for name in workloads.pop()}
    assert games == set(NAMES) - set(EXTRA)


def test_a_program_that_fails_is_an_error(tmp_path):
    program = tmp_path / "guard"
    program.write_text("#!/bin/sh\necho build; echo v2; echo 'a perft 7: wrong' >&2; exit 1\n")
    program.chmod(0o755)
    with pytest.raises(GuardError, match="at v2: a perft 7: wrong"):
        run([program], "v2")
