/// How loud a recording is, and whether its peaks are cut off.
struct SampleLevel {
  /// Peaks below this are silence: half of the last of 16 bits.
  static var silence: Float { 0.5 / 32768 }
  /// What has so many frames in a row at full scale was cut off there.
  static var clippedRun: Int { 4 }
  private static var fullScale: Float { 32767.0 / 32768 }

  /// The largest magnitude.
  private(set) var peak: Float = 0
  /// How many runs of frames are at full scale.
  private(set) var clipCount = 0
  /// Where the first of them is.
  private(set) var firstClip = 0
  private var fullCount = 0
  private let frameCount: Int

  init(_ frames: [Float]) {
    frameCount = frames.count
    var peak: Float = 0
    frames.withUnsafeBufferPointer { values in
      for value in values { peak = max(peak, abs(value)) }
    }
    self.peak = peak
    guard peak >= Self.fullScale else { return }
    var run = 0
    var isHigh = false
    for (index, value) in frames.enumerated() {
      let isFull = abs(value) >= Self.fullScale
      if isFull { fullCount += 1 }
      run = isFull ? (run > 0 && isHigh == (value > 0) ? run + 1 : 1) : 0
      isHigh = value > 0
      if run == Self.clippedRun {
        if clipCount == 0 { firstClip = index - run + 1 }
        clipCount += 1
      }
    }
  }

  /// True where peaks are cut off; what is at full scale for a quarter of its time is a pulse wave.
  var isClipped: Bool { clipCount > 0 && 4 * fullCount < frameCount }
}
