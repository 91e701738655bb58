package import PeachInstrumentModel

extension Region {
  /// The region without modulation of pitch, except for the pitch wheel. An envelope that stays at
  /// its peak is tuning, and is kept (``Region/sustainedPitchCents``). Modulators keep their
  /// indices, because links refer to them (SoundFont 2.04 §8.2.2); their amount becomes 0.
  package var withSteadyPitch: Region {
    var steady = self
    let sustained = sustainedPitchCents
    let semitones = Float(Int(sustained / 100))
    steady.generators[.coarseTune] += semitones
    steady.generators[.fineTune] += Float(sustained) - 100 * semitones
    for generator in Self.pitchModulationGenerators { steady.generators[generator] = 0 }
    for index in steady.modulators.indices {
      let modulator = steady.modulators[index]
      // Bit 7 distinguishes MIDI controllers from general ones, of which 14 is the wheel (§8.2.1).
      let isWheel = modulator.source & 0xFF == 14
      if Self.pitchGeneratorNumbers.contains(modulator.destination) && !isWheel {
        steady.modulators[index].amount = 0
      }
    }
    if var extendedParameters = steady.extendedParameters, !extendedParameters.envelopes.isEmpty {
      for index in extendedParameters.envelopes.indices {
        extendedParameters.envelopes[index].pitchCents = 0
      }
      extendedParameters.modulations.removeAll {
        if case .envelope(_, .pitch) = $0.target { true } else { false }
      }
      steady.extendedParameters = extendedParameters
    }
    return steady
  }

  /// Whether ``withSteadyPitch`` sounds different while the modulation wheel and the pressures are
  /// 0.
  package var hasPitchModulation: Bool {
    var atRest = self
    // Linear, unipolar: polyphonic pressure, channel pressure and the wheel (§8.2.1).
    let zeroSources: [UInt16] = [0x000A, 0x000D, 0x0081]
    for index in modulators.indices where zeroSources.contains(modulators[index].source) {
      atRest.modulators[index].amount = 0
    }
    return atRest != atRest.withSteadyPitch
  }

  private static var pitchModulationGenerators: [Generator] {
    [.modulationLFOToPitch, .vibratoLFOToPitch, .modulationEnvelopeToPitch]
  }

  private static var pitchGeneratorNumbers: [UInt16] {
    let fixed: [Generator] = [.coarseTune, .fineTune, .scaleTuning, .overridingRootKey]
    return (pitchModulationGenerators + fixed).map { UInt16($0.rawValue) }
  }
}

/// The notes of a preset without modulation of pitch, except for the pitch wheel.
package enum SteadyNotes: Sendable {
  case none
  /// The notes that have a share of the preset's changes (``NoteShares``).
  case changed
  case all
}
