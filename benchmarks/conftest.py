"""Adds to pytest-benchmark's JSON what it can't know."""

from typing import Any

import pytest

from . import machine
from .signature import signature


@pytest.hookimpl
def pytest_benchmark_update_json(output_json: dict[str, Any]) -> None:
    output_json["roadgames"] = {**machine.describe(), "signature": signature()}
    for benchmark in output_json["benchmarks"]:
        # Bulk: every single time, of which the statistics are made, and what extra_info tells.
        del benchmark["stats"]["data"], benchmark["params"], benchmark["param"]
