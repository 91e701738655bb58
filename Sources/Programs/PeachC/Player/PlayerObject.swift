import Peach
import PeachBankFiles
import PeachInstrumentModel
import PeachMusicUnits
import PeachPlugIn
import PeachSynthesis
import Synchronization

/// The object of a `peach_player`.
final class PlayerObject: HandleObject {
  static let kind = HandleKind.player

  /// The state of the control thread.
  struct Control {
    let unit: SamplerUnit
    var lastNote: UInt64 = 0
  }

  let control: Mutex<Control>
  let sampleRate: Double
  private let bank: SoundBank
  // Safe: the audio thread uses it alone, and it is freed once.
  private nonisolated(unsafe) let audio: UnsafeMutablePointer<PlayerAudio>

  var audioContext: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(audio) }

  /// Creates a player of a bank.
  ///
  /// - Throws: `UnitLoadError`.
  init(_ bank: SoundBank, _ configuration: SynthesizerConfiguration, tone: ToneStyle, inTune: Bool)
    throws(UnitLoadError)
  {
    self.bank = bank
    let path = bank.storage.path ?? "memory"
    var access = BankAccess(
      decoder: DefaultSampleDecoder.decoder, resolve: { $0 },
      open: { other throws(UnitLoadError) in
        // A message may name any file.
        if other != path { throw .notAllowed(path: other) }
        return bank
      })
    access = access.straightening()
    let unit = SamplerUnit(access: access, configuration: configuration)
    unit.set(tone == .recorded ? 0 : 1, ofParameterAt: UnitMode.straightTone.rawValue)
    unit.set(Float(tone.vibrato * 100), ofParameterAt: UnitMode.vibratoAmount.rawValue)
    unit.set(inTune ? 1 : 0, ofParameterAt: UnitMode.inTune.rawValue)
    unit.allocateRenderResources(sampleRate: configuration.sampleRate)
    try unit.load(path)
    sampleRate = configuration.sampleRate
    audio = .allocate(capacity: 1)
    audio.initialize(to: PlayerAudio(unit.renderContext))
    // There is no audio thread yet: handles the commands, prepares the presets, and installs them.
    audio.pointee.handleCommands()
    unit.service()
    audio.pointee.handleCommands()
    control = Mutex(Control(unit: unit))
  }

  deinit {
    audio.deinitialize(count: 1)
    audio.deallocate()
  }

  /// Calls `body` with the unit on the control thread.
  ///
  /// - Throws: ``LibraryError`` if `body` returns `false` because a queue is full.
  func send(_ body: (SamplerUnit) -> Bool) throws(LibraryError) {
    if !control.withLock({ body($0.unit) }) { throw Self.busy }
  }

  /// Selects a preset on a channel, or on all but percussion if it is `nil`.
  ///
  /// - Throws: ``LibraryError`` if there is no such preset.
  func select(_ index: Int, onChannel channel: Int?) throws(LibraryError) {
    guard bank.presets.indices.contains(index) else {
      throw LibraryError(
        .notFound,
        "The bank has no preset at index \(index). It has \(bank.presets.count) presets.")
    }
    let preset = bank.presets[index]
    let (number, program) = (Int(preset.bank), Int(preset.program))
    let isSelected = control.withLock { control in
      let unit = control.unit
      if let channel {
        return unit.useBankProgram(bank: number, program: program, onChannel: channel)
      }
      let first = unit.factoryPresets.first { $0.bank == number && $0.program == program }
      if let first { unit.usePreset(first.number) }
      return first != nil
    }
    guard isSelected else {
      throw LibraryError(.limit, "The bank has too many presets to play \(number):\(program).")
    }
  }

  /// Starts a note of any pitch. Returns its ID.
  ///
  /// - Throws: ``LibraryError`` if a queue is full.
  func start(
    _ frequency: Frequency, amplitude: Double, channel: UInt8
  ) throws(LibraryError) -> UInt64 {
    let id = control.withLock { control -> UInt64? in
      let note = Note(
        id: control.lastNote + 1, channel: channel,
        noteNumber: FrequencyCalculation.noteNumber(frequency: frequency),
        velocity: Velocity(amplitude: amplitude)?.value ?? 1, amplitude: amplitude)
      guard control.unit.start(note) else { return nil }
      control.lastNote = note.id
      return note.id
    }
    guard let id else { throw Self.busy }
    return id
  }

  /// Prepares the presets that channels have selected. Returns their number.
  ///
  /// - Throws: `UnitLoadError` if a sample cannot be decoded.
  func service() throws -> Int {
    let reports = control.withLock { $0.unit.service() }
    for case .notLoaded(let error) in reports { throw error }
    return reports.count
  }

  static var busy: LibraryError {
    LibraryError(.busy, "Too many messages are waiting. Render the player, then try again.")
  }
}
