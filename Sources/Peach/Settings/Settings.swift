import PeachMusicUnits

/// What a user has chosen, and what holds where nothing was.
public struct Settings: Hashable, Sendable, Codable {
  /// Which sound notes have; see ``SoundSource``.
  public var soundSource: String
  /// The pitch of A4 in hertz, 380 through 480.
  public var referencePitch: Double
  /// The sound device's name; nil for the system's default.
  public var device: String?
  /// Frames that the device asks for at once.
  public var periodFrames: Int
  /// Frames that the device holds.
  public var bufferFrames: Int

  /// What holds where nothing was chosen: a cello at A4 = 440 Hz on the default device.
  public init() {
    soundSource = "cello"
    referencePitch = FrequencyCalculation.concertPitch.hertz
    device = nil
    periodFrames = 128
    bufferFrames = 512
  }

  private enum Key: String, CodingKey {
    case soundSource
    case referencePitch
    case device
    case periodFrames
    case bufferFrames
  }

  /// Reads what is there; what is missing keeps its default, so that older files stay readable.
  public init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: Key.self)
    soundSource = try values.decodeIfPresent(String.self, forKey: .soundSource) ?? soundSource
    referencePitch =
      try values.decodeIfPresent(Double.self, forKey: .referencePitch) ?? referencePitch
    device = try values.decodeIfPresent(String.self, forKey: .device)
    periodFrames = try Self.whole(.periodFrames, in: values) ?? periodFrames
    bufferFrames = try Self.whole(.bufferFrames, in: values) ?? bufferFrames
    try check()
  }

  /// Read as any number first: JSON's own error for a fraction does not say where it is.
  private static func whole(
    _ key: Key, in values: KeyedDecodingContainer<Key>
  ) throws -> Int? {
    guard let number = try values.decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard let whole = Int(exactly: number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: values, debugDescription: "\(number) is not a whole number.")
    }
    return whole
  }

  /// Throws ``SettingsError/outOfRange(name:value:range:)`` for the first value out of range.
  public func check() throws(SettingsError) {
    if !(380...480).contains(referencePitch) {
      throw .outOfRange(name: "referencePitch", value: referencePitch, range: "380 to 480")
    }
    if !(16...16_384).contains(periodFrames) {
      throw .outOfRange(
        name: "periodFrames", value: Double(periodFrames), range: "16 to 16384")
    }
    if !(periodFrames * 2...131_072).contains(bufferFrames) {
      throw .outOfRange(
        name: "bufferFrames", value: Double(bufferFrames),
        range: "two periods to 131072")
    }
    if SoundSource(soundSource) == nil { throw .noSuchSource(soundSource) }
  }
}

/// What is wrong with settings. `\(error)` is a sentence for a person.
public enum SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A number that cannot be.
  case outOfRange(name: String, value: Double, range: String)
  /// A sound source that says nothing.
  case noSuchSource(String)
  /// A file that is not settings; nothing in it was changed.
  case notReadable(path: String, reason: String)
  /// The user has no folder for settings: neither `XDG_CONFIG_HOME` nor `HOME` is set.
  case noFolder

  /// What is wrong.
  public var description: String {
    switch self {
    case .outOfRange(let name, let value, let range):
      "\(name) is \(value); it must be \(range)."
    case .noSuchSource(let text):
      "\"\(text)\" is no sound: write sine, a name such as cello, or sf2:<bank>:<program>."
    case .notReadable(let path, let reason): "\(path): \(reason)"
    case .noFolder: "There is no folder for settings: neither XDG_CONFIG_HOME nor HOME is set."
    }
  }
}
