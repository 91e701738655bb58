/// The curves that an SFZ file names by number; those below 10 are the format's own.
struct SFZCurveList {
  private var numbers: [[Float]: Int] = [:]
  /// The file's `<curve>` sections.
  private(set) var text = ""

  /// The number of a curve of 128 values.
  mutating func number(of curve: [Float]) -> Int {
    if let known = numbers[curve] { return known }
    let number = 10 + numbers.count
    numbers[curve] = number
    let points = curve.enumerated().map { place, value in
      let digits = String(place)
      return "v" + String(repeating: "0", count: 3 - digits.count) + digits + "=\(value)"
    }
    text += "<curve> curve_index=\(number) \(points.joined(separator: " "))\n"
    return number
  }
}
