import Foundation
import PeachModels
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import Synchronization
import TestEnvironment
import Testing

/// An app without screens: its models, the folders of its user, and a device whose audio is
/// captured. Its time runs ten times as fast as real time.
@MainActor
final class TestApp {
  static let sampleRate = 44_100.0

  /// The state that survives a restart: files, settings and trials.
  final class Installation: Sendable {
    let folder: TemporaryFolder
    let records = Mutex<[TrialRecord]>([])
    let preferences = Mutex<String?>(nil)

    init() throws {
      folder = try TemporaryFolder()
      for name in ["resources", "data/peach/banks", "downloads"] {
        try FileManager.default.createDirectory(
          atPath: folder.path(name), withIntermediateDirectories: true)
      }
    }

    var environment: [String: String] {
      [
        "XDG_DATA_HOME": folder.path("data"), "XDG_STATE_HOME": folder.path("state"),
        "XDG_CACHE_HOME": folder.path("cache"), "XDG_CONFIG_HOME": folder.path("config"),
      ]
    }

    var bankFolders: [BankFolder] {
      [
        BankFolder(path: folder.path("resources"), origin: .bundled),
        BankFolder(path: folder.path("data/peach/banks"), origin: .user),
      ]
    }
  }

  let installation: Installation
  let device = OfflineAudioDevice(sampleRate: TestApp.sampleRate, capturesSound: true)
  let engine: PlaybackEngine
  let banks: BankLibraryModel
  let sounds: SoundSourceModel
  let factory: NotePlayerFactory
  let trainer: TrainerModel
  private var clock: Task<Void, Never>?

  init(_ installation: Installation, language: ModelLanguage = .english) throws {
    self.installation = installation
    let folder = installation.folder
    banks = BankLibraryModel(
      environment: installation.environment, folders: installation.bankFolders, language: language)
    sounds = SoundSourceModel(
      library: banks.library,
      store: .settings(SettingsFile(path: folder.path("config/settings.json"))),
      language: language)
    banks.sounds = sounds
    engine = try PlaybackEngine(device: device)
    factory = try NotePlayerFactory(
      engine: engine, library: banks.library, source: sounds.source,
      options: NoteOptions(
        intonation: IntonationCache(folder: folder.path("cache/intonation")),
        straightTones: StraightToneCache(folder: folder.path("cache/straight"))))
    var services = TrainerServices(factory: factory, seed: 11)
    services.store = { record in
      installation.records.withLock { records in
        records.removeAll { $0.identifier == record.identifier }
        records.append(record)
      }
    }
    services.history = { since in
      var history = TrainingHistory(since: since)
      for record in installation.records.withLock({ $0 }) { history.add(record) }
      return history
    }
    services.trials = { installation.records.withLock { $0 } }
    services.addTrials = { added in
      installation.records.withLock { records in
        let new = added.filter { trial in !records.contains { $0.identifier == trial.identifier } }
        records += new
        return new.count
      }
    }
    services.loadPreferences = { installation.preferences.withLock { $0 } }
    services.savePreferences = { text in installation.preferences.withLock { $0 = text } }
    services.sleep = { _ in await Task.yield() }
    trainer = TrainerModel(services: services, sounds: sounds, language: language)
    clock = Task.detached { [device] in
      while !Task.isCancelled {
        device.advance(frames: 441)
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  deinit { clock?.cancel() }

  /// Waits until a condition is true.
  func wait(
    _ condition: () -> Bool, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let deadline = ContinuousClock.now + TestScale.hangLimit
    while !condition() {
      try #require(ContinuousClock.now < deadline, sourceLocation: location)
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// The audio and the row of a trial.
  struct Trial {
    var record: TrialRecord
    /// The errors of both notes, in cents.
    var cents: [Double]
    /// The level of the second partial of both notes, in decibels above the first.
    var secondPartials: [Double]
    var isRight: Bool
  }

  /// Listens to the next pair of notes of half a second, and answers it.
  func answerTrial(higher: Bool? = nil) async throws -> Trial {
    try await wait { trainer.awaitsAnswer || trainer.problem != nil }
    try #require(trainer.problem == nil, "\(trainer.problem ?? "")")
    let end = engine.clock + Int64(0.6 * Self.sampleRate)
    try await wait { engine.clock >= end }
    let audio = device.takeCapture().left
    let count = installation.records.withLock { $0.count }
    trainer.answer(isHigher: higher ?? true)
    let records = installation.records.withLock { $0 }
    let record = try #require(records.count == count + 1 ? records.last : nil)
    guard case .comparison(let trial) = record.trial else { throw Failure() }
    // The last sound is the target.
    let last = try #require(audio.lastIndex { abs($0) > 1e-5 })
    let half = Int(0.5 * Self.sampleRate)
    var result = Trial(
      record: record, cents: [], secondPartials: [], isRight: trial.answer.isRight)
    for (note, start) in [(trial.reference, last - 2 * half), (trial.target, last - half)] {
      let tone = audio[(start + half / 4)..<(start + half * 3 / 4)]
      let hertz = note.frequency.hertz
      result.cents.append(
        PitchMeter.cents(of: tone, above: hertz, sampleRate: Self.sampleRate))
      let levels = [1.0, 2].map {
        20 * log10(Level.amplitude(of: tone, at: $0 * hertz, sampleRate: Self.sampleRate))
      }
      result.secondPartials.append(levels[1] - levels[0])
    }
    return result
  }

  struct Failure: Error {}

  /// Returns a bank with a preset of constant pitch, whose second partial is that many decibels
  /// below the first, at all keys.
  static func bank(_ name: String, program: UInt16, secondPartial decibels: Double) -> [UInt8] {
    let second = pow(10, decibels / 20)
    var builder = SoundFontBuilder()
    builder.samples = [
      SoundFontSample(
        frames: (0..<3200).map { frame in
          let phase = 2 * Double.pi * Double(frame) / 100
          return Int16((16_000 * (sin(phase) + second * sin(2 * phase))).rounded())
        }, loop: 800..<2400, rate: 44_000, root: 69)
    ]
    builder.instruments = [.init(zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
    builder.presets = [.init(name, program: program, zones: [.init(plays: 0)])]
    return builder.chunks.file
  }
}
