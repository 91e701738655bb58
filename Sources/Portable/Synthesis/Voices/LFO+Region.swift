import PeachInstrumentModel

extension LFO {
  /// Applies a region's waveform, start phase and fade-in. Call before the LFO starts.
  mutating func set(_ region: RegionLFO, sampleRate: Double) {
    let waveform: Waveform =
      switch region.wave {
      case .triangle: .triangle
      case .sine: .sine
      case .widePulse: .pulse75
      case .square: .square
      case .narrowPulse: .pulse25
      case .narrowestPulse: .pulse12
      case .risingSaw: .risingSaw
      case .fallingSaw: .fallingSaw
      }
    set(
      waveform, phase: region.phase, fadeInSeconds: region.fadeSeconds, sampleRate: sampleRate)
  }
}
