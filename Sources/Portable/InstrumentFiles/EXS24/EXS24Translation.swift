import PeachInstrumentModel

/// Translates an EXS24 instrument as Apple's sampler does: one layer with all zones and the
/// instrument's parameters. In addition, groups keep their round robins and conditions, and one-shot
/// zones remain one-shot.
package struct EXS24Translation {
  /// The reader's warnings, and those about unsupported properties.
  package private(set) var warnings: WarningList
  private let source: EXS24Instrument
  private let known: EXS24Parameters

  package init(_ source: EXS24Instrument) {
    self.source = source
    known = source.parameters ?? EXS24Parameters()
    warnings = source.warnings
  }

  var zones: [EXS24Zone] { source.zones }
  var groups: [EXS24Group] { source.groups }
  /// The file's parameters; `nil` if it has none.
  var parameters: EXS24Parameters? { source.parameters }

  mutating func add(warning: String, _ kind: WarningList.Kind = .modulators) {
    warnings.add(kind, warning)
  }

  /// The number of the first sample, as in Apple's presets.
  static var firstWaveform: Int64 { 0x1000_0000 }

  package mutating func translate() -> SamplerInstrument {
    var instrument = SamplerInstrument()
    instrument.name = source.name
    instrument.gainDecibels = Double(known[.masterVolume] ?? 0)
    instrument.noteLimit = UInt16(exactly: known[.voices] ?? 16)
    instrument.lfos = [
      SamplerLFO(hertz: EXS24UnitConversion.hertz(known[.secondLFORate] ?? 98)),
      SamplerLFO(hertz: EXS24UnitConversion.hertz(known[.thirdLFORate] ?? 98)),
    ]
    for (index, sample) in source.samples.enumerated() {
      instrument.references[Self.firstWaveform + Int64(index)] = sample.path
    }
    var layer = SamplerLayer()
    layer.tuneCents =
      100 * Double((known[.coarseTune] ?? 0) + (known[.transpose] ?? 0))
      + Double(known[.fineTune] ?? 0)
    setSound(of: &layer)
    let ends = consolidatedEnds()
    let sequence = source.groups.indices.filter {
      source.groups[$0].choice == EXS24Group.Choice.roundRobin.rawValue
    }
    for index in source.zones.indices {
      if let zone = zone(index, end: ends[index], sequence: sequence) { layer.zones.append(zone) }
    }
    instrument.layers = [layer]
    warnOfGroups()
    warnOfParameters()
    return instrument
  }

  /// Returns the filter. Types 0 to 3 are low-pass with 24, 18, 12 and 6 dB per octave.
  private mutating func filter() -> SamplerFilter? {
    let kind: RegionFilter
    switch known[.filterType] ?? 0 {
    case ...2: kind = .lowPass
    case 3: kind = .lowPass1Pole
    case 4: kind = .highPass
    case 5: kind = .bandPass
    case let type:
      warnings.add(.modulators, "Ignored the filter of type \(type).")
      return nil
    }
    return SamplerFilter(
      cutoffHertz: EXS24UnitConversion.cutoffHertz(known[.cutoff] ?? 1000),
      resonanceDecibels: kind.isOnePole
        ? 0 : EXS24UnitConversion.resonanceDecibels(known[.resonance] ?? 0), kind: kind)
  }

  private mutating func setSound(of layer: inout SamplerLayer) {
    if known[.filterIsOn] ?? 0 != 0 {
      layer.filter = filter()
    }
    layer.lfos = [
      SamplerLFO(hertz: EXS24UnitConversion.hertz(known[.lfoRate] ?? 98))
    ]
    var level = SamplerEnvelope()
    level.delaySeconds = seconds(.delay)
    level.attackSeconds = seconds(.attackLow)
    level.holdSeconds = seconds(.hold)
    // Apple's sampler defines decays over 96 dB, and makes them four times as long.
    level.decaySeconds = 4 * seconds(.decay)
    level.sustain = EXS24UnitConversion.fraction(known[.sustain] ?? 127)
    level.releaseSeconds = 4 * seconds(.release)
    var second = SamplerEnvelope()
    second.delaySeconds = seconds(.secondDelay)
    second.attackSeconds = seconds(.secondAttackLow)
    second.holdSeconds = seconds(.secondHold)
    second.sustain = EXS24UnitConversion.fraction(known[.secondSustain] ?? 0)
    // EXS24's times are exact; the sampler's are those over the full range.
    let sustain = second.sustain
    second.decaySeconds = seconds(.secondDecay) / (sustain < 1 ? 1 - sustain : 1)
    second.releaseSeconds = seconds(.secondRelease) / (sustain > 0 ? sustain : 1)
    layer.envelopes = [level, second]
    layer.connections = SamplerConnection.defaults + connections()
  }

  private func seconds(_ name: EXS24Parameters.Name) -> Double {
    EXS24UnitConversion.seconds(known[name] ?? 0)
  }

  private mutating func connections() -> [SamplerConnection] {
    var connections = [
      SamplerConnection.between(.controller(10), .pan, -0.508, 0.508),
      .level(.velocity, Double(known[.velocitySensitivity] ?? -60)),
    ]
    let bend = 100 * Double(known[.bendUp] ?? 2)
    connections.append(.between(.pitchWheel, .pitch, -bend, bend))
    if let scale = known[.volumeKeyScale], scale != 0 {
      connections.append(.between(.key, .gain, -Double(scale), Double(scale)))
    }
    let tracking = EXS24UnitConversion.cutoffCents(known[.filterKeyTracking] ?? 0)
    connections.append(SamplerConnection(.key, .cutoff, tracking))
    let attack = seconds(.attackHigh) - seconds(.attackLow)
    if known[.attackHigh] != nil, attack != 0 {
      connections.append(SamplerConnection(.velocity, .attack(envelope: 0), attack))
    }
    connections += matrix()
    return connections.filter { $0.minimum != 0 || $0.maximum != 0 }
  }
}
