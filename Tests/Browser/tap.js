// Posts the frame and both channels of each block that passes.
registerProcessor("tap", class extends AudioWorkletProcessor {
  process([[left, right]]) {
    if (left) this.port.postMessage([currentFrame, left.slice(), right?.slice()]);
    return true;
  }
});
