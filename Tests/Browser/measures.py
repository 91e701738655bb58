"""Measures of an open page, whose server has this folder as `tools`."""

# The time of a click and of what is then heard, by the browser's own timestamp of the output.
LISTEN = """(async () => {
  const output = await peach.audio;
  await output.context.audioWorklet.addModule("tools/onset.js");
  const tap = new AudioWorkletNode(output.context, "onset");
  output.node.connect(tap);
  window.click = window.heard = null;
  // The browser has no timestamp of the output when it starts.
  tap.port.onmessage = ({ data }) => setTimeout(() => {
    const { start, frame } = output.heardSeconds();
    window.heard ??= start + (data - output.startFrame) * frame;
  }, 500);
  addEventListener("click", (event) => {
    window.heard = null;
    window.click = event.timeStamp / 1000;
  }, true);
})()"""
MEMORY = """(async () => ({ engine: (await peach.audio).memory.buffer.byteLength,
  total: (await performance.measureUserAgentSpecificMemory()).bytes }))()"""
SHOWN = "performance.getEntriesByName('shown')[0].startTime / 1000"


def shown_seconds(browser):
    """The time from the navigation until the page is shown."""
    return browser.evaluate(SHOWN)


def click_to_heard_seconds(browser):
    """The time from a click that starts a session until it is heard; after `LISTEN`."""
    browser.handle("do", "open home")
    browser.wait("!!document.getElementById('open-comparison')")
    browser.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
    browser.click("open-comparison")
    return browser.wait("window.heard") - browser.evaluate("window.click")
