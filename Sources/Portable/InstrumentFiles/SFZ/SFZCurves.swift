/// The curves along which controllers move things: seven that are always there, and the file's own.
struct SFZCurves {
  private var own: [Int: [Float]] = [:]

  /// Adds a `<curve>`: points at some of 128 places, straight lines between. Where it says nothing,
  /// it begins at 0 and ends at 1.
  mutating func add(_ section: SFZDocument.Section) {
    var points: [Int: Float] = [0: 0, 127: 1]
    var number: Int?
    for opcode in section.opcodes {
      let (pattern, numbers) = SFZOpcodeName.pattern(opcode.name)
      if opcode.name == "curve_index" {
        number = SFZNumber.whole(opcode.value)
      } else if pattern == "vN", let place = numbers.first, (0...127).contains(place) {
        points[place] = min(max(SFZNumber.real(opcode.value) ?? 0, -1), 1)
      }
    }
    guard let number, (0...255).contains(number) else { return }
    own[number] = SFZCurves.line(through: points)
  }

  /// 128 values on straight lines through points, level before the first and after the last.
  static func line(through points: [Int: Float]) -> [Float] {
    let places = points.keys.sorted()
    guard let first = places.first else { return [] }
    var values = [Float](repeating: points[first] ?? 0, count: 128)
    for (start, end) in zip(places, places.dropFirst()) {
      let (from, to) = (points[start] ?? 0, points[end] ?? 0)
      for place in start...end {
        values[place] = from + (to - from) * Float(place - start) / Float(end - start)
      }
    }
    if let last = places.last {
      for place in last..<128 { values[place] = points[last] ?? 0 }
    }
    return values
  }

  /// The curve of a number; empty for the straight line from 0 to 1, which unknown numbers are too.
  func curve(_ number: Int) -> [Float] {
    if let own = own[number] { return own }
    switch number {
    case 1: return Self.values { 2 * $0 - 1 }
    case 2: return Self.values { 1 - $0 }
    case 3: return Self.values { 1 - 2 * $0 }
    case 4: return Self.values { $0 * $0 }
    case 5: return Self.values { $0.squareRoot() }
    case 6: return Self.values { (1 - $0).squareRoot() }
    default: return []
    }
  }

  private static func values(_ value: (Float) -> Float) -> [Float] {
    (0..<128).map { value(Float($0) / 127) }
  }
}
