"""The live synthesizer."""

import threading

import numpy as np
import pytest

import peach
from pitch import cents


@pytest.fixture
def player(bank):
    with peach.Player(bank, limiter=False, effects=False) as player:
        yield player


def test_a_note_is_retuned_and_ends(player):
    note = player.start(442.3)
    assert abs(cents(player.render(24_000)[4800:, 0], 442.3)) < 0.01
    note.retune(450)
    assert abs(cents(player.render(24_000)[4800:, 0], 450)) < 0.01
    note.stop(0.05)
    assert (player.render(24_000)[2401:] == 0).all()
    assert player.clock == 72_000 and player.voices == 0


def test_a_chosen_preset_is_in_tune(bank):
    player = peach.Player(bank.presets[1], limiter=False, effects=False)
    player.note_on(69)
    assert abs(cents(player.render(24_000)[4800:, 0], 440)) < 0.01
    player.note_off(69)


def test_messages_sound_on_their_frames(player):
    player.send(bytes([0x90, 69, 100]), frame=1000)
    block = player.render(out=np.empty((2000, 2), np.float32, order="F"))
    assert (block[:1000] == 0).all() and (block[1001:1100] != 0).any()


def test_the_callback_renders_a_block_of_another_library(player):
    """Runs the callback as sounddevice does: on another thread, with an array of its own."""
    player.start(440)
    blocks = [np.full((512, 2), 9, np.float32) for _ in range(20)]

    def stream():
        for block in blocks:
            player.callback(block, 512, None, None)

    thread = threading.Thread(target=stream)
    thread.start()
    thread.join()
    assert abs(cents(np.concatenate(blocks)[2000:, 0], 440)) < 0.01
