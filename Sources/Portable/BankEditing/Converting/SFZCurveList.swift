/// The curves of an SFZ file, numbered from 10; lower numbers are predefined.
struct SFZCurveList {
  private var numbers: [[Float]: Int] = [:]
  /// The file's `<curve>` sections.
  private(set) var text = ""

  /// Returns the number of a curve with 128 values.
  mutating func number(of curve: [Float]) -> Int {
    if let known = numbers[curve] { return known }
    let number = 10 + numbers.count
    numbers[curve] = number
    let points = curve.enumerated().map { index, value in
      let digits = String(index)
      return "v" + String(repeating: "0", count: 3 - digits.count) + digits + "=\(value)"
    }
    text += "<curve> curve_index=\(number) \(points.joined(separator: " "))\n"
    return number
  }
}
