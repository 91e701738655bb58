import PeachInstrumentModel
import PeachSampleDecoding
import PeachSynthesis

/// Plays some notes of whatever came out of a file, and looks at what must hold for any bank.
enum HostileBank {
  private static let frameCount = 256

  static func play(_ bank: SoundBank) {
    for sample in bank.samples {
      precondition(sample.sampleRate > 0 && sample.sampleRate.isFinite && sample.rootKey <= 127)
      precondition(sample.correctionCents.isFinite)
    }
    let loader = InstrumentLoader(bank: bank) { (bytes, limit) throws(SampleDecodingError) in
      try SoundFileDecoder.decode(bytes, limit)
    }
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

  private static func look(at region: Region, of bank: SoundBank) {
    precondition(bank.samples.indices.contains(region.sample))
    precondition(region.keys.upperBound <= 127 && region.velocities.upperBound <= 127)
    for generator in Generator.allCases {
      precondition(generator.range.contains(region.generators[generator]), "\(generator)")
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
        precondition(abs(frames[index]) < 1e9, "The output is \(frames[index]).")
      }
    }
    synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
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
