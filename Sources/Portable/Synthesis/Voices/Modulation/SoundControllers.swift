import PeachInstrumentModel

/// Controllers 71 to 78, by which a song changes a sound's envelope, filter and vibrato: offsets to
/// what the preset has, none at 64 (General MIDI 2, RP-021; GS and XG send the same by NRPN).
///
/// The messages' numbers are defined, how far they reach is not. Here the ends of travel are: cutoff
/// ±6000 cents, resonance ±20 dB, times by factors of 64, the vibrato's rate and delay by four, its
/// depth ±100 cents.
enum SoundControllers {
  /// Adds to `values` what the controllers say. Where a region's own modulators listen to one of
  /// them, its bit is set in `taken`, bit 0 for 71, and the rule here keeps away.
  static func apply(
    _ controllers: UnsafePointer<UInt8>, taken: UInt8, to values: UnsafeMutablePointer<Float>
  ) {
    for place in 0..<8 {
      let value = controllers[71 &+ place]
      if value == 64 || taken & (1 &<< UInt8(truncatingIfNeeded: place)) != 0 { continue }
      let offset = Float(value) - 64
      let travel = offset < 0 ? offset * (1.0 / 64) : offset * (1.0 / 63)
      apply(place, travel, to: values)
    }
  }

  private static func apply(
    _ place: Int, _ travel: Float, to values: UnsafeMutablePointer<Float>
  ) {
    switch place {
    case 0: values[Int(Generator.initialFilterResonance.rawValue)] += travel * 200
    case 1: stretch(values, .volumeEnvelopeRelease, travel, least: -5186)
    case 2: stretch(values, .volumeEnvelopeAttack, travel, least: -7973)
    case 3: values[Int(Generator.initialFilterCutoff.rawValue)] += travel * 6000
    case 4: stretch(values, .volumeEnvelopeDecay, travel, least: -5186)
    case 5: values[Int(Generator.vibratoLFOFrequency.rawValue)] += travel * 2400
    case 6: values[Int(Generator.vibratoLFOToPitch.rawValue)] += travel * 100
    default: stretch(values, .vibratoLFODelay, travel * (1.0 / 3), least: -7973)
    }
  }

  /// Multiplies a time by up to 64 either way. What is to become longer counts as at least `least`
  /// timecents (10 ms, or 50 ms for what falls), for no factor is heard on nothing.
  private static func stretch(
    _ values: UnsafeMutablePointer<Float>, _ generator: Generator, _ travel: Float, least: Float
  ) {
    let index = Int(generator.rawValue)
    if travel > 0 { values[index] = max(values[index], least) }
    values[index] += travel * 7200
  }
}
