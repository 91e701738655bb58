"""Rendering of MIDI files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from ctypes import Structure, byref, c_double, c_int32, c_int64, c_size_t, c_void_p
from typing import Any, overload

import numpy as np

from ._bank import Bank, Path
from ._library import (
    FloatArray,
    Handle,
    RenderOptions,
    audio,
    check,
    choice,
    file_name,
    library,
)
from ._note import Tone
from ._tuning import Adaptive, Stretch, Tuning, set_stretch, set_tuning

_FORMATS = {"int16": 0, "int24": 1, "float32": 2}


class _Song(Handle):
    _close_function = "peach_song_close"

    def __init__(self, path: Path) -> None:
        handle, name = c_void_p(), file_name(path)
        check(library.peach_song_open(name, byref(handle)), name)
        super().__init__(handle)


class _Renderer(Handle):
    _close_function = "peach_renderer_close"

    def __init__(self, song: _Song, bank: Bank, options: RenderOptions) -> None:
        handle = c_void_p()
        check(
            library.peach_renderer_open(song._handle, bank._handle, byref(options), byref(handle))
        )
        super().__init__(handle)

    def read_all(self) -> FloatArray:
        limit, written = c_int64(), c_size_t()
        check(library.peach_renderer_limit(self._handle, byref(limit)))
        # Memory that is not written is not used, so that the maximum costs nothing.
        out, arguments = audio(np.empty((limit.value, 2), np.float32), limit.value)
        check(library.peach_renderer_read(self._handle, *arguments, byref(written)))
        return out[: written.value]


def _first_installed() -> Bank:
    handle, index = c_void_p(), c_int32()
    check(library.peach_sound_open(b"sf2:0:0", byref(handle), byref(index)))
    return Bank._of(handle)


@overload
def render(
    song: Path,
    bank: Bank | Path | Sequence[Path] | None = ...,
    output: None = ...,
    *,
    sample_rate: int = ...,
    gain_decibels: float = ...,
    maximum_voices: int = ...,
    effects: bool = ...,
    limiter: bool = ...,
    tone: Tone | None = ...,
    in_tune: bool = ...,
    interpolation: int = ...,
    portable: bool = ...,
    sample_format: str = ...,
    a4: float | None = ...,
    tuning: Tuning | str | None = ...,
    adaptive: Adaptive = ...,
    purity: float = ...,
    cut_same_key: bool = ...,
    glide: float = ...,
    stretch: Stretch = ...,
    stretch_amount: float = ...,
) -> FloatArray: ...


@overload
def render(
    song: Path,
    bank: Bank | Path | Sequence[Path] | None,
    output: Path,
    *,
    sample_rate: int = ...,
    gain_decibels: float = ...,
    maximum_voices: int = ...,
    effects: bool = ...,
    limiter: bool = ...,
    tone: Tone | None = ...,
    in_tune: bool = ...,
    interpolation: int = ...,
    portable: bool = ...,
    sample_format: str = ...,
    a4: float | None = ...,
    tuning: Tuning | str | None = ...,
    adaptive: Adaptive = ...,
    purity: float = ...,
    cut_same_key: bool = ...,
    glide: float = ...,
    stretch: Stretch = ...,
    stretch_amount: float = ...,
) -> None: ...


@overload
def render(
    song: Path,
    bank: Bank | Path | Sequence[Path] | None = ...,
    *,
    output: Path,
    sample_rate: int = ...,
    gain_decibels: float = ...,
    maximum_voices: int = ...,
    effects: bool = ...,
    limiter: bool = ...,
    tone: Tone | None = ...,
    in_tune: bool = ...,
    interpolation: int = ...,
    portable: bool = ...,
    sample_format: str = ...,
    a4: float | None = ...,
    tuning: Tuning | str | None = ...,
    adaptive: Adaptive = ...,
    purity: float = ...,
    cut_same_key: bool = ...,
    glide: float = ...,
    stretch: Stretch = ...,
    stretch_amount: float = ...,
) -> None: ...


def render(
    song: Path,
    bank: Bank | Path | Sequence[Path] | None = None,
    output: Path | None = None,
    *,
    sample_rate: int = 48_000,
    gain_decibels: float = -14.0,
    maximum_voices: int = 256,
    effects: bool = True,
    limiter: bool = True,
    tone: Tone | None = None,
    in_tune: bool = False,
    interpolation: int = 6,
    portable: bool = False,
    sample_format: str = "int16",
    a4: float | None = None,
    tuning: Tuning | str | None = None,
    adaptive: Adaptive = False,
    purity: float = 1.0,
    cut_same_key: bool = False,
    glide: float = 0.0,
    stretch: Stretch = False,
    stretch_amount: float = 1.0,
) -> FloatArray | None:
    """Renders a MIDI file: returns stereo frames, `(frames, 2)`, or writes an audio file.

    Args:
        bank: The sound bank, or several as for `Bank.stack`; by default the first one installed.
        output: The audio file to write, .wav, .flac, .ogg, .opus, .mp3, .aiff or .caf.
        tone: "recorded", "straight", or "smooth": straight with smooth levels. By default
            "recorded", or "smooth" if `adaptive` is set.
        portable: Whether the output is bit-identical on all machines.
        sample_format: "int16", "int24" or "float32", for the samples of a file.
        a4: The frequency of A4, 380 to 480 Hz, in addition to the tunings of the song; by default
            that of the tuning, or of `peach settings`.
        tuning: The tuning of the keys, or the name of a temperament.
        adaptive: Whether the chords are tuned to pure intervals; "seven" for sevenths of 7:4.
        purity: The amount of that correction, 0 to 1.
        cut_same_key: Whether a note ends when its key plays again, as on a Sound Canvas.
        glide: The rate at which held notes follow the chords, in cents per second.
        stretch: Whether the octaves of pianos and other strings are stretched until partials
            coincide: "mixed", the same as `True`, "2:1", "4:2" or "6:3". Corrects the pitch of the
            bank's samples, as `in_tune` does.
        stretch_amount: The amount of the stretch, 0 to 2.
    """
    if bank is None:
        bank = _first_installed()
    elif not isinstance(bank, Bank):
        is_path = isinstance(bank, (str, os.PathLike))
        bank = Bank(bank) if is_path else Bank.stack(bank)
    options = RenderOptions()
    options.sample_rate = sample_rate
    options.gain_decibels = gain_decibels
    options.maximum_voices = maximum_voices
    options.effects = effects
    options.limiter = limiter
    options.in_tune = in_tune
    options.interpolation = interpolation
    options.portable = portable
    options.ends_repeated_notes = cut_same_key
    kept = set_tuning(options, tuning, adaptive, purity, glide, tone, a4)
    set_stretch(options, stretch, stretch_amount)
    options.format = choice(sample_format, _FORMATS, "sample_format")
    with _Song(song) as opened:
        if output is None:
            with _Renderer(opened, bank, options) as renderer:
                return renderer.read_all()
        path = file_name(output)
        check(
            library.peach_song_render_file(opened._handle, bank._handle, path, byref(options), None)
        )
    del kept
    return None


class _TunedNote(Structure):
    _fields_ = [
        ("seconds", c_double),
        ("cents", c_double),
        ("port", c_int32),
        ("channel", c_int32),
        ("key", c_int32),
        ("reserved", c_int32),
    ]


def tune_song(
    song: Path,
    *,
    adaptive: Adaptive = True,
    purity: float = 1.0,
    glide: float = 0.0,
    tuning: Tuning | str | None = None,
) -> np.ndarray[Any, Any]:
    """Tunes the chords of a MIDI file to pure intervals, as `render` with `adaptive` does.

    Returns an array with a record for each note, sorted by start: `start` in seconds, `port` from
    0, `channel`, `key`, and `cents` from equal temperament at its start. Percussion is missing.
    """
    options = RenderOptions()
    kept = set_tuning(options, tuning, adaptive, purity, glide, None, 440.0)
    count = c_size_t()
    with _Song(song) as opened:
        check(library.peach_song_tune(opened._handle, byref(options), None, 0, byref(count)))
        notes = (_TunedNote * count.value)()
        check(
            library.peach_song_tune(
                opened._handle, byref(options), notes, count.value, byref(count)
            )
        )
    del kept
    fields = np.dtype(
        [("start", "f8"), ("port", "i4"), ("channel", "i4"), ("key", "i4"), ("cents", "f8")]
    )
    return np.array(
        [(note.seconds, note.port, note.channel, note.key, note.cents) for note in notes], fields
    )
