/// A recording as a note plays it: from its start, and around its loop where it has one.
///
/// Valid as long as the memory it points to.
struct AudioFrames {
  /// The recording's frames, the start being 0; nothing lies beyond.
  var frames: UnsafeBufferPointer<Float>
  /// The frames that repeat, within the recording; nil where it plays once.
  var loop: Range<Int>?
  var sampleRate: Double

  /// Where playing ends, or turns back for the first time.
  var end: Int { loop?.upperBound ?? frames.count }

  /// A frame of the recording; what is no number, or no sound's, is silence.
  func clean(_ place: Int) -> Double {
    let value = Double(frames[place])
    return abs(value) < 1e6 ? value : 0
  }

  /// `count` frames of what sounds, from `first` on.
  func copy(from first: Int, count: Int, into target: UnsafeMutablePointer<Double>) {
    var place = first
    for index in 0..<count {
      if let loop, place >= loop.upperBound {
        place = loop.lowerBound + (place - loop.lowerBound) % loop.count
      }
      target[index] = place >= 0 && place < frames.count ? clean(place) : 0
      place &+= 1
    }
  }
}
