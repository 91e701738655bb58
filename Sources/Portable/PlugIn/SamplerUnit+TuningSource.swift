import Synchronization

/// Pitches that another program sets. Control thread only.
extension SamplerUnit {
  /// Plays keys at the pitches of a source, in place of the tuning of the configuration, whenever
  /// the source is active; `nil` to end it. Held notes follow it, percussion does not. Tunings by
  /// messages, the parameters for scale and reference pitch, and those for chords apply to them, as
  /// they do to the configuration's tuning. States do not store the source.
  ///
  /// ```swift
  /// let client = MTSClient()
  /// try unit.follow(client?.source)
  /// ```
  /// - Throws: ``UnitCommandError`` if the command queue is full.
  public func follow(_ source: TuningSource?) throws(UnitCommandError) {
    if hasRenderResources { try send(.tuningSource(source)) }
    tuningSource = source
  }

  /// Whether keys had the pitches of a source in the last block.
  public var followsTuning: Bool { shared.pointee.followsTuning.load(ordering: .relaxed) }
}
