/// A sender of MIDI bytes to a unit, with the calls of SF2LibAU.
///
/// ```swift
/// try unit.sendLoadFileUsePreset(path: "/banks/FluidR3_GM.sf2", preset: 42)
/// try unit.sendUseBankProgram(bank: 8, program: 28)
/// try unit.sendNoteOn(note: 60, when: unit.sampleTime + 4800)
/// ```
/// `when` is a sample time. Times in the past, such as the default, are handled with the next
/// block. A message that is not sent throws ``UnitCommandError``.
public protocol UnitMessageSender {
  /// Sends complete MIDI messages.
  func sendMIDI(bytes: [UInt8], when: Int64, cable: UInt8) throws(UnitCommandError)
}

extension UnitMessageSender {
  /// Loads a bank and selects the preset at an index, as `UnitMessages.loadFile(_:usingPreset:)`.
  ///
  /// - Parameter path: An absolute path, or a `file` URI.
  /// - Throws: ``UnitCommandError/invalidMessage`` if the path is not absolute or too long, or if
  ///   there is no such index.
  public func sendLoadFileUsePreset(path: String, preset: Int, when: Int64 = .min)
    throws(UnitCommandError)
  {
    let message = createLoadFileUsePreset(path: path, preset: preset)
    guard UnitMessages.presets.contains(preset), UnitFilePath.path(Array(path.utf8)) != nil,
      message.count - 2 <= UnitRequest.byteLimit
    else { throw .invalidMessage }
    try sendMIDI(bytes: message, when: when, cable: 0)
  }

  /// Selects another preset of the loaded bank by index.
  public func sendUsePreset(preset: Int, when: Int64 = .min) throws(UnitCommandError) {
    guard UnitMessages.presets.contains(preset) else { throw .invalidMessage }
    try sendMIDI(bytes: createUsePreset(preset: preset), when: when, cable: 0)
  }

  /// Selects a bank, 0 through 16,383, and a program on channel 1, regardless of the bank mode.
  public func sendUseBankProgram(bank: UInt16, program: UInt8, when: Int64 = .min)
    throws(UnitCommandError)
  {
    guard bank < 16_384 && program < 128 else { throw .invalidMessage }
    let message = createUseBankProgram(bank: bank, program: program)
    try sendMIDI(bytes: message, when: when, cable: 0)
  }

  /// Restores the power-on state.
  public func sendReset(when: Int64 = .min) throws(UnitCommandError) {
    try sendMIDI(bytes: createResetCommand(), when: when, cable: 0)
  }

  /// Sends a control change on channel 1.
  public func sendChannelMessage(message: UInt8, value: UInt8 = 0, when: Int64 = .min)
    throws(UnitCommandError)
  {
    try sendMIDI(bytes: createChannelMessage(message: message, value: value), when: when, cable: 0)
  }

  /// Releases all notes of channel 1.
  public func sendAllNotesOff(when: Int64 = .min) throws(UnitCommandError) {
    try sendMIDI(bytes: UnitMessages.allNotesOff, when: when, cable: 0)
  }

  /// Ends all notes of channel 1.
  public func sendAllSoundOff(when: Int64 = .min) throws(UnitCommandError) {
    try sendMIDI(bytes: UnitMessages.allSoundOff, when: when, cable: 0)
  }

  /// Starts a note on channel 1.
  public func sendNoteOn(note: UInt8, velocity: UInt8 = 0x64, when: Int64 = .min)
    throws(UnitCommandError)
  {
    let message = UnitMessages.noteOn(Int(note), velocity: Int(velocity))
    try sendMIDI(bytes: message, when: when, cable: 0)
  }

  /// Releases a note on channel 1.
  public func sendNoteOff(note: UInt8, when: Int64 = .min) throws(UnitCommandError) {
    try sendMIDI(bytes: UnitMessages.noteOff(Int(note)), when: when, cable: 0)
  }

  /// Returns the bytes of ``sendLoadFileUsePreset(path:preset:when:)``.
  public func createLoadFileUsePreset(path: String, preset: Int) -> [UInt8] {
    UnitMessages.loadFile(path, usingPreset: preset, spelling: UnitMessages.spelling(of: preset))
  }

  /// Returns the bytes of ``sendUsePreset(preset:when:)``.
  public func createUsePreset(preset: Int) -> [UInt8] {
    UnitMessages.usePreset(preset, spelling: UnitMessages.spelling(of: preset))
  }

  /// Returns the bytes of ``sendReset(when:)``.
  public func createResetCommand() -> [UInt8] { UnitMessages.reset }

  /// Returns the bytes of ``sendUseBankProgram(bank:program:when:)``.
  public func createUseBankProgram(bank: UInt16, program: UInt8) -> [UInt8] {
    UnitMessages.useBankProgram(bank: Int(bank), program: Int(program))
  }

  /// Returns the bytes of ``sendChannelMessage(message:value:when:)``.
  public func createChannelMessage(message: UInt8, value: UInt8) -> [UInt8] {
    UnitMessages.channelMessage(Int(message), value: Int(value))
  }
}
