/// Turns values into the bytes of a WAV file and keeps count of what was lost.
struct WAVEncoder {
  let format: WAVWriter.SampleFormat
  var dither: TriangularDither?
  var summary: WAVSummary
  private var frameIsClipped = false
  private var frameIsInvalid = false

  init(format: WAVWriter.SampleFormat, dither: TriangularDither?, summary: WAVSummary) {
    self.format = format
    self.dither = dither
    self.summary = summary
  }

  @inline(__always) mutating func beginFrame() {
    frameIsClipped = false
    frameIsInvalid = false
  }

  @inline(__always) mutating func endFrame() {
    summary.frameCount &+= 1
    summary.clippedFrameCount &+= frameIsClipped ? 1 : 0
    summary.invalidFrameCount &+= frameIsInvalid ? 1 : 0
  }

  /// Puts one value at `place`.
  @inline(__always)
  mutating func encode(_ given: Float, to place: UnsafeMutableRawPointer) {
    let isNumber = given == given
    let value = isNumber ? given : 0
    let magnitude = abs(value)
    frameIsInvalid = frameIsInvalid || !isNumber
    frameIsClipped = frameIsClipped || magnitude > 1
    if magnitude > summary.peak { summary.peak = magnitude }
    switch format {
    case .integer16:
      let step = nearestStep(value, fullScale: 32_768)
      place.storeBytes(of: UInt16(truncatingIfNeeded: step).littleEndian, as: UInt16.self)
    case .integer24:
      let step = nearestStep(value, fullScale: 8_388_608)
      place.storeBytes(of: UInt16(truncatingIfNeeded: step).littleEndian, as: UInt16.self)
      place.storeBytes(of: UInt8(truncatingIfNeeded: step &>> 16), toByteOffset: 2, as: UInt8.self)
    case .float32:
      place.storeBytes(of: value.bitPattern.littleEndian, as: UInt32.self)
    }
  }

  /// The nearest integer within −fullScale ..< fullScale; halves go to the even one.
  @inline(__always)
  private mutating func nearestStep(_ value: Float, fullScale: Double) -> Int {
    var scaled = Double(value) * fullScale
    if dither != nil { scaled += dither?.next() ?? 0 }
    scaled = min(max(scaled, -fullScale), fullScale - 1)
    // Added to 1.5 · 2^52, a number is rounded to an integer that stands in the sum's low bits;
    // the library's rounding is a call on processors without the instruction.
    return Int(truncatingIfNeeded: Int32(truncatingIfNeeded: (scaled + 0x1.8p52).bitPattern))
  }
}
