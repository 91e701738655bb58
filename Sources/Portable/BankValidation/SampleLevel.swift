struct SampleLevel {
  /// The level below which a peak is silence: half of the least significant of 16 bits.
  static var silence: Float { 0.5 / 32768 }
  /// The number of consecutive frames at full scale that count as clipping.
  static var clippedRun: Int { 4 }
  private static var fullScale: Float { 32767.0 / 32768 }

  private(set) var peak: Float = 0
  /// The number of clipped runs.
  private(set) var clipCount = 0
  private(set) var firstClip = 0
  private var fullCount = 0
  private let frameCount: Int

  init(_ frames: [Float]) {
    frameCount = frames.count
    peak = frames.withUnsafeBufferPointer { $0.reduce(0) { max($0, abs($1)) } }
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

  /// Whether peaks are clipped. A sample at full scale for a quarter of its length is a pulse wave
  /// instead.
  var isClipped: Bool { clipCount > 0 && 4 * fullCount < frameCount }
}
