package import PeachInstrumentModel

/// The structure of a SoundFont 2 or 3 file, which ``soundBank(reading:)`` converts to a bank.
/// Tables are flat and in the file's order, with the file's indices. Sample data is referenced, not
/// read.
package struct SoundFont: Sendable {
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
  package var information: [RIFFChunk]
  /// The range of the `smpl` chunk's contents: 16-bit frames or compressed files (§6.1).
  package var sampleBytes: Range<Int>
  /// The range of the `sm24` chunk's contents; `nil` if it is missing or unusable (§6.2).
  package var lowSampleBytes: Range<Int>?
  /// The presets, without the terminal record (§7.2).
  package var presets: [PresetHeader]
  package var presetZones: ZoneTable
  /// The instruments, without the terminal record (§7.6).
  package var instruments: [InstrumentHeader]
  package var instrumentZones: ZoneTable
  /// The samples, without the terminal record (§7.10).
  package var samples: [SampleHeader]
  package var faults: SoundFontFaultList
  /// The limit of each preset's expansion; `nil` without limits, as in nearly all banks.
  var regionLimits: [RegionLimit]?
  package var storage: ByteStorage
  package var warnings: [String] { faults.warnings }

  package struct Version: Hashable, Comparable, Sendable {
    /// 2 for SF2, 3 for SF3.
    package var major: UInt16
    /// The minor version in hundredths: 4 for version 2.04.
    package var minor: UInt16

    package init(major: UInt16, minor: UInt16) { (self.major, self.minor) = (major, minor) }

    package static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor) < (right.major, right.minor)
    }
  }

  /// Returns the text of the first INFO chunk with this ID, or `nil` if it is missing.
  package func text(_ code: FourCharacterCode) -> String? {
    information.first { $0.code == code }.map { TextField.decode(storage.bytes.slice($0.content)) }
  }

  /// Name, author, copyright and comment, from INAM, IENG, ICOP and ICMT (§5.3, 5.7, 5.9, 5.10).
  package var summary: SoundBank.Information {
    SoundBank.Information(
      name: text("INAM") ?? "", author: text("IENG") ?? "", copyright: text("ICOP") ?? "",
      comment: text("ICMT") ?? "")
  }

  /// The file's replacement for the default modulators of §8.4, or `nil` if it has none. Newer
  /// editors store it in the chunk ‘DMOD’ of the INFO list, as records of §7.4 with a terminal
  /// record.
  package var ownDefaultModulators: [Modulator]? {
    guard let range = information.first(where: { $0.code == "DMOD" })?.content,
      !range.isEmpty, range.count % 10 == 0
    else { return nil }
    return stride(from: range.lowerBound, to: range.upperBound - 10, by: 10).map {
      var fields = RecordFields(bytes: storage.bytes, offset: $0)
      return Modulator(&fields)
    }
  }

  /// Reads a file's structure with complete tables, in milliseconds, without sample data.
  /// Structural faults by §5 to §7 are errors, except those that players tolerate: they become
  /// ``warnings``. Call on any thread but the audio thread.
  package static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> SoundFont {
    var reader = SoundFontReader(storage)
    return try reader.read()
  }
}

/// A preset header (SoundFont 2.04 §7.2).
package struct PresetHeader: ZoneOwner, Hashable, Sendable {
  package var name: FixedName
  /// The MIDI program; 128 and above cannot be selected.
  package var program: UInt16
  /// The bank; 128 for percussion.
  package var bank: UInt16
  var firstZone: UInt16
  var endZone: UInt16 = 0
  // Unused, but preserved.
  var library: UInt32
  var genre: UInt32
  var morphology: UInt32

  /// The range of the zones in ``SoundFont/presetZones``.
  package var zones: Range<Int> { Int(firstZone)..<Int(max(firstZone, endZone)) }
}

/// An instrument header (SoundFont 2.04 §7.6).
package struct InstrumentHeader: ZoneOwner, Hashable, Sendable {
  package var name: FixedName
  var firstZone: UInt16
  var endZone: UInt16 = 0

  /// The range of the zones in ``SoundFont/instrumentZones``.
  package var zones: Range<Int> { Int(firstZone)..<Int(max(firstZone, endZone)) }
}

/// A sample header, unchecked (SoundFont 2.04 §7.10).
package struct SampleHeader: Hashable, Sendable {
  package var name: FixedName
  /// The first frame in the `smpl` chunk; for compressed samples, the first byte.
  package var start: UInt32
  /// The end, exclusive, in the units of ``start``.
  package var end: UInt32
  /// The first frame of the loop, in the units of ``start``; relative to it in compressed samples.
  package var loopStart: UInt32
  /// The end of the loop, exclusive.
  package var loopEnd: UInt32
  package var sampleRate: UInt32
  /// The root key; 255 for unpitched samples.
  package var originalPitch: UInt8
  /// The pitch correction in cents.
  package var pitchCorrection: Int8
  /// The index of the other channel of a stereo pair.
  package var link: UInt16
  /// 1 mono, 2 right, 4 left, 8 linked, 0x10 compressed (SF3), 0x8000 in ROM.
  package var type: UInt16
  package var isInROM: Bool { type & 0x8000 != 0 }
  package var isCompressed: Bool { type & 0x10 != 0 && !isInROM }
}
