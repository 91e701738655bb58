public import PeachMusicUnits
public import PeachSynthesis

/// Notes of any pitch. Control thread only. They start with the next block.
extension SamplerUnit {
  /// Starts a note with the preset of its channel.
  ///
  /// ```swift
  /// let note = Note(id: 1, noteNumber: 69.09, amplitude: 0.8)
  /// try unit.start(note)
  /// try unit.retune(note: 1, to: .hertz(442.3))
  /// try unit.release(note: 1)
  /// ```
  ///
  /// - Throws: ``UnitCommandError`` without render resources, or if too many commands are waiting.
  public func start(_ note: Note) throws(UnitCommandError) { try send(.note(.startNote(note))) }

  /// Changes the pitch of an active note. Throws as ``start(_:)`` does.
  public func retune(note: UInt64, to frequency: Frequency) throws(UnitCommandError) {
    let noteNumber = FrequencyCalculation.noteNumber(frequency: frequency)
    try send(.note(.retune(note: note, noteNumber: noteNumber)))
  }

  /// Releases a note. Throws as ``start(_:)`` does.
  public func release(note: UInt64) throws(UnitCommandError) {
    try send(.note(.release(note: note)))
  }

  /// Fades out a note. Throws as ``start(_:)`` does.
  public func fade(note: UInt64, frames: Int) throws(UnitCommandError) {
    try send(.note(.fade(note: note, frames: frames)))
  }
}
