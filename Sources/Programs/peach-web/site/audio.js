// @ts-check
// Audio output: the engine in a worker and the worklet that renders it, or both in the worklet without shared memory.
import { loadAnalysis, makeMemory } from "./wasm.js";

const encoder = new TextEncoder();

export class Audio {
  /** @param {WebAssembly.Module} module @param {(data: any) => void} receive
   * @param {{portable?: number, voices?: number, context?: any, isAlone?: boolean}} options */
  static async open(module, receive, { portable = 0, voices = 256, context, isAlone = false } = {}) {
    // A buffer of 20 ms instead of 10 survives most delays of the machine, but delays the notes of a MIDI keyboard.
    const keyboards = await navigator.permissions?.query(/** @type {any} */ ({ name: "midi" })).catch(() => undefined);
    context ??= new AudioContext({ latencyHint: keyboards?.state === "granted" ? "interactive" : 0.02 });
    const audio = new Audio(context, receive);
    const open = { rate: context.sampleRate, voices, portable };
    if (!context.audioWorklet) throw new Error("Sound needs a page that is served over HTTPS.");
    await context.audioWorklet.addModule("worklet.js");
    if (globalThis.crossOriginIsolated && globalThis.SharedArrayBuffer && !isAlone) { // Without the latter: WebKitGTK.
      const memory = makeMemory();
      const worker = new Worker("worker.js", { type: "module" });
      [audio.worker, audio.memory] = [worker, memory];
      const opened = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.opened ? resolve(data.opened) : receive(data));
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage({ module, memory, open });
      });
      audio.connect({ module, memory, opened });
    } else {
      audio.connect({ module, open });
    }
    return audio;
  }

  /** @param {BaseAudioContext} context @param {(data: any) => void} receive */
  constructor(context, receive) {
    this.context = context;
    this.receive = receive;
    this.startFrame = 0;
    this.adding = Promise.resolve();
    /** @type {Worker | undefined} */ this.worker = undefined;
    /** @type {WebAssembly.Memory | undefined} */ this.memory = undefined;
    /** @type {Promise<WebAssembly.Module | undefined> | undefined} */ this.analysis = undefined;
  }

  connect(/** @type {object} */ processorOptions) {
    this.node = new AudioWorkletNode(this.context, "peach-audio", {
      numberOfInputs: 0, outputChannelCount: [2], processorOptions });
    this.node.port.onmessage = ({ data }) => data.startFrame === undefined ? this.receive(data) : this.startFrame = data.startFrame;
    this.node.connect(this.context.destination);
  }

  /** Starts the output, after a gesture of the user. */
  async resume() {
    const { context } = this;
    if (context instanceof AudioContext && context.state !== "running") await context.resume();
  }

  send(/** @type {string} */ line) {
    if (this.worker) this.worker.postMessage({ line });
    else this.node?.port.postMessage({ line: encoder.encode(line) });
  }

  /** @param {string} name @param {import("./banks.js").Files} files Adds a bank, which may already have straight tones, or a song. */
  async add(name, files, isStraight = false) {
    if (this.worker) return this.worker.postMessage({ name, files, isStraight });
    const contents = Promise.all(files.map(async ([path, file]) => ({ path: encoder.encode(path), bytes: new Uint8Array(await file.arrayBuffer()) })));
    const post = async () => {
      const transfer = (await contents).map(({ bytes }) => bytes.buffer);
      const analysis = isStraight ? undefined : await (this.analysis ??= loadAnalysis());
      this.node?.port.postMessage({ name: encoder.encode(name), contents: await contents, isStraight, analysis }, transfer);
    };
    // In the order of the calls, each with all of its files.
    return this.adding = this.adding.then(post, post);
  }

  /** @param {number} frame Returns the time at which a frame of the engine is heard, in seconds of performance.now(). */
  heardSeconds(frame) {
    const { context } = this;
    const now = performance.now() / 1000;
    const time = (this.startFrame + frame) / context.sampleRate;
    if (!(context instanceof AudioContext)) return now;
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
    // Zero until the output has started; some versions of WebKit return the time of another clock.
    if (contextTime > 0 && Math.abs(performanceTime / 1000 - now) < 1) return performanceTime / 1000 + time - contextTime;
    return now + time - context.currentTime + (context.outputLatency || 0);
  }
}
