import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachPlugIn
import PeachSequencing
import PeachServices
import PeachSynthesis

/// The code of Documentation/developers/embedding.md.
enum EmbeddingExamples {
  static func makeUnit(
    folder: String, path: String, key: MIDINote, strength: Velocity
  ) throws -> SamplerUnit {
    let unit = SamplerUnit(access: .files(in: [folder]))
    try unit.load(path, usingPreset: 0)
    unit.allocateRenderResources(sampleRate: 48_000)
    try unit.send(.noteOn(channel: 0, note: key, velocity: strength))
    return unit
  }

  static func render(
    _ unit: SamplerUnit, key: MIDINote, strength: Velocity, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) {
    let context = unit.renderContext
    let events = [
      UnitEvent(frame: 0, .parameter(address: 8, value: 6000, rampFrames: 4800)),
      UnitEvent(frame: 100, .message(.noteOn(channel: 0, note: key, velocity: strength))),
    ]
    events.withUnsafeBufferPointer { events in
      SamplerUnit.render(context, events: events, left: left, right: right, count: 512)
    }
  }

  static func serve(_ unit: SamplerUnit) -> [String] {
    var problems: [String] = []
    for report in unit.service() {
      if case .notLoaded(let error) = report { problems.append("\(error)") }
    }
    return problems
  }

  static func send(_ unit: SamplerUnit, path: String) throws {
    try unit.sendLoadFileUsePreset(path: path, preset: 42)
    try unit.sendUseBankProgram(bank: 8, program: 28)
    try unit.sendMIDI(bytes: [0x90, 60, 100], when: unit.sampleTime + 4800)
  }

  static func keep(_ unit: SamplerUnit) throws {
    let bytes = unit.state.bytes
    try unit.restore(UnitState(bytes: bytes))
  }

  static func renderOnServer(path: String) throws -> [Float] {
    let bank = try SoundBank(contentsOf: path)
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: 48_000))
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.startNote(Note(id: 1, noteNumber: 69.09, durationFrames: 24_000)))
    var audio = [Float](repeating: 0, count: 96_000)
    audio.withUnsafeMutableBufferPointer { audio in
      guard let left = audio.baseAddress else { return }
      synthesizer.render(left: left, right: left + 48_000, count: 48_000)
    }
    return audio
  }

  static func playLive(
    _ preset: PreparedPreset, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) {
    let live = LiveSynthesizer(SynthesizerConfiguration(sampleRate: 48_000))
    _ = live.send([
      .use(preset, onChannel: 0),
      LiveEvent(.noteOn(channel: 0, key: 60, velocity: 100)),
      LiveEvent(.noteOff(channel: 0, key: 60), atFrame: 24_000),
    ])
    LiveSynthesizer.render(live.audioContext, left: left, right: right, count: 512)
  }
}
