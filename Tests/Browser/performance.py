"""The page answers at once, also with a large song: performance.py SITE [--hindered]. A General
MIDI song of 30,000 notes is dropped, scrolled, zoomed, played and followed: no task of the page's
thread takes 50 ms or more, and frames follow one another as those of the screen do. The page is
shown, sounds, and uses memory within bounds. With --hindered the page is slowed down so that each
bound must be exceeded."""

import sys
import tempfile
import time

import numpy as np

from browsers import Server, judge, launch
from measures import LISTEN, MEMORY, click_to_heard_seconds, shown_seconds
from song_files import note, song

site = sys.argv[1]
is_hindered = "--hindered" in sys.argv
# The song's notes, and the seconds that it is followed.
COUNT, FOLLOWED = 30_000, 10
FRAME = 1000 / 60
# The only bound that a loaded machine does not affect.
MEMORY_BOUND = "memory (MB)"
BOUNDS = {
    "the page is shown (s)": 0.5,
    "a first click is heard (s)": 0.1,
    "the song can be played (s)": 1,
    "its notes are shown (s)": 1,
    "long tasks while it loads": 0,
    "long tasks while it is scrolled and zoomed": 0,
    "long tasks while it is followed": 0,
    "95th percentile of frames (ms)": 1.5 * FRAME,
    MEMORY_BOUND: 80,
}
# Tasks that take 50 ms or more, which delay every input, and what ran in them.
OBSERVE = """(() => {
  window.tasks = [];
  window.scripts = [];
  const observe = (type, take) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) take(entry);
  }).observe({ type });
  observe("longtask", ({ startTime, duration }) => tasks.push([startTime, duration]));
  observe("long-animation-frame", (entry) => {
    for (const { startTime, duration, invoker, sourceURL, sourceFunctionName } of entry.scripts) {
      const place = `${sourceURL.split("/").pop()} ${sourceFunctionName || invoker}`;
      scripts.push([startTime, duration, place]);
    }
  });
})()"""
PICTURE = "document.getElementById('notes').toDataURL()"
# The times of frames.
FRAMES = """new Promise((resolve) => {
  const times = [];
  const add = (time) => {
    times.push(time);
    if (time - times[0] < %d) requestAnimationFrame(add);
    else resolve(times);
  };
  requestAnimationFrame(add);
})"""
# Notes when the button that plays the song, and when the canvas of its notes are painted.
WATCH_SONG = """(() => {
  window.playable = window.painted = null;
  const notice = (id, name) => {
    if (window[name] || !document.getElementById(id)) return;
    requestAnimationFrame(() => setTimeout(() => { window[name] ??= performance.now(); }));
  };
  new MutationObserver(() => {
    notice("song-play", "playable");
    notice("notes", "painted");
  }).observe(document.getElementById("page"), { childList: true, subtree: true });
  addEventListener("drop", ({ timeStamp }) => { window.dropped = timeStamp; }, true);
})()"""
# Slows the page down: it begins late, clicks and drops take long, other tasks are in the way, and
# it holds memory.
HINDER = """(() => {
  const block = (duration) => {
    const end = performance.now() + duration;
    while (performance.now() < end);
  };
  block(600);
  addEventListener("click", () => block(150), true);
  addEventListener("drop", () => block(1200), true);
  setInterval(() => block(60), 120);
  globalThis.ballast = new Uint8Array(100e6).fill(1);
})()"""


def large_song():
    """Ten channels, of which one has drums; each plays eight notes a second."""
    tracks = []
    for channel in range(10):
        events = [(0, [0xC0 | channel, 8 * channel])]
        for index in range(COUNT // 10):
            key = 36 + index % 12 if channel == 9 else 36 + 4 * channel + index * 7 % 24
            events += note(channel, key, 24 * index, 22)
        tracks.append(events)
    return song(*tracks)


def long_tasks(browser, what, start, end):
    """Reports the long tasks that began between two times, and returns their number."""
    # Entries come after their tasks.
    time.sleep(0.3)
    tasks = [task for task in browser.evaluate("tasks") if start <= task[0] <= end]
    for begin, duration in tasks[:5]:
        places = [
            f"{place} {length:.0f} ms"
            for first, length, place in browser.evaluate("scripts")
            if first < begin + duration and first + length > begin
        ]
        print(f"  {what}: {duration:.0f} ms; {', '.join(places[:3]) or 'no script'}", flush=True)
    return len(tasks)


def now(browser):
    return browser.evaluate("performance.now()")


def load(browser, results):
    browser.evaluate(WATCH_SONG)
    start = now(browser)
    browser.drop("songs/large.mid", "large.mid")
    browser.wait("window.playable && window.painted", 60)
    dropped, playable, painted = browser.evaluate("[dropped, playable, painted]")
    results["the song can be played (s)"] = (playable - dropped) / 1000
    results["its notes are shown (s)"] = (painted - dropped) / 1000
    browser.wait("document.getElementById('song-bank')?.value === 'GeneralMIDI.sf3'")
    results["long tasks while it loads"] = long_tasks(browser, "loading", start, now(browser))


def wheel(browser, x, y, delta_x=0, delta_y=0, control=False):
    browser.driver.execute_cdp_cmd(
        "Input.dispatchMouseEvent",
        {
            "type": "mouseWheel",
            "x": x,
            "y": y,
            "deltaX": delta_x,
            "deltaY": delta_y,
            "modifiers": 2 if control else 0,
        },
    )


def scroll(browser, results):
    """Scrolls through the notes, and zooms in and out as far as possible."""
    browser.evaluate("document.getElementById('notes').scrollIntoView({ block: 'center' })")
    x, y = browser.place("notes")
    pictures = {browser.evaluate(PICTURE)}
    start = now(browser)
    for _ in range(40):
        wheel(browser, x, y, delta_x=300)
    count = long_tasks(browser, "scrolling", start, now(browser))
    pictures.add(browser.evaluate(PICTURE))
    for deltas in ([100] * 12, [-100] * 24, [100] * 9):
        start = now(browser)
        for delta in deltas:
            wheel(browser, x, y, delta_y=delta, control=True)
            wheel(browser, x, y, delta_x=-40)
        count += long_tasks(browser, "zooming", start, now(browser))
        pictures.add(browser.evaluate(PICTURE))
    if len(pictures) < 5:
        raise RuntimeError(f"{len(pictures)} pictures of 5 differ.")
    results["long tasks while it is scrolled and zoomed"] = count


def follow(browser, results):
    browser.click("song-play")
    browser.wait("!!document.getElementById('song-pause')")
    start = now(browser)
    times = browser.evaluate(FRAMES % (1000 * FOLLOWED))
    results["long tasks while it is followed"] = long_tasks(
        browser, "following", start, now(browser)
    )
    intervals = np.diff(times)
    bar = browser.evaluate("document.querySelector('.where').textContent")
    print(f"{len(times)} frames, median {np.median(intervals):.1f} ms, at {bar}", flush=True)
    results["95th percentile of frames (ms)"] = np.percentile(intervals, 95)
    browser.click("song-pause")


def measure(folder):
    results = {}
    with open(f"{folder}/large.mid", "wb") as file:
        file.write(large_song())
    server = Server(site, tools="Tests/Browser", songs=folder)
    browser = launch("chromium")
    try:
        if is_hindered:
            browser.driver.execute_cdp_cmd(
                "Page.addScriptToEvaluateOnNewDocument", {"source": HINDER}
            )
        browser.open(server.address + "?online")
        browser.wait("document.body.dataset.ready === 'true'")
        results["the page is shown (s)"] = shown_seconds(browser)
        browser.evaluate(LISTEN)
        results["a first click is heard (s)"] = click_to_heard_seconds(browser)
        browser.handle("do", "open home")
        browser.wait(
            "(peach.handle('do', 'tab instruments'), !!document.getElementById('prove-Peach-sf3'))"
        )
        results[MEMORY_BOUND] = browser.evaluate(MEMORY)["total"] / 1e6
        browser.evaluate(OBSERVE)
        for step in (load, scroll, follow):
            step(browser, results)
    finally:
        browser.close()
        server.close()
    return results


with tempfile.TemporaryDirectory() as folder:
    found = measure(folder)
exceeded = [name for name, bound in BOUNDS.items() if found[name] > bound]
for name, bound in BOUNDS.items():
    mark = ", exceeded" if name in exceeded else ""
    print(f"{name}: {found[name]:.4g}, at most {bound:.4g}{mark}")
if is_hindered:
    missed = sorted(BOUNDS.keys() - exceeded)
    print(f"Hindered: {len(exceeded)} of {len(BOUNDS)} bounds are exceeded; missed: {missed}")
    sys.exit(1 if missed else 0)
is_slow = any(name != MEMORY_BOUND for name in exceeded)
sys.exit(1 if MEMORY_BOUND in exceeded or not judge(not is_slow) else 0)
