import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachMusicUnits

/// A preset of a bank converted to an SFZ file with external samples. Samples are read one at a
/// time. Not for the audio thread.
///
/// ```swift
/// let conversion = try SFZConversion(bank, presetAt: 0, folder: "Cello samples", decoder: nil)
/// conversion.recordings[0].name  // "Cello samples/000 Cello A3.wav"
/// conversion.text  // "<region> sample=Cello samples/000 Cello A3.wav lokey=0 …"
/// ```
package struct SFZConversion: Sendable {
  package struct Recording: Sendable {
    /// The path of the file, relative to the SFZ file's folder.
    package let name: String
    /// The index of the sample in ``SoundBank/joiningSegments()``.
    package let sample: Int
    package let sampleRate: Int
    package let frameCount: Int
    /// Whether 16 bits represent all frames exactly; otherwise the file needs 24.
    package let isShort: Bool
  }

  /// The properties that samples of one file have in common.
  private struct RecordingKey: Hashable {
    var encoding: Sample.Encoding
    var sampleRate: Int
  }

  package private(set) var text: String
  /// The audio files that the SFZ file references.
  package private(set) var recordings: [Recording] = []
  package private(set) var losses: [ConversionLoss] = []

  /// Converts a preset, which must exist. `folder` is that of the audio files, relative to the SFZ
  /// file's folder. Throws if a sample cannot be decoded.
  package init(
    _ bank: SoundBank, presetAt index: Int, folder: String, decoder: SampleDecoder?
  ) throws(SampleCodecError) {
    let bank = bank.joiningSegments()
    let preset = bank.presets[index]
    var losses = ConversionLosses()
    if bank.presets.count > 1 {
      losses.add(
        "other presets of the bank", "omitted: an SFZ file is one instrument", ofBank: true)
    }
    text = SFZInformation(bank.information, of: preset).text
    if InstrumentFormat(recognizing: bank.storage) == .soundFont,
      let contents = try? SoundFont.read(bank.storage).contents()
    {
      for (code, what) in [
        (FourCharacterCode("ICRD"), "the creation date"), ("IPRD", "the intended product"),
      ] where contents.text(code)?.isEmpty == false { losses.add(what, "omitted", ofBank: true) }
    }
    if !preset.controllers.isEmpty {
      let settings = preset.controllers.map { "set_cc\($0.controller)=\($0.value)" }
      text += "<control> \(settings.joined(separator: " "))\n"
    }
    var indices: [RecordingKey: Int] = [:]
    var budget = FrameBudget(of: bank)
    var curves = SFZCurveList()
    let controllers = DefaultConditions.controllers(of: preset)
    for region in Self.split(bank.regions(ofPresetAt: index), of: bank, &losses) {
      let sample = bank.samples[region.sample]
      if case .missing = sample.encoding {
        losses.add("regions without a sample", "omitted")
        continue
      }
      let rate = Int(min(max(sample.sampleRate, 1), 1e9).rounded())
      let key = RecordingKey(encoding: sample.encoding, sampleRate: rate)
      let index = indices[key] ?? recordings.count
      if index == recordings.count {
        let frames = try bank.readFrames(
          ofSampleAt: region.sample, decoder: decoder, limit: ConvertedSamples.frameLimit)
        guard budget.take(frames.count) else { throw .tooManyFrames(limit: budget.limit) }
        indices[key] = index
        recordings.append(
          Recording(
            name: "\(folder)/\(Self.fileName(index, sample.name))", sample: region.sample,
            sampleRate: rate, frameCount: frames.count,
            isShort: ConvertedSamples.fit16Bits(frames)))
      }
      let cents = 1200 * Exponential.log2(sample.sampleRate / Double(rate))
      let regionText = SFZRegionText(
        region, of: sample, file: recordings[index].name, frameCount: recordings[index].frameCount,
        rateCents: cents, controllers: controllers, curves: &curves, &losses)
      text += regionText.line + "\n"
    }
    text += curves.text
    self.losses = losses.all
  }

  /// The maximum number of regions that result from key-dependent envelope times.
  private static var splitLimit: Int { 8192 }

  /// Returns regions without parameters that SFZ lacks: overriding keys and velocities, and
  /// envelope times that depend on the key, which are divided by keys.
  private static func split(
    _ regions: [Region], of bank: SoundBank, _ losses: inout ConversionLosses
  ) -> [Region] {
    var regions = regions
    for index in regions.indices {
      regions[index].removeOverrides(rootKey: bank.samples[regions[index].sample].rootKey)
    }
    let keyCount = regions.reduce(0) { $0 + ($1.hasKeyDependentTimes ? $1.keys.count : 0) }
    let step = (keyCount + splitLimit - 1) / splitLimit
    return regions.flatMap { $0.split(keyStep: min(max(step, 1), 128), &losses) }
  }

  /// Returns a file name for any file system, without characters that end an opcode's value.
  private static func fileName(_ number: Int, _ name: String) -> String {
    let letters = name.utf8.prefix(40).map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x20
      return isPlain ? byte : 0x5F
    }
    return "\(threeDigits(number)) \(String(decoding: letters, as: UTF8.self)).wav"
  }

  fileprivate static func threeDigits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(3 - digits.count, 0)) + digits
  }
}

/// The curves of an SFZ file, numbered from 10; lower numbers are predefined.
struct SFZCurveList {
  private var numbers: [[Float]: Int] = [:]
  private(set) var text = ""

  /// Returns the number of a curve with 128 values.
  mutating func number(of curve: [Float]) -> Int {
    if let known = numbers[curve] { return known }
    let number = 10 + numbers.count
    numbers[curve] = number
    let points = curve.enumerated().map { "v\(SFZConversion.threeDigits($0))=\($1)" }
    text += "<curve> curve_index=\(number) \(points.joined(separator: " "))\n"
    return number
  }
}
