/// How the pool sounds: voice after voice of a part in the order of its place, so that a frame's sum
/// does not depend on how a block is cut.
extension VoicePool {
  /// Adds `count` frames of all voices of some parts to the parts' buses from place `start` on. `limit`
  /// is how far the plan of a segment may reach. Two threads may do so for different parts.
  func render(
    parts range: Range<Int>, count: Int, limit: Int, to buses: SpanBuses, at start: Int
  ) {
    let room = parts + range.lowerBound
    let voices = room.pointee.batch.voices
    var lanes = 0
    for part in range {
      let isBatched = part >= VoicePart.firstFiltered
      let sounding = parts[part].sounding
      for word in 0..<(capacity / 64) {
        var bits = sounding[word]
        while bits != 0 {
          voices[lanes] = word &* 64 &+ bits.trailingZeroBitCount
          bits &= bits &- 1
          lanes &+= 1
          if lanes < FilterBatch.laneCount { continue }
          render(
            lanes, of: room, as: part, count: count, limit: limit, to: buses, at: start)
          lanes = 0
        }
      }
      // Parts with filters fill up each other's batches.
      if lanes == 0 || isBatched && part &+ 1 < range.upperBound { continue }
      render(lanes, of: room, as: part, count: count, limit: limit, to: buses, at: start)
      lanes = 0
    }
  }

  /// Some voices of a part, or of several with filters, whose places are in the room's batch.
  private func render(
    _ lanes: Int, of room: UnsafePointer<VoicePart>, as part: Int, count: Int, limit: Int,
    to buses: SpanBuses, at start: Int
  ) {
    if part >= VoicePart.firstFiltered {
      return renderBatch(
        of: room, lanes: lanes, count: count, limit: limit, to: buses, at: start)
    }
    let places = room.pointee.batch.voices
    beginSegments(places, count: lanes, limit: limit, with: room.pointee.motion)
    for lane in 0..<lanes where places[lane] >= 0 {
      renderUnfiltered(
        places[lane], of: parts + part, count: count, limit: limit,
        to: buses.output(ofPart: part, at: start))
    }
  }

  private func renderUnfiltered(
    _ index: Int, of part: UnsafePointer<VoicePart>, count: Int, limit: Int,
    to output: VoiceOutput
  ) {
    let plan = plans + index
    let row = part.pointee.batch.row(0)
    var done = 0
    while done < count {
      if plan.pointee.remaining == 0 {
        beginSegment(index, limit: limit &- done)
        if voices[index].state == .free { return }
      }
      let run = min(count &- done, plan.pointee.remaining)
      if plan.pointee.gains.areZero {
        plan.pointee.playback.skip(run)
      } else {
        read(plan, of: part, count: run, to: row)
        if plan.pointee.isFiltered {
          filter(row, count: run, of: index)
        }
        if plan.pointee.hasBands { voices[index].bands?.process(row, count: run) }
        output.add(row, plan, count: run, at: done, kernels: kernels)
      }
      plan.pointee.remaining &-= run
      done &+= run
    }
  }

  /// Reads a voice's frames; where its coefficients have just changed, from both for a segment.
  private func read(
    _ plan: UnsafeMutablePointer<VoicePlan>, of part: UnsafePointer<VoicePart>, count: Int,
    to row: UnsafeMutablePointer<Float>
  ) {
    if let former = plan.pointee.formerTable {
      let formerRow = part.pointee.formerRow
      var playback = plan.pointee.playback
      playback.read(count: count, table: former, kernels: kernels, to: formerRow)
      plan.pointee.playback.read(
        count: count, table: plan.pointee.table, kernels: kernels, to: row)
      kernels.fade(
        row, from: formerRow, count: count, passed: plan.pointee.passed,
        perFrame: 1 / Float(plan.pointee.frames))
    } else {
      plan.pointee.playback.read(
        count: count, table: plan.pointee.table, kernels: kernels, to: row)
    }
  }

  /// Sixteen voices side by side, or fewer. One that ends leaves its lane empty.
  private func renderBatch(
    of part: UnsafePointer<VoicePart>, lanes: Int, count: Int, limit: Int, to buses: SpanBuses,
    at start: Int
  ) {
    let batch = part.pointee.batch
    var done = 0
    while done < count {
      var run = count &- done
      beginSegments(
        batch.voices, count: lanes, limit: limit &- done, with: part.pointee.motion)
      for lane in 0..<lanes where batch.voices[lane] >= 0 {
        run = min(run, plans[batch.voices[lane]].remaining)
      }
      let abreast =
        lanes > FilterBatch.abreast ? FilterBatch.laneCount : FilterBatch.abreast
      for lane in 0..<abreast {
        let index = batch.voices[lane]
        if lane >= lanes || index < 0 {
          batch.clear(lane: lane, count: run)
        } else {
          read(plans + index, of: part, count: run, to: batch.row(lane))
          batch.filters[lane] = filters + index
        }
      }
      kernels.filter(batch, lanes: lanes, count: run)
      for lane in 0..<lanes {
        let index = batch.voices[lane]
        if index < 0 { continue }
        if plans[index].hasBands { voices[index].bands?.process(batch.row(lane), count: run) }
        let part = VoicePart.index(ofPlace: index, isBatched: true, capacity: capacity)
        buses.output(ofPart: part, at: start)
          .add(batch.row(lane), plans + index, count: run, at: done, kernels: kernels)
        plans[index].remaining &-= run
      }
      done &+= run
    }
  }
}
