"""Banks and their intonation."""

import gc

import pytest

import peach
from pitch import cents


def test_presets_have_their_names_and_numbers(bank):
    assert bank.name == "Exact periods"
    found = [(preset.name, preset.bank, preset.program) for preset in bank.presets]
    assert found == [("Exact", 0, 0), ("Cello", 0, 42), ("Drums", 128, 0)]
    assert bank.preset("cel").index == 1 and bank.preset("sf2:0:42").name == "Cello"
    with pytest.raises(peach.Error, match="Cannot find") as error:
        bank.preset("harp")
    assert error.value.code == -6


def test_the_former_name_of_the_bank_of_a_preset_warns(bank):
    with pytest.warns(DeprecationWarning, match="Preset.bank"):
        assert bank.presets[2].number == 128


def test_objects_say_what_they_are(bank_path):
    with peach.Bank(bank_path) as opened:
        assert repr(opened) == "<peach.Bank 'Exact periods', 3 presets>"
        cello = opened.preset("cello")
        instrument = peach.Instrument(cello, sample_rate=44_100)
        assert repr(instrument) == "<peach.Instrument 'Cello', 44100 Hz>"
        player = peach.Player(cello)
        assert repr(player).startswith("<peach.Player 'Cello', 48000 Hz, clock ")
        assert repr(player.start(440)).startswith("<peach.HeldNote ")
    assert repr(opened) == "<peach.Bank closed>"
    text = "Preset(name='Cello', bank=0, program=42, index=1, is_percussion=False)"
    assert repr(cello) == text


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_bank_opens_from_memory(bank_path, kind):
    data = bank_path.read_bytes()
    with peach.Bank.from_bytes(kind(data)) as opened:
        assert opened.name == "Exact periods"
    with pytest.raises(peach.Error) as error:
        peach.Bank.from_bytes(kind(data[:100]))
    assert error.value.code == -5


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(peach.Error, match="No such file") as error:
        peach.Bank(tmp_path / "missing.sf2")
    assert error.value.code == -4


def test_the_report_lists_the_errors_of_melodic_presets(bank):
    exact, flat = bank.tune_report()
    assert exact.preset.name == "Exact" and exact.worst_before < 0.01
    assert flat.worst_before == pytest.approx(13, abs=0.01) and flat.worst_after < 0.01
    assert len(flat.keys) == 128 and flat.keys[69].key == 69
    assert flat.keys[69].before == pytest.approx(-13, abs=0.01)


def test_a_corrected_bank_is_in_tune(bank, tmp_path):
    bank.write_tuned(tmp_path / "tuned.sf2")
    tuned = peach.Bank(tmp_path / "tuned.sf2")
    # The header of a sample has whole cents.
    assert tuned.intonation("cello").worst_before <= 0.5


def test_a_preset_keeps_its_bank_open(bank_path):
    preset = peach.Bank(bank_path).presets[0]
    gc.collect()
    assert peach.note(440, sound=preset, seconds=0.01).any()


def test_equal_presets_of_different_banks_are_different_sounds(bank_path):
    """Instruments are cached by preset."""
    data = bytearray(bank_path.read_bytes())
    first = peach.Bank.from_bytes(data).presets[0]
    # Root key 69 becomes 81: the same note plays an octave lower.
    header = data.index(b"Exact", data.index(b"shdr"))
    assert data[header + 40] == 69
    data[header + 40] = 81
    second = peach.Bank.from_bytes(data).presets[0]
    assert first != second
    notes = [
        peach.note(440, sound=preset, tone="recorded", in_tune=False) for preset in [first, second]
    ]
    assert abs(cents(notes[0][4800:, 0], 440)) < 0.01
    assert abs(cents(notes[1][4800:, 0], 220)) < 0.01
