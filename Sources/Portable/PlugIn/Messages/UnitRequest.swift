import PeachInstrumentFiles

/// What a System Exclusive message of ``UnitMessages`` asks for.
public enum UnitRequest: Hashable, Sendable {
  /// Another file, and the preset at an index of it.
  case loadFile(path: String, preset: Int)
  /// Another preset of the file there is.
  case usePreset(Int)

  /// The most bytes that such a message has: a path of 4,096 bytes.
  public static let byteLimit = 8192

  /// What a message asks for, given without its first and last byte (F0, F7); nil where it is none
  /// of these, or is broken. Allocates: not for the audio thread.
  public init?(_ message: UnsafeRawBufferPointer) {
    guard let start = Self.start(of: message) else { return nil }
    let preset = Int(message[start]) << 7 | Int(message[start + 1])
    if message.count == start + 2 {
      self = .usePreset(preset)
      return
    }
    guard let bytes = Base64.decodeStrictly(Array(message[(start + 2)...])),
      let path = UnitFilePath.path(bytes)
    else { return nil }
    self = .loadFile(path: path, preset: preset)
  }

  /// Whether a message begins as one of these, so that somebody must look at the rest. Wait-free.
  static func isMeant(_ message: UnsafeRawBufferPointer) -> Bool { start(of: message) != nil }

  /// Where the preset's number begins; nil where the message is another.
  private static func start(of message: UnsafeRawBufferPointer) -> Int? {
    guard message.count >= 4 && message.count <= byteLimit else { return nil }
    if message[0] == 0x7D && message.count >= 5 && message[1] == 0x53 && message[2] == 0x46 {
      return message[3] < 0x80 && message[4] < 0x80 ? 3 : nil
    }
    guard message[0] == 0x7E && message[1] == 0 else { return nil }
    // What MIDI 1.0, table VIIa, has for these bytes stays that: General MIDI (09), tuning (08),
    // downloadable sounds (0A), and the question who is there (06).
    switch (message[2], message[3]) {
    case (0x08, _), (0x0A, _): return nil
    case (0x09, 1), (0x09, 2), (0x09, 3): return nil
    case (0x06, 1), (0x06, 2): return nil
    default: return message[2] < 0x80 && message[3] < 0x80 ? 2 : nil
    }
  }
}
