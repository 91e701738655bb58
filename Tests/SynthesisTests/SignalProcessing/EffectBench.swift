import Foundation
import PeachSynthesis

/// Runs effects in blocks of any size, split at the control blocks of 64 frames.
enum EffectBench {
  static func reverb(
    _ changes: [(frame: Int, settings: ReverbSettings)], input: [Float], rate: Double,
    block: Int = 64, simdLevel: SIMDLevel = .avx512
  ) -> (left: [Float], right: [Float], isIdle: Bool) {
    var reverb = Reverb(sampleRate: rate, simdLevel: simdLevel)
    defer { reverb.deallocate() }
    var input = input
    var left = [Float](repeating: 0, count: input.count)
    var right = left
    run(frames: input.count, block: block, breaks: changes.map(\.frame)) { at, count in
      for change in changes where change.frame == at { reverb.set(change.settings) }
      let hasInput = input[at..<(at + count)].contains { $0 != 0 }
      input.withUnsafeMutableBufferPointer { input in
        left.withUnsafeMutableBufferPointer { left in
          right.withUnsafeMutableBufferPointer { right in
            guard let input = input.baseAddress, let left = left.baseAddress,
              let right = right.baseAddress
            else { return }
            reverb.process(
              input + at, hasInput: hasInput, blockOffset: at % 64, count: count, left: left + at,
              right: right + at)
          }
        }
      }
    }
    return (left, right, reverb.isIdle)
  }

  static func chorus(
    _ changes: [(frame: Int, settings: ChorusSettings)], input: [Float], rate: Double,
    block: Int = 64, simdLevel: SIMDLevel = .avx512
  ) -> (left: [Float], right: [Float], reverbSend: [Float], isIdle: Bool) {
    var chorus = Chorus(sampleRate: rate, simdLevel: simdLevel)
    defer { chorus.deallocate() }
    let zeros = [Float](repeating: 0, count: 64)
    var channels = [[Float]](repeating: [Float](repeating: 0, count: input.count), count: 3)
    run(frames: input.count, block: block, breaks: changes.map(\.frame)) { at, count in
      for change in changes where change.frame == at { chorus.set(change.settings) }
      let hasInput = input[at..<(at + count)].contains { $0 != 0 }
      var (left, right, reverbSend) = (Array(zeros[..<count]), Array(zeros[..<count]), zeros)
      chorus.process(
        Array(input[at..<(at + count)]), hasInput: hasInput, blockOffset: at % 64, count: count,
        left: &left, right: &right, reverb: &reverbSend)
      for frame in 0..<count {
        channels[0][at + frame] = left[frame]
        channels[1][at + frame] = right[frame]
        channels[2][at + frame] = reverbSend[frame]
      }
    }
    return (channels[0], channels[1], channels[2], chorus.isIdle)
  }

  static func limiter(
    left: [Float], right: [Float], rate: Double, block: Int = 512
  ) -> (left: [Float], right: [Float], latency: Int) {
    var limiter = Limiter(sampleRate: rate)
    defer { limiter.deallocate() }
    var (left, right) = (left, right)
    var at = 0
    while at < left.count {
      let count = min(block, left.count - at)
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          limiter.process(left: left + at, right: right + at, count: count)
        }
      }
      at += count
    }
    return (left, right, limiter.latencyFrames)
  }

  private static func run(
    frames: Int, block: Int, breaks: [Int], _ process: (_ at: Int, _ count: Int) -> Void
  ) {
    var at = 0
    while at < frames {
      var count = min(64 - at % 64, min(block, frames - at))
      if let next = breaks.filter({ $0 > at }).min() { count = min(count, next - at) }
      process(at, count)
      at += count
    }
  }

  /// Returns an impulse of full scale, followed by silence.
  static func impulse(seconds: Double, rate: Double) -> [Float] {
    var input = [Float](repeating: 0, count: Int(seconds * rate))
    input[0] = 1
    return input
  }

  /// Returns uniform noise, from a Park-Miller generator.
  static func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state * 48_271 % 2_147_483_647
      return Float(state) / 1_073_741_823.5 - 1
    }
  }

  static func sine(_ hertz: Double, amplitude: Double = 0.5, seconds: Double, rate: Double)
    -> [Float]
  {
    (0..<Int(seconds * rate)).map {
      Float(amplitude * sin(2 * .pi * hertz * Double($0) / rate))
    }
  }
}
