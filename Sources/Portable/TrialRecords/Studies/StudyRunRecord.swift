/// A run of a study: the program, the sound and the device with which trials were presented. It is
/// written as a JSON object on a line.
public struct StudyRunRecord: Sendable {
  /// The members in order.
  private var members: [(name: String, value: TrialValue)] = []

  /// Creates a record of a run at a time.
  public init(_ origin: TrialOrigin, milliseconds: Int64) {
    add("run", .text(origin.run))
    add("session", .text(origin.session))
    add("time", .text(CalendarDate.time(milliseconds: milliseconds)))
  }

  /// Adds a text, unless it is `nil`.
  public mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, .text(text)) }
  }

  /// Adds an integer, unless it is `nil`.
  public mutating func add(_ name: String, _ number: Int?) {
    if let number { add(name, .integer(Int64(number))) }
  }

  /// Adds a number.
  public mutating func add(_ name: String, _ number: Double) { add(name, .real(number)) }

  private mutating func add(_ name: String, _ value: TrialValue) { members.append((name, value)) }

  /// The line, without a line feed.
  public var line: String { JSONLine.text(members) }
}
