import PeachInstrumentModel

/// Makes the model's regions of an SFZ file's: one, or two for a stereo sample.
struct SFZRegionBuilder {
  private(set) var collection: SampleCollection
  private let curves: SFZCurves
  private let constants: [Int: Float]
  private var warnings = WarningList()
  private var filters: Set<String> = []
  private var isTold = (
    oscillators: false, points: false, keyTracking: false, beyond: false
  )

  init(_ curves: SFZCurves, constants: [Int: Float], folders: SampleFolders?) {
    self.curves = curves
    self.constants = constants
    collection = SampleCollection(folders)
  }

  /// Takes a sample that the file holds.
  mutating func embed(_ embedded: SFZInterpreter.Embedded) {
    collection.embed(
      ByteStorage(copying: embedded.bytes), as: embedded.name, warnings: &warnings)
  }

  /// What was wrong, one sentence each.
  var complaints: [String] { warnings.all }

  /// The regions of one; none where it answers nothing, or has no sample.
  mutating func regions(_ settings: SFZSettings) -> [Region] {
    var settings = settings
    if settings.highestKey < 0 && !settings.conditions.starts.isEmpty {
      settings.conditions.trigger = .movement
      (settings.lowestKey, settings.highestKey) = (0, 127)
    }
    guard settings.highestKey >= max(settings.lowestKey, 0), settings.lowestKey <= 127,
      settings.lowestVelocity <= settings.highestVelocity, settings.highestVelocity >= 0,
      settings.lowestVelocity <= 127, !settings.sample.isEmpty
    else { return [] }
    let sample = place(settings)
    var region = Region(
      keys: UInt8(max(settings.lowestKey, 0))...UInt8(min(settings.highestKey, 127)),
      velocities: UInt8(
        clamping: max(settings.lowestVelocity, 0))...UInt8(
          clamping: min(settings.highestVelocity, 127)), sample: sample.indices[0])
    region.generators = generators(settings, sample)
    region.modulators = Self.modulators(settings)
    region.conditions = conditions(settings)
    let envelopes = pointEnvelopes(settings)
    let performance = performance(settings, envelopes)
    guard sample.indices.count == 2 else {
      region.generators[.pan] = 5 * min(max(settings.pan + settings.position, -100), 100)
      region.performance = performance
      return [region]
    }
    return sample.indices.enumerated().map { channel, index in
      var side = region
      side.sample = index
      side.generators[.pan] = (channel == 0 ? -5 : 5) * settings.width
      side.performance = performance
      side.performance?.gainCentibels += Self.balance(settings, isRight: channel == 1)
      for (place, width) in envelopes.widths.enumerated() {
        side.performance?.envelopes[place].pan += (channel == 0 ? -5 : 5) * width
      }
      if let modulations = side.performance?.modulations {
        side.performance?.modulations =
          modulations + widthModulations(settings, envelopes, isRight: channel == 1)
      }
      return side
    }
  }

  /// The samples, and what of the recording is left out before they begin.
  private mutating func place(
    _ settings: SFZSettings
  ) -> (indices: [Int], startOffsetFrames: Int, isMade: Bool) {
    let isSilent = settings.end.map { $0 < 0 } ?? false
    let name = isSilent ? "*silence" : settings.sample
    let isMade = name.utf8.first == 0x2A
    if isMade, let file = SFZWaveform.file(name) {
      collection.embed(ByteStorage(copying: file), as: name, warnings: &warnings)
    }
    guard let file = collection.file(named: name, warnings: &warnings) else {
      return ([collection.missingSample(named: name)], 0, isMade)
    }
    let about = collection.information[file]
    let count = about.frameCount ?? Int(Int32.max)
    if isMade {
      let index = collection.samples(
        ofFile: file, rootKey: UInt8(SFZWaveform.key), correctionCents: 0, loop: 0..<count)[0]
      let rate = FilePath.folded(name) == "*noise" ? 44_100 : SFZWaveform.sampleRate
      collection.setRate(ofSampleAt: index, to: rate)
      return ([index], 0, true)
    }
    let end = min(settings.end.map { $0 + 1 } ?? count, count)
    let loop = loop(settings, about, end: end)
    let offset = min(settings.offset, max(end - 1, 0))
    let start = min(offset, loop?.lowerBound ?? offset)
    let isWhole = start == 0 && end == count
    let indices = collection.samples(
      ofFile: file, frames: isWhole ? 0..<Int.max : start..<max(end, start + 1),
      correctionCents: 0, loop: .some(loop))
    return (indices, offset - start, false)
  }

  /// The loop in the file's own frames, where the region has one.
  private func loop(
    _ settings: SFZSettings, _ about: AudioFileInformation, end: Int
  ) -> Range<Int>? {
    guard
      mode(settings, about.note.loop) == .continuous
        || mode(settings, about.note.loop) == .sustain
    else { return nil }
    let start = settings.loopStart ?? about.note.loop?.lowerBound ?? 0
    let last = settings.loopEnd.map { $0 + 1 } ?? about.note.loop?.upperBound ?? end
    let range = start..<max(start, min(last, end))
    return range.isEmpty ? nil : range
  }

  /// A recording with a loop of its own is looped where nothing is said.
  private func mode(_ settings: SFZSettings, _ own: Range<Int>?) -> SFZSettings.LoopMode {
    switch settings.conditions.trigger {
    case .release, .releaseKey, .movement: return .oneShot
    case .attack, .first, .legato: break
    }
    return settings.loopMode ?? (own == nil ? .none : .continuous)
  }

  private mutating func generators(
    _ settings: SFZSettings, _ sample: (indices: [Int], startOffsetFrames: Int, isMade: Bool)
  ) -> GeneratorValues {
    var values = GeneratorValues()
    let own = collection.samples[sample.indices[0]]
    values[.startAddressOffset] = Float(sample.startOffsetFrames % 32768)
    values[.startAddressCoarseOffset] = Float(sample.startOffsetFrames / 32768)
    values[.sampleModes] = Float(looping(settings, own.loop, isMade: sample.isMade).rawValue)
    tune(&values, settings, own, isMade: sample.isMade)
    if let cutoff = settings.cutoff, let filter = filter(settings) {
      values[.initialFilterCutoff] = SFZUnitConversion.absoluteCents(cutoff)
      if !filter.isOnePole { values[.initialFilterResonance] = 10 * settings.resonance }
    }
    setEnvelopes(&values, settings)
    setOscillators(&values, settings)
    values[.reverbSend] = 10 * settings.reverb
    values[.chorusSend] = 10 * settings.chorus
    return values
  }

  private func looping(
    _ settings: SFZSettings, _ loop: Range<Int>?, isMade: Bool
  ) -> SampleLooping {
    if loop == nil { return .none }
    switch mode(settings, loop) {
    case .sustain: return .untilRelease
    case .continuous: return .continuous
    // A wave that is made has no end but its envelope's.
    case .oneShot: return isMade && settings.amplifierEnvelope.sustain == 0 ? .continuous : .none
    case .none: return isMade ? .continuous : .none
    }
  }

  private mutating func tune(
    _ values: inout GeneratorValues, _ settings: SFZSettings, _ sample: Sample, isMade: Bool
  ) {
    let center = settings.keyCenter ?? Int(sample.rootKey)
    values[.overridingRootKey] = Float(min(max(center, 0), 127))
    // A wave that is made has the pitch of each key, whatever the centre.
    var cents = 100 * settings.transpose + settings.tune
    if isMade { cents += Float(100 * (center - SFZWaveform.key)) }
    let semitones = Float(Int(cents * (1.0 / 100)))
    values[.coarseTune] = semitones
    values[.fineTune] = cents - 100 * semitones
    values[.scaleTuning] = max(settings.keyTracking, 0)
    if settings.keyTracking < 0 && !isTold.keyTracking {
      isTold.keyTracking = true
      warnings.add(.key, "A pitch_keytrack below 0 is taken for 0.")
    }
  }

  /// What the region's filter does; nil where it has none, or one that is not done.
  private mutating func filter(_ settings: SFZSettings) -> RegionFilter? {
    if settings.cutoff == nil { return nil }
    switch settings.filter {
    case "lpf_2p", "lpf_2p_sv": return .lowPass
    case "lpf_1p": return .lowPass1Pole
    case "hpf_2p", "hpf_2p_sv": return .highPass
    case "hpf_1p": return .highPass1Pole
    case "bpf_2p", "bpf_2p_sv": return .bandPass
    case "brf_2p", "brf_2p_sv": return .bandReject
    case "lpf_4p": return .lowPass4Pole
    case "lpf_6p": return .lowPass6Pole
    case "hpf_4p": return .highPass4Pole
    case "hpf_6p": return .highPass6Pole
    case let type:
      if filters.insert(type).inserted && filters.count < 32 {
        warnings.add(.range, "The filter \(type) is not done; its regions are not filtered.")
      }
      return nil
    }
  }

  private mutating func setEnvelopes(_ values: inout GeneratorValues, _ settings: SFZSettings) {
    SFZUnitConversion.set(settings.amplifierEnvelope, from: .volumeEnvelopeDelay, &values)
    values[.volumeEnvelopeSustain] = SFZUnitConversion.sustainCentibels(
      settings.amplifierEnvelope.sustain)
    values[.volumeEnvelopeDecay] = SFZUnitConversion.timecents(
      settings.amplifierEnvelope.decay
        * SFZUnitConversion.decayFactor(settings.amplifierEnvelope.sustain))
    let envelope = settings.uses(.filter) ? settings.filterEnvelope : settings.pitchEnvelope
    SFZUnitConversion.set(envelope, from: .modulationEnvelopeDelay, &values)
    values[.modulationEnvelopeSustain] = 1000 - 10 * envelope.sustain
    let fall = max(1 - envelope.sustain / 100, 0.001)
    values[.modulationEnvelopeDecay] = SFZUnitConversion.timecents(envelope.decay / fall)
    // Where there are two, the pitch has one of points.
    if !settings.hasTwoEnvelopes {
      values[.modulationEnvelopeToPitch] = settings.pitchEnvelope.depth
    }
    values[.modulationEnvelopeToFilterCutoff] = settings.filterEnvelope.depth
  }

  private mutating func setOscillators(_ values: inout GeneratorValues, _ settings: SFZSettings) {
    let places = SFZLFOs(settings)
    if places.isCrowded && !isTold.oscillators {
      isTold.oscillators = true
      warnings.add(.modulators, "A region has more oscillators than two; the first are taken.")
    }
    if let vibrato = places.vibrato {
      values[.vibratoLFODelay] = SFZUnitConversion.timecents(vibrato.delay)
      values[.vibratoLFOFrequency] = SFZUnitConversion.absoluteCents(vibrato.frequency)
      values[.vibratoLFOToPitch] = vibrato.pitch
    }
    if let other = places.other {
      values[.modulationLFODelay] = SFZUnitConversion.timecents(other.delay)
      values[.modulationLFOFrequency] = SFZUnitConversion.absoluteCents(other.frequency)
      values[.modulationLFOToPitch] = other.pitch
      values[.modulationLFOToVolume] = 10 * other.volume
      values[.modulationLFOToFilterCutoff] = other.cutoff
    }
  }

  private func conditions(_ settings: SFZSettings) -> RegionConditions {
    var conditions = settings.conditions
    if settings.hasKeyswitch {
      var keyswitch = settings.keyswitch
      // Without a range the keys that decide are those that are named.
      if !settings.hasKeyswitchRange, let last = keyswitch.last { keyswitch.keys = last }
      conditions.keyswitch = keyswitch
    }
    conditions.ending =
      settings.endsByRelease
      ? .release : .fade(seconds: settings.endingSeconds, shape: settings.endingShape)
    conditions.playsThrough = settings.loopMode == .oneShot
    return conditions
  }

  private mutating func pointEnvelopes(_ settings: SFZSettings) -> SFZFlexEnvelopes {
    let envelopes = SFZFlexEnvelopes(settings)
    if envelopes.isCrowded && !isTold.points {
      isTold.points = true
      warnings.add(
        .modulators, "A region has more envelopes or points than fit; the first are taken.")
    }
    return envelopes
  }

  private mutating func performance(
    _ settings: SFZSettings, _ envelopes: SFZFlexEnvelopes
  ) -> ExtendedParameters {
    var performance = ExtendedParameters()
    let filter = filter(settings)
    performance.filter = filter ?? .lowPass
    performance.gainCentibels = SFZUnitConversion.gain(
      settings, isFiltered: filter?.isOnePole == false)
    performance.velocityTracking = settings.velocityTracking / 100
    if !settings.velocityCurve.isEmpty {
      var points = settings.velocityCurve
      if points[0] == nil { points[0] = 0 }
      if points[127] == nil { points[127] = 1 }
      performance.velocityCurve = SFZCurves.line(through: points)
    }
    performance.crossfades = settings.crossfades.map {
      RegionCrossfade(
        source: $0.source, fadesIn: $0.fadesIn, low: UInt8(clamping: min(max($0.low, 0), 127)),
        high: UInt8(clamping: min(max($0.high, 0), 127)),
        isEqualPower: settings.isEqualPower(over: $0.source))
    }
    let places = SFZLFOs(settings)
    if let own = places.vibrato { performance.vibrato = own.shape }
    if let own = places.other { performance.modulation = own.shape }
    performance.envelopes = envelopes.envelopes
    performance.bands = SFZBands(settings).bands
    performance.isPolarityInverted = settings.isPolarityInverted
    performance.loopCrossfadeSeconds = settings.loopCrossfade
    performance.delaySeconds = settings.delay
    performance.randomDelaySeconds = settings.randomDelay
    performance.randomStartFrames = Int32(clamping: settings.randomOffset)
    performance.randomGainCentibels = 10 * settings.randomVolume
    performance.randomPitchCents = settings.randomPitch
    performance.randomCutoffCents = settings.randomCutoff
    performance.releaseDecayCentibels = 10 * settings.releaseDecay
    performance.modulations =
      SFZModulations.own(settings, envelopes) + controllerModulations(settings, envelopes)
    return performance
  }

  private mutating func controllerModulations(
    _ settings: SFZSettings, _ envelopes: SFZFlexEnvelopes
  ) -> [RegionModulation] {
    var all: [RegionModulation] = []
    let places = SFZLFOs(settings)
    for modulation in settings.modulations {
      guard let amount = modulation.amount, amount != 0 || modulation.target == .amplitude else {
        continue
      }
      guard let source = SFZModulations.source(modulation.controller) else {
        noteBeyond(modulation.controller)
        continue
      }
      for (target, scale) in SFZModulations.targets(
        modulation.target, settings, places, envelopes)
      {
        all.append(
          RegionModulation(
            source: source, target: target, amount: amount * scale,
            curve: modulation.curve.map { curves.curve($0) } ?? []))
      }
    }
    return all
  }

  private mutating func noteBeyond(_ controller: Int) {
    if isTold.beyond { return }
    isTold.beyond = true
    warnings.add(
      .modulators, "Controller \(controller) is none of MIDI's and moves nothing.")
  }

  /// Controllers that move the width move both sides.
  private func widthModulations(
    _ settings: SFZSettings, _ envelopes: SFZFlexEnvelopes, isRight: Bool
  ) -> [RegionModulation] {
    settings.modulations.compactMap { modulation in
      guard let amount = modulation.amount,
        let source = SFZModulations.source(modulation.controller)
      else { return nil }
      var target = RegionModulation.Target.generator(.pan)
      if case .pointEnvelope(let number, .width) = modulation.target {
        guard let index = envelopes.index(number) else { return nil }
        target = .envelope(index, .pan)
      } else if modulation.target != .width {
        return nil
      }
      return RegionModulation(
        source: source, target: target, amount: (isRight ? 5 : -5) * amount,
        curve: modulation.curve.map { curves.curve($0) } ?? [])
    }
  }

  /// What the balance takes from a side of a stereo sample, or gives it: constant power, nothing in
  /// the middle.
  private static func balance(_ settings: SFZSettings, isRight: Bool) -> Float {
    let place = min(max(settings.pan + settings.position, -100), 100) / 200 + 0.5
    return SFZUnitConversion.balanceCentibels(isRight ? place : 1 - place)
  }

  /// SoundFont's default modulators, but for those whose part the region plays itself.
  private static func modulators(_ settings: SFZSettings) -> [Modulator] {
    let moved = Set(settings.modulations.filter { $0.amount != nil }.map { $0.controller })
    let bends = settings.bendUp != nil || settings.bendDown != nil
    return DefaultModulators().modulators.filter { modulator in
      switch modulator.source {
      case 0x0587: !moved.contains(7)
      case 0x028A: !moved.contains(10)
      case 0x058B: !moved.contains(11)
      case 0x00DB, 0x00DD: true
      case 0x020E: !bends
      default: false
      }
    }
  }
}
