public import PeachInstrumentModel
public import PeachMIDIEvents
public import PeachSynthesis

/// Renders a MIDI file offline with the presets of a sound bank. The presets that the song uses are
/// prepared in `init`. Rendering does not allocate, unless samples are loaded on demand, at the
/// first note that needs them.
///
/// ```swift
/// var song = try SongRenderer(file, bank: bank, decoder: decoder)
/// while song.render(left: left, right: right, count: 4096) { … }
/// ```
public struct SongRenderer: ~Copyable {
  /// The maximum length of the tail after the end of the song, in seconds. What still sounds then
  /// fades out during the last second.
  public static let longestTailSeconds = 10.0
  static let fadeSeconds = 1.0

  /// The length of the song, or its excerpt, without its tail, in frames.
  public let durationFrames: Int64
  /// The exact number of frames to render; `nil` until the tail has decayed.
  public let frameLimit: Int64?
  /// The number of frames rendered.
  public private(set) var frame: Int64 = 0
  /// The frames that were rendered and dropped to compensate for the limiter's latency.
  private var leadFrames = 0
  /// The presets that the song selects and the bank does not have.
  public let missingPresets: [PresetIdentifier]

  private var synthesizer: Synthesizer
  private var sequencer: Sequencer
  private var interpreter = MIDIEventInterpreter()
  private let programs: ProgramTable
  private let presets: [PreparedPreset]
  private let channelCount: Int
  /// The song's note-ons, if samples are loaded on demand; empty otherwise.
  private let triggers: [NoteTrigger]
  private var nextTrigger = 0
  private var samples = OnDemandSampleCache()
  private let sampleRate: Double
  private let settings: SongSettings
  /// The clock of frame 0.
  private let clock: SongClock
  /// The end of the song, or its excerpt, on the sequencer's clock, whose frames advance by the
  /// rate. Notes and pedals that are on are released there.
  private let endClock: Int64
  /// The clock of the last events: those at the end of the song belong to it, those at the end of
  /// an excerpt do not.
  private let lastClock: Int64
  /// Whether the notes were released at the end.
  private var isReleased = false
  /// The frame of the synthesizer at which a tail of the maximum length fades out.
  private let fadeFrame: Int64
  private var isFading = false

  /// Prepares the presets of `bank` that `file` uses.
  ///
  /// - Parameter corrections: Returns the pitch corrections for the preset at an index: see
  ///   ``InstrumentLoader/prepare(presetAt:corrections:steadyPitch:)``.
  /// - Throws: An error if a sample cannot be decoded.
  public init(
    _ file: MIDIFile, bank: SoundBank, decoder: SampleDecoder?,
    configuration: SynthesizerConfiguration = SynthesizerConfiguration(),
    corrections: (_ preset: Int) throws(SampleCodecError) -> [Double] =
      { (_) throws(SampleCodecError) in [] }
  ) throws(SampleCodecError) {
    let loader = InstrumentLoader(bank: bank, decoder: decoder)
    try self.init(file, bank: bank, configuration: configuration) {
      (index, usedKeys) throws(SampleCodecError) in
      try loader.prepare(presetAt: index, usedKeys: usedKeys, corrections: corrections(index))
    }
  }

  /// Prepares the presets of `bank` that `file` uses: `prepare` one at an index for the used keys.
  package init(
    _ file: MIDIFile, bank: SoundBank, configuration: SynthesizerConfiguration,
    excerpt: SongExcerpt = SongExcerpt(),
    prepare: (_ preset: Int, _ usedKeys: UsedKeys) throws(SampleCodecError) -> PreparedPreset
  ) throws(SampleCodecError) {
    let rate = Int(configuration.sampleRate)
    let used = SongPresets(file, configuration: configuration)
    var prepared: [PreparedPreset] = []
    for preset in used.presets(in: bank) {
      let usedKeys = excerpt.transposition == 0 ? preset.usedKeys : .all
      try prepared.append(prepare(preset.index, usedKeys))
    }
    if excerpt.isWhole, let triggers = used.triggers(in: bank),
      prepared.contains(where: { $0.loadsOnDemand })
    {
      self.triggers = triggers
      for trigger in triggers {
        samples.registerUpcomingNote(
          trigger.preset.map { prepared[$0] }, key: trigger.key, velocity: trigger.velocity)
      }
    } else {
      triggers = []
      for preset in prepared { preset.pinSamples() }
    }
    presets = prepared
    channelCount = configuration.channelCount
    missingPresets = used.missing(in: bank)
    programs = ProgramTable(prepared, isSingle: bank.presets.count == 1)
    synthesizer = Synthesizer(configuration)
    synthesizer.install(programs)
    sequencer = Sequencer(file, sampleRate: rate, hasClicks: excerpt.clickDecibels != nil)
    sampleRate = configuration.sampleRate
    settings = excerpt.settings
    clock = SongClock(rate: excerpt.settings.rate)
    let songFrames = sequencer.durationFrames
    let (framesPerSecond, speed) = (configuration.sampleRate, excerpt.settings.rate)
    func frame(_ seconds: Double) -> Int64 {
      let limited = min(max(seconds, 0), Double(songFrames) / framesPerSecond)
      return Int64((limited * framesPerSecond).rounded())
    }
    let start = frame(excerpt.startSeconds)
    let end = max(excerpt.endSeconds.map(frame) ?? songFrames, start)
    endClock = end - start
    lastClock = excerpt.endSeconds == nil ? endClock : endClock - 1
    let duration = Int64((Double(end - start) / speed).rounded(.up))
    durationFrames = duration
    frameLimit = excerpt.tailSeconds.map {
      duration + Int64((max($0, 0) * framesPerSecond).rounded())
    }
    fadeFrame =
      frameLimit != nil
      ? .max
      : clock.frames(until: endClock)
        + Int64((Self.longestTailSeconds - Self.fadeSeconds) * framesPerSecond)
    if start > 0 { sequencer.seek(to: start, at: 0) }
  }

  /// Renders the next `count` frames.
  ///
  /// - Returns: `false`, with nothing written, if the song is over and its tail has decayed or has
  ///   reached the maximum length.
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    render(left: left, right: right, count: count, with: SerialRunner?.none)
  }

  /// Renders the next `count` frames, with a worker thread if there is a `runner`. The output is
  /// bit-identical without one. With a runner, the last of the frames may be written as late as in
  /// the next call, or in ``finish()``. The buffers must stay valid until then.
  package mutating func render<Runner: ParallelRunner>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with runner: Runner?
  ) -> Bool {
    if isOver() { return false }
    let previousSpans = synthesizer.spanCount
    defer { synthesizer.finishSpans(previousSpans) }
    // Overwritten below: the output that precedes the first frame by the limiter's latency.
    while count > 0 && leadFrames < synthesizer.latencyFrames {
      let run = min(count, synthesizer.latencyFrames - leadFrames)
      renderBlock(left: left, right: right, count: run, with: runner)
      leadFrames += run
    }
    renderBlock(left: left, right: right, count: count, with: runner)
    frame += Int64(count)
    return true
  }

  private mutating func renderBlock<Runner: ParallelRunner>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with runner: Runner?
  ) {
    let start = synthesizer.frame
    var block = BlockSplitter(left: left, right: right, count: count)
    let last = clock.clock(after: start + Int64(count - 1))
    while block.offset < count, let event = sequencer.next(atOrBefore: min(last, lastClock)) {
      let frame = clock.frames(until: event.frame) - start
      render(block.nextSegment(upTo: Int(min(frame, Int64(count - 1)))), with: runner)
      loadSamples(for: event)
      interpreter.apply(
        event, bytes: sequencer.bytes(of: event), with: settings, to: &synthesizer)
    }
    if last >= endClock && !isReleased {
      render(block.nextSegment(upTo: Int(clock.frames(until: endClock) - start)), with: runner)
      synthesizer.releaseAllNotes(channelCount: channelCount)
      isReleased = true
    }
    if start + Int64(count) > fadeFrame && !isFading {
      render(block.nextSegment(upTo: Int(fadeFrame - start)), with: runner)
      synthesizer.handle(.fadeAll(frames: Int(Self.fadeSeconds * sampleRate)))
      isFading = true
    }
    render(block.nextSegment(upTo: count), with: runner)
  }

  private mutating func loadSamples(for event: SequencedEvent) {
    guard nextTrigger < triggers.count, case .message(let message) = event.content,
      message.startsNote, let channel = message.channel, Int(channel) < channelCount
    else { return }
    let trigger = triggers[nextTrigger]
    nextTrigger += 1
    samples.play(
      trigger.preset.map { presets[$0] }, key: trigger.key, velocity: trigger.velocity,
      by: synthesizer)
  }

  package var onDemandByteCount: Int { samples.byteCount }

  /// Writes the frames that a runner has not finished.
  package mutating func finish() { synthesizer.finishSpans() }

  private mutating func render<Runner: ParallelRunner>(
    _ segment: BlockSplitter.Segment, with runner: Runner?
  ) {
    if segment.count == 0 { return }
    if let runner {
      synthesizer.render(
        left: segment.left, right: segment.right, count: segment.count, with: runner)
    } else {
      synthesizer.render(segment)
    }
  }

  private mutating func isOver() -> Bool {
    if let frameLimit { return frame >= frameLimit }
    // At the end of a song, silence needs no release.
    let isSequenced = isReleased || lastClock == endClock && sequencer.isFinished
    if frame < durationFrames || !isSequenced { return false }
    finish()
    let tail = Double(frame - durationFrames) / sampleRate
    return synthesizer.isSilent || tail >= Self.longestTailSeconds
  }
}
