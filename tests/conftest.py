import signal

import pytest

# Its assertions are the tests' own: show the values that differ.
pytest.register_assert_rewrite("support.lockstep")

# Shells start what runs in the background deaf to Ctrl-C, and so would be what tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
