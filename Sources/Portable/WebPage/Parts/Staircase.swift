import PeachEarTraining
import PeachTrainerUI

extension Page {
  /// Returns the differences of a session's pairs, the last ones up to a limit: a full dot is a
  /// right answer, a ring a wrong one. Its height is the measurement. Empty without pairs.
  func staircase(_ summary: SessionSummary, limit: Int, height: Int, style: String) -> String {
    var count = 0
    for case .comparison in summary.trials { count += 1 }
    if count == 0 { return "" }
    var length = 20
    if case .trials(let count) = trainer.preferences.length { length = count }
    let first = max(count - limit, 0)
    length = max(min(length, limit), count - first, 2)
    var (line, dots, ticks) = (PlotPoints(), PlotPoints(), PlotPoints())
    var (index, right) = (0, 0)
    for case .comparison(let trial) in summary.trials {
      if index >= first {
        let isRight = trial.answer.isRight
        if isRight { right += 1 }
        let cents = max(trial.answer.offsetCents.magnitude, 0.1)
        line.add(index - first, cents)
        dots.add(index - first, cents, text: isRight ? "point met" : "point missed")
      }
      index += 1
    }
    for index in 0..<length where index == 0 || (index + first) % 5 == 4 {
      ticks.add(index, text: "\(index + first + 1)")
    }
    var plot = PlotData(unit: unit, height: height)
    plot.add("end", "\(length - 1)")
    plot.add("line", line)
    plot.add("dots", dots)
    plot.add("ticks", ticks)
    return plot.figure(
      style, text(.differences, "\(count - first)", "\(right)"))
  }

  /// The unit of pitches.
  var unit: String { language == .german ? "Cent" : "cents" }
}
