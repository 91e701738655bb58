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


def test_the_estimator_of_beats_converts_them_to_cents():
    # Half a beat is expected of a new listener: 0.25 Hz of the fifth partial of C4 in 2 s, and
    # twice that in 1 s.
    low = 440 * 2 ** (-9 / 12)
    for seconds, hertz in [(2.0, 0.25), (1.0, 0.5)]:
        estimator = peach.Estimator("beats", semitones=4, seconds=seconds)
        expected = 1200 * np.log2(1 + hertz / (5 * low))
        assert estimator.threshold(60).cents == pytest.approx(expected, rel=0.001)
        for direction in [1, -1]:
            assert 0.05 <= estimator.next(60, direction) * direction <= 50
    for arguments in [{"semitones": 1}, {"semitones": 13}, {"semitones": 4, "seconds": 0}]:
        with pytest.raises(peach.Error):
            peach.Estimator("beats", **arguments)


def test_beats_are_the_difference_of_the_common_partials():
    for semitones, p, q in [(4, 5, 4), (7, 3, 2), (-12, 1, 2)]:
        ratio = p / q
        expected = abs(q * 300 * ratio * 2 ** (-2.5 / 1200) - p * 300)
        assert peach.interval_beats(300, semitones, -2.5) == pytest.approx(expected, abs=1e-9)
    with pytest.raises(peach.Error, match="0, 3, 4, 5"):
        peach.interval_beats(300, 2, 1)


def test_equal_seeds_have_equal_offsets():
    first, second, other = (peach.Estimator(seed=seed) for seed in [5, 5, 6])
    offsets = [[estimator.next() for _ in range(9)] for estimator in (first, second, other)]
    assert offsets[0] == offsets[1] != offsets[2]


def test_estimators_without_a_seed_differ_and_can_be_repeated():
    estimators = [peach.Estimator() for _ in range(20)]
    seeds = {estimator.seed for estimator in estimators}
    assert len(seeds) == 20
    # 53 bits, which R and JSON represent. The largest of 20 exceeds 48 bits, but for one run in
    # 10**30.
    assert 2**48 < max(seeds) < 2**53
    offsets = [[estimator.next() for _ in range(9)] for estimator in estimators]
    assert len({tuple(row) for row in offsets}) == 20
    again = peach.Estimator(seed=estimators[0].seed)
    assert [again.next() for _ in range(9)] == offsets[0]


def test_an_answer_needs_a_target():
    estimator = peach.Estimator()
    with pytest.raises(ValueError, match="There is no target"):
        estimator.answer(higher=True)
    estimator.answer(higher=True, cents=12.0)
    estimator.begin_day(1)
    with pytest.raises(peach.Error):
        estimator.answer(higher=True, cents=0.0)


def test_a_target_takes_one_answer():
    estimator = peach.Estimator(seed=4)
    estimator.next()
    estimator.answer(True)
    threshold = estimator.threshold()
    with pytest.raises(ValueError, match="it was answered"):
        estimator.answer(True)
    assert estimator.threshold() == threshold and estimator.answer_count == 1
    estimator.next()
    estimator.answer(False)
    assert estimator.answer_count == 2


@pytest.mark.parametrize("higher", [True, False])
def test_the_forms_of_an_answer_are_equivalent(higher):
    thresholds = []
    for answer in [higher, np.bool_(higher), "higher" if higher else "lower"]:
        estimator = peach.Estimator(seed=8)
        estimator.answer(answer, cents=3.0)
        thresholds.append(estimator.threshold())
    assert thresholds[0] == thresholds[1] == thresholds[2]
    # 3 cents that were heard as lower are evidence for a threshold above the one of the right
    # answer.
    opposite = peach.Estimator(seed=8)
    opposite.answer(not higher, cents=3.0)
    assert (opposite.threshold().cents > thresholds[0].cents) == higher


def test_an_answer_to_another_offset_is_one_at_the_key_of_the_target():
    def threshold(*answers):
        estimator = peach.Estimator("profile", seed=1)
        for arguments in answers:
            estimator.next(40.0)
            estimator.answer(False, **arguments)
        return estimator.threshold(40.0).cents

    assert threshold({"cents": 50.0}) == threshold({"cents": 50.0, "key": 40.0})
    assert threshold({"cents": 50.0}) != threshold({"cents": 50.0, "key": 69.0})


def test_an_estimator_says_what_it_is():
    estimator = peach.Estimator("staircase", seed=12)
    assert repr(estimator) == "<peach.Estimator 'staircase', seed=12, 0 answers>"
    estimator.answer(True, cents=5)
    assert repr(estimator) == "<peach.Estimator 'staircase', seed=12, 1 answer>"
    estimator.close()
    assert repr(estimator) == "<peach.Estimator closed>"


def test_the_threshold_is_that_of_the_listener():
    random = np.random.default_rng(1)
    estimator = peach.Estimator(seed=2)
    for _ in range(200):
        cents = estimator.next()
        estimator.answer(higher=cents + random.normal(0, 10 / 0.6745) > 0)
    threshold = estimator.threshold()
    assert threshold.low < 10 < threshold.high
    assert threshold.cents == pytest.approx(10, rel=0.3)
