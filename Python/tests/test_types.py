"""Type checkers see what the functions return and accept."""

import subprocess
import sys

import peach

RIGHT = """
from __future__ import annotations
import numpy as np
import peach

def frames(song: str, bank: peach.Bank) -> int:
    audio = peach.render(song, bank)
    return audio.shape[0] + len(peach.render("a.mid", output=None))

estimator = peach.Estimator("single", seed=3)
estimator.answer(True)
estimator.answer("lower", cents=3)
seed: int = estimator.seed
bank: int = peach.Bank.sine().presets[0].bank
"""

# Each line is refused.
WRONG = """
peach.render("a.mid", output="a.wav").shape
peach.render("a.mid", None, "a.wav").shape
peach.Estimator().answer("no")
peach.Estimator().answer(None)
peach.Estimator("simple")
peach.Estimator(seed="P01")
"""


def check(tmp_path, source):
    path = tmp_path / "program.py"
    path.write_text(source)
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), str(path)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode in (0, 1) and "Success" in result.stdout or "Found" in result.stdout, (
        result.stdout + result.stderr
    )
    return result.stdout


def test_right_calls_are_accepted(tmp_path):
    assert "Success" in check(tmp_path, RIGHT)


def test_wrong_calls_are_refused(tmp_path):
    lines = WRONG.split("\n")
    output = check(tmp_path, "import peach\n" + WRONG)
    for number, line in enumerate(lines, start=2):
        assert not line or f"program.py:{number}: error" in output, line + output


def test_the_annotations_are_those_of_the_package():
    assert peach.render.__annotations__["return"] == "FloatArray | None"
