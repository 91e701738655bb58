import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSequencing
import PeachServices

/// The object of a `peach_bank`.
final class BankObject: HandleObject {
  static let kind = HandleKind.bank

  /// The banks; `nil` for the sine wave.
  let stack: BankStack?
  private let entries: [BankStack.Entry]

  init(_ stack: BankStack?) {
    self.stack = stack
    entries = stack?.entries ?? []
  }

  convenience init(_ bank: SoundBank?) { self.init(bank.map { BankStack($0) }) }

  /// The presets of the banks, with the numbers that select them.
  var presets: [Preset] {
    guard let stack else {
      return [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: "Sine")]
    }
    return entries.map { entry in
      var preset = stack[entry]
      preset.identifier = entry.identifier
      return preset
    }
  }

  var warnings: [String] { stack.map { $0.layers.flatMap { $0.bank.warnings } } ?? [] }

  var name: String {
    stack.map { $0.layers.map { $0.bank.information.name }.joined(separator: ", ") } ?? "Sine"
  }

  /// Returns the preset at an index, `nil` for the sine wave.
  ///
  /// - Throws: ``LibraryError`` if there is none.
  func preset(at index: Int32) throws(LibraryError) -> BankPreset? {
    let count = stack == nil ? 1 : entries.count
    guard index >= 0, index < count else {
      throw LibraryError(
        .notFound, "The bank has no preset at index \(index). It has \(count) presets.")
    }
    return stack.map { stack in
      let entry = entries[Int(index)]
      return BankPreset(bank: stack.layers[entry.layer].bank, index: entry.preset)
    }
  }

  /// Returns the index of the preset of a sound, in the first bank that has it.
  func index(of source: SoundSource) throws -> Int {
    let stack = try sampledStack()
    let preset = try SoundFontLibrary(stack).preset(for: source)
    let index = entries.firstIndex { entry in
      entry.preset == preset.index
        && stack.layers[entry.layer].bank.storage === preset.bank.storage
    }
    guard let index else { throw LibraryError(.notFound, "The bank has no such preset.") }
    return index
  }

  /// Returns the banks.
  ///
  /// - Throws: ``LibraryError`` for the sine wave.
  func sampledStack() throws(LibraryError) -> BankStack {
    guard let stack else {
      throw LibraryError(.unsupported, "The sine wave is not a bank of samples.")
    }
    return stack
  }

  /// Returns the only bank.
  ///
  /// - Throws: ``LibraryError`` for the sine wave and for a stack.
  func sampledBank() throws(LibraryError) -> SoundBank {
    let layers = try sampledStack().layers
    guard layers.count == 1 else {
      throw LibraryError(.unsupported, "This is a stack of banks. Open one of them alone.")
    }
    return layers[0].bank
  }
}
