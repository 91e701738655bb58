import PeachMusicUnits
import PeachTrainerUI

/// The piano roll.
extension Page {
  /// The notes of all channels over time, a path for each channel, and lines at the bars. Notes
  /// that deviate from equal temperament follow their pitch, and have their cents above them. It
  /// does not change while the song plays: the script scrolls it.
  var rollPart: String {
    let keys = song.notes.joined().flatMap { note in
      [Int(note.key)] + note.deviations.map { Int(note.key) + Int(($0.cents / 100).rounded()) }
    }
    guard tab == .songs, let low = keys.min(), let high = keys.max() else { return "" }
    let hasCents = song.notes.joined().contains { !$0.deviations.isEmpty }
    let scale = RollScale(highestKey: high, rowHeight: hasCents ? 14 : 6)
    let width = (song.seconds * Self.rollPixelsPerSecond).decimals(0)
    let height = (Double(high - low + 1) * scale.rowHeight).decimals(0)
    var html = "<svg role=\"img\" aria-label=\""
    html += HTML.escaped(text(hasCents ? .rollOfCents : .roll))
    html += "\" width=\"\(width)\" height=\"\(height)\"><path class=\"bars\" d=\""
    html += song.bars.map { "M\(scale.x($0)) 0h1V\(height)h-1z" }.joined() + "\"/>"
    for (channel, notes) in song.notes.enumerated() where !notes.isEmpty {
      html += "<path class=\"channel-\(channel % 16)\" d=\""
      html += notes.map { scale.path($0) }.joined() + "\"/>"
    }
    html += "<path id=\"now\" d=\"M0 0h2V\(height)h-2z\"/>"
    if hasCents { html += "<g aria-hidden=\"true\">\(labels(scale))</g>" }
    return html + "</svg>"
  }

  /// The scale of the piano roll.
  static var rollPixelsPerSecond: Double { 60 }

  /// The cents of the notes that deviate; one label for adjacent notes of a key with the same
  /// cents.
  private func labels(_ scale: RollScale) -> String {
    var html = ""
    for notes in song.notes {
      var last: [UInt8: (end: Double, label: String)] = [:]
      for note in notes where !note.deviations.isEmpty {
        let label = cents(note.meanCents)
        if let last = last[note.key], last.label == label, note.startSeconds < last.end { continue }
        last[note.key] = (note.startSeconds + 0.5, label)
        html +=
          "<text x=\"\(scale.x(note.startSeconds))\" y=\"\(scale.labelY(note))\">\(label)</text>"
      }
    }
    return html
  }

  /// Returns cents with their sign, and a decimal place unless it is 0: "+2", "−13.7".
  private func cents(_ cents: Double) -> String {
    let isWhole = abs(cents - cents.rounded()) < 0.05
    let text = language.number(cents, decimals: isWhole ? 0 : 1)
    return cents >= 0.05 ? "+\(text)" : text
  }
}

/// The coordinates of the piano roll, in CSS pixels.
private struct RollScale {
  var highestKey: Int
  var rowHeight: Double

  func x(_ seconds: Double) -> String { (seconds * Page.rollPixelsPerSecond).decimals(1) }

  /// Returns the upper edge of a note, which is at the lower edge of its row.
  private func y(_ note: SongNote, cents: Double) -> Double {
    (Double(highestKey - Int(note.key)) + 1 - cents / 100) * rowHeight - 6
  }

  func labelY(_ note: SongNote) -> String { (y(note, cents: note.meanCents) - 1).decimals(1) }

  /// Returns a rectangle for each pitch of a note.
  func path(_ note: SongNote) -> String {
    let end = max(note.endSeconds, note.startSeconds + 0.02)
    if note.deviations.isEmpty {
      return rectangle(note, from: note.startSeconds, to: end, cents: 0)
    }
    var path = ""
    for (index, deviation) in note.deviations.enumerated() {
      let next = index + 1 < note.deviations.count ? note.deviations[index + 1].seconds : end
      path += rectangle(note, from: deviation.seconds, to: next, cents: deviation.cents)
    }
    return path
  }

  private func rectangle(
    _ note: SongNote, from start: Double, to end: Double, cents: Double
  ) -> String {
    let y = y(note, cents: cents)
    let length = x(end - start)
    return "M\(x(start)) \(y.decimals(y == y.rounded() ? 0 : 1))h\(length)v5h-\(length)z"
  }
}
