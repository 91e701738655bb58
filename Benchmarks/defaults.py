"""Compares Peach and FluidSynth with their default settings: CPU times of whole programs that
render songs to 16-bit WAV files at 48 kHz, with reverb and chorus, in interleaved runs. Peach has
one thread, as FluidSynth. Prints JSON: defaults.py PEACH PAIRS BANK… -- SONG…"""

import json
import os
import statistics
import subprocess
import sys
import tempfile


def cpu_seconds(words):
    """Runs a program, and returns its user and system time."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{words[0]} failed with status {process.returncode}.")
    return usage.ru_utime + usage.ru_stime


def compare(peach, bank, song, pairs, folder):
    """Returns medians, and the median and range of the ratios of pairs."""
    audio = os.path.join(folder, "audio.wav")
    ours = [peach, "render", song, "--bank", bank, "--jobs", "1", "-o", audio]
    others = ["fluidsynth", "-ni", "-q", "-r", "48000", "-O", "s16", "-F", audio, bank, song]
    times = []
    for _ in range(pairs):
        pair = []
        for words in (ours, others):
            pair.append(cpu_seconds(words))
            os.remove(audio)
        times.append(pair)
    ratios = [reference / own for own, reference in times]
    return {
        "song": os.path.basename(song),
        "bank": os.path.basename(bank),
        "peachSeconds": round(statistics.median(own for own, _ in times), 3),
        "fluidSynthSeconds": round(statistics.median(other for _, other in times), 3),
        "ratio": round(statistics.median(ratios), 3),
        "ratioOfMinima": round(min(o for _, o in times) / min(own for own, _ in times), 3),
        "pairs": pairs,
    }


def main():
    peach, pairs, *files = sys.argv[1:]
    split = files.index("--")
    load = os.getloadavg()[0]
    version = subprocess.run(["fluidsynth", "--version"], capture_output=True, text=True).stdout
    model = next(line for line in open("/proc/cpuinfo") if line.startswith("model name"))
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            compare(peach, bank, song, int(pairs), folder)
            for bank in files[:split]
            for song in files[split + 1 :]
        ]
    result = {
        "processor": model.split(":")[1].strip(),
        "processors": len(os.sched_getaffinity(0)),
        "load": round(load, 1),
        "peach": subprocess.run(
            [peach, "--version"], capture_output=True, text=True
        ).stdout.strip(),
        "fluidSynth": version.split()[3],
        "settings": "defaults; one thread",
        "comparisons": rows,
    }
    print(json.dumps(result, indent=1))


main()
