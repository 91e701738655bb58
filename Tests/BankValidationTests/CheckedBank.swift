import Foundation
import PeachBankValidation
import PeachInstrumentModel
import SoundFontFixtures

/// A valid bank, and the findings in variations of it.
enum CheckedBank {
  /// A looped sine of 440 Hz: 32 periods of 100 frames at 44,000 Hz, 16 of them the loop.
  static var sine: SoundFontSample {
    SoundFontSample(
      frames: (0..<3200).map { Int16((20_000 * sin(2 * .pi * Double($0) / 100)).rounded()) },
      loop: 800..<2400, rate: 44_000, root: 69)
  }

  /// One preset, one instrument, one zone each.
  static var clean: SoundFontBuilder {
    var builder = SoundFontBuilder()
    builder.samples = [sine]
    builder.instruments = [.init(zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
    builder.presets = [.init(zones: [.init(plays: 0)])]
    return builder
  }

  /// Returns all findings in a file, with samples decoded only if a decoder is given.
  static func check(_ bytes: [UInt8], decoder: SampleDecoder? = nil) -> BankCheck {
    var check = BankCheck(structureOf: ByteStorage(copying: bytes))
    check.checkSound(decoder: decoder)
    return check
  }

  /// Returns the violated rules of a changed bank, without duplicates.
  static func broken(
    decoder: SampleDecoder? = nil, _ change: (inout SoundFontBuilder) -> Void
  ) -> Set<BankRule> {
    var builder = clean
    change(&builder)
    return Set(check(builder.chunks.file, decoder: decoder).findings.map(\.rule))
  }

  /// Returns the violated rules of the valid bank with changed chunks.
  static func broken(chunks change: (inout SoundFontChunks) -> Void) -> Set<BankRule> {
    var chunks = clean.chunks
    change(&chunks)
    return Set(check(chunks.file).findings.map(\.rule))
  }

  /// Creates a decoder that returns these frames for any input.
  static func decoder(
    _ frames: [Int16], rate: Double = 44_000, channels: Int = 1
  ) -> SampleDecoder {
    { _, _ throws(SampleCodecError) in
      DecodedAudio(
        sampleRate: rate, channelCount: channels,
        values: frames.flatMap { [Float](repeating: Float($0) / 32768, count: channels) })
    }
  }
}
