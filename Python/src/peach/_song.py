"""Rendering of MIDI files."""

from __future__ import annotations

from ctypes import byref, c_int32, c_int64, c_size_t, c_void_p
from typing import overload

import numpy as np

from ._bank import Bank, Path
from ._library import (
    TONES,
    FloatArray,
    Handle,
    RenderOptions,
    audio,
    check,
    choice,
    file_name,
    library,
    reference_pitch,
)
from ._note import Tone

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
    bank: Bank | Path | None = ...,
    output: None = ...,
    *,
    sample_rate: int = ...,
    gain_decibels: float = ...,
    maximum_voices: int = ...,
    effects: bool = ...,
    limiter: bool = ...,
    tone: Tone = ...,
    in_tune: bool = ...,
    interpolation: int = ...,
    portable: bool = ...,
    sample_format: str = ...,
    a4: float | None = ...,
) -> FloatArray: ...


@overload
def render(
    song: Path,
    bank: Bank | Path | None,
    output: Path,
    *,
    sample_rate: int = ...,
    gain_decibels: float = ...,
    maximum_voices: int = ...,
    effects: bool = ...,
    limiter: bool = ...,
    tone: Tone = ...,
    in_tune: bool = ...,
    interpolation: int = ...,
    portable: bool = ...,
    sample_format: str = ...,
    a4: float | None = ...,
) -> None: ...


@overload
def render(
    song: Path,
    bank: Bank | Path | None = ...,
    *,
    output: Path,
    sample_rate: int = ...,
    gain_decibels: float = ...,
    maximum_voices: int = ...,
    effects: bool = ...,
    limiter: bool = ...,
    tone: Tone = ...,
    in_tune: bool = ...,
    interpolation: int = ...,
    portable: bool = ...,
    sample_format: str = ...,
    a4: float | None = ...,
) -> None: ...


def render(
    song: Path,
    bank: Bank | Path | None = None,
    output: Path | None = None,
    *,
    sample_rate: int = 48_000,
    gain_decibels: float = -14.0,
    maximum_voices: int = 256,
    effects: bool = True,
    limiter: bool = True,
    tone: Tone = "recorded",
    in_tune: bool = False,
    interpolation: int = 16,
    portable: bool = False,
    sample_format: str = "int16",
    a4: float | None = None,
) -> FloatArray | None:
    """Renders a MIDI file: returns stereo frames, `(frames, 2)`, or writes an audio file.

    Args:
        bank: The sound bank; by default the first one installed.
        output: The audio file to write, .wav, .flac, .ogg, .opus, .mp3, .aiff or .caf.
        portable: Whether the output is bit-identical on all machines.
        sample_format: "int16", "int24" or "float32", for the samples of a file.
        a4: The frequency of A4, 380 to 480 Hz, in addition to the tunings of the song; by default
            that of `peach settings`.
    """
    if bank is None:
        bank = _first_installed()
    elif not isinstance(bank, Bank):
        bank = Bank(bank)
    options = RenderOptions()
    options.sample_rate = sample_rate
    options.gain_decibels = gain_decibels
    options.maximum_voices = maximum_voices
    options.effects = effects
    options.limiter = limiter
    options.tone = choice(tone, TONES, "tone")
    options.in_tune = in_tune
    options.interpolation = interpolation
    options.portable = portable
    options.reference_pitch = reference_pitch(a4)
    options.format = choice(sample_format, _FORMATS, "sample_format")
    with _Song(song) as opened:
        if output is None:
            with _Renderer(opened, bank, options) as renderer:
                return renderer.read_all()
        path = file_name(output)
        check(
            library.peach_song_render_file(opened._handle, bank._handle, path, byref(options), None)
        )
    return None
