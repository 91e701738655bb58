/// Finds among presets the one asked for, or what stands in for it: for percussion the kit of the
/// lowest program, which is the standard kit where there is one; else the same program of bank 0; else,
/// where the file is a single instrument, that one.
package struct PresetMatch: BitwiseCopyable {
  private let bank: UInt16
  private let program: UInt8
  private let isSingle: Bool
  /// The place of the best so far; nil where nothing stands in.
  package private(set) var index: Int?
  /// True where it is what was asked for.
  package private(set) var isExact = false
  /// The program of the kit that stands in, higher than any while there is none.
  private var kit = UInt8.max

  /// A search for a program of a bank; `isSingle` says that the file has one preset.
  package init(bank: UInt16, program: UInt8, isSingle: Bool) {
    self.bank = bank
    self.program = program
    self.isSingle = isSingle
  }

  /// Considers one preset after another; of equals the first is kept.
  package mutating func consider(bank: UInt16, program: UInt8, at place: Int) {
    if isExact { return }
    if bank == self.bank && program == self.program {
      index = place
      isExact = true
    } else if self.bank >= UInt16(ProgramTable.percussionBank) {
      // Banks list their presets in any order.
      if bank == self.bank && program < kit {
        index = place
        kit = program
      }
    } else if index == nil && (isSingle || bank == 0 && program == self.program) {
      index = place
    }
  }
}
