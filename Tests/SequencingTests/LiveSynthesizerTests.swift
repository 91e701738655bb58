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

  private var use: TimedEvent {
    TimedEvent(frame: 0, event: .usePreset(channel: 0, preset: preset.handle))
  }

  private static func noteOn(_ frame: Int) -> TimedEvent {
    TimedEvent(frame: frame, event: .noteOn(channel: 0, key: 60, velocity: 127))
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
      Self.noteOn(100), TimedEvent(frame: 200, event: .fadeAll(frames: 0)),
      TimedEvent(frame: 400, event: .fadeAll(frames: 0)),
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
        use, Self.noteOn(10), TimedEvent(frame: 500, event: .fadeAll(frames: 0)),
      ]))
    _ = live.send([TimedEvent(frame: 700, event: .fadeAll(frames: 0))])
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
    let silence = TimedEvent(frame: 0, event: .fadeAll(frames: 0))
    #expect(live.send([TimedEvent](repeating: silence, count: capacity)) == nil)
    #expect(live.send([TimedEvent](repeating: silence, count: capacity - 2)) == 1)
    #expect(live.send([use]) == nil)
    #expect(live.send([]) == 2)
    #expect(live.send([]) == nil)
    #expect(throws: LiveCommandError.queueFull) { try live.cancel(batch: 1) }
    _ = render([64])
    #expect(beginnings() == [[1, 0], [2, 0]])
    #expect(live.send([use, Self.noteOn(0)]) == 3)
    #expect(render([64]).contains { $0 != 0 })
  }
}
