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
  /// The cost per unit of relative flux above the limit.
  private static var fluxCost: Double { 3 }
  private static var fluxLimit: Double { 1.2 }

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
    var best: (cost: Double, joint: LoopJoint)?
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
        + Self.fluxCost * max(relative - Self.fluxLimit, 0)
      if best.map({ cost < $0.cost }) ?? true { best = (cost, joint) }
    }
    guard let joint = best?.joint, joint.loop.count >= 16 else { return nil }
    loop = joint.loop
    self.channels = flat.map { channel in
      let end = joint.loop.upperBound - joint.fadeCount
      let result = Array(channel[..<end]) + joint.crossfaded(channel)
      return result + result[joint.loop.lowerBound..<joint.loop.lowerBound + 8]
    }
  }

  private static func mean(_ channels: [[Float]]) -> [Float] {
    guard channels.count == 2 else { return channels.first ?? [] }
    return zip(channels[0], channels[1]).map { ($0 + $1) / 2 }
  }

  /// Returns the best pairs of start and length, in feature frames.
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
      guard let start = distances.indices.min(by: { distances[$0] < distances[$1] }) else {
        continue
      }
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
    return selected
  }
}

/// The joint of a loop: its exact end, and the crossfade that leads into its start.
struct LoopJoint {
  let loop: Range<Int>
  let fadeCount: Int
  /// The correlation of the audio before both ends, −1…1.
  let correlation: Double

  private static var minFadeSeconds: Double { 0.03 }
  private static var maxFadeSeconds: Double { 0.08 }

  /// Moves the end of a loop to the highest correlation within three quarters of a period. Returns
  /// `nil` if the recording is too short.
  init?(
    _ channel: [Float], near range: Range<Int>, segment: Range<Int>, period: Double,
    sampleRate: Double
  ) {
    let start = range.lowerBound
    let longest = min(
      max(Self.minFadeSeconds * sampleRate, 5 * period), Self.maxFadeSeconds * sampleRate,
      Double(start - segment.lowerBound) + 0.05 * sampleRate, 0.8 * Double(start))
    let fade = max(Int(longest), Int(3 * period), 4)
    let reach = Int(0.75 * period) + 2
    let slack = Int(0.05 * sampleRate)
    guard start >= fade, range.upperBound - fade - reach >= 0,
      range.upperBound + reach <= min(channel.count, segment.upperBound + slack),
      range.count > fade + reach
    else { return nil }
    let (position, correlation) = channel.withUnsafeBufferPointer { frames in
      let best = Self.bestEnd(
        frames, start: start, end: range.upperBound, fade: fade, reach: reach)
      return Self.refined(
        frames, start: start, best: best, fade: fade, period: period,
        limit: segment.upperBound + slack, slack: Int(0.02 * sampleRate))
    }
    loop = start..<position
    fadeCount = fade
    self.correlation = correlation
  }

  private static func bestEnd(
    _ frames: UnsafeBufferPointer<Float>, start: Int, end: Int, fade: Int, reach: Int
  ) -> (end: Int, correlation: Double) {
    var reference = 0.0
    for index in start - fade..<start { reference += Double(frames[index]) * Double(frames[index]) }
    var energy = 0.0
    for index in end - reach - fade..<end - reach {
      energy += Double(frames[index]) * Double(frames[index])
    }
    var best = (end: end, correlation: -2.0)
    for position in end - reach...end + reach {
      let product = Self.product(frames, start - fade, position - fade, fade)
      let correlation = product / (energy * reference + 1e-30).squareRoot()
      if correlation > best.correlation { best = (position, correlation) }
      if position < frames.count {
        let (added, removed) = (Double(frames[position]), Double(frames[position - fade]))
        energy = max(energy + added * added - removed * removed, 0)
      }
    }
    return best
  }

  private static func product(
    _ frames: UnsafeBufferPointer<Float>, _ a: Int, _ b: Int, _ count: Int
  ) -> Double {
    var product = 0.0
    for index in 0..<count { product += Double(frames[a + index]) * Double(frames[b + index]) }
    return product
  }

  /// Moves the end by periods, up to 20 ms, to where the number of frames is nearest to a multiple of
  /// the period.
  private static func refined(
    _ frames: UnsafeBufferPointer<Float>, start: Int, best: (end: Int, correlation: Double),
    fade: Int, period: Double, limit: Int, slack: Int
  ) -> (end: Int, correlation: Double) {
    let count = max(min(Int(Double(slack) / period), 24), 2)
    let reference = product(frames, start - fade, start - fade, fade)
    var result = best
    for step in -count...count {
      let middle = best.end + Int(Double(step) * period + (step < 0 ? -0.5 : 0.5))
      for end in middle - 1...middle + 1
      where end - fade >= start && end <= min(limit, frames.count) && end != best.end {
        let energy = product(frames, end - fade, end - fade, fade)
        let correlation =
          product(frames, start - fade, end - fade, fade)
          / (energy * reference + 1e-30).squareRoot()
        if correlation > result.correlation { result = (end, correlation) }
      }
    }
    return result
  }

  /// Returns the last frames of the loop, which fade into those before its start.
  func crossfaded(_ channel: [Float]) -> [Float] {
    let correlation = max(self.correlation, 0)
    return (0..<fadeCount).map { index in
      let t = (Double(index) + 0.5) / Double(fadeCount)
      // The slope and the curvature are 0 at both ends.
      let fadeIn = t * t * t * (10 + t * (6 * t - 15))
      let fadeOut = 1 - fadeIn
      let power = fadeOut * fadeOut + fadeIn * fadeIn + 2 * fadeOut * fadeIn * correlation
      let end = Double(channel[loop.upperBound - fadeCount + index])
      let start = Double(channel[loop.lowerBound - fadeCount + index])
      return Float((fadeOut * end + fadeIn * start) / power.squareRoot())
    }
  }
}
