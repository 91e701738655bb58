import PeachInstrumentModel

/// The nine tables of the pdta list, read completely and validated (SoundFont 2.04 §7).
struct PresetData {
  /// The maximum number of records that a 16-bit index can address.
  static var recordLimit: Int { 65536 }

  /// The nine tables, in the order of the file.
  enum Table: Int, CaseIterable {
    case phdr, pbag, pmod, pgen, inst, ibag, imod, igen, shdr

    var code: FourCharacterCode { SoundFont.tableCodes[rawValue] }

    var recordSize: Int {
      switch self {
      case .phdr: 38
      case .pbag, .ibag, .pgen, .igen: 4
      case .pmod, .imod: 10
      case .inst: 22
      case .shdr: 46
      }
    }
  }

  private(set) var presets: [PresetHeader]
  private(set) var presetZones: ZoneTable
  private(set) var instruments: [InstrumentHeader]
  private(set) var instrumentZones: ZoneTable
  private(set) var samples: [SampleHeader]

  /// Reads the tables from the chunks of a pdta list.
  init(
    reading list: inout RIFFReader, _ bytes: UnsafeRawBufferPointer,
    faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) {
    let start = list.position
    var chunks = [RIFFChunk?](repeating: nil, count: Table.allCases.count)
    while let chunk = try list.next() {
      guard let table = Table.allCases.first(where: { $0.code == chunk.code }) else { continue }
      if chunks[table.rawValue] == nil {
        chunks[table.rawValue] = chunk
      } else {
        faults.addRepetition(chunk)
      }
    }
    var tables: [RecordTable] = []
    for table in Table.allCases {
      guard let chunk = chunks[table.rawValue] else { throw .missing(table.code, at: start) }
      tables.append(try RecordTable(chunk, table, bytes))
    }
    func table(_ name: Table) -> RecordTable { tables[name.rawValue] }
    presetZones = try ZoneTable(
      bags: table(.pbag), generators: table(.pgen), modulators: table(.pmod), &faults)
    presets = try table(.phdr).zoneOwners(terminal: "EOP", presetZones, &faults)
    if presets.isEmpty { faults.add(.file, .noPresets) }
    instrumentZones = try ZoneTable(
      bags: table(.ibag), generators: table(.igen), modulators: table(.imod), &faults)
    instruments = try table(.inst).zoneOwners(terminal: "EOI", instrumentZones, &faults)
    samples = table(.shdr).samples(&faults)
  }
}
