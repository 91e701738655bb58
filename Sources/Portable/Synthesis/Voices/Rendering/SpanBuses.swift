/// What the parts of the voices sound like over a span of time, each by itself.
struct SpanBuses: BitwiseCopyable {
  /// The most frames that it has room for.
  let capacity: Int
  /// How far apart rows lie.
  private let stride: Int
  private let memory: UnsafeMutablePointer<Float>
  /// Which parts have anything to say in the present span; the buses of the others hold what they
  /// held before.
  private let areUsed: UnsafeMutablePointer<Bool>
  /// How far these lie apart, so that two processors do not write near each other.
  private static var apart: Int { 128 }
  private static var rowCount: Int { 4 }
  /// Room for a list of those that are summed.
  private let rows: UnsafeMutablePointer<UnsafePointer<Float>>

  /// Allocates room for `capacity` frames of each part.
  init(capacity: Int) {
    self.capacity = capacity
    stride = UnsafeMutablePointer.lineStride(capacity)
    memory = .allocateLines(VoicePartition.count * Self.rowCount * stride)
    rows = .allocate(capacity: VoicePartition.count)
    rows.initialize(repeating: UnsafePointer(memory), count: VoicePartition.count)
    areUsed = .allocate(capacity: VoicePartition.count * Self.apart)
    areUsed.initialize(repeating: false, count: VoicePartition.count * Self.apart)
  }

  func deallocate() {
    memory.deallocate()
    areUsed.deallocate()
    rows.deallocate()
  }

  /// A part's frames from place `start` on.
  @inline(__always) func output(ofPart part: Int, at start: Int) -> VoiceMixBuses {
    let rows = memory + (part &* Self.rowCount &* stride &+ start)
    return VoiceMixBuses(
      left: rows, right: rows + stride, reverb: rows + (2 &* stride),
      chorus: rows + (3 &* stride))
  }

  /// Silence in the first `count` frames of a part's rows.
  private func clear(part: Int, count: Int) {
    let rows = memory + (part &* Self.rowCount &* stride)
    for row in 0..<Self.rowCount {
      for index in 0..<count { rows[row &* stride &+ index] = 0 }
    }
  }

  /// Renders `count` frames of some parts; the first is the synthesizer's frame `frame`.
  func sound(_ pool: VoicePool, parts: Range<Int>, frame: Int, count: Int) {
    var areSilent = true
    for part in parts {
      let isUsed = !pool.parts[part].isSilent
      areUsed[part &* Self.apart] = isUsed
      if !isUsed { continue }
      areSilent = false
      clear(part: part, count: count)
    }
    if areSilent { return }
    let grid = Synthesizer.longControlBlockFrames
    var done = 0
    while done < count {
      let run = min(count &- done, grid &- ((frame &+ done) & (grid &- 1)))
      pool.render(parts: parts, frame: frame &+ done, count: run, to: self, at: done)
      done &+= run
    }
  }

  /// Writes the sum of all parts to `sum`: `count` frames from place `start` on.
  func add(count: Int, at start: Int, to sum: VoiceMixBuses, kernels: VoiceKernels) {
    var used = 0
    for part in 0..<VoicePartition.count where areUsed[part &* Self.apart] {
      rows[used] = UnsafePointer(output(ofPart: part, at: start).left)
      used &+= 1
    }
    kernels.sum(rows, bufferCount: used, count: count, to: sum.left)
    for row in 0..<used { rows[row] += stride }
    kernels.sum(rows, bufferCount: used, count: count, to: sum.right)
    for row in 0..<used { rows[row] += stride }
    kernels.sum(rows, bufferCount: used, count: count, to: sum.reverb)
    for row in 0..<used { rows[row] += stride }
    kernels.sum(rows, bufferCount: used, count: count, to: sum.chorus)
  }
}
