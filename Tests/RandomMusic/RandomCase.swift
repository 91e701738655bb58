public import PeachInstrumentFiles
public import PeachInstrumentModel
import PeachMusicUnits
public import PeachSynthesis
import TestEnvironment

/// A synthesizer, a bank and some hundred events, all derived from a seed.
public struct RandomCase {
  /// The seed; equal seeds make equal cases.
  public let seed: UInt64
  /// The length, in frames.
  public let frameCount: Int
  /// The events, in order.
  public let events: [TimedEvent]
  /// Whether resonance or tremolo may raise the level.
  public let amplifies: Bool
  /// The configuration of the synthesizer.
  public let configuration: SynthesizerConfiguration
  private let presets: [PreparedPreset]
  private let table: ProgramTable
  private var numbers: RandomNumbers

  /// A bank that cannot be read, or prepared.
  public enum Fault: Error {
    case file(InstrumentFileError)
    case sample(SampleCodecError)
  }

  /// Creates the case of a seed.
  public init(seed: UInt64, kernels: KernelChoice = .fastest) throws(Fault) {
    self.seed = seed
    numbers = RandomNumbers(seed: seed)
    amplifies = numbers.chance(0.6)
    let bank: SoundBank
    do throws(InstrumentFileError) {
      bank = try RandomBank.bank(&numbers, amplifies: amplifies)
    } catch { throw .file(error) }
    let loader = InstrumentLoader(bank: bank, decoder: RandomBank.decoder)
    var replacements = RandomReplacements(seed: seed)
    var presets: [PreparedPreset] = []
    for index in bank.presets.indices {
      let regionCount = bank.regions(ofPresetAt: index).count
      do throws(SampleCodecError) {
        presets.append(
          try loader.prepare(
            presetAt: index, usedKeys: .all,
            replacements: replacements.replacements(regionCount: regionCount)))
      } catch { throw .sample(error) }
    }
    self.presets = presets
    table = ProgramTable(presets)
    let rates: [Double] = [8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000, 384_000]
    var configuration = SynthesizerConfiguration(
      sampleRate: numbers.chance(0.7) ? numbers.pick(rates) : 8000 + 376_000 * numbers.unit(),
      maximumVoices: numbers.chance(0.01) ? 4096 : numbers.pick([1, 2, 3, 5, 8, 16, 31, 64]),
      channelCount: numbers.pick([1, 15, 16, 16, 16, 32]),
      gain: Decibels(numbers.pick([0, 0, -20, 12])))
    configuration.kernels = kernels
    configuration.vibratoAmount = Float(seed % 3)
    self.configuration = configuration
    frameCount = numbers.whole(500...8000)
    var music = RandomMIDI(
      RandomNumbers(seed: numbers.next()), presets: presets.map { $0.handle }, amplifies: amplifies)
    let events = music.events(groups: numbers.pick([10, 50, 100, 200]), frames: frameCount)
    self.events = replacements.addingAmounts(to: events, frames: frameCount)
  }

  /// Returns a synthesizer in the initial state of the case, which must stay alive.
  public func makeSynthesizer() -> Synthesizer {
    var synthesizer = Synthesizer(configuration)
    synthesizer.install(table)
    return synthesizer
  }

  /// The case in one block.
  public var whole: BlockPlan { BlockPlan(whole: events, frames: frameCount) }

  /// The case in blocks of random sizes.
  public var cut: BlockPlan {
    var numbers = numbers
    return BlockPlan(cut: events, frames: frameCount, &numbers)
  }
}
