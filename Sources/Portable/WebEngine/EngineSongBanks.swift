import PeachSequencing
import PeachSynthesis

/// The banks of a song and their loaders, in the order in which presets are looked for.
struct EngineSongBanks {
  private(set) var stack = BankStack()
  private(set) var loaders: [InstrumentLoader] = []

  mutating func append(_ layer: BankStack.Layer, _ loader: InstrumentLoader) {
    stack.layers.append(layer)
    loaders.append(loader)
  }

  mutating func insertFirst(_ layer: BankStack.Layer, _ loader: InstrumentLoader) {
    stack.layers.insert(layer, at: 0)
    loaders.insert(loader, at: 0)
  }
}
