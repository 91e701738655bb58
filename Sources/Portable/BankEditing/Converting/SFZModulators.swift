import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits

/// The modulators of a region (SoundFont 2.04 §8.2) as modulations of SFZ opcodes. Curves represent
/// any single source. Other sources are fixed at their initial values.
struct SFZModulators {
  /// The region, with the values of fixed sources in its generators.
  private(set) var region: Region
  private(set) var list = SFZModulationList()
  /// The attenuation by velocity in centibels, for 128 velocities; `nil` without modulators.
  private(set) var velocity: [Double]?
  /// The cents of the maximum and minimum pitch bend; `nil` for the channel's range.
  private(set) var bend: (up: Double, down: Double)? = (0, 0)

  private typealias Change = (controller: Int, initial: UInt8, table: [Double])
  private let controllers: [UInt8]
  private static let defaults = DefaultModulators().modulators
  private static let defaultTables = defaults.map { modulator in
    SourceCurve(modulator.source).map { table(modulator, $0) } ?? []
  }

  private static func table(_ modulator: Modulator, _ source: SourceCurve) -> [Double] {
    source.values.map { value in
      let product = Double(modulator.amount) * value
      return modulator.transform == 2 ? abs(product) : product
    }
  }

  init(_ region: Region, controllers: [UInt8], _ losses: inout ConversionLosses) {
    self.region = region
    self.controllers = controllers
    fixSecondSources(&losses)
    var changes: [Generator: [Change]] = [:]
    for modulator in self.region.modulators where modulator.amount != 0 && modulator.isKnown {
      guard let generator = modulator.generator else { continue }
      guard let source = SourceCurve(modulator.source) else {
        let value = self.region.generators[generator]
        losses.add(
          "modulators of the \(generator.property) by modulators", "omitted",
          generator.effect(from: value, to: value + Float(modulator.amount)))
        continue
      }
      let known = Self.defaults.firstIndex(of: modulator)
      let table = known.map { Self.defaultTables[$0] } ?? Self.table(modulator, source)
      add(table, source.input, generator, modulator, &changes, &losses)
    }
    for generator in Generator.allCases {
      if let all = changes[generator] { add(all, of: generator, &losses) }
    }
    removeDefaultSends()
    addLossOfAmplification(changes[.initialAttenuation] ?? [], &losses)
    keepDefaults()
  }

  private mutating func add(
    _ table: [Double], _ input: SourceCurve.Input, _ generator: Generator, _ modulator: Modulator,
    _ changes: inout [Generator: [Change]], _ losses: inout ConversionLosses
  ) {
    switch input {
    case .none, .pitchWheelRange: region.generators[generator] += Float(table[2])
    case .pitchWheel: addBend(table, generator, modulator, &losses)
    case .velocity where generator == .initialAttenuation:
      velocity = zip(velocity ?? [Double](repeating: 0, count: 128), table).map { $0 + $1 }
    case .velocity:
      changes[generator, default: []].append(
        (131, FlattenedParameters.center(region.velocities), table))
    case .key:
      changes[generator, default: []].append((133, FlattenedParameters.center(region.keys), table))
    case .channelPressure: changes[generator, default: []].append((129, 0, table))
    case .keyPressure: changes[generator, default: []].append((130, 0, table))
    case .controller(let number):
      if Self.defaults.contains(modulator), [7, 10, 11].contains(number) { return }
      var table = table
      if number == 91 && generator == .reverbSend || number == 93 && generator == .chorusSend {
        // SFZ's default modulation remains (§8.4.8 and 8.4.9).
        for position in table.indices { table[position] -= Self.sendAmount * Double(position) }
        if table.allSatisfy({ abs($0) < 1e-6 }) { return }
      }
      changes[generator, default: []].append((Int(number), controllers[Int(number)], table))
    }
  }

  /// The amount of the default modulators of sends, per position.
  private static var sendAmount: Double { 200.0 / 128 }

  /// Fixes one of two sources at its initial value, if possible a controller.
  private mutating func fixSecondSources(_ losses: inout ConversionLosses) {
    for index in region.modulators.indices {
      let modulator = region.modulators[index]
      guard modulator.amountSource != 0, modulator.amount != 0, modulator.isKnown,
        let generator = modulator.generator, let source = SourceCurve(modulator.source),
        let second = SourceCurve(modulator.amountSource)
      else { continue }
      if source.input == .pitchWheel && second.input == .pitchWheelRange && generator == .fineTune {
        continue
      }
      let isSwapped = initialValue(second.input) == nil && initialValue(source.input) != nil
      let (fixed, live) = isSwapped ? (source, second) : (second, source)
      let factor = fixed.value(at: initialValue(fixed.input) ?? 64)
      let change = fixed.values.reduce(0) { max($0, abs($1 - factor)) }
      let peak = live.values.reduce(0) { max($0, abs($1)) }
      let value = region.generators[generator]
      let effect = generator.effect(
        from: value, to: value + Float(Double(modulator.amount) * change * peak))
      if effect?.isNotable != false {
        losses.add(
          "modulators of the \(generator.property) by two sources",
          "one fixed at its initial value", effect)
      }
      let amount = (Double(modulator.amount) * factor).rounded()
      region.modulators[index].amount = Int16(min(max(amount, -32768), 32767))
      if isSwapped { region.modulators[index].source = modulator.amountSource }
      region.modulators[index].amountSource = 0
    }
  }

  /// Removes SFZ's default modulations of sends that the region does not have.
  private mutating func removeDefaultSends() {
    for (source, generator) in [(0x00DB as UInt16, Generator.reverbSend), (0x00DD, .chorusSend)] {
      let exists = region.modulators.contains { modulator in
        modulator.source == source && modulator.generator == generator && modulator.amount != 0
      }
      if exists { continue }
      guard let (name, scale) = Self.opcode(for: generator) else { continue }
      list.add(name, Int(source & 0x7F), -127 * Self.sendAmount * scale)
    }
  }

  /// Returns the initial position of a source; `nil` for that of a note.
  private func initialValue(_ input: SourceCurve.Input) -> UInt8? {
    switch input {
    case .controller(let number): controllers[Int(number & 127)]
    case .keyPressure, .channelPressure: 0
    case .pitchWheel: 64
    case .pitchWheelRange: 2
    case .none, .velocity, .key: nil
    }
  }

  private mutating func addBend(
    _ table: [Double], _ generator: Generator, _ modulator: Modulator,
    _ losses: inout ConversionLosses
  ) {
    if Self.defaults.contains(modulator) {
      bend = nil
    } else if generator == .fineTune && modulator.source & 0xFE00 == 0x0200 {
      // Two of 127 semitones are the initial range.
      let scale = modulator.amountSource == 0 ? 1 : 2.0 / 127
      bend = bend.map { ($0.up + table[127] * scale, $0.down + table[0] * scale) }
      if scale < 1 {
        losses.add(
          "pitch-bend ranges (RPN 0)", "2 semitones", abs(table[127]) * (1 - scale), .cents)
      }
    } else {
      let value = region.generators[generator]
      let effects = [0, 127].compactMap { position in
        generator.effect(from: value + Float(table[64]), to: value + Float(table[position]))
      }
      region.generators[generator] += Float(table[64])
      let largest = effects.max { $0.amount < $1.amount }
      losses.add("pitch bend of the \(generator.property)", "omitted", largest)
    }
  }

  private mutating func add(
    _ changes: [Change], of generator: Generator, _ losses: inout ConversionLosses
  ) {
    let base = region.generators[generator]
    if let (name, scale) = Self.opcode(for: generator) {
      for change in changes {
        list.add(name, change.controller, table: change.table.map { $0 * scale })
        if generator == .initialFilterResonance {
          // SoundFont attenuates by half the resonance (§8.1.2), SFZ does not.
          list.add("volume", change.controller, table: change.table.map { -0.05 * $0 })
        }
      }
      return
    }
    let names = Self.timeOpcodes(for: generator, region)
    func value(_ offset: Double) -> Double {
      Self.opcodeValue(of: generator, base + Float(offset), region)
    }
    for change in changes {
      if names.isEmpty {
        fix(change, generator, &losses)
        continue
      }
      let table = change.table.map { value($0) - value(0) }
      for name in names { list.add(name, change.controller, table: table) }
    }
    if names.isEmpty || changes.count < 2 { return }
    // The opcodes add seconds or hertz; generators multiply them.
    let peaks = changes.map { $0.table.reduce(0) { abs($1) > abs($0) ? $1 : $0 } }
    let sum = peaks.reduce(value(0)) { $0 + value($1) - value(0) }
    let difference = ConversionLoss.Effect(
      sum - value(peaks.reduce(0, +)), Self.unit(of: generator))
    if difference.isNotable {
      losses.add("products of modulators of the \(generator.property)", "sums", difference)
    }
  }

  /// Fixes a generator without an opcode at its initial value.
  private mutating func fix(
    _ change: Change, _ generator: Generator, _ losses: inout ConversionLosses
  ) {
    let initial = region.generators[generator] + Float(change.table[Int(change.initial)])
    let base = region.generators[generator]
    let effects = change.table.compactMap { generator.effect(from: initial, to: base + Float($0)) }
    let largest = effects.max { $0.amount < $1.amount }
    region.generators[generator] = initial
    if largest?.isNotable == false { return }
    losses.add("modulators of the \(generator.property)", "fixed at the initial value", largest)
  }

  /// SoundFont limits the level to full scale, SFZ does not.
  private func addLossOfAmplification(_ changes: [Change], _ losses: inout ConversionLosses) {
    let lowest = changes.reduce(0) { $0 + min($1.table.min() ?? 0, 0) }
    let excess = -lowest - Double(max(region.generators[.initialAttenuation], 0))
    if lowest < 0, excess >= 0.5 {
      losses.add("limits of modulated levels", "amplified", excess / 10, .decibels)
    }
  }

  /// An explicit modulation by controller 7, 10 or 11 replaces SFZ's default modulations by that
  /// controller, which are added again unless the region has no such modulator.
  private mutating func keepDefaults() {
    for modulator in Self.defaults {
      guard let source = SourceCurve(modulator.source), case .controller(let number) = source.input,
        [7, 10, 11].contains(number), let generator = modulator.generator,
        let (name, scale) = Self.opcode(for: generator)
      else { continue }
      let isDefault = region.modulators.contains(modulator)
      let isUsed =
        list.uses(Int(number))
        || (region.extendedParameters?.modulations ?? []).contains {
          $0.source == .controller(number)
        }
      if isDefault && isUsed {
        let table = source.values.map { Double(modulator.amount) * $0 * scale }
        list.add(name, Int(number), table: table)
      } else if !isDefault && !isUsed {
        list.add(name, Int(number), 0)
      }
    }
  }
}

/// The opcodes that correspond to generators.
extension SFZModulators {
  /// Returns the opcode whose value is proportional to a generator's.
  static func opcode(for generator: Generator) -> (name: String, scale: Double)? {
    switch generator {
    case .initialAttenuation: ("volume", -0.1)
    case .pan: ("pan", 0.2)
    case .fineTune: ("tune", 1)
    case .coarseTune: ("tune", 100)
    case .initialFilterCutoff: ("cutoff", 1)
    case .initialFilterResonance: ("resonance", 0.1)
    case .vibratoLFOToPitch: ("lfo1_pitch", 1)
    case .modulationLFOToPitch: ("lfo2_pitch", 1)
    case .modulationLFOToVolume: ("lfo2_volume", 0.1)
    case .modulationLFOToFilterCutoff: ("lfo2_cutoff", 1)
    case .modulationEnvelopeToPitch: ("pitcheg_depth", 1)
    case .modulationEnvelopeToFilterCutoff: ("fileg_depth", 1)
    case .reverbSend: ("effect1", 0.1)
    case .chorusSend: ("effect2", 0.1)
    case .startAddressOffset: ("offset", 1)
    case .startAddressCoarseOffset: ("offset", 32768)
    default: nil
    }
  }

  /// Returns the opcodes of a generator in seconds, hertz or percent.
  static func timeOpcodes(for generator: Generator, _ region: Region) -> [String] {
    func modulation(_ stage: String) -> [String] {
      [
        (Generator.modulationEnvelopeToFilterCutoff, "fileg"),
        (.modulationEnvelopeToPitch, "pitcheg"),
      ]
      .filter { region.isModulated($0.0) }.map { "\($0.1)_\(stage)" }
    }
    return switch generator {
    case .volumeEnvelopeDelay: ["ampeg_delay"]
    case .volumeEnvelopeAttack: ["ampeg_attack"]
    case .volumeEnvelopeHold: ["ampeg_hold"]
    case .volumeEnvelopeDecay: ["ampeg_decay"]
    case .volumeEnvelopeSustain: ["ampeg_sustain"]
    case .volumeEnvelopeRelease: ["ampeg_release"]
    case .modulationEnvelopeDelay: modulation("delay")
    case .modulationEnvelopeAttack: modulation("attack")
    case .modulationEnvelopeHold: modulation("hold")
    case .modulationEnvelopeDecay: modulation("decay")
    case .modulationEnvelopeRelease: modulation("release")
    case .vibratoLFOFrequency: ["lfo1_freq"]
    case .modulationLFOFrequency: ["lfo2_freq"]
    default: []
    }
  }

  /// Returns the factor from a decay time in SoundFont to the one to the sustain level, in SFZ.
  static func decayFactor(_ generator: Generator, _ values: GeneratorValues) -> Double {
    switch generator {
    case .volumeEnvelopeDecay: min(max(Double(values[.volumeEnvelopeSustain]), 1) / 1000, 1)
    case .modulationEnvelopeDecay:
      min(max(Double(values[.modulationEnvelopeSustain]) / 1000, 0.001), 1)
    default: 1
    }
  }

  private static func unit(of generator: Generator) -> ConversionLoss.Effect.Unit {
    switch generator {
    case .vibratoLFOFrequency, .modulationLFOFrequency: .hertz
    case .volumeEnvelopeSustain: .percent
    default: .seconds
    }
  }

  private static func opcodeValue(
    of generator: Generator, _ value: Float, _ region: Region
  ) -> Double {
    let value = generator.clamped(value)
    return switch generator {
    case .vibratoLFOFrequency, .modulationLFOFrequency: SFZRegionText.hertz(value)
    case .volumeEnvelopeSustain: 100 * Exponential.exp2(-Double(value) / 60.205999132796239)
    default: SFZRegionText.seconds(value) * decayFactor(generator, region.generators)
    }
  }
}
