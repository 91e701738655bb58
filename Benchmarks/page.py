"""Measures the page in headless Chromium and prints the results as JSON: page.py SITE. Needs Debian's chromium-driver and
brotli, and selenium (Tests/Browser/python-packages.txt)."""
import json
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Tests" / "Browser"))
from browsers import Server, launch  # noqa: E402

site = sys.argv[1]
RUNS = 5
# Frames of held notes of a sampled instrument, rendered offline: the share of real time.
LOAD = """(async (count) => {
  const seconds = 4, context = new OfflineAudioContext(2, seconds * 48000, 48000);
  let done;
  const ready = new Promise((resolve) => { done = resolve; });
  const audio = await peach.Audio.open(peach.module, (data) => { if (data.error) done(); }, { context, voices: 1024 });
  audio.add(new File([await (await fetch("files/TimGM6mb.sf2")).arrayBuffer()], "TimGM6mb.sf2"));
  audio.send("select\\tsf2:TimGM6mb.sf2:0:73");
  for (let note = 0; note < count; note++) audio.send(`reference\\t1\\t${note}\\t${220 * 2 ** (note % 37 / 12)}\\t-40\\t${seconds}`);
  audio.add(new File(["?"], "end"));
  await ready;
  const start = performance.now();
  await context.startRendering();
  const load = (performance.now() - start) / 1000 / seconds;
  audio.worker.terminate();
  return load;
})(%d)"""
CLICK = """(async () => {
  const output = await peach.audio;
  return new Promise((resolve) => {
    let click = 0;
    addEventListener("click", (event) => { click = event.timeStamp / 1000; }, true);
    const worker = output.worker, receive = worker.onmessage;
    worker.onmessage = (message) => {
      receive(message);
      if (!message.data.reports) return;
      for (const line of new TextDecoder().decode(message.data.reports).split("\\n")) {
        const [frame, report] = line.split("\\t");
        // The reference started a second before the target.
        if (report === "targetBegan") resolve(output.heardSeconds(Number(frame)) - 1 - click);
      }
    };
    document.getElementById("open-comparison").click();
  });
})()"""


def compressed(name):
    return len(subprocess.run(["brotli", "-c", "-q", "11", f"{site}/{name}"], capture_output=True, check=True).stdout)


results = {"codeBytes": max(compressed("peach.wasm"), compressed("peach-relaxed.wasm"))}
server = Server(site, files="/usr/share/sounds/sf2")
shown, heard = [], []
try:
    for _ in range(RUNS):
        browser = launch("chromium")
        browser.open(server.address + "?online")
        browser.wait("document.body.dataset.ready === 'true'")
        shown.append(browser.evaluate("performance.getEntriesByName('shown')[0].startTime") / 1000)
        browser.evaluate("peach.handle('do\\topen home')")
        browser.wait("document.getElementById('open-comparison')")
        browser.driver.execute_script("document.body.click()")
        heard.append(browser.evaluate(CLICK))
        if len(shown) == RUNS:
            results["load"] = {voices: statistics.median(browser.evaluate(LOAD % voices) for _ in range(3)) for voices in (64, 256, 512)}
            results["memoryBytes"] = browser.evaluate("peach.audio.then(({memory}) => memory.buffer.byteLength)")
        browser.close()
finally:
    server.close()
results["shownSeconds"] = statistics.median(shown)
results["clickToHeardSeconds"] = statistics.median(heard)
print(json.dumps(results, indent=2))
