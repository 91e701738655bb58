// Posts the frame at which the output begins to sound after silence.
registerProcessor("onset", class extends AudioWorkletProcessor {
  silent = 1000;
  process([[left]]) {
    if (!left) return true;
    const first = left.findIndex((value) => Math.abs(value) > 1e-5);
    if (first >= 0 && this.silent >= 16) this.port.postMessage(currentFrame + first);
    this.silent = first < 0 ? this.silent + 1 : 0;
    return true;
  }
});
