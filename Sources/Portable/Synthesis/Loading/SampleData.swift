import PeachInstrumentModel

/// The frames of a sample as the kernels read them: single precision, padded with silence. A loop
/// is unrolled to at least ``minimumLoopFrames``, so that kernels read across the seam without
/// wrapping, and wrap rarely. Loaded data is immutable and safe to read from any thread.
final class SampleData: @unchecked Sendable {
  // Sendable because pinned data is written in `init` and only read afterwards. On-demand data
  // belongs to the rendering thread (``OnDemandSampleCache``).

  /// The frames of silence before the first and after the last frame: more than any kernel reads.
  static let margin = 64
  static let minimumLoopFrames = 1024

  /// The number of frames without a loop.
  let frameCount: Int
  /// The loop within the sample; `nil` for data that plays once.
  let loop: Range<Int>?
  /// The end of the unrolled loop, and its length; 0 without a loop.
  let unrolledLoopEnd: Int
  let unrolledLoopLength: Int
  /// The pointer through which regions find the frames.
  let reference: UnsafePointer<SampleDataReference>
  /// The index of the last note that uses the data, as ``OnDemandSampleCache`` counts; −1 for none.
  var lastUse = -1

  private let crossfade: Int
  private let ownReference: UnsafeMutablePointer<SampleDataReference>
  private var memory: UnsafeMutablePointer<Float>?
  /// The source of on-demand data; `nil` if the data is pinned.
  private var source: Source?

  typealias Source = (bank: SoundBank, sample: Int)

  /// Creates data of `frames` that is loaded and pinned, with a nonempty loop within the frames.
  ///
  /// - Parameter crossfade: The length of the linear crossfade from the loop's end to the frames
  ///   before its start, clamped to the loop and to those frames.
  convenience init(
    _ frames: UnsafeBufferPointer<Float>, loop: Range<Int>? = nil, crossfade: Int = 0
  ) {
    self.init(count: frames.count, loop: loop, crossfade: crossfade, source: nil)
    write(frames)
  }

  /// Creates data of the first `count` frames of `source`, not loaded yet.
  init(count: Int, loop: Range<Int>?, crossfade: Int, source: Source?) {
    frameCount = count
    self.loop = loop
    self.crossfade = crossfade
    self.source = source
    if let loop {
      precondition(loop.lowerBound >= 0 && loop.upperBound <= count && !loop.isEmpty)
      let repeats = (Self.minimumLoopFrames + loop.count - 1) / loop.count
      unrolledLoopLength = repeats * loop.count
      // The loop continues beyond its end, for kernels that read across the seam.
      unrolledLoopEnd = loop.lowerBound + unrolledLoopLength + Self.margin / 2
    } else {
      unrolledLoopLength = 0
      unrolledLoopEnd = count
    }
    ownReference = .allocate(repeating: SampleDataReference(), count: 1)
    reference = UnsafePointer(ownReference)
  }

  deinit {
    memory?.deallocate()
    ownReference.deallocate()
  }

  var isInMemory: Bool { memory != nil }
  var byteCount: Int { (unrolledLoopEnd + 2 * Self.margin) * MemoryLayout<Float>.stride }

  /// Loads the frames if necessary; reads the file and allocates.
  func load() {
    guard memory == nil, let source else { return }
    var buffer: [Float] = []
    let count = source.bank.readStoredFrames(
      ofSampleAt: source.sample, count: frameCount, into: &buffer)
    if count == frameCount { buffer[..<count].withUnsafeBufferPointer { write($0) } }
    source.bank.forgetBytes(ofSampleAt: source.sample)
  }

  /// Whether the data is loaded and starts with these frames.
  func holds(_ frames: UnsafeBufferPointer<Float>) -> Bool {
    guard let memory else { return false }
    let own = memory + Self.margin
    var index = 0
    while index < frames.count {
      // A comparison without branches is vectorized.
      let end = min(index &+ 256, frames.count)
      var difference: UInt32 = 0
      while index < end {
        difference |= own[index].bitPattern ^ frames[index].bitPattern
        index &+= 1
      }
      if difference != 0 { return false }
    }
    return true
  }

  func pin() {
    load()
    source = nil
  }

  /// Frees the frames unless they are pinned. No voice may be reading them.
  func evict() {
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
        let index = loop.upperBound - fade + step
        let fraction = (Float(step) + 0.5) / Float(fade)
        memory[Self.margin + index] += fraction * (source[index - loop.count] - source[index])
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
    let startPeak = Self.peak(frames, count: loop?.lowerBound ?? frameCount)
    ownReference.pointee = SampleDataReference(
      frames: frames, peak: max(startPeak, loopPeak), loopPeak: loopPeak)
  }

  /// Returns the peak of frames without NaN. Bit patterns compare like magnitudes, but faster.
  private static func peak(_ frames: UnsafePointer<Float>, count: Int) -> Float {
    var peak: UInt32 = 0
    for index in 0..<count { peak = max(peak, frames[index].bitPattern & 0x7FFF_FFFF) }
    return Float(bitPattern: peak)
  }
}

/// The frames of a sample, which may be loaded on demand, and their peaks.
struct SampleDataReference: BitwiseCopyable {
  /// The first frame; `nil` while the data is not loaded.
  var frames: UnsafePointer<Float>?
  /// The peaks of all frames and of the loop; 1 is full scale.
  var peak: Float = 0
  var loopPeak: Float = 0
}
