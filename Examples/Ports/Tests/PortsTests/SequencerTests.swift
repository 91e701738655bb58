import Foundation
import PeachAudio
import Ports
import Synchronization
import Testing

@Suite("Patterns and steps, on their frames")
struct SequencerTests {
  static let tempi = [40, 61, 97, 120, 133, 207, 300]
  private static let seconds = 600

  /// The offset of a sixteenth in frames, rounded, by integers.
  private static func offset(_ index: Int, beatsPerMinute: Int) -> Int {
    let (upper, lower) = (index * 60 * 48_000, beatsPerMinute * 4)
    return (2 * upper + lower) / (2 * lower)
  }

  private static func stepCount(_ beatsPerMinute: Int) -> Int { beatsPerMinute * 4 * seconds / 60 }

  @Test("Every event of a pattern is on its frame over ten minutes", arguments: tempi)
  func pattern(tempo: Int) async throws {
    let studio = try Studio(periodFrames: 441)
    let sound = try studio.constantPlayer()
    let silent = try await studio.silentFrames(sound)
    let events = (0..<Self.stepCount(tempo)).map { index in
      PatternPlayer.Event(
        sampleOffset: Int64(Self.offset(index, beatsPerMinute: tempo)),
        noteNumber: UInt8(60 + index % 12), velocity: UInt8(40 + index * 7 % 80))
    }
    let start = studio.engine.clock
    let player = PatternPlayer(
      events, duration: .milliseconds(20), player: sound, engine: studio.engine)
    var onsets = Onsets()
    while try await player.fill() { onsets.add(studio.render(20_011)) }
    onsets.add(studio.render(96_000))
    let first = Int(player.origin - start) + silent
    let expected = events.map { first + Int($0.sampleOffset) }
    #expect(onsets.frames == expected)
    // The level is that of the velocity.
    let unit = Double(onsets.peaks[0]) / Double(events[0].velocity)
    for (event, peak) in zip(events, onsets.peaks) {
      #expect(abs(Double(peak) / Double(event.velocity) / unit - 1) < 0.01)
    }
  }

  @Test("The notes of a pattern have their pitches")
  func pitches() async throws {
    let studio = try Studio()
    let sound = try SineWaveNotePlayer(on: studio.engine)
    let keys: [UInt8] = [60, 64, 67, 72, 57]
    let events = keys.enumerated().map { index, key in
      PatternPlayer.Event(sampleOffset: Int64(index * 9_600), noteNumber: key, velocity: 100)
    }
    let player = PatternPlayer(
      events, duration: .milliseconds(200), player: sound, engine: studio.engine)
    #expect(try await !player.fill())
    let audio = studio.render(96_000)
    for (index, key) in keys.enumerated() {
      let start = Int(player.origin) + index * 9_600
      let hertz = 440 * exp2((Double(key) - 69) / 12)
      let sine = FittedSine(audio[start + 960..<start + 8_640], near: hertz, rate: 48_000)
      #expect(abs(sine.cents(above: hertz)) < 0.02, "key \(key)")
    }
  }

  @Test(
    "Every step is on its frame over ten minutes; each cycle is asked for once", arguments: tempi)
  func steps(tempo: Int) async throws {
    let studio = try Studio(periodFrames: 256)
    let sound = try studio.constantPlayer()
    let silent = try await studio.silentFrames(sound)
    let asked = Mutex<[Int]>([])
    let start = studio.engine.clock
    // The third step of every other cycle is silent.
    let sequencer = StepSequencer(
      beatsPerMinute: Double(tempo), player: sound, engine: studio.engine
    ) { cycle in
      asked.withLock { $0.append(cycle) }
      return (0..<4).map { index in
        index == 2 && cycle % 2 == 1 ? nil : StepSequencer.Step(noteNumber: 69, velocity: 100)
      }
    }
    #expect(sequencer.currentStep == nil)
    let first = Int(sequencer.origin - start)
    var onsets = Onsets()
    let count = Self.stepCount(tempo)
    let end = Int(sequencer.origin) + Self.offset(count, beatsPerMinute: tempo)
    while studio.engine.clock < end {
      try await sequencer.fill()
      let rest = end - Int(studio.engine.clock)
      onsets.add(studio.render(min(rest, 17_003)))
      let frame = Int(studio.engine.clock - sequencer.origin)
      if frame >= 0 {
        let step = (0...count).last { Self.offset($0, beatsPerMinute: tempo) <= frame }
        #expect(sequencer.currentStep == step.map { $0 % 4 })
      }
    }
    let sounding = (0..<count).filter { !($0 % 4 == 2 && $0 / 4 % 2 == 1) }
    let expected = sounding.map { first + silent + Self.offset($0, beatsPerMinute: tempo) }
    #expect(onsets.frames == expected)
    let cycles = asked.withLock { $0 }
    #expect(cycles == Array(0..<cycles.count) && cycles.count >= count / 4)
  }

  @Test("An immediate note sounds within one block of the device", arguments: [64, 128, 512])
  func immediate(periodFrames: Int) async throws {
    let studio = try Studio(periodFrames: periodFrames)
    let sound = try studio.constantPlayer()
    let silent = try await studio.silentFrames(sound)
    let sequencer = StepSequencer(
      beatsPerMinute: 40, player: sound, engine: studio.engine
    ) { _ in [nil, nil, nil, nil] }
    for frames in [1_000, 1, 777] {
      _ = studio.render(frames * periodFrames)
      try await sequencer.playImmediately(StepSequencer.Step(noteNumber: 69, velocity: 100))
      let audio = studio.render(48_000)
      let onset = try #require(audio.firstIndex { $0 != 0 })
      #expect(onset - silent <= periodFrames)
    }
  }

  @Test("The sample position of a time is that of the frames requested then")
  func position() async throws {
    let studio = try Studio()
    let sequencer = StepSequencer(
      beatsPerMinute: 120, player: try SineWaveNotePlayer(on: studio.engine),
      engine: studio.engine
    ) { _ in [] }
    _ = studio.render(96_000)
    let before = SuspendingClock.now
    _ = studio.render(128)
    let after = SuspendingClock.now
    let position = try #require(sequencer.samplePosition(at: before + .seconds(0.25)))
    let expected = 96_000 - Double(sequencer.origin) + 12_000
    let passed = (after - before) / .seconds(1) * 48_000
    #expect(Double(position) <= expected + 2 && Double(position) >= expected - passed - 2)
  }
}
