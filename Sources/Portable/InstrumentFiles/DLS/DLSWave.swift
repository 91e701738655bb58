package import PeachInstrumentModel

/// A wave of a DLS file's pool (‘wave’), stored like a WAV file.
package struct DLSWave: Hashable, Sendable {
  /// The name from its INFO list, or empty.
  package var name: String
  /// The WAVE format tag; 1 is PCM.
  package var formatTag: UInt16
  /// The number of channels; the format permits 1 only.
  package var channelCount: UInt16
  /// The number of bits; the format permits 8 and 16 only.
  package var bitsPerSample: UInt16
  /// The sample rate in hertz, unchecked.
  package var sampleRate: UInt32
  /// The range of the frames in the file.
  package var data: Range<Int>
  /// Pitch, gain and loop; `nil` if the wave has none.
  package var settings: DLSWaveSettings?

  /// The encoding; ``Sample/Encoding/missing`` if it is not supported.
  package var encoding: Sample.Encoding {
    guard formatTag == 1, channelCount == 1 else { return .missing }
    switch bitsPerSample {
    case 8 where !data.isEmpty: return .unsigned8(data)
    case 16 where data.count >= 2:
      return .integer16(data.lowerBound..<(data.upperBound - data.count % 2))
    default: return .missing
    }
  }

  /// The name of the encoding, such as `16-bit PCM` or `MS ADPCM`.
  package var encodingName: String {
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
    if channels != 1 { name += " with \(channels) channels" }
    return name
  }

  /// The number of frames, or 0 if the encoding is not supported.
  var frameCount: Int {
    switch encoding {
    case .unsigned8(let bytes): bytes.count
    case .integer16(let bytes): bytes.count / 2
    default: 0
    }
  }
}
