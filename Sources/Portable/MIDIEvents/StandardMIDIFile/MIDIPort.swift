/// An output port of a song, with 16 channels of its own.
public struct MIDIPort: Hashable, Sendable {
  /// The number of the port in the file (meta-event FF 21), 0 through 127; `nil` for a port that
  /// only has a name.
  public let number: UInt8?
  /// The name of the device at the port (meta-event FF 09); `nil` without one.
  public let name: String?
}

extension MIDIFile {
  /// The maximum number of ports that keep their channels apart: 256 channels.
  public static var maximumPortCount: Int { 16 }
  /// Returns the name of a channel for a listener: `10`, or `2:10` for that of the second port in a
  /// song with several; both count from 1.
  ///
  /// - Parameter channel: The channel of its port, plus 16 for each earlier port.
  package func name(ofChannel channel: UInt8) -> String {
    let number = "\(channel % 16 + 1)"
    return portMap.count > 1 ? "\(channel / 16 + 1):\(number)" : number
  }

  /// The number of ports beyond which a warning is given: 128 channels.
  static var commonPortCount: Int { 8 }
}
