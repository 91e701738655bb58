public import PeachInstrumentModel

/// A SoundFont file of contents: its bytes as pieces, to be written one after another.
///
/// The file follows SoundFont 2.04 to the letter: lists and chunks in its order and of even size,
/// presets by bank and program, 46 frames of silence behind each sample, terminal records, texts
/// ended. A bank without presets, which §7.2 calls unsound, is written as it is, with a warning. The
/// same contents give the same bytes. Samples are pieces of where they come from, so a
/// bank of any size is written without being in memory.
///
/// ```swift
/// let writer = try SoundFontWriter(SoundFont.read(storage).contents())
/// writer.byteCount  // how large the file will be
/// for piece in writer.pieces { put(piece.bytes) }
/// ```
public struct SoundFontWriter: Sendable {
  /// The file's bytes, piece after piece.
  public let pieces: [StoredBytes]
  /// How many bytes the file has.
  public let byteCount: Int
  /// What could not be written as it is, one sentence each.
  public let warnings: [String]

  /// Puts a file together; takes milliseconds, and touches no sample data. Any thread but the audio
  /// thread. Throws where contents name what is not there, or are more than a file can hold.
  public init(_ contents: SoundFontContents) throws(SoundFontWritingError) {
    try ContentsCheck.check(contents)
    var found = WarningList()
    if contents.presets.isEmpty {
      found.add(.file, "There is no preset; players may refuse such a bank (§7.2).")
    }
    let information = InformationList(contents, warnings: &found)
    let layout = SampleLayout(contents.samples)
    let tables = try PresetTables(
      presets: Self.sorted(contents.presets), instruments: contents.instruments,
      samples: contents.samples, places: layout.places)

    var sampleListCount = 4 + 8 + layout.highCount
    if layout.lowCount > 0 { sampleListCount += 8 + layout.lowCount }
    let informationCount = 4 + information.bytes.count
    let tableCount = 4 + tables.bytes.count
    let count = 4 + (8 + informationCount) + (8 + sampleListCount) + (8 + tableCount)
    guard count + 8 <= Int(UInt32.max) else { throw .tooLarge(byteCount: count + 8) }

    var head = ByteList(capacity: 64 + information.bytes.count)
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
    warnings = found.all
  }

  private static func beginList(
    _ form: FourCharacterCode, size: Int, _ list: inout ByteList
  ) {
    list.append(RIFFReader.list, size: size)
    list.append(form.rawValue)
  }

  /// By bank and program; of two with the same numbers the first one stays the first.
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
