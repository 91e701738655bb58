import SoundMeasurement
import Testing

@testable import PeachServices

@Suite("Notes on frames of the clock")
struct ScheduledNotesTests {
  private let device = OfflineAudioDevice(periodFrames: 128, capturesSound: true)
  private let engine: PlaybackEngine
  private let player: SoundFontNotePlayer

  init() throws {
    engine = try PlaybackEngine(device: device)
    player = try SoundFontNotePlayer(
      playing: BankPreset(bank: Banks.constant, index: 0), on: engine,
      options: NoteOptions(intonation: nil, tone: .recorded))
  }

  private func note(at start: Duration = .zero) -> ScheduledNote {
    ScheduledNote(at: start, frequency: .hertz(440), duration: .milliseconds(20), amplitude: 1)
  }

  /// The frames at which silence ends.
  private func onsets(_ audio: [Float]) -> [Int] {
    audio.indices.filter { audio[$0] != 0 && ($0 == 0 || audio[$0 - 1] == 0) }
  }

  @Test(
    "Notes start on their frames, for any frame within a period",
    arguments: [0, 1, 127, 128, 4_801])
  func frames(offset: Int64) async throws {
    // The first note shows how many frames of its sound are 0.
    _ = try await player.schedule([note()], atFrame: 0)
    _ = try await player.schedule(
      [note(), note(at: .milliseconds(50))], atFrame: 4_800 + offset)
    device.advance(frames: 24_000)
    let onsets = onsets(device.takeCapture().left)
    let first = try #require(onsets.first)
    #expect(first < 2)
    let frame = 4_800 + Int(offset) + first
    #expect(onsets == [first, frame, frame + 2_400])
  }

  @Test("A note whose frame has passed starts with the next period")
  func late() async throws {
    device.advance(frames: 1_000)
    _ = try await player.schedule([note()], atFrame: 500)
    device.advance(frames: 1_000)
    let onset = try #require(onsets(device.takeCapture().left).first)
    #expect((1_000...1_001).contains(onset))
  }

  @Test("Canceled notes do not start, and those that sound fade out; stop cancels all")
  func canceling() async throws {
    let long = ScheduledNote(frequency: .hertz(440), duration: .seconds(1), amplitude: 1)
    let first: ScheduledNotes = try await player.schedule(
      [long, ScheduledNote(at: .seconds(2), frequency: .hertz(440), duration: .seconds(1))],
      atFrame: 0)
    device.advance(frames: 4_800)
    try player.cancel(first)
    try player.cancel(first)
    device.advance(frames: 1_000)
    #expect(Level.peak(device.takeCapture().left[4_700...]) > 0.1)
    device.advance(frames: 192_000)
    #expect(Level.peak(device.takeCapture().left[...]) == 0)
    _ = try await player.schedule([long], atFrame: engine.clock + 4_800)
    let stopping = Task { try await player.stop() }
    for _ in 0..<40 {
      device.advance(frames: 480)
      try await Task.sleep(for: .milliseconds(2))
    }
    try await stopping.value
    #expect(Level.peak(device.takeCapture().left[...]) == 0)
  }

  @Test("Too many waiting notes are refused, not played early")
  func limit() async throws {
    let notes = (0..<1_000).map { note(at: .milliseconds(100 + 30 * $0)) }
    _ = try await player.schedule(notes, atFrame: 0)
    device.advance(frames: 128)
    _ = try await player.schedule(notes, atFrame: 2_000_000)
    device.advance(frames: 128)
    await #expect(throws: NotePlayerError.tooBusy) {
      _ = try await player.schedule(notes, atFrame: 4_000_000)
    }
    device.advance(frames: 4_000)
    #expect(onsets(device.takeCapture().left).isEmpty)
    device.advance(frames: 1_600_000)
    #expect(onsets(device.takeCapture().left).count == 1_000)
    _ = try await player.schedule(notes, atFrame: 4_000_000)
  }

  @Test("A time is a frame of the clock, within the time of the request")
  func times() throws {
    #expect(engine.frame(at: .now) == nil)
    device.advance(frames: 48_000)
    // Each period is rendered between these times.
    let before = SuspendingClock.now
    device.advance(frames: 128)
    let after = SuspendingClock.now
    let rate = 48_000.0
    let passed = (after - before) / .seconds(1) * rate
    for seconds in [-1.0, 0, 0.5, 3600] {
      let frame = try #require(engine.frame(at: before + .seconds(seconds)))
      let expected = 48_000 + seconds * rate
      #expect(Double(frame) >= expected - passed - 2 && Double(frame) <= expected + 2)
    }
  }
}
