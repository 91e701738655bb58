"""The threshold estimator."""

import numpy as np
import pytest

import peach


@pytest.mark.parametrize("procedure", ["single", "profile", "staircase", "kazez"])
def test_offsets_have_the_requested_direction(procedure):
    estimator = peach.Estimator(procedure)
    for direction in [1, -1]:
        cents = estimator.next(60.5, direction)
        assert 0.1 <= cents * direction <= 100
        estimator.answer(higher=direction > 0)
    assert {np.sign(estimator.next()) for _ in range(30)} == {-1, 1}
    assert estimator.threshold(60.5).cents > 0
    assert (estimator.threshold().low is None) == (procedure in ["staircase", "kazez"])


def test_equal_seeds_have_equal_offsets():
    first, second, other = (peach.Estimator(seed=seed) for seed in [5, 5, 6])
    offsets = [[estimator.next() for _ in range(9)] for estimator in (first, second, other)]
    assert offsets[0] == offsets[1] != offsets[2]


def test_an_answer_needs_a_target():
    estimator = peach.Estimator()
    with pytest.raises(ValueError):
        estimator.answer(higher=True)
    estimator.answer(higher=True, cents=12.0)
    estimator.begin_day(1)
    with pytest.raises(peach.Error):
        estimator.answer(higher=True, cents=0.0)


def test_the_threshold_is_that_of_the_listener():
    random = np.random.default_rng(1)
    estimator = peach.Estimator(seed=2)
    for _ in range(200):
        cents = estimator.next()
        estimator.answer(higher=cents + random.normal(0, 10 / 0.6745) > 0)
    threshold = estimator.threshold()
    assert threshold.low < 10 < threshold.high
    assert threshold.cents == pytest.approx(10, rel=0.3)
