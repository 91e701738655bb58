"""Tunings and pure chords. Expectations are cents of frequency ratios."""

from math import isnan, log2

import numpy as np
import pytest

import peach
from pitch import cents, frequency
from string_bank import hertz, string_bank

THIRD = 1200 * log2(5 / 4)


@pytest.fixture
def chord_path(tmp_path):
    """C4 on channel 0 and E4 on channel 1 for four seconds, E4 alone from the third on."""
    track = bytes([0, 0x90, 60, 100, 0, 0x91, 64, 100, 0x83, 0, 0x80, 60, 0, 0x83, 0, 0x81, 64, 0])
    track += bytes([0, 0xFF, 0x2F, 0])
    path = tmp_path / "chord.mid"
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96])
    path.write_bytes(header + b"MTrk" + len(track).to_bytes(4, "big") + track)
    return path


def test_a_temperament_has_the_cents_of_its_fifths():
    comma = 12 * 1200 * log2(1.5) - 8_400
    fifth = 1200 * log2(1.5) - comma / 6
    with peach.Tuning("vallotti", root="C", a4=442) as tuning:
        assert tuning.cents(60) == pytest.approx(2_100 - 3 * fifth, abs=1e-6)
        assert tuning.cents(69) == pytest.approx(0, abs=1e-9) and tuning.a4 == 442
        assert repr(tuning) == "<peach.Tuning 'vallotti'>"
    # Bb on D is Ab on C.
    on_d, on_c = peach.Tuning("vallotti", root="D"), peach.Tuning("vallotti")
    assert on_d.cents(70) - on_d.cents(62) == pytest.approx(on_c.cents(68) - on_c.cents(60))


def test_files(tmp_path):
    path = tmp_path / "just.scl"
    path.write_text("! just.scl\nThird\n 2\n!\n 5/4\n 2/1\n")
    tuning = peach.Tuning.file(path)
    assert tuning.cents(61) == pytest.approx(THIRD - 100)
    (tmp_path / "exact.tun").write_text("[Exact Tuning]\nnote 0 = 0\nnote 1 = 50\nnote 2 = 1200\n")
    assert not isnan(peach.Tuning.file(tmp_path / "exact.tun").cents(1))


def test_errors(tmp_path, bank, chord_path):
    with pytest.raises(peach.Error, match="tuning --list"):
        peach.Tuning("valotti")
    with pytest.raises(peach.InvalidValueError):
        peach.Tuning("vallotti", root="H")
    with pytest.raises(peach.MissingFileError):
        peach.Tuning.file(tmp_path / "missing.scl")
    (tmp_path / "bad.scl").write_text("bad\n2\n1/0\n2\n")
    with pytest.raises(peach.Error, match="Line 3"):
        peach.Tuning.file(tmp_path / "bad.scl")
    with pytest.raises(peach.InvalidTypeError):
        peach.render(chord_path, bank, tuning=3)
    with pytest.raises(peach.InvalidValueError):
        peach.render(chord_path, bank, adaptive="six")
    with pytest.raises(peach.InvalidValueError):
        peach.render(chord_path, bank, adaptive=True, purity=2)


def test_chords_of_a_song_are_pure(bank, chord_path):
    notes = peach.tune_song(chord_path)
    assert notes["key"].tolist() == [60, 64] and notes["channel"].tolist() == [0, 1]
    assert notes["start"].tolist() == [0, 0]
    assert 400 + notes["cents"][1] - notes["cents"][0] == pytest.approx(THIRD, abs=0.01)
    audio = peach.render(chord_path, bank, adaptive=True, tone="recorded", effects=False)
    # E4 alone.
    hertz = 440 * 2 ** ((64 - 69) / 12)
    assert cents(audio[110_000:180_000, 0], hertz) == pytest.approx(notes["cents"][1], abs=0.02)
    none = peach.tune_song(chord_path, purity=0, tuning="pythagorean")
    fifth = 1200 * log2(1.5)
    assert none["cents"][1] == pytest.approx(fifth - 700, abs=1e-3)
    plain = peach.render(chord_path, bank, effects=False)
    assert np.array_equal(plain, peach.render(chord_path, bank, effects=False, adaptive=False))


def test_a_tuning_has_its_reference_pitch(bank, chord_path):
    tuning = peach.Tuning("pythagorean", a4=442)
    audio = peach.render(chord_path, bank, tuning=tuning, effects=False)
    hertz = 442 * 1.5 / 2
    assert cents(audio[110_000:180_000, 0], hertz) == pytest.approx(0, abs=0.02)


def test_a_player_tunes_chords(bank):
    player = peach.Player(bank, effects=False, limiter=False, tone="recorded", adaptive=True)
    player.send(bytes([0xB0, 7, 0]))
    player.note_on(60)
    player.note_on(64, channel=1)
    high = cents(player.render(48_000)[6_000:, 0], 440 * 2 ** ((64 - 69) / 12))
    player.send(bytes([0xB0, 7, 100, 0xB1, 7, 0]))
    low = cents(player.render(48_000)[6_000:, 0], 440 * 2 ** ((60 - 69) / 12))
    assert 400 + high - low == pytest.approx(THIRD, abs=0.02)


def test_a_scale_with_a_keyboard_mapping_and_texts(tmp_path):
    scale, keys = "Third\n2\n5/4\n2/1\n", "0\n0\n127\n60\n69\n440.0\n0\n"
    (tmp_path / "third.scl").write_text(scale)
    # Degree 0 on D: keys of the scale of two notes are thirds and their complements.
    on_d = keys.replace("60", "62")
    (tmp_path / "d.kbm").write_text(on_d)
    mapped = peach.Tuning.file(tmp_path / "third.scl", mapping=tmp_path / "d.kbm")
    assert 100 + mapped.cents(63) - mapped.cents(62) == pytest.approx(THIRD)
    text = peach.Tuning.text(scale, mapping=on_d.encode())
    assert [text.cents(key) for key in range(128)] == [mapped.cents(key) for key in range(128)]
    plain = peach.Tuning.text(scale)
    assert 100 + plain.cents(61) - plain.cents(60) == pytest.approx(THIRD)
    with pytest.raises(peach.MissingFileError):
        peach.Tuning.file(tmp_path / "third.scl", mapping=tmp_path / "missing.kbm")
    with pytest.raises(peach.InvalidValueError, match="Line"):
        peach.Tuning.text(scale, mapping="0\nx\n")


def test_held_notes_glide(bank, tmp_path):
    # C and E, then A below: E is 5:4 above C and 3:2 above A in pure chords.
    track = bytes([0, 0x90, 60, 100, 0, 0x91, 64, 100, 0, 0x92, 67, 100])
    track += bytes([0x82, 0, 0x82, 67, 0, 0, 0x92, 62, 100, 0x82, 0, 0x80, 60, 0])
    track += bytes([0, 0x81, 64, 0, 0, 0x82, 62, 0, 0, 0xFF, 0x2F, 0])
    path = tmp_path / "held.mid"
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96])
    path.write_bytes(header + b"MTrk" + len(track).to_bytes(4, "big") + track)
    kept = peach.render(path, bank, adaptive=True, effects=False)
    gliding = peach.render(path, bank, adaptive=True, glide=10, effects=False)
    assert not np.array_equal(kept, gliding)
    assert np.array_equal(kept, peach.render(path, bank, adaptive=True, glide=0, effects=False))
    assert peach.tune_song(path, glide=10).shape == (4,)
    with pytest.raises(peach.InvalidValueError, match="glide"):
        peach.render(path, bank, adaptive=True, glide=1e3)


@pytest.fixture(scope="module")
def strings(tmp_path_factory):
    path = tmp_path_factory.mktemp("strings") / "strings.sf2"
    path.write_bytes(string_bank())
    return peach.Bank(path)


def octave_beats(audio):
    """Returns the beats of C5's second and C6's first partial; the notes are 1.5 s apart."""
    lower, upper = audio[12_000:60_000, 0], audio[84_000:132_000, 0]
    return abs(frequency(lower, hertz(72, 2)) - frequency(upper, hertz(84)))


def test_octaves_of_strings_are_stretched(bank, chord_path, strings, tmp_path):
    track = bytes([0, 0x90, 72, 100, 0x82, 0x20, 0x80, 72, 0, 0, 0x90, 84, 100])
    track += bytes([0x82, 0x20, 0x80, 84, 0, 0, 0xFF, 0x2F, 0])
    path = tmp_path / "octave.mid"
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96])
    path.write_bytes(header + b"MTrk" + len(track).to_bytes(4, "big") + track)
    plain = peach.render(path, strings, in_tune=True, effects=False)
    stretched = peach.render(path, strings, stretch="2:1", effects=False)
    assert octave_beats(plain) > 1 and octave_beats(stretched) < 0.3
    none = peach.render(path, strings, stretch="2:1", stretch_amount=0, effects=False)
    assert np.array_equal(none, plain)
    mixed = peach.render(path, strings, stretch=True, effects=False)
    assert np.array_equal(mixed, peach.render(path, strings, stretch="mixed", effects=False))
    # Harmonic tones are not those of strings.
    harmonic = peach.render(chord_path, bank, stretch="6:3", effects=False)
    assert np.array_equal(harmonic, peach.render(chord_path, bank, in_tune=True, effects=False))
    with pytest.raises(peach.InvalidValueError, match="stretch"):
        peach.render(path, strings, stretch="3:2")
    with pytest.raises(peach.InvalidValueError, match="stretch_amount"):
        peach.render(path, strings, stretch=True, stretch_amount=3)


def test_a_player_stretches_octaves(strings):
    for stretch, is_pure in [(False, False), ("2:1", True)]:
        player = peach.Player(strings, effects=False, limiter=False, stretch=stretch)
        player.note_on(72)
        lower = player.render(72_000)
        player.send(bytes([0xB0, 120, 0]))
        player.note_on(84)
        audio = np.concatenate([lower, player.render(72_000)])
        assert (octave_beats(audio) < 0.3) == is_pure
