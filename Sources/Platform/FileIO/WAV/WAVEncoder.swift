/// Encodes samples for a WAV file, and counts clipped and invalid frames.
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

  @inline(__always)
  mutating func encode(_ sample: Float, to destination: UnsafeMutableRawPointer) {
    let isNumber = sample == sample
    let value = isNumber ? sample : 0
    let magnitude = abs(value)
    frameIsInvalid = frameIsInvalid || !isNumber
    frameIsClipped = frameIsClipped || magnitude > 1
    if magnitude > summary.peak { summary.peak = magnitude }
    switch format {
    case .integer16:
      let step = nearestStep(value, fullScale: 32_768)
      destination.storeBytes(of: UInt16(truncatingIfNeeded: step).littleEndian, as: UInt16.self)
    case .integer24:
      let step = nearestStep(value, fullScale: 8_388_608)
      destination.storeBytes(of: UInt16(truncatingIfNeeded: step).littleEndian, as: UInt16.self)
      destination.storeBytes(
        of: UInt8(truncatingIfNeeded: step &>> 16), toByteOffset: 2, as: UInt8.self)
    case .float32: destination.storeBytes(of: value.bitPattern.littleEndian, as: UInt32.self)
    }
  }

  /// Returns the nearest integer in −fullScale ..< fullScale, ties to even, with dither. Digital
  /// silence stays 0.
  @inline(__always)
  private mutating func nearestStep(_ value: Float, fullScale: Double) -> Int {
    var scaled = Double(value) * fullScale
    if dither != nil && value != 0 { scaled += dither?.next() ?? 0 }
    scaled = min(max(scaled, -fullScale), fullScale - 1)
    // Adding 1.5 · 2^52 rounds the value to an integer in the low bits of the sum. `rounded()` is a
    // function call on processors without a rounding instruction.
    return Int(truncatingIfNeeded: Int32(truncatingIfNeeded: (scaled + 0x1.8p52).bitPattern))
  }

  /// Encodes stereo frames, eight at a time: first digital silence, then, with 16 bits and without
  /// dither, up to a NaN or a value beyond full scale. Returns their number; ``encode(_:to:)`` must
  /// encode the next ones.
  mutating func encodeBatches(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, count: Int,
    to destination: UnsafeMutableRawPointer
  ) -> Int {
    let silentFrames = encodeSilence(left: left, right: right, count: count, to: destination)
    guard format == .integer16, dither == nil else { return silentFrames }
    var peaks = SIMD8<Float>()
    var done = silentFrames
    while done + 8 <= count {
      let x = UnsafeRawPointer(left + done).loadUnaligned(as: SIMD8<Float>.self)
      let y = UnsafeRawPointer(right + done).loadUnaligned(as: SIMD8<Float>.self)
      let (sizeX, sizeY) = (Self.magnitudes(x), Self.magnitudes(y))
      let greater = sizeX.replacing(with: sizeY, where: sizeY .> sizeX)
      // NaN fails the comparison, too.
      if !all(greater .<= 1) || !all(sizeX .<= 1) { break }
      peaks.replace(with: greater, where: greater .> peaks)
      let frames = Self.steps(x) | Self.steps(y) &<< 16
      // All supported machines are little-endian, as the file is.
      destination.storeBytes(of: frames, toByteOffset: 4 * done, as: SIMD8<UInt32>.self)
      done += 8
    }
    summary.peak = max(summary.peak, peaks.max())
    summary.frameCount += done - silentFrames
    return done
  }

  /// Encodes the first frames of zeros, eight at a time, and returns their number.
  private mutating func encodeSilence(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, count: Int,
    to destination: UnsafeMutableRawPointer
  ) -> Int {
    var done = 0
    while done + 8 <= count {
      // Negative zeros are not included: they have bits in a file of floats.
      let x = UnsafeRawPointer(left + done).loadUnaligned(as: SIMD8<UInt32>.self)
      let y = UnsafeRawPointer(right + done).loadUnaligned(as: SIMD8<UInt32>.self)
      if x | y != SIMD8() { break }
      done += 8
    }
    destination.initializeMemory(
      as: UInt8.self, repeating: 0, count: 2 * format.byteCount * done)
    summary.frameCount += done
    return done
  }

  private static func magnitudes(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }

  /// Returns the nearest 16-bit integers, as ``nearestStep(_:fullScale:)`` does.
  private static func steps(_ x: SIMD8<Float>) -> SIMD8<UInt32> {
    let scaled = x * 32_768
    let clamped = scaled.replacing(with: 32_767, where: scaled .> 32_767)
    return unsafeBitCast(clamped + 0x1.8p23, to: SIMD8<UInt32>.self) & 0xFFFF
  }
}

/// Dither with a triangular probability density function (TPDF): the sum of two uniform random
/// values of one quantization step each, which is the smallest dither without distortion and noise
/// modulation (Lipshitz, Wannamaker and Vanderkooy, "Quantization and Dither", 1992). The sequence
/// is always the same, so that renders are reproducible.
struct TriangularDither: Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the next value, −1…1 quantization steps.
  mutating func next() -> Double {
    // Marsaglia's xorshift, 64 bits, triple (13, 7, 17). Each half is a random value.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    let first = Int32(truncatingIfNeeded: state >> 32)
    let second = Int32(truncatingIfNeeded: state)
    return (Double(first) + Double(second)) * 0x1p-32
  }
}
