package import PeachInstrumentModel

/// The presets that program changes select. Create it on a control thread.
public final class ProgramTable: Sendable {
  package struct Entry: BitwiseCopyable, Sendable {
    package var bank: UInt16
    package var program: UInt8
    package var preset: PresetHandle

    static var maximumCount: Int { @_noLocks @_noAllocation get { 2048 } }
  }

  /// The maximum number of presets in a table.
  public static let capacity = Entry.maximumCount

  package let entries: [Entry]
  let isSingle: Bool
  let presets: [PreparedPreset]

  /// Creates a table of at most ``capacity`` presets. Of presets with the same bank and program,
  /// the first is used.
  ///
  /// - Parameter isSingle: Whether the file has only one preset, as a sampler's. It substitutes for
  ///   any melodic preset.
  public convenience init(_ presets: [PreparedPreset], isSingle: Bool = false) {
    self.init(presets, identifiers: presets.map { $0.preset.identifier }, isSingle: isSingle)
  }

  /// Creates a table of presets that other numbers than their own select.
  package init(_ presets: [PreparedPreset], identifiers: [PresetIdentifier], isSingle: Bool) {
    self.presets = presets
    self.isSingle = isSingle
    entries = zip(presets, identifiers).prefix(Self.capacity).map { preset, identifier in
      Entry(bank: identifier.bank, program: identifier.program, preset: preset.handle)
    }
  }

  /// The number of presets.
  public var count: Int { entries.count }
}
