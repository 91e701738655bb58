import PeachEarTraining
import PeachMusicUnits

/// The dial of a note to match, in cents from where it began. The script turns its needle. The
/// target is shown only after the answer.
struct ArcPicture {
  private let trial: MatchingTrial?
  private let spread: Double?
  private let value: String?

  /// The angle of a cent.
  private static var degreesPerCent: Double { 1.584 }

  /// - Parameters:
  ///   - trial: The trial, once it is completed.
  ///   - spread: The listener's usual spread, in cents.
  ///   - value: The error, once the trial is completed.
  init(_ trial: MatchingTrial?, spread: Double?, value: String?) {
    (self.trial, self.spread, self.value) = (trial, spread, value)
  }

  func svg(_ unit: String) -> String {
    var html = "<svg class=\"arc\" viewBox=\"0 0 420 232\" aria-hidden=\"true\">"
    html += "<path class=\"track\" d=\"M52.8 170A160 160 0 0 1 367.2 170\"/>"
    let target = trial.map { -$0.startOffsetCents }
    if let target, let spread { html += tolerance(around: target, min(spread, 20)) }
    for cents in stride(from: -50, through: 50, by: 10) {
      let end = cents % 50 == 0 ? 78 : 72
      html += line("tick", Double(cents), "M210 62V\(end)")
    }
    html += label("−50", 26, 190) + label("−25", 90, 60) + label("0", 210, 28)
    html += label("+25", 330, 60) + label("+50", 394, 190)
    if let target { html += line("target", target, "M210 30V64") }
    html += "<path class=\"needle\" d=\"M210 50V116\"/>"
    html += "<text class=\"big\" x=\"210\" y=\"190\" text-anchor=\"middle\""
    // A result is the error; before, the script shows the position of the dial.
    html += trial == nil ? " id=\"dialed\">" : ">"
    html += value ?? ""
    html += "</text><text x=\"210\" y=\"218\" text-anchor=\"middle\">"
    html += unit
    return html + "</text></svg>"
  }

  private func label(_ text: String, _ x: Int, _ y: Int) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">" + text + "</text>"
  }

  private func line(_ style: String, _ cents: Double, _ path: String) -> String {
    let angle = (min(max(cents, -53), 53) * Self.degreesPerCent).decimals(1)
    return "<path class=\"\(style)\" d=\"\(path)\" transform=\"rotate(\(angle) 210 200)\"/>"
  }

  /// Returns the listener's usual spread around the target, as a thick line.
  private func tolerance(around cents: Double, _ spread: Double) -> String {
    // A chord of the arc is straight enough for a spread of 20 cents.
    let (x, y) = Self.point(spread)
    let angle = (min(max(cents, -53), 53) * Self.degreesPerCent).decimals(1)
    return "<path class=\"tolerance\" transform=\"rotate(\(angle) 210 200)\" "
      + "d=\"M\((420 - x).decimals(1)) \(y.decimals(1))A160 160 0 0 1 \(x.decimals(1)) "
      + "\(y.decimals(1))\"/>"
  }

  /// Returns the point of the arc that is some cents from its top.
  private static func point(_ cents: Double) -> (x: Double, y: Double) {
    // Sine and cosine of at most 32°, by their series.
    let a = cents * degreesPerCent * .pi / 180
    let square = a * a
    let sine = a * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
    let cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
    return (210 + 160 * sine, 200 - 160 * cosine)
  }
}
