"""Wrong calls raise the errors that Python has for them, and all are `peach.Error`."""

import pickle

import numpy as np
import pytest

import peach

# What is called wrongly, the error of Python, and words of the message.
WRONG_CALLS = [
    ("an answer that is no truth value", TypeError, lambda e: e.answer(1), "The answer is 1"),
    ("an answer None", TypeError, lambda e: e.answer(None), "The answer is None"),
    ("an answer 0.0", TypeError, lambda e: e.answer(0.0), "The answer is 0.0"),
    ("an answer in a list", TypeError, lambda e: e.answer([True]), "Use True, False"),
    ("an answer no", ValueError, lambda e: e.answer("no"), '"higher" or "lower"'),
    ("an answer l", ValueError, lambda e: e.answer("l"), '"higher" or "lower"'),
    ("an answer Higher", ValueError, lambda e: e.answer("Higher"), '"higher" or "lower"'),
    ("an answer to 0 cents", ValueError, lambda e: e.answer(True, cents=0.0), "0.1 to 100"),
    ("an answer to NaN", ValueError, lambda e: e.answer(True, cents=np.nan), "0.1 to 100"),
    ("an answer to text", TypeError, lambda e: e.answer(True, cents="5"), "peach_estimator_answer"),
    ("a key of 128", ValueError, lambda e: e.next(128), "The key is 128"),
    ("a key that is text", TypeError, lambda e: e.next("A4"), "peach_estimator_next"),
    ("a direction that is text", TypeError, lambda e: e.next(69, "up"), "peach_estimator_next"),
    ("a procedure unknown", ValueError, lambda e: peach.Estimator("simple"), "procedure is"),
    ("a procedure by number", TypeError, lambda e: peach.Estimator(1), "procedure is 1"),
    ("a negative seed", ValueError, lambda e: peach.Estimator(seed=-1), "seed is -1"),
    ("a seed of 65 bits", ValueError, lambda e: peach.Estimator(seed=2**64), "out of range"),
    ("a fractional seed", TypeError, lambda e: peach.Estimator(seed=1.5), "seed is 1.5"),
    ("a seed that is text", TypeError, lambda e: peach.Estimator(seed="P01"), "seed is 'P01'"),
    ("a negative frequency", ValueError, lambda e: peach.note(-1), "not playable"),
    ("a tone unknown", ValueError, lambda e: peach.note(440, tone="flat"), "tone is"),
    ("a sound unknown", ValueError, lambda e: peach.note(440, "no such sound"), "Cannot find"),
    ("a sound by number", TypeError, lambda e: peach.Instrument(42), "The sound is 42"),
    ("vibrato as text", TypeError, lambda e: peach.Instrument("sine", vibrato="1"), "vibrato is"),
    ("half a tap", TypeError, lambda e: peach.Instrument("sine", interpolation=4.5), "an integer"),
    ("2 to the 32 taps", ValueError, lambda e: peach.Instrument("sine", interpolation=2**32), ""),
    ("a bank that is a number", TypeError, lambda e: peach.Bank(7.5), "The path is 7.5"),
    ("bytes that are no bank", ValueError, lambda e: peach.Bank.from_bytes(b"RIFF"), ""),
    ("a bank that is missing", FileNotFoundError, lambda e: peach.Bank("missing.sf2"), "missing"),
    ("a song that is missing", OSError, lambda e: peach.render("missing.mid", SINE), "missing"),
    ("a folder as a song", OSError, lambda e: peach.render("/", SINE), "/"),
]
SINE = peach.Bank.sine()


@pytest.mark.parametrize("wrong", WRONG_CALLS, ids=[name for name, *_ in WRONG_CALLS])
def test_a_wrong_call_raises(wrong):
    _, kind, call, words = wrong
    estimator = peach.Estimator()
    estimator.next()
    with pytest.raises(kind) as found:
        call(estimator)
    assert isinstance(found.value, peach.Error), found.value
    assert words in str(found.value), found.value
    assert isinstance(found.value.code, int)
    # The target is still there: nothing was recorded.
    assert estimator.answer_count == 0
    estimator.answer(True)


def test_a_closed_object_raises_as_a_closed_file_does():
    estimator = peach.Estimator()
    estimator.close()
    with pytest.raises(ValueError) as found:
        estimator.next()
    assert isinstance(found.value, peach.Error) and found.value.code == -1


def test_a_missing_file_has_the_attributes_of_an_error_of_the_system():
    with pytest.raises(FileNotFoundError) as found:
        peach.Bank("missing.sf2")
    assert found.value.filename == "missing.sf2" and found.value.errno == 2
    assert "No such file" in str(found.value)


@pytest.mark.parametrize("kind", [peach.Error, peach.InvalidValueError, peach.FileError])
def test_errors_pass_between_processes(kind):
    error = pickle.loads(pickle.dumps(kind("the message", -4)))
    assert type(error) is kind and str(error) == "the message" and error.code == -4
