import pytest

# Its assertions are the tests' own: show the values that differ.
pytest.register_assert_rewrite("lockstep")
