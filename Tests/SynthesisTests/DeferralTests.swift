import PeachInstrumentModel
import PeachMusicUnits
import SoundMeasurement
import Testing

@testable import PeachSynthesis

@Suite("Deferred voices")
struct DeferralTests {
  /// A synthesizer with three notes, the first two in one partition and the third in the next.
  private static func synthesizer(_ preset: PreparedPreset) -> Synthesizer {
    var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: Render.rate))
    synthesizer.use(preset, onChannel: 0)
    for key: UInt8 in [60, 64, 67] {
      synthesizer.handle(.noteOn(channel: 0, key: key, velocity: 100))
    }
    return synthesizer
  }

  private static let frames = 256

  /// Renders the first long control blocks, then one that a note-off splits at its frame 40; the
  /// segments are those of one block, or blocks of their own.
  private static func render(
    asSegments: Bool, _ preset: PreparedPreset, atEvent check: (borrowing Synthesizer) -> Void
  ) -> [Float] {
    var synthesizer = synthesizer(preset)
    var left = [Float](repeating: .nan, count: 20 * frames)
    var right = left
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        let done = 16 * frames
        synthesizer.render(left: left, right: right, count: done)
        var block = BlockSplitter(left: left + done, right: right + done, count: 4 * frames)
        for end in [40, 4 * frames] {
          let segment = block.nextSegment(upTo: end)
          if asSegments {
            synthesizer.render(segment)
          } else {
            synthesizer.render(left: segment.left, right: segment.right, count: segment.count)
          }
          if end == 4 * frames { continue }
          synthesizer.handle(.noteOff(channel: 0, key: 67))
          check(synthesizer)
        }
      }
    }
    return left + right
  }

  @Test("An event renders only the partition of its voice, and the output is the same")
  func partitions() throws {
    let bank = TestBank.tone(partials: [0.4, 0.3]) {
      $0.generators[.volumeEnvelopeDecay] = 1200
      $0.generators[.volumeEnvelopeSustain] = 400
    }
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    let deferred = Self.render(asSegments: true, preset) { synthesizer in
      #expect(synthesizer.pool.isDeferring)
      let partitions = synthesizer.pool.partitions
      #expect(partitions[0].activeCount == 2 && partitions[0].deferredFrames == 40)
      #expect(partitions[1].activeCount == 1 && partitions[1].deferredFrames == 0)
    }
    let immediate = Self.render(asSegments: false, preset) { #expect(!$0.pool.isDeferring) }
    #expect(Level.peak(deferred[...]) > 0.05 && deferred.allSatisfy { $0.isFinite })
    #expect(deferred == immediate)
  }

  @Test(
    "Voices are stolen as if nothing were deferred, also within long control blocks",
    arguments: [0, 8000])
  func stealing(cutoff: Float) throws {
    let bank = TestBank.tone(partials: [0.4, 0.3]) {
      $0.generators[.volumeEnvelopeDecay] = 600
      $0.generators[.volumeEnvelopeSustain] = 1000
      if cutoff > 0 { $0.generators[.initialFilterCutoff] = cutoff }
    }
    // Decays from different velocities cross, so that the quietest voice changes with every block.
    var events: [TimedEvent] = []
    for index in 0..<400 {
      events.append(
        TimedEvent(
          frame: index * 97,
          event: .noteOn(
            channel: 0, key: UInt8(30 + index * 7 % 60), velocity: UInt8(20 + index * 31 % 100))))
    }
    let whole = try Render(
      bank, events, frames: 40_000, blocks: [40_000], maximumVoices: 16, effects: false)
    let single = try Render(
      bank, events, frames: 40_000, blocks: [1], maximumVoices: 16, effects: false)
    #expect(Level.peak(whole.left[...]) > 0.05)
    #expect(whole.left == single.left && whole.right == single.right)
  }
  @Test("Frames of a block without its last segment are complete after the next block")
  func abandonedBlock() throws {
    let preset = try InstrumentLoader(bank: TestBank.tone()).prepare(presetAt: 0)
    var synthesizer = Self.synthesizer(preset)
    var reference = Self.synthesizer(preset)
    var expected = [Float](repeating: .nan, count: 200)
    var (audio, other) = (expected, expected)
    reference.render(left: &expected, right: &other, count: 200)
    audio.withUnsafeMutableBufferPointer { left in
      other.withUnsafeMutableBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        var first = BlockSplitter(left: left, right: right, count: 256)
        synthesizer.render(first.nextSegment(upTo: 100))
        #expect(synthesizer.pool.isDeferring)
        // Exchanged, so that they do not follow.
        synthesizer.render(left: right + 100, right: left + 100, count: 100)
      }
    }
    #expect(Array(audio[..<100]) == Array(expected[..<100]))
    #expect(Array(other[100...]) == Array(expected[100...]))
  }

  @Test(
    "The quietest voice is stolen, by the level that it has after a controller or a decay",
    arguments: [true, false])
  func levels(byController: Bool) throws {
    // The first note decays by 100 dB in 5.5 ms, so that every segment is evaluated.
    let presets = try [0, 200, 100, 100].enumerated().map { index, attenuation in
      let bank = TestBank.tone {
        // Channel volume, as in SoundFont 2.04 §8.4.5.
        $0.modulators = [
          Modulator(source: 0x0587, destination: 48, amount: 960, amountSource: 0, transform: 0)
        ]
        $0.generators[.initialAttenuation] = Float(attenuation)
        if index > 0 || byController { return }
        $0.generators[.volumeEnvelopeDecay] = -9000
        $0.generators[.volumeEnvelopeSustain] = 1000
      }
      return try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    }
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: Render.rate, maximumVoices: 2))
    var (left, right) = ([Float](repeating: 0, count: 130), [Float](repeating: 0, count: 130))
    for (channel, preset) in presets.enumerated() {
      synthesizer.use(preset, onChannel: UInt8(channel))
    }
    synthesizer.render(left: &left, right: &right, count: 1)
    for channel: UInt8 in 0..<4 {
      // The third note steals the second. Then the first one becomes the quietest.
      if channel == 3 && byController {
        synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 1))
      } else if channel == 3 {
        synthesizer.render(left: &left, right: &right, count: left.count)
      }
      synthesizer.handle(.noteOn(channel: channel, key: 60, velocity: 127))
    }
    var stolen: Set<UInt8> = []
    for index in 0..<synthesizer.pool.capacity where synthesizer.pool.voices[index].isStolen {
      stolen.insert(synthesizer.pool.voices[index].channel)
    }
    #expect(stolen == [0, 1])
    withExtendedLifetime(presets) {}
  }
}
