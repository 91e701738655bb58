internal import CDSPKernels
import PeachInstrumentModel

/// The frames of a sample as the kernels read them: single precision, padded with silence, in one
/// of the forms of ``SampleFrames``. A loop is unrolled to at least ``minimumLoopFrames``, so that
/// kernels read across the seam without wrapping, and wrap rarely. Loaded data is immutable and
/// safe to read from any thread.
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
  let form: SampleFrames.Form
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
    _ frames: UnsafeBufferPointer<Float>, loop: Range<Int>? = nil, crossfade: Int = 0,
    form: SampleFrames.Form = .original
  ) {
    self.init(count: frames.count, loop: loop, crossfade: crossfade, form: form, source: nil)
    write(frames)
  }

  /// Creates data of the first `count` frames of `source`, not loaded yet.
  init(
    count: Int, loop: Range<Int>?, crossfade: Int, form: SampleFrames.Form, source: Source?
  ) {
    frameCount = count
    self.loop = loop
    self.crossfade = crossfade
    self.form = form
    self.source = source
    if let loop {
      precondition(loop.lowerBound >= 0 && loop.upperBound <= count && !loop.isEmpty)
      let repeats = (Self.minimumLoopFrames + loop.count - 1) / loop.count
      unrolledLoopLength = repeats * loop.count
      // The loop continues beyond its end, for kernels that read across the seam, and for the
      // doubling filter, which reads across that of its input.
      let reach = form == .doubled ? Int(peach_doubling_reach) / 2 : 0
      unrolledLoopEnd = loop.lowerBound + unrolledLoopLength + Self.margin / 2 + reach
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
  var byteCount: Int { storedCount * MemoryLayout<Float>.stride }

  /// The frames before frame 0 that are stored. Doubled, a kernel reads fewer of the sample.
  private var lead: Int { form == .doubled ? Self.margin / 2 : Self.margin }
  /// The number of stored values.
  private var storedCount: Int { (unrolledLoopEnd + 2 * lead) << form.rateShift }

  /// Loads the frames if necessary; reads the file and allocates.
  func load() {
    guard memory == nil, let source else { return }
    var buffer: [Float] = []
    let count = source.bank.readStoredFrames(
      ofSampleAt: source.sample, count: frameCount, into: &buffer)
    if count == frameCount { buffer[..<count].withUnsafeBufferPointer { write($0) } }
    source.bank.forgetBytes(ofSampleAt: source.sample)
  }

  /// Whether both are loaded and play the same frames.
  func isEqual(to other: SampleData) -> Bool {
    guard let memory, let others = other.memory, storedCount == other.storedCount,
      loop == other.loop
    else { return false }
    var index = 0
    while index < storedCount {
      // A comparison without branches is vectorized.
      let end = min(index &+ 256, storedCount)
      var difference: UInt32 = 0
      while index < end {
        difference |= memory[index].bitPattern ^ others[index].bitPattern
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
    let frames = UnrolledSample(
      source, loop: loop, crossfade: crossfade, end: loop?.upperBound ?? frameCount)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: storedCount)
    switch form {
    case .original: frames.write(from: -lead, count: storedCount, to: memory)
    case .doubled: frames.writeDoubled(from: -lead, count: storedCount / 2, to: memory)
    }
    self.memory = memory
    let first = UnsafePointer(memory + lead << form.rateShift)
    let loopPeak = loop.map { frames.peak($0) } ?? 0
    let startPeak = frames.peak(0..<(loop?.lowerBound ?? frameCount))
    ownReference.pointee = SampleDataReference(
      frames: SampleFrames(first: first, form: form), peak: max(startPeak, loopPeak),
      loopPeak: loopPeak)
  }
}

/// The frames of a sample, which may be loaded on demand, and their peaks.
struct SampleDataReference: BitwiseCopyable {
  /// The frames; `nil` while the data is not loaded.
  var frames: SampleFrames?
  /// The peaks of the sample and of its loop; 1 is full scale.
  var peak: Float = 0
  var loopPeak: Float = 0
}
