/// The length of a training session. A session of minutes ends after the trial during which they
/// pass.
package enum SessionLength: Hashable, Sendable {
  case endless
  case trials(Int)
  case minutes(Int)

  /// The lengths that settings offer.
  package static var offered: [SessionLength] {
    [
      .endless, .trials(10), .trials(20), .trials(50), .trials(100), .minutes(5), .minutes(10),
      .minutes(15), .minutes(30),
    ]
  }

  /// Creates a length from its code, such as `20 trials`, `10 minutes` or `endless`. Returns `nil`
  /// if it is not one.
  package init?(code: String) {
    if code == "endless" {
      self = .endless
      return
    }
    let words = code.split(separator: " ")
    guard words.count == 2, let count = Int(words[0]) else { return nil }
    switch words[1] {
    case "trials" where (1...10_000).contains(count): self = .trials(count)
    case "minutes" where (1...600).contains(count): self = .minutes(count)
    default: return nil
    }
  }

  package var code: String {
    switch self {
    case .endless: "endless"
    case .trials(let count): "\(count) trials"
    case .minutes(let count): "\(count) minutes"
    }
  }

  /// Returns whether a session is over.
  func isReached(trials: Int, seconds: Double) -> Bool {
    switch self {
    case .endless: false
    case .trials(let count): trials >= count
    case .minutes(let count): seconds >= Double(count) * 60
    }
  }
}
