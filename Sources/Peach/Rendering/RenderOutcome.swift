/// What became of one song of many.
public struct RenderOutcome: Sendable {
  /// How it ended.
  public enum Result: Sendable {
    /// It was rendered.
    case rendered(RenderSummary)
    /// It had been rendered before, of the same song with the same bank and options.
    case unchanged
    /// It could not be rendered; a sentence for a person.
    case failed(reason: String)
  }

  /// The song, and where to.
  public var job: RenderJob
  /// How it ended.
  public var result: Result
}

/// What became of many songs.
public struct RenderBatchSummary: Hashable, Sendable {
  /// Songs that were rendered.
  public var renderedCount = 0
  /// Songs that had been rendered before.
  public var unchangedCount = 0
  /// Songs that could not be rendered.
  public var failedCount = 0
  /// Songs that were left when it was stopped, those begun included.
  public var leftCount = 0
  /// Seconds of audio rendered.
  public var audioSeconds = 0.0
  /// Seconds it took, on the clock.
  public var seconds = 0.0

  /// How much faster than it plays it was rendered, on all processors together.
  public var timesRealTime: Double { seconds > 0 ? audioSeconds / seconds : 0 }
}
