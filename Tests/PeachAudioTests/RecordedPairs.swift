import PeachServices
import Synchronization
import Testing

/// Records both notes of a trial on an offline device.
struct RecordedPairs {
  /// Both notes, split at the start of the second.
  struct Pair {
    var first: [Float]
    var second: [Float]
  }

  let device = OfflineAudioDevice(capturesSound: true)
  let engine: PlaybackEngine

  init() throws { engine = try PlaybackEngine(device: device) }

  /// Plays two notes with one call and returns their audio; the player reports when each starts.
  func hear(_ notes: [ScheduledNote], by player: any NotePlayer) async throws -> Pair {
    let device = device
    let began = Mutex<[Int]>([])
    let frames = notes.map { Int(($0.duration / .seconds(1) * 48_000).rounded()) }
    let start = Int((notes[1].start / .seconds(1) * 48_000).rounded())
    let clock = Task {
      while !Task.isCancelled {
        device.advance(frames: frames[0])
        try? await Task.sleep(for: .microseconds(200))
      }
    }
    defer { clock.cancel() }
    try await player.play(notes) { index in began.withLock { $0.append(index) } }
    clock.cancel()
    await clock.value
    #expect(began.withLock { $0 } == [0, 1])
    let sound = device.takeCapture()
    let both = zip(sound.left, sound.right).map { $0 + $1 }
    // Silence before and after them.
    let first = both.firstIndex { $0 != 0 } ?? 0
    func part(_ start: Int, _ count: Int) -> [Float] {
      Array(both[min(start, both.count)..<min(start + count, both.count)])
    }
    return Pair(first: part(first, frames[0]), second: part(first + start, frames[1]))
  }
}
