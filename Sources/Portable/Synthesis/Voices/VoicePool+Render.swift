/// Renders the active voices of partitions, in an order that does not depend on how a block is
/// split, so that the sum of a frame is always the same: by slot with filter batch; without, first
/// voices with long control blocks, then the others, each by slot.
extension VoicePool {
  /// Adds `count` frames of some partitions' voices, within a long control block, to the buses from
  /// `start` on. Two threads may render different partitions at the same time.
  func render(
    partitions range: Range<Int>, frame: Int64, count: Int, to buses: SpanBuses, at start: Int
  ) {
    for partition in range
    where partition < VoicePartition.firstFiltered && !partitions[partition].isSilent {
      renderUnbatched(
        partition, frame: frame, count: count, to: buses.output(of: partition, at: start))
    }
    // Filtered partitions fill up each other's batches.
    let scratch = partitions + range.lowerBound
    let voices = scratch.pointee.filterBatch.voices
    var lanes = 0
    for partition in range where partition >= VoicePartition.firstFiltered {
      var indices = partitions[partition].activeVoices
      while let index = indices.next() {
        voices[lanes] = index
        lanes &+= 1
        if lanes < FilterBatch.laneCount { continue }
        renderBatch(scratch, lanes: lanes, frame: frame, count: count, to: buses, at: start)
        lanes = 0
      }
    }
    if lanes == 0 { return }
    renderBatch(scratch, lanes: lanes, frame: frame, count: count, to: buses, at: start)
  }

  private func renderUnbatched(_ number: Int, frame: Int64, count: Int, to output: VoiceMixBuses) {
    let partition = partitions + number
    if ControlBlock.longFramesRemaining(from: frame) == ControlBlock.longFrames {
      beginSegments(of: partition, frame: frame, includesLongBlocks: true)
    }
    var indices = partition.pointee.activeVoices
    while let index = indices.next() {
      if !renderStates[index].usesLongBlock { continue }
      renderLongBlock(index, of: partition, count: count, to: output)
    }
    indices = partition.pointee.activeVoices
    var lanes = fillBatch(of: partition, from: &indices, includesLongBlocks: false)
    while lanes > 0 {
      renderBlocks(lanes, of: partition, frame: frame, count: count, to: output)
      lanes = fillBatch(of: partition, from: &indices, includesLongBlocks: false)
    }
  }

  /// Starts the next segments of a partition's voices; those of voices with long control blocks
  /// only on request.
  func beginSegments(
    of partition: UnsafePointer<VoicePartition>, frame: Int64, includesLongBlocks: Bool
  ) {
    var indices = partition.pointee.activeVoices
    var lanes = fillBatch(of: partition, from: &indices, includesLongBlocks: includesLongBlocks)
    while lanes > 0 {
      beginSegments(
        partition.pointee.filterBatch.voices, count: lanes, frame: frame, with: partition)
      lanes = fillBatch(of: partition, from: &indices, includesLongBlocks: includesLongBlocks)
    }
  }

  /// Writes the next indices, at most sixteen, to the partition's list. Returns their number.
  private func fillBatch(
    of partition: UnsafePointer<VoicePartition>, from indices: inout ActiveVoiceIterator,
    includesLongBlocks: Bool
  ) -> Int {
    let voices = partition.pointee.filterBatch.voices
    var lanes = 0
    while lanes < FilterBatch.laneCount, let index = indices.next() {
      if !includesLongBlocks && renderStates[index].usesLongBlock { continue }
      voices[lanes] = index
      lanes &+= 1
    }
    return lanes
  }

  /// Renders the first `lanes` voices of the partition's list, control block by control block.
  private func renderBlocks(
    _ lanes: Int, of partition: UnsafePointer<VoicePartition>, frame: Int64, count: Int,
    to output: VoiceMixBuses
  ) {
    let indices = partition.pointee.filterBatch.voices
    var done = 0
    while done < count {
      let now = frame &+ Int64(done)
      let run = min(count &- done, ControlBlock.framesRemaining(from: now))
      beginSegments(indices, count: lanes, frame: now, with: partition)
      for lane in 0..<lanes where indices[lane] >= 0 {
        let isActive = renderVoice(
          indices[lane], of: partition, frame: now, count: run, to: output.advanced(by: done))
        if !isActive { indices[lane] = -1 }
      }
      done &+= run
    }
  }

  /// Renders one voice in a long control block with a single call of the resampling kernel.
  private func renderLongBlock(
    _ index: Int, of partition: UnsafePointer<VoicePartition>, count: Int, to output: VoiceMixBuses
  ) {
    let render = renderStates + index
    let buffer = partition.pointee.filterBatch.buffer(0)
    // A decay from zero stays zero.
    let isSilent = render.pointee.gains.areZero
    if isSilent {
      render.pointee.playback.skip(count)
    } else {
      render.pointee.playback.read(
        count: count, table: render.pointee.table, kernels: kernels, to: buffer)
      process(buffer, count: count, of: index)
    }
    var done = 0
    while done < count {
      if render.pointee.remainingFrames == 0 { beginDecay(index) }
      let run = min(count &- done, render.pointee.remainingFrames)
      if !isSilent { output.add(buffer + done, render, count: run, at: done, kernels: kernels) }
      render.pointee.remainingFrames &-= run
      done &+= run
    }
  }

  /// Renders one voice within a control block, without filter batch. Returns `false` if it
  /// finishes.
  private func renderVoice(
    _ index: Int, of partition: UnsafePointer<VoicePartition>, frame: Int64, count: Int,
    to output: VoiceMixBuses
  ) -> Bool {
    let render = renderStates + index
    let buffer = partition.pointee.filterBatch.buffer(0)
    var done = 0
    while done < count {
      if render.pointee.remainingFrames == 0 {
        beginSegment(index, frame: frame &+ Int64(done))
        if voices[index].state == .free { return false }
      }
      let run = min(count &- done, render.pointee.remainingFrames)
      if render.pointee.gains.areZero || hasFadedOut(index, at: frame &+ Int64(done)) {
        render.pointee.playback.skip(run)
      } else {
        read(render, of: partition, count: run, to: buffer)
        process(buffer, count: run, of: index)
        fadeIfStolen(buffer, count: run, at: frame &+ Int64(done), index)
        output.add(buffer, render, count: run, at: done, kernels: kernels)
      }
      render.pointee.remainingFrames &-= run
      done &+= run
    }
    return true
  }

  @inline(__always)
  private func process(_ buffer: UnsafeMutablePointer<Float>, count: Int, of index: Int) {
    if renderStates[index].isFiltered { filter(buffer, count: count, of: index) }
    if renderStates[index].hasEqualizer { voices[index].equalizer?.process(buffer, count: count) }
  }

  /// Resamples a voice. If its coefficients have changed, crossfades over the segment.
  private func read(
    _ render: UnsafeMutablePointer<VoiceRenderState>, of partition: UnsafePointer<VoicePartition>,
    count: Int, to buffer: UnsafeMutablePointer<Float>
  ) {
    var previousPlayback = render.pointee.playback
    render.pointee.playback.read(
      count: count, table: render.pointee.table, kernels: kernels, to: buffer)
    if !render.pointee.isCrossfading { return }
    let previousBuffer = partition.pointee.previousBuffer
    previousPlayback.read(
      count: count, table: render.pointee.previousTable, kernels: kernels, to: previousBuffer)
    kernels.crossfade(
      buffer, from: previousBuffer, count: count, elapsedFrames: render.pointee.elapsedFrames,
      perFrame: 1 / Float(render.pointee.frames))
  }

  /// Renders up to sixteen voices with the filter kernel. A finished voice leaves its lane empty.
  private func renderBatch(
    _ scratch: UnsafePointer<VoicePartition>, lanes: Int, frame: Int64, count: Int,
    to buses: SpanBuses, at start: Int
  ) {
    let batch = scratch.pointee.filterBatch
    let width = lanes > FilterBatch.vectorWidth ? FilterBatch.laneCount : FilterBatch.vectorWidth
    var done = 0
    while done < count {
      var run = count &- done
      beginSegments(
        batch.voices, count: lanes, frame: frame &+ Int64(done), with: scratch)
      for lane in 0..<lanes where batch.voices[lane] >= 0 {
        run = min(run, renderStates[batch.voices[lane]].remainingFrames)
      }
      for lane in 0..<width {
        let index = batch.voices[lane]
        if lane >= lanes || index < 0 {
          batch.clear(lane: lane, count: run)
        } else {
          read(renderStates + index, of: scratch, count: run, to: batch.buffer(lane))
          batch.filters[lane] = filters + index
        }
      }
      kernels.filter(batch, lanes: lanes, count: run)
      for lane in 0..<lanes {
        let index = batch.voices[lane]
        if index < 0 { continue }
        if renderStates[index].hasEqualizer {
          voices[index].equalizer?.process(batch.buffer(lane), count: run)
        }
        fadeIfStolen(batch.buffer(lane), count: run, at: frame &+ Int64(done), index)
        let partition = VoicePartition.index(
          ofVoice: index, usesFilterBatch: true, capacity: capacity)
        buses.output(of: partition, at: start)
          .add(batch.buffer(lane), renderStates + index, count: run, at: done, kernels: kernels)
        renderStates[index].remainingFrames &-= run
      }
      done &+= run
    }
  }
}
