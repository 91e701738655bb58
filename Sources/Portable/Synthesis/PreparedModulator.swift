import PeachInstrumentModel

/// A modulator ready to be evaluated: its numbers decoded, and known to be valid.
struct PreparedModulator: BitwiseCopyable {
  private let source: ModulationSource
  private let amountSource: ModulationSource
  private let amount: Float
  private let isAbsolute: Bool
  /// The generator moved.
  let destination: UInt8

  /// Nil for a modulator that the specification says to ignore (SoundFont 2.04 §8.2, §8.3).
  init?(_ modulator: Modulator) {
    guard modulator.destination < 256,
      let destination = Generator(rawValue: UInt8(modulator.destination)),
      let source = ModulationSource(modulator.source),
      let amountSource = ModulationSource(modulator.amountSource),
      modulator.transform == 0 || modulator.transform == 2
    else { return nil }
    self.source = source
    self.amountSource = amountSource
    amount = Float(modulator.amount)
    isAbsolute = modulator.transform == 2
    self.destination = destination.rawValue
  }

  /// What it adds to its generator now, in the generator's unit.
  func value(_ inputs: ModulationInputs) -> Float {
    let value = amount * source.value(inputs) * amountSource.value(inputs)
    return isAbsolute && value < 0 ? -value : value
  }
}
