"""A live synthesizer."""

from __future__ import annotations

from ctypes import byref, c_int32, c_int64, c_uint64, c_void_p
from typing import Any

from ._bank import Bank, Preset
from ._error import InvalidTypeError, InvalidValueError
from ._library import (
    FloatArray,
    Handle,
    PlayerOptions,
    audio,
    check,
    check_real_time,
    in_hertz,
    library,
)
from ._note import Tone
from ._tuning import Adaptive, Stretch, Tuning, set_stretch, set_tuning


class HeldNote:
    """A note of any pitch that a player holds."""

    def __init__(self, player: Player, number: int) -> None:
        self._player = player
        self._number = number

    def __repr__(self) -> str:
        return f"<peach.HeldNote {self._number} of {self._player!r}>"

    def retune(self, hertz: float | str) -> None:
        """Changes the pitch, in hertz or a text such as "A4"."""
        hertz = in_hertz(hertz, self._player.a4)
        check(library.peach_player_retune(self._player._handle, self._number, hertz))

    def stop(self, fade_seconds: float = 0.01) -> None:
        """Fades out the note."""
        check(library.peach_player_stop(self._player._handle, self._number, fade_seconds))

    def release(self) -> None:
        """Releases the note as a key does."""
        check(library.peach_player_stop(self._player._handle, self._number, -1.0))


class Player(Handle):
    """A synthesizer with 16 MIDI channels, controlled while another thread renders it.

    Play it with an audio library that calls a function for each block, such as sounddevice:

        with sounddevice.OutputStream(48_000, channels=2, callback=player.callback):
            note = player.start(442.3)

    or render blocks:

        block = player.render(512)
    """

    _close_function = "peach_player_close"

    def __init__(
        self,
        sound: Bank | Preset | str = "sf2:0:0",
        *,
        sample_rate: float = 48_000,
        maximum_voices: int = 256,
        effects: bool = True,
        limiter: bool = True,
        gain_decibels: float = -14.0,
        tone: Tone | None = None,
        vibrato: float = 0.0,
        in_tune: bool = True,
        a4: float | None = None,
        tuning: Tuning | str | None = None,
        adaptive: Adaptive = False,
        purity: float = 1.0,
        glide: float = 0.0,
        stretch: Stretch = False,
        stretch_amount: float = 1.0,
    ) -> None:
        """Creates a player of a bank, and selects a preset if it is one or the name of one.

        Args:
            tone: "recorded", "straight", or "smooth": straight with smooth levels. By default
                "recorded", or "smooth" if `adaptive` is set.
            a4: The frequency of A4, by default that of the tuning, or of `peach settings`.
            tuning: The tuning of the keys, or the name of a temperament.
            adaptive: Whether chords are tuned to pure intervals as they are played; "seven" for
                sevenths of 7:4.
            purity: The amount of that correction, 0 to 1.
            glide: The rate at which held notes follow the chords, in cents per second.
            stretch: Whether the octaves of pianos and other strings are stretched until partials
                coincide: "mixed", the same as `True`, "2:1", "4:2" or "6:3". Corrects the pitch of
                presets, as `in_tune` does. Notes in hertz keep their pitch.
            stretch_amount: The amount of the stretch, 0 to 2.
        """
        if isinstance(sound, str):
            sound = Bank.installed(sound)
        bank = sound.owner if isinstance(sound, Preset) else sound
        if not isinstance(bank, Bank):
            raise InvalidTypeError(f"The sound is {sound!r}. Use a name, a preset or a bank.")
        options = PlayerOptions()
        options.maximum_voices = maximum_voices
        options.effects = effects
        options.limiter = limiter
        options.vibrato = vibrato
        options.in_tune = in_tune
        options.sample_rate = sample_rate
        self.sample_rate = options.sample_rate
        options.gain_decibels = gain_decibels
        kept = set_tuning(options, tuning, adaptive, purity, glide, tone, a4)
        set_stretch(options, stretch, stretch_amount)
        self.a4: float = options.reference_pitch
        handle = c_void_p()
        check(library.peach_player_open(bank._handle, byref(options), byref(handle)))
        del kept
        super().__init__(handle)
        if isinstance(sound, Preset):
            self.select(sound)
            self.service()
        self._sound = sound

    def _description(self) -> str:
        return f"{self._sound.name!r}, {self.sample_rate:g} Hz, clock {self.clock}"

    def select(self, preset: Preset, channel: int | None = None) -> None:
        """Selects a preset on a channel, or on all but percussion."""
        number = -1 if channel is None else channel
        check(library.peach_player_select(self._handle, number, preset.index))

    def service(self) -> int:
        """Prepares the presets that were selected, in tune or with straight tones. Returns their
        number. Until then, notes play as in the bank. Call it a block after a program change."""
        count = c_int32()
        check(library.peach_player_service(self._handle, byref(count)))
        return count.value

    def send(self, message: bytes, frame: int = -1) -> None:
        """Sends MIDI messages, to be handled on a frame of `clock`, or in the next block."""
        check(library.peach_player_send(self._handle, message, len(message), frame))

    def note_on(self, key: int, velocity: int = 100, channel: int = 0) -> None:
        """Sends a note-on."""
        check(library.peach_player_note_on(self._handle, channel, key, velocity))

    def note_off(self, key: int, channel: int = 0) -> None:
        """Sends a note-off."""
        check(library.peach_player_note_off(self._handle, channel, key))

    def start(self, hertz: float | str, amplitude: float = 0.8, channel: int = 0) -> HeldNote:
        """Starts a note of any pitch, in hertz or a text such as "A4"."""
        hertz, number = in_hertz(hertz, self.a4), c_uint64()
        check(library.peach_player_start(self._handle, channel, hertz, amplitude, byref(number)))
        return HeldNote(self, number.value)

    @property
    def clock(self) -> int:
        """The number of frames rendered."""
        frame = c_int64()
        check_real_time(library.peach_player_clock(self._handle, byref(frame)))
        return frame.value

    @property
    def voices(self) -> int:
        """The number of active voices after the last block."""
        count = c_int32()
        check_real_time(library.peach_player_voices(self._handle, byref(count)))
        return count.value

    def render(self, frames: int | None = None, out: FloatArray | None = None) -> FloatArray:
        """Renders the next frames, `(frames, 2)`, into `out` if it is given."""
        if frames is None:
            if out is None:
                raise InvalidValueError("Pass frames or out.")
            frames = len(out)
        result, arguments = audio(out, frames)
        check_real_time(library.peach_player_render(self._handle, *arguments))
        return result

    def callback(self, outdata: FloatArray, frames: int, time: Any, status: Any) -> None:
        """Renders a block for sounddevice: the callback of an `OutputStream` with two channels."""
        self.render(frames, out=outdata)
