import PeachTuning

/// Adaptive tuning on the audio thread.
extension SamplerUnitCore {
  mutating func setAdaptive(_ mode: UnitMode, to value: Float) {
    switch mode {
    case .adaptive: setMode(mode, to: Float(Int(min(max(value, 0), 2) + 0.5)))
    default: setMode(mode, to: min(max(value, 0), 100))
    }
    #if !hasFeature(Embedded)
      let synthesizer = synthesizer
      let adaptive = self.value(of: .adaptive)
      guard adaptive >= 0.5 else { return tuner.set(nil, &synthesizer.pointee) }
      let purity = self.value(of: .purity)
      let glide = self.value(of: .glide)
      tuner.set(
        sevenths: adaptive >= 1.5 ? .seven : .five,
        purity: purity.isNaN ? 1 : Double(purity) * 0.01,
        glideRate: glide.isNaN ? 0 : Double(glide), &synthesizer.pointee)
    #endif
  }
}
