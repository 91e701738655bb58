import PeachEarTraining
import PeachMusicUnits

/// A column of the tidy export, which has a row for each trial and `NA` for missing values, as R
/// and pandas read them. `Documentation/studies/trials-codebook.md` describes the columns.
package enum TidyColumn: Int, CaseIterable, Sendable {
  case participant, study, seed, block, blockNumber, trialNumber, condition
  case session, run, silent, time, day, kind, sound, tuning, withdrawn
  case note, semitones, referenceHertz, targetHertz, offsetCents, startCents
  case noteSeconds, gapSeconds, levelDecibels, response, answeredHigher, correct, errorCents
  case replays, responseSeconds, identifier
  /// Of notes that sound together: the beats per second, the pure interval, and the taps.
  case beatHertz, pure, tappedHertz, taps

  // Embedded Swift cannot print a case.
  package var name: String { Self.names[rawValue] }

  private static let names = [
    "participant", "study", "seed", "block", "blockNumber", "trialNumber", "condition", "session",
    "run", "silent", "time", "day", "kind", "sound", "tuning", "withdrawn", "note", "semitones",
    "referenceHertz",
    "targetHertz", "offsetCents", "startCents", "noteSeconds", "gapSeconds", "levelDecibels",
    "response", "answeredHigher", "correct", "errorCents", "replays", "responseSeconds",
    "identifier", "beatHertz", "pure", "tappedHertz", "taps",
  ]
}

/// The tidy export.
public enum TidyFormat {
  /// The header.
  public static var head: String {
    CSVLine.text(TidyColumn.allCases.map { $0.name }) + "\n"
  }

  /// Returns the row of a trial.
  public static func line(_ record: TrialRecord) -> String {
    let row = TrialRow(record)
    return CSVLine.text(
      TidyColumn.allCases.map { column in
        let text = value(column, record, row)
        return text.isEmpty ? "NA" : text
      }) + "\n"
  }

  /// Returns a value, which is empty if it is missing.
  private static func value(
    _ column: TidyColumn, _ record: TrialRecord, _ row: TrialRow
  ) -> String {
    switch column {
    case .participant: row[.participant].text
    case .study: row[.study].text
    case .seed: row[.seed].text
    case .block: row[.block].text
    case .blockNumber: row[.blockNumber].text
    case .trialNumber: row[.trialNumber].text
    case .condition: row[.condition].text
    case .session: row[.session].text
    case .run: row[.run].text
    case .silent: record.isSilent ? "1" : "0"
    case .time: CalendarDate.time(milliseconds: record.milliseconds)
    case .day: CalendarDate(day: record.day).description
    case .kind: row[.kind].text
    case .sound: row[.sound].text
    case .tuning: row[.tuning].text
    case .withdrawn: record.isWithdrawn ? "1" : "0"
    case .note: row[.noteNumber].text
    case .semitones: row[.semitones].text
    case .referenceHertz: row[.referenceHertz].text
    case .startCents: row[.startCents].text
    case .noteSeconds: row[.referenceSeconds].text
    case .gapSeconds: row[.gapSeconds].text
    case .response: row[.response].text
    case .replays: row[.replays].text
    case .responseSeconds: row[.responseSeconds].text
    case .identifier: record.identifier
    case .pure: row[.pure].text
    case .tappedHertz: row[.tappedHertz].text
    case .taps: row[.taps].text
    case .targetHertz, .offsetCents, .levelDecibels, .answeredHigher, .correct, .errorCents,
      .beatHertz:
      derived(column, record, row)
    }
  }

  /// Returns a value that comparisons and matchings have in different columns, or only one of them.
  private static func derived(
    _ column: TidyColumn, _ record: TrialRecord, _ row: TrialRow
  ) -> String {
    switch (column, record.trial) {
    case (.targetHertz, .comparison(let trial)): "\(trial.target.frequency.hertz)"
    case (.targetHertz, .matching(let trial)): "\(trial.target.frequency.hertz)"
    case (.targetHertz, .beats(let trial)): "\(trial.target.frequency.hertz)"
    case (.offsetCents, .comparison(let trial)): "\(trial.detuningCents)"
    case (.offsetCents, .beats(let trial)): "\(trial.offsetCents)"
    case (.levelDecibels, .comparison(let trial)):
      "\(trial.target.levelDecibels - trial.reference.levelDecibels)"
    case (.answeredHigher, .comparison(let trial)) where trial.exercise != .purity:
      trial.answer.heard == .higher ? "1" : "0"
    case (.correct, .comparison(let trial)): trial.answer.isRight ? "1" : "0"
    case (.errorCents, .matching(let trial)): "\(trial.offsetCents)"
    case (.beatHertz, .comparison(let trial)) where trial.exercise.isChord: text(trial.beatRate)
    case (.beatHertz, .matching(let trial)) where trial.exercise.isChord: text(trial.beatRate)
    case (.beatHertz, .beats(let trial)): text(trial.beatRate)
    default: ""
    }
  }

  private static func text(_ rate: Frequency?) -> String { rate.map { "\($0.hertz)" } ?? "" }
}
