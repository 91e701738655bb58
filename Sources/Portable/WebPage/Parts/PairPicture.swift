import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI

/// Two notes whose heights are their pitches. The second one has its place only after the answer.
struct PairPicture {
  private let isUnison: Bool
  /// The heights of the first note, and of a second one in tune.
  private let (firstY, secondY): (Int, Int)

  private let names: [String]

  init(_ interval: MusicalInterval, names: [String]) {
    self.names = names
    isUnison = interval == .unison
    switch interval.semitones {
    case 0: (firstY, secondY) = (110, 110)
    case 1...: (firstY, secondY) = (146, 74)
    default: (firstY, secondY) = (74, 146)
    }
  }

  /// The first note sounds.
  var first: String {
    svg(
      link(secondY, "unknown") + ring(110, firstY) + note(110, firstY, "sounds")
        + note(310, secondY, ""))
  }

  /// The second note sounds, or has sounded.
  func second(isSounding: Bool) -> String {
    svg(
      link(secondY, "unknown") + note(110, firstY, "heard")
        + (isSounding ? ring(310, secondY) : "")
        + note(310, secondY, isSounding ? "sounds" : "heard")
        + "<text class=\"strong\" x=\"310\" y=\"\(secondY + 7)\" text-anchor=\"middle\">?</text>")
  }

  /// The answer is known.
  /// - Parameter sounding: The note that is heard again, 0 or 1.
  func answered(
    _ answer: ComparisonResponse, _ texts: TrainerTexts, sounding: Int? = nil
  ) -> String {
    let isHigher = answer.offsetCents > 0
    let kind = answer.isRight ? "right" : "wrong"
    let height = secondY + (isHigher ? -1 : 1) * (isUnison ? 48 : 24)
    let mark =
      answer.isRight
      ? "M295 \(height)l11 11 20-22"
      : "M298 \(height - 12)l24 24M322 \(height - 12)l-24 24"
    let sign = isHigher ? "+" : "−"
    let cents = texts.cents(answer.offsetCents.magnitude)
    var contents = link(height, kind)
    if sounding == 0 { contents += ring(110, firstY) }
    contents += note(110, firstY, sounding == 0 ? "sounds" : "heard")
    if sounding == 1 { contents += ring(310, height) }
    contents += note(310, height, kind)
    contents += "<path class=\"mark \(kind)\" d=\"\(mark)\"/>"
    contents += "<text class=\"strong\" x=\"358\" y=\"\(height + 6)\">\(sign)\(cents)</text>"
    return svg(contents)
  }

  private func svg(_ contents: String) -> String {
    let lines = isUnison ? "M20 110H400" : "M20 \(firstY)H400M20 \(secondY)H400"
    var html = "<svg class=\"pair\" viewBox=\"0 8 420 206\" aria-hidden=\"true\">"
    html += "<path class=\"staff\" d=\"\(lines)\"/>"
    html += contents
    html += "<text x=\"110\" y=\"209\" text-anchor=\"middle\">"
    html += HTML.escaped(names[0])
    html += "</text><text x=\"310\" y=\"209\" text-anchor=\"middle\">"
    html += HTML.escaped(names[1])
    html += "</text></svg>"
    return html
  }

  private func note(_ x: Int, _ y: Int, _ style: String) -> String {
    circle("note " + style, x, y, 36)
  }

  /// Within the lines for names, which are below the lower note of an interval.
  private func ring(_ x: Int, _ y: Int) -> String { circle("ring", x, y, isUnison ? 54 : 46) }

  private func circle(_ style: String, _ x: Int, _ y: Int, _ radius: Int) -> String {
    "<circle class=\"\(style)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>"
  }

  /// Returns a line between both notes.
  private func link(_ height: Int, _ style: String) -> String {
    let slope = height - firstY
    return
      "<path class=\"link \(style)\" d=\"M150 \(firstY + slope / 5)L270 \(height - slope / 5)\"/>"
  }
}
