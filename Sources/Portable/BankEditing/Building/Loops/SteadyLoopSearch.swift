import PeachMusicUnits

/// Finds a loop in a sustained tone. Its level is flattened first, so that a diminuendo can be
/// looped. Both ends must agree in pitch, level and timbre for 50 ms on each side. The best
/// candidates are aligned by correlation, and judged by the spectral change at their joint, without
/// which long loops would have worse joints than short ones.
struct SteadyLoopSearch {
  let loop: Range<Int>
  /// The channels up to eight frames after the loop, with the crossfade.
  let channels: [[Float]]

  private static var candidateLimit: Int { 16 }
  private static var maxSeconds: Double { 4 }
  private static var minSeconds: Double { 0.12 }
  /// The number of feature frames that are compared.
  private static var comparedCount: Int { 20 }
  /// The cost of half the length.
  private static var halvingCost: Double { 0.45 }
  private static var correlationGain: Double { 6 }
  /// The cost of the mismatch per decibel, and the mismatch below which it is inaudible.
  private static var mismatchCost: Double { 0.1 }
  private static var minMismatchDecibels: Double { -80 }
  /// The cost per unit of relative flux above the limit.
  private static var fluxCost: Double { 3 }
  private static var fluxLimit: Double { 1.2 }
  /// The cost of a loop that is not a whole number of periods, and the number of loops whose
  /// periods are counted.
  private static var fractionCost: Double { 5 }
  private static var countedLimit: Int { 12 }

  private struct Candidate {
    var start: Int
    var lag: Int
    var cost: Double
  }

  /// Returns `nil` if the sustained segment is too short.
  ///
  /// - Parameters:
  ///   - channels: The channels of the recording, of equal length.
  ///   - hertz: The pitch of the tone.
  init?(
    in channels: [[Float]], envelope: PowerEnvelope, attackSeconds: Double, hertz: Double,
    sampleRate: Double
  ) {
    guard hertz > 0, 2 * hertz < sampleRate,
      let segment = SustainSegment(envelope, attackSeconds: attackSeconds, hertz: hertz)?.frames,
      Double(segment.count) >= max(0.16, 14 / hertz) * sampleRate
    else { return nil }
    let flat = LevelFlattening.applied(to: channels, in: segment, sampleRate: sampleRate)
    let mono = Self.mean(flat)
    let features = LoopFeatures(mono, in: segment, hertz: hertz, sampleRate: sampleRate)
    let candidates = Self.candidates(features, hertz: hertz, sampleRate: sampleRate)
    let flux = JointFlux(mono, hertz: hertz, sampleRate: sampleRate)
    var joints: [(cost: Double, joint: LoopJoint)] = []
    for candidate in candidates {
      let start = (segment.lowerBound / features.hop + candidate.start) * features.hop
      let range = start..<start + candidate.lag * features.hop
      guard
        let joint = LoopJoint(
          mono, near: range, segment: segment, period: sampleRate / hertz, sampleRate: sampleRate)
      else { continue }
      let tail = joint.crossfaded(mono)
      let relative = flux.relative(joint.loop, tail: tail) ?? 2
      let cost =
        candidate.cost - Self.correlationGain * joint.correlation
        + Self.mismatchCost * max(joint.mismatchDecibels, Self.minMismatchDecibels)
        + Self.fluxCost * max(relative - Self.fluxLimit, 0)
      joints.append((cost, joint))
    }
    guard
      let joint = Self.best(joints, in: mono, hertz: hertz, sampleRate: sampleRate),
      joint.loop.count >= 16
    else { return nil }
    loop = joint.loop
    self.channels = flat.map { channel in
      let end = joint.loop.upperBound - joint.fadeCount
      let result = Array(channel[..<end]) + joint.crossfaded(channel)
      return result + result[joint.loop.lowerBound..<joint.loop.lowerBound + 8]
    }
  }

  /// Returns the joint with the lowest cost. In a loop that is not a whole number of periods, the
  /// partials jump at the joint, and have no common pitch.
  private static func best(
    _ joints: [(cost: Double, joint: LoopJoint)], in channel: [Float], hertz: Double,
    sampleRate: Double
  ) -> LoopJoint? {
    let order = joints.indices.sorted { (joints[$0].cost, $0) < (joints[$1].cost, $1) }
    var best: (cost: Double, joint: LoopJoint)?
    for index in order.prefix(countedLimit) {
      var (cost, joint) = joints[index]
      if let best, best.cost <= cost { break }
      let end = joint.loop.upperBound - joint.fadeCount
      let periods = LoopPeriods(
        Array(channel[..<end]) + joint.crossfaded(channel), joint.loop, hertz: hertz,
        sampleRate: sampleRate)
      if periods?.isWhole != true { cost += fractionCost }
      if best.map({ cost < $0.cost }) ?? true { best = (cost, joint) }
    }
    return best?.joint
  }

  private static func mean(_ channels: [[Float]]) -> [Float] {
    guard channels.count == 2 else { return channels.first ?? [] }
    return zip(channels[0], channels[1]).map { ($0 + $1) / 2 }
  }

  /// Returns the best pairs of start and length, in feature frames, and others of other lengths.
  private static func candidates(
    _ features: LoopFeatures, hertz: Double, sampleRate: Double
  ) -> [Candidate] {
    let hop = Double(features.hop)
    let shortest = max(
      Int(minSeconds * sampleRate / hop), Int(8 * sampleRate / hertz / hop), features.count / 4, 1)
    let longest = min(features.count - comparedCount / 2, Int(maxSeconds * sampleRate / hop))
    guard shortest < longest else { return [] }
    var all: [Candidate] = []
    for lag in shortest..<longest {
      let distances = features.distances(lag: lag, over: comparedCount)
      // The crossfade uses frames before the start, which must not belong to the attack.
      let starts = distances.indices.dropFirst(comparedCount / 2)
      guard let start = starts.min(by: { distances[$0] < distances[$1] }) else { continue }
      let length = Double(lag) / Double(features.count)
      all.append(
        Candidate(
          start: start, lag: lag,
          cost: distances[start] - halvingCost * Exponential.log2(length)))
    }
    all.sort { ($0.cost, $0.lag) < ($1.cost, $1.lag) }
    var selected: [Candidate] = []
    for candidate in all where selected.count < candidateLimit {
      let isNew = selected.allSatisfy {
        abs($0.start - candidate.start) >= 8 || abs($0.lag - candidate.lag) >= 8
      }
      if isNew { selected.append(candidate) }
    }
    // Steady tones have many equal candidates. Other lengths may be nearer to whole periods.
    for candidate in all where selected.count < 2 * candidateLimit {
      if selected.allSatisfy({ abs($0.lag - candidate.lag) >= 6 }) { selected.append(candidate) }
    }
    return selected
  }
}
