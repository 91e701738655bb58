import Foundation
import PeachInstrumentModel
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import Testing

/// EXS24, AUSampler and CAF files from bytes to output, generated here. The frames are exact
/// periods, so that the frequency follows from the sample rate and the tuning that each file
/// declares.
@Suite("Playback of generated EXS24, AUSampler and CAF files")
struct PlayedFormatTests {
  private static let tone = PlayedInstrument.tone
  private static let toneCents = PlayedInstrument.toneCents
  /// 0.5 seconds of ``tone``.
  private static let longTone = (0..<22_050).map { tone[$0 % 1000] }
  private static func wave(_ frames: [Float]) -> [UInt8] {
    WaveFile(frames.map { Int16(($0 * 32_768).rounded()) }).bytes
  }

  @Test(
    "CAF: 16 and 24 bits and floats, in either byte order, play at their base note and loop",
    arguments: CoreAudioFile.Format.allCases, [false, true])
  func coreAudio(format: CoreAudioFile.Format, isLittleEndian: Bool) throws {
    var file = CoreAudioFile(Self.tone, format: format, isLittleEndian: isLittleEndian)
    // A quarter of a semitone above key 69.
    file.addInstrument(baseNote: 69.25, keys: 40...90, isLittleEndian: isLittleEndian)
    file.addLoop(200..<800)
    let sound = try PlayedInstrument("Tone.caf", files: ["Tone.caf": file.bytes])
    #expect(sound.bank.warnings.isEmpty)
    let region = try #require(sound.bank.regions(ofPresetAt: 0).first)
    #expect(region.keys == 40...90)
    #expect(sound.bank.samples[region.sample].loop == 200..<800)
    for (key, hertz) in [(69 as UInt8, 440.0), (57, 220), (81, 880)] {
      let error = try sound.cents(ofKey: key, above: hertz) - (Self.toneCents - 25)
      #expect(abs(error) < 0.05, "\(error)")
    }
    // A sine of amplitude 0.5, centered with constant power.
    let level = try Level.rootMeanSquare(sound.render(69)[4800..<43_200])
    let reference = try PlayedInstrument("A4.wav", files: ["A4.wav": Self.wave(Self.longTone)])
    let expected = try Level.rootMeanSquare(reference.render(69)[2400..<19_200])
    #expect(abs(level - expected) < 0.01)
    #expect(try sound.length(ofKey: 69) == 2)
  }

  @Test("CAF without a loop ends with its last frame; without a base note, the name gives the key")
  func coreAudioLength() throws {
    let file = CoreAudioFile(Self.longTone, format: .integer16)
    let sound = try PlayedInstrument("Tone A4.caf", files: ["Tone A4.caf": file.bytes])
    for (key, ratio) in [(69 as UInt8, 1.0), (81, 2), (57, 0.5)] {
      #expect(try abs(sound.length(ofKey: key) - 0.5 / ratio) < 0.003)
    }
  }

  @Test("EXS24: zones, groups, loops and tuning, in either byte order", arguments: [false, true])
  func exs24(isBigEndian: Bool) throws {
    var builder = EXS24Builder(isBigEndian: isBigEndian)
    builder.addInstrument("Two")
    // The payload's bytes: fine tuning, volume, coarse tuning.
    builder.addZone(
      "low", root: 69, keys: 0...60, frames: (0, 22_050), group: 0, sample: 0
    ) { $0[2] = 20 }
    builder.addZone(
      "high", root: 69, keys: 61...127, frames: (0, 1000), loop: 200..<800, group: 0, sample: 1
    ) {
      $0[2] = UInt8(bitPattern: -30)
      $0[4] = UInt8(bitPattern: -6)
      $0[80] = UInt8(bitPattern: -12)
    }
    builder.addGroup("g") { $0[0] = UInt8(bitPattern: -3) }
    builder.addSample("long.wav", folder: "/Volumes/Gone/Samples")
    builder.addSample("loop.wav", folder: "/Volumes/Gone/Samples")
    let sound = try PlayedInstrument(
      "Two.exs",
      files: [
        "Two.exs": builder.bytes, "long.wav": Self.wave(Self.longTone),
        "loop.wav": Self.wave(Self.tone),
      ])
    #expect(sound.bank.warnings.isEmpty)
    // An octave below the root: 0.5 s become one, shortened by the tuning.
    let low = try sound.render(57, seconds: 2)
    let pitch = PitchMeter.cents(of: low[4800..<43_200], above: 220, sampleRate: 48_000)
    #expect(abs(pitch - Self.toneCents - 20) < 0.05)
    #expect(try abs(sound.length(ofKey: 57) - exp2(-20.0 / 1200)) < 0.003)
    #expect(try abs(sound.cents(ofKey: 69, above: 220) - Self.toneCents + 30) < 0.05)
    #expect(try sound.length(ofKey: 69) == 2)
    let difference =
      try Level.rootMeanSquare(sound.render(69)[4800..<43_200])
      - Level.rootMeanSquare(low[4800..<43_200])
    #expect(abs(difference + 6) < 0.02)
  }

  @Test("AUSampler: a zone plays at its root key, tuning and layer offset, and loops")
  func samplerPreset() throws {
    func preset(_ zone: String) -> [UInt8] {
      Array(
        """
        <plist version="1.0"><dict><key>name</key><string>Tone</string>
        <key>file-references</key><dict>
        <key>Sample:1</key><string>/Library/Sounds/tone.caf</string>
        <key>Sample:2</key><string>file:///Library/Sounds/long%20tone.wav</string></dict>
        <key>Instrument</key><dict><key>Layers</key><array><dict>
        <key>fine tune</key><integer>-10</integer>
        <key>Zones</key><array><dict><key>root key</key><integer>69</integer>
        <key>coarse tune</key><integer>-12</integer><key>fine tune</key><integer>35</integer>
        \(zone)</dict></array></dict></array></dict></dict></plist>
        """.utf8)
    }
    let files = [
      "tone.caf": CoreAudioFile(Self.tone, format: .integer24).bytes,
      "long tone.wav": Self.wave(Self.longTone),
      "loop.aupreset": preset(
        """
        <key>waveform</key><integer>1</integer><key>loop enabled</key><true/>
        <key>loop start</key><integer>200</integer><key>loop end</key><integer>799</integer>
        """),
      "once.aupreset": preset("<key>waveform</key><integer>2</integer>"),
    ]
    let loop = try PlayedInstrument("loop.aupreset", files: files)
    #expect(loop.bank.warnings.isEmpty)
    for (key, hertz) in [(69 as UInt8, 220.0), (81, 440)] {
      #expect(try abs(loop.cents(ofKey: key, above: hertz) - Self.toneCents - 25) < 0.05)
    }
    #expect(try loop.length(ofKey: 69) == 2)
    let once = try PlayedInstrument("once.aupreset", files: files)
    #expect(once.bank.warnings.isEmpty)
    #expect(try abs(once.cents(ofKey: 69, above: 220) - Self.toneCents - 25) < 0.05)
    // An octave lower, and 25 cents.
    #expect(try abs(once.length(ofKey: 69) - exp2(-25.0 / 1200)) < 0.003)
  }
}
