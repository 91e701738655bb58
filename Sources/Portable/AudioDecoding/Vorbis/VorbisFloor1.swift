import PeachMusicUnits

/// The configuration of a floor of type 1: a curve of line segments (Vorbis I §7).
struct VorbisFloor1 {
  /// The maximum number of points of the curve.
  static let pointLimit = 65

  private struct PartitionClass {
    var dimensions: Int
    var subclassBits: Int
    var masterBook: Int
    /// The codebook of each subclass; −1 if its values are 0.
    var books: [Int]
  }

  private var partitions: [PartitionClass] = []
  private let multiplier: Int
  /// The abscissa of each point, in the order of decoding.
  private var abscissas: [Int] = [0]
  /// The indices of the points in ascending order.
  private var order: [Int] = []
  /// The nearest points to the left and to the right among those before each point (§9.2.4,
  /// §9.2.5).
  private var low: [Int] = []
  private var high: [Int] = []

  /// Reads the configuration; `nil` if it is invalid (§7.2.2).
  init?(_ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks) {
    var classNumbers: [Int] = []
    for _ in 0..<reader.read(5) { classNumbers.append(reader.read(4)) }
    var classes: [PartitionClass] = []
    for _ in 0..<(classNumbers.max() ?? -1) + 1 {
      let (dimensions, bits) = (reader.read(3) + 1, reader.read(2))
      let master = bits > 0 ? reader.read(8) : 0
      guard bits == 0 || master < codebooks.count else { return nil }
      var books: [Int] = []
      for _ in 0..<1 << bits {
        let book = reader.read(8) - 1
        guard book < codebooks.count else { return nil }
        books.append(book)
      }
      classes.append(
        PartitionClass(
          dimensions: dimensions, subclassBits: bits, masterBook: master, books: books))
    }
    multiplier = reader.read(2) + 1
    let rangeBits = reader.read(4)
    abscissas.append(1 << rangeBits)
    for number in classNumbers {
      partitions.append(classes[number])
      for _ in 0..<classes[number].dimensions { abscissas.append(reader.read(rangeBits)) }
    }
    guard !reader.isOver, abscissas.count <= Self.pointLimit else { return nil }
    guard sortPoints() else { return nil }
  }

  /// Orders the points. Returns whether their abscissas differ.
  private mutating func sortPoints() -> Bool {
    let points = abscissas
    order = points.indices.sorted(byKey: { SortKey(points[$0]) })
    for index in 1..<order.count where points[order[index - 1]] == points[order[index]] {
      return false
    }
    for point in points.indices {
      var (left, right) = (0, 1)
      for other in 0..<max(point, 0) {
        if points[other] < points[point], points[other] > points[left] { left = other }
        if points[other] > points[point], points[other] < points[right] { right = other }
      }
      low.append(left)
      high.append(right)
    }
    return true
  }

  /// The range of the ordinates (§7.2.3).
  private var range: Int {
    switch multiplier {
    case 1: 256
    case 2: 128
    case 3: 86
    default: 64
    }
  }

  /// Reads the ordinates of a channel's points (§7.2.3). Returns whether the channel is used.
  func decode(
    _ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks,
    into ordinates: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard reader.readFlag() else { return false }
    let bits = (range - 1).vorbisBitWidth
    ordinates[0] = Int32(reader.read(bits))
    ordinates[1] = Int32(reader.read(bits))
    var point = 2
    for partition in partitions {
      var subclasses = 0
      if partition.subclassBits > 0 {
        subclasses = codebooks.prepared(partition.masterBook).readEntry(&reader)
        guard subclasses >= 0 else { return false }
      }
      for _ in 0..<partition.dimensions {
        let book = partition.books[subclasses & (partition.books.count - 1)]
        subclasses >>= partition.subclassBits
        var value = 0
        if book >= 0 {
          value = codebooks.prepared(book).readEntry(&reader)
          guard value >= 0 else { return false }
        }
        ordinates[point] = Int32(truncatingIfNeeded: value)
        point += 1
      }
    }
    guard !reader.isOver else { return false }
    synthesizeOrdinates(ordinates)
    return true
  }

  /// Computes the ordinates from the differences that the packet has (§7.2.4, step 1). Those that
  /// the curve skips become negative: −1 − ordinate.
  private func synthesizeOrdinates(_ ordinates: UnsafeMutablePointer<Int32>) {
    let range = range
    func ordinate(_ point: Int) -> Int {
      let value = Int(ordinates[point])
      return value < 0 ? -1 - value : value
    }
    for point in 2..<max(abscissas.count, 2) {
      let (left, right) = (low[point], high[point])
      let (y0, y1) = (ordinate(left), ordinate(right))
      let offset =
        abs(y1 - y0) * (abscissas[point] - abscissas[left]) / (abscissas[right] - abscissas[left])
      let predicted = y1 < y0 ? y0 - offset : y0 + offset
      let value = Int(ordinates[point])
      guard value > 0 else {
        ordinates[point] = Int32(truncatingIfNeeded: -1 - predicted)
        continue
      }
      let highRoom = range - predicted
      let lowRoom = predicted
      var result: Int
      if value >= 2 * min(highRoom, lowRoom) {
        result = highRoom > lowRoom ? value : predicted - value + highRoom - 1
      } else {
        result = value % 2 == 1 ? predicted - (value + 1) / 2 : predicted + value / 2
      }
      // An ordinate of a valid stream is in range.
      result = min(max(result, 0), range - 1)
      ordinates[left] = Int32(ordinate(left))
      ordinates[right] = Int32(ordinate(right))
      ordinates[point] = Int32(result)
    }
  }

  /// Multiplies a spectrum by the floor's curve (§7.2.4, step 2).
  ///
  /// - Parameter amplitudes: The 256 amplitudes of ordinates (§10.1).
  func apply(
    _ ordinates: UnsafePointer<Int32>, amplitudes: UnsafePointer<Float>,
    to spectrum: UnsafeMutablePointer<Float>, count: Int
  ) {
    var (x0, y0) = (0, min(Int(ordinates[0]) * multiplier, 255))
    for point in order.dropFirst() where ordinates[point] >= 0 {
      let (x1, y1) = (abscissas[point], min(Int(ordinates[point]) * multiplier, 255))
      Self.multiplyLine(
        from: (x0, y0), to: (x1, y1), amplitudes: amplitudes, spectrum, count: count)
      (x0, y0) = (x1, y1)
      if x0 >= count { return }
    }
    for line in x0..<max(count, x0) { spectrum[line] *= amplitudes[y0] }
  }

  /// Multiplies a spectrum by a line segment (§9.2.7).
  private static func multiplyLine(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), amplitudes: UnsafePointer<Float>,
    _ spectrum: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx > 0 else { return }
    let base = dy / dx
    let step = dy < 0 ? -1 : 1
    let remainder = abs(dy) - abs(base) * dx
    var (y, error) = (start.y, 0)
    for x in start.x..<min(end.x, count) {
      spectrum[x] *= amplitudes[y]
      error &+= remainder
      y &+= base
      if error >= dx {
        error &-= dx
        y &+= step
      }
    }
  }
}
