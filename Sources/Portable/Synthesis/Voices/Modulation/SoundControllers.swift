import PeachInstrumentModel

/// The sound controllers 71 to 78, which offset a preset's envelope, filter and vibrato (General
/// MIDI 2, RP-021; GS and XG use NRPNs). 64 is no offset. The ranges, which are unspecified, are:
/// cutoff ±6000 cents, resonance ±20 dB, times by factors of 64, vibrato rate and delay by factors
/// of 4, vibrato depth ±100 cents.
enum SoundControllers {
  /// Ignores the controllers in `mapped` (bit 0 is 71), because modulators of the region use them.
  static func apply(
    _ controllers: UnsafePointer<UInt8>, ignoring mapped: UInt8,
    to values: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<8 {
      let value = controllers[71 &+ index]
      if value == 64 || mapped & (1 &<< UInt8(truncatingIfNeeded: index)) != 0 { continue }
      let offset = Float(value) - 64
      let bipolar = offset < 0 ? offset * (1.0 / 64) : offset * (1.0 / 63)
      apply(index, bipolar, to: values)
    }
  }

  private static func apply(
    _ index: Int, _ bipolar: Float, to values: UnsafeMutablePointer<Float>
  ) {
    switch index {
    case 0: values[.initialFilterResonance] += bipolar * 200
    case 1: scaleTime(values, .volumeEnvelopeRelease, bipolar, minTimecents: -5186)
    case 2: scaleTime(values, .volumeEnvelopeAttack, bipolar, minTimecents: -7973)
    case 3: values[.initialFilterCutoff] += bipolar * 6000
    case 4: scaleTime(values, .volumeEnvelopeDecay, bipolar, minTimecents: -5186)
    case 5: values[.vibratoLFOFrequency] += bipolar * 2400
    case 6: values[.vibratoLFOToPitch] += bipolar * 100
    default: scaleTime(values, .vibratoLFODelay, bipolar * (1.0 / 3), minTimecents: -7973)
    }
  }

  /// Multiplies a time by 1/64…64. Before it is lengthened, it is raised to `minTimecents`, because
  /// a factor has no effect on zero: 10 ms, or 50 ms for decay and release.
  private static func scaleTime(
    _ values: UnsafeMutablePointer<Float>, _ generator: Generator, _ bipolar: Float,
    minTimecents: Float
  ) {
    if bipolar > 0 { values[generator] = max(values[generator], minTimecents) }
    values[generator] += bipolar * 7200
  }
}
