import Observation
import PeachInstrumentModel
import PeachModels
import PeachServices
import SoundMeasurement
import Synchronization
import TestEnvironment
import Testing

@Suite("Sound source model")
@MainActor
struct SoundSourceModelTests {
  private struct Failure: Error, CustomStringConvertible {
    var description: String { "Disk full." }
  }

  private static func bank(_ names: [String], isDamaged: Bool = false) -> SoundBank {
    let tone = TestBank.tone()
    var samples = tone.samples
    if isDamaged { samples[0].encoding = .compressed(0..<16) }
    return SoundBank(
      information: tone.information,
      presets: names.enumerated().map {
        Preset(identifier: PresetIdentifier(bank: 0, program: UInt8($0.offset)), name: $0.element)
      },
      samples: samples, storage: tone.storage,
      regionSource: { _, _ in
        var region = Region(sample: 0)
        region.generators[.sampleModes] = 1
        return [region]
      })
  }

  private func library(_ banks: [(path: String, bank: SoundBank)]) -> SoundFontLibrary {
    SoundFontLibrary(
      folders: [BankFolder(path: "/banks", origin: .given)],
      list: { _ in
        banks.map {
          .init(path: $0.path, name: String($0.path.split(separator: "/")[1]), identity: $0.path)
        }
      }, open: { path in try #require(banks.first { $0.path == path }).bank })
  }

  private var orchestra: SoundFontLibrary {
    library([("/banks/a.sf2", Self.bank(["Flute", "Cello", "Cello Section"]))])
  }

  @Test("The list has the sine wave and all presets with their banks")
  func items() throws {
    let model = SoundSourceModel(
      library: library([
        ("/banks/a.sf2", Self.bank(["Flute"])), ("/banks/b.sf2", Self.bank(["Oboe"])),
      ]), store: SelectionStore(load: { nil }, save: { _ in }))
    #expect(model.items.map(\.name) == ["Sine wave", "Flute", "Oboe"])
    #expect(model.items.map(\.id) == ["sine", "sf2:a.sf2:0:0", "sf2:b.sf2:0:0"])
    #expect(model.items.map(\.bank) == ["", "a.sf2", "b.sf2"])
    #expect(model.items.allSatisfy { $0.isPitched })
    #expect(model.selection == "sine" && model.source == .sine && model.message == nil)
  }

  @Test("The selection survives a restart: a new model with the same file")
  func restart() throws {
    let path = try TemporaryFolder()
    let file = path.path("folder/settings.json")
    let first = SoundSourceModel(
      library: orchestra, store: .settings(SettingsFile(path: file)))
    // The default of the settings is a name; it becomes the preset with that name.
    #expect(first.selection == "sf2:a.sf2:0:1" && first.selectedItem?.name == "Cello")
    first.selection = "sf2:a.sf2:0:0"
    #expect(first.message == nil)
    let second = SoundSourceModel(
      library: orchestra, store: .settings(SettingsFile(path: file)))
    #expect(second.selectedItem?.name == "Flute" && second.message == nil)
    #expect(second.source == SoundSource("sf2:a.sf2:0:0"))
    second.selection = "sine"
    let third = SoundSourceModel(
      library: orchestra, store: .settings(SettingsFile(path: file)))
    #expect(third.source == .sine && third.selection == "sine")
  }

  @Test("A missing bank falls back to the sine and says so; the selection returns with the bank")
  func missing() throws {
    let stored = Mutex<String?>("sf2:gone.sf2:0:1")
    let store = SelectionStore(
      load: { stored.withLock { $0 } }, save: { text in stored.withLock { $0 = text } })
    let model = SoundSourceModel(library: orchestra, store: store)
    #expect(model.source == .sine && model.selection == "sf2:gone.sf2:0:1")
    #expect(model.selectedItem == nil)
    let message = try #require(model.message)
    #expect(message.contains("sf2:gone.sf2:0:1") && message.hasSuffix("a sine wave instead."))
    #expect(stored.withLock { $0 } == "sf2:gone.sf2:0:1")
    model.reload(library([("/banks/gone.sf2", Self.bank(["Horn", "Tuba"]))]))
    #expect(model.selectedItem?.name == "Tuba" && model.message == nil)
    #expect(model.source == SoundSource("sf2:gone.sf2:0:1"))
    // Without any bank, and with a text that is no source.
    model.reload(library([]))
    #expect(model.message?.contains("no sound bank is installed") == true)
    stored.withLock { $0 = "sf2:a:b" }
    #expect(SoundSourceModel(library: orchestra, store: store).message?.contains("sf2:a:b") == true)
  }

  @Test("A store that fails is reported; the selection applies for this run")
  func failingStore() {
    let model = SoundSourceModel(
      library: orchestra,
      store: SelectionStore(load: { throw Failure() }, save: { _ in throw Failure() }))
    #expect(model.message == "The selected sound cannot be read. Disk full.")
    #expect(model.source == .sine)
    model.selection = "sf2:a.sf2:0:0"
    #expect(model.message == "The selected sound cannot be stored. Disk full.")
    #expect(model.source == SoundSource("sf2:a.sf2:0:0"))
  }

  @Test("A bank that cannot be loaded is replaced by a sine wave of the same pitch, with a message")
  func undecodable() async throws {
    let library = library([
      ("/banks/a.sf2", Self.bank(["Flute"])), ("/banks/b.sf2", Self.bank(["Bad"], isDamaged: true)),
    ])
    let device = OfflineAudioDevice(sampleRate: 44_100, periodFrames: 128, capturesSound: true)
    let factory = try NotePlayerFactory(
      engine: PlaybackEngine(device: device), library: library, source: .sine,
      options: NoteOptions(intonation: nil, tone: .recorded))
    let model = SoundSourceModel(
      library: library, store: SelectionStore(load: { "sf2:b.sf2:0:0" }, save: { _ in }))
    #expect(model.source == SoundSource("sf2:b.sf2:0:0") && model.message == nil)
    let isLoaded = await model.prepare(factory)
    #expect(!isLoaded && model.source == .sine && model.selection == "sf2:b.sf2:0:0")
    #expect(model.message?.hasSuffix("Playing a sine wave instead.") == true && model.isReady)
    let isOver = Mutex(false)
    let playing = Task {
      defer { isOver.withLock { $0 = true } }
      try await factory.player.play(
        frequency: .hertz(440), duration: .milliseconds(500), amplitude: 0.5, region: nil)
    }
    while !isOver.withLock({ $0 }) {
      device.advance(frames: 512)
      try await Task.sleep(for: .milliseconds(1))
    }
    try await playing.value
    let audio = device.takeCapture().left
    let start = try #require(audio.firstIndex { $0 != 0 })
    let tone = audio[(start + 4410)..<(start + 20_000)]
    #expect(abs(PitchMeter.cents(of: tone, above: 440, sampleRate: 44_100)) < 0.01)
    model.selection = "sf2:a.sf2:0:0"
    #expect(await model.prepare(factory) && model.message == nil)
  }

  @Test("Views are told of changes of the selection, the list and the message")
  func observation() {
    let model = SoundSourceModel(
      library: orchestra, store: SelectionStore(load: { nil }, save: { _ in }))
    func changes(_ read: @escaping () -> Void, _ change: () -> Void) -> Bool {
      let hasChanged = Mutex(false)
      withObservationTracking(read) { hasChanged.withLock { $0 = true } }
      change()
      return hasChanged.withLock { $0 }
    }
    #expect(changes({ _ = model.selection }) { model.selection = "sf2:a.sf2:0:0" })
    #expect(!changes({ _ = model.selection }) { model.selection = "sf2:a.sf2:0:0" })
    #expect(changes({ _ = model.message }) { model.selection = "sf2:a.sf2:9:9" })
    #expect(changes({ _ = model.items }) { model.reload(library([])) })
  }
}
