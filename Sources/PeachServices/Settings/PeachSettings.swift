import PeachMusicUnits
import PeachTrialRecords
public import PeachTuning

/// The user's settings.
public struct PeachSettings: Hashable, Sendable {
  /// The sound; see ``SoundSource``.
  public var soundSource = "cello"
  /// The frequency of A4 in hertz, 380…480.
  public var referencePitch = FrequencyCalculation.concertPitch.hertz
  /// The sound banks of notes, songs and live playing, as in `--bank`: `FILE[:PRESETS][+OFFSET |
  /// =BANK:PROGRAM]`, the last one first. Empty for the first bank installed.
  public var banks: [String] = []
  /// The tuning of songs and live playing: the name of a temperament, or the path of a Scala or
  /// AnaMark file; `nil` for equal temperament.
  public var tuning: String?
  /// The root of a temperament, such as `D` or `Bb`; `nil` for C.
  public var tuningRoot: String?
  /// The path of a Scala keyboard mapping, if ``tuning`` is a Scala file; `nil` for none.
  public var keyboardMapping: String?
  /// Whether the chords of songs and live playing are tuned to pure intervals, with dominant
  /// sevenths of 16:9 or 7:4; `nil` for no.
  public var adaptive: AdaptiveTuning.Sevenths?
  /// The partials that coincide in the octaves of stringed presets in songs and live playing; `nil`
  /// for octaves of 2:1 between their first partials.
  public var stretch: OctaveStretch.Octave?
  /// The way in which recordings are played in notes, songs and live playing; `nil` for that of
  /// each: straight, as in the bank, and corrected.
  public var tone: RecordingTone?
  /// The audio device's name; `nil` for the default device.
  public var device: String?
  /// The period size in frames.
  public var periodFrames = 128
  /// The buffer size in frames.
  public var bufferFrames = 512

  /// Creates the default settings: a cello at A4 = 440 Hz on the default device.
  public init() {}

  /// The names of the settings, which are the keys of the file.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    case soundSource, referencePitch, tuning, tuningRoot, keyboardMapping, adaptive, stretch, tone
    case banks
    case device, periodFrames, bufferFrames
  }

  /// Reads settings. Missing keys keep their defaults, so that older files stay readable.
  init(_ members: [String: JSONValue]) throws(SettingsError) {
    self.init()
    func value<Value>(
      _ key: Key, _ expected: String, _ read: (JSONValue) -> Value?
    ) throws(SettingsError) -> Value? {
      guard let json = members[key.rawValue], json != .null else { return nil }
      guard let value = read(json) else {
        throw .malformed(name: key.rawValue, text: JSONText.line(json), expected: expected)
      }
      return value
    }
    func integer(_ json: JSONValue) -> Int? { json.number.flatMap { Int(exactly: $0) } }
    soundSource = try value(.soundSource, "a text") { $0.text } ?? soundSource
    referencePitch = try value(.referencePitch, "a number") { $0.number } ?? referencePitch
    banks = try value(.banks, "a list of texts", Self.texts) ?? banks
    tuning = try value(.tuning, "a text") { $0.text }
    tuningRoot = try value(.tuningRoot, "a note without octave, such as D or Bb") { json in
      json.text.flatMap { Temperament.root(named: $0) == nil ? nil : $0 }
    }
    keyboardMapping = try value(.keyboardMapping, "a text") { $0.text }
    // Off is the default, and not stored.
    let style = try value(.adaptive, "off, five or seven") { json in
      json.text.flatMap { $0 == "off" ? "" : AdaptiveTuning.Sevenths(rawValue: $0)?.rawValue }
    }
    adaptive = style.flatMap { AdaptiveTuning.Sevenths(rawValue: $0) }
    let octave = try value(.stretch, "off, 2:1, 4:2, 6:3 or mixed") { json in
      json.text.flatMap { $0 == "off" ? "" : OctaveStretch.Octave(rawValue: $0)?.rawValue }
    }
    stretch = octave.flatMap { OctaveStretch.Octave(rawValue: $0) }
    tone = try value(.tone, "bank, corrected, or straight with ,smooth and ,vibrato=PERCENT") {
      json in json.text.flatMap { RecordingTone($0) }
    }
    device = try value(.device, "a text") { $0.text }
    periodFrames = try value(.periodFrames, "an integer", integer) ?? periodFrames
    bufferFrames = try value(.bufferFrames, "an integer", integer) ?? bufferFrames
    try check()
  }

  /// Returns the texts of a list; one text is a list, too.
  private static func texts(_ json: JSONValue) -> [String]? {
    if let text = json.text { return [text] }
    guard let elements = json.array else { return nil }
    let texts = elements.compactMap { $0.text }
    return texts.count == elements.count ? texts : nil
  }

  /// The value of a setting in the file; `nil` if it is not stored.
  func json(_ key: Key) -> JSONValue? {
    switch key {
    case .soundSource: .text(soundSource)
    case .referencePitch: .number(referencePitch)
    case .banks: banks.isEmpty ? nil : .array(banks.map { .text($0) })
    case .tuning: tuning.map { .text($0) }
    case .tuningRoot: tuningRoot.map { .text($0) }
    case .keyboardMapping: keyboardMapping.map { .text($0) }
    case .adaptive: adaptive.map { .text($0.rawValue) }
    case .stretch: stretch.map { .text($0.rawValue) }
    case .tone: tone.map { .text($0.description) }
    case .device: device.map { .text($0) }
    case .periodFrames: .integer(Int64(periodFrames))
    case .bufferFrames: .integer(Int64(bufferFrames))
    }
  }

  /// Throws ``SettingsError/outOfRange(name:value:range:)`` for the first value out of range.
  public func check() throws(SettingsError) {
    if !FrequencyCalculation.referencePitches.contains(referencePitch) {
      throw .outOfRange(name: "referencePitch", value: referencePitch, range: "380 to 480")
    }
    if !(16...16_384).contains(periodFrames) {
      throw .outOfRange(name: "periodFrames", value: Double(periodFrames), range: "16 to 16384")
    }
    if !(periodFrames * 2...131_072).contains(bufferFrames) {
      throw .outOfRange(
        name: "bufferFrames", value: Double(bufferFrames), range: "two periods to 131072")
    }
    if SoundSource(soundSource) == nil { throw .noSuchSource(soundSource) }
  }
}

/// An error in settings. `\(error)` is a message.
public enum SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A value out of range.
  case outOfRange(name: String, value: Double, range: String)
  /// A text that is not of the setting's type.
  case malformed(name: String, text: String, expected: String)
  /// An invalid sound source.
  case noSuchSource(String)
  /// A file that cannot be decoded.
  case notReadable(path: String, reason: String)
  /// The user has no settings folder: neither `XDG_CONFIG_HOME` nor `HOME` is set.
  case noFolder

  /// The message.
  public var description: String {
    switch self {
    case .outOfRange(let name, let value, let range):
      "Invalid value \(value) for \(name). Use \(range)."
    case .malformed(let name, let text, let expected):
      "Invalid value \"\(text)\" for \(name). Use \(expected)."
    case .noSuchSource(let text):
      "Unknown sound \"\(text)\". Use \"sine\", a preset name such as \"cello\", or "
        + "sf2:BANK:PROGRAM."
    case .notReadable(let path, let reason): "\(path): \(reason)"
    case .noFolder: "The user has no folder for settings: neither XDG_CONFIG_HOME nor HOME is set."
    }
  }
}
