import TestEnvironment

/// Random mutations of files: bytes are inserted, changed and removed.
public struct Mutations {
  private let seeds: [[UInt8]]
  private var random = RandomNumbers(seed: 1)

  public init(of seeds: [[UInt8]]) { self.seeds = seeds }

  /// Returns a seed with up to eight changes; from nothing if there are no seeds.
  public mutating func next() -> [UInt8] {
    var bytes = seeds.isEmpty ? [] : seeds[number(below: seeds.count)]
    for _ in 0...number(below: 8) {
      let offset = number(below: bytes.count)
      switch bytes.isEmpty ? 0 : number(below: 4) {
      case 0: bytes.insert(UInt8(number(below: 256)), at: offset)
      case 1: bytes[offset] = UInt8(number(below: 256))
      case 2: bytes[offset] = [0, 1, 0x7F, 0x80, 0xFF][number(below: 5)]
      default: bytes.removeSubrange(offset..<min(offset + number(below: 64), bytes.count))
      }
    }
    return bytes
  }

  private mutating func number(below limit: Int) -> Int {
    Int(random.next() % UInt64(max(limit, 1)))
  }
}
