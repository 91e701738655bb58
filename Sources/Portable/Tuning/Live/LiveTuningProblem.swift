/// The weighted least squares of one decision of a ``LiveTuner``: the terms of ``TuningProblem``
/// with the notes that keep their pitch as constants. All memory is allocated by `init`.
///
/// Notes of one pitch class that begin in one frame share an unknown z, and a note deviates from
/// the temperament by z − purity · (the deviation of the temperament), so that octaves are pure in
/// any temperament. Intervals depend on pitch classes alone: the notes of a class that keep their
/// pitch are one constant, with the sum of their weights.
struct LiveTuningProblem: BitwiseCopyable {
  /// The number of unknowns; if there are more, the oldest notes keep their pitch.
  static var unknownLimit: Int { 16 }
  private static var passLimit: Int { 6 }
  private static var ground: Double { 1e-4 }
  private static var glideWeight: Double { 0.02 }

  /// Notes of a pitch class that share an unknown, or that keep their pitch.
  private struct Group: BitwiseCopyable {
    var pitchClass = 0
    var startFrame: Int64 = 0
    /// The key of one of the notes.
    var key: UInt8 = 0
    /// The sum of the roots of the levels.
    var root = 0.0
    /// The sums, weighted by the roots, of z of constants, and of what to add to z for the pitch.
    var value = 0.0
    var addend = 0.0
  }

  private let sampleRate: Double
  private let groups: UnsafeMutablePointer<Group>
  private let constants: UnsafeMutablePointer<Group>
  /// Matrices by rows; only the lower triangle is used.
  private let base: UnsafeMutablePointer<Double>
  private let matrix: UnsafeMutablePointer<Double>
  private let baseRight: UnsafeMutablePointer<Double>
  private let right: UnsafeMutablePointer<Double>
  private let shares: UnsafeMutablePointer<Double>
  /// The solution.
  private let x: UnsafeMutablePointer<Double>

  /// The chord and the numbers of a decision.
  private struct Decision {
    var chord: ChordIntervals
    var purity: Double
    /// Notes that began earlier glide from their pitch.
    var heldFrame: Int64
    var groupCount = 0
    var constantCount = 0
    /// The part of the mean deviation that does not depend on the unknowns.
    var constantMean = 0.0
  }

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    let size = Self.unknownLimit
    groups = .allocate(capacity: size)
    groups.initialize(repeating: Group(), count: size)
    constants = .allocate(capacity: 12)
    constants.initialize(repeating: Group(), count: 12)
    let numbers = UnsafeMutablePointer<Double>.allocate(capacity: 2 * size * size + 4 * size)
    numbers.initialize(repeating: 0, count: 2 * size * size + 4 * size)
    base = numbers
    matrix = numbers + size * size
    baseRight = numbers + 2 * size * size
    right = baseRight + size
    shares = right + size
    x = shares + size
  }

  func deallocate() {
    groups.deallocate()
    constants.deallocate()
    base.deallocate()
  }

  /// Returns the deviation of a note with an unknown from the temperament.
  func cents(of note: LiveNote, _ options: AdaptiveTuning) -> Double {
    x[note.unknown] - options.purity * note.temperamentCents
  }

  /// Solves for the notes that are new or younger than a time, or with glides for all.
  func solve(
    _ notes: UnsafeMutablePointer<LiveNote>, _ count: Int, at frame: Int64, youngFrames: Int64,
    _ options: AdaptiveTuning
  ) {
    var classes = UInt16(0)
    for index in 0..<count { classes |= 1 &<< UInt16(notes[index].pitchClass) }
    var decision = Decision(
      chord: ChordIntervals(classes: classes, sevenths: options.sevenths), purity: options.purity,
      heldFrame: frame &- youngFrames)
    setLevels(notes, count, at: frame)
    group(notes, count, at: frame, youngFrames: youngFrames, options, &decision)
    if decision.groupCount == 0 { return }
    setShares(notes, count, &decision)
    // The first solution chooses between the ratios of ambiguous intervals.
    for solution in 0..<2 {
      setBase(notes, count, decision, choosesNearest: solution == 1)
      solveWithBands(notes, count, decision)
    }
  }

  private func setLevels(
    _ notes: UnsafeMutablePointer<LiveNote>, _ count: Int, at frame: Int64
  ) {
    for index in 0..<count {
      var level = 0.3 + 0.7 * Double(notes[index].velocity) / 127
      if notes[index].isDecaying {
        let seconds = Double(max(frame &- notes[index].startFrame, 0)) / sampleRate
        level *= TuningProblem.decay(seconds / TuningProblem.decaySeconds)
      }
      level = max(level, 1e-9)
      notes[index].level = level
      // One instruction, which the compiler does not know to be real-time safe.
      notes[index].root = _unsafePerformance { level.squareRoot() }
    }
  }

  /// Assigns unknowns, the youngest notes first.
  private func group(
    _ notes: UnsafeMutablePointer<LiveNote>, _ count: Int, at frame: Int64, youngFrames: Int64,
    _ options: AdaptiveTuning, _ decision: inout Decision
  ) {
    for offset in 0..<count {
      let note = notes + (count &- 1 &- offset)
      let isFree =
        note.pointee.isNew || frame &- note.pointee.startFrame < youngFrames
        || options.glideRate > 0
      note.pointee.unknown = -1
      if isFree && !note.pointee.isFixed {
        let found = index(of: note.pointee, in: groups, decision.groupCount, byFrame: true)
        if found < Self.unknownLimit {
          if found == decision.groupCount { decision.groupCount &+= 1 }
          note.pointee.unknown = found
          add(note.pointee, to: groups + found, decision)
          continue
        }
      }
      let found = index(of: note.pointee, in: constants, decision.constantCount, byFrame: false)
      if found == decision.constantCount { decision.constantCount &+= 1 }
      add(note.pointee, to: constants + found, decision)
    }
  }

  /// Returns the index of a note's group; if there is none, that of a new one, which may be beyond
  /// the limit.
  private func index(
    of note: LiveNote, in groups: UnsafeMutablePointer<Group>, _ count: Int, byFrame: Bool
  ) -> Int {
    for index in 0..<count
    where groups[index].pitchClass == note.pitchClass
      && (!byFrame || groups[index].startFrame == note.startFrame)
    { return index }
    if count < (byFrame ? Self.unknownLimit : 12) {
      groups[count] = Group(
        pitchClass: note.pitchClass, startFrame: note.startFrame, key: note.key)
    }
    return count
  }

  private func add(
    _ note: LiveNote, to group: UnsafeMutablePointer<Group>, _ decision: Decision
  ) {
    group.pointee.root += note.root
    group.pointee.value += note.root * (note.cents + decision.purity * note.temperamentCents)
    group.pointee.addend += note.root * (1 - decision.purity) * note.temperamentCents
  }

  /// Sets the share of each unknown in the mean deviation.
  private func setShares(
    _ notes: UnsafeMutablePointer<LiveNote>, _ count: Int, _ decision: inout Decision
  ) {
    var sum = 0.0
    for index in 0..<count { sum += notes[index].level }
    for index in 0..<decision.groupCount { shares[index] = 0 }
    for index in 0..<count {
      let share = notes[index].level / sum
      let unknown = notes[index].unknown
      if unknown >= 0 {
        shares[unknown] += share
        decision.constantMean -= share * decision.purity * notes[index].temperamentCents
      } else {
        decision.constantMean += share * notes[index].cents
      }
    }
  }

  // MARK: Normal equations

  private func setBase(
    _ notes: UnsafeMutablePointer<LiveNote>, _ count: Int, _ decision: Decision,
    choosesNearest: Bool
  ) {
    for row in 0..<decision.groupCount {
      for column in 0...row { base[row &* Self.unknownLimit &+ column] = 0 }
      baseRight[row] = 0
    }
    for first in 0..<decision.groupCount {
      for second in 0..<first {
        let target = target(
          groups[second], x[second], groups[first], x[first], decision, choosesNearest)
        let weight = target.weight * groups[first].root * groups[second].root
        addToDiagonal(first, weight, weight * target.cents)
        addToDiagonal(second, weight, -weight * target.cents)
        base[first &* Self.unknownLimit &+ second] -= weight
      }
      for index in 0..<decision.constantCount {
        let constant = constants[index]
        let mean = constant.value / constant.root
        let target = target(constant, mean, groups[first], x[first], decision, choosesNearest)
        let weight = target.weight * groups[first].root * constant.root
        addToDiagonal(first, weight, weight * (target.cents + mean))
      }
    }
    let ground =
      Self.ground + decision.chord.clusterFraction * TuningProblem.Weights.clusterGround
    for index in 0..<count where notes[index].unknown >= 0 {
      let unknown = notes[index].unknown
      let offset = decision.purity * notes[index].temperamentCents
      addToDiagonal(unknown, ground, ground * offset)
      let link = notes[index].linkWeight
      if link > 0 { addToDiagonal(unknown, link, link * (notes[index].linkCents + offset)) }
      if notes[index].startFrame < decision.heldFrame {
        addToDiagonal(
          unknown, Self.glideWeight, Self.glideWeight * (notes[index].cents + offset))
      }
    }
  }

  private func addToDiagonal(_ row: Int, _ weight: Double, _ right: Double) {
    base[row &* Self.unknownLimit &+ row] += weight
    baseRight[row] += right
  }

  /// Returns the target of a group above another one, and its weight. With `choosesNearest`,
  /// ambiguous intervals have the ratio that is nearest to the present values.
  private func target(
    _ low: Group, _ lowValue: Double, _ high: Group, _ highValue: Double, _ decision: Decision,
    _ choosesNearest: Bool
  ) -> ChordIntervals.Target {
    if low.key > high.key {
      var inverse = target(high, highValue, low, lowValue, decision, choosesNearest)
      inverse.cents = -inverse.cents
      return inverse
    }
    var target = decision.chord.target(from: low.pitchClass, to: high.pitchClass)
    if choosesNearest {
      let difference =
        highValue + high.addend / high.root - lowValue - low.addend / low.root
      let nearest = decision.chord.nearestTarget(
        from: low.pitchClass, to: high.pitchClass, cents: difference)
      if let nearest { target = nearest }
    }
    if low.pitchClass != high.pitchClass {
      target.weight *= 1 - TuningProblem.Weights.clusterLoss * decision.chord.clusterFraction
    }
    target.cents *= decision.purity
    return target
  }

  // MARK: Solution

  /// Solves with the bands around the center and around repeated notes: each pass of Newton's
  /// method makes those firm that leave their band.
  private func solveWithBands(
    _ notes: UnsafeMutablePointer<LiveNote>, _ count: Int, _ decision: Decision
  ) {
    let band = TuningProblem.bandCents
    let firm = TuningProblem.Weights.firmHorizontal / TuningProblem.Weights.horizontal
    var centerSide = 0.0
    for index in 0..<count { notes[index].side = 0 }
    for _ in 0..<Self.passLimit {
      let center =
        TuningProblem.Weights.center + (centerSide == 0 ? 0 : TuningProblem.Weights.firmCenter)
      let goal =
        centerSide * band * TuningProblem.Weights.firmCenter - center * decision.constantMean
      for row in 0..<decision.groupCount {
        for column in 0...row {
          let index = row &* Self.unknownLimit &+ column
          matrix[index] = base[index] + center * shares[row] * shares[column]
        }
        right[row] = baseRight[row] + shares[row] * goal
      }
      for index in 0..<count where notes[index].side != 0 && notes[index].unknown >= 0 {
        let unknown = notes[index].unknown
        let weight = firm * notes[index].linkWeight
        let value =
          notes[index].linkCents + notes[index].side * band
          + decision.purity * notes[index].temperamentCents
        matrix[unknown &* Self.unknownLimit &+ unknown] += weight
        right[unknown] += weight * value
      }
      solveEquations(decision.groupCount)
      if !updateSides(notes, count, decision, &centerSide) { return }
    }
  }

  /// Returns whether a side has changed.
  private func updateSides(
    _ notes: UnsafeMutablePointer<LiveNote>, _ count: Int, _ decision: Decision,
    _ centerSide: inout Double
  ) -> Bool {
    let band = TuningProblem.bandCents
    func side(_ cents: Double) -> Double { cents > band ? 1 : cents < -band ? -1 : 0 }
    var mean = decision.constantMean
    for index in 0..<decision.groupCount { mean += shares[index] * x[index] }
    var hasChanged = side(mean) != centerSide
    centerSide = side(mean)
    for index in 0..<count where notes[index].unknown >= 0 && notes[index].linkWeight > 0 {
      let cents =
        x[notes[index].unknown] - decision.purity * notes[index].temperamentCents
        - notes[index].linkCents
      if side(cents) != notes[index].side { hasChanged = true }
      notes[index].side = side(cents)
    }
    return hasChanged
  }

  /// Solves the symmetric positive definite equations by L · D · Lᵀ.
  private func solveEquations(_ size: Int) {
    let stride = Self.unknownLimit
    for row in 0..<size {
      let own = matrix + row &* stride
      for column in 0..<row {
        let other = matrix + column &* stride
        var sum = own[column]
        for index in 0..<column { sum -= own[index] * other[index] }
        // L · D until the row is complete.
        own[column] = sum
      }
      var pivot = own[row]
      var value = right[row]
      for column in 0..<row {
        let factor = own[column] / matrix[column &* stride &+ column]
        pivot -= own[column] * factor
        own[column] = factor
        value -= factor * x[column]
      }
      own[row] = pivot
      x[row] = value
    }
    for row in 0..<size { x[row] /= matrix[row &* stride &+ row] }
    var row = size &- 1
    while row >= 0 {
      for below in row &+ 1..<max(size, row &+ 1) {
        x[row] -= matrix[below &* stride &+ row] * x[below]
      }
      row &-= 1
    }
  }
}
