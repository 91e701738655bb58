import PeachInstrumentModel

/// The equivalent of a connection in the model.
enum DLSConnectionMapping: Hashable {
  case value(Generator, Float)
  /// The tuning in cents.
  case pitch(Float)
  /// Key scaling (first) of a time (second).
  case keyScaling(Generator, of: Generator)
  case modulator(Modulator)
  /// Built-in channel behavior.
  case standard

  private typealias Source = DLSConnection.Source
  private typealias Destination = DLSConnection.Destination
  private typealias Transform = DLSConnection.Transform

  /// Converts a connection; `nil` if the model has no equivalent.
  init?(_ given: DLSConnection) {
    let connection = given.withSourceFirst
    let (source, control) = (connection.source, connection.control)
    switch source {
    case Source.none: self.init(fixed: connection)
    case Source.modulationLFO, Source.vibratoLFO, Source.modulationEnvelope:
      guard let generator = Self.modulationGenerator(source, connection.destination) else {
        return nil
      }
      let units = DLSUnitConversion.units(connection.scale)
      if control == Source.none {
        self = .value(generator, units)
        return
      }
      guard let mapped = connection.sourceBits(ofControl: true) else { return nil }
      self = .modulator(
        Modulator(
          source: mapped.bits, destination: UInt16(generator.rawValue),
          amount: DLSUnitConversion.amount(units * mapped.factor), amountSource: 0, transform: 0))
    case Source.keyNumber where control == Source.none: self.init(keyed: connection)
    case Source.fineTuning, Source.coarseTuning: self = .standard
    default: self.init(modulating: connection)
    }
  }

  private init?(fixed connection: DLSConnection) {
    let (scale, units) = (connection.scale, DLSUnitConversion.units(connection.scale))
    switch connection.destination {
    case Destination.pitch: self = .pitch(units)
    case Destination.gain: self = .value(.initialAttenuation, -units)
    case 4: self = .value(.pan, DLSUnitConversion.tenths(scale))
    // 0 to 100 % of 96 dB.
    case 0x20A: self = .value(.volumeEnvelopeSustain, 960 - 0.96 * DLSUnitConversion.tenths(scale))
    case 0x30E: self = .value(.modulationEnvelopeSustain, 1000 - DLSUnitConversion.tenths(scale))
    case 0x207: self = .value(.volumeEnvelopeDecay, DLSUnitConversion.decay(scale))
    case 0x209: self = .value(.volumeEnvelopeRelease, DLSUnitConversion.decay(scale))
    default:
      guard let generator = Self.generator(connection.destination) else { return nil }
      // The default of all times is −12,000 timecents.
      let isTime = generator.defaultValue == -12000
      self = .value(generator, isTime ? DLSUnitConversion.time(scale) : units)
    }
  }

  /// Converts a modulation by the key alone.
  private init?(keyed connection: DLSConnection) {
    switch connection.destination {
    // 12,800 cents over 128 keys are one semitone per key.
    case Destination.pitch, Destination.keyNumber:
      self = .value(.scaleTuning, DLSUnitConversion.units(connection.scale) * (1.0 / 128))
    case 0x207: self = .keyScaling(.keyToVolumeEnvelopeDecay, of: .volumeEnvelopeDecay)
    case 0x20C: self = .keyScaling(.keyToVolumeEnvelopeHold, of: .volumeEnvelopeHold)
    case 0x30B: self = .keyScaling(.keyToModulationEnvelopeDecay, of: .modulationEnvelopeDecay)
    case 0x310: self = .keyScaling(.keyToModulationEnvelopeHold, of: .modulationEnvelopeHold)
    default: self.init(modulating: connection)
    }
  }

  /// Converts a modulation by notes and controllers.
  private init?(modulating connection: DLSConnection) {
    guard let generator = Self.generator(connection.destination),
      let source = connection.sourceBits(ofControl: false)
    else { return nil }
    var amount = DLSUnitConversion.units(connection.scale) * source.factor
    var amountSource: UInt16 = 0
    if connection.control != Source.none {
      guard let control = connection.sourceBits(ofControl: true) else { return nil }
      amountSource = control.bits
      amount *= control.factor
    }
    switch generator {
    case .initialAttenuation, .modulationEnvelopeSustain: amount = -amount
    case .volumeEnvelopeSustain: amount *= -0.96
    default: break
    }
    self = .modulator(
      Modulator(
        source: source.bits, destination: UInt16(generator.rawValue),
        amount: DLSUnitConversion.amount(amount), amountSource: amountSource, transform: 0))
  }

  /// Returns the generator of the modulation of a destination by an LFO or the mod envelope.
  private static func modulationGenerator(_ source: UInt16, _ destination: UInt16) -> Generator? {
    switch (source, destination) {
    case (Source.modulationLFO, Destination.pitch): .modulationLFOToPitch
    case (Source.modulationLFO, Destination.gain): .modulationLFOToVolume
    case (Source.modulationLFO, Destination.filterCutoff): .modulationLFOToFilterCutoff
    case (Source.vibratoLFO, Destination.pitch): .vibratoLFOToPitch
    case (Source.modulationEnvelope, Destination.pitch): .modulationEnvelopeToPitch
    case (Source.modulationEnvelope, Destination.filterCutoff): .modulationEnvelopeToFilterCutoff
    default: nil
    }
  }

  private static func generator(_ destination: UInt16) -> Generator? {
    switch destination {
    case Destination.gain: .initialAttenuation
    case Destination.pitch: .fineTune
    case 0x004: .pan
    case 0x080: .chorusSend
    case 0x081: .reverbSend
    case 0x104: .modulationLFOFrequency
    case 0x105: .modulationLFODelay
    case 0x114: .vibratoLFOFrequency
    case 0x115: .vibratoLFODelay
    case 0x206: .volumeEnvelopeAttack
    case 0x207: .volumeEnvelopeDecay
    case 0x209: .volumeEnvelopeRelease
    case 0x20A: .volumeEnvelopeSustain
    case 0x20B: .volumeEnvelopeDelay
    case 0x20C: .volumeEnvelopeHold
    case 0x30A: .modulationEnvelopeAttack
    case 0x30B: .modulationEnvelopeDecay
    case 0x30D: .modulationEnvelopeRelease
    case 0x30E: .modulationEnvelopeSustain
    case 0x30F: .modulationEnvelopeDelay
    case 0x310: .modulationEnvelopeHold
    case Destination.filterCutoff: .initialFilterCutoff
    case 0x501: .initialFilterResonance
    default: nil
    }
  }
}

extension DLSConnection {
  /// The connection with its control as the source if it has no source.
  fileprivate var withSourceFirst: DLSConnection {
    guard source == Source.none, control != Source.none else { return self }
    var result = self
    result.source = control
    result.control = Source.none
    result.transform = transform << 6 & 0xFC00
    return result
  }

  /// Returns source or control as a SoundFont modulator source (2.04 §8.2.1), and a factor for the
  /// amount; `nil` if it is not supported. In both, linear 7-bit values range from 0 to 127/128. If
  /// bipolar, they range to 63/64 in DLS, and to 127/128 in SoundFont, whose bend range ranges to
  /// 1.
  fileprivate func sourceBits(ofControl: Bool) -> (bits: UInt16, factor: Float)? {
    let index: UInt16
    switch ofControl ? control : source {
    case Source.velocity: index = 2
    case Source.keyNumber: index = 3
    case Source.pitchWheel: index = 14
    case Source.keyPressure: index = 10
    case Source.channelPressure: index = 13
    case Source.bendRange: index = 16
    case 0x81, 0x87, 0x8A, 0x8B, 0xDB, 0xDD: index = ofControl ? control : source
    default: return nil
    }
    let transform = ofControl ? transform << 6 : transform
    let curve = transform >> 10 & 0xF
    guard curve <= 3 else { return nil }
    let isBipolar = transform & Transform.sourceIsBipolar != 0
    let isReversed = transform & Transform.sourceIsReversed != 0
    var factor: Float = index == 16 ? 127.0 / 128 : 1
    if curve == 0 && isBipolar && index != 14 { factor *= 126.0 / 127 }
    let bits = index | (isReversed ? 0x100 : 0) | (isBipolar ? 0x200 : 0) | curve << 10
    return (bits, factor)
  }
}
