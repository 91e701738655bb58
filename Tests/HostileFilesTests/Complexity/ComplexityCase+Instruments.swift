import SoundFontFixtures
import SoundMeasurement

extension ComplexityCase {
  /// DLS, EXS24 and audio files.
  static let instruments: [ComplexityCase] = [
    ComplexityCase(
      name: "DLS: regions with an instrument's connections, play",
      input: { count in
        ComplexityInput(collection(regions: count, connections: min(count, 1024)))
      }, process: ComplexityProcessing.play),
    ComplexityCase(
      name: "DLS: lists of connections of one region, read",
      input: { count in
        // A builder writes one list: its articulation chunk is repeated.
        let file = collection(regions: 1, connections: 1, ownConnections: count)
        return ComplexityInput(file)
      }, process: ComplexityProcessing.read),
    ComplexityCase(
      name: "DLS: waves, check", start: 16,
      input: { count in
        var builder = DLSBuilder()
        builder.waves = (0..<count).map { _ in .init(Bytes.sine(64)) }
        builder.instruments = [
          .init(regions: (0..<count).map { .init(wave: UInt32($0)) })
        ]
        return ComplexityInput(builder.file)
      }, process: ComplexityProcessing.check),
    ComplexityCase(
      name: "DLS: instruments with conditions, read",
      input: { count in
        var builder = DLSBuilder()
        builder.instruments = (0..<count).map { index in
          var instrument = DLSBuilder.Instrument()
          instrument.program = UInt32(index % 128)
          instrument.bank = UInt32(index / 128 % 128) << 8
          instrument.condition = [0x10, 0, 1, 0, 0, 0]
          return instrument
        }
        return ComplexityInput(builder.file)
      }, process: ComplexityProcessing.read),
    ComplexityCase(
      name: "EXS24: zones in round-robin groups, read",
      input: { count in
        var builder = EXS24Builder()
        builder.addInstrument("i")
        for index in 0..<count { builder.addZone("z", group: index) }
        for _ in 0..<count { builder.addGroup("g") { $0[88] = 2 } }
        builder.addSample("a.wav", folder: "/")
        return ComplexityInput(builder.bytes, files: ["a.wav": WaveBytes.file(Bytes.sine(500))])
      }, process: ComplexityProcessing.read),
    ComplexityCase(
      name: "EXS24: missing samples, check", start: 16,
      input: { count in
        var builder = EXS24Builder()
        builder.addInstrument("i")
        for index in 0..<count { builder.addZone("z\(index)", sample: index) }
        for index in 0..<count { builder.addSample("missing\(index).wav", folder: "/a/b/c") }
        return ComplexityInput(builder.bytes)
      }, process: ComplexityProcessing.check),
    ComplexityCase(
      name: "EXS24: segments of one file, check", start: 512, isLong: true,
      input: { count in
        var builder = EXS24Builder()
        builder.addInstrument("i")
        for index in 0..<count { builder.addZone("z", frames: (index, 500 + 20 * count)) }
        builder.addSample("a.wav", folder: "/")
        return ComplexityInput(
          builder.bytes, files: ["a.wav": WaveBytes.file(Bytes.sine(500 + 20 * count))])
      }, process: ComplexityProcessing.check),
    ComplexityCase(
      name: "WAV: chunks, check",
      input: { count in
        var file = WaveBytes.file(Bytes.sine(500))
        for _ in 0..<count { file += Array("junk".utf8) + [4, 0, 0, 0, 1, 2, 3, 4] }
        return ComplexityInput(file)
      }, process: ComplexityProcessing.check),
    ComplexityCase(
      name: "AIFF: chunks, check",
      input: { count in
        let contents =
          Array("AIFFCOMM".utf8) + Bytes.big(18, 4)
          + [0, 1, 0, 0, 0, 4, 0, 16, 0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
          + (0..<count).flatMap { _ in Array("MARK".utf8) + [0, 0, 0, 4, 0, 0, 0, 0] }
          + Array("SSND".utf8) + Bytes.big(16, 4) + [UInt8](repeating: 1, count: 16)
        return ComplexityInput(Array("FORM".utf8) + Bytes.big(contents.count, 4) + contents)
      }, process: ComplexityProcessing.check),
    ComplexityCase(
      name: "CAF: chunks, check",
      input: { count in
        let description =
          Bytes.big(Int(bitPattern: UInt(Double(44_100).bitPattern)), 8) + Array("lpcm".utf8)
          + Bytes.big(0, 4) + Bytes.big(2, 4) + Bytes.big(1, 4) + Bytes.big(1, 4)
          + Bytes.big(16, 4)
        let file =
          Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + Bytes.big(32, 8) + description
          + (0..<count).flatMap { _ in Array("free".utf8) + Bytes.big(4, 8) + [0, 0, 0, 0] }
          + Array("data".utf8) + Bytes.big(1004, 8) + [UInt8](repeating: 0, count: 1004)
        return ComplexityInput(file)
      }, process: ComplexityProcessing.check),
    ComplexityCase(
      name: "FLAC: silence, convert", start: 1024, maximum: 1 << 17,
      input: { ComplexityInput(silence(blockCount: $0, blockSize: 4096)) },
      process: ComplexityProcessing.convert),
    ComplexityCase(
      name: "WavPack: silence, convert",
      input: { ComplexityInput(WavPackFixture.silence(blockCount: $0, frames: 2048)) },
      process: ComplexityProcessing.convert),
    ComplexityCase(
      name: "WavPack: more silence than a file of its size may have, play",
      input: { ComplexityInput(WavPackFixture.silence(blockCount: $0)) },
      process: ComplexityProcessing.play),
    ComplexityCase(
      name: "WavPack: blocks without frames, check",
      input: { ComplexityInput(WavPackFixture.empty(blockCount: $0)) },
      process: ComplexityProcessing.check),
    ComplexityCase(
      name: "Ogg: pages without packets, check",
      input: { count in
        let page =
          Array("OggS".utf8) + [0, 0] + [UInt8](repeating: 0, count: 20) + [1, 0]
        return ComplexityInput([[UInt8]](repeating: page, count: count).flatMap { $0 })
      }, process: ComplexityProcessing.check),
  ]

  private static func collection(
    regions: Int, connections: Int, ownConnections: Int = 0
  ) -> [UInt8] {
    var builder = DLSBuilder()
    builder.waves = [.init(Bytes.sine(500))]
    var region = DLSBuilder.Region()
    if ownConnections > 0 { region.connections = list(ownConnections) }
    var instrument = DLSBuilder.Instrument(
      regions: [DLSBuilder.Region](repeating: region, count: regions))
    instrument.connections = list(connections)
    builder.instruments = [instrument]
    return builder.file
  }

  private static func list(_ count: Int) -> [DLSBuilder.Connection] {
    var connections: [DLSBuilder.Connection] = []
    for index in 0..<count {
      let source = UInt16(0x81 + index % 32)
      let destination: UInt16 = index / 32 % 2 == 0 ? 4 : 5
      connections.append((source, 0, destination, 0, Int32(index + 1)))
    }
    return connections
  }

  /// FLAC frames of 256 or 4096 samples of silence each, in constant subframes (RFC 9639 §9).
  static func silence(blockCount: Int, blockSize: Int) -> [UInt8] {
    var file = Array("fLaC".utf8) + [0x80, 0, 0, 34]
    file += Bytes.big(blockSize, 2) + Bytes.big(blockSize, 2) + [UInt8](repeating: 0, count: 6)
    // 44.1 kHz, one channel, 16 bits.
    file += Bytes.big(0x0AC4_40F0 << 32 | blockCount * blockSize, 8)
    file += [UInt8](repeating: 0, count: 16)
    let sizeAndRate: UInt8 = blockSize == 256 ? 0x89 : 0xC9
    for number in 0..<blockCount {
      var frame: [UInt8] = [0xFF, 0xF8, sizeAndRate, 0x08] + codedNumber(number)
      frame.append(UInt8(remainder(frame, bits: 8, polynomial: 0x07)))
      frame += [0, 0, 0]
      frame += Bytes.big(remainder(frame, bits: 16, polynomial: 0x8005), 2)
      file += frame
    }
    return file
  }

  /// A number as FLAC codes it, like UTF-8 (RFC 9639 §9.1.5).
  private static func codedNumber(_ number: Int) -> [UInt8] {
    switch number {
    case ..<0x80: [UInt8(number)]
    case ..<0x800: [UInt8(0xC0 | number >> 6), UInt8(0x80 | number & 63)]
    case ..<0x10000:
      [
        UInt8(0xE0 | number >> 12), UInt8(0x80 | number >> 6 & 63), UInt8(0x80 | number & 63),
      ]
    default:
      [
        UInt8(0xF0 | number >> 18), UInt8(0x80 | number >> 12 & 63),
        UInt8(0x80 | number >> 6 & 63), UInt8(0x80 | number & 63),
      ]
    }
  }

  /// The cyclic redundancy check of bytes.
  private static func remainder(_ bytes: [UInt8], bits: Int, polynomial: Int) -> Int {
    let top = 1 << (bits - 1)
    var value = 0
    for byte in bytes {
      value ^= Int(byte) << (bits - 8)
      for _ in 0..<8 {
        value = value & top != 0 ? value << 1 ^ polynomial : value << 1
        value &= (1 << bits) - 1
      }
    }
    return value
  }
}
