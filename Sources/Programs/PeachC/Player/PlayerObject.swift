import PeachBankFiles
import PeachInstrumentModel
import PeachMusicUnits
import PeachPlugIn
import PeachServices
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
  private let referencePitch: Frequency
  /// The presets of the banks, with the numbers that select them.
  private let presets: [Preset]
  // Safe: the audio thread uses it alone, and it is freed once.
  private nonisolated(unsafe) let audio: UnsafeMutablePointer<PlayerAudio>

  var audioContext: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(audio) }

  /// Creates a player of banks.
  ///
  /// - Throws: `UnitLoadError` or `UnitCommandError`.
  init(
    _ bank: BankObject, _ configuration: SynthesizerConfiguration, tone: ToneStyle, inTune: Bool,
    adaptive: AdaptiveTuning? = nil, stretch: OctaveStretch? = nil
  ) throws {
    let stack = try bank.sampledStack()
    presets = bank.presets
    let path = stack.layers[0].bank.storage.path ?? "memory"
    var access = BankAccess(
      decoder: DefaultSampleDecoder.decoder, resolve: { $0 },
      open: { other throws(UnitLoadError) in
        // A message may name any file.
        guard other == path, stack.layers.count == 1 else { throw .notAllowed(path: other) }
        return stack.layers[0].bank
      })
    access = access.straightening()
    let unit = SamplerUnit(access: access, configuration: configuration)
    try unit.set(tone == .recorded ? 0 : 1, ofParameterAt: UnitMode.straightTone.rawValue)
    try unit.set(Float(tone.vibrato * 100), ofParameterAt: UnitMode.vibratoAmount.rawValue)
    try unit.set(tone.smoothsLevels ? 1 : 0, ofParameterAt: UnitMode.smoothTone.rawValue)
    if let adaptive { try unit.set(adaptive) }
    try unit.setOctaveStretch(stretch)
    try unit.set(inTune ? 1 : 0, ofParameterAt: UnitMode.inTune.rawValue)
    if configuration.referencePitch != FrequencyCalculation.concertPitch {
      try unit.set(
        Float(configuration.referencePitch.hertz), ofParameterAt: UnitMode.concertPitch.rawValue)
    }
    unit.allocateRenderResources(sampleRate: configuration.sampleRate)
    if stack.layers.count == 1 && presets.count == stack.layers[0].bank.presets.count {
      try unit.load(path)
    } else {
      try unit.load(stack)
    }
    sampleRate = configuration.sampleRate
    referencePitch = configuration.referencePitch
    audio = .allocate(capacity: 1)
    audio.initialize(to: PlayerAudio(unit.renderContext))
    // There is no audio thread yet: handles the commands, prepares the presets, and installs them.
    audio.pointee.handleCommands()
    // A preset that cannot be prepared plays as in the bank.
    _ = unit.service()
    audio.pointee.handleCommands()
    control = Mutex(Control(unit: unit))
  }

  deinit {
    audio.deinitialize(count: 1)
    audio.deallocate()
  }

  /// Calls `body` with the unit on the control thread.
  ///
  /// - Throws: `UnitCommandError`, as `body` does.
  func send(
    _ body: (SamplerUnit) throws(UnitCommandError) -> Void
  ) throws(UnitCommandError) {
    try control.withLock { control throws(UnitCommandError) in try body(control.unit) }
  }

  /// Selects a preset on a channel, or on all but percussion if it is `nil`.
  ///
  /// - Throws: ``LibraryError`` if there is no such preset, or `UnitCommandError` if a queue is
  ///   full.
  func select(_ index: Int, onChannel channel: Int?) throws {
    guard presets.indices.contains(index) else {
      throw LibraryError(
        .notFound,
        "The bank has no preset at index \(index). It has \(presets.count) presets.")
    }
    let preset = presets[index]
    let (number, program) = (Int(preset.bank), Int(preset.program))
    let isSelected = try control.withLock { control throws(UnitCommandError) -> Bool in
      let unit = control.unit
      if let channel {
        return try unit.useBankProgram(bank: number, program: program, onChannel: channel)
      }
      let first = unit.factoryPresets.first { $0.bank == number && $0.program == program }
      if let first { try unit.usePreset(first.number) }
      return first != nil
    }
    guard isSelected else {
      throw LibraryError(.limit, "The bank has too many presets to play \(number):\(program).")
    }
  }

  /// Starts a note of any pitch. Returns its ID.
  ///
  /// - Throws: `UnitCommandError` if a queue is full.
  func start(
    _ frequency: Frequency, amplitude: Double, channel: UInt8
  ) throws(UnitCommandError) -> UInt64 {
    try control.withLock { control throws(UnitCommandError) in
      let note = Note(
        id: control.lastNote + 1, channel: channel,
        noteNumber: FrequencyCalculation.noteNumber(
          frequency: frequency, referencePitch: referencePitch),
        velocity: Velocity(amplitude: amplitude)?.value ?? 1, amplitude: amplitude)
      try control.unit.start(note)
      control.lastNote = note.id
      return note.id
    }
  }

  /// Changes the pitch of a note.
  ///
  /// - Throws: `UnitCommandError` if a queue is full.
  func retune(_ note: UInt64, to frequency: Frequency) throws(UnitCommandError) {
    // The tuning to the reference pitch raises it again.
    let cents = referencePitch.interval(from: FrequencyCalculation.concertPitch).value
    let lowered = cents == 0 ? frequency : frequency.raised(by: Cents(-cents))
    try send { unit throws(UnitCommandError) in try unit.retune(note: note, to: lowered) }
  }

  /// Prepares the presets that channels have selected. Returns their number.
  ///
  /// - Throws: `UnitLoadError` if a sample cannot be decoded.
  func service() throws -> Int {
    let reports = control.withLock { $0.unit.service() }
    for case .notLoaded(let error) in reports { throw error }
    return reports.count
  }
}
