public import PeachAudioOutput
package import PeachInstrumentModel
public import PeachMusicUnits
import PeachPlayback
import PeachSequencing
public import PeachSynthesis
import Synchronization

/// An audio device with a synthesizer, shared by players, each of which leases a channel. Call on
/// any thread but the audio thread.
public final class PlaybackEngine: Sendable {
  /// The state of the control threads.
  private struct Control {
    var nextNoteID: UInt64 = 1
    /// The channels that no player leases, least recently used first.
    var freeChannels = Array(0..<UInt8(PlaybackEngine.channelCount))
    /// Channels whose lease has ended, until the command queue accepts their fade-out.
    var returnedChannels: [UInt8] = []
    /// The current preset of each leased channel.
    var presets: [UInt8: PlayerPreset] = [:]
    /// Replaced presets that the audio thread may still be playing.
    var retired: [RetiredPreset] = []
    /// The loaded banks of the current players, which keep them alive.
    var banks: [WeakInstruments] = []
    /// Batches whose first frame a caller or a retired preset waits for.
    var awaited: Set<UInt64> = []
    /// The first frames of awaited batches that have begun.
    var beginnings: [UInt64: Int64] = [:]
    /// Batches whose cancellation waits for room in the queue.
    var cancelled: [UInt64] = []
  }

  /// A preset whose notes start to fade out when `batch` begins.
  private struct RetiredPreset {
    var preset: PlayerPreset
    var batch: UInt64
    var fadeFrames: Int
  }

  private struct WeakInstruments {
    weak var instruments: SharedInstruments?
  }

  /// The audio device.
  public let device: any AudioDevice
  let live: LiveSynthesizer
  private let control = Mutex(Control())

  /// The number of channels, and so the maximum number of players at the same time.
  public static let channelCount = 64

  /// Starts `device` with a synthesizer on it.
  ///
  /// - Throws: `AudioDeviceError` if the device cannot be started.
  public init(
    device: any AudioDevice, maximumVoices: Int = 256, gain: Decibels = Decibels(0),
    interpolation: InterpolationQuality = .sinc16
  ) throws(AudioDeviceError) {
    self.device = device
    live = LiveSynthesizer(
      SynthesizerConfiguration(
        sampleRate: device.sampleRate, maximumVoices: maximumVoices,
        channelCount: Self.channelCount, gain: gain, effects: false, interpolation: interpolation))
    // The engine stops the device before it releases the synthesizer.
    try device.start(
      AudioRenderer(context: live.audioContext, render: renderLiveSynthesizer))
  }

  deinit { device.stop(.drop) }

  /// The sample rate in hertz.
  public var sampleRate: Double { live.sampleRate }
  /// The number of frames rendered so far.
  public var clock: Int64 { live.clock }

  func frames(seconds: Double) -> Int { Int((seconds * sampleRate).rounded()) }

  private var fadeFrames: Int { frames(seconds: NoteStyle.fadeSeconds) }

  /// Returns the instruments of a bank. Its players share them, so that samples are in memory once.
  package func instruments(of bank: SoundBank) -> SharedInstruments {
    control.withLock { control in
      control.banks.removeAll { $0.instruments == nil }
      for known in control.banks {
        if let instruments = known.instruments, instruments.matches(bank) { return instruments }
      }
      let new = SharedInstruments(bank)
      control.banks.append(WeakInstruments(instruments: new))
      return new
    }
  }

  // MARK: Channels

  /// Takes a free channel, puts `preset` on it at full volume, and sends the events of `setUp`.
  func leaseChannel(
    playing preset: PlayerPreset, setUp: (UInt8) -> [TimedEvent]
  ) throws(NotePlayerError) -> UInt8 {
    try control.withLock { control throws(NotePlayerError) in
      flushReturnedChannels(&control)
      guard let channel = control.freeChannels.first else { throw .noFreeChannel }
      var events = Self.selection(of: preset, on: channel)
      events.append(
        TimedEvent(frame: 0, event: .controlChange(channel: channel, controller: 7, value: 127)))
      events += setUp(channel)
      guard live.send(events) != nil else { throw .tooBusy }
      control.freeChannels.removeFirst()
      control.presets[channel] = preset
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

  /// Puts another preset on a leased channel; the notes of the previous preset fade out.
  func use(_ preset: PlayerPreset, on channel: UInt8) throws(NotePlayerError) {
    let events = Self.selection(of: preset, on: channel)
    let wasSent = control.withLock { control in
      guard fadeOut(channel, then: events, &control) else { return false }
      control.presets[channel] = preset
      return true
    }
    if !wasSent { throw .tooBusy }
  }

  /// Returns the event that selects a preset, unless its notes select their parts of it.
  private static func selection(of preset: PlayerPreset, on channel: UInt8) -> [TimedEvent] {
    guard let whole = preset.whole else { return [] }
    return [TimedEvent(frame: 0, event: .usePreset(channel: channel, preset: whole.handle))]
  }

  /// Fades out returned channels and makes them free, as far as the command queue accepts it.
  private func flushReturnedChannels(_ control: inout Control) {
    while let channel = control.returnedChannels.first,
      fadeOut(
        channel, then: [TimedEvent(frame: 0, event: .resetChannel(channel))], &control)
    {
      control.presets[channel] = nil
      control.freeChannels.append(channel)
      control.returnedChannels.removeFirst()
    }
  }

  /// Fades out a channel, sends `events`, and retires the channel's preset. Returns `false` if the
  /// command queue is full.
  private func fadeOut(
    _ channel: UInt8, then events: [TimedEvent], _ control: inout Control
  ) -> Bool {
    releaseFaded(&control)
    let batch = live.send(
      [TimedEvent(frame: 0, event: .fadeChannel(channel, frames: fadeFrames))] + events)
    guard let batch else { return false }
    if let old = control.presets[channel] {
      control.awaited.insert(batch)
      control.retired.append(RetiredPreset(preset: old, batch: batch, fadeFrames: fadeFrames))
    }
    return true
  }

  /// The number of presets in memory: one per leased channel, and those that fade out.
  package var loadedPresetCount: Int {
    control.withLock { control in
      releaseFaded(&control)
      return control.presets.count + control.retired.count
    }
  }

  /// Releases retired presets whose notes have faded out.
  private func releaseFaded(_ control: inout Control) {
    collectBeginnings(&control)
    control.retired.removeAll { retired in
      // The audio thread may be rendering a period that the clock does not include yet.
      guard let begin = control.beginnings[retired.batch],
        clock > begin + Int64(retired.fadeFrames + device.periodFrames)
      else { return false }
      control.awaited.remove(retired.batch)
      control.beginnings[retired.batch] = nil
      return true
    }
  }

  // MARK: Events

  func makeNoteID() -> UInt64 {
    control.withLock { control in
      defer { control.nextNoteID += 1 }
      return control.nextNoteID
    }
  }

  /// Sends a batch of events, whose frames count from the start of the next period, and returns its
  /// ID. `awaited` is whether ``wait(for:marks:frames:onMark:unless:)`` will be called for it.
  @discardableResult
  func send(_ events: [TimedEvent], awaited: Bool = false) throws(NotePlayerError) -> UInt64 {
    try control.withLock { control throws(NotePlayerError) in
      // The queue of beginnings must not fill up, even if no batch is awaited.
      collectBeginnings(&control)
      sendCancelled(&control)
      flushReturnedChannels(&control)
      guard let batch = live.send(events) else { throw .tooBusy }
      if awaited { control.awaited.insert(batch) }
      return batch
    }
  }

  /// Cancels the events of a batch that have not been handled yet. Notes that sound continue. If the
  /// queue is full, the batch is cancelled before the next one is sent.
  func cancel(_ batch: UInt64) {
    control.withLock { control in
      control.cancelled.append(batch)
      sendCancelled(&control)
    }
  }

  private func sendCancelled(_ control: inout Control) {
    control.cancelled.removeAll { batch in
      (try? live.cancel(batch: batch)) != nil
    }
  }

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

  private func checkDevice() throws(NotePlayerError) {
    switch device.state {
    case .running: return
    case .idle: throw .notRunning
    case .lost(let error): throw .deviceLost(error)
    }
  }
}

/// The callback of a ``PlaybackEngine``.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
private func renderLiveSynthesizer(
  _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>, _ count: Int
) {
  LiveAudioThread.render(context, left: left, right: right, count: count)
}
