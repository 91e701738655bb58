/// How the pool plans what its voices do next.
extension VoicePool {
  /// Plans the next stretch of a voice, at most `limit` frames: gain and filter move in straight
  /// lines to where they should be at its end. A voice that is finished is freed.
  func beginSegment(_ index: Int, limit: Int) {
    let plan = plans + index
    if plan.pointee.goOn(frames: limit) { return }
    if plan.pointee.foreseenFrames >= limit && limit == Synthesizer.gridFrames
      && !plan.pointee.playback.isFinished
    {
      return goOnMoving(index)
    }
    planSegment(index, limit: limit)
  }

  /// Plans a whole stretch of the grid for a voice that moves on as foreseen.
  private func goOnMoving(_ index: Int) {
    let plan = plans + index
    let motion = motions + index
    if !plan.pointee.hasMotion {
      motion.pointee = VoiceMotion(
        voices + index, passed: plan.pointee.untold &+ plan.pointee.frames, gain: gain,
        tables: control)
      plan.pointee.hasMotion = true
    }
    let frames = Synthesizer.gridFrames
    plan.pointee.foreseenFrames &-= frames
    plan.pointee.untold &+= plan.pointee.frames
    plan.pointee.frames = frames
    plan.pointee.remaining = frames
    plan.pointee.span = frames
    plan.pointee.formerTable = nil
    let filter = filters + index
    if !motion.pointee.movesFilter && filter.pointee.isMoving {
      filter.pointee.settle(isAtEnd: true)
    }
    let amplitude =
      motion.pointee.onlyFalls ? motion.pointee.nextAmplitude() : planMoved(index)
    plan.pointee.goOn(to: amplitude, motion, perFrame: 1 / Float(frames))
    plan.pointee.loudness = amplitude * gain
    // What has died away is freed when it is planned next.
    if plan.pointee.loudness < Voice.leastLoudness { plan.pointee.foreseenFrames = 0 }
  }

  /// Pitch and filter of a voice that moves on as foreseen; returns its amplitude at the end.
  private func planMoved(_ index: Int) -> Float {
    let plan = plans + index
    let motion = motions + index
    let frames = Synthesizer.gridFrames
    let start = Double(plan.pointee.untold)
    let end = start + Double(frames)
    if motion.pointee.movesPitch {
      plan.pointee.setPitch(
        octaves: motion.pointee.octaves(after: start + Double(frames / 2)), control, tables)
    }
    let swing = motion.pointee.swing(after: end)
    if motion.pointee.movesFilter {
      let filter = filters + index
      filter.pointee.settle(isAtEnd: true)
      filter.pointee.plan(
        to: motion.pointee.filter(after: end, swing: swing, tables: control),
        perFrame: 1 / Float(frames))
    }
    return motion.pointee.amplitude(after: end, swing: swing, tables: control)
  }

  private func planSegment(_ index: Int, limit: Int) {
    let plan = plans + index
    let voice = voices + index
    endSegment(index)
    if voice.pointee.isFinished(plan.pointee.playback)
      || voice.pointee.isInaudible(loudness: plan.pointee.loudness)
    {
      return free(index)
    }
    let frames = voice.pointee.straightFrames(limit: limit)
    plan.pointee.frames = frames
    plan.pointee.remaining = frames
    plan.pointee.span = max(frames, voice.pointee.rampFrames)
    let perFrame = 1 / Float(plan.pointee.span)
    planPitch(index, frames: frames)
    let swing = voice.pointee.swing(after: frames)
    if voice.pointee.isFiltered {
      planFilter(index, frames: frames, swing: swing, perFrame: perFrame)
    }
    planGain(index, frames: frames, swing: swing, perFrame: perFrame)
    plan.pointee.foreseenFrames = voice.pointee.foreseenFrames(after: frames)
    guard let steady = voice.pointee.steadyFrames(after: frames) else { return }
    // Only where this segment itself is level is the next one like it.
    if plan.pointee.left.isStill && plan.pointee.right.isStill && plan.pointee.reverb.isStill
      && plan.pointee.chorus.isStill && plan.pointee.formerTable == nil
      && !(voice.pointee.isFiltered && filters[index].isMoving)
    {
      plan.pointee.steadyFrames = steady
    }
  }

  /// Accounts for what has passed of a segment, to its end or to where it is interrupted.
  @inline(__always) func endSegment(_ index: Int) {
    let plan = plans + index
    let (untold, inSegment) = plan.pointee.end()
    if untold == 0 { return }
    if voices[index].isFiltered { filters[index].settle(isAtEnd: inSegment >= plan.pointee.span) }
    voices[index].advance(untold, inSegment: inSegment, plan: &plan.pointee)
  }

  private func planPitch(_ index: Int, frames: Int) {
    let voice = voices + index
    plans[index].setPitch(octaves: voice.pointee.octaves(after: frames / 2), control, tables)
    // The least that there is: it stands still until its delay is over.
    if voice.pointee.delayFrames > 0 { plans[index].playback.increment = 1 }
  }

  private func planGain(_ index: Int, frames: Int, swing: Double, perFrame: Float) {
    let voice = voices + index
    let plan = plans + index
    var level = voice.pointee.isInverted ? -gain : gain
    if voice.pointee.isFiltered { level *= Float(voice.pointee.parameters.filteredLevel) }
    let (leftGain, rightGain) = voice.pointee.sides(after: frames)
    let reverbSend = voice.pointee.parameters.reverbSend
    let chorusSend = voice.pointee.parameters.chorusSend
    if !plan.pointee.hasGain {
      let start = voice.pointee.amplitude(
        after: 0, swing: voice.pointee.swing(after: 0), tables: control)
      let now = Float(start) * level
      let sides = voice.pointee.sides(after: 0)
      plan.pointee.left = MovingGain(now * sides.left)
      plan.pointee.right = MovingGain(now * sides.right)
      plan.pointee.reverb = MovingGain(now * reverbSend)
      plan.pointee.chorus = MovingGain(now * chorusSend)
      plan.pointee.hasGain = true
    }
    let amplitude = Float(voice.pointee.amplitude(after: frames, swing: swing, tables: control))
    plan.pointee.loudness = amplitude * gain
    let target = amplitude * level
    plan.pointee.left.plan(to: target * leftGain, perFrame: perFrame)
    plan.pointee.right.plan(to: target * rightGain, perFrame: perFrame)
    if !hasEffects { return }
    // Sends move like the gains, but do not know of pan.
    if reverbSend == 0 && chorusSend == 0 && !plan.pointee.isSending { return }
    plan.pointee.reverb.plan(to: target * reverbSend, perFrame: perFrame)
    plan.pointee.chorus.plan(to: target * chorusSend, perFrame: perFrame)
    plan.pointee.isSending = true
  }

  private func planFilter(_ index: Int, frames: Int, swing: Double, perFrame: Float) {
    let voice = voices + index
    let filter = filters + index
    if !filter.pointee.hasBegun {
      let swingNow = voice.pointee.swing(after: 0)
      // A filter that comes in while the voice sounds is faded in.
      filter.pointee.begin(
        voice.pointee.filter(after: 0, swing: swingNow, tables: control),
        isFadedIn: plans[index].hasGain)
    }
    filter.pointee.plan(
      to: voice.pointee.filter(after: frames, swing: swing, tables: control), perFrame: perFrame)
  }
}
