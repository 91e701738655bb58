import PeachInstrumentModel
import PeachMusicUnits

/// Converts extended parameters to generators and modulators. The level as a function of key and
/// velocity becomes one region per step. Modulations become modulators if they are equivalent,
/// otherwise their values at the initial controller values.
struct FlattenedParameters {
  private static var stepCentibels: Float { 10 }
  /// Regions below this level, in centibels, are omitted.
  private static var noiseFloor: Float { -1000 }
  private static var centibelsPerOctave: Double { 60.205999132796239 }

  private let performance: ExtendedParameters
  private let controllers: [UInt8]
  /// The velocity tracking, including its modulation by controllers.
  private let tracking: Float

  init(_ performance: ExtendedParameters, controllers: [UInt8]) {
    self.performance = performance
    self.controllers = controllers
    tracking = performance.modulations.filter { $0.target == .velocityTracking }
      .reduce(performance.velocityTracking) {
        $0 + $1.amount * Self.value($1, 60, 100, controllers)
      }
  }

  /// Returns the regions. Their extended parameters contain the polarity, and as the gain the
  /// maximum by which their modulators exceed full scale.
  func regions(for region: Region, _ losses: inout ConversionLosses) -> [Region] {
    addLosses(to: &losses)
    var region = region
    var parameters = ExtendedParameters()
    parameters.isPolarityInverted = performance.isPolarityInverted
    parameters.gainCentibels = modulatorGain(region)
    region.performance = parameters
    removeUnsupportedFilter(of: &region, &losses)
    // SoundFont's default curve is the same square (§8.4.1).
    let isDefaultCurve = tracking == 1 && performance.velocityCurve.isEmpty
    if isDefaultCurve { region.modulators.append(Self.modulator(0x0502, .initialAttenuation, 960)) }
    let center = (key: Self.center(region.keys), velocity: Self.center(region.velocities))
    let keyRanges = ranges(region.keys) { level($0, center.velocity, withVelocity: false) }
    let velocityRanges = ranges(region.velocities) {
      level(center.key, $0, withVelocity: !isDefaultCurve)
    }
    if velocityRanges.count > 1 { losses.add("velocity curves", "steps of at most 1 dB") }
    var regions: [Region] = []
    for keys in keyRanges {
      for velocities in velocityRanges {
        let (key, velocity) = (Self.center(keys), Self.center(velocities))
        let level = level(key, velocity, withVelocity: !isDefaultCurve)
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

  private var hasControlledLevel: Bool {
    performance.modulations.contains { modulation in
      guard case .controller = modulation.source else { return false }
      return modulation.target == .amplitude || modulation.target == .gain
    }
      || performance.crossfades.contains {
        if case .controller = $0.source { true } else { false }
      }
  }

  /// Returns the maximum gain of the modulators that replace modulations, in centibels.
  private func modulatorGain(_ region: Region) -> Float {
    performance.modulations.reduce(0) { gain, modulation in
      guard modulation.target == .gain, modulation.amount > 0,
        Self.modulator(for: modulation, controllers) != nil
      else { return gain }
      let maximum: UInt8 =
        switch modulation.source {
        case .velocity: region.velocities.upperBound
        case .key: region.keys.upperBound
        default: 127
        }
      return gain + modulation.amount * Float(maximum) / 127
    }
  }

  /// Removes a filter other than a second-order low-pass, SoundFont's only filter.
  private func removeUnsupportedFilter(of region: inout Region, _ losses: inout ConversionLosses) {
    switch performance.filter {
    case .lowPass: return
    case .lowPass1Pole: losses.add("filters with 6 dB per octave", "12 dB per octave")
    case .lowPass4Pole: losses.add("filters with 24 dB per octave", "12 dB per octave")
    case .lowPass6Pole: losses.add("filters with 36 dB per octave", "12 dB per octave")
    case .highPass, .highPass1Pole, .bandPass, .bandReject, .highPass4Pole, .highPass6Pole:
      losses.add("filters other than low-pass", "omitted")
      // Compensates the attenuation by half the resonance.
      region.generators[.initialAttenuation] += region.generators[.initialFilterResonance] / 2
      for generator in [
        Generator.initialFilterCutoff, .initialFilterResonance, .modulationLFOToFilterCutoff,
        .modulationEnvelopeToFilterCutoff,
      ] { region.generators[generator] = generator.defaultValue }
    }
  }

  private static func center(_ range: ClosedRange<UInt8>) -> UInt8 {
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
    var gain = performance.gainCentibels
    for modulation in performance.modulations {
      let offset = modulation.amount * Self.value(modulation, key, velocity, controllers)
      if modulation.target == .amplitude { amplitude *= max(offset, 0) }
      if modulation.target == .gain, Self.modulator(for: modulation, controllers) == nil {
        gain += offset
      }
    }
    for crossfade in performance.crossfades {
      let position =
        switch crossfade.source {
        case .key: key
        case .velocity: velocity
        case .controller(let number): controllers[Int(number & 127)]
        }
      let fraction = crossfade.fraction(at: Float(position))
      amplitude *= crossfade.isEqualPower ? fraction.squareRoot() : fraction
    }
    if withVelocity, tracking != 0 {
      let normalized = Float(velocity) / 127
      let curve = performance.velocityCurve
      let full = curve.count == 128 ? curve[Int(velocity & 127)] : normalized * normalized
      let depth = min(max(tracking, -1), 1)
      amplitude *= depth > 0 ? 1 - depth * (1 - full) : 1 + depth * full
    }
    if amplitude <= 1e-6 { return Self.noiseFloor }
    return gain + Float(Self.centibelsPerOctave * Exponential.log2(Double(amplitude)))
  }

  /// Applies the remaining modulations, as modulators or as offsets at the initial values.
  private func apply(to region: inout Region, key: UInt8, velocity: UInt8) {
    for modulation in performance.modulations {
      if let modulator = Self.modulator(for: modulation, controllers) {
        region.modulators.append(modulator)
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
    region.generators.clampKeepingLevel()
  }

  private static func value(
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

  /// Returns the equivalent modulator; `nil` without one.
  private static func modulator(
    for modulation: RegionModulation, _ controllers: [UInt8]
  ) -> Modulator? {
    let (generator, sign): (Generator, Float)
    switch modulation.target {
    case .generator(let target): (generator, sign) = (target, 1)
    case .gain: (generator, sign) = (.initialAttenuation, -1)
    default: return nil
    }
    guard modulation.curve.isEmpty else { return nil }
    let source: UInt16
    switch modulation.source {
    // A controller with another initial value would change the start of every song.
    case .controller(let number) where controllers[Int(number & 127)] == 0:
      source = 0x0080 | UInt16(number)
    case .velocity: source = 2
    case .key: source = 3
    case .keyPressure: source = 10
    case .channelPressure: source = 13
    case .bendUp: source = 0x020E
    default: return nil
    }
    // A 7-bit source ends at 127/128 (§9.5).
    let scale: Float = source == 0x020E ? 1 : 128.0 / 127
    return Self.modulator(source, generator, sign * modulation.amount * scale)
  }

  private static func modulator(
    _ source: UInt16, _ generator: Generator, _ amount: Float
  ) -> Modulator {
    Modulator(
      source: source, destination: UInt16(generator.rawValue),
      amount: amount.isFinite ? Int16(min(max(amount.rounded(), -32768), 32767)) : 0,
      amountSource: 0, transform: 0)
  }

  private func addLosses(to losses: inout ConversionLosses) {
    for modulation in performance.modulations
    where Self.modulator(for: modulation, controllers) == nil {
      switch modulation.source {
      case .controller(let number):
        losses.add(
          "controllers with curves or of amplitudes", "fixed at the initial value",
          decibels: levelChange(modulation, number))
      case .bendDown: break
      case .random: losses.add("random modulation", "omitted")
      default:
        if modulation.target != .amplitude && modulation.target != .gain {
          losses.add("velocities and keys with curves", "fixed at the region's center")
        }
      }
    }
    let randomRanges = [
      performance.randomDelaySeconds, Float(performance.randomStartFrames),
      performance.randomPitchCents, performance.randomCutoffCents,
    ]
    if randomRanges.contains(where: { $0 != 0 }) { losses.add("random modulation", "omitted") }
    if performance.randomGainCentibels != 0 {
      losses.add(
        "random levels", "omitted", decibels: abs(Double(performance.randomGainCentibels)) / 10)
    }
    for crossfade in performance.crossfades {
      guard case .controller(let number) = crossfade.source else { continue }
      let fraction = crossfade.fraction(at: Float(controllers[Int(number & 127)]))
      let centibels =
        Self.centibelsPerOctave * Exponential.log2(Double(max(fraction, 1e-5)))
      losses.add(
        "crossfades by controllers", "fixed at the initial value",
        decibels: fraction > 0 ? -centibels / (crossfade.isEqualPower ? 20 : 10) : nil)
    }
    if performance.loopCrossfadeSeconds != 0 { losses.add("loop crossfades", "omitted") }
    if performance.vibrato != RegionLFO() || performance.modulation != RegionLFO() {
      losses.add("LFO shapes", "triangle without fade-in")
    }
    if !performance.envelopes.isEmpty { losses.add("flex envelopes", "omitted") }
    if !performance.bands.isEmpty {
      let gain = performance.bands.reduce(Float(0)) { max($0, abs($1.gainCentibels)) }
      losses.add("equalizers", "omitted", decibels: Double(gain) / 10)
    }
    if performance.delaySeconds != 0 { losses.add("delays", "omitted") }
  }
}

extension FlattenedParameters {
  /// Returns the maximum change of the level by a controller from its initial value, in decibels;
  /// `nil` if it is not a level, or silent initially.
  private func levelChange(_ modulation: RegionModulation, _ controller: UInt8) -> Double? {
    func value(_ input: UInt8) -> Double {
      var values = controllers
      values[Int(controller & 127)] = input
      return Double(modulation.amount * Self.value(modulation, 60, 100, values))
    }
    let initial = value(controllers[Int(controller & 127)])
    let all = (0...127).map { value($0) }
    switch modulation.target {
    case .gain: return all.reduce(0) { max($0, abs($1 - initial)) } / 10
    case .amplitude:
      guard initial > 0 else { return nil }
      return all.filter { $0 > 0 }.reduce(0) {
        max($0, abs(Self.centibelsPerOctave * Exponential.log2($1 / initial)))
      } / 10
    default: return nil
    }
  }
}

extension GeneratorValues {
  /// Clamps every value to its range except the level, which may exceed full scale here.
  mutating func clampKeepingLevel() {
    let level = self[.initialAttenuation]
    clamp()
    self[.initialAttenuation] = level
  }
}
