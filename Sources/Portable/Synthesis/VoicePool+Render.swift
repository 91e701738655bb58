/// How the pool sounds: segment after segment, group after group.
extension VoicePool {
  /// Plans the next stretch of a voice, at most `limit` frames: gain and filter move in straight
  /// lines to where they should be at its end. A voice that is finished is freed.
  private func beginSegment(_ index: Int, limit: Int, sampleRate: Double, gain: Float) {
    let voice = voices + index
    let isFirst = voice.pointee.segmentFrames == 0
    if !isFirst { voice.pointee.advance(voice.pointee.segmentFrames) }
    if voice.pointee.isFinished { return free(index) }
    let frames = voice.pointee.straightFrames(limit: limit)
    voice.pointee.segmentFrames = frames
    voice.pointee.segmentRemaining = frames
    voice.pointee.playback.increment = voice.pointee.increment(
      after: frames / 2, sampleRate: sampleRate)
    let perFrame = 1 / Float(max(frames, voice.pointee.rampFrames))
    planFilter(index, frames: frames, perFrame: perFrame, sampleRate: sampleRate)
    planGain(index, frames: frames, perFrame: perFrame, gain: gain)
  }

  private func planGain(_ index: Int, frames: Int, perFrame: Float, gain: Float) {
    let voice = voices + index
    let group = groups + index / Lanes.count
    let lane = index % Lanes.count
    let parameters = voice.pointee.parameters
    var level = gain
    if group.pointee.filtered & (1 &<< UInt8(lane)) != 0 {
      // Half the resonance is taken off the level at 0 Hz (SoundFont 2.04 §8.1.3, 9).
      let decibels = -0.05 * Double(parameters.resonanceCentibels)
      level *= Float(StateVariableFilter.amplitude(decibels: decibels))
    }
    let isNew = !voice.pointee.hasGain
    if isNew {
      let now = Float(voice.pointee.amplitude(after: 0)) * level
      group.pointee.gainLeft[lane] = now * parameters.leftGain
      group.pointee.gainRight[lane] = now * parameters.rightGain
      group.pointee.reverbGain[lane] = now * parameters.reverbSend
      group.pointee.chorusGain[lane] = now * parameters.chorusSend
      voice.pointee.hasGain = true
    }
    let target = Float(voice.pointee.amplitude(after: frames)) * level
    group.pointee.planGains(
      lane: lane, left: target * parameters.leftGain, right: target * parameters.rightGain,
      perFrame: perFrame)
    if hasEffects { planSends(index, target: target, perFrame: perFrame) }
  }

  /// Sends move like the gains, but do not know of pan.
  private func planSends(_ index: Int, target: Float, perFrame: Float) {
    let parameters = voices[index].parameters
    let lane = index % Lanes.count
    let group = groups + index / Lanes.count
    let isSending = group.pointee.sending & (1 &<< UInt8(lane)) != 0
    if parameters.reverbSend == 0 && parameters.chorusSend == 0 && !isSending { return }
    group.pointee.planSends(
      lane: lane, reverb: target * parameters.reverbSend, chorus: target * parameters.chorusSend,
      perFrame: perFrame)
  }

  private func planFilter(_ index: Int, frames: Int, perFrame: Float, sampleRate: Double) {
    let voice = voices + index
    let group = groups + index / Lanes.count
    let lane = index % Lanes.count
    let isWet = group.pointee.filtered & (1 &<< UInt8(lane)) != 0
    if !isWet && !voice.pointee.parameters.needsFilter { return }
    let target = voice.pointee.filter(after: frames, sampleRate: sampleRate)
    if !isWet {
      let now = voice.pointee.filter(after: 0, sampleRate: sampleRate)
      group.pointee.a1[lane] = now.a1
      group.pointee.a2[lane] = now.a2
      group.pointee.a3[lane] = now.a3
      // A filter that comes in while the voice sounds is faded in.
      group.pointee.wet[lane] = voice.pointee.hasGain ? 0 : 1
      group.pointee.filtered |= 1 &<< UInt8(lane)
    }
    group.pointee.wetStep[lane] = (1 - group.pointee.wet[lane]) * perFrame
    group.pointee.a1Step[lane] = (target.a1 - group.pointee.a1[lane]) * perFrame
    group.pointee.a2Step[lane] = (target.a2 - group.pointee.a2[lane]) * perFrame
    group.pointee.a3Step[lane] = (target.a3 - group.pointee.a3[lane]) * perFrame
    // A filter that hears nothing must not end in numbers too small to compute quickly.
    if abs(group.pointee.firstState[lane]) < 1e-20 { group.pointee.firstState[lane] = 0 }
    if abs(group.pointee.secondState[lane]) < 1e-20 { group.pointee.secondState[lane] = 0 }
  }

  /// Adds `count` frames of one group to the sums, eight partial sums a frame.
  ///
  /// `frames` is room for the interpolated samples, `limit` how far the plan of a segment may reach.
  func render(
    group: Int, count: Int, limit: Int, sampleRate: Double, gain: Float,
    frames: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    sends: UnsafeMutablePointer<EffectsSection>?
  ) {
    let first = group &* Lanes.count
    var done = 0
    while done < count && groups[group].active != 0 {
      var run = count &- done
      for lane in 0..<Lanes.count where groups[group].active & (1 &<< UInt8(lane)) != 0 {
        let index = first &+ lane
        if voices[index].segmentRemaining == 0 {
          beginSegment(index, limit: limit &- done, sampleRate: sampleRate, gain: gain)
          if voices[index].state == .free { continue }
        }
        run = min(run, voices[index].segmentRemaining)
      }
      for lane in 0..<Lanes.count {
        let index = first &+ lane
        if groups[group].active & (1 &<< UInt8(lane)) != 0 {
          voices[index].playback.read(count: run, to: frames + lane)
          voices[index].segmentRemaining &-= run
        } else {
          for frame in 0..<run { frames[frame &* Lanes.count &+ lane] = 0 }
        }
      }
      groups[group].process(
        frames, count: run, left: left + done &* Lanes.count, right: right + done &* Lanes.count)
      if groups[group].sending != 0, let sends {
        sends.pointee.buses.open()
        groups[group].send(frames, count: run, to: sends.pointee.buses, at: done &* Lanes.count)
      }
      done &+= run
    }
  }
}
