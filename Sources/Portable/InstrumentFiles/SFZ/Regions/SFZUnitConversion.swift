import PeachInstrumentModel
import PeachMusicUnits

/// Conversions from SFZ's units to the model's.
enum SFZUnitConversion {
  /// Returns timecents, at least −12,000 (about a millisecond).
  static func timecents(_ seconds: Float) -> Float {
    seconds <= 0.0009765625 ? -12000 : Float(1200 * Exponential.log2(Double(seconds)))
  }

  /// Returns a frequency in absolute cents (SoundFont 2.04 §8.1.2).
  static func absoluteCents(_ hertz: Float) -> Float {
    Float(1200 * Exponential.log2(max(Double(hertz), 0.001) / 8.17579891564371))
  }

  /// Returns an amplitude's level in centibels, at least −2000.
  static func centibels(amplitude: Double) -> Float {
    // 200·log10(2)
    amplitude <= 1e-10 ? -2000 : Float(60.2059991327962390 * Exponential.log2(amplitude))
  }

  /// Returns the attenuation of a sustain level in percent, in centibels.
  static func sustainCentibels(_ percent: Float) -> Float {
    min(max(-centibels(amplitude: Double(percent) / 100), 0), 1440)
  }

  /// Returns the ratio of the decay times to −100 dB and to a sustain level in percent.
  static func decayFactor(_ percent: Float) -> Float {
    let level = sustainCentibels(percent)
    return level >= 1000 ? 1 : 1000 / max(level, 1)
  }

  /// Returns the gain of a channel in centibels for a balance of 0 (silent) through 1; 0 for 0.5.
  static func balanceCentibels(_ balance: Float) -> Float {
    let (sine, _) = Exponential.sineAndCosine(cycles: Double(min(max(balance, 0), 1)) * 0.25)
    return centibels(amplitude: sine * 1.4142135623730951)
  }

  /// Returns the generator of a stage of the volume or modulation envelope.
  static func generator(_ stage: SFZTarget.Stage, isVolume: Bool) -> Generator {
    switch stage {
    case .delay: isVolume ? .volumeEnvelopeDelay : .modulationEnvelopeDelay
    case .attack: isVolume ? .volumeEnvelopeAttack : .modulationEnvelopeAttack
    case .hold: isVolume ? .volumeEnvelopeHold : .modulationEnvelopeHold
    case .decay: isVolume ? .volumeEnvelopeDecay : .modulationEnvelopeDecay
    case .sustain: isVolume ? .volumeEnvelopeSustain : .modulationEnvelopeSustain
    case .release: isVolume ? .volumeEnvelopeRelease : .modulationEnvelopeRelease
    }
  }

  /// Returns the sum of the constant gains, in centibels.
  static func gain(_ settings: SFZSettings, isFiltered: Bool) -> Float {
    let decibels =
      settings.volume + settings.groupVolume + settings.masterVolume + settings.globalVolume
    var gain = 10 * decibels + centibels(amplitude: Double(settings.amplitude) / 100)
    gain -= 10 * settings.keyToVolume * Float(settings.volumeKeyCenter)
    // Compensates for SoundFont's attenuation by half the resonance, which SFZ does not have.
    if isFiltered { gain += 5 * settings.resonance }
    return gain
  }
}

extension SFZSettings {
  /// Whether the pitch or filter envelope has a depth.
  func uses(_ envelope: SFZTarget.Envelope) -> Bool {
    self[envelope].depth != 0 || self[envelope].velocityDepth != 0
      || modulations.contains { $0.target == .depth(envelope) && $0.amount != nil }
  }

  /// Whether pitch and filter have envelopes that differ in more than their depths.
  var hasTwoEnvelopes: Bool {
    let (pitch, filter) = (self[.pitch], self[.filter])
    return uses(.pitch) && uses(.filter)
      && (pitch.stages != filter.stages || pitch.velocityStages != filter.velocityStages
        || stageModulations(.pitch) != stageModulations(.filter))
  }

  /// Returns the modulations of an envelope's stages, comparable with those of another envelope.
  private func stageModulations(_ envelope: SFZTarget.Envelope) -> [SFZModulation] {
    modulations.compactMap {
      guard case .envelope(envelope, let stage) = $0.target else { return nil }
      var modulation = $0
      modulation.target = .envelope(.amplifier, stage)
      return modulation
    }
  }
}
