package import PeachAudioOutput
import PeachInstrumentModel
package import PeachMIDIEvents
import PeachPOSIX
package import PeachSequencing
import PeachSynthesis
import Synchronization

/// Plays MIDI files on an audio device, one at a time. Call on one thread, not the audio thread.
///
/// ```swift
/// let session = SongSession(device: device)
/// try session.play(MIDIFile(contentsOf: "suite.mid"), banks: BankStack(bank))
/// try session.player?.seek(to: 480_000)
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
  package private(set) var settings = SongSettings()

  /// The volume as a factor.
  package var volume: Float = 1 {
    didSet { output.pointee.shared.pointee.volume.store(volume.bitPattern, ordering: .relaxed) }
  }

  /// The samples of the last banks, which the next song may use, too.
  private var banks: SongBanks?
  /// The warnings about the bank that the current song brings.
  package private(set) var warnings: [String] = []
  private let intonation = IntonationCache()
  private let straightTones = StraightToneCache()

  /// The fade-out time of a song before the next one, in microseconds.
  private static let fadeMicroseconds: UInt32 = 15_000

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
  /// - Parameter loop: The song frames that are repeated.
  /// - Throws: `SampleCodecError` or `TunedNoteCountError`, and the current song continues then, or
  ///   `AudioDeviceError`.
  package func play(
    _ file: MIDIFile, banks given: BankStack, options: RenderOptions = RenderOptions(),
    from songFrame: Int64 = 0, loop: Range<Int64>? = nil, isPaused: Bool = false
  ) throws {
    try options.adaptive?.checkNoteCount(of: file)
    var options = options
    options.sampleRate = Int(device.sampleRate)
    var own = SongBanks(given, interpolation: options.interpolation)
    if let banks { own.share(banks) }
    banks = own
    own = own.adding(file)
    warnings = own.warnings
    var presets = SongInstruments(
      own, options: options, intonation: intonation, straightTones: straightTones)
    let file = options.song(file)
    let tunings = options.noteTunings(of: file)
    let next = try LoadSentinel().watch(own.path) { () throws(SampleCodecError) in
      try SongPlayer(
        file, banks: own.stack, configuration: options.configuration, hasClicks: true,
        tunings: tunings
      ) {
        entry, _ throws(SampleCodecError) in
        // The listener may transpose.
        try presets.prepare(entry, .all)
      }
    }
    try apply(settings, to: next)
    // Before the first frame: a device may take frames faster than they are played.
    try next.setLoop(loop)
    if songFrame > 0 { try next.seek(to: songFrame) }
    if !isPaused { try next.playWithoutLatency() }
    if let player {
      // If it cannot be paused, the audio thread does not run, and nothing sounds.
      if isStarted, (try? player.pause()) != nil { usleep(Self.fadeMicroseconds) }
      replaced.append(player)
    }
    player = next
    output.pointee.shared.pointee.song.store(
      UInt(bitPattern: next.audioContext), ordering: .releasing)
    if isStarted {
      if hasSwitched() { replaced = [] }
      return
    }
    try device.start(
      AudioRenderer(context: UnsafeMutableRawPointer(output), render: renderSongOutput))
    isStarted = true
  }

  /// Changes the settings of the current song and of the next ones.
  ///
  /// - Throws: ``LiveCommandError``. The next songs have the settings nevertheless.
  package func set(_ settings: SongSettings) throws(LiveCommandError) {
    self.settings = settings
    try apply(settings, to: player)
  }

  /// Whether the song has ended and its decay, with reverb, is silent.
  package var isFinished: Bool { player?.isOver ?? true }

  /// Waits until the audio thread renders the current song. Returns `false` if it does not.
  private func hasSwitched() -> Bool {
    let address = output.pointee.shared.pointee.song.load(ordering: .relaxed)
    for _ in 0..<Self.patience {
      if output.pointee.shared.pointee.renderedSong.load(ordering: .acquiring) == address {
        return true
      }
      guard device.state == .running else { return false }
      usleep(1000)
    }
    return false
  }

  private func apply(_ settings: SongSettings, to player: SongPlayer?) throws(LiveCommandError) {
    try player?.setRate(settings.rate)
    try player?.setTransposition(semitones: settings.transposition)
    try player?.setMutedChannels(settings.mutedChannels)
    try player?.setClick(gain: settings.clickGain)
  }
}
