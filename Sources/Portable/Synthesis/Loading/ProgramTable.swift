import PeachInstrumentModel

/// The presets that program changes choose from. Keeps them alive; make it on a control thread.
public final class ProgramTable: Sendable {
  package struct Entry: BitwiseCopyable, Sendable {
    package var bank: UInt16
    package var program: UInt8
    package var preset: PresetHandle
  }

  /// The bank that percussion channels play in SoundFont files.
  public static let percussionBank = 128
  /// The most presets a table holds.
  public static let capacity = 2048

  package let entries: [Entry]
  let isSingle: Bool
  private let presets: [PreparedPreset]

  /// A table of these presets, found by the numbers they have in their bank; of two with the same
  /// numbers the first, and at most ``capacity`` of them.
  ///
  /// `isSingle` says that the file they are from has one preset, as those of samplers have, which know
  /// no programs: it stands in for all but percussion.
  public init(_ presets: [PreparedPreset], isSingle: Bool = false) {
    self.presets = presets
    self.isSingle = isSingle
    entries = presets.prefix(Self.capacity).map {
      Entry(
        bank: $0.preset.identifier.bank, program: $0.preset.identifier.program, preset: $0.handle)
    }
  }

  /// How many presets it holds.
  public var count: Int { entries.count }
}
