import PeachServices
import Testing

/// Records notes that sound together on an offline device.
struct RecordedChords {
  let device = OfflineAudioDevice(capturesSound: true)
  let engine: PlaybackEngine

  init() throws { engine = try PlaybackEngine(device: device) }

  /// Plays notes with one call, and returns their audio from the first one on.
  func hear(_ notes: [TimedTrialNote], by player: any NotePlayer) async throws -> [Float] {
    let device = device
    let clock = Task {
      while !Task.isCancelled {
        device.advance(frames: 24_000)
        try? await Task.sleep(for: .microseconds(200))
      }
    }
    defer { clock.cancel() }
    try await player.play(notes.map { ScheduledNote($0) }) { _ in }
    clock.cancel()
    await clock.value
    let sound = device.takeCapture()
    let both = zip(sound.left, sound.right).map { $0 + $1 }
    return Array(both.drop { $0 == 0 })
  }
}
