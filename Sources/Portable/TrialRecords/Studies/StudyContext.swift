/// The origin of a trial in a study: the participant, and its position in the protocol.
public struct StudyContext: Hashable, Sendable {
  /// The name or code of the participant.
  public var participant: String
  /// The name of the protocol.
  public var study: String
  /// The seed of the order of blocks and trials.
  public var seed: Int64
  /// The name of the block.
  public var block: String
  /// The position of the block in the session, from 1.
  public var blockNumber: Int
  /// The position of the trial in the session, from 1.
  public var trialNumber: Int
  /// The name of the condition.
  public var condition: String

  /// Creates a context.
  public init(
    participant: String, study: String, seed: Int64, block: String, blockNumber: Int,
    trialNumber: Int, condition: String
  ) {
    (self.participant, self.study, self.seed) = (participant, study, seed)
    (self.block, self.blockNumber) = (block, blockNumber)
    (self.trialNumber, self.condition) = (trialNumber, condition)
  }

  /// Whether a text can be a name in a study: 1 to 100 bytes of UTF-8, without control characters.
  package static func isName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && !text.unicodeScalars.contains { $0.value < 32 || (127..<160).contains($0.value) }
  }

  /// The largest seed, which a JSON number represents exactly.
  package static var largestSeed: Int64 { 9_007_199_254_740_991 }
}
