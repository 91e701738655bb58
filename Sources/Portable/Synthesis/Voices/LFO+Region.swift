import PeachInstrumentModel

extension LFO {
  /// Creates an LFO from its delay and frequency generators, which have consecutive numbers.
  init(_ values: UnsafePointer<Float>, delay: Generator, sampleRate: Double) {
    let timecents = min(max(values[delay], -12000), 5000)
    self.init(
      delaySeconds: timecents <= -12000 ? 0 : VoiceParameters.seconds(timecents: timecents),
      hertz: Self.hertz(values, delay), sampleRate: sampleRate)
  }

  mutating func setFrequency(_ values: UnsafePointer<Float>, delay: Generator, sampleRate: Double) {
    phaseIncrement = Self.hertz(values, delay) / sampleRate
  }

  private static func hertz(_ values: UnsafePointer<Float>, _ delay: Generator) -> Double {
    let cents = min(max(values[Int(delay.rawValue) + 1], -16000), 4500)
    return StateVariableFilter.hertz(absoluteCents: Double(cents))
  }

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
    set(waveform, phase: region.phase, fadeInSeconds: region.fadeSeconds, sampleRate: sampleRate)
  }
}
