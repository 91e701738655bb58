package import PeachInstrumentModel

/// The structure of a SoundFont 2 or 3 file. ``soundBank(reading:)`` converts it to a bank of
/// presets.
///
/// Tables are flat and in the file's order, with the file's indices. Sample data is referenced, not
/// read.
package struct SoundFont: Sendable {
  /// The RIFF form type.
  package static var formType: FourCharacterCode { "sfbk" }
  /// The tables of the pdta list, in order (§7.1).
  package static var tableCodes: [FourCharacterCode] {
    ["phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr"]
  }
  /// The text chunks of the INFO list (§5.2 to 5.11).
  package static var textCodes: [FourCharacterCode] {
    ["isng", "INAM", "irom", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT"]
  }

  /// The version of the format (SoundFont 2.04 §5.1).
  package var version: Version
  /// The chunks of the INFO list in order (§5).
  package var information: [InformationChunk]
  /// The range of the `smpl` chunk's contents: 16-bit frames or compressed files (§6.1).
  package var sampleBytes: Range<Int>
  /// The range of the `sm24` chunk's contents; `nil` if it is missing or unusable (§6.2).
  package var lowSampleBytes: Range<Int>?
  /// The presets, without the terminal record (§7.2).
  package var presets: [PresetHeader]
  /// The presets' zones (§7.3 to 7.5).
  package var presetZones: ZoneTable
  /// The instruments, without the terminal record (§7.6).
  package var instruments: [InstrumentHeader]
  /// The instruments' zones (§7.7 to 7.9).
  package var instrumentZones: ZoneTable
  /// The samples, without the terminal record (§7.10).
  package var samples: [SampleHeader]
  /// The faults that reading the file tolerated.
  package var faults: SoundFontFaultList
  /// The file's bytes.
  package var storage: ByteStorage

  /// The tolerated faults of the file as user-facing messages.
  package var warnings: [String] { faults.warnings }

  /// A version of the format.
  package struct Version: Hashable, Comparable, Sendable {
    /// 2 for SF2, 3 for SF3.
    package var major: UInt16
    /// The minor version in hundredths: 4 for version 2.04.
    package var minor: UInt16

    /// Creates a version. Version 2.04 is `Version(major: 2, minor: 4)`.
    package init(major: UInt16, minor: UInt16) {
      self.major = major
      self.minor = minor
    }

    /// Compares versions by age.
    package static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor) < (right.major, right.minor)
    }
  }

  /// A chunk of the INFO list.
  package struct InformationChunk: Hashable, Sendable {
    /// The chunk ID, such as `INAM`.
    package var code: FourCharacterCode
    /// The range of the contents in the file.
    package var bytes: Range<Int>
  }

  /// Returns the text of the first INFO chunk with this ID, or `nil` if it is missing.
  package func text(_ code: FourCharacterCode) -> String? {
    guard let chunk = information.first(where: { $0.code == code }) else { return nil }
    return TextField.decode(storage.bytes.slice(chunk.bytes))
  }

  /// Name, author, copyright and comment, from INAM, IENG, ICOP and ICMT (§5.3, 5.7, 5.9, 5.10).
  package var summary: SoundBank.Information {
    SoundBank.Information(
      name: text("INAM") ?? "", author: text("IENG") ?? "", copyright: text("ICOP") ?? "",
      comment: text("ICMT") ?? "")
  }

  /// Reads a file's structure with complete tables.
  ///
  /// Structural faults by §5 to §7 are errors, except those that players tolerate: they become
  /// ``warnings``. Takes milliseconds and reads no sample data. Call on any thread but the audio
  /// thread.
  package static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> SoundFont {
    var reader = SoundFontReader(storage)
    return try reader.read()
  }
}
