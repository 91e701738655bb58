import PeachAudio

/// Plays a rhythm: notes at offsets in frames.
public actor PatternPlayer {
  public struct Event: Sendable {
    public var sampleOffset: Int64
    public var noteNumber: UInt8
    public var velocity: UInt8

    public init(sampleOffset: Int64, noteNumber: UInt8, velocity: UInt8) {
      (self.sampleOffset, self.noteNumber, self.velocity) = (sampleOffset, noteNumber, velocity)
    }
  }

  private let player: ChannelPlayer
  private let engine: PlaybackEngine
  private let events: [Event]
  private let duration: Duration
  private let lookahead: Int64
  private var next = 0
  /// The frame of the engine's clock with the offset 0.
  public nonisolated let origin: Int64

  /// Events in the order of their offsets, whose notes last `duration`. They start a tenth of a
  /// second from now.
  public init(
    _ events: [Event], duration: Duration, player: ChannelPlayer, engine: PlaybackEngine
  ) {
    (self.events, self.duration) = (events, duration)
    (self.player, self.engine) = (player, engine)
    lookahead = Int64(engine.sampleRate)
    origin = engine.clock + lookahead / 10
  }

  /// Schedules the events of the next second. Returns whether there are more.
  public func fill() async throws -> Bool {
    let end = engine.clock + lookahead
    while next < events.count, origin + events[next].sampleOffset < end {
      let event = events[next]
      next += 1
      let note = ScheduledNote(event.noteNumber, event.velocity, duration)
      _ = try await player.schedule([note], atFrame: origin + event.sampleOffset)
    }
    return next < events.count
  }

  /// Plays the pattern; ends when its last events are scheduled.
  public func run() async throws {
    while try await fill() { try await Task.sleep(for: .milliseconds(200)) }
  }
}

extension ScheduledNote {
  /// A note of a key, whose velocity is also its level.
  init(_ noteNumber: UInt8, _ velocity: UInt8, _ duration: Duration) {
    let hertz = FrequencyCalculation.frequency(noteNumber: Double(noteNumber))
    self.init(frequency: hertz, duration: duration, amplitude: Double(velocity) / 127)
  }
}
