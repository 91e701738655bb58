internal import CDSPKernels

/// The frames of a sample at any position: silence before it and after its end, or its loop from
/// there on.
struct UnrolledSample: ~Copyable {
  private let source: UnsafeBufferPointer<Float>
  private let loop: Range<Int>?
  private let end: Int
  /// The frames of the crossfade at the end of the loop.
  private let crossfaded: UnsafeMutableBufferPointer<Float>

  /// - Parameters:
  ///   - crossfade: The length of the linear crossfade from the loop's end to the frames before its
  ///     start, clamped to the loop and to those frames.
  ///   - end: The end of the sample without a loop, or the end of the loop.
  init(_ source: UnsafeBufferPointer<Float>, loop: Range<Int>?, crossfade: Int, end: Int) {
    self.source = source
    self.loop = loop
    self.end = end
    guard let loop else {
      crossfaded = .allocate(capacity: 0)
      return
    }
    let fade = min(max(crossfade, 0), loop.lowerBound, loop.count)
    crossfaded = .allocate(capacity: fade)
    for step in 0..<fade {
      let index = end - fade + step
      let fraction = (Float(step) + 0.5) / Float(fade)
      crossfaded.initializeElement(
        at: step, to: source[index] + fraction * (source[index - loop.count] - source[index]))
    }
  }

  deinit { crossfaded.deallocate() }

  /// Writes `count` frames from a position on, which may be negative.
  func write(from start: Int, count: Int, to destination: UnsafeMutablePointer<Float>) {
    var position = start
    let stop = start + count
    while position < stop {
      let here = destination + (position - start)
      if position < 0 || (position >= end && loop == nil) {
        let run = (position < 0 ? min(0, stop) : stop) - position
        here.initialize(repeating: 0, count: run)
        position += run
        continue
      }
      var index = position
      if let loop, position >= end {
        index = loop.lowerBound + (position - loop.lowerBound) % loop.count
      }
      let run = min(end - index, stop - position)
      copy(from: index, count: run, to: here)
      position += run
    }
  }

  /// Copies frames before the end.
  private func copy(from start: Int, count: Int, to destination: UnsafeMutablePointer<Float>) {
    let plain = min(max(end - crossfaded.count - start, 0), count)
    if plain > 0, let first = source.baseAddress {
      destination.initialize(from: first + start, count: plain)
    }
    for index in plain..<count {
      (destination + index).initialize(
        to: crossfaded[start + index - (end - crossfaded.count)])
    }
  }

  /// The frames that are doubled at a time: 16 KB.
  private static let chunk = 4096

  /// Writes two frames for each of `count` frames from a position on.
  func writeDoubled(from start: Int, count: Int, to destination: UnsafeMutablePointer<Float>) {
    let (reach, group) = (Int(peach_doubling_reach), Int(peach_doubling_group))
    let kernel = peach_doubling_kernel_for(SIMDLevel.avx512.supported)
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: Self.chunk + 2 * reach + group)
    let last = UnsafeMutablePointer<Float>.allocate(capacity: 2 * (Self.chunk + group))
    defer {
      scratch.deallocate()
      last.deallocate()
    }
    var done = 0
    while done < count {
      let run = min(Self.chunk, count - done)
      let whole = (run + group - 1) / group * group
      write(from: start + done - reach, count: whole + 2 * reach, to: scratch)
      if whole == run {
        kernel(scratch + reach, run, destination + 2 * done)
      } else {
        kernel(scratch + reach, run, last)
        (destination + 2 * done).initialize(from: last, count: 2 * run)
      }
      done += run
    }
  }

  /// Returns the peak of frames before the end, none of which is NaN. Bit patterns compare like
  /// magnitudes, but faster.
  func peak(_ range: Range<Int>) -> Float {
    var peak: UInt32 = 0
    let plain = max(min(range.upperBound, end - crossfaded.count), range.lowerBound)
    for index in range.lowerBound..<plain {
      peak = max(peak, source[index].bitPattern & 0x7FFF_FFFF)
    }
    for index in plain..<range.upperBound {
      let value = crossfaded[index - (end - crossfaded.count)]
      peak = max(peak, value.bitPattern & 0x7FFF_FFFF)
    }
    return Float(bitPattern: peak)
  }
}
