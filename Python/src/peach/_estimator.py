"""The adaptive estimation of pitch discrimination thresholds."""

from __future__ import annotations

import secrets
from ctypes import byref, c_double, c_void_p
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ._error import InvalidTypeError, InvalidValueError
from ._library import (
    EstimatorOptions,
    Handle,
    ThresholdStructure,
    check,
    choice,
    library,
)

Response = Literal["higher", "lower"]
Procedure = Literal["single", "profile", "staircase", "kazez", "beats"]

_PROCEDURES = {"single": 0, "profile": 1, "staircase": 2, "kazez": 3, "beats": 4}


def interval_beats(reference: float, semitones: int, cents: float) -> float:
    """Returns the beats per second of the lowest common partials of two notes.

    >>> round(interval_beats(440 * 2 ** (-9 / 12), 4, 1.0), 3)  # a third on C4, a cent wide
    0.756

    Args:
        reference: The frequency of the first note in hertz.
        semitones: The pure interval from it to the other note, in 5-limit just intonation: 0, 3, 4,
            5, 7, 8, 9 or 12, or below it with a minus sign.
        cents: The deviation of the other note from the pure interval.
    """
    beats = c_double()
    check(library.peach_interval_beats(reference, semitones, cents, byref(beats)))
    return beats.value


def _is_higher(response: bool | Response) -> bool:
    if isinstance(response, (bool, np.bool_)):
        return bool(response)
    if not isinstance(response, str):
        raise InvalidTypeError(f'The answer is {response!r}. Use True, False, "higher" or "lower".')
    if response not in ("higher", "lower"):
        raise InvalidValueError(f'The answer is "{response}". Use "higher" or "lower".')
    return response == "higher"


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
    >>> estimator
    <peach.Estimator 'single', seed=3, 60 answers>
    """

    _close_function = "peach_estimator_close"

    def __init__(
        self,
        procedure: Procedure = "single",
        *,
        seed: int | None = None,
        semitones: int = 0,
        seconds: float = 2.0,
    ) -> None:
        """Creates an estimator.

        Args:
            procedure: "single", one threshold; "profile", thresholds across the keyboard, as in the
                trainer; "staircase", 2-down-1-up; "kazez", the rule of Kazez et al. (2001);
                "beats", which of two intervals is pure, by beats: an offset is positive if the
                second one is, and "higher" is the answer for the second one.
            seed: Of the jitter of offsets and of random directions, 0 to 2⁶⁴ − 1. By default it is
                random, so that participants and sessions differ. Store `Estimator.seed` with the
                answers.
            semitones: The interval from the reference to the target, -12 to 12. "beats" needs one
                that `interval_beats` accepts.
            seconds: The duration of an interval with "beats", 0.1 to 60.
        """
        options = EstimatorOptions()
        options.procedure = choice(procedure, _PROCEDURES, "procedure")
        # R and JSON represent 53 bits exactly.
        options.seed = secrets.randbits(53) if seed is None else seed
        options.semitones = semitones
        options.seconds = seconds
        handle = c_void_p()
        check(library.peach_estimator_open(byref(options), byref(handle)))
        super().__init__(handle)
        self._procedure: Procedure = procedure
        self._seed = int(options.seed)
        self._count = 0
        self._target: tuple[float, float] | None = None

    @property
    def procedure(self) -> Procedure:
        """The procedure."""
        return self._procedure

    @property
    def seed(self) -> int:
        """The seed, which repeats the sequence of targets if the answers are equal."""
        return self._seed

    @property
    def answer_count(self) -> int:
        """The number of answers recorded."""
        return self._count

    def _description(self) -> str:
        answers = f"{self._count} answer{'' if self._count == 1 else 's'}"
        return f"{self._procedure!r}, seed={self._seed}, {answers}"

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
        self._target = (key, cents.value)
        return cents.value

    def answer(
        self, higher: bool | Response, *, cents: float | None = None, key: float | None = None
    ) -> None:
        """Records whether the listener heard the target above the reference.

        The target is that of the last `next`, which takes one answer, or one with an offset and a
        key.

        Args:
            higher: `True` or "higher"; `False` or "lower". Nothing else has a truth value here.
            cents: The offset that was presented, if it is not that of `next`.
            key: The pitch of the reference, if it is not that of `next`.
        """
        is_higher = _is_higher(higher)
        if self._target is None:
            if cents is None:
                raise InvalidValueError(
                    "There is no target: it was answered, or next() was not called. Call next(), or"
                    " pass cents."
                )
            target = (69.0, cents)
        else:
            target = self._target
        target_key = target[0] if key is None else key
        offset = target[1] if cents is None else cents
        check(library.peach_estimator_answer(self._handle, target_key, offset, int(is_higher)))
        self._target = None
        self._count += 1

    def threshold(self, key: float = 69.0) -> Threshold:
        """Returns the estimated threshold."""
        found = ThresholdStructure()
        check(library.peach_estimator_threshold(self._handle, key, byref(found)))
        if not found.has_interval:
            return Threshold(found.cents, None, None)
        return Threshold(found.cents, found.low, found.high)
