import CDSPKernels
import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import SoundMeasurement
import Testing

@testable import PeachSynthesis

/// Samples of twice their rate: the filter that doubles it, and the two kernels that read them.
@Suite("Doubled samples")
struct DoubledSampleTests {
  private typealias Reader = InterpolationTests.Reader

  private static let sampleRate = 44_100.0
  private static let kilohertz = [0.44, 2, 4, 8.8, 11, 13, 15, 17]

  private static func sine(_ kilohertz: Double, _ quality: InterpolationQuality) -> SampleData {
    InterpolationTests.once(
      InterpolationTests.sine(phaseIncrement: kilohertz * 1000 / sampleRate, count: 12_000), quality
    )
  }

  /// Returns the amplitude of a partial relative to the sine's, in decibels.
  private static func gain(_ audio: [Float], cycles: Double) -> Double {
    // Hann's window suppresses all other partials.
    var (real, imaginary, sum) = (0.0, 0.0, 0.0)
    for (frame, value) in audio.enumerated() {
      let window = 1 - cos(2 * .pi * (Double(frame) + 0.5) / Double(audio.count))
      let angle = 2 * .pi * cycles * Double(frame)
      real += window * Double(value) * cos(angle)
      imaginary += window * Double(value) * sin(angle)
      sum += window
    }
    return 20 * log10(2 * (real * real + imaginary * imaginary).squareRoot() / sum / 0.5)
  }

  @Test(
    "Up to a ratio of 1.12, sines from 0.44 to 17 kHz have 105 dB, and their level within 0.01 dB",
    arguments: SIMDLevel.allCases.filter(\.isSupported))
  func transparency(level: SIMDLevel) {
    let reader = Reader(.doubled, simdLevel: level)
    for kilohertz in Self.kilohertz {
      let frames = Self.sine(kilohertz, .doubled)
      for ratio in [0.4594, 0.75, 0.91875, 1, 1.06, 1.12] {
        let audio = reader.read(frames, from: 100.37, octaves: log2(ratio), count: 8000)
        let cycles = kilohertz * 1000 / Self.sampleRate * ratio
        let noise = InterpolationTests.signalToNoise(audio, phaseIncrement: cycles)
        #expect(noise >= 105, "\(kilohertz) kHz at \(ratio): \(noise) dB")
        let gain = Self.gain(audio, cycles: cycles)
        #expect(abs(gain) <= 0.01, "\(kilohertz) kHz at \(ratio): \(gain) dB")
      }
    }
  }

  @Test("Above a ratio of 1.12, levels and aliases are those of 16 taps, or lower")
  func aliases() {
    let (doubled, taps) = (Reader(.doubled), Reader(.sinc16))
    for kilohertz in Self.kilohertz + [18, 19, 20, 21] {
      let (frames, plain) = (Self.sine(kilohertz, .doubled), Self.sine(kilohertz, .sinc16))
      for ratio in [1.13, 1.2, 1.26, 1.5, 1.7, 2, 2.8] {
        let octaves = log2(ratio)
        let cycles = kilohertz * 1000 / Self.sampleRate * ratio
        // What lies above half of the output rate is reflected.
        let heard = abs(cycles - cycles.rounded())
        let own = Self.gain(
          doubled.read(frames, from: 100, octaves: octaves, count: 4000), cycles: heard)
        let other = Self.gain(
          taps.read(plain, from: 100, octaves: octaves, count: 4000), cycles: heard)
        if cycles > 0.5 {
          #expect(own < max(other + 0.1, -85), "\(kilohertz) kHz at \(ratio): \(own), \(other) dB")
        } else if other > -20 {
          #expect(abs(own - other) < 0.5, "\(kilohertz) kHz at \(ratio): \(own), \(other) dB")
        }
      }
    }
  }

  @Test("All instruction sets double samples to the same bits")
  func bits() {
    let frames = (0..<600).map { Float(sin(Double($0 * $0) * 0.001)) }
    let doubled = SIMDLevel.allCases.filter(\.isSupported).map { level in
      var result = [Float](repeating: 0, count: 1024)
      peach_doubling_kernel_for(level.supported)(
        frames.withUnsafeBufferPointer { $0.baseAddress.unsafelyUnwrapped + 40 }, 512, &result)
      return result
    }
    #expect(doubled.allSatisfy { $0 == doubled[0] })
    #expect(doubled[0].contains { abs($0) > 0.9 })
  }

  @Test("The filter of the sinc tables has the response of the six taps")
  func droop() {
    // An impulse, read at whole positions, yields the kernel.
    var impulse = [Float](repeating: 0, count: 300)
    impulse[150] = 1
    var kernel = [Float](repeating: 0, count: 32)
    impulse.withUnsafeBufferPointer { impulse in
      let first = impulse.baseAddress.unsafelyUnwrapped
      peach_voice_kernels_for(peach_baseline).pointee.doubled(
        first, first, 150 << 32, 1 << 32, 4, &kernel)
    }
    // On both sides of a frame the polynomials may differ by 2e-5.
    let (here, next, last) = SincTables.droop
    for (distance, value) in [here, next, last].enumerated() {
      #expect(abs(Double(kernel[distance]) - value) < 2e-5)
    }
    #expect(abs(kernel[3]) < 2e-5)
  }

  @Test("A sample plays silence around it, its loop as long as it is read, and crossfades into it")
  func unrolled() {
    let values = (0..<50).map { Float($0 + 1) }
    values.withUnsafeBufferPointer { source in
      func frames(_ sample: borrowing UnrolledSample) -> [Float] {
        var result = [Float](repeating: -1, count: 200)
        result.withUnsafeMutableBufferPointer {
          sample.write(from: -20, count: 200, to: $0.baseAddress.unsafelyUnwrapped)
        }
        return result
      }
      let once = frames(UnrolledSample(source, loop: nil, crossfade: 0, end: 45))
      let looped = frames(UnrolledSample(source, loop: 10..<40, crossfade: 0, end: 40))
      for position in -20..<180 {
        let isInside = position >= 0 && position < 45
        #expect(once[position + 20] == (isInside ? values[position] : 0))
        let index = position < 40 ? position : 10 + (position - 10) % 30
        #expect(looped[position + 20] == (position < 0 ? 0 : values[index]))
      }
      // The last four frames of the loop fade to those before its start: 7 to 10.
      let faded = frames(UnrolledSample(source, loop: 10..<40, crossfade: 4, end: 40))
      let expected = (0..<4).map { step in
        let share = (Float(step) + 0.5) / 4
        return Float(37 + step) + share * -30
      }
      #expect(Array(faded[56..<60]) == expected && Array(faded[86..<90]) == expected)
      #expect(faded[55] == 36 && faded[60] == 11)
    }
  }

  @Test("Doubled samples do not depend on where they are split")
  func chunks() {
    let values = InterpolationTests.sine(phaseIncrement: 0.2, count: 10_000)
    values.withUnsafeBufferPointer { source in
      let sample = UnrolledSample(source, loop: nil, crossfade: 0, end: 10_000)
      var (whole, parts) = ([Float](repeating: 0, count: 20_128), [Float]())
      whole.withUnsafeMutableBufferPointer {
        sample.writeDoubled(from: -32, count: 10_064, to: $0.baseAddress.unsafelyUnwrapped)
      }
      var start = -32
      while start < 10_032 {
        let count = min(777, 10_032 - start)
        var part = [Float](repeating: 0, count: 2 * count)
        part.withUnsafeMutableBufferPointer {
          sample.writeDoubled(from: start, count: count, to: $0.baseAddress.unsafelyUnwrapped)
        }
        parts += part
        start += count
      }
      #expect(whole == parts)
    }
  }

  /// Renders a tone whose pitch rises from a note number on, in steps of a cent.
  private static func render(
    preparedFor prepared: InterpolationQuality, _ played: InterpolationQuality,
    noteNumber: Double, rise: Int
  ) throws -> [Float] {
    let preset = try InstrumentLoader(bank: TestBank.tone(), interpolation: prepared)
      .prepare(presetAt: 0)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: 48_000, effects: false, interpolation: played))
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.startNote(Note(id: 1, noteNumber: noteNumber, velocity: 127)))
    var audio: [Float] = []
    var (left, right) = ([Float](repeating: 0, count: 100), [Float](repeating: 0, count: 100))
    for step in 0..<200 {
      let cents = min(step, rise)
      synthesizer.handle(.retune(note: 1, noteNumber: noteNumber + Double(cents) / 100))
      synthesizer.render(left: &left, right: &right, count: 100)
      audio += left
    }
    return audio
  }

  @Test("A tone that rises beyond a ratio of 1.12 changes its kernel without a click")
  func change() throws {
    // From 1.09 to 1.22. The partials are low, so that both interpolations are exact.
    let doubled = try Self.render(
      preparedFor: .doubled, .doubled, noteNumber: 72, rise: 200)
    let taps = try Self.render(preparedFor: .sinc32, .sinc32, noteNumber: 72, rise: 200)
    #expect(doubled.contains { abs($0) > 0.1 })
    #expect(Level.greatestDifference(doubled, taps) < 1e-4)
  }

  @Test("Presets that were prepared for another interpolation play by a kernel without a table")
  func otherForm() throws {
    for noteNumber in [60.0, 69, 81] {
      func render(_ prepared: InterpolationQuality, _ played: InterpolationQuality) throws
        -> [Float]
      {
        try Self.render(preparedFor: prepared, played, noteNumber: noteNumber, rise: 0)
      }
      #expect(try render(.sinc16, .doubled) == render(.cubic, .cubic))
      let doubled = try render(.doubled, .sinc16)
      #expect(try Level.greatestDifference(doubled, render(.doubled, .doubled)) < 1e-3)
    }
  }
}
