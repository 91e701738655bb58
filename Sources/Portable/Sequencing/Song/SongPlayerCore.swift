import PeachMIDIEvents
import PeachSynthesis
import Synchronization

/// A command from the control thread of a ``SongPlayer`` to its audio thread.
enum SongCommand: BitwiseCopyable, Sendable {
  case play
  case pause
  case seek(songFrame: Int64)
  /// Repeats song frames, end exclusive; an empty range to play to the end.
  case loop(start: Int64, end: Int64)
  case rate(Double)
  case transposition(semitones: Int)
  /// A bit for each muted channel.
  case muting(UInt16)
  /// The peak of accented clicks; 0 for none.
  case click(gain: Float)
  /// The tuning of all channels but percussion, in addition to that of the song.
  case tuning(cents: Double)
}

/// The state that the control thread and the audio thread of a ``SongPlayer`` share.
struct SongSharedState: ~Copyable {
  let commands = CommandQueue<SongCommand>(capacity: 256)
  let counters = LiveCounters()
  let songFrame = Atomic<Int64>(0)
  let isPlaying = Atomic<Bool>(false)
  let isFinished = Atomic<Bool>(false)
  let isOver = Atomic<Bool>(false)
}

/// The audio-thread side of a ``SongPlayer``.
struct SongPlayerCore: ~Copyable {
  private let shared: UnsafePointer<SongSharedState>
  private let engine: LiveEngine
  private var sequencer: Sequencer
  private var interpreter = MIDIEventInterpreter()
  private var isPlaying = false
  private var clock = SongClock()
  private var settings = SongSettings()
  private let fadeFrames: Int
  /// Whether the notes and pedals that were on at the end of the song have been released.
  private var isReleased = false
  /// The frames rendered since the song has ended by itself; `nil` before.
  private var tailFrames: Int64?
  private let longestTailFrames: Int64
  /// The length of the fade at the end of the longest tail.
  private let tailFadeFrames: Int

  /// Allocates; `shared` must stay valid as long.
  init(
    _ file: MIDIFile, _ programs: borrowing ProgramTable, _ configuration: SynthesizerConfiguration,
    hasClicks: Bool, shared: UnsafePointer<SongSharedState>
  ) {
    self.shared = shared
    engine = LiveEngine(configuration)
    engine.synthesizer.pointee.install(programs)
    sequencer = Sequencer(
      file, sampleRate: Int(configuration.sampleRate), hasClicks: hasClicks)
    fadeFrames = Int(configuration.sampleRate * 0.01)
    longestTailFrames = Int64(configuration.sampleRate * SongRenderer.longestTailSeconds)
    tailFadeFrames = Int(configuration.sampleRate * SongRenderer.fadeSeconds)
  }

  var durationFrames: Int64 { sequencer.durationFrames }
  /// The latency of the limiter.
  var latencyFrames: Int { engine.synthesizer.pointee.latencyFrames }

  /// Handles the queued commands and renders `count` frames.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    while let command = shared.pointee.commands.pop() { handle(command) }
    var block = BlockSplitter(left: left, right: right, count: count)
    while isPlaying && block.offset < count {
      let last = clock.clock(after: Int64(count &- block.offset &- 1))
      guard let event = sequencer.next(atOrBefore: last) else { break }
      let distance = clock.frames(until: event.frame)
      advance(&block, by: Int(min(distance, Int64(count &- block.offset))))
      apply(event)
    }
    releaseAtEnd(&block)
    advance(&block, by: count &- block.offset)
    if isPlaying && hasEnded {
      isPlaying = false
      tailFrames = 0
      shared.pointee.isFinished.store(true, ordering: .relaxed)
    } else if let tail = tailFrames {
      let fadeStart = longestTailFrames &- Int64(tailFadeFrames)
      if tail < fadeStart && tail &+ Int64(count) >= fadeStart {
        engine.synthesizer.pointee.handle(.fadeAll(frames: tailFadeFrames))
      }
      tailFrames = tail &+ Int64(count)
      let isOver = engine.synthesizer.pointee.isSilent || tail >= longestTailFrames
      shared.pointee.isOver.store(isOver, ordering: .relaxed)
    }
    publish()
  }

  private mutating func advance(_ block: inout BlockSplitter, by frames: Int) {
    if isPlaying { clock.advance(by: Int64(frames)) }
    while !engine.render(&block, upTo: block.offset &+ frames, nextAction: .max) {}
  }

  /// Releases notes and pedals that are on at the end of the song, if it is within the block.
  private mutating func releaseAtEnd(_ block: inout BlockSplitter) {
    guard (isPlaying || tailFrames != nil) && !isReleased && sequencer.isFinished else { return }
    if isPlaying {
      let end = sequencer.frame(atSongFrame: sequencer.durationFrames)
      let remaining = Int64(block.count &- block.offset)
      guard remaining > 0, end <= clock.clock(after: remaining &- 1) else { return }
      advance(&block, by: Int(min(clock.frames(until: end), remaining)))
    }
    engine.synthesizer.pointee.releaseAllNotes(channelCount: 16)
    isReleased = true
  }

  private var hasEnded: Bool {
    sequencer.isFinished && songFrame >= sequencer.durationFrames
  }

  private var songFrame: Int64 { sequencer.songFrame(at: clock.clock()) }

  private func publish() {
    shared.pointee.songFrame.store(max(songFrame, 0), ordering: .relaxed)
    shared.pointee.isPlaying.store(isPlaying, ordering: .relaxed)
    engine.publish(to: shared.pointee.counters)
  }

  // MARK: Commands

  private mutating func handle(_ command: SongCommand) {
    let synthesizer = engine.synthesizer
    switch command {
    case .play:
      if hasEnded { seek(to: 0) }
      isPlaying = true
    case .pause:
      isPlaying = false
      synthesizer.pointee.handle(.fadeAll(frames: fadeFrames))
    case .seek(let songFrame): seek(to: songFrame)
    case .loop(let start, let end): sequencer.setLoop(start..<max(start, end))
    case .rate(let rate):
      settings.rate = rate
      clock.setRate(rate)
    case .click(let gain): settings.clickGain = gain
    case .tuning(let cents):
      var host = synthesizer.pointee.hostSettings
      host.tuningCents = cents
      synthesizer.pointee.setHostSettings(host)
    case .transposition(let semitones):
      if semitones == settings.transposition { return }
      for channel in 0..<UInt8(16) where !synthesizer.pointee.isPercussion(onChannel: channel) {
        releaseKeys(ofChannel: channel)
      }
      settings.transposition = semitones
    case .muting(let channels):
      let added = channels & ~settings.mutedChannels
      for channel in 0..<UInt8(16) where added & (1 &<< UInt16(channel)) != 0 {
        synthesizer.pointee.handle(.fadeChannel(channel, frames: fadeFrames))
      }
      settings.mutedChannels = channels
    }
  }

  private mutating func seek(to songFrame: Int64) {
    engine.synthesizer.pointee.handle(.fadeAll(frames: fadeFrames))
    clock.roundUp()
    sequencer.seek(to: min(max(songFrame, 0), sequencer.durationFrames), at: clock.clock())
    tailFrames = nil
    isReleased = false
    shared.pointee.isFinished.store(false, ordering: .relaxed)
    shared.pointee.isOver.store(false, ordering: .relaxed)
  }

  private func releaseKeys(ofChannel channel: UInt8) {
    // All Notes Off (MIDI 1.0, table IV).
    engine.synthesizer.pointee.handle(
      .controlChange(channel: channel, controller: 123, value: 0))
  }

  private mutating func apply(_ event: SequencedEvent) {
    let synthesizer = engine.synthesizer
    interpreter.apply(
      event, bytes: sequencer.bytes(of: event), with: settings, to: &synthesizer.pointee)
  }
}
