import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// The times and settings of a song that is rendered, which its ports share.
struct RenderTiming {
  let sampleRate: Double
  let settings: SongSettings
  /// The clock of frame 0.
  let clock: SongClock
  /// The frame of the song at which the rendering starts.
  let startFrame: Int64
  /// The end of the song, or its excerpt, on the sequencer's clock, whose frames advance by the
  /// rate. Notes and pedals that are on are released there.
  let endClock: Int64
  /// The clock of the last events: those at the end of the song belong to it, those at the end of
  /// an excerpt do not.
  let lastClock: Int64
  let durationFrames: Int64
  /// The exact number of frames to render; `nil` until the tail has decayed.
  let frameLimit: Int64?
  /// The frame of the synthesizers at which a tail of the maximum length fades out.
  let fadeFrame: Int64

  /// - Parameter songFrames: The length of the song.
  init(_ excerpt: SongExcerpt, songFrames: Int64, sampleRate: Double) {
    self.sampleRate = sampleRate
    settings = excerpt.settings
    clock = SongClock(rate: excerpt.settings.rate)
    let speed = excerpt.settings.rate
    func frame(_ seconds: Double) -> Int64 {
      let limited = min(max(seconds, 0), Double(songFrames) / sampleRate)
      return Int64((limited * sampleRate).rounded())
    }
    let start = frame(excerpt.startSeconds)
    let end = max(excerpt.endSeconds.map(frame) ?? songFrames, start)
    startFrame = start
    endClock = end - start
    lastClock = excerpt.endSeconds == nil ? endClock : endClock - 1
    let duration = Int64((Double(end - start) / speed).rounded(.up))
    durationFrames = duration
    frameLimit = excerpt.tailSeconds.map { duration + Int64((max($0, 0) * sampleRate).rounded()) }
    let tail = SongRenderer.longestTailSeconds - SongRenderer.fadeSeconds
    fadeFrame =
      frameLimit != nil
      ? .max : clock.frames(until: endClock) + Int64(tail * sampleRate)
  }
}

/// A port of a song that is rendered: its events, and a synthesizer for its 16 channels.
struct RenderedPort: ~Copyable {
  var synthesizer: Synthesizer
  private var sequencer: Sequencer
  private var interpreter = MIDIEventInterpreter()
  private let timing: RenderTiming
  /// The port's number, from 0.
  private let number: Int
  private let channelCount: Int
  /// The song's presets, if its samples are loaded on demand.
  private let presets: [PreparedPreset]
  /// The song's note-ons, if samples are loaded on demand; empty otherwise.
  private let triggers: [NoteTrigger]
  private var nextTrigger = 0
  private var samples = OnDemandSampleCache()
  /// Whether the notes were released at the end.
  private var isReleased = false
  private var isFading = false

  init(
    _ number: Int, of file: MIDIFile, _ sequencer: consuming Sequencer,
    _ configuration: SynthesizerConfiguration, timing: RenderTiming, programs: ProgramTable
  ) {
    self.number = number
    synthesizer = Synthesizer(configuration)
    synthesizer.usePresets(of: file, port: number)
    synthesizer.install(programs)
    self.sequencer = sequencer
    self.timing = timing
    channelCount = configuration.channelCount
    (presets, triggers) = ([], [])
    if timing.startFrame > 0 { self.sequencer.seek(to: timing.startFrame, at: 0) }
  }

  /// Creates a port whose samples are loaded at the first of the song's note-ons that needs them.
  init(
    of file: MIDIFile, _ sequencer: consuming Sequencer, _ configuration: SynthesizerConfiguration,
    timing: RenderTiming, programs: ProgramTable, presets: [PreparedPreset],
    triggers: [NoteTrigger]
  ) {
    number = 0
    synthesizer = Synthesizer(configuration)
    synthesizer.usePresets(of: file, port: 0)
    synthesizer.install(programs)
    self.sequencer = sequencer
    self.timing = timing
    channelCount = configuration.channelCount
    (self.presets, self.triggers) = (presets, triggers)
    for trigger in triggers {
      samples.registerUpcomingNote(
        trigger.preset.map { presets[$0] }, key: trigger.key, velocity: trigger.velocity)
    }
  }

  mutating func render<Runner: ParallelRunner>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with runner: Runner?
  ) {
    let start = synthesizer.frame
    let clock = timing.clock
    var block = BlockSplitter(left: left, right: right, count: count)
    let last = clock.clock(after: start + Int64(count - 1))
    while block.offset < count,
      let event = sequencer.next(atOrBefore: min(last, timing.lastClock))
    {
      let frame = clock.frames(until: event.frame) - start
      render(block.nextSegment(upTo: Int(min(frame, Int64(count - 1)))), with: runner)
      loadSamples(for: event)
      sequencer.tune(event, with: timing.settings, &synthesizer)
      interpreter.apply(
        event, bytes: sequencer.bytes(of: event), with: timing.settings, port: number,
        to: &synthesizer)
    }
    if last >= timing.endClock && !isReleased {
      let end = Int(clock.frames(until: timing.endClock) - start)
      render(block.nextSegment(upTo: end), with: runner)
      synthesizer.releaseAllNotes(channelCount: channelCount)
      isReleased = true
    }
    if start + Int64(count) > timing.fadeFrame && !isFading {
      render(block.nextSegment(upTo: Int(timing.fadeFrame - start)), with: runner)
      synthesizer.handle(.fadeAll(frames: Int(SongRenderer.fadeSeconds * timing.sampleRate)))
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

  var onDemandByteCount: Int { samples.byteCount }

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

  /// Whether all events have been applied, and notes released, if any need to be.
  var isSequenced: Bool {
    // At the end of a song, silence needs no release.
    isReleased || timing.lastClock == timing.endClock && sequencer.isFinished
  }
}
