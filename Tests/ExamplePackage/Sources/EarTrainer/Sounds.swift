import Foundation
import Observation
import PeachAudio
import PeachModels
import PeachTraining

/// The model of an ear trainer's author, who adds sampled instruments to an app: sounds, import,
/// the question about a bank that crashed the app, and a comparison of two notes.
@MainActor @Observable final class Sounds {
  let banks: BankLibraryModel
  let picker: SoundSourceModel
  let factory: NotePlayerFactory
  let trainer: TrainerModel
  var suspects: [BankLibraryModel.Suspect] { banks.suspects }

  init(language: ModelLanguage) throws {
    banks = BankLibraryModel(bundled: Bundle.main.resourcePath, language: language)
    picker = SoundSourceModel(
      library: banks.library,
      store: SelectionStore(
        load: { UserDefaults.standard.string(forKey: "soundSource") },
        save: { UserDefaults.standard.set($0, forKey: "soundSource") }), language: language)
    banks.sounds = picker
    factory = try NotePlayerFactory(
      engine: .systemOutput(), library: banks.library, source: picker.source)
    var services = TrainerServices(factory: factory)
    if let trials = try? TrialStore() { services.use(trials) }
    trainer = TrainerModel(services: services, sounds: picker, language: language)
  }

  func select(_ id: String) async {
    picker.selection = id
    await picker.prepare(factory, keys: trainer.keys)
  }

  func compare(_ hertz: Double, cents: Double) async throws {
    let low = Frequency.hertz(hertz)
    let high = low.raised(by: Cents(cents))
    try await factory.player.play([
      ScheduledNote(frequency: low, duration: .seconds(1)),
      ScheduledNote(
        at: .seconds(1), frequency: high, duration: .seconds(1),
        region: RegionSelector(frequency: low)),
    ]) { _ in }
  }

  func add(_ url: URL) async -> Bool { await banks.importBank(at: url) }

  func answer(_ suspect: BankLibraryModel.Suspect, remove: Bool) {
    if remove { banks.remove(suspect) } else { banks.keep(suspect) }
  }

  func question(_ suspect: BankLibraryModel.Suspect) -> String {
    "\(suspect.file) has crashed the app."
  }
}
