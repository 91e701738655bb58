import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits
import SoundFontFixtures
import Testing

/// Expected values follow Forte's patch format 1.10 and the registers of the GF1 (Ultrasound
/// toolkit 2.21, §2.6.2).
@Suite("Gravis Ultrasound patches")
struct GravisPatchTests {
  private typealias Wave = GravisPatchBuilder.Wave

  private static func bank(
    _ waves: [GravisPatchBuilder.Wave], _ change: (inout GravisPatchBuilder) -> Void = { _ in }
  ) throws -> SoundBank {
    var builder = GravisPatchBuilder(waves)
    change(&builder)
    return try InstrumentFile.read(ByteStorage(copying: builder.file))
  }

  private static func wave(_ change: (inout GravisPatchBuilder.Wave) -> Void = { _ in })
    -> GravisPatchBuilder.Wave
  {
    var wave = Wave((0..<100).map { Int16($0 * 300 - 15_000) })
    change(&wave)
    return wave
  }

  /// The pitch of a key is that of the root key, plus the scale's cents, in cents above key 0.
  private static func cents(_ key: Int, _ region: Region, _ bank: SoundBank) -> Double {
    let root = Int(bank.samples[region.sample].rootKey)
    let generators = region.generators
    return Double(key - root) * Double(generators[.scaleTuning])
      + 100 * Double(generators[.coarseTune]) + Double(generators[.fineTune])
  }

  // Proves gravis pitch: Patch format 1.10, wave header, root frequency; 0.001 cent
  @Test("A wave plays its root frequency at its own speed, and 100 cents per key around it")
  func pitch() throws {
    for (root, cents) in [(440_000, 6900.0), (261_626, 6000.01), (390_464, 6693.2)] {
      let bank = try Self.bank([Self.wave { $0.frequencies.root = root }])
      let region = try #require(bank.regions(ofPresetAt: 0).first)
      #expect(region.keys == 0...127)
      let exact = 6900 + 1200 * log2(Double(root) / 440_000)
      #expect(abs(exact - cents) < 0.1)
      for key in [0, 60, 69, 127] {
        // Transposition from the recorded pitch.
        let played = Self.cents(key, region, bank)
        #expect(abs(played - (Double(100 * key) - exact)) < 0.001, "\(root), \(key)")
      }
    }
  }

  // Proves gravis pitch: Patch format 1.10, wave header, scale factor; 0.001 cent
  @Test("The scale's factor is in 1024ths of a semitone, around its key")
  func scale() throws {
    let bank = try Self.bank([
      Self.wave {
        $0.frequencies.root = 440_000
        ($0.scaleKey, $0.scaleFactor) = (69, 512)
      }
    ])
    let region = try #require(bank.regions(ofPresetAt: 0).first)
    #expect(abs(Self.cents(69, region, bank)) < 0.001)
    #expect(abs(Self.cents(81, region, bank) - 600) < 0.001)
  }

  /// The frequencies of PatInfo's listing of TRUMPET.PAT: 27.499 to 466.163 (A#4) and 466.163 to
  /// 4186.073 Hz (C8).
  // Proves gravis keys: Patch format 1.10, wave header, low and high frequency; exact
  @Test(
    "Each key plays the first wave whose range has its frequency, or that with the nearest root")
  func ranges() throws {
    var low = Self.wave()
    low.frequencies = (low: 27_499, high: 466_163, root: 390_464)
    var high = Self.wave()
    high.frequencies = (low: 466_163, high: 4_186_073, root: 523_251)
    let bank = try Self.bank([low, high])
    let regions = bank.regions(ofPresetAt: 0)
    // A#4 is key 70, which both have; A0 is 21, C8 is 108, and the keys beyond have the nearest.
    #expect(regions.map(\.keys) == [0...70, 71...127])
    #expect(regions[0].sample != regions[1].sample)
    var far = Self.wave()
    far.frequencies = (low: 2_000_000, high: 4_186_073, root: 2_093_005)
    let gap = try Self.bank([low, far]).regions(ofPresetAt: 0)
    // Key 71 to 95 are in neither range: the roots are 6693 and 9600 cents, whose middle is 81.5.
    #expect(gap.map(\.keys) == [0...81, 82...127])
  }

  // Proves gravis frames: Patch format 1.10, wave header, modes; exact
  @Test("Frames are signed or unsigned, of 8 or 16 bits, and loops are in bytes")
  func frames() throws {
    let values: [Int16] = [0, 16_384, -16_384, 32_512, -32_768, 256]
    for modes in 0...3 as ClosedRange<UInt8> {
      let (is16Bit, isUnsigned) = (modes & 1 == 1, modes & 2 == 2)
      let bytes = values.flatMap { value -> [UInt8] in
        let bits = UInt16(bitPattern: value) ^ (isUnsigned ? 0x8000 : 0)
        return is16Bit
          ? [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)] : [UInt8(bits >> 8)]
      }
      let width = is16Bit ? 2 : 1
      let bank = try Self.bank([
        Self.wave {
          ($0.bytes, $0.modes, $0.loop) = (bytes, modes | 4, (2 * width, 5 * width))
        }
      ])
      let region = try #require(bank.regions(ofPresetAt: 0).first)
      let sample = bank.samples[region.sample]
      #expect(sample.loop == 2..<5 && region.generators[.sampleModes] == 1)
      guard case .file(let segment) = sample.encoding else { continue }
      let file = bank.sampleFiles[segment.file].storage.bytes
      let data = Array(file.suffix(values.count * width + (values.count * width) % 2))
      // WAV: 8 bits are unsigned, 16 are signed.
      let expected = values.flatMap { value -> [UInt8] in
        let bits = UInt16(bitPattern: value)
        return is16Bit
          ? [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)] : [UInt8(bits >> 8) ^ 0x80]
      }
      #expect(data == expected, "\(modes)")
    }
  }

  // Proves gravis loop: Patch format 1.10, wave header, modes; exact
  @Test("Alternating loops are unrolled, and loops beyond the frames do not play")
  func loops() throws {
    let alternating = try Self.bank([
      Self.wave { ($0.modes, $0.loop) = (0b1101, (20, 120)) }
    ])
    // Frames 10 to 60 forward, then backward: twice as long (EXS24 and `smpl` loops play so, too).
    let sample = alternating.samples[0]
    #expect((sample.loop?.count ?? 0) > 50 && (sample.loop?.count ?? 0) <= 100)
    #expect(alternating.warnings.contains { $0.contains("alternating loop is unrolled") })
    let beyond = try Self.bank([Self.wave { $0.loop = (20, 202) }])
    #expect(beyond.samples[0].loop == nil)
    #expect(beyond.warnings.contains { $0.contains("its loop exceeds the frames") })
    let fractional = try Self.bank([Self.wave { $0.fractions = 8 }])
    #expect(fractional.warnings.contains { $0.contains("whole frames") })
    let modulated = try Self.bank([Self.wave { $0.modulation[5] = 4 }])
    #expect(modulated.warnings.contains { $0.contains("tremolo and vibrato are ignored") })
  }

  @Test("Balance 0 is left, 7 the center, 15 right")
  func balance() throws {
    for (balance, pan) in [(0, -500.0), (7, 0), (15, 500), (11, 250)] as [(UInt8, Float)] {
      let bank = try Self.bank([Self.wave { $0.balance = balance }])
      #expect(bank.regions(ofPresetAt: 0)[0].generators[.pan] == pan)
    }
  }

  /// A rate of 63 with interval 1 raises the 12 bits of the volume by 63 at 44.1 kHz; one with
  /// intervals of 512 takes 512 times as long. 16 levels are 6.02 dB.
  // Proves gravis envelope: Ultrasound toolkit 2.21, §2.6.2.7; 10 ms
  @Test("Ramps of the envelope have the times of the registers, and its levels")
  func envelope() throws {
    func generators(_ rates: [UInt8], _ levels: [UInt8], sustains: Bool = true) throws
      -> GeneratorValues
    {
      let bank = try Self.bank([
        Self.wave {
          ($0.rates, $0.levels) = (rates, levels)
          if !sustains { $0.modes &= ~0b10_0000 }
        }
      ])
      return bank.regions(ofPresetAt: 0)[0].generators
    }
    func seconds(_ timecents: Float) -> Double { exp2(Double(timecents) / 1200) }
    // The times of steps of the 12 bits, in periods of 44.1 kHz.
    func ramp(steps: Double, periods: Double) -> Double { steps * periods / 44_100 }
    // 240 levels of 16 steps, one step each 512 periods; then 32 levels (12.04 dB) of decay.
    let slow = try generators([0xC1, 63, 0x81, 0x41, 63, 63], [240, 240, 208, 0, 0, 0])
    let attack: Double = ramp(steps: 3840, periods: 512)
    #expect(abs(seconds(slow[.volumeEnvelopeAttack]) - attack) < 0.001)
    #expect(abs(slow[.initialAttenuation] - 56.443) < 0.01)
    #expect(abs(slow[.volumeEnvelopeSustain] - 120.412) < 0.01)
    // The decay's time is that of 100 dB (SF2.04 §8.1.2, 36), the release's, too (38).
    let decay: Double = ramp(steps: 512, periods: 64) * 100 / 12.0412
    #expect(abs(seconds(slow[.volumeEnvelopeDecay]) - decay) < 0.01)
    let release: Double = ramp(steps: 3328, periods: 8) * 100 / 78.2678
    #expect(abs(seconds(slow[.volumeEnvelopeRelease]) - release) < 0.01)
    // Without sustain, the ramps after it follow at once: to silence, as a piano's.
    let piano = try generators(
      [63, 63, 63, 0x81, 63, 63], [255, 255, 255, 15, 15, 0], sustains: false)
    #expect(piano[.volumeEnvelopeSustain] == 1000)
    let whole: Double = ramp(steps: 3840, periods: 64) + ramp(steps: 240, periods: 1 / 63)
    #expect(abs(seconds(piano[.volumeEnvelopeDecay]) - whole * 100 / 95.9533) < 0.01)
    // Without an envelope, the level is constant.
    let plain = try Self.bank([Self.wave { $0.modes = 5 }]).regions(ofPresetAt: 0)[0].generators
    #expect(plain[.volumeEnvelopeSustain] == 0 && plain[.initialAttenuation] == 0)
  }

  @Test("The master volume is linear: 64 of 127 are −5.95 dB; 0 is as 127")
  func masterVolume() throws {
    for (volume, centibels) in [(127, 0.0), (64, 59.53), (0, 0)] as [(Int, Float)] {
      let bank = try Self.bank([Self.wave { $0.modes = 5 }]) { $0.masterVolume = volume }
      let attenuation = bank.regions(ofPresetAt: 0)[0].generators[.initialAttenuation]
      #expect(abs(attenuation - centibels) < 0.01, "\(volume)")
    }
  }

  @Test("Names come from the instrument; further layers and instruments have warnings")
  func names() throws {
    let bank = try Self.bank([Self.wave()]) {
      ($0.instrumentName, $0.layerCount, $0.instrumentCount) = ("Trumpet", 2, 3)
      $0.version = "GF1PATCH100"
    }
    #expect(bank.presets.map(\.name) == ["Trumpet"])
    #expect(bank.information.copyright == "Copyright of the patch")
    #expect(bank.warnings.contains { $0.contains("only the first of 2 layers") })
    #expect(bank.warnings.contains { $0.contains("Instrument 1 is cut off") })
  }

  @Test("A file that is cut at any byte is read up to there, or refused")
  func truncated() throws {
    let file = GravisPatchBuilder([Self.wave(), Self.wave { $0.frequencies.high = 440_000 }]).file
    for count in 0..<file.count {
      let bank = try? InstrumentFile.read(ByteStorage(copying: Array(file[..<count])))
      // The first wave ends after 239 + 96 + 200 bytes.
      #expect((bank != nil) == (count >= 535), "\(count)")
      if let bank { #expect(bank.warnings.contains { $0.contains("cut off") }) }
    }
    #expect(try InstrumentFile.read(ByteStorage(copying: file)).warnings.isEmpty)
  }
}
