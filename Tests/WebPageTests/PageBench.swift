import Foundation
import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachWebPage
import Testing

/// A page with what its script would hold: the parts of the document, the stored trials and the
/// messages to the engine.
struct PageBench {
  var page: Page
  var parts: [String: String] = [:]
  /// All commands, in order.
  var commands: [[String]] = []
  var seconds = 10.0
  /// The numbers of the last piano roll.
  var roll: [Float] = []

  init(
    preferences: String = "", trials: String = "", badges: String = "",
    language: String = "en-GB", seed: UInt64 = 1
  ) throws {
    page = Page(
      preferences: preferences, trials: Array(trials.utf8), badges: badges, language: language,
      seed: seed)
    try perform(page.open(at: time))
  }

  var time: PageTime {
    PageTime(seconds: seconds, milliseconds: 1_790_000_000_000 + Int64(seconds * 1000), day: 20_717)
  }

  /// Handles an event and returns its commands.
  @discardableResult mutating func handle(_ fields: String...) throws -> [[String]] {
    seconds += 0.5
    if fields[0] == "engine" {
      let lines = fields[1].split(separator: "\n").map { "\t\($0)" }.joined(separator: "\n")
      return try perform(
        page.take(
          reports: Array(lines.utf8), clock: AudioClock(startSeconds: 0, secondsPerFrame: 1),
          at: time))
    }
    let values = fields.dropFirst() + ["", "", ""]
    return try perform(page.handle(fields[0], values[1], values[2], values[3], at: time))
  }

  /// Performs commands. Their messages replace `null`.
  @discardableResult mutating func perform(_ output: PageOutput) throws -> [[String]] {
    var messages = output.messages[...]
    let texts = try JSONDecoder().decode([[String?]].self, from: Data(output.commands.utf8))
    var roll: [UInt8]?
    let new = try texts.map { command in
      try command.map { text in
        if let text { return text }
        let next = messages.popFirst()
        let message = try #require(next)
        if command[0] == "roll" { roll = message }
        return String(decoding: message, as: UTF8.self)
      }
    }
    if let roll {
      self.roll = stride(from: 0, to: roll.count, by: 4).map { index in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(roll[index + $1]) << (8 * UInt32($1)) })
      }
    }
    #expect(messages.isEmpty)
    // Messages are not within the commands, where the script would have to escape and parse them.
    #expect(!texts.contains { $0[0] != "set" && $0.contains { $0?.contains("\t") == true } })
    for command in new where command[0] == "set" { parts[command[1]] = command[2] }
    commands += new
    return new
  }

  /// The messages to the engine, in order.
  var messages: [EngineMessage] {
    commands.filter { $0[0] == "engine" }.compactMap { EngineMessage(line: $0[$0.count - 1]) }
  }

  /// The lines of the stored trials.
  var trials: [String] { commands.filter { $0[0] == "store" }.map { $0[2] } }

  /// Reports the target's onset and end of the last pair. Returns the pair.
  mutating func hearPair() throws -> (reference: TrialNote, target: TrialNote) {
    for case .playPair(let cue, let reference, let target, _, _) in messages.reversed() {
      try handle("engine", EngineReport.targetBegan(cue).line)
      try handle("engine", EngineReport.targetEnded(cue).line)
      return (reference, target)
    }
    throw CocoaError(.featureUnsupported)
  }

  /// Reports that the feedback was shown long enough.
  mutating func endFeedback() throws {
    for case .wait(let cue, _) in messages.reversed() {
      try handle("engine", EngineReport.waited(cue).line)
      return
    }
  }

  /// Answers the question that has been heard, right or wrong.
  mutating func answer(_ pair: (reference: TrialNote, target: TrialNote), isRight: Bool = true)
    throws
  {
    let isHigher = pair.target.frequency.hertz > pair.reference.frequency.hertz
    try handle("do", isHigher == isRight ? "answer higher" : "answer lower")
  }
}
