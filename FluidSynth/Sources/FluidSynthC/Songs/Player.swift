import FluidSynthPOSIX
import PeachInstrumentModel
import PeachLive
import PeachMIDIEvents
import PeachMusicUnits
import PeachSynthesis
import Synchronization

/// The object of a `fluid_player_t`: plays a list of songs while the synthesizer renders. Events
/// are exact to the frame.
final class Player: SampleTimer, @unchecked Sendable {
  // Safe: the synthesizer's timer lock protects all state but the status.

  /// The values of `fluid_player_status`.
  enum Status: Int32 {
    case ready, playing, stopping, done
  }

  /// The values of `fluid_player_set_tempo_type`.
  enum TempoMode: Int32 {
    case factor, beatsPerMinute, microseconds
  }

  enum Item {
    case file(String)
    case memory([UInt8])
  }

  let synth: Synth
  private let currentStatus = Atomic<Int32>(Status.ready.rawValue)
  private var items: [Item] = []
  /// The songs of the first items; `nil` for those that cannot be read. They are read on the thread
  /// that plays or adds, so that rendering reads no file.
  private var songs: [PlayerSong?] = []
  private var nextItem = 0
  private(set) var song: PlayerSong?
  private var nextEvent = 0
  /// The frame and tick of the last change of tempo.
  private var origin: (frame: Int64, tick: Double) = (0, 0)
  private var songTempo = 500_000.0
  private var tempoMode = TempoMode.factor
  private var tempoValue = 1.0
  private(set) var tick: Int64 = 0
  /// The number of passes that remain; negative for no end.
  var loopCount: Int32 = 1
  private var seekTick: Int64?
  private var isFirstSong = true
  /// The frames at which the last song ended, and at which its notes had ended.
  private var endFrame: Int64?
  private var decayEndFrame: Int64?
  /// The longest decay after the last song, for notes that the song does not end.
  private static var decaySeconds: Double { 60 }
  /// The time between the end of the notes and that of the list, as measured in FluidSynth.
  private static var graceSeconds: Double { 2 }
  private let event = MIDIEventObject()
  var playback: (handler: MIDIHandler, data: UnsafeMutableRawPointer?)?
  var tickCallback:
    (
      handler: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32,
      data: UnsafeMutableRawPointer?
    )?

  init(_ synth: Synth) {
    self.synth = synth
    synth.add(self)
  }

  var status: Status {
    get { Status(rawValue: currentStatus.load(ordering: .acquiring)) ?? .done }
    set { currentStatus.store(newValue.rawValue, ordering: .releasing) }
  }

  func withLock<Value>(_ body: () -> Value) -> Value { synth.timerLock.withLock(body) }

  // MARK: The list

  func add(_ item: Item) {
    let isPlaying = withLock {
      items.append(item)
      return status == .playing
    }
    if isPlaying { readSongs() }
  }

  /// Reads the songs that were added, without the lock that rendering takes.
  private func readSongs() {
    while let (index, item) = withLock({
      songs.count < items.count ? (songs.count, items[songs.count]) : nil
    }) {
      let song = Self.song(item)
      withLock { if songs.count == index { songs.append(song) } }
    }
  }

  func play() {
    readSongs()
    withLock {
      guard status != .playing, song != nil || nextItem < songs.count else { return }
      if (song == nil || endFrame != nil) && !startNext() { return }
      origin = (synth.frame, Double(tick))
      status = .playing
    }
  }

  func stop() {
    withLock {
      tick = currentTick
      status = .done
      silence()
    }
  }

  private static func song(_ item: Item) -> PlayerSong? {
    guard let bytes = bytes(item) else { return nil }
    do throws(MIDIFileError) {
      return try PlayerSong(bytes)
    } catch {
      Log.error("The song cannot be read: \(error)")
      return nil
    }
  }

  /// Starts the next song that was read. Returns `false` at the end of the list.
  private func startNext() -> Bool {
    while nextItem < songs.count {
      nextItem += 1
      guard let next = songs[nextItem - 1] else { continue }
      song = next
      if !isFirstSong && synth.settings.isOn("player.reset-synth") { synth.reset() }
      isFirstSong = false
      rewind(toFrame: synth.frame)
      return true
    }
    return false
  }

  private static func bytes(_ item: Item) -> [UInt8]? {
    switch item {
    case .memory(let bytes): return bytes
    case .file(let path):
      guard let bytes = fileContents(path) else {
        Log.error("\(path) cannot be read: \(String(cString: strerror(errno)))")
        return nil
      }
      return bytes
    }
  }

  private func rewind(toFrame frame: Int64) {
    (endFrame, decayEndFrame) = (nil, nil)
    nextEvent = 0
    tick = 0
    origin = (frame, 0)
    songTempo = 500_000
  }

  // MARK: Tempo

  /// The duration of a quarter note, in microseconds.
  var microsecondsPerQuarterNote: Double {
    switch tempoMode {
    case .factor: songTempo / tempoValue
    case .beatsPerMinute: 60e6 / tempoValue
    case .microseconds: tempoValue
    }
  }

  /// The tick at the current frame.
  var currentTick: Int64 {
    guard status == .playing, endFrame == nil, seekTick == nil, let song else { return tick }
    return min(max(tick(atFrame: synth.frame), tick), song.endTick)
  }

  private var framesPerTick: Double {
    microsecondsPerQuarterNote * 1e-6 * synth.sampleRate / (song?.division ?? 192)
  }

  func setTempo(_ mode: TempoMode, _ value: Double) {
    withLock {
      moveOrigin(to: synth.frame)
      (tempoMode, tempoValue) = (mode, value)
    }
  }

  private func moveOrigin(to frame: Int64) {
    guard status == .playing else { return }
    origin = (frame, origin.tick + Double(frame - origin.frame) / framesPerTick)
  }

  private func tick(atFrame frame: Int64) -> Int64 {
    Int64(saturating: origin.tick + Double(frame - origin.frame) / framesPerTick)
  }

  private func frame(atTick tick: Int64) -> Int64 {
    let offset = FrameCount.frames(clampingSeconds: Double(tick) - origin.tick, rate: framesPerTick)
    return origin.frame + Int64(offset)
  }

  // MARK: Playing

  func seek(_ tick: Int64) -> Bool {
    withLock {
      if let song, !(0...song.endTick ~= tick) { return false }
      guard tick >= 0, seekTick == nil else { return false }
      if song == nil { return true }
      seekTick = tick
      return true
    }
  }

  /// Plays the events up to a frame. Returns the number of frames until the next event.
  func advance(to frame: Int64) -> Int64 {
    guard status == .playing else { return .max }
    if let target = seekTick {
      seekTick = nil
      jump(to: target, at: frame)
    }
    guard let song else { return .max }
    while nextEvent < song.events.count {
      let next = song.events[nextEvent]
      let due = self.frame(atTick: next.tick)
      if due > frame { return wait(until: due, from: frame) }
      nextEvent += 1
      tick = next.tick
      play(next.content, of: song, at: due)
      if status != .playing || seekTick != nil { return 1 }
    }
    let end = self.frame(atTick: song.endTick)
    if end > frame { return wait(until: end, from: frame) }
    tick = song.endTick
    return finish(at: frame)
  }

  /// Returns the frames until an event; fewer if a callback follows the ticks.
  private func wait(until due: Int64, from frame: Int64) -> Int64 {
    let current = tick(atFrame: frame)
    if current != tick {
      tick = current
      if let tickCallback {
        _ = tickCallback.handler(tickCallback.data, Int32(clamping: current))
        if status != .playing || seekTick != nil { return 1 }
      }
    }
    return tickCallback == nil ? due - frame : min(due - frame, 64)
  }

  private func play(_ content: MIDIFile.PlaybackEvent.Content, of song: PlayerSong, at frame: Int64)
  {
    switch content {
    case .message(let message):
      event.set(message)
      send()
    case .tempo(let tempo):
      origin = (frame, Double(tick))
      songTempo = Double(tempo)
    case .systemExclusive(let range): send(range, of: song, MIDIEventObject.systemExclusive)
    case .text(let range): send(range, of: song, MIDIEventObject.text)
    case .lyric(let range): send(range, of: song, MIDIEventObject.lyric)
    }
  }

  private func send(_ range: Range<Int>, of song: PlayerSong, _ type: Int32) {
    song.bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress.map { $0 + range.lowerBound }
      event.set(
        type, UnsafeMutableRawPointer(mutating: start), count: Int32(clamping: range.count),
        isOwned: false)
      send()
      event.set(type, nil, count: 0, isOwned: false)
    }
  }

  private func send() {
    if let playback {
      _ = playback.handler(playback.data, Handle.borrowed(event))
    } else {
      _ = synth.handle(event)
    }
  }

  /// Continues at a tick: sets the controllers and programs of the events before it.
  private func jump(to target: Int64, at frame: Int64) {
    guard let song else { return }
    silence()
    if target < tick || nextEvent == 0 { rewind(toFrame: frame) }
    while nextEvent < song.events.count, song.events[nextEvent].tick < target {
      let next = song.events[nextEvent]
      nextEvent += 1
      if case .message(let message) = next.content, message.startsNote { continue }
      play(next.content, of: song, at: frame)
    }
    tick = target
    origin = (frame, Double(target))
  }

  private func silence() { synth.allNotesOff(nil) }

  /// Repeats the list, or starts the next song, or waits for the decay and ends.
  private func finish(at frame: Int64) -> Int64 {
    if endFrame == nil {
      if startNext() { return 1 }
      if loopCount < 0 || loopCount > 1 {
        if loopCount > 0 { loopCount -= 1 }
        nextItem = 0
        if startNext() { return 1 }
      }
      endFrame = frame
      for index in synth.channels.indices { synth.change(index, controller: 64, value: 0) }
    }
    let rate = synth.sampleRate
    if decayEndFrame == nil {
      let decay = frame - (endFrame ?? frame)
      if synth.activeVoiceCount > 0 && Double(decay) < Self.decaySeconds * rate { return 64 }
      decayEndFrame = frame
    }
    let grace = FrameCount.frames(clampingSeconds: Self.graceSeconds, rate: rate)
    let end = (decayEndFrame ?? frame) + Int64(grace)
    if frame < end { return end - frame }
    nextItem = songs.count
    status = .done
    return .max
  }
}
