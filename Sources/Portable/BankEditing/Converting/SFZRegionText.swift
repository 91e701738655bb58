import PeachInstrumentModel
import PeachMusicUnits

/// A region as a line of SFZ, in the units of the format (Cakewalk, *sfz Format*).
struct SFZRegionText {
  private(set) var opcodes: [(name: String, value: String)] = []

  /// Converts a region whose sample has `frameCount` frames and is stored in `file`. `controllers`
  /// are the initial values.
  init(
    _ region: Region, of sample: Sample, file: String, frameCount: Int, rateCents: Double,
    controllers: [UInt8], curves: inout SFZCurveList, _ losses: inout ConversionLosses
  ) {
    let modulators = SFZModulators(region, controllers: controllers, &losses)
    let region = modulators.region
    add("sample", file)
    add("lokey", "hikey", region.keys)
    if region.velocities != 0...127 { add("lovel", "hivel", region.velocities) }
    addPitch(region.generators, sample, rateCents)
    addFrames(region, sample, frameCount)
    addPanSendsAndFilter(region)
    addEnvelopes(region)
    addLFOs(region)
    addBandsAndFlexEnvelopes(region)
    addConditions(region, &losses)
    addLevel(region, SFZVelocityCurve(region, attenuation: modulators.velocity))
    addModulations(modulators, &curves, &losses)
  }

  /// The line: `<region> sample=a.wav lokey=0 hikey=59`.
  var line: String { "<region> " + opcodes.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }

  mutating func add(_ name: String, _ value: String) { opcodes.append((name, value)) }

  mutating func add(_ name: String, _ value: Int) { add(name, "\(value)") }

  mutating func add(_ low: String, _ high: String, _ range: ClosedRange<some BinaryInteger>) {
    add(low, Int(range.lowerBound))
    add(high, Int(range.upperBound))
  }

  /// Adds a value with up to six decimal places.
  private mutating func add(_ name: String, _ value: Double) {
    // The value is read from a file and may be huge.
    let millionths = value.isFinite ? Int((min(max(value, -1e9), 1e9) * 1e6).rounded()) : 0
    var digits = String(abs(millionths) % 1_000_000)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.utf8.last == 0x30 { digits.removeLast() }
    let sign = millionths < 0 ? "-" : ""
    add(name, "\(sign)\(abs(millionths) / 1_000_000)\(digits.isEmpty ? "" : "." + digits)")
  }

  private mutating func add(_ name: String, _ value: Double, unless defaultValue: Double) {
    if abs(value - defaultValue) > 1e-6 { add(name, value) }
  }

  private mutating func addPitch(_ values: GeneratorValues, _ sample: Sample, _ rateCents: Double) {
    let root = values[.overridingRootKey]
    add("pitch_keycenter", root >= 0 ? Int(root) : Int(sample.rootKey))
    add("transpose", Double(values[.coarseTune]), unless: 0)
    add("tune", Double(values[.fineTune]) + sample.correctionCents + rateCents, unless: 0)
    add("pitch_keytrack", Double(values[.scaleTuning]), unless: 100)
  }

  private mutating func addFrames(_ region: Region, _ sample: Sample, _ frameCount: Int) {
    let offsets = AddressOffsets(region)
    guard let (played, loop) = offsets.frameRange(in: sample, frameCount: frameCount)
    else { return add("end", -1) }
    if played.lowerBound > 0 { add("offset", played.lowerBound) }
    if played.upperBound < frameCount { add("end", played.upperBound - 1) }
    if region.conditions?.isOneShot == true { return add("loop_mode", "one_shot") }
    switch region.looping {
    case .fromRelease:
      add("loop_mode", "one_shot")
      add("trigger", "release")
    case .none: add("loop_mode", "no_loop")
    case .continuous, .untilRelease:
      guard let loop else { return add("loop_mode", "no_loop") }
      add("loop_mode", region.looping == .continuous ? "loop_continuous" : "loop_sustain")
      add("loop_start", loop.lowerBound)
      add("loop_end", loop.upperBound - 1)
    }
  }

  private mutating func addPanSendsAndFilter(_ region: Region) {
    let values = region.generators
    add("pan", Double(values[.pan]) / 5, unless: 0)
    add("effect1", Double(values[.reverbSend]) / 10, unless: 0)
    add("effect2", Double(values[.chorusSend]) / 10, unless: 0)
    if Self.isFiltered(region) {
      add("cutoff", Self.hertz(values[.initialFilterCutoff]))
      add("resonance", Double(values[.initialFilterResonance]) / 10, unless: 0)
      let filter = region.extendedParameters?.filter ?? .lowPass
      if filter != .lowPass { add("fil_type", Self.filterName(filter)) }
    }
  }

  private static func filterName(_ filter: RegionFilter) -> String {
    switch filter {
    case .lowPass: "lpf_2p"
    case .lowPass1Pole: "lpf_1p"
    case .highPass: "hpf_2p"
    case .highPass1Pole: "hpf_1p"
    case .bandPass: "bpf_2p"
    case .bandReject: "brf_2p"
    case .lowPass4Pole: "lpf_4p"
    case .lowPass6Pole: "lpf_6p"
    case .highPass4Pole: "hpf_4p"
    case .highPass6Pole: "hpf_6p"
    }
  }

  private static func isFiltered(_ region: Region) -> Bool {
    let values = region.generators
    if let filter = region.extendedParameters?.filter, filter != .lowPass { return true }
    if values[.initialFilterCutoff] < 13500 || values[.initialFilterResonance] > 0 { return true }
    let modulated: [Generator] = [
      .modulationEnvelopeToFilterCutoff, .modulationLFOToFilterCutoff,
    ]
    if modulated.contains(where: { region.isModulated($0) }) { return true }
    // A modulation by default values has no effect without a filter.
    return region.modulators.contains { modulator in
      modulator.amount != 0
        && (modulator.generator == .initialFilterCutoff
          || modulator.generator == .initialFilterResonance)
    }
      || (region.extendedParameters?.modulations ?? []).contains { modulation in
        modulation.target == .generator(.initialFilterCutoff)
          || modulation.target == .generator(.initialFilterResonance)
      }
  }

  private mutating func addEnvelopes(_ region: Region) {
    let values = region.generators
    func seconds(_ generator: Generator) -> Double { Self.seconds(values[generator]) }
    let level = Double(values[.volumeEnvelopeSustain])
    add("ampeg_delay", seconds(.volumeEnvelopeDelay), unless: 0)
    add("ampeg_attack", seconds(.volumeEnvelopeAttack), unless: 0)
    add("ampeg_hold", seconds(.volumeEnvelopeHold), unless: 0)
    add("ampeg_release", seconds(.volumeEnvelopeRelease))
    let isSustainModulated =
      region.isModulated(.volumeEnvelopeSustain)
      || (region.extendedParameters?.modulations ?? []).contains { $0.target == .sustain }
    if level > 0 || isSustainModulated {
      // SFZ's decay is the time to the sustain level, SoundFont's the time to −100 dB.
      let factor = SFZModulators.decayFactor(.volumeEnvelopeDecay, values)
      add("ampeg_decay", seconds(.volumeEnvelopeDecay) * factor)
      add("ampeg_sustain", 100 * Exponential.exp2(-level / 60.205999132796239))
    }
    for (prefix, depth) in [
      ("fileg", Generator.modulationEnvelopeToFilterCutoff),
      ("pitcheg", .modulationEnvelopeToPitch),
    ] where region.isModulated(depth) {
      let sustain = (1000 - Double(values[.modulationEnvelopeSustain])) / 10
      let factor = SFZModulators.decayFactor(.modulationEnvelopeDecay, values)
      add("\(prefix)_depth", Double(values[depth]))
      add("\(prefix)_delay", seconds(.modulationEnvelopeDelay), unless: 0)
      add("\(prefix)_attack", seconds(.modulationEnvelopeAttack), unless: 0)
      add("\(prefix)_hold", seconds(.modulationEnvelopeHold), unless: 0)
      add("\(prefix)_decay", seconds(.modulationEnvelopeDecay) * factor)
      add("\(prefix)_sustain", sustain)
      add("\(prefix)_release", seconds(.modulationEnvelopeRelease))
    }
  }

  private mutating func addLFOs(_ region: Region) {
    let values = region.generators
    add(lfo: 1, values, frequency: .vibratoLFOFrequency, delay: .vibratoLFODelay)
    add(lfo: 1, region.extendedParameters?.vibrato)
    add("lfo1_pitch", Double(values[.vibratoLFOToPitch]), unless: 0)
    let depths: [(String, Generator, Double)] = [
      ("lfo2_pitch", .modulationLFOToPitch, 1), ("lfo2_volume", .modulationLFOToVolume, 0.1),
      ("lfo2_cutoff", .modulationLFOToFilterCutoff, 1),
    ]
    guard depths.contains(where: { region.isModulated($0.1) }) else { return }
    add(lfo: 2, values, frequency: .modulationLFOFrequency, delay: .modulationLFODelay)
    add(lfo: 2, region.extendedParameters?.modulation)
    for depth in depths { add(depth.0, Double(values[depth.1]) * depth.2, unless: 0) }
  }

  private mutating func add(
    lfo number: Int, _ values: GeneratorValues, frequency: Generator, delay: Generator
  ) {
    add("lfo\(number)_freq", Self.hertz(values[frequency]))
    let timecents = values[delay]
    if timecents > -12000 { add("lfo\(number)_delay", Self.seconds(timecents)) }
  }

  private mutating func add(lfo number: Int, _ shape: RegionLFO?) {
    guard let shape else { return }
    if shape.wave != .triangle { add("lfo\(number)_wave", Int(shape.wave.rawValue)) }
    add("lfo\(number)_phase", Double(shape.phase), unless: 0)
    add("lfo\(number)_fade", Double(shape.fadeSeconds), unless: 0)
  }

  private mutating func addBandsAndFlexEnvelopes(_ region: Region) {
    if region.extendedParameters?.isPolarityInverted == true { add("phase", "invert") }
    for (index, band) in (region.extendedParameters?.bands ?? []).enumerated() {
      let prefix = "eq\(index + 1)_"
      add(prefix + "freq", Double(band.hertz))
      add(prefix + "bw", Double(band.octaves))
      add(prefix + "gain", Double(band.gainCentibels) / 10)
    }
    for (index, envelope) in (region.extendedParameters?.envelopes ?? []).enumerated() {
      let prefix = "eg\(index + 1)_"
      for (number, point) in envelope.points.enumerated() {
        add("\(prefix)time\(number)", Double(point.seconds))
        add("\(prefix)level\(number)", Double(point.level))
        add("\(prefix)shape\(number)", Double(point.shape), unless: 0)
      }
      if let sustain = envelope.sustain { add(prefix + "sustain", Int(sustain)) }
      if envelope.isVolumeEnvelope { add(prefix + "ampeg", 1) }
      if envelope.followsControllers { add(prefix + "dynamic", 1) }
      if let amplitude = envelope.amplitude { add(prefix + "amplitude", 100 * Double(amplitude)) }
      add(prefix + "pitch", Double(envelope.pitchCents), unless: 0)
      add(prefix + "volume", Double(envelope.gainCentibels) / 10, unless: 0)
      add(prefix + "cutoff", Double(envelope.cutoffCents), unless: 0)
      add(prefix + "resonance", Double(envelope.resonanceCentibels) / 10, unless: 0)
      add(prefix + "pan", Double(envelope.pan) / 5, unless: 0)
    }
  }

  static func hertz(_ absoluteCents: Float) -> Double {
    8.17579891564371 * Exponential.exp2(Double(absoluteCents) / 1200)
  }

  /// Returns the time for a value in timecents, whose minimum is 0 seconds.
  static func seconds(_ timecents: Float) -> Double {
    timecents <= -12000 ? 0 : Exponential.exp2(Double(timecents) / 1200)
  }

  private mutating func addLevel(_ region: Region, _ velocity: SFZVelocityCurve) {
    let extendedParameters = region.extendedParameters
    var centibels = -Double(region.generators[.initialAttenuation])
    centibels += Double(extendedParameters?.gainCentibels ?? 0)
    // SoundFont attenuates by half the resonance (§8.1.2), SFZ does not.
    if Self.isFiltered(region) {
      centibels -= Double(region.generators[.initialFilterResonance]) / 2
    }
    add("volume", centibels / 10 + velocity.gainDecibels, unless: 0)
    add("amp_veltrack", velocity.tracking, unless: 100)
    for point in velocity.points { add("amp_velcurve_\(point.velocity)", point.amplitude) }
    guard let extendedParameters else { return }
    for crossfade in extendedParameters.crossfades { add(crossfade) }
    add("loop_crossfade", Double(extendedParameters.loopCrossfadeSeconds), unless: 0)
    add("delay", Double(extendedParameters.delaySeconds), unless: 0)
    add("delay_random", Double(extendedParameters.randomDelaySeconds), unless: 0)
    add("amp_random", Double(extendedParameters.randomGainCentibels) / 10, unless: 0)
    add("pitch_random", Double(extendedParameters.randomPitchCents), unless: 0)
    add("fil_random", Double(extendedParameters.randomCutoffCents), unless: 0)
    add("rt_decay", Double(extendedParameters.releaseDecayCentibels) / 10, unless: 0)
    if extendedParameters.randomStartFrames > 0 {
      add("offset_random", Int(extendedParameters.randomStartFrames))
    }
  }

  private mutating func add(_ crossfade: RegionCrossfade) {
    let source =
      switch crossfade.source {
      case .key: "key"
      case .velocity: "vel"
      case .controller(let number): "cc\(number)"
      }
    let prefix = crossfade.fadesIn ? "xfin" : "xfout"
    add("\(prefix)_lo\(source)", Int(crossfade.low))
    add("\(prefix)_hi\(source)", Int(crossfade.high))
  }
}
