"""The package as a whole."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import peach


def test_the_examples_of_the_documentation_run():
    attempted = 0
    for module in [peach.__name__] + [
        f"peach.{m.name}" for m in pkgutil.iter_modules(peach.__path__)
    ]:
        result = doctest.testmod(importlib.import_module(module))
        assert result.failed == 0, module
        attempted += result.attempted
    assert attempted >= 10


def test_everything_public_is_documented_and_typed():
    for name in peach.__all__:
        member = getattr(peach, name)
        assert name == "NOTE" or (member.__doc__ and len(member.__doc__) > 20), name
    assert (Path(peach.__file__).parent / "py.typed").exists()
    assert re.fullmatch(r"\d+\.\d+\.\d+", peach.version())
    assert peach.version() == importlib.import_module("peach._version").VERSION
