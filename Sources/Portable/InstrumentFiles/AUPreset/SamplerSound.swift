import PeachInstrumentModel
import PeachMusicUnits

/// The generators and modulators of a layer of Apple's sampler, shared by its zones.
struct SamplerSound {
  private(set) var generators = GeneratorValues()
  private(set) var modulators: [Modulator] = []
  private(set) var modulations: [RegionModulation] = []
  /// The constant gain of the connections, in decibels.
  private(set) var gainDecibels = 0.0
  /// The descriptions of unsupported connections.
  private(set) var ignored: [String] = []

  private let layer: SamplerLayer
  private let shared: [SamplerLFO]
  /// The source that is assigned to the vibrato LFO.
  private var vibrato: SamplerConnection.Source?

  init(_ layer: SamplerLayer, shared: [SamplerLFO]) {
    self.layer = layer
    self.shared = shared
    generators[.scaleTuning] = 0
    setEnvelopes()
    if let filter = layer.filter {
      generators[.initialFilterCutoff] = Float(
        SamplerUnitConversion.absoluteCents(filter.cutoffHertz))
      generators[.initialFilterResonance] = Float(10 * max(filter.resonanceDecibels, 0))
    }
    if let lfo = layer.lfos.first {
      generators[.modulationLFOFrequency] = Float(SamplerUnitConversion.absoluteCents(lfo.hertz))
      generators[.modulationLFODelay] = SamplerUnitConversion.timecents(lfo.delaySeconds)
    }
    for connection in layer.connections where !add(connection) {
      let description = "\(connection.source.description) to \(connection.destination.description)"
      if !ignored.contains(description) { ignored.append(description) }
    }
  }

  private mutating func setEnvelopes() {
    if let level = layer.envelopes.first {
      generators[.volumeEnvelopeDelay] = SamplerUnitConversion.timecents(level.delaySeconds)
      generators[.volumeEnvelopeAttack] = SamplerUnitConversion.timecents(level.attackSeconds)
      generators[.volumeEnvelopeHold] = SamplerUnitConversion.timecents(level.holdSeconds)
      generators[.volumeEnvelopeDecay] = SamplerUnitConversion.decay(level.decaySeconds)
      generators[.volumeEnvelopeSustain] = Float(960 * (1 - level.sustain))
      generators[.volumeEnvelopeRelease] = SamplerUnitConversion.decay(level.releaseSeconds)
    }
    if layer.envelopes.count > 1 {
      let second = layer.envelopes[1]
      generators[.modulationEnvelopeDelay] = SamplerUnitConversion.timecents(second.delaySeconds)
      generators[.modulationEnvelopeAttack] = SamplerUnitConversion.timecents(second.attackSeconds)
      generators[.modulationEnvelopeHold] = SamplerUnitConversion.timecents(second.holdSeconds)
      generators[.modulationEnvelopeDecay] = SamplerUnitConversion.timecents(second.decaySeconds)
      generators[.modulationEnvelopeSustain] = Float(1000 * (1 - second.sustain))
      generators[.modulationEnvelopeRelease] = SamplerUnitConversion.timecents(
        second.releaseSeconds)
    }
  }

  /// Adds a connection; returns false if the model does not support it.
  private mutating func add(_ connection: SamplerConnection) -> Bool {
    let destination = connection.destination
    // Without a filter, its modulation has no effect.
    if layer.filter == nil, destination == .cutoff || destination == .resonance { return true }
    switch connection.source {
    case .envelope(0): return destination == .gain
    case .envelope(1):
      switch destination {
      case .pitch: return addModulation(connection, .modulationEnvelopeToPitch)
      case .cutoff: return addModulation(connection, .modulationEnvelopeToFilterCutoff)
      default: return false
      }
    case .lfo(0):
      switch destination {
      case .pitch: return addModulation(connection, .modulationLFOToPitch)
      case .cutoff: return addModulation(connection, .modulationLFOToFilterCutoff)
      case .gain: return addModulation(connection, .modulationLFOToVolume)
      default: return false
      }
    case .lfo(let index): return addVibrato(connection, layer.lfos.dropFirst(index).first)
    case .sharedLFO(let index): return addVibrato(connection, shared.dropFirst(index).first)
    case .key where destination == .pitch && connection.control == .none:
      // 12,800 cents over 128 keys are a semitone per key.
      generators[.scaleTuning] += Float((connection.maximum - connection.minimum) / 128)
      return true
    case .fineTuning: return destination == .pitch
    default:
      if case .attack(envelope: 0) = destination { return addAttack(connection) }
      return addModulator(connection)
    }
  }

  /// Assigns an LFO to the model's vibrato LFO, which modulates pitch only.
  private mutating func addVibrato(_ connection: SamplerConnection, _ lfo: SamplerLFO?) -> Bool {
    guard let lfo, connection.destination == .pitch, vibrato == nil || vibrato == connection.source
    else { return false }
    vibrato = connection.source
    generators[.vibratoLFOFrequency] = Float(SamplerUnitConversion.absoluteCents(lfo.hertz))
    generators[.vibratoLFODelay] = SamplerUnitConversion.timecents(lfo.delaySeconds)
    return addModulation(connection, .vibratoLFOToPitch)
  }

  /// Adds a modulation by an LFO or envelope, scaled by the control.
  private mutating func addModulation(_ connection: SamplerConnection, _ depth: Generator) -> Bool {
    guard let base = connection.destination.generator else { return false }
    let factor = SamplerUnitConversion.factor(base)
    let (low, high) = (connection.minimum * factor, connection.maximum * factor)
    if connection.control != .none {
      guard let (bits, reach) = SamplerUnitConversion.linear(connection.control) else {
        // With an LFO as the control, the mean depth applies.
        generators[depth] += Float((low + high) / 2)
        return false
      }
      generators[depth] += Float(low)
      addModulator(bits, depth, (high - low) * reach)
      return true
    }
    if case .envelope = connection.source {
      generators[depth] += Float(high - low)
      setBase(base, low)
    } else {
      // LFOs are bipolar; a minimum shifts their center.
      generators[depth] += Float(low == 0 ? high : (high - low) / 2)
      if low != 0 { setBase(base, (high + low) / 2) }
    }
    return true
  }

  private mutating func setBase(_ generator: Generator, _ value: Double) {
    if generator == .initialAttenuation {
      gainDecibels -= value * 0.1
    } else {
      generators[generator] += Float(value)
    }
  }

  /// Adds a modulation by note or controller.
  private mutating func addModulator(_ connection: SamplerConnection) -> Bool {
    guard let generator = connection.destination.generator,
      let index = SamplerUnitConversion.index(connection.source)
    else { return false }
    // With `bipolar`, 1 is hard left or right; otherwise pan is as in DLS, 50.8 % of 63/64.
    let factor =
      generator == .pan
      ? connection.isBipolar ? 500 : 1000 : SamplerUnitConversion.factor(generator)
    var (low, high) = (connection.minimum * factor, connection.maximum * factor)
    let isBipolar = connection.isBipolar || (low == -high && !connection.isConcave)
    if isBipolar { low = 0 }
    let isWheel = index == 14
    var bits = index | (connection.isReversed ? 0x100 : 0) | (isBipolar ? 0x200 : 0)
    if connection.isConcave {
      bits |= 0x400
    } else if isBipolar && !isWheel {
      // 7-bit values reach 63/64 here, and 127/128 in the model.
      high *= 126.0 / 127
    }
    var scaler: UInt16 = 0
    if connection.control != .none {
      guard let (control, reach) = SamplerUnitConversion.linear(connection.control) else {
        return false
      }
      scaler = control
      if low != 0 { addModulator(bits, generator, low) }
      high *= reach
    } else {
      setBase(generator, low)
    }
    addModulator(bits, generator, high - low, scaledBy: scaler)
    return true
  }

  private mutating func addAttack(_ connection: SamplerConnection) -> Bool {
    let source: RegionModulation.Source
    switch connection.source {
    case .velocity: source = .velocity
    case .key: source = .key
    case .controller(let number): source = .controller(number)
    default: return false
    }
    guard connection.control == .none, connection.minimum == 0 else { return false }
    modulations.append(
      RegionModulation(
        source: source, target: .seconds(.volumeEnvelopeAttack), amount: Float(connection.maximum),
        curve: connection.isReversed ? (0..<128).map { 1 - Float($0) * (1.0 / 127) } : []))
    return true
  }

  private mutating func addModulator(
    _ source: UInt16, _ generator: Generator, _ amount: Double, scaledBy scaler: UInt16 = 0
  ) {
    var modulator = Modulator(
      source: source, destination: UInt16(generator.rawValue),
      amount: DLSUnitConversion.amount(Float(amount)), amountSource: scaler, transform: 0)
    guard modulator.amount != 0, modulator.isKnown else { return }
    if let same = modulators.firstIndex(where: { $0.hasSameIdentity(as: modulator) }) {
      modulator.amount = Int16(clamping: Int(modulators[same].amount) + Int(modulator.amount))
      modulators[same] = modulator
    } else {
      modulators.append(modulator)
    }
  }
}

extension SamplerConnection.Source {
  fileprivate var description: String {
    switch self {
    case .none: "nothing"
    case .controller(let number): "controller \(number)"
    case .pitchWheel: "pitch wheel"
    case .bendRange: "bend range"
    case .fineTuning: "fine tuning"
    case .key: "key"
    case .velocity: "velocity"
    case .sharedLFO(let index): "shared LFO \(index + 1)"
    case .lfo(let index): "LFO \(index + 1)"
    case .envelope(let index): "envelope \(index + 1)"
    case .other(let number): "source \(number)"
    }
  }
}

extension SamplerConnection.Destination {
  /// The generator that a note or a controller modulates; `nil` for none.
  fileprivate var generator: Generator? {
    switch self {
    case .pitch: .fineTune
    case .gain: .initialAttenuation
    case .pan: .pan
    case .cutoff: .initialFilterCutoff
    case .resonance: .initialFilterResonance
    case .lfoRate, .attack, .other: nil
    }
  }

  fileprivate var description: String {
    switch self {
    case .pitch: "pitch"
    case .gain: "level"
    case .pan: "pan"
    case .cutoff: "filter cutoff"
    case .resonance: "filter resonance"
    case .lfoRate: "LFO rate"
    case .attack: "attack"
    case .other(let number): "destination \(number)"
    }
  }
}
