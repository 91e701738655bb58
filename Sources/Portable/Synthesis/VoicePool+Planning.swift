/// How the pool plans what its voices do next.
extension VoicePool {
  /// Plans the next stretch of a voice, at most `limit` frames: gain and filter move in straight
  /// lines to where they should be at its end. A voice that is finished is freed.
  func beginSegment(_ index: Int, limit: Int) {
    if !plans[index].goOn(frames: limit) { planSegment(index, limit: limit) }
  }

  private func planSegment(_ index: Int, limit: Int) {
    let plan = plans + index
    let voice = voices + index
    endSegment(index)
    if voice.pointee.isFinished(plan.pointee.playback) { return free(index) }
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
  func endSegment(_ index: Int) {
    let plan = plans + index
    let (untold, inSegment) = plan.pointee.end()
    if untold == 0 { return }
    if voices[index].isFiltered { filters[index].settle(isAtEnd: inSegment >= plan.pointee.span) }
    voices[index].advance(untold, inSegment: inSegment, plan: &plan.pointee)
  }

  private func planPitch(_ index: Int, frames: Int) {
    let plan = plans + index
    let octaves = voices[index].octaves(after: frames / 2)
    // The least that there is: it stands still until its delay is over.
    plan.pointee.playback.increment =
      voices[index].delayFrames > 0
      ? 1 : SamplePlayback.increment(ratio: control.exp2(octaves))
    let table = tables.table(octaves: octaves)
    if table != plan.pointee.table {
      if plan.pointee.hasGain { plan.pointee.formerTable = plan.pointee.table }
      plan.pointee.table = table
    }
  }

  private func planGain(_ index: Int, frames: Int, swing: Double, perFrame: Float) {
    let voice = voices + index
    let plan = plans + index
    var level = gain
    if voice.pointee.isFiltered { level *= Float(voice.pointee.parameters.filteredLevel) }
    let leftGain = voice.pointee.parameters.leftGain
    let rightGain = voice.pointee.parameters.rightGain
    let reverbSend = voice.pointee.parameters.reverbSend
    let chorusSend = voice.pointee.parameters.chorusSend
    if !plan.pointee.hasGain {
      let start = voice.pointee.amplitude(
        after: 0, swing: voice.pointee.swing(after: 0), tables: control)
      let now = Float(start) * level
      plan.pointee.left = MovingGain(now * leftGain)
      plan.pointee.right = MovingGain(now * rightGain)
      plan.pointee.reverb = MovingGain(now * reverbSend)
      plan.pointee.chorus = MovingGain(now * chorusSend)
      plan.pointee.hasGain = true
    }
    let target =
      Float(
        voice.pointee.amplitude(after: frames, swing: swing, tables: control)) * level
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
