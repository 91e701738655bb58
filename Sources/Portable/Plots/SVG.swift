import PeachMusicUnits

/// Elements of SVG 1.1 documents, for charts.
package enum SVG {
  package static func document(width: Double, height: Double, _ elements: [String]) -> String {
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(text(width)) "
      + "\(text(height))\" font-family=\"sans-serif\" font-size=\"12\">"
    let background = "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    return ([head, background] + elements + ["</svg>", ""]).joined(separator: "\n")
  }

  package static func dot(_ x: Double, _ y: Double, _ color: String) -> String {
    "<circle cx=\"\(text(x))\" cy=\"\(text(y))\" r=\"2.6\" fill=\"\(color)\"/>"
  }

  /// Returns a ring around where ``dot(_:_:_:)`` draws its dot, with a gap between them.
  package static func ring(_ x: Double, _ y: Double, _ color: String) -> String {
    "<circle cx=\"\(text(x))\" cy=\"\(text(y))\" r=\"4.6\" fill=\"none\" "
      + "stroke=\"\(color)\" stroke-width=\"1.6\"/>"
  }

  package static func line(
    _ x: Double, _ y: Double, _ toX: Double, _ toY: Double, _ color: String
  ) -> String {
    "<line x1=\"\(text(x))\" y1=\"\(text(y))\" x2=\"\(text(toX))\" y2=\"\(text(toY))\" "
      + "stroke=\"\(color)\"/>"
  }

  /// Returns a polyline, or a filled polygon.
  package static func path(
    _ points: [(x: Double, y: Double)], _ color: String, isFilled: Bool = false
  ) -> String {
    let coordinates = points.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
    return isFilled
      ? "<polygon points=\"\(coordinates)\" fill=\"\(color)\"/>"
      : "<polyline points=\"\(coordinates)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
  }

  package static func label(
    _ x: Double, _ y: Double, _ string: String, size: Int = 12, anchor: String = "start"
  ) -> String {
    "<text x=\"\(text(x))\" y=\"\(text(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">"
      + "\(escaped(string))</text>"
  }

  /// Returns five horizontal lines with labels, from −`limit` to `limit` cents.
  package static func centsGrid(
    from left: Double, to right: Double, limit: Double, y: (_ cents: Double) -> Double
  ) -> [String] {
    (-2...2).flatMap { step in
      let cents = limit * Double(step) / 2
      return [
        line(left, y(cents), right, y(cents), step == 0 ? "#555" : "#ddd"),
        label(left - 6, y(cents) + 4, text(cents), anchor: "end"),
      ]
    }
  }

  package static func text(_ value: Double) -> String {
    value == value.rounded() ? value.decimals(0) : value.decimals(1)
  }

  /// Escapes a text for XML and HTML. Removes scalars that XML 1.0 (§2.2) does not allow.
  package static func escaped(_ string: String) -> String {
    var result = ""
    for scalar in string.unicodeScalars {
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
