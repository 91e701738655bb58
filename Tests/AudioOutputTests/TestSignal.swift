import Foundation
import PeachAudioOutput

/// A signal of unique frames: integer 16-bit steps from −8192 to 8191, never 0, so that a capture
/// in any format reveals missing, repeated and changed frames.
///
/// Used on the device's thread only between `start` and `stop`.
struct TestSignal {
  /// The number of frames rendered.
  var position = 0
  /// The length of the signal, followed by silence.
  let frameCount: Int
  /// The longest and the shortest render call, in frames.
  var longestCall = 0
  var shortestCall = Int.max

  init(frameCount: Int) { self.frameCount = frameCount }

  /// Returns the value of a frame (murmur3's finalizer of its index; odd, hence not 0).
  static func step(_ frame: Int, _ channel: Int) -> Int16 {
    var x = UInt32(truncatingIfNeeded: frame &* 2 &+ channel) &* 0x9E37_79B9
    x = (x ^ x >> 16) &* 0x85EB_CA6B
    x = (x ^ x >> 13) &* 0xC2B2_AE35
    return Int16(truncatingIfNeeded: x ^ x >> 16) / 4 | 1
  }

  static func value(_ frame: Int, _ channel: Int) -> Float {
    Float(step(frame, channel)) / 32_768
  }

  /// Runs `body` with a renderer of a new signal, and returns the final signal.
  static func withRenderer(
    frameCount: Int = .max, _ body: (AudioRenderer, UnsafeMutablePointer<TestSignal>) throws -> Void
  ) rethrows -> TestSignal {
    let signal = UnsafeMutablePointer<TestSignal>.allocate(capacity: 1)
    signal.initialize(to: TestSignal(frameCount: frameCount))
    defer { signal.deallocate() }
    let renderer = AudioRenderer(context: signal) { context, left, right, count in
      let signal = context.assumingMemoryBound(to: TestSignal.self)
      for frame in 0..<count {
        let position = signal.pointee.position + frame
        let sounds = position < signal.pointee.frameCount
        left[frame] = sounds ? TestSignal.value(position, 0) : 0
        right[frame] = sounds ? TestSignal.value(position, 1) : 0
      }
      // After the signal the rate does not matter.
      if signal.pointee.position >= signal.pointee.frameCount { usleep(500) }
      signal.pointee.position += count
      signal.pointee.longestCall = max(signal.pointee.longestCall, count)
      signal.pointee.shortestCall = min(signal.pointee.shortestCall, count)
    }
    try body(renderer, signal)
    return signal.pointee
  }
}
