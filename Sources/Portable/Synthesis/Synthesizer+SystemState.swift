/// What a song or a user has set for the whole, as whole numbers, to be kept and put back: how bank
/// select is read, the master level, tunings of keys.
extension Synthesizer {
  /// How many numbers that is, without the tunings.
  @inlinable package static var systemStateCount: Int { 3 }
  /// How many numbers a tuning is: its bank and program, and where each key stands.
  @inlinable package static var tuningStateCount: Int { 129 }
  /// How many tunings there can be.
  package static var tuningCapacity: Int { TuningTables.capacity }

  /// Writes the settings of the whole.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func copySystemState(to state: UnsafeMutablePointer<Int32>) {
    state[0] = Int32(bankMode.rawValue)
    state[1] = Self.bits(masterVolume)
    state[2] = Self.bits(masterBalance)
  }

  /// Writes the tuning at an index below the count of them.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func copyTuning(at index: Int, to state: UnsafeMutablePointer<Int32>) {
    state[0] = Int32(tunings.name(at: index))
    for key in 0..<128 { state[1 &+ key] = Self.bits(tunings.offset(at: index, key: key)) }
  }

  /// How many tunings were set.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func tuningCount() -> Int { tunings.count }

  /// Puts the settings of the whole back, as far as they are such settings at all, and forgets all
  /// tunings; those that are put back, and the channels' settings, come after it.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func restoreSystemState(from state: UnsafePointer<Int32>) {
    let mode = BankMode(rawValue: UInt8(truncatingIfNeeded: min(max(state[0], 0), 255)))
    bankMode = configuration.bankMode ?? mode ?? bankMode
    masterVolume = Self.float(state[1], 0, 1)
    masterBalance = Self.float(state[2], -1, 1)
    moveMasterLevel()
    tunings.removeAll()
  }

  /// Puts a tuning back.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func restoreTuning(from state: UnsafePointer<Int32>) {
    let name = min(max(state[0], 0), 0x7F7F)
    for key in 0..<128 {
      tunings.set(
        bank: UInt8(truncatingIfNeeded: name >> 8) & 127,
        program: UInt8(truncatingIfNeeded: name) & 127,
        key: UInt8(truncatingIfNeeded: key), offset: Self.float(state[1 &+ key], -1128, 1000))
    }
  }
}
