import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Repair on writing")
struct SoundFontRepairTests {
  /// Returns the file after a round trip, and the warnings.
  private func rewritten(_ chunks: SoundFontChunks) throws -> (SoundFont, warnings: [String]) {
    let contents = try chunks.read().contents()
    let writer = try SoundFontWriter(contents)
    return (try SoundFont.read(ByteStorage(copying: writer.file)), contents.warnings)
  }

  private func regions(_ font: SoundFont) -> [[Region]] {
    let bank = font.soundBank()
    return bank.presets.indices.map { bank.regions(ofPresetAt: $0) }
  }

  @Test("Zones with invalid references are removed with a message; output is unchanged")
  func danglingIndices() throws {
    var builder = SoundFontBuilder.rich
    builder.presets[0].zones.insert(.init(plays: 77), at: 0)
    builder.presets[1].zones.append(.init([.init(.pan, 3)], plays: nil))
    builder.instruments[1].zones.insert(.init(plays: 3), at: 0)
    let source = try builder.chunks.read()
    let (font, warnings) = try rewritten(builder.chunks)
    #expect(font.warnings.isEmpty)
    #expect(regions(font) == regions(source))
    #expect(warnings.contains { $0.contains("refers to entry 77") })
    #expect(warnings.contains { $0.contains("refers to entry 3 of a table of 3") })
    #expect(warnings.contains { $0.contains("plays nothing") })
    // With the invalid records removed, the file equals a valid one.
    #expect(try SoundFontWriter(source.contents()).file == SoundFontBuilder.rich.chunks.file)
  }

  @Test("Ineffective generators are removed, and zones with impossible ranges")
  func misplacedGenerators() throws {
    var builder = SoundFontBuilder.rich
    builder.instruments[0].zones[1].settings.append(.init(.keyRange, from: 0, to: 5))
    builder.instruments[0].zones[2].after = [.init(.fineTune, 50)]
    builder.instruments[1].zones.append(.init([.init(.keyRange, from: 9, to: 8)], plays: 0))
    builder.presets[0].zones[0].settings = [.init(.sampleModes, 1), .init(.overridingRootKey, 60)]
    let (font, warnings) = try rewritten(builder.chunks)
    #expect(try regions(font) == regions(builder.chunks.read()))
    #expect(font.warnings.isEmpty)
    #expect(warnings.count { $0.contains("have no effect") } == 3)
    #expect(try SoundFontWriter(font.contents()).file == SoundFontBuilder.rich.chunks.file)
  }

  @Test("A reversed range of a global zone still silences zones that inherit it")
  func invertedGlobalRange() throws {
    var builder = SoundFontBuilder.rich
    builder.instruments[0].zones[0].settings.insert(.init(.velocityRange, from: 9, to: 8), at: 0)
    let (font, _) = try rewritten(builder.chunks)
    let heard = try regions(builder.chunks.read())
    #expect(regions(font) == heard)
    #expect(heard[1].count == 1, "only the zone with velocities of its own")
  }

  @Test("Out-of-bounds samples, invalid rates and roots get the values used for playback")
  func brokenSamples() throws {
    var builder = SoundFontBuilder.rich
    builder.samples[0].rate = 0
    builder.samples[1].root = 200
    var chunks = builder.chunks
    // The third sample's end: beyond the data; its loop: before the start and beyond the end.
    let offset = 2 * 46 + 24
    chunks["shdr"].replaceSubrange(offset..<(offset + 4), with: [0, 0, 1, 0])
    chunks["shdr"].replaceSubrange((offset + 4)..<(offset + 12), with: [0, 0, 0, 0, 0, 0, 2, 0])
    let source = try chunks.read()
    let (font, warnings) = try rewritten(chunks)
    #expect(regions(font) == regions(source))
    let (was, becomes) = (source.soundBank(), font.soundBank())
    for (old, new) in zip(was.samples, becomes.samples) {
      #expect(
        (old.sampleRate, old.rootKey, old.loop, old.frameCount)
          == (new.sampleRate, new.rootKey, new.loop, new.frameCount))
    }
    #expect(becomes.warnings.isEmpty)
    for word in ["rate", "root key", "truncated", "loop"] {
      #expect(warnings.contains { $0.contains(word) }, "\(word)")
    }
  }

  @Test("Empty samples keep their index, silent; ROM samples keep their addresses")
  func absentSamples() throws {
    var builder = SoundFontBuilder.rich
    builder.samples[2].type = 0x8001
    var chunks = builder.chunks
    chunks["shdr"].replaceSubrange(20..<28, with: [255, 255, 0, 0, 0, 0, 0, 0])
    let source = try chunks.read()
    let (font, warnings) = try rewritten(chunks)
    #expect(regions(font) == regions(source))
    let encodings = font.soundBank().samples.map(\.encoding)
    #expect(encodings[0] == .missing && encodings[1] != .missing && encodings[2] == .missing)
    #expect(font.samples[2].start == source.samples[2].start)
    #expect(font.samples[2].end == source.samples[2].end && font.samples[2].isInROM)
    #expect(warnings.contains { $0.contains("stays silent") })
  }

  @Test("With any byte changed, readable files round-trip")
  func changedBytes() throws {
    let file = SoundFontBuilder.rich.chunks.file
    var written = 0
    let values: [UInt8] = TestScale.cases(short: [0xFF], full: [0, 1, 2, 0x7F, 0x80, 0xFF])
    for offset in file.indices {
      for value in values where value != file[offset] {
        var changed = file
        changed[offset] = value
        guard let source = try? SoundFont.read(ByteStorage(copying: changed)) else { continue }
        let contents = source.contents()
        let writer = try SoundFontWriter(contents)
        let font = try SoundFont.read(ByteStorage(copying: writer.file))
        let expected = contents.presets.isEmpty ? ["The file has no presets."] : []
        #expect(font.warnings == expected, "byte \(offset)")
        // Presets without zones are removed; they were silent.
        let (was, becomes) = (source.soundBank(), font.soundBank())
        for (index, preset) in was.presets.enumerated() {
          let regions = was.regions(ofPresetAt: index)
          guard let same = becomes.index(of: preset.identifier) else {
            #expect(regions.isEmpty, "byte \(offset)")
            continue
          }
          #expect(becomes.regions(ofPresetAt: same) == regions, "byte \(offset)")
        }
        #expect(try SoundFontWriter(font.contents()).file == writer.file, "byte \(offset)")
        written += 1
      }
    }
    #expect(written > file.count / 2)
  }

  @Test("A bank without presets is written as read, with a warning (§7.2)")
  func noPresets() throws {
    var contents = try SoundFontBuilder.rich.chunks.read().contents()
    contents.presets = []
    let writer = try SoundFontWriter(contents)
    #expect(writer.warnings.count == 1 && writer.warnings[0].contains("no preset"))
    let font = try SoundFont.read(ByteStorage(copying: writer.file))
    #expect(font.presets.isEmpty && font.warnings == ["The file has no presets."])
    #expect(font.instruments.count == contents.instruments.count)
  }

  @Test("Contents that the format cannot represent are refused with the owner's name")
  func refused() throws {
    let sound = try SoundFontBuilder.rich.chunks.read().contents()
    func error(_ change: (inout SoundFontContents) -> Void) -> SoundFontWritingError? {
      var contents = sound
      change(&contents)
      do throws(SoundFontWritingError) {
        _ = try SoundFontWriter(contents)
        return nil
      } catch {
        return error
      }
    }
    #expect(error { _ in } == nil)
    #expect(
      error { $0.presets[0].zones[1].target = 2 }
        == .noTarget(owner: "preset ‘First’", zone: 1))
    #expect(
      error { $0.instruments[0].zones[1].target = nil }
        == .noTarget(owner: "instrument ‘Pair’", zone: 1))
    #expect(
      error { $0.instruments[0].zones[1].keys = 0...128 }
        == .misplacedGenerator(owner: "instrument ‘Pair’", zone: 1, number: 43))
    #expect(
      error { $0.presets[0].zones[0][.sampleModes] = 1 }
        == .misplacedGenerator(owner: "preset ‘First’", zone: 0, number: 54))
    #expect(
      error { $0.instruments[0].zones[0][.sampleID] = 1 }
        == .misplacedGenerator(owner: "instrument ‘Pair’", zone: 0, number: 53))
    #expect(error { $0.samples[0].loop = 0..<102 } == .brokenSample(sample: "sample"))
    #expect(error { $0.samples[0].sampleRate = 0 } == .brokenSample(sample: "sample"))
    #expect(error { $0.samples[0].partner = 2 } == .notPartners(sample: "sample"))
    #expect(error { $0.samples[0].channel = .mono } == .notPartners(sample: "sample"))
    let description = try #require(error { $0.samples[0].partner = 2 }).description
    #expect(description.contains("sample"))
  }

  @Test("More zones than an index can address, and more bytes than 4 GiB, are refused")
  func tooMuch() throws {
    var contents = try SoundFontBuilder.simple.chunks.read().contents()
    let zone = contents.presets[0].zones[0]
    contents.presets[0].zones = [SoundFontContents.Zone](repeating: zone, count: 65_535)
    #expect(throws: Never.self) { try SoundFontWriter(contents) }
    contents.presets[0].zones.append(zone)
    #expect(
      throws: SoundFontWritingError.tooManyRecords(chunk: "pbag", count: 65_536, limit: 65_535)
    ) {
      try SoundFontWriter(contents)
    }
    contents.presets[0].zones = [zone]
    // These bytes are never accessed.
    let size = 1 << 30
    let storage = ByteStorage(
      bytes: UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: 1 << 20), count: 5 * size),
      release: {})
    contents.samples += (0..<4).map {
      .init(
        "Huge", .integer16(StoredBytes(storage, ($0 * size)..<(($0 + 1) * size))),
        sampleRate: 44_100, originalPitch: 60)
    }
    let error = #expect(throws: SoundFontWritingError.self) { try SoundFontWriter(contents) }
    guard case .tooLarge(let byteCount)? = error else {
      Issue.record("\(error.debugDescription)")
      return
    }
    #expect(byteCount > 4 * size)
  }
}
