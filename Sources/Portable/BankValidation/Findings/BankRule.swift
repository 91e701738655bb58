import PeachInstrumentFiles

/// The rules that a bank is checked for. Sections are those of SoundFont 2.04.
public enum BankRule: UInt8, CaseIterable, Sendable {
  // The file and its chunks.
  case unreadable, fileSize, missingPad, listOrder, repeatedChunk, unknownChunk
  case missingInformation, informationText, newerVersion, lowBytes, mended, terminalRecord
  // Presets, instruments and zones.
  case noPresets, presetNumbers, presetRepeated, presetEmpty, instrumentEmpty
  case danglingInstrument, danglingSample, zoneOrder, zoneWithoutTarget, emptyRange
  case generatorLevel, generatorUnknown, generatorRange, generatorRepeated
  case modulatorUnknown, modulatorLink, unusedInstrument, unusedSample
  // Sample headers.
  case sampleOutside, sampleShort, sampleRate, rootKey, sampleType, sampleInROM, sampleLink
  case loopOutside, loopMissing, loopMargin, loopShort, guardFrames
  // Audio.
  case notDecodable, notDecoded, streamFormat, silent, clipped, loopClick, outOfTune, wrongKey
}

extension BankRule {
  /// Creates the rule that a tolerated fault violates; `nil` if another check reports it.
  init?(_ rule: SoundFontRule) {
    switch rule {
    case .fileSize: self = .fileSize
    case .missingPad: self = .missingPad
    case .unknownChunk: self = .unknownChunk
    case .repeatedChunk: self = .repeatedChunk
    case .readerLimit: self = .mended
    case .newerVersion: self = .newerVersion
    case .lowBytes: self = .lowBytes
    case .terminalRecord: self = .terminalRecord
    case .presetNumbers: self = .presetNumbers
    case .presetRepeated: self = .presetRepeated
    case .presetEmpty: self = .presetEmpty
    case .danglingInstrument: self = .danglingInstrument
    case .danglingSample: self = .danglingSample
    case .zoneWithoutTarget: self = .zoneWithoutTarget
    case .emptyRange: self = .emptyRange
    case .zoneOrder: self = .zoneOrder
    case .sampleInROM: self = .sampleInROM
    case .sampleOutside: self = .sampleOutside
    case .sampleRate: self = .sampleRate
    case .rootKey: self = .rootKey
    case .loopOutside, .noPresets: return nil
    }
  }

  private typealias Row = (name: String, severity: BankSeverity, section: String)

  private var row: Row {
    switch self {
    case .unreadable: ("unreadable", .error, "§4 to 7, 10.1")
    case .fileSize: ("file-size", .warning, SoundFontRule.fileSize.section)
    case .missingPad: ("missing-pad", .note, SoundFontRule.missingPad.section)
    case .listOrder: ("list-order", .warning, "§4.1, 7.1")
    case .repeatedChunk: ("repeated-chunk", .warning, SoundFontRule.repeatedChunk.section)
    case .unknownChunk: ("unknown-chunk", .note, SoundFontRule.unknownChunk.section)
    case .missingInformation: ("missing-information", .note, "§5.2, 5.3")
    case .informationText: ("information-text", .note, "§5.2 to 5.11")
    case .newerVersion: ("newer-version", .note, SoundFontRule.newerVersion.section)
    case .lowBytes: ("low-bytes", .warning, SoundFontRule.lowBytes.section)
    case .mended: ("mended", .warning, "")
    case .terminalRecord: ("terminal-record", .note, SoundFontRule.terminalRecord.section)
    case .noPresets: ("no-presets", .error, SoundFontRule.noPresets.section)
    case .presetNumbers: ("preset-numbers", .warning, SoundFontRule.presetNumbers.section)
    case .presetRepeated: ("preset-repeated", .warning, SoundFontRule.presetRepeated.section)
    case .presetEmpty: ("preset-empty", .warning, SoundFontRule.presetEmpty.section)
    case .instrumentEmpty: ("instrument-empty", .warning, "§7.6")
    case .danglingInstrument:
      ("dangling-instrument", .error, SoundFontRule.danglingInstrument.section)
    case .danglingSample: ("dangling-sample", .error, SoundFontRule.danglingSample.section)
    case .zoneOrder: ("zone-order", .warning, SoundFontRule.zoneOrder.section)
    case .zoneWithoutTarget:
      ("zone-without-target", .warning, SoundFontRule.zoneWithoutTarget.section)
    case .emptyRange: ("empty-range", .warning, SoundFontRule.emptyRange.section)
    case .generatorLevel: ("generator-level", .warning, "§8.1.1")
    case .generatorUnknown: ("generator-unknown", .note, "§10.3")
    case .generatorRange: ("generator-range", .note, "§8.1.3")
    case .generatorRepeated: ("generator-repeated", .note, "§7.5, 7.9")
    case .modulatorUnknown: ("modulator-unknown", .warning, "§7.4, 8.2, 8.3")
    case .modulatorLink: ("modulator-link", .warning, "§7.4, 9.5.4")
    case .unusedInstrument: ("unused-instrument", .note, "§7.6")
    case .unusedSample: ("unused-sample", .note, "§7.10")
    case .sampleOutside: ("sample-outside", .error, SoundFontRule.sampleOutside.section)
    case .sampleShort: ("sample-short", .note, "§7.10")
    case .sampleRate: ("sample-rate", .warning, SoundFontRule.sampleRate.section)
    case .rootKey: ("root-key", .warning, SoundFontRule.rootKey.section)
    case .sampleType: ("sample-type", .warning, "§7.10")
    case .sampleInROM: ("sample-in-rom", .warning, SoundFontRule.sampleInROM.section)
    case .sampleLink: ("sample-link", .note, "§7.10")
    case .loopOutside: ("loop-outside", .warning, SoundFontRule.loopOutside.section)
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

  /// The machine-readable name, such as `loop-click`.
  public var name: String { row.name }
  /// The severity of a violation.
  public var severity: BankSeverity { row.severity }
  /// The section of SoundFont 2.04; empty for audio and reader limits.
  public var section: String { row.section }
}
