/// How the pool sounds: the voices of a part one after the other, so that a frame's sum does not depend
/// on how a block is cut. First come those that go on evenly through the whole of the long grid, then
/// the others, each kind in the order of its places; with filters, all in the order of their places.
extension VoicePool {
  /// Adds `count` frames of all voices of some parts to the parts' buses from place `start` on; they
  /// lie within the long grid, and the first is the synthesizer's frame `frame`. Two threads may do so
  /// for different parts.
  func render(
    parts range: Range<Int>, frame: Int, count: Int, to buses: SpanBuses, at start: Int
  ) {
    let room = parts + range.lowerBound
    for part in range where part < VoicePartition.firstFiltered && !parts[part].isSilent {
      renderPlain(part, frame: frame, count: count, to: buses.output(ofPart: part, at: start))
    }
    // Parts with filters fill up each other's batches.
    let voices = room.pointee.batch.voices
    var lanes = 0
    for part in range where part >= VoicePartition.firstFiltered {
      var places = parts[part].places
      while let place = places.next() {
        voices[lanes] = place
        lanes &+= 1
        if lanes < FilterBatch.laneCount { continue }
        renderBatch(
          of: room, lanes: lanes, frame: frame, count: count, to: buses, at: start)
        lanes = 0
      }
    }
    if lanes == 0 { return }
    renderBatch(of: room, lanes: lanes, frame: frame, count: count, to: buses, at: start)
  }

  /// The voices of a part without filters.
  private func renderPlain(_ index: Int, frame: Int, count: Int, to output: VoiceMixBuses) {
    let part = parts + index
    if frame & (Synthesizer.longControlBlockFrames &- 1) == 0 {
      beginLongBlocks(part, frame: frame)
    }
    var places = part.pointee.places
    var areOthers = false
    while let place = places.next() {
      if plans[place].isLong {
        renderLong(place, of: part, count: count, to: output)
      } else {
        areOthers = true
      }
    }
    if !areOthers { return }
    let voices = part.pointee.batch.voices
    var lanes = 0
    places = part.pointee.places
    while let place = places.next() {
      if plans[place].isLong { continue }
      voices[lanes] = place
      lanes &+= 1
      if lanes < FilterBatch.laneCount { continue }
      renderSteps(lanes, of: part, frame: frame, count: count, to: output)
      lanes = 0
    }
    if lanes > 0 { renderSteps(lanes, of: part, frame: frame, count: count, to: output) }
  }

  /// Plans the voices of a part where the long grid begins.
  private func beginLongBlocks(_ part: UnsafePointer<VoicePartition>, frame: Int) {
    let voices = part.pointee.batch.voices
    var places = part.pointee.places
    var lanes = 0
    while let place = places.next() {
      voices[lanes] = place
      lanes &+= 1
      if lanes < FilterBatch.laneCount { continue }
      beginSegments(voices, count: lanes, frame: frame, with: part.pointee.motion)
      lanes = 0
    }
    beginSegments(voices, count: lanes, frame: frame, with: part.pointee.motion)
  }

  /// Some voices of a part, whose places are in its batch, step by step of the grid.
  private func renderSteps(
    _ lanes: Int, of part: UnsafePointer<VoicePartition>, frame: Int, count: Int,
    to output: VoiceMixBuses
  ) {
    let places = part.pointee.batch.voices
    let grid = Synthesizer.controlBlockFrames
    var done = 0
    while done < count {
      let now = frame &+ done
      let run = min(count &- done, grid &- (now & (grid &- 1)))
      beginSegments(places, count: lanes, frame: now, with: part.pointee.motion)
      for lane in 0..<lanes where places[lane] >= 0 {
        let goesOn = renderPlain(
          places[lane], of: part, frame: now, count: run, to: output.from(done))
        if !goesOn { places[lane] = -1 }
      }
      done &+= run
    }
  }

  /// One voice of which nothing but the level moves, read in one go.
  private func renderLong(
    _ index: Int, of part: UnsafePointer<VoicePartition>, count: Int, to output: VoiceMixBuses
  ) {
    let plan = plans + index
    let row = part.pointee.batch.buffer(0)
    // What falls from nothing stays nothing.
    let isSilent = plan.pointee.gains.areZero
    if isSilent {
      plan.pointee.playback.skip(count)
    } else {
      plan.pointee.playback.read(
        count: count, table: plan.pointee.table, kernels: kernels, to: row)
      if plan.pointee.isFiltered { filter(row, count: count, of: index) }
      if plan.pointee.hasEqualizer { voices[index].bands?.process(row, count: count) }
    }
    var done = 0
    while done < count {
      if plan.pointee.remaining == 0 { continueDecay(index) }
      let run = min(count &- done, plan.pointee.remaining)
      if !isSilent { output.add(row + done, plan, count: run, at: done, kernels: kernels) }
      plan.pointee.remaining &-= run
      done &+= run
    }
  }

  /// One voice without a filter that a kernel computes. False where it comes to its end.
  @discardableResult
  private func renderPlain(
    _ index: Int, of part: UnsafePointer<VoicePartition>, frame: Int, count: Int,
    to output: VoiceMixBuses
  ) -> Bool {
    let plan = plans + index
    let row = part.pointee.batch.buffer(0)
    let grid = Synthesizer.controlBlockFrames
    var done = 0
    while done < count {
      if plan.pointee.remaining == 0 {
        beginSegment(index, limit: grid &- ((frame &+ done) & (grid &- 1)))
        if voices[index].state == .free { return false }
      }
      let run = min(count &- done, plan.pointee.remaining)
      if plan.pointee.gains.areZero {
        plan.pointee.playback.skip(run)
      } else {
        read(plan, of: part, count: run, to: row)
        if plan.pointee.isFiltered {
          filter(row, count: run, of: index)
        }
        if plan.pointee.hasEqualizer { voices[index].bands?.process(row, count: run) }
        output.add(row, plan, count: run, at: done, kernels: kernels)
      }
      plan.pointee.remaining &-= run
      done &+= run
    }
    return true
  }

  /// Reads a voice's frames; where its coefficients have just changed, from both for a segment.
  private func read(
    _ plan: UnsafeMutablePointer<VoiceRenderState>, of part: UnsafePointer<VoicePartition>,
    count: Int,
    to row: UnsafeMutablePointer<Float>
  ) {
    if let former = plan.pointee.previousTable {
      let previousBuffer = part.pointee.previousBuffer
      var playback = plan.pointee.playback
      playback.read(count: count, table: former, kernels: kernels, to: previousBuffer)
      plan.pointee.playback.read(
        count: count, table: plan.pointee.table, kernels: kernels, to: row)
      kernels.crossfade(
        row, from: previousBuffer, count: count, elapsedFrames: plan.pointee.passed,
        perFrame: 1 / Float(plan.pointee.frames))
    } else {
      plan.pointee.playback.read(
        count: count, table: plan.pointee.table, kernels: kernels, to: row)
    }
  }

  /// Sixteen voices side by side, or fewer. One that ends leaves its lane empty.
  private func renderBatch(
    of part: UnsafePointer<VoicePartition>, lanes: Int, frame: Int, count: Int, to buses: SpanBuses,
    at start: Int
  ) {
    let batch = part.pointee.batch
    var done = 0
    while done < count {
      var run = count &- done
      beginSegments(
        batch.voices, count: lanes, frame: frame &+ done, with: part.pointee.motion)
      for lane in 0..<lanes where batch.voices[lane] >= 0 {
        run = min(run, plans[batch.voices[lane]].remaining)
      }
      let abreast =
        lanes > FilterBatch.vectorWidth ? FilterBatch.laneCount : FilterBatch.vectorWidth
      for lane in 0..<abreast {
        let index = batch.voices[lane]
        if lane >= lanes || index < 0 {
          batch.clear(lane: lane, count: run)
        } else {
          read(plans + index, of: part, count: run, to: batch.buffer(lane))
          batch.filters[lane] = filters + index
        }
      }
      kernels.filter(batch, lanes: lanes, count: run)
      for lane in 0..<lanes {
        let index = batch.voices[lane]
        if index < 0 { continue }
        if plans[index].hasEqualizer {
          voices[index].bands?.process(batch.buffer(lane), count: run)
        }
        let part = VoicePartition.index(ofPlace: index, usesFilterBatch: true, capacity: capacity)
        buses.output(ofPart: part, at: start)
          .add(batch.buffer(lane), plans + index, count: run, at: done, kernels: kernels)
        plans[index].remaining &-= run
      }
      done &+= run
    }
  }
}
