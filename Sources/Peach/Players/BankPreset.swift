public import PeachInstrumentModel
public import PeachSynthesis

/// A preset and the bank that contains it.
public struct BankPreset: Sendable {
  /// The bank.
  public let bank: SoundBank
  /// The preset's index in ``SoundBank/presets``.
  public let index: Int

  /// Creates a reference to the preset at a valid index of a bank's presets.
  public init(bank: SoundBank, index: Int) {
    precondition(bank.presets.indices.contains(index), "The preset index is out of range.")
    self.bank = bank
    self.index = index
  }

  /// The preset's name and numbers.
  public var preset: Preset { bank.presets[index] }
  /// Whether the preset is a drum kit, whose keys are not tuned.
  var isPercussion: Bool { preset.bank == 128 }

  /// Reads and decodes the preset's samples, which takes milliseconds.
  ///
  /// ```swift
  /// let cello = try bank.preset(bank: 0, program: 42)
  /// let inTune = try cello.prepared(intonation: IntonationCache(), steadyPitch: true)
  /// ```
  ///
  /// - Parameters:
  ///   - intonation: The pitch corrections; `nil` for none. A preset that the cache does not
  ///     contain is measured first, which takes up to a third of a second.
  ///   - steadyPitch: Whether to remove all pitch modulation except pitch bend.
  public func prepared(
    intonation: IntonationCache? = nil, steadyPitch: Bool = false
  ) throws(SampleCodecError) -> PreparedPreset {
    try prepared(by: SharedInstruments(bank), intonation: intonation, steadyPitch: steadyPitch)
  }

  /// Reads and decodes the preset's samples, unless other users of `instruments` already have.
  package func prepared(
    by instruments: SharedInstruments, intonation: IntonationCache?, steadyPitch: Bool
  ) throws(SampleCodecError) -> PreparedPreset {
    // A hostile file is most likely to crash a codec.
    try LoadSentinel().watch(bank.storage.path) { () throws(SampleCodecError) in
      var corrections: [Double] = []
      if let intonation { corrections = try intonation.corrections(of: self).map(\.cents) }
      return try instruments.prepare(
        presetAt: index, corrections: corrections, steadyPitch: steadyPitch)
    }
  }
}

extension SoundBank {
  /// Returns the preset with these numbers; bank 0, program 42 is General MIDI's cello.
  ///
  /// - Throws: ``NotePlayerError/noPreset(bank:program:available:)``.
  public func preset(bank: UInt16, program: UInt8) throws(NotePlayerError) -> BankPreset {
    guard let index = index(of: PresetIdentifier(bank: bank, program: program)) else {
      throw .noPreset(
        bank: bank, program: program,
        available: presets.map { "\($0.bank):\($0.program) \($0.name)" })
    }
    return BankPreset(bank: self, index: index)
  }

  /// Returns the preset with the numbers that `AVAudioUnitSampler` uses.
  ///
  /// - Parameters:
  ///   - bankMSB: 0x79 for a melodic preset of the file's bank `bankLSB`; 0x78 for percussion, the
  ///     file's bank 128; otherwise the number of the file's bank.
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
