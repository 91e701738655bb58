/// Voice allocation and voice stealing.
extension VoicePool {
  /// The number of voices in use, without stolen ones.
  var unstolenCount: Int { slots.usedCount }

  /// Allocates a slot for a voice of the note `noteOnSerial`, and steals a voice of another note if
  /// the polyphony limit is reached. Returns `nil` if the note itself has reached it.
  ///
  /// - Parameter frame: The present frame.
  func allocateVoice(sparing noteOnSerial: UInt64, at frame: Int64) -> Int? {
    if unstolenCount >= maximumVoices {
      guard let victim = voiceToSteal(sparing: noteOnSerial) else { return nil }
      steal(victim, at: frame)
    }
    if let index = slots.firstFree { return index }
    // The reserve is used up: ends the stolen voice that has faded most.
    var first = 0
    for index in 1..<capacity
    where voices[index].isStolen && (!voices[first].isStolen || hasFadedMore(index, than: first)) {
      first = index
    }
    free(first)
    return first
  }

  private func hasFadedMore(_ index: Int, than other: Int) -> Bool {
    let (start, otherStart) = (renderStates[index].stolenFrame, renderStates[other].stolenFrame)
    if start != otherStart { return start < otherStart }
    return voices[index].noteOnSerial < voices[other].noteOnSerial
  }

  /// Returns the voice to steal: a released one before a held one, then the quieter, then the
  /// older.
  private func voiceToSteal(sparing noteOnSerial: UInt64) -> Int? {
    var best: Int?
    var bestScore = Double.infinity
    for index in 0..<capacity {
      var score = stealingScores[index]
      if score < 0 {
        // A released voice has been found: no held one can be stolen, and its level is not needed.
        if bestScore < 1 && voices[index].state != .released { continue }
        score = updateStealingScore(of: index)
      }
      if score == .infinity || !(score <= bestScore) { continue }
      let serial = voices[index].noteOnSerial
      if serial == noteOnSerial { continue }
      if score == bestScore, let best, serial >= voices[best].noteOnSerial { continue }
      best = index
      bestScore = score
    }
    return best
  }

  private func updateStealingScore(of index: Int) -> Double {
    // A held key counts as 60 dB; adding 1 keeps silent held voices behind released ones.
    let amplitude = stealingAmplitude(of: index)
    let score = voices[index].state == .released ? amplitude : amplitude * 1000 + 1
    // Deferred, a long control block goes on without notice.
    if !renderStates[index].usesLongBlock { stealingScores[index] = score }
    return score
  }

  /// Returns the amplitude by which a voice is selected. It changes with the voice's segments.
  private func stealingAmplitude(of index: Int) -> Double {
    let pendingFrames = pendingFrames(of: index)
    if stealingLevels[index].pendingFrames != pendingFrames {
      stealingLevels[index] = StealingLevel(
        amplitude: voices[index].stealingAmplitude(after: pendingFrames, modulationTables),
        pendingFrames: pendingFrames)
    }
    return stealingLevels[index].amplitude
  }

  /// Notes that a voice changes, so that its score is computed again.
  func invalidateStealingScore(_ index: Int) {
    stealingLevels[index].pendingFrames = -1
    expireStealingScore(index)
  }

  /// Notes that a predicted segment of a voice starts, with another level.
  func expireStealingScore(_ index: Int) {
    if stealingScores[index] < .infinity { stealingScores[index] = -1 }
  }

  // MARK: Fade-out of stolen voices

  /// Stops counting a voice as polyphony.
  func markStolen(_ index: Int) {
    voices[index].isStolen = true
    slots.set(index, to: .stolen)
    stealingScores[index] = .infinity
  }

  /// Fades out a voice from a frame on. Its segments go on as before, so that nothing is rendered
  /// or evaluated now; the voice is freed at the end of the segment in which it has become silent.
  private func steal(_ index: Int, at frame: Int64) {
    if voices[index].startsOnRelease { return free(index) }
    markStolen(index)
    // A long control block would occupy the slot longer than necessary.
    if renderStates[index].usesLongBlock { endSegment(index) }
    renderStates[index].stolenFrame = frame
  }

  /// Whether a stolen voice has faded out.
  @inline(__always) func hasFadedOut(_ index: Int, at frame: Int64) -> Bool {
    // Frames are below 2^62.
    frame &- renderStates[index].stolenFrame >= Int64(stealFadeFrames)
  }

  /// Multiplies a stolen voice's frames, the first of which is `frame`, by its fade-out.
  func fadeIfStolen(
    _ buffer: UnsafeMutablePointer<Float>, count: Int, at frame: Int64, _ index: Int
  ) {
    if !renderStates[index].isStolen { return }
    // Frames that were deferred when the voice was stolen precede the fade-out.
    let elapsed = Int(truncatingIfNeeded: frame &- renderStates[index].stolenFrame)
    let start = min(max(0 &- elapsed, 0), count)
    let end = min(max(stealFadeFrames &- elapsed, 0), count)
    for frame in start..<end { buffer[frame] *= stealFade[elapsed &+ frame] }
    for frame in end..<count { buffer[frame] = 0 }
  }
}

/// The amplitude by which a voice is selected for stealing, `pendingFrames` after its state, which
/// are −1 if it is unknown.
struct StealingLevel: BitwiseCopyable {
  var amplitude = 0.0
  var pendingFrames = -1
}
