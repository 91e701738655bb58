import Foundation

/// The setup header of the streams that tests write, and the curves of its floors.
enum WrittenSetup {
  static let books: [WrittenBook] = [
    // Classes: two of three.
    WrittenBook(dimensions: 2, lengths: [3, 3, 4, 3, 3, 3, 4, 3, 3]),
    // A sparse lattice.
    WrittenBook(
      dimensions: 2, lengths: [2, 0, 2, 2, 0, 3, 3, 0, 0],
      vectors: .lattice(minimum: -1, delta: 1, [0, 1, 2], isCumulative: false)),
    // Explicit vectors, in an ordered codebook.
    WrittenBook(
      dimensions: 4, lengths: [1, 2, 3, 3], isOrdered: true,
      vectors: .explicit(
        minimum: -0.5, delta: 0.0625, [3, 9, 8, 12, 7, 8, 9, 1, 0, 15, 8, 8, 5, 6, 11, 13],
        isCumulative: true)),
    // A single entry.
    WrittenBook(
      dimensions: 1, lengths: [0, 1, 0],
      vectors: .explicit(minimum: 0.25, delta: 0.5, [0, 1, 2], isCumulative: false)),
    // Codewords of up to 14 bits.
    WrittenBook(
      dimensions: 1, lengths: [2, 14, 3, 5, 4, 6, 8, 7, 9, 10, 12, 11, 13, 14, 2, 2],
      vectors: .lattice(minimum: -8, delta: 1, Array(0..<16), isCumulative: false)),
    // Ordinates of segments.
    WrittenBook(dimensions: 1, lengths: [1, 4, 4, 4, 4, 3, 4, 4]),
    // Line spectral pairs, three at a time.
    WrittenBook(
      dimensions: 3, lengths: Array(repeating: 3, count: 8), isOrdered: true,
      vectors: .lattice(minimum: 0.125, delta: 0.25, [0, 2], isCumulative: true)),
  ]
  static let codewords = books.map { $0.codewords() }
  static let classBook = 0
  static let segmentBook = 5
  static let pairsBook = 6
  /// The codebook of each class and pass.
  static let cascade: [[Int?]] = [
    [nil, nil, nil, nil, nil, nil, nil, nil], [1, 3, nil, nil, nil, nil, nil, nil],
    [4, nil, nil, 2, nil, nil, nil, 3],
  ]
  static let residueBegin = 4
  static let residueEnd = 140
  static let partitionSize = 8
  static let orders = [5, 4]
  static let amplitudeBits = 6
  private static let amplitudeOffset = 90
  private static let floorRate = 44_100
  private static let mapSize = 60
  /// The abscissas of segments, in the order of decoding.
  static let abscissas = [0, 128, 30, 10, 70, 100, 20]
  private static let multiplier = 4

  static func header(_ kind: WrittenStream.Kind) -> [UInt8] {
    var writer = BitWriter()
    writer.writeHeader(5)
    writer.write(books.count - 1, 8)
    for book in books { book.write(to: &writer) }
    writeRest(kind, &writer)
    return writer.bytes
  }

  /// Writes what follows the codebooks.
  static func writeRest(_ kind: WrittenStream.Kind, _ writer: inout BitWriter) {
    // One placeholder of a transform.
    writer.write(0, 6 + 16)
    writer.write(2, 6)
    for order in orders { writePairs(order, &writer) }
    writeSegments(&writer)
    writer.write(2, 6)
    for type in 0..<3 { writeResidue(type, &writer) }
    writer.write(0, 6)
    writeMapping(kind, &writer)
    writer.write(1, 6)
    for isLong in [false, true] {
      writer.write(isLong)
      writer.write(0, 16 + 16 + 8)
    }
    writer.write(true)
  }

  private static func writePairs(_ order: Int, _ writer: inout BitWriter) {
    writer.write(0, 16)
    writer.write(order, 8)
    writer.write(floorRate, 16)
    writer.write(mapSize, 16)
    writer.write(amplitudeBits, 6)
    writer.write(amplitudeOffset, 8)
    writer.write(0, 4)
    writer.write(pairsBook, 8)
  }

  /// A partition of two points, and one of three.
  private static func writeSegments(_ writer: inout BitWriter) {
    writer.write(1, 16)
    writer.write(2, 5)
    for number in [1, 0] { writer.write(number, 4) }
    for dimensions in [3, 2] {
      writer.write(dimensions - 1, 3)
      writer.write(0, 2)
      writer.write(segmentBook + 1, 8)
    }
    writer.write(multiplier - 1, 2)
    writer.write(bitWidth(abscissas[1]) - 1, 4)
    for abscissa in abscissas.dropFirst(2) { writer.write(abscissa, bitWidth(abscissas[1]) - 1) }
  }

  private static func writeResidue(_ type: Int, _ writer: inout BitWriter) {
    writer.write(type, 16)
    writer.write(residueBegin, 24)
    writer.write(residueEnd, 24)
    writer.write(partitionSize - 1, 24)
    writer.write(cascade.count - 1, 6)
    writer.write(classBook, 8)
    for passes in cascade {
      let bits = passes.indices.reduce(0) { $0 | (passes[$1] == nil ? 0 : 1 << $1) }
      writer.write(bits & 7, 3)
      writer.write(bits > 7)
      if bits > 7 { writer.write(bits >> 3, 5) }
    }
    for book in cascade.joined() {
      if let book { writer.write(book, 8) }
    }
  }

  private static func writeMapping(_ kind: WrittenStream.Kind, _ writer: inout BitWriter) {
    writer.write(0, 16)
    writer.write(kind.floors.count > 1)
    if kind.floors.count > 1 { writer.write(kind.floors.count - 1, 4) }
    writer.write(!kind.couplings.isEmpty)
    if !kind.couplings.isEmpty { writer.write(kind.couplings.count - 1, 8) }
    for (magnitude, angle) in kind.couplings {
      writer.write(magnitude, bitWidth(kind.channelCount - 1))
      writer.write(angle, bitWidth(kind.channelCount - 1))
    }
    writer.write(0, 2)
    if kind.floors.count > 1 {
      for submap in kind.submaps { writer.write(submap, 4) }
    }
    for submap in kind.floors.indices {
      writer.write(0, 8)
      writer.write(kind.floors[submap], 8)
      writer.write(kind.residues[submap], 8)
    }
  }

  /// The curve of line spectral pairs (§6.2.3).
  static func pairsCurve(_ coefficients: [Double], amplitude: Int, lines: Int) -> [Double] {
    // The linear term is outside of the arctangent in all decoders, not in the specification.
    func bark(_ x: Double) -> Double {
      13.1 * atan(0.00074 * x) + 2.24 * atan(0.0000000185 * x * x) + 0.0001 * x
    }
    return (0..<lines).map { line in
      let ratio = bark(Double(floorRate * line) / Double(2 * lines)) / bark(0.5 * Double(floorRate))
      let index = min(Double(mapSize - 1), (ratio * Double(mapSize)).rounded(.down))
      let cosine = cos(.pi * index / Double(mapSize))
      func product(_ first: Int) -> Double {
        stride(from: first, to: coefficients.count, by: 2).reduce(1) {
          $0 * 4 * pow(cos(coefficients[$1]) - cosine, 2)
        }
      }
      let isOdd = coefficients.count % 2 == 1
      let p = (isOdd ? 1 - cosine * cosine : (1 - cosine) / 2) * product(1)
      let q = (isOdd ? 0.25 : (1 + cosine) / 2) * product(0)
      let scale = Double(1 << amplitudeBits - 1) * (p + q).squareRoot()
      let offset = Double(amplitudeOffset)
      return exp(0.11512925 * (Double(amplitude) * offset / scale - offset))
    }
  }

  /// The curve of segments (§7.2.4), step by step as the specification has it.
  static func segmentCurve(_ differences: [Int], lines: Int) -> [Double] {
    let range = [256, 128, 86, 64][multiplier - 1]
    var (ordinates, isSet) = (differences, differences.map { _ in false })
    (isSet[0], isSet[1]) = (true, true)
    for index in 2..<abscissas.count {
      let before = 0..<index
      let x = abscissas[index]
      guard
        let low = before.filter({ abscissas[$0] < x }).max(by: { abscissas[$0] < abscissas[$1] }),
        let high = before.filter({ abscissas[$0] > x }).min(by: { abscissas[$0] < abscissas[$1] })
      else { continue }
      let (y0, y1) = (ordinates[low], ordinates[high])
      let offset = abs(y1 - y0) * (x - abscissas[low]) / (abscissas[high] - abscissas[low])
      let predicted = y1 < y0 ? y0 - offset : y0 + offset
      let (value, highRoom, lowRoom) = (differences[index], range - predicted, predicted)
      guard value != 0 else {
        ordinates[index] = predicted
        continue
      }
      for point in [low, high, index] { isSet[point] = true }
      if value >= 2 * min(highRoom, lowRoom) {
        ordinates[index] =
          highRoom > lowRoom ? value - lowRoom + predicted : predicted - value + highRoom - 1
      } else {
        ordinates[index] = value % 2 == 1 ? predicted - (value + 1) / 2 : predicted + value / 2
      }
    }
    let points = abscissas.indices.filter { isSet[$0] }.sorted { abscissas[$0] < abscissas[$1] }
    var curve: [Int] = []
    for (from, to) in zip(points, points.dropFirst()) {
      curve += line(
        (abscissas[from], ordinates[from] * multiplier), (abscissas[to], ordinates[to] * multiplier)
      )
    }
    return curve.prefix(lines).map { exp(0.11512925 * Double($0 - 255) * 140 / 256) }
  }

  /// The ordinates of a line (§9.2.7).
  private static func line(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int)) -> [Int] {
    let (dy, adx) = (to.y - from.y, to.x - from.x)
    let base = dy / adx
    let step = dy < 0 ? base - 1 : base + 1
    let ady = abs(dy) - abs(base) * adx
    var (y, error) = (from.y, 0)
    var line = [y]
    for _ in from.x + 1..<to.x {
      error += ady
      y += error >= adx ? step : base
      if error >= adx { error -= adx }
      line.append(y)
    }
    return line
  }
}
