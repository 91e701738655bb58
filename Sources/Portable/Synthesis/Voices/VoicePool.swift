internal import CDSPKernels
import PeachInstrumentModel
import PeachMusicUnits

/// A fixed number of voices, and what becomes of them when there are too many.
///
/// Everything is allocated when it is made. A few places beyond the number of voices allowed let
/// one that gives way fade out while its successor already sounds. Which place a voice takes
/// depends on events alone, never on how a block is cut.
struct VoicePool {
  let capacity: Int
  /// How many may sound at once, those that give way not counted.
  let maximumVoices: Int
  let voices: UnsafeMutablePointer<Voice>
  let plans: UnsafeMutablePointer<VoiceRenderState>
  let motions: UnsafeMutablePointer<VoiceModulation>
  /// What the kernels need of these.
  let courses: UnsafeMutablePointer<peach_modulation>
  let filters: UnsafeMutablePointer<VoiceFilter>
  /// Sections behind the first.
  let extraSections: UnsafeMutablePointer<VoiceFilter>
  /// Those that sound, in ``VoicePartition/count`` parts.
  let parts: UnsafeMutablePointer<VoicePartition>
  let envelopes: EnvelopeStorage
  private let bandFilters: UnsafeMutablePointer<BandFilter>
  let kernels: VoiceKernels
  let tables: SincTables
  let control: ModulationTables
  let sampleRate: Double
  /// The level of the whole.
  let gain: Float
  /// What is below nobody hears.
  let silence: Float
  /// One row of generator values for each voice.
  let values: UnsafeMutablePointer<Float>
  static let valuesPerVoice = 64
  /// Whether there is anything to send to.
  let hasEffects: Bool
  /// How long one that gives way takes to fade, in seconds: 20 periods of 4 kHz, one of 200 Hz.
  static let stealFadeSeconds = 0.005

  init(_ configuration: SynthesizerConfiguration) {
    maximumVoices = configuration.maximumVoices
    hasEffects = configuration.effects
    sampleRate = configuration.sampleRate
    gain = Float(configuration.gain.amplitude)
    silence = Float(configuration.silence.amplitude)
    let reserve = max(8, maximumVoices / 8)
    capacity = (maximumVoices + reserve + 63) / 64 * 64
    voices = .allocate(capacity: capacity)
    // A free voice is all zeros: its state says so, and nothing else of it is read.
    UnsafeMutableRawPointer(voices).initializeMemory(
      as: UInt8.self, repeating: 0, count: capacity * MemoryLayout<Voice>.stride)
    plans = .allocate(capacity: capacity)
    UnsafeMutableRawPointer(plans).initializeMemory(
      as: UInt8.self, repeating: 0, count: capacity * MemoryLayout<VoiceRenderState>.stride)
    motions = .allocate(capacity: capacity)
    motions.initialize(repeating: VoiceModulation(), count: capacity)
    courses = .allocate(capacity: capacity)
    courses.initialize(repeating: peach_modulation(), count: capacity)
    // Each in a line of the processors' memory of its own.
    filters = UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<VoiceFilter>.stride, alignment: 64
    ).bindMemory(to: VoiceFilter.self, capacity: capacity)
    filters.initialize(repeating: VoiceFilter(), count: capacity)
    extraSections = .allocate(capacity: capacity * Self.extraSectionCount)
    extraSections.initialize(repeating: VoiceFilter(), count: capacity * Self.extraSectionCount)
    envelopes = EnvelopeStorage(capacity: capacity)
    bandFilters = .allocate(capacity: capacity * VoiceEqualizer.limit)
    bandFilters.initialize(
      repeating: BandFilter(hertz: 1000, octaves: 1, gainCentibels: 0, sampleRate: sampleRate),
      count: capacity * VoiceEqualizer.limit)
    parts = .allocate(capacity: VoicePartition.count)
    for index in 0..<VoicePartition.count {
      (parts + index).initialize(to: VoicePartition(capacity: capacity, motions: courses))
    }
    values = .allocate(capacity: capacity * Self.valuesPerVoice)
    values.initialize(repeating: 0, count: capacity * Self.valuesPerVoice)
    kernels = VoiceKernels(
      quality: configuration.interpolation, simdLevel: configuration.kernels.simdLevel)
    tables = SincTables(kernels)
    control = ModulationTables(sampleRate: configuration.sampleRate)
  }

  func deallocate() {
    voices.deallocate()
    plans.deallocate()
    motions.deallocate()
    courses.deallocate()
    filters.deallocate()
    envelopes.deallocate()
    extraSections.deallocate()
    bandFilters.deallocate()
    for index in 0..<VoicePartition.count { parts[index].deallocate() }
    parts.deallocate()
    values.deallocate()
    tables.deallocate()
    control.deallocate()
  }

  /// True where no voice sounds.
  var isSilent: Bool {
    for index in 0..<VoicePartition.count where !parts[index].isSilent { return false }
    return true
  }

  /// How many voices sound, those that give way counted too.
  var allSoundingCount: Int {
    var count = 0
    for index in 0..<VoicePartition.count { count &+= parts[index].soundingCount }
    return count
  }

  /// The generator values of a voice.
  @inline(__always) func values(of index: Int) -> UnsafeMutablePointer<Float> {
    values + index &* Self.valuesPerVoice
  }

  /// The place of a voice's equalizer, without bands yet.
  @inline(__always) func bands(of index: Int) -> VoiceEqualizer {
    VoiceEqualizer(filters: bandFilters + index &* VoiceEqualizer.limit)
  }

  /// How many voices sound, those that give way not counted.
  var soundingCount: Int {
    var count = 0
    for index in 0..<capacity where voices[index].state != .free && !voices[index].isStolen {
      count &+= 1
    }
    return count
  }

  /// A place for a new voice. Where too many sound already, the least missed of the others begins
  /// to give way; `age` is the new note's, whose voices are left alone. Nil where these alone are
  /// as many as may sound.
  func place(age: UInt64, fadeFrames: Int) -> Int? {
    if soundingCount >= maximumVoices {
      guard let victim = voiceToSteal(sparing: age) else { return nil }
      voices[victim].isStolen = true
      fadeOut(victim, frames: fadeFrames)
    }
    for turn in 0..<capacity {
      let index = VoicePartition.place(taken: turn, capacity: capacity)
      if voices[index].state == .free { return index }
    }
    // So many notes in so little time that even the reserve is full: the oldest one fading ends.
    var oldest = 0
    for index in 1..<capacity
    where voices[index].isStolen
      && (!voices[oldest].isStolen || voices[index].age < voices[oldest].age)
    {
      oldest = index
    }
    free(oldest)
    return oldest
  }

  /// The voice whose end is least noticed: a released one before a held one, then the quieter, then
  /// the older.
  private func voiceToSteal(sparing age: UInt64) -> Int? {
    var best: Int?
    var bestScore = Double.infinity
    for index in 0..<capacity {
      let voice = voices + index
      if voice.pointee.state == .free || voice.pointee.isStolen { continue }
      if voice.pointee.age == age { continue }
      // A key held counts for 60 dB; what is left decides among equals.
      var score = voice.pointee.prominence(after: plans[index].untold, control)
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

  @inline(__always)
  private func part(of place: Int, usesFilterBatch: Bool) -> UnsafePointer<VoicePartition> {
    UnsafePointer(
      parts
        + VoicePartition.index(ofPlace: place, usesFilterBatch: usesFilterBatch, capacity: capacity)
    )
  }

  /// Silences a place at once.
  func free(_ index: Int) {
    voices[index].state = .free
    voices[index].isStolen = false
    // No other part is touched: another thread may be at it.
    part(of: index, usesFilterBatch: voices[index].usesFilterBatch).pointee.remove(index)
  }

  /// Puts a voice in a place; it sounds from the next frame rendered.
  func start(_ voice: Voice, at index: Int) {
    free(index)
    voices[index] = voice
    var playback = voice.region.pointee.playback(increment: 1, values: values(of: index))
    if voice.startOffsetFrames > 0 { playback.skip(frames: voice.startOffsetFrames) }
    plans[index] = VoiceRenderState(playback, table: tables.table(octaves: 0))
    filters[index] = VoiceFilter()
    if !voice.startsOnRelease { sound(index) }
  }

  /// Lets a voice sound, among those of its kind.
  private func sound(_ index: Int) {
    let usesFilterBatch = voices[index].usesFilterBatch
    part(of: index, usesFilterBatch: !usesFilterBatch).pointee.remove(index)
    part(of: index, usesFilterBatch: usesFilterBatch).pointee.add(index)
  }

  /// Takes over generators that have changed under a sounding voice.
  func update(_ index: Int) {
    voices[index].update(values(of: index), plan: &plans[index], sampleRate: sampleRate)
    if !voices[index].startsOnRelease { sound(index) }
  }

  /// A voice is let go; one that waited for this begins to sound.
  func release(_ index: Int, minimumFrames: Int) {
    endSegment(index)
    voices[index].release(&plans[index].playback, minimumFrames: minimumFrames)
    sound(index)
  }

  /// A voice fades out and is gone, bent as its ``Fade`` says; one that waits is gone at once.
  func fadeOut(_ index: Int, frames: Int, shape: Float? = nil) {
    if voices[index].startsOnRelease { return free(index) }
    endSegment(index)
    voices[index].fade.fadeOut(frames: frames, shape: shape)
  }
}
