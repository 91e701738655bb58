public import PeachInstrumentModel
public import PeachMIDIEvents
public import PeachSynthesis

/// Plays a MIDI file with a bank as fast as it can be computed.
///
/// The presets that the song plays are made ready before the first frame; nothing allocates after,
/// unless samples come into memory only when they are struck, as they do for `peach render`.
///
/// ```swift
/// var song = try SongRenderer(file, bank: bank, decoder: decoder)
/// while song.render(left: left, right: right, count: 4096) { … }
/// ```
public struct SongRenderer: ~Copyable {
  /// After the song's end what still sounds goes on, but no longer than this.
  public static let longestTailSeconds = 10.0

  /// How long the song is, without what still sounds after its end.
  public let durationFrames: Int
  /// Frames rendered so far.
  public private(set) var frame = 0
  /// How far the synthesizer is ahead of what is heard, because a limiter delays it.
  private var leadFrames = 0
  /// The presets that the song asks for and the bank does not have.
  public let missingPresets: [PresetIdentifier]

  private var synthesizer: Synthesizer
  private var sequencer: Sequencer
  private var interpreter = SongInterpreter()
  private let programs: ProgramTable
  private let presets: [PreparedPreset]
  private let channelCount: Int
  /// The keys that are struck, where samples come into memory by that; those before `nextStrike` were.
  private let strikes: [SongStrike]
  private var nextStrike = 0
  private var samples = SamplesOnDemand()
  private let sampleRate: Double

  /// Makes ready what `file` plays of `bank`. Throws where a sample cannot be decoded.
  ///
  /// `corrections` gives, for the preset at an index, what
  /// ``InstrumentLoader/prepare(presetAt:corrections:steadyPitch:)`` takes.
  public init(
    _ file: MIDIFile, bank: SoundBank, decoder: SampleDecoder?,
    configuration: SynthesizerConfiguration = SynthesizerConfiguration(),
    corrections: (_ preset: Int) throws(SampleDecodingError) -> [Double] =
      { (_) throws(SampleDecodingError) in [] }
  ) throws(SampleDecodingError) {
    let loader = InstrumentLoader(bank: bank, decoder: decoder)
    try self.init(file, bank: bank, configuration: configuration) {
      (index, struck) throws(SampleDecodingError) in
      try loader.prepare(presetAt: index, struck: struck, corrections: corrections(index))
    }
  }

  /// Makes ready what `file` plays of `bank`, by `prepare`, which is told which keys of the preset at
  /// an index are struck, and throws where a sample cannot be decoded.
  package init(
    _ file: MIDIFile, bank: SoundBank, configuration: SynthesizerConfiguration,
    prepare: (_ preset: Int, _ struck: StruckKeys) throws(SampleDecodingError) -> PreparedPreset
  ) throws(SampleDecodingError) {
    let rate = Int(configuration.sampleRate)
    let used = SongPresets(file, configuration: configuration)
    var prepared: [PreparedPreset] = []
    for place in used.places(in: bank) {
      try prepared.append(prepare(place.index, place.struck))
    }
    if let strikes = used.strikes(in: bank), prepared.contains(where: { $0.readsOnDemand }) {
      self.strikes = strikes
      for strike in strikes {
        samples.foresee(
          strike.preset.map { prepared[$0] }, key: strike.key, velocity: strike.velocity)
      }
    } else {
      strikes = []
      for preset in prepared { preset.keepAllInMemory() }
    }
    presets = prepared
    channelCount = configuration.channelCount
    missingPresets = used.missing(in: bank)
    programs = ProgramTable(prepared, isSingle: bank.presets.count == 1)
    synthesizer = Synthesizer(configuration)
    synthesizer.install(programs)
    sequencer = Sequencer(file, sampleRate: rate)
    durationFrames = Int(sequencer.durationFrames)
    sampleRate = configuration.sampleRate
  }

  /// Writes the next `count` frames; false once the song is over and nothing sounds any more, or
  /// the longest tail has passed. Nothing is written then.
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    render(left: left, right: right, count: count, with: OneHand?.none)
  }

  /// The same with a second hand, or with none: the bits are the same. With one, the last of what it
  /// writes may be written only when it has been called again, or ``finish()``: the memory must stay.
  package mutating func render<Hand: SecondHand>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with hand: Hand?
  ) -> Bool {
    if isOver() { return false }
    let former = synthesizer.spanCount
    defer { synthesizer.finishSpans(former) }
    // What comes out before the song's first frame has gone through the limiter is nobody's.
    while count > 0 && leadFrames < synthesizer.latencyFrames {
      let run = min(count, synthesizer.latencyFrames - leadFrames)
      advance(left: left, right: right, count: run, with: hand)
      leadFrames += run
    }
    advance(left: left, right: right, count: count, with: hand)
    frame += count
    return true
  }

  /// Lets the synthesizer play on by `count` frames.
  private mutating func advance<Hand: SecondHand>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with hand: Hand?
  ) {
    var done = 0
    while done < count {
      let now = synthesizer.frame
      // The next event up to the block's last frame; what comes before it is rendered first.
      guard let event = sequencer.next(atOrBefore: Int64(now + count - done - 1)) else { break }
      let at = min(max(Int(event.frame) - now, 0), count - done)
      play(left: left + done, right: right + done, count: at, with: hand)
      done += at
      bringSamples(of: event)
      interpreter.apply(event, bytes: sequencer.bytes(of: event), to: &synthesizer)
    }
    play(left: left + done, right: right + done, count: count - done, with: hand)
  }

  /// Has in memory what an event is about to strike.
  private mutating func bringSamples(of event: SequencedEvent) {
    guard nextStrike < strikes.count, case .message(let message) = event.content,
      message.startsNote, let channel = message.channel, Int(channel) < channelCount
    else { return }
    let strike = strikes[nextStrike]
    nextStrike += 1
    samples.play(
      strike.preset.map { presets[$0] }, key: strike.key, velocity: strike.velocity,
      by: synthesizer)
  }

  /// How many bytes the samples take that came into memory because they were struck.
  package var struckByteCount: Int { samples.byteCount }

  /// Writes what two hands have left.
  package mutating func finish() { synthesizer.finishSpans() }

  private mutating func play<Hand: SecondHand>(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    with hand: Hand?
  ) {
    if let hand {
      synthesizer.render(left: left, right: right, count: count, with: hand)
    } else {
      synthesizer.render(left: left, right: right, count: count)
    }
  }

  private mutating func isOver() -> Bool {
    if frame < durationFrames || !sequencer.isFinished { return false }
    finish()
    let tail = Double(frame - durationFrames) / sampleRate
    return synthesizer.isSilent || tail >= Self.longestTailSeconds
  }
}
