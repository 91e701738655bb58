"""Notes in hertz."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import byref, c_size_t, c_void_p
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Union

import numpy as np
from numpy.typing import NDArray

from ._bank import Bank, Preset
from ._error import InvalidTypeError, InvalidValueError
from ._library import (
    TONES,
    FloatArray,
    Handle,
    InstrumentOptions,
    audio,
    check,
    choice,
    in_hertz,
    library,
)

#: The structure of a note, `peach_note` in peach.h, for arrays of notes; see `notes_array`.
NOTE = np.dtype(
    [
        ("size", np.uint32),
        ("reserved", np.uint32),
        ("start", np.float64),
        ("hertz", np.float64),
        ("seconds", np.float64),
        ("amplitude", np.float64),
        ("region_hertz", np.float64),
        ("region_amplitude", np.float64),
    ],
    align=True,
)

Tone = Literal["straight", "recorded", "smooth"]


@dataclass(frozen=True)
class Note:
    """A note. The pitch is in hertz, or a text such as "A4" or "Bb3-20c", relative to the `a4` of
    the instrument. Start and duration are in seconds; the amplitude is 0 to 1.

    Notes a fraction of a cent apart may play different samples. To compare only their pitches, play
    both with the same `region_hertz`, the frequency that selects the sample.
    """

    hertz: float | str
    seconds: float = 1.0
    start: float = 0.0
    amplitude: float = 0.8
    region_hertz: float | str | None = None
    region_amplitude: float | None = None


Notes = Union[Note, Sequence[Note], NDArray[Any]]


def _notes_array(notes: Notes, a4: float | None) -> NDArray[Any]:
    """Returns an array of notes in memory, without a copy if they are one."""
    if isinstance(notes, np.ndarray):
        if notes.dtype != NOTE or notes.ndim != 1 or not notes.flags.c_contiguous:
            raise InvalidValueError(
                "An array of notes must be contiguous, with the dtype peach.NOTE."
            )
        return notes
    if isinstance(notes, Note):
        notes = [notes]
    array = np.zeros(len(notes), NOTE)
    for element, note in zip(array, notes):
        element["start"], element["hertz"], element["seconds"] = (
            note.start,
            in_hertz(note.hertz, a4),
            note.seconds,
        )
        element["amplitude"] = note.amplitude
        element["region_hertz"] = in_hertz(note.region_hertz or 0, a4)
        element["region_amplitude"] = note.region_amplitude or 0
    array["size"] = NOTE.itemsize
    return array


class Instrument(Handle):
    """A preset that is prepared for rendering of notes. Notes of the same instrument are
    bit-identical.

    >>> sine = Instrument("sine", sample_rate=44_100)
    >>> sine.note(440, seconds=0.5).shape
    (22050, 2)
    >>> sine.render([Note(440, 0.5), Note(441, 0.5, start=1.0)]).shape
    (66150, 2)
    """

    _close_function = "peach_instrument_close"

    def __init__(
        self,
        sound: str | Preset | Bank,
        *,
        sample_rate: float = 48_000,
        tone: Tone = "straight",
        vibrato: float = 0.0,
        in_tune: bool = True,
        interpolation: int = 6,
        a4: float | None = None,
    ) -> None:
        """Prepares a sound.

        Args:
            sound: A preset; a bank, for its first preset; "sine"; or the name of an installed
            preset. tone: "straight", without the pitch contour of the recordings, or "recorded".
            vibrato: The amount of recorded vibrato of straight tones, 0 to 2. in_tune: Whether to
            correct the pitch of the samples. interpolation: 6 taps of samples of twice the rate, or
            4, 8, 16 or 32 taps. a4: The frequency of A4 for notes that are texts, 380 to 480 Hz;
            by default that of `peach settings`.
        """
        if isinstance(sound, str):
            sound = Bank.installed(sound)
        if isinstance(sound, Bank):
            sound = sound.presets[0]
        if not isinstance(sound, Preset):
            raise InvalidTypeError(f"The sound is {sound!r}. Use a name, a preset or a bank.")
        options = InstrumentOptions()
        options.tone = choice(tone, TONES, "tone")
        options.vibrato = vibrato
        options.in_tune = in_tune
        options.interpolation = interpolation
        options.sample_rate = sample_rate
        self.sample_rate = options.sample_rate
        self.a4 = a4
        handle = c_void_p()
        bank = sound.owner._handle
        check(library.peach_instrument_open(bank, sound.index, byref(options), byref(handle)))
        super().__init__(handle)
        self._sound = sound

    def _description(self) -> str:
        return f"{self._sound.name!r}, {self.sample_rate:g} Hz"

    def note(
        self,
        hertz: float | str,
        seconds: float = 1.0,
        *,
        amplitude: float = 0.8,
        region_hertz: float | str | None = None,
        out: FloatArray | None = None,
    ) -> FloatArray:
        """Returns a note as an array of stereo frames, `(frames, 2)`."""
        return self.render(Note(hertz, seconds, 0.0, amplitude, region_hertz), out=out)

    def frames(self, notes: Notes) -> int:
        """Returns the number of frames until the end of the last note."""
        array, count = _notes_array(notes, self.a4), c_size_t()
        check(
            library.peach_instrument_frames(
                self._handle, array.ctypes.data, len(array), byref(count)
            )
        )
        return count.value

    def render(
        self, notes: Notes, *, frames: int | None = None, out: FloatArray | None = None
    ) -> FloatArray:
        """Returns notes as an array of stereo frames, `(frames, 2)`.

        Args:
            notes: A note, several, or an array with the dtype `NOTE`, which is not copied.
            frames: The number of frames; by default until the end of the last note.
            out: The array to write to, in any layout, instead of a new one.
        """
        array = _notes_array(notes, self.a4)
        if frames is None:
            frames = len(out) if out is not None else self.frames(array)
        result, arguments = audio(out, frames)
        data = array.ctypes.data
        check(library.peach_instrument_render(self._handle, data, len(array), *arguments))
        return result


@lru_cache(maxsize=16)
def _instrument(sound: str | Preset | Bank, **options: Any) -> Instrument:
    return Instrument(sound, **options)


def note(
    hertz: float | str,
    sound: str | Preset | Bank = "sine",
    seconds: float = 1.0,
    *,
    amplitude: float = 0.8,
    sample_rate: float = 48_000,
    tone: Tone = "straight",
    vibrato: float = 0.0,
    in_tune: bool = True,
    interpolation: int = 6,
    a4: float | None = None,
    out: FloatArray | None = None,
) -> FloatArray:
    """Returns a note at exactly a frequency, as an array of stereo frames, `(frames, 2)`.

    `hertz` may also be the text of a note, such as "A4", "C#5" or "Bb3-20c", relative to `a4`; by
    default, that is the reference pitch of `peach settings`, 440 Hz if it was never set. The last
    16 sounds stay in memory; see `Instrument` for the options.

    >>> tone = note(442.3, sound="sine", seconds=0.25)
    >>> tone.shape, tone.dtype
    ((12000, 2), dtype('float32'))
    """
    instrument = _instrument(
        sound,
        sample_rate=sample_rate,
        tone=tone,
        vibrato=vibrato,
        in_tune=in_tune,
        interpolation=interpolation,
    )
    return instrument.note(in_hertz(hertz, a4), seconds, amplitude=amplitude, out=out)


assert ctypes.sizeof(ctypes.c_double) == 8 and NOTE.itemsize == 56
