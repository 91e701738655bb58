import PeachInstrumentFiles
public import PeachInstrumentModel
import PeachMusicUnits

/// One preset of a bank as an SFZ file with its recordings beside it.
///
/// Any thread but the audio thread; the recordings are in memory one at a time, when they are read.
///
/// ```swift
/// let conversion = try SFZConversion(bank, presetAt: 0, folder: "Cello samples", decoder: nil)
/// conversion.recordings[0].name  // "Cello samples/000 Cello A3.wav"
/// conversion.text  // "<region> sample=Cello samples/000 Cello A3.wav lokey=0 …"
/// ```
public struct SFZConversion: Sendable {
  /// A recording to be written beside the text.
  public struct Recording: Sendable {
    /// The path of its file, from the folder of the text.
    public let name: String
    /// Which of the bank's samples it is.
    public let sample: Int
    /// Frames in a second.
    public let sampleRate: Int
    /// How many frames it has.
    public let frameCount: Int
    /// Whether 16 bits hold all there is; else it has 24.
    public let isShort: Bool
  }

  /// The SFZ file.
  public private(set) var text: String
  /// The recordings that it names.
  public private(set) var recordings: [Recording] = []
  /// What could not be carried.
  public private(set) var losses: [ConversionLoss] = []

  /// 25 minutes at 44.1 kHz.
  static var frameLimit: Int { 1 << 26 }

  /// Converts the preset at `index`; `folder` is where its recordings will be, from the text's own
  /// folder. Throws where a recording cannot be decoded. `index` must be one of the bank's presets.
  public init(
    _ bank: SoundBank, presetAt index: Int, folder: String, decoder: SampleDecoder?
  ) throws(SampleCodecError) {
    let preset = bank.presets[index]
    var losses = ConversionLosses()
    if bank.presets.count > 1 {
      losses.add(
        "the bank's other presets", "left out: an SFZ file is one instrument", ofBank: true)
    }
    text = "// \(Self.line(preset.name))\n"
    for line in [bank.information.author, bank.information.copyright] where !line.isEmpty {
      text += "// \(Self.line(line))\n"
    }
    if !preset.controllers.isEmpty {
      let settings = preset.controllers.map { "set_cc\($0.controller)=\($0.value)" }
      text += "<control> \(settings.joined(separator: " "))\n"
    }
    var places: [Int: Int] = [:]
    var curves = SFZCurveList()
    for region in bank.regions(ofPresetAt: index) {
      let sample = bank.samples[region.sample]
      if case .missing = sample.encoding {
        losses.add("regions without a recording", "left out")
        continue
      }
      let rate = Int(min(max(sample.sampleRate, 1), 1e9).rounded())
      let place: Int
      if let known = places[region.sample] {
        place = known
      } else {
        let frames = try bank.readFrames(
          ofSampleAt: region.sample, decoder: decoder, limit: Self.frameLimit)
        place = recordings.count
        places[region.sample] = place
        recordings.append(
          Recording(
            name: "\(folder)/\(Self.fileName(place, sample.name))", sample: region.sample,
            sampleRate: rate, frameCount: frames.count,
            isShort: ConvertedSamples.areShort(frames)))
      }
      let cents = 1200 * Exponential.log2(sample.sampleRate / Double(rate))
      let words = SFZRegionText(
        region, of: sample, file: recordings[place].name,
        frameCount: recordings[place].frameCount, rateCents: cents, curves: &curves,
        &losses)
      text += words.line + "\n"
    }
    text += curves.text
    self.losses = losses.all
  }

  private static func line(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 32 ? 32 : $0 }, as: UTF8.self)
  }

  /// A name that any file system takes, and that ends where an opcode's value must.
  private static func fileName(_ number: Int, _ name: String) -> String {
    let letters = name.utf8.prefix(40).map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x20
      return isPlain ? byte : 0x5F
    }
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(3 - digits.count, 0))
    return "\(zeros)\(digits) \(String(decoding: letters, as: UTF8.self)).wav"
  }
}
