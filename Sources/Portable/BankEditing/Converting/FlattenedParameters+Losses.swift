import PeachInstrumentModel
import PeachMusicUnits

/// The report of the extended parameters that SoundFont lacks.
extension FlattenedParameters {
  func addLosses(of region: Region, to losses: inout ConversionLosses) {
    for (modulation, equivalent) in zip(extendedParameters.modulations, equivalents)
    where equivalent == nil && !isOmitted(modulation.target) {
      addLoss(of: modulation, region, to: &losses)
    }
    addRandomLosses(to: &losses)
    for crossfade in extendedParameters.crossfades {
      guard case .controller(let number) = crossfade.source else { continue }
      let fraction = crossfade.fraction(at: Float(controllers[Int(number & 127)]))
      let centibels = Self.centibelsPerOctave * Exponential.log2(Double(max(fraction, 1e-5)))
      losses.add(
        "crossfades by controllers", "fixed at the initial value",
        fraction > 0
          ? .init(centibels / (crossfade.isEqualPower ? 20 : 10), .decibels) : nil)
    }
    if extendedParameters.loopCrossfadeSeconds != 0 {
      losses.add(
        "loop crossfades", "omitted", Double(extendedParameters.loopCrossfadeSeconds), .seconds)
    }
    addLoss(of: extendedParameters.vibrato, [.vibratoLFOToPitch], region, to: &losses)
    addLoss(
      of: extendedParameters.modulation,
      [.modulationLFOToPitch, .modulationLFOToVolume, .modulationLFOToFilterCutoff], region,
      to: &losses)
    for envelope in extendedParameters.envelopes { addLoss(of: envelope, to: &losses) }
    if !extendedParameters.bands.isEmpty {
      let gain = extendedParameters.bands.reduce(Float(0)) { max($0, abs($1.gainCentibels)) }
      losses.add("equalizers", "omitted", Double(gain) / 10, .decibels)
    }
  }

  private func addLoss(
    of modulation: RegionModulation, _ region: Region, to losses: inout ConversionLosses
  ) {
    switch modulation.target {
    // Their envelopes and equalizers are reported.
    case .envelope, .band: return
    default: break
    }
    let property = modulation.property
    switch modulation.source {
    case .controller(let number):
      let initial = controllers[Int(number & 127)]
      let effect = effect(of: modulation, region, initial: initial, positions: 0...127)
      if effect?.isNotable == false { return }
      let isLevel = modulation.target == .amplitude || modulation.target == .gain
      losses.add(
        isLevel ? "controllers with curves or of amplitudes" : "controllers of the \(property)",
        "fixed at the initial value", effect)
    case .velocity: addLoss(of: modulation, region, region.velocities, to: &losses)
    case .key: addLoss(of: modulation, region, region.keys, to: &losses)
    case .random:
      let effect = effect(of: modulation, region, initial: 0, positions: 0...127)
      losses.add("random \(property)", "omitted", effect)
    case .channelPressure, .keyPressure:
      let effect = effect(of: modulation, region, initial: 0, positions: 0...127)
      losses.add("pressure to \(property)", "omitted", effect)
    case .bendUp:
      let effect = effect(of: modulation, region, initial: 0, positions: 0...127)
      losses.add("pitch bend to \(property)", "omitted", effect)
    case .bendDown: addLoss(ofBendDown: modulation, region, to: &losses)
    }
  }

  /// Reports a modulation that is fixed at the center of the region's keys or velocities.
  private func addLoss(
    of modulation: RegionModulation, _ region: Region, _ positions: ClosedRange<UInt8>,
    to losses: inout ConversionLosses
  ) {
    // Levels follow keys and velocities in steps.
    if modulation.target == .amplitude || modulation.target == .gain { return }
    let effect = effect(
      of: modulation, region, initial: Self.center(positions), positions: positions)
    if effect?.isNotable == false { return }
    losses.add(
      "key and velocity tracking of the \(modulation.property)", "fixed at the region's center",
      effect)
  }

  /// A bipolar pitch-bend modulator bends downward as far as upward.
  private func addLoss(
    ofBendDown modulation: RegionModulation, _ region: Region, to losses: inout ConversionLosses
  ) {
    var up: Float = 0
    for (other, equivalent) in zip(extendedParameters.modulations, equivalents)
    where other.source == .bendUp && other.target == modulation.target && equivalent != nil {
      up += other.amount
    }
    var difference = modulation
    difference.amount += up
    let effect = effect(of: difference, region, initial: 0, positions: 0...127)
    if effect?.isNotable == false { return }
    losses.add("downward pitch bend", up == 0 ? "omitted" : "as far as upward", effect)
  }

  private func addRandomLosses(to losses: inout ConversionLosses) {
    let seconds = Double(extendedParameters.randomStartFrames) / max(sampleRate, 1)
    let all: [(what: String, amount: Double, unit: ConversionLoss.Effect.Unit)] = [
      ("random delay", Double(extendedParameters.randomDelaySeconds), .seconds),
      ("random sample start", seconds, .seconds),
      ("random pitch", Double(extendedParameters.randomPitchCents), .cents),
      ("random filter cutoff", Double(extendedParameters.randomCutoffCents), .cents),
      ("random levels", Double(extendedParameters.randomGainCentibels) / 10, .decibels),
    ]
    for random in all where random.amount != 0 {
      losses.add(random.what, "omitted", random.amount, random.unit)
    }
  }

  private func addLoss(
    of shape: RegionLFO, _ depths: [Generator], _ region: Region,
    to losses: inout ConversionLosses
  ) {
    if shape == RegionLFO() { return }
    for depth in depths where region.generators[depth] != 0 {
      if shape.wave != .triangle || shape.phase != 0 {
        losses.add(
          "LFO shapes (\(depth.property))", "triangle",
          depth.effect(from: 0, to: region.generators[depth]))
      }
    }
    if shape.fadeSeconds != 0 {
      losses.add("LFO fade-ins", "omitted", Double(shape.fadeSeconds), .seconds)
    }
  }

  private func addLoss(of envelope: RegionEnvelope, to losses: inout ConversionLosses) {
    if envelope.isVolumeEnvelope || envelope.amplitude != nil {
      let seconds = envelope.points.reduce(Float(0)) { $0 + $1.seconds }
      losses.add("flex envelopes", "omitted", Double(seconds), .seconds)
    }
    let level = envelope.points.reduce(Float(0)) { max($0, abs($1.level)) }
    let depths: [(what: String, depth: Float, unit: ConversionLoss.Effect.Unit)] = [
      ("flex envelopes of the pitch", envelope.pitchCents, .cents),
      ("flex envelopes of the level", envelope.gainCentibels / 10, .decibels),
      ("flex envelopes of the filter cutoff", envelope.cutoffCents, .cents),
      ("flex envelopes of the filter resonance", envelope.resonanceCentibels / 10, .decibels),
      ("flex envelopes of the pan", envelope.pan / 5, .percent),
    ]
    for (what, depth, unit) in depths where depth != 0 {
      losses.add(what, "omitted", Double(depth * level), unit)
    }
  }

  /// Returns the maximum change from the value at the initial position; `nil` if it is unknown.
  private func effect(
    of modulation: RegionModulation, _ region: Region, initial: UInt8,
    positions: ClosedRange<UInt8>
  ) -> ConversionLoss.Effect? {
    let reference = modulation.value(at: initial)
    var largest: ConversionLoss.Effect?
    for position in positions {
      let effect = effect(
        of: modulation.target, region, from: reference, to: modulation.value(at: position))
      if let effect, effect.amount > largest?.amount ?? -1 { largest = effect }
    }
    return largest
  }

  /// Returns the change from one offset of a target to another.
  private func effect(
    of target: RegionModulation.Target, _ region: Region, from one: Float, to other: Float
  ) -> ConversionLoss.Effect? {
    let difference = Double(other) - Double(one)
    switch target {
    case .generator(let generator):
      let value = region.generators[generator]
      return generator.effect(from: value + one, to: value + other)
    case .seconds(let generator):
      let value = SFZRegionText.seconds(region.generators[generator])
      return .init(max(value + Double(other), 0) - max(value + Double(one), 0), .seconds)
    case .hertz: return .init(difference, .hertz)
    case .sustain: return .init(100 * difference, .percent)
    case .start: return .init(difference / max(sampleRate, 1), .seconds)
    case .delay: return .init(difference, .seconds)
    case .gain: return .init(difference / 10, .decibels)
    case .amplitude: return one > 0 ? Self.ratio(one, other) : nil
    case .velocityTracking:
      // At velocity 64, where the amplitude is a quarter.
      func amplitude(_ tracking: Float) -> Float { 1 - 0.75 * min(max(tracking, -1), 1) }
      return Self.ratio(
        amplitude(extendedParameters.velocityTracking + one),
        amplitude(extendedParameters.velocityTracking + other))
    case .envelope, .band: return nil
    }
  }

  private static func ratio(_ one: Float, _ other: Float) -> ConversionLoss.Effect? {
    if one <= 0 || other <= 0 { return nil }
    return .init(centibelsPerOctave * Exponential.log2(Double(other / one)) / 10, .decibels)
  }
}

extension RegionModulation {
  /// The modulated property, such as `filter cutoff`.
  var property: String {
    switch target {
    case .generator(let generator), .seconds(let generator), .hertz(let generator):
      generator.property
    case .amplitude, .gain: "level"
    case .velocityTracking: "velocity tracking"
    case .sustain: "sustain level"
    case .start: "sample start"
    case .delay: "delay"
    case .envelope: "flex envelopes"
    case .band: "equalizer"
    }
  }
}
