import PeachInstrumentModel
import PeachMusicUnits

/// One region sounding: its place in the recording, its envelopes, and who asked for it.
struct Voice: BitwiseCopyable {
  enum State: UInt8, BitwiseCopyable {
    case free
    /// The key is down.
    case held
    /// The key is up, a pedal holds it.
    case sustained
    /// Let go: it fades as its preset says.
    case released
  }

  var state: State = .free
  /// Its key was down when the sostenuto pedal went down, which is down still.
  var isSostenutoHeld = false
  /// Being faded out to make room; it no longer counts.
  var isStolen = false
  /// Silent until its key is let go (sample mode 2).
  private(set) var startsOnRelease: Bool
  /// Struck while the soft pedal was down.
  var isSoft = false
  /// Its class, of which a new note cuts the others off; 0 for none.
  let exclusiveClass: UInt8
  var channel: UInt8
  var key: UInt8
  var velocity: UInt8
  /// The same with the low bits that controller 88 brought.
  var highResolutionVelocity: Float
  /// The caller's number for the note, 0 for a key of a channel.
  var note: UInt64
  /// Higher for voices that began later; the voices of one note share it.
  var age: UInt64
  let region: UnsafePointer<PreparedRegion>
  /// What was left to chance when it began.
  var chances = NoteRandomValues()
  /// Frames of the recording that it leaves out at its beginning.
  var startOffsetFrames: Int64 = 0
  /// Frames until it begins.
  var delayFrames = 0
  /// It was let go and goes on all the same.
  var isUnending = false
  /// The first of its preset's regions: tells presets apart.
  let presetID: UnsafePointer<PreparedRegion>
  /// The pitch asked for, as a place on the keyboard.
  /// The key that envelopes go by: the one struck, or what the region has in its place.
  let envelopeKey: Float
  var noteNumber: Double
  /// On its way to that pitch from another.
  var glide = Glide()
  var parameters: VoiceParameters
  var volumeEnvelope: VolumeEnvelope
  var modulationEnvelope: ModulationEnvelope
  var vibrato: LFO
  var modulation: LFO
  var fade: Fade
  /// Frames left for the filter to ring after the recording's end.
  var tailFrames: Int
  /// Frames until what a controller changed has been reached, whatever segments lie between.
  private(set) var rampFrames = 0
  /// Frames of the note so far.
  private var elapsedFrames = 0
  /// Frames until a key that came up very soon counts as up; nil where none did.
  private var framesUntilRelease: Int?
  /// Octaves between the recording's rate and the output's.
  private let sampleRateRatioOctaves: Double
  /// It has a filter, now and for the rest of its time.
  private(set) var isFiltered: Bool
  /// What that does.
  private(set) var filter = RegionFilter.lowPass
  /// Its envelopes of points, and whether one of them is its volume envelope; nil for most.
  var envelopes: VoiceEnvelopes?
  var usesFlexVolumeEnvelope = false
  /// Its equalizer; nil for most.
  var bands: VoiceEqualizer?
  /// Its recording is turned over.
  private(set) var isPolarityInverted = false
  /// Whether it is one of those that are computed eight at a time.
  @inline(__always) var usesFilterBatch: Bool { isFiltered && filter == .lowPass }

  /// A voice at the beginning of its note.
  ///
  /// `values` holds its generators with modulators applied.
  init(
    _ note: Note, key: UInt8, age: UInt64, region: UnsafePointer<PreparedRegion>,
    preset: PresetHandle, values: UnsafePointer<Float>, sampleRate: Double
  ) {
    state = .held
    channel = note.channel
    self.key = key
    velocity = note.velocity
    highResolutionVelocity = Float(note.velocity)
    self.note = note.id
    self.age = age
    self.region = region
    presetID = preset.regions
    startsOnRelease = region.pointee.looping == .fromRelease
    let ownClass = values[Int(Generator.exclusiveClass.rawValue)]
    exclusiveClass = UInt8(min(max(ownClass, 0), 127))
    noteNumber = note.noteNumber
    parameters = VoiceParameters(values)
    envelopeKey = Voice.overriding(.overridingKey, values) ?? Float(key)
    if let fixed = Voice.overriding(.overridingKey, values) { noteNumber = Double(fixed) }
    volumeEnvelope = VolumeEnvelope(
      VoiceParameters.volumeShape(values, key: envelopeKey, sampleRate: sampleRate))
    modulationEnvelope = ModulationEnvelope(
      VoiceParameters.modulationShape(values, key: envelopeKey, sampleRate: sampleRate))
    vibrato = Voice.oscillator(values, delay: .vibratoLFODelay, rate: sampleRate)
    modulation = Voice.oscillator(values, delay: .modulationLFODelay, rate: sampleRate)
    fade = Fade(
      inFrames: note.fadeInFrames, outFrames: note.fadeOutFrames, duration: note.durationFrames)
    sampleRateRatioOctaves = Exponential.log2(region.pointee.sampleRate / sampleRate)
    isFiltered = parameters.needsFilter
    // 20 ms behind the segment in which that lies.
    tailFrames =
      parameters.needsFilter ? Int(sampleRate * 0.02) + Synthesizer.longControlBlockFrames : 0
  }

  /// Takes over generators that have changed under a sounding note; time already passed stays.
  ///
  /// Level and filter take a whole step of the grid to get there, even where the next one is near:
  /// else a controller that jumps would click.
  mutating func update(
    _ values: UnsafePointer<Float>, plan: inout VoiceRenderState, sampleRate: Double
  ) {
    parameters = VoiceParameters(values)
    if parameters.needsFilter { isFiltered = true }
    if plan.hasGain { rampFrames = Synthesizer.controlBlockFrames }
    plan.loudness = .infinity
    if state != .released || region.pointee.looping != .untilRelease {
      region.pointee.updateEnds(of: &plan.playback, values: values)
    }
    if !usesFlexVolumeEnvelope {
      volumeEnvelope.shape = VoiceParameters.volumeShape(
        values, key: envelopeKey, sampleRate: sampleRate)
    }
    modulationEnvelope.shape = VoiceParameters.modulationShape(
      values, key: envelopeKey, sampleRate: sampleRate)
    vibrato.phaseIncrement =
      Voice.hertz(values[Int(Generator.vibratoLFOFrequency.rawValue)]) / sampleRate
    modulation.phaseIncrement =
      Voice.hertz(values[Int(Generator.modulationLFOFrequency.rawValue)]) / sampleRate
  }

  /// Another filter than a low-pass, which is heard whatever its cutoff, and other oscillators.
  mutating func set(_ performance: PreparedExtendedParameters, sampleRate: Double) {
    filter = performance.filter
    if filter != .lowPass { isFiltered = true }
    isPolarityInverted = performance.isPolarityInverted
    vibrato.set(performance.vibrato, sampleRate: sampleRate)
    modulation.set(performance.modulation, sampleRate: sampleRate)
  }

  /// It has a filter from now on, whatever its cutoff.
  mutating func filters() { isFiltered = true }

  /// How its filter is damped.
  @inline(__always) var damping: Double { filter.isOnePole ? 2 : parameters.damping }

  /// Where it is on the keyboard at this moment, on its way or not.
  var place: Double { noteNumber + glide.value(after: 0) }

  /// Moves to another key without beginning anew.
  mutating func move(toKey key: UInt8, noteNumber: Double, glide: Glide) {
    self.key = key
    self.noteNumber = noteNumber
    self.glide = glide
  }

  /// Begins its release, or lets it begin once the note has lasted `minimumFrames`.
  mutating func release(_ playback: inout SamplePlayback, minimumFrames: Int = 0) {
    state = .released
    if startsOnRelease {
      // It begins now, and plays to its end: there is nothing left to let go.
      startsOnRelease = false
      return
    }
    if elapsedFrames < minimumFrames {
      framesUntilRelease = minimumFrames &- elapsedFrames
      return
    }
    framesUntilRelease = nil
    if !usesFlexVolumeEnvelope { volumeEnvelope.release() }
    envelopes?.release()
    modulationEnvelope.release()
    playback = region.pointee.released(playback)
  }

  /// It counts as let go and goes on to its end.
  mutating func goOn() {
    state = .released
    isUnending = true
  }

  /// True once it is silent for good.
  @inline(__always) func isFinished(_ playback: SamplePlayback) -> Bool {
    volumeEnvelope.stage == .finished || fade.isFinished
      || (playback.isFinished && tailFrames <= 0)
      || (usesFlexVolumeEnvelope && envelopes?.isOver == true)
  }

  /// What a place on the keyboard comes to, in cents above the recording's own pitch.
  @inline(__always) private func cents(at place: Double) -> Double {
    let root = parameters.overridingRootKey ?? region.pointee.rootKey
    return parameters.centsPerKey * (place - root)
      + region.pointee.correctionCents + parameters.tuningCents
  }

  /// ``octaves(after:)`` of a voice that does not glide, but for what oscillators and envelope add.
  var restingOctaves: Double { cents(at: noteNumber) * (1.0 / 1200) + sampleRateRatioOctaves }

  /// How many octaves the recording is raised, the rates of recording and output included, `frames`
  /// from now.
  @inline(__always) func octaves(after frames: Int) -> Double {
    var cents = cents(at: noteNumber + glide.value(after: frames))
    if parameters.vibratoToPitch != 0 {
      cents += parameters.vibratoToPitch * vibrato.value(after: frames)
    }
    if parameters.modulationLFOToPitch != 0 {
      cents += parameters.modulationLFOToPitch * modulation.value(after: frames)
    }
    if parameters.modulationEnvelopeToPitch != 0 {
      cents += parameters.modulationEnvelopeToPitch * modulationEnvelope.value(after: frames)
    }
    if let envelopes { cents += envelopes.pitchCents(after: frames) }
    return cents * (1.0 / 1200) + sampleRateRatioOctaves
  }

  /// Where the modulation oscillator is, −1…1, `frames` from now; 0 where it moves neither level
  /// nor filter.
  @inline(__always) func swing(after frames: Int) -> Double {
    if parameters.modulationLFOToVolume == 0 && parameters.modulationLFOToCutoff == 0 { return 0 }
    return modulation.value(after: frames)
  }

  /// Its amplitude `frames` from now, when the modulation oscillator is at `swing`, without pan.
  @inline(__always) func amplitude(
    after frames: Int, swing: Double, tables: ModulationTables
  ) -> Double {
    if delayFrames > 0 { return 0 }
    var amplitude = parameters.level * volumeEnvelope.amplitude(after: frames)
    if parameters.modulationLFOToVolume != 0 {
      amplitude *= tables.amplitude(centibels: -parameters.modulationLFOToVolume * swing)
    }
    if let envelopes { amplitude *= envelopes.amplitude(after: frames, tables) }
    return fade.isInactive ? amplitude : amplitude * fade.value(after: frames)
  }

  /// How loud it is `frames` from now or, while it still rises, is about to be.
  func prominence(after frames: Int, _ tables: ModulationTables) -> Double {
    if envelopes?.isMoving == true && state != .released { return parameters.level }
    switch volumeEnvelope.stage {
    case .delay, .attack: return parameters.level
    default: return amplitude(after: frames, swing: swing(after: frames), tables: tables)
    }
  }

  /// True where a voice that was let go has fallen so far that nobody will hear it again: its
  /// loudest is below `least`.
  @inline(__always) func isInaudible(loudness: Float, least: Float) -> Bool {
    state == .released && volumeEnvelope.stage == .release
      && parameters.modulationLFOToVolume == 0 && envelopes?.isMoving != true
      && loudness < least * (isFiltered ? Float(parameters.filteredLevel) : 1)
  }

  /// The setting of a section of the filter `frames` from now, when the modulation oscillator is at
  /// `swing`.
  @inline(__always)
  func filter(
    after frames: Int, swing: Double, tables: ModulationTables, section: Int
  ) -> StateVariableFilter {
    var cutoff = parameters.cutoffCents
    cutoff += parameters.modulationLFOToCutoff * Float(swing)
    if parameters.modulationEnvelopeToCutoff != 0 {
      cutoff +=
        parameters.modulationEnvelopeToCutoff * Float(modulationEnvelope.value(after: frames))
    }
    if let envelopes { cutoff += envelopes.cutoffCents(after: frames) }
    return StateVariableFilter(
      tangent: tables.tangent(cutoffCents: cutoff),
      damping: filter.damping(ofSection: section, damping(after: frames)))
  }

  /// Lets so many frames pass for everything but the recording, which moves as it is read.
  ///
  /// `inSegment` of them lie in the present segment; before it the recording had not ended.
  @inline(__always)
  mutating func advance(_ frames: Int, inSegment: Int, plan: inout VoiceRenderState) {
    if delayFrames > 0 {
      delayFrames = max(delayFrames &- frames, 0)
      // Its first gain is set, not reached.
      if delayFrames == 0 { plan.hasGain = false }
      fade.advance(frames)
      return
    }
    volumeEnvelope.advance(frames)
    modulationEnvelope.advance(frames)
    envelopes?.advance(frames)
    vibrato.advance(frames)
    modulation.advance(frames)
    fade.advance(frames)
    glide.advance(frames)
    elapsedFrames &+= frames
    rampFrames = max(rampFrames &- frames, 0)
    if let left = framesUntilRelease {
      framesUntilRelease = left &- frames
      if left <= frames { release(&plan.playback) }
    }
    if plan.playback.isFinished { tailFrames &-= inSegment }
  }

  /// How long gain and filter may move in a straight line, at most `limit` frames.
  ///
  /// To the next corner of an envelope or fade; and where it falls steeply, no further than
  /// 1.5 dB, over which a straight line and the curve differ by 0.03 dB.
  @inline(__always) func linearFrames(limit: Int) -> Int {
    var frames = min(limit, volumeEnvelope.framesUntilBreakpoint)
    frames = min(frames, modulationEnvelope.framesUntilBreakpoint)
    frames = min(frames, fade.framesUntilBreakpoint)
    if delayFrames > 0 { frames = min(frames, delayFrames) }
    if let left = framesUntilRelease { frames = min(frames, left) }
    if let envelopes { frames = envelopes.linearFrames(limit: frames) }
    let slope = volumeEnvelope.centibelsPerFrame
    if slope * Double(frames) > Self.steepestCentibels {
      frames = min(frames, max(Int(Self.steepestCentibels / slope), 4))
    }
    return frames
  }

  private static var steepestCentibels: Double { 15 }

  /// For how many frames, `frames` from now, a ``VoiceModulation`` says where everything is: until an
  /// envelope's next corner, and not at all in an attack, where it falls steeply, where an
  /// oscillator is no triangle, with envelopes of points, or a filter of several sections.
  @inline(__always) func predictableFrames(after frames: Int) -> Int {
    if delayFrames > 0 || glide.isRamping || fade.isRamping || rampFrames > frames { return 0 }
    if !vibrato.isPlain || !modulation.isPlain || envelopes != nil { return 0 }
    if filter.sectionCount > 1 { return 0 }
    if volumeEnvelope.stage == .delay || volumeEnvelope.stage == .attack { return 0 }
    let slope = volumeEnvelope.centibelsPerFrame
    if slope * Double(Synthesizer.controlBlockFrames) > Self.steepestCentibels { return 0 }
    if parameters.isMovedByEnvelope && modulationEnvelope.stage == .attack { return 0 }
    var least = min(volumeEnvelope.framesUntilBreakpoint, modulationEnvelope.framesUntilBreakpoint)
    least = min(least, fade.framesUntilBreakpoint)
    if let left = framesUntilRelease { least = min(least, left) }
    if vibrato.delayFrames > 0 { least = min(least, vibrato.delayFrames) }
    if modulation.delayFrames > 0 { least = min(least, modulation.delayFrames) }
    return max(least &- frames, 0)
  }

  /// For how many frames, `frames` from now, everything stays as it is at that moment, its
  /// oscillators aside where they move nothing; nil where something moves.
  @inline(__always) func steadyFrames(after frames: Int) -> Int? {
    if delayFrames > 0 { return nil }
    switch volumeEnvelope.stage {
    case .delay, .hold, .sustain: break
    default: return nil
    }
    if parameters.isMovedByOscillators || glide.isRamping || rampFrames > frames { return nil }
    if envelopes?.isMoving == true { return nil }
    if parameters.isMovedByEnvelope && modulationEnvelope.stage != .sustain { return nil }
    var least = min(volumeEnvelope.framesUntilBreakpoint, modulationEnvelope.framesUntilBreakpoint)
    least = min(least, fade.framesUntilBreakpoint)
    if let left = framesUntilRelease { least = min(least, left) }
    return fade.isRamping ? nil : least &- frames
  }

  private static func oscillator(
    _ values: UnsafePointer<Float>, delay: Generator, rate: Double
  ) -> LFO {
    let timecents = min(max(values[Int(delay.rawValue)], -12000), 5000)
    return LFO(
      delaySeconds: timecents <= -12000 ? 0 : VoiceParameters.seconds(timecents: timecents),
      hertz: hertz(values[Int(delay.rawValue) + 1]), sampleRate: rate)
  }

  private static func hertz(_ absoluteCents: Float) -> Double {
    StateVariableFilter.hertz(absoluteCents: Double(min(max(absoluteCents, -16000), 4500)))
  }

  /// The key or velocity that a generator puts in place of the one played (46, 47).
  static func overriding(_ generator: Generator, _ values: UnsafePointer<Float>) -> Float? {
    let value = values[Int(generator.rawValue)]
    return value >= 0 ? min(value, 127) : nil
  }
}
