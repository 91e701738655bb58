import Foundation
import PeachModels
import PeachServices
import PeachTrainerUI
import TestEnvironment
import Testing

@Suite("Texts of the models")
struct ModelTextTests {
  @Test("Each text has both languages, with the same placeholders")
  func complete() {
    let same: Set<ModelText> = [.pause]
    #expect(ModelTexts.table.map(\.text) == ModelText.allCases)
    for row in ModelTexts.table {
      let text = row.text
      #expect(!row.english.isEmpty && !row.german.isEmpty, "\(text)")
      #expect(row.english != row.german || same.contains(text), "\(text)")
      for mark in ["%1", "%2"] {
        #expect(row.english.contains(mark) == row.german.contains(mark), "\(text)")
      }
    }
  }

  @Test("Values may contain placeholders and percent signs")
  func placeholders() {
    #expect(ModelTexts(.english)[.importing, "100%1 %2.sf2"] == "Importing 100%1 %2.sf2")
    #expect(ModelTexts(.german)[.suspectTitle, "%"] == "Die App wurde beim Laden von „%“ beendet.")
  }

  @Test("A language is the first supported one of the user's")
  func languages() {
    #expect(ModelLanguage(preferred: ["fr-FR", "de-AT", "en-US"]) == .german)
    #expect(ModelLanguage(preferred: ["en-GB", "de"]) == .english)
    #expect(ModelLanguage(preferred: []) == .english)
  }

  /// Errors that an app may show.
  private static let errors: [any Error] = [
    SoundSourceError.isNotSampled, SoundSourceError.notFound("theremin", bankCount: 0),
    SoundSourceError.notFound("celo", bankCount: 2, nearest: ["Cello"]),
    NotePlayerError.notPlayable(hertz: -1), NotePlayerError.durationOutOfRange(seconds: 0),
    NotePlayerError.outsidePitchBendRange(hertz: 880, key: 69),
    NotePlayerError.noRegion(hertz: 20, key: 15, velocity: 64, ranges: [36...84]),
    NotePlayerError.noRegion(hertz: 20, key: 15, velocity: 64, ranges: []),
    NotePlayerError.missingSample(hertz: 440, key: 69, file: "a.wav", warning: ""),
    NotePlayerError.notRunning, NotePlayerError.tooBusy, NotePlayerError.noFreeChannel,
    NotePlayerError.noPreset(bank: 0, program: 1, available: []),
    NotePlayerError.deviceLost(.timedOut(device: "default", seconds: 3)),
    AudioDeviceError.call("snd_pcm_open", device: "hw:1", code: 2, reason: "No such file"),
    AudioDeviceError.alreadyRunning(device: "null"), AudioDeviceError.noThread(code: 11),
    AudioDeviceError.noSoundSystem, UserLibraryError.noFolder,
    UserLibraryError.refused(path: "/a.sf2", findings: []),
    UserLibraryError.needsOtherFiles(path: "/a.sfz"), UserLibraryError.nameTaken(path: "/a.sf2"),
    UserLibraryError.notThere(name: "a.sf2", available: []), SuspectBankError(path: "/a.sf2"),
    SettingsError.noSuchSource("?"), SettingsError.noFolder,
    SettingsError.outOfRange(name: "a", value: 1, range: "0"),
    SettingsError.malformed(name: "a", text: "b", expected: "c"),
    SettingsError.notReadable(path: "/a", reason: "b"), TrialStoreError.noFolder,
    TrialStoreError.notBuilt, TrialStoreError.folder(path: "/a", reason: "b"),
    TrialStoreError.laterVersion(path: "/a", version: 3, known: 2),
    NotePlayerError.aboveHalfSampleRate(hertz: 5000, sampleRate: 8000),
    NotePlayerError.damagedSample(hertz: 440, key: 69, message: "a"),
    SampleCodecError.noDecoder, SampleCodecError.noWavPackDecoder,
    SampleCodecError.undecodable(code: 1),
  ]

  @Test("Errors are messages in German, and their descriptions in English")
  func errors() {
    for error in Self.errors {
      let (english, german) = (
        ModelTexts(.english).message(error), ModelTexts(.german).message(error)
      )
      #expect(english == "\(error)")
      #expect(german != english && !german.hasPrefix("Unerwarteter"), "\(german)")
      // Words that English has, and German has not.
      let words = german.split { !$0.isLetter }.map { $0.lowercased() }
      for word in ["the", "is", "not", "cannot", "of", "with", "sound"]
      where !german.contains("UTF") {
        #expect(!words.contains(word), "\(german)")
      }
      #expect(german.hasSuffix(".") || german.hasSuffix("?") || german.contains(": "), "\(german)")
    }
    #expect(throws: TrialFormatError.self) { try TrialFormat.records([0xFF]) }
    for interruption in AudioInterruption.allCases {
      #expect(ModelTexts(.english).message(interruption) == "\(interruption)")
      #expect(
        ModelTexts(.german).message(NotePlayerError.interrupted(interruption))
          == ModelTexts(.german).message(interruption))
    }
  }

  @Test("The String Catalog has all texts of the models and of the trainer")
  func catalog() throws {
    let path = TestFiles.repository.appending(
      path: "Sources/PeachModels/Resources/Localizable.xcstrings"
    ).path
    if ProcessInfo.processInfo.environment["PEACH_WRITE_STRING_CATALOG"] != nil {
      try Data(StringCatalog.text.utf8).write(to: URL(filePath: path))
    }
    let data = try Data(contentsOf: URL(filePath: path))
    #expect(String(decoding: data, as: UTF8.self) == StringCatalog.text)
    // Read by an independent parser.
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let strings = try #require(file["strings"] as? [String: [String: Any]])
    #expect(strings.count == ModelText.allCases.count + TrainerText.allCases.count)
    for (key, entry) in strings {
      let localizations = try #require(entry["localizations"] as? [String: [String: Any]])
      #expect(Set(localizations.keys) == ["de", "en"], "\(key)")
      for localization in localizations.values {
        let unit = localization["stringUnit"] as? [String: String]
        #expect(unit?["state"] == "translated" && unit?["value"]?.isEmpty == false, "\(key)")
      }
    }
    let higher = strings["higher"]?["localizations"] as? [String: [String: [String: String]]]
    #expect(higher?["de"]?["stringUnit"]?["value"] == "Höher")
    #expect(StringCatalog.format("%1 cents (95 %: %2)") == "%1$@ cents (95 %%: %2$@)")
  }
}
