package import PeachInstrumentModel

/// A wave of a DLS file's pool (‘wave’), stored like a WAV file.
package struct DLSWave: Hashable, Sendable {
  /// The place in the pool, from 0.
  package var index = 0
  package var name = ""
  /// The WAVE format tag; 1 is PCM.
  package var formatTag: UInt16 = 0
  /// The number of channels; the format permits 1 only.
  package var channelCount: UInt16 = 0
  /// The number of bits; the format permits 8 and 16 only.
  package var bitsPerSample: UInt16 = 0
  /// The sample rate in hertz, unchecked.
  package var sampleRate: UInt32 = 0
  package var data: Range<Int>
  package var settings: DLSWaveSettings?

  /// The wave as the subject of a message: `Wave ‘Oboe’`, or `Wave 3` without a name.
  var title: String { name.isEmpty ? "Wave \(index)" : "Wave \(quoted: name)" }

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
    let name =
      switch tag {
      case 1: "\(bits)-bit PCM"
      case 2: "MS ADPCM"
      case 3: "floating point"
      case 6: "A-law"
      case 7: "µ-law"
      case 0x11: "IMA ADPCM"
      case 0x55: "MP3"
      case 0x161: "Windows Media Audio"
      default: "audio format \(tag)"
      }
    return channels == 1 ? name : name + " with \(channels) channels"
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

/// Pitch, gain and loop of a wave (‘wsmp’).
package struct DLSWaveSettings: Hashable, Sendable {
  package struct Loop: Hashable, Sendable {
    /// Whether the loop ends on note-off; otherwise it continues through the release.
    package var endsOnRelease: Bool
    /// The first frame.
    package var start: UInt32
    /// The number of frames.
    package var length: UInt32

    /// Returns the loop clamped to a wave of `frameCount` frames, or `nil` if nothing remains.
    package func range(within frameCount: Int) -> Range<Int>? {
      let first = Int(clamping: start)
      let end = Int(clamping: UInt64(start) + UInt64(length))
      return (first..<max(first, end)).intersection(0..<max(frameCount, 0))
    }
  }

  /// The key that plays the wave at its original pitch.
  package var unityNote: UInt16
  /// The pitch correction, in cents.
  package var fineTuneCents: Int16
  /// The gain in units of 1/65536 centibel.
  package var gain: Int32
  /// The loop; `nil` for a one-shot wave.
  package var loop: Loop?
  package var gainCentibels: Float { Float(gain) * (1.0 / 65536) }
  /// The unity note clamped to 0…127.
  package var rootKey: UInt8 { UInt8(min(unityNote, 127)) }
}
