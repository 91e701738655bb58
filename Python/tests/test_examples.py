"""The examples run without a screen or a sound device."""

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name, *arguments):
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_the_experiment_finds_the_threshold_of_a_listener_who_measures_the_audio(tmp_path):
    output = tmp_path / "trials.csv"
    options = ["--simulate", "8", "--trials", "60", "--seed", "1", "--participant", "P01"]
    result = run("discrimination.py", *options, "--output", str(output))
    assert result.returncode == 0, result.stderr
    rows = list(csv.DictReader(output.read_text().splitlines()))
    assert len(rows) == 60
    assert {(row["participant"], row["seed"]) for row in rows} == {("P01", "1")}
    assert float(rows[-1]["low"]) < 8 < float(rows[-1]["high"])
    assert float(rows[-1]["high"]) < 2 * 8


def test_sessions_without_a_seed_differ(tmp_path):
    seeds, first = set(), set()
    for name in ["a.csv", "b.csv"]:
        output = tmp_path / name
        options = ["--simulate", "8", "--trials", "5", "--output", str(output)]
        result = run("discrimination.py", *options)
        assert result.returncode == 0, result.stderr
        rows = list(csv.DictReader(output.read_text().splitlines()))
        seeds |= {row["seed"] for row in rows}
        first.add(tuple(row["cents"] for row in rows))
    assert len(seeds) == 2 and len(first) == 2


def test_gate_g1_is_reproduced_and_a_staircase_needs_three_times_as_many_trials():
    result = run("gate_g1.py", "--listeners", "2000")
    assert result.returncode == 0, result.stdout + result.stderr
    ratio = float(re.search(r"a ratio of ([\d.]+)", result.stdout).group(1))
    # 2,000 listeners determine the ratio within 0.1.
    assert ratio == pytest.approx(3.0, abs=0.2)


def test_a_thousand_notes_take_less_than_two_seconds():
    benchmark = EXAMPLES.parent / "benchmarks" / "notes.py"
    result = subprocess.run([sys.executable, str(benchmark)], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
