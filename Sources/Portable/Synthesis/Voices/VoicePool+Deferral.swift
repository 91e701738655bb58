/// Deferred rendering: an event splits the block only of the partitions whose voices it changes.
///
/// The others render the frames before the event together with those after it, at the latest at the
/// end of the block or of the long control block. Every frame is still the sum of the same voices
/// in the same order, and what events read of voices is as if they had been rendered: segments
/// start on their frame, except within long control blocks, where no voice is freed.
extension VoicePool {
  /// Whether frames are deferred at all. The page does not: its module has no room, and its blocks
  /// of 128 frames gain little.
  @inline(__always) static var defersFrames: Bool {
    #if hasFeature(Embedded)
      false
    #else
      true
    #endif
  }

  /// Whether there are deferred frames.
  @inline(__always) var isDeferring: Bool { Self.defersFrames && deferredSpan.pointee != nil }

  /// Whether the buffers of a block follow those of the deferred frames, if there are any.
  @inline(__always) func canExtendDeferred(by block: VoiceSpan) -> Bool {
    guard Self.defersFrames, let span = deferredSpan.pointee else { return true }
    return block.wet == nil && span.left + span.count == block.left
      && span.right + span.count == block.right
  }

  /// Defers a span that ends before its long control block and follows the deferred frames.
  func `defer`(_ span: VoiceSpan) {
    if !isDeferring { span.buses.begin() }
    let whole = deferredSpan.pointee?.extended(by: span.count) ?? span
    let before = span.frame
    for number in 0..<VoicePartition.count where !partitions[number].isSilent {
      if partitions[number].deferredFrames == partitions[number].deferrableFrames {
        renderDeferred(number..<(number &+ 1))
        beginDeferral(of: number, frame: before)
      }
    }
    deferredSpan.pointee = whole
    for number in 0..<VoicePartition.count where !partitions[number].isSilent {
      let partition = partitions + number
      partition.pointee.deferredFrames &+= span.count
      if partition.pointee.deferredFrames <= partition.pointee.deferrableFrames { continue }
      // Renders up to the last control block, and defers the rest.
      let rest = ControlBlock.offset(of: whole.frame &+ Int64(whole.count))
      if rest > 0 && rest < partition.pointee.deferredFrames {
        partition.pointee.deferredFrames &-= rest
        renderDeferred(number..<(number &+ 1), rest: rest)
        beginDeferral(of: number, frame: whole.frame &+ Int64(whole.count &- rest))
        if partition.pointee.isSilent { continue }
        partition.pointee.deferredFrames = rest
        if rest <= partition.pointee.deferrableFrames { continue }
      }
      renderDeferred(number..<(number &+ 1))
    }
  }

  /// Renders the deferred frames and `count` more, and returns their span.
  @inline(__always) func finishDeferred(andNext count: Int = 0) -> VoiceSpan? {
    if !isDeferring { return nil }
    return finishSpan(andNext: count)
  }

  private func finishSpan(andNext count: Int) -> VoiceSpan? {
    guard let span = deferredSpan.pointee?.extended(by: count) else { return nil }
    deferredSpan.pointee = span
    for number in 0..<VoicePartition.count where !partitions[number].isSilent {
      partitions[number].deferredFrames &+= count
    }
    let filtered = VoicePartition.firstFiltered
    for number in 0..<filtered { renderDeferred(number..<(number &+ 1)) }
    // Filtered partitions fill up each other's batches.
    if partitions[filtered].deferredFrames == partitions[filtered &+ 1].deferredFrames {
      renderDeferred(filtered..<(filtered &+ 2))
    } else {
      renderDeferred(filtered..<(filtered &+ 1))
      renderDeferred((filtered &+ 1)..<(filtered &+ 2))
    }
    deferredSpan.pointee = nil
    return span
  }

  /// Renders the deferred frames of a voice's partition, before the voice changes.
  @inline(__always) func settle(_ index: Int, usesFilterBatch: Bool) {
    if !Self.defersFrames { return }
    let number = VoicePartition.index(
      ofVoice: index, usesFilterBatch: usesFilterBatch, capacity: capacity)
    if partitions[number].deferredFrames > 0 { renderDeferred(number..<(number &+ 1)) }
  }

  /// Returns the frames of a voice's earlier segments by which it has not been advanced, as if its
  /// deferred frames were rendered.
  @inline(__always) func pendingFrames(of index: Int) -> Int {
    let render = renderStates + index
    let pending = render.pointee.pendingFrames
    if !render.pointee.usesLongBlock || !isDeferring { return pending }
    let number = VoicePartition.index(
      ofVoice: index, usesFilterBatch: voices[index].usesFilterBatch, capacity: capacity)
    let deferred = partitions[number].deferredFrames &- render.pointee.remainingFrames
    if deferred <= 0 { return pending }
    return pending &+ render.pointee.frames
      &+ (deferred &- 1) / ControlBlock.frames &* ControlBlock.frames
  }

  /// Renders the deferred frames of partitions, which have equally many, except for the last `rest`
  /// frames of the span.
  private func renderDeferred(_ range: Range<Int>, rest: Int = 0) {
    let count = partitions[range.lowerBound].deferredFrames
    for number in range {
      partitions[number].deferredFrames = 0
      partitions[number].deferrableFrames = 0
    }
    guard count > 0, let span = deferredSpan.pointee else { return }
    let start = span.count &- rest &- count
    span.buses.add(
      self, partitions: range, frame: span.frame &+ Int64(start), count: count, at: start)
  }

  /// Starts the segments of a partition's voices, and counts the frames that it can defer.
  private func beginDeferral(of number: Int, frame: Int64) {
    let partition = UnsafePointer(partitions + number)
    let isFiltered = number >= VoicePartition.firstFiltered
    let longFrames = ControlBlock.longFramesRemaining(from: frame)
    beginSegments(
      of: partition, frame: frame,
      includesLongBlocks: isFiltered || longFrames == ControlBlock.longFrames)
    var limit = Int.max
    var indices = partition.pointee.activeVoices
    while let index = indices.next() {
      let render = renderStates + index
      let isLong = !isFiltered && render.pointee.usesLongBlock
      limit = min(limit, isLong ? longFrames : render.pointee.remainingFrames)
    }
    partitions[number].deferrableFrames = partition.pointee.isSilent ? 0 : limit
  }
}
