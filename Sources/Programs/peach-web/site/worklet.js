// @ts-check
// The audio thread: renders 128 frames at a time from memory that it shares with the worker, or from its own.
import { Engine, makeMemory, Program } from "./wasm.js";

class PeachAudio extends AudioWorkletProcessor {
  /** @param {any} options */
  constructor({ processorOptions: { module, memory, opened, open } }) {
    super();
    if (memory) {
      this.program = new Program(module, memory);
      this.program.exports.__stack_pointer.value = opened.stack;
    } else {
      this.engine = new Engine(module, memory = makeMemory(), { ...open, rate: sampleRate });
      this.program = this.engine.program;
      opened = this.engine;
    }
    this.context = opened.context;
    this.left = new Float32Array(memory.buffer, opened.buffers, 128);
    this.right = new Float32Array(memory.buffer, opened.buffers + 512, 128);
    this.port.onmessage = ({ data: { line, name, contents, isStraight, analysis } }) => {
      try {
        if (this.engine && analysis) this.engine.analysis = analysis;
        if (line) this.engine?.handle(line);
        if (name) this.program?.clear();
        for (const { path, bytes } of contents ?? []) this.program?.addFile(path, bytes);
        const error = name && this.engine?.add(name, isStraight);
        if (error?.length > 0) this.port.postMessage({ error });
      } catch (error) {
        this.program?.unwind();
        this.port.postMessage({ error: Uint8Array.from(String(error), (letter) => letter.charCodeAt(0)) });
      }
      this.report();
    };
  }

  /** Posts the reports of an engine in this thread; of banks, also while the output is suspended. */
  report() {
    const reports = this.engine?.reports();
    if (reports?.length) this.port.postMessage({ reports });
  }

  /** @param {Float32Array[][]} _ @param {Float32Array[][]} outputs */
  process(_, [[left, right]]) {
    if (this.startFrame === undefined) this.port.postMessage({ startFrame: this.startFrame = currentFrame });
    this.program.exports.audio_render(this.context, this.left.byteOffset, this.right.byteOffset, left.length);
    left.set(this.left);
    right.set(this.right);
    if (!(currentFrame & 511)) this.report();
    return true;
  }
}
registerProcessor("peach-audio", PeachAudio);
