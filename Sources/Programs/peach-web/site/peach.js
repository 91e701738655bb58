// @ts-check
// The page's script: passes events to the page module and performs its commands. It decides
// nothing; see Documentation/musicians/web.md.
import { Audio } from "./audio.js";
import { chosen, decoded, dropped, grouped } from "./files.js";
import { setLyrics } from "./lyrics.js";
import { nameInstruments } from "./names.js";
import { drawPlots } from "./plots.js";
import { listen as listenToRoll, setNotes, setPosition, setState, zoomBy } from "./roll.js";
import * as storage from "./storage.js";
import { makeMemory, Program } from "./wasm.js";

/** A module of one function with relaxed SIMD. Engines without it use the other module. */
const relaxed = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253,
  15, 65, 2, 253, 15, 253, 128, 2, 11,
]);
const query = new URLSearchParams(location.search);
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const shippedBank = "Peach.sf3";
/** See appearance.js. */
const { appearance } = /** @type {any} */ (globalThis);

/** @type {Program} */
let page;
/** @type {Promise<Audio>} */
let audio;
/** @type {WebAssembly.Module} */
let module;

/** @type {Map<string, import("./banks.js").Files>} Those added since the page was opened. */
const added = new Map();
/** @type {(value?: unknown) => void} */
let endShipping;
/** Ends once the bank that comes with the page has been added, or is missing: songs need one. */
const shipping = new Promise((resolve) => {
  endShipping = resolve;
});
/** @type {{name: string, worker: Worker} | undefined} The measurements of a bank. */
let analysis;
/** Commands are performed one after another: a trial is on disk before what follows is shown. */
let queue = Promise.resolve();

/** Whether the listener has done anything yet. */
let isUsed = false;
/** The key of `pressed` for what the keyboard presses. */
const keyboard = -1;
/** @type {Map<number, Element>} Elements that are pressed, by pointer. */
const pressed = new Map();
/**
 * @type {Map<string, string>} Parts that change while an element in them is pressed: replacing it
 *   would lose its click, or end a drag.
 */
const deferred = new Map();
/**
 * @type {Record<string, Blob[]>} The parts of files: of songs from the engine, of banks from the
 *   analysis. The last part is the beginning of the file.
 */
const parts = { song: [], bank: [] };

// The page module

const element = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));
const seconds = () => performance.now() / 1000;
/** The number of the day in local time. */
const day = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

/**
 * Passes an event to the page. Returns whether it was handled.
 * @param {number} time In seconds of performance.now().
 * @param {...unknown} event Its name and up to three values.
 */
function handleAt(time, ...event) {
  const parts = event.map((value) => encoder.encode(String(value)));
  const [name, first = 0, second = 0, third = 0] = page.write(...parts);
  return perform(page.exports.page_handle(name, first, second, third, time, Date.now(), day()));
}

const handle = (/** @type {unknown[]} */ ...event) => handleAt(seconds(), ...event);

/** Commands that are performed immediately: nothing of a bank that was replaced arrives later. */
const immediate = ["analyze", "halt", "file"];

/** @param {number} count Performs the commands of an output. Returns whether it was handled. */
function perform(count) {
  /** @type {[name: string, ...values: (string | null)[]][]} */
  const list = JSON.parse(decoder.decode(page.read(count)));
  let isHandled = false;
  for (const [name, ...texts] of list) {
    // Messages are bytes that only modules read.
    const values = texts.map((text) => text ?? page.read(page.exports.page_message()));
    if (name === "handled") isHandled = true;
    else if (immediate.includes(name)) commands[name](...values);
    else enqueue(name, values);
  }
  return isHandled;
}

/** @param {string} name @param {any[]} values Performs a command after those before it. */
function enqueue(name, values) {
  const act = async () => void (await commands[name](...values));
  queue = queue.then(act).catch(({ message }) => void handle("note", message));
}

/** @type {Record<string, (...values: any[]) => unknown>} What the page module can ask for. */
const commands = {
  language(code) {
    document.documentElement.lang = code;
  },
  appearance: (choice) => appearance.choose(choice),
  title(title) {
    document.title = title;
  },
  // An exercise has no navigation.
  layout(style) {
    element("page").className = style;
    element("tabs").hidden = style === "task";
  },
  dial(cents, text) {
    element("page").style.setProperty("--dial", cents);
    const shown = document.getElementById("dialed");
    if (shown) shown.textContent = text;
  },
  focus(id) {
    element(id).focus();
    scrollTo(0, 0);
  },
  async roll(seconds, bars, names, lyrics, notes) {
    // In a task of its own: many notes take long.
    await new Promise((resolve) => setTimeout(resolve));
    setLyrics(lyrics);
    setNotes(notes, Number(seconds), bars.split(" ").map(Number), names.split(","));
  },
  mark(loop, muted) {
    setState(loop.split(" ").map(Number), muted ? muted.split(" ").map(Number) : []);
  },
  scroll(seconds, speed) {
    setPosition(Number(seconds), Number(speed));
  },
  say(text) {
    element("said").textContent = text;
  },
  set: setPart,
  async engine(kind, removed, message) {
    const output = await audio;
    // Not awaited: without a gesture it does not end, and the clock of the engine starts with it.
    if (kind === "audible") output.resume();
    output.send(message, removed, kind === "analysis");
  },
  async store(identifier, line) {
    try {
      await storage.storeTrial(identifier, line);
    } catch (error) {
      handle("storing", error);
    }
  },
  // Not awaited, unlike trials: nothing that is shown waits for them.
  save(text) {
    storage.storeSetting("preferences", text).catch((error) => handle("storing", error));
  },
  badges(message) {
    storage.storeSetting("badges", decoder.decode(message)).catch(() => {});
  },
  async export(format) {
    const trials = encoder.encode(await storage.trials());
    const [count, length] = page.write(encoder.encode(format), trials);
    const name = format === "csv" ? "peach-trials.csv" : "peach-trials.jsonl";
    save([page.read(page.exports.page_export(count, length))], name);
  },
  file(kind, name) {
    const beginning = parts[kind].splice(-1);
    if (name) save([...beginning, ...parts[kind]], name);
    parts[kind] = [];
  },
  analyze(name, message) {
    if (analysis?.name !== name) startAnalysis(name);
    analysis?.worker.postMessage({ message });
  },
  halt() {
    analysis?.worker.terminate();
    analysis = undefined;
    parts.bank = [];
  },
  vibrate(times) {
    navigator.vibrate?.(times.split(" ").map(Number));
  },
  claim: () => navigator.locks.request("peach", { steal: true }, () => location.reload()),
  async update() {
    const registration = await navigator.serviceWorker.ready;
    registration.waiting?.postMessage("update");
  },
  reload: () => location.reload(),
  connect: connectMIDI,
  // Not awaited: it takes time, and nothing waits for it.
  load(name) {
    loadBank(name).catch(() => handle("fetched", -1));
  },
};

/** @param {string} id @param {string} html Replaces a part of the page, and keeps the focus. */
function setPart(id, html) {
  const part = element(id);
  if ([...pressed.values()].some((element) => part.contains(element))) {
    deferred.set(id, html);
    return;
  }
  deferred.delete(id);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const isSearch = focused instanceof HTMLInputElement && focused.type === "search";
  const caret = isSearch ? focused.selectionStart : null;
  // Inputs of files stay the same: a dialog that is open reports to its input.
  const inputs = part.querySelectorAll('input[type="file"]');
  const open = part.querySelectorAll("details[open][id]");
  part.innerHTML = html;
  for (const { id } of open) document.getElementById(id)?.toggleAttribute("open");
  drawPlots(part);
  nameInstruments(part);
  for (const input of inputs) {
    const next = document.getElementById(input.id);
    if (next?.outerHTML === input.outerHTML) next.replaceWith(input);
  }
  if (!focused) return;
  const next = focused.id ? document.getElementById(focused.id) : null;
  // The part may have changed because of something else than the element.
  (next ?? element("heading")).focus({ preventScroll: true });
  if (caret !== null && next instanceof HTMLInputElement) next.setSelectionRange(caret, caret);
}

/** @param {BlobPart[]} contents @param {string} name Offers a file for download. */
function save(contents, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(contents));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// The engine and the analysis

/** @param {string} name Starts a worker that measures a bank, instead of the one there is. */
function startAnalysis(name) {
  commands.halt();
  const worker = new Worker("analysis.js", { type: "module" });
  analysis = { name, worker };
  worker.onerror = ({ message }) => failAnalysis(message);
  worker.onmessage = ({ data }) => {
    if (analysis?.worker !== worker) return;
    if (data.failed) failAnalysis(data.failed);
    receive(data, "bank");
  };
  worker.postMessage({ name, files: added.get(name) });
}

/** @param {string} reason */
function failAnalysis(reason) {
  commands.halt();
  handle("unmeasured", reason);
}

/**
 * Passes on what the engine or the analysis reports, as bytes that only modules read.
 * @param {any} data
 * @param {string} kind What a part of a file belongs to.
 */
async function receive(data, kind = "song") {
  if (data.part) parts[kind].push(new Blob([data.part]));
  if (data.error) handle("note", decoder.decode(data.error));
  if (data.stored) tellQuota();
  if (!data.reports) return;
  const output = await audio;
  const [count] = page.write(data.reports);
  const { start, frame } = output.heardSeconds();
  perform(page.exports.page_reports(count, start, frame, seconds(), Date.now(), day()));
}

/** Shows a key of the piano on the page as held, with its name, or as released. */
function showKey(status = 0, key = 0, velocity = 0) {
  const [kind, isOn] = [status & 0xf0, velocity > 0];
  if (kind !== noteOn && kind !== noteOff) return;
  const button = document.getElementById(`key-${key}`);
  button?.classList.toggle("held", kind === noteOn && isOn);
}

/** Passes the messages of MIDI keyboards to the page, also of those that are connected later. */
async function connectMIDI() {
  // @ts-ignore Not in all browsers.
  const access = await navigator.requestMIDIAccess?.();
  if (!access) return;
  const receiveMIDI = (/** @type {any} */ { data: [status, first = 0, second = 0] }) => {
    showKey(status, first, second);
    handle("midi", status, first, second);
  };
  const listen = () => {
    for (const input of access.inputs.values()) input.onmidimessage = receiveMIDI;
  };
  listen();
  access.onstatechange = listen;
}

async function tellQuota() {
  const { usage = -1, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (usage >= 0) handle("quota", usage, quota);
}

/** @param {import("./banks.js").Files} files Adds them as banks and songs. */
async function addFiles(files) {
  await shipping;
  const context = async () => (await audio).context;
  for (const [name, group] of grouped(files)) {
    /** @type {import("./banks.js").Files} */
    const contents = [];
    for (const [path, file] of group) {
      try {
        contents.push([path, await decoded(path, file, context)]);
      } catch (error) {
        handle("note", `${path}: ${/** @type {Error} */ (error).message}`);
      }
    }
    if (contents.length === 0) continue;
    added.set(name, contents);
    (await audio).add(name, contents);
  }
}

// Events

const target = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
const eventSeconds = (/** @type {Event} */ event) => event.timeStamp / 1000;

/** The keys of a computer that play those of the piano on the page, from C. */
const pianoKeys = "AWSEDFTGYHUJKOLP";

/** Plays the piano by the keys of the computer, by their places on the keyboard. */
function playByKey(/** @type {KeyboardEvent} */ event, status = 0) {
  const index = pianoKeys.indexOf(event.code.replace(/^Key/, "") || " ");
  const button = /** @type {HTMLElement} */ (document.querySelectorAll("[data-key]")[index]);
  if (!button || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (target(event).closest?.("select, input:not([type=range], [type=checkbox])")) return;
  showKey(status, Number(button.dataset.key), 100);
  handle("do", `midi ${status} ${button.dataset.key} 100`);
}

addEventListener("keydown", (event) => {
  playByKey(event, noteOn);
  const isSpace = event.key === " ";
  if (target(event).closest(isSpace ? "button" : "[data-key]")) {
    pressed.set(keyboard, target(event));
  }
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (target(event).closest("input, select, [data-key]")) return;
  if (target(event).closest("button") && ["Enter", " ", "Tab"].includes(event.key)) return;
  const shift = event.shiftKey && event.key.length > 1 ? "Shift+" : "";
  if (handleAt(eventSeconds(event), "key", shift + event.key)) event.preventDefault();
});

addEventListener("click", (event) => {
  const button = target(event).closest("button");
  if (button?.dataset.do) handleAt(eventSeconds(event), "do", button.dataset.do);
  if (button?.dataset.zoom) zoomBy(Number(button.dataset.zoom));
  if (button?.dataset.step) step(button);
  if (button?.dataset.example) addExample();
});

/** Adds the song that comes with the page. */
async function addExample() {
  const response = await fetch("example.mid");
  const name = "Ode to Joy.mid";
  if (response.ok) addFiles([[name, new File([await response.blob()], name)]]);
}

/** @param {HTMLInputElement} input Adds the files that were chosen. */
function addChosen(input) {
  addFiles(chosen(input.files));
  // So that the same file can be chosen again.
  input.value = "";
}

/** @param {Blob} file Adds the trials of a file that the page has exported. */
async function importTrials(file) {
  const [count] = page.write(new Uint8Array(await file.arrayBuffer()));
  perform(page.exports.page_import(count));
}

/** @param {HTMLInputElement} input Passes the value of a setting to the page. */
function passValue(input) {
  const value = input.type === "checkbox" ? input.checked : input.value;
  if (input.dataset.do) handle("do", input.dataset.do, value);
}

/** @param {HTMLElement} button Changes the number beside a button by a step. */
function step(button) {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  if (button.dataset.step === "plus") input.stepUp();
  else input.stepDown();
  passValue(input);
}

// The list of a channel has only its own instrument until it is used.
addEventListener("focusin", (event) => {
  const list = /** @type {HTMLSelectElement} */ (event.target);
  if (list.length > 2 || !list.matches?.(".strip select")) return;
  list.insertAdjacentHTML("beforeend", element("instruments").innerHTML);
  const [own, listed] = [...list.options].filter(({ value }) => value === list.value);
  if (listed) {
    listed.selected = true;
    own.remove();
  }
  nameInstruments(list);
});

/** Keeps a list for a second, in which more letters of a name may be typed. */
function keepList(/** @type {Element} */ list) {
  const key = performance.now();
  pressed.set(key, list);
  setTimeout(() => {
    pressed.delete(key);
    setDeferred();
  }, 1000);
}

/** Whether each change of an input counts, not only the last one. */
const isLive = (/** @type {HTMLInputElement} */ input) => ["search", "range"].includes(input.type);

addEventListener("change", (event) => {
  const input = target(event);
  if (["files", "folder", "add"].includes(input.id)) addChosen(input);
  else if (input.id === "trials" && input.files?.[0]) importTrials(input.files[0]);
  else if (!isLive(input)) {
    if (input.matches(".strip select")) keepList(input);
    passValue(input);
  }
});

addEventListener("input", (event) => {
  if (isLive(target(event))) passValue(target(event));
});

const noteOn = 0x90;
const noteOff = 0x80;
const keyEvents = {
  pointerdown: noteOn,
  pointerup: noteOff,
  pointerleave: noteOff,
  keydown: noteOn,
  keyup: noteOff,
};
for (const [type, status] of Object.entries(keyEvents)) {
  const play = (/** @type {Event} */ event) => {
    const key = target(event).dataset?.key;
    if (!key) return;
    if (event instanceof KeyboardEvent) {
      if (event.repeat || !["Enter", " "].includes(event.key)) return;
    }
    showKey(status, Number(key), 100);
    handle("do", `midi ${status} ${key} 100`);
  };
  // While capturing: `pointerleave` does not bubble.
  addEventListener(type, play, true);
}

addEventListener("keyup", (event) => playByKey(event, noteOff));

addEventListener("pointerdown", (event) => {
  if (event.button === 0) pressed.set(event.pointerId, target(event));
});

listenToRoll(handle);

for (const type of ["pointerdown", "keydown", "drop"]) {
  addEventListener(type, () => {
    isUsed = true;
  });
}

const setDeferred = () => deferred.forEach((html, id) => setPart(id, html));
for (const type of ["pointerup", "pointercancel", "keyup", "blur"]) {
  addEventListener(type, (/** @type {any} */ { pointerId = keyboard }) => {
    pressed.delete(pointerId);
    // After the click, which follows.
    setTimeout(setDeferred);
  });
}

addEventListener("dragover", (event) => event.preventDefault());

addEventListener("drop", async (event) => {
  event.preventDefault();
  addFiles(await dropped(event.dataTransfer));
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden && page) handle("hidden");
});

// Opening

/**
 * Registers the service worker. The first visit is reloaded once if only it can isolate the page,
 * unless the page is in use: it works without, too.
 */
async function serve() {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js");
  const tell = () => {
    if (registration.waiting && serviceWorker.controller) handle("update");
  };
  const follow = () => registration.installing?.addEventListener("statechange", tell);
  registration.addEventListener("updatefound", follow);
  // The browser may have found it, and installed it, when the page was opened.
  follow();
  tell();
  let isUpdate = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isUpdate || (!crossOriginIsolated && !isUsed)) location.reload();
    isUpdate = true;
  });
  await serviceWorker.ready;
}

/**
 * Returns whether this window has the page to itself, until another one takes it over.
 * @returns {Promise<boolean>}
 */
function claim() {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => new Promise(() => resolve(true));
    const lose = () => {
      resolve(false);
      if (page) handle("elsewhere");
    };
    // @ts-ignore Not in the library of this version of TypeScript.
    const signal = AbortSignal.timeout(1000);
    navigator.locks.request("peach", { signal }, hold).catch(lose);
  });
}

/** Shows the page as it was left. */
async function show() {
  const stored = [
    await storage.setting("preferences"),
    navigator.language,
    await storage.trials(),
    await storage.setting("badges"),
  ];
  const counts = page.write(...stored.map((text) => encoder.encode(text)));
  const seed = new Float64Array(crypto.getRandomValues(new Uint8Array(8)).buffer)[0];
  perform(page.exports.page_open(...counts, seed, seconds(), Date.now(), day()));
  if (appearance.stored !== "system") handle("do", "appearance", appearance.stored);
}

/**
 * Adds a bank of the page's own files, which need not be kept.
 * @param {string} name @param {Blob[]} contents
 */
async function addOwnBank(name, contents, isStraight = false) {
  /** @type {import("./banks.js").Files} */
  const files = [[name, new File(contents, name)]];
  added.set(name, files);
  await (await audio).add(name, files, isStraight, false);
}

/** Adds the bank that comes with the page, if the host has it. */
async function addShippedBank() {
  const shipped = await fetch(shippedBank);
  if (shipped.ok) await addOwnBank(shippedBank, [await shipped.blob()], true);
}

/** @param {string} name Loads a bank of the page, and tells the page how much has arrived. */
async function loadBank(name) {
  const response = await fetch(name);
  const reader = response.body?.getReader();
  if (!response.ok || !reader) throw new Error(name);
  const size = Number(response.headers.get("Content-Length"));
  /** @type {any[]} */
  const parts = [];
  let [length, told] = [0, 0];
  for (;;) {
    const { value } = await reader.read();
    if (!value) break;
    parts.push(value);
    length += value.length;
    if (length - told < size / 50) continue;
    told = length;
    handle("fetched", length / size);
  }
  await addOwnBank(name, [new Blob(parts)]);
}

/** Tells the page if the engine shares a thread with the output. */
async function tellThread() {
  const { worker } = await audio;
  if (!worker) handle("alone");
}

async function open() {
  // The frame is there at once; the page module decides its language later.
  commands.language(navigator.language.startsWith("de") ? "de" : "en");
  const isFree = claim();
  const isPortable = query.has("portable");
  const isRelaxed = WebAssembly.validate(relaxed) && !isPortable;
  const file = isRelaxed ? "peach-relaxed.wasm" : "peach.wasm";
  module = await WebAssembly.compileStreaming(fetch(file));
  page = new Program(module, makeMemory());
  // @ts-ignore Not in all browsers. Sounds also when a phone is set to silent.
  if (navigator.audioSession) navigator.audioSession.type = "playback";
  const options = { portable: isPortable ? 1 : 0, isAlone: query.has("alone") };
  audio = Audio.open(module, receive, options);
  await show();
  if (!(await isFree)) handle("elsewhere");
  await queue;
  performance.mark("shown");
  document.body.dataset.ready = "true";
  tellThread().catch(() => {});
  try {
    await addShippedBank();
  } catch (error) {
    handle("note", error);
  } finally {
    endShipping();
  }
  tellQuota();
  navigator.storage?.persist?.();
  if (!query.has("online")) await serve();
}
open();

// For tests and the curious.
const forTests = {
  handle,
  receive,
  Audio,
  get audio() {
    return audio;
  },
  get module() {
    return module;
  },
};
Object.assign(globalThis, { peach: forTests });
