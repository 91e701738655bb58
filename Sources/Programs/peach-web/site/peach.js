// @ts-check
// The page's script: passes events to the page module and performs its commands. It decides nothing; see Documentation/musicians/web.md.
import { Audio } from "./audio.js";
import * as storage from "./storage.js";
import { makeMemory, Program } from "./wasm.js";

// A function that uses relaxed SIMD; engines without it use the other module.
const relaxed = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15,
  65, 2, 253, 15, 253, 128, 2, 11]);
const query = new URLSearchParams(location.search);
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const shippedBank = "Peach.sf3";
/** @type {Program} */ let page;
/** @type {Promise<Audio>} */ let audio;
/** @type {WebAssembly.Module} */ let module;
/** @type {Map<string, import("./banks.js").Files>} The files of the banks that were added since the page was opened. */
const added = new Map();
/** @type {{name: string, worker: Worker} | undefined} The measurements of a bank. */
let analysis;
/** Commands are performed one after another: a trial is on disk before what follows is shown. */
let queue = Promise.resolve();

/** @type {Map<number, Element>} Elements that are pressed, by pointer; −1 is the keyboard. */
const pressed = new Map();
/** @type {Map<string, string>} Parts that change while an element in them is pressed: replacing it would lose its click, or end a drag. */
const deferred = new Map();
/** @type {Record<string, Blob[]>} The parts of files: of songs from the engine, of banks from the analysis; the last is the beginning. */
const parts = { song: [], bank: [] };

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const seconds = () => performance.now() / 1000;
const day = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);

/** @param {BlobPart[]} contents @param {string} name Offers a file for download. */
function save(contents, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(contents));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @type {Record<string, (...values: string[]) => unknown>} */ const commands = {
  language: (code) => void (document.documentElement.lang = code),
  title: (title) => void (document.title = title),
  focus: (id) => element(id).focus(),
  scroll: (x) => [element("roll").style.setProperty("--now", `${x}px`), element("roll").scrollTo(Number(x) - element("roll").clientWidth / 2, 0)],
  say: (text) => void (element("said").textContent = text),
  set(id, html) {
    const part = element(id);
    if ([...pressed.values()].some((element) => part.contains(element))) return void deferred.set(id, html);
    deferred.delete(id);
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const caret = focused instanceof HTMLInputElement && focused.type === "search" ? focused.selectionStart : null;
    // Inputs of files stay the same: a dialog that is open reports to its input.
    const inputs = part.querySelectorAll('input[type="file"]');
    part.innerHTML = html;
    for (const input of inputs) if (document.getElementById(input.id)?.outerHTML === input.outerHTML) element(input.id).replaceWith(input);
    if (!focused) return;
    const next = focused.id ? document.getElementById(focused.id) : null;
    (next ?? element("heading")).focus();
    if (caret !== null && next instanceof HTMLInputElement) next.setSelectionRange(caret, caret);
  },
  async engine(line) {
    const output = await audio;
    // Not awaited: without a gesture it does not end, and the clock of the engine starts with it.
    if (/^(pair|reference|target|preview|midi|song)\t/.test(line)) output.resume();
    output.send(line);
  },
  async store(identifier, line) {
    try {
      await storage.storeTrial(identifier, line);
    } catch (error) {
      handle("storing\t" + error);
    }
  },
  // Not awaited, unlike trials: nothing that is shown waits for them.
  save: (text) => void storage.storeSetting("preferences", text).catch((error) => handle("storing\t" + error)),
  badges: (text) => void storage.storeSetting("badges", text).catch(() => {}),
  async export(format) {
    const [count, length] = page.write(encoder.encode(format), encoder.encode(await storage.trials()));
    save([page.read(page.exports.page_export(count, length))], format === "csv" ? "peach-trials.csv" : "peach-trials.jsonl");
  },
  file(kind, name) {
    if (name) save([...parts[kind].splice(-1), ...parts[kind]], name);
    parts[kind] = [];
  },
  analyze(name, line) {
    if (analysis?.name !== name) {
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
    analysis?.worker.postMessage({ line });
  },
  halt() {
    analysis?.worker.terminate();
    analysis = undefined;
    parts.bank = [];
  },
  vibrate: (times) => void navigator.vibrate?.(times.split(" ").map(Number)),
  claim: () => navigator.locks.request("peach", { steal: true }, () => location.reload()),
  update: () => navigator.serviceWorker.ready.then((registration) => registration.waiting?.postMessage("update")),
  reload: () => location.reload(),
  connect: connectMIDI,
};

function failAnalysis(/** @type {string} */ reason) {
  commands.halt();
  handle(`engine\tanalysis\tfailed\t${reason.replaceAll("\n", " ")}\nanalysis\tfinished`);
}

/** @param {number} count Performs the commands of an output. Returns whether the event was handled. */
function perform(count) {
  /** @type {string[][]} */ const list = JSON.parse(decoder.decode(page.read(count)));
  for (const [name, ...values] of list) {
    if (name === "handled") continue;
    // At the same time as the page: nothing of a bank that was replaced arrives later.
    if (["analyze", "halt", "file"].includes(name)) commands[name](...values);
    else queue = queue.then(() => commands[name](...values)).then(() => {}, ({ message }) => void handle("note\t" + message));
  }
  return list.some(([name]) => name === "handled");
}

/** @param {string} line @param {number} time In seconds of performance.now(). Passes an event to the page. */
function handle(line, time = seconds()) {
  const [count] = page.write(encoder.encode(line));
  return perform(page.exports.page_handle(count, time, Date.now(), day()));
}

/** @param {any} data Passes what the engine or the analysis reports: lines of a frame, or nothing, and a report. */
async function receive(data, kind = "song") {
  if (data.part) parts[kind].push(new Blob([data.part]));
  if (data.error) handle("note\t" + decoder.decode(data.error));
  if (data.stored) tellQuota();
  if (!data.reports) return;
  const output = await audio;
  // Reports without a frame are handled together: a bank has hundreds, each of which would change the page.
  for (const [, frame, reports] of decoder.decode(data.reports).matchAll(/^(\d*)\t(.*(?:\n\t.*)*)$/gm)) {
    handle("engine\t" + reports.replaceAll("\n\t", "\n"), frame ? output.heardSeconds(Number(frame)) : undefined);
  }
}

async function connectMIDI() {
  // @ts-ignore Not in all browsers.
  const access = await navigator.requestMIDIAccess?.();
  const listen = () => access?.inputs.forEach((/** @type {any} */ input) => {
    input.onmidimessage = (/** @type {any} */ { data }) => handle(["midi", data[0], data[1] ?? 0, data[2] ?? 0].join("\t"));
  });
  listen();
  if (access) access.onstatechange = listen;
}

async function tellQuota() {
  const { usage = -1, quota = 0 } = await navigator.storage?.estimate?.() ?? {};
  if (usage >= 0) handle(`quota\t${usage}\t${quota}`);
}

/** @param {import("./banks.js").Files} files Those of folders and instruments are added together, others by themselves. */
async function addFiles(files) {
  const lead = files.length > 1 && files.find(([path]) => /^[^/]+\.(sfz|exs|aupreset)$/i.test(path))?.[0].replace(/\.\w+$/, "");
  const groups = new Map();
  for (const [path, file] of files) {
    const own = !lead || /\/|\.(midi?|kar|sf2|sf3|dls)$/i.test(path) ? path : `${lead}/${path}`;
    const [name] = own.split("/");
    const content = await decoded(own, file).catch(({ message }) => void handle(`note\t${own}: ${message}`));
    if (content) groups.set(name, [...groups.get(name) ?? [], [own, content]]);
  }
  for (const [name, group] of groups) (await audio).add(name, added.set(name, group).get(name) ?? []);
}

/** @param {string} path @param {File} file Returns an audio file that only browsers decode, such as MP3, AAC and Opus, as WAV. */
async function decoded(path, file) {
  if (!/\.(mp3|m4a|aac|opus)$/i.test(path) && !(/\.og[ga]$/i.test(path) && await file.slice(28, 36).text() === "OpusHead")) return file;
  if (file.size > 3e7) throw new Error(`${Math.round(file.size / 1e6)} MB; the page can read up to 30 MB of compressed audio.`);
  const { context } = await audio;
  const buffer = await context.decodeAudioData(await file.arrayBuffer());
  const channels = buffer.numberOfChannels, samples = new Float32Array(channels * buffer.length);
  for (let channel = 0; channel < channels; channel++) {
    buffer.getChannelData(channel).forEach((sample, frame) => { samples[frame * channels + channel] = sample; });
  }
  const format = [16, 3 | channels << 16, buffer.sampleRate, 4 * channels * buffer.sampleRate, 4 * channels | 32 << 16];
  return new File([Uint32Array.of(0x46464952, 36 + samples.byteLength, 0x45564157, 0x20746d66, ...format, 0x61746164, samples.byteLength), samples], path);
}

/** @param {FileList | null | undefined} files @returns {import("./banks.js").Files} */
const chosen = (files) => [...files ?? []].map((file) => [file.webkitRelativePath || file.name, file]);

/** @param {any} entry A folder that was dropped, or a file. @returns {Promise<import("./banks.js").Files>} */
async function filesOf(entry, path = entry.name) {
  if (entry.isFile) return [[path, await new Promise((resolve, reject) => entry.file(resolve, reject))]];
  const [reader, files] = [entry.createReader(), /** @type {import("./banks.js").Files} */ ([])];
  for (;;) {
    const batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    for (const inner of batch) files.push(...await filesOf(inner, `${path}/${inner.name}`));
    if (batch.length === 0) return files;
  }
}

const target = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);

addEventListener("keydown", (event) => {
  if (target(event).closest(event.key === " " ? "button" : "[data-key]")) pressed.set(-1, target(event));
  if (event.ctrlKey || event.altKey || event.metaKey || target(event).closest("input, select, [data-key]")) return;
  if (target(event).closest("button") && ["Enter", " ", "Tab"].includes(event.key)) return;
  if (handle(`key\t${event.shiftKey && event.key.length > 1 ? "Shift+" : ""}${event.key}`, event.timeStamp / 1000)) event.preventDefault();
});
addEventListener("click", (event) => {
  const action = target(event).closest("button")?.dataset.do;
  if (action) handle("do\t" + action, event.timeStamp / 1000);
});
for (const type of ["input", "change"]) {
  addEventListener(type, async (event) => {
    const input = target(event);
    // The value is reset so that the same file can be chosen again.
    if (["files", "folder"].includes(input.id)) return type === "change" && [addFiles(chosen(input.files)), input.value = ""];
    if (input.id === "trials" && type === "change" && input.files?.[0]) {
      const [count] = page.write(new Uint8Array(await input.files[0].arrayBuffer()));
      return perform(page.exports.page_import(count));
    }
    const isLive = ["search", "range"].includes(input.type);
    if (input.dataset.do && isLive === (type === "input")) {
      handle(`do\t${input.dataset.do}\t${input.type === "checkbox" ? input.checked : input.value}`);
    }
  });
}
for (const [type, status] of Object.entries({ pointerdown: 0x90, pointerup: 0x80, pointerleave: 0x80, keydown: 0x90, keyup: 0x80 })) {
  addEventListener(type, (event) => {
    const key = target(event).dataset?.key;
    if (event instanceof KeyboardEvent && (event.repeat || !["Enter", " "].includes(event.key))) return;
    if (key) handle(`do\tmidi ${status} ${key} 100`);
  }, true);
}
addEventListener("pointerdown", (event) => { if (event.button === 0) pressed.set(event.pointerId, target(event)); });
for (const type of ["pointerup", "pointercancel", "keyup", "blur"]) {
  addEventListener(type, (/** @type {any} */ { pointerId = -1 }) => {
    pressed.delete(pointerId);
    setTimeout(() => deferred.forEach((html, id) => commands.set(id, html))); // After the click, which follows.
  });
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const entries = [...event.dataTransfer?.items ?? []].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry);
  const files = chosen(event.dataTransfer?.files);
  addFiles(entries.length > 0 ? (await Promise.all(entries.map((entry) => filesOf(entry)))).flat() : files);
});
document.addEventListener("visibilitychange", () => { if (document.hidden && page) handle("hidden"); });

/** Registers the service worker. The first visit is reloaded once, if only it can isolate the page. */
async function serve() {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("sw.js");
  const tell = () => { if (registration.waiting && navigator.serviceWorker.controller) handle("update"); };
  const follow = () => registration.installing?.addEventListener("statechange", tell);
  registration.addEventListener("updatefound", follow);
  void [follow(), tell()]; // The browser may have found it, and installed it, when the page was opened.
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  await navigator.serviceWorker.ready;
}

/** @returns {Promise<boolean>} Whether this window has the page to itself, until another one takes it over. */
const claim = () => new Promise((resolve) => {
  if (!navigator.locks) return resolve(true);
  navigator.locks.request("peach", { signal: /** @type {any} */ (AbortSignal).timeout(1000) }, () => new Promise(() => resolve(true))).catch(() => {
    resolve(false);
    if (page) handle("elsewhere");
  });
});

async function open() {
  const isFree = claim();
  const isRelaxed = WebAssembly.validate(relaxed) && !query.has("portable");
  module = await WebAssembly.compileStreaming(fetch(isRelaxed ? "peach-relaxed.wasm" : "peach.wasm"));
  page = new Program(module, makeMemory());
  // @ts-ignore Not in all browsers.
  if (navigator.audioSession) navigator.audioSession.type = "playback";
  audio = Audio.open(module, receive, { portable: query.has("portable") ? 1 : 0, isAlone: query.has("alone") });
  const stored = [await storage.setting("preferences"), navigator.language, await storage.trials(), await storage.setting("badges")];
  const counts = page.write(...stored.map((text) => encoder.encode(text)));
  const seed = new Float64Array(crypto.getRandomValues(new Uint8Array(8)).buffer)[0];
  perform(page.exports.page_open(...counts, seed, seconds(), Date.now(), day()));
  if (!await isFree) handle("elsewhere");
  await queue;
  performance.mark("shown");
  document.body.dataset.ready = "true";
  audio.then(({ worker }) => worker ?? handle("alone"), () => {});
  try {
    const shipped = await fetch(shippedBank);
    if (shipped.ok) {
      added.set(shippedBank, [[shippedBank, new File([await shipped.blob()], shippedBank)]]);
      await (await audio).add(shippedBank, added.get(shippedBank) ?? [], true);
    }
  } catch (error) {
    handle("note\t" + error);
  }
  tellQuota();
  navigator.storage?.persist?.();
  if (!query.has("online")) await serve();
}
open();
// For tests and the curious.
Object.assign(globalThis, { peach: { handle, Audio, get audio() { return audio; }, get module() { return module; } } });
