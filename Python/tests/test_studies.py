"""Simulated studies, whose participants have no seeds: their data are independent, and can be
resumed. Each bound is five standard deviations wide, so that one run in a million fails by
chance."""

import math

import numpy as np
import pytest

import peach

PARTICIPANTS, TRIALS = 500, 60
QUARTILE = 0.674489750196081743


class Listener:
    """Hears the direction of 75 % of the targets at a distance of the threshold, without bias; with
    a lapse rate."""

    def __init__(self, random):
        self.random = random
        self.threshold = math.exp(random.uniform(math.log(2), math.log(60)))
        self.lapses = random.uniform(0, 0.05)

    def hears_higher(self, cents):
        if self.random.random() < self.lapses:
            return bool(self.random.random() < 0.5)
        return bool(cents + self.random.normal(0, self.threshold / QUARTILE) > 0)


def session(listener, seed=None):
    """Returns the offsets, the responses and the estimator of a session."""
    estimator = peach.Estimator(seed=seed)
    offsets, responses = [], []
    for _ in range(TRIALS):
        offsets.append(estimator.next())
        responses.append(listener.hears_higher(offsets[-1]))
        estimator.answer(responses[-1])
    return offsets, responses, estimator


@pytest.fixture(scope="module")
def study():
    """Sessions of all participants: their listeners, offsets, responses and estimators."""
    listeners = [Listener(np.random.default_rng()) for _ in range(PARTICIPANTS)]
    return [(listener, *session(listener)) for listener in listeners]


def runs_deviation(sequences):
    """Returns the standard score of the number of runs in all sequences, given the numbers of both
    directions in each (Wald and Wolfowitz 1940)."""
    difference = variance = 0.0
    for row in sequences:
        n, ups = len(row), int(np.sum(row))
        both = 2 * ups * (n - ups)
        difference += 1 + np.count_nonzero(np.diff(row)) - (both / n + 1)
        variance += both * (both - n) / (n * n * (n - 1))
    return difference / math.sqrt(variance)


def test_directions_are_independent_within_and_between_participants(study):
    directions = np.array([offsets for _, offsets, _, _ in study]) > 0
    within, between = runs_deviation(directions), runs_deviation(directions.T)
    agreement = np.mean(directions[0::2] == directions[1::2])
    share = np.mean(directions)
    deviation = 0.5 / math.sqrt(directions.size)
    print(f"runs test: within participants z = {within:.2f}, between them z = {between:.2f}")
    print(f"higher: {share:.4f}; agreement of pairs of participants: {agreement:.4f}")
    assert abs(within) < 5 and abs(between) < 5
    assert abs(share - 0.5) < 5 * deviation
    assert abs(agreement - 0.5) < 5 * deviation * math.sqrt(2)


def test_the_runs_test_finds_what_is_not_independent():
    alternating = np.tile([0, 1], (50, 30))
    blocks = np.repeat([[0, 1] * 3], 10, axis=1)
    assert runs_deviation(alternating) > 5 and runs_deviation(blocks) < -5
    # Participants with one seed, as before a random one was the default.
    rows = [session(Listener(np.random.default_rng(1)), seed=1)[0] for _ in range(9)]
    directions = np.array(rows) > 0
    assert np.mean(directions[0:8:2] == directions[1:9:2]) == 1


def test_offsets_and_seeds_differ(study):
    assert len({tuple(offsets) for _, offsets, _, _ in study}) == PARTICIPANTS
    # The first offsets have one magnitude; later ones depend on jitter and answers.
    tenth = {abs(offsets[9]) for _, offsets, _, _ in study}
    assert len(tenth) > 0.9 * PARTICIPANTS
    assert len({estimator.seed for *_, estimator in study}) == PARTICIPANTS


def test_intervals_of_95_percent_contain_the_threshold_of_95_percent_of_the_listeners(study):
    """4,000 further participants determine the share within 0.35 %."""
    inside = [contains(listener, estimator) for listener, _, _, estimator in study]
    print(f"{PARTICIPANTS} participants: {100 * np.mean(inside):.1f} %")
    for _ in range(4000):
        listener = Listener(np.random.default_rng())
        inside.append(contains(listener, session(listener)[2]))
    print(f"{len(inside)} participants: {100 * np.mean(inside):.1f} %")
    assert 0.93 <= np.mean(inside) <= 0.98


def contains(listener, estimator):
    found = estimator.threshold()
    return found.low <= listener.threshold <= found.high


@pytest.mark.parametrize("answered", [0, 1, 23, TRIALS - 1])
def test_a_resumed_session_equals_one_that_was_not_interrupted(answered):
    listener = Listener(np.random.default_rng())
    offsets, responses, whole = session(listener)
    # The program is started again, with the seed and the answers that were stored.
    resumed = peach.Estimator(seed=whole.seed)
    for cents, response in zip(offsets[:answered], responses):
        assert resumed.next() == cents
        resumed.answer("higher" if response else "lower")
    for cents, response in zip(offsets[answered:], responses[answered:]):
        assert resumed.next() == cents
        resumed.answer(response)
    assert resumed.threshold() == whole.threshold()
    assert resumed.answer_count == whole.answer_count == TRIALS
