import PeachServices
import Synchronization
import Testing

@Suite("Choosing a sound")
struct RoutingNotePlayerTests {
  private final class Setting: Sendable {
    let source = Mutex(SoundSource.sine)
  }

  @Test("The setting is read at each note, and a change stops what was active")
  func routes() async throws {
    let sine = MockNotePlayer()
    let cello = MockNotePlayer()
    let setting = Setting()
    let router = RoutingNotePlayer(
      sine: sine, players: { $0 == .named("cello") ? cello : nil },
      setting: { setting.source.withLock { $0 } })
    try await router.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
    setting.source.withLock { $0 = .named("cello") }
    try await router.play(frequency: .hertz(441), duration: .seconds(1), amplitude: 1)
    try await router.play(frequency: .hertz(442), duration: .seconds(1), amplitude: 1)
    try await router.stop()
    #expect(sine.calls == [.play(hertz: 440, seconds: 1, amplitude: 1), .stop])
    #expect(
      cello.calls == [
        .play(hertz: 441, seconds: 1, amplitude: 1), .play(hertz: 442, seconds: 1, amplitude: 1),
        .stop,
      ])
  }

  @Test("If the setting changes while a player loads, the note is played by the new one")
  func changedWhileLoading() async throws {
    let (sine, cello, flute) = (MockNotePlayer(), MockNotePlayer(), MockNotePlayer())
    let setting = Setting()
    setting.source.withLock { $0 = .named("cello") }
    let router = RoutingNotePlayer(
      sine: sine,
      players: { source in
        setting.source.withLock { $0 = .named("flute") }
        return source == .named("cello") ? cello : flute
      },
      setting: { setting.source.withLock { $0 } })
    try await router.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
    #expect(router.soundingSource == .named("flute"))
    #expect(flute.calls == [.play(hertz: 440, seconds: 1, amplitude: 1)])
    #expect(sine.calls.isEmpty && cello.calls.isEmpty)
  }

  @Test("A source without a player falls back to the sine player")
  func fallsBack() async throws {
    let sine = MockNotePlayer()
    let router = RoutingNotePlayer(
      sine: sine, players: { _ in nil }, setting: { .named("theremin") })
    try await router.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
    #expect(sine.calls.count == 1)
  }

  @Test("A held note stays with the player that began it")
  func heldNotes() async throws {
    let sine = MockNotePlayer()
    let cello = MockNotePlayer()
    let setting = Setting()
    let router = RoutingNotePlayer(
      sine: sine, players: { _ in cello }, setting: { setting.source.withLock { $0 } })
    let note = try await router.start(frequency: .hertz(440), amplitude: 1)
    setting.source.withLock { $0 = .named("cello") }
    try await router.retune(note, to: .hertz(441))
    try await router.release(note)
    try await router.release(note)
    #expect(
      sine.calls == [
        .start(hertz: 440, amplitude: 1), .retune(id: 1, hertz: 441), .release(id: 1),
      ])
    #expect(cello.calls.isEmpty)
  }

  @Test("The factory replaces a bank that fails by the sine, and reports the problem")
  func compositionRoot() async throws {
    let device = OfflineAudioDevice(capturesSound: true)
    let engine = try PlaybackEngine(device: device)
    var broken = Banks.tone
    broken.samples[0].encoding = .compressed(0..<10)
    let bank = broken
    let library = SoundFontLibrary(
      folders: [BankFolder(path: "/banks", origin: .given)],
      list: { _ in [.init(path: "/banks/a.sf2", name: "a.sf2", identity: "a")] },
      open: { _ in bank })
    let sources = try NotePlayerFactory(
      engine: engine, library: library, source: .named("Preset 0"))
    #expect(await !sources.prepare())
    #expect(sources.problems.count == 1)
    #expect(sources.problems.first?.source == .named("Preset 0"))
    let note = try await sources.player.start(frequency: .hertz(440), amplitude: 1)
    device.advance(frames: 4800)
    #expect(device.takeCapture().left.contains { abs($0) > 0.1 })
    try await sources.player.release(note)
    sources.choose(.named("no such sound"))
    // The change stops the active player, which takes device time.
    let next = Task { try await sources.player.start(frequency: .hertz(440), amplitude: 1) }
    let clock = Task {
      while !Task.isCancelled {
        device.advance(frames: 480)
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    _ = try await next.value
    clock.cancel()
    #expect(sources.problems.count == 2)
  }

  @Test("A preset is found by AVAudioUnitSampler's bank numbers")
  func bankNumbers() throws {
    var bank = Banks.tone
    bank.presets[0].identifier = PresetIdentifier(bank: 128, program: 7)
    let chosen = try bank.preset(program: 7, bankMSB: 0x78, bankLSB: 0)
    #expect(chosen.preset.identifier == PresetIdentifier(bank: 128, program: 7))
    bank.presets[0].identifier = PresetIdentifier(bank: 3, program: 42)
    #expect(try bank.preset(program: 42, bankMSB: 0x79, bankLSB: 3).preset.program == 42)
    #expect(throws: NotePlayerError.self) {
      try bank.preset(program: 42, bankMSB: 0x79, bankLSB: 0)
    }
    #expect(throws: NotePlayerError.self) { try bank.preset(bank: 0, program: 42) }
    // Roland's MSB alone, and MSB with LSB as DLS files number them.
    bank.presets[0].identifier = PresetIdentifier(bank: 8, program: 42)
    #expect(try bank.preset(program: 42, bankMSB: 8, bankLSB: 0).preset.bank == 8)
    bank.presets[0].identifier = PresetIdentifier(bank: 8 << 7 | 3, program: 42)
    #expect(try bank.preset(program: 42, bankMSB: 8, bankLSB: 3).preset.bank == 1027)
    #expect(throws: NotePlayerError.self) {
      try bank.preset(program: 42, bankMSB: 8, bankLSB: 4)
    }
  }
}
