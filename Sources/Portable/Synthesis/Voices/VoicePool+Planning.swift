/// How the pool plans what its voices do next.
extension VoicePool {
  /// Plans the next stretch of a voice, at most `limit` frames: gain and filter move in straight
  /// lines to where they should be at its end. A voice that is finished is freed.
  ///
  /// Those that move on as foreseen are planned by ``beginSegments(_:count:frame:with:)``.
  func beginSegment(_ index: Int, limit: Int) {
    if plans[index].goOn(frames: limit) { return }
    evaluateSegment(index, limit: limit)
  }

  /// Plans the next stretch of those of some voices whose last one is over, at the synthesizer's frame
  /// `frame`; `batch` is room for it. The place of one that is finished becomes −1.
  func beginSegments(
    _ places: UnsafeMutablePointer<Int>, count: Int, frame: Int, with batch: ModulationBatch
  ) {
    let limit = Synthesizer.controlBlockFrames &- (frame & (Synthesizer.controlBlockFrames &- 1))
    let longest =
      Synthesizer.longControlBlockFrames &- (frame & (Synthesizer.longControlBlockFrames &- 1))
    var lanes = 0
    for place in 0..<count {
      let index = places[place]
      if index < 0 { continue }
      let plan = plans + index
      if plan.pointee.remaining > 0 { continue }
      if plan.pointee.goOn(frames: longest) || plan.pointee.goOn(frames: limit) { continue }
      if plan.pointee.predictableFrames < limit || limit < Synthesizer.controlBlockFrames
        || plan.pointee.playback.isFinished
      {
        evaluateSegment(index, limit: limit)
        if voices[index].state == .free { places[place] = -1 }
        continue
      }
      foresee(index)
      if motions[index].isPureDecay {
        plan.pointee.isLong =
          longest == Synthesizer.longControlBlockFrames && plan.pointee.predictableFrames >= longest
        continueDecay(index)
        continue
      }
      plan.pointee.isLong = false
      beginModulatedSegment(index)
      batch.voices[lanes] = index
      lanes &+= 1
      if lanes == ModulationBatch.laneCount {
        move(batch, lanes: lanes)
        lanes = 0
      }
    }
    if lanes > 0 { move(batch, lanes: lanes) }
  }

  /// Sees to it that a voice's motion is made.
  @inline(__always) private func foresee(_ index: Int) {
    let plan = plans + index
    if plan.pointee.hasModulation { return }
    motions[index] = VoiceModulation(
      voices + index, passed: plan.pointee.untold &+ plan.pointee.frames, gain: gain,
      hasEffects: hasEffects, tables: control, course: courses + index)
    plan.pointee.hasModulation = true
  }

  /// Plans the next stretch of the grid for a voice of which nothing but its fall moves anything.
  @inline(__always) func continueDecay(_ index: Int) {
    beginModulatedSegment(index)
    let amplitude = motions[index].nextAmplitude()
    beginModulatedSegment(index, to: amplitude)
  }

  /// Begins a whole stretch of the grid for a voice that moves on as foreseen.
  private func beginModulatedSegment(_ index: Int) {
    let plan = plans + index
    let motion = motions + index
    let frames = Synthesizer.controlBlockFrames
    plan.pointee.begin(frames: frames)
    plan.pointee.span = frames
    plan.pointee.previousTable = nil
    if plan.pointee.isFiltered && !motion.pointee.modulatesFilter && filters[index].isRamping {
      filters[index].finishRamp(isComplete: true)
    }
  }

  /// The gains of a voice that moves on to another amplitude.
  @inline(__always) private func beginModulatedSegment(_ index: Int, to amplitude: Float) {
    let plan = plans + index
    plan.pointee.goOn(
      to: amplitude, motions + index, perFrame: 1 / Float(Synthesizer.controlBlockFrames))
    plan.pointee.loudness = amplitude * gain
    // What has died away is freed when it is planned next.
    if plan.pointee.loudness < plan.pointee.audibilityThreshold {
      plan.pointee.predictableFrames = 0
    }
  }

  /// Pitch, filter and level of voices that move on as foreseen.
  private func move(_ batch: ModulationBatch, lanes: Int) {
    let frames = Synthesizer.controlBlockFrames
    var filtersMove = false
    for lane in 0..<lanes {
      let index = batch.voices[lane]
      batch.states[lane] = UnsafePointer(courses + index)
      batch.elapsedFrames[lane] = Double(plans[index].untold &+ frames)
      let moves = motions[index].modulatesFilter
      batch.filters[lane] = moves ? filters + index : batch.dummyFilter
      if moves { filtersMove = true }
    }
    for lane in lanes..<ModulationBatch.laneCount { batch.filters[lane] = batch.dummyFilter }
    kernels.updateModulation(batch, tables: control, filters: filtersMove)
    for lane in 0..<lanes {
      let index = batch.voices[lane]
      if motions[index].modulatesPitch {
        plans[index].setPitch(
          octaves: batch.octaves(lane), ratio: batch.ratio(lane), tables)
      }
      beginModulatedSegment(index, to: batch.amplitudes[lane])
    }
  }

  private func evaluateSegment(_ index: Int, limit: Int) {
    let plan = plans + index
    let voice = voices + index
    endSegment(index)
    let least = silence / voice.pointee.region.pointee.peak(plan.pointee.playback)
    if voice.pointee.isFinished(plan.pointee.playback)
      || voice.pointee.isInaudible(loudness: plan.pointee.loudness, least: least)
    {
      return free(index)
    }
    plan.pointee.audibilityThreshold = least
    let frames = voice.pointee.linearFrames(limit: limit)
    plan.pointee.frames = frames
    plan.pointee.remaining = frames
    plan.pointee.span = max(frames, voice.pointee.rampFrames)
    let perFrame = 1 / Float(plan.pointee.span)
    updatePitch(index, frames: frames)
    let swing = voice.pointee.swing(after: frames)
    plan.pointee.isFiltered = voice.pointee.isFiltered
    plan.pointee.hasEqualizer = voice.pointee.bands != nil
    if voice.pointee.isFiltered {
      updateFilter(index, frames: frames, swing: swing, perFrame: perFrame)
    }
    updateGains(index, frames: frames, swing: swing, perFrame: perFrame)
    plan.pointee.predictableFrames = voice.pointee.predictableFrames(after: frames)
    guard let steady = voice.pointee.steadyFrames(after: frames) else { return }
    // Only where this segment itself is level is the next one like it.
    if plan.pointee.gains.areConstant && plan.pointee.previousTable == nil
      && !(voice.pointee.isFiltered && isFilterRamping(index))
    {
      plan.pointee.steadyFrames = steady
    }
  }

  /// Accounts for what has passed of a segment, to its end or to where it is interrupted.
  @inline(__always) func endSegment(_ index: Int) {
    let plan = plans + index
    let (untold, inSegment) = plan.pointee.end()
    if untold == 0 { return }
    if voices[index].isFiltered { finishFilterRamp(index, isAtEnd: inSegment >= plan.pointee.span) }
    voices[index].advance(untold, inSegment: inSegment, plan: &plan.pointee)
  }

  private func updatePitch(_ index: Int, frames: Int) {
    let voice = voices + index
    let octaves = voice.pointee.octaves(after: frames / 2)
    plans[index].setPitch(octaves: octaves, ratio: control.exp2(octaves), tables)
    // The least that there is: it stands still until its delay is over.
    if voice.pointee.delayFrames > 0 { plans[index].playback.increment = 1 }
  }

  private func updateGains(_ index: Int, frames: Int, swing: Double, perFrame: Float) {
    let voice = voices + index
    let plan = plans + index
    var level = voice.pointee.isPolarityInverted ? -gain : gain
    if voice.pointee.isFiltered { level *= Float(voice.pointee.parameters.filteredLevel) }
    let (leftGain, rightGain) = voice.pointee.sides(after: frames)
    // Sends move like the gains, but do not know of pan.
    let reverbSend = hasEffects ? voice.pointee.parameters.reverbSend : 0
    let chorusSend = hasEffects ? voice.pointee.parameters.chorusSend : 0
    if !plan.pointee.hasGain {
      let start = voice.pointee.amplitude(
        after: 0, swing: voice.pointee.swing(after: 0), tables: control)
      let now = Float(start) * level
      let sides = voice.pointee.sides(after: 0)
      plan.pointee.gains = RampedGains(
        now * SIMD4(sides.left, sides.right, reverbSend, chorusSend))
      plan.pointee.hasGain = true
    }
    let amplitude = Float(voice.pointee.amplitude(after: frames, swing: swing, tables: control))
    plan.pointee.loudness = amplitude * gain
    let target = amplitude * level
    plan.pointee.gains.setTarget(
      to: target * SIMD4(leftGain, rightGain, reverbSend, chorusSend), perFrame: perFrame)
    if reverbSend != 0 || chorusSend != 0 { plan.pointee.hasSends = true }
  }
}
