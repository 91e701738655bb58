import Foundation
import PeachServices
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
    try player.noteOn(key(65), gain: 1)
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
      try player.noteOn(key(65), gain: gain)
      _ = stage.pass(0.05)
      let sound = stage.pass(0.05)
      try player.allNotesOff()
      _ = stage.pass(0.05)
      return Double(Level.peak(sound.left[...]))
    }
    let full = try level(1)
    // At center pan each channel has half the power: 0.25·√½.
    #expect(abs(full - 0.25 * 0.5.squareRoot()) < 1e-4)
    for part in [0.005, 0.1, 0.5, 0.8, 0.99] {
      #expect(abs(try level(part) / full - part) < 1e-4, "\(part)")
    }
    #expect(try level(0) == 0)
  }

  @Test("Queued notes start on the same frame, and only when triggered")
  func chord() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    _ = stage.pass(0.01)
    try player.noteOn(key(65), gain: 1)
    let alone = stage.pass(0.02)
    try player.allNotesOff()
    _ = stage.pass(0.1)
    for _ in 0..<3 { player.queueNote(key(65), gain: 1) }
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
    player.queueNote(key(65), gain: 1)
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
    try player.noteOn(key(65), gain: 8.0 / 127)
    for _ in 0..<31 { try player.noteOn(key(65), gain: 2.0 / 127) }
    #expect(abs(level() - (8 + 31 * 2)) < 0.05)
    try player.noteOn(key(65), gain: 2.0 / 127)
    #expect(abs(level() - 32 * 2) < 0.05)
    for _ in 0..<20 { try player.noteOn(key(65), gain: 1.0 / 127) }
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
    // The file's own sample rate applies, not the list's: 367.5 Hz at key 69.
    try player.setSoundBank(contentsOf: path)
    for number in [57, 64, 69, 70, 76] {
      try player.noteOn(key(number), gain: 1)
      let sound = stage.pass(0.5)
      let expected = 44_100 / 120 * exp2(Double(number - 69) / 12)
      let cents = PitchMeter.cents(
        of: sound.left[4000..<20_000].map { $0 }[...], above: expected, sampleRate: 48_000)
      #expect(abs(cents) < 0.1, "\(number): \(cents)")
      try player.allNotesOff()
      _ = stage.pass(0.1)
    }
  }

  @Test("Pan is 50 % left at C3, central at F4, and 50 % right at G5")
  func panning() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    // Constant power: a pan of ±50 % is 22.5° or 67.5° of 90°.
    let degrees = [(24, 22.5), (48, 22.5), (65, 45.0), (72, 56.25), (79, 67.5), (108, 67.5)]
    for (number, angle) in degrees {
      try player.noteOn(key(number), gain: 1)
      _ = stage.pass(0.05)
      let sound = stage.pass(0.05)
      try player.allNotesOff()
      _ = stage.pass(0.05)
      let (left, right) = (
        Double(Level.peak(sound.left[...])), Double(Level.peak(sound.right[...]))
      )
      #expect(abs(left - 0.25 * cos(angle / 180 * Double.pi)) < 1e-4, "\(number)")
      #expect(abs(right - 0.25 * sin(angle / 180 * Double.pi)) < 1e-4, "\(number)")
    }
  }

  @Test("A note-on also starts all queued notes, on the same frame")
  func noteOnStartsQueue() throws {
    let stage = try Stage()
    let player = SoundBankPlayer(on: stage.engine, loopNotes: true)
    try player.setSoundBank(contentsOf: stage.constant())
    _ = stage.pass(0.01)
    for _ in 0..<2 { player.queueNote(key(65), gain: 1) }
    try player.noteOn(key(65), gain: 1)
    let three = stage.pass(0.02)
    try player.allNotesOff()
    _ = stage.pass(0.1)
    try player.noteOn(key(65), gain: 1)
    let one = stage.pass(0.02)
    let first = try #require(three.left.firstIndex { $0 != 0 })
    let alone = try #require(one.left.firstIndex { $0 != 0 })
    for frame in 0..<400 {
      #expect(abs(three.left[first + frame] - 3 * one.left[alone + frame]) < 1e-5)
    }
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
    // Only the note at 50 % right is left.
    let right = 0.25 * Float(sin(67.5 / 180 * Double.pi))
    let left = 0.25 * Float(cos(67.5 / 180 * Double.pi))
    #expect(abs(Level.peak(sound.left[...]) - left) < 1e-4)
    #expect(abs(Level.peak(sound.right[...]) - right) < 1e-4)
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
      try player.noteOn(key(65), gain: 1)
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
    try player.noteOn(key(65), gain: 1)
    _ = stage.pass(0.05)
    let wave = WaveFile([Int16](repeating: 4096, count: 4800), rate: 48_000).bytes
    let path = try stage.bank(["48000", "b.wav", "127", "60"], ["b.wav": wave])
    try player.setSoundBank(contentsOf: path)
    _ = stage.pass(0.1)
    #expect(Level.peak(stage.pass(0.05).left[...]) == 0)
    try player.noteOn(key(65), gain: 1)
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
      try player.noteOn(key(65), gain: 1)
      try player.setSoundBank(contentsOf: path)
    }
    // Nothing was rendered yet: all may still sound.
    #expect(stage.engine.keptPresetCount == 21)
    _ = stage.pass(1)
    #expect(stage.engine.keptPresetCount == 1)
    try player.noteOn(key(65), gain: 1)
    _ = stage.pass(0.05)
    #expect(Level.peak(stage.pass(0.05).left[...]) > 0.1)
  }
}
