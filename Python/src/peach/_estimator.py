"""The adaptive estimation of pitch discrimination thresholds."""

from __future__ import annotations

from ctypes import byref, c_double, c_void_p
from dataclasses import dataclass
from typing import Literal

from ._library import (
    EstimatorOptions,
    Handle,
    ThresholdStructure,
    check,
    choice,
    library,
)

Procedure = Literal["single", "profile", "staircase", "kazez"]

_PROCEDURES = {"single": 0, "profile": 1, "staircase": 2, "kazez": 3}


@dataclass(frozen=True)
class Threshold:
    """A threshold in cents, with its 95 % credible interval if the procedure has one."""

    cents: float
    low: float | None
    high: float | None


class Estimator(Handle):
    """Estimates the offset in cents at which a listener hears the direction of 75 % of the targets.

    >>> estimator = Estimator(seed=3)
    >>> for _ in range(60):
    ...     cents = estimator.next()
    ...     estimator.answer(higher=cents > 5)  # a listener who hears less as lower
    >>> threshold = estimator.threshold()
    >>> threshold.low < threshold.cents < threshold.high
    True
    """

    _close_function = "peach_estimator_close"

    def __init__(self, procedure: Procedure = "single", *, seed: int = 1) -> None:
        """Creates an estimator.

        Args:
            procedure: "single", one threshold; "profile", thresholds across the keyboard, as in the
                trainer; "staircase", 2-down-1-up; "kazez", the rule of Kazez et al. (2001).
            seed: Of the jitter of offsets and of random directions.
        """
        options = EstimatorOptions()
        options.procedure = choice(procedure, _PROCEDURES, "procedure")
        options.seed = seed
        handle = c_void_p()
        check(library.peach_estimator_open(byref(options), byref(handle)))
        super().__init__(handle)
        self._last: tuple[float, float] | None = None

    def begin_day(self, day: int) -> None:
        """Begins a day, counted from any origin: the threshold may have drifted."""
        check(library.peach_estimator_begin_day(self._handle, day))

    def next(self, key: float = 69.0, direction: int = 0) -> float:
        """Returns the offset of the next target from its reference, in cents.

        Args:
            key: The pitch of the reference as a fractional MIDI key.
            direction: 1 for a target above the reference, -1 for one below, 0 for a random one.
        """
        cents = c_double()
        check(library.peach_estimator_next(self._handle, key, direction, byref(cents)))
        self._last = (key, cents.value)
        return cents.value

    def answer(self, higher: bool, *, cents: float | None = None, key: float | None = None) -> None:
        """Records whether the listener heard the target above the reference: the last target, or
        one with an offset and a key."""
        if cents is None:
            if self._last is None:
                raise ValueError("There is no target. Call next(), or pass cents.")
            last_key, cents = self._last
            key = last_key if key is None else key
        number = int(bool(higher))
        check(
            library.peach_estimator_answer(
                self._handle, 69.0 if key is None else key, cents, number
            )
        )

    def threshold(self, key: float = 69.0) -> Threshold:
        """Returns the estimated threshold."""
        found = ThresholdStructure()
        check(library.peach_estimator_threshold(self._handle, key, byref(found)))
        if not found.has_interval:
            return Threshold(found.cents, None, None)
        return Threshold(found.cents, found.low, found.high)
