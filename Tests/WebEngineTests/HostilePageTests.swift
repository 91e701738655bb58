import HostileFiles
import PeachEarTraining
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachSampleCodec
import PeachSynthesis
import PeachTrainerUI
import PeachWebEngine
import PeachWebPage
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Untrusted files on the page")
struct HostilePageTests {
  private static let cue = TrainerCue(session: 1, number: 1)
  private static let decoder: SampleDecoder = { (bytes, limit) throws(SampleCodecError) in
    try SoundFileDecoder.decode(bytes, limit)
  }

  @Test(
    "Each is read or gives a message with its name, and notes sound after it",
    arguments: HostileFormat.allCases)
  func files(format: HostileFormat) throws {
    // One engine for all files, as in one session of the page.
    let engine = PageEngine(
      SynthesizerConfiguration(
        sampleRate: 48_000, maximumVoices: 32, channelCount: 2, effects: false,
        kernels: .portable),
      decoder: Self.decoder)
    try engine.addBank(
      named: "valid.sf2", ByteStorage(copying: HostileFormat.soundfont.seeds[0]))
    var mutations = Mutations(of: format.seeds)
    let count = TestScale.cases(short: 40, full: 2_000)
    let truncated = format.seeds.flatMap { seed in
      (0..<20).map { Array(seed[..<(seed.count * $0 / 20)]) }
    }
    for bytes in format.seeds + truncated + (0..<count).map({ _ in mutations.next() }) {
      let message = drop(bytes, on: engine)
      #expect(message.hasPrefix("hostile: ") || message.isEmpty, "\(message)")
      #expect(message.isEmpty || message.utf8.count > "hostile: ".utf8.count + 10, "\(message)")
    }
    engine.handle(.select(tag: "sine"))
    engine.handle(.playReference(Self.cue, TrialNote(frequency: .hertz(441), durationSeconds: 0.3)))
    let audio = render(engine, blocks: 100)
    #expect(abs(PitchMeter.cents(of: audio[2_400...], above: 441, sampleRate: 48_000)) < 0.01)
  }

  /// Drops a file on the engine, and plays what it has. Returns the error message or the first
  /// note.
  private func drop(_ bytes: [UInt8], on engine: PageEngine) -> String {
    if bytes.starts(with: "MThd".utf8) {
      do throws(MIDIFileError) {
        try engine.loadSong(named: "hostile", bytes)
      } catch { return "hostile: \(error.description)" }
      engine.handle(.song(.play))
      render(engine, blocks: 8)
      engine.handle(.song(.pause))
      return ""
    }
    do throws(InstrumentFileError) {
      try engine.addBank(named: "hostile", ByteStorage(copying: bytes))
    } catch { return "hostile: \(error.description)" }
    var message = ""
    let reports = engine.reports().map(\.report)
    for case .note(let text) in reports where message.isEmpty { message = text }
    let tags = reports.compactMap { report in
      if case .sound(let sound) = report { sound.tag } else { nil }
    }
    #expect(!tags.isEmpty || !message.isEmpty)
    measure(tags.first, of: bytes)
    for tag in tags.prefix(2) {
      engine.handle(.select(tag: tag))
      for key: UInt8 in [0, 60, 127] {
        engine.handle(.midi(status: 0x90, first: key, second: 100))
      }
      render(engine, blocks: 8)
      for key: UInt8 in [0, 60, 127] {
        engine.handle(.midi(status: 0x80, first: key, second: 0))
      }
    }
    engine.handle(.select(tag: "sine"))
    engine.handle(.removeBank(name: "hostile"))
    render(engine, blocks: 8)
    return message
  }

  /// Measures a preset as the page's worker does.
  private func measure(_ tag: String?, of bytes: [UInt8]) {
    let file = AddedFile(path: "hostile", ByteStorage(copying: bytes))
    guard let tag,
      let analysis = try? BankAnalysis(named: "hostile", [file], decoder: Self.decoder)
    else { return }
    analysis.handle(.measure(tag: tag))
    while analysis.step() { _ = analysis.reports() }
  }

  @discardableResult private func render(_ engine: PageEngine, blocks: Int) -> [Float] {
    var audio: [Float] = []
    var (left, right) = ([Float](repeating: 0, count: 128), [Float](repeating: 0, count: 128))
    for _ in 0..<blocks {
      PageEngine.render(engine.audioContext, left: &left, right: &right, count: 128)
      audio += left
      _ = engine.reports()
    }
    #expect(audio.allSatisfy { abs($0) < 1e9 })
    return audio
  }
}
