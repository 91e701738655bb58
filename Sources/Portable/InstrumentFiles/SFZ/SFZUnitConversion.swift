import PeachInstrumentModel
import PeachMusicUnits

/// From the units of SFZ to those of the model.
enum SFZUnitConversion {
  /// Seconds in timecents; a millisecond and less is the least there is.
  static func timecents(_ seconds: Float) -> Float {
    seconds <= 0.0009765625 ? -12000 : Float(1200 * Exponential.log2(Double(seconds)))
  }

  /// Hertz in absolute cents (SoundFont 2.04 §8.1.2).
  static func absoluteCents(_ hertz: Float) -> Float {
    Float(1200 * Exponential.log2(max(Double(hertz), 0.001) / 8.17579891564371))
  }

  /// An amplitude in centibels, at least −2000.
  static func centibels(amplitude: Double) -> Float {
    // 200·log10(2)
    amplitude <= 1e-10 ? -2000 : Float(60.2059991327962390 * Exponential.log2(amplitude))
  }

  /// A sustained level in percent as centibels below full.
  static func sustainCentibels(_ percent: Float) -> Float {
    min(max(-centibels(amplitude: Double(percent) / 100), 0), 1440)
  }

  /// By how much a fall of 100 dB takes longer than one to a sustained level in percent.
  static func decayFactor(_ percent: Float) -> Float {
    let level = sustainCentibels(percent)
    return level >= 1000 ? 1 : 1000 / max(level, 1)
  }

  /// The level of one side of a balance from 0, silent, to 1, in centibels: nothing at one half.
  static func balanceCentibels(_ place: Float) -> Float {
    let (sine, _) = Exponential.sineAndCosine(turns: Double(min(max(place, 0), 1)) * 0.25)
    return centibels(amplitude: sine * 1.4142135623730951)
  }

  /// The stages of an envelope that are plain times; `first` is its delay.
  static func set(
    _ envelope: SFZSettings.Envelope, from first: Generator, _ values: inout GeneratorValues
  ) {
    let times = [
      (0, envelope.delay), (1, envelope.attack), (2, envelope.hold), (5, envelope.release),
    ]
    for (offset, seconds) in times {
      if let generator = Generator(rawValue: first.rawValue + UInt8(offset)) {
        values[generator] = timecents(seconds)
      }
    }
  }

  /// All that is said about the level and does not change, in centibels.
  static func gain(_ settings: SFZSettings, isFiltered: Bool) -> Float {
    let decibels =
      settings.volume + settings.groupVolume + settings.masterVolume + settings.globalVolume
    var gain = 10 * decibels + centibels(amplitude: Double(settings.amplitude) / 100)
    gain -= 10 * settings.keyToVolume * Float(settings.volumeKeyCenter)
    // The engine takes half the resonance off the level, as SoundFont wants; SFZ does not.
    if isFiltered { gain += 5 * settings.resonance }
    return gain
  }
}

extension SFZSettings {
  /// Whether an envelope moves anything.
  func uses(_ envelope: SFZTarget.Envelope) -> Bool {
    let own = envelope == .pitch ? pitchEnvelope : filterEnvelope
    return own.depth != 0 || own.velocityToDepth != 0
      || modulations.contains { $0.target == .depth(envelope) && $0.amount != nil }
  }

  /// Whether pitch and filter have envelopes of their own, which differ in more than their depths.
  var hasTwoEnvelopes: Bool {
    uses(.pitch) && uses(.filter)
      && (pitchEnvelope.stages != filterEnvelope.stages || moves(.pitch) != moves(.filter))
  }

  /// What controllers do to the stages of an envelope.
  private func moves(_ envelope: SFZTarget.Envelope) -> [SFZModulation] {
    modulations.compactMap {
      guard case .envelope(envelope, let stage) = $0.target else { return nil }
      var move = $0
      move.target = .envelope(.amplifier, stage)
      return move
    }
  }

  /// What stays the same in fades over something.
  func isEqualPower(over source: RegionCrossfade.Source) -> Bool {
    switch source {
    case .key: isEqualPower.key
    case .velocity: isEqualPower.velocity
    case .controller: isEqualPower.controller
    }
  }
}
