"""The examples of pyfluidsynth's README: a chord on an audio driver, and the same chord as an
array.

check_pyfluidsynth.py BANK
"""

import sys
import time

import fluidsynth
import numpy as np

CHORD = {60: 30, 67: 30, 76: 30}

synth = fluidsynth.Synth()
synth.start()
font = synth.sfload(sys.argv[1])
synth.program_select(0, font, 0, 0)
for key, velocity in CHORD.items():
    synth.noteon(0, key, velocity)
time.sleep(0.2)
for key in CHORD:
    synth.noteoff(0, key)
synth.delete()

synth = fluidsynth.Synth()
font = synth.sfload(sys.argv[1])
synth.program_select(0, font, 0, 0)
# Two seconds of silence, two of the chord, and one of decay.
blocks = [synth.get_samples(88200)]
for key, velocity in CHORD.items():
    synth.noteon(0, key, velocity)
blocks.append(synth.get_samples(88200))
for key in CHORD:
    synth.noteoff(0, key)
blocks.append(synth.get_samples(44100))
synth.delete()
levels = [float(np.sqrt(np.mean(np.square(block.astype(float))))) for block in blocks]
print("levels:", levels)
assert blocks[0].dtype == np.int16 and len(blocks[1]) == 2 * 88200
assert levels[0] == 0 and levels[1] > 10 and levels[2] < levels[1]
spectrum = np.abs(np.fft.rfft(blocks[1][::2] * np.hanning(88200)))
for key in CHORD:
    hertz = 440 * 2 ** ((key - 69) / 12)
    peak = round(hertz * 2)
    near = spectrum[peak - 4 : peak + 5]
    far = np.median(spectrum[peak - 60 : peak + 60])
    assert near.max() > 10 * far, f"Key {key} does not sound."
