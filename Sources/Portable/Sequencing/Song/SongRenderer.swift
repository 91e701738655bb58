public import PeachInstrumentModel
public import PeachMIDIEvents
public import PeachSynthesis

/// Renders a MIDI file offline with the presets of sound banks. The presets that the song uses are
/// prepared in `init`. Rendering does not allocate, unless samples are loaded on demand, at the
/// first note that needs them. Each port of the song has a synthesizer of its own, so that nothing
/// but the limiter is common to their channels.
///
/// ```swift
/// var song = try SongRenderer(file, bank: bank, decoder: decoder)
/// while song.render(left: left, right: right, count: 4096) { … }
/// ```
public struct SongRenderer: ~Copyable {
  /// The maximum length of the tail after the end of the song, in seconds. What still sounds then
  /// fades out during the last second.
  public static let longestTailSeconds = 10.0
  static let fadeSeconds = 1.0

  /// The length of the song, or its excerpt, without its tail, in frames.
  public var durationFrames: Int64 { timing.durationFrames }
  /// The exact number of frames to render; `nil` until the tail has decayed.
  public var frameLimit: Int64? { timing.frameLimit }
  /// The number of frames rendered.
  public private(set) var frame: Int64 = 0
  /// The frames that were rendered and dropped to compensate for the limiter's latency.
  private var leadFrames = 0
  /// The presets that the song selects and the banks do not have.
  public let missingPresets: [PresetIdentifier]
  /// Messages about samples that notes of the song need and that are missing or cannot be decoded.
  public let missingSamples: [String]

  private let ports: UnsafeMutablePointer<RenderedPort>
  private let portCount: Int
  /// The sum of several ports; `nil` for a single one.
  private let mix: PortMix?
  /// Owns the ports and their sum.
  private let memory: RenderedPortMemory
  private let timing: RenderTiming
  private let programs: ProgramTable

  /// Prepares the presets of `bank` that `file` uses.
  ///
  /// - Parameter corrections: Returns the pitch corrections for the preset at an index: see
  ///   ``InstrumentLoader/prepare(presetAt:corrections:steadyPitch:)``.
  /// - Throws: An error if a sample cannot be decoded.
  public init(
    _ file: MIDIFile, bank: SoundBank, decoder: SampleDecoder?,
    configuration: SynthesizerConfiguration = SynthesizerConfiguration(),
    corrections: (_ preset: Int) throws(SampleCodecError) -> [Double] =
      { (_) throws(SampleCodecError) in [] }
  ) throws(SampleCodecError) {
    let loader = InstrumentLoader(
      bank: bank, decoder: decoder, interpolation: configuration.interpolation)
    try self.init(file, banks: BankStack(bank), configuration: configuration) {
      (entry, usedKeys) throws(SampleCodecError) in
      try loader.prepare(
        presetAt: entry.preset, usedKeys: usedKeys, corrections: corrections(entry.preset))
    }
  }

  /// Prepares the presets of banks that `file` uses.
  ///
  /// - Throws: An error if a sample cannot be decoded.
  public init(
    _ file: MIDIFile, banks: BankStack, decoder: SampleDecoder?,
    configuration: SynthesizerConfiguration = SynthesizerConfiguration()
  ) throws(SampleCodecError) {
    let loaders = banks.layers.map {
      InstrumentLoader(
        bank: $0.bank, decoder: decoder, interpolation: configuration.interpolation)
    }
    try self.init(file, banks: banks, configuration: configuration) {
      (entry, usedKeys) throws(SampleCodecError) in
      try loaders[entry.layer].prepare(presetAt: entry.preset, usedKeys: usedKeys)
    }
  }

  /// Sets the level of a channel, −96 through 24 dB, in addition to that of the song.
  ///
  /// - Parameter channel: The channel, plus 16 for each port before its own.
  public mutating func setLevel(decibels: Double, ofChannel channel: UInt8) {
    guard channel >> 4 < portCount else { return }
    // By a subscript, Swift 6.3.1 does not compile it with a sanitizer.
    (ports + Int(channel >> 4)).pointee.synthesizer.setLevel(
      decibels: Float(decibels), ofChannel: Int(channel & 15))
  }

  /// Prepares the presets of `bank` that `file` uses: `prepare` one at an index for the used keys.
  package init(
    _ file: MIDIFile, bank: SoundBank, configuration: SynthesizerConfiguration,
    excerpt: SongExcerpt = SongExcerpt(),
    prepare: (_ preset: Int, _ usedKeys: UsedKeys) throws(SampleCodecError) -> PreparedPreset
  ) throws(SampleCodecError) {
    try self.init(
      file, banks: BankStack(bank), configuration: configuration, excerpt: excerpt
    ) { (entry, usedKeys) throws(SampleCodecError) in
      try prepare(entry.preset, usedKeys)
    }
  }

  /// Prepares the presets of banks that `file` uses: `prepare` one for the used keys.
  package init(
    _ file: MIDIFile, banks: BankStack, configuration: SynthesizerConfiguration,
    excerpt: SongExcerpt = SongExcerpt(), tunings: NoteTunings = NoteTunings(),
    prepare: (_ preset: BankStack.Entry, _ usedKeys: UsedKeys) throws(SampleCodecError) ->
      PreparedPreset
  ) throws(SampleCodecError) {
    let searched = SearchedBanks(banks)
    let used = SongPresets(file, configuration: configuration)
    var prepared: [PreparedPreset] = []
    var silent: [SilentRegion] = []
    for preset in used.presets(in: searched) {
      let usedKeys = excerpt.transposition == 0 ? preset.usedKeys : .all
      let own = try prepare(preset.entry, usedKeys)
      let played = preset.usedKeys.transposed(by: excerpt.transposition)
      silent += own.silentRegions.filter { played.overlap($0) }
      prepared.append(own)
    }
    missingSamples = SilentRegion.warnings(silent)
    programs = used.programs(prepared, in: searched)
    missingPresets = used.missing(in: searched)
    portCount = file.portMap.count
    let rate = Int(configuration.sampleRate)
    timing = RenderTiming(
      excerpt, songFrames: file.duration.frame(sampleRate: rate),
      sampleRate: configuration.sampleRate)
    memory = RenderedPortMemory(portCount: portCount, configuration)
    (ports, mix) = (memory.ports, memory.mix)
    let bytes = SongBytes(file)
    func sequencer(_ port: Int) -> Sequencer {
      Sequencer(
        file, port: port, bytes: bytes, sampleRate: rate,
        hasClicks: excerpt.clickDecibels != nil && port == 0, tunings: tunings)
    }
    if excerpt.isWhole, let triggers = used.triggers(in: searched),
      prepared.contains(where: { $0.loadsOnDemand })
    {
      memory.add(
        RenderedPort(
          of: file, sequencer(0), configuration, timing: timing, programs: programs,
          presets: prepared, triggers: triggers))
      return
    }
    for preset in prepared { preset.pinSamples() }
    var own = configuration
    own.limiter = configuration.limiter && mix == nil
    for port in 0..<portCount {
      memory.add(
        RenderedPort(
          port, of: file, sequencer(port), own, timing: timing, programs: programs))
    }
  }

  /// Renders the next `count` frames.
  ///
  /// - Returns: `false`, with nothing written, if the song is over and its tail has decayed or has
  ///   reached the maximum length.
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    render(left: left, right: right, count: count, with: SerialRunner?.none)
  }

  /// Renders the next `count` frames, with a worker thread if there is a `runner`. The output is
  /// bit-identical without one. With a runner, the last of the frames may be written as late as in
  /// the next call, or in ``finish()``. The buffers must stay valid until then.
  package mutating func render<Runner: ParallelRunner>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with runner: Runner?
  ) -> Bool {
    if isOver() { return false }
    let previousSpans = ports.pointee.synthesizer.spanCount
    defer { ports.pointee.synthesizer.finishSpans(previousSpans) }
    // Overwritten below: the output that precedes the first frame by the limiter's latency.
    let latency = mix?.latencyFrames ?? ports.pointee.synthesizer.latencyFrames
    while count > 0 && leadFrames < latency {
      let run = min(count, latency - leadFrames)
      renderBlock(left: left, right: right, count: run, with: runner)
      leadFrames += run
    }
    renderBlock(left: left, right: right, count: count, with: runner)
    frame += Int64(count)
    return true
  }

  private mutating func renderBlock<Runner: ParallelRunner>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with runner: Runner?
  ) {
    let ports = ports
    guard let mix else {
      return ports.pointee.render(left: left, right: right, count: count, with: runner)
    }
    var done = 0
    while done < count {
      let run = min(count - done, PortMix.capacity)
      func renderPort(_ port: Int) {
        ports[port].render(
          left: mix.left(ofPort: port), right: mix.right(ofPort: port), count: run,
          with: SerialRunner?.none)
      }
      if let runner {
        // Two ports at a time.
        runner.perform(portCount, renderPort)
      } else {
        for port in 0..<portCount { renderPort(port) }
      }
      mix.add(to: left + done, right + done, count: run)
      done += run
    }
  }

  package var onDemandByteCount: Int { ports.pointee.onDemandByteCount }

  /// Writes the frames that a runner has not finished.
  package mutating func finish() { ports.pointee.synthesizer.finishSpans() }

  private mutating func isOver() -> Bool {
    if let frameLimit { return frame >= frameLimit }
    if frame < durationFrames { return false }
    for port in 0..<portCount where !ports[port].isSequenced { return false }
    finish()
    let tail = Double(frame - durationFrames) / timing.sampleRate
    if tail >= Self.longestTailSeconds { return true }
    for port in 0..<portCount where !ports[port].synthesizer.isSilent { return false }
    return mix?.isIdle ?? true
  }
}

/// Owns the ports of a rendered song.
private final class RenderedPortMemory {
  let ports: UnsafeMutablePointer<RenderedPort>
  let mix: PortMix?
  private var count = 0

  init(portCount: Int, _ configuration: SynthesizerConfiguration) {
    ports = .allocate(capacity: portCount)
    mix = portCount > 1 ? PortMix(portCount: portCount, configuration) : nil
  }

  func add(_ port: consuming RenderedPort) {
    (ports + count).initialize(to: port)
    count += 1
  }

  deinit {
    ports.deinitialize(count: count)
    ports.deallocate()
    mix?.deallocate()
  }
}
