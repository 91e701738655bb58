import Foundation
import PeachBankValidation
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("Sample checks")
struct SampleCheckTests {
  private func number(
    _ value: UInt32, at offset: Int, _ count: Int = 4
  ) -> (inout SoundFontChunks) -> Void {
    { chunks in
      for byte in 0..<count {
        chunks["shdr"][offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
      }
    }
  }

  @Test("Frames outside the file")
  func outside() {
    #expect(CheckedBank.broken(chunks: number(4000, at: 24)) == [.sampleOutside])
    // The end precedes the start.
    #expect(CheckedBank.broken(chunks: number(3300, at: 20)) == [.sampleOutside])
  }

  @Test("Fewer than 48 frames; invalid rates and keys")
  func numbers() {
    #expect(
      CheckedBank.broken {
        $0.samples[0].frames = Array($0.samples[0].frames[..<40])
        $0.instruments[0].zones[0].settings = []
      } == [.sampleShort])
    #expect(CheckedBank.broken { $0.samples[0].rate = 0 } == [.sampleRate])
    #expect(CheckedBank.broken { $0.samples[0].rate = 96_000 } == [])
    #expect(CheckedBank.broken { $0.samples[0].root = 128 } == [.rootKey])
    #expect(CheckedBank.broken { $0.samples[0].root = 255 } == [])
  }

  @Test("Invalid sample types and ROM samples")
  func types() {
    #expect(CheckedBank.broken { $0.samples[0].type = 0 } == [.sampleType])
    #expect(CheckedBank.broken { $0.samples[0].type = 0x21 } == [.sampleType])
    #expect(CheckedBank.broken { $0.samples[0].type = 0x8001 } == [.sampleInROM])
  }

  @Test("Stereo samples that do not link to each other")
  func links() {
    func rules(_ first: UInt16, _ second: UInt16) -> Set<BankRule> {
      CheckedBank.broken {
        $0.samples.append(CheckedBank.sine)
        ($0.samples[0].type, $0.samples[1].type) = (4, 2)
        ($0.samples[0].link, $0.samples[1].link) = (first, second)
        $0.instruments[0].zones.append(.init([.init(.sampleModes, 1)], plays: 1))
      }
    }
    #expect(rules(1, 0) == [])
    #expect(rules(1, 1) == [.sampleLink])
    #expect(rules(7, 0) == [.sampleLink])
  }

  @Test("Loops that are missing, out of bounds, short or without enough frames around them")
  func loops() {
    func rules(_ loop: Range<Int>) -> Set<BankRule> {
      CheckedBank.broken { $0.samples[0].loop = loop }
    }
    #expect(rules(800..<800) == [.loopMissing])
    // Clamped to the sample it has whole periods and does not click.
    #expect(rules(800..<3210) == [.loopOutside])
    #expect(rules(800..<3200) == [.loopMargin])
    #expect(rules(7..<3107) == [.loopMargin])
    #expect(rules(8..<3108) == [])
    // A loop this short is not analyzed.
    #expect(
      CheckedBank.broken {
        $0.samples[0].loop = 800..<825
        $0.samples[0].frames = $0.samples[0].frames.indices.map {
          Int16((20_000 * sin(2 * .pi * Double($0) / 25)).rounded())
        }
      } == [.loopShort])
    // A sample that no zone loops needs no loop.
    #expect(
      CheckedBank.broken {
        $0.samples[0].loop = 0..<0
        $0.instruments[0].zones[0].settings = []
      } == [])
  }

  @Test("Loops that zone offsets move out of the sample")
  func offsets() {
    func rules(_ offset: Int16) -> Set<BankRule> {
      CheckedBank.broken {
        $0.instruments[0].zones[0].settings.append(.init(.endLoopAddressOffset, offset))
      }
    }
    #expect(rules(100) == [])
    #expect(rules(900) == [.loopOutside])
  }

  @Test("Samples without 46 zero frames after them")
  func guardFrames() {
    #expect(CheckedBank.broken { $0.framesBetween = 45 } == [.guardFrames])
    #expect(CheckedBank.broken { $0.framesBetween = 60 } == [])
  }

  @Test("Silent and clipped samples")
  func levels() {
    #expect(
      CheckedBank.broken { $0.samples[0].frames = [Int16](repeating: 0, count: 3200) } == [.silent])
    func sine(_ amplitude: Double) -> [Int16] {
      (0..<3200).map {
        Int16(max(-32768, min(32767, (amplitude * sin(2 * .pi * Double($0) / 100)).rounded())))
      }
    }
    #expect(CheckedBank.broken { $0.samples[0].frames = sine(32_767) } == [])
    #expect(CheckedBank.broken { $0.samples[0].frames = sine(34_000) } == [.clipped])
    // A square wave is always at full scale.
    #expect(
      CheckedBank.broken {
        $0.samples[0].frames = (0..<3200).map { $0 % 100 < 50 ? 32_767 : -32_768 }
      } == [])
  }

  @Test("A discontinuous loop clicks, with the reported height")
  func click() throws {
    #expect(CheckedBank.broken { $0.samples[0].loop = 800..<2402 } == [.loopClick])
    // A step of up to 1 % of the peak is not reported: here 0.6 %, a tenth of a frame.
    let nearly = (0..<3200).map {
      Int16((20_000 * sin(2 * .pi * Double($0) / 100.00625)).rounded())
    }
    #expect(CheckedBank.broken { $0.samples[0].frames = nearly } == [])
    // Two frames of 100 from the zero crossing: sin(4π/100) is 0.1253, −18 dB of the peak.
    var builder = CheckedBank.clean
    builder.samples[0].loop = 800..<2402
    let found = CheckedBank.check(builder.chunks.file).findings
    let words = try #require(found.first?.message.split(separator: " "))
    let level = try #require(words.firstIndex(of: "dB").map { words[$0 - 1] })
    let decibels = try #require(Double(level.replacing("−", with: "-")))
    #expect(abs(decibels - 20 * log10(sin(4 * .pi / 100))) < 0.5)
  }

  @Test("White noise at a loop point is not reported as a click")
  func noise() {
    var random = SystemRandomNumberGenerator()
    let frames = (0..<3200).map { _ in Int16.random(in: -20_000...20_000, using: &random) }
    #expect(CheckedBank.broken { $0.samples[0].frames = frames } == [])
  }

  @Test("Streams that are undecodable, have another rate or two channels, or end before the loop")
  func streams() {
    let frames = CheckedBank.sine.frames
    func rules(_ decoder: SampleDecoder?, loop: Range<Int> = 800..<2400) -> Set<BankRule> {
      CheckedBank.broken(decoder: decoder) {
        $0.version = (3, 0)
        $0.samples[0] = SoundFontSample(compressed: [1, 2, 3, 4], loop: loop, rate: 44_000)
      }
    }
    #expect(rules(CheckedBank.decoder(frames)) == [])
    #expect(rules(nil) == [.notDecoded])
    #expect(
      rules { _, _ throws(SampleCodecError) in throw .undecodable(code: 1) } == [.notDecodable])
    #expect(rules(CheckedBank.decoder(frames, rate: 48_000)) == [.streamFormat])
    #expect(rules(CheckedBank.decoder(frames, channels: 2)) == [.streamFormat])
    #expect(rules(CheckedBank.decoder(frames), loop: 800..<3300) == [.loopOutside])
    // Compressed samples require version 3.
    let old = CheckedBank.broken(decoder: CheckedBank.decoder(frames)) {
      $0.samples[0] = SoundFontSample(compressed: [1, 2, 3, 4], loop: 800..<2400, rate: 44_000)
    }
    #expect(old == [.sampleType])
  }
}
