import PeachMusicUnits
import PeachTrialRecords

/// The values of a plot, which the script draws for the width that it has (`plots.js`), as JSON.
struct PlotData {
  private var json = "{"

  /// - Parameter unit: The unit of the axis.
  init(unit: String, height: Int) {
    add("unit", JSONText.quoted(unit))
    add("height", "\(height)")
  }

  /// Returns the figure.
  /// - Parameter label: Its name, for those who do not see it.
  func figure(_ style: String, _ label: String) -> String {
    var attributes = "role=\"img\""
    attributes += HTML.attribute("aria-label", label)
    attributes += HTML.attribute("data-plot", json + "}")
    return HTML.element("div", style, "", attributes: attributes)
  }

  mutating func add(_ name: String, _ value: String) {
    if json.utf8.count > 1 { json += "," }
    json += "\""
    json += name
    json += "\":"
    json += value
  }

  mutating func add(_ name: String, _ points: PlotPoints) { add(name, points.json + "]") }

  /// Adds a row with an interval.
  static func row(_ name: String, _ ends: [Double], _ cents: Double, _ behind: String) -> String {
    var json = "["
    json += JSONText.quoted(name)
    for number in [ends[0], cents, ends[1]] {
      json += ","
      json += number.decimals(2)
    }
    json += ","
    json += JSONText.quoted(behind)
    return json + "]"
  }
}

/// Points of a plot: lists of numbers, each with a text behind them unless that is empty.
struct PlotPoints {
  fileprivate var json = "["

  mutating func add(_ x: Int, _ numbers: Double..., text: String = "") {
    if json.utf8.count > 1 { json += "," }
    json += "["
    json += "\(x)"
    for number in numbers {
      json += ","
      json += number.decimals(2)
    }
    if !text.isEmpty {
      json += ","
      json += JSONText.quoted(text)
    }
    json += "]"
  }
}
