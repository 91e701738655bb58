import Foundation
import PeachModels
import PeachServices
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

  @Test("After the preparation, no key of the trainer's range waits")
  func readiness() async throws {
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
    factory.choose(sounds.source)
    #expect(!factory.isReady(keys: trainer.keys))
    #expect(await sounds.prepare(factory, keys: trainer.keys))
    #expect(factory.isReady(keys: trainer.keys))
    // Across the recordings, as the trials of a session.
    var delays: [Double] = []
    for key in [60, 48, 72, 55, 65, 50, 70, 58, 62, 53, 67, 49, 71] {
      let hertz = FrequencyCalculation.frequency(noteNumber: Double(key))
      let start = ContinuousClock.now
      let note = try await factory.player.start(
        frequency: hertz, amplitude: 0.25, region: RegionSelector(frequency: hertz, amplitude: 0.5))
      delays.append((ContinuousClock.now - start) / .milliseconds(1))
      try await factory.player.release(note)
    }
    // Not a condition: other tests may occupy all processors.
    let later = delays.dropFirst().max() ?? 0
    print("From the call to the audio thread: \(delays[0]) ms, later at most \(later) ms")
  }
}
