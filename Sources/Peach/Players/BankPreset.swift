public import PeachInstrumentModel
public import PeachSynthesis

/// A preset together with the bank it is in: what a player plays.
public struct BankPreset: Sendable {
  /// The bank.
  public let bank: SoundBank
  /// The preset's place in ``SoundBank/presets``.
  public let index: Int

  /// The preset at an index of a bank's presets.
  public init(bank: SoundBank, index: Int) {
    precondition(bank.presets.indices.contains(index), "No preset at this index.")
    self.bank = bank
    self.index = index
  }

  /// Name and numbers.
  public var preset: Preset { bank.presets[index] }

  /// Whether it is a drum kit: each key another sound, none tuned to its key.
  var isPercussion: Bool { preset.bank == 128 }

  /// The preset ready to sound, its samples read and decoded. Takes milliseconds.
  ///
  /// With an `intonation` it is in tune: a preset that is not known there is measured first, which
  /// takes up to a third of a second. With `steadyPitch` nothing moves the pitch of a note but the
  /// wheel: no vibrato, no envelope.
  ///
  /// ```swift
  /// let cello = try bank.preset(bank: 0, program: 42)
  /// let inTune = try cello.prepared(intonation: IntonationCache(), steadyPitch: true)
  /// ```
  public func prepared(
    intonation: IntonationCache? = nil, steadyPitch: Bool = false
  ) throws(SampleDecodingError) -> PreparedPreset {
    try prepared(by: SharedInstruments(bank), intonation: intonation, steadyPitch: steadyPitch)
  }

  /// The same, by the instruments of this bank that others play too.
  package func prepared(
    by instruments: SharedInstruments, intonation: IntonationCache?, steadyPitch: Bool
  ) throws(SampleDecodingError) -> PreparedPreset {
    // Codecs are where a hostile file does its worst.
    try LoadSentinel().watch(bank.storage.path) { () throws(SampleDecodingError) in
      var corrections: [Double] = []
      if let intonation { corrections = try intonation.corrections(of: self).map(\.cents) }
      return try instruments.prepare(
        presetAt: index, corrections: corrections, steadyPitch: steadyPitch)
    }
  }
}

extension SoundBank {
  /// The preset with these numbers; bank 0 program 42 is General MIDI's cello.
  ///
  /// Throws ``NotePlayerError/noPreset(bank:program:available:)``, which names those there are.
  public func preset(bank: UInt16, program: UInt8) throws(NotePlayerError) -> BankPreset {
    guard let index = index(of: PresetIdentifier(bank: bank, program: program)) else {
      throw .noPreset(
        bank: bank, program: program,
        available: presets.map { "\($0.bank):\($0.program) \($0.name)" })
    }
    return BankPreset(bank: self, index: index)
  }

  /// The preset with the numbers that `AVAudioUnitSampler` would be given (N3).
  ///
  /// `bankMSB` 0x79 is melodic, bank `bankLSB` of the file; 0x78 is percussion, bank 128 of the
  /// file; any other is the file's bank of that number.
  public func preset(
    program: UInt8, bankMSB: UInt8, bankLSB: UInt8
  ) throws(NotePlayerError) -> BankPreset {
    let bank: UInt16 =
      switch bankMSB {
      case 0x79: UInt16(bankLSB)
      case 0x78: 128
      default: UInt16(bankMSB)
      }
    return try preset(bank: bank, program: program)
  }
}
