/// What eight voices send to the effects.
extension VoiceGroup {
  /// One lane sends nothing.
  mutating func resetSends(lane: Int) {
    reverbGain[lane] = 0
    chorusGain[lane] = 0
    reverbGainStep[lane] = 0
    chorusGainStep[lane] = 0
    sending &= ~(1 &<< UInt8(lane))
  }

  /// Plans the way of a lane's sends, which are gains, to where they should be.
  mutating func planSends(lane: Int, reverb: Float, chorus: Float, perFrame: Float) {
    // What is left of a way to zero is the last bits of its sum.
    if reverb == 0 && reverbGain[lane] < 1e-6 { reverbGain[lane] = 0 }
    if chorus == 0 && chorusGain[lane] < 1e-6 { chorusGain[lane] = 0 }
    if reverb == 0 && chorus == 0 && reverbGain[lane] == 0 && chorusGain[lane] == 0 {
      return resetSends(lane: lane)
    }
    reverbGainStep[lane] = (reverb - reverbGain[lane]) * perFrame
    chorusGainStep[lane] = (chorus - chorusGain[lane]) * perFrame
    sending |= 1 &<< UInt8(lane)
  }

  /// Adds `count` frames, filtered, to both buses from place `start` on.
  mutating func send(
    _ frames: UnsafePointer<Float>, count: Int, to buses: SendBuses, at start: Int
  ) {
    let reverb = buses.reverb + start
    let chorus = buses.chorus + start
    var at = 0
    while at < count &* Lanes.count {
      let x = Lanes(frames + at)
      (Lanes(reverb + at) + x * reverbGain).store(reverb + at)
      (Lanes(chorus + at) + x * chorusGain).store(chorus + at)
      reverbGain = reverbGain + reverbGainStep
      chorusGain = chorusGain + chorusGainStep
      at &+= Lanes.count
    }
  }
}
