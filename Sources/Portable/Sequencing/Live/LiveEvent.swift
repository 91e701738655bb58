public import PeachSynthesis

/// An event of a batch for a ``LiveSynthesizer``. It owns the preset that it selects.
///
/// ```swift
/// live.send([
///   .use(cello, onChannel: 0),
///   LiveEvent(.noteOn(channel: 0, key: 60, velocity: 100)),
///   LiveEvent(.noteOff(channel: 0, key: 60), atFrame: 24_000),
/// ])
/// ```
public struct LiveEvent: Sendable {
  enum Action {
    case event(SynthesizerEvent)
    case use(PreparedPreset, channel: UInt8)
  }

  /// The offset from the start of the block that receives the batch, in frames.
  public var frame: Int
  let action: Action

  /// Creates an event of the synthesizer.
  public init(_ event: SynthesizerEvent, atFrame frame: Int = 0) {
    self.init(.event(event), atFrame: frame)
  }

  /// Creates an event with the frame offset of `event`.
  public init(_ event: TimedEvent) { self.init(event.event, atFrame: event.frame) }

  /// Returns the event that selects a preset on a channel. Active notes continue.
  public static func use(
    _ preset: PreparedPreset, onChannel channel: UInt8, atFrame frame: Int = 0
  ) -> LiveEvent {
    LiveEvent(.use(preset, channel: channel), atFrame: frame)
  }

  private init(_ action: Action, atFrame frame: Int) {
    self.frame = frame
    self.action = action
  }
}

extension Synthesizer {
  /// Handles an event at the current frame, and keeps the preset that it selects. Not for the audio
  /// thread.
  package mutating func handle(_ event: LiveEvent) {
    switch event.action {
    case .event(let event): handle(event)
    case .use(let preset, let channel): use(preset, onChannel: channel)
    }
  }
}
