# The compiled binding: what csrc/roadgames.h declares, by the same names.
from typing import Any

ffi: Any
lib: Any
