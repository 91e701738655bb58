"""Rendering of MIDI files."""

import wave

import numpy as np
import pytest

import peach
from pitch import cents


def test_a_song_has_the_pitch_and_duration_of_its_notes(bank, song_path):
    audio = peach.render(song_path, bank, in_tune=True, effects=False)
    assert audio.dtype == np.float32 and audio.shape[1] == 2 and len(audio) >= 96_000
    assert abs(cents(audio[4800:90_000, 0], 440)) < 0.01
    flat = peach.render(song_path, bank, effects=False)
    assert cents(flat[4800:90_000, 0], 440) == pytest.approx(-13, abs=0.01)


def test_a_file_has_the_frames_of_the_array(bank_path, song_path, tmp_path):
    audio = peach.render(song_path, bank_path, sample_rate=44_100)
    path = tmp_path / "song.wav"
    assert peach.render(song_path, bank_path, path, sample_rate=44_100) is None
    with wave.open(str(path)) as file:
        assert file.getframerate() == 44_100 and file.getnframes() == len(audio)
        data = np.frombuffer(file.readframes(len(audio)), "<i2").reshape(-1, 2) / 32_768
    assert np.abs(data - audio).max() < 2 / 32_768


def test_errors(bank, tmp_path):
    (tmp_path / "bad.mid").write_bytes(b"not a song")
    with pytest.raises(peach.Error) as error:
        peach.render(tmp_path / "bad.mid", bank)
    assert error.value.code == -5


def test_a_stack_of_banks_plays_the_presets_of_the_last_one_first(bank_path, song_path):
    options = {"effects": False, "sample_rate": 44_100}
    alone = peach.render(song_path, bank_path, **options)
    stack = peach.render(song_path, [bank_path, f"{bank_path}:0:42"], **options)
    assert np.array_equal(stack, alone)
    numbers = [(preset.bank, preset.program) for preset in peach.Bank(bank_path).presets]
    moved = peach.Bank.stack([bank_path, f"{bank_path}+8"])
    assert {(preset.bank, preset.program) for preset in moved.presets} == {
        pair
        for bank, program in numbers
        for pair in [(bank, program), (bank + 8 if bank < 128 else bank, program)]
    }
    with pytest.raises(peach.Error):
        peach.Bank.stack([f"{bank_path}:3:99"])


def test_repeated_notes_of_a_key_add_up_or_the_earlier_one_ends(bank_path, tmp_path):
    track = bytes([0, 0x90, 69, 100, 0x60, 0x90, 69, 100, 0x60, 0x80, 69, 0, 0, 0xFF, 0x2F, 0])
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96])
    path = tmp_path / "twice.mid"
    path.write_bytes(header + b"MTrk" + len(track).to_bytes(4, "big") + track)

    def rise(cut_same_key):
        options = {"effects": False, "limiter": False, "cut_same_key": cut_same_key}
        audio = peach.render(path, bank_path, **options)[:, 0].astype(float)
        first, second = audio[9_600:21_600], audio[33_600:45_600]
        return 10 * np.log10(np.mean(second**2) / np.mean(first**2))

    # Two notes are louder than one; if the earlier one ends, there is one.
    assert rise(False) > 1
    assert abs(rise(True)) < 0.1
