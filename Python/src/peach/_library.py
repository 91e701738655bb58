"""The shared library and its structures; see peach.h."""

from __future__ import annotations

import ctypes
import operator
import os
import weakref
from collections.abc import Callable
from ctypes import (
    POINTER,
    c_char,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_ssize_t,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._error import InvalidTypeError, InvalidValueError, error

ABI_VERSION = 0

FloatArray = NDArray[np.float32]


class Structure(ctypes.Structure):
    """A structure whose first member is its size."""

    _init_function = ""

    def __init__(self) -> None:
        super().__init__()
        if self._init_function:
            size = ctypes.sizeof(self)
            check(getattr(library, self._init_function)(ctypes.byref(self), size))
        else:
            self.size = ctypes.sizeof(self)

    def __setattr__(self, name: str, value: Any) -> None:
        """Sets a member. ctypes would cut integers that are out of range."""
        kind = dict(self._fields_)[name]
        try:
            value = operator.index(value) if kind is not c_double else float(value + 0.0)
        except (TypeError, ValueError):
            needed = "a number" if kind is c_double else "an integer"
            raise InvalidTypeError(f"{name} is {value!r}. Use {needed}.") from None
        if kind is not c_double and kind(value).value != value:
            raise InvalidValueError(f"{name} is {value}, which is out of range.")
        super().__setattr__(name, value)


class PresetStructure(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("bank", c_int32),
        ("program", c_int32),
        ("is_percussion", c_int32),
        ("name", c_char * 256),
    ]


class IntonationStructure(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("unpitched_count", c_int32),
        ("median_before", c_double),
        ("median_after", c_double),
        ("worst_before", c_double),
        ("worst_after", c_double),
        ("worst_jump_before", c_double),
        ("worst_jump_after", c_double),
        ("worst_remainder", c_double),
    ]


class KeyIntonationStructure(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32),
        ("key", c_uint8),
        ("velocity", c_uint8),
        ("is_periodic", c_uint8),
        ("reserved", c_uint8),
        ("before", c_double),
        ("after", c_double),
        ("uncertainty", c_double),
    ]


class InstrumentOptions(Structure):
    _init_function = "peach_instrument_options_init"
    _fields_ = [
        ("size", c_uint32),
        ("tone", c_int32),
        ("in_tune", c_int32),
        ("interpolation", c_int32),
        ("sample_rate", c_double),
        ("vibrato", c_double),
    ]


class PlayerOptions(Structure):
    _init_function = "peach_player_options_init"
    _fields_ = [
        ("size", c_uint32),
        ("maximum_voices", c_int32),
        ("effects", c_int32),
        ("limiter", c_int32),
        ("tone", c_int32),
        ("in_tune", c_int32),
        ("sample_rate", c_double),
        ("gain_decibels", c_double),
        ("vibrato", c_double),
        ("reference_pitch", c_double),
        ("tuning", c_void_p),
        ("purity", c_double),
        ("glide", c_double),
        ("adaptive", c_int32),
        ("fixed_channels", c_uint16),
        ("untuned_channels", c_uint16),
        ("stretch_amount", c_double),
        ("stretch", c_int32),
        ("reserved", c_int32),
    ]


class RenderOptions(Structure):
    _init_function = "peach_render_options_init"
    _fields_ = [
        ("size", c_uint32),
        ("sample_rate", c_int32),
        ("maximum_voices", c_int32),
        ("effects", c_int32),
        ("limiter", c_int32),
        ("tone", c_int32),
        ("in_tune", c_int32),
        ("interpolation", c_int32),
        ("portable", c_int32),
        ("format", c_int32),
        ("gain_decibels", c_double),
        ("vibrato", c_double),
        ("reference_pitch", c_double),
        ("tuning", c_void_p),
        ("purity", c_double),
        ("adaptive", c_int32),
        ("fixed_channels", c_uint16),
        ("untuned_channels", c_uint16),
        ("ends_repeated_notes", c_int32),
        ("stretch", c_int32),
        ("glide", c_double),
        ("stretch_amount", c_double),
    ]


class EstimatorOptions(Structure):
    _init_function = "peach_estimator_options_init"
    _fields_ = [
        ("size", c_uint32),
        ("procedure", c_int32),
        ("seed", c_uint64),
        ("semitones", c_int32),
        ("reserved", c_int32),
        ("seconds", c_double),
    ]


class ThresholdStructure(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("has_interval", c_int32),
        ("cents", c_double),
        ("low", c_double),
        ("high", c_double),
    ]


_AUDIO = [c_void_p, c_void_p, c_ssize_t, c_size_t]

_FUNCTIONS: dict[str, list[Any]] = {
    "peach_bank_open": [c_char_p, POINTER(c_void_p)],
    "peach_bank_open_stack": [POINTER(c_char_p), c_size_t, POINTER(c_void_p)],
    "peach_bank_open_memory": [c_void_p, c_size_t, POINTER(c_void_p)],
    "peach_bank_open_sine": [POINTER(c_void_p)],
    "peach_sound_open": [c_char_p, POINTER(c_void_p), POINTER(c_int32)],
    "peach_bank_close": [c_void_p],
    "peach_bank_name": [c_void_p, c_char_p, c_size_t],
    "peach_bank_warning_count": [c_void_p, POINTER(c_int32)],
    "peach_bank_warning": [c_void_p, c_int32, c_char_p, c_size_t],
    "peach_bank_preset_count": [c_void_p, POINTER(c_int32)],
    "peach_bank_preset": [c_void_p, c_int32, POINTER(PresetStructure)],
    "peach_bank_find_preset": [c_void_p, c_int32, c_int32, POINTER(c_int32)],
    "peach_bank_find_sound": [c_void_p, c_char_p, POINTER(c_int32)],
    "peach_bank_measure": [
        c_void_p,
        c_int32,
        POINTER(IntonationStructure),
        POINTER(KeyIntonationStructure),
        c_size_t,
        POINTER(c_size_t),
    ],
    "peach_bank_write_tuned": [c_void_p, c_char_p],
    "peach_note_parse": [c_char_p, c_double, POINTER(c_double)],
    "peach_note_reference_pitch": [POINTER(c_double)],
    "peach_instrument_options_init": [POINTER(InstrumentOptions), c_size_t],
    "peach_instrument_open": [c_void_p, c_int32, POINTER(InstrumentOptions), POINTER(c_void_p)],
    "peach_instrument_close": [c_void_p],
    "peach_instrument_frames": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)],
    "peach_instrument_render": [c_void_p, c_void_p, c_size_t, *_AUDIO],
    "peach_player_options_init": [POINTER(PlayerOptions), c_size_t],
    "peach_player_open": [c_void_p, POINTER(PlayerOptions), POINTER(c_void_p)],
    "peach_player_close": [c_void_p],
    "peach_player_select": [c_void_p, c_int32, c_int32],
    "peach_player_send": [c_void_p, c_char_p, c_size_t, c_int64],
    "peach_player_note_on": [c_void_p, c_int32, c_int32, c_int32],
    "peach_player_note_off": [c_void_p, c_int32, c_int32],
    "peach_player_start": [c_void_p, c_int32, c_double, c_double, POINTER(c_uint64)],
    "peach_player_retune": [c_void_p, c_uint64, c_double],
    "peach_player_stop": [c_void_p, c_uint64, c_double],
    "peach_player_service": [c_void_p, POINTER(c_int32)],
    "peach_player_clock": [c_void_p, POINTER(c_int64)],
    "peach_player_voices": [c_void_p, POINTER(c_int32)],
    "peach_player_render": [c_void_p, *_AUDIO],
    "peach_render_options_init": [POINTER(RenderOptions), c_size_t],
    "peach_song_open": [c_char_p, POINTER(c_void_p)],
    "peach_song_close": [c_void_p],
    "peach_song_render_file": [c_void_p, c_void_p, c_char_p, POINTER(RenderOptions), c_void_p],
    "peach_song_tune": [
        c_void_p,
        POINTER(RenderOptions),
        c_void_p,
        c_size_t,
        POINTER(c_size_t),
    ],
    "peach_tuning_open_name": [c_char_p, c_char_p, POINTER(c_void_p)],
    "peach_tuning_open_file": [c_char_p, POINTER(c_void_p)],
    "peach_tuning_close": [c_void_p],
    "peach_tuning_open_memory": [c_char_p, c_size_t, POINTER(c_void_p)],
    "peach_tuning_open_mapped_file": [c_char_p, c_char_p, POINTER(c_void_p)],
    "peach_tuning_open_mapped_memory": [
        c_char_p,
        c_size_t,
        c_char_p,
        c_size_t,
        POINTER(c_void_p),
    ],
    "peach_tuning_cents": [c_void_p, c_int32, POINTER(c_double)],
    "peach_renderer_open": [c_void_p, c_void_p, POINTER(RenderOptions), POINTER(c_void_p)],
    "peach_renderer_close": [c_void_p],
    "peach_renderer_limit": [c_void_p, POINTER(c_int64)],
    "peach_renderer_read": [c_void_p, *_AUDIO, POINTER(c_size_t)],
    "peach_estimator_options_init": [POINTER(EstimatorOptions), c_size_t],
    "peach_estimator_open": [POINTER(EstimatorOptions), POINTER(c_void_p)],
    "peach_estimator_close": [c_void_p],
    "peach_estimator_begin_day": [c_void_p, c_int32],
    "peach_estimator_next": [c_void_p, c_double, c_int32, POINTER(c_double)],
    "peach_estimator_answer": [c_void_p, c_double, c_double, c_int32],
    "peach_interval_beats": [c_double, c_int32, c_double, POINTER(c_double)],
    "peach_estimator_threshold": [c_void_p, c_double, POINTER(ThresholdStructure)],
}


def _load() -> ctypes.CDLL:
    """Loads the library of the wheel, or the one that PEACH_LIBRARY names."""
    path = os.environ.get("PEACH_LIBRARY") or str(Path(__file__).with_name("libpeach.so.0"))
    loaded = ctypes.CDLL(path)
    found = loaded.peach_abi_version()
    if found != ABI_VERSION:
        raise ImportError(f"{path} has version {found} of the interface instead of {ABI_VERSION}.")
    loaded.peach_version.restype = c_char_p
    loaded.peach_error_message.restype = c_char_p
    loaded.peach_result_text.restype = c_char_p
    for name, arguments in _FUNCTIONS.items():
        getattr(loaded, name).argtypes = arguments
    return loaded


class _Functions:
    """The functions of the library. An argument of the wrong type is a TypeError, as elsewhere in
    Python, instead of an error of ctypes."""

    def __init__(self, loaded: ctypes.CDLL) -> None:
        for name in [*_FUNCTIONS, "peach_version", "peach_error_message", "peach_result_text"]:
            setattr(self, name, self._function(getattr(loaded, name)))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]: ...

    @staticmethod
    def _function(function: Any) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except ctypes.ArgumentError as problem:
                raise InvalidTypeError(f"{function.__name__}: {problem}") from None

        return call


library = _Functions(_load())

RECORDED = 1
TONES = {"straight": 0, "recorded": RECORDED, "smooth": 2}


def version() -> str:
    """Returns the version of the library.

    >>> version().count(".")
    2
    """
    return library.peach_version().decode()


def check(result: int, path: bytes | None = None) -> None:
    """Raises an error if a result is one. `path` is the file that was to be read."""
    if result != 0:
        message = library.peach_error_message() or library.peach_result_text(result)
        raise error(message.decode(), result, path)


def check_real_time(result: int) -> None:
    """Raises an error if the result of a real-time function, which sets no message, is one."""
    if result != 0:
        raise error(library.peach_result_text(result).decode(), result)


def choice(value: str, choices: dict[str, int], name: str) -> int:
    """Returns the number of a choice."""
    if not isinstance(value, str):
        raise InvalidTypeError(f"{name} is {value!r}. Use {' or '.join(choices)}.")
    if value not in choices:
        raise InvalidValueError(f'{name} is "{value}". Use {" or ".join(choices)}.')
    return choices[value]


def reference_pitch(a4: float | None) -> float:
    """Returns the frequency of A4: `a4`, or that of the user's settings."""
    if a4 is not None:
        if isinstance(a4, (str, bytes)):
            raise InvalidTypeError(f"a4 is {a4!r}. Use a number of hertz.")
        return a4
    hertz = c_double()
    check(library.peach_note_reference_pitch(ctypes.byref(hertz)))
    return hertz.value


def in_hertz(pitch: float | str, a4: float | None) -> float:
    """Returns a pitch in hertz. A text is a note such as "A4" or "Bb3-20c", or hertz."""
    if not isinstance(pitch, str):
        return pitch
    hertz = c_double()
    check(library.peach_note_parse(pitch.encode(), reference_pitch(a4), ctypes.byref(hertz)))
    return hertz.value


def encoded(text: str) -> bytes:
    """Returns the UTF-8 of a name."""
    if not isinstance(text, str):
        raise InvalidTypeError(f"The sound is {text!r}. Use a name.")
    return text.encode()


def file_name(path: str | os.PathLike[str]) -> bytes:
    """Returns the bytes of a path."""
    try:
        return os.fsencode(path)
    except TypeError:
        raise InvalidTypeError(f"The path is {path!r}. Use a string or a Path.") from None


class Handle:
    """A handle of the library, closed by `close`, at the end of a `with` block, or when unused."""

    _close_function = ""

    def __init__(self, handle: c_void_p) -> None:
        self._handle = handle
        self._finalizer = weakref.finalize(
            self, getattr(library, self._close_function), handle.value
        )

    def close(self) -> None:
        """Closes the object. Later calls raise an error."""
        self._finalizer()

    @property
    def is_closed(self) -> bool:
        """Whether the object was closed."""
        return not self._finalizer.alive

    def _description(self) -> str:
        """Returns what distinguishes an open object from others of its type."""
        return ""

    def __repr__(self) -> str:
        text = "closed" if self.is_closed else self._description()
        return f"<peach.{type(self).__name__}{' ' if text else ''}{text}>"

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def audio(out: FloatArray | None, frames: int) -> tuple[FloatArray, tuple[int, int, int, int]]:
    """Returns an array of stereo frames, and the arguments that describe it in C. Writes to `out`,
    if it is given, without a copy."""
    if out is None:
        out = np.empty((frames, 2), np.float32)
    elif not isinstance(out, np.ndarray) or out.dtype != np.float32 or out.shape != (frames, 2):
        raise InvalidValueError(f"out must be an array of float32 with the shape ({frames}, 2).")
    frame_bytes, channel_bytes = out.strides
    if frames > 0 and (frame_bytes <= 0 or frame_bytes % 4 or not out.flags.writeable):
        raise InvalidValueError("out must be writable, and its frames must ascend in memory.")
    left = out.ctypes.data
    return out, (left, left + channel_bytes, max(frame_bytes // 4, 1), frames)
