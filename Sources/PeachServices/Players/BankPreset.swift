public import PeachInstrumentModel
import PeachMusicUnits
import PeachPlayback
public import PeachStraightPresets
public import PeachSynthesis

/// A preset and the bank that contains it.
public struct BankPreset: Sendable {
  /// The bank.
  public let bank: SoundBank
  /// The preset's index in `SoundBank.presets`.
  public let index: Int

  /// Creates a reference to the preset at a valid index of a bank's presets.
  public init(bank: SoundBank, index: Int) {
    precondition(bank.presets.indices.contains(index), "The preset index is out of range.")
    self.bank = bank
    self.index = index
  }

  /// The preset's name and numbers.
  public var preset: Preset { bank.presets[index] }
  /// The keys with regions that are in the range of the program's General MIDI instrument, or all
  /// keys with regions if none is. `nil` without regions. Reads no samples.
  public var compass: ClosedRange<UInt8>? {
    bank.keys(ofPresetAt: index).map { GeneralMIDICompass.keys($0, ofProgram: preset.program) }
  }
  /// Whether the preset is a drum kit, whose keys are not tuned.
  var isPercussion: Bool { preset.bank == 128 }

  /// Reads and decodes the preset's samples, which takes milliseconds.
  ///
  /// ```swift
  /// let cello = try bank.preset(bank: 0, program: 42)
  /// let inTune = try cello.prepared(intonation: IntonationCache())
  /// let straight = try cello.prepared(intonation: IntonationCache(), tone: .straight)
  /// ```
  /// The parameters are those of ``NoteOptions``. The interpolation is that of the synthesizer,
  /// and the amount of vibrato that of its channel.
  public func prepared(
    intonation: IntonationCache? = nil, tone: ToneStyle = .recorded,
    straightTones: StraightToneCache = StraightToneCache(),
    interpolation: InterpolationQuality = .doubled
  ) throws(SampleCodecError) -> PreparedPreset {
    try prepared(
      by: SharedInstruments(bank, interpolation: interpolation),
      options: NoteOptions(intonation: intonation, tone: tone, straightTones: straightTones))
  }

  /// Returns how the preset's recordings are played if `tone` is requested. Classifies recordings
  /// that the cache does not contain, which takes up to a third of a second.
  ///
  /// ```swift
  /// try cello.appliedTone(.straight)    // straight
  /// try strings.appliedTone(.straight)  // kept(severalPlayers)
  /// ```
  ///
  /// - Parameters:
  ///   - region: The note for whose recordings to answer; `nil` for the preset as a whole.
  ///   - intonation: The pitch corrections of the note; `nil` for none.
  public func appliedTone(
    _ tone: ToneStyle, of region: RegionSelector? = nil, intonation: IntonationCache? = nil,
    straightTones: StraightToneCache = StraightToneCache()
  ) throws(SampleCodecError) -> AppliedTone {
    guard tone.isStraight else { return .recorded }
    let straight = try StraightPreset(
      self, NoteOptions(intonation: intonation, tone: tone, straightTones: straightTones))
    guard let (key, velocity) = region?.keyAndVelocity else { return try straight.tone() }
    return try straight.note(key: key, velocity: velocity, by: forVerification).tone
  }

  private var forVerification: SharedInstruments {
    SharedInstruments(bank, interpolation: NoteRendering.interpolation)
  }

  /// Returns the error of a note whose sample was not found or cannot be decoded; `nil` if it has
  /// another reason.
  func missingSample(of note: NoteSelection, _ silent: [SilentRegion]) -> NotePlayerError? {
    let missing = bank.regions(ofPresetAt: index).first { region in
      region.keys.contains(note.key) && region.velocities.contains(note.velocity)
        && bank.samples[region.sample].encoding == .missing
    }
    guard let missing else {
      return SilentRegion.warnings(silent).first.map {
        .damagedSample(hertz: note.hertz, key: note.key, message: $0)
      }
    }
    let file = bank.samples[missing.sample].name
    // Names are shortened, and so are the starts of file names.
    let warning = bank.warnings.first { $0.contains(file) } ?? bank.warnings.first ?? ""
    return .missingSample(hertz: note.hertz, key: note.key, file: file, warning: warning)
  }

  /// Returns the notes that are verified, of recordings that are corrected; `nil` without
  /// corrections.
  func verifiedNotes(_ options: NoteOptions) -> VerifiedNotes? {
    options.intonation.map {
      VerifiedNotes(
        of: self, kind: options.tone.kind == .steady ? .steady : .corrected, cache: $0)
    }
  }

  /// Reads and decodes the preset's samples, unless other users of `instruments` already have.
  package func prepared(
    _ usedKeys: UsedKeys = .all, by instruments: SharedInstruments, options: NoteOptions
  ) throws(SampleCodecError) -> PreparedPreset {
    if options.tone.isStraight {
      return try StraightPreset(self, options).prepared(usedKeys, by: instruments)
    }
    return try prepared(
      usedKeys, by: instruments, options: options, notes: verifiedNotes(options))
  }

  /// Prepares the preset without straight tones.
  func prepared(
    _ usedKeys: UsedKeys, by instruments: SharedInstruments, options: NoteOptions,
    notes: VerifiedNotes?
  ) throws(SampleCodecError) -> PreparedPreset {
    let steadyNotes: SteadyNotes = options.tone.kind == .steady ? .all : .none
    // A hostile file is most likely to crash a codec.
    return try LoadSentinel().watch(bank.storage.path) { () throws(SampleCodecError) in
      guard let intonation = options.intonation, let notes else {
        return try instruments.prepare(
          presetAt: index, usedKeys: usedKeys, steadyNotes: steadyNotes)
      }
      return try VerifiedPreset(
        chosen: self,
        changes: PitchChanges(
          bank.regions(ofPresetAt: index), usedKeys: usedKeys,
          corrections: intonation.corrections(of: self).map(\.cents), steadyNotes: steadyNotes),
        notes: notes
      ).prepared(by: instruments)
    }
  }

  /// Returns the verified corrections of the preset's regions. Verifies the notes that are not
  /// known on all processors.
  func correctedRegions(
    _ intonation: IntonationCache
  ) throws(SampleCodecError) -> StraightRegions {
    try LoadSentinel().watch(bank.storage.path) { () throws(SampleCodecError) in
      let corrections = try intonation.corrections(of: self).map(\.cents)
      let notes = VerifiedNotes(of: self, kind: .corrected, cache: intonation)
      let changes = PitchChanges(bank.regions(ofPresetAt: index), corrections: corrections)
      try VerifiedPreset(chosen: self, changes: changes, notes: notes)
        .verify(by: forVerification)
      return StraightRegions(
        tone: .recorded, corrections: corrections, steadyPitch: false, shares: notes.shares)
    }
  }
}

/// How a note is played.
package struct PlayedNote: Sendable {
  package var tone: AppliedTone
  package var isCorrected: Bool
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

  /// Returns the preset whose name matches best, as in `preset(named: "cello")`. Names compare with
  /// Unicode case folding. An exact match takes precedence over a prefix, and a prefix over any
  /// other match; the first of equal matches is used. Drum kits never match.
  ///
  /// - Throws: ``SoundSourceError/notFound(_:bankCount:nearest:)`` with the names that are nearest.
  public func preset(named name: String) throws(SoundSourceError) -> BankPreset {
    for isMatch in Self.nameMatches(name) {
      let preset = pitchedPreset(identifier: { presets[$0].identifier }, where: isMatch)
      if let preset { return preset }
    }
    throw .notFound(
      name, bankCount: 1, nearest: EditDistance.nearest(to: name, in: pitchedNames))
  }

  /// Returns the ways in which a case-folded name can match `name`, the best first.
  static func nameMatches(_ name: String) -> [(String) -> Bool] {
    let requested = name.caseFolded
    return [{ $0 == requested }, { $0.hasPrefix(requested) }, { $0.contains(requested) }]
  }

  /// Returns the preset with a matching case-folded name that has the lowest bank and program. Drum
  /// kits never match.
  ///
  /// - Parameter identifier: Returns the numbers of the preset at an index; `nil` to omit it.
  func pitchedPreset(
    identifier: (Int) -> PresetIdentifier?, where isMatch: (String) -> Bool
  ) -> BankPreset? {
    var best: (index: Int, identifier: PresetIdentifier)?
    for index in presets.indices {
      guard let number = identifier(index), number.bank != 128,
        isMatch(presets[index].name.caseFolded), best.map({ number < $0.identifier }) ?? true
      else { continue }
      best = (index, number)
    }
    return best.map { BankPreset(bank: self, index: $0.index) }
  }

  /// The names of all presets but drum kits.
  private var pitchedNames: [String] { presets.filter { $0.bank != 128 }.map(\.name) }

  /// Returns the preset with the numbers that `AVAudioUnitSampler` uses.
  ///
  /// - Parameters:
  ///   - bankMSB: 0x79 for a melodic preset of the file's bank `bankLSB`; 0x78 for percussion, the
  ///     file's bank 128. Otherwise the number of the file's bank, or its upper seven bits if
  ///     `bankLSB` is not 0, as in DLS files.
  public func preset(
    program: UInt8, bankMSB: UInt8, bankLSB: UInt8
  ) throws(NotePlayerError) -> BankPreset {
    let bank: UInt16 =
      switch bankMSB {
      case 0x79: UInt16(bankLSB)
      case 0x78: 128
      default: bankLSB == 0 ? UInt16(bankMSB) : UInt16(bankMSB & 0x7F) << 7 | UInt16(bankLSB & 0x7F)
      }
    return try preset(bank: bank, program: program)
  }
}

extension BankPreset: CustomStringConvertible {
  /// The numbers and names of the preset and of its bank, such as `0:42 Cello of FluidR3_GM`.
  public var description: String {
    "\(preset.bank):\(preset.program) \(preset.name) of \(bank.information.name)"
  }
}
