"""How fast roadgames is. Run from the project's folder, with the package installed:

python -m benchmarks            a short table, and everything in JSON
python -m benchmarks.peers      against other engines, in interleaved rounds
python -m benchmarks.growth     docs/speed.svg: how cost grows with the board
python -m benchmarks.signature  one number for all answers, the same in every build
python -m benchmarks.record     writes positions/NAME.perft and playouts/NAME.txt anew

Every measurement checks its answer against these recorded files.
"""
