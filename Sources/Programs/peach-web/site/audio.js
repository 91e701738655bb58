// @ts-check
// Audio output: the engine in a worker and the worklet that renders it, or both in the worklet
// without shared memory.
import { loadAnalysis, makeMemory } from "./wasm.js";

const encoder = new TextEncoder();

/** The buffer of the output, in seconds: 20 ms survive most delays of the machine. */
const bufferSeconds = 0.02;

/**
 * Whether a request for the latency of the output can block the page forever: Firefox waits for
 * PulseAudio while it holds the lock that PulseAudio's callback needs (seen in version 153).
 */
const canLatencyBlock = /^(?!.*Android).*Linux.*Firefox/.test(navigator.userAgent);

/**
 * @typedef {object} Options
 * @property {number} [portable] 1 to use the portable kernels.
 * @property {number} [voices] The maximum number of voices.
 * @property {any} [context] The audio context, for tests.
 * @property {boolean} [isAlone] Whether the engine runs in the worklet in any case.
 */

export class Audio {
  /**
   * @param {WebAssembly.Module} module
   * @param {(data: any) => void} receive Receives the messages of the engine.
   * @param {Options} options
   */
  static async open(module, receive, options = {}) {
    const { portable = 0, voices = 256, isAlone = false } = options;
    const context = options.context ?? (await makeContext());
    const audio = new Audio(context, receive);
    const open = { rate: context.sampleRate, voices, portable };
    if (!context.audioWorklet) throw new Error("Sound needs a page that is served over HTTPS.");
    await context.audioWorklet.addModule("worklet.js");
    // WebKitGTK can be isolated without having shared memory.
    const isShared = globalThis.crossOriginIsolated && globalThis.SharedArrayBuffer;
    if (isShared && !isAlone) {
      const memory = makeMemory();
      const opened = await audio.startWorker({ module, memory, open });
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
    /** The frame of the context at which the engine's first frame is rendered. */
    this.startFrame = 0;
    this.adding = Promise.resolve();
    /** @type {Worker | undefined} */
    this.worker = undefined;
    /** @type {WebAssembly.Memory | undefined} */
    this.memory = undefined;
    /** @type {Promise<WebAssembly.Module | undefined> | undefined} */
    this.analysis = undefined;
  }

  /**
   * Starts the worker. Returns the addresses that the worklet needs, once the engine is open.
   * @param {{module: WebAssembly.Module, memory: WebAssembly.Memory, open: object}} message
   */
  startWorker(message) {
    const worker = new Worker("worker.js", { type: "module" });
    this.worker = worker;
    this.memory = message.memory;
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.opened ? resolve(data.opened) : this.receive(data));
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(message);
    });
  }

  /** @param {object} processorOptions Connects the worklet to the output. */
  connect(processorOptions) {
    this.node = new AudioWorkletNode(this.context, "peach-audio", {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions,
    });
    this.node.port.onmessage = ({ data }) => {
      if (data.startFrame === undefined) this.receive(data);
      else this.startFrame = data.startFrame;
    };
    this.node.connect(this.context.destination);
  }

  /** Starts the output, after a gesture of the user. */
  async resume() {
    const { context } = this;
    if (context instanceof AudioContext && context.state !== "running") await context.resume();
  }

  /**
   * Sends a message to the engine.
   * @param {Uint8Array} message Bytes that only modules read.
   * @param {string} removed The bank that the message removes, which is not kept any more.
   * @param {boolean} needsAnalysis Whether it needs the module of the analysis.
   */
  async send(message, removed = "", needsAnalysis = false) {
    if (this.worker) return this.worker.postMessage({ message, removed, needsAnalysis });
    if (!needsAnalysis) return this.node?.port.postMessage({ message });
    this.analysis ??= loadAnalysis();
    this.node?.port.postMessage({ message, analysis: await this.analysis });
  }

  /**
   * Adds a bank or a song.
   * @param {string} name
   * @param {import("./banks.js").Files} files
   * @param {boolean} isStraight Whether the bank has straight tones already.
   * @param {boolean} isKept Whether the bank is kept for later visits.
   */
  async add(name, files, isStraight = false, isKept = true) {
    if (this.worker) return this.worker.postMessage({ name, files, isStraight, isKept });
    const contents = Promise.all(files.map(readFile));
    const post = () => this.postContents(name, contents, isStraight);
    // In the order of the calls, each with all of its files.
    this.adding = this.adding.then(post, post);
    return this.adding;
  }

  /**
   * Posts the contents of files to the worklet, which can read no file.
   * @param {string} name
   * @param {Promise<{path: Uint8Array, bytes: Uint8Array}[]>} contents
   * @param {boolean} isStraight
   */
  async postContents(name, contents, isStraight) {
    const transfer = (await contents).map(({ bytes }) => bytes.buffer);
    if (!isStraight) this.analysis ??= loadAnalysis();
    const message = {
      name: encoder.encode(name),
      contents: await contents,
      isStraight,
      analysis: isStraight ? undefined : await this.analysis,
    };
    this.node?.port.postMessage(message, transfer);
  }

  /**
   * Returns the time at which frame 0 of the engine is heard, in seconds of performance.now(), and
   * the duration of a frame.
   * @returns {{start: number, frame: number}}
   */
  heardSeconds() {
    const { context } = this;
    const now = performance.now() / 1000;
    const frame = 1 / context.sampleRate;
    const time = this.startFrame * frame;
    if (!(context instanceof AudioContext)) return { start: now, frame: 0 };
    if (canLatencyBlock) return { start: now + time - context.currentTime + bufferSeconds, frame };
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
    const performanceSeconds = performanceTime / 1000;
    // Zero until the output has started. Some versions of WebKit return the time of another clock.
    if (contextTime > 0 && Math.abs(performanceSeconds - now) < 1) {
      return { start: performanceSeconds + time - contextTime, frame };
    }
    return { start: now + time - context.currentTime + (context.outputLatency || 0), frame };
  }
}

/**
 * Returns an audio context. Its buffer is as short as possible if the page may use MIDI keyboards,
 * whose notes it would delay.
 */
async function makeContext() {
  const name = /** @type {any} */ ("midi");
  const keyboards = await navigator.permissions?.query({ name }).catch(() => undefined);
  const latencyHint = keyboards?.state === "granted" ? "interactive" : bufferSeconds;
  return new AudioContext({ latencyHint });
}

/** @param {[path: string, file: File]} file */
async function readFile([path, file]) {
  return { path: encoder.encode(path), bytes: new Uint8Array(await file.arrayBuffer()) };
}
