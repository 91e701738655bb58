"""The next trial begins on the audio clock at most 16 ms after the feedback has ended, also while a
bank is measured, and the median time from an answer to its result is at most 50 ms: timing.py SITE
[BROWSER [TRIALS]]"""

import sys

import numpy as np

from browsers import Server, judge, launch

site, name = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "chromium"
count = int(sys.argv[3]) if len(sys.argv) > 3 else 30

# The frames of the reports, and of each pair the frames from its start to the onset of its second
# note.
HOOK = """(async () => {
  const output = await peach.audio;
  window.pairs = [];
  window.ended = [];
  window.begun = [];
  const { send, receive } = output;
  output.send = (message, ...others) => {
    const line = new TextDecoder().decode(message);
    const [kind, , , , , seconds, , , , gap] = line.split("\\t");
    const frames = (seconds) => Math.round(seconds * output.context.sampleRate);
    if (kind === "pair") pairs.push(frames(seconds) + frames(gap));
    send.call(output, message, ...others);
  };
  const listen = (data) => {
    if (data.reports) for (const line of new TextDecoder().decode(data.reports).split("\\n")) {
      const [frame, report] = line.split("\\t");
      if (report === "waited") ended.push(Number(frame));
      if (report === "targetBegan") begun.push(Number(frame));
    }
    receive(data);
  };
  output.worker.onmessage = ({ data }) => listen(data);
  return output.context.sampleRate;
})()"""
# Answers as soon as the second note has begun, and measures the time until the result is in the
# document.
ANSWER = """new Promise((resolve) => {
  const status = document.getElementById("status");
  const start = performance.now();
  new MutationObserver((_, observer) => {
    if (!status.querySelector(".right, .wrong")) return;
    observer.disconnect();
    resolve(performance.now() - start);
  }).observe(status, { childList: true, subtree: true });
  document.getElementById("answer-higher").click();
})"""


def measure(browser, rate, title):
    """Answers trials. Returns the largest latency of the next trial, and the median time until a
    result is shown."""
    shown = []
    for index in range(count):
        browser.wait(f"begun.length > {index}")
        shown.append(browser.evaluate(ANSWER))
    browser.wait(f"begun.length > {count}")
    ended, begun, pairs = (np.array(browser.evaluate(name)) for name in ("ended", "begun", "pairs"))
    latencies = (begun[1 : count + 1] - pairs[1 : count + 1] - ended[:count]) / rate * 1000
    print(
        f"{name}, {title}: from the end of the feedback to the next trial, on the audio clock: "
        f"median {np.median(latencies):.1f} ms, "
        f"largest {latencies.max():.1f} ms; from the answer to its result: median "
        f"{np.median(shown):.1f} ms, largest {max(shown):.1f} ms",
        flush=True,
    )
    return latencies.max(), np.median(shown)


server = Server(site, banks="/usr/share/sounds")
browser = launch(name)
found = []
isBusy = False
try:
    for isMeasuring in (False, True):
        browser.open(server.address + "?online")
        browser.wait("document.body.dataset.ready === 'true'")
        browser.handle("do", "open home")
        browser.handle("do", "set noteSeconds", "0.3")
        browser.handle("do", "set feedbackSeconds", "0.4")
        rate = browser.evaluate(HOOK)
        if isMeasuring:
            # One bank is checked and straightened to its end, the others' measurements outlast the
            # trials.
            for bank in ("TimGM6mb.sf2", "FluidR3Mono_GM.sf3", "FluidR3_GM.sf2"):
                browser.drop(f"banks/{bank[-3:]}/{bank}", bank)
                browser.wait(
                    "(peach.handle('do', 'tab instruments'), "
                    f"document.body.innerText.includes('{bank}'))"
                )
                browser.handle("do", f"prove {bank}")
                if bank == "TimGM6mb.sf2":
                    browser.handle("do", "straighten")
            browser.handle("do", "tab train")
        browser.handle("do", "set length", "endless")
        browser.wait("document.getElementById('open-comparison')")
        browser.click("open-comparison")
        found.append(measure(browser, rate, "while a bank is measured" if isMeasuring else "alone"))
    browser.handle("do", "tab tuning")
    isBusy = browser.evaluate("!!document.querySelector('[data-do=halt]')")
    print(
        "The bank is still being measured."
        if isBusy
        else "The measurement ended before the trials."
    )
finally:
    browser.close()
    server.close()
sys.exit(
    0 if isBusy and judge(all(latency <= 16 and shown <= 50 for latency, shown in found)) else 1
)
