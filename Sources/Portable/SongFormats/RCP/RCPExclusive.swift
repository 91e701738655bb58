/// The System Exclusive messages of a track of Recomposer, which keeps addresses and devices for
/// the next parameters.
struct RCPExclusive {
  private typealias Command = RCPTrack.Command

  /// The placeholders in messages of users.
  private enum Placeholder {
    static let gate: UInt8 = 0x80
    static let velocity: UInt8 = 0x81
    static let channel: UInt8 = 0x82
    static let checksumStart: UInt8 = 0x83
    static let checksum: UInt8 = 0x84
  }

  private static let roland: UInt8 = 0x41
  private static let yamaha: UInt8 = 0x43

  /// The device and the model, as long as no event has declared others: an MT-32, and XG.
  private var rolandDevice: [UInt8] = [0x10, 0x16]
  private var rolandBase: [UInt8] = [0x00, 0x10]
  private var yamahaDevice: [UInt8] = [0x10, 0x4C]
  private var yamahaBase: [UInt8] = [0, 0]

  /// Whether a command is for ``read(_:_:_:channel:)``.
  static func isExclusive(_ command: UInt8) -> Bool {
    0xC0...0xC3 ~= command || 0xC5...0xD3 ~= command || 0xDC...0xDF ~= command
  }

  /// Reads an event of a manufacturer's parameter.
  ///
  /// - Returns: The message after F0, to F7; `nil` if there is none yet.
  mutating func read(
    _ command: UInt8, _ first: UInt8, _ second: UInt8, channel: UInt8
  ) -> [UInt8]? {
    let values = [first & 0x7F, second & 0x7F]
    switch command {
    case Command.yamahaBase: yamahaBase = values
    case Command.yamahaDevice: yamahaDevice = values
    case Command.rolandBase: rolandBase = values
    case Command.rolandDevice: rolandDevice = values
    case Command.yamahaParameter: return [Self.yamaha] + yamahaDevice + yamahaBase + values + [0xF7]
    case Command.xgParameter: return [Self.yamaha, 0x10, 0x4C] + yamahaBase + values + [0xF7]
    case Command.rolandParameter:
      let content = rolandBase + values
      return [Self.roland] + rolandDevice + [0x12] + content + [Self.checksum(content), 0xF7]
    default: return Self.deviceMessage(command, first, second, channel: channel)
    }
    return nil
  }

  /// Returns the parameter change of a synthesizer of Yamaha's DX and TX series, or of an MKS-7.
  private static func deviceMessage(
    _ command: UInt8, _ first: UInt8, _ second: UInt8, channel: UInt8
  ) -> [UInt8] {
    let values = [first & 0x7F, second & 0x7F]
    let device = 0x10 | channel
    let groups: [UInt8: [UInt8]] = [
      0xC3: [0x11], 0xC5: [0x15], 0xC7: [0x12], 0xC8: [0x13], 0xC9: [0x10], 0xCA: [0x10, 0x7B],
      0xCB: [0x10, 0x7C], 0xCC: [0x1B], 0xCD: [0x18], 0xCE: [0x19], 0xCF: [0x1A],
    ]
    switch command {
    // The number of a DX7's parameter has eight bits.
    case 0xC0: return [yamaha, device, 0x08 | first >> 7] + values + [0xF7]
    case 0xC1: return [yamaha, device, first >> 7] + values + [0xF7]
    case 0xC2: return [yamaha, device, 0x04 | first >> 7] + values + [0xF7]
    case 0xC6: return [yamaha, 0x75, channel, 0x10] + values + [0xF7]
    case 0xDC: return [roland, 0x32, channel] + values + [0xF7]
    default: return [yamaha, device] + (groups[command] ?? []) + values + [0xF7]
    }
  }

  /// Returns a message of a user after F0, to F7, with its placeholders replaced; `nil` if it is
  /// empty or has an invalid byte.
  static func message(
    _ template: some Sequence<UInt8>, _ first: UInt8, _ second: UInt8, channel: UInt8
  ) -> [UInt8]? {
    var message: [UInt8] = []
    var checksumStart = 0
    for (index, byte) in template.enumerated() {
      if byte == 0xF7 { break }
      // Some files have the start of the message, too.
      if byte == 0xF0, index == 0 { continue }
      switch byte {
      case Placeholder.gate: message.append(first)
      case Placeholder.velocity: message.append(second)
      case Placeholder.channel: message.append(channel)
      case Placeholder.checksumStart: checksumStart = message.count
      case Placeholder.checksum: message.append(checksum(message[checksumStart...]))
      default: message.append(byte)
      }
    }
    return message.isEmpty || message.contains { $0 >= 0x80 } ? nil : message + [0xF7]
  }

  /// Returns the checksum of Roland's and Yamaha's messages: with it, the sum is a multiple of 128.
  /// Bytes above 7F, which make a message invalid, count without their highest bit.
  static func checksum(_ content: some Sequence<UInt8>) -> UInt8 {
    (0x80 - content.reduce(0) { ($0 &+ $1) & 0x7F }) & 0x7F
  }
}
