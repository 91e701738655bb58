"""Finds the times at which the machine itself stands still, as virtual machines do: a thread on
each processor, of a higher realtime priority than a browser's audio, sleeps for 2 ms and records
when it wakes late. As a program: stalls.py PROCESSOR"""

import os
import subprocess
import sys
import time

# The audio threads of Chromium have round-robin priority 8.
PRIORITY = 50
# A shorter stall does not empty the output's buffer.
SHORTEST = 0.008


class Stalls:
    """Watches all processors until it is closed."""

    def __init__(self):
        self.watchers = [
            subprocess.Popen(
                [sys.executable, __file__, str(processor)], stdout=subprocess.PIPE, text=True
            )
            for processor in sorted(os.sched_getaffinity(0))
        ]

    def close(self):
        """Returns the stalls: start and end, in milliseconds since 1970. There are none without the
        right to realtime priority."""
        for watcher in self.watchers:
            watcher.terminate()
        lines = [
            line.split()
            for watcher in self.watchers
            for line in watcher.communicate()[0].splitlines()
        ]
        return sorted((float(start), float(end)) for start, end in lines)


def watch(processor):
    os.sched_setaffinity(0, {processor})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    before = time.time()
    while True:
        time.sleep(0.002)
        now = time.time()
        if now - before - 0.002 > SHORTEST:
            print(f"{1000 * before:.1f} {1000 * now:.1f}", flush=True)
        before = now


if __name__ == "__main__":
    watch(int(sys.argv[1]))
