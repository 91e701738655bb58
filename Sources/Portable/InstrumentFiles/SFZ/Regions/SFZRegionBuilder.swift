import PeachInstrumentModel
import PeachMusicUnits

/// Translates an SFZ file's regions to the model: one each, or two for a stereo sample.
struct SFZRegionBuilder {
  private(set) var collection: SampleCollection
  private let curves: SFZCurves
  private var warningList = WarningList()
  /// The keys of the warnings that are reported once.
  private var reported: Set<String> = []
  private typealias SampleSelection = (indices: [Int], startOffsetFrames: Int, isGenerated: Bool)

  init(_ curves: SFZCurves, folders: SampleFolders?) {
    self.curves = curves
    collection = SampleCollection(folders?.withoutStandardFolders)
  }

  mutating func embed(_ file: [UInt8], as name: String) {
    collection.embed(ByteStorage(copying: file), as: name, warnings: &warningList)
  }

  var warnings: [String] { warningList.all }

  private mutating func warnOnce(
    _ key: String, _ kind: WarningList.Kind, _ message: @autoclosure () -> String
  ) { if reported.insert(key).inserted { warningList.add(kind, message()) } }

  /// Returns a region's regions in the model; none if it has no keys, velocities or sample.
  mutating func regions(_ settings: SFZSettings) -> [Region] {
    var settings = settings
    if settings.highestKey < 0 && !settings.conditions.starts.isEmpty {
      settings.conditions.trigger = .movement
      (settings.lowestKey, settings.highestKey) = (0, 127)
    }
    guard let keys = Self.range(settings.lowestKey, settings.highestKey),
      let velocities = Self.range(settings.lowestVelocity, settings.highestVelocity),
      !settings.sample.isEmpty
    else { return [] }
    let sample = selectSample(settings)
    var region = Region(
      keys: keys, velocities: velocities, sample: sample.indices[0],
      generators: generators(settings, sample), modulators: Self.modulators(settings),
      conditions: conditions(settings))
    let envelopes = SFZFlexEnvelopes(settings)
    if envelopes.exceedsLimit {
      warnOnce(
        "eg", .modulators, "A region has too many envelopes or points; the others are ignored.")
    }
    let extendedParameters = extendedParameters(settings, envelopes)
    let pan = min(max(settings.pan + settings.position, -100), 100)
    guard sample.indices.count == 2 else {
      region.generators[.pan] = 5 * pan
      region.extendedParameters = extendedParameters
      return [region]
    }
    return sample.indices.enumerated().map { channel, index in
      let isRight = channel == 1
      let panPerWidth: Float = isRight ? 5 : -5
      var extendedParameters = extendedParameters
      // Constant power, 0 dB in the center.
      let balance = pan / 200 + 0.5
      extendedParameters.gainCentibels += SFZUnitConversion.balanceCentibels(
        isRight ? balance : 1 - balance)
      for (envelope, width) in envelopes.widths.enumerated() {
        extendedParameters.envelopes[envelope].pan += panPerWidth * width
      }
      extendedParameters.modulations += widthModulations(
        settings, envelopes, panPerWidth: panPerWidth)
      var channelRegion = region
      channelRegion.sample = index
      channelRegion.generators[.pan] = panPerWidth * settings.width
      channelRegion.extendedParameters = extendedParameters
      return channelRegion
    }
  }

  /// Returns the MIDI keys or velocities of a range; `nil` if there are none.
  private static func range(_ lowest: Int, _ highest: Int) -> ClosedRange<UInt8>? {
    let (low, high) = (max(lowest, 0), min(highest, 127))
    return low <= high ? UInt8(low)...UInt8(high) : nil
  }

  /// Adds the region's sample to the collection: one for each channel.
  private mutating func selectSample(_ settings: SFZSettings) -> SampleSelection {
    let isSilent = settings.end.map { $0 < 0 } ?? false
    let name = isSilent ? "*silence" : settings.sample
    let isGenerated = name.utf8.first == 0x2A
    if isGenerated, !collection.knows(name), let file = SFZWaveform.file(name) {
      embed(file, as: name)
    }
    guard let file = collection.file(named: name, warnings: &warningList) else {
      return ([collection.missingSample(named: name)], 0, isGenerated)
    }
    let information = collection.information[file]
    let count = information.frameCount ?? Int(Int32.max)
    if isGenerated {
      let index = collection.samples(
        ofFile: file, rootKey: UInt8(SFZWaveform.key), correctionCents: 0, loop: 0..<count)[0]
      let rate = FilePath.folded(name) == "*noise" ? 44_100 : SFZWaveform.sampleRate
      collection.setRate(ofSampleAt: index, to: rate)
      return ([index], 0, true)
    }
    let end = min(settings.end.map { $0 + 1 } ?? count, count)
    let loop = loop(settings, information, end: end)
    let offset = min(settings.offset, max(end - 1, 0))
    let start = min(offset, loop?.lowerBound ?? offset)
    let isWhole = start == 0 && end == count
    let indices = collection.samples(
      ofFile: file, frames: isWhole ? 0..<Int.max : start..<max(end, start + 1),
      correctionCents: 0, loop: .some(loop))
    return (indices, offset - start, false)
  }

  /// Returns the loop in frames of the file; `nil` if the region does not loop.
  private func loop(
    _ settings: SFZSettings, _ information: AudioFileInformation, end: Int
  ) -> Range<Int>? {
    let fileLoop = information.note.loop
    let mode = mode(settings, fileLoop)
    guard mode == .continuous || mode == .sustain else { return nil }
    let start = settings.loopStart ?? fileLoop?.lowerBound ?? 0
    let loopEnd = min(settings.loopEnd.map { $0 + 1 } ?? fileLoop?.upperBound ?? end, end)
    return start < loopEnd ? start..<loopEnd : nil
  }

  /// Returns the loop mode; by default a sample with a loop is looped.
  private func mode(_ settings: SFZSettings, _ loop: Range<Int>?) -> SFZSettings.LoopMode {
    switch settings.conditions.trigger {
    case .release, .releaseKey, .movement: return .oneShot
    case .attack, .first, .legato: break
    }
    return settings.loopMode ?? (loop == nil ? .none : .continuous)
  }

  private mutating func generators(
    _ settings: SFZSettings, _ selection: SampleSelection
  ) -> GeneratorValues {
    var values = GeneratorValues()
    let sample = collection.samples[selection.indices[0]]
    values[.startAddressOffset] = Float(selection.startOffsetFrames % 32768)
    values[.startAddressCoarseOffset] = Float(selection.startOffsetFrames / 32768)
    let looping = looping(settings, sample.loop, isGenerated: selection.isGenerated)
    values[.sampleModes] = Float(looping.rawValue)
    tune(&values, settings, sample, isGenerated: selection.isGenerated)
    if let cutoff = settings.cutoff, let filter = filter(settings) {
      values[.initialFilterCutoff] = SFZUnitConversion.absoluteCents(cutoff)
      if !filter.isOnePole { values[.initialFilterResonance] = 10 * settings.resonance }
    }
    setEnvelopes(&values, settings)
    setLFOs(&values, settings)
    values[.reverbSend] = 10 * settings.reverb
    values[.chorusSend] = 10 * settings.chorus
    return values
  }

  private func looping(
    _ settings: SFZSettings, _ loop: Range<Int>?, isGenerated: Bool
  ) -> SampleLooping {
    if loop == nil { return .none }
    switch mode(settings, loop) {
    case .sustain: return .untilRelease
    case .continuous: return .continuous
    // Generated waveforms end with their envelope only.
    case .oneShot:
      return isGenerated && settings[.amplifier].stages[.sustain] == 0 ? .continuous : .none
    case .none: return isGenerated ? .continuous : .none
    }
  }

  private mutating func tune(
    _ values: inout GeneratorValues, _ settings: SFZSettings, _ sample: Sample, isGenerated: Bool
  ) {
    let center = settings.keyCenter ?? Int(sample.rootKey)
    values[.overridingRootKey] = Float(min(max(center, 0), 127))
    // Generated waveforms sound at the key's pitch, regardless of the root key.
    var cents = 100 * settings.transpose + settings.tune
    if isGenerated { cents += Float(100 * (center - SFZWaveform.key)) }
    let semitones = Float(Int(cents * (1.0 / 100)))
    values[.coarseTune] = semitones
    values[.fineTune] = cents - 100 * semitones
    values[.scaleTuning] = max(settings.keyTracking, 0)
    if settings.keyTracking < 0 {
      warnOnce("pitch_keytrack", .key, "Replaced a negative pitch_keytrack by 0.")
    }
  }

  /// Returns the filter's response; `nil` if the region has no filter, or an unsupported one.
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
      let type = String(shortening: type)
      warnOnce("fil_type=" + type, .range, "Ignored filters of the unsupported type \(type).")
      return nil
    }
  }

  private func setEnvelopes(_ values: inout GeneratorValues, _ settings: SFZSettings) {
    let volume = settings[.amplifier].stages
    let modulation = settings[settings.uses(.filter) ? .filter : .pitch].stages
    for stage in [SFZTarget.Stage.delay, .attack, .hold, .release] {
      for (isVolume, stages) in [(true, volume), (false, modulation)] {
        values[SFZUnitConversion.generator(stage, isVolume: isVolume)] =
          SFZUnitConversion.timecents(stages[stage])
      }
    }
    values[.volumeEnvelopeSustain] = SFZUnitConversion.sustainCentibels(volume[.sustain])
    values[.volumeEnvelopeDecay] = SFZUnitConversion.timecents(
      volume[.decay] * SFZUnitConversion.decayFactor(volume[.sustain]))
    values[.modulationEnvelopeSustain] = 1000 - 10 * modulation[.sustain]
    let decayDepth = max(1 - modulation[.sustain] / 100, 0.001)
    values[.modulationEnvelopeDecay] = SFZUnitConversion.timecents(modulation[.decay] / decayDepth)
    // If the envelopes differ, the pitch has a flex envelope.
    if !settings.hasTwoEnvelopes { values[.modulationEnvelopeToPitch] = settings[.pitch].depth }
    values[.modulationEnvelopeToFilterCutoff] = settings[.filter].depth
  }

  private mutating func setLFOs(_ values: inout GeneratorValues, _ settings: SFZSettings) {
    let lfos = SFZLFOs(settings)
    if lfos.exceedsLimit {
      warnOnce("lfo", .modulators, "A region has more than two LFOs; the others are ignored.")
    }
    if let vibrato = lfos.vibrato {
      values[.vibratoLFODelay] = SFZUnitConversion.timecents(vibrato.delay)
      values[.vibratoLFOFrequency] = SFZUnitConversion.absoluteCents(vibrato.frequency)
      values[.vibratoLFOToPitch] = vibrato.pitch
    }
    if let modulation = lfos.modulation {
      values[.modulationLFODelay] = SFZUnitConversion.timecents(modulation.delay)
      values[.modulationLFOFrequency] = SFZUnitConversion.absoluteCents(modulation.frequency)
      values[.modulationLFOToPitch] = modulation.pitch
      values[.modulationLFOToVolume] = 10 * modulation.volume
      values[.modulationLFOToFilterCutoff] = modulation.cutoff
    }
  }

  private func conditions(_ settings: SFZSettings) -> RegionConditions {
    var conditions = settings.conditions
    if settings.hasKeyswitch {
      var keyswitch = settings.keyswitch
      // Without a range only the keys of `sw_last` are key switches.
      if !settings.hasKeyswitchRange, let last = keyswitch.last { keyswitch.keys = last }
      conditions.keyswitch = keyswitch
    }
    conditions.ending =
      settings.endsByRelease
      ? .release : .fade(seconds: settings.endingSeconds, shape: settings.endingShape)
    conditions.isOneShot = settings.loopMode == .oneShot
    return conditions
  }

  private mutating func extendedParameters(
    _ settings: SFZSettings, _ envelopes: SFZFlexEnvelopes
  ) -> ExtendedParameters {
    var extendedParameters = settings.extendedParameters
    let filter = filter(settings)
    extendedParameters.filter = filter ?? .lowPass
    extendedParameters.gainCentibels = SFZUnitConversion.gain(
      settings, isFiltered: filter?.isOnePole == false)
    if !settings.velocityCurve.isEmpty {
      var points = settings.velocityCurve
      points.setValue(points[0] ?? 0, for: 0)
      points.setValue(points[127] ?? 1, for: 127)
      extendedParameters.velocityCurve = SFZCurves.interpolate(points)
    }
    for (index, fade) in extendedParameters.crossfades.enumerated() {
      extendedParameters.crossfades[index].isEqualPower =
        switch fade.source {
        case .key: settings.isEqualPower.key
        case .velocity: settings.isEqualPower.velocity
        case .controller: settings.isEqualPower.controller
        }
    }
    let lfos = SFZLFOs(settings)
    if let vibrato = lfos.vibrato { extendedParameters.vibrato = vibrato.shape }
    if let modulation = lfos.modulation { extendedParameters.modulation = modulation.shape }
    extendedParameters.envelopes = envelopes.envelopes
    extendedParameters.bands = SFZBands(settings).bands
    let modulations = SFZModulations(settings: settings, lfos: lfos, envelopes: envelopes)
    extendedParameters.modulations = modulations.intrinsic + controllerModulations(modulations)
    return extendedParameters
  }

  private mutating func controllerModulations(_ modulations: SFZModulations) -> [RegionModulation] {
    modulations.settings.modulations.flatMap { modulation -> [RegionModulation] in
      guard let amount = modulation.amount, amount != 0 || modulation.target == .amplitude else {
        return []
      }
      guard let source = SFZModulations.source(modulation.controller) else {
        warnOnce(
          "controller", .modulators,
          "Ignored modulations by the unsupported controller \(modulation.controller).")
        return []
      }
      return modulations.targets(modulation.target).map {
        RegionModulation(
          source: source, target: $0.target, amount: amount * $0.factor,
          curve: modulation.curve.map { curves.curve($0) } ?? [])
      }
    }
  }

  /// Returns the modulations of one channel's pan by the width; `panPerWidth` is pan per percent.
  private func widthModulations(
    _ settings: SFZSettings, _ envelopes: SFZFlexEnvelopes, panPerWidth: Float
  ) -> [RegionModulation] {
    settings.modulations.compactMap { modulation in
      guard let amount = modulation.amount,
        let source = SFZModulations.source(modulation.controller)
      else { return nil }
      var target = RegionModulation.Target.generator(.pan)
      if case .flexEnvelope(let number, .width) = modulation.target {
        guard let index = envelopes.index(number) else { return nil }
        target = .envelope(index, .pan)
      } else if modulation.target != .width {
        return nil
      }
      return RegionModulation(
        source: source, target: target, amount: panPerWidth * amount,
        curve: modulation.curve.map { curves.curve($0) } ?? [])
    }
  }

  /// Returns SoundFont's default modulators except those that the region replaces.
  private static func modulators(_ settings: SFZSettings) -> [Modulator] {
    func isFree(_ controller: Int) -> Bool {
      !settings.modulations.contains { $0.controller == controller && $0.amount != nil }
    }
    return DefaultModulators().modulators.filter { modulator in
      switch modulator.source {
      case 0x0587: isFree(7)
      case 0x028A: isFree(10)
      case 0x058B: isFree(11)
      case 0x00DB, 0x00DD: true
      case 0x020E: settings.bendUp == nil && settings.bendDown == nil
      default: false
      }
    }
  }
}
