"""Compares threshold estimators with simulated listeners: `python gate_g1.py [--listeners N]`.

Reproduces gate G1 of Peach's trainer, and a part of G4, through the Python package. The listeners
have thresholds T log-uniform from 2 to 60 cents and lapse rates L uniform from 2 to 5 %. They hear
a target with an offset x as higher with the probability L/2 + (1 - L) * Phi(0.6745 * x / T). The
error is the root mean square of ln(estimate / T)."""

import argparse
import math
import sys

import numpy as np

import peach

QUARTILE = 0.674489750196081743
LIMITS = {20: 0.44, 40: 0.30, 80: 0.21}


def normal_distribution(x):
    """Returns the cumulative standard normal distribution."""
    return 0.5 * math.erfc(-x / math.sqrt(2))


def errors(procedure, listeners, trials, seed):
    """Returns the errors of all listeners after each trial: an array (listeners, trials)."""
    random = np.random.default_rng(seed)
    result = np.empty((listeners, trials))
    for listener in range(listeners):
        threshold = math.exp(random.uniform(math.log(2), math.log(60)))
        lapses = random.uniform(0.02, 0.05)
        estimator = peach.Estimator(procedure, seed=int(random.integers(1 << 62)))
        for trial, chance in enumerate(random.random(trials)):
            ratio = estimator.next() / threshold
            higher = lapses / 2 + (1 - lapses) * normal_distribution(QUARTILE * ratio)
            estimator.answer(higher=chance < higher)
            result[listener, trial] = math.log(estimator.threshold().cents / threshold)
    return result


def root_mean_square(values):
    """Returns the root mean square over listeners."""
    return np.sqrt((values**2).mean(axis=0))


def trials_to(error, curve):
    """Returns the number of trials, with a fraction, until the error falls to a value."""
    last = int(np.argmax(curve <= error))
    return last + (curve[last - 1] - error) / (curve[last - 1] - curve[last])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--listeners", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ours = root_mean_square(errors("single", options.listeners, 80, options.seed))
    # A staircase's errors vary more, so that it needs more listeners.
    stairs = root_mean_square(errors("staircase", 5 * options.listeners, 80, options.seed + 1))
    print("error after        Peach  limit  2-down-1-up")
    for trials, limit in LIMITS.items():
        print(
            f"{trials:3} trials       {ours[trials - 1]:.3f}  {limit:.2f}   "
            f"{stairs[trials - 1]:.3f}"
        )
    ours_trials, stairs_trials = trials_to(0.40, ours), trials_to(0.40, stairs)
    ratio = stairs_trials / ours_trials
    print(
        f"trials to an error of 0.40: {ours_trials:.1f} and {stairs_trials:.1f}, a ratio of "
        f"{ratio:.2f}"
    )
    return 0 if all(ours[trials - 1] <= limit for trials, limit in LIMITS.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
