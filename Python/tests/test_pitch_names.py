"""Notes by name, and the reference pitch."""

import json

import pytest

import peach
from pitch import cents


@pytest.mark.parametrize(
    "name, hertz", [("A4", 440), ("A3", 220), ("442.3", 442.3), ("Fis4", 369.99442271)]
)
def test_notes_have_names(bank, name, hertz):
    tone = peach.note(name, sound=bank.presets[0], seconds=1.0)
    assert abs(cents(tone[4800:43_200, 0], hertz)) < 0.01
    with pytest.raises(ValueError, match="X4"):
        peach.note("X4", sound=bank.presets[0])


@pytest.mark.parametrize("a4", [415.0, 442.0])
def test_names_and_songs_follow_a4_and_hertz_do_not(bank, song_path, a4):
    preset = bank.presets[0]
    assert abs(cents(peach.note("A4", preset, a4=a4)[4800:43_200, 0], a4)) < 0.01
    assert abs(cents(peach.note(442.3, preset, a4=a4)[4800:43_200, 0], 442.3)) < 0.01
    instrument = peach.Instrument(preset, a4=a4)
    assert abs(cents(instrument.note("A4")[4800:43_200, 0], a4)) < 0.01
    assert abs(cents(instrument.render(peach.Note("A4"))[4800:43_200, 0], a4)) < 0.01
    song = peach.render(song_path, bank, effects=False, a4=a4)
    plain = peach.render(song_path, bank, effects=False)
    hertz = 440 * 2 ** (cents(plain[4800:20_000, 0], 440) / 1200)
    assert abs(cents(song[4800:20_000, 0], hertz * a4 / 440)) < 0.02


def test_a_player_follows_a4(bank):
    player = peach.Player(bank, effects=False, limiter=False, a4=442)
    player.note_on(69)
    assert abs(cents(player.render(24_000)[4800:, 0], 442)) < 0.01
    player.note_off(69)
    player.render(24_000)
    note = player.start("A4")
    assert abs(cents(player.render(24_000)[4800:, 0], 442)) < 0.01
    note.retune(450)
    assert abs(cents(player.render(24_000)[4800:, 0], 450)) < 0.01


def test_the_setting_is_the_default(bank, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "peach").mkdir()
    (tmp_path / "peach" / "settings.json").write_text(json.dumps({"referencePitch": 443}))
    tone = peach.note("A4", bank.presets[0])
    assert abs(cents(tone[4800:43_200, 0], 443)) < 0.01
    tone = peach.note("A4", bank.presets[0], a4=440)
    assert abs(cents(tone[4800:43_200, 0], 440)) < 0.01


def test_a4_is_a_number_in_its_range(bank):
    for wrong in ["442", 500, 0]:
        with pytest.raises((ValueError, TypeError)):
            peach.note("A4", bank.presets[0], a4=wrong)
