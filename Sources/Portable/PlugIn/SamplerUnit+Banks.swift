import PeachInstrumentModel
package import PeachSequencing
import PeachSynthesis

extension SamplerUnit {
  /// Loads a stack of banks, as one bank. Presets of later banks have precedence. Active notes
  /// continue with the previous bank. If an error is thrown, nothing changes.
  ///
  /// ```swift
  /// try unit.load(["gm.sf2", "drums.sf2:128", "cello.sfz=0:42"])
  /// ```
  ///
  /// - Parameters:
  ///   - banks: The paths of the banks, each followed by presets or numbers as in `peach play
  ///     --bank`.
  ///   - preset: The index of a preset to select on all channels except drum channels. If `nil`,
  ///     each channel keeps its bank and program.
  public func load(_ banks: [String], usingPreset preset: Int? = nil) throws(UnitLoadError) {
    try load(banks, usingPreset: preset, selection: state)
  }

  /// Loads a stack, and straightens the presets that `selection` selects if straight tones are on.
  func load(
    _ banks: [String], usingPreset preset: Int? = nil, selection: UnitState?
  ) throws(UnitLoadError) {
    try load(usingPreset: preset, selection: selection) { () throws(UnitLoadError) in
      let (stack, path) = try access.stack(of: banks)
      return try bank(stack, path: path, texts: banks)
    }
  }

  /// Loads a stack of open banks, as one bank. A state that is saved has the path of the first one
  /// only.
  package func load(_ banks: BankStack, usingPreset preset: Int? = nil) throws(UnitLoadError) {
    let path = banks.layers.first?.bank.storage.path ?? ""
    try load(usingPreset: preset, selection: state) { () throws(UnitLoadError) in
      try bank(banks, path: path)
    }
  }

  /// Loads a bank, and straightens the presets that `selection` selects if straight tones are on.
  func load(
    _ path: String, usingPreset preset: Int? = nil, selection: UnitState?
  ) throws(UnitLoadError) {
    try load(usingPreset: preset, selection: selection) { () throws(UnitLoadError) in
      try bank(BankStack(access.bank(at: path)), path: path)
    }
  }
  /// Prepares banks for the interpolation of the voices.
  private func bank(
    _ stack: BankStack, path: String, texts: [String] = []
  ) throws(UnitLoadError) -> UnitBank {
    try UnitBank(
      stack, path: path, texts: texts, decoder: access.decoder,
      interpolation: configuration.interpolation)
  }
}
