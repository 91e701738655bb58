import PeachPlots
import PeachServices

/// A piano roll of a tuned song, with the cents of each note, and its pitch center.
struct SongTuningPlot {
  private let tuning: SongTuning
  private let report: SongTuningReport
  private let firstSeconds: Double
  private let lowestKey: Int
  private let highestKey: Int

  private static let left = 44.0
  private static let pixelsPerSecond = 44.0
  private static let rowHeight = 15.0
  private static let top = 34.0
  private static let centerHeight = 90.0
  /// The cents of the deepest color, and the limit of the lower panel.
  private static let limitCents = 16.0
  private static let widest = 40_000.0
  /// A note is at least so wide for its number.
  private static let numberWidth = 26.0

  init(_ tuning: SongTuning, _ report: SongTuningReport) {
    (self.tuning, self.report) = (tuning, report)
    firstSeconds = tuning.notes.first?.startSeconds ?? 0
    let keys = tuning.notes.map { Int($0.key) }
    lowestKey = keys.min() ?? 60
    highestKey = keys.max() ?? 60
  }

  private var scale: Double {
    let seconds = (tuning.notes.map(\.endSeconds).max() ?? 1) - firstSeconds
    return min(Self.pixelsPerSecond, Self.widest / max(seconds, 1))
  }

  private func x(_ seconds: Double) -> Double { Self.left + (seconds - firstSeconds) * scale }
  private func y(_ key: Int) -> Double { Self.top + Double(highestKey - key) * Self.rowHeight }
  private var rollBottom: Double { y(lowestKey - 1) }

  var svg: String {
    let end = tuning.notes.map(\.endSeconds).max() ?? 1
    let centerTop = rollBottom + 24
    var elements = [
      SVG.label(Self.left, 20, "Cents from equal temperament", size: 15)
    ]
    elements += keyLabels(to: x(end))
    elements += report.chords.filter { !$0.impurities.isEmpty }.map { chord in
      rectangle(
        x(chord.startSeconds), Self.top, (chord.endSeconds - chord.startSeconds) * scale,
        rollBottom - Self.top, "#f6e3b4")
    }
    for index in tuning.notes.indices { elements += note(index) }
    func centerY(_ cents: Double) -> Double {
      let limited = min(max(cents, -Self.limitCents), Self.limitCents)
      return centerTop + (Self.limitCents - limited) / (2 * Self.limitCents) * Self.centerHeight
    }
    elements += SVG.centsGrid(from: Self.left, to: x(end), limit: Self.limitCents, y: centerY)
    elements.append(
      SVG.path(
        report.chords.flatMap { chord in
          [chord.startSeconds, chord.endSeconds].map {
            (x: x($0), y: centerY(chord.centerCents))
          }
        }, "#2b6cb0"))
    elements.append(
      SVG.label(Self.left, centerTop - 6, "Pitch center; yellow: chords that are not pure"))
    return SVG.document(
      width: x(end) + 20, height: centerTop + Self.centerHeight + 16, elements)
  }

  private func keyLabels(to right: Double) -> [String] {
    (lowestKey...highestKey).filter { $0 % 12 == 0 }.flatMap { key in
      [
        SVG.line(Self.left, y(key) + Self.rowHeight, right, y(key) + Self.rowHeight, "#ddd"),
        SVG.label(
          Self.left - 6, y(key) + 11, SongTuningText.name(ofKey: UInt8(key)), anchor: "end"),
      ]
    }
  }

  private func note(_ index: Int) -> [String] {
    let note = tuning.notes[index]
    let cents = tuning.totalCents(ofNote: index)
    let width = max((note.endSeconds - note.startSeconds) * scale, 1)
    var elements = [
      rectangle(
        x(note.startSeconds), y(Int(note.key)) + 1, width, Self.rowHeight - 2, color(cents))
    ]
    if width >= Self.numberWidth {
      elements.append(
        SVG.label(
          x(note.startSeconds) + 3, y(Int(note.key)) + 11, label(index, width), size: 10))
    }
    return elements
  }

  /// Returns the cents of a note, and those at its end after glides, if there is room.
  private func label(_ index: Int, _ width: Double) -> String {
    let start = SongTuningText.signed(tuning.totalCents(ofNote: index))
    let end = SongTuningText.signed(
      tuning.totalCents(ofNote: index, atSeconds: tuning.notes[index].endSeconds))
    return end == start || width < 2.5 * Self.numberWidth ? start : "\(start) → \(end)"
  }

  /// Returns blue for low notes, gray for those of equal temperament, and red for high ones.
  private func color(_ cents: Double) -> String {
    let amount = min(abs(cents) / Self.limitCents, 1)
    let full: [Double] = cents < 0 ? [110, 160, 230] : [235, 120, 105]
    let parts = full.map { Int(saturating: (205 + ($0 - 205) * amount).rounded()) }
    return "rgb(\(parts[0]),\(parts[1]),\(parts[2]))"
  }

  private func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String
  ) -> String {
    SVG.path(
      [(x, y), (x + width, y), (x + width, y + height), (x, y + height)], color, isFilled: true)
  }
}
