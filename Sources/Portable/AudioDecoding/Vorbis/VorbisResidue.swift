/// The configuration of a residue (Vorbis I §8): the spectra after division by the floor.
struct VorbisResidue {
  private static let passCount = 8

  private let type: Int
  private let begin: Int
  private let end: Int
  private let partitionSize: Int
  private let classCount: Int
  private let classBook: Int
  /// The codebook of each class and pass; −1 if it decodes nothing.
  private var books: [Int] = []
  /// For each pass, whether a class has a codebook.
  private var passes: [Bool]

  /// Reads the configuration; `nil` if it is invalid (§8.6.1).
  init?(_ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks, type: Int) {
    self.type = type
    begin = reader.read(24)
    end = reader.read(24)
    partitionSize = reader.read(24) + 1
    classCount = reader.read(6) + 1
    classBook = reader.read(8)
    passes = [Bool](repeating: false, count: Self.passCount)
    guard type <= 2, classBook < codebooks.count,
      VorbisCodebooks.power(
        classCount, codebooks[classBook].dimensions, isAtMost: codebooks[classBook].entryCount)
    else { return nil }
    var cascade: [Int] = []
    for _ in 0..<classCount {
      let low = reader.read(3)
      cascade.append(low + 8 * (reader.readFlag() ? reader.read(5) : 0))
    }
    for bits in cascade {
      for pass in 0..<Self.passCount {
        guard bits >> pass & 1 == 1 else {
          books.append(-1)
          continue
        }
        let book = reader.read(8)
        guard book < codebooks.count, codebooks[book].hasVectors else { return nil }
        books.append(book)
        passes[pass] = true
      }
    }
    guard !reader.isOver else { return nil }
  }

  /// Whether the channels are interleaved in one vector.
  var isInterleaved: Bool { type == 2 }

  /// The number of classes that ``decode(_:_:_:stride:vectorCount:size:classes:)`` stores.
  func classificationCount(vectorCount: Int, size: Int) -> Int {
    partitionCount(size) * vectorCount
  }

  private func partitionCount(_ size: Int) -> Int {
    max(min(end, size) - min(begin, size), 0) / partitionSize
  }

  /// Decodes vectors, and adds them to zeros (§8.6.2). At the end of the packet it stops.
  ///
  /// - Parameters:
  ///   - vectors: The vectors to decode, each of `size` values.
  ///   - classes: The memory for the classes of all partitions.
  func decode(
    _ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks,
    _ vectors: UnsafeBufferPointer<UnsafeMutablePointer<Float>>, size: Int,
    classes: UnsafeMutablePointer<UInt8>
  ) {
    let partitions = partitionCount(size)
    guard partitions > 0, !vectors.isEmpty else { return }
    let first = min(begin, size)
    let group = codebooks[classBook].dimensions
    books.withUnsafeBufferPointer { books in
      for pass in 0..<Self.passCount where pass == 0 || passes[pass] {
        var partition = 0
        while partition < partitions {
          let count = min(group, partitions &- partition)
          if pass == 0 {
            for vector in 0..<vectors.count {
              let start = classes + (vector &* partitions &+ partition)
              guard readClasses(&reader, codebooks, start, count: count) else { return }
            }
          }
          for _ in 0..<count {
            for vector in 0..<vectors.count {
              let number = Int(classes[vector &* partitions &+ partition])
              let book = books[number &* Self.passCount &+ pass]
              if book < 0 { continue }
              let values = vectors[vector] + (first &+ partition &* partitionSize)
              guard readPartition(&reader, codebooks.prepared(book), values) else { return }
            }
            partition &+= 1
          }
        }
      }
    }
  }

  /// Reads the classes of a group of partitions. Returns `false` at the end of the packet.
  private func readClasses(
    _ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks,
    _ classes: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Bool {
    let book = codebooks.prepared(classBook)
    var rest = book.readEntry(&reader)
    guard rest >= 0 else { return false }
    guard classCount > 1 else {
      classes.update(repeating: 0, count: count)
      return true
    }
    for index in stride(from: book.dimensions - 1, through: 0, by: -1) {
      if index < count { classes[index] = UInt8(truncatingIfNeeded: rest % classCount) }
      rest /= classCount
    }
    return true
  }

  /// Adds the vectors of a partition. Returns `false` at the end of the packet.
  private func readPartition(
    _ reader: inout VorbisBitReader, _ book: VorbisCodebook, _ values: UnsafeMutablePointer<Float>
  ) -> Bool {
    guard let vectors = book.vectors else { return false }
    let (dimensions, size) = (book.dimensions, partitionSize)
    if type == 0 {
      // Format 0 (§8.6.3): the values of a vector are a step apart.
      let step = size / dimensions
      for start in 0..<step {
        let entry = book.readEntry(&reader)
        guard entry >= 0 else { return false }
        let vector = vectors + entry &* dimensions
        for index in 0..<dimensions { values[start &+ index &* step] += vector[index] }
      }
      return true
    }
    var start = 0
    while start &+ dimensions <= size {
      let entry = book.readEntry(&reader)
      guard entry >= 0 else { return false }
      let vector = vectors + entry &* dimensions
      let target = values + start
      for index in 0..<dimensions { target[index] += vector[index] }
      start &+= dimensions
    }
    return true
  }
}
