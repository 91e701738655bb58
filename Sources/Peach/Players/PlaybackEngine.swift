public import PeachAudioOutput
package import PeachInstrumentModel
public import PeachMusicUnits
import PeachSequencing
public import PeachSynthesis
import Synchronization

/// A device, and the synthesizer that sounds on it: what players share.
///
/// Each player takes one of its channels. Any thread but the audio thread.
public final class PlaybackEngine: Sendable {
  private struct Control {
    var nextChannel: UInt8 = 0
    var nextNote: UInt64 = 1
    var beginnings: [UInt64: Int] = [:]
    /// What each channel plays.
    var presets: [UInt8: PreparedPreset] = [:]
    /// What a channel played before, for as long as the audio thread may still play it.
    var retired: [Retired] = []
    /// The banks that its players play.
    var banks: [SharedInstruments] = []
    /// Batches that somebody waits for.
    var awaited: Set<UInt64> = []
  }

  /// A preset that gives way when a batch begins, and has faded out so many frames later.
  private struct Retired {
    var preset: PreparedPreset
    var batch: UInt64
    var fadeFrames: Int
  }

  /// What it sounds on.
  public let device: any AudioDevice
  /// The synthesizer on the device's thread.
  let live: LiveSynthesizer
  private let control = Mutex(Control())

  /// The most channels, and so players, that an engine has.
  public static let channelCount = 64

  /// Starts `device` with a synthesizer on it. Throws what the device throws.
  public init(
    device: any AudioDevice, maximumVoices: Int = 256, gain: Decibels = Decibels(0),
    interpolation: InterpolationQuality = .sinc16
  ) throws(AudioDeviceError) {
    self.device = device
    live = LiveSynthesizer(
      SynthesizerConfiguration(
        sampleRate: device.sampleRate, maximumVoices: maximumVoices,
        channelCount: Self.channelCount, gain: gain, effects: false,
        interpolation: interpolation))
    // The engine stops the device before it lets go of the synthesizer.
    try device.start(
      AudioRenderer(context: live.audioContext) { context, left, right, frameCount in
        LiveSynthesizer.render(context, left: left, right: right, count: frameCount)
      })
  }

  deinit { device.stop(.atOnce) }

  /// Frames in a second.
  public var sampleRate: Double { live.sampleRate }

  /// Frames rendered since it was made: the time of every event.
  public var clock: Int { live.clock }

  /// So many seconds in frames, to the nearest.
  func frames(seconds: Double) -> Int { Int((seconds * sampleRate).rounded()) }

  /// A bank's instruments, the same ones for all players of this engine: two that play one preset
  /// have its samples in memory once.
  package func instruments(of bank: SoundBank) -> SharedInstruments {
    control.withLock { control in
      if let known = control.banks.first(where: { $0.serve(bank) }) { return known }
      let new = SharedInstruments(bank)
      control.banks.append(new)
      return new
    }
  }

  /// A channel for a player's own use, with a preset on it.
  func takeChannel(playing preset: PreparedPreset) throws(NotePlayerError) -> UInt8 {
    let channel = control.withLock { control -> UInt8? in
      guard Int(control.nextChannel) < Self.channelCount else { return nil }
      control.presets[control.nextChannel] = preset
      defer { control.nextChannel += 1 }
      return control.nextChannel
    }
    guard let channel else { throw .noChannelLeft }
    try send([
      TimedEvent(frame: 0, event: .usePreset(channel: channel, preset: preset.handle)),
      TimedEvent(frame: 0, event: .controlChange(channel: channel, controller: 7, value: 127)),
    ])
    return channel
  }

  /// Puts another preset on a channel that a player has; what sounds there fades.
  func use(
    _ preset: PreparedPreset, on channel: UInt8, fadeFrames: Int
  ) throws(NotePlayerError) {
    let events = [
      TimedEvent(frame: 0, event: .fadeChannel(channel, frames: fadeFrames)),
      TimedEvent(frame: 0, event: .usePreset(channel: channel, preset: preset.handle)),
    ]
    // The one before is let go of by the next call after it has faded.
    let batch = try send(events, awaited: true)
    control.withLock { control in
      if let old = control.presets[channel] {
        control.retired.append(Retired(preset: old, batch: batch, fadeFrames: fadeFrames))
      } else {
        control.awaited.remove(batch)
      }
      control.presets[channel] = preset
      releaseFaded(&control)
    }
  }

  /// How many presets it keeps in memory.
  package var keptPresetCount: Int {
    control.withLock { control in
      releaseFaded(&control)
      return control.presets.count + control.retired.count
    }
  }

  /// Lets go of presets that nothing plays any more.
  private func releaseFaded(_ control: inout Control) {
    noteBeginnings(&control)
    var waiting: [Retired] = []
    for retired in control.retired {
      // A block that is being rendered may have begun before the clock says so.
      if let begin = control.beginnings[retired.batch],
        clock > begin + retired.fadeFrames + device.periodFrames
      {
        control.awaited.remove(retired.batch)
        control.beginnings[retired.batch] = nil
      } else {
        waiting.append(retired)
      }
    }
    control.retired = waiting
  }

  /// A number that no other note of this engine has.
  func newNote() -> UInt64 {
    control.withLock { control in
      defer { control.nextNote += 1 }
      return control.nextNote
    }
  }

  /// Sends events that belong together; their frames count from when the device takes them.
  @discardableResult
  func send(_ events: [TimedEvent], awaited: Bool = false) throws(NotePlayerError) -> UInt64 {
    let batch = control.withLock { control -> UInt64? in
      // Whether anybody waits for them or not: the queue they come through must not fill up.
      noteBeginnings(&control)
      let batch = live.send(events)
      if let batch, awaited { control.awaited.insert(batch) }
      return batch
    }
    guard let batch else { throw .tooBusy }
    return batch
  }

  /// Takes back what of a batch has not yet happened.
  func cancel(_ batch: UInt64) {
    _ = control.withLock { _ in live.cancel(batch: batch) }
  }

  /// Waits until `frames` frames after a batch began have been rendered, or until `isOver` says so.
  ///
  /// Meanwhile `onMark` is called with the index of each of `marks`, in their order, once that many
  /// frames and one more have been rendered.
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
    var begin: Int?
    var mark = 0
    while !isOver() {
      if begin == nil { begin = beginning(of: batch) }
      let passed = begin.map { clock - $0 } ?? 0
      while begin != nil, mark < marks.count, passed > marks[mark] {
        onMark(mark)
        mark += 1
      }
      if begin != nil && passed >= frames { return }
      let next = mark < marks.count ? marks[mark] + 1 : frames
      let remaining = begin == nil ? device.periodFrames : next - passed
      try checkDevice()
      // The clock moves by whole periods: asking much more often than that tells nothing new.
      let seconds = min(max(Double(remaining) / sampleRate * 0.9, 0.000_5), 0.02)
      try await Task.sleep(for: .seconds(seconds))
    }
  }

  private func beginning(of batch: UInt64) -> Int? {
    control.withLock { control in
      noteBeginnings(&control)
      return control.beginnings[batch]
    }
  }

  private func noteBeginnings(_ control: inout Control) {
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
