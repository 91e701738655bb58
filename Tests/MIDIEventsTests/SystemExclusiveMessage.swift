import PeachMIDIEvents

/// A System Exclusive message as tests write it, without F0 and F7.
struct SystemExclusiveMessage {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Of a row of hexadecimal numbers, as specifications print messages.
  init(_ hexadecimal: String) {
    bytes = hexadecimal.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  /// A Roland GS message: its checksum brings the sum of address and data to a multiple of 128.
  static func gs(_ addressAndData: String) -> SystemExclusiveMessage {
    var message = SystemExclusiveMessage("41 10 42 12 " + addressAndData)
    let sum = message.bytes.dropFirst(4).reduce(0) { $0 + Int($1) }
    message.bytes.append(UInt8((128 - sum % 128) % 128))
    return message
  }

  /// A Yamaha XG parameter change.
  static func xg(_ addressAndData: String) -> SystemExclusiveMessage {
    SystemExclusiveMessage("43 10 4C " + addressAndData)
  }

  /// The same with the exclusive-or of all its bytes behind them.
  var withParity: SystemExclusiveMessage {
    SystemExclusiveMessage(bytes + [bytes.reduce(0, ^)])
  }

  /// The decoded settings.
  var settings: [SystemExclusiveSetting] { Self.settings(of: bytes) }

  static func settings(of bytes: [UInt8]) -> [SystemExclusiveSetting] {
    bytes.withUnsafeBytes { bytes in
      var decoder = SystemExclusiveDecoder(bytes)
      var settings: [SystemExclusiveSetting] = []
      // Not even a tuning of all keys has as many settings as bytes.
      while settings.count <= bytes.count, let setting = decoder.next() {
        settings.append(setting)
      }
      return settings
    }
  }
}

/// Settings of one part.
func part(_ number: UInt8, _ settings: PartSetting...) -> [SystemExclusiveSetting] {
  settings.map { .part($0, number: number) }
}
