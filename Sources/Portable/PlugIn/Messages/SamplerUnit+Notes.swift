public import PeachMusicUnits
public import PeachSynthesis

/// Notes of any pitch. Control thread only. They start with the next block.
extension SamplerUnit {
  /// Starts a note with the preset of its channel.
  ///
  /// ```swift
  /// let note = Note(id: 1, noteNumber: 69.09, amplitude: 0.8)
  /// unit.start(note)
  /// unit.retune(note: 1, to: .hertz(442.3))
  /// unit.release(note: 1)
  /// ```
  ///
  /// - Returns: `false` without render resources, or if too many commands are waiting.
  @discardableResult
  public func start(_ note: Note) -> Bool { send(.note(.startNote(note))) }

  /// Changes the pitch of an active note. Returns as ``start(_:)`` does.
  @discardableResult
  public func retune(note: UInt64, to frequency: Frequency) -> Bool {
    let noteNumber = FrequencyCalculation.noteNumber(frequency: frequency)
    return send(.note(.retune(note: note, noteNumber: noteNumber)))
  }

  /// Releases a note. Returns as ``start(_:)`` does.
  @discardableResult
  public func release(note: UInt64) -> Bool { send(.note(.release(note: note))) }

  /// Fades out a note. Returns as ``start(_:)`` does.
  @discardableResult
  public func fade(note: UInt64, frames: Int) -> Bool {
    send(.note(.fade(note: note, frames: frames)))
  }
}
