"""Hostile files dropped onto the page, all in one session: each is loaded or gives a readable
message, and the page continues. hostile.py SITE BROWSER FOLDER…"""

import json
import os
import sys

from browsers import Server, launch

site, name, *folders = sys.argv[1:]
# Drops a file, plays and measures what it has, and returns the reports. The engine answers the last
# message after all others, once the audio thread has rendered.
TRY = """(async ([address, name, number]) => {
  const output = await peach.audio;
  const until = async (isDone) => {
    const end = performance.now() + 20000;
    while (!isDone()) {
      if (performance.now() > end) throw new Error("no answer: " + lines.join(", "));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  lines.length = 0;
  const data = new DataTransfer();
  data.items.add(new File([await (await fetch(address)).blob()], name));
  const options = { dataTransfer: data, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent("drop", options));
  await new Promise((resolve) => setTimeout(resolve, 0));
  const send = (line) => output.send(new TextEncoder().encode(line));
  const settle = async (step) => {
    send(`wait\\t${number}\\t${step}\\t0`);
    await until(() => lines.includes(`waited\\t${number}\\t${step}`));
  };
  await settle(1);
  const reports = [...lines];
  const listed = reports.filter((line) => line.startsWith("sound\\t"));
  const sounds = listed.map((line) => line.split("\\t")[1]);
  if (sounds.length > 0) {
    send("select\\t" + sounds[0]);
    send("midi\\t144\\t60\\t100");
    await settle(2);
    send("midi\\t128\\t60\\t0");
    send("select\\tsine");
  }
  if (reports.some((line) => line.startsWith("song\\tloaded"))) {
    send("song\\tplay");
    await new Promise((resolve) => setTimeout(resolve, 30));
    send("song\\tpause");
  }
  const warnings = document.getElementById("warnings").textContent;
  if (sounds.length > 0) {
    // As a button of the page: in a worker that reads the bank anew.
    peach.handle("do", "measure " + sounds[0]);
    await until(() => lines.some((line) => /^analysis\\t(finished|failed)/.test(line)));
  }
  const measured = lines.filter((line) => /^analysis\\t(preset|failed)/.test(line));
  peach.handle("do", "remove " + name);
  await settle(3);
  return [reports, warnings, measured];
})(%s)"""
UNREADABLE = ["undefined", "NaN", "RuntimeError", "unreachable", "cannot print", "[object"]

paths = sorted(
    os.path.join(folder, file)
    for parent in folders
    for folder, _, files in os.walk(parent)
    for file in files
)
parents = {f"corpus{index}": folder for index, folder in enumerate(folders)}
server = Server(site, **parents)
browser = launch(name)
counts, count = {"loaded": 0, "with a message": 0, "wrong": 0}, 0
try:
    browser.start(server.address + "?online")
    # Songs are played with the bank that comes with the page.
    browser.handle("do", "tab instruments")
    browser.wait("document.getElementById('main').innerHTML.includes('Peach.sf3')")
    for number, path in enumerate(paths):
        key, folder = next(
            (key, folder) for key, folder in parents.items() if path.startswith(folder)
        )
        # No two banks have one name: what was measured is known.
        title = f"{number} {os.path.basename(path)}"
        reports, warnings, measured = browser.evaluate(
            TRY % json.dumps([f"{key}/{os.path.relpath(path, folder)}", title, 1000 + number])
        )
        messages = [
            line.split("\t", 1)[1] for line in reports if line.startswith(("error\t", "note\t"))
        ]
        isLoaded = any(
            line.startswith(("bank\t" + title, "song\tloaded\t" + title)) for line in reports
        )
        isReadable = (
            bool(messages)
            and messages[-1].startswith(title + ": ")
            and len(messages[-1]) > len(title) + 12
            and not any(word in messages[-1] for word in UNREADABLE)
            and " ".join(messages[-1].split()) in " ".join(warnings.split())
        )
        failures = [
            line
            for line in measured
            if line.startswith("analysis\tfailed\t")
            and (f"\t{title}: " not in line or any(word in line for word in UNREADABLE))
        ]
        isRight = (isReadable or isLoaded and not messages) and not failures
        count += any(line.startswith("analysis\tpreset\t") for line in measured)
        counts["loaded" if isRight and isLoaded else "with a message" if isRight else "wrong"] += 1
        if not isRight:
            print(f"{path}: {reports[:5]}, shown: {warnings!r}, {failures}", flush=True)
    # An exception in the worker is shown, too, and the next message is handled.
    browser.evaluate("peach.audio.then(({ worker }) => worker.postMessage({ files: [null] }))")
    browser.wait("document.getElementById('warnings').textContent.includes('Peach: ')")
    # A trial is answered by clicks.
    browser.handle("do", "tab train")
    browser.wait("!!document.getElementById('open-comparison')")
    browser.handle("do", "set feedbackSeconds", "1.5")
    browser.click("open-comparison")
    browser.wait("lines.some((line) => line.startsWith('targetBegan'))")
    browser.click("answer-higher")
    browser.wait("!!document.querySelector('#status :is(.right, .wrong, .matched)')")
    print(
        f"{name}: {len(paths)} files: {counts}; {count} were measured; a trial can be answered "
        "after them",
        flush=True,
    )
finally:
    browser.close()
    server.close()
sys.exit(
    1 if counts["wrong"] or not counts["loaded"] or not counts["with a message"] or not count else 0
)
