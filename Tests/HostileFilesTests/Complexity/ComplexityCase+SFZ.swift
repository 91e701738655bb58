import SoundFontFixtures
import SoundMeasurement

/// WAV files.
enum WaveBytes {
  static func file(_ frames: [Int16]) -> [UInt8] { WaveFile(frames).bytes }
}

extension ComplexityCase {
  /// SFZ files, with includes and macros.
  static let sfz: [ComplexityCase] = {
    let missing: @Sendable (Int) -> ComplexityInput = { count in
      ComplexityInput((0..<count).map { "<region> sample=missing\($0).wav\n" }.joined())
    }
    return [
      ComplexityCase(
        name: "SFZ: missing samples, read", maximum: 100_000, input: missing,
        process: ComplexityProcessing.read),
      ComplexityCase(
        name: "SFZ: missing samples, check", maximum: 100_000, input: missing,
        process: ComplexityProcessing.check),
      ComplexityCase(
        name: "SFZ: missing samples, play", maximum: 100_000, input: missing,
        process: ComplexityProcessing.play),
      text("a long opcode name") { Bytes.repeated("opcode", $0) + "=1 sample=*sine" },
      text("a long opcode value") { "sample=*sine key=" + Bytes.repeated("x", $0) },
      ComplexityCase(
        name: "SFZ: UTF-16 after text, read",
        input: { count in
          let text =
            Bytes.repeated("text key\n", count) + Bytes.repeated("<region> sample=*sine\n", count)
          return ComplexityInput(text.utf16.flatMap { Bytes.little(Int($0), 2) })
        }, process: ComplexityProcessing.read),
      ComplexityCase(
        name: "DecentSampler: samples with tags and entities, read",
        input: { count in
          ComplexityInput(
            "<DecentSampler><groups>"
              + Bytes.repeated(
                "<group tags=\"a&amp;b\" seqMode='random'><sample path='*sine' a b='<' loCC1='5'/>"
                  + "</group><!-- & -->", count) + "</groups></DecentSampler>")
        }, process: ComplexityProcessing.read),
      ComplexityCase(
        name: "DecentSampler: unclosed tags and comments, read",
        input: { count in
          ComplexityInput("<DecentSampler>" + Bytes.repeated("<!-- <a b=\"", count))
        }, process: ComplexityProcessing.read),
      ComplexityCase(
        name: "Gravis patch: instruments of waves without frames, read",
        input: { count in
          var wave = GravisPatchBuilder.Wave([])
          wave.modes = 1
          var patch = GravisPatchBuilder(Array(repeating: wave, count: 64))
          patch.instrumentCount = 128
          let file = patch.file
          return ComplexityInput(
            Array(file[..<129])
              + Array(repeating: Array(file[129...]), count: count).joined())
        }, process: ComplexityProcessing.read),
      ComplexityCase(
        name: "Gravis patch: frames, play",
        input: { count in
          ComplexityInput(
            GravisPatchBuilder([.init((0..<16 * count).map { Int16($0 % 99 * 300) })]).file)
        }, process: ComplexityProcessing.play),
      text("macros of opcodes") { count in
        "#define $A key=60 pan=1\n" + Bytes.repeated("<region> sample=*sine $A $A\n$A\n", count)
      },
      text("unknown opcodes") { count in
        "sample=*sine" + (0..<count).map { " unknown\($0)x=1" }.joined()
      },
      text("a long default path") { count in
        "<control> default_path=" + Bytes.repeated("p", 4 * count) + "\n"
          + Bytes.repeated("<region> sample=a\n", count)
      },
      text("a long inherited sample name") { count in
        "<global> sample=" + Bytes.repeated("s", 4 * count) + "\n"
          + Bytes.repeated("<region>\n", count)
      },
      text("a long inherited filter type") { count in
        "<global> sample=*sine cutoff=99 fil_type=" + Bytes.repeated("t", 4 * count) + "\n"
          + Bytes.repeated("<region>\n", count)
      },
      text("macros that nearly match", maximum: 1 << 20) { count in
        "#define " + Bytes.repeated("$", 120) + "x 1\n<region> sample=*sine comment="
          + Bytes.repeated("$", 4 * count)
      },
      text("macros that expand", maximum: 1 << 20) { count in
        "#define $A " + Bytes.repeated("a", 4096) + "\n<region> sample=*sine "
          + Bytes.repeated("comment=$A ", count)
      },
      text("headers without opcodes", maximum: 100_000) {
        "<region> sample=*sine\n" + Bytes.repeated("<group>\n", $0)
      },
      text("curves", maximum: 100_000) {
        "<region> sample=*sine\n" + Bytes.repeated("<curve> curve_index=8 v064=1\n", $0)
      },
      text("unterminated comments and stray tokens") { Bytes.repeated("stray /a <# ", $0) + "/*" },
      ComplexityCase(
        name: "SFZ: generated waveforms, play", maximum: 100_000,
        input: { ComplexityInput(Bytes.repeated("<region> sample=*noise\n", $0)) },
        process: ComplexityProcessing.play),
      ComplexityCase(
        name: "SFZ: regions with many modulations, play", start: 128, maximum: 100_000,
        input: { count in
          let modulations = (0..<128).map { "pan_oncc\($0)=1 cutoff_oncc\($0)=2" }
          return ComplexityInput(
            "<global> sample=*sine cutoff=900 \(modulations.joined(separator: " "))\n"
              + Bytes.repeated("<region> volume=-60 pan=3 comment=padding\n", count))
        }, process: ComplexityProcessing.play),
      ComplexityCase(
        name: "SFZ: repeated includes, read", start: 512, maximum: 65_536,
        input: { count in
          ComplexityInput(
            Array(Bytes.repeated("#include \"b.sfz\"\n", count).utf8),
            files: ["b.sfz": Array(Bytes.repeated("<region> sample=*sine key=60\n", count).utf8)])
        }, process: ComplexityProcessing.read),
      ComplexityCase(
        name: "SFZ: segments of one file, check", start: 256, maximum: 65_536,
        input: segments, process: ComplexityProcessing.check),
      ComplexityCase(
        name: "SFZ: segments of one file, convert", start: 16, maximum: 65_536,
        input: segments, process: ComplexityProcessing.convert),
      ComplexityCase(
        name: "SFZ: segments of a FLAC file, convert", start: 16, maximum: 65_536,
        input: { count in
          let regions = (0..<count).map { index in
            "<region> sample=a.flac offset=\(512 * index) end=\(512 * index + 99)\n"
          }
          return ComplexityInput(
            Array(regions.joined().utf8),
            files: ["a.flac": silence(blockCount: 2 * count, blockSize: 256)])
        }, process: ComplexityProcessing.convert),
    ]
  }()

  /// Regions that play one file from different frames on.
  @Sendable private static func segments(_ count: Int) -> ComplexityInput {
    ComplexityInput(
      Array((0..<count).map { "<region> sample=a.wav offset=\($0)\n" }.joined().utf8),
      files: ["a.wav": WaveBytes.file(Bytes.sine(100 + 20 * count))])
  }

  /// A text that is read, without other files.
  private static func text(
    _ name: String, maximum: Int = 1 << 22, _ make: @escaping @Sendable (Int) -> String
  ) -> ComplexityCase {
    ComplexityCase(
      name: "SFZ: \(name), read", maximum: maximum,
      input: { count in
        let text = make(count)
        return ComplexityInput(
          text.hasPrefix("<") || text.hasPrefix("#") ? text : "<region> " + text)
      }, process: ComplexityProcessing.read)
  }
}
