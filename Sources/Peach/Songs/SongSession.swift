package import PeachAudioOutput
package import PeachInstrumentModel
package import PeachMIDIEvents
import PeachPOSIX
package import PeachSequencing
import PeachSynthesis
import Synchronization

/// Plays MIDI files on an audio device, one at a time. Call on one thread, not the audio thread.
///
/// ```swift
/// let session = SongSession(device: device)
/// try session.play(MIDIFile(contentsOf: "suite.mid"), bank: bank)
/// session.player?.seek(to: 480_000)
/// ```
package final class SongSession {
  package let device: any AudioDevice
  /// The current song.
  package private(set) var player: SongPlayer?
  private let output: UnsafeMutablePointer<SongOutput>
  /// Earlier songs that the audio thread may still render.
  private var replaced: [SongPlayer] = []
  private var isStarted = false

  /// The settings of the transport, which apply to the next songs, too.
  package struct Settings: Hashable, Sendable {
    /// The tempo as a factor.
    package var rate = 1.0
    /// The transposition in semitones.
    package var transposition = 0
    /// A bit for each muted channel.
    package var mutedChannels: UInt16 = 0
    /// The volume as a factor.
    package var volume: Float = 1

    package init() {}
  }

  package var settings = Settings() {
    didSet { apply(settings, to: player) }
  }

  /// The time after which the audio thread is assumed to have stopped, in milliseconds.
  private static let patience = 500

  /// Creates a session. The first song starts the device.
  package init(device: any AudioDevice) {
    self.device = device
    output = .allocate(capacity: 1)
    output.initialize(to: SongOutput())
  }

  deinit {
    device.stop(.drop)
    output.deinitialize(count: 1)
    output.deallocate()
  }

  /// Plays a song, instead of the current one, from a song frame on. A song from the start begins
  /// with its first frame, as a rendered file does.
  ///
  /// - Throws: `SampleCodecError`, and the current song continues then, or `AudioDeviceError`.
  package func play(
    _ file: MIDIFile, bank: SoundBank, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(), from songFrame: Int64 = 0,
    isPaused: Bool = false
  ) throws {
    var options = options
    options.sampleRate = Int(device.sampleRate)
    var presets = SongInstruments(
      SharedInstruments(bank), options: options, intonation: intonation,
      straightTones: straightTones)
    let next = try LoadSentinel().watch(bank.storage.path) { () throws(SampleCodecError) in
      try SongPlayer(file, bank: bank, configuration: options.configuration) {
        index, _ throws(SampleCodecError) in
        // The listener may transpose.
        try presets.prepare(presetAt: index, .all)
      }
    }
    apply(settings, to: next)
    if songFrame > 0 { next.seek(to: songFrame) }
    if !isPaused { next.playWithoutLatency() }
    if let player { replaced.append(player) }
    player = next
    output.pointee.song.store(UInt(bitPattern: next.audioContext), ordering: .releasing)
    if isStarted {
      if hasSwitched() { replaced = [] }
      return
    }
    try device.start(
      AudioRenderer(context: UnsafeMutableRawPointer(output)) { context, left, right, count in
        context.assumingMemoryBound(to: SongOutput.self).pointee.render(
          left: left, right: right, count: count)
      })
    isStarted = true
  }

  /// Whether the song has ended and its last notes have decayed.
  package var isFinished: Bool {
    guard let player else { return true }
    return player.position.isFinished && player.soundingVoiceCount == 0
  }

  /// Waits until the audio thread renders the current song. Returns `false` if it does not.
  private func hasSwitched() -> Bool {
    let address = output.pointee.song.load(ordering: .relaxed)
    for _ in 0..<Self.patience {
      if output.pointee.renderedSong.load(ordering: .acquiring) == address { return true }
      guard device.state == .running else { return false }
      usleep(1000)
    }
    return false
  }

  private func apply(_ settings: Settings, to player: SongPlayer?) {
    output.pointee.volume.store(settings.volume.bitPattern, ordering: .relaxed)
    player?.setRate(settings.rate)
    player?.setTransposition(semitones: settings.transposition)
    player?.setMutedChannels(settings.mutedChannels)
  }
}
