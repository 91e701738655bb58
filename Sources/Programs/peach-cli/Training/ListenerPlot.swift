import Peach
import PeachTrainerUI

/// An SVG plot of a listener's thresholds, across the keyboard and over time.
struct ListenerPlot {
  private let history: TrainingHistory
  private let texts: TrainerTexts

  private static let width = 860.0
  private static let panel = 300.0
  private static let left = 60.0
  private static let right = 20.0
  private static let curve = "#2b6cb0"
  private static let band = "#cfe0f2"

  init(_ history: TrainingHistory, _ texts: TrainerTexts) {
    self.history = history
    self.texts = texts
  }

  /// The SVG document.
  var svg: String {
    let days = ListenerReport.calendar(history, count: 366)
    var elements = [
      SVG.label(
        Self.left, 24, texts.estimate(history.profile.profile.level.estimate), size: 18)
    ]
    let keyLabels = stride(from: 36, through: 84, by: 12).map { ($0 - 36, texts.note($0)) }
    elements += panel(
      ListenerReport.keyboard(history), top: 40, title: texts[.profileKeyboard], labels: keyLabels)
    if days.count > 1, let last = history.profile.history.days.last?.day {
      let first = last - days.count + 1
      let step = max(days.count / 6, 1)
      let labels = stride(from: 0, to: days.count, by: step).map {
        ($0, "\(CalendarDate(day: first + $0))")
      }
      elements += panel(
        SkillChart(estimates: days, isTried: days.map { $0 != nil }), top: 40 + Self.panel,
        title: texts[.profileDays], labels: labels)
    }
    let count = days.count > 1 ? 2.0 : 1.0
    return SVG.document(width: Self.width, height: 50 + Self.panel * count, elements)
  }

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
    for run in Self.runs(chart.estimates) {
      let estimates = run.compactMap { index in chart.estimates[index].map { (index, $0) } }
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

  /// Returns the contiguous ranges of estimates.
  private static func runs(_ estimates: [ThresholdEstimate?]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in estimates.indices where estimates[index] != nil {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<(index + 1)
      } else {
        runs.append(index..<(index + 1))
      }
    }
    return runs
  }
}
