import PeachMIDIEvents
import PeachSynthesis
import Synchronization

/// A command from the control thread of a ``SongPlayer`` to its audio thread.
enum SongCommand: BitwiseCopyable, Sendable {
  case play
  case pause
  /// Plays after these beats.
  case countIn(CountIn, gain: Float)
  case seek(songFrame: Int64)
  /// Repeats song frames, end exclusive; an empty range to play to the end.
  case loop(start: Int64, end: Int64)
  case rate(Double)
  case transposition(semitones: Int)
  case muting(SongChannels)
  case level(decibels: Float, channel: UInt8)
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
  private let ports: UnsafeMutablePointer<PlayedPort>
  private let portCount: Int
  /// The sum of several ports; `nil` for a single one.
  private let mix: PortMix?
  private var isPlaying = false
  private var clock = SongClock()
  private var countIn = CountIn()
  private var countInGain: Float = 0
  private var settings = SongSettings()
  private let fadeFrames: Int
  /// The frames rendered since the song has ended by itself; `nil` before.
  private var tailFrames: Int64?
  private let longestTailFrames: Int64
  /// The length of the fade at the end of the longest tail.
  private let tailFadeFrames: Int

  /// Allocates; `shared` must stay valid as long. Call ``deallocate()`` at the end.
  init(
    _ file: MIDIFile, _ programs: borrowing ProgramTable, _ configuration: SynthesizerConfiguration,
    hasClicks: Bool, tunings: NoteTunings, shared: UnsafePointer<SongSharedState>
  ) {
    self.shared = shared
    portCount = file.portMap.count
    ports = .allocate(capacity: portCount)
    mix = portCount > 1 ? PortMix(portCount: portCount, configuration) : nil
    var own = configuration
    own.limiter = configuration.limiter && portCount == 1
    let bytes = SongBytes(file)
    for port in 0..<portCount {
      let sequencer = Sequencer(
        file, port: port, bytes: bytes, sampleRate: Int(configuration.sampleRate),
        hasClicks: hasClicks && port == 0, tunings: tunings)
      (ports + port).initialize(to: PlayedPort(port, of: file, sequencer, programs, own))
    }
    fadeFrames = Int(configuration.sampleRate * 0.01)
    longestTailFrames = Int64(configuration.sampleRate * SongRenderer.longestTailSeconds)
    tailFadeFrames = Int(configuration.sampleRate * SongRenderer.fadeSeconds)
  }

  func deallocate() {
    ports.deinitialize(count: portCount)
    ports.deallocate()
    mix?.deallocate()
  }

  var durationFrames: Int64 { ports.pointee.sequencer.durationFrames }
  /// The latency of the limiter.
  var latencyFrames: Int {
    mix?.latencyFrames ?? ports.pointee.engine.synthesizer.pointee.latencyFrames
  }

  /// Handles the queued commands and renders `count` frames.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    while let command = shared.pointee.commands.pop() { handle(command) }
    var done = 0
    while done < count {
      var run = count &- done
      if countIn.remainingFrames > 0 {
        if countIn.isAtBeat { click() }
        run = Int(min(Int64(run), countIn.framesToBeat))
      }
      renderPorts(left: left + done, right: right + done, count: run)
      done &+= run
    }
    if isPlaying && hasEnded {
      isPlaying = false
      tailFrames = 0
      shared.pointee.isFinished.store(true, ordering: .relaxed)
    } else if let tail = tailFrames {
      let fadeStart = longestTailFrames &- Int64(tailFadeFrames)
      if tail < fadeStart && tail &+ Int64(count) >= fadeStart {
        for port in 0..<portCount {
          ports[port].engine.synthesizer.pointee.handle(.fadeAll(frames: tailFadeFrames))
        }
      }
      tailFrames = tail &+ Int64(count)
      let isOver = isSilent || tail >= longestTailFrames
      shared.pointee.isOver.store(isOver, ordering: .relaxed)
    }
    publish()
  }

  /// Counts a beat.
  private func click() {
    let isAccented = countIn.isAtBar
    ports.pointee.engine.synthesizer.pointee.handle(
      .click(isAccented: isAccented, gain: countInGain * (isAccented ? 1 : 0.5)))
  }

  private mutating func renderPorts(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    let hasEnded = tailFrames != nil
    let isPlaying = isPlaying && countIn.remainingFrames == 0
    countIn.advance(by: Int64(count))
    guard let mix else {
      ports.pointee.render(
        left: left, right: right, count: count, clock: clock, isPlaying: isPlaying,
        hasEnded: hasEnded, settings)
      if isPlaying { clock.advance(by: Int64(count)) }
      return
    }
    var done = 0
    while done < count {
      let run = min(count &- done, PortMix.capacity)
      for port in 0..<portCount {
        ports[port].render(
          left: mix.left(ofPort: port), right: mix.right(ofPort: port), count: run, clock: clock,
          isPlaying: isPlaying, hasEnded: hasEnded, settings)
      }
      mix.add(to: left + done, right + done, count: run)
      if isPlaying { clock.advance(by: Int64(run)) }
      done &+= run
    }
  }

  private var hasEnded: Bool {
    for port in 0..<portCount where !ports[port].sequencer.isFinished { return false }
    return songFrame >= durationFrames
  }

  private var isSilent: Bool {
    for port in 0..<portCount where !ports[port].engine.synthesizer.pointee.isSilent {
      return false
    }
    return mix?.isIdle ?? true
  }

  private var songFrame: Int64 { ports.pointee.songFrame(at: clock.clock()) }

  private func publish() {
    let counted = Int64(Double(countIn.remainingFrames) * settings.rate)
    shared.pointee.songFrame.store(max(songFrame, 0) &- counted, ordering: .relaxed)
    shared.pointee.isPlaying.store(isPlaying, ordering: .relaxed)
    var voiceCount = 0
    for port in 0..<portCount { voiceCount &+= ports[port].engine.voiceCount }
    shared.pointee.counters.voiceCount.store(voiceCount, ordering: .relaxed)
    shared.pointee.counters.clock.store(ports.pointee.engine.frame, ordering: .releasing)
  }

  // MARK: Commands

  private mutating func handle(_ command: SongCommand) {
    switch command {
    case .play:
      if hasEnded { seek(to: 0) }
      countIn = CountIn()
      isPlaying = true
    case .pause:
      countIn = CountIn()
      isPlaying = false
      fadeAll()
    case .countIn(let beats, let gain):
      if hasEnded { seek(to: 0) }
      (countIn, countInGain, isPlaying) = (beats, gain, true)
    case .seek(let songFrame): seek(to: songFrame)
    case .loop(let start, let end):
      for port in 0..<portCount { ports[port].sequencer.setLoop(start..<max(start, end)) }
    case .rate(let rate):
      settings.rate = rate
      clock.setRate(rate)
    case .click(let gain): settings.clickGain = gain
    case .tuning(let cents):
      for port in 0..<portCount { ports[port].setReferencePitch(cents: cents) }
    case .transposition(let semitones):
      if semitones == settings.transposition { return }
      for port in 0..<portCount { ports[port].releaseMelodicKeys() }
      settings.transposition = semitones
    case .muting(let channels):
      let added = channels & ~settings.mutedChannels
      for port in 0..<portCount { ports[port].mute(added, frames: fadeFrames) }
      settings.mutedChannels = channels
    case .level(let decibels, let channel):
      guard channel >> 4 < portCount else { return }
      ports[Int(channel >> 4)].engine.synthesizer.pointee.setLevel(
        decibels: decibels, ofChannel: Int(channel & 15))
    }
  }

  private mutating func seek(to songFrame: Int64) {
    fadeAll()
    countIn = CountIn()
    clock.roundUp()
    for port in 0..<portCount { ports[port].seek(to: songFrame, at: clock.clock()) }
    tailFrames = nil
    shared.pointee.isFinished.store(false, ordering: .relaxed)
    shared.pointee.isOver.store(false, ordering: .relaxed)
  }

  private func fadeAll() {
    for port in 0..<portCount {
      ports[port].engine.synthesizer.pointee.handle(.fadeAll(frames: fadeFrames))
    }
  }
}
