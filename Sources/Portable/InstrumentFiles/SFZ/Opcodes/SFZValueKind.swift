/// The values that an SFZ opcode accepts.
enum SFZValueKind: Sendable {
  /// Any text.
  case any
  /// A text that starts with a number, such as `-6dB`.
  case number
  /// A frequency: a number or the name of a key.
  case frequency
  /// A key by number or name; −1 for none.
  case key
  #if !hasFeature(Embedded)
    /// A key, or the word `sample` for that of the file.
    case keyOrSample
  #endif
  /// A key switch: a key from 0 through 127, or −1 for none.
  case keyswitch
  /// `on`, `off` or a number.
  case toggle
  /// One of these words.
  case choice([String])

  /// Derives the kind from an opcode's name and unit in the documentation.
  init(name: String, unit: String) {
    let words = unit.utf8.split(separator: 0x60, omittingEmptySubsequences: false)
    switch unit {
    case "", "text", "path": self = .any
    #if hasFeature(Embedded)
      case "key or `sample`": self = .any
    #else
      case "key or `sample`": self = .keyOrSample
    #endif
    case "key": self = name.utf8.starts(with: "sw_".utf8) ? .keyswitch : .key
    case "Hz or key": self = .frequency
    case "`on`, `off`": self = .toggle
    // Filter types have a warning of their own.
    case _ where name == "fil_type": self = .any
    case _ where words.count > 1:
      let choices = words.indices.filter { $0 % 2 == 1 }
      self = .choice(choices.map { String(decoding: words[$0], as: UTF8.self) })
    default: self = .number
    }
  }

  func accepts(_ argument: SFZArgument) -> Bool {
    switch self {
    case .any: true
    case .number: SFZNumber.real(argument.text) != nil
    case .frequency: argument.hertz != nil
    case .key: SFZNumber.key(argument.text) != nil
    #if !hasFeature(Embedded)
      case .keyOrSample: argument.choice == "sample" || SFZNumber.key(argument.text) != nil
    #endif
    case .keyswitch:
      SFZNumber.key(argument.text).map { $0 < 0 || argument.switchKey != nil } ?? false
    case .toggle:
      ["on", "off"].contains(argument.choice) || SFZNumber.real(argument.text) != nil
    case .choice(let choices): choices.contains(argument.choice)
    }
  }
}
