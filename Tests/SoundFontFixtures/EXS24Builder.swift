/// Encodes EXS24 files for tests, in either byte order.
public struct EXS24Builder {
  /// Whether the file is big-endian.
  public var isBigEndian = false
  /// The magic of block headers.
  public var mark = "TBOS"
  /// The encoded bytes.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty file.
  public init(isBigEndian: Bool = false) {
    self.isBigEndian = isBigEndian
    if isBigEndian { mark = "SOBT" }
  }

  /// Returns a small instrument with all kinds of blocks: two zones of `frames` frames, the first
  /// one looped, a group, two samples and parameters.
  public static func small(isBigEndian: Bool, frames: Int, loop: Range<Int>) -> EXS24Builder {
    var builder = EXS24Builder(isBigEndian: isBigEndian)
    builder.addInstrument("one")
    builder.addZone("a", frames: (0, frames), loop: loop, group: 0)
    builder.addZone("b", frames: (50, 0), sample: -1)
    builder.addGroup("g") { $0[84] = 3 }
    builder.addSample("a.wav", folder: "/x/y")
    builder.addSample("b.wav", folder: "/x/y")
    builder.addParameters(
      [(0x2C, 1), (0x1E, 500), (0xAD, 8), (0xAE, -14), (0xAF, -3), (0xB0, 5), (0xB1, 900)],
      more: [(0x16D, 3)])
    return builder
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    let low = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? low.reversed() : low
  }

  private static func text(_ text: String, _ count: Int) -> [UInt8] {
    let utf8 = Array(text.utf8.prefix(count))
    return utf8 + [UInt8](repeating: 0, count: count - utf8.count)
  }

  /// Adds a block.
  public mutating func add(_ kind: UInt8, _ name: String, _ payload: [UInt8]) {
    bytes += [isBigEndian ? 0 : 1, 1, 0, kind] + number(payload.count, 4) + number(0, 8)
    bytes += Self.text(mark, 4) + Self.text(name, 64) + payload
  }

  /// Adds the instrument block.
  public mutating func addInstrument(_ name: String) {
    add(0, name, [UInt8](repeating: 0, count: 40))
  }

  /// Adds a zone.
  public mutating func addZone(
    _ name: String, root: UInt8 = 60, keys: ClosedRange<UInt8> = 0...127,
    frames: (start: Int, end: Int) = (0, 0),
    loop: Range<Int>? = nil, group: Int = -1, sample: Int = 0, flags: UInt8 = 0,
    velocities: ClosedRange<UInt8>? = nil, change: (inout [UInt8]) -> Void = { _ in }
  ) {
    var payload = [UInt8](repeating: 0, count: 128)
    payload[0] = flags | (velocities == nil ? 0 : 8)
    payload[1] = root
    payload[6] = keys.lowerBound
    payload[7] = keys.upperBound
    payload[9] = velocities?.lowerBound ?? 0
    payload[10] = velocities?.upperBound ?? 127
    for (offset, value) in [
      (12, frames.start), (16, frames.end), (20, loop?.lowerBound ?? 0),
      (24, loop?.upperBound ?? 0), (88, group), (92, sample),
    ] {
      payload.replaceSubrange(offset..<offset + 4, with: number(value, 4))
    }
    payload[33] = loop == nil ? 0 : 1
    change(&payload)
    add(1, name, payload)
  }

  /// Adds a group.
  public mutating func addGroup(_ name: String, change: (inout [UInt8]) -> Void = { _ in }) {
    var payload = [UInt8](repeating: 0, count: 120)
    payload[6] = 127
    payload[89] = 127
    change(&payload)
    add(2, name, payload)
  }

  /// Adds a sample.
  public mutating func addSample(_ file: String, folder: String) {
    var payload = [UInt8](repeating: 0, count: 80)
    payload += Self.text(folder, 256) + Self.text(file, 256)
    add(3, file, payload)
  }

  /// Adds the parameters.
  public mutating func addParameters(_ values: [(UInt8, Int)], more: [(UInt16, Int)] = []) {
    var payload = number(values.count, 4) + values.map { $0.0 }
    for value in values { payload += number(value.1, 2) }
    payload += number(more.count, 4)
    for value in more { payload += number(Int(value.0), 2) + number(value.1, 2) }
    add(4, "", payload)
  }
}
