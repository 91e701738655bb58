/// Finds among presets the one asked for, or what stands in for it: for percussion the first kit,
/// else the same program of bank 0.
package struct PresetMatch: BitwiseCopyable {
  private let bank: UInt16
  private let program: UInt8
  /// The place of the best so far; nil where nothing stands in.
  package private(set) var index: Int?
  /// True where it is what was asked for.
  package private(set) var isExact = false

  /// A search for a program of a bank.
  package init(bank: UInt16, program: UInt8) {
    self.bank = bank
    self.program = program
  }

  /// Considers one preset after another; of equals the first is kept.
  package mutating func consider(bank: UInt16, program: UInt8, at place: Int) {
    if isExact { return }
    if bank == self.bank && program == self.program {
      index = place
      isExact = true
    } else if index == nil {
      let isPercussion = self.bank >= UInt16(ProgramTable.percussionBank)
      let standsIn =
        isPercussion ? bank == self.bank : bank == 0 && program == self.program
      if standsIn { index = place }
    }
  }
}
