/// A note of a song in the piano roll.
package struct SongNote: Hashable, Sendable {
  package var key: UInt8
  package var startSeconds: Double
  package var endSeconds: Double
  /// The mean deviation from equal temperament, in cents.
  package var meanCents: Double
  /// The deviation at the start, and its changes; empty if there is none.
  package var deviations: [Deviation]

  /// A deviation from equal temperament, from a time on.
  package struct Deviation: Hashable, Sendable {
    package var seconds: Double
    package var cents: Double

    package init(seconds: Double, cents: Double) { (self.seconds, self.cents) = (seconds, cents) }
  }

  package init(
    key: UInt8, startSeconds: Double, endSeconds: Double, meanCents: Double = 0,
    deviations: [Deviation] = []
  ) {
    (self.key, self.startSeconds, self.endSeconds) = (key, startSeconds, endSeconds)
    (self.meanCents, self.deviations) = (meanCents, deviations)
  }

  /// Key, start, end, mean and the number of deviations, then time and cents of each.
  var numbers: [Double] {
    [Double(key), startSeconds, endSeconds, meanCents, Double(deviations.count)]
      + deviations.flatMap { [$0.seconds, $0.cents] }
  }

  /// Returns the notes whose ``numbers`` these are, one after another; `nil` if they are
  /// incomplete.
  static func notes(_ numbers: [Double]) -> [SongNote]? {
    var notes: [SongNote] = []
    var rest = numbers[...]
    while !rest.isEmpty {
      guard rest.count >= 5 else { return nil }
      let head = Array(rest.prefix(5))
      rest = rest.dropFirst(5)
      let count = Int(min(max(head[4], 0), 1e6))
      guard 2 * count <= rest.count else { return nil }
      let times = Array(rest.prefix(2 * count))
      rest = rest.dropFirst(2 * count)
      notes.append(
        SongNote(
          key: UInt8(min(max(head[0], 0), 127)), startSeconds: head[1], endSeconds: head[2],
          meanCents: head[3],
          deviations: stride(from: 0, to: times.count, by: 2).map { index in
            Deviation(seconds: times[index], cents: times[index + 1])
          }))
    }
    return notes
  }
}
