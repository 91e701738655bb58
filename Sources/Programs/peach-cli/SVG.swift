/// Parts of SVG documents (SVG 1.1), for charts.
enum SVG {
  /// A document of a size with what is in it.
  static func document(width: Double, height: Double, _ parts: [String]) -> String {
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(text(width)) "
      + "\(text(height))\" font-family=\"sans-serif\" font-size=\"12\">"
    let ground = "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    return ([head, ground] + parts + ["</svg>", ""]).joined(separator: "\n")
  }

  static func dot(_ x: Double, _ y: Double, _ colour: String) -> String {
    "<circle cx=\"\(text(x))\" cy=\"\(text(y))\" r=\"2.6\" fill=\"\(colour)\"/>"
  }

  static func line(
    _ x: Double, _ y: Double, _ toX: Double, _ toY: Double, _ colour: String
  ) -> String {
    "<line x1=\"\(text(x))\" y1=\"\(text(y))\" x2=\"\(text(toX))\" y2=\"\(text(toY))\" "
      + "stroke=\"\(colour)\"/>"
  }

  /// Straight lines from point to point; filled without them where `isFilled`.
  static func path(
    _ points: [(x: Double, y: Double)], _ colour: String, isFilled: Bool = false
  ) -> String {
    let places = points.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
    return isFilled
      ? "<polygon points=\"\(places)\" fill=\"\(colour)\"/>"
      : "<polyline points=\"\(places)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>"
  }

  static func label(
    _ x: Double, _ y: Double, _ words: String, size: Int = 12, anchor: String = "start"
  ) -> String {
    "<text x=\"\(text(x))\" y=\"\(text(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">"
      + "\(escaped(words))</text>"
  }

  static func text(_ value: Double) -> String {
    value == value.rounded() ? value.decimals(0) : value.decimals(1)
  }

  /// Names come from files: what is no text of XML 1.0 (§2.2) is left out.
  private static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default:
        let isText = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        if isText { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
