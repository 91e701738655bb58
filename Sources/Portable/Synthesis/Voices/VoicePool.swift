internal import CDSPKernels
import PeachInstrumentModel
import PeachMusicUnits

/// A fixed number of voice slots, with voice allocation and voice stealing. All memory is allocated
/// at creation. Slots beyond the polyphony limit let stolen voices fade out while new ones play.
/// The slot of a voice depends on events alone, not on how a block is split.
struct VoicePool {
  let capacity: Int
  /// The polyphony limit, without stolen voices.
  let maximumVoices: Int
  let voices: UnsafeMutablePointer<Voice>
  let renderStates: UnsafeMutablePointer<VoiceRenderState>
  let modulations: UnsafeMutablePointer<VoiceModulation>
  /// The kernel's inputs of ``modulations``.
  let modulationStates: UnsafeMutablePointer<peach_modulation>
  let filters: UnsafeMutablePointer<VoiceFilter>
  let extraSections: UnsafeMutablePointer<VoiceFilter>
  let partitions: UnsafeMutablePointer<VoicePartition>
  /// The frames that some partitions have not rendered yet; `nil` for none.
  let deferredSpan: UnsafeMutablePointer<VoiceSpan?>
  let envelopeStorage: EnvelopeStorage
  private let bandFilters: UnsafeMutablePointer<BandFilter>
  let kernels: VoiceKernels
  let tables: SincTables
  let modulationTables: ModulationTables
  let sampleRate: Double
  let gain: Float
  /// The level below which released voices are freed, as a factor.
  let noiseFloor: Float
  private let values: UnsafeMutablePointer<Float>
  /// The amplitudes by which voices are selected for stealing, at the time of the last selection.
  private let stealingLevels: UnsafeMutablePointer<StealingLevel>
  private static let valuesPerVoice = 64
  let hasEffects: Bool
  /// The fade-out time of a stolen voice, in seconds: 20 cycles of 4 kHz, one of 200 Hz.
  static let stealFadeSeconds = 0.005

  /// Creates a pool that uses `lookupTables`, which must exist as long as it.
  init(_ configuration: SynthesizerConfiguration, _ lookupTables: LookupTables) {
    maximumVoices = configuration.maximumVoices
    hasEffects = configuration.effects
    sampleRate = configuration.sampleRate
    gain = Float(configuration.gain.amplitude)
    noiseFloor = Float(configuration.silence.amplitude)
    let reserve = max(8, maximumVoices / 8)
    capacity = (maximumVoices + reserve + 63) / 64 * 64
    // All zeros are a free voice, of which only the state is read.
    voices = .allocateZeros(capacity)
    renderStates = .allocateZeros(capacity)
    modulations = .allocate(repeating: VoiceModulation(), count: capacity)
    modulationStates = .allocate(repeating: peach_modulation(), count: capacity)
    filters = .allocateLines(repeating: VoiceFilter(), count: capacity)
    extraSections = .allocate(repeating: VoiceFilter(), count: capacity * Self.extraSectionCount)
    envelopeStorage = EnvelopeStorage(capacity: capacity)
    bandFilters = .allocate(
      repeating: BandFilter(hertz: 1000, octaves: 1, gainCentibels: 0, sampleRate: sampleRate),
      count: capacity * VoiceEqualizer.maxCount)
    partitions = .allocate(capacity: VoicePartition.count)
    for index in 0..<VoicePartition.count {
      (partitions + index).initialize(
        to: VoicePartition(capacity: capacity, dummyState: modulationStates))
    }
    deferredSpan = .allocate(repeating: nil, count: 1)
    stealingLevels = .allocate(repeating: StealingLevel(), count: capacity)
    values = .allocate(repeating: 0, count: capacity * Self.valuesPerVoice)
    kernels = lookupTables.kernels
    tables = lookupTables.sinc
    modulationTables = lookupTables.modulation
  }

  func deallocate() {
    voices.deallocate()
    renderStates.deallocate()
    modulations.deallocate()
    modulationStates.deallocate()
    filters.deallocate()
    envelopeStorage.deallocate()
    extraSections.deallocate()
    bandFilters.deallocate()
    for index in 0..<VoicePartition.count { partitions[index].deallocate() }
    partitions.deallocate()
    deferredSpan.deallocate()
    stealingLevels.deallocate()
    values.deallocate()
  }

  var isSilent: Bool {
    @_noLocks @_noAllocation get {
      for index in 0..<VoicePartition.count where !partitions[index].isSilent { return false }
      return true
    }
  }

  /// The number of active voices, stolen ones included.
  var activeCount: Int {
    var count = 0
    for index in 0..<VoicePartition.count { count &+= partitions[index].activeCount }
    return count
  }

  /// The number of voices in use, without stolen ones.
  var unstolenCount: Int {
    var count = 0
    for index in 0..<capacity where voices[index].state != .free && !voices[index].isStolen {
      count &+= 1
    }
    return count
  }

  @inline(__always) func values(of index: Int) -> UnsafeMutablePointer<Float> {
    values + index &* Self.valuesPerVoice
  }

  /// Returns the memory of a voice's equalizer, without bands.
  @inline(__always) func equalizer(of index: Int) -> VoiceEqualizer {
    VoiceEqualizer(filters: bandFilters + index &* VoiceEqualizer.maxCount)
  }

  /// Allocates a slot for a voice of the note `noteOnSerial`, and steals a voice of another note if
  /// the polyphony limit is reached. Returns `nil` if the note itself has reached it.
  func allocateVoice(sparing noteOnSerial: UInt64, fadeFrames: Int) -> Int? {
    if unstolenCount >= maximumVoices {
      guard let victim = voiceToSteal(sparing: noteOnSerial) else { return nil }
      voices[victim].isStolen = true
      fadeOut(victim, frames: fadeFrames)
    }
    for order in 0..<capacity {
      let index = VoicePartition.voiceIndex(order: order, capacity: capacity)
      if voices[index].state == .free { return index }
    }
    // The reserve is used up: ends the oldest stolen voice.
    var oldest = 0
    for index in 1..<capacity
    where voices[index].isStolen
      && (!voices[oldest].isStolen || voices[index].noteOnSerial < voices[oldest].noteOnSerial)
    {
      oldest = index
    }
    free(oldest)
    return oldest
  }

  /// Returns the voice to steal: a released one before a held one, then the quieter, then the
  /// older.
  private func voiceToSteal(sparing noteOnSerial: UInt64) -> Int? {
    var best: Int?
    var bestScore = Double.infinity
    for index in 0..<capacity {
      let voice = voices + index
      if voice.pointee.state == .free || voice.pointee.isStolen { continue }
      if voice.pointee.noteOnSerial == noteOnSerial { continue }
      // A held key counts as 60 dB; adding 1 keeps silent held voices behind released ones. If one
      // of those is found, no held voice can be stolen, and its level is not needed.
      if voice.pointee.state != .released && bestScore < 1 { continue }
      var score = stealingAmplitude(of: index)
      if voice.pointee.state != .released { score = score * 1000 + 1 }
      if score < bestScore {
        best = index
        bestScore = score
      } else if score == bestScore, let known = best,
        voice.pointee.noteOnSerial < voices[known].noteOnSerial
      {
        best = index
      }
    }
    return best
  }

  /// Returns the amplitude by which a voice is selected. It changes with the voice's segments.
  @inline(__always) private func stealingAmplitude(of index: Int) -> Double {
    let pendingFrames = pendingFrames(of: index)
    if stealingLevels[index].pendingFrames != pendingFrames {
      stealingLevels[index] = StealingLevel(
        amplitude: voices[index].stealingAmplitude(after: pendingFrames, modulationTables),
        pendingFrames: pendingFrames)
    }
    return stealingLevels[index].amplitude
  }

  /// Notes that a voice changes, so that its amplitude is computed again.
  @inline(__always) func invalidateStealingLevel(_ index: Int) {
    stealingLevels[index].pendingFrames = -1
  }

  @inline(__always)
  private func partition(of index: Int, usesFilterBatch: Bool) -> UnsafePointer<VoicePartition> {
    let partition = VoicePartition.index(
      ofVoice: index, usesFilterBatch: usesFilterBatch, capacity: capacity)
    return UnsafePointer(partitions + partition)
  }

  /// Silences a voice immediately and frees its slot.
  func free(_ index: Int) {
    settle(index, usesFilterBatch: voices[index].usesFilterBatch)
    invalidateStealingLevel(index)
    voices[index].state = .free
    voices[index].isStolen = false
    // Other partitions are not touched: another thread may be rendering them.
    partition(of: index, usesFilterBatch: voices[index].usesFilterBatch).pointee.remove(index)
  }

  func start(_ voice: Voice, at index: Int) {
    free(index)
    voices[index] = voice
    var playback = voice.region.pointee.playback(increment: 1, values: values(of: index))
    if voice.playsOnce {
      playback = voice.region.pointee.released(playback)
      playback.loopLength = 0
    }
    if voice.startOffsetFrames > 0 { playback.skip(frames: voice.startOffsetFrames) }
    renderStates[index] = VoiceRenderState(playback, table: tables.table(octaves: 0))
    filters[index] = VoiceFilter()
    if !voice.startsOnRelease { activate(index) }
  }

  private func activate(_ index: Int) {
    let usesFilterBatch = voices[index].usesFilterBatch
    settle(index, usesFilterBatch: usesFilterBatch)
    invalidateStealingLevel(index)
    partition(of: index, usesFilterBatch: !usesFilterBatch).pointee.remove(index)
    partition(of: index, usesFilterBatch: usesFilterBatch).pointee.add(index)
  }

  func update(_ index: Int) {
    voices[index].update(
      values(of: index), renderState: &renderStates[index], sampleRate: sampleRate)
    if !voices[index].startsOnRelease { activate(index) }
  }

  /// Releases a voice, or starts one that was waiting for the release.
  func release(_ index: Int, minimumFrames: Int) {
    endSegment(index)
    voices[index].release(&renderStates[index].playback, minimumFrames: minimumFrames)
    activate(index)
  }

  /// Releases a voice that plays to its end.
  func releaseOneShot(_ index: Int) {
    voices[index].releaseOneShot()
    invalidateStealingLevel(index)
  }

  /// Fades a voice out and frees it; see ``Fade/fadeOut(frames:shape:)``. A voice that is waiting
  /// for its release is freed immediately.
  func fadeOut(_ index: Int, frames: Int, shape: Float? = nil) {
    if voices[index].startsOnRelease { return free(index) }
    endSegment(index)
    voices[index].fade.fadeOut(frames: frames, shape: shape)
  }
}

/// The amplitude by which a voice is selected for stealing, `pendingFrames` after its state; −1 if
/// it is unknown.
private struct StealingLevel: BitwiseCopyable {
  var amplitude = 0.0
  var pendingFrames = -1
}
