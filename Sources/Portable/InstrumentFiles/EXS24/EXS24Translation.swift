import PeachInstrumentModel
import PeachMusicUnits

/// Translates an EXS24 instrument as Apple's sampler does: one layer with all zones and the
/// instrument's parameters. In addition, groups keep their round robins and conditions, and
/// one-shot zones remain one-shot.
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
    instrument.lfos = [lfo(.secondLFORate), lfo(.thirdLFORate)]
    for (index, sample) in source.samples.enumerated() {
      instrument.references.setValue(sample.path, for: Self.firstWaveform + Int64(index))
    }
    var layer = SamplerLayer()
    layer.tuneCents =
      100 * Double((known[.coarseTune] ?? 0) + (known[.transpose] ?? 0))
      + Double(known[.fineTune] ?? 0)
    setSound(of: &layer)
    let ends = consolidatedEnds()
    let members = groups.indices.filter {
      groups[$0].choice == EXS24Group.Choice.roundRobin.rawValue
    }
    let sequence = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    layer.zones = zones.indices.compactMap { zone($0, end: ends[$0], sequence: sequence) }
    instrument.layers = [layer]
    warnOfGroups()
    warnOfParameters()
    return instrument
  }

  /// Returns the filter. Types 0 to 3 are low-pass with 24, 18, 12 and 6 dB per octave.
  private mutating func filter() -> SamplerFilter? {
    let kind: RegionFilter
    switch known[.filterType] ?? 0 {
    case ...0: kind = .lowPass4Pole
    case 1:
      kind = .lowPass4Pole
      warnings.add(
        .modulators, "Replaced the low-pass filter with 18 dB per octave by 24 dB per octave.")
    case 2: kind = .lowPass
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
    if known[.filterIsOn] ?? 0 != 0 { layer.filter = filter() }
    layer.lfos = [lfo(.lfoRate)]
    // Apple's sampler defines decays over 96 dB, and makes them four times as long.
    let level = SamplerEnvelope(
      delaySeconds: seconds(.delay), attackSeconds: seconds(.attackLow),
      holdSeconds: seconds(.hold), decaySeconds: 4 * seconds(.decay),
      sustain: EXS24UnitConversion.fraction(known[.sustain] ?? 127),
      releaseSeconds: 4 * seconds(.release))
    // EXS24's times are exact; the sampler's are those over the full range.
    let sustain = EXS24UnitConversion.fraction(known[.secondSustain] ?? 0)
    let second = SamplerEnvelope(
      delaySeconds: seconds(.secondDelay), attackSeconds: seconds(.secondAttackLow),
      holdSeconds: seconds(.secondHold),
      decaySeconds: seconds(.secondDecay) / (sustain < 1 ? 1 - sustain : 1), sustain: sustain,
      releaseSeconds: seconds(.secondRelease) / (sustain > 0 ? sustain : 1))
    layer.envelopes = [level, second]
    layer.connections = SamplerConnection.defaults + connections()
  }

  private func lfo(_ rate: EXS24Parameters.Name) -> SamplerLFO {
    SamplerLFO(hertz: EXS24UnitConversion.hertz(known[rate] ?? 98))
  }

  private func seconds(_ name: EXS24Parameters.Name) -> Double {
    EXS24UnitConversion.seconds(known[name] ?? 0)
  }

  private mutating func connections() -> [SamplerConnection] {
    let bend = 100 * Double(known[.bendUp] ?? 2)
    let scale = Double(known[.volumeKeyScale] ?? 0)
    let attack = known[.attackHigh] == nil ? 0 : seconds(.attackHigh) - seconds(.attackLow)
    let connections = [
      SamplerConnection(.controller(10), .pan, 0.508, minimum: -0.508),
      .level(.velocity, Double(known[.velocitySensitivity] ?? -60)),
      SamplerConnection(.pitchWheel, .pitch, bend, minimum: -bend),
      SamplerConnection(.key, .gain, scale, minimum: -scale),
      SamplerConnection(
        .key, .cutoff, EXS24UnitConversion.cutoffCents(known[.filterKeyTracking] ?? 0)),
      SamplerConnection(.velocity, .attack(envelope: 0), attack),
    ]
    return (connections + matrix()).filter { $0.minimum != 0 || $0.maximum != 0 }
  }
}
