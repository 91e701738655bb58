import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import PeachServices
import SoundMeasurement
import Testing

/// Audio files as instruments, from bytes to output, generated here. The frames are exact periods,
/// so that the frequency follows from the sample rate and the tuning that each file declares.
@Suite("Playback of generated AIFF, AIFC and FLAC files")
struct PlayedAudioFileTests {
  private static let tone = PlayedInstrument.tone
  private static let toneCents = PlayedInstrument.toneCents
  /// 0.5 seconds of ``tone``.
  private static let longTone = (0..<22_050).map { tone[$0 % 1000] }
  private static func integers(_ frames: [Float]) -> [Int16] {
    frames.map { Int16(($0 * 32_768).rounded()) }
  }

  /// The level of a WAV file of the same tone, within its half a second.
  private static func referenceLevel() throws -> Double {
    let wave = WaveFile(integers(longTone)).bytes
    let reference = try PlayedInstrument("A4.wav", files: ["A4.wav": wave])
    return try Level.rootMeanSquare(reference.render(69)[2400..<19_200])
  }

  @Test(
    "AIFF and AIFC: every encoding plays at its base note and detune, in its range, and loops",
    arguments: AIFFFile.Encoding.allCases)
  func looped(encoding: AIFFFile.Encoding) throws {
    var file = AIFFFile(Self.tone, encoding: encoding)
    // Playback is 25 cents sharp, and 6 dB softer.
    file.addInstrument(baseNote: 69, detune: 25, keys: 40...90, gain: -6, loop: 200..<800)
    let sound = try PlayedInstrument("Tone.aif", files: ["Tone.aif": file.bytes])
    #expect(sound.bank.warnings.isEmpty)
    let region = try #require(sound.bank.regions(ofPresetAt: 0).first)
    #expect(region.keys == 40...90)
    #expect(sound.bank.samples[region.sample].loop == 200..<800)
    for (key, hertz) in [(69 as UInt8, 440.0), (57, 220), (81, 880)] {
      let error = try sound.cents(ofKey: key, above: hertz) - (Self.toneCents + 25)
      #expect(abs(error) < 0.05, "\(error)")
    }
    let level = try Level.rootMeanSquare(sound.render(69)[4800..<43_200])
    #expect(try abs(level - (Self.referenceLevel() - 6)) < 0.01)
    #expect(try sound.length(ofKey: 69) == 2)
    #expect(try sound.length(ofKey: 91) == 0)
  }

  /// Files without a loop, whose names give their key.
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("Tone A4.aif", AIFFFile(longTone, encoding: .integer24).bytes),
    ("Tone A4.aifc", AIFFFile(longTone, encoding: .swapped16).bytes),
    ("Tone A4.flac", FLACFile(integers(longTone)).bytes),
  ]

  @Test("Files without a loop play in tune at the key of their name, and end with their last frame")
  func whole() throws {
    for (name, bytes) in Self.files where SoundFileDecoder.isAvailable || !name.hasSuffix("flac") {
      let sound = try PlayedInstrument(name, files: [name: bytes])
      #expect(sound.bank.warnings.isEmpty, "\(name)")
      for (key, hertz, frames) in [
        (69 as UInt8, 440.0, 2400..<19_200), (81, 880, 1200..<9600), (57, 220, 4800..<38_400),
      ] {
        let audio = try sound.render(key)
        let cents = PitchMeter.cents(
          of: audio[frames], above: hertz, sampleRate: PlayedInstrument.rate)
        #expect(abs(cents - Self.toneCents) < 0.05, "\(name): \(cents)")
        #expect(try abs(sound.length(ofKey: key) - 110 / hertz * 2) < 0.003, "\(name)")
      }
      let level = try Level.rootMeanSquare(sound.render(69)[2400..<19_200])
      #expect(try abs(level - Self.referenceLevel()) < 0.01, "\(name)")
    }
  }

  @Test(
    "FLAC: a preserved smpl chunk gives root key and loop",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func preservedChunk() throws {
    var file = FLACFile(Self.integers(Self.tone))
    file.addSampler(key: 57, loop: 200...799)
    let sound = try PlayedInstrument("Tone.flac", files: ["Tone.flac": file.bytes])
    #expect(sound.bank.warnings.isEmpty)
    for (key, hertz) in [(57 as UInt8, 440.0), (45, 220)] {
      #expect(try abs(sound.cents(ofKey: key, above: hertz) - Self.toneCents) < 0.05)
    }
    #expect(try sound.length(ofKey: 57) == 2)
  }
}
