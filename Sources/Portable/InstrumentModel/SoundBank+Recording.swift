extension SoundBank {
  /// A recording in memory, for a bank of one preset.
  public struct Recording: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The frames, signed 16-bit.
    public var frames: [Int16]
    /// The low 8 bits of 24-bit frames; empty for 16-bit frames.
    public var lowBytes: [UInt8] = []
    /// The sample rate in hertz, above 0.
    public var sampleRate: Double
    /// The key of the original pitch, 0…127.
    public var rootKey: UInt8
    /// The cents that correct the original pitch to that of the root key.
    public var correctionCents = 0.0
    /// The loop, end exclusive; `nil` for none.
    public var loop: Range<Int>?

    /// Creates a recording.
    public init(name: String, frames: [Int16], sampleRate: Double, rootKey: UInt8) {
      self.name = name
      self.frames = frames
      self.sampleRate = sampleRate
      self.rootKey = rootKey
    }
  }

  /// Creates a bank with one preset, 0:0, which plays a recording on all keys.
  ///
  /// - Parameters:
  ///   - generators: The generators with other than default values, in their units, clamped to
  ///     their ranges.
  ///   - modulators: All modulators: the default modulators are not added.
  public init(
    playing recording: Recording, generators: [Generator: Float], modulators: [Modulator]
  ) {
    var values = GeneratorValues()
    for (generator, value) in generators { values[generator] = value }
    values.clamp()
    let region = Region(sample: 0, generators: values, modulators: modulators)
    var bytes = recording.frames.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    let high = 0..<bytes.count
    bytes += recording.lowBytes.prefix(recording.frames.count)
    let isWide = !recording.frames.isEmpty && recording.lowBytes.count >= recording.frames.count
    let encoding: Sample.Encoding =
      isWide ? .integer24(high: high, low: high.upperBound..<bytes.count) : .integer16(high)
    let preset = Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: recording.name)
    self.init(
      information: SoundBank.Information(name: recording.name), presets: [preset],
      samples: [
        Sample(
          name: recording.name, encoding: encoding, sampleRate: recording.sampleRate,
          rootKey: recording.rootKey, correctionCents: recording.correctionCents,
          loop: recording.loop)
      ], storage: ByteStorage(copying: bytes), regionSource: { _, _ in [region] })
  }
}
