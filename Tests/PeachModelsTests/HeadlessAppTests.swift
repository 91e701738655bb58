import Foundation
import PeachModels
import PeachServices
import Synchronization
import TestEnvironment
import Testing

/// The way of a user through an app, by its models, with the audio that is heard.
@Suite("An app from its first start", .serialized)
@MainActor
struct HeadlessAppTests {
  private func expect(
    _ trial: TestApp.Trial, sound: String, secondPartial: ClosedRange<Double>,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(trial.record.sound == sound, sourceLocation: location)
    for cents in trial.cents { #expect(abs(cents) < 0.1, sourceLocation: location) }
    for partial in trial.secondPartials {
      #expect(secondPartial.contains(partial), sourceLocation: location)
    }
  }

  @Test("From a sine without a bank to an imported oboe, a crash, and German")
  func everything() async throws {
    let installation = try TestApp.Installation()
    let cello = "sf2:Strings.sf2:0:42"
    let oboe = "sf2:Winds.sf2:0:68"
    try await firstStart(installation, cello: cello, oboe: oboe)

    // The app is killed while it loads the imported bank.
    let (state, imported) = (
      installation.folder.path("state/peach/loading"), installation.folder.path("data/peach/banks")
    )
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [state = state as String, imported = imported as String] in
      LoadSentinel(folder: state, watching: imported).watch(imported + "/Winds.sf2") {
        _ = kill(getpid(), SIGKILL)
      }
    }
    try await afterCrash(installation, oboe: oboe)
  }

  private func firstStart(
    _ installation: TestApp.Installation, cello: String, oboe: String
  ) async throws {
    let app = try TestApp(installation)
    // Without a bank: a sine wave, and a message.
    #expect(app.banks.banks.isEmpty && app.banks.suspects.isEmpty)
    #expect(app.sounds.items.map(\.name) == ["Sine wave"] && app.sounds.source == .sine)
    #expect(app.sounds.message?.contains("no sound bank is installed") == true)
    #expect(app.sounds.message?.hasSuffix("Playing a sine wave instead.") == true)
    app.trainer.settings.noteSeconds = 0.5
    app.trainer.settings.keys = 55...72
    #expect(await !app.sounds.prepare(app.factory, keys: app.trainer.keys))
    #expect(app.sounds.isReady)
    app.trainer.startComparison()
    expect(try await app.answerTrial(), sound: "sine", secondPartial: -200 ... -60)

    // A bank appears.
    try installation.folder.put(
      "resources/Strings.sf2", TestApp.bank("Cello", program: 42, secondPartial: -6))
    app.banks.reload()
    #expect(app.banks.banks.map(\.file) == ["Strings.sf2"])
    #expect(app.banks.banks.first?.isRemovable == false)
    #expect(app.sounds.items.map(\.name) == ["Sine wave", "Cello"] && app.sounds.message == nil)
    app.sounds.selection = cello
    #expect(app.sounds.selectedItem?.name == "Cello" && !app.sounds.isReady)
    #expect(await app.sounds.prepare(app.factory, keys: app.trainer.keys))
    #expect(app.sounds.isReady && app.factory.isReady(keys: app.trainer.keys))
    #expect(app.trainer.soundName == "Cello")
    for _ in 0..<10 {
      expect(try await app.answerTrial(), sound: cello, secondPartial: -7 ... -5)
    }
    #expect(app.trainer.sessionResults?.comparisonCount == 11)

    // A second bank is imported while notes play.
    try installation.folder.put(
      "downloads/Winds.sf2", TestApp.bank("Oboe", program: 68, secondPartial: -20))
    let url = URL(filePath: installation.folder.path("downloads/Winds.sf2"))
    #expect(await app.banks.importBank(at: url))
    #expect(
      app.banks.importState == .imported(file: "Winds.sf2", isNew: true, presetCount: 1))
    #expect(app.banks.importMessage == "Imported: Winds.sf2")
    #expect(app.banks.banks.map(\.origin) == [.bundled, .user])
    expect(try await app.answerTrial(), sound: cello, secondPartial: -7 ... -5)
    app.sounds.selection = oboe
    #expect(await app.sounds.prepare(app.factory, keys: app.trainer.keys))
    expect(try await app.answerTrial(), sound: oboe, secondPartial: -21 ... -19)
    let credits: [BankCredit] = app.banks.credits
    #expect(credits.map(\.file) == ["Strings.sf2", "Winds.sf2"])
    #expect(credits.allSatisfy { $0.license == nil })
    app.trainer.stop()
    let session: SessionResults = try #require(app.trainer.sessionResults)
    #expect(app.trainer.activity == .results && session.comparisonCount == 13)
    let listener: ListenerResults = app.trainer.listenerResults
    #expect(listener.comparisonCount == 13 && listener.threshold.cents == session.thresholdCents)
  }

  private func afterCrash(
    _ installation: TestApp.Installation, oboe: String
  ) async throws {
    let app = try TestApp(installation)
    let suspect = try #require(app.banks.suspects.first)
    #expect(app.banks.suspects.count == 1 && suspect.file == "Winds.sf2")
    #expect(app.banks.banks.map(\.file) == ["Strings.sf2"])
    // The selection is kept, a sine plays, and the reason is shown.
    #expect(app.sounds.selection == oboe && app.sounds.source == .sine)
    #expect(app.sounds.message?.contains("Winds.sf2") == true)
    #expect(app.trainer.trialCount == 13)
    app.trainer.startComparison()
    expect(try await app.answerTrial(), sound: "sine", secondPartial: -200 ... -60)
    app.trainer.showMenu()

    // Kept, it plays again; removed, it is gone.
    app.banks.keep(suspect)
    #expect(app.banks.suspects.isEmpty && app.sounds.selectedItem?.name == "Oboe")
    #expect(await app.sounds.prepare(app.factory, keys: app.trainer.keys))
    app.trainer.startComparison()
    expect(try await app.answerTrial(), sound: oboe, secondPartial: -21 ... -19)
    app.trainer.showMenu()
    let winds = try #require(app.banks.banks.first { $0.file == "Winds.sf2" })
    #expect(winds.isRemovable && app.banks.remove(winds))
    #expect(!FileManager.default.fileExists(atPath: winds.id))
    #expect(app.sounds.source == .sine && app.sounds.selectedItem == nil)
    #expect(await !app.sounds.prepare(app.factory))
    app.trainer.startComparison()
    expect(try await app.answerTrial(), sound: "sine", secondPartial: -200 ... -60)

    // German: what is shown now, and errors.
    app.trainer.language = .german
    app.sounds.language = .german
    app.banks.language = .german
    #expect(app.trainer.title == "Vergleichen")
    #expect(app.sounds.items.first?.name == "Sinuston" && app.trainer.soundName == "Sinus")
    #expect(
      app.sounds.message == "„\(oboe)“ ist nicht in der Klangbibliothek. "
        + "Stattdessen erklingt ein Sinuston.")
    let text = installation.folder.path("downloads/notes.txt")
    try Data("No bank.".utf8).write(to: URL(filePath: text))
    #expect(await !app.banks.importBank(at: URL(filePath: text)))
    #expect(app.banks.importState == .refused(.notBank(file: "notes.txt")))
    #expect(app.banks.importMessage == "notes.txt ist keine Klangbibliothek.")
    // The language is stored.
    #expect(TrainerModel(services: stored(installation)).language == .german)
  }

  private func stored(_ installation: TestApp.Installation) -> TrainerServices {
    var services = TrainerServices(player: MockNotePlayer())
    services.loadPreferences = { installation.preferences.withLock { $0 } }
    return services
  }

  @Test("A suspect's file is removed; refused imports have a reason and change nothing")
  func suspects() async throws {
    let installation = try TestApp.Installation()
    let imported = installation.folder.path("data/peach/banks")
    let bytes = TestApp.bank("Oboe", program: 68, secondPartial: -20)
    try installation.folder.put("data/peach/banks/Winds.sf2", bytes)
    let state = installation.folder.path("state/peach/loading")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [state = state as String, imported = imported as String] in
      LoadSentinel(folder: state, watching: imported).watch(imported + "/Winds.sf2") {
        _ = kill(getpid(), SIGKILL)
      }
    }
    let banks = BankLibraryModel(
      environment: installation.environment, folders: installation.bankFolders)
    let suspect = try #require(banks.suspects.first)
    #expect(banks.remove(suspect) && banks.suspects.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: imported + "/Winds.sf2"))

    func refusal(_ name: String, _ bytes: [UInt8]) async throws -> BankImportRefusal? {
      try installation.folder.put("downloads/\(name)", bytes)
      await banks.importBank(at: URL(filePath: installation.folder.path("downloads/\(name)")))
      if case .refused(let refusal) = banks.importState { return refusal }
      return nil
    }
    #expect(try await refusal("a.sf2", Array("MThd".utf8)) == .notBank(file: "a.sf2"))
    let damaged = try await refusal("b.sf2", Array(bytes.dropLast(bytes.count / 2)))
    guard case .damaged("b.sf2", let details) = damaged else {
      Issue.record("\(String(describing: damaged))")
      return
    }
    #expect(!details.isEmpty)
    #expect(try await refusal("Winds.sf2", bytes) == nil)
    let other = TestApp.bank("Flute", program: 73, secondPartial: -12)
    #expect(try await refusal("Winds.sf2", other) == .nameTaken(file: "Winds.sf2"))
    let missing = URL(filePath: installation.folder.path("downloads/none.sf2"))
    #expect(await !banks.importBank(at: missing))
    guard case .refused(.notReadable("none.sf2", _)) = banks.importState else {
      Issue.record("\(banks.importState)")
      return
    }
    // The one that was imported is as it was; replacing it is the user's choice.
    #expect(banks.banks.map(\.file) == ["Winds.sf2"])
    let url = URL(filePath: installation.folder.path("downloads/Winds.sf2"))
    #expect(await banks.importBank(at: url, replacing: true))
    #expect(banks.library.entries.map(\.preset.name) == ["Flute"])
  }
}
