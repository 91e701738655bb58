import Foundation
import TestEnvironment

/// A Vorbis stream that a test writes, with what no encoder writes: floors of type 0, residues of
/// type 0, explicit vectors, ordered and sparse codebooks. Its frames are computed from the
/// formulas of the specification.
struct WrittenStream {
  /// The floor and the residue of the channels.
  struct Kind: Sendable, CustomStringConvertible {
    var channelCount: Int
    /// The indices of floors: line spectral pairs of order 5 and of order 4, or segments.
    var floors: [Int]
    var residues: [Int]
    /// The submap of each channel.
    var submaps: [Int]
    var couplings: [(magnitude: Int, angle: Int)] = []

    var description: String { "\(channelCount) channels, floors \(floors), residues \(residues)" }
  }

  static let blockSizes = [64, 256]
  static let sampleRate = 48_000

  let kind: Kind
  private var random: RandomNumbers
  private(set) var packets: [[UInt8]] = []
  /// The number of frames up to the end of each packet.
  private(set) var frameCounts: [Int] = []
  /// The frames of each channel.
  private(set) var frames: [[Double]]
  private var center = 0
  private let books = WrittenSetup.books
  private let codewords = WrittenSetup.codewords

  init(_ kind: Kind, blockCount: Int, seed: UInt64) {
    self.kind = kind
    random = RandomNumbers(seed: seed)
    frames = Array(repeating: [], count: kind.channelCount)
    var sizes = (0..<blockCount).map { _ in random.whole(0...1) }
    // Both sizes occur, next to themselves and to each other.
    sizes.replaceSubrange(0..<6, with: [0, 0, 1, 1, 0, 1])
    for index in sizes.indices {
      let next = index + 1 < sizes.count ? sizes[index + 1] : 1
      writeBlock(sizes[index], previous: index > 0 ? sizes[index - 1] : 1, next: next)
      center += (Self.blockSizes[sizes[index]] + Self.blockSizes[next]) / 4
    }
    for channel in frames.indices {
      frames[channel].removeSubrange((frameCounts.last ?? 0)...)
    }
  }

  /// The three headers.
  var headers: [[UInt8]] {
    var identification = BitWriter()
    identification.writeHeader(1)
    identification.write(0, 32)
    identification.write(kind.channelCount, 8)
    identification.write(Self.sampleRate, 32)
    identification.write(0, 96 - 32)
    identification.write(0, 32)
    for size in Self.blockSizes { identification.write(bitWidth(size) - 1, 4) }
    identification.write(true)
    var comment = BitWriter()
    comment.writeHeader(3)
    // No vendor and no comments, the framing bit, and bytes after the end.
    comment.write(0, 64)
    for _ in 0..<600 { comment.write(1, 8) }
    return [identification.bytes, comment.bytes, WrittenSetup.header(kind)]
  }

  /// An Ogg file with some packets on each page.
  func file(packetsPerPage: Int = 4, segmentLimit: Int = 255) -> [UInt8] {
    var ogg = OggWriter(segmentLimit: segmentLimit)
    ogg.write([headers[0]], granulePosition: 0)
    ogg.write(Array(headers[1...]), granulePosition: 0)
    for start in stride(from: 0, to: packets.count, by: packetsPerPage) {
      let end = min(start + packetsPerPage, packets.count)
      ogg.write(
        Array(packets[start..<end]), granulePosition: Int64(frameCounts[end - 1]),
        isLast: end == packets.count)
    }
    return ogg.file
  }

  /// Writes an audio packet (§4.3), and adds its samples.
  private mutating func writeBlock(_ sizeIndex: Int, previous: Int, next: Int) {
    let size = Self.blockSizes[sizeIndex]
    var writer = BitWriter()
    writer.write(false)
    writer.write(sizeIndex, 1)
    if sizeIndex == 1 {
      writer.write(previous, 1)
      writer.write(next, 1)
    }
    var curves: [[Double]?] = []
    for channel in 0..<kind.channelCount {
      let floor = kind.floors[kind.submaps[channel]]
      curves.append(writeFloor(floor, lines: size / 2, &writer))
    }
    var haveResidue = curves.map { $0 != nil }
    for (magnitude, angle) in kind.couplings where haveResidue[magnitude] || haveResidue[angle] {
      (haveResidue[magnitude], haveResidue[angle]) = (true, true)
    }
    var spectra = Array(repeating: [Double](repeating: 0, count: size / 2), count: curves.count)
    for submap in kind.residues.indices {
      let channels = curves.indices.filter { kind.submaps[$0] == submap }
      let decoded = channels.filter { haveResidue[$0] }
      guard !decoded.isEmpty else { continue }
      if kind.residues[submap] == 2 {
        let length = channels.count * size / 2
        let values = writeResidue(2, vectors: 1, length: length, &writer)[0]
        for (index, channel) in channels.enumerated() {
          for line in 0..<size / 2 {
            spectra[channel][line] = values[line * channels.count + index]
          }
        }
      } else {
        let values = writeResidue(
          kind.residues[submap], vectors: decoded.count, length: size / 2, &writer)
        for (index, channel) in decoded.enumerated() { spectra[channel] = values[index] }
      }
    }
    packets.append(writer.bytes)
    frameCounts.append(center)
    uncouple(&spectra)
    let window = Self.window(sizeIndex, previous: previous, next: next)
    for channel in spectra.indices {
      let spectrum = spectra[channel].indices.map {
        spectra[channel][$0] * (curves[channel]?[$0] ?? 0)
      }
      add(Self.inverse(spectrum), window, to: channel)
    }
  }

  /// Adds the samples of a block to those before it (§4.3.8).
  private mutating func add(_ samples: [Double], _ window: [Double], to channel: Int) {
    let start = center - samples.count / 2
    let missing = start + samples.count - frames[channel].count
    frames[channel] += [Double](repeating: 0, count: max(missing, 0))
    for index in samples.indices where start + index >= 0 {
      frames[channel][start + index] += samples[index] * window[index]
    }
  }

  /// The inverse MDCT by its definition.
  static func inverse(_ spectrum: [Double]) -> [Double] {
    let size = 2 * spectrum.count
    return (0..<size).map { index in
      let phase = 2 * Double.pi / Double(size) * (Double(index) + 0.5 + Double(size) / 4)
      return spectrum.indices.reduce(0) { $0 + spectrum[$1] * cos(phase * (Double($1) + 0.5)) }
    }
  }

  /// The window (§4.3.1).
  private static func window(_ sizeIndex: Int, previous: Int, next: Int) -> [Double] {
    let size = blockSizes[sizeIndex]
    let left = blockSizes[min(sizeIndex, previous)] / 2
    let right = blockSizes[min(sizeIndex, next)] / 2
    return (0..<size).map { index in
      let up = (Double(index) + 0.5 - Double(size / 4 - left / 2)) / Double(left)
      let down = (Double(size - index) - 0.5 - Double(size / 4 - right / 2)) / Double(right)
      let position = min(max(index < size / 2 ? up : down, 0), 1)
      return sin(.pi / 2 * pow(sin(position * .pi / 2), 2))
    }
  }

  /// Computes two channels of magnitude and angle (§4.3.5).
  private func uncouple(_ spectra: inout [[Double]]) {
    for (magnitude, angle) in kind.couplings.reversed() {
      for line in spectra[magnitude].indices {
        let (m, a) = (spectra[magnitude][line], spectra[angle][line])
        switch (m > 0, a > 0) {
        case (true, true): (spectra[magnitude][line], spectra[angle][line]) = (m, m - a)
        case (true, false): (spectra[magnitude][line], spectra[angle][line]) = (m + a, m)
        case (false, true): (spectra[magnitude][line], spectra[angle][line]) = (m, m + a)
        case (false, false): (spectra[magnitude][line], spectra[angle][line]) = (m - a, m)
        }
      }
    }
  }

  /// Writes a random used entry of a codebook. Returns it.
  private mutating func writeEntry(_ book: Int, _ writer: inout BitWriter) -> Int {
    let entry = random.pick(books[book].used)
    write(entry, book, &writer)
    return entry
  }

  private func write(_ entry: Int, _ book: Int, _ writer: inout BitWriter) {
    for bit in codewords[book][entry] { writer.write(bit == "1") }
  }

  /// Writes a residue (§8.6.2). Returns its vectors.
  private mutating func writeResidue(
    _ type: Int, vectors: Int, length: Int, _ writer: inout BitWriter
  ) -> [[Double]] {
    let (first, size) = (WrittenSetup.residueBegin, WrittenSetup.partitionSize)
    let partitions = (min(WrittenSetup.residueEnd, length) - first) / size
    var values = Array(repeating: [Double](repeating: 0, count: length), count: vectors)
    let classes = (0..<vectors).map { _ in (0..<partitions).map { _ in random.whole(0...2) } }
    for pass in 0..<8 {
      for partition in 0..<partitions {
        if pass == 0, partition % 2 == 0 {
          for vector in 0..<vectors {
            let second = partition + 1 < partitions ? classes[vector][partition + 1] : 0
            let entry = classes[vector][partition] * 3 + second
            for bit in codewords[WrittenSetup.classBook][entry] { writer.write(bit == "1") }
          }
        }
        for vector in 0..<vectors {
          guard let book = WrittenSetup.cascade[classes[vector][partition]][pass] else { continue }
          let dimensions = books[book].dimensions
          for group in 0..<size / dimensions {
            let entry = writeEntry(book, &writer)
            for (index, value) in books[book].vector(entry).enumerated() {
              let offset =
                type == 0 ? group + index * (size / dimensions) : group * dimensions + index
              values[vector][first + partition * size + offset] += value
            }
          }
        }
      }
    }
    return values
  }

  /// Writes a floor. Returns its curve; `nil` if the channel is unused.
  private mutating func writeFloor(
    _ floor: Int, lines: Int, _ writer: inout BitWriter
  ) -> [Double]? {
    let isUsed = random.chance(0.8)
    if floor == 2 {
      writer.write(isUsed)
      return isUsed ? writeSegments(lines: lines, &writer) : nil
    }
    guard isUsed else {
      writer.write(0, WrittenSetup.amplitudeBits)
      return nil
    }
    // Poles near the unit circle may exceed the range of single precision.
    while true {
      let amplitude = random.whole(5...63)
      let entries = (0..<2).map { _ in random.pick(books[WrittenSetup.pairsBook].used) }
      let curve = pairsCurve(entries, amplitude, WrittenSetup.orders[floor], lines: lines)
      guard curve.allSatisfy({ $0 < 1 }), curve.contains(where: { $0 > 0.001 }) else { continue }
      writer.write(amplitude, WrittenSetup.amplitudeBits)
      writer.write(0, 1)
      for entry in entries { write(entry, WrittenSetup.pairsBook, &writer) }
      return curve
    }
  }

  /// Returns the curve of two vectors of line spectral pairs (§6.2.2).
  private func pairsCurve(
    _ entries: [Int], _ amplitude: Int, _ order: Int, lines: Int
  ) -> [Double] {
    var coefficients: [Double] = []
    for entry in entries {
      let last = coefficients.last ?? 0
      coefficients += books[WrittenSetup.pairsBook].vector(entry).map { $0 + last }
    }
    return WrittenSetup.pairsCurve(
      Array(coefficients.prefix(order)), amplitude: amplitude, lines: lines)
  }

  /// Writes a floor of segments (§7.2.3). Returns its curve.
  private mutating func writeSegments(lines: Int, _ writer: inout BitWriter) -> [Double] {
    var ordinates = [random.whole(40...63), random.whole(40...63)]
    for ordinate in ordinates { writer.write(ordinate, 6) }
    for _ in WrittenSetup.abscissas.dropFirst(2) {
      ordinates.append(writeEntry(WrittenSetup.segmentBook, &writer))
    }
    return WrittenSetup.segmentCurve(ordinates, lines: lines)
  }
}
