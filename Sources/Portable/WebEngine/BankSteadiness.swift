import PeachEarTraining
import PeachInstrumentModel
import PeachMusicUnits
import PeachPlayback
import PeachSequencing
import PeachStraightPresets
import PeachSynthesis

/// Whether chords of a preset have no beats of their own, as the page plays them.
struct BankSteadiness {
  let bank: SoundBank
  let decoder: SampleDecoder?
  private static var sampleRate: Double { 48_000 }

  /// Renders and measures three keys, which takes up to some seconds.
  func steadiness(ofPresetAt index: Int) throws(SampleCodecError) -> ToneSteadiness {
    let regions = try PresetStraightener().straighten(
      presetAt: index, of: bank, smoothsLevels: true, decoder: decoder)
    switch regions.tone {
    case .glideRemoved: return .notStraight(.decaying)
    case .kept(let verdict) where verdict != .alreadyStraight: return .notStraight(verdict)
    case .straight, .kept, .lessInTune, .recorded: break
    }
    let loader = InstrumentLoader(bank: bank, decoder: decoder)
    let preset = try loader.prepare(presetAt: index, as: regions)
    let keys = GeneralMIDICompass.keys(
      bank.keys(ofPresetAt: index) ?? 0...127, ofProgram: bank.presets[index].program)
    return SteadinessMeter(sampleRate: Self.sampleRate).steadiness(keys: keys) {
      Self.played($0, by: preset)
    }
  }

  /// Returns a held note, mono.
  private static func played(_ frequency: Frequency, by preset: PreparedPreset) -> [Float] {
    let live = LiveSynthesizer(
      SynthesizerConfiguration(
        sampleRate: sampleRate, maximumVoices: 64, channelCount: 1, effects: false))
    let count = Int(SteadinessMeter.seconds * sampleRate)
    let style = NoteStyle.sampled(.frequency)
    var events = [
      LiveEvent.use(preset, onChannel: 0),
      LiveEvent(.controlChange(channel: 0, controller: 7, value: 127)),
    ]
    events += style.setUp(channel: 0).map { LiveEvent($0) }
    events += style.events(
      id: 1, channel: 0, frequency: frequency, amplitude: 0.25, frames: count,
      sampleRate: sampleRate, region: RegionSelector(TrialNote(frequency: frequency))
    ).map { LiveEvent($0.event, atFrame: $0.frame) }
    // The queue of a new synthesizer has room.
    _ = live.send(events)
    var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return }
        LiveSynthesizer.render(live.audioContext, left: first, right: second, count: count)
        for index in left.indices { left[index] = 0.5 * (left[index] + right[index]) }
      }
    }
    return left
  }
}
