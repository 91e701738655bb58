public import PeachMIDIEvents
public import PeachTuning

/// Adaptive tuning. Control thread only.
extension SamplerUnit {
  /// Tunes chords to pure intervals as they are played; `nil` to end it. The same as the parameters
  /// ``UnitMode/adaptive``, ``UnitMode/purity`` and ``UnitMode/glide``, and
  /// ``setAdaptiveChannels(fixed:untuned:)``.
  ///
  /// ```swift
  /// try unit.set(AdaptiveTuning())
  /// ```
  /// It is audible with straight tones, ``UnitMode/straightTone`` and ``UnitMode/smoothTone``.
  ///
  /// - Throws: ``UnitCommandError`` if the command queue is full.
  public func set(_ adaptive: AdaptiveTuning?) throws(UnitCommandError) {
    guard let adaptive else { return try set(0, ofParameterAt: UnitMode.adaptive.rawValue) }
    try setAdaptiveChannels(
      fixed: adaptive.fixedChannels, untuned: adaptive.untunedChannels)
    try set(Float(adaptive.purity * 100), ofParameterAt: UnitMode.purity.rawValue)
    try set(Float(adaptive.glideRate), ofParameterAt: UnitMode.glide.rawValue)
    try set(adaptive.sevenths == .five ? 1 : 2, ofParameterAt: UnitMode.adaptive.rawValue)
  }

  /// Sets the channels that keep the temperament while the others are tuned to them, and those that
  /// are neither analyzed nor tuned. States do not store them.
  ///
  /// - Throws: ``UnitCommandError`` if the command queue is full.
  public func setAdaptiveChannels(
    fixed: SongChannels, untuned: SongChannels
  ) throws(UnitCommandError) {
    if hasRenderResources { try send(.adaptiveChannels(fixed: fixed, untuned: untuned)) }
    adaptiveChannels = (fixed, untuned)
  }
}
