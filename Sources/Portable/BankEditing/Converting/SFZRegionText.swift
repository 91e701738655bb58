import PeachInstrumentModel
import PeachMusicUnits

/// A region as a line of SFZ, in the units of the format (Cakewalk, *sfz Format*).
struct SFZRegionText {
  private(set) var opcodes: [(name: String, value: String)] = []

  /// What is said of a region whose sample is the file `sample`, of `frameCount` frames.
  init(
    _ region: Region, of recording: Sample, file sample: String, frameCount: Int, rateCents: Double,
    curves: inout SFZCurveList, _ losses: inout ConversionLosses
  ) {
    add("sample", sample)
    add("lokey", Int(region.keys.lowerBound))
    add("hikey", Int(region.keys.upperBound))
    if region.velocities != 0...127 {
      add("lovel", Int(region.velocities.lowerBound))
      add("hivel", Int(region.velocities.upperBound))
    }
    addPitch(region.generators, recording, rateCents)
    addFrames(region, recording, frameCount, &losses)
    addSound(region)
    addEnvelopes(region.generators)
    addOscillators(region)
    addPointEnvelopes(region)
    addConditions(region, &losses)
    addLevel(region)
    addModulators(region, &losses)
    addModulations(region, &curves, &losses)
    for generator in [
      Generator.keyToModulationEnvelopeHold, .keyToModulationEnvelopeDecay,
      .keyToVolumeEnvelopeHold, .keyToVolumeEnvelopeDecay,
    ] where region.generators[generator] != 0 {
      losses.add("envelopes that depend on the key", "as at key 60")
    }
  }

  /// The line: `<region> sample=a.wav lokey=0 hikey=59`.
  var line: String {
    "<region> " + opcodes.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  /// Adds an opcode.
  mutating func put(_ name: String, _ value: String) { opcodes.append((name, value)) }

  private mutating func add(_ name: String, _ value: String) { put(name, value) }

  private mutating func add(_ name: String, _ value: Int) { add(name, "\(value)") }

  /// With up to six decimals.
  private mutating func add(_ name: String, _ value: Double) {
    // A file may say any number.
    let millionths = value.isFinite ? Int((min(max(value, -1e9), 1e9) * 1e6).rounded()) : 0
    var digits = String(abs(millionths) % 1_000_000)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.utf8.last == 0x30 { digits.removeLast() }
    let sign = millionths < 0 ? "-" : ""
    add(name, "\(sign)\(abs(millionths) / 1_000_000)\(digits.isEmpty ? "" : "." + digits)")
  }

  private mutating func add(_ name: String, _ value: Double, unless usual: Double) {
    if abs(value - usual) > 1e-6 { add(name, value) }
  }

  private mutating func addPitch(
    _ values: GeneratorValues, _ recording: Sample, _ rateCents: Double
  ) {
    let root = values[.overridingRootKey]
    add("pitch_keycenter", root >= 0 ? Int(root) : Int(recording.rootKey))
    add("transpose", Double(values[.coarseTune]), unless: 0)
    add("tune", Double(values[.fineTune]) + recording.correctionCents + rateCents, unless: 0)
    add("pitch_keytrack", Double(values[.scaleTuning]), unless: 100)
  }

  private mutating func addFrames(
    _ region: Region, _ recording: Sample, _ frameCount: Int, _ losses: inout ConversionLosses
  ) {
    guard let place = AddressOffsets(region).frameRange(in: recording, frameCount: frameCount)
    else {
      return add("end", -1)
    }
    if place.played.lowerBound > 0 { add("offset", place.played.lowerBound) }
    if place.played.upperBound < frameCount { add("end", place.played.upperBound - 1) }
    if region.conditions?.isOneShot == true { return add("loop_mode", "one_shot") }
    switch region.looping {
    case .fromRelease:
      add("loop_mode", "one_shot")
      add("trigger", "release")
    case .none: add("loop_mode", "no_loop")
    case .continuous, .untilRelease:
      guard let loop = place.loop else { return add("loop_mode", "no_loop") }
      add("loop_mode", region.looping == .continuous ? "loop_continuous" : "loop_sustain")
      add("loop_start", loop.lowerBound)
      add("loop_end", loop.upperBound - 1)
    }
  }

  private mutating func addSound(_ region: Region) {
    let values = region.generators
    add("pan", Double(values[.pan]) / 5, unless: 0)
    add("effect1", Double(values[.reverbSend]) / 10, unless: 0)
    add("effect2", Double(values[.chorusSend]) / 10, unless: 0)
    if Self.isFiltered(region) {
      add("cutoff", Self.hertz(values[.initialFilterCutoff]))
      add("resonance", Double(values[.initialFilterResonance]) / 10, unless: 0)
      let filter = region.performance?.filter ?? .lowPass
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
    if let filter = region.performance?.filter, filter != .lowPass { return true }
    return values[.initialFilterCutoff] < 13500 || values[.initialFilterResonance] > 0
      || values[.modulationEnvelopeToFilterCutoff] != 0
      || values[.modulationLFOToFilterCutoff] != 0
  }

  private mutating func addEnvelopes(_ values: GeneratorValues) {
    func seconds(_ generator: Generator) -> Double {
      values[generator] <= -12000 ? 0 : Exponential.exp2(Double(values[generator]) / 1200)
    }
    let level = Double(values[.volumeEnvelopeSustain])
    add("ampeg_delay", seconds(.volumeEnvelopeDelay), unless: 0)
    add("ampeg_attack", seconds(.volumeEnvelopeAttack), unless: 0)
    add("ampeg_hold", seconds(.volumeEnvelopeHold), unless: 0)
    add("ampeg_release", seconds(.volumeEnvelopeRelease))
    if level > 0 {
      // A decay is the time to its sustained level, here that to −100 dB.
      add("ampeg_decay", seconds(.volumeEnvelopeDecay) * min(level / 1000, 1))
      add("ampeg_sustain", 100 * Exponential.exp2(-level / 60.205999132796239))
    }
    for (word, depth) in [
      ("fileg", Generator.modulationEnvelopeToFilterCutoff),
      ("pitcheg", .modulationEnvelopeToPitch),
    ] where values[depth] != 0 {
      let sustain = (1000 - Double(values[.modulationEnvelopeSustain])) / 10
      add("\(word)_depth", Double(values[depth]))
      add("\(word)_delay", seconds(.modulationEnvelopeDelay), unless: 0)
      add("\(word)_attack", seconds(.modulationEnvelopeAttack), unless: 0)
      add("\(word)_hold", seconds(.modulationEnvelopeHold), unless: 0)
      add("\(word)_decay", seconds(.modulationEnvelopeDecay) * max(1 - sustain / 100, 0.001))
      add("\(word)_sustain", sustain)
      add("\(word)_release", seconds(.modulationEnvelopeRelease))
    }
  }

  private mutating func addOscillators(_ region: Region) {
    let values = region.generators
    add(oscillator: 1, values, frequency: .vibratoLFOFrequency, delay: .vibratoLFODelay)
    add(oscillator: 1, region.performance?.vibrato)
    add("lfo1_pitch", Double(values[.vibratoLFOToPitch]), unless: 0)
    let depths: [(String, Generator, Double)] = [
      ("lfo2_pitch", .modulationLFOToPitch, 1), ("lfo2_volume", .modulationLFOToVolume, 0.1),
      ("lfo2_cutoff", .modulationLFOToFilterCutoff, 1),
    ]
    guard depths.contains(where: { values[$0.1] != 0 }) else { return }
    add(oscillator: 2, values, frequency: .modulationLFOFrequency, delay: .modulationLFODelay)
    add(oscillator: 2, region.performance?.modulation)
    for (name, generator, scale) in depths {
      add(name, Double(values[generator]) * scale, unless: 0)
    }
  }

  private mutating func add(
    oscillator number: Int, _ values: GeneratorValues, frequency: Generator, delay: Generator
  ) {
    add("lfo\(number)_freq", Self.hertz(values[frequency]))
    let timecents = Double(values[delay])
    if timecents > -12000 { add("lfo\(number)_delay", Exponential.exp2(timecents / 1200)) }
  }

  private mutating func add(oscillator number: Int, _ shape: RegionLFO?) {
    guard let shape else { return }
    if shape.wave != .triangle { add("lfo\(number)_wave", Int(shape.wave.rawValue)) }
    add("lfo\(number)_phase", Double(shape.phase), unless: 0)
    add("lfo\(number)_fade", Double(shape.fadeSeconds), unless: 0)
  }

  private mutating func addPointEnvelopes(_ region: Region) {
    if region.performance?.isPolarityInverted == true { add("phase", "invert") }
    for (index, band) in (region.performance?.bands ?? []).enumerated() {
      let word = "eq\(index + 1)_"
      add(word + "freq", Double(band.hertz))
      add(word + "bw", Double(band.octaves))
      add(word + "gain", Double(band.gainCentibels) / 10)
    }
    for (index, envelope) in (region.performance?.envelopes ?? []).enumerated() {
      let word = "eg\(index + 1)_"
      for (number, point) in envelope.points.enumerated() {
        add("\(word)time\(number)", Double(point.seconds))
        add("\(word)level\(number)", Double(point.level))
        add("\(word)shape\(number)", Double(point.shape), unless: 0)
      }
      if let sustain = envelope.sustain { add(word + "sustain", Int(sustain)) }
      if envelope.isVolumeEnvelope { add(word + "ampeg", 1) }
      if envelope.followsControllers { add(word + "dynamic", 1) }
      if let amplitude = envelope.amplitude { add(word + "amplitude", 100 * Double(amplitude)) }
      add(word + "pitch", Double(envelope.pitchCents), unless: 0)
      add(word + "volume", Double(envelope.gainCentibels) / 10, unless: 0)
      add(word + "cutoff", Double(envelope.cutoffCents), unless: 0)
      add(word + "resonance", Double(envelope.resonanceCentibels) / 10, unless: 0)
      add(word + "pan", Double(envelope.pan) / 5, unless: 0)
    }
  }

  private static func hertz(_ absoluteCents: Float) -> Double {
    8.17579891564371 * Exponential.exp2(Double(absoluteCents) / 1200)
  }

  private mutating func addLevel(_ region: Region) {
    var centibels = -Double(region.generators[.initialAttenuation])
    let performance = region.performance
    centibels += Double(performance?.gainCentibels ?? 0)
    // SoundFont takes half the resonance off the level (§8.1.2), SFZ does not.
    if Self.isFiltered(region) {
      centibels -= Double(region.generators[.initialFilterResonance]) / 2
    }
    add("volume", centibels / 10, unless: 0)
    guard let performance else { return }
    add("amp_veltrack", Double(performance.velocityTracking) * 100, unless: 100)
    if performance.velocityCurve.count == 128 {
      for velocity in stride(from: 0, through: 126, by: 7) {
        add("amp_velcurve_\(velocity)", Double(performance.velocityCurve[velocity]))
      }
      add("amp_velcurve_127", Double(performance.velocityCurve[127]))
    }
    for fade in performance.crossfades { add(fade) }
    add("loop_crossfade", Double(performance.loopCrossfadeSeconds), unless: 0)
    add("delay", Double(performance.delaySeconds), unless: 0)
    add("delay_random", Double(performance.randomDelaySeconds), unless: 0)
    add("amp_random", Double(performance.randomGainCentibels) / 10, unless: 0)
    add("pitch_random", Double(performance.randomPitchCents), unless: 0)
    add("fil_random", Double(performance.randomCutoffCents), unless: 0)
    add("rt_decay", Double(performance.releaseDecayCentibels) / 10, unless: 0)
    if performance.randomStartFrames > 0 {
      add("offset_random", Int(performance.randomStartFrames))
    }
  }

  private mutating func add(_ fade: RegionCrossfade) {
    let word =
      switch fade.source {
      case .key: "key"
      case .velocity: "vel"
      case .controller(let number): "cc\(number)"
      }
    let start = fade.fadesIn ? "xfin" : "xfout"
    add("\(start)_lo\(word)", Int(fade.low))
    add("\(start)_hi\(word)", Int(fade.high))
  }
}
