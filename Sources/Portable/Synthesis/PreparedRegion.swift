import PeachInstrumentModel
import PeachMusicUnits

/// A region flattened for the audio thread: plain numbers and pointers, nothing to count or lock.
struct PreparedRegion: BitwiseCopyable {
  var lowestVelocity: UInt8
  var highestVelocity: UInt8
  var looping: SampleLooping
  /// Generator values, one for each number.
  var generators: UnsafePointer<Float>
  var modulators: UnsafePointer<PreparedModulator>
  var modulatorCount: Int
  /// What plays while the key is held.
  var held: UnsafePointer<Float>
  var heldEnd: Int64
  var heldTurningLength: Int64
  /// What plays after a loop that ends on release: the recording straight on.
  var straight: UnsafePointer<Float>
  var straightEnd: Int64
  var loopStart: Int64
  var loopLength: Int64
  /// The frame a note begins at, 32.32.
  var start: Int64
  /// The recording's frames in a second.
  var sampleRate: Double
  /// The key at which the recording sounds as it is, and what must be added to be in tune there.
  var rootKey: Double
  var correctionCents: Double
  /// 0 for none.
  var exclusiveClass: UInt8

  /// The frames that play while the key is held, and where they begin.
  func playback(increment: Int64) -> SamplePlayback {
    SamplePlayback(
      frames: held, phase: start, increment: increment, end: heldEnd,
      loopLength: heldTurningLength)
  }

  /// The same place in the recording after the key is let go.
  ///
  /// Loops that end on release leave the loop: the place is taken back to where it stands in the
  /// recording itself, from which the way leads straight on to the end.
  func released(_ playback: SamplePlayback) -> SamplePlayback {
    guard looping == .untilRelease, heldTurningLength > 0 else { return playback }
    var result = playback
    result.frames = straight
    result.end = straightEnd
    result.loopLength = 0
    let past = playback.phase &- (loopStart &+ loopLength)
    if past >= 0 { result.phase = playback.phase &- loopLength &* (past / loopLength &+ 1) }
    return result
  }
}
