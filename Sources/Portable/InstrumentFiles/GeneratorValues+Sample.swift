import PeachInstrumentModel

extension GeneratorValues {
  mutating func setTuning(cents: Float) {
    let cents = min(max(cents, -12000), 12000)
    let semitones = Float(Int(cents * (1.0 / 100)))
    self[.coarseTune] = semitones
    self[.fineTune] = cents - 100 * semitones
  }

  /// Pans the left or right channel of a stereo sample hard; keeps the pan of a mono sample.
  mutating func setPan(_ side: Sample.Side) {
    switch side {
    case .left: self[.pan] = -500
    case .right: self[.pan] = 500
    case .mono: break
    }
  }
}
