import PeachMusicUnits

/// The configuration of a floor of type 0: line spectral pairs (Vorbis I §6).
struct VorbisFloor0 {
  private let order: Int
  private let amplitudeBits: Int
  private let amplitudeOffset: Int
  private let books: [Int]
  private let mapSize: Int
  /// For each block size, the index on the Bark scale of each spectral line (§6.2.3).
  private let maps: [[Int32]]

  /// Reads the configuration; `nil` if it is invalid (§6.2.1).
  init?(_ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks, sizes: [Int]) {
    order = reader.read(8)
    let rate = reader.read(16)
    mapSize = reader.read(16)
    amplitudeBits = reader.read(6)
    amplitudeOffset = reader.read(8)
    var books: [Int] = []
    for _ in 0..<reader.read(4) + 1 {
      let book = reader.read(8)
      guard book < codebooks.count, codebooks[book].hasVectors else { return nil }
      books.append(book)
    }
    self.books = books
    guard !reader.isOver, order > 0, rate > 0, mapSize > 0 else { return nil }
    let scale = Double(mapSize) / Self.bark(0.5 * Double(rate))
    var maps: [[Int32]] = []
    for size in sizes {
      var map: [Int32] = []
      for line in 0..<size / 2 {
        let value = Self.bark(Double(rate) * Double(line) / Double(size)) * scale
        map.append(Int32(min(max(value, 0), Double(mapSize - 1))))
      }
      maps.append(map)
    }
    self.maps = maps
  }

  /// The number of values that a channel needs from ``decode(_:_:into:)`` on.
  static let valueCount = 256

  /// Reads the amplitude and the cosines of the coefficients of a channel (§6.2.2). Returns 0 if
  /// the channel is unused.
  func decode(
    _ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks,
    into cosines: UnsafeMutablePointer<Double>
  ) -> Double {
    var amplitude = reader.readLong(min(amplitudeBits, 32))
    if amplitudeBits > 32 { amplitude |= reader.readLong(amplitudeBits - 32) << 32 }
    guard amplitude > 0, !reader.isOver else { return 0 }
    let number = reader.read(books.count.vorbisBitWidth)
    guard number < books.count else {
      // The packet is undecodable.
      reader.end()
      return 0
    }
    let book = codebooks.prepared(books[number])
    guard let vectors = book.vectors else { return 0 }
    var count = 0
    var last = 0.0
    while count < order {
      let entry = book.readEntry(&reader)
      guard entry >= 0 else { return 0 }
      for dimension in 0..<min(book.dimensions, order - count) {
        let value = Double(vectors[entry * book.dimensions + dimension]) + last
        // The cosine has a period of 2π.
        cosines[count + dimension] =
          Exponential.sineAndCosine(cycles: value * 0.159154943091895335769).cosine
        if dimension == book.dimensions - 1 { last = value }
      }
      count += book.dimensions
    }
    let scale = Exponential.exp2(Double(amplitudeBits)) - 1
    return Double(amplitude) / scale
  }

  /// Multiplies a spectrum by the floor's curve (§6.2.3).
  func apply(
    amplitude: Double, cosines: UnsafePointer<Double>, sizeIndex: Int,
    to spectrum: UnsafeMutablePointer<Float>
  ) {
    var last: Int32 = -1
    var factor: Float = 0
    for (line, index) in maps[sizeIndex].enumerated() {
      if index != last {
        last = index
        factor = value(at: index, amplitude: amplitude, cosines)
      }
      spectrum[line] *= factor
    }
  }

  /// Returns the value of the curve at an index of the Bark scale.
  private func value(
    at index: Int32, amplitude: Double, _ cosines: UnsafePointer<Double>
  ) -> Float {
    let cosine = Exponential.sineAndCosine(cycles: 0.5 * Double(index) / Double(mapSize)).cosine
    let isOdd = order % 2 == 1
    var p = isOdd ? 1 - cosine * cosine : (1 - cosine) / 2
    var q = isOdd ? 0.25 : (1 + cosine) / 2
    for coefficient in 0..<order {
      let difference = cosines[coefficient] - cosine
      let square = 4 * difference * difference
      if coefficient % 2 == 1 { p *= square } else { q *= square }
    }
    let offset = Double(amplitudeOffset)
    let decibels = amplitude * offset / (p + q).squareRoot() - offset
    return Float(Exponential.exp2(decibels * vorbisBinaryLogarithmPerDecibel))
  }

  /// Returns the Bark scale's value at a frequency. The specification's formula has the linear term
  /// within the second arctangent; encoders and decoders have it outside.
  private static func bark(_ frequency: Double) -> Double {
    13.1 * arctangent(0.00074 * frequency)
      + 2.24 * arctangent(0.0000000185 * frequency * frequency) + 0.0001 * frequency
  }

  /// Returns the arctangent of a number that is not negative, in radians.
  static func arctangent(_ x: Double) -> Double {
    let quarter = 1.57079632679489661923
    if x > 1 { return quarter - arctangent(1 / x) }
    // Half of the angle, twice: the argument is at most tan(π/16).
    var y = x / (1 + (1 + x * x).squareRoot())
    y /= 1 + (1 + y * y).squareRoot()
    let square = y * y
    // The Taylor series; the first omitted term is below 1e-17.
    var sum = 0.0
    for power in stride(from: 23, through: 1, by: -2) {
      sum = 1 / Double(power) - square * sum
    }
    return 4 * y * sum
  }
}

/// The binary logarithm of the amplitude of a decibel: 0.11512925 / ln 2, with the natural
/// logarithm as the specification rounds it (§6.2.3).
let vorbisBinaryLogarithmPerDecibel = 0.11512925 * 1.44269504088896340736
