import PeachServices
import PeachTrainerUI

/// The statistics of listening tests, as JSON and as text.
struct ListeningReport: Report {
  /// A group of answers with its statistics.
  struct Row {
    var kind: ListeningTestKind
    var pair: ListeningStylePair
    /// The sound; `nil` for all sounds together.
    var sound: String?
    var tally: ListeningTally
    var tests: Set<String> = []
    /// The tests with at least one missing trial.
    var incompleteTests: Set<String> = []
  }

  let rows: [Row]
  private let texts: ListeningTexts
  /// Whether the answers are those of the test that has just ended.
  let isSession: Bool

  init(records: [ListeningRecord], texts: ListeningTexts, isSession: Bool) {
    self.isSession = isSession
    self.texts = texts
    var rows: [Row] = []
    let counts = records.reduce(into: [String: Int]()) { $0[$1.session, default: 0] += 1 }
    func add(_ record: ListeningRecord, sound: String?) {
      let trial = record.response.trial
      var index = rows.firstIndex {
        $0.kind == trial.kind && $0.pair == trial.pair && $0.sound == sound
      }
      if index == nil {
        index = rows.count
        rows.append(
          Row(kind: trial.kind, pair: trial.pair, sound: sound, tally: ListeningTally(trial.kind)))
      }
      guard let index else { return }
      rows[index].tally.add(record.response)
      rows[index].tests.insert(record.session)
      if counts[record.session, default: 0] < record.plannedCount {
        rows[index].incompleteTests.insert(record.session)
      }
    }
    for record in records { add(record, sound: record.sound) }
    for record in records { add(record, sound: nil) }
    // The row of all sounds follows those of its sounds, and is omitted if there is one only.
    self.rows = rows.filter { $0.sound == nil }.flatMap { all in
      let sounds = rows.filter {
        $0.kind == all.kind && $0.pair == all.pair && $0.sound != nil
      }
      return sounds.count == 1 ? sounds : sounds + [all]
    }
  }

  var json: JSON {
    [
      "results": rows.map { row -> JSON in
        let tally = row.tally
        let isABX = row.kind == .abx
        return [
          "kind": row.kind.name, "baseline": row.pair.baseline.name,
          "candidate": row.pair.candidate.name, "sound": row.sound, "answers": tally.count,
          "correct": isABX ? tally.successes : nil,
          "candidatePreferred": isABX ? nil : tally.successes,
          "baselinePreferred": isABX ? nil : tally.failures,
          "noDifference": isABX ? nil : tally.ties,
          "pValue": tally.pValue, "lowest": tally.interval.lowerBound,
          "highest": tally.interval.upperBound, "power": tally.power, "needed": tally.neededCount,
          "tests": row.tests.count, "stoppedEarly": row.incompleteTests.count,
          "conclusion": tally.conclusion.name,
          "message": ListeningTexts(language: .english).conclusion(row),
        ]
      }
    ]
  }

  var text: String {
    if rows.isEmpty { return texts.nothing(isSession: isSession) }
    var lines: [String] = []
    for kind in ListeningTestKind.allCases {
      var pair: ListeningStylePair?
      // Rows of a pair are adjacent.
      for row in rows where row.kind == kind {
        if row.pair != pair {
          if !lines.isEmpty { lines.append("") }
          lines.append(texts.title(row))
          pair = row.pair
        }
        lines += ["", "  " + texts.counts(row), "  " + texts.statistics(row)]
        lines.append("  " + texts.conclusion(row))
      }
    }
    let notes = texts.notes(rows, isSession: isSession)
    if !notes.isEmpty { lines += [""] + notes }
    // Other programs get whole lines.
    let width = Console.isOnScreen ? TerminalMode.size.width : Int.max
    return lines.flatMap { Self.wrapped($0, to: width) }.joined(separator: "\n")
  }

  /// Returns the lines of a text whose words fit into a width, with its indentation.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    let indentation = String(text.prefix { $0 == " " })
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? indentation + word : " " + word
    }
    return lines + [line]
  }
}
