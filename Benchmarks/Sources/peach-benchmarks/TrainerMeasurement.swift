import Foundation
import PeachAudio
import PeachTraining

/// Measures the ear trainer as an entire program, with keys and output through pipes.
struct TrainerMeasurement {
  /// The duration of notes, which is the minimum.
  private static let noteSeconds = 0.3
  private static let storedCount = 100_000
  private let program: String
  private let bank: String
  private let folder: URL

  /// Measures the time from the start to the first note with cached intonation, from a response to
  /// its feedback, and of a start with 100,000 stored trials.
  static func all(program: String, bank: String, runs: Int) throws -> [Measurement] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "peach-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let trainer = try TrainerMeasurement(program: program, bank: bank, folder: folder)
    // The first run measures the intonation of the cello, and stores it.
    _ = try trainer.train(answers: 1)
    let trainings = try (0..<runs).map { _ in try trainer.train(answers: 3) }
    let trials = folder.appending(path: "trials.csv")
    try trials100k().write(to: trials)
    _ = try trainer.end(trainer.start(["trials", "import", trials.path]))
    let later = try (0..<runs / 2).map { _ in try trainer.train(answers: 1) }
    return [
      Measurement(
        "train: start to first sound, less the device's latency", unit: "ms",
        values: trainings.map(\.firstSound), threshold: 1000),
      Measurement(
        "train: answer to feedback", unit: "ms", values: trainings.flatMap(\.feedback),
        threshold: 50),
      Measurement(
        "train: start with \(storedCount) trials stored", unit: "ms", values: later.map(\.menu),
        threshold: 1000),
    ]
  }

  private init(program: String, bank: String, folder: URL) throws {
    (self.program, self.bank, self.folder) = (program, bank, folder)
    let settings = folder.appending(path: "config/peach")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("{\"noteSeconds\": \(Self.noteSeconds), \"isIntroduced\": true}".utf8)
      .write(to: settings.appending(path: "training.json"))
  }

  /// The times of one run, in milliseconds.
  private struct Training {
    var menu = 0.0
    var firstSound = 0.0
    var feedback: [Double] = []
  }

  /// A running program, and its pipes.
  private struct Running {
    var process: Process
    var keys: FileHandle
    var lines: FileHandle
  }

  private func start(_ arguments: [String]) throws -> Running {
    let process = Process()
    let (keys, lines) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = [
      "HOME": folder.path, "XDG_DATA_HOME": folder.appending(path: "data").path,
      "XDG_CONFIG_HOME": folder.appending(path: "config").path,
      "XDG_CACHE_HOME": folder.appending(path: "cache").path, "LANG": "C.UTF-8",
    ]
    (process.standardInput, process.standardOutput) = (keys, lines)
    try process.run()
    return Running(
      process: process, keys: keys.fileHandleForWriting, lines: lines.fileHandleForReading)
  }

  @discardableResult
  private func end(_ running: Running) throws -> String {
    let text = String(decoding: running.lines.readDataToEndOfFile(), as: UTF8.self)
    running.process.waitUntilExit()
    guard running.process.terminationStatus == 0 else {
      throw ChildProcess.Failure(description: text)
    }
    return text
  }

  /// Reads until the output contains `text`.
  private func wait(for text: String, _ running: Running) throws {
    var seen = ""
    while !seen.contains(text) {
      let data = running.lines.availableData
      guard !data.isEmpty else {
        throw ChildProcess.Failure(description: "The output lacks \"\(text)\": \(seen)")
      }
      seen += String(decoding: data, as: UTF8.self)
    }
  }

  private func train(answers: Int) throws -> Training {
    var training = Training()
    let begun = ContinuousClock.now
    let running = try start([
      "train", "--plain", "--null-audio", "--seed", "1", "--bank", bank, "--sound", "cello",
    ])
    try wait(for: "Compare two notes", running)
    training.menu = (ContinuousClock.now - begun) / .milliseconds(1)
    try running.keys.write(contentsOf: Data("1".utf8))
    for number in 0..<answers {
      try wait(for: "Higher or lower?", running)
      if number == 0 {
        // The question appears at the end of the second note, exact to the frame.
        let passed = (ContinuousClock.now - begun) / .milliseconds(1)
        training.firstSound = passed - 2 * 1000 * Self.noteSeconds
      }
      let answered = ContinuousClock.now
      try running.keys.write(contentsOf: Data("h".utf8))
      try wait(for: "note was", running)
      training.feedback.append((ContinuousClock.now - answered) / .milliseconds(1))
    }
    try running.keys.write(contentsOf: Data([3]))
    try end(running)
    return training
  }

  /// Returns the trials of a simulated listener over 1,000 days, in the format of an export.
  private static func trials100k() -> Data {
    var procedure = ProfileProcedure()
    var random = RandomSource(seed: 2)
    var text = TrialFormat.csv.head
    for day in 19_000..<20_000 {
      procedure.beginDay(day)
      for number in 0..<storedCount / 1000 {
        let trial = comparison(by: &procedure, random: &random)
        text += TrialFormat.csv.line(
          TrialRecord(
            .comparison(trial), sound: "sine",
            milliseconds: Int64(day * 86_400_000 + number * 3000), day: day,
            identifier: TrialRecord.identifier(random.next(), random.next())))
      }
    }
    return Data(text.utf8)
  }

  /// Returns a completed comparison, from which the procedure has learned.
  private static func comparison(
    by procedure: inout ProfileProcedure, random: inout RandomSource
  ) -> ComparisonTrial {
    let question = TrialQuestion(noteNumber: random.between(48, 72))
    let direction: PitchDirection = random.coin() ? .higher : .lower
    let offset = procedure.offsetCents(for: question, direction: direction, random: &random)
    let response = ComparisonResponse(
      question: question, offsetCents: offset,
      heard: heard(offsetCents: offset, random: &random))
    procedure.record(response)
    let reference = FrequencyCalculation.frequency(noteNumber: question.noteNumber)
    let target = Tuning.equal.target(
      reference: reference, interval: question.interval, offset: Cents(offset))
    return ComparisonTrial(
      answer: response, tuning: .equal,
      reference: TrialNote(frequency: reference, durationSeconds: noteSeconds),
      target: TrialNote(frequency: target, durationSeconds: noteSeconds),
      gapSeconds: 0.1, responseSeconds: 1)
  }

  /// Returns what a listener hears: a logistic function of the offset, which is right for three of
  /// four offsets of 8 cents, and a guess in 2 % of the trials.
  private static func heard(offsetCents: Double, random: inout RandomSource) -> PitchDirection {
    let chanceOfHigher = 0.01 + 0.98 / (1 + exp(-log(3) * offsetCents / 8))
    return random.fraction() < chanceOfHigher ? .higher : .lower
  }
}
