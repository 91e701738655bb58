import Foundation
import PeachInstrumentModel
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// The filter, the limiter and the dither in the files that `peach render` writes.
@Suite("Filter and dither in rendered files")
struct RenderedFilterTests {
  private static let rate = 48_000.0
  private static let formats: [WAVWriter.SampleFormat] = [.integer16, .integer24, .float32]

  /// A sine of 1 kHz at 0.9 of full scale, 48 frames per period at the rate of the output, with
  /// these filter settings; `nil` for no filter.
  private static func bank(cutoff: Int16?, resonance: Int16 = 0) -> [UInt8] {
    var builder = SoundFontBuilder()
    let frames = (0..<960).map { Int16((29_490 * sin(2 * .pi * Double($0) / 48)).rounded()) }
    builder.samples = [SoundFontSample(frames: frames, loop: 48..<912, rate: 48_000, root: 69)]
    var settings: [SoundFontBuilder.Setting] = [.init(.sampleModes, 1)]
    if let cutoff {
      settings += [
        .init(.initialFilterCutoff, cutoff), .init(.initialFilterResonance, resonance),
      ]
    }
    builder.instruments = [.init(zones: [.init(settings, plays: 0)])]
    builder.presets = [.init(zones: [.init(plays: 0)])]
    return builder.chunks.file
  }

  /// Returns a song of one second per 192 ticks, with these events and their end.
  private static func song(_ events: [UInt8]) -> [UInt8] {
    let track = events + [0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }

  /// Key 69 at full velocity for 4.5 seconds, without reverb and chorus.
  private static let note = song([
    0, 0xB0, 91, 0, 0, 0xB0, 93, 0, 0, 0x90, 69, 127, 0x86, 0x60, 0x80, 69, 0,
  ])

  /// Renders with the default options, and returns the left channel.
  private static func render(
    _ song: [UInt8], _ bank: [UInt8], _ format: WAVWriter.SampleFormat
  ) throws -> [Float] {
    let folder = try TemporaryFolder()
    let file = try MIDIFile(contentsOf: folder.put("song.mid", song))
    var options = RenderOptions()
    options.format = format
    let path = folder.path("audio.wav")
    try file.render(
      with: SoundBank(contentsOf: folder.put("bank.sf2", bank)), to: path, options: options)
    return try withExtendedLifetime(folder) {
      try SoundBank(contentsOf: path).readFrames(ofSampleAt: 0, decoder: nil, limit: 1 << 22)
    }
  }

  /// The level of 1 kHz in the third and fourth second, when the note's start has decayed.
  private static func level(_ audio: [Float]) -> Double {
    20 * log10(Level.amplitude(of: audio[96_000..<192_000], at: 1000, sampleRate: rate))
  }

  /// The response at 1 kHz in decibels of a two-pole low-pass at 1500 absolute cents. Its peak
  /// above the response at 0 Hz is the resonance in decibels, half of which the response at 0 Hz
  /// loses (SF2.04 §8.1.3). The trapezoidal rule maps a frequency f to tan(πf/rate).
  private static func expected(resonance: Double) -> Double {
    let cutoff = 8.17579891564371 * exp2(1500.0 / 1200)
    let ratio = tan(.pi * 1000 / rate) / tan(.pi * cutoff / rate)
    let peak = pow(10, resonance / 20)
    let qualitySquared = (peak * peak + (peak * peak * (peak * peak - 1)).squareRoot()) / 2
    let square = pow(1 - ratio * ratio, 2) + ratio * ratio / qualitySquared
    return -resonance / 2 - 10 * log10(square)
  }

  // SF2.04 §8.1.3, generators 8 and 9.
  @Test(
    "A low-pass at 20 Hz attenuates 1 kHz in the file as in theory: by 68 to 80 dB",
    arguments: formats, [0, 12, 24])
  func attenuation(format: WAVWriter.SampleFormat, resonance: Int16) throws {
    let filtered = try Self.render(
      Self.note, Self.bank(cutoff: 1500, resonance: 10 * resonance), format)
    let plain = try Self.render(Self.note, Self.bank(cutoff: nil), format)
    let measured = Self.level(filtered) - Self.level(plain)
    let expected = Self.expected(resonance: Double(resonance))
    print("\(format), resonance \(resonance) dB: \(measured) dB, in theory \(expected) dB")
    // The tone has an amplitude of 0.4 to 1.5 steps of 16 bits, within the noise of the dither.
    #expect(abs(measured - expected) < (format == .integer16 ? 0.2 : 0.02))
  }

  @Test("Dither and rounding add noise of 1/4 step², without correlation with the tone")
  func noise() throws {
    let exact = try Self.render(Self.note, Self.bank(cutoff: 1500), .float32)
    for (format, scale) in [(WAVWriter.SampleFormat.integer16, 0x1p15), (.integer24, 0x1p23)] {
      let audio = try Self.render(Self.note, Self.bank(cutoff: 1500), format)
      let noise = (96_000..<192_000).map { audio[$0] - exact[$0] }
      // −96.3 dBFS of 16 bits, −144.5 of 24.
      let decibels = Level.rootMeanSquare(noise[...])
      #expect(abs(decibels - 20 * log10(0.5 / scale)) < 0.1, "\(format): \(decibels)")
      let tone = Level.amplitude(of: noise[...], at: 1000, sampleRate: Self.rate)
      #expect(tone * scale < 0.02)
    }
  }

  @Test("A song without notes renders to zeros only, in every format", arguments: formats)
  func silence(format: WAVWriter.SampleFormat) throws {
    // A program change, and the end after a second.
    let song = Self.song([0, 0xC0, 0, 0x81, 0x40, 0xC0, 0])
    let audio = try Self.render(song, Self.bank(cutoff: nil), format)
    #expect(audio.count >= 48_000 && audio.allSatisfy { $0.bitPattern == 0 })
  }
}
