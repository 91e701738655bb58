/// What a bank is checked for. Sections are those of SoundFont 2.04.
public enum BankRule: UInt8, CaseIterable, Sendable {
  // The file and its chunks.
  case unreadable
  case fileSize
  case missingPad
  case listOrder
  case repeatedChunk
  case unknownChunk
  case missingInformation
  case informationText
  case newerVersion
  case lowBytes
  case mended
  case terminalRecord
  // Presets, instruments and zones.
  case noPresets
  case presetNumbers
  case presetRepeated
  case presetEmpty
  case instrumentEmpty
  case danglingInstrument
  case danglingSample
  case zoneOrder
  case zoneWithoutTarget
  case emptyRange
  case generatorLevel
  case generatorUnknown
  case generatorRange
  case generatorRepeated
  case modulatorUnknown
  case modulatorLink
  case unusedInstrument
  case unusedSample
  // Sample headers.
  case sampleOutside
  case sampleShort
  case sampleRate
  case rootKey
  case sampleType
  case sampleInROM
  case sampleLink
  case loopOutside
  case loopMissing
  case loopMargin
  case loopShort
  case guardFrames
  // What is heard.
  case notDecodable
  case notDecoded
  case streamFormat
  case silent
  case clipped
  case loopClick
  case outOfTune
  case wrongKey
}

extension BankRule {
  /// A rule's name, how much breaking it matters, and where it comes from.
  private typealias Row = (name: String, severity: BankSeverity, section: String)

  private var row: Row {
    switch self {
    case .unreadable: ("unreadable", .error, "§4 to 7, 10.1")
    case .fileSize: ("file-size", .warning, "§3.1")
    case .missingPad: ("missing-pad", .note, "§3.1")
    case .listOrder: ("list-order", .warning, "§4.1, 7.1")
    case .repeatedChunk: ("repeated-chunk", .warning, "§4.1")
    case .unknownChunk: ("unknown-chunk", .note, "§10.2")
    case .missingInformation: ("missing-information", .note, "§5.2, 5.3")
    case .informationText: ("information-text", .note, "§5.2 to 5.11")
    case .newerVersion: ("newer-version", .note, "§5.1")
    case .lowBytes: ("low-bytes", .warning, "§6.2")
    case .mended: ("mended", .warning, "")
    case .terminalRecord: ("terminal-record", .note, "§7.2, 7.6, 7.10")
    case .noPresets: ("no-presets", .error, "§7.2")
    case .presetNumbers: ("preset-numbers", .warning, "§7.2")
    case .presetRepeated: ("preset-repeated", .warning, "§7.2")
    case .presetEmpty: ("preset-empty", .warning, "§7.2")
    case .instrumentEmpty: ("instrument-empty", .warning, "§7.6")
    case .danglingInstrument: ("dangling-instrument", .error, "§7.5")
    case .danglingSample: ("dangling-sample", .error, "§7.9")
    case .zoneOrder: ("zone-order", .warning, "§7.5, 7.9")
    case .zoneWithoutTarget: ("zone-without-target", .warning, "§7.3, 7.7")
    case .emptyRange: ("empty-range", .warning, "§8.1.2")
    case .generatorLevel: ("generator-level", .warning, "§8.1.1")
    case .generatorUnknown: ("generator-unknown", .note, "§10.3")
    case .generatorRange: ("generator-range", .note, "§8.1.3")
    case .generatorRepeated: ("generator-repeated", .note, "§7.5, 7.9")
    case .modulatorUnknown: ("modulator-unknown", .warning, "§7.4, 8.2, 8.3")
    case .modulatorLink: ("modulator-link", .warning, "§7.4, 9.5.4")
    case .unusedInstrument: ("unused-instrument", .note, "§7.6")
    case .unusedSample: ("unused-sample", .note, "§7.10")
    case .sampleOutside: ("sample-outside", .error, "§7.10")
    case .sampleShort: ("sample-short", .note, "§7.10")
    case .sampleRate: ("sample-rate", .warning, "§7.10")
    case .rootKey: ("root-key", .warning, "§7.10")
    case .sampleType: ("sample-type", .warning, "§7.10")
    case .sampleInROM: ("sample-in-rom", .warning, "§7.10")
    case .sampleLink: ("sample-link", .note, "§7.10")
    case .loopOutside: ("loop-outside", .warning, "§7.10")
    case .loopMissing: ("loop-missing", .warning, "§7.10, 8.1.2")
    case .loopMargin: ("loop-margin", .note, "§6.3, 7.10")
    case .loopShort: ("loop-short", .note, "§7.10")
    case .guardFrames: ("guard-frames", .note, "§6.1")
    case .notDecodable: ("not-decodable", .error, "")
    case .notDecoded: ("not-decoded", .note, "")
    case .streamFormat: ("stream-format", .warning, "")
    case .silent: ("silent", .warning, "")
    case .clipped: ("clipped", .warning, "")
    case .loopClick: ("loop-click", .warning, "§6.3")
    case .outOfTune: ("out-of-tune", .warning, "")
    case .wrongKey: ("wrong-key", .note, "")
    }
  }

  /// Its name, as programs read it: `loop-click`.
  public var name: String { row.name }
  /// How much breaking it matters.
  public var severity: BankSeverity { row.severity }
  /// The section of SoundFont 2.04 that it comes from; empty for what one hears.
  public var section: String { row.section }
}
