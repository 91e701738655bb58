/// Encodes frames for a WAV file, and counts clipped and invalid ones.
///
/// ```swift
/// var encoder = WAVEncoder(format: .integer16, channelCount: 2, isDithered: true)
/// encoder.encode(left: left, right: right, count: 512, to: bytes)
/// ```
package struct WAVEncoder: Sendable {
  package let format: WAVSampleFormat
  package let channelCount: Int
  /// Statistics of the frames encoded so far.
  package private(set) var summary = WAVSummary()
  private var dither: TriangularDither?
  private var frameIsClipped = false
  private var frameIsInvalid = false

  /// - Parameter isDithered: Whether to add triangular dither to integers, but not to digital
  ///   silence.
  package init(format: WAVSampleFormat, channelCount: Int, isDithered: Bool) {
    (self.format, self.channelCount) = (format, channelCount)
    dither = isDithered && format != .float32 ? TriangularDither() : nil
  }

  package var bytesPerFrame: Int { channelCount * format.byteCount }

  /// Encodes stereo frames. The encoder must have two channels.
  package mutating func encode(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, count: Int,
    to destination: UnsafeMutableRawPointer
  ) {
    var frame = encodeBatches(left: left, right: right, count: count, to: destination)
    while frame < count {
      let bytes = destination + frame * bytesPerFrame
      beginFrame()
      encode(left[frame], to: bytes)
      encode(right[frame], to: bytes + format.byteCount)
      endFrame()
      frame += 1
    }
  }

  /// Encodes interleaved frames.
  package mutating func encode(
    interleaved values: UnsafePointer<Float>, count: Int, to destination: UnsafeMutableRawPointer
  ) {
    for frame in 0..<count {
      let (bytes, start) = (destination + frame * bytesPerFrame, frame * channelCount)
      beginFrame()
      for channel in 0..<channelCount {
        encode(values[start + channel], to: bytes + channel * format.byteCount)
      }
      endFrame()
    }
  }

  @inline(__always) private mutating func beginFrame() {
    frameIsClipped = false
    frameIsInvalid = false
  }

  @inline(__always) private mutating func endFrame() {
    summary.frameCount &+= 1
    summary.clippedFrameCount &+= frameIsClipped ? 1 : 0
    summary.invalidFrameCount &+= frameIsInvalid ? 1 : 0
  }

  @inline(__always)
  private mutating func encode(_ sample: Float, to destination: UnsafeMutableRawPointer) {
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
  private mutating func encodeBatches(
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
