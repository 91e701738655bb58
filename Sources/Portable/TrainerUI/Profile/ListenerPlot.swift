import PeachEarTraining
import PeachPlots
import PeachTrialRecords

/// An SVG plot of a listener's thresholds, across the keyboard and over time, and of the errors of
/// matched notes.
package struct ListenerPlot: Sendable {
  private let profile: ListenerProfile
  private let texts: TrainerTexts

  package init(_ profile: ListenerProfile, _ texts: TrainerTexts) {
    self.profile = profile
    self.texts = texts
  }

  private static let width = 860.0
  private static let panel = 300.0
  private static let left = 60.0
  private static let right = 20.0
  private static let curve = "#2b6cb0"
  private static let band = "#cfe0f2"

  package var svg: String {
    let keyLabels = stride(from: 36, through: 84, by: 12).map { ($0 - 36, texts.note($0)) }
    var elements: [String] = []
    var top = 40.0
    if profile.history.comparisonCount > 0 {
      let estimate = texts.estimate(profile.level)
      elements.append(SVG.label(Self.left, 24, texts[.profileThreshold, estimate], size: 18))
      elements.append(SVG.label(Self.left, 44, texts[.profileMeaning]))
      top += 20
      elements += panel(
        profile.keyboardChart, top: top, title: texts[.profileKeyboard], labels: keyLabels)
      top += Self.panel
    }
    let chart = profile.dayChart(count: 366)
    let count = chart.estimates.count
    if count > 1, let last = profile.days.last?.day {
      let labels = stride(from: 0, to: count, by: max(count / 6, 1)).map {
        ($0, "\(CalendarDate(day: last - count + 1 + $0))")
      }
      elements += panel(chart, top: top, title: texts[.profileDays], labels: labels)
      top += Self.panel
    }
    if profile.history.matchingCount > 0 {
      elements += matchingPanel(top: top)
      top += Self.panel
    }
    return SVG.document(width: Self.width, height: top + 10, elements)
  }

  /// Returns the errors of the last 500 matched notes as dots, and their running mean and spread
  /// over ``spreadCount`` notes.
  private func matchingPanel(top: Double) -> [String] {
    let all = profile.matchings.cents
    let shown = all.indices.suffix(500)
    let limit = ErrorChart.limit(of: shown.map { all[$0] })
    let (upper, lower) = (top + 34, top + Self.panel - 34)
    let last = Double(max(shown.count - 1, 1))
    func x(_ index: Int) -> Double {
      Self.left + Double(index - shown.lowerBound) / last * (Self.width - Self.left - Self.right)
    }
    func y(_ cents: Double) -> Double {
      (upper + lower) / 2 - min(max(cents / limit, -1), 1) * (lower - upper) / 2
    }
    let title = "\(texts[.profileMatchings]): \(texts.accuracy(profile.matchings.errors))"
    var elements = [SVG.label(Self.left, top + 22, title, size: 14)]
    let running = shown.compactMap { index -> (x: Double, mean: Double, spread: Double)? in
      var errors = ErrorStatistics()
      for cents in all[max(index - Self.spreadCount + 1, 0)...index] { errors.add(cents) }
      return errors.deviation.map { (x(index), errors.mean, $0) }
    }
    if running.count > 1 {
      let above = running.map { (x: $0.x, y: y($0.mean + $0.spread)) }
      let below = running.map { (x: $0.x, y: y($0.mean - $0.spread)) }
      elements.append(SVG.path(above + below.reversed(), Self.band, isFilled: true))
      elements.append(SVG.path(running.map { (x: $0.x, y: y($0.mean)) }, Self.curve))
    }
    elements += SVG.centsGrid(from: Self.left, to: Self.width - Self.right, limit: limit, y: y)
    return elements + shown.map { SVG.dot(x($0), y(all[$0]), Self.curve) }
  }

  /// The number of notes of the running mean.
  private static let spreadCount = 20

  private func panel(
    _ chart: SkillChart, top: Double, title: String, labels: [(Int, String)]
  ) -> [String] {
    let range = chart.range
    let (upper, lower) = (top + 34, top + Self.panel - 34)
    let last = Double(max(chart.estimates.count - 1, 1))
    func x(_ index: Int) -> Double {
      Self.left + Double(index) / last * (Self.width - Self.left - Self.right)
    }
    func y(_ cents: Double) -> Double {
      upper + SkillChart.position(of: cents, in: range) * (lower - upper)
    }
    var elements = [SVG.label(Self.left, top + 22, title, size: 14)]
    for run in Array(chart.estimates.enumerated()).split(whereSeparator: { $0.element == nil }) {
      let estimates = run.compactMap { index, estimate in estimate.map { (index, $0) } }
      let above = estimates.map { (x: x($0.0), y: y($0.1.band?.upperBound ?? $0.1.cents)) }
      let below = estimates.map { (x: x($0.0), y: y($0.1.band?.lowerBound ?? $0.1.cents)) }
      elements.append(SVG.path(above + below.reversed(), Self.band, isFilled: true))
      elements.append(SVG.path(estimates.map { (x: x($0.0), y: y($0.1.cents)) }, Self.curve))
    }
    for mark in SkillChart.marks where range.contains(mark) {
      elements.append(SVG.line(Self.left, y(mark), Self.width - Self.right, y(mark), "#ddd"))
      elements.append(SVG.label(Self.left - 6, y(mark) + 4, SVG.text(mark), anchor: "end"))
    }
    for (index, text) in labels {
      elements.append(SVG.line(x(index), upper, x(index), lower, "#eee"))
      elements.append(SVG.label(x(index), lower + 18, text, anchor: "middle"))
    }
    for (index, estimate) in chart.estimates.enumerated() where chart.isTried[index] {
      if let estimate { elements.append(SVG.dot(x(index), y(estimate.cents), Self.curve)) }
    }
    return elements
  }
}
