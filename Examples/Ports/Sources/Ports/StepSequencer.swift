import PeachAudio

/// Plays cycles of four steps at a tempo, without an end.
public actor StepSequencer {
  public struct Step: Sendable {
    public var noteNumber: UInt8
    public var velocity: UInt8

    public init(noteNumber: UInt8, velocity: UInt8) {
      (self.noteNumber, self.velocity) = (noteNumber, velocity)
    }
  }

  public static let stepsPerCycle = 4
  private let player: ChannelPlayer
  private let engine: PlaybackEngine
  private let steps: @Sendable (_ cycle: Int) -> [Step?]
  private let framesPerStep: Double
  private let duration = Duration.milliseconds(20)
  private var nextCycle = 0
  /// The frame of the engine's clock with the first step.
  public nonisolated let origin: Int64

  /// A cycle is a beat. `steps` is asked for four steps, some of which may be silent, about half a
  /// second before the cycle begins.
  public init(
    beatsPerMinute: Double, player: ChannelPlayer, engine: PlaybackEngine,
    steps: @escaping @Sendable (_ cycle: Int) -> [Step?]
  ) {
    (self.player, self.engine, self.steps) = (player, engine, steps)
    framesPerStep = engine.sampleRate * 60 / beatsPerMinute / Double(Self.stepsPerCycle)
    origin = engine.clock + Int64(engine.sampleRate / 10)
  }

  /// Returns the frame of a step. Rounding errors do not accumulate.
  public nonisolated func frame(ofStep index: Int) -> Int64 {
    origin + Int64((Double(index) * framesPerStep).rounded())
  }

  /// Schedules the cycles that begin within the next half second.
  public func fill() async throws {
    while frame(ofStep: nextCycle * Self.stepsPerCycle) < engine.clock
      + Int64(engine.sampleRate / 2)
    {
      let first = nextCycle * Self.stepsPerCycle
      for (index, step) in steps(nextCycle).prefix(Self.stepsPerCycle).enumerated() {
        guard let step else { continue }
        let note = ScheduledNote(step.noteNumber, step.velocity, duration)
        _ = try await player.schedule([note], atFrame: frame(ofStep: first + index))
      }
      nextCycle += 1
    }
  }

  /// Plays until the task is canceled.
  public func run() async throws {
    while true {
      try await fill()
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// The step that plays, 0 to 3, for display; `nil` before the first one.
  public nonisolated var currentStep: Int? {
    let frames = engine.clock - origin
    if frames < 0 { return nil }
    // The last step whose frame has been rendered.
    let nearest = Int((Double(frames) / framesPerStep).rounded())
    return (frame(ofStep: nearest) <= engine.clock ? nearest : nearest - 1) % Self.stepsPerCycle
  }

  /// Plays a note immediately, such as for a tap.
  public func playImmediately(_ step: Step) async throws {
    let note = ScheduledNote(step.noteNumber, step.velocity, duration)
    _ = try await player.schedule([note], atFrame: engine.clock)
  }

  /// Returns the position of a time in frames from the first step, such as the time of a tap.
  public nonisolated func samplePosition(at time: SuspendingClock.Instant) -> Int64? {
    engine.frame(at: time).map { $0 - origin }
  }
}
