import PeachEarTraining

/// Renders a trainer as lines of text.
package struct TrainerView: Sendable {
  package var width: Int
  package var height: Int

  /// Creates a view. Content that does not fit is truncated.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  package func lines(of trainer: Trainer) -> [ScreenLine] {
    let texts = trainer.texts
    guard width >= 24 && height >= 5 else {
      return height > 0 ? [ScreenLine(texts[.tooSmall], .warning).cut(to: max(width, 0))] : []
    }
    let content = TrainerContent(trainer)
    // Rows of lists are truncated; other texts are wrapped.
    let rows = content.isList ? content.rows : content.rows.flatMap { folded($0) }
    let warnings =
      TrainerContent.warnings(of: trainer).flatMap { wrapped($0, .warning) }
      + wrapped(content.hint, .faint)
    // In small windows the last key descriptions are omitted.
    let least = min(rows.count, 3)
    let foot = (warnings + joined(content.keys, by: "   ", .key)).prefix(max(height - 1 - least, 1))
    var lines = [head(content.title, of: trainer)]
    if lines.count + rows.count + foot.count < height || content.isList {
      lines.append(ScreenLine(""))
    }
    let room = height - lines.count - foot.count
    lines += window(rows, chosen: content.chosenRow, top: content.top, count: room)
    while lines.count < height - foot.count { lines.append(ScreenLine("")) }
    return (lines + foot).map { $0.cut(to: width) }
  }

  private func head(_ title: String, of trainer: Trainer) -> ScreenLine {
    let line = ScreenLine(" \(title)", .title)
    if case .welcome = trainer.screen { return line }
    let name = trainer.name(of: trainer.sound)
    let space = width - line.width - name.unicodeScalars.count - 1
    guard space > 1 else { return line }
    return line.and(String(repeating: " ", count: space) + name, .faint)
  }

  /// Wraps a text. Charts and tables, which are indented, are truncated.
  private func folded(_ line: ScreenLine) -> [ScreenLine] {
    guard line.width > width, !line.isIndented, let part = line.parts.first else { return [line] }
    return wrapped(part.text, part.role)
  }

  private func wrapped(_ text: String, _ role: ScreenLine.Role) -> [ScreenLine] {
    joined(text.split(separator: " ").map { String($0) }, by: " ", role)
  }

  private func joined(
    _ pieces: [String], by space: String, _ role: ScreenLine.Role
  ) -> [ScreenLine] {
    var lines: [ScreenLine] = []
    var line = ""
    for piece in pieces {
      let count = line.unicodeScalars.count + space.utf8.count + piece.unicodeScalars.count
      if line.isEmpty {
        line = " \(piece)"
      } else if count > width {
        lines.append(ScreenLine(line, role))
        line = " \(piece)"
      } else {
        line += space + piece
      }
    }
    return line.isEmpty ? lines : lines + [ScreenLine(line, role)]
  }

  /// Returns `count` rows around the selected one, or from `top` on.
  private func window(
    _ rows: [ScreenLine], chosen: Int?, top: Int?, count: Int
  ) -> [ScreenLine] {
    guard rows.count > count, count > 0 else { return Array(rows.prefix(max(count, 0))) }
    let first = top ?? ((chosen ?? 0) - count / 2)
    let start = min(max(first, 0), rows.count - count)
    let end = start + count
    var shown = Array(rows[start..<end])
    if start > 0 { shown[0] = marked(shown[0], "↑ \(start)") }
    if end < rows.count { shown[count - 1] = marked(shown[count - 1], "↓ \(rows.count - end)") }
    return shown
  }

  /// Returns a line with the number of hidden lines at its right edge.
  private func marked(_ line: ScreenLine, _ mark: String) -> ScreenLine {
    let room = width - mark.unicodeScalars.count - 2
    let cut = line.cut(to: room)
    return cut.and(String(repeating: " ", count: room - cut.width + 1) + mark, .faint)
  }
}
