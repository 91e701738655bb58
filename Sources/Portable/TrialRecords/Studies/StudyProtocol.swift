public import PeachEarTraining

/// A fixed set of conditions for a listening study, in blocks. A CSV file with a row for each
/// condition (`Documentation/studies/protocols.md`).
///
/// ```swift
/// let study = try StudyProtocol(Array("block,note,offsetCents\nlow,48,5\n".utf8))
/// study.trials(seed: 1).count  // 1
/// ```
public struct StudyProtocol: Hashable, Sendable {
  /// A condition: a comparison that is presented `repetitions` times.
  public struct Condition: Hashable, Sendable {
    /// The name, or `line N`.
    public var name: String
    /// The name of the block.
    public var block: String
    /// The MIDI key of the reference.
    public var noteNumber: Double
    /// The interval from the reference to the target.
    public var interval = MusicalInterval.unison
    /// The deviation of the target from that interval; positive if the answer "higher" is right.
    public var offsetCents: Double
    /// The number of trials.
    public var repetitions = 1
    /// The duration of each note.
    public var noteSeconds = 1.0
    /// The silence between the notes.
    public var gapSeconds = 0.0
    /// The level of the target relative to the reference.
    public var levelDecibels = 0.0
    /// Whether the result is shown after the answer.
    public var showsFeedback = true
  }

  /// The conditions in the order of the file.
  public let conditions: [Condition]

  /// The blocks in the order of the file.
  public var blocks: [String] {
    var blocks: [String] = []
    for condition in conditions where !blocks.contains(condition.block) {
      blocks.append(condition.block)
    }
    return blocks
  }

  /// The largest number of trials.
  package static var maximumTrials: Int { 10_000 }

  /// Reads a protocol.
  ///
  /// - Throws: ``StudyProtocolError`` for the first invalid line.
  public init(_ bytes: [UInt8]) throws(StudyProtocolError) {
    conditions = try StudyProtocolReader.conditions(bytes)
  }

  /// Returns the trials of a session: blocks in random order, and the trials of each block in
  /// random order. The order depends on the file and the seed only.
  public func trials(seed: Int64) -> [PlannedTrial] {
    var random = RandomSource(seed: UInt64(bitPattern: seed))
    var trials: [PlannedTrial] = []
    for (index, block) in Self.shuffled(blocks, &random).enumerated() {
      let presented = conditions.filter { $0.block == block }
        .flatMap { [Condition](repeating: $0, count: $0.repetitions) }
      for condition in Self.shuffled(presented, &random) {
        trials.append(
          PlannedTrial(
            condition: condition, blockNumber: index + 1, trialNumber: trials.count + 1))
      }
    }
    return trials
  }

  /// Returns the elements in random order (Fisher and Yates).
  private static func shuffled<Element>(
    _ elements: [Element], _ random: inout RandomSource
  ) -> [Element] {
    var shuffled = elements
    var count = shuffled.count
    while count > 1 {
      shuffled.swapAt(count - 1, random.index(below: count))
      count -= 1
    }
    return shuffled
  }
}

/// A trial of a study before it is presented.
public struct PlannedTrial: Hashable, Sendable {
  /// The condition.
  public var condition: StudyProtocol.Condition
  /// The position of the block in the session, from 1.
  public var blockNumber: Int
  /// The position of the trial in the session, from 1.
  public var trialNumber: Int
}

/// An invalid line of a protocol.
public struct StudyProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  public var line: Int
  /// The reason, as a clause without a full stop.
  public var reason: String

  /// `line 3: offsetCents must be a number from -100 to 100 other than 0.`
  public var description: String { "line \(line): \(reason)." }
}
