/// Reads the packets of one logical stream of an Ogg file (RFC 3533): of the first one that begins
/// with given bytes. Pages of other streams and damaged pages are skipped.
struct OggPacketReader: ~Copyable {
  /// The number of bytes that can be read after a packet. They are zeros.
  static let padding = 8
  /// The maximum size of a packet. Only comments are ever as long; the rest of a longer packet is
  /// dropped.
  static let maximumSize = 1 << 24

  private let bytes: UnsafeRawBufferPointer
  private let signature: StaticString
  private let checksum = OggChecksum()
  /// The offset of the next page.
  private var offset = 0
  private var page: OggPage?
  /// The next segment of the page, and its offset in the file.
  private var segment = 0
  private var segmentOffset = 0
  private var packet: [UInt8] = []
  /// Whether a packet ended on the page.
  private var hasEnded = false
  private var isPacketComplete = true
  /// The number of bytes with a wrong checksum that may still be read. It bounds the time.
  private var damageLimit: Int
  private var hasGap = false
  private var gapCount = 0
  /// The number of gaps after which the stream ends. The packet after a gap takes time, and has no
  /// frames that a frame limit would count.
  private static let gapLimit = 1_000

  /// Creates a reader of the stream whose first packet begins with `signature`.
  init(_ bytes: UnsafeRawBufferPointer, signature: StaticString) {
    self.bytes = bytes
    self.signature = signature
    damageLimit = 2 * min(bytes.count, 1 << 28) + (1 << 17)
  }

  /// The properties of a packet that depend on its page.
  struct Packet {
    /// The number of frames up to the end of the page's last packet; negative if unknown.
    var granulePosition: Int64
    var isFirstOfPage: Bool
    var isLastOfPage: Bool
    /// Whether the page is the last one of the stream.
    var endsStream: Bool
    /// Whether packets between this one and the last one are lost.
    var followsGap: Bool
  }

  /// Reads the next packet; `nil` at the end.
  mutating func next() -> Packet? {
    while true {
      guard let page, segment < page.segmentCount else {
        guard readPage() else { return nil }
        continue
      }
      let isFirst = !hasEnded
      let isComplete = readSegments(page)
      guard isComplete else { continue }
      var rest = segment
      while rest < page.segmentCount, bytes[page.tableOffset + rest] == 255 { rest += 1 }
      let followsGap = hasGap
      hasGap = false
      hasEnded = true
      return Packet(
        granulePosition: page.granulePosition, isFirstOfPage: isFirst,
        isLastOfPage: rest == page.segmentCount, endsStream: page.isLast, followsGap: followsGap)
    }
  }

  /// Calls a function with the bytes of the last packet, which ``padding`` bytes follow.
  borrowing func withPacket<Result>(
    _ body: (_ packet: UnsafeRawPointer, _ byteCount: Int) -> Result
  ) -> Result? {
    packet.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress, buffer.count >= Self.padding else { return nil }
      return body(start, buffer.count - Self.padding)
    }
  }

  /// Reads the segments of a packet (§6, segment table). Returns whether the packet ends.
  private mutating func readSegments(_ page: OggPage) -> Bool {
    if isPacketComplete {
      packet.removeAll(keepingCapacity: true)
      isPacketComplete = false
    }
    let start = segmentOffset
    while segment < page.segmentCount {
      let size = Int(bytes[page.tableOffset + segment])
      segment += 1
      segmentOffset += size
      if size < 255 {
        isPacketComplete = true
        break
      }
    }
    let end = min(segmentOffset, start + Self.maximumSize - min(packet.count, Self.maximumSize))
    packet.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    if isPacketComplete {
      for _ in 0..<Self.padding { packet.append(0) }
    }
    return isPacketComplete
  }

  /// Continues with the next page of the stream. Returns `false` at the end.
  private mutating func readPage() -> Bool {
    let previous = page
    if let previous, previous.isLast { return false }
    guard gapCount < Self.gapLimit else { return false }
    while let next = nextValidPage() {
      guard isInStream(next) else { continue }
      // Only a file with several streams of one number has a second first page.
      if next.isFirst, previous != nil { return false }
      page = next
      segment = 0
      segmentOffset = next.bodyOffset
      hasEnded = false
      if let previous, next.sequenceNumber != previous.sequenceNumber &+ 1 {
        hasGap = true
        isPacketComplete = true
      }
      if next.isContinued != !isPacketComplete { skipPart(next) }
      if hasGap { gapCount += 1 }
      return true
    }
    return false
  }

  /// Drops an incomplete packet.
  private mutating func skipPart(_ page: OggPage) {
    isPacketComplete = true
    hasGap = true
    guard page.isContinued else { return }
    while segment < page.segmentCount {
      let size = Int(bytes[page.tableOffset + segment])
      segment += 1
      segmentOffset += size
      if size < 255 { return }
    }
  }

  private func isInStream(_ next: OggPage) -> Bool {
    if let page { return next.serialNumber == page.serialNumber }
    guard next.isFirst, next.bodySize >= signature.utf8CodeUnitCount else { return false }
    for index in 0..<signature.utf8CodeUnitCount
    where bytes[next.bodyOffset + index] != signature.utf8Start[index] {
      return false
    }
    return true
  }

  /// Returns the next page with a correct checksum.
  private mutating func nextValidPage() -> OggPage? {
    while bytes.count >= 27, offset <= bytes.count - 27 {
      guard let page = OggPage(bytes, at: offset) else {
        offset += 1
        continue
      }
      let size = page.end - offset
      if let start = bytes.baseAddress,
        checksum.checksum(start + offset, count: size) == page.checksum
      {
        offset = page.end
        return page
      }
      damageLimit -= size
      guard damageLimit > 0 else { return nil }
      offset += 1
    }
    return nil
  }
}
