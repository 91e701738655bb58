import PeachInstrumentModel
package import PeachSequencing

extension SamplerUnit {
  /// Loads a stack of banks, as one bank. A state that is saved has the path of the first one only.
  package func load(_ banks: BankStack, usingPreset preset: Int? = nil) throws(UnitLoadError) {
    let path = banks.layers.first?.bank.storage.path ?? ""
    try load(usingPreset: preset, selection: state) { () throws(UnitLoadError) in
      try UnitBank(banks, path: path, decoder: access.decoder)
    }
  }

  /// Loads a bank, and straightens the presets that `selection` selects if straight tones are on.
  func load(
    _ path: String, usingPreset preset: Int? = nil, selection: UnitState?
  ) throws(UnitLoadError) {
    try load(usingPreset: preset, selection: selection) { () throws(UnitLoadError) in
      try UnitBank(BankStack(access.bank(at: path)), path: path, decoder: access.decoder)
    }
  }
}
