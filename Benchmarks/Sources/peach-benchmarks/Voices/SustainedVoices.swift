import Foundation
import PeachAudio
import PeachInstrumentModel

/// A generated bank of one looped sample in three variants, and songs that hold many of its notes.
enum SustainedVoices {
  /// The processing of a preset's voices.
  enum Kind: String, CaseIterable {
    /// Interpolation and mixing only.
    case plain
    /// A resonant filter with a constant cutoff.
    case filtered
    /// Pitch, filter and level modulated by both LFOs and the modulation envelope.
    case modulated

    var program: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }

    /// Generators in the file's units (SoundFont 2.04 §8.1.3).
    var settings: [(Generator, Int16)] {
      let filter: [(Generator, Int16)] = [
        (.initialFilterCutoff, 8000), (.initialFilterResonance, 100),
      ]
      switch self {
      case .plain: return []
      case .filtered: return filter
      case .modulated:
        return filter + [
          (.modulationLFOToPitch, 10), (.vibratoLFOToPitch, 20),
          (.modulationEnvelopeToPitch, 30), (.modulationLFOToFilterCutoff, 600),
          (.modulationEnvelopeToFilterCutoff, 1200), (.modulationLFOToVolume, 20),
          (.modulationLFOFrequency, -600), (.vibratoLFOFrequency, -300),
          (.modulationEnvelopeAttack, -2000), (.modulationEnvelopeDecay, 7000),
          (.modulationEnvelopeSustain, 500),
        ]
      }
    }
  }

  /// The number of voices per key.
  static let layers = 8

  /// Returns the bank's file. Each preset has eight zones, which differ in pan and by a few cents.
  static func bank() -> [UInt8] {
    let instruments = Kind.allCases.map { kind in
      let zones = (0..<layers).map { layer -> [(Generator, Int16)] in
        let (pan, fineTune) = (Int16(layer * 100 - 350), Int16(layer * 3))
        return [(.pan, pan), (.fineTune, fineTune), (.sampleModes, 1)] + kind.settings
      }
      return (name: kind.rawValue, zones: zones)
    }
    return SoundFontFile(frames: frames, loop: 64..<4032, instruments: instruments).bytes
  }

  /// A sawtooth-like tone of 32 periods.
  private static var frames: [Int16] {
    (0..<4096).map { frame in
      var value = 0.0
      for partial in 1..<40 {
        let cycles = 32 * Double(partial * frame) / 4096 + 0.37 * Double(partial * partial)
        value += sin(2 * .pi * cycles) / Double(partial)
      }
      return Int16(value * 4000)
    }
  }

  /// Returns a song that holds `count` voices for `seconds` seconds, without effects.
  static func song(_ kind: Kind, count: Int, seconds: Int) -> [UInt8] {
    // All channels except percussion, so that each note-on has a different key or channel.
    let channels = (0..<UInt8(16)).filter { $0 != 9 }
    var track: [UInt8] = []
    for channel in channels {
      track += [0, 0xC0 | channel, kind.program, 0, 0xB0 | channel, 7, 20]
      track += [0, 0xB0 | channel, 91, 0, 0, 0xB0 | channel, 93, 0]
    }
    for note in 0..<(count / layers) {
      let channel = channels[note % channels.count]
      let key = 36 + (note / channels.count * 7 + note) % 61
      track += [0, 0x90 | channel, UInt8(key), 100]
    }
    for (index, channel) in channels.enumerated() {
      track += index == 0 ? MIDINotes.delta(seconds * 1000) : [0]
      track += [0xB0 | channel, 120, 0]
    }
    return MIDINotes.file(track)
  }
}
