import Foundation
import PeachInstrumentFiles
import PeachSynthesis
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachServices

/// Straight tones of ten seconds: notes that are much longer than their recordings.
@Suite("Held straight tones", .serialized)
struct HeldStraightToneTests {
  private static let rate = 48_000.0
  /// A recording of 12 partials, 7 cents sharp, with a vibrato of ±20 cents and a release of 0.25
  /// s.
  private static let synthetic = Result { () throws -> BankPreset in
    var builder = VibratoRecording.bank
    builder.instruments[0].zones[0].settings.append(.init(.volumeEnvelopeRelease, -2400))
    let file = builder.chunks.file
    return BankPreset(bank: try SoundFont.read(ByteStorage(copying: file)).soundBank(), index: 0)
  }
  private static let straightTones = StraightToneTests.straightTones
  private static let hasBank = TestFiles.exists(RenderTools.largeBank)
  /// Keys of FluidR3's cello.
  private static let keys: [UInt8] = TestScale.cases(
    short: [64], full: [36, 48, 60, 64, 69, 76, 81])

  private static func cello() throws -> BankPreset {
    try StraightToneTests.bank.get().preset(bank: 0, program: 42)
  }

  private static func hertz(_ key: UInt8) -> Double { 440 * exp2((Double(key) - 69) / 12) }

  /// A rendering of a held key, which is released half a second before the end.
  private struct Note {
    var key: UInt8 = 69
    var seconds = 10.5
    var blocks = [4096]
    var kernels = KernelChoice.fastest
    var tone = ToneStyle.straight

    var releaseFrame: Int { Int((seconds - 0.5) * HeldStraightToneTests.rate) }

    /// Returns the left channel.
    func render(_ preset: BankPreset) throws -> [Float] {
      var usedKeys = UsedKeys()
      usedKeys.insert(key, velocity: 100)
      let instruments = SharedInstruments(preset.bank, interpolation: .doubled)
      let prepared = try preset.prepared(
        tone.isStraight ? usedKeys : .all, by: instruments,
        options: NoteOptions(
          intonation: StraightToneTests.intonation, tone: tone, straightTones: straightTones))
      var configuration = SynthesizerConfiguration(
        sampleRate: rate, maximumVoices: 64, channelCount: 1, effects: false, kernels: kernels)
      configuration.vibratoAmount = Float(tone.vibrato)
      var synthesizer = Synthesizer(configuration)
      synthesizer.use(prepared, onChannel: 0)
      synthesizer.handle(.noteOn(channel: 0, key: key, velocity: 100))
      var left = [Float](repeating: 0, count: Int(seconds * rate))
      var right = left
      var (position, block) = (0, 0)
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          let end = Int(seconds * rate)
          while position < end {
            if position == releaseFrame { synthesizer.handle(.noteOff(channel: 0, key: key)) }
            let next = position < releaseFrame ? releaseFrame : end
            let count = min(blocks[block % blocks.count], next - position)
            synthesizer.render(left: left + position, right: right + position, count: count)
            (position, block) = (position + count, block + 1)
          }
        }
      }
      return withExtendedLifetime(prepared) { left }
    }
  }

  /// Expects that the mean of each second is that of the first, without the attack, and prints the
  /// largest difference.
  private func expectNoDrift(_ audio: [Float], hertz: Double, _ name: String) {
    let seconds = (0..<10).map { second in
      // The first 0.15 s are attack.
      let start = max(second * 48_000, 7200)
      return PitchMeter.meanCents(
        of: audio[start..<(second + 1) * 48_000], above: hertz, sampleRate: Self.rate, partials: 4)
    }
    let differences = seconds.dropFirst().map { abs($0 - seconds[0]) }
    print("\(name): \(seconds[0]) cents, later seconds differ by \(differences.max() ?? .nan)")
    #expect(differences.allSatisfy { $0 <= 0.05 }, "\(name): \(seconds)")
  }

  @Test("A synthetic tone does not drift, click or change at the release")
  func synthetic() throws {
    let note = Note()
    let audio = try note.render(Self.synthetic.get())
    expectNoDrift(audio, hertz: 440, "synthetic")
    // 12 partials are the whole tone. The limit is that of the bank check `loop-click`; the
    // recorded loop, of whole cycles of the vibrato but not of the tone, exceeds it by far.
    func rest(_ audio: [Float]) -> Double {
      ClickMeter.restDecibels(
        of: audio[9600..<note.releaseFrame], frequency: 440, partials: 12, sampleRate: Self.rate)
    }
    let decibels = rest(audio)
    print("synthetic: \(decibels) dB without the partials")
    #expect(decibels < -40)
    var broken = audio
    let step = 0.02 * Level.peak(audio[9600..<note.releaseFrame])
    for index in 100_000..<note.releaseFrame { broken[index] += step }
    #expect(rest(broken) > -40)
    expectSmoothRelease(audio, note, "synthetic")
  }

  /// Expects that the steps from sample to sample at the release are none that the tone has not.
  private func expectSmoothRelease(_ audio: [Float], _ note: Note, _ name: String) {
    let held = Level.largestStep(audio[(note.releaseFrame - 48_000)..<note.releaseFrame])
    let released = Level.largestStep(audio[(note.releaseFrame - 2)...])
    print("\(name): release \(20 * log10(released / held)) dB relative to the tone's own steps")
    #expect(released <= 1.06 * held, "\(name)")
    #expect(Level.peak(audio.suffix(480)) < 0.001, "\(name)")
  }

  @Test(
    "FluidR3's cello does not drift, or click at the seams of its loops or at the release",
    .enabled(if: hasBank, "FluidR3_GM.sf2 is not installed."), arguments: keys)
  func cello(key: UInt8) throws {
    let note = Note(key: key)
    let cello = try Self.cello()
    let audio = try note.render(cello)
    expectNoDrift(audio, hertz: Self.hertz(key), "cello, key \(key)")
    expectSmoothRelease(audio, note, "cello, key \(key)")
    // The peak of each 5 ms above the partials' frequencies, which are clear of the noise there.
    let times = try StraightLoopTimes(cello, key: key, Self.straightTones)
    let loop = try #require(times)
    let peaks = ClickMeter.highPeaks(of: audio[..<note.releaseFrame], sampleRate: Self.rate)
    var (seams, others) = ([Double](), [Double]())
    for (index, peak) in peaks.enumerated() where index >= 40 {
      let time = (Double(index) + 0.5) * ClickMeter.peakSeconds
      if loop.isSeam(time, within: ClickMeter.peakSeconds) {
        seams.append(peak)
      } else {
        others.append(peak)
      }
    }
    let decibels = 20 * log10((seams.max() ?? 1) / (others.max() ?? 1))
    print("cello, key \(key): \(seams.count) windows at seams, \(decibels) dB relative to others")
    #expect(seams.count >= 4 && decibels <= 0)
  }

  @Test(
    "The output is the same bits for all block sizes, and within −120 dB for all kernels",
    arguments: [ToneStyle.straight, .straight(vibrato: 1)])
  func bits(tone: ToneStyle) throws {
    var presets: [(BankPreset, UInt8)] = [(try Self.synthetic.get(), 69)]
    if TestScale.isFull && Self.hasBank { presets.append((try Self.cello(), 64)) }
    for (preset, key) in presets {
      let whole = Note(key: key, seconds: TestScale.cases(short: 2, full: 4), tone: tone)
      let expected = try whole.render(preset)
      #expect(Level.peak(expected[9600...]) > 0.01)
      for kernels in [KernelChoice.fastest, .portable] {
        var note = whole
        note.kernels = kernels
        let own = try note.render(preset)
        let difference = Level.greatestDifference(own, expected)
        #expect(difference <= 1e-6 * Level.peak(expected[...]), "\(20 * log10(difference)) dB")
        for size in [1, 64, 1000] {
          note.blocks = [size]
          #expect(try note.render(preset) == own, "blocks of \(size), \(kernels)")
        }
      }
    }
  }
}
