"""Guards the speed of the C core; docs/guard.md tells how. Needs neither roadgames nor NumPy.

python -m benchmarks.guard check PROGRAM    compares with the committed figures
python -m benchmarks.guard update PROGRAM   writes this build's figures anew
python -m benchmarks.guard.selftest         shows that the guard sees a slow-down of 20%

PROGRAM is what `make build/guard` makes of guard.c.
"""
