internal import CDSPKernels
import PeachInstrumentModel
import PeachMusicUnits

/// A fixed number of voice slots, with voice allocation and voice stealing. All memory is allocated
/// at creation. Slots beyond the polyphony limit let stolen voices fade out while new ones play.
/// The slot of a voice depends on events alone, not on how a block is split.
///
/// Functions that events call are not inlined: they have many callers, and the page's module is
/// limited in size.
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
  /// The order in which voices are stolen, lowest first: −1 if it is unknown, infinite for voices
  /// that cannot be stolen.
  let stealingScores: UnsafeMutablePointer<Double>
  /// The amplitudes by which voices are selected for stealing, at the time of the last selection.
  let stealingLevels: UnsafeMutablePointer<StealingLevel>
  let slots: VoiceSlots
  /// The fade-out of a stolen voice: a factor for each of its frames.
  let stealFade: UnsafeMutablePointer<Float>
  let stealFadeFrames: Int
  private static let valuesPerVoice = 64
  let hasEffects: Bool
  /// The fade-out time of a stolen voice, in seconds: 20 cycles of 4 kHz, one of 200 Hz.
  private static let stealFadeSeconds = 0.005

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
    stealingScores = .allocate(repeating: .infinity, count: capacity)
    stealingLevels = .allocate(repeating: StealingLevel(), count: capacity)
    values = .allocate(repeating: 0, count: capacity * Self.valuesPerVoice)
    slots = VoiceSlots(capacity: capacity)
    stealFadeFrames = Int(sampleRate * Self.stealFadeSeconds + 0.5)
    stealFade = .allocate(repeating: 0, count: stealFadeFrames)
    for frame in 0..<stealFadeFrames {
      stealFade[frame] = Float(Fade.raisedCosine(1 - Double(frame) / Double(stealFadeFrames)))
    }
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
    stealingScores.deallocate()
    stealingLevels.deallocate()
    values.deallocate()
    slots.deallocate()
    stealFade.deallocate()
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

  @inline(__always) func values(of index: Int) -> UnsafeMutablePointer<Float> {
    values + index &* Self.valuesPerVoice
  }

  /// Returns the memory of a voice's equalizer, without bands.
  @inline(__always) func equalizer(of index: Int) -> VoiceEqualizer {
    VoiceEqualizer(filters: bandFilters + index &* VoiceEqualizer.maxCount)
  }

  @inline(__always)
  private func partition(of index: Int, usesFilterBatch: Bool) -> UnsafePointer<VoicePartition> {
    let partition = VoicePartition.index(
      ofVoice: index, usesFilterBatch: usesFilterBatch, capacity: capacity)
    return UnsafePointer(partitions + partition)
  }

  /// Silences a voice immediately and frees its slot.
  @inline(never) func free(_ index: Int) {
    settle(index, usesFilterBatch: voices[index].usesFilterBatch)
    voices[index].state = .free
    voices[index].isStolen = false
    slots.set(index, to: .free)
    stealingScores[index] = .infinity
    // Other partitions are not touched: another thread may be rendering them.
    partition(of: index, usesFilterBatch: voices[index].usesFilterBatch).pointee.remove(index)
  }

  func start(_ voice: Voice, at index: Int) {
    free(index)
    voices[index] = voice
    slots.set(index, to: .used)
    stealingScores[index] = -1
    stealingLevels[index] = StealingLevel()
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

  @inline(never) private func activate(_ index: Int) {
    let usesFilterBatch = voices[index].usesFilterBatch
    settle(index, usesFilterBatch: usesFilterBatch)
    invalidateStealingScore(index)
    partition(of: index, usesFilterBatch: !usesFilterBatch).pointee.remove(index)
    partition(of: index, usesFilterBatch: usesFilterBatch).pointee.add(index)
  }

  func update(_ index: Int) {
    voices[index].update(
      values(of: index), renderState: &renderStates[index], sampleRate: sampleRate)
    if !voices[index].startsOnRelease { activate(index) }
  }

  /// Releases a voice, or starts one that was waiting for the release.
  @inline(never) func release(_ index: Int, minimumFrames: Int) {
    endSegment(index)
    voices[index].release(&renderStates[index].playback, minimumFrames: minimumFrames)
    activate(index)
  }

  /// Releases a voice that plays to its end.
  func releaseOneShot(_ index: Int) {
    voices[index].releaseOneShot()
    invalidateStealingScore(index)
  }

  /// Fades a voice out and frees it; see ``Fade/fadeOut(frames:shape:)``. A voice that is waiting
  /// for its release is freed immediately.
  @inline(never) func fadeOut(_ index: Int, frames: Int, shape: Float? = nil) {
    if voices[index].startsOnRelease { return free(index) }
    endSegment(index)
    voices[index].fade.fadeOut(frames: frames, shape: shape)
  }
}
