public import PeachInstrumentModel
import PeachPlayback
public import PeachStraightPresets
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
  /// let inTune = try cello.prepared(intonation: IntonationCache())
  /// let straight = try cello.prepared(intonation: IntonationCache(), tone: .straight)
  /// ```
  ///
  /// - Parameters:
  ///   - intonation: The pitch corrections; `nil` for none. A preset that the cache does not
  ///     contain is measured first, which takes up to a third of a second.
  ///   - tone: The way in which the recordings are played. The amount of vibrato is that of the
  ///     synthesizer's channel.
  ///   - straightTones: The cache of straight tones. A preset that it does not contain is
  ///     straightened first, which takes up to a second.
  public func prepared(
    intonation: IntonationCache? = nil, tone: ToneStyle = .recorded,
    straightTones: StraightToneCache = StraightToneCache()
  ) throws(SampleCodecError) -> PreparedPreset {
    let instruments = SharedInstruments(bank)
    if tone.isStraight {
      let straight = try StraightPreset(
        self, cache: straightTones, intonation: intonation, smoothsLevels: tone.smoothsLevels)
      return try straight.prepared(.all, by: instruments)
    }
    return try prepared(by: instruments, intonation: intonation, tone: tone)
  }

  /// Returns how the preset's recordings are played if `tone` is requested. Classifies recordings
  /// that the cache does not contain, which takes up to a third of a second.
  ///
  /// ```swift
  /// try cello.appliedTone(.straight)    // straight tone
  /// try strings.appliedTone(.straight)  // several players: as recorded
  /// ```
  ///
  /// - Parameters:
  ///   - region: The note for whose recordings to answer; `nil` for the preset as a whole.
  ///   - intonation: The pitch corrections of the note; `nil` for none.
  public func appliedTone(
    _ tone: ToneStyle, of region: RegionSelector? = nil, intonation: IntonationCache? = nil,
    straightTones: StraightToneCache = StraightToneCache()
  ) throws(SampleCodecError) -> AppliedTone {
    try playedNote(tone, of: region, intonation: intonation, straightTones: straightTones).tone
  }

  /// Returns ``appliedTone(_:of:intonation:straightTones:)``, and whether the pitch is corrected.
  package func playedNote(
    _ tone: ToneStyle, of region: RegionSelector?, intonation: IntonationCache?,
    straightTones: StraightToneCache
  ) throws(SampleCodecError) -> PlayedNote {
    guard tone.isStraight else {
      return PlayedNote(
        tone: .recorded, isCorrected: try isCorrected(region, tone: tone, intonation: intonation))
    }
    let straight = try StraightPreset(
      self, cache: straightTones, intonation: intonation, smoothsLevels: tone.smoothsLevels)
    guard let (key, velocity) = region?.keyAndVelocity else {
      return PlayedNote(tone: try straight.tone(), isCorrected: intonation != nil)
    }
    return try straight.note(key: key, velocity: velocity)
  }

  /// Returns whether a note that is played as recorded has at least a share of its correction.
  /// Verifies it unless it is known.
  private func isCorrected(
    _ region: RegionSelector?, tone: ToneStyle, intonation: IntonationCache?
  ) throws(SampleCodecError) -> Bool {
    guard let intonation else { return false }
    guard let (key, velocity) = region?.keyAndVelocity else { return true }
    var used = UsedKeys()
    used.insert(key, velocity: velocity)
    let notes = verifiedNotes(tone, intonation)
    _ = try prepared(
      used, by: SharedInstruments(bank), intonation: intonation, tone: tone, notes: notes)
    return notes.shares.share(key: key, velocity: velocity) != 0
  }

  private func verifiedNotes(_ tone: ToneStyle, _ intonation: IntonationCache) -> VerifiedNotes {
    VerifiedNotes(
      of: self, kind: tone.kind == .steady ? .steady : .corrected, cache: intonation)
  }

  /// Reads and decodes the preset's samples, without straight tones, unless other users of
  /// `instruments` already have.
  package func prepared(
    _ usedKeys: UsedKeys = .all, by instruments: SharedInstruments, intonation: IntonationCache?,
    tone: ToneStyle
  ) throws(SampleCodecError) -> PreparedPreset {
    try prepared(
      usedKeys, by: instruments, intonation: intonation, tone: tone,
      notes: intonation.map { verifiedNotes(tone, $0) })
  }

  private func prepared(
    _ usedKeys: UsedKeys, by instruments: SharedInstruments, intonation: IntonationCache?,
    tone: ToneStyle, notes: VerifiedNotes?
  ) throws(SampleCodecError) -> PreparedPreset {
    // A hostile file is most likely to crash a codec.
    try LoadSentinel().watch(bank.storage.path) { () throws(SampleCodecError) in
      guard let intonation, let notes else {
        return try instruments.prepare(
          presetAt: index, usedKeys: usedKeys, steadyNotes: tone.kind == .steady ? .all : .none)
      }
      return try VerifiedPreset(
        chosen: self,
        changes: PitchChanges(
          bank.regions(ofPresetAt: index), usedKeys: usedKeys,
          corrections: intonation.corrections(of: self).map(\.cents),
          steadyNotes: tone.kind == .steady ? .all : .none),
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
      let notes = verifiedNotes(.recorded, intonation)
      let changes = PitchChanges(bank.regions(ofPresetAt: index), corrections: corrections)
      try VerifiedPreset(chosen: self, changes: changes, notes: notes)
        .verify(by: SharedInstruments(bank))
      return StraightRegions(
        tone: .recorded, corrections: corrections, steadyPitch: false, shares: notes.shares)
    }
  }

  /// Returns the preset for a player.
  ///
  /// - Parameter isEager: Whether another thread straightens the recordings that the first notes do
  ///   not need.
  func playerPreset(
    by instruments: SharedInstruments, intonation: IntonationCache?, tone: ToneStyle,
    straightTones: StraightToneCache, isEager: Bool = true
  ) throws(SampleCodecError) -> PlayerPreset {
    guard tone.isStraight else {
      return PlayerPreset(try prepared(by: instruments, intonation: intonation, tone: tone))
    }
    return try PlayerPreset(
      StraightPreset(
        self, cache: straightTones, intonation: intonation, smoothsLevels: tone.smoothsLevels),
      instruments: instruments, isEager: isEager)
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
