import PeachServices

/// The report of `peach tuning SONG`.
struct SongTuningText: Report {
  private let path: String
  private let tuning: SongTuning
  private let report: SongTuningReport
  private let outline: SongOutline

  /// Steps of repeated notes that are listed, in cents: half a quarter comma is not heard.
  private static let listedStepCents = 4.0
  private static let names = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"]

  init(path: String, _ file: MIDIFile, _ tuning: SongTuning) {
    self.path = path
    self.tuning = tuning
    report = SongTuningReport(tuning)
    outline = SongOutline(file)
  }

  static func name(ofKey key: UInt8) -> String { "\(names[Int(key) % 12])\(Int(key) / 12 - 1)" }

  static func signed(_ cents: Double) -> String {
    let rounded = cents.rounded(toDecimals: 1)
    return "\(rounded < 0 ? "−" : "+")\(abs(rounded).decimals(1))"
  }

  private func name(_ note: Int) -> String { Self.name(ofKey: tuning.notes[note].key) }

  /// Returns `bar 7.1`, or the time in a file without bars.
  private func position(_ seconds: Double) -> String {
    let rate = 48_000
    let frame = Int64(Int(saturating: (seconds * Double(rate)).rounded()))
    guard let found = outline.musicalPosition(atFrame: frame, sampleRate: rate) else {
      return "\(seconds.decimals(2)) s"
    }
    return "bar \(found.bar).\(found.beat)"
  }

  var text: String {
    var lines: [(seconds: Double, order: Int, text: String)] = []
    for chord in report.chords {
      let members = zip(chord.notes, chord.cents).map { note, cents in
        "\(name(note)) \(Self.signed(cents))"
      }
      var verdict = chord.largestError == nil ? "" : "pure"
      if !chord.impurities.isEmpty {
        verdict = chord.impurities.map {
          "\(name($0.low))–\(name($0.high)) \(Self.signed($0.cents))"
        }.joined(separator: ", ")
      }
      let head = position(chord.startSeconds).padded(to: 11)
      lines.append(
        (
          chord.startSeconds, 0,
          "\(head)\(members.joined(separator: "  ").padded(to: 50))\(verdict)"
        ))
    }
    for step in report.steps where abs(step.cents) >= Self.listedStepCents {
      let seconds = tuning.notes[step.note].startSeconds
      let direction = step.cents > 0 ? "higher" : "lower"
      lines.append(
        (
          seconds, 1,
          "\(position(seconds).padded(to: 11))\(name(step.note)) \(abs(step.cents).decimals(1)) "
            + "cents \(direction) than before"
        ))
    }
    let sorted = lines.enumerated().sorted {
      ($0.element.seconds, $0.element.order, $0.offset)
        < ($1.element.seconds, $1.element.order, $1.offset)
    }
    return (sorted.map { trimmed($0.element.text) } + [summary]).joined(separator: "\n")
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  private var summary: String {
    guard let range = report.centerRange else { return "The song has no notes to tune." }
    let (pure, all) = report.pureChords
    return
      "center \(Self.signed(range.lowerBound))…\(Self.signed(range.upperBound)) · largest step "
      + "\(report.largestStep.decimals(1)) · \(pure) of \(all) chords pure within "
      + "\(SongTuningReport.pureCents.brief) cents"
  }

  var json: JSON {
    let (pure, all) = report.pureChords
    return [
      "file": path, "sevenths": tuning.adaptive.sevenths.rawValue,
      "purity": tuning.adaptive.purity,
      "notes": tuning.notes.indices.map { index -> JSON in
        let note = tuning.notes[index]
        return [
          "start": note.startSeconds, "end": note.endSeconds,
          "channel": Int(note.channel) + 1, "port": note.port + 1, "key": Int(note.key),
          "cents": tuning.totalCents(ofNote: index),
          "glides": glides(ofNote: index),
        ]
      },
      "chords": report.chords.map { chord -> JSON in
        [
          "start": chord.startSeconds, "end": chord.endSeconds, "notes": chord.notes,
          "cents": chord.cents,
          "centerCents": chord.centerCents, "largestErrorCents": chord.largestError,
          "impure": chord.impurities.map { impurity -> JSON in
            ["low": impurity.low, "high": impurity.high, "cents": impurity.cents]
          },
        ]
      },
      "steps": report.steps.filter { $0.cents != 0 }.map { step -> JSON in
        ["note": step.note, "earlier": step.earlier, "cents": step.cents]
      },
      "centerCents": report.centerRange.map { [$0.lowerBound, $0.upperBound] },
      "largestStepCents": report.largestStep, "consonanceRMSCents": report.consonanceRMS,
      "pureChords": pure, "chordsWithConsonances": all,
    ]
  }

  /// The glides of a note, by the times and the deviations from equal temperament at both ends.
  private func glides(ofNote index: Int) -> [JSON] {
    let temperament = tuning.totalCents(ofNote: index) - tuning.cents[index]
    return tuning.glides[index].map { glide -> JSON in
      [
        "start": glide.startSeconds, "end": glide.endSeconds,
        "startCents": glide.startCents + temperament, "endCents": glide.endCents + temperament,
      ]
    }
  }

  /// The notes as a piano roll: colors and numbers are cents, chords that are not pure are hatched,
  /// and the line below is the pitch center.
  var svg: String { String(SongTuningPlot(tuning, report).svg.dropLast()) }
}
