"""A pitch discrimination experiment: `python discrimination.py [--sound cello] [--simulate CENTS]`.

Each trial plays a reference and a target on the same sample, and asks which one is higher. With
PsychoPy installed, it plays the notes and waits for the keys up, down and escape. With --simulate
it runs without a screen or a sound device: a simulated listener, whose threshold is CENTS, measures
both notes in the audio. The trials are written as CSV to --output, or to the standard output, where
PsychoPy adds lines of its own; the threshold to the standard error."""

import argparse
import csv
import sys

import numpy as np

import peach

SAMPLE_RATE = 48_000
SECONDS, GAP_SECONDS = 0.5, 0.25


def trial_audio(instrument, hertz, cents):
    """Returns both notes of a trial, which differ in pitch only: the target uses the reference's
    sample."""
    target = hertz * 2 ** (cents / 1200)
    return instrument.render(
        [
            peach.Note(hertz, SECONDS),
            peach.Note(target, SECONDS, start=SECONDS + GAP_SECONDS, region_hertz=hertz),
        ]
    )


class SimulatedListener:
    """Measures the pitches of both notes, with an error that yields a threshold."""

    def __init__(self, threshold, seed):
        self.random = np.random.default_rng(seed)
        # The upper quartile of the normal distribution: 75 % of the answers are correct.
        self.deviation = threshold / 0.674489750196

    def hears_higher(self, audio, hertz):
        """Returns whether the second note is higher; `None` to stop."""
        frames = int(SECONDS * SAMPLE_RATE)
        second = int((SECONDS + GAP_SECONDS) * SAMPLE_RATE)
        pitches = [
            self.phase_pitch(audio[start + 2400 : start + frames - 2400, 0], hertz)
            for start in [0, second]
        ]
        cents = 1200 * np.log2(pitches[1] / pitches[0])
        return bool(cents + self.random.normal(0, self.deviation) > 0)

    @staticmethod
    def phase_pitch(samples, guess):
        """Returns the frequency of the component near a guess, from the phases of two windows."""
        count = len(samples) * 45 // 100
        window = np.blackman(count)
        found = guess
        for gap in [len(samples) // 50, len(samples) // 10, len(samples) // 2]:
            carrier = np.exp(-2j * np.pi * found / SAMPLE_RATE * np.arange(count)) * window
            ratio = (samples[gap : gap + count] @ carrier) / (samples[:count] @ carrier)
            turns = np.angle(ratio) / (2 * np.pi) - found * gap / SAMPLE_RATE
            found += (turns - np.round(turns)) * SAMPLE_RATE / gap
        return found


class PsychoPyListener:
    """Plays the notes with PsychoPy, and waits for a key."""

    def __init__(self):
        from psychopy import core, event, sound, visual

        self.core, self.event, self.sound = core, event, sound
        self.window = visual.Window(fullscr=False)
        self.text = visual.TextStim(self.window, "Is the second note higher (up) or lower (down)?")

    def hears_higher(self, audio, hertz):
        """Returns whether the listener presses up; `None` for escape."""
        self.text.draw()
        self.window.flip()
        self.sound.Sound(audio, sampleRate=SAMPLE_RATE).play()
        self.core.wait(len(audio) / SAMPLE_RATE)
        key = self.event.waitKeys(keyList=["up", "down", "escape"])[0]
        return None if key == "escape" else key == "up"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sound", default="sine")
    parser.add_argument("--simulate", type=float, metavar="CENTS")
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--seed", type=int, help="to repeat a session; random by default")
    parser.add_argument("--participant", default="")
    parser.add_argument("--output", metavar="FILE")
    options = parser.parse_args()
    instrument = peach.Instrument(options.sound, sample_rate=SAMPLE_RATE)
    estimator = peach.Estimator(seed=options.seed)
    # The seed is stored with each trial, so that the session can be repeated.
    keys = np.random.default_rng(estimator.seed)
    listener = (
        PsychoPyListener()
        if options.simulate is None
        else SimulatedListener(options.simulate, estimator.seed)
    )
    # Buffered by line, so that an interrupted experiment keeps its trials.
    output = open(options.output, "w", newline="", buffering=1) if options.output else sys.stdout
    rows = csv.writer(output)
    columns = ["participant", "seed", "trial", "hertz", "cents", "heard_higher"]
    rows.writerow([*columns, "threshold", "low", "high"])
    for trial in range(options.trials):
        key = keys.uniform(57, 69)
        hertz = 440 * 2 ** ((key - 69) / 12)
        cents = estimator.next(key)
        higher = listener.hears_higher(trial_audio(instrument, hertz, cents), hertz)
        if higher is None:
            break
        estimator.answer(higher)
        found = estimator.threshold(key)
        figures = [f"{value:.3f}" for value in [hertz, cents]]
        interval = [f"{value:.2f}" for value in [found.cents, found.low, found.high]]
        origin = [options.participant, estimator.seed, trial + 1]
        rows.writerow([*origin, *figures, int(higher), *interval])
    found = estimator.threshold()
    print(f"{found.cents:.1f} cents, probably {found.low:.1f} to {found.high:.1f}", file=sys.stderr)


if __name__ == "__main__":
    main()
