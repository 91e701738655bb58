import PeachInstrumentModel

/// A recording's frames as the kernels read them: single precision, silence on both sides.
///
/// Where the recording loops, the loop is written out several times, so that a kernel reads
/// neighbours straight on across the seam and turns back seldom, however short the loop.
/// While they are in memory they never change, and are safe to read from any thread.
final class SampleData: @unchecked Sendable {
  // Sound: what is in memory for good is written in `init` and only read afterwards; what comes and
  // goes does so on the one thread that renders (``OnDemandSampleCache``).

  /// Silence before the first and after the last frame: more than any kernel reaches.
  static let margin = 64
  /// A loop is repeated until it is at least this long.
  static let shortestLoop = 1024

  /// Where playing once ends.
  let frameCount: Int
  /// The loop within the recording, end exclusive; nil where these frames play once.
  let loop: Range<Int>?
  /// Where playing turns back, and how far; 0 where it does not.
  let unrolledLoopEnd: Int
  let unrolledLoopLength: Int
  /// Where regions look for them.
  let place: UnsafePointer<SampleDataReference>
  /// Whose turn it is to strike them for the last time, as ``OnDemandSampleCache`` counts.
  var lastStrike = -1

  private let crossfade: Int
  private let ownReference: UnsafeMutablePointer<SampleDataReference>
  private var memory: UnsafeMutablePointer<Float>?
  /// Where they are read from when they are wanted; nil where they are in memory for good.
  private var source: SampleSource?

  /// Frames to play once, from the first to the last.
  convenience init(playingOnce source: UnsafeBufferPointer<Float>) {
    self.init(count: source.count, loop: nil, crossfade: 0, source: nil)
    write(source)
  }

  /// Frames to play up to the loop's end and around the loop for ever. The loop must lie within
  /// the source and not be empty. Its last `crossfade` frames turn, in a straight line, into those
  /// before its beginning, as far as there are as many.
  convenience init(
    looping source: UnsafeBufferPointer<Float>, loop: Range<Int>, crossfade: Int = 0
  ) {
    self.init(count: source.count, loop: loop, crossfade: crossfade, source: nil)
    write(source)
  }

  /// The same of the first `count` frames of `source`, which has so many; none is in memory before
  /// ``load()``.
  init(count: Int, loop: Range<Int>?, crossfade: Int, source: SampleSource?) {
    frameCount = count
    self.loop = loop
    self.crossfade = crossfade
    self.source = source
    if let loop {
      precondition(loop.lowerBound >= 0 && loop.upperBound <= count && !loop.isEmpty)
      let repeats = (Self.shortestLoop + loop.count - 1) / loop.count
      unrolledLoopLength = repeats * loop.count
      // Behind the turning point, and before the place it leads back to, the loop goes on.
      unrolledLoopEnd = loop.lowerBound + unrolledLoopLength + Self.margin / 2
    } else {
      unrolledLoopLength = 0
      unrolledLoopEnd = count
    }
    ownReference = .allocate(capacity: 1)
    ownReference.initialize(to: SampleDataReference())
    place = UnsafePointer(ownReference)
  }

  deinit {
    memory?.deallocate()
    ownReference.deallocate()
  }

  /// Whether they are in memory.
  var isInMemory: Bool { memory != nil }

  /// How many bytes they take while they are in memory.
  var byteCount: Int { (unrolledLoopEnd + 2 * Self.margin) * MemoryLayout<Float>.stride }

  /// Brings them into memory where they are not; reads and allocates.
  func load() {
    guard memory == nil, let source else { return }
    source.withFrames(count: frameCount) { write($0) }
  }

  /// Brings them into memory for good.
  func keep() {
    load()
    source = nil
  }

  /// Takes them out of memory, if they can be brought back. No voice may be reading them.
  func unload() {
    if source == nil { return }
    ownReference.pointee = SampleDataReference()
    memory?.deallocate()
    memory = nil
  }

  private func write(_ source: UnsafeBufferPointer<Float>) {
    let total = unrolledLoopEnd + 2 * Self.margin
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: total)
    memory.initialize(repeating: 0, count: Self.margin)
    let end = loop?.upperBound ?? frameCount
    for index in 0..<end { memory[Self.margin + index] = source[index] }
    if let loop {
      let fade = min(max(crossfade, 0), loop.lowerBound, loop.count)
      for step in 0..<fade {
        let place = loop.upperBound - fade + step
        let share = (Float(step) + 0.5) / Float(fade)
        memory[Self.margin + place] += share * (source[place - loop.count] - source[place])
      }
      for index in end..<(total - Self.margin) {
        memory[Self.margin + index] = memory[Self.margin + index - loop.count]
      }
    } else {
      (memory + Self.margin + end).initialize(repeating: 0, count: total - Self.margin - end)
    }
    self.memory = memory
    let frames = UnsafePointer(memory + Self.margin)
    let loopPeak = loop.map { Self.peak(frames + $0.lowerBound, count: $0.count) } ?? 0
    let beginning = Self.peak(frames, count: loop?.lowerBound ?? frameCount)
    ownReference.pointee = SampleDataReference(
      frames: frames, peak: max(beginning, loopPeak), loopPeak: loopPeak)
  }

  /// The loudest of some frames, of which none is no number: by their bits, which are in the order of
  /// the sizes, and of which a processor compares many at a time.
  private static func peak(_ frames: UnsafePointer<Float>, count: Int) -> Float {
    var largest: UInt32 = 0
    for index in 0..<count { largest = max(largest, frames[index].bitPattern & 0x7FFF_FFFF) }
    return Float(bitPattern: largest)
  }
}
