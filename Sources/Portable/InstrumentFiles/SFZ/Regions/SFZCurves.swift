import PeachMusicUnits

/// The modulation curves of an SFZ file: seven predefined ones and those of `<curve>` headers.
struct SFZCurves {
  private var curves = KeyedArray<Int, [Float]>()

  /// Adds a `<curve>`: some of 128 points, with linear interpolation in between. By default it
  /// starts at 0 and ends at 1. Returns the opcodes whose values are not numbers, which are
  /// ignored.
  mutating func add(_ section: SFZDocument.Section) -> [SFZOpcode] {
    var invalid: [SFZOpcode] = []
    var points = KeyedArray<Int, Float>()
    points.setValue(0, for: 0)
    points.setValue(1, for: 127)
    var number: Int?
    for opcode in section.opcodes {
      let (pattern, numbers) = SFZOpcodeName.pattern(opcode.name)
      if opcode.name == "curve_index" {
        number = SFZNumber.whole(opcode.value)
        if number == nil { invalid.append(opcode) }
      } else if pattern == "vN", let index = numbers.first, (0...127).contains(index) {
        if let value = SFZNumber.real(opcode.value) {
          points.setValue(min(max(value, -1), 1), for: index)
        } else {
          invalid.append(opcode)
        }
      }
    }
    if let number, (0...255).contains(number) {
      curves.setValue(Self.interpolate(points), for: number)
    }
    return invalid
  }

  /// Returns 128 values, interpolated linearly and constant outside the points.
  static func interpolate(_ points: KeyedArray<Int, Float>) -> [Float] {
    let points = points.pairs.sorted(byKey: { SortKey($0.key) })
    guard let first = points.first, let last = points.last else { return [] }
    var values = [Float](repeating: first.value, count: 128)
    for (start, end) in zip(points, points.dropFirst()) {
      for index in start.key...end.key {
        values[index] =
          start.value + (end.value - start.value) * Float(index - start.key)
          / Float(end.key - start.key)
      }
    }
    for index in last.key..<128 { values[index] = last.value }
    return values
  }

  /// Returns the curve with a number; empty for the linear curve 0 and for unknown numbers.
  func curve(_ number: Int) -> [Float] {
    if let curve = curves[number] { return curve }
    func values(_ value: (Float) -> Float) -> [Float] { (0..<128).map { value(Float($0) / 127) } }
    switch number {
    case 1: return values { 2 * $0 - 1 }
    case 2: return values { 1 - $0 }
    case 3: return values { 1 - 2 * $0 }
    case 4: return values { $0 * $0 }
    case 5: return values { $0.squareRoot() }
    case 6: return values { (1 - $0).squareRoot() }
    default: return []
    }
  }
}
