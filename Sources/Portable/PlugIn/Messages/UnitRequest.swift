import PeachInstrumentFiles

/// A request in a System Exclusive message of ``UnitMessages``.
package enum UnitRequest: Hashable, Sendable {
  /// Loads a file and selects the preset at an index.
  case loadFile(path: String, preset: Int)
  /// Selects another preset of the loaded file.
  case usePreset(Int)

  /// The maximum size of a message, in bytes: a path of 4,096 bytes in Base64.
  package static let byteLimit = 8192

  /// Decodes a message without F0 and F7; `nil` if it is another one or malformed. Allocates.
  package init?(_ message: UnsafeRawBufferPointer) {
    guard message.count <= Self.byteLimit, let start = Self.start(of: message) else { return nil }
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

  /// Returns whether a message begins like a request. Wait-free.
  static func isRequest(_ message: UnsafeRawBufferPointer) -> Bool { start(of: message) != nil }

  /// Returns the offset of the preset's index; `nil` if the message is not a request.
  private static func start(of message: UnsafeRawBufferPointer) -> Int? {
    guard message.count >= 4 else { return nil }
    if message[0] == 0x7D && message.count >= 5 && message[1] == 0x53 && message[2] == 0x46 {
      return message[3] < 0x80 && message[4] < 0x80 ? 3 : nil
    }
    guard message[0] == 0x7E && message[1] == 0 else { return nil }
    if isUniversal(message[2], message[3]) { return nil }
    return message[2] < 0x80 && message[3] < 0x80 ? 2 : nil
  }

  /// Whether the sub-IDs are those of a universal message, which keeps its meaning (MIDI 1.0, table
  /// VIIa): General MIDI (09), tuning (08), Downloadable Sounds (0A) and identity request (06).
  static func isUniversal(_ subID1: UInt8, _ subID2: UInt8) -> Bool {
    switch (subID1, subID2) {
    case (0x08, _), (0x0A, _), (0x09, 1), (0x09, 2), (0x09, 3), (0x06, 1), (0x06, 2): true
    default: false
    }
  }
}
