extension Double {
  /// The shortest text: integers without a fraction.
  package var brief: String {
    self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
  }

  /// Returns the nearest number with `count` decimal places, whose ``brief`` text is short.
  package func rounded(toDecimals count: Int) -> Double {
    guard isFinite, magnitude < 1e12 else { return self }
    var scale = 1.0
    for _ in 0..<count { scale *= 10 }
    return (self * scale).rounded() / scale
  }

  /// Returns the number with `count` decimal places.
  package func decimals(_ count: Int) -> String {
    guard isFinite, magnitude < 1e12 else { return "\(self)" }
    var scale = 1.0
    for _ in 0..<count { scale *= 10 }
    let scaled = Int64((magnitude * scale).rounded())
    let integer = scaled / Int64(scale)
    let sign = self < 0 && scaled != 0 ? "-" : ""
    if count == 0 { return "\(sign)\(integer)" }
    let digits = "\(scaled % Int64(scale))"
    let zeros = String(repeating: "0", count: count - digits.utf8.count)
    return sign + "\(integer)." + zeros + digits
  }
}
