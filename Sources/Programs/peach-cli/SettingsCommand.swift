import PeachServices

enum SettingsCommand: Command {
  static let syntax = Syntax(
    name: "settings", summary: "List or change the settings",
    purpose: "Lists all settings with their values, or changes one.",
    usage: ["[--json]", "set NAME VALUE…", "reset NAME"],
    operands: ["[set|reset]", "[NAME]", "[VALUE…]"], options: [.json],
    notes: ["Options of commands have precedence over settings."],
    examples: [
      "peach settings": "List the settings, their valid values and their defaults.",
      "peach settings set referencePitch 442": "Tune A4 to 442 Hz.",
      "peach settings reset referencePitch": "Restore the default.",
      "peach settings set banks gm.sf2 drums.sf2:128":
        "Play songs with drums.sf2's percussion over gm.sf2.",
    ])

  static func run(_ arguments: Arguments) throws {
    let file = try SettingsFile(environment: Console.environment)
    let operands = arguments.operands
    guard let action = operands.first else { return try list(file, asJSON: arguments.has("json")) }
    guard action == "set" || action == "reset" else {
      throw UsageError(reason: "Unexpected argument \"\(action)\". Use set or reset.")
    }
    if arguments.has("json") { throw UsageError(reason: "--json applies to the list only.") }
    let (count, names) = (action == "set" ? 3 : 2, ["", "NAME", "VALUE"])
    guard operands.count >= count else { throw UsageError.missing(names[operands.count]) }
    guard operands.count == count || operands[0] == "set" && operands[1] == "banks" else {
      throw UsageError(reason: "Unexpected argument \"\(operands[count])\".")
    }
    guard let key = PeachSettings.Key(rawValue: operands[1]) else {
      let keys = PeachSettings.Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(reason: "Unknown setting \"\(operands[1])\". Use one of: \(keys).")
    }
    if action == "set" {
      let text = Self.absolute(operands[2...].joined(separator: "\n"), of: key)
      try check(text, of: key, arguments)
      try set(key, to: text, in: file)
    } else {
      try file.reset(key)
    }
    let line = SettingLine(key, try file.load())
    Console.info("\(line.name): \(line.value ?? line.absent)")
  }

  /// Returns the absolute paths of a tuning file or of banks: settings apply in all folders.
  private static func absolute(_ text: String, of key: PeachSettings.Key) -> String {
    if key == .banks {
      return text.split(separator: "\n").map { absolute(bank: String($0)) }.joined(separator: "\n")
    }
    guard key == .tuning || key == .keyboardMapping,
      key == .keyboardMapping || Temperament(rawValue: text.lowercased()) == nil
    else { return text }
    return FileAccess.resolved(text) ?? text
  }

  /// Returns the text of a bank or of a part of it, with the absolute path of its file. The name of
  /// an installed bank is no path.
  private static func absolute(bank text: String) -> String {
    let path = BankLayerText(file: text).path
    guard let resolved = FileAccess.resolved(path) else { return text }
    return resolved + String(decoding: text.utf8.dropFirst(path.utf8.count), as: UTF8.self)
  }

  /// Throws if no installed bank has a sound. Warns of a device that is not there, because it may
  /// be connected later.
  private static func check(_ text: String, of key: PeachSettings.Key, _ arguments: Arguments)
    throws
  {
    switch key {
    case .soundSource:
      guard let source = SoundSource(text), source != .sine else { return }
      let library = try arguments.library()
      if library.banks.isEmpty {
        Console.warning("No sound bank is installed, so that the sound could not be checked.")
      } else {
        _ = try library.preset(for: source)
      }
    case .device:
      let names = AudioDevices.list().map { $0.name }
      guard !names.contains(text) else { return }
      Console.warning(
        "\(text) is none of the devices that `peach devices` lists"
          + (names.isEmpty ? ": there are none." : "."))
    case .banks: _ = try arguments.bankStack(of: text.split(separator: "\n").map { String($0) })
    case .tuning:
      if Temperament(rawValue: text.lowercased()) == nil { _ = try Arguments.keyboardTuning(text) }
    case .keyboardMapping: _ = try ScalaKeyboardMapping(mappingAt: text)
    case .referencePitch, .tuningRoot, .adaptive, .stretch, .tone, .periodFrames, .bufferFrames:
      break
    }
  }

  private static func set(_ key: PeachSettings.Key, to text: String, in file: SettingsFile) throws {
    if text.isEmpty {
      throw UsageError.invalid(text, key.rawValue, use: SettingLine(key, PeachSettings()).values)
    }
    do {
      try file.set(key, to: text)
    } catch SettingsError.malformed {
      throw UsageError.invalid(text, key.rawValue, use: SettingLine(key, PeachSettings()).values)
    }
  }

  private static func list(_ file: SettingsFile, asJSON: Bool) throws {
    let settings = try file.load()
    let lines = PeachSettings.Key.allCases.map { SettingLine($0, settings) }
    if asJSON {
      return try Console.print(
        json: lines.map { line -> JSON in
          [
            "name": line.name, "value": line.value, "default": line.defaultValue,
            "values": line.values, "meaning": line.meaning,
          ]
        })
    }
    for line in lines {
      Console.print(
        line.name.padded(to: 16) + (line.value ?? line.absent).padded(to: 14) + line.meaning + "\n"
          + String(repeating: " ", count: 30)
          + "\(line.values) (default: \(line.defaultValue ?? line.absent))")
    }
    Console.info("\nStored in \(file.path).")
  }
}

/// A setting in the list, with its values as text.
private struct SettingLine {
  let name: String
  /// `nil` if the setting has no value.
  let value: String?
  let defaultValue: String?
  /// The valid values.
  let values: String
  let meaning: String
  /// The text for no value.
  var absent: String {
    let texts = ["banks": "the first", "keyboardMapping": "none", "tone": "the command's"]
    return texts[name] ?? "the system's"
  }

  init(_ key: PeachSettings.Key, _ settings: PeachSettings) {
    name = key.rawValue
    value = Self.value(key, settings)
    defaultValue = Self.value(key, PeachSettings())
    (values, meaning) =
      switch key {
      case .soundSource:
        (
          "\"sine\", a preset name such as \"cello\", or sf2:BANK:PROGRAM",
          "sound of `play`, and of `train` until you choose another"
        )
      case .referencePitch:
        ("380 to 480", "frequency of A4 in hertz, of all notes and songs")
      case .banks:
        (
          "FILE[:PRESETS][+OFFSET|=BANK:PROGRAM], one or several",
          "sound banks of notes, songs and `live`, the last one first"
        )
      case .tuning:
        (
          "a name listed by `peach tuning --list`, or a .scl or .tun file",
          "tuning of songs and `live`"
        )
      case .tuningRoot: ("a note without octave, such as D or Bb", "root of a temperament")
      case .keyboardMapping: ("a .kbm file", "keys of a tuning that is a .scl file")
      case .adaptive:
        ("off, five or seven", "whether chords of songs and `live` are pure: sevenths 16:9 or 7:4")
      case .stretch:
        (
          "off, 2:1, 4:2, 6:3 or mixed",
          "octaves of pianos and other strings in songs and `live`"
        )
      case .tone:
        (
          "bank, corrected, or straight with ,smooth and ,vibrato=PERCENT",
          "how recordings are played: in notes, songs and `live`"
        )
      case .device: ("a name listed by `peach devices`", "audio device")
      case .periodFrames: ("16 to 16384", "frames that the audio device requests at a time")
      case .bufferFrames: ("two periods to 131072", "frames of the audio device's buffer")
      }
  }

  private static func value(_ key: PeachSettings.Key, _ settings: PeachSettings) -> String? {
    switch key {
    case .soundSource: settings.soundSource
    case .referencePitch: settings.referencePitch.brief
    case .banks: settings.banks.isEmpty ? nil : settings.banks.joined(separator: " ")
    case .tuning: settings.tuning ?? "equal"
    case .tuningRoot: settings.tuningRoot ?? "C"
    case .keyboardMapping: settings.keyboardMapping
    case .adaptive: settings.adaptive?.rawValue ?? "off"
    case .stretch: settings.stretch?.rawValue ?? "off"
    case .tone: settings.tone?.description
    case .device: settings.device
    case .periodFrames: "\(settings.periodFrames)"
    case .bufferFrames: "\(settings.bufferFrames)"
    }
  }
}
