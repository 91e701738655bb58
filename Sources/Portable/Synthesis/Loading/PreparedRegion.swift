import PeachInstrumentModel
import PeachMusicUnits

/// A region flattened for the audio thread: plain numbers and pointers, nothing to count or lock.
struct PreparedRegion: BitwiseCopyable {
  var lowestKey: UInt8
  var highestKey: UInt8
  var lowestVelocity: UInt8
  var highestVelocity: UInt8
  var looping: SampleLooping
  /// Generator values, one for each number.
  var generators: UnsafePointer<Float>
  /// First those that move generators, so many of them; then what feeds these.
  var modulators: UnsafePointer<PreparedModulator>
  var movingModulatorCount: Int
  /// Where the frames are found that play while the key is held.
  var held: UnsafePointer<SampleDataReference>
  var heldEnd: Int64
  var heldTurningLength: Int64
  /// What plays after a loop that ends on release: the recording straight on.
  var straight: UnsafePointer<SampleDataReference>
  var unloopedEnd: Int64
  var loopStart: Int64
  var loopLength: Int64
  /// The frame a note begins at, 32.32.
  var start: Int64
  /// The recording's frames in a second.
  var sampleRate: Double
  /// The key at which the recording itself says that it sounds as it is, and what must be added to
  /// be in tune there.
  var rootKey: Double
  var correctionCents: Double
  /// The tone controllers that its own modulators listen to: bit 0 for 71 through bit 7 for 78.
  var mappedSoundControllers: UInt8
  /// What more must be true for it to sound, and what moves it; nil where nothing more is said.
  var conditions: UnsafePointer<PreparedConditions>?

  /// Whether there is anything to play: only where samples come and go may it not be there.
  @inline(__always) var isInMemory: Bool {
    held.pointee.frames != nil && straight.pointee.frames != nil
  }

  /// The loudest frame that may still come; 1 is full scale.
  func peak(_ playback: SamplePlayback) -> Float {
    if playback.loopLength == 0 { return max(held.pointee.peak, straight.pointee.peak) }
    // Unless its address generators have moved it, the loop is the recording's own.
    let isInLoop =
      playback.loopLength == heldTurningLength
      && playback.phase >= playback.end &- playback.loopLength
    return isInLoop ? held.pointee.loopPeak : held.pointee.peak
  }

  /// The key at which the region says that it sounds as recorded.
  var playedRootKey: Double {
    let own = generators[Int(Generator.overridingRootKey.rawValue)]
    return own >= 0 ? Double(own) : rootKey
  }

  /// True where it answers a key struck with a velocity.
  @inline(__always) func answers(key: UInt8, velocity: UInt8) -> Bool {
    key >= lowestKey && key <= highestKey && velocity >= lowestVelocity
      && velocity <= highestVelocity
  }

  /// The frames that play while the key is held, and where they begin. `values` holds the
  /// generators as they stand at this moment, which data entry may have moved from where they were
  /// when the preset was made ready. Only where it ``isInMemory``.
  func playback(increment: Int64, values: UnsafePointer<Float>) -> SamplePlayback {
    var playback = SamplePlayback(
      frames: held.pointee.frames.unsafelyUnwrapped, phase: start, increment: increment,
      end: heldEnd, loopLength: heldTurningLength)
    let moved = offset(.startAddressOffset, .startAddressCoarseOffset, values)
    if moved != 0 { playback.phase = min(max(start &+ moved, 0), heldEnd &- (1 &<< 32)) }
    moveEnds(of: &playback, values: values)
    return playback
  }

  /// Brings the end and the loop to where the generators have them at this moment (§9.6.2).
  ///
  /// They move within what is in memory: a loop not beyond the loop's own end.
  func moveEnds(of playback: inout SamplePlayback, values: UnsafePointer<Float>) {
    let end = offset(.endAddressOffset, .endAddressCoarseOffset, values)
    let first = offset(.startLoopAddressOffset, .startLoopAddressCoarseOffset, values)
    let last = offset(.endLoopAddressOffset, .endLoopAddressCoarseOffset, values)
    if end == 0 && first == 0 && last == 0 { return }
    if heldTurningLength == 0 {
      playback.end = min(max(heldEnd &+ end, 1 &<< 32), heldEnd)
      return
    }
    let loopEnd = loopStart &+ loopLength
    let lower = min(max(loopStart &+ first, 0), loopEnd &- (1 &<< 32))
    let upper = min(max(loopEnd &+ last, lower &+ (1 &<< 32)), loopEnd)
    playback.end = upper
    playback.loopLength = upper &- lower
  }

  /// By how much a pair of address generators has moved since the preset was made ready, 32.32.
  private func offset(
    _ fine: Generator, _ coarse: Generator, _ values: UnsafePointer<Float>
  ) -> Int64 {
    let fineMoved = values[Int(fine.rawValue)] - generators[Int(fine.rawValue)]
    let coarseMoved = values[Int(coarse.rawValue)] - generators[Int(coarse.rawValue)]
    let frames = Double(fineMoved) + Double(coarseMoved) * 32768
    return Int64(min(max(frames, -1e9), 1e9)) &<< 32
  }

  /// The same place in the recording after the key is let go.
  ///
  /// Loops that end on release leave the loop: the place is taken back to where it stands in the
  /// recording itself, from which the way leads straight on to the end.
  func released(_ playback: SamplePlayback) -> SamplePlayback {
    guard looping == .untilRelease, heldTurningLength > 0 else { return playback }
    var result = playback
    result.frames = straight.pointee.frames.unsafelyUnwrapped
    result.end = unloopedEnd
    result.loopLength = 0
    let past = playback.phase &- (loopStart &+ loopLength)
    if past >= 0 { result.phase = playback.phase &- loopLength &* (past / loopLength &+ 1) }
    return result
  }
}
