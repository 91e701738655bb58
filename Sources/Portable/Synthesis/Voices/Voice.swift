import PeachInstrumentModel
import PeachMusicUnits

/// One sounding region of a note: playback position, envelopes, LFOs and the note it belongs to. A
/// note has one voice for each region that matches its key and velocity. Voices live in a
/// ``VoicePool``; what the kernels need of them until the next segment is in ``VoiceRenderState``.
struct Voice: BitwiseCopyable {
  enum State: UInt8, BitwiseCopyable {
    case free
    case held
    /// The key is up, and a pedal holds the note.
    case sustained
    /// The envelopes are in their release stages.
    case released
  }

  var state: State = .free
  var isFree: Bool {
    // Not `==`, which is generic in unoptimized builds.
    @_noLocks @_noAllocation get { if case .free = state { true } else { false } }
  }
  /// Whether the sostenuto pedal, pressed while the key was down, holds the voice.
  var isSostenutoHeld = false
  /// Whether the voice is fading out because it was stolen, and does not count as polyphony.
  var isStolen = false
  /// Whether the voice is silent until its key is released (sample mode 2).
  private(set) var startsOnRelease: Bool
  /// Whether the soft pedal (controller 67) was down at note-on.
  var isSoft = false
  /// The exclusive class (generator 57), 1 through 127; 0 for none.
  let exclusiveClass: UInt8
  var channel: UInt8
  var key: UInt8
  var velocity: UInt8
  /// The velocity with the fraction of the High Resolution Velocity Prefix (controller 88).
  var highResolutionVelocity: Float
  /// The note's own amplitude; `nil` for the level of the velocity.
  var noteAmplitude: Double?
  /// The gain from the level of the velocity to that of the amplitude, in centibels.
  var noteGainCentibels: Float = 0
  /// The caller's note ID; 0 for notes started by MIDI note-on.
  var noteID: UInt64
  /// The serial number of the note-on, shared by all voices of a note; larger is younger.
  var noteOnSerial: UInt64
  let region: UnsafePointer<PreparedRegion>
  var randomValues = NoteRandomValues()
  var startOffsetFrames: Int64 = 0
  var delayFrames = 0
  /// Whether the voice has ignored its release and plays to the end of the sample (one-shot).
  var isOneShot = false
  /// Whether the sample plays once, without its loop, because no note-off can end the voice.
  var playsOnce = false
  /// The address of the preset's first region, which identifies the preset.
  let presetID: UnsafePointer<PreparedRegion>
  /// The key that scales envelope times (generators 31, 32, 39, 40): the key played, or the
  /// region's overriding key (generator 46).
  let envelopeKey: Float
  /// The target pitch as a fractional MIDI note number; 69 is A4.
  var noteNumber: Double
  /// The part of the pitch that ``SynthesizerEvent/tuneNote(channel:key:cents:)`` has added.
  var noteTuningCents = 0.0
  /// The part of the pitch that is the deviation of the preset's key.
  var presetKeyCents = 0.0
  var glide = Glide()
  var parameters: VoiceParameters
  var volumeEnvelope: VolumeEnvelope
  var modulationEnvelope: ModulationEnvelope
  var vibratoLFO: LFO
  var modulationLFO: LFO
  /// The note's own fades, in addition to the volume envelope.
  var fade: Fade
  /// The frames for which the filter rings on after the end of the sample.
  var tailFrames: Int
  /// The frames until ramps started by a controller change are complete, in one or more segments.
  private(set) var rampFramesRemaining = 0
  private var elapsedFrames: Int64 = 0
  /// The frames until a release takes effect that the minimum note length delays, or `nil`.
  private(set) var framesUntilRelease: Int?
  let sampleRateRatioOctaves: Double
  /// Whether the voice has a filter. Once set, it stays set until the voice is freed.
  private(set) var isFiltered: Bool
  private(set) var filterType = RegionFilter.lowPass
  private(set) var flexEnvelopes: VoiceEnvelopes?
  /// Whether a flex envelope replaces the volume envelope (SFZ `egN_ampeg`).
  private(set) var usesFlexVolumeEnvelope = false
  var equalizer: VoiceEqualizer?
  private(set) var isPolarityInverted = false
  /// Whether the batch kernel filters the voice, eight voices at a time.
  @inline(__always) var usesFilterBatch: Bool { isFiltered && filterType == .lowPass }

  /// Creates a voice at the start of its note. `values` are generators with modulators applied.
  init(
    _ note: Note, key: UInt8, noteOnSerial: UInt64, region: UnsafePointer<PreparedRegion>,
    preset: PresetHandle, values: UnsafePointer<Float>, sampleRate: Double
  ) {
    state = .held
    channel = note.channel
    self.key = key
    velocity = note.velocity
    highResolutionVelocity = Float(note.velocity)
    noteID = note.id
    self.noteOnSerial = noteOnSerial
    self.region = region
    presetID = preset.regions
    startsOnRelease = region.pointee.looping == .fromRelease
    exclusiveClass = UInt8(min(max(values[.exclusiveClass], 0), 127))
    parameters = VoiceParameters(values)
    let overridingKey = Voice.overriding(.overridingKey, values)
    envelopeKey = overridingKey ?? Float(key)
    noteNumber = overridingKey.map { Double($0) } ?? note.noteNumber
    volumeEnvelope = VolumeEnvelope(
      VoiceParameters.volumeShape(values, key: envelopeKey, sampleRate: sampleRate))
    modulationEnvelope = ModulationEnvelope(
      VoiceParameters.modulationShape(values, key: envelopeKey, sampleRate: sampleRate))
    vibratoLFO = LFO(values, delay: .vibratoLFODelay, sampleRate: sampleRate)
    modulationLFO = LFO(values, delay: .modulationLFODelay, sampleRate: sampleRate)
    fade = Fade(
      inFrames: note.fadeInFrames, outFrames: note.fadeOutFrames, duration: note.durationFrames)
    sampleRateRatioOctaves = Exponential.log2(region.pointee.sampleRate / sampleRate)
    isFiltered = parameters.needsFilter
    // 20 ms, after the segment in which the sample ends.
    tailFrames = parameters.needsFilter ? Int(sampleRate * 0.02) + ControlBlock.longFrames : 0
  }

  /// Applies changed generators; elapsed times are kept. Gain and filter ramp over a full control
  /// block even if the next boundary is closer, so that a controller that jumps does not click.
  mutating func update(
    _ values: UnsafePointer<Float>, renderState: inout VoiceRenderState, sampleRate: Double
  ) {
    parameters = VoiceParameters(values)
    if parameters.needsFilter { isFiltered = true }
    if renderState.hasGain { rampFramesRemaining = ControlBlock.frames }
    renderState.peakLevel = .infinity
    if !playsOnce && (state != .released || region.pointee.looping != .untilRelease) {
      region.pointee.updateEnds(of: &renderState.playback, values: values)
    }
    if !usesFlexVolumeEnvelope {
      volumeEnvelope.shape = VoiceParameters.volumeShape(
        values, key: envelopeKey, sampleRate: sampleRate)
    }
    modulationEnvelope.shape = VoiceParameters.modulationShape(
      values, key: envelopeKey, sampleRate: sampleRate)
    vibratoLFO.setFrequency(values, delay: .vibratoLFODelay, sampleRate: sampleRate)
    modulationLFO.setFrequency(values, delay: .modulationLFODelay, sampleRate: sampleRate)
  }

  /// Applies filter type, polarity and LFO waveforms. Call before the voice starts.
  mutating func set(_ extendedParameters: PreparedExtendedParameters, sampleRate: Double) {
    filterType = extendedParameters.filter
    if filterType != .lowPass { isFiltered = true }
    isPolarityInverted = extendedParameters.isPolarityInverted
    vibratoLFO.set(extendedParameters.vibrato, sampleRate: sampleRate)
    modulationLFO.set(extendedParameters.modulation, sampleRate: sampleRate)
  }

  mutating func set(_ envelopes: VoiceEnvelopes, modulatesFilter: Bool) {
    flexEnvelopes = envelopes
    if modulatesFilter { isFiltered = true }
    if !envelopes.includesVolumeEnvelope { return }
    usesFlexVolumeEnvelope = true
    // The volume envelope stays at full level.
    volumeEnvelope = VolumeEnvelope(
      EnvelopeShape(
        delayFrames: 0, attackFrames: 0, holdFrames: 0, decayFrames: 0, sustain: 0,
        releaseFrames: 1))
  }

  /// The present pitch as a fractional MIDI note number, portamento included.
  var currentNoteNumber: Double { noteNumber + glide.value(after: 0) }

  mutating func move(toKey key: UInt8, noteNumber: Double, glide: Glide) {
    self.key = key
    self.noteNumber = noteNumber
    self.glide = glide
  }

  /// Starts the release, or schedules it for the time when the note has lasted `minimumFrames`.
  mutating func release(_ playback: inout SamplePlayback, minimumFrames: Int = 0) {
    state = .released
    if startsOnRelease {
      // The voice starts now, and plays to its end.
      startsOnRelease = false
      return
    }
    if elapsedFrames < minimumFrames {
      framesUntilRelease = minimumFrames &- Int(elapsedFrames)
      return
    }
    framesUntilRelease = nil
    if !usesFlexVolumeEnvelope { volumeEnvelope.release() }
    flexEnvelopes?.release()
    modulationEnvelope.release()
    if !playsOnce { playback = region.pointee.released(playback) }
  }

  mutating func releaseOneShot() {
    state = .released
    isOneShot = true
  }

  /// Whether the voice has become permanently silent.
  @inline(__always) func isFinished(_ playback: SamplePlayback) -> Bool {
    volumeEnvelope.stage == .finished || fade.isFinished || (playback.isFinished && tailFrames <= 0)
      || (usesFlexVolumeEnvelope && flexEnvelopes?.isVolumeEnvelopeFinished == true)
  }

  /// Advances everything but the playback position, which advances as the sample is read. The last
  /// `segmentFrames` belong to the present segment, before which the sample had not ended.
  @inline(__always)
  mutating func advance(_ frames: Int, segmentFrames: Int, renderState: inout VoiceRenderState) {
    if delayFrames > 0 {
      delayFrames = max(delayFrames &- frames, 0)
      // The first gain is set, not ramped to.
      if delayFrames == 0 { renderState.hasGain = false }
      fade.advance(frames)
      return
    }
    volumeEnvelope.advance(frames)
    modulationEnvelope.advance(frames)
    flexEnvelopes?.advance(frames)
    vibratoLFO.advance(frames)
    modulationLFO.advance(frames)
    fade.advance(frames)
    glide.advance(frames)
    elapsedFrames &+= Int64(frames)
    rampFramesRemaining = max(rampFramesRemaining &- frames, 0)
    if let remaining = framesUntilRelease {
      framesUntilRelease = remaining &- frames
      if remaining <= frames { release(&renderState.playback) }
    }
    if renderState.playback.isFinished { tailFrames &-= segmentFrames }
  }

  /// Returns the overriding key or velocity (generators 46, 47), or `nil` to use the one played.
  static func overriding(_ generator: Generator, _ values: UnsafePointer<Float>) -> Float? {
    let value = values[generator]
    return value >= 0 ? min(value, 127) : nil
  }
}

/// The equalizer bands of one voice (SFZ `eqN`), in the pool's memory.
struct VoiceEqualizer: BitwiseCopyable {
  static var maxCount: Int { 3 }

  let filters: UnsafeMutablePointer<BandFilter>
  var count = 0

  func process(_ buffer: UnsafeMutablePointer<Float>, count frames: Int) {
    for index in 0..<count { filters[index].process(buffer, count: frames) }
  }
}
