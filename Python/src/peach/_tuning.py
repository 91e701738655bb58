"""Tunings of keys, and pure chords."""

from __future__ import annotations

import os
from ctypes import byref, c_double, c_void_p
from typing import Any, Literal, Union

from ._bank import Path
from ._error import InvalidTypeError, InvalidValueError
from ._library import (
    TONES,
    Handle,
    PlayerOptions,
    RenderOptions,
    check,
    choice,
    encoded,
    file_name,
    library,
    reference_pitch,
)

Adaptive = Union[bool, Literal["five", "seven"]]
Stretch = Union[bool, Literal["mixed", "2:1", "4:2", "6:3"]]

_ADAPTIVE = {"five": 1, "seven": 2}
_STRETCH = {"mixed": 1, "2:1": 2, "4:2": 3, "6:3": 4}


class Tuning(Handle):
    """The tuning of the keys: a temperament by its name, or a Scala or AnaMark file.

    >>> vallotti = Tuning("vallotti", root="C", a4=442)
    >>> round(vallotti.cents(60), 3)
    5.865
    """

    _close_function = "peach_tuning_close"

    def __init__(self, name: str, *, root: str = "C", a4: float | None = None) -> None:
        """Creates the tuning of a temperament; `peach tuning --list` has the names.

        Args:
            root: A note without octave, such as "D" or "Bb".
            a4: The frequency of A4, by default that of `render` or `Player`.
        """
        handle = c_void_p()
        check(library.peach_tuning_open_name(encoded(name), encoded(root), byref(handle)))
        self._open(handle, name, a4)

    @classmethod
    def file(cls, path: Path, *, mapping: Path | None = None, a4: float | None = None) -> Tuning:
        """Reads an AnaMark tuning (.tun) or a Scala scale (.scl).

        Args:
            mapping: A Scala keyboard mapping (.kbm) for the scale.
            a4: The frequency of A4, by default that of `render` or `Player`.
        """
        handle, name = c_void_p(), file_name(path)
        if mapping is None:
            check(library.peach_tuning_open_file(name, byref(handle)), name)
        else:
            keys = file_name(mapping)
            check(
                library.peach_tuning_open_mapped_file(name, keys, byref(handle)),
                keys if os.path.exists(name) else name,
            )
        tuning = cls.__new__(cls)
        tuning._open(handle, str(path), a4)
        return tuning

    @classmethod
    def text(
        cls, text: str | bytes, *, mapping: str | bytes | None = None, a4: float | None = None
    ) -> Tuning:
        """Reads the text of an AnaMark tuning or of a Scala scale.

        Args:
            mapping: The text of a Scala keyboard mapping for the scale.
            a4: The frequency of A4, by default that of `render` or `Player`.
        """
        handle, data = c_void_p(), _bytes(text)
        if mapping is None:
            check(library.peach_tuning_open_memory(data, len(data), byref(handle)))
        else:
            keys = _bytes(mapping)
            check(
                library.peach_tuning_open_mapped_memory(
                    data, len(data), keys, len(keys), byref(handle)
                )
            )
        tuning = cls.__new__(cls)
        tuning._open(handle, "text", a4)
        return tuning

    def _open(self, handle: c_void_p, name: str, a4: float | None) -> None:
        super().__init__(handle)
        self.name = name
        self.a4 = a4

    def _description(self) -> str:
        return repr(self.name)

    def cents(self, key: int) -> float:
        """Returns the deviation of a key from equal temperament in cents; NaN for a key without a
        pitch."""
        cents = c_double()
        check(library.peach_tuning_cents(self._handle, key, byref(cents)))
        return cents.value


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def set_tuning(
    options: RenderOptions | PlayerOptions,
    tuning: Tuning | str | None,
    adaptive: Any,
    purity: float,
    glide: float,
    tone: str | None,
    a4: float | None,
) -> Tuning | None:
    """Sets the members for tunings, tone and reference pitch. Returns the tuning, which must stay
    open until the options are used."""
    if isinstance(tuning, str):
        tuning = Tuning(tuning)
    elif tuning is not None and not isinstance(tuning, Tuning):
        raise InvalidTypeError(f"The tuning is {tuning!r}. Use a Tuning or the name of one.")
    if tuning is not None:
        options.tuning = tuning._handle.value
        a4 = tuning.a4 if a4 is None else a4
    if isinstance(adaptive, bool):
        adaptive = "five" if adaptive else None
    options.adaptive = 0 if adaptive is None else choice(adaptive, _ADAPTIVE, "adaptive")
    if not 0 <= purity <= 1:
        raise InvalidValueError(f"purity is {purity!r}. Use 0 to 1.")
    options.purity = purity
    options.glide = glide
    # Chords that are pure beat less only with straight tones, whose levels are smooth.
    default = "recorded" if adaptive is None else "smooth"
    options.tone = choice(default if tone is None else tone, TONES, "tone")
    options.reference_pitch = reference_pitch(a4)
    return tuning


def set_stretch(options: RenderOptions | PlayerOptions, stretch: Any, amount: float) -> None:
    """Sets the members for the stretch of octaves."""
    if isinstance(stretch, bool):
        stretch = "mixed" if stretch else None
    options.stretch = 0 if stretch is None else choice(stretch, _STRETCH, "stretch")
    if not 0 <= amount <= 2:
        raise InvalidValueError(f"stretch_amount is {amount!r}. Use 0 to 2.")
    options.stretch_amount = amount
