/// The frames of a sample as a note plays them, including its loop. Does not own the frames.
struct AudioFrames {
  /// The frames from the start of the note.
  var frames: UnsafeBufferPointer<Float>
  var loop: Range<Int>?
  var sampleRate: Double

  var end: Int { loop?.upperBound ?? frames.count }

  /// Returns a frame; 0 for NaN, infinity and huge values.
  func clean(_ index: Int) -> Double {
    let value = Double(frames[index])
    return abs(value) < 1e6 ? value : 0
  }

  /// Copies `count` frames from position `first` of the note, which may lie beyond the loop.
  func copy(from first: Int, count: Int, into target: UnsafeMutablePointer<Double>) {
    var position = first
    for index in 0..<count {
      if let loop, position >= loop.upperBound {
        position = loop.lowerBound + (position - loop.lowerBound) % loop.count
      }
      target[index] = position >= 0 && position < frames.count ? clean(position) : 0
      position &+= 1
    }
  }
}
