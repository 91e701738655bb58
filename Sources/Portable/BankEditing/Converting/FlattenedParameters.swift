import PeachInstrumentModel
import PeachMusicUnits

/// Takes apart what moves a region beyond generators and modulators: a region for each step of its
/// level over keys and velocities, modulators where they say the same, and the rest as it stands before
/// a controller moves.
struct FlattenedParameters {
  /// A step is no larger than this.
  static var stepCentibels: Float { 10 }
  /// What is softer is left out.
  private static var silence: Float { -1000 }

  private let performance: ExtendedParameters
  private let controllers: [UInt8]
  /// How much velocity counts, with what controllers add to it.
  private let tracking: Float

  init(_ performance: ExtendedParameters, controllers: [UInt8]) {
    self.performance = performance
    self.controllers = controllers
    var tracking = performance.velocityTracking
    for modulation in performance.modulations where modulation.target == .velocityTracking {
      tracking += modulation.amount * Self.value(modulation, 60, 100, controllers)
    }
    self.tracking = tracking
  }

  /// The regions that stand for one.
  func regions(for region: Region, _ losses: inout ConversionLosses) -> [Region] {
    note(&losses)
    var region = region
    leaveOutFilter(of: &region, &losses)
    // SoundFont's own curve is the same square (§8.4.1).
    let isPlain = tracking == 1 && performance.velocityCurve.isEmpty
    if isPlain {
      region.modulators.append(Self.modulator(0x0502, .initialAttenuation, 960))
    }
    let middle = (key: Self.middle(region.keys), velocity: Self.middle(region.velocities))
    let keyRanges = ranges(region.keys) { level($0, middle.velocity, withVelocity: false) }
    let velocityRanges = ranges(region.velocities) {
      level(middle.key, $0, withVelocity: !isPlain)
    }
    if velocityRanges.count > 1 { losses.add("curves of velocity", "steps of at most 1 dB") }
    var regions: [Region] = []
    for keys in keyRanges {
      for velocities in velocityRanges {
        let place = (Self.middle(keys), Self.middle(velocities))
        let level = level(place.0, place.1, withVelocity: !isPlain)
        if !(level > Self.silence) { continue }
        var part = region
        part.keys = keys
        part.velocities = velocities
        // A file may say any number.
        part.generators[.initialAttenuation] -= min(level, 1440)
        apply(to: &part, key: place.0, velocity: place.1)
        regions.append(part)
      }
    }
    return regions
  }

  /// SoundFont has a low-pass of second order and no other filter.
  private func leaveOutFilter(of region: inout Region, _ losses: inout ConversionLosses) {
    switch performance.filter {
    case .lowPass: return
    case .lowPass1Pole: losses.add("filters of 6 dB an octave", "12 dB an octave")
    case .lowPass4Pole: losses.add("filters of 24 dB an octave", "12 dB an octave")
    case .lowPass6Pole: losses.add("filters of 36 dB an octave", "12 dB an octave")
    case .highPass, .highPass1Pole, .bandPass, .bandReject, .highPass4Pole, .highPass6Pole:
      losses.add("filters that are no low-pass", "left out")
      // What the resonance takes off the level is not taken off any more.
      region.generators[.initialAttenuation] += region.generators[.initialFilterResonance] / 2
      for generator in [
        Generator.initialFilterCutoff, .initialFilterResonance, .modulationLFOToFilterCutoff,
        .modulationEnvelopeToFilterCutoff,
      ] {
        region.generators[generator] = generator.defaultValue
      }
    }
  }

  private static func middle(_ range: ClosedRange<UInt8>) -> UInt8 {
    range.lowerBound + (range.upperBound - range.lowerBound) / 2
  }

  /// Ranges over which the level stays within a step.
  private func ranges(
    _ whole: ClosedRange<UInt8>, level: (UInt8) -> Float
  ) -> [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    var first = whole.lowerBound
    var (lowest, highest) = (level(first), level(first))
    for value in whole.dropFirst() {
      let own = level(value)
      if max(highest, own) - min(lowest, own) > Self.stepCentibels {
        ranges.append(first...(value - 1))
        first = value
        (lowest, highest) = (own, own)
      } else {
        (lowest, highest) = (min(lowest, own), max(highest, own))
      }
    }
    return ranges + [first...whole.upperBound]
  }

  /// The level for a key and a velocity, in centibels.
  private func level(_ key: UInt8, _ velocity: UInt8, withVelocity: Bool) -> Float {
    var amplitude: Float = 1
    var gain = performance.gainCentibels
    for modulation in performance.modulations {
      let moved = modulation.amount * Self.value(modulation, key, velocity, controllers)
      if modulation.target == .amplitude { amplitude *= max(moved, 0) }
      if modulation.target == .gain, Self.modulator(for: modulation, controllers) == nil {
        gain += moved
      }
    }
    for fade in performance.crossfades {
      let place =
        switch fade.source {
        case .key: key
        case .velocity: velocity
        case .controller(let number): controllers[Int(number & 127)]
        }
      let share = fade.fraction(at: Float(place))
      amplitude *= fade.isEqualPower ? share.squareRoot() : share
    }
    if withVelocity, tracking != 0 {
      let part = Float(velocity) / 127
      let curve = performance.velocityCurve
      let full = curve.count == 128 ? curve[Int(velocity & 127)] : part * part
      let share = min(max(tracking, -1), 1)
      amplitude *= share > 0 ? 1 - share * (1 - full) : 1 + share * full
    }
    if amplitude <= 1e-6 { return Self.silence }
    // 200·log10(2) centibels are a factor of two.
    return gain + Float(60.205999132796239 * Exponential.log2(Double(amplitude)))
  }

  /// What else is moved, as it stands at rest or as modulators.
  private func apply(to region: inout Region, key: UInt8, velocity: UInt8) {
    for modulation in performance.modulations {
      if let modulator = Self.modulator(for: modulation, controllers) {
        region.modulators.append(modulator)
        continue
      }
      let moved = modulation.amount * Self.value(modulation, key, velocity, controllers)
      let values = region.generators
      switch modulation.target {
      case .generator(let generator): region.generators[generator] = values[generator] + moved
      case .seconds(let generator):
        let now =
          values[generator] <= -12000 ? 0 : Exponential.exp2(Double(values[generator]) / 1200)
        let sum = now + Double(moved)
        region.generators[generator] =
          sum <= 0.001 ? -12000 : Float(1200 * Exponential.log2(sum))
      case .hertz(let generator):
        let now = 8.17579891564371 * Exponential.exp2(Double(values[generator]) / 1200)
        let ratio = max(now + Double(moved), 0.001) / 8.17579891564371
        region.generators[generator] = Float(1200 * Exponential.log2(ratio))
      case .sustain:
        let now = Exponential.exp2(-Double(values[.volumeEnvelopeSustain]) / 60.205999132796239)
        let sum = now + Double(moved)
        region.generators[.volumeEnvelopeSustain] =
          sum <= 1e-5 ? 1440 : max(0, Float(-60.205999132796239 * Exponential.log2(min(sum, 1))))
      case .amplitude, .gain, .velocityTracking, .start, .delay, .envelope, .band: break
      }
    }
    region.generators.clampKeepingLevel()
  }

  private static func value(
    _ modulation: RegionModulation, _ key: UInt8, _ velocity: UInt8, _ controllers: [UInt8]
  ) -> Float {
    let place: UInt8 =
      switch modulation.source {
      case .controller(let number): controllers[Int(number & 127)]
      case .velocity: velocity
      case .key: key
      case .bendUp, .bendDown, .channelPressure, .keyPressure, .random: 0
      }
    guard modulation.curve.count == 128 else { return Float(place) / 127 }
    return modulation.curve[Int(place & 127)]
  }

  /// The modulator that says the same; nil where none does.
  private static func modulator(
    for modulation: RegionModulation, _ controllers: [UInt8]
  ) -> Modulator? {
    let (generator, sign): (Generator, Float)
    switch modulation.target {
    case .generator(let own): (generator, sign) = (own, 1)
    case .gain: (generator, sign) = (.initialAttenuation, -1)
    default: return nil
    }
    guard modulation.curve.isEmpty else { return nil }
    let source: UInt16
    switch modulation.source {
    // One that stands elsewhere at first would move the beginning of every song.
    case .controller(let number) where controllers[Int(number & 127)] == 0:
      source = 0x0080 | UInt16(number)
    case .velocity: source = 2
    case .key: source = 3
    case .keyPressure: source = 10
    case .channelPressure: source = 13
    case .bendUp: source = 0x020E
    default: return nil
    }
    // Seven bits end at 127/128 of the way (§9.5).
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

  private func note(_ losses: inout ConversionLosses) {
    for modulation in performance.modulations
    where Self.modulator(for: modulation, controllers) == nil {
      switch modulation.source {
      case .controller:
        losses.add("controllers along curves or to amplitudes", "as they stand at first")
      case .bendDown: break
      case .random: losses.add("chance", "left out")
      default:
        if modulation.target != .amplitude && modulation.target != .gain {
          losses.add("velocities and keys along curves", "as in the middle of the region")
        }
      }
    }
    let chances = [
      performance.randomDelaySeconds, Float(performance.randomStartFrames),
      performance.randomGainCentibels, performance.randomPitchCents, performance.randomCutoffCents,
    ]
    if chances.contains(where: { $0 != 0 }) { losses.add("chance", "left out") }
    if performance.loopCrossfadeSeconds != 0 { losses.add("crossfades of loops", "left out") }
    if performance.vibrato != RegionLFO() || performance.modulation != RegionLFO() {
      losses.add("oscillators of other shapes", "triangles at once")
    }
    if !performance.envelopes.isEmpty { losses.add("envelopes of points", "left out") }
    if !performance.bands.isEmpty { losses.add("equalizers", "left out") }
    if performance.isPolarityInverted {
      losses.add("recordings turned over", "as they were recorded")
    }
    if performance.delaySeconds != 0 { losses.add("delays of the beginning", "left out") }
  }
}

extension GeneratorValues {
  /// Brings every value into its range but the level, which may be above full here.
  mutating func clampKeepingLevel() {
    let level = self[.initialAttenuation]
    clamp()
    self[.initialAttenuation] = level
  }
}
