internal import CDSPKernels

/// Control-rate processing: updates each voice's ramps at segment boundaries, by one of the plans
/// of ``SegmentPlan``.
extension VoicePool {
  /// Starts the next segment within a control block, or frees the voice if it has finished.
  func beginSegment(_ index: Int, frame: Int64) {
    let limit = ControlBlock.framesRemaining(from: frame)
    switch plan(index, frame: frame, limit: limit, longLimit: limit) {
    case .steady(let frames): renderStates[index].repeatSegment(frames: frames)
    // Predictions start with control blocks.
    case .decay, .modulated, .evaluated: evaluateSegment(index, frame: frame)
    }
  }

  /// Starts the next segment of every listed voice whose segment has ended, and replaces finished
  /// voices by −1. Voices with predictable modulation are updated in batches.
  func beginSegments(
    _ voiceIndices: UnsafeMutablePointer<Int>, count: Int, frame: Int64,
    with partition: UnsafePointer<VoicePartition>
  ) {
    let batch = partition.pointee.modulationBatch
    let vibratoBatch = partition.pointee.vibratoBatch
    let limit = ControlBlock.framesRemaining(from: frame)
    let longLimit = ControlBlock.longFramesRemaining(from: frame)
    var lanes = 0
    var vibratoLanes = 0
    for entry in 0..<count {
      let index = voiceIndices[entry]
      if index < 0 || renderStates[index].remainingFrames > 0 { continue }
      switch plan(index, frame: frame, limit: limit, longLimit: longLimit) {
      case .steady(let frames): renderStates[index].repeatSegment(frames: frames)
      case .decay(let usesLongBlock):
        renderStates[index].usesLongBlock = usesLongBlock
        beginDecay(index)
      case .modulated:
        renderStates[index].usesLongBlock = false
        beginPredictedSegment(index)
        batch.voices[lanes] = index
        lanes &+= 1
        if lanes == ModulationBatch.laneCount {
          updateModulation(batch, lanes: lanes)
          lanes = 0
        }
      case .evaluated:
        evaluateSegment(index, frame: frame)
        if voices[index].state == .free { voiceIndices[entry] = -1 }
        continue
      }
      if longLimit == ControlBlock.longFrames && renderStates[index].vibrato != nil {
        vibratoBatch.add(index, to: &vibratoLanes)
      }
    }
    if lanes > 0 { updateModulation(batch, lanes: lanes) }
    if vibratoLanes > 0 { rampVibratos(vibratoBatch, lanes: vibratoLanes) }
  }

  /// Returns the plan of a voice's next segment: the first of ``SegmentPlan`` that applies. `limit`
  /// and `longLimit` are the rests of the control block and of the long control block.
  @inline(__always)
  private func plan(_ index: Int, frame: Int64, limit: Int, longLimit: Int) -> SegmentPlan {
    let render = renderStates + index
    if render.pointee.playback.isFinished || hasFadedOut(index, at: frame) { return .evaluated }
    let longLimit = render.pointee.isStolen ? limit : longLimit
    if render.pointee.steadyFrames >= longLimit { return .steady(frames: longLimit) }
    if render.pointee.steadyFrames >= limit { return .steady(frames: limit) }
    if render.pointee.predictableFrames < limit || limit < ControlBlock.frames {
      return .evaluated
    }
    ensureModulation(index)
    if !modulations[index].isPureDecay { return .modulated }
    return .decay(
      usesLongBlock: longLimit == ControlBlock.longFrames
        && render.pointee.predictableFrames >= longLimit)
  }

  /// Ramps the pitches of a batch of voices to their recorded vibrato over a long control block.
  /// The second channel of a stereo sample repeats the ramp of the first. The two loops are short,
  /// so that the processor overlaps the latency of several voices.
  private func rampVibratos(_ batch: VibratoBatch, lanes: Int) {
    for lane in 0..<lanes {
      let render = renderStates + batch.voices[lane]
      batch.repeats[lane] =
        lane > 0 && render.pointee.hasVibrato(of: renderStates + batch.voices[lane &- 1])
      if batch.repeats[lane] { continue }
      batch.cents[lane] = render.pointee.vibratoCents(after: ControlBlock.longFrames)
    }
    var target: Int64 = 0
    for lane in 0..<lanes {
      let render = renderStates + batch.voices[lane]
      if !batch.repeats[lane] {
        target = render.pointee.increment(cents: batch.cents[lane], modulationTables)
      }
      render.pointee.playback.ramp(to: target, frames: ControlBlock.longFrames)
    }
  }

  @inline(__always) private func ensureModulation(_ index: Int) {
    let render = renderStates + index
    if render.pointee.hasModulation { return }
    modulations[index] = VoiceModulation(
      voices + index, elapsedFrames: render.pointee.pendingFrames &+ render.pointee.frames,
      gain: gain, hasEffects: hasEffects, tables: modulationTables, state: modulationStates + index)
    render.pointee.hasModulation = true
  }

  /// Starts a full control block for a voice whose only modulation is its exponential decay.
  @inline(__always) func beginDecay(_ index: Int) {
    beginPredictedSegment(index)
    let amplitude = modulations[index].nextAmplitude()
    rampGains(index, to: amplitude)
  }

  private func beginPredictedSegment(_ index: Int) {
    let render = renderStates + index
    expireStealingScore(index)
    render.pointee.beginPredicted(frames: ControlBlock.frames)
    render.pointee.rampFrames = ControlBlock.frames
    render.pointee.isCrossfading = false
    if render.pointee.isFiltered && !modulations[index].modulatesFilter && filters[index].isRamping
    {
      filters[index].finishRamp(isComplete: true)
    }
  }

  /// Ramps the voice's gains to a new amplitude within one control block.
  @inline(__always) private func rampGains(_ index: Int, to amplitude: Float) {
    let render = renderStates + index
    render.pointee.rampGains(
      to: amplitude, modulations + index, perFrame: 1 / Float(ControlBlock.frames))
    render.pointee.peakLevel = amplitude * gain
    // Forces a full evaluation next time, which frees the voice once it is inaudible.
    if render.pointee.peakLevel < render.pointee.audibilityThreshold {
      render.pointee.predictableFrames = 0
    }
  }

  /// Updates pitch, filter and gains of a batch of voices with predictable modulation.
  private func updateModulation(_ batch: ModulationBatch, lanes: Int) {
    var modulatesFilters = false
    for lane in 0..<lanes {
      let index = batch.voices[lane]
      if modulations[index].hasVibrato { updateVibrato(index) }
      batch.states[lane] = UnsafePointer(modulationStates + index)
      batch.elapsedFrames[lane] = Double(renderStates[index].pendingFrames &+ ControlBlock.frames)
      let modulatesFilter = modulations[index].modulatesFilter
      batch.filters[lane] = modulatesFilter ? filters + index : batch.dummyFilter
      if modulatesFilter { modulatesFilters = true }
    }
    for lane in lanes..<ModulationBatch.laneCount { batch.filters[lane] = batch.dummyFilter }
    kernels.updateModulation(batch, tables: modulationTables, filters: modulatesFilters)
    for lane in 0..<lanes {
      let index = batch.voices[lane]
      if modulations[index].modulatesPitch {
        renderStates[index].setPitch(octaves: batch.octaves(lane), ratio: batch.ratio(lane), tables)
      }
      rampGains(index, to: batch.amplitudes[lane])
    }
  }

  /// Sets the pitch of a voice with recorded vibrato, in the middle of the next control block.
  private func updateVibrato(_ index: Int) {
    modulationStates[index].octaves =
      modulations[index].octaves
      + voices[index].vibratoOctaves(
        renderStates[index].playback, after: ControlBlock.frames / 2,
        increment: modulations[index].increment)
  }

  /// Sets the ramps of a voice's next segment, or frees the voice if it has finished or has decayed
  /// below its audibility threshold.
  private func evaluateSegment(_ index: Int, frame: Int64) {
    let render = renderStates + index
    let voice = voices + index
    endSegment(index)
    let threshold = noiseFloor / voice.pointee.region.pointee.peak(render.pointee.playback)
    if voice.pointee.isFinished(render.pointee.playback) || hasFadedOut(index, at: frame)
      || voice.pointee.isInaudible(peakLevel: render.pointee.peakLevel, threshold: threshold)
    {
      return free(index)
    }
    render.pointee.audibilityThreshold = threshold
    let frames = voice.pointee.linearFrames(limit: ControlBlock.framesRemaining(from: frame))
    render.pointee.frames = frames
    render.pointee.remainingFrames = frames
    render.pointee.rampFrames = max(frames, voice.pointee.rampFramesRemaining)
    let perFrame = 1 / Float(render.pointee.rampFrames)
    updatePitch(
      index, frames: frames, longFrames: ControlBlock.longFramesRemaining(from: frame))
    let modLFO = voice.pointee.modLFOValue(after: frames)
    render.pointee.isFiltered = voice.pointee.isFiltered
    render.pointee.hasEqualizer = voice.pointee.equalizer != nil
    if voice.pointee.isFiltered {
      updateFilter(index, frames: frames, modLFO: modLFO, perFrame: perFrame)
    }
    updateGains(index, frames: frames, modLFO: modLFO, perFrame: perFrame)
    render.pointee.predictableFrames = voice.pointee.predictableFrames(after: frames)
    guard let steady = voice.pointee.steadyFrames(after: frames) else { return }
    // The next segment repeats this one only if nothing ramps in this one.
    if render.pointee.gains.areConstant && !render.pointee.isCrossfading
      && !(voice.pointee.isFiltered && isFilterRamping(index))
    {
      render.pointee.steadyFrames = steady
    }
  }

  /// Ends the current segment, complete or not, and advances the voice by the frames rendered since
  /// its state was last updated.
  @inline(never) func endSegment(_ index: Int) {
    settle(index, usesFilterBatch: voices[index].usesFilterBatch)
    invalidateStealingScore(index)
    let render = renderStates + index
    let (pendingFrames, segmentFrames) = render.pointee.end()
    if pendingFrames == 0 { return }
    if voices[index].isFiltered {
      finishFilterRamp(index, isComplete: segmentFrames >= render.pointee.rampFrames)
    }
    voices[index].advance(pendingFrames, segmentFrames: segmentFrames, renderState: &render.pointee)
  }

  /// Sets the playback increment from the pitch in the middle of the segment, or ramps it up to the
  /// end of the long control block, which is `longFrames` away.
  private func updatePitch(_ index: Int, frames: Int, longFrames: Int) {
    if let vibrato = voices[index].onlyVibrato {
      return renderStates[index].follow(
        vibrato, amount: voices[index].parameters.vibratoAmount,
        octaves: voices[index].unmodulatedOctaves, frames: longFrames, tables, modulationTables)
    }
    var octaves = voices[index].octaves(after: frames / 2)
    if voices[index].parameters.vibratoAmount != 0 {
      let ratio = modulationTables.exp2(voices[index].unmodulatedOctaves)
      octaves += voices[index].vibratoOctaves(
        renderStates[index].playback, after: frames / 2,
        increment: SamplePlayback.increment(ratio: ratio))
    }
    renderStates[index].setPitch(octaves: octaves, ratio: modulationTables.exp2(octaves), tables)
    // A delayed voice stays at its start: 1 is the smallest increment, 2⁻³² frames per frame.
    if voices[index].delayFrames > 0 { renderStates[index].playback.set(increment: 1) }
  }

  private func updateGains(_ index: Int, frames: Int, modLFO: Double, perFrame: Float) {
    let voice = voices + index
    let render = renderStates + index
    let level = voice.pointee.outputLevel(gain: gain)
    let gains = voice.pointee.outputGains(after: frames, hasEffects: hasEffects)
    if !render.pointee.hasGain {
      let amplitude = voice.pointee.amplitude(
        after: 0, modLFO: voice.pointee.modLFOValue(after: 0), tables: modulationTables)
      let initialGains = voice.pointee.outputGains(after: 0, hasEffects: hasEffects)
      render.pointee.gains = RampedGains(Float(amplitude) * level * initialGains)
      render.pointee.hasGain = true
    }
    let amplitude = Float(
      voice.pointee.amplitude(after: frames, modLFO: modLFO, tables: modulationTables))
    render.pointee.peakLevel = amplitude * gain
    render.pointee.gains.setTarget(to: amplitude * level * gains, perFrame: perFrame)
    if gains[2] != 0 || gains[3] != 0 { render.pointee.hasSends = true }
  }
}
