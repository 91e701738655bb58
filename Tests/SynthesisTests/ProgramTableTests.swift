import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Preset selection by program")
struct ProgramTableTests {
  /// The presets' samples are constants that identify them.
  static let identifiers: [PresetIdentifier] = [
    .init(bank: 0, program: 0), .init(bank: 0, program: 42), .init(bank: 8, program: 42),
    .init(bank: 128, program: 25), .init(bank: 128, program: 16),
  ]

  let presets: [PreparedPreset]
  let table: ProgramTable

  init() throws {
    var samples: [Sample] = []
    var bytes: [UInt8] = []
    for index in Self.identifiers.indices {
      let frames = [UInt8](repeating: 0, count: 2000).enumerated().map { offset, _ in
        offset % 2 == 1 ? UInt8(16 * (index + 1)) : 0
      }
      let start = bytes.count
      bytes += frames
      samples.append(
        Sample(
          name: "", encoding: .integer16(start..<bytes.count), sampleRate: 48_000, rootKey: 60))
    }
    let bank = SoundBank(
      information: .init(name: "Levels"),
      presets: Self.identifiers.map { Preset(identifier: $0, name: "\($0)") },
      samples: samples, storage: ByteStorage(copying: bytes),
      regionSource: { preset, _ in [Region(sample: preset)] })
    let loader = InstrumentLoader(bank: bank)
    presets = try Self.identifiers.indices.map { try loader.prepare(presetAt: $0) }
    table = ProgramTable(presets)
  }

  /// Returns the preset that a channel plays after some events; `nil` for silence.
  private func heard(
    _ events: [SynthesizerEvent], channel: UInt8 = 0, table: ProgramTable? = nil
  ) throws -> PresetIdentifier? {
    var synthesizer = Synthesizer()
    synthesizer.install(table ?? self.table)
    for event in events + [.noteOn(channel: channel, key: 60, velocity: 127)] {
      synthesizer.handle(event)
    }
    var audio = [Float](repeating: 0, count: 200)
    audio.withUnsafeMutableBufferPointer { audio in
      guard let start = audio.baseAddress else { return }
      synthesizer.render(left: start, right: start + 100, count: 100)
    }
    // Steps of 4096 of 32768 with equal gain for all presets: the first level is the unit.
    let unit = try firstLevel()
    let index = Int((audio[50] / unit).rounded()) - 1
    return index < 0 ? nil : Self.identifiers[index]
  }

  private func firstLevel() throws -> Float {
    var synthesizer = Synthesizer()
    synthesizer.handle(.usePreset(channel: 0, preset: presets[0].handle))
    synthesizer.handle(.noteOn(channel: 0, key: 60, velocity: 127))
    var audio = [Float](repeating: 0, count: 200)
    audio.withUnsafeMutableBufferPointer { audio in
      guard let start = audio.baseAddress else { return }
      synthesizer.render(left: start, right: start + 100, count: 100)
    }
    try #require(audio[50] > 0)
    return audio[50]
  }

  private static func bank(_ number: UInt8, channel: UInt8 = 0) -> SynthesizerEvent {
    .controlChange(channel: channel, controller: 0, value: number)
  }

  private static func program(_ number: UInt8, channel: UInt8 = 0) -> SynthesizerEvent {
    .programChange(channel: channel, program: number)
  }

  // Proves message program-change: MIDI 1.0 table II; exact
  @Test("A channel starts with program 0, and program changes select from then on")
  func programChange() throws {
    #expect(try heard([]) == .init(bank: 0, program: 0))
    #expect(try heard([Self.program(42)]) == .init(bank: 0, program: 42))
    #expect(try heard([Self.program(42, channel: 1)]) == .init(bank: 0, program: 0))
    #expect(try heard([Self.program(42), Self.program(0)]) == .init(bank: 0, program: 0))
  }

  // Proves controller 0: MIDI 1.0, Bank Select; exact
  @Test("Bank select applies from the next program change (MIDI 1.0, Bank Select)")
  func bankSelect() throws {
    #expect(try heard([Self.bank(8), Self.program(42)]) == .init(bank: 8, program: 42))
    #expect(try heard([Self.program(42), Self.bank(8)]) == .init(bank: 0, program: 42))
  }

  @Test("A missing bank falls back to bank 0, and is silent without it")
  func fallback() throws {
    #expect(try heard([Self.bank(9), Self.program(42)]) == .init(bank: 0, program: 42))
    #expect(try heard([Self.bank(8), Self.program(0)]) == .init(bank: 0, program: 0))
    #expect(try heard([Self.program(7)]) == nil)
  }

  @Test("Channel 10 plays the percussion bank for any bank select, otherwise its lowest kit")
  func percussion() throws {
    let kit = PresetIdentifier(bank: 128, program: 16)
    #expect(try heard([], channel: 9) == kit)
    #expect(
      try heard([Self.program(25, channel: 9)], channel: 9) == .init(bank: 128, program: 25))
    #expect(try heard([Self.program(3, channel: 9)], channel: 9) == kit)
    #expect(
      try heard([Self.bank(8, channel: 9), Self.program(42, channel: 9)], channel: 9) == kit)
    #expect(try heard([], channel: 9, table: ProgramTable([presets[0]])) == nil)
  }

  @Test("Of two presets with the same numbers the first is played")
  func twice() throws {
    #expect(table.count == 5)
    let other = try InstrumentLoader(bank: TestBank.tone()).prepare(presetAt: 0)
    #expect(other.preset.identifier == presets[0].preset.identifier)
    #expect(try heard([], table: ProgramTable([presets[0], other])) == .init(bank: 0, program: 0))
  }

  @Test("A prepared preset identifies itself, and an event selects it on any channel")
  func handle() throws {
    #expect(presets[2].preset.identifier == .init(bank: 8, program: 42))
    #expect(presets[2].regionCount == 1)
    let event = SynthesizerEvent.usePreset(channel: 3, preset: presets[2].handle)
    #expect(try heard([event], channel: 3) == .init(bank: 8, program: 42))
    #expect(try heard([event], channel: 4) == .init(bank: 0, program: 0))
  }

  @Test("A synthesizer keeps the presets that its channels, programs and voices use, and no others")
  func ownership() throws {
    func prepare() throws -> PreparedPreset {
      try InstrumentLoader(bank: TestBank.tone()).prepare(presetAt: 0)
    }
    var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: 48_000))
    synthesizer.install(ProgramTable([try prepare()]))
    synthesizer.use(try prepare(), onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: 60, velocity: 127))
    // The search for unused presets is due at most at twice the number in use.
    for _ in 0..<100 { synthesizer.use(try prepare(), onChannel: 0) }
    #expect(synthesizer.keptPresetCount <= 16)
    var audio = [Float](repeating: 0, count: 256)
    audio.withUnsafeMutableBufferPointer { audio in
      guard let left = audio.baseAddress else { return }
      synthesizer.render(left: left, right: left + 128, count: 128)
    }
    #expect(audio.contains { $0 != 0 })
  }
}
