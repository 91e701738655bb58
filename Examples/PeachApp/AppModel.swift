import Foundation
import Observation
import PeachAudio
import PeachModels
import PeachTraining

/// The models of the app and what they share: one audio device, one library, one folder.
@MainActor @Observable
final class AppModel {
  let banks: BankLibraryModel
  let sounds: SoundSourceModel
  let trainer: TrainerModel
  let output: AudioOutputModel
  @ObservationIgnored private let factory: NotePlayerFactory

  /// The texts of the screens, in the user's language.
  var texts: ModelTexts { ModelTexts(trainer.language) }

  init() throws {
    let language = ModelLanguage(preferred: Locale.preferredLanguages)
    banks = BankLibraryModel(bundled: Bundle.main.resourcePath, language: language)
    sounds = SoundSourceModel(
      library: banks.library, store: .settings, language: language)
    banks.sounds = sounds
    let engine = try PlaybackEngine.systemOutput()
    output = AudioOutputModel(device: engine.device, language: language)
    factory = try NotePlayerFactory(
      engine: engine, library: banks.library, source: sounds.source)
    var services = TrainerServices(factory: factory)
    // Without the trait SQLite, answers are not stored.
    if let trials = try? TrialStore() { services.use(trials) }
    services.loadPreferences = { UserDefaults.standard.string(forKey: "trainer") }
    services.savePreferences = { UserDefaults.standard.set($0, forKey: "trainer") }
    trainer = TrainerModel(services: services, sounds: sounds, language: language)
  }

  /// Loads the selected sound, and prepares the keys of the trainer first. Call when the selection
  /// or the library has changed.
  func loadSound() async { await sounds.prepare(factory, keys: trainer.keys) }

  /// Imports a bank from the share sheet or Files, and loads the sound that was waiting for it.
  func importBank(at url: URL, replacing: Bool = false) async {
    if await banks.importBank(at: url, replacing: replacing) { await loadSound() }
  }

  /// The app enters the background: the sound stops, and the time away does not count.
  func leave() {
    trainer.pause()
    output.suspend()
  }

  /// The user returns. Training stays paused.
  func enter() { output.resume() }
}
