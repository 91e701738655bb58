public import PeachInstrumentFiles
public import PeachInstrumentModel

/// A thorough look at a bank file: what is against the format, what points nowhere, what sounds wrong.
///
/// Made in steps, each of which adds findings: the file's structure (milliseconds), its sound (about
/// as long as decoding all of it), its tuning (where somebody has measured it). Any thread but the
/// audio thread. Any bytes give findings, never a crash; memory stays in proportion to the file.
///
/// ```swift
/// var check = BankCheck(structureOf: storage)
/// check.checkSound(decoder: nil)
/// for finding in check.findings { print(finding) }
/// // warning: sample ‘Oboe’: going round the loop jumps by −20.1 dB (loop-click, §6.3)
/// ```
public struct BankCheck: Sendable {
  /// The bank, where the file can be read at all.
  public let bank: SoundBank?
  /// The reader's error, where it cannot.
  public let error: InstrumentFileError?
  /// What the file is, where it is no instrument but known: `a MIDI file`.
  public let otherFormat: String?
  var list = FindingList()
  /// What its instruments play; nil where the file has none of its own.
  let played: PlayedSamples?
  /// Samples whose tuning was told of.
  var tunedSamples: Set<Int> = []

  /// Checks the structure of a file; of sample data it reads what follows each sample. Where the bytes
  /// say nothing, the name's extension says what the file was meant to be: ``ByteStorage/path``.
  /// `folders` are where samples in files of their own are looked for.
  public init(structureOf storage: ByteStorage, folders: SampleFolders? = nil) {
    do throws(InstrumentFileError) {
      switch InstrumentFormat(recognizing: storage.bytes) {
      case .soundFont:
        let font = try SoundFont.read(storage)
        var faults = font.faults
        let bank = font.soundBank(&faults)
        list.add(faults)
        ContainerCheck(bytes: storage.bytes).run(font, &list)
        HydraCheck(font: font).run(&list)
        let played = PlayedSamples(font)
        SampleHeaderCheck(font: font, played: played).run(&list)
        self.bank = bank
        self.played = played
      case .downloadableSounds, .sfz, .exs24, .samplerPreset, .soundBankList, .audioFile:
        let bank = try InstrumentFile.read(storage, folders: folders)
        for warning in bank.warnings { list.add(.mended, "", warning) }
        self.bank = bank
        played = PlayedSamples(bank)
      case nil:
        bank = try InstrumentFile.read(storage)
        played = nil
      }
      error = nil
      otherFormat = nil
    } catch {
      bank = nil
      played = nil
      self.error = error
      otherFormat = UnsupportedFormat.name(of: storage.bytes)
      var other = ""
      if case .unknownFormat = error.reason {
        if let otherFormat {
          other = "; this is \(otherFormat), which is not read"
        } else if let meant = UnsupportedFormat.name(ofPath: storage.path ?? "") {
          other = "; by its name it is meant to be \(meant)"
        }
      }
      list.add(
        .unreadable, "chunk ‘\(error.chunk.description)’ at byte \(error.offset)",
        at: error.offset, error.reason.message + other)
    }
    if let bank = self.bank, bank.presets.isEmpty {
      list.add(.noPresets, "", "no preset in it can be chosen")
    }
  }

  /// All findings so far, in the order of the checks; of a rule that is broken very often the first.
  public var findings: [BankFinding] { list.findings }

  /// How often a rule is broken, findings that are not kept included.
  public func count(of rule: BankRule) -> Int { list.count(of: rule) }

  /// How bad the worst finding is; nil where there is none.
  public var worst: BankSeverity? { list.findings.map { $0.severity }.max() }
}
