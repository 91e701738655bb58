import PeachInstrumentModel
import PeachSequencing
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Live synthesizer")
struct LiveSynthesizerTests {
  /// A sample at full level from its first frame to its last.
  static let bank = TestBank.bank(
    samples: [([Int16](repeating: 16_384, count: 40_000), nil, 48_000, 60)],
    presets: [[Region(sample: 0)]])

  let preset: PreparedPreset
  let live = LiveSynthesizer(SynthesizerConfiguration(sampleRate: 48_000, maximumVoices: 16))

  init() throws { preset = try InstrumentLoader(bank: Self.bank).prepare(presetAt: 0) }

  /// Renders blocks, as a device would.
  private func render(_ blocks: [Int]) -> [Float] {
    var all: [Float] = []
    for count in blocks {
      var audio = [Float](repeating: .nan, count: 2 * count)
      audio.withUnsafeMutableBufferPointer { audio in
        guard let start = audio.baseAddress else { return }
        LiveSynthesizer.render(live.audioContext, left: start, right: start + count, count: count)
      }
      all += audio[..<count]
    }
    return all
  }

  private var use: LiveEvent { .use(preset, onChannel: 0) }

  private static func noteOn(_ frame: Int) -> LiveEvent {
    LiveEvent(.noteOn(channel: 0, key: 60, velocity: 127), atFrame: frame)
  }

  private func beginnings() -> [[Int]] {
    var all: [[Int]] = []
    while let next = live.nextBeginning() { all.append([Int(next.batch), Int(next.frame)]) }
    return all
  }

  @Test(
    "An event takes effect on its frame, counted from the block that receives it",
    arguments: [0, 1, 63, 64, 127, 128, 129, 1000, 20_000])
  func frames(offset: Int) throws {
    var audio = render([128, 72])
    #expect(live.send([use, Self.noteOn(offset)]) == 1)
    audio += render([Int](repeating: 128, count: 170))
    #expect(audio.firstIndex { $0 != 0 } == 200 + offset)
    #expect(live.clock == 200 + 170 * 128)
    #expect(beginnings() == [[1, 200]])
  }

  @Test("Batches start at the block that receives them; starts are reported once, in order")
  func begin() {
    #expect(beginnings() == [])
    #expect(live.send([use]) == 1)
    #expect(live.send([Self.noteOn(500)]) == 2)
    #expect(beginnings() == [])
    _ = render([100])
    #expect(live.send([]) == 3)
    #expect(beginnings() == [[1, 0], [2, 0]])
    _ = render([100, 100])
    #expect(beginnings() == [[3, 100]])
    #expect(beginnings() == [])
  }

  @Test("Events of two batches interleave by their frames")
  func interleaved() {
    _ = live.send([use, Self.noteOn(300)])
    _ = live.send([
      Self.noteOn(100), LiveEvent(.fadeAll(frames: 0), atFrame: 200),
      LiveEvent(.fadeAll(frames: 0), atFrame: 400),
    ])
    let audio = render([64, 64, 512])
    let sounds = audio.indices.filter { audio[$0] != 0 }
    #expect(sounds.first == 100 && sounds.contains(199) && sounds.contains(300))
    #expect(!sounds.contains(250) && sounds.contains(399) && !sounds.contains(450))
  }

  @Test("Cancellation affects only pending events of its batch")
  func cancel() throws {
    let batch = try #require(
      live.send([
        use, Self.noteOn(10), LiveEvent(.fadeAll(frames: 0), atFrame: 500),
      ]))
    _ = live.send([LiveEvent(.fadeAll(frames: 0), atFrame: 700)])
    var audio = render([128])
    #expect(live.soundingVoiceCount == 1)
    try live.cancel(batch: batch)
    audio += render([128, 512, 128])
    #expect(audio.firstIndex { $0 != 0 } == 10)
    #expect(audio[600] != 0 && audio[690] != 0)
    #expect(audio[760...].allSatisfy { $0 == 0 })
    #expect(live.soundingVoiceCount == 0)
  }

  @Test("A batch canceled before it is received has no effect")
  func cancelImmediately() throws {
    let batch = try #require(live.send([Self.noteOn(1)]))
    _ = live.send([use])
    try live.cancel(batch: batch)
    #expect(render([1000]).allSatisfy { $0 == 0 })
  }

  @Test("A batch that exceeds the queue's room is refused until commands are popped")
  func full() {
    let capacity = LiveSynthesizer.commandCapacity
    let silence = LiveEvent(.fadeAll(frames: 0))
    #expect(live.send([LiveEvent](repeating: silence, count: capacity)) == nil)
    #expect(live.send([LiveEvent](repeating: silence, count: capacity - 2)) == 1)
    #expect(live.send([use]) == nil)
    #expect(live.send([]) == 2)
    #expect(live.send([]) == nil)
    #expect(throws: LiveCommandError.queueFull) { try live.cancel(batch: 1) }
    _ = render([64])
    #expect(beginnings() == [[1, 0], [2, 0]])
    #expect(live.send([use, Self.noteOn(0)]) == 3)
    #expect(render([64]).contains { $0 != 0 })
  }

  // MARK: Presets

  /// Sends a batch that selects a new preset on channel 0. Only the synthesizer owns it.
  private func selectNewPreset(_ further: [LiveEvent] = []) throws -> WeakPreset {
    let other = try InstrumentLoader(bank: Self.bank).prepare(presetAt: 0)
    _ = live.send([.use(other, onChannel: 0)] + further)
    return WeakPreset(preset: other)
  }

  private struct WeakPreset {
    weak var preset: PreparedPreset?
  }

  /// Renders until the audio thread has answered all questions, and receives the answers.
  private func settle() -> Int {
    _ = live.send([])
    _ = render([16, 16, 16, 16])
    return live.keptPresetCount
  }

  @Test("A replaced preset lives until the last voice that plays it has ended")
  func keepsSoundingPreset() throws {
    let first = try selectNewPreset([Self.noteOn(0)])
    _ = render([64])
    let second = try selectNewPreset()
    #expect(settle() == 2)
    #expect(first.preset != nil && second.preset != nil)
    _ = live.send([LiveEvent(.fadeAll(frames: 1000))])
    _ = render([64])
    #expect(settle() == 2)
    _ = render([1000])
    #expect(settle() == 1)
    #expect(first.preset == nil && second.preset != nil)
  }

  @Test("A replaced preset lives while a pending event selects it, and is then played")
  func keepsScheduledPreset() throws {
    let later = try InstrumentLoader(bank: Self.bank).prepare(presetAt: 0)
    weak let kept = later
    _ = live.send([.use(later, onChannel: 0, atFrame: 1000), Self.noteOn(1000)])
    _ = consume later
    _ = try selectNewPreset()
    #expect(settle() == 2)
    #expect(kept != nil)
    #expect(render([1000, 64]).contains { $0 != 0 })
    #expect(kept != nil)
  }

  @Test("A canceled selection releases its preset once another is selected")
  func releasesCanceledPreset() throws {
    let later = try InstrumentLoader(bank: Self.bank).prepare(presetAt: 0)
    weak let kept = later
    let batch = try #require(live.send([.use(later, onChannel: 0, atFrame: 1000)]))
    _ = consume later
    _ = render([64])
    try live.cancel(batch: batch)
    _ = try selectNewPreset()
    #expect(settle() == 1)
    #expect(kept == nil)
  }

  @Test("A preset that is selected again before the answer stays")
  func keepsReselectedPreset() throws {
    _ = live.send([use])
    let other = try selectNewPreset()
    // The audio thread answers that the first preset is unused, after it has been selected again.
    _ = render([16, 16])
    _ = live.send([use, Self.noteOn(0)])
    #expect(live.keptPresetCount == 2)
    _ = render([16, 16, 16])
    #expect(settle() == 1)
    #expect(other.preset == nil)
    #expect(render([64]).contains { $0 != 0 })
  }

  @Test("A channel that is reset releases its preset")
  func releasesResetChannel() throws {
    let only = try selectNewPreset()
    _ = render([64])
    _ = live.send([LiveEvent(.resetChannel(0))])
    _ = render([64])
    #expect(settle() == 0)
    #expect(only.preset == nil)
  }

  @Test("Thousands of selections keep no more than the presets in use")
  func boundsPresets() throws {
    for _ in 0..<2000 {
      _ = try selectNewPreset()
      _ = render([16])
    }
    #expect(settle() == 1)
  }

  @Test("Selections without rendering keep their presets, and free them with the synthesizer")
  func keepsUnrenderedPresets() throws {
    var own: LiveSynthesizer? = LiveSynthesizer(
      SynthesizerConfiguration(sampleRate: 48_000, maximumVoices: 16))
    var all: [WeakPreset] = []
    for _ in 0..<300 {
      let other = try InstrumentLoader(bank: Self.bank).prepare(presetAt: 0)
      #expect(own?.use(other, onChannel: 0) != nil)
      all.append(WeakPreset(preset: other))
    }
    #expect(own?.keptPresetCount == 300)
    #expect(all.allSatisfy { $0.preset != nil })
    own = nil
    #expect(all.allSatisfy { $0.preset == nil })
  }
}
