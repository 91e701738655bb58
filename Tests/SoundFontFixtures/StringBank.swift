import Foundation
import PeachInstrumentModel
import SoundMeasurement
import TestEnvironment

/// A bank of synthetic strings with a sample for each key, whose partials are known, and the meter
/// of their octaves.
package enum StringBank {
  package static let keys: ClosedRange<UInt8> = 60...84
  /// The rate of the audio that is measured.
  package static let rate = 48_000.0
  /// The distance of the notes of ``song``, and of those that are measured.
  package static let noteSeconds = 1.5

  /// The law of a grand piano's treble strings (Rigaud, David and Daudet 2013).
  private static func inharmonicity(_ key: UInt8) -> Double { exp(0.0926 * Double(key) - 13.64) }

  /// Returns the first partial of a key in equal temperament.
  package static func hertz(_ key: UInt8) -> Double { 440 * exp2((Double(key) - 69) / 12) }

  /// Returns a file of strings that decay, or of harmonic tones.
  package static func builder(isStiff: Bool = true) -> SoundFontBuilder {
    var random = RandomNumbers(seed: 57)
    var builder = SoundFontBuilder()
    builder.samples = keys.map { key in
      let b = isStiff ? inharmonicity(key) : 0
      let tone = SyntheticTone(
        hertz: hertz(key) / (1 + b).squareRoot(), inharmonicity: b,
        partials: [1, 0.7, 0.5, 0.4, 0.3, 0.2], decaySeconds: isStiff ? 3 : 0, frameCount: 66_150)
      return SoundFontSample(
        frames: tone.frames(&random).map { Int16(($0 * 32_768).rounded()) }, rate: 44_100,
        root: key)
    }
    let zones = keys.enumerated().map { index, key in
      SoundFontBuilder.Zone([.init(.keyRange, from: key, to: key)], plays: UInt16(index))
    }
    builder.instruments = [.init(zones: zones)]
    builder.presets = [.init("Strings", zones: [.init(plays: 0)])]
    return builder
  }

  /// A MIDI file of all keys, one after the other.
  package static var song: [UInt8] {
    // 480 ticks in half a second.
    let ticks = Int(960 * noteSeconds)
    let length: [UInt8] = [UInt8(0x80 | ticks >> 7), UInt8(ticks & 0x7F)]
    var track: [UInt8] = []
    for key in keys {
      track += [0, 0x90, key, 100]
      track += length
      track += [0x80, key, 0]
    }
    track += [0, 0xFF, 0x2F, 0]
    var bytes: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0x01, 0xE0]
    bytes += Array("MTrk".utf8)
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: track.count >> shift)) }
    return bytes + track
  }

  /// Returns the frequency of a partial near `hertz`, from its phases 10 ms and 0.3 s apart.
  private static func measured(_ audio: ArraySlice<Float>, near hertz: Double) -> Double {
    func phase(_ start: Int) -> Double {
      let count = 8192
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<count {
        let window = 1 - cos(2 * .pi * (Double(index) + 0.5) / Double(count))
        let cycles = hertz / rate * Double(start + index)
        let angle = 2 * Double.pi * cycles.truncatingRemainder(dividingBy: 1)
        let value = Double(audio[audio.startIndex + start + index]) * window
        real += value * cos(angle)
        imaginary -= value * sin(angle)
      }
      return atan2(imaginary, real)
    }
    let first = 9_600
    let start = phase(first)
    func difference(_ frames: Int, near guess: Double) -> Double {
      let cycles = (phase(first + frames) - start) / (2 * .pi)
      let expected = guess * Double(frames) / rate
      return (cycles + (expected - cycles).rounded()) * rate / Double(frames)
    }
    let rough = difference(480, near: 0)
    return hertz + difference(14_400, near: rough)
  }

  /// Returns the frequencies of partials 1, 2 and 4 of each key, in audio that begins with the
  /// first note.
  package static func partials(_ audio: [Float]) -> [[Double]] {
    keys.enumerated().map { index, key in
      let first = Int(Double(index) * noteSeconds * rate)
      let note = audio[first..<first + Int(noteSeconds * rate)]
      let b = inharmonicity(key)
      return [1.0, 2, 4].map { n in
        measured(note, near: n * hertz(key) * ((1 + b * n * n) / (1 + b)).squareRoot())
      }
    }
  }

  /// Returns the fastest beats of octaves in hertz, by the indices of the coinciding partials.
  package static func beats(_ found: [[Double]], _ lower: Int, _ upper: Int) -> Double {
    zip(found, found.dropFirst(12)).map { abs($0[lower] - $1[upper]) }.max() ?? .infinity
  }
}
