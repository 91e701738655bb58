import PeachInstrumentModel
import PeachSampleCodec
import SoundFontFixtures

extension ComplexityCase {
  /// SoundFonts: their tables have 65,536 records at most.
  static let soundFonts: [ComplexityCase] = {
    let product: @Sendable (Int) -> ComplexityInput = { count in
      ComplexityInput(font(presets: [zones(count)], instruments: [zones(count)]))
    }
    let layers: @Sendable (Int) -> ComplexityInput = { count in
      ComplexityInput(font(presets: [zones(1)], instruments: [zones(count)]))
    }
    let shared: @Sendable (Int) -> ComplexityInput = { count in
      let presets = [[SoundFontBuilder.Zone]](repeating: zones(1), count: count)
      return ComplexityInput(font(presets: presets, instruments: [zones(count)]))
    }
    return [
      ComplexityCase(
        name: "SF2: preset zones × instrument zones, read", start: 1024, maximum: 32_768,
        input: product,
        process: ComplexityProcessing.read),
      ComplexityCase(
        name: "SF2: preset zones × instrument zones, check", start: 1024, maximum: 32_768,
        input: product,
        process: ComplexityProcessing.check),
      ComplexityCase(
        name: "SF2: preset zones × instrument zones, play", start: 1024, maximum: 32_768,
        input: product,
        process: ComplexityProcessing.play),
      ComplexityCase(
        name: "SF2: presets × zones of one instrument, read", start: 256, maximum: 32_768,
        input: shared,
        process: ComplexityProcessing.read),
      ComplexityCase(
        name: "SF2: presets × zones of one instrument, check", start: 256, maximum: 32_768,
        input: shared,
        process: ComplexityProcessing.check),
      ComplexityCase(
        name: "SF2: zones that all sound, play", start: 2048, maximum: 65_535, input: layers,
        process: ComplexityProcessing.play),
      ComplexityCase(
        name: "SF2: presets × instruments, read", maximum: 32_768,
        input: { count in
          let presets = (0..<count).map { [SoundFontBuilder.Zone(plays: UInt16($0))] }
          let instruments = (0..<count).map { _ in zones(1) }
          return ComplexityInput(font(presets: presets, instruments: instruments))
        }, process: ComplexityProcessing.read),
      ComplexityCase(
        name: "SF2: zones with a global zone's modulators, play", start: 2048, maximum: 32_768,
        input: { count in
          var global = SoundFontBuilder.Zone(plays: nil)
          global.modulators = modulators(128)
          return ComplexityInput(
            font(presets: [zones(1)], instruments: [[global] + zones(count)]))
        }, process: ComplexityProcessing.play),
      ComplexityCase(
        name: "SF2: zones with a modulator each, read", maximum: 32_768,
        input: { count in
          var list = zones(count)
          let known = modulators(256)
          for index in list.indices { list[index].modulators = [known[index % 256]] }
          return ComplexityInput(font(presets: [zones(1)], instruments: [list]))
        }, process: ComplexityProcessing.read),
      ComplexityCase(
        name: "SF2: samples on overlapping data, check", maximum: 16_384, input: overlapping,
        process: ComplexityProcessing.check),
      ComplexityCase(
        name: "SF2: samples on overlapping data, convert", maximum: 16_384, input: overlapping,
        process: ComplexityProcessing.convert),
      ComplexityCase(
        name: "SF2: loops of one sample, check", start: 96, maximum: 16_384,
        input: { count in
          let list = (0..<count).map { index in
            SoundFontBuilder.Zone(
              [
                .init(.endLoopAddressOffset, -Int16(index % 30_000)), .init(.sampleModes, 1),
              ], plays: 0)
          }
          return ComplexityInput(
            font(presets: [zones(1)], instruments: [list], frames: 64 + 4 * count))
        }, process: ComplexityProcessing.check),
      ComplexityCase(
        name: "SF2: unknown chunks, check",
        input: { count in
          var file = font(presets: [zones(1)], instruments: [zones(1)])
          for _ in 0..<count { file += Array("junk".utf8) + [0, 0, 0, 0] }
          return ComplexityInput(file)
        }, process: ComplexityProcessing.check),
    ] + (SoundFileEncoder.isAvailable ? [compressed] : [])
  }()

  /// Samples of one Ogg Vorbis stream.
  private static let compressed = ComplexityCase(
    name: "SF3: samples of one Vorbis stream, check", start: 256, maximum: 32_768,
    input: { count in
      let values = Bytes.sine(2000 + 200 * count).map { Float($0) / 32_768 }
      let audio = DecodedAudio(sampleRate: 44_100, channelCount: 1, values: values)
      let stream = (try? SoundFileEncoder.vorbis(audio)) ?? []
      var builder = SoundFontBuilder()
      builder.version = (3, 1)
      builder.samples = [.init(compressed: stream)]
      builder.instruments = [.init(zones: (0..<count).map { .init(plays: UInt16($0)) })]
      builder.presets = [.init(zones: zones(1))]
      var chunks = builder.chunks
      chunks["shdr"] = headers(count) { _ in (0, stream.count, 17) }
      return ComplexityInput(chunks.file)
    }, process: ComplexityProcessing.check)

  private static func zones(_ count: Int) -> [SoundFontBuilder.Zone] {
    [SoundFontBuilder.Zone](repeating: .init(plays: 0), count: count)
  }

  /// Different modulators without effect: of controllers to the pan.
  private static func modulators(_ count: Int) -> [Modulator] {
    (0..<count).map { index in
      Modulator(
        source: 0x80 | UInt16(index % 128), destination: UInt16(index / 128 == 0 ? 17 : 16),
        amount: 1, amountSource: 0, transform: 0)
    }
  }

  private static func font(
    presets: [[SoundFontBuilder.Zone]], instruments: [[SoundFontBuilder.Zone]], frames: Int = 2000
  ) -> [UInt8] {
    var builder = SoundFontBuilder()
    builder.samples = [.init(frames: Bytes.sine(frames), loop: 8..<frames - 8)]
    builder.instruments = instruments.map { .init(zones: $0) }
    builder.presets = presets.enumerated().map { index, zones in
      .init(bank: UInt16(index / 128), program: UInt16(index % 128), zones: zones)
    }
    return builder.chunks.file
  }

  /// Samples that start one frame after another, and end together.
  @Sendable private static func overlapping(_ count: Int) -> ComplexityInput {
    let frames = 100 + 20 * count
    var builder = SoundFontBuilder()
    builder.samples = [.init(frames: Bytes.sine(frames))]
    builder.instruments = [
      .init(
        zones: (0..<count).map {
          .init([.init(.keyRange, from: UInt8($0 % 128), to: UInt8($0 % 128))], plays: UInt16($0))
        })
    ]
    builder.presets = [.init(zones: zones(1))]
    var chunks = builder.chunks
    chunks["shdr"] = headers(count) { ($0, frames, 1) }
    return ComplexityInput(chunks.file)
  }

  /// Returns sample headers (SoundFont 2.04 §7.10) and their terminal record.
  private static func headers(
    _ count: Int, _ range: (Int) -> (start: Int, end: Int, type: Int)
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<count {
      let (start, end, type) = range(index)
      bytes += Array("s".utf8) + [UInt8](repeating: 0, count: 19)
      for value in [start, end, start + 8, end - 8, 44_100] { bytes += Bytes.little(value, 4) }
      bytes += [60, 0, 0, 0] + Bytes.little(type, 2)
    }
    return bytes + Array("EOS".utf8) + [UInt8](repeating: 0, count: 43)
  }
}
