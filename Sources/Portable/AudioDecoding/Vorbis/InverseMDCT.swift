import PeachMusicUnits

/// The inverse modified discrete cosine transform of a block of n samples (Vorbis I §4.3.7):
/// y[i] = Σ X[k] cos(2π/n · (i + ½ + n/4)(k + ½)), for n/2 coefficients.
///
/// Only n/2 of its values differ; the others mirror them. They are those of a DCT-IV of n/2 values,
/// which is computed by a complex Fourier transform of n/4 values.
struct InverseMDCT: ~Copyable {
  /// The number of coefficients, n/2: a power of two, at least 32.
  let count: Int
  /// The size of the Fourier transform.
  private let size: Int
  /// cos and sin of π/count · (k + ⅛), for k below `size`.
  private let cosines: FixedBuffer<Float>
  private let sines: FixedBuffer<Float>
  /// The factors of all stages: for each butterfly the cosines and sines of one, two and three
  /// angles.
  private let factors: FixedBuffer<Float>
  /// Real and imaginary parts, twice: a stage reads one and writes the other.
  private let work: FixedBuffer<Float>

  init(blockSize: Int) {
    count = blockSize / 2
    size = count / 2
    cosines = FixedBuffer(repeating: 0, count: size)
    sines = FixedBuffer(repeating: 0, count: size)
    factors = FixedBuffer(repeating: 0, count: 2 * count + 64)
    work = FixedBuffer(repeating: 0, count: 2 * count)
    for index in 0..<size {
      let (sine, cosine) = Exponential.sineAndCosine(
        cycles: Double(8 * index + 1) / Double(16 * count))
      (cosines.start[index], sines.start[index]) = (Float(cosine), Float(sine))
    }
    // The stages of radix 4, as in `transform`.
    var (offset, length) = (0, size)
    while length > 2 {
      for index in 0..<length / 4 {
        for multiple in 1...3 {
          let (sine, cosine) = Exponential.sineAndCosine(
            cycles: -Double(multiple * index) / Double(length))
          factors.start[offset] = Float(cosine)
          factors.start[offset + 1] = Float(sine)
          offset += 2
        }
      }
      length /= 4
    }
  }

  /// Replaces coefficients by the values of their DCT-IV, d[m] = Σ X[k] cos(π/count · (m + ½)(k +
  /// ½)). The transform's values are y[i] = d[i + count/2] with d[2·count − 1 − m] = −d[m].
  borrowing func transform(_ values: UnsafeMutablePointer<Float>) {
    let (cosines, sines) = (UnsafePointer(cosines.start), UnsafePointer(sines.start))
    var (real, imaginary) = (work.start, work.start + size)
    for index in 0..<size {
      let (a, b) = (values[2 &* index], values[count &- 1 &- 2 &* index])
      real[index] = a * cosines[index] + b * sines[index]
      imaginary[index] = b * cosines[index] - a * sines[index]
    }
    if fourier() { (real, imaginary) = (real + count, imaginary + count) }
    for index in 0..<size {
      let (a, b) = (real[index], imaginary[index])
      values[2 &* index] = a * cosines[index] + b * sines[index]
      values[count &- 1 &- 2 &* index] = a * sines[index] - b * cosines[index]
    }
  }

  /// Computes the Fourier transform of the first half of `work` by Stockham's algorithm, with
  /// stages of radix 4 and a last one of radix 2. Returns whether the result is in the second half.
  private borrowing func fourier() -> Bool {
    var source = work.start
    var target = work.start + count
    var isSwapped = false
    var (length, stride) = (size, 1)
    var factors = UnsafePointer(self.factors.start)
    while length > 2 {
      let quarter = length / 4
      if stride == 1 {
        firstStage(quarter, source, target, factors)
      } else {
        for index in 0..<quarter {
          butterflies(
            stride, source + stride &* index, target + 4 &* stride &* index, factors + 6 &* index,
            distance: stride &* quarter)
        }
      }
      factors += 6 &* quarter
      length = quarter
      stride &*= 4
      swap(&source, &target)
      isSwapped.toggle()
    }
    if length == 2 {
      for part in 0..<2 {
        let (a, b) = (source + part &* size, target + part &* size)
        for index in Swift.stride(from: 0, to: stride, by: 4) {
          let (x, y) = (Self.load(a + index), Self.load(a + index + stride))
          Self.store(x + y, to: b + index)
          Self.store(x - y, to: b + index + stride)
        }
      }
      isSwapped.toggle()
    }
    return isSwapped
  }

  private typealias Vector = SIMD4<Float>

  @inline(__always) private static func load(_ pointer: UnsafeMutablePointer<Float>) -> Vector {
    UnsafeRawPointer(pointer).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func store(_ vector: Vector, to pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: vector, as: Vector.self)
  }

  /// The butterflies of a stage that have the same factors: `count` of them, a multiple of 4.
  @inline(__always)
  private borrowing func butterflies(
    _ count: Int, _ source: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<Float>,
    _ factors: UnsafePointer<Float>, distance: Int
  ) {
    let (cosine1, sine1) = (factors[0], factors[1])
    let (cosine2, sine2) = (factors[2], factors[3])
    let (cosine3, sine3) = (factors[4], factors[5])
    let (source2, target2) = (source + size, target + size)
    var index = 0
    while index < count {
      let (from, from2) = (source + index, source2 + index)
      let (to, to2) = (target + index, target2 + index)
      let (a, a2) = (Self.load(from), Self.load(from2))
      let (b, b2) = (Self.load(from + distance), Self.load(from2 + distance))
      let (c, c2) = (Self.load(from + 2 &* distance), Self.load(from2 + 2 &* distance))
      let (d, d2) = (Self.load(from + 3 &* distance), Self.load(from2 + 3 &* distance))
      let (e, e2, f, f2) = (a + c, a2 + c2, a - c, a2 - c2)
      let (g, g2, h, h2) = (b + d, b2 + d2, b - d, b2 - d2)
      Self.store(e + g, to: to)
      Self.store(e2 + g2, to: to2)
      // f − ih, e − g and f + ih, turned.
      let (p, p2) = (f + h2, f2 - h)
      Self.store(p * cosine1 - p2 * sine1, to: to + count)
      Self.store(p * sine1 + p2 * cosine1, to: to2 + count)
      let (q, q2) = (e - g, e2 - g2)
      Self.store(q * cosine2 - q2 * sine2, to: to + 2 &* count)
      Self.store(q * sine2 + q2 * cosine2, to: to2 + 2 &* count)
      let (r, r2) = (f - h2, f2 + h)
      Self.store(r * cosine3 - r2 * sine3, to: to + 3 &* count)
      Self.store(r * sine3 + r2 * cosine3, to: to2 + 3 &* count)
      index &+= 4
    }
  }

  /// The first stage, whose butterflies all have different factors.
  private borrowing func firstStage(
    _ quarter: Int, _ source: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<Float>,
    _ factors: UnsafePointer<Float>
  ) {
    let (source2, target2) = (source + size, target + size)
    for index in 0..<quarter {
      let factor = factors + 6 &* index
      let (to, to2) = (target + 4 &* index, target2 + 4 &* index)
      let (a, a2) = (source[index], source2[index])
      let (b, b2) = (source[index &+ quarter], source2[index &+ quarter])
      let (c, c2) = (source[index &+ 2 &* quarter], source2[index &+ 2 &* quarter])
      let (d, d2) = (source[index &+ 3 &* quarter], source2[index &+ 3 &* quarter])
      let (e, e2, f, f2) = (a + c, a2 + c2, a - c, a2 - c2)
      let (g, g2, h, h2) = (b + d, b2 + d2, b - d, b2 - d2)
      (to[0], to2[0]) = (e + g, e2 + g2)
      let (p, p2) = (f + h2, f2 - h)
      to[1] = p * factor[0] - p2 * factor[1]
      to2[1] = p * factor[1] + p2 * factor[0]
      let (q, q2) = (e - g, e2 - g2)
      to[2] = q * factor[2] - q2 * factor[3]
      to2[2] = q * factor[3] + q2 * factor[2]
      let (r, r2) = (f - h2, f2 + h)
      to[3] = r * factor[4] - r2 * factor[5]
      to2[3] = r * factor[5] + r2 * factor[4]
    }
  }
}
