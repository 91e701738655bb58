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
    this.isStarted = false;
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
    };
  }

  /** @param {Float32Array[][]} _ @param {Float32Array[][]} outputs */
  process(_, [[left, right]]) {
    if (!this.isStarted) {
      this.isStarted = true;
      this.port.postMessage({ startFrame: currentFrame });
    }
    this.program.exports.audio_render(this.context, this.left.byteOffset, this.right.byteOffset, left.length);
    left.set(this.left);
    right.set(this.right);
    if (this.engine && !(currentFrame & 511)) {
      const reports = this.engine.reports();
      if (reports.length > 0) this.port.postMessage({ reports });
    }
    return true;
  }
}
registerProcessor("peach-audio", PeachAudio);
