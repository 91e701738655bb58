/// The Turtle files of an LV2 bundle that lists the presets of a bank, so that hosts show their
/// names. A preset loads the bank and selects a preset on all channels except drum channels.
public struct LV2PresetBundle: Hashable, Sendable {
  /// The URI of the LV2 plug-in.
  public static let plugIn = "urn:peach:sampler"
  /// The URI of the property that holds the bank's path.
  public static let bankProperty = plugIn + ":bank"
  /// The URI of the property that holds a stack of banks: a line each, as in `peach play --bank`.
  public static let stackProperty = plugIn + ":banks"
  /// The URI of the property that selects a preset: `"BANK:PROGRAM"`.
  public static let presetProperty = plugIn + ":preset"

  /// The name of the bundle's folder.
  public let folderName: String
  /// The contents of `manifest.ttl`.
  public let manifest: String
  /// The contents of `presets.ttl`.
  public let presets: String
  /// The number of presets. Of presets with the same bank and program, the first is listed.
  public let presetCount: Int

  /// Creates the bundle of a bank.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the bank's file.
  ///   - title: The name of the bank.
  ///   - presets: The presets, sorted by bank and program.
  public init(bankAt path: String, title: String, presets: [FactoryPreset]) {
    self.init(bankAt: path, title: title, presets: presets, stack: [], paths: [path])
  }

  /// Creates the bundle of a stack of banks.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the bank that is searched first.
  ///   - title: The name of the stack.
  ///   - presets: The presets, sorted by bank and program.
  ///   - stack: The banks as in `peach play --bank`, with absolute paths; empty for a single bank.
  ///   - paths: The paths of the banks, whose names are that of the bundle.
  package init(
    bankAt path: String, title: String, presets: [FactoryPreset], stack: [String], paths: [String]
  ) {
    let name = Self.identifier(paths)
    folderName = name + ".presets.lv2"
    let group = "<\(Self.plugIn):banks:\(name)>"
    var manifest = Self.prefixes
    var text = Self.prefixes
    text += "\n\(group)\n\ta pset:Bank ;\n\trdfs:label \(Self.literal(title)) .\n"
    var count = 0
    for (index, preset) in presets.enumerated() {
      if index > 0 && presets[index - 1].bank == preset.bank
        && presets[index - 1].program == preset.program
      {
        continue
      }
      count += 1
      let number = "\(preset.bank):\(preset.program)"
      let head =
        "\n<\(Self.plugIn):presets:\(name):\(number)>\n\ta pset:Preset ;\n"
        + "\tlv2:appliesTo <\(Self.plugIn)> ;"
      // Hosts sort by label.
      let label = "\(Self.padded(preset.bank)):\(Self.padded(preset.program)) \(preset.name)"
      manifest += "\(head)\n\trdfs:label \(Self.literal(label)) ;\n\trdfs:seeAlso <presets.ttl> .\n"
      text +=
        "\(head)\n\tpset:bank \(group) ;\n\trdfs:label \(Self.literal(label)) ;\n\tstate:state ["
      text += "\n\t\t<\(Self.bankProperty)> <file://\(Self.percentEncoded(path))> ;"
      if !stack.isEmpty {
        let lines = stack.map { Self.escaped($0) + "\\n" }.joined()
        text += "\n\t\t<\(Self.stackProperty)> \"\(lines)\" ;"
      }
      text += "\n\t\t<\(Self.presetProperty)> \"\(number)\"\n\t] ;\n\tlv2:port "
      text += Self.port("presetBank", preset.bank) + " , "
      text += Self.port("presetProgram", preset.program) + " .\n"
    }
    self.manifest = manifest
    self.presets = text
    presetCount = count
  }

  /// Parses the value of ``presetProperty``; `nil` if it is malformed.
  public static func preset(_ text: String) -> (bank: Int, program: Int)? {
    let parts = text.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2, let bank = number(parts[0], below: 65_536),
      let program = number(parts[1], below: 128)
    else { return nil }
    return (bank, program)
  }

  /// Returns the value of a control port.
  private static func port(_ symbol: String, _ value: Int) -> String {
    "[\n\t\tlv2:symbol \"\(symbol)\" ;\n\t\tpset:value \(value)\n\t]"
  }

  private static func number(_ digits: Substring.UTF8View, below limit: Int) -> Int? {
    var number = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit, number < limit else { return nil }
      number = 10 * number + Int(digit - 0x30)
    }
    return digits.isEmpty || number >= limit ? nil : number
  }

  private static let prefixes = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .

    """

  /// Returns the file names without their extensions, in letters that URIs and file names may
  /// contain, and at most 200.
  private static func identifier(_ paths: [String]) -> String {
    let name = paths.map { identifier($0) }.joined(separator: "-")
    return String(decoding: name.utf8.prefix(200), as: UTF8.self)
  }

  /// Returns the file name without its extension, in letters that URIs and file names may contain.
  private static func identifier(_ path: String) -> String {
    var name = Array(path.utf8.split(separator: 0x2F).last ?? [])
    if let dot = name.lastIndex(of: 0x2E), dot > 0 { name.removeSubrange(dot...) }
    let letters = name.map { isUnreserved($0) ? $0 : 0x5F }
    return letters.isEmpty ? "bank" : String(decoding: letters, as: UTF8.self)
  }

  /// Whether a URI may contain a byte unescaped (RFC 3986 §2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  private static func percentEncoded(_ path: String) -> String {
    var encoded: [UInt8] = []
    for byte in path.utf8 {
      if isUnreserved(byte) || byte == 0x2F {
        encoded.append(byte)
      } else {
        encoded += [0x25, hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Returns a quoted string (Turtle §6.4): quotation marks and backslashes are escaped, and
  /// control characters are spaces.
  private static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if byte == 0x22 || byte == 0x5C { escaped.append(0x5C) }
      escaped.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
  }
}
