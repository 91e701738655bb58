import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSampleCodec
import PeachSynthesis

/// Plays some notes of a parsed file, and checks the invariants of all banks.
enum HostileBank {
  private static let frameCount = 256
  private static let decoder: SampleDecoder = {
    (bytes, limit) throws(SampleCodecError) in
    try SoundFileDecoder.decode(bytes, limit)
  }

  static func play(_ bank: SoundBank) {
    for sample in bank.samples {
      require(sample.sampleRate > 0 && sample.sampleRate.isFinite, sample.sampleRate)
      require(sample.rootKey <= 127 && sample.correctionCents.isFinite, sample.correctionCents)
    }
    let loader = InstrumentLoader(bank: bank, decoder: decoder)
    for index in bank.presets.indices.prefix(3) {
      let regions = bank.regions(ofPresetAt: index)
      for region in regions { look(at: region, of: bank) }
      guard let preset = try? loader.prepare(presetAt: index) else { continue }
      let (lowest, highest) = (regions.first?.keys.lowerBound, regions.last?.keys.upperBound)
      render(
        preset, keys: [60, lowest ?? 0, highest ?? 127],
        velocity: regions.last?.velocities.upperBound ?? 100)
    }
  }

  /// Converts a bank and reads the result, which must be a valid bank.
  static func convert(_ bank: SoundBank) {
    guard !bank.presets.isEmpty else { return }
    _ = try? SFZConversion(bank, presetAt: 0, folder: "samples", decoder: decoder)
    guard let converted = try? ConvertedBank(bank, decoder: decoder),
      let writer = try? SoundFontWriter(converted.contents)
    else { return }
    let bytes = writer.pieces.flatMap { Array($0.bytes) }
    let font = try? SoundFont.read(ByteStorage(copying: bytes))
    require(font?.presets.count == converted.contents.presets.count, "no bank when it is converted")
  }

  /// Checks a precondition with its value, also in release builds.
  private static func require(_ condition: Bool, _ found: @autoclosure () -> Any) {
    if !condition { fatalError("A bank has \(found()).") }
  }

  private static func look(at region: Region, of bank: SoundBank) {
    require(bank.samples.indices.contains(region.sample), region.sample)
    require(region.keys.upperBound <= 127 && region.velocities.upperBound <= 127, region.keys)
    for generator in Generator.allCases {
      let value = region.generators[generator]
      // Text formats exceed ``Generator/range``: a decay to nearly full level takes hours to −100
      // dB.
      require(abs(value) <= 100_000, (generator, value))
    }
  }

  private static func render(_ preset: PreparedPreset, keys: [UInt8], velocity: UInt8) {
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(maximumVoices: 8, channelCount: 1, effects: false))
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frameCount)
    defer { frames.deallocate() }
    func render() {
      synthesizer.render(left: frames, right: frames + frameCount, count: frameCount)
      for index in 0..<2 * frameCount {
        require(abs(frames[index]) < 1e9, frames[index])
      }
    }
    synthesizer.use(preset, onChannel: 0)
    for key in keys {
      synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
      render()
    }
    synthesizer.handle(.controlChange(channel: 0, controller: 1, value: 127))
    synthesizer.handle(.pitchBend(channel: 0, value: 16383))
    render()
    for key in keys { synthesizer.handle(.noteOff(channel: 0, key: key)) }
    for _ in 0..<4 { render() }
    withExtendedLifetime(preset) {}
  }
}
