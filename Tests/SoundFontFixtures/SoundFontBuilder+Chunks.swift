import PeachInstrumentModel

extension SoundFontBuilder {
  /// The encoded chunks, including terminal records.
  public var chunks: SoundFontChunks {
    let data = sampleData
    var sampleChunks: [SoundFontChunks.Chunk] = [("smpl", data.high)]
    if samples.contains(where: { !$0.lowBytes.isEmpty }) { sampleChunks.append(("sm24", data.low)) }
    let upper = zoneTables(presets.map { $0.zones }, terminal: .instrument)
    let lower = zoneTables(instruments.map { $0.zones }, terminal: .sampleID)
    var phdr: [UInt8] = []
    var first = 0
    for preset in presets {
      phdr += name(preset.name) + littleEndian(preset.program) + littleEndian(preset.bank)
      phdr += littleEndian(UInt16(first)) + [UInt8](repeating: 0, count: 12)
      first += preset.zones.count
    }
    phdr += name("EOP") + [0, 0, 0, 0] + littleEndian(UInt16(first))
    phdr += [UInt8](repeating: 0, count: 12)
    var inst: [UInt8] = []
    first = 0
    for instrument in instruments {
      inst += name(instrument.name) + littleEndian(UInt16(first))
      first += instrument.zones.count
    }
    inst += name("EOI") + littleEndian(UInt16(first))
    let version = littleEndian(version.major) + littleEndian(version.minor)
    return SoundFontChunks(lists: [
      ("INFO", [("ifil", version)] + information.map { ($0.code, $0.bytes) }),
      ("sdta", sampleChunks),
      (
        "pdta",
        [
          ("phdr", phdr), ("pbag", upper.bags), ("pmod", upper.modulators),
          ("pgen", upper.generators), ("inst", inst), ("ibag", lower.bags),
          ("imod", lower.modulators), ("igen", lower.generators), ("shdr", data.headers),
        ]
      ),
    ])
  }

  private func name(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(20))
    return bytes + [UInt8](repeating: 0, count: 20 - bytes.count)
  }

  private var sampleData: (high: [UInt8], low: [UInt8], headers: [UInt8]) {
    var high: [UInt8] = []
    var low: [UInt8] = []
    var headers: [UInt8] = []
    for sample in samples {
      let isCompressed = sample.compressed != nil
      let start = isCompressed ? high.count : high.count / 2
      if let bytes = sample.compressed {
        high += bytes
      } else {
        for frame in sample.frames { high += littleEndian(frame) }
        low += sample.lowBytes
        low += [UInt8](repeating: 0, count: sample.frames.count - sample.lowBytes.count)
      }
      let end = isCompressed ? high.count : high.count / 2
      if !isCompressed {
        high += [UInt8](repeating: 0, count: 2 * framesBetween)
        low += [UInt8](repeating: 0, count: framesBetween)
      }
      let origin = isCompressed ? 0 : start
      headers += name(sample.name)
      let loop =
        sample.loopPoints.map { (Int($0.start), Int($0.end)) }
        ?? (origin + sample.loop.lowerBound, origin + sample.loop.upperBound)
      for offset in [start, end, loop.0, loop.1] { headers += littleEndian(UInt32(offset)) }
      headers += littleEndian(sample.rate) + [sample.root, UInt8(bitPattern: sample.correction)]
      headers += littleEndian(sample.link)
      headers += littleEndian(sample.type | (isCompressed ? 0x10 : 0))
    }
    headers += name("EOS") + [UInt8](repeating: 0, count: 26)
    if low.count % 2 == 1 { low.append(0) }
    return (high, low, headers)
  }

  private func zoneTables(
    _ owners: [[Zone]], terminal: Generator
  ) -> (bags: [UInt8], modulators: [UInt8], generators: [UInt8]) {
    var bags: [UInt8] = []
    var modulators: [UInt8] = []
    var generators: [UInt8] = []
    func addBag() {
      bags += littleEndian(UInt16(generators.count / 4))
      bags += littleEndian(UInt16(modulators.count / 10))
    }
    for zone in owners.joined() {
      addBag()
      var settings = zone.settings
      if let target = zone.target {
        settings.append(Setting(number: UInt16(terminal.rawValue), amount: target))
      }
      for setting in settings + zone.after {
        generators += littleEndian(setting.number) + littleEndian(setting.amount)
      }
      for modulator in zone.modulators {
        modulators += littleEndian(modulator.source) + littleEndian(modulator.destination)
        modulators += littleEndian(modulator.amount) + littleEndian(modulator.amountSource)
        modulators += littleEndian(modulator.transform)
      }
    }
    addBag()
    return (bags, modulators + [UInt8](repeating: 0, count: 10), generators + [0, 0, 0, 0])
  }
}
