import PeachInstrumentModel
import PeachMusicUnits

/// A region in the form for the audio thread: plain values and pointers, no references to count.
struct PreparedRegion: BitwiseCopyable {
  var lowestKey: UInt8
  var highestKey: UInt8
  var lowestVelocity: UInt8
  var highestVelocity: UInt8
  var looping: SampleLooping
  var generators: UnsafePointer<Float>
  /// The modulators of generators, then those of other modulators.
  var modulators: UnsafePointer<PreparedModulator>
  var generatorModulatorCount: Int
  /// The sample data that plays until the release.
  var looped: UnsafePointer<SampleDataReference>
  var loopedEnd: Int64
  /// The length of the unrolled loop, 32.32; 0 without a loop.
  var unrolledLoopLength: Int64
  /// The sample data that plays after a loop that ends on release.
  var unlooped: UnsafePointer<SampleDataReference>
  var unloopedEnd: Int64
  var loopStart: Int64
  var loopLength: Int64
  /// The start position, 32.32.
  var start: Int64
  var sampleRate: Double
  /// The sample's root key, and the correction of its pitch in cents.
  var rootKey: Double
  var correctionCents: Double
  /// The sound controllers that the region's own modulators use: bit 0 for 71 through bit 7 for 78.
  var mappedSoundControllers: UInt8
  var conditions: UnsafePointer<PreparedConditions>?
  /// Whether a ``SampleReplacement`` plays, from its first frame: address offsets have no effect.
  var isReplaced: Bool
  /// The vibrato that was removed from the sample; `nil` for none.
  var vibrato: UnsafePointer<RecordedVibrato>?
  /// The offset of the region that plays the same sample at velocity 127, among the preset's
  /// regions; 0 for this one. Its level is that of an amplitude of 1.
  var fullLevelOffset = 0

  /// Whether the sample data is loaded. Only on-demand samples may be missing.
  @inline(__always) var isInMemory: Bool {
    looped.pointee.frames != nil && unlooped.pointee.frames != nil
  }

  /// Returns the peak of the remaining sample data; 1 is full scale.
  func peak(_ playback: SamplePlayback) -> Float {
    if playback.loopLength == 0 { return max(looped.pointee.peak, unlooped.pointee.peak) }
    // The loop's own peak applies only if address generators have not changed the loop.
    let isInLoop =
      playback.loopLength == unrolledLoopLength
      && playback.phase >= playback.end &- playback.loopLength
    return isInLoop ? looped.pointee.loopPeak : looped.pointee.peak
  }

  /// The root key, overridden by generator 58 if set.
  var playedRootKey: Double {
    let own = generators[.overridingRootKey]
    return own >= 0 ? Double(own) : rootKey
  }

  @inline(__always) func matches(key: UInt8, velocity: UInt8) -> Bool {
    key >= lowestKey && key <= highestKey && velocity >= lowestVelocity
      && velocity <= highestVelocity
  }

  /// Returns the playback state at note-on, for the current generators. Requires ``isInMemory``.
  func playback(increment: Int64, values: UnsafePointer<Float>) -> SamplePlayback {
    var playback = SamplePlayback(
      frames: looped.pointee.frames.unsafelyUnwrapped, phase: start, increment: increment,
      end: loopedEnd, loopLength: unrolledLoopLength)
    let offset = offset(.startAddressOffset, .startAddressCoarseOffset, values)
    if offset != 0 { playback.phase = min(max(start &+ offset, 0), loopedEnd &- (1 &<< 32)) }
    updateEnds(of: &playback, values: values)
    return playback
  }

  /// Sets the end and the loop points from the current generator values (§9.6.2), clamped to the
  /// loaded data. A loop cannot extend beyond the sample's own loop end.
  func updateEnds(of playback: inout SamplePlayback, values: UnsafePointer<Float>) {
    let end = offset(.endAddressOffset, .endAddressCoarseOffset, values)
    let first = offset(.startLoopAddressOffset, .startLoopAddressCoarseOffset, values)
    let last = offset(.endLoopAddressOffset, .endLoopAddressCoarseOffset, values)
    if end == 0 && first == 0 && last == 0 { return }
    if unrolledLoopLength == 0 {
      playback.end = min(max(loopedEnd &+ end, 1 &<< 32), loopedEnd)
      return
    }
    let loopEnd = loopStart &+ loopLength
    let lower = min(max(loopStart &+ first, 0), loopEnd &- (1 &<< 32))
    let upper = min(max(loopEnd &+ last, lower &+ (1 &<< 32)), loopEnd)
    playback.end = upper
    playback.loopLength = upper &- lower
  }

  /// Returns the change of a pair of address generators since the preset was prepared, 32.32.
  private func offset(
    _ fine: Generator, _ coarse: Generator, _ values: UnsafePointer<Float>
  ) -> Int64 {
    if isReplaced { return 0 }
    let fineChange = values[fine] - generators[fine]
    let coarseChange = values[coarse] - generators[coarse]
    let frames = Double(fineChange) + Double(coarseChange) * 32768
    return Int64(min(max(frames, -1e9), 1e9)) &<< 32
  }

  /// Returns the playback state after the release. A loop that ends on release continues in the
  /// unlooped data, at the same position in the sample.
  func released(_ playback: SamplePlayback) -> SamplePlayback {
    guard looping == .untilRelease, unrolledLoopLength > 0 else { return playback }
    var result = playback
    result.frames = unlooped.pointee.frames.unsafelyUnwrapped
    result.end = unloopedEnd
    result.loopLength = 0
    let excess = playback.phase &- (loopStart &+ loopLength)
    if excess >= 0 { result.phase = playback.phase &- loopLength &* (excess / loopLength &+ 1) }
    return result
  }
}
