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
    var frame = encodeSilence(left: left, right: right, count: count, to: destination)
    #if !hasFeature(Embedded)
      frame = encodeBatches(left: left, right: right, from: frame, count: count, to: destination)
    #endif
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
      let step = nearestStep(value)
      destination.storeBytes(of: UInt16(truncatingIfNeeded: step).littleEndian, as: UInt16.self)
    case .integer24:
      let step = nearest24BitStep(value)
      destination.storeBytes(of: UInt16(truncatingIfNeeded: step).littleEndian, as: UInt16.self)
      destination.storeBytes(
        of: UInt8(truncatingIfNeeded: step &>> 16), toByteOffset: 2, as: UInt8.self)
    case .float32: destination.storeBytes(of: value.bitPattern.littleEndian, as: UInt32.self)
    }
  }

  /// Returns the dither for a value. Digital silence stays 0.
  @inline(__always) private mutating func noise(for value: Float) -> Float {
    let noise = dither?.next() ?? 0
    return value == 0 ? 0 : noise
  }

  /// Returns the nearest integer of 16 bits, ties to even, with dither.
  @inline(__always) private mutating func nearestStep(_ value: Float) -> UInt32 {
    // Adding 1.5 · 2^23 rounds the value to an integer in the low bits of the sum. `rounded()` is a
    // function call on processors without a rounding instruction.
    (min(max(value * 32_768 + noise(for: value), -32_768), 32_767) + 0x1.8p23).bitPattern
  }

  /// Returns the nearest integer of 24 bits, ties to even, with dither.
  @inline(__always) private mutating func nearest24BitStep(_ value: Float) -> UInt32 {
    let scaled = Double(value) * 8_388_608 + Double(noise(for: value))
    let sum = min(max(scaled, -8_388_608), 8_388_607) + 0x1.8p52
    return UInt32(truncatingIfNeeded: sum.bitPattern)
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
    dither?.skip(2 * done)
    return done
  }

  // The page's module has no room for batches, and its songs are short.
  #if !hasFeature(Embedded)
    /// Encodes frames from `first` on, eight at a time, with 16 bits up to a NaN or a value beyond
    /// full scale. Returns the first frame that remains.
    private mutating func encodeBatches(
      left: UnsafePointer<Float>, right: UnsafePointer<Float>, from first: Int, count: Int,
      to destination: UnsafeMutableRawPointer
    ) -> Int {
      guard format == .integer16, dither?.isAtBatch ?? true else { return first }
      var noise = dither ?? TriangularDither()
      var peaks = SIMD8<Float>()
      var done = first
      while done + 8 <= count {
        let x = UnsafeRawPointer(left + done).loadUnaligned(as: SIMD8<Float>.self)
        let y = UnsafeRawPointer(right + done).loadUnaligned(as: SIMD8<Float>.self)
        let (sizeX, sizeY) = (Self.magnitudes(x), Self.magnitudes(y))
        let greater = sizeX.replacing(with: sizeY, where: sizeY .> sizeX)
        // NaN fails the comparison, too.
        if !all(greater .<= 1) || !all(sizeX .<= 1) { break }
        peaks.replace(with: greater, where: greater .> peaks)
        // All supported machines are little-endian, as the file is.
        let bytes = destination + 4 * done
        if dither != nil {
          // The order of the noise is that of the values in the file.
          let early = Self.frames(x.lowHalf, y.lowHalf, &noise)
          let late = Self.frames(x.highHalf, y.highHalf, &noise)
          bytes.storeBytes(of: early, as: SIMD4<UInt32>.self)
          bytes.storeBytes(of: late, toByteOffset: 16, as: SIMD4<UInt32>.self)
        } else {
          bytes.storeBytes(of: Self.steps(x) | Self.steps(y) &<< 16, as: SIMD8<UInt32>.self)
        }
        done += 8
      }
      if dither != nil { dither = noise }
      summary.peak = max(summary.peak, peaks.max())
      summary.frameCount += done - first
      return done
    }

    /// Returns four frames with dither.
    @inline(__always)
    private static func frames(
      _ left: SIMD4<Float>, _ right: SIMD4<Float>, _ dither: inout TriangularDither
    ) -> SIMD4<UInt32> {
      var values = SIMD8<Float>()
      (values.evenHalf, values.oddHalf) = (left, right)
      var noise = dither.nextBatch()
      noise.replace(with: 0, where: values .== 0)
      var scaled = values * 32_768 + noise
      let (low, high) = (SIMD8<Float>(repeating: -32_768), SIMD8<Float>(repeating: 32_767))
      scaled.replace(with: low, where: scaled .< low)
      scaled.replace(with: high, where: scaled .> high)
      let steps = unsafeBitCast(scaled + 0x1.8p23, to: SIMD8<UInt32>.self)
      return (steps.evenHalf & 0xFFFF) | steps.oddHalf &<< 16
    }

    private static func magnitudes(_ x: SIMD8<Float>) -> SIMD8<Float> {
      unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
    }

    /// Returns the nearest 16-bit integers, as ``nearestStep(_:)`` does.
    private static func steps(_ x: SIMD8<Float>) -> SIMD8<UInt32> {
      let scaled = x * 32_768
      let clamped = scaled.replacing(with: 32_767, where: scaled .> 32_767)
      return unsafeBitCast(clamped + 0x1.8p23, to: SIMD8<UInt32>.self) & 0xFFFF
    }
  #endif
}
