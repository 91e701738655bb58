/// Formats numbers with one decimal place, without Foundation.
enum OneDecimalFormat {
  static func text(_ value: Double) -> String {
    guard abs(value) < 1e12 else { return value > 0 ? "∞" : "−∞" }
    let tenths = Int(abs(value) * 10 + 0.5)
    let digits = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return value < 0 && tenths > 0 ? "−" + digits : digits
  }
}
