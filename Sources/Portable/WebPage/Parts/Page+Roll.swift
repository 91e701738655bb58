import PeachTrainerUI

/// The piano roll, which the script draws (`roll.js`).
extension Page {
  /// The canvas of the roll, and its scale.
  var rollPart: String {
    guard tab == .songs, !song.bars.isEmpty else { return "" }
    var attributes = "id=\"notes\" role=\"img\" tabindex=\"0\""
    attributes += HTML.attribute("aria-label", text(.roll) + ". " + text(.rollHint))
    return HTML.division(
      "row far", HTML.paragraph(text(.rollHint), style: "soft small"),
      HTML.division(
        "row", zoom("minus", text(.smaller), "0.8"), zoom("plus", text(.larger), "1.25")))
      + HTML.element("canvas", "", "", attributes: attributes)
  }

  /// Returns a button that changes the scale.
  private func zoom(_ icon: String, _ name: String, _ factor: String) -> String {
    var attributes = "type=\"button\""
    attributes += HTML.attribute("aria-label", name)
    attributes += HTML.attribute("data-zoom", factor)
    return HTML.element("button", "button square", HTML.icon(icon), attributes: attributes)
  }

  /// The notes as the script takes them: 32-bit numbers, little-endian.
  var rollBytes: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ value: Double) {
      let bits = Float(value).bitPattern
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
      }
    }
    for (channel, notes) in song.notes.enumerated() {
      for note in notes {
        add(Double(channel))
        add(Double(note.key))
        add(note.startSeconds)
        add(max(note.endSeconds, note.startSeconds + 0.02))
        add(note.meanCents)
        add(Double(note.deviations.count))
        for deviation in note.deviations {
          add(deviation.seconds)
          add(deviation.cents)
        }
      }
    }
    return bytes
  }

  /// The names of all keys, with commas between them.
  var rollNames: String {
    var names = ""
    for key in 0..<128 {
      if key > 0 { names += "," }
      names += trainer.texts.note(key)
    }
    return names
  }
}
