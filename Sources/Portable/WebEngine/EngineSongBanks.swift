import PeachInstrumentModel
import PeachSequencing

/// The banks of a song, in the order in which presets are looked for.
struct EngineSongBanks {
  private(set) var stack = BankStack()
  private(set) var banks: [EngineBank] = []

  @inline(never) mutating func append(_ bank: EngineBank, _ layer: BankStack.Layer? = nil) {
    stack.layers.append(layer ?? BankStack.Layer(bank.bank))
    banks.append(bank)
  }

  mutating func insert(_ bank: EngineBank, _ layer: BankStack.Layer, at index: Int) {
    stack.layers.insert(layer, at: index)
    banks.insert(bank, at: index)
  }

  /// Adds a layer with a single preset, which a number selects as its bank, instead of the one that
  /// has this number.
  ///
  /// - Parameter index: The index of the preset in the bank; `nil` for no preset.
  mutating func choose(presetAt index: Int?, of bank: EngineBank?, as number: UInt16) {
    var chosen = EngineSongBanks()
    for (bank, layer) in zip(banks, stack.layers) where layer.identifier?.bank != number {
      chosen.append(bank, layer)
    }
    if let bank, let index {
      var layer = BankStack.Layer(bank.bank)
      layer.presets = [index]
      layer.identifier = PresetIdentifier(
        bank: number, program: bank.bank.presets[index].program)
      chosen.append(bank, layer)
    }
    self = chosen
  }
}
