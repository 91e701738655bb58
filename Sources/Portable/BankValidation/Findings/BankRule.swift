import PeachInstrumentFiles

/// The rules that a bank is checked for. Sections are those of SoundFont 2.04.
public enum BankRule: UInt8, CaseIterable, Sendable {
  // The file and its chunks.
  /// The file cannot be parsed: chunk, byte and reason.
  case unreadable
  /// The file size differs from the declared size.
  case fileSize
  /// An odd-sized chunk without a pad byte.
  case missingPad
  /// Lists or tables are in the wrong order.
  case listOrder
  /// A chunk is duplicated; the first one is used.
  case repeatedChunk
  /// A chunk that the format does not define.
  case unknownChunk
  /// `isng` or `INAM` is missing.
  case missingInformation
  /// A string that is too long, odd-sized or not terminated.
  case informationText
  /// An undefined version.
  case newerVersion
  /// The 24-bit extension has the wrong size and is ignored.
  case lowBytes
  /// A file of another format has an error that its reader tolerated; the message says which.
  case tolerated
  /// A sample of a file of another format is missing or cannot be read: its regions are silent.
  case sampleUnavailable
  /// A terminal record that is not named EOP, EOI or EOS.
  case terminalRecord

  // Presets, instruments and zones.
  /// The bank has no presets.
  case noPresets
  /// A program above 127 or a bank above 128.
  case presetNumbers
  /// Two presets share bank and program; the first one is used.
  case presetRepeated
  /// A preset has no zones.
  case presetEmpty
  /// An instrument has no zones.
  case instrumentEmpty
  /// A preset zone refers to a missing instrument.
  case danglingInstrument
  /// An instrument zone refers to a missing sample.
  case danglingSample
  /// A range that is not first, or generators after the terminal one: ignored.
  case zoneOrder
  /// A zone without a target that is not a global zone: ignored.
  case zoneWithoutTarget
  /// A key or velocity range is reversed or exceeds 127.
  case emptyRange
  /// A generator that is invalid in presets or in instruments.
  case generatorLevel
  /// A generator of an unknown number.
  case generatorUnknown
  /// A generator of an instrument out of range: clamped.
  case generatorRange
  /// A generator occurs twice in a zone; the last value is used.
  case generatorRepeated
  /// A modulator has an unknown source, destination or transform: ignored.
  case modulatorUnknown
  /// A linked modulator has a missing target, a cycle or no input.
  case modulatorLink
  /// No preset uses it.
  case unusedInstrument
  /// No instrument uses it.
  case unusedSample

  // Sample headers.
  /// A sample's data is outside the file.
  case sampleOutside
  /// Fewer than 48 frames.
  case sampleShort
  /// A rate below 400 Hz or above a million.
  case sampleRate
  /// A root key of 128 to 254.
  case rootKey
  /// An invalid sample type, or compressed samples in a file of version 2.
  case sampleType
  /// The sample is in a synthesizer's ROM and is silent.
  case sampleInROM
  /// Channels of a stereo pair that do not link to each other.
  case sampleLink
  /// A loop in use extends beyond its sample.
  case loopOutside
  /// A zone loops a sample that has no loop.
  case loopMissing
  /// Fewer than 8 frames before or after a loop in use.
  case loopMargin
  /// A loop of fewer than 32 frames.
  case loopShort
  /// Fewer than 46 zero frames after a sample.
  case guardFrames

  // Audio.
  /// A compressed stream cannot be decoded.
  case notDecodable
  /// This build has no decoder for compressed samples.
  case notDecoded
  /// A stream's sample rate or channel count differs from its header.
  case streamFormat
  /// All frames are silent.
  case silent
  /// Four or more consecutive frames at full scale, in less than a quarter of the sample.
  case clipped
  /// The discontinuity between the loop's ends exceeds −40 dB relative to the sample's peak.
  case loopClick
  /// A sample of a melodic preset is more than 10 cents off, with the certainty required for a
  /// correction.
  case outOfTune
  /// A sample is more than 60 cents off: a wrong root key, or intended.
  case wrongKey
}

extension BankRule {
  /// Creates the rule that a tolerated fault violates; `nil` if another check reports it.
  init?(_ rule: SoundFontRule) {
    switch rule {
    case .fileSize: self = .fileSize
    case .missingPad: self = .missingPad
    case .unknownChunk: self = .unknownChunk
    case .repeatedChunk: self = .repeatedChunk
    case .readerLimit: self = .tolerated
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
    case .tolerated: ("tolerated", .warning, "")
    case .sampleUnavailable: ("sample-unavailable", .warning, "")
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
