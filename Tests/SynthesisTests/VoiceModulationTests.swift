import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

/// Predicted modulation equals the voice's own evaluation every 64 frames, as forced by repeated
/// per-note pitch changes.
@Suite("Voice modulation")
struct VoiceModulationTests {
  static let kinds: [[Generator: Float]] = [
    [.volumeEnvelopeDecay: 1500, .volumeEnvelopeSustain: 900],
    [.vibratoLFOToPitch: 70, .vibratoLFOFrequency: 300, .vibratoLFODelay: -4000],
    [
      .modulationLFOToPitch: -40, .modulationLFOToFilterCutoff: 1200,
      .modulationLFOToVolume: 60, .modulationLFOFrequency: 900, .initialFilterCutoff: 7000,
      .initialFilterResonance: 120, .modulationLFODelay: -5000,
    ],
    [
      .modulationEnvelopeToPitch: 300, .modulationEnvelopeToFilterCutoff: -3000,
      .modulationEnvelopeDecay: -400, .modulationEnvelopeSustain: 600,
      .modulationEnvelopeRelease: -2000, .initialFilterCutoff: 9000,
      .volumeEnvelopeDecay: 600, .volumeEnvelopeSustain: 150,
    ],
  ]

  private static func bank(_ kind: Int, attenuation: Float = 0) -> SoundBank {
    TestBank.tone(partials: [0.4, 0.3, 0.2]) {
      for (generator, value) in kinds[kind] { $0.generators[generator] = value }
      $0.generators[.volumeEnvelopeRelease] = 0
      $0.generators[.reverbSend] = 300
      $0.generators[.initialAttenuation] = attenuation
    }
  }

  @Test("Predicted modulation matches the voice's own within −110 dB", arguments: 0..<4)
  func predicted(kind: Int) throws {
    let note = Note(id: 1, noteNumber: 69.3, velocity: 110)
    let events = [
      TimedEvent(frame: 100, event: .startNote(note)),
      TimedEvent(frame: 40_000, event: .release(note: 1)),
    ]
    let again = stride(from: 64, to: 64_000, by: 64).map {
      TimedEvent(frame: $0, event: .retune(note: 1, noteNumber: 69.3))
    }
    let all = (events + again).sorted { $0.frame < $1.frame }
    let predicted = try Render(Self.bank(kind), events, frames: 64_000)
    let asked = try Render(Self.bank(kind), all, frames: 64_000)
    var greatest: Float = 0
    for frame in 0..<64_000 {
      greatest = max(greatest, abs(predicted.left[frame] - asked.left[frame]))
      greatest = max(greatest, abs(predicted.right[frame] - asked.right[frame]))
    }
    #expect(greatest < 3e-6, "\(20 * log10(greatest)) dB")
    #expect(Level.peak(predicted.left[50_000...]) > 0.001)
  }

  @Test("The fastest kernels match the portable ones within −120 dB", arguments: 0..<4)
  func kernels(kind: Int) throws {
    let events = (0..<20).map { note in
      TimedEvent(
        frame: 1000 * note,
        event: .startNote(
          Note(id: UInt64(note + 1), noteNumber: 50 + Double(note) * 1.37, velocity: 100)))
    }
    // So that the sum of all notes stays below full scale.
    let bank = Self.bank(kind, attenuation: 240)
    let fastest = try Render(bank, events, frames: 48_000)
    let narrower = try Render(bank, events, frames: 48_000, kernels: .avx2)
    #expect(fastest.left == narrower.left && fastest.right == narrower.right)
    let portable = try Render(bank, events, frames: 48_000, kernels: .portable)
    let cut = try Render(bank, events, frames: 48_000, blocks: [7], kernels: .portable)
    #expect(portable.left == cut.left && portable.right == cut.right)
    let greatest = max(
      Level.greatestDifference(fastest.left, portable.left),
      Level.greatestDifference(fastest.right, portable.right))
    #expect(greatest < 1e-6, "\(20 * log10(greatest)) dB")
    let peak = Level.peak(fastest.left[...])
    #expect(peak > 0.02 && peak < 1)
  }

  @Test(
    "A released voice is freed when it is below the noise floor, and not before",
    arguments: [(-126.0, Int16.max), (-108, .max), (-108, 2048)])
  func inaudible(silence: Double, loop: Int16) throws {
    // A sample of constant level; attenuated, its start no longer counts.
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    region.generators[.volumeEnvelopeRelease] = 1200
    // Softer, or the envelope's own end at −100 dB would come first.
    region.generators[.initialAttenuation] = 800
    let bank = TestBank.bank(
      samples: [
        (
          [Int16](repeating: .max, count: 2000) + [Int16](repeating: loop, count: 7000),
          2000..<9000, 48_000, 60
        )
      ],
      presets: [[region]])
    let events = [
      TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127)),
      TimedEvent(frame: 4800, event: .noteOff(channel: 0, key: 60)),
    ]
    let audio = try Render(
      bank, events, frames: 120_000, effects: false, silence: Decibels(silence))
    let last = try #require(audio.left.lastIndex { $0 != 0 })
    // Each channel is 3 dB below the voice.
    let level = abs(audio.left[last]) * sqrt(2)
    let below = silence - Double(20 * log10(level))
    #expect(below > -0.5 && below < 4.5, "it ends \(below) dB below \(silence) dB")
    // 100 dB in two seconds: 50 dB per second from the current level.
    let start = abs(audio.left[4000]) * sqrt(2)
    let seconds = Double(last - 4800) / 48_000
    let fallen = Double(20 * log10(start / level))
    #expect(abs(fallen - 50 * seconds) < 0.2, "\(fallen) dB in \(seconds) s")
  }
}
