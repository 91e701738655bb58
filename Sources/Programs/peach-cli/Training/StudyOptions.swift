import PeachServices
import PeachTrainerUI

/// The options of `peach train` for studies.
enum StudyOptions {
  /// The size above which no file is read.
  private static let limit = 1 << 24

  /// A study that is to be presented.
  struct Plan {
    var run: StudyRun
    /// The path of the protocol.
    var path: String
    /// The numbers of answers and trials of an earlier session that is not complete, and not
    /// resumed.
    var unfinished: (answers: Int, trials: Int)?
  }

  /// Throws if the options or the protocol are invalid, also where there is no terminal.
  static func check(_ arguments: Arguments) throws {
    guard let (path, _) = try names(arguments) else { return }
    if arguments.has("a4") {
      throw UsageError(
        reason: "--a4 and --protocol exclude each other: A4 has 440 Hz in all studies.")
    }
    _ = try study(path)
  }

  /// Returns the path of the protocol and the participant; `nil` without them.
  private static func names(
    _ arguments: Arguments
  ) throws -> (path: String, participant: String)? {
    let (path, participant) = (arguments.value("protocol"), arguments.value("participant"))
    guard let path, let participant else {
      for name in ["resume", "any-key"] where arguments.has(name) {
        throw UsageError(reason: "--\(name) requires --protocol.")
      }
      if path == nil && participant == nil { return nil }
      throw UsageError(reason: "--protocol and --participant require each other.")
    }
    guard StudyContext.isName(participant) else {
      throw UsageError.invalid(
        participant, "--participant", use: "a name of at most 100 bytes without control characters")
    }
    guard StudyContext.isName(name(of: path)) else {
      throw UsageError.invalid(
        path, "--protocol", use: "a file whose name has at most 100 bytes before its extension")
    }
    return (path, participant)
  }

  private static func study(_ path: String) throws -> StudyProtocol {
    let bytes = try FileAccess.read(path: path, limit: limit)
    return try CommandFailure.prefixing("\(path), ") { try StudyProtocol(bytes) }
  }

  /// Returns the study of `--protocol` for the participant of `--participant`; `nil` without them.
  static func plan(
    _ arguments: Arguments, log: TrialLog, sound: TrainerSound
  ) throws -> Plan? {
    guard let (path, participant) = try names(arguments) else { return nil }
    let name = name(of: path)
    let seed = try arguments.integer("seed", in: 0...Int(StudyContext.largestSeed))
    let study = try study(path)
    if !arguments.has("any-key") { try check(study, path: path, sound: sound) }
    let last = try log.lastSession(of: participant, in: name)
    if arguments.has("resume") {
      guard let last else {
        throw CommandFailure(
          reason: "\(participant) has no session of \(name) to resume. Start without --resume.")
      }
      try check(last, sound: sound, seed: seed)
      let run = try StudyRun(resuming: last, of: study, name: name, participant: participant)
      return Plan(run: run, path: path)
    }
    let run = StudyRun(
      study, name: name, participant: participant,
      seed: seed.map { Int64($0) } ?? Int64.random(in: 0...Int64(Int32.max)),
      session: TrialRecord.newIdentifier())
    let isUnfinished = last.flatMap { try? $0.remainder(of: study) } != nil
    return Plan(
      run: run, path: path,
      unfinished: isUnfinished ? last.map { ($0.answerCount, run.trialCount) } : nil)
  }

  /// Throws if a note of a condition is outside the compass of the sound.
  private static func check(_ study: StudyProtocol, path: String, sound: TrainerSound) throws {
    guard let compass = sound.compass else { return }
    for condition in study.conditions {
      let reference = condition.noteNumber
      let target = reference + Double(condition.interval.semitones)
      let keys = [reference, target].map { $0.rounded() }
      guard let key = keys.first(where: { !compass.contains(UInt8(min(max($0, 0), 127))) }) else {
        continue
      }
      throw CommandFailure(
        reason: "\(path): \(condition.name) in block \(condition.block) plays key \(Int(key)), but "
          + "the compass of \(sound.name) is \(compass.lowerBound) to \(compass.upperBound). "
          + "Choose "
          + "other keys or another --sound, or pass --any-key to present it as it is.")
    }
  }

  /// Throws if the options contradict the session that is resumed.
  private static func check(_ session: StudySession, sound: TrainerSound, seed: Int?) throws {
    if session.sound != sound.tag {
      throw CommandFailure(
        reason: "The session was begun with another sound. Pass --sound \(session.sound).")
    }
    if let seed, Int64(seed) != session.seed {
      throw CommandFailure(
        reason: "The session was begun with the seed \(session.seed). Omit --seed.")
    }
  }

  /// Returns the name of a file without folders and extension.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }
}
