/// The outcome of a song of a batch.
public struct RenderOutcome: Sendable {
  /// The result of a job.
  public enum Result: Sendable {
    /// The song was rendered.
    case rendered(RenderSummary)
    /// The song was already rendered with the same bank and options.
    case unchanged
    /// Rendering failed with this message.
    case failed(reason: String)
  }

  /// The job.
  public var job: RenderJob
  /// The result.
  public var result: Result
}

/// A summary of a batch.
public struct RenderBatchSummary: Hashable, Sendable {
  /// The number of songs rendered.
  public var renderedCount = 0
  /// The number of songs skipped because they were already rendered.
  public var unchangedCount = 0
  /// The number of songs that failed.
  public var failedCount = 0
  /// The number of the songs rendered that lack samples.
  public var incompleteCount = 0
  /// The number of songs not completed when the batch was stopped.
  public var remainingCount = 0
  /// The duration of the rendered audio, in seconds.
  public var audioSeconds = 0.0
  /// The elapsed time in seconds.
  public var seconds = 0.0

  var completedCount: Int { renderedCount + unchangedCount + failedCount }
  /// The speed of all processors together, as a multiple of real time.
  public var timesRealTime: Double { seconds > 0 ? audioSeconds / seconds : 0 }
}
