public import PeachInstrumentModel

/// A wave of a DLS file's pool (‘wave’): a recording, stored as a WAV file stores it.
public struct DLSWave: Hashable, Sendable {
  /// The name in its INFO list; empty where there is none.
  public var name: String
  /// How its frames are encoded, as WAV files number it: 1 is PCM.
  public var formatTag: UInt16
  /// 1 by the format's rules.
  public var channelCount: UInt16
  /// 8 or 16 by the format's rules.
  public var bitsPerSample: UInt16
  /// Frames in a second, as the file has it.
  public var sampleRate: UInt32
  /// Where in the file its frames are.
  public var data: Range<Int>
  /// Pitch, level and loop, where the wave itself says them.
  public var settings: DLSWaveSettings?

  /// How its frames are read; ``Sample/Encoding/missing`` where they are not.
  public var encoding: Sample.Encoding {
    guard formatTag == 1, channelCount == 1 else { return .missing }
    switch bitsPerSample {
    case 8 where !data.isEmpty: return .unsigned8(data)
    case 16 where data.count >= 2:
      return .integer16(data.lowerBound..<(data.upperBound - data.count % 2))
    default: return .missing
    }
  }

  /// What its encoding is called: `16-bit PCM`, `MS ADPCM`.
  public var encodingName: String {
    Self.encodingName(tag: formatTag, bits: bitsPerSample, channels: channelCount)
  }

  static func encodingName(tag: UInt16, bits: UInt16, channels: UInt16) -> String {
    var name: String
    switch tag {
    case 1: name = "\(bits)-bit PCM"
    case 2: name = "MS ADPCM"
    case 3: name = "floating point"
    case 6: name = "A-law"
    case 7: name = "µ-law"
    case 0x11: name = "IMA ADPCM"
    case 0x55: name = "MP3"
    case 0x161: name = "Windows Media Audio"
    default: name = "audio format \(tag)"
    }
    if channels != 1 { name += " of \(channels) channels" }
    return name
  }

  /// How many frames it has, where they are read; else 0.
  var frameCount: Int {
    switch encoding {
    case .unsigned8(let bytes): bytes.count
    case .integer16(let bytes): bytes.count / 2
    default: 0
    }
  }
}
