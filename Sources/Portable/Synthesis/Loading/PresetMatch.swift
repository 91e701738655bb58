/// A search for a preset or its substitute. The substitute for a percussion kit is the kit with the
/// lowest program, in General MIDI the standard kit. For other presets it is the same program of
/// bank 0 or a file's only instrument.
package struct PresetMatch: BitwiseCopyable {
  private let bank: UInt16
  private let program: UInt8
  private let isSingle: Bool
  private let acceptsAnyBank: Bool
  package private(set) var index: Int?
  /// Whether the match is the requested preset, not a substitute.
  package private(set) var isExact = false
  /// The program of the substitute kit; the maximum without one.
  private var kit = UInt8.max

  /// Creates a search; `isSingle` tells whether the file has only one preset, `acceptsAnyBank`
  /// whether the same program of any bank is a substitute.
  @_noLocks @_noAllocation
  package init(bank: UInt16, program: UInt8, isSingle: Bool, acceptsAnyBank: Bool = false) {
    self.bank = bank
    self.program = program
    self.isSingle = isSingle
    self.acceptsAnyBank = acceptsAnyBank
  }

  /// Considers the next preset; the first of equal ones wins.
  @_noLocks @_noAllocation
  package mutating func consider(bank: UInt16, program: UInt8, at index: Int) {
    if isExact { return }
    if bank == self.bank && program == self.program {
      self.index = index
      isExact = true
    } else if self.bank >= BankMode.percussionBank {
      // Banks list their presets in any order.
      if bank == self.bank && program < kit {
        self.index = index
        kit = program
      }
    } else if self.index == nil
      && (isSingle
        || (bank == 0 || acceptsAnyBank && bank < BankMode.percussionBank)
          && program == self.program)
    {
      self.index = index
    }
  }
}
