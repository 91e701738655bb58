import PeachInstrumentModel

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
  public init(_ presets: [PreparedPreset], isSingle: Bool = false) {
    self.presets = presets
    self.isSingle = isSingle
    entries = presets.prefix(Self.capacity).map {
      Entry(
        bank: $0.preset.identifier.bank, program: $0.preset.identifier.program, preset: $0.handle)
    }
  }

  /// The number of presets.
  public var count: Int { entries.count }
}
