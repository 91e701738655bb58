/// Writes the pages of an Ogg stream (RFC 3533 §6).
struct OggWriter {
  var serialNumber: UInt32 = 7
  /// The maximum number of segments of a page.
  var segmentLimit = 255
  private(set) var pages: [[UInt8]] = []
  private var sequenceNumber: UInt32 = 0
  private var isContinued = false

  init(segmentLimit: Int = 255, serialNumber: UInt32 = 7) {
    self.segmentLimit = segmentLimit
    self.serialNumber = serialNumber
  }

  var file: [UInt8] { pages.flatMap { $0 } }

  /// Writes packets that end a page.
  mutating func write(_ packets: [[UInt8]], granulePosition: Int64, isLast: Bool = false) {
    var segments: [(bytes: ArraySlice<UInt8>, endsPacket: Bool)] = []
    for packet in packets {
      var rest = packet[...]
      while rest.count >= 255 {
        segments.append((rest.prefix(255), false))
        rest = rest.dropFirst(255)
      }
      segments.append((rest, true))
    }
    while !segments.isEmpty {
      let page = Array(segments.prefix(segmentLimit))
      segments.removeFirst(page.count)
      let ends = page.contains { $0.endsPacket }
      writePage(page.map { $0.bytes }, ends ? granulePosition : -1, isLast && segments.isEmpty)
      isContinued = page.last?.endsPacket == false
    }
  }

  private mutating func writePage(
    _ segments: [ArraySlice<UInt8>], _ granulePosition: Int64, _ isLast: Bool
  ) {
    let flags = (isContinued ? 1 : 0) | (sequenceNumber == 0 ? 2 : 0) | (isLast ? 4 : 0)
    var page = [UInt8]("OggS".utf8) + [0, UInt8(flags)]
    page += (0..<8).map { UInt8(truncatingIfNeeded: granulePosition >> (8 * $0)) }
    for number in [serialNumber, sequenceNumber, 0] {
      page += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    page += [UInt8(segments.count)] + segments.map { UInt8($0.count) }
    page += segments.flatMap { $0 }
    Self.sign(&page)
    pages.append(page)
    sequenceNumber += 1
  }

  /// Stores the checksum of a page: the remainder of its polynomial, bit by bit.
  static func sign(_ page: inout [UInt8]) {
    for index in 22..<26 { page[index] = 0 }
    var sum: UInt32 = 0
    for byte in page {
      for bit in (0..<8).reversed() {
        let carry = (sum >> 31 == 1) != (byte >> UInt8(bit) & 1 == 1)
        sum = sum << 1 ^ (carry ? 0x04C1_1DB7 : 0)
      }
    }
    for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
  }
}
