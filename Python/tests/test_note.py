"""Notes in hertz."""

import numpy as np
import pytest

import peach
from pitch import cents, frequency


def test_the_estimator_finds_the_frequency_of_a_sine():
    time = np.arange(48_000) / 48_000
    for hertz in [261.6, 442.3, 3000.1]:
        tone = np.sin(2 * np.pi * hertz * time) + 0.1 * np.sin(2 * np.pi * 3.1 * hertz * time)
        assert frequency(tone, hertz + 0.5) == pytest.approx(hertz, abs=1e-4)


@pytest.mark.parametrize("hertz", [130.8, 261.63, 440.0, 442.3, 987.77, 1760.0])
@pytest.mark.parametrize("preset", [0, 1])
def test_the_pitch_is_exact_within_a_hundredth_of_a_cent(bank, hertz, preset):
    tone = peach.note(hertz, sound=bank.presets[preset], seconds=1.0)
    assert tone.shape == (48_000, 2) and tone.dtype == np.float32 and tone.flags.c_contiguous
    for channel in range(2):
        assert abs(cents(tone[4800:43_200, channel], hertz)) < 0.01


def test_a_recorded_preset_keeps_the_error_of_the_bank(bank):
    tone = peach.note(440, sound=bank.presets[1], tone="recorded", in_tune=False)
    assert cents(tone[4800:43_200, 0], 440) == pytest.approx(-13, abs=0.01)


def test_the_sine_is_exact_and_has_the_level_of_its_amplitude():
    loud, soft = (peach.note(1000, amplitude=amplitude) for amplitude in [0.8, 0.4])
    assert abs(cents(loud[4800:43_200, 0], 1000)) < 0.01
    ratio = np.abs(loud[4800:43_200]).max() / np.abs(soft[4800:43_200]).max()
    assert 20 * np.log10(ratio) == pytest.approx(6.02, abs=0.05)


@pytest.mark.parametrize("order", ["C", "F"])
def test_out_is_written_without_a_copy_in_any_layout(bank, order):
    expected = peach.note(442.3, sound=bank.presets[0], seconds=0.1)
    out = np.full((4800, 2), 9, np.float32, order=order)
    assert peach.note(442.3, sound=bank.presets[0], seconds=0.1, out=out) is out
    assert np.array_equal(out, expected)
    every_second = np.full((9600, 2), 9, np.float32)
    peach.note(442.3, sound=bank.presets[0], seconds=0.1, out=every_second[::2])
    assert np.array_equal(every_second[::2], expected) and (every_second[1::2] == 9).all()
    for wrong in [np.empty((4800, 2)), np.empty((10, 3), np.float32), out[::-1], [0.0]]:
        with pytest.raises(ValueError):
            peach.note(442.3, sound=bank.presets[0], seconds=0.1, out=wrong)
    out.flags.writeable = False
    with pytest.raises(ValueError):
        peach.note(442.3, sound=bank.presets[0], seconds=0.1, out=out)


def test_an_array_of_notes_is_rendered_without_a_copy(bank):
    instrument = peach.Instrument(bank, sample_rate=44_100)
    notes = [peach.Note(440, 0.1), peach.Note(660, 0.1, start=0.5, region_hertz=440)]
    array = np.zeros(2, peach.NOTE)
    array["size"] = peach.NOTE.itemsize
    array["hertz"], array["seconds"], array["amplitude"] = [440, 660], 0.1, 0.8
    array["start"], array["region_hertz"] = [0, 0.5], [0, 440]
    assert instrument.frames(notes) == instrument.frames(array) == 26_460
    audio = instrument.render(notes)
    assert np.array_equal(instrument.render(array), audio)
    assert (audio[4410:22_050] == 0).all() and (audio[22_060:22_500] != 0).any()
    with pytest.raises(ValueError):
        instrument.render(array[["hertz"]])


def test_errors_have_the_message_and_the_code_of_the_library(bank):
    with pytest.raises(peach.Error, match="not playable") as error:
        peach.note(0.0, sound=bank.presets[0])
    assert error.value.code == -2
    with pytest.raises(peach.Error, match="long"):
        peach.note(440, sound=bank.presets[0], seconds=-1)
    with pytest.raises(ValueError, match="straight or recorded"):
        peach.Instrument(bank, tone="wobbly")
    with pytest.raises(peach.Error, match="taps"):
        peach.Instrument(bank, interpolation=7)


def test_a_closed_object_raises_an_error(bank):
    with peach.Instrument(bank) as instrument:
        instrument.note(440, 0.01)
    with pytest.raises(peach.Error, match="closed") as error:
        instrument.note(440, 0.01)
    assert error.value.code == -1
