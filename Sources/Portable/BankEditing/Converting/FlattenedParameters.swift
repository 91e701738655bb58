import PeachInstrumentModel
import PeachMusicUnits

/// Converts extended parameters to generators and modulators. The level as a function of key and
/// velocity becomes one region per step. Modulations become modulators if they are equivalent,
/// otherwise their values at the initial controller values.
struct FlattenedParameters {
  private static var stepCentibels: Float { 10 }
  /// Regions below this level, in centibels, are omitted.
  private static var noiseFloor: Float { -1000 }
  static var centibelsPerOctave: Double { 60.205999132796239 }

  let extendedParameters: ExtendedParameters
  let controllers: [UInt8]
  /// That of the sample, in hertz.
  let sampleRate: Double
  /// The equivalents of the modulations; `nil` without one.
  let equivalents: [EquivalentModulator?]
  /// The velocity tracking, including its modulation by controllers.
  private let tracking: Float

  init(_ extendedParameters: ExtendedParameters, controllers: [UInt8], sampleRate: Double) {
    self.extendedParameters = extendedParameters
    self.controllers = controllers
    self.sampleRate = sampleRate
    equivalents = extendedParameters.modulations.map {
      EquivalentModulator($0, controllers: controllers)
    }
    tracking = extendedParameters.modulations.filter { $0.target == .velocityTracking }
      .reduce(extendedParameters.velocityTracking) {
        $0 + $1.amount * Self.value($1, 60, 100, controllers)
      }
  }

  /// Returns the regions. Their extended parameters contain the polarity, the delay, and as the
  /// gain the maximum excess of their modulators over full scale.
  func regions(for region: Region, _ losses: inout ConversionLosses) -> [Region] {
    addLosses(of: region, to: &losses)
    var region = region
    var parameters = ExtendedParameters()
    parameters.isPolarityInverted = extendedParameters.isPolarityInverted
    parameters.gainCentibels = modulatorGain(region)
    parameters.delaySeconds = extendedParameters.modulations.filter { $0.target == .delay }
      .reduce(extendedParameters.delaySeconds) {
        $0 + $1.amount * Self.value($1, Self.center(region.keys), 100, controllers)
      }
    region.extendedParameters = parameters
    removeUnsupportedFilter(of: &region, &losses)
    // SoundFont's default curve is the same square (§8.4.1).
    let isDefaultCurve = tracking == 1 && extendedParameters.velocityCurve.isEmpty
    if isDefaultCurve {
      region.add(EquivalentModulator.modulator(0x0502, .initialAttenuation, 960))
    }
    let hasModulatedCurve = isDefaultCurve || addVelocityCurve(to: &region, &losses)
    let center = (key: Self.center(region.keys), velocity: Self.center(region.velocities))
    let keyRanges = ranges(region.keys) { level($0, center.velocity, withVelocity: false) }
    let velocityRanges = ranges(region.velocities) {
      level(center.key, $0, withVelocity: !hasModulatedCurve)
    }
    if velocityRanges.count > 1 { losses.add("velocity curves", "steps of at most 1 dB") }
    var regions: [Region] = []
    for keys in keyRanges {
      for velocities in velocityRanges {
        let (key, velocity) = (Self.center(keys), Self.center(velocities))
        let level = level(key, velocity, withVelocity: !hasModulatedCurve)
        if !(level > Self.noiseFloor) { continue }
        var step = region
        step.keys = keys
        step.velocities = velocities
        // The level is read from a file and may be huge.
        step.generators[.initialAttenuation] -= min(level, 1440)
        apply(to: &step, key: key, velocity: velocity)
        regions.append(step)
      }
    }
    if regions.isEmpty, hasControlledLevel {
      losses.add("regions that are silent at the initial controller values", "omitted")
    }
    return regions
  }

  /// Adds the velocity curve as modulators, and restricts the region to the velocities at which it
  /// is audible. Returns whether SoundFont's curves represent it; a flat one needs no modulator.
  private func addVelocityCurve(
    to region: inout Region, _ losses: inout ConversionLosses
  ) -> Bool {
    if tracking == 0 { return true }
    let curve = VelocityModulators(region.velocities, silence: Double(Self.noiseFloor)) {
      let amplitude = Double(amplitude(ofVelocity: $0))
      return amplitude <= 1e-6
        ? Double(Self.noiseFloor) : Self.centibelsPerOctave * Exponential.log2(amplitude)
    }
    guard let curve else { return false }
    region.velocities = curve.velocities
    region.generators[.initialAttenuation] -= Float(curve.constant)
    region.extendedParameters?.gainCentibels += curve.largestGain
    for modulator in curve.modulators { region.add(modulator) }
    let effect = ConversionLoss.Effect(curve.error / 10, .decibels)
    if effect.isNotable { losses.add("velocity curves", "sums of SoundFont's curves", effect) }
    return true
  }

  private func amplitude(ofVelocity velocity: UInt8) -> Float {
    if tracking == 0 { return 1 }
    let normalized = Float(velocity) / 127
    let curve = extendedParameters.velocityCurve
    let full = curve.count == 128 ? curve[Int(velocity & 127)] : normalized * normalized
    let depth = min(max(tracking, -1), 1)
    return depth > 0 ? 1 - depth * (1 - full) : 1 + depth * full
  }

  private var hasControlledLevel: Bool {
    extendedParameters.modulations.contains { modulation in
      guard case .controller = modulation.source else { return false }
      return modulation.target == .amplitude || modulation.target == .gain
    }
      || extendedParameters.crossfades.contains {
        if case .controller = $0.source { true } else { false }
      }
  }

  /// Returns the maximum gain of the modulators that replace modulations, in centibels.
  private func modulatorGain(_ region: Region) -> Float {
    var gain: Float = 0
    // Several modulations by one source may cancel. In order, so that sums have the same bits.
    var tables: [(source: RegionModulation.Source, values: [Float])] = []
    for (modulation, equivalent) in zip(extendedParameters.modulations, equivalents) {
      guard modulation.target == .gain, let equivalent else { continue }
      if modulation.source == .bendUp {
        gain += abs(modulation.amount)
        continue
      }
      let values = (0..<128).map { modulation.value(at: UInt8($0)) - equivalent.offset }
      if let index = tables.firstIndex(where: { $0.source == modulation.source }) {
        for position in 0..<128 { tables[index].values[position] += values[position] }
      } else {
        tables.append((modulation.source, values))
      }
    }
    for (source, table) in tables {
      let positions: ClosedRange<UInt8> =
        switch source {
        case .velocity: region.velocities
        case .key: region.keys
        default: 0...127
        }
      gain += max(positions.map { table[Int($0)] }.max() ?? 0, 0)
    }
    return gain
  }

  /// Removes a filter other than a second-order low-pass, SoundFont's only filter.
  private func removeUnsupportedFilter(of region: inout Region, _ losses: inout ConversionLosses) {
    switch extendedParameters.filter {
    case .lowPass: return
    case .lowPass1Pole: losses.add("filters with 6 dB per octave", "12 dB per octave")
    case .lowPass4Pole: losses.add("filters with 24 dB per octave", "12 dB per octave")
    case .lowPass6Pole: losses.add("filters with 36 dB per octave", "12 dB per octave")
    case .highPass, .highPass1Pole, .bandPass, .bandReject, .highPass4Pole, .highPass6Pole:
      let cutoff = SFZRegionText.hertz(region.generators[.initialFilterCutoff])
      losses.add("filters other than low-pass", "omitted", cutoff, .hertz)
      // Compensates the attenuation by half the resonance.
      region.generators[.initialAttenuation] += region.generators[.initialFilterResonance] / 2
      for generator in Self.filterGenerators {
        region.generators[generator] = generator.defaultValue
        region.modulators.removeAll { $0.generator == generator }
      }
    }
  }

  private static let filterGenerators: [Generator] = [
    .initialFilterCutoff, .initialFilterResonance, .modulationLFOToFilterCutoff,
    .modulationEnvelopeToFilterCutoff,
  ]

  /// Whether the target belongs to a filter that is omitted.
  func isOmitted(_ target: RegionModulation.Target) -> Bool {
    switch extendedParameters.filter {
    case .lowPass, .lowPass1Pole, .lowPass4Pole, .lowPass6Pole: return false
    default: return Self.filterGenerators.contains { target == .generator($0) }
    }
  }

  static func center(_ range: ClosedRange<UInt8>) -> UInt8 {
    range.lowerBound + (range.upperBound - range.lowerBound) / 2
  }

  /// Splits a range so that the level stays within one step in each subrange.
  private func ranges(
    _ range: ClosedRange<UInt8>, level: (UInt8) -> Float
  ) -> [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    var first = range.lowerBound
    var (minimum, maximum) = (level(first), level(first))
    for index in range.dropFirst() {
      let value = level(index)
      if max(maximum, value) - min(minimum, value) > Self.stepCentibels {
        ranges.append(first...(index - 1))
        first = index
        (minimum, maximum) = (value, value)
      } else {
        (minimum, maximum) = (min(minimum, value), max(maximum, value))
      }
    }
    return ranges + [first...range.upperBound]
  }

  private func level(_ key: UInt8, _ velocity: UInt8, withVelocity: Bool) -> Float {
    var amplitude: Float = 1
    var gain = extendedParameters.gainCentibels
    for (modulation, equivalent) in zip(extendedParameters.modulations, equivalents) {
      guard modulation.target == .amplitude || modulation.target == .gain else { continue }
      let offset =
        equivalent?.offset
        ?? modulation.amount * Self.value(modulation, key, velocity, controllers)
      if modulation.target == .amplitude { amplitude *= max(offset, 0) } else { gain += offset }
    }
    for crossfade in extendedParameters.crossfades {
      let position =
        switch crossfade.source {
        case .key: key
        case .velocity: velocity
        case .controller(let number): controllers[Int(number & 127)]
        }
      let fraction = crossfade.fraction(at: Float(position))
      amplitude *= crossfade.isEqualPower ? fraction.squareRoot() : fraction
    }
    if withVelocity { amplitude *= self.amplitude(ofVelocity: velocity) }
    if amplitude <= 1e-6 { return Self.noiseFloor }
    return gain + Float(Self.centibelsPerOctave * Exponential.log2(Double(amplitude)))
  }

  /// Applies the remaining modulations, as modulators or as offsets at the initial values.
  private func apply(to region: inout Region, key: UInt8, velocity: UInt8) {
    for (modulation, equivalent) in zip(extendedParameters.modulations, equivalents)
    where !isOmitted(modulation.target) {
      if let equivalent {
        equivalent.apply(to: &region)
        continue
      }
      let offset = modulation.amount * Self.value(modulation, key, velocity, controllers)
      let values = region.generators
      switch modulation.target {
      case .generator(let generator): region.generators[generator] = values[generator] + offset
      case .seconds(let generator):
        let sum = SFZRegionText.seconds(values[generator]) + Double(offset)
        region.generators[generator] = sum <= 0.001 ? -12000 : Float(1200 * Exponential.log2(sum))
      case .hertz(let generator):
        let sum = SFZRegionText.hertz(values[generator]) + Double(offset)
        let ratio = max(sum, 0.001) / SFZRegionText.hertz(0)
        region.generators[generator] = Float(1200 * Exponential.log2(ratio))
      case .sustain:
        let centibels = Double(values[.volumeEnvelopeSustain])
        let sum = Exponential.exp2(-centibels / Self.centibelsPerOctave) + Double(offset)
        region.generators[.volumeEnvelopeSustain] =
          sum <= 1e-5
          ? 1440 : max(0, Float(-Self.centibelsPerOctave * Exponential.log2(min(sum, 1))))
      case .amplitude, .gain, .velocityTracking, .start, .delay, .envelope, .band: break
      }
    }
    region.moveExcessToModulators()
  }

  static func value(
    _ modulation: RegionModulation, _ key: UInt8, _ velocity: UInt8, _ controllers: [UInt8]
  ) -> Float {
    let input: UInt8 =
      switch modulation.source {
      case .controller(let number): controllers[Int(number & 127)]
      case .velocity: velocity
      case .key: key
      case .bendUp, .bendDown, .channelPressure, .keyPressure, .random: 0
      }
    guard modulation.curve.count == 128 else { return Float(input) / 127 }
    return modulation.curve[Int(input & 127)]
  }
}
