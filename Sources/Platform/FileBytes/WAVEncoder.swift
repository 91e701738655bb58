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

  /// Puts stereo frames of 16 bits at `place`, eight at a time, as long as all are numbers within
  /// full scale: what is not is for ``encode(_:to:)``. Returns how many it has done, none of which is
  /// dithered.
  mutating func encodeEights(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, count: Int,
    to place: UnsafeMutableRawPointer
  ) -> Int {
    guard format == .integer16, dither == nil else { return 0 }
    var peaks = SIMD8<Float>()
    var done = 0
    while done + 8 <= count {
      let x = UnsafeRawPointer(left + done).loadUnaligned(as: SIMD8<Float>.self)
      let y = UnsafeRawPointer(right + done).loadUnaligned(as: SIMD8<Float>.self)
      let (sizeX, sizeY) = (Self.magnitudes(x), Self.magnitudes(y))
      let greater = sizeX.replacing(with: sizeY, where: sizeY .> sizeX)
      // False of what is not a number, too.
      if !all(greater .<= 1) || !all(sizeX .<= 1) { break }
      peaks.replace(with: greater, where: greater .> peaks)
      let frames = Self.steps(x) | Self.steps(y) &<< 16
      // Little-endian on every machine that Peach runs on, as the file is.
      place.storeBytes(of: frames, toByteOffset: 4 * done, as: SIMD8<UInt32>.self)
      done += 8
    }
    summary.peak = max(summary.peak, peaks.max())
    summary.frameCount += done
    return done
  }

  private static func magnitudes(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }

  /// The nearest of 16 bits to each, as ``nearestStep(_:fullScale:)`` finds it.
  private static func steps(_ x: SIMD8<Float>) -> SIMD8<UInt32> {
    let scaled = x * 32_768
    let kept = scaled.replacing(with: 32_767, where: scaled .> 32_767)
    return unsafeBitCast(kept + 0x1.8p23, to: SIMD8<UInt32>.self) & 0xFFFF
  }
}
