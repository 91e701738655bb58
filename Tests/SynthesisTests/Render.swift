import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement

/// Renders test banks, from a bank and events to audio.
struct Render {
  var left: [Float]
  var right: [Float]

  static let rate = 48_000.0

  /// Plays the bank's first preset on channel 0 with these events.
  init(
    _ bank: SoundBank, _ events: [TimedEvent], frames: Int, blocks: [Int] = [512],
    maximumVoices: Int = 256, volume: UInt8 = 127, effects: Bool = true, limiter: Bool = false,
    corrections: [Double] = [], steadyPitch: Bool = false, kernels: KernelChoice = .fastest,
    silence: Decibels = Decibels(-126), replacements: [Int: SampleReplacement] = [:],
    vibratoAmount: Float = 0
  ) throws {
    let preset = try InstrumentLoader(bank: bank)
      .prepare(
        presetAt: 0, usedKeys: .all, corrections: corrections,
        steadyNotes: steadyPitch ? .all : .none,
        replacements: replacements)
    var configuration = SynthesizerConfiguration(
      sampleRate: Self.rate, maximumVoices: maximumVoices, effects: effects, limiter: limiter,
      kernels: kernels)
    configuration.silence = silence
    configuration.vibratoAmount = vibratoAmount
    var synthesizer = Synthesizer(configuration)
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.controlChange(channel: 0, controller: 7, value: volume))
    left = [Float](repeating: .nan, count: frames)
    right = left
    var done = 0
    var block = 0
    while done < frames {
      let count = min(blocks[block % blocks.count], frames - done)
      block += 1
      let end = done + count
      let due = events.filter { $0.frame >= done && $0.frame < end }
        .map { TimedEvent(frame: $0.frame - done, event: $0.event) }
      due.withUnsafeBufferPointer { due in
        left.withUnsafeMutableBufferPointer { left in
          right.withUnsafeMutableBufferPointer { right in
            guard let left = left.baseAddress, let right = right.baseAddress else { return }
            synthesizer.render(events: due, left: left + done, right: right + done, count: count)
          }
        }
      }
      done = end
    }
    withExtendedLifetime(preset) {}
  }

  /// Renders one note of the bank's first preset from frame 0.
  static func note(
    _ bank: SoundBank, frequency: Double = 440, velocity: UInt8 = 127, frames: Int = 48_000,
    duration: Int? = nil
  ) throws -> Render {
    let noteNumber = FrequencyCalculation.noteNumber(frequency: .hertz(frequency))
    let note = Note(id: 1, noteNumber: noteNumber, velocity: velocity, durationFrames: duration)
    return try Render(bank, [TimedEvent(frame: 0, event: .startNote(note))], frames: frames)
  }
}
