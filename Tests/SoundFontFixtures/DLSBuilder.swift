/// The parts of a DLS file, which a test changes before encoding it.
public struct DLSBuilder {
  /// A connection block: source, control, destination, transform, scale.
  public typealias Connection = (
    source: UInt16, control: UInt16, destination: UInt16, transform: UInt16, scale: Int32
  )

  /// Pitch, level and loop (`wsmp`).
  public struct Settings {
    /// The root key.
    public var unity: UInt16
    /// The fine tune, in cents.
    public var fine: Int16
    /// The gain, in 1/655360 dB.
    public var gain: Int32
    /// Type, first frame and length.
    public var loop: (type: UInt32, start: UInt32, length: UInt32)?

    /// Creates settings.
    public init(
      unity: UInt16 = 60, fine: Int16 = 0, gain: Int32 = 0,
      loop: (type: UInt32, start: UInt32, length: UInt32)? = nil
    ) {
      self.unity = unity
      self.fine = fine
      self.gain = gain
      self.loop = loop
    }
  }

  /// A wave of the pool.
  public struct Wave {
    /// The name.
    public var name = "wave"
    /// The encoding, 1 for PCM.
    public var tag: UInt16 = 1
    /// The number of channels.
    public var channels: UInt16 = 1
    /// The bits per value.
    public var bits: UInt16 = 16
    /// The sample rate in hertz.
    public var rate: UInt32 = 44100
    /// The frames as bytes.
    public var data: [UInt8]
    /// Pitch, level and loop, if any.
    public var settings: Settings?

    /// Creates a wave of 16-bit frames.
    public init(_ frames: [Int16], settings: Settings? = Settings()) {
      data = frames.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
      self.settings = settings
    }
  }

  /// A region of an instrument.
  public struct Region {
    /// The key range.
    public var keys: ClosedRange<UInt16> = 0...127
    /// The velocity range.
    public var velocities: ClosedRange<UInt16> = 0...127
    /// The key group.
    public var group: UInt16 = 0
    /// The index into the pool table.
    public var wave: UInt32
    /// The options of the wave link.
    public var linkOptions: UInt16 = 0
    /// The channel of the wave link.
    public var channel: UInt32 = 1
    /// Pitch, level and loop, if any.
    public var settings: Settings?
    /// The region's own connections, if any.
    public var connections: [Connection]?
    /// Whether the chunks are those of Level 2.
    public var isLevel2 = true
    /// A conditional chunk, if any.
    public var condition: [UInt8]?

    /// Creates a region.
    public init(
      wave: UInt32 = 0, keys: ClosedRange<UInt16> = 0...127, settings: Settings? = nil,
      connections: [Connection]? = nil
    ) {
      self.wave = wave
      self.keys = keys
      self.settings = settings
      self.connections = connections
    }
  }

  /// A preset.
  public struct Instrument {
    /// The name.
    public var name = "instrument"
    /// The bank with its drum flag.
    public var bank: UInt32 = 0
    /// The program.
    public var program: UInt32 = 0
    /// The regions.
    public var regions: [Region]
    /// The instrument's own connections, if any.
    public var connections: [Connection]?
    /// Whether the chunks are those of Level 2.
    public var isLevel2 = true
    /// A conditional chunk, if any.
    public var condition: [UInt8]?
    /// The conditional chunk of the articulations, if any.
    public var articulationCondition: [UInt8]?

    /// Creates an instrument.
    public init(_ name: String = "instrument", regions: [Region] = [Region()]) {
      self.name = name
      self.regions = regions
    }
  }

  /// The instruments.
  public var instruments: [Instrument] = [Instrument()]
  /// The waves of the pool.
  public var waves: [Wave] = [Wave([1, 2, 3, 4])]
  /// A condition of the entire file, if any.
  public var condition: [UInt8]?
  /// Lists and chunks to omit.
  public var without: Set<String> = []

  /// Creates one instrument with one wave.
  public init() {}

  /// The encoded file, with the wave pool last.
  public var file: [UInt8] {
    var pool: [UInt8] = []
    var cues: [UInt8] = number(8) + number(UInt32(waves.count))
    for wave in waves {
      cues += number(UInt32(pool.count))
      pool += bytes(wave)
    }
    let parts: [(String, [UInt8])] = [
      ("cdl ", condition.map { chunk("cdl ", $0) } ?? []),
      ("colh", chunk("colh", number(UInt32(instruments.count)))),
      ("INFO", list("INFO", chunk("INAM", Array("collection\0".utf8)))),
      ("lins", list("lins", instruments.flatMap { bytes($0) })), ("ptbl", chunk("ptbl", cues)),
      ("wvpl", list("wvpl", pool)),
    ]
    let contents = parts.filter { !without.contains($0.0) }.flatMap { $0.1 }
    return chunk("RIFF", Array("DLS ".utf8) + contents)
  }

  private func bytes(_ instrument: Instrument) -> [UInt8] {
    var contents = instrument.condition.map { chunk("cdl ", $0) } ?? []
    contents += chunk(
      "insh",
      number(UInt32(instrument.regions.count)) + number(instrument.bank)
        + number(instrument.program))
    contents += list("lrgn", instrument.regions.flatMap { bytes($0) })
    if let connections = instrument.connections {
      let condition = instrument.articulationCondition.map { chunk("cdl ", $0) } ?? []
      contents += list(
        instrument.isLevel2 ? "lar2" : "lart",
        condition + articulation(connections, instrument.isLevel2))
    }
    contents += list("INFO", chunk("INAM", Array(instrument.name.utf8) + [0]))
    return list("ins ", contents)
  }

  private func bytes(_ region: Region) -> [UInt8] {
    var contents = region.condition.map { chunk("cdl ", $0) } ?? []
    var header = short(region.keys.lowerBound) + short(region.keys.upperBound)
    header += short(region.velocities.lowerBound) + short(region.velocities.upperBound)
    header += short(0) + short(region.group)
    contents += chunk("rgnh", header + (region.isLevel2 ? short(0) : []))
    if let settings = region.settings { contents += bytes(settings) }
    contents += chunk(
      "wlnk",
      short(region.linkOptions) + short(0) + number(region.channel) + number(region.wave))
    if let connections = region.connections {
      contents += list(
        region.isLevel2 ? "lar2" : "lart", articulation(connections, region.isLevel2))
    }
    return list(region.isLevel2 ? "rgn2" : "rgn ", contents)
  }

  private func bytes(_ wave: Wave) -> [UInt8] {
    let frameSize = wave.channels &* (wave.bits / 8)
    var format = short(wave.tag) + short(wave.channels) + number(wave.rate)
    format += number(wave.rate &* UInt32(frameSize)) + short(frameSize) + short(wave.bits)
    var contents = chunk("fmt ", format)
    if let settings = wave.settings { contents += bytes(settings) }
    contents += chunk("data", wave.data)
    contents += list("INFO", chunk("INAM", Array(wave.name.utf8) + [0]))
    return list("wave", contents)
  }

  private func bytes(_ settings: Settings) -> [UInt8] {
    var contents = number(20) + short(settings.unity) + short(UInt16(bitPattern: settings.fine))
    contents += number(UInt32(bitPattern: settings.gain)) + number(0)
    contents += number(settings.loop == nil ? 0 : 1)
    if let loop = settings.loop {
      contents += number(16) + number(loop.type) + number(loop.start) + number(loop.length)
    }
    return chunk("wsmp", contents)
  }

  private func articulation(_ connections: [Connection], _ isLevel2: Bool) -> [UInt8] {
    var contents = number(8) + number(UInt32(connections.count))
    for block in connections {
      contents += short(block.source) + short(block.control) + short(block.destination)
      contents += short(block.transform) + number(UInt32(bitPattern: block.scale))
    }
    return chunk(isLevel2 ? "art2" : "art1", contents)
  }

  private func list(_ form: String, _ contents: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(form.utf8) + contents)
  }

  private func chunk(_ code: String, _ contents: [UInt8]) -> [UInt8] {
    Array(code.utf8) + number(UInt32(contents.count)) + contents
      + (contents.count % 2 == 1 ? [0] : [])
  }

  private func number(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }

  private func short(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
