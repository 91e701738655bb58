public import PeachAudioOutput
package import PeachInstrumentModel
public import PeachMusicUnits
import PeachPlayback
import PeachSequencing
public import PeachSynthesis
import Synchronization

/// An audio device with a synthesizer, shared by players, each of which leases a channel. Call on
/// any thread but the audio thread.
///
/// ```swift
/// let engine = try PlaybackEngine.systemOutput()
/// let sine = try SineWaveNotePlayer(on: engine)
/// ```
public final class PlaybackEngine: Sendable {
  /// The state of the control threads.
  private struct Control {
    var nextNoteID: UInt64 = 1
    /// The channels that no player leases, least recently used first.
    var freeChannels = Array(0..<UInt8(PlaybackEngine.channelCount))
    /// Channels whose lease has ended, until the command queue accepts their fade-out.
    var returnedChannels: [UInt8] = []
    /// The loaded banks of the current players, which keep them alive.
    var banks: [WeakInstruments] = []
    /// Batches whose first frame a caller waits for.
    var awaited: Set<UInt64> = []
    /// The first frames of awaited batches that have begun.
    var beginnings: [UInt64: Int64] = [:]
    /// Batches whose cancellation waits for room in the queue.
    var canceled: [UInt64] = []
    /// The last frames and the numbers of events of scheduled batches.
    var scheduled: [(lastFrame: Int64, count: Int)] = []

    /// Counts the events of a batch that starts at `frame`. Throws if too many wait.
    mutating func expect(
      _ events: [LiveEvent], from frame: Int64, at clock: Int64
    ) throws(NotePlayerError) {
      scheduled.removeAll { $0.lastFrame < clock }
      let waiting = scheduled.reduce(0) { $0 + $1.count }
      guard waiting + events.count <= PlaybackEngine.scheduledEventLimit else { throw .tooBusy }
      let last = events.map(\.frame).max() ?? 0
      scheduled.append((frame &+ Int64(last), events.count))
    }
  }

  private struct WeakInstruments {
    weak var instruments: SharedInstruments?
  }

  /// The audio device.
  public let device: any AudioDevice
  // Safe: commands are sent under the lock of `control`; the sample rate is constant, and the clock
  // is atomic.
  nonisolated(unsafe) let live: LiveSynthesizer
  private let audio: EngineAudioMemory
  private let control = Mutex(Control())
  /// The interpolation of all notes. Presets must be prepared for it:
  /// `try cello.prepared(interpolation: engine.interpolation)`.
  public let interpolation: InterpolationQuality

  /// The number of channels, and so the maximum number of players at the same time.
  public static let channelCount = 64

  /// The maximum number of events that wait for their frame. The audio thread has room for more.
  static let scheduledEventLimit = LiveSynthesizer.commandCapacity / 2

  /// Starts `device` with a synthesizer on it.
  ///
  /// - Throws: `AudioDeviceError` if the device cannot be started.
  public init(
    device: any AudioDevice, maximumVoices: Int = 256, gain: Decibels = Decibels(0),
    interpolation: InterpolationQuality = .doubled
  ) throws(AudioDeviceError) {
    self.device = device
    self.interpolation = interpolation
    live = LiveSynthesizer(
      SynthesizerConfiguration(
        sampleRate: device.sampleRate, maximumVoices: maximumVoices,
        channelCount: Self.channelCount, gain: gain, effects: false, interpolation: interpolation))
    audio = EngineAudioMemory(live)
    // The engine stops the device before it releases the synthesizer.
    do throws(AudioDeviceError) {
      try device.start(AudioRenderer(context: audio.context, render: renderEngine))
    } catch {
      audio.deallocate()
      throw error
    }
  }

  deinit {
    device.stop(.drop)
    audio.deallocate()
  }

  /// Returns an engine on the default output. If the variable `PEACH_NULL_AUDIO` is set, it has no
  /// output.
  ///
  /// - Parameter session: The audio session of the app, on systems where apps have one.
  /// - Throws: `AudioDeviceError` if the output cannot be opened or started.
  public static func systemOutput(
    session: AudioSessionOptions = AudioSessionOptions()
  ) throws -> PlaybackEngine {
    try PlaybackEngine(device: AudioDevices.open(session: session))
  }

  /// The sample rate in hertz.
  public var sampleRate: Double { live.sampleRate }
  /// The number of frames rendered so far.
  public var clock: Int64 { live.clock }

  /// Returns the frame of ``clock`` at which the engine is at a time; `nil` before the first block.
  /// Times may be in the past and in the future. The device requests whole periods, so that a frame
  /// is accurate to one period. It is heard ``AudioDevice/latencyFrames`` later.
  ///
  /// ```swift
  /// // The frame of a touch on Apple's systems, whose time stamps are seconds of the same clock.
  /// let age = ProcessInfo.processInfo.systemUptime - touch.timestamp
  /// let frame = engine.frame(at: .now - .seconds(age))
  /// ```
  public func frame(at time: SuspendingClock.Instant) -> Int64? {
    guard let seconds = audio.secondsSinceFrameZero else { return nil }
    let elapsed = seconds - time.duration(to: .now) / .seconds(1)
    return Int64(exactly: (elapsed * sampleRate).rounded())
  }

  func frames(seconds: Double) -> Int { Int((seconds * sampleRate).rounded()) }

  private var fadeFrames: Int { frames(seconds: NoteStyle.fadeSeconds) }

  /// Returns the instruments of a bank. Its players share them, so that samples are in memory once.
  package func instruments(of bank: SoundBank) -> SharedInstruments {
    control.withLock { control in
      control.banks.removeAll { $0.instruments == nil }
      for known in control.banks {
        if let instruments = known.instruments, instruments.matches(bank) { return instruments }
      }
      let new = SharedInstruments(bank, interpolation: interpolation)
      control.banks.append(WeakInstruments(instruments: new))
      return new
    }
  }

  // MARK: Channels

  /// Takes a free channel at full volume, selects `preset` on it if there is one, and sends the
  /// events of `setUp`.
  func leaseChannel(
    playing preset: PreparedPreset?, setUp: (UInt8) -> [TimedEvent]
  ) throws(NotePlayerError) -> UInt8 {
    try control.withLock { control throws(NotePlayerError) in
      flushReturnedChannels(&control)
      guard let channel = control.freeChannels.first else { throw .noFreeChannel }
      var events = preset.map { [LiveEvent.use($0, onChannel: channel)] } ?? []
      events.append(LiveEvent(.controlChange(channel: channel, controller: 7, value: 127)))
      events += setUp(channel).map { LiveEvent($0) }
      guard live.send(events) != nil else { throw .tooBusy }
      control.freeChannels.removeFirst()
      return channel
    }
  }

  /// Ends the lease of a channel: its notes fade out.
  func returnChannel(_ channel: UInt8) {
    control.withLock { control in
      control.returnedChannels.append(channel)
      flushReturnedChannels(&control)
    }
  }

  /// Selects another preset on a leased channel; the notes of the previous preset fade out.
  func use(_ preset: PreparedPreset, on channel: UInt8) throws(NotePlayerError) {
    let wasSent = control.withLock { _ in
      fadeOut(channel, then: .use(preset, onChannel: channel))
    }
    if !wasSent { throw .tooBusy }
  }

  /// Fades out returned channels and makes them free, as far as the command queue accepts it.
  private func flushReturnedChannels(_ control: inout Control) {
    while let channel = control.returnedChannels.first,
      fadeOut(channel, then: LiveEvent(.resetChannel(channel)))
    {
      control.freeChannels.append(channel)
      control.returnedChannels.removeFirst()
    }
  }

  /// Fades out a channel and sends `event`. Returns `false` if the command queue is full.
  private func fadeOut(_ channel: UInt8, then event: LiveEvent) -> Bool {
    live.send([LiveEvent(.fadeChannel(channel, frames: fadeFrames)), event]) != nil
  }

  /// The number of presets that the audio thread may use.
  package var keptPresetCount: Int { control.withLock { _ in live.keptPresetCount } }

  // MARK: Events

  func makeNoteID() -> UInt64 {
    control.withLock { control in
      defer { control.nextNoteID += 1 }
      return control.nextNoteID
    }
  }

  /// Sends a batch of events, whose frames count from `frame` of ``clock``, or else from the start
  /// of the next period, and returns its ID. `awaited` is whether
  /// ``wait(for:marks:frames:onMark:unless:)`` will be called for it.
  @discardableResult
  func send(
    _ events: [LiveEvent], from frame: Int64? = nil, awaited: Bool = false
  ) throws(NotePlayerError) -> UInt64 {
    try control.withLock { control throws(NotePlayerError) in
      // The queue of beginnings must not fill up, even if no batch is awaited.
      collectBeginnings(&control)
      sendCanceled(&control)
      flushReturnedChannels(&control)
      if let frame { try control.expect(events, from: frame, at: clock) }
      guard let batch = live.send(events, from: frame) else { throw .tooBusy }
      if awaited { control.awaited.insert(batch) }
      return batch
    }
  }

  /// Cancels the events of a batch that have not been handled yet. Notes that sound continue. If
  /// the queue is full, the batch is canceled before the next one is sent.
  func cancel(_ batch: UInt64) {
    control.withLock { control in
      control.canceled.append(batch)
      sendCanceled(&control)
    }
  }

  private func sendCanceled(_ control: inout Control) {
    control.canceled.removeAll { batch in
      (try? live.cancel(batch: batch)) != nil
    }
  }

  /// Sends one event at the start of the next period.
  func send(_ event: SynthesizerEvent) throws(NotePlayerError) { try send([LiveEvent(event)]) }

  /// Waits until `frames` frames of a batch have been rendered, or `isOver` returns `true`. Calls
  /// `onMark` with the index of each of `marks`, in ascending order, once its frame is rendered.
  func wait(
    for batch: UInt64, marks: [Int] = [], frames: Int, onMark: @Sendable (Int) -> Void = { _ in },
    unless isOver: @Sendable () -> Bool = { false }
  ) async throws {
    defer {
      control.withLock { control in
        control.awaited.remove(batch)
        control.beginnings[batch] = nil
      }
    }
    var begin: Int64?
    var mark = 0
    while !isOver() {
      if begin == nil { begin = beginning(of: batch) }
      let elapsed = Int(clamping: begin.map { clock - $0 } ?? 0)
      while begin != nil, mark < marks.count, elapsed > marks[mark] {
        onMark(mark)
        mark += 1
      }
      if begin != nil && elapsed >= frames { return }
      let next = mark < marks.count ? marks[mark] + 1 : frames
      let remaining = begin == nil ? device.periodFrames : next - elapsed
      try checkDevice()
      // The clock advances by whole periods, so that polling more often is useless.
      let seconds = min(max(Double(remaining) / sampleRate * 0.9, 0.000_5), 0.02)
      try await Task.sleep(for: .seconds(seconds))
    }
  }

  private func beginning(of batch: UInt64) -> Int64? {
    control.withLock { control in
      collectBeginnings(&control)
      return control.beginnings[batch]
    }
  }

  private func collectBeginnings(_ control: inout Control) {
    while let next = live.nextBeginning() {
      if control.awaited.contains(next.batch) { control.beginnings[next.batch] = next.frame }
    }
  }

  /// Throws unless the device is running.
  func checkDevice() throws(NotePlayerError) {
    switch device.state {
    case .running: return
    case .interrupted(let interruption): throw .interrupted(interruption)
    case .idle: throw .notRunning
    case .lost(let error): throw .deviceLost(error)
    }
  }
}
