/// The buses of all partitions for a span of frames.
struct SpanBuses: BitwiseCopyable {
  let capacity: Int
  /// The distance between buffers, in floats.
  private let stride: Int
  private let memory: UnsafeMutablePointer<Float>
  /// Whether a partition has active voices in the present span; other buses hold stale frames.
  private let areUsed: UnsafeMutablePointer<Bool>
  /// The distance between these flags, which avoids false sharing of cache lines.
  private static var flagStride: Int { 128 }
  private static var busCount: Int { 4 }
  /// The sends of reverb and chorus are unused without effects.
  private let hasSends: Bool
  /// Scratch memory for the buffers to sum.
  private let buffers: UnsafeMutablePointer<UnsafePointer<Float>>

  init(capacity: Int, hasSends: Bool) {
    self.capacity = capacity
    self.hasSends = hasSends
    stride = UnsafeMutablePointer.lineStride(capacity)
    memory = .allocateLines(repeating: 0, count: VoicePartition.count * Self.busCount * stride)
    buffers = .allocate(repeating: UnsafePointer(memory), count: VoicePartition.count)
    areUsed = .allocate(repeating: false, count: VoicePartition.count * Self.flagStride)
  }

  func deallocate() {
    memory.deallocate()
    areUsed.deallocate()
    buffers.deallocate()
  }

  @inline(__always) func output(of partition: Int, at start: Int) -> VoiceMixBuses {
    let first = memory + (partition &* Self.busCount &* stride &+ start)
    return VoiceMixBuses(
      left: first, right: first + stride, reverb: first + (2 &* stride),
      chorus: first + (3 &* stride))
  }

  /// Whether no partition has active voices in the present span.
  var areSilent: Bool {
    for partition in 0..<VoicePartition.count where areUsed[partition &* Self.flagStride] {
      return false
    }
    return true
  }

  private func clear(_ partition: Int, count: Int) {
    let first = memory + (partition &* Self.busCount &* stride)
    for bus in 0..<(hasSends ? Self.busCount : 2) {
      for frame in 0..<count { first[bus &* stride &+ frame] = 0 }
    }
  }

  /// Renders `count` frames of some partitions from the synthesizer's frame `frame` on.
  func render(_ pool: VoicePool, partitions: Range<Int>, frame: Int64, count: Int) {
    var areSilent = true
    for partition in partitions {
      let isUsed = !pool.partitions[partition].isSilent
      areUsed[partition &* Self.flagStride] = isUsed
      if !isUsed { continue }
      areSilent = false
      clear(partition, count: count)
    }
    if areSilent { return }
    var done = 0
    while done < count {
      let now = frame &+ Int64(done)
      let run = min(count &- done, ControlBlock.longFramesRemaining(from: now))
      pool.render(partitions: partitions, frame: now, count: run, to: self, at: done)
      done &+= run
    }
  }

  /// Begins a span to which partitions add frames one by one.
  func begin() {
    for partition in 0..<VoicePartition.count { areUsed[partition &* Self.flagStride] = false }
  }

  /// Renders `count` frames of some partitions, within a long control block, at offset `start` of
  /// the span.
  func add(_ pool: VoicePool, partitions: Range<Int>, frame: Int64, count: Int, at start: Int) {
    for partition in partitions where !areUsed[partition &* Self.flagStride] {
      areUsed[partition &* Self.flagStride] = true
      clear(partition, count: capacity)
    }
    pool.render(partitions: partitions, frame: frame, count: count, to: self, at: start)
  }

  /// Writes the sum of all partitions to `sum`: `count` frames. Leaves unused sends as they are.
  func add(count: Int, to sum: VoiceMixBuses, kernels: VoiceKernels) {
    var used = 0
    for partition in 0..<VoicePartition.count where areUsed[partition &* Self.flagStride] {
      buffers[used] = UnsafePointer(output(of: partition, at: 0).left)
      used &+= 1
    }
    kernels.sum(buffers, bufferCount: used, count: count, to: sum.left)
    for index in 0..<used { buffers[index] += stride }
    kernels.sum(buffers, bufferCount: used, count: count, to: sum.right)
    if !hasSends { return }
    for index in 0..<used { buffers[index] += stride }
    kernels.sum(buffers, bufferCount: used, count: count, to: sum.reverb)
    for index in 0..<used { buffers[index] += stride }
    kernels.sum(buffers, bufferCount: used, count: count, to: sum.chorus)
  }
}
