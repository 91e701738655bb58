/// The rules of SoundFont 2.04 that reading a file checks.
package enum SoundFontRule: UInt8, CaseIterable, Sendable {
  case fileSize, missingPad, unknownChunk, repeatedChunk, readerLimit, newerVersion, lowBytes
  case terminalRecord, noPresets, presetNumbers, presetRepeated, presetEmpty
  case danglingInstrument, danglingSample, zoneWithoutTarget, emptyRange, zoneOrder
  case sampleInROM, sampleOutside, sampleRate, rootKey, loopOutside

  /// The section of SoundFont 2.04; empty for limits of the reader.
  package var section: String {
    switch self {
    case .fileSize, .missingPad: "§3.1"
    case .unknownChunk: "§10.2"
    case .repeatedChunk: "§4.1"
    case .readerLimit: ""
    case .newerVersion: "§5.1"
    case .lowBytes: "§6.2"
    case .terminalRecord: "§7.2, 7.6, 7.10"
    case .noPresets, .presetNumbers, .presetRepeated, .presetEmpty: "§7.2"
    case .danglingInstrument: "§7.5"
    case .danglingSample: "§7.9"
    case .zoneWithoutTarget: "§7.3, 7.7"
    case .emptyRange: "§8.1.2"
    case .zoneOrder: "§7.5, 7.9"
    case .sampleInROM, .sampleOutside, .sampleRate, .rootKey, .loopOutside: "§7.10"
    }
  }
}
