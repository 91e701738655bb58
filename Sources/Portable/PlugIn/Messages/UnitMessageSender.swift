/// A sender of MIDI bytes to a unit, with the calls of SF2LibAU.
///
/// ```swift
/// unit.sendLoadFileUsePreset(path: "/banks/FluidR3_GM.sf2", preset: 42)
/// unit.sendUseBankProgram(bank: 8, program: 28)
/// unit.sendNoteOn(note: 60, when: unit.sampleTime + 4800)
/// ```
/// `when` is a sample time. Times in the past, such as the default, are handled with the next block.
/// All calls return whether the message was sent.
public protocol UnitMessageSender {
  /// Sends complete MIDI messages.
  @discardableResult func sendMIDI(bytes: [UInt8], when: Int64, cable: UInt8) -> Bool
}

extension UnitMessageSender {
  /// Loads a bank and selects the preset at an index, as ``UnitMessages/loadFile(_:usingPreset:)``.
  ///
  /// - Parameter path: An absolute path, or a `file` URI.
  /// - Returns: `false` if the path is not absolute or too long, or there is no such index.
  @discardableResult
  public func sendLoadFileUsePreset(path: String, preset: Int, when: Int64 = .min) -> Bool {
    let message = createLoadFileUsePreset(path: path, preset: preset)
    guard UnitMessages.presets.contains(preset), UnitFilePath.path(Array(path.utf8)) != nil,
      message.count - 2 <= UnitRequest.byteLimit
    else { return false }
    return sendMIDI(bytes: message, when: when, cable: 0)
  }

  /// Selects another preset of the loaded bank by index.
  @discardableResult
  public func sendUsePreset(preset: Int, when: Int64 = .min) -> Bool {
    guard UnitMessages.presets.contains(preset) else { return false }
    return sendMIDI(bytes: createUsePreset(preset: preset), when: when, cable: 0)
  }

  /// Selects a bank, 0 through 16,383, and a program on channel 1, regardless of the bank mode.
  @discardableResult
  public func sendUseBankProgram(bank: UInt16, program: UInt8, when: Int64 = .min) -> Bool {
    guard bank < 16_384 && program < 128 else { return false }
    let message = createUseBankProgram(bank: bank, program: program)
    return sendMIDI(bytes: message, when: when, cable: 0)
  }

  /// Restores the power-on state.
  @discardableResult public func sendReset(when: Int64 = .min) -> Bool {
    sendMIDI(bytes: createResetCommand(), when: when, cable: 0)
  }

  /// Sends a control change on channel 1.
  @discardableResult
  public func sendChannelMessage(message: UInt8, value: UInt8 = 0, when: Int64 = .min) -> Bool {
    sendMIDI(bytes: createChannelMessage(message: message, value: value), when: when, cable: 0)
  }

  /// Releases all notes of channel 1.
  @discardableResult public func sendAllNotesOff(when: Int64 = .min) -> Bool {
    sendMIDI(bytes: UnitMessages.allNotesOff, when: when, cable: 0)
  }

  /// Ends all notes of channel 1.
  @discardableResult public func sendAllSoundOff(when: Int64 = .min) -> Bool {
    sendMIDI(bytes: UnitMessages.allSoundOff, when: when, cable: 0)
  }

  /// Starts a note on channel 1.
  @discardableResult
  public func sendNoteOn(note: UInt8, velocity: UInt8 = 0x64, when: Int64 = .min) -> Bool {
    let message = UnitMessages.noteOn(Int(note), velocity: Int(velocity))
    return sendMIDI(bytes: message, when: when, cable: 0)
  }

  /// Releases a note on channel 1.
  @discardableResult public func sendNoteOff(note: UInt8, when: Int64 = .min) -> Bool {
    sendMIDI(bytes: UnitMessages.noteOff(Int(note)), when: when, cable: 0)
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
