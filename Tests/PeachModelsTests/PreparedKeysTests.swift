import Foundation
import Peach
import PeachModels
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("The first notes of a new sound", .serialized)
@MainActor
struct PreparedKeysTests {
  /// A bank whose cello has a recording with vibrato for each fifth, so that all are straightened.
  private static var bank: [UInt8] {
    var builder = SoundFontBuilder()
    let roots = stride(from: UInt8(38), through: 82, by: 7)
    for root in roots {
      var recording = VibratoRecording()
      recording.hertz = 440 * exp2((Double(root) - 69) / 12)
      builder.samples.append(recording.sample(root: root))
    }
    let zones = roots.enumerated().map { index, root in
      SoundFontBuilder.Zone(
        [.init(.keyRange, from: root - 3, to: root + 3), .init(.sampleModes, 1)],
        plays: UInt16(index))
    }
    builder.instruments = [.init("Cello", zones: zones)]
    builder.presets = [.init("Cello", program: 42, zones: [.init(plays: 0)])]
    return builder.chunks.file
  }

  /// The delays of notes in milliseconds, from the call to the command for the audio thread.
  private func delays(preparing: Bool) async throws -> [Double] {
    let folder = try TemporaryFolder()
    let path = try folder.put("Cello.sf2", Self.bank)
    let library = try SoundFontLibrary(file: path)
    let sounds = SoundSourceModel(
      library: library, store: SelectionStore(load: { "cello" }, save: { _ in }))
    let engine = try PlaybackEngine(device: AudioDevices.open(periodFrames: 128, isNull: true))
    let factory = try NotePlayerFactory(
      engine: engine, library: library, source: .sine,
      options: NoteOptions(
        intonation: IntonationCache(folder: folder.path("intonation")),
        straightTones: StraightToneCache(folder: folder.path("straight"))))
    let trainer = TrainerModel(services: TrainerServices(factory: factory), sounds: sounds)
    trainer.settings.keys = 48...72
    #expect(await sounds.prepare(factory, keys: preparing ? trainer.keys : nil))
    var delays: [Double] = []
    // Across the recordings, as the trials of a session.
    for key in [60, 48, 72, 55, 65, 50, 70, 58, 62, 53, 67, 49, 71] {
      let hertz = FrequencyCalculation.frequency(noteNumber: Double(key))
      let start = ContinuousClock.now
      let note = try await factory.player.start(
        frequency: hertz, amplitude: 0.25, region: RegionSelector(frequency: hertz, amplitude: 0.5))
      delays.append((ContinuousClock.now - start) / .milliseconds(1))
      try await factory.player.release(note)
    }
    return delays
  }

  @Test("After the preparation, the first note takes at most 300 ms, and no other more than 20 ms")
  func latency() async throws {
    var worst: [(first: Double, later: Double)] = []
    // Other tests may occupy all processors.
    for _ in 0..<3 {
      let delays = try await delays(preparing: true)
      worst.append((delays[0], delays.dropFirst().max() ?? 0))
      if delays[0] <= 300, worst.last?.later ?? 0 <= 20 { return }
    }
    Issue.record("First and later notes, in milliseconds: \(worst)")
  }
}
