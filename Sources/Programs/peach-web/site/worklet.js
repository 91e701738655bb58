// @ts-check
// The audio thread: renders 128 frames at a time from memory that it shares with the worker, or
// from its own.
import { Engine, makeMemory, Program } from "./wasm.js";

/** The frames of a call, and the bytes of a channel. */
const quantum = 128;
const channelBytes = 4 * quantum;

class PeachAudio extends AudioWorkletProcessor {
  /**
   * @param {any} options With shared memory, what the worker has opened; without it, how to open
   *   an engine here.
   */
  constructor({ processorOptions: { module, memory, opened, open } }) {
    super();
    if (memory) {
      this.program = new Program(module, memory);
      this.program.exports.__stack_pointer.value = opened.stack;
    } else {
      memory = makeMemory();
      this.engine = new Engine(module, memory, { ...open, rate: sampleRate });
      this.program = this.engine.program;
      opened = this.engine;
    }
    this.context = opened.context;
    this.left = new Float32Array(memory.buffer, opened.buffers, quantum);
    this.right = new Float32Array(memory.buffer, opened.buffers + channelBytes, quantum);
    this.port.onmessage = ({ data }) => {
      try {
        this.handle(data);
      } catch (error) {
        this.program.unwind();
        this.port.postMessage({ error: ascii(String(error)) });
      }
      this.report();
    };
  }

  /** @param {any} data Passes a message, or the files of a bank or song, to an engine here. */
  handle({ message, name, contents, isStraight, analysis }) {
    if (!this.engine) return;
    if (analysis) this.engine.analysis = analysis;
    if (message) this.engine.handle(message);
    if (!name) return;
    this.program.clear();
    for (const { path, bytes } of contents) this.program.addFile(path, bytes);
    const error = this.engine.add(name, isStraight);
    if (error.length > 0) this.port.postMessage({ error });
  }

  /** Posts the reports of an engine here; of banks, also while the output is suspended. */
  report() {
    for (const reports of this.engine?.reportParts() ?? []) this.port.postMessage({ reports });
  }

  /** @param {Float32Array[][]} _ @param {Float32Array[][]} outputs */
  process(_, [[left, right]]) {
    if (this.startFrame === undefined) {
      this.startFrame = currentFrame;
      this.port.postMessage({ startFrame: currentFrame });
    }
    this.program.exports.audio_render(
      this.context,
      this.left.byteOffset,
      this.right.byteOffset,
      left.length,
    );
    left.set(this.left);
    right.set(this.right);
    // Every fourth call.
    if (!(currentFrame & 511)) this.report();
    return true;
  }
}

/** @param {string} text Returns its bytes; a worklet has no TextEncoder. */
function ascii(text) {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

registerProcessor("peach-audio", PeachAudio);
