import PeachSequencing

/// The banks of a song, in the order in which presets are looked for.
struct EngineSongBanks {
  private(set) var stack = BankStack()
  private(set) var banks: [EngineBank] = []

  mutating func append(_ bank: EngineBank) {
    stack.layers.append(BankStack.Layer(bank.bank))
    banks.append(bank)
  }

  mutating func insertFirst(_ bank: EngineBank, _ layer: BankStack.Layer) {
    stack.layers.insert(layer, at: 0)
    banks.insert(bank, at: 0)
  }
}
