import PeachInstrumentModel

/// Replacement of modulation sources by constants.
extension Region {
  /// Adds the values of the modulators with this source at a position to the generators. A product
  /// of two sources keeps the other one.
  mutating func fix(_ input: SourceCurve.Input, at position: UInt8) {
    var remaining: [Modulator] = []
    for modulator in modulators {
      var modulator = modulator
      if let second = SourceCurve(modulator.amountSource), second.input == input {
        modulator.amount = Self.amount(Double(modulator.amount) * second.value(at: position))
        modulator.amountSource = 0
      }
      guard let source = SourceCurve(modulator.source), source.input == input else {
        remaining.append(modulator)
        continue
      }
      let product = Double(modulator.amount) * source.value(at: position)
      if modulator.amountSource == 0, let generator = modulator.generator {
        generators[generator] += Float(modulator.transform == 2 ? abs(product) : product)
      } else {
        modulator.amount = Self.amount(product)
        modulator.source = modulator.amountSource
        modulator.amountSource = 0
        remaining.append(modulator)
      }
    }
    modulators = remaining
  }

  private static func amount(_ value: Double) -> Int16 {
    Int16(min(max(value.rounded(), -32768), 32767))
  }

  /// Replaces an overriding key and velocity (generators 46 and 47) by equivalent parameters.
  /// `rootKey` is that of the sample.
  mutating func removeOverrides(rootKey: UInt8) {
    if let velocity = UInt8(exactly: generators[.overridingVelocity]), velocity < 128 {
      fix(.velocity, at: velocity)
      generators[.overridingVelocity] = -1
    }
    guard let key = UInt8(exactly: generators[.overridingKey]), key < 128 else { return }
    fix(.key, at: key)
    let root = generators[.overridingRootKey] >= 0 ? generators[.overridingRootKey] : Float(rootKey)
    let cents = (Float(key) - root) * generators[.scaleTuning] + generators[.fineTune]
    let semitones = (cents / 100).rounded(.towardZero)
    generators[.coarseTune] += semitones
    generators[.fineTune] = cents - 100 * semitones
    generators[.scaleTuning] = 0
    generators[.overridingKey] = -1
    setEnvelopeTimes(ofKey: key)
  }

  /// The generators of envelope times and those that scale them by key.
  private static let keyScalings: [(scaling: Generator, time: Generator)] = [
    (.keyToVolumeEnvelopeHold, .volumeEnvelopeHold),
    (.keyToVolumeEnvelopeDecay, .volumeEnvelopeDecay),
    (.keyToModulationEnvelopeHold, .modulationEnvelopeHold),
    (.keyToModulationEnvelopeDecay, .modulationEnvelopeDecay),
  ]

  /// Replaces key-dependent envelope times (generators 31, 32, 39 and 40) by those of a key.
  private mutating func setEnvelopeTimes(ofKey key: UInt8) {
    for (scaling, time) in Self.keyScalings where generators[scaling] != 0 {
      generators[time] = time.clamped(generators[time] + generators[scaling] * (60 - Float(key)))
      generators[scaling] = 0
    }
  }

  /// Whether envelope times depend on the key audibly.
  var hasKeyDependentTimes: Bool {
    let decays = isModulated(.volumeEnvelopeSustain)
    let modulates = modulatesByEnvelope && isModulated(.modulationEnvelopeSustain)
    return Self.keyScalings.contains { scaling, _ in
      let isVolume = scaling == .keyToVolumeEnvelopeHold || scaling == .keyToVolumeEnvelopeDecay
      return generators[scaling] != 0 && (isVolume ? decays : modulates)
    }
  }

  private var modulatesByEnvelope: Bool {
    isModulated(.modulationEnvelopeToPitch) || isModulated(.modulationEnvelopeToFilterCutoff)
  }

  /// Whether a depth is not zero, possibly by a modulator or modulation only.
  func isModulated(_ depth: Generator) -> Bool {
    generators[depth] != 0 || modulators.contains { $0.generator == depth && $0.amount != 0 }
      || (extendedParameters?.modulations ?? []).contains { $0.target == .generator(depth) }
  }

  /// Returns one region for every `keyStep` keys, with the envelope times of the center key.
  func split(keyStep: Int, _ losses: inout ConversionLosses) -> [Region] {
    guard hasKeyDependentTimes else {
      var region = self
      region.setEnvelopeTimes(ofKey: 60)
      return [region]
    }
    return stride(from: Int(keys.lowerBound), through: Int(keys.upperBound), by: keyStep).map {
      let last = min($0 + keyStep - 1, Int(keys.upperBound))
      let center = UInt8(($0 + last) / 2)
      var region = self
      region.keys = UInt8($0)...UInt8(last)
      region.setEnvelopeTimes(ofKey: center)
      if last > $0 { addLoss(ofKeys: region.keys, center: center, to: &losses) }
      return region
    }
  }

  private func addLoss(
    ofKeys keys: ClosedRange<UInt8>, center: UInt8, to losses: inout ConversionLosses
  ) {
    for (scaling, time) in Self.keyScalings where generators[scaling] != 0 {
      func value(_ key: UInt8) -> Float {
        generators[time] + generators[scaling] * (60 - Float(key))
      }
      for key in [keys.lowerBound, keys.upperBound] {
        losses.add(
          "key-dependent envelope times", "steps of \(keys.count) keys",
          time.effect(from: value(center), to: value(key)))
      }
    }
  }
}

extension Modulator {
  /// The modulated generator; `nil` for a link.
  var generator: Generator? { UInt8(exactly: destination).flatMap(Generator.init(rawValue:)) }
}
