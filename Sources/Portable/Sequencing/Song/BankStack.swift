public import PeachInstrumentModel
import PeachMusicUnits

/// The sound banks of a song, in the order in which presets are looked for. A bank fills the gaps
/// of those before it.
///
/// ```swift
/// var stack = BankStack(cello)
/// stack.layers.append(BankStack.Layer(generalMIDI))
/// try SongRenderer(file, banks: stack, decoder: decoder)
/// ```
public struct BankStack: Sendable {
  /// A bank of a stack.
  public struct Layer: Sendable {
    /// The sound bank.
    public var bank: SoundBank
    /// The number that is added to the banks of its presets, except for percussion kits.
    public var bankOffset = 0
    /// The indices of the presets that are used; `nil` for all.
    public var presets: Set<Int>?
    /// The numbers that select the single preset in use, instead of its own.
    public var identifier: PresetIdentifier?
    /// Whether the bank substitutes presets that it does not have before other banks are searched:
    /// by its first one with the same program, or by its percussion kit with the lowest program.
    package var substitutesFirst = false

    /// Creates a layer of a bank.
    public init(_ bank: SoundBank, bankOffset: Int = 0) {
      self.bank = bank
      self.bankOffset = bankOffset
    }

    /// A text that distinguishes layers of the same bank.
    package var key: String {
      let selected = presets.map { $0.sortedNumbers().map { ",\($0)" }.joined() } ?? ""
      let target = identifier.map { "=\($0.bank):\($0.program)" } ?? ""
      return selected + (bankOffset == 0 ? "" : "+\(bankOffset)") + target
    }

    /// Returns the numbers that select a preset of the bank; `nil` if none do.
    package func identifier(ofPresetAt index: Int) -> PresetIdentifier? {
      if let presets, !presets.contains(index) { return nil }
      if let target = self.identifier { return target }
      var identifier = bank.presets[index].identifier
      // Percussion kits are in bank 128 of SoundFonts, whatever bank select says.
      if bankOffset == 0 || identifier.bank >= 128 { return identifier }
      let number = Int(identifier.bank) + bankOffset
      guard (0..<128).contains(number) else { return nil }
      identifier.bank = UInt16(number)
      return identifier
    }
  }

  /// A preset of a stack, and the numbers that select it.
  package struct Entry: Hashable, Sendable {
    package var layer: Int
    /// The index of the preset in the bank of the layer.
    package var preset: Int
    package var identifier: PresetIdentifier
  }

  /// The banks, from the one that is searched first. Without any, only songs that bring a bank
  /// sound.
  public var layers: [Layer]

  /// Creates a stack of one bank.
  public init(_ bank: SoundBank) { layers = [Layer(bank)] }

  /// Creates a stack of banks, from the one that is searched first.
  public init(_ layers: [Layer] = []) { self.layers = layers }

  /// The numbers of the standard kit, which plays keys that other percussion kits lack.
  static var standardKit: PresetIdentifier { PresetIdentifier(bank: 128, program: 0) }

  /// All presets, in the order in which they are looked for.
  package var entries: [Entry] {
    var entries: [Entry] = []
    for (index, layer) in layers.enumerated() {
      for preset in layer.bank.presets.indices {
        guard let identifier = layer.identifier(ofPresetAt: preset) else { continue }
        entries.append(Entry(layer: index, preset: preset, identifier: identifier))
      }
    }
    return entries
  }

  package subscript(entry: Entry) -> Preset { layers[entry.layer].bank.presets[entry.preset] }
}
