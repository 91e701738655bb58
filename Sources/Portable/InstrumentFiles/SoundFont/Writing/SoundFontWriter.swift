package import PeachInstrumentModel

/// Writes contents as a SoundFont file, in pieces that reference sample data, so that banks of any
/// size are written without loading them. The file follows SoundFont 2.04 literally: order and even
/// size of chunks, presets sorted by bank and program, 46 frames of silence after each sample,
/// terminal records and terminated texts. A bank without presets, which is invalid by §7.2, is
/// written with a warning. Output is deterministic.
///
/// ```swift
/// let writer = try SoundFontWriter(SoundFont.read(storage).contents())
/// writer.byteCount  // the size of the file
/// for piece in writer.pieces { put(piece.bytes) }
/// ```
package struct SoundFontWriter: Sendable {
  package let pieces: [StoredBytes]
  package let byteCount: Int
  /// User-facing messages about what could not be written unchanged.
  package let warnings: [String]

  /// Lays out a file in milliseconds, without sample data. Call on any thread but the audio thread.
  ///
  /// - Throws: An error if references are invalid or a limit of the format is exceeded.
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
    guard count <= Int(clamping: UInt32.max) - 8 else { throw .tooLarge(byteCount: count + 8) }

    var head = ByteList()
    head.append(RIFFReader.riff, size: count)
    head.append(SoundFont.formType.rawValue)
    Self.beginList("INFO", size: informationCount, &head)
    head.append(information.bytes)
    Self.beginList("sdta", size: sampleListCount, &head)
    head.append("smpl", size: layout.highCount)
    var low = ByteList()
    low.append("sm24", size: layout.lowCount)
    var tail = ByteList()
    Self.beginList("pdta", size: tableCount, &tail)
    tail.append(tables.bytes)
    pieces =
      [StoredBytes(copying: head.bytes)] + layout.high
      + (layout.lowCount > 0 ? [StoredBytes(copying: low.bytes)] + layout.low : [])
      + [StoredBytes(copying: tail.bytes)]
    byteCount = count + 8
    self.warnings = warnings.all
  }

  /// The file in memory.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for piece in pieces { bytes += piece.bytes }
    return bytes
  }

  private static func beginList(_ form: FourCharacterCode, size: Int, _ list: inout ByteList) {
    list.append(RIFFReader.list, size: size)
    list.append(form.rawValue)
  }

  /// Returns presets sorted by bank and program; equal ones keep their order.
  private static func sorted(_ presets: [SoundFontContents.Preset]) -> [SoundFontContents.Preset] {
    let sorted = presets.enumerated().sorted { left, right in
      (left.element.bank, left.element.program, left.offset)
        < (right.element.bank, right.element.program, right.offset)
    }
    return sorted.map { $0.element }
  }
}
