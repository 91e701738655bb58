public import PeachInstrumentModel

/// A SoundFont 2 or 3 file's own structure, as it is in the file: what a writer would need to write
/// it again, and what a bank of presets is made from (``soundBank(reading:)``).
///
/// Tables are flat and in the file's order; indices mean what they mean in the file. Sample data is
/// not read, only pointed to. Immutable once read, and safe to use from any thread.
public struct SoundFont: Sendable {
  /// The form of RIFF file it is.
  public static var formType: FourCharacterCode { "sfbk" }

  /// The version of the format that the file follows (SoundFont 2.04 §5.1).
  public var version: Version
  /// Every chunk of the INFO list, in order (§5).
  public var information: [InformationChunk]
  /// Where the `smpl` chunk's contents are: 16-bit frames, or compressed files (§6.1).
  public var sampleBytes: Range<Int>
  /// Where the `sm24` chunk's contents are, where there are any that fit (§6.2).
  public var lowSampleBytes: Range<Int>?
  /// The presets, without the terminal record (§7.2).
  public var presets: [PresetHeader]
  /// The presets' zones (§7.3 to 7.5).
  public var presetZones: ZoneTable
  /// The instruments, without the terminal record (§7.6).
  public var instruments: [InstrumentHeader]
  /// The instruments' zones (§7.7 to 7.9).
  public var instrumentZones: ZoneTable
  /// The samples, without the terminal record (§7.10).
  public var samples: [SampleHeader]
  /// The faults that reading the file tolerated.
  package var faults: SoundFontFaultList
  /// The file's bytes.
  public var storage: ByteStorage

  /// The tolerated faults of the file as user-facing sentences.
  public var warnings: [String] { faults.sentences }

  /// The version of the format.
  public struct Version: Hashable, Comparable, Sendable {
    /// 2 for SF2, 3 for SF3.
    public var major: UInt16
    /// Hundredths: 4 in version 2.04.
    public var minor: UInt16

    /// Version 2.04 is `Version(major: 2, minor: 4)`.
    public init(major: UInt16, minor: UInt16) {
      self.major = major
      self.minor = minor
    }

    /// Older first.
    public static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor) < (right.major, right.minor)
    }
  }

  /// A chunk of the INFO list.
  public struct InformationChunk: Hashable, Sendable {
    /// Its name, such as `INAM`.
    public var code: FourCharacterCode
    /// Where its contents are in the file.
    public var bytes: Range<Int>
  }

  /// The text of the first INFO chunk with this name; nil where there is none.
  public func text(_ code: FourCharacterCode) -> String? {
    guard let chunk = information.first(where: { $0.code == code }) else { return nil }
    return TextField.decode(storage.bytes.slice(chunk.bytes))
  }

  /// Name, author, copyright and comment, from INAM, IENG, ICOP and ICMT (§5.3, 5.7, 5.9, 5.10).
  public var summary: SoundBank.Information {
    SoundBank.Information(
      name: text("INAM") ?? "", author: text("IENG") ?? "", copyright: text("ICOP") ?? "",
      comment: text("ICMT") ?? "")
  }

  /// Reads a file's structure, every table of it whole.
  ///
  /// What §5 to §7 call structurally unsound is refused, naming chunk, offset and numbers, unless
  /// players in the field live with it: then it is one of ``warnings``. Takes milliseconds and
  /// touches no sample data. Any thread but the audio thread.
  public static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> SoundFont {
    var reader = SoundFontReader(storage)
    return try reader.read()
  }
}
