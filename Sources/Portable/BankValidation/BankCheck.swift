public import PeachInstrumentFiles
public import PeachInstrumentModel

/// Validates a bank file: conformance to the format, references, audio and intonation. Each step
/// adds findings: structure (milliseconds), audio (as long as decoding all samples), intonation (if
/// measured). Input is untrusted: any bytes give findings, and memory stays in proportion to the
/// file. Call on any thread but the audio thread.
///
/// ```swift
/// var check = BankCheck(structureOf: storage)
/// check.checkSound(decoder: nil)
/// for finding in check.findings { print(finding) }
/// // warning: sample ‘Oboe’: its loop 100 to 900 clicks: … (loop-click, §6.3)
/// ```
public struct BankCheck: Sendable {
  /// The bank; `nil` if the file cannot be read.
  public let bank: SoundBank?
  /// The reader's error if the file cannot be read.
  public let error: InstrumentFileError?
  /// The format of an unreadable file, if it is known, such as `a MIDI file`.
  public let otherFormat: String?
  var list = FindingList()
  /// The samples that the instruments play; `nil` if the file cannot be read.
  let played: PlayedSamples?
  var tunedSamples: Set<Int> = []

  /// Checks the structure of a file. Of sample data, reads only the frames after each sample.
  ///
  /// - Parameters:
  ///   - storage: The file. If its bytes match no format, the file extension of its path is used.
  ///   - folders: The folders that contain external samples.
  public init(structureOf storage: ByteStorage, folders: SampleFolders? = nil) {
    do throws(InstrumentFileError) {
      let format = InstrumentFormat(recognizing: storage)
      list.concernsSoundFont = format == .soundFont
      switch format {
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
      case .downloadableSounds, .sfz, .exs24, .samplerPreset, .soundBankList, .audioFile,
        .decentSampler, .gravisPatch:
        let bank = try InstrumentFile.read(storage, folders: folders)
        list.addReading(of: bank)
        if bank.lacksPadByte {
          list.add(.missingPad, "", "a chunk of odd size lacks its pad byte")
        }
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
          other = "; this is \(otherFormat), which is not supported"
        } else if let format = UnsupportedFormat.name(ofPath: storage.path ?? "") {
          other = "; its file extension is that of \(format)"
        }
      }
      let isUnknown = error.reason == .unknownFormat && error.offset == 0
      list.add(
        .unreadable,
        error.concernsFile ? "" : "chunk ‘\(error.chunk.description)’ at byte \(error.offset)",
        at: error.offset,
        (isUnknown ? "it is not a sound bank: " : "") + error.reason.message + other)
    }
    if let bank = self.bank, bank.presets.isEmpty {
      list.add(.noPresets, "", "it has no usable preset")
    }
  }

  /// Checks the structure of a bank that is not a single file.
  public init(structureOf bank: SoundBank) {
    list.addReading(of: bank)
    self.bank = bank
    played = PlayedSamples(bank)
    error = nil
    otherFormat = nil
  }

  /// The findings in the order of the checks, with a limit per rule.
  public var findings: [BankFinding] { list.findings }

  /// Returns the number of violations of a rule, including those beyond the limit of ``findings``.
  public func count(of rule: BankRule) -> Int { list.count(of: rule) }

  /// The highest severity of all findings; `nil` without findings.
  public var worst: BankSeverity? { list.findings.map { $0.severity }.max() }
}
