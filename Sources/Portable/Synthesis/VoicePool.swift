import PeachInstrumentModel

/// A fixed number of voices in groups of eight, and what becomes of them when there are too many.
///
/// Everything is allocated when it is made. A few places beyond the number of voices allowed let
/// one that gives way fade out while its successor already sounds. Which place a voice takes
/// depends on events alone, never on how a block is cut.
struct VoicePool {
  let capacity: Int
  /// How many may sound at once, those that give way not counted.
  let maximumVoices: Int
  let voices: UnsafeMutablePointer<Voice>
  let groups: UnsafeMutablePointer<VoiceGroup>
  /// One row of generator values for each voice.
  let values: UnsafeMutablePointer<Float>
  static let valuesPerVoice = 64
  /// Whether there is anything to send to.
  let hasEffects: Bool
  /// How long one that gives way takes to fade, in seconds: 20 periods of 4 kHz, one of 200 Hz.
  static let givingWaySeconds = 0.005

  init(maximumVoices: Int, hasEffects: Bool) {
    self.maximumVoices = maximumVoices
    self.hasEffects = hasEffects
    let reserve = max(8, maximumVoices / 8)
    capacity = (maximumVoices + reserve + Lanes.count - 1) / Lanes.count * Lanes.count
    voices = .allocate(capacity: capacity)
    // A free voice is all zeros: its state says so, and nothing else of it is read.
    UnsafeMutableRawPointer(voices).initializeMemory(
      as: UInt8.self, repeating: 0, count: capacity * MemoryLayout<Voice>.stride)
    groups = .allocate(capacity: capacity / Lanes.count)
    groups.initialize(repeating: VoiceGroup(), count: capacity / Lanes.count)
    values = .allocate(capacity: capacity * Self.valuesPerVoice)
    values.initialize(repeating: 0, count: capacity * Self.valuesPerVoice)
  }

  func deallocate() {
    voices.deallocate()
    groups.deallocate()
    values.deallocate()
  }

  /// The generator values of a voice.
  @inline(__always) func values(of index: Int) -> UnsafeMutablePointer<Float> {
    values + index &* Self.valuesPerVoice
  }

  /// How many voices sound, those that give way not counted.
  var soundingCount: Int {
    var count = 0
    for index in 0..<capacity where voices[index].state != .free && !voices[index].isGivingWay {
      count &+= 1
    }
    return count
  }

  /// A place for a new voice. Where too many sound already, the least missed of the others begins
  /// to give way; `age` is the new note's, whose voices are left alone. Nil where these alone are
  /// as many as may sound.
  func place(age: UInt64, fadeFrames: Int) -> Int? {
    if soundingCount >= maximumVoices {
      guard let victim = leastMissed(sparing: age) else { return nil }
      voices[victim].isGivingWay = true
      fadeOut(victim, frames: fadeFrames)
    }
    for index in 0..<capacity where voices[index].state == .free { return index }
    // So many notes in so little time that even the reserve is full: the oldest one fading ends.
    var oldest = 0
    for index in 1..<capacity
    where voices[index].isGivingWay
      && (!voices[oldest].isGivingWay || voices[index].age < voices[oldest].age)
    {
      oldest = index
    }
    free(oldest)
    return oldest
  }

  /// The voice whose end is least noticed: a released one before a held one, then the quieter, then
  /// the older.
  private func leastMissed(sparing age: UInt64) -> Int? {
    var best: Int?
    var bestScore = Double.infinity
    for index in 0..<capacity {
      let voice = voices + index
      if voice.pointee.state == .free || voice.pointee.isGivingWay { continue }
      if voice.pointee.age == age { continue }
      // A key held counts for 60 dB; what is left decides among equals.
      var score = voice.pointee.prominence
      if voice.pointee.state != .released { score = score * 1000 + 1 }
      if score < bestScore {
        best = index
        bestScore = score
      } else if score == bestScore, let known = best,
        voice.pointee.age < voices[known].age
      {
        best = index
      }
    }
    return best
  }

  /// Silences a place at once.
  func free(_ index: Int) {
    voices[index].state = .free
    voices[index].isGivingWay = false
    groups[index / Lanes.count].reset(lane: index % Lanes.count)
  }

  /// Puts a voice in a place; it sounds from the next frame rendered.
  func start(_ voice: Voice, at index: Int) {
    let lane = index % Lanes.count
    let group = groups + index / Lanes.count
    group.pointee.reset(lane: lane)
    voices[index] = voice
    if !voice.isWaiting { group.pointee.active |= 1 &<< UInt8(lane) }
  }

  /// A voice is let go; one that waited for this begins to sound.
  func release(_ index: Int, minimumFrames: Int) {
    interruptSegment(index)
    voices[index].release(minimumFrames: minimumFrames)
    groups[index / Lanes.count].active |= 1 &<< UInt8(index % Lanes.count)
  }

  /// A voice fades out and is gone; one that waits is gone at once.
  func fadeOut(_ index: Int, frames: Int) {
    if voices[index].isWaiting { return free(index) }
    interruptSegment(index)
    voices[index].fade.fadeOut(frames: frames)
  }

  /// Lets a voice think anew at this frame, because something about it has changed.
  ///
  /// What has passed of its segment is accounted for; the rest is planned again.
  func interruptSegment(_ index: Int) {
    let passed = voices[index].segmentFrames &- voices[index].segmentRemaining
    if passed > 0 { voices[index].advance(passed) }
    voices[index].segmentFrames = 0
    voices[index].segmentRemaining = 0
  }
}
