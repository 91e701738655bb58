import Foundation
import Observation
import Peach
import PeachModels

/// The models of the app and what they share: one audio device, one library, one folder.
@MainActor @Observable
final class AppModel {
  let sounds: SoundSourceModel
  let trainer: TrainerModel
  /// Whether the selected sound is being loaded, which takes up to a few seconds.
  private(set) var isLoading = false
  @ObservationIgnored private let factory: NotePlayerFactory
  @ObservationIgnored private let folders: [BankFolder]

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    folders = BankFolder.standard(
      environment: environment, bundled: Bundle.main.resourcePath)
    let library = SoundFontLibrary(folders: folders)
    sounds = SoundSourceModel(
      library: library, store: .settings(try SettingsFile(environment: environment)))
    factory = try NotePlayerFactory(
      engine: .systemOutput(), library: library, source: sounds.source)
    var services = TrainerServices(player: factory.player)
    // Without the trait SQLite, answers are not stored.
    if let trials = try? TrialStore(environment: environment) { services.use(trials) }
    services.loadPreferences = { UserDefaults.standard.string(forKey: "trainer") }
    services.savePreferences = { UserDefaults.standard.set($0, forKey: "trainer") }
    trainer = TrainerModel(services: services)
  }

  /// Loads the selected sound. Call when the selection has changed.
  func loadSound() async {
    isLoading = true
    await sounds.prepare(factory)
    isLoading = false
  }
}
