"""Sampled instruments at exact frequencies, and adaptive threshold estimation.

>>> import peach
>>> tone = peach.note(442.3, sound="sine", seconds=1.0)
>>> tone.shape, tone.dtype
((48000, 2), dtype('float32'))
"""

from ._bank import Bank, Intonation, KeyIntonation, Preset
from ._error import Error, FileError, InvalidTypeError, InvalidValueError, MissingFileError
from ._estimator import Estimator, Threshold, interval_beats
from ._library import version
from ._note import NOTE, Instrument, Note, note
from ._player import HeldNote, Player
from ._song import render, tune_song
from ._tuning import Tuning

__all__ = [
    "NOTE",
    "Bank",
    "Error",
    "Estimator",
    "FileError",
    "HeldNote",
    "Instrument",
    "Intonation",
    "InvalidTypeError",
    "InvalidValueError",
    "KeyIntonation",
    "MissingFileError",
    "Note",
    "Player",
    "Preset",
    "Threshold",
    "Tuning",
    "interval_beats",
    "note",
    "render",
    "tune_song",
    "version",
]
