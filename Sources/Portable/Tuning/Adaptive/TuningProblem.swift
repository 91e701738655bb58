import PeachMusicUnits

/// The weighted least squares whose solution is the tuning of a song. Each unknown is the deviation
/// of a note from the temperament, in cents. Terms:
///
/// - vertical: notes that sound together have pure intervals;
/// - horizontal: a repeated note keeps its pitch;
/// - center: the mean of the sounding notes does not move;
/// - ground: notes of clusters, and those that nothing else determines, keep the temperament;
/// - held, with glides: a part of a note keeps the pitch of the part before it.
///
/// Horizontal terms and those of the center are weak within a band, and firm beyond it.
struct TuningProblem {
  enum Weights {
    static let horizontal = 0.02
    static let firmHorizontal = 0.3
    static let otherOctave = 0.25
    static let center = 0.0005
    static let firmCenter = 4.0
    static let ground = 1e-5
    static let clusterGround = 1.0
    static let held = 0.02
    /// The part of the vertical weight that clusters lose.
    static let clusterLoss = 0.97
  }

  /// The cents by which a repeated note or the center may move before the term is firm.
  static let bandCents = 8.0
  static let memorySeconds = 0.5
  static let overlapSeconds = 0.3
  static let decaySeconds = 1.5
  private static let passLimit = 30

  /// A weighted sum of unknowns that is 0 at best: weak within the band, firm beyond it.
  private struct BandedTerm {
    var unknowns: [(index: Int, factor: Double)]
    var weak: Double
    var firm: Double
  }

  private let notes: [SongNote]
  private let slices: SongSlices
  private let temperamentCents: [Double]
  private let options: AdaptiveTuning
  private let pairs: IntervalPairs
  private let links: [RepeatedNotes.Link]
  /// The part of the same note before each; −1 for none. Empty without glides.
  private let previous: [Int]
  /// The index of the unknown of each note; `nil` for notes that keep the temperament.
  private let unknowns: [Int?]
  private let unknownCount: Int
  private let firstColumns: [Int]
  private let grounds: [Double]
  /// The maximum distance of the unknowns of a term.
  private let reach: Int

  init(
    notes: [SongNote], slices: SongSlices, links: [RepeatedNotes.Link], previous: [Int] = [],
    temperamentCents: [Double], options: AdaptiveTuning
  ) {
    (self.notes, self.slices, self.options) = (notes, slices, options)
    self.previous = previous
    self.temperamentCents = temperamentCents
    pairs = IntervalPairs(notes, slices, sevenths: options.sevenths)
    // By the ends of notes: a long note comes after those that it accompanies, so that the matrix
    // has few elements.
    let order = notes.indices.filter { !notes[$0].isFixed }
      .sorted(byKey: { SortKey(notes[$0].endFrame, $0) })
    var unknowns = [Int?](repeating: nil, count: notes.count)
    for (index, note) in order.enumerated() { unknowns[note] = index }
    self.unknowns = unknowns
    unknownCount = order.count
    let links = links.filter { RepeatedNotes.isNear($0, unknowns) }
    self.links = links
    let intervals = pairs.pairs
    func firstColumns(reach: Int) -> [Int] {
      var firstColumns = Array(0..<order.count)
      func connect(_ first: Int, _ second: Int) {
        guard let first = unknowns[first], let second = unknowns[second],
          abs(first - second) <= reach
        else { return }
        let row = max(first, second)
        firstColumns[row] = min(firstColumns[row], first, second)
      }
      for pair in intervals { connect(pair.low, pair.high) }
      for link in links { connect(link.note, link.earlier) }
      for (part, earlier) in previous.enumerated() where earlier >= 0 { connect(part, earlier) }
      return firstColumns
    }
    let all = firstColumns(reach: .max)
    // Many notes that last for most of the song would take time in proportion to its square.
    let isBounded = Self.operationCount(all) <= Self.operationsPerNote * max(order.count, 1)
    reach = isBounded ? .max : Self.boundedReach
    self.firstColumns = isBounded ? all : firstColumns(reach: Self.boundedReach)
    var grounds = [Double](repeating: Weights.ground, count: order.count)
    for (index, slice) in slices.slices.enumerated() {
      let cluster = pairs.chord(ofSlice: index).clusterFraction
      guard cluster > 0 else { continue }
      for note in slices.indices[slice.range] {
        if let unknown = unknowns[note] { grounds[unknown] += cluster * Weights.clusterGround }
      }
    }
    self.grounds = grounds
  }

  private static let operationsPerNote = 1 << 14
  /// The distance that notes ending between two of them may make, as for repeated notes.
  private static let boundedReach = 512

  /// Returns a bound of the operations that a factorization of rows with these first columns takes:
  /// each element takes at most the length of its column's row.
  private static func operationCount(_ firstColumns: [Int]) -> Int {
    var lengthsBefore = [0]
    lengthsBefore.reserveCapacity(firstColumns.count + 1)
    var count = 0
    for (row, first) in firstColumns.enumerated() {
      count += lengthsBefore[row] - lengthsBefore[first]
      lengthsBefore.append(lengthsBefore[row] + row - first)
    }
    return count
  }

  /// Whether two unknowns may be in one term.
  private func isNear(_ first: Int?, _ second: Int?) -> Bool {
    guard reach < .max, let first, let second else { return true }
    return abs(first - second) <= reach
  }

  /// Returns the deviations of all notes.
  ///
  /// - Parameter choice: A solution that chooses between the ratios of ambiguous intervals.
  func solution(near choice: [Double]?) -> [Double] {
    var base = SkylineMatrix(firstColumns: firstColumns)
    var right = [Double](repeating: 0, count: unknownCount)
    for row in 0..<unknownCount { base.add(grounds[row], row, row) }
    let total = choice.map { zip($0, temperamentCents).map { $0 + $1 } }
    for term in pairs.terms(near: total) {
      let tempered = temperamentCents[term.high] - temperamentCents[term.low]
      let target = options.purity * (term.cents - tempered)
      let (low, high) = (unknowns[term.low], unknowns[term.high])
      if !isNear(low, high) { continue }
      if let high {
        base.add(term.weight, high, high)
        right[high] += term.weight * target
      }
      if let low {
        base.add(term.weight, low, low)
        right[low] -= term.weight * target
      }
      if let low, let high { base.add(-term.weight, high, low) }
    }
    for link in links { add(link.weight, between: link.note, link.earlier, to: &base) }
    for (part, earlier) in previous.enumerated() where earlier >= 0 {
      add(Weights.held, between: part, earlier, to: &base)
    }
    let x = solution(base, right)
    return unknowns.map { $0.map { x[$0] } ?? 0 }
  }

  /// Adds a term whose target is equal deviations.
  private func add(
    _ weight: Double, between note: Int, _ earlier: Int, to base: inout SkylineMatrix
  ) {
    let (note, earlier) = (unknowns[note], unknowns[earlier])
    if let note { base.add(weight, note, note) }
    if let earlier { base.add(weight, earlier, earlier) }
    if let note, let earlier { base.add(-weight, note, earlier) }
  }

  /// Solves with the banded terms: each pass of Newton's method makes those firm that leave their
  /// band.
  private func solution(_ base: SkylineMatrix, _ right: [Double]) -> [Double] {
    let terms = bandedTerms()
    var sides = [Double](repeating: 0, count: terms.count)
    var x = [Double](repeating: 0, count: unknownCount)
    for _ in 0..<Self.passLimit {
      var matrix = base
      var sum = right
      for (term, side) in zip(terms, sides) {
        let weight = term.weak + (side == 0 ? 0 : term.firm)
        for (position, first) in term.unknowns.enumerated() {
          sum[first.index] += (side == 0 ? 0 : term.firm) * side * Self.bandCents * first.factor
          for second in term.unknowns[position...] {
            matrix.add(weight * first.factor * second.factor, first.index, second.index)
          }
        }
      }
      matrix.factor()
      x = matrix.solution(sum)
      let next = terms.map { term in
        let value = term.unknowns.reduce(0) { $0 + $1.factor * x[$1.index] }
        return value > Self.bandCents ? 1.0 : value < -Self.bandCents ? -1 : 0
      }
      if next == sides { break }
      sides = next
    }
    return x
  }

  private func bandedTerms() -> [BandedTerm] {
    var terms: [BandedTerm] = []
    for slice in slices.slices {
      let members = slices.indices[slice.range]
      let levels = members.map { notes[$0].level(at: slice.startFrame) }
      let sum = levels.reduce(0) { $0 + $1 }
      var own: [(index: Int, factor: Double)] = []
      for (note, level) in zip(members, levels) {
        if let unknown = unknowns[note] { own.append((unknown, level / sum)) }
      }
      if reach < .max {
        let first = own.reduce(Int.max) { min($0, $1.index) }
        own.removeAll { $0.index - first > reach }
      }
      let duration = 1 - Self.decay(slice.seconds / Self.overlapSeconds)
      terms.append(
        BandedTerm(
          unknowns: own, weak: Weights.center * duration, firm: Weights.firmCenter * duration))
    }
    for link in links {
      var own: [(index: Int, factor: Double)] = []
      if let note = unknowns[link.note] { own.append((note, 1)) }
      if let earlier = unknowns[link.earlier] { own.append((earlier, -1)) }
      terms.append(
        BandedTerm(
          unknowns: own, weak: 0,
          firm: Weights.firmHorizontal * link.weight / Weights.horizontal))
    }
    return terms
  }
}

extension SongNote {
  /// Returns the weight of the note among those that sound, at a frame after its start.
  func level(at frame: Int64) -> Double {
    let level = 0.3 + 0.7 * Double(velocity) / 127
    guard isDecaying else { return level }
    let seconds = Double(max(frame - startFrame, 0)) / Double(SongNotes.sampleRate)
    return level * TuningProblem.decay(seconds / TuningProblem.decaySeconds)
  }
}

extension TuningProblem {
  /// Returns e^(−x).
  static func decay(_ x: Double) -> Double { Exponential.exp2(-x * 1.4426950408889634) }
}
