import Peach
import PeachTrainerUI

/// The options of `peach train` for studies.
enum StudyOptions {
  /// The size above which no file is read.
  private static let limit = 1 << 24

  /// Returns the study of `--protocol` for the participant of `--participant`; `nil` without them.
  static func run(_ arguments: Arguments) throws -> StudyRun? {
    let (path, participant) = (arguments.value("protocol"), arguments.value("participant"))
    guard let path, let participant else {
      if path == nil && participant == nil { return nil }
      throw UsageError(reason: "--protocol and --participant require each other.")
    }
    guard StudyContext.isName(participant) else {
      throw UsageError.invalid(
        participant, "--participant", use: "a name of at most 100 bytes without control characters")
    }
    let name = name(of: path)
    guard StudyContext.isName(name) else {
      throw UsageError.invalid(
        path, "--protocol", use: "a file whose name has at most 100 bytes before its extension")
    }
    let seed = try arguments.integer("seed", in: 0...Int(StudyContext.largestSeed))
    let bytes = try FileAccess.read(path: path, limit: limit)
    let study = try CommandFailure.prefixing("\(path), ") { try StudyProtocol(bytes) }
    return StudyRun(
      study, name: name, participant: participant,
      seed: seed.map { Int64($0) } ?? Int64.random(in: 0...Int64(Int32.max)))
  }

  /// Returns the name of a file without folders and extension.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }
}
