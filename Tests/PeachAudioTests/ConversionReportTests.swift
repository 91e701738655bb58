import Foundation
import PeachInstrumentModel
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import Testing

/// Levels, polarity and information of converted banks, and the report of what is lost.
@Suite("Conversion reports")
struct ConversionReportTests {
  private static func bank(_ bytes: [UInt8]) throws -> SoundBank {
    try InstrumentFile.read(
      ByteStorage(copying: bytes),
      folders: SampleFolders(own: "/i", access: SFZBehaviorTests.access))
  }

  private static func bank(_ text: String) throws -> SoundBank { try bank(Array(text.utf8)) }

  private static func written(_ contents: SoundFontContents) throws -> SoundBank {
    try bank(SoundFontWriter(contents).pieces.flatMap { Array($0.bytes) })
  }

  /// Returns the output of a constant sample, 3,000 frames after note-on.
  private static func output(
    _ bank: SoundBank, key: UInt8, controllers: [(UInt8, UInt8)] = []
  ) throws -> Double {
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: 48_000, effects: false, limiter: false))
    synthesizer.use(preset, onChannel: 0)
    for (controller, value) in [(7, 127)] + controllers {
      synthesizer.handle(.controlChange(channel: 0, controller: controller, value: value))
    }
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: 127))
    var left = [Float](repeating: 0, count: 3001)
    var right = left
    synthesizer.render(left: &left, right: &right, count: 3001)
    return withExtendedLifetime(preset) { Double(left[3000]) }
  }

  private static func decibels(_ one: Double, _ other: Double) -> Double {
    20 * log10(abs(one / other))
  }

  private static func losses(_ text: String) throws -> [ConversionLoss] {
    try ConvertedBank(bank(text), decoder: nil).losses
  }

  @Test("SF2 keeps relative levels above full scale within 0.1 dB, and reports the attenuation")
  func levels() throws {
    let before = try Self.bank(
      """
      <region> sample=1.wav key=60 volume=12 <region> sample=1.wav key=62
      <region> sample=1.wav key=64 amplitude=200 <region> sample=1.wav key=65 volume_oncc20=6
      """)
    let converted = try ConvertedBank(before, decoder: nil)
    #expect(converted.losses.contains { $0.became == "entire bank attenuated by 12.0 dB" })
    let after = try Self.written(converted.contents)
    let reference = try Self.output(after, key: 62)
    // 20·log10(2) for 200 %.
    for (key, value, level) in [(60, 0, 12), (64, 0, 6.0206), (65, 0, 0), (65, 127, 6)]
      as [(UInt8, UInt8, Double)]
    {
      let controllers: [(UInt8, UInt8)] = [(20, value)]
      let output = try Self.output(after, key: key, controllers: controllers)
      #expect(abs(Self.decibels(output, reference) - level) < 0.1)
      let original = try Self.output(before, key: key, controllers: controllers)
      #expect(abs(Self.decibels(output, original) + 12) < 0.1)
    }
  }

  @Test("A controller that raises the level above full scale lowers the bank by its maximum")
  func controlledLevel() throws {
    let before = try Self.bank(
      "<region> sample=1.wav key=60 volume_oncc20=6 <region> sample=1.wav key=62")
    let converted = try ConvertedBank(before, decoder: nil)
    #expect(converted.losses.map(\.became) == ["entire bank attenuated by 6.0 dB"])
    let after = try Self.written(converted.contents)
    let reference = try Self.output(after, key: 62)
    for (value, level) in [(0, 0), (127, 6)] as [(UInt8, Double)] {
      let output = try Self.output(after, key: 60, controllers: [(20, value)])
      #expect(abs(Self.decibels(output, reference) - level) < 0.1)
    }
  }

  @Test("EXS24 zone volumes above 0 dB keep their relative level within 0.1 dB")
  func zoneVolumes() throws {
    var builder = EXS24Builder()
    builder.addInstrument("levels")
    for (key, volume) in [(60, 13), (62, 0), (64, -6)] as [(UInt8, Int8)] {
      builder.addZone("z", keys: key...key, flags: 1) { $0[4] = UInt8(bitPattern: volume) }
    }
    builder.addSample("1.wav", folder: "")
    let converted = try ConvertedBank(Self.bank(builder.bytes), decoder: nil)
    #expect(converted.losses.contains { $0.became == "entire bank attenuated by 13.0 dB" })
    let after = try Self.written(converted.contents)
    let reference = try Self.output(after, key: 62)
    for (key, level) in [(60, 13), (64, -6)] as [(UInt8, Double)] {
      #expect(abs(Self.decibels(try Self.output(after, key: key), reference) - level) < 0.1)
    }
  }

  @Test("Inverted polarity becomes a negated sample in SF2")
  func polarity() throws {
    let converted = try ConvertedBank(
      Self.bank("<region> sample=1.wav key=60 phase=invert <region> sample=1.wav key=62"),
      decoder: nil)
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    #expect(converted.contents.samples.count == 2)
    let after = try Self.written(converted.contents)
    let (inverted, normal) = (
      try Self.output(after, key: 60), try Self.output(after, key: 62)
    )
    #expect(normal > 0.01 && abs(inverted + normal) < 1e-3 * normal)
  }

  @Test("SF2 to SFZ to SF2 keeps bank, program, names, author, copyright and comment")
  func information() throws {
    var contents = try ConvertedBank(Self.bank("<region> sample=1.wav"), decoder: nil).contents
    contents.presets[0] = .init("Cello solo", bank: 3, program: 42, zones: [.init(plays: 0)])
    for (code, text) in [
      (FourCharacterCode("INAM"), "Strings"), ("IENG", "A. Author"), ("ICOP", "© 2020, CC0"),
      ("ICMT", "First line\n\nThird line"), ("ICRD", "1 May 2020"),
    ] { contents.setText(code, text) }
    let before = try Self.written(contents)
    let conversion = try SFZConversion(before, presetAt: 0, folder: "x", decoder: nil)
    #expect(conversion.losses.map(\.what) == ["the creation date"])
    let text = conversion.text.replacing(conversion.recordings[0].name, with: "1.wav")
    // Other programs ignore comments.
    #expect(text.hasPrefix("// Peach: name Strings\n// Peach: preset 3:42 Cello solo\n"))
    let read = try Self.bank(text)
    #expect(read.warnings.isEmpty && read.information == before.information)
    let again = try Self.written(ConvertedBank(read, decoder: nil).contents)
    #expect(again.information == before.information)
    #expect(again.presets.map(\.identifier) == [.init(bank: 3, program: 42)])
    #expect(again.presets.map(\.name) == ["Cello solo"])
    #expect(again.information.author == "A. Author")
  }

  @Test("Invalid information in comments causes a warning, and comments elsewhere are ignored")
  func invalidInformation() throws {
    let bank = try Self.bank(
      """
      // Peach: preset 0:128 Loud
      // Peach: tempo 120

      // Peach: author A. Author
      <region> sample=1.wav
      // Peach: author B. Author
      """)
    #expect(bank.presets[0].identifier == .init(bank: 0, program: 0))
    #expect(bank.information.author == "A. Author" && bank.warnings.count == 2)
    #expect(bank.warnings[0].contains("0:128") && bank.warnings[1].contains("tempo 120"))
  }

  @Test("The warnings of the source are those of the converted bank")
  func warnings() throws {
    let bank = try Self.bank("<region> sample=1.wav loop_count=3")
    let converted = try ConvertedBank(bank, decoder: nil)
    #expect(converted.contents.warnings.map { $0.contains("loop_count") } == [true])
  }

  @Test(
    "Stacked, switched and controlled regions that SF2 omits are reported",
    arguments: [
      ("xfin_locc1=0 xfin_hicc1=127", "regions that are silent at the initial controller values"),
      ("amplitude_oncc1=100", "regions that are silent at the initial controller values"),
      ("locc1=64", "layers of other controller values"),
      ("sw_lokey=24 sw_hikey=25 sw_default=24 sw_last=25", "articulations of other key switches"),
      ("sw_down=24", "articulations of other key switches"),
      ("lobend=100", "layers of other pitch bends and pressures"),
      ("lochanaft=1", "layers of other pitch bends and pressures"),
    ])
  func omitted(opcodes: String, loss: String) throws {
    let losses = try Self.losses("<region> sample=1.wav <region> sample=2.wav \(opcodes)")
    #expect(losses.first { $0.what == loss }?.description == "\(loss): omitted (1 region)")
  }

  @Test(
    "Lost levels are reported in decibels",
    arguments: [
      ("eq1_gain=-6 eq2_gain=3", "equalizers", 6), ("amp_random=4", "random levels", 4),
      // 10·log10(127/64), and 20·log10(127/64).
      ("xfin_locc1=0 xfin_hicc1=127", "crossfades by controllers", 2.976),
      ("xfin_locc1=0 xfin_hicc1=127 xf_cccurve=gain", "crossfades by controllers", 5.952),
      ("volume_oncc1=12.7", "controllers with curves or of amplitudes", 6.4),
      ("amplitude_oncc1=100", "controllers with curves or of amplitudes", 36.124),
    ])
  func decibels(opcodes: String, loss: String, level: Double) throws {
    let losses = try Self.losses("<control> set_cc1=64 <region> sample=1.wav \(opcodes)")
    let decibels = try #require(losses.first { $0.what == loss }?.decibels)
    #expect(abs(decibels - level) < 0.01)
    #expect(
      ConversionLoss(what: "a", became: "omitted", regionCount: 1, decibels: 6.04).description
        == "a: omitted, up to 6.0 dB (1 region)")
  }
}
