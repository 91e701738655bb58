import PeachMusicUnits

/// A change of the tempo in a track of Recomposer.
struct RCPTempoChange {
  let tick: Int64
  /// The tempo in 64ths of that at the start.
  let ratio: UInt8
  /// The speed of a gradual change; 0 for an immediate one.
  let gradation: UInt8
}

/// The tempos of a song of Recomposer. A gradual change starts at the tempo of all tracks until
/// then, and ends early at the next change.
struct RCPTempos {
  private struct Change {
    let content: RCPTempoChange
    let track: Int
  }

  /// The ticks of a quarter note that the lengths of gradual changes count.
  private static let gradationDivision = 48.0
  /// The length of the slowest change, and the difference for twice the speed, in these ticks.
  private static let longestGradation = 255.0
  private static let gradationPerOctave = 30.0
  /// The ticks between the steps of a gradual change.
  private static let gradationStep = 4.0

  private let tempo: Double
  private let division: Int
  private var changes: [Change] = []
  /// The meta-events of each track.
  private var events: [Int: [(tick: Int64, content: [UInt8])]] = [:]

  init(tempo: Int, division: Int) { (self.tempo, self.division) = (Double(tempo), division) }

  mutating func add(_ change: RCPTempoChange, track: Int) {
    changes.append(Change(content: change, track: track))
  }

  /// The content of the meta-event at the start.
  var first: [UInt8] { Self.content(tempo) }

  /// The meta-events of a track in the order of their ticks.
  func events(ofTrack track: Int) -> [(tick: Int64, content: [UInt8])] { events[track] ?? [] }

  /// Calculates the tempos.
  ///
  /// - Parameter budget: The maximum number of steps of gradual changes.
  mutating func resolve(budget: Int) {
    let sorted = changes.sorted(byKey: { SortKey($0.content.tick, $0.track) })
    var budget = budget
    var current = tempo
    for (index, change) in sorted.enumerated() {
      let target = max(tempo * Double(change.content.ratio) / 64, 1)
      let start = change.content.tick
      let next = index + 1 < sorted.count ? sorted[index + 1].content.tick : Int64.max
      let length = change.content.gradation == 0 ? 0 : ticks(change.content.gradation)
      let isShort = length > 0 && next < start + Int64(length.rounded(.up))
      let end = isShort ? Double(next - start) : length
      var offset = 0.0
      while offset < end, budget > 0 {
        let value = current + (target - current) * offset / length
        append(value, at: start + Int64(offset), track: change.track)
        offset += max(Self.gradationStep * Double(division) / Self.gradationDivision, 1)
        budget -= 1
      }
      current = isShort ? current + (target - current) * end / length : target
      if !isShort { append(target, at: start + Int64(length.rounded()), track: change.track) }
    }
  }

  /// The length of a gradual change: 255 ticks at speed 1, 30 fewer for each doubling.
  private func ticks(_ gradation: UInt8) -> Double {
    let octaves = Exponential.log2(Double(gradation))
    return (Self.longestGradation - Self.gradationPerOctave * octaves).rounded()
      * Double(division) / Self.gradationDivision
  }

  private mutating func append(_ tempo: Double, at tick: Int64, track: Int) {
    events[track, default: []].append((tick, Self.content(tempo)))
  }

  /// Returns the content of a tempo meta-event: microseconds per quarter note.
  private static func content(_ tempo: Double) -> [UInt8] {
    let microseconds = Int(min((60_000_000 / tempo).rounded(), 16_777_215))
    return [UInt8(microseconds >> 16), UInt8(microseconds >> 8 & 0xFF), UInt8(microseconds & 0xFF)]
  }
}
