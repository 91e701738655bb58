import PeachInstrumentModel

/// Makes of an EXS24 instrument what Apple's sampler makes of it: one layer with all zones, whose
/// sound the parameters set. Beyond that, groups keep their round robins and conditions, and zones
/// that play through go on doing so.
package struct EXS24Translation {
  /// What has no counterpart, and what was wrong before.
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
  /// Nil where the file has none.
  var parameters: EXS24Parameters? { source.parameters }

  mutating func add(warning: String, _ kind: WarningList.Kind = .modulators) {
    warnings.add(kind, warning)
  }

  /// The numbers of samples begin where Apple's do.
  static var firstWaveform: Int64 { 0x1000_0000 }

  package mutating func translate() -> SamplerInstrument {
    var instrument = SamplerInstrument()
    instrument.name = source.name
    instrument.gainDecibels = Double(known[.masterVolume] ?? 0)
    instrument.noteLimit = UInt16(exactly: known[.voices] ?? 16)
    instrument.oscillators = [
      SamplerLFO(hertz: EXS24UnitConversion.hertz(known[.secondOscillatorRate] ?? 98)),
      SamplerLFO(hertz: EXS24UnitConversion.hertz(known[.thirdOscillatorRate] ?? 98)),
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

  /// 0 to 3 are low-pass filters, of 24, 18, 12 and 6 dB an octave.
  private mutating func filter() -> SamplerFilter? {
    let kind: RegionFilter
    switch known[.filterType] ?? 0 {
    case ...2: kind = .lowPass
    case 3: kind = .lowPass1Pole
    case 4: kind = .highPass
    case 5: kind = .bandPass
    case let type:
      warnings.add(.modulators, "Its filter, of type \(type), is left out.")
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
    layer.oscillators = [
      SamplerLFO(hertz: EXS24UnitConversion.hertz(known[.oscillatorRate] ?? 98))
    ]
    var level = SamplerEnvelope()
    level.delaySeconds = seconds(.delay)
    level.attackSeconds = seconds(.attackLow)
    level.holdSeconds = seconds(.hold)
    // Apple's sampler counts falls over 96 dB, and takes them four times as long.
    level.decaySeconds = 4 * seconds(.decay)
    level.sustain = EXS24UnitConversion.part(known[.sustain] ?? 127)
    level.releaseSeconds = 4 * seconds(.release)
    var second = SamplerEnvelope()
    second.delaySeconds = seconds(.secondDelay)
    second.attackSeconds = seconds(.secondAttackLow)
    second.holdSeconds = seconds(.secondHold)
    second.sustain = EXS24UnitConversion.part(known[.secondSustain] ?? 0)
    // Here falls last as long as is said, and the sampler counts the whole way.
    let way = second.sustain
    second.decaySeconds = seconds(.secondDecay) / (way < 1 ? 1 - way : 1)
    second.releaseSeconds = seconds(.secondRelease) / (way > 0 ? way : 1)
    layer.envelopes = [level, second]
    layer.connections = SamplerConnection.usual + connections()
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
