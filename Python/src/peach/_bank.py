"""Sound banks, their presets and intonation."""

from __future__ import annotations

import ctypes
import os
import warnings
from collections.abc import Sequence
from ctypes import byref, c_int32, c_size_t, c_void_p
from dataclasses import dataclass, field
from typing import Union

from ._library import (
    Handle,
    IntonationStructure,
    KeyIntonationStructure,
    PresetStructure,
    check,
    encoded,
    file_name,
    library,
)

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class KeyIntonation:
    """The tuning error of a key, in cents. `velocity` is the lowest of its velocity layer."""

    key: int
    velocity: int
    before: float
    after: float
    uncertainty: float
    is_periodic: bool


@dataclass(frozen=True)
class Intonation:
    """The tuning errors of a preset, in cents, before and after the correction."""

    preset: Preset
    median_before: float
    median_after: float
    worst_before: float
    worst_after: float
    worst_jump_before: float
    worst_jump_after: float
    worst_remainder: float
    unpitched_count: int
    keys: list[KeyIntonation] = field(repr=False)


@dataclass(frozen=True)
class Preset:
    """A preset of a `Bank`, its `owner`. Songs select it by the numbers of bank and program.

    Attributes:
        bank: The number of its MIDI bank, 0 to 127; 128 for percussion of SoundFonts.
        program: Its MIDI program, 0 to 127.
        index: Its position in `Bank.presets`.

    >>> Bank.sine().presets[0]
    Preset(name='Sine', bank=0, program=0, index=0, is_percussion=False)
    """

    name: str
    bank: int
    program: int
    index: int
    is_percussion: bool
    owner: Bank = field(repr=False)

    @property
    def number(self) -> int:
        """The former name of `bank`."""
        warnings.warn("Use Preset.bank.", DeprecationWarning, stacklevel=2)
        return self.bank


class Bank(Handle):
    """A bank in a file of any supported format: SF2, SF3, DLS, SFZ, EXS24, .aupreset, .pat, audio.

    >>> bank = Bank.sine()
    >>> bank.name, [preset.name for preset in bank.presets]
    ('Sine', ['Sine'])
    >>> bank
    <peach.Bank 'Sine', 1 preset>
    """

    _close_function = "peach_bank_close"

    def __init__(self, path: Path) -> None:
        handle, name = c_void_p(), file_name(path)
        check(library.peach_bank_open(name, byref(handle)), name)
        super().__init__(handle)

    def _description(self) -> str:
        count = c_int32()
        check(library.peach_bank_preset_count(self._handle, byref(count)))
        return f"{self.name!r}, {count.value} preset{'' if count.value == 1 else 's'}"

    @classmethod
    def _of(cls, handle: c_void_p) -> Bank:
        bank = cls.__new__(cls)
        Handle.__init__(bank, handle)
        return bank

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview) -> Bank:
        """Opens a bank in memory, which the library copies."""
        view = memoryview(data).cast("B")
        handle = c_void_p()
        if view.readonly:
            pointer = ctypes.cast(ctypes.c_char_p(bytes(view)), c_void_p)
        else:
            pointer = c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(view)))
        check(library.peach_bank_open_memory(pointer, view.nbytes, byref(handle)))
        return cls._of(handle)

    @classmethod
    def stack(cls, banks: Sequence[Path]) -> Bank:
        """Opens several banks as one: the presets of later ones have precedence.

        Args:
            banks: Paths of files, which presets, an offset or new numbers may follow as in
                `peach render --bank`: "drums.sf2:128", "extra.sf2+1", "cello.sfz=0:42".
        """
        names = [file_name(bank) for bank in banks]
        handle, array = c_void_p(), (ctypes.c_char_p * len(names))(*names)
        check(library.peach_bank_open_stack(array, len(names), byref(handle)))
        return cls._of(handle)

    @classmethod
    def sine(cls) -> Bank:
        """Opens a bank with one preset, a sine wave."""
        handle = c_void_p()
        check(library.peach_bank_open_sine(byref(handle)))
        return cls._of(handle)

    @classmethod
    def installed(cls, sound: str) -> Preset:
        """Returns a preset of the installed banks, such as "cello" or "sf2:0:42".

        >>> Bank.installed("sine").name
        'Sine'
        """
        handle, index = c_void_p(), c_int32()
        check(library.peach_sound_open(encoded(sound), byref(handle), byref(index)))
        return cls._of(handle)._preset(index.value)

    @property
    def name(self) -> str:
        """The name of the bank."""
        buffer = ctypes.create_string_buffer(1024)
        check(library.peach_bank_name(self._handle, buffer, len(buffer)))
        return buffer.value.decode()

    @property
    def warnings(self) -> list[str]:
        """The warnings about the bank: samples that are missing, values that were ignored.

        >>> Bank.sine().warnings
        []
        """
        count, texts = c_int32(), []
        check(library.peach_bank_warning_count(self._handle, byref(count)))
        for index in range(count.value):
            buffer = ctypes.create_string_buffer(4096)
            check(library.peach_bank_warning(self._handle, index, buffer, len(buffer)))
            texts.append(buffer.value.decode())
        return texts

    @property
    def presets(self) -> list[Preset]:
        """The presets of the bank."""
        count = c_int32()
        check(library.peach_bank_preset_count(self._handle, byref(count)))
        return [self._preset(index) for index in range(count.value)]

    def _preset(self, index: int) -> Preset:
        found = PresetStructure()
        check(library.peach_bank_preset(self._handle, index, byref(found)))
        return Preset(
            found.name.decode(), found.bank, found.program, index, bool(found.is_percussion), self
        )

    def preset(self, sound: str) -> Preset:
        """Returns a preset by name, such as "cello", or by "sf2:BANK:PROGRAM"."""
        index = c_int32()
        check(library.peach_bank_find_sound(self._handle, encoded(sound), byref(index)))
        return self._preset(index.value)

    def intonation(self, preset: Preset | int | str) -> Intonation:
        """Measures the intonation of a preset, which takes up to a third of a second."""
        if isinstance(preset, str):
            preset = self.preset(preset)
        if isinstance(preset, int):
            preset = self._preset(preset)
        summary, count = IntonationStructure(), c_size_t()
        check(
            library.peach_bank_measure(
                self._handle, preset.index, byref(summary), None, 0, byref(count)
            )
        )
        keys = (KeyIntonationStructure * max(count.value, 1))()
        keys[0].size = ctypes.sizeof(KeyIntonationStructure)
        check(
            library.peach_bank_measure(
                self._handle, preset.index, None, keys, count.value, byref(count)
            )
        )
        notes = [
            KeyIntonation(
                key.key, key.velocity, key.before, key.after, key.uncertainty, bool(key.is_periodic)
            )
            for key in keys[: count.value]
        ]
        return Intonation(
            preset,
            summary.median_before,
            summary.median_after,
            summary.worst_before,
            summary.worst_after,
            summary.worst_jump_before,
            summary.worst_jump_after,
            summary.worst_remainder,
            summary.unpitched_count,
            notes,
        )

    def tune_report(self) -> list[Intonation]:
        """Measures all presets but percussion."""
        presets = [preset for preset in self.presets if not preset.is_percussion]
        return [self.intonation(preset) for preset in presets]

    def write_tuned(self, path: Path) -> None:
        """Writes a SoundFont whose presets are corrected. The bank must be a SoundFont."""
        check(library.peach_bank_write_tuned(self._handle, file_name(path)))
