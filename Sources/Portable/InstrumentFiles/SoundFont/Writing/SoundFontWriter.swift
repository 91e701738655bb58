package import PeachInstrumentModel

/// Writes contents as a SoundFont file, in pieces.
///
/// The file follows SoundFont 2.04 literally: order and even size of chunks, presets sorted by bank
/// and program, 46 frames of silence after each sample, terminal records and terminated texts. A
/// bank without presets, which is invalid by §7.2, is written with a warning. Output is
/// deterministic. Pieces reference sample data, so that banks of any size are written without
/// loading them.
///
/// ```swift
/// let writer = try SoundFontWriter(SoundFont.read(storage).contents())
/// writer.byteCount  // the size of the file
/// for piece in writer.pieces { put(piece.bytes) }
/// ```
package struct SoundFontWriter: Sendable {
  /// The file's bytes as consecutive pieces.
  package let pieces: [StoredBytes]
  /// The size of the file in bytes.
  package let byteCount: Int
  /// User-facing messages about what could not be written unchanged.
  package let warnings: [String]

  /// Lays out a file. Takes milliseconds and reads no sample data. Call on any thread but the audio
  /// thread.
  ///
  /// - Throws: `SoundFontWritingError` if references are invalid or a limit of the format is
  ///   exceeded.
  package init(_ contents: SoundFontContents) throws(SoundFontWritingError) {
    try ContentsCheck.check(contents)
    var warnings = WarningList()
    if contents.presets.isEmpty {
      warnings.add(.file, "The bank has no presets; players may reject it (§7.2).")
    }
    let information = InformationList(contents, warnings: &warnings)
    let layout = SampleLayout(contents.samples)
    let tables = try PresetTables(
      presets: Self.sorted(contents.presets), instruments: contents.instruments,
      samples: contents.samples, ranges: layout.ranges)

    var sampleListCount = 4 + 8 + layout.highCount
    if layout.lowCount > 0 { sampleListCount += 8 + layout.lowCount }
    let informationCount = 4 + information.bytes.count
    let tableCount = 4 + tables.bytes.count
    let count = 4 + (8 + informationCount) + (8 + sampleListCount) + (8 + tableCount)
    guard count + 8 <= Int(UInt32.max) else { throw .tooLarge(byteCount: count + 8) }

    var head = ByteList()
    head.append(RIFFReader.riff, size: count)
    head.append(SoundFont.formType.rawValue)
    Self.beginList("INFO", size: informationCount, &head)
    head.append(information.bytes)
    Self.beginList("sdta", size: sampleListCount, &head)
    head.append("smpl", size: layout.highCount)
    var pieces = [StoredBytes(copying: head.bytes)] + layout.high
    var middle = ByteList()
    if layout.lowCount > 0 {
      middle.append("sm24", size: layout.lowCount)
      pieces.append(StoredBytes(copying: middle.bytes))
      pieces += layout.low
      middle = ByteList()
    }
    Self.beginList("pdta", size: tableCount, &middle)
    middle.append(tables.bytes)
    pieces.append(StoredBytes(copying: middle.bytes))
    self.pieces = pieces
    byteCount = count + 8
    self.warnings = warnings.all
  }

  private static func beginList(
    _ form: FourCharacterCode, size: Int, _ list: inout ByteList
  ) {
    list.append(RIFFReader.list, size: size)
    list.append(form.rawValue)
  }

  /// Returns presets sorted by bank and program; equal ones keep their order.
  private static func sorted(
    _ presets: [SoundFontContents.Preset]
  ) -> [SoundFontContents.Preset] {
    let order = presets.indices.sorted { left, right in
      (presets[left].bank, presets[left].program, left)
        < (presets[right].bank, presets[right].program, right)
    }
    return order.map { presets[$0] }
  }
}
