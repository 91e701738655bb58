import Foundation
import Peach
import SoundMeasurement
import TestEnvironment
import Testing

/// One test per documented property of the player.
@Suite("SoundBankPlayer")
struct SoundBankPlayerTests {
  /// A player on an offline device, and a folder for banks.
  private final class Stage {
    let device = OfflineAudioDevice(capturesSound: true)
    let engine: PlaybackEngine
    let folder: String

    init() throws {
      folder = NSTemporaryDirectory() + "soundbank-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      engine = try PlaybackEngine(device: device)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Writes a list and its samples, and returns the list's path.
    func bank(_ texts: [String], _ files: [String: [UInt8]]) throws -> String {
      let body = texts.map { "<string>\($0)</string>" }.joined()
      for (name, bytes) in files {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      let path = folder + "/bank.plist"
      try Data("<plist><array>\(body)</array></plist>".utf8).write(to: URL(filePath: path))
      return path
    }

    /// Returns the path of a bank with a constant level.
    func constant() throws -> String {
      let wave = WaveFile([Int16](repeating: 8192, count: 4800), rate: 48_000).bytes
      return try bank(["48000", "a.wav", "127", "60"], ["a.wav": wave])
    }

    func pass(_ seconds: Double) -> OfflineAudioDevice.Capture {
      device.advance(frames: Int(seconds * 48_000))
      return device.takeCapture()
    }
  }

  private func key(_ number: Int) -> MIDINote { MIDINote(clamping: number) }

  private static let demonstration = TestFiles.shared("soundbank-plist/Piano.plist")
  private static let isThere = TestFiles.exists(demonstration)

  @Test(
    "Banks have a rate, then names, last keys and root keys, with CAF samples in the folder",
    .enabled(if: isThere))
  func banks() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine)
    try player.setSoundBank(contentsOf: Self.demonstration)
    for number in [24, 60, 96] {
      try player.noteOn(key(number), gain: 1)
      let sound = stage.pass(0.5)
      #expect(Level.peak(sound.left[...]) + Level.peak(sound.right[...]) > 0.01, "\(number)")
      try player.allNotesOff()
      _ = stage.pass(0.1)
    }
  }

  @Test("WAV samples are read; missing and invalid lists are errors")
  func waves() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    try player.noteOn(key(64), gain: 1)
    #expect(Level.peak(stage.pass(0.1).left[...]) > 0.1)
    #expect(throws: (any Error).self) { try player.setSoundBank(contentsOf: "/gone.plist") }
    #expect(throws: BankFileError.self) {
      try player.setSoundBank(contentsOf: stage.folder + "/a.wav")
    }
  }

  @Test("Without a bank output is silent, without errors")
  func silent() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine)
    try player.noteOn(key(60), gain: 1)
    player.queueNote(key(60), gain: 1)
    try player.playQueuedNotes()
    try player.noteOff(key(60))
    try player.allNotesOff()
    #expect(Level.peak(stage.pass(0.1).left[...]) == 0)
  }

  @Test("Gain is a factor of the amplitude")
  func gain() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    func level(_ gain: Double) throws -> Double {
      try player.noteOn(key(64), gain: gain)
      _ = stage.pass(0.05)
      let sound = stage.pass(0.05)
      try player.allNotesOff()
      _ = stage.pass(0.05)
      return Double(Level.peak(sound.left[...]))
    }
    let full = try level(1)
    // At center pan each channel has half the power: 0.25·√½.
    #expect(abs(full - 0.25 * 0.5.squareRoot()) < 1e-4)
    for steps in [1, 16, 64, 102, 126] {
      let part = Double(steps) / 127
      #expect(abs(try level(part) / full - part) < 1e-4, "\(steps)")
    }
    #expect(try level(0) == 0)
  }

  @Test("Queued notes start on the same frame, and only when triggered")
  func chord() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    _ = stage.pass(0.01)
    try player.noteOn(key(64), gain: 1)
    let alone = stage.pass(0.02)
    try player.allNotesOff()
    _ = stage.pass(0.1)
    for _ in 0..<3 { player.queueNote(key(64), gain: 1) }
    #expect(Level.peak(stage.pass(0.1).left[...]) == 0)
    try player.playQueuedNotes()
    let together = stage.pass(0.02)
    let first = try #require(alone.left.firstIndex { $0 != 0 })
    let chord = try #require(together.left.firstIndex { $0 != 0 })
    for frame in 0..<400 {
      #expect(abs(together.left[chord + frame] - 3 * alone.left[first + frame]) < 1e-5)
    }
    // They are played once.
    try player.allNotesOff()
    _ = stage.pass(0.1)
    try player.playQueuedNotes()
    #expect(Level.peak(stage.pass(0.1).left[...]) == 0)
  }

  @Test("All notes end, including queued ones")
  func ending() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    for number in [50, 60, 70] { try player.noteOn(key(number), gain: 0.5) }
    player.queueNote(key(64), gain: 1)
    _ = stage.pass(0.05)
    try player.allNotesOff()
    _ = stage.pass(0.012)
    try player.playQueuedNotes()
    let after = stage.pass(0.1)
    #expect(Level.peak(after.left[...]) == 0 && Level.peak(after.right[...]) == 0)
  }

  @Test("32 notes sound; with another the oldest is gone")
  func sources() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    #expect(SoundBankPlayer.sourceCount == 32)
    // The first is four times louder, which identifies it.
    func level() -> Double {
      _ = stage.pass(0.1)
      return Double(Level.peak(stage.pass(0.01).left[...])) / (0.25 * 0.5.squareRoot()) * 127
    }
    try player.noteOn(key(64), gain: 8.0 / 127)
    for _ in 0..<31 { try player.noteOn(key(64), gain: 2.0 / 127) }
    #expect(abs(level() - (8 + 31 * 2)) < 0.05)
    try player.noteOn(key(64), gain: 2.0 / 127)
    #expect(abs(level() - 32 * 2) < 0.05)
    for _ in 0..<20 { try player.noteOn(key(64), gain: 1.0 / 127) }
    #expect(abs(level() - (12 * 2 + 20)) < 0.05)
  }

  @Test("Pitches are equal-tempered relative to the sample's root")
  func pitches() throws {
    let stage = try Stage()
    let frames = (0..<48_000).map { frame in
      Int16((8000 * sin(2 * Double.pi * Double(frame) / 120)).rounded())
    }
    let path = try stage.bank(
      ["48000", "a.wav", "127", "69"], ["a.wav": WaveFile(frames, rate: 44_100).bytes])
    let player = SoundBankPlayer(on: stage.engine)
    // The list's sample rate applies: 400 Hz at key 69.
    try player.setSoundBank(contentsOf: path)
    for number in [57, 64, 69, 70, 76] {
      try player.noteOn(key(number), gain: 1)
      let sound = stage.pass(0.5)
      let expected = 400 * exp2(Double(number - 69) / 12)
      let cents = PitchMeter.cents(
        of: sound.left[4000..<20_000].map { $0 }[...], above: expected, sampleRate: 48_000)
      #expect(abs(cents) < 0.1, "\(number): \(cents)")
      try player.allNotesOff()
      _ = stage.pass(0.1)
    }
  }

  @Test("Pan covers C3 (left) to G5 (right)")
  func panning() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    func sides(_ number: Int) throws -> (left: Double, right: Double) {
      try player.noteOn(key(number), gain: 1)
      _ = stage.pass(0.05)
      let sound = stage.pass(0.05)
      try player.allNotesOff()
      _ = stage.pass(0.05)
      return (Double(Level.peak(sound.left[...])), Double(Level.peak(sound.right[...])))
    }
    for number in [24, 48] {
      let (left, right) = try sides(number)
      #expect(abs(left - 0.25) < 1e-4 && right < 1e-4, "\(number)")
    }
    for number in [80, 108] {
      let (left, right) = try sides(number)
      #expect(left < 1e-4 && abs(right - 0.25) < 1e-4, "\(number)")
    }
    // G5 is at 31/32 of the pan range; constant power: sin(31/32·90°).
    let (_, right) = try sides(79)
    #expect(abs(right - 0.25 * sin(31.0 / 64 * Double.pi)) < 1e-4)
    let (left, middle) = try sides(64)
    #expect(abs(left - middle) < 1e-4)
  }

  @Test("A note can be stopped by its key, and others continue")
  func stopping() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    try player.noteOn(key(48), gain: 1)
    try player.noteOn(key(80), gain: 1)
    _ = stage.pass(0.1)
    try player.noteOff(key(48))
    _ = stage.pass(0.3)
    let sound = stage.pass(0.1)
    #expect(Level.peak(sound.left[...]) < 1e-4 && abs(Level.peak(sound.right[...]) - 0.25) < 1e-4)
  }

  @Test("Looped samples sustain; others last as long as the sample")
  func sustaining() throws {
    for loops in [true, false] {
      let stage = try Stage()
      let player = SoundBankPlayer(on: stage.engine, loopNotes: loops)
      try player.setSoundBank(contentsOf: stage.constant())
      try player.noteOn(key(60), gain: 1)
      // The sample lasts 0.1 s.
      #expect(Level.peak(stage.pass(0.09).left[2000..<4000]) > 0.1)
      _ = stage.pass(2)
      #expect((Level.peak(stage.pass(0.1).left[...]) > 0.1) == loops)
    }
  }

  @Test("Several banks play at the same time, each with its own notes")
  func several() throws {
    let stage = try Stage()
    let players = (0..<3).map { _ in SoundBankPlayer(on: stage.engine, loopNotes: true) }
    let path = try stage.constant()
    for player in players {
      try player.setSoundBank(contentsOf: path)
      try player.noteOn(key(64), gain: 1)
    }
    let one = 0.25 * 0.5.squareRoot()
    _ = stage.pass(0.1)
    #expect(abs(Double(Level.peak(stage.pass(0.1).left[...])) - 3 * one) < 1e-3)
    try players[1].allNotesOff()
    _ = stage.pass(0.1)
    #expect(abs(Double(Level.peak(stage.pass(0.1).left[...])) - 2 * one) < 1e-3)
    // A released player's notes end.
    withExtendedLifetime(players) {}
  }

  @Test("Another bank replaces the previous one, whose notes end")
  func changing() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    try player.noteOn(key(64), gain: 1)
    _ = stage.pass(0.05)
    let wave = WaveFile([Int16](repeating: 4096, count: 4800), rate: 48_000).bytes
    let path = try stage.bank(["48000", "b.wav", "127", "60"], ["b.wav": wave])
    try player.setSoundBank(contentsOf: path)
    _ = stage.pass(0.1)
    #expect(Level.peak(stage.pass(0.05).left[...]) == 0)
    try player.noteOn(key(64), gain: 1)
    _ = stage.pass(0.05)
    let level = Double(Level.peak(stage.pass(0.05).left[...]))
    #expect(abs(level - 0.125 * 0.5.squareRoot()) < 1e-4)
  }

  @Test("Replaced banks are freed when their notes have faded out, and not before")
  func freedBanks() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    let path = try stage.constant()
    try player.setSoundBank(contentsOf: path)
    for _ in 0..<20 {
      try player.noteOn(key(64), gain: 1)
      try player.setSoundBank(contentsOf: path)
    }
    // Nothing was rendered yet: all may still sound.
    #expect(stage.engine.loadedPresetCount == 21)
    _ = stage.pass(1)
    #expect(stage.engine.loadedPresetCount == 1)
    try player.noteOn(key(64), gain: 1)
    _ = stage.pass(0.05)
    #expect(Level.peak(stage.pass(0.05).left[...]) > 0.1)
  }
}
