import PeachInstrumentModel

/// Turns a bank's stored samples into frames, each once, however many regions play it.
///
/// Not for the audio thread: it decodes and allocates. Use it from one thread at a time.
final class SampleLoader {
  private struct Key: Hashable {
    var sample: Int
    var end: Int
    var loop: Range<Int>?
  }

  /// The most frames a compressed sample may decode to: six minutes at 48 kHz.
  static let frameLimit = 1 << 24

  private let bank: SoundBank
  private let decoder: SampleDecoder?
  private var decoded: [Int: [Float]] = [:]
  private var prepared: [Key: SampleFrames] = [:]
  /// The file beside the bank that was decoded last.
  private var lastFile: (index: Int, audio: DecodedAudio)?

  init(bank: SoundBank, decoder: SampleDecoder?) {
    self.bank = bank
    self.decoder = decoder
  }

  /// How many frames the sample has; decodes it where only that tells.
  func frameCount(ofSampleAt index: Int) throws(SampleDecodingError) -> Int {
    if let known = bank.samples[index].frameCount { return known }
    return try values(ofSampleAt: index).count
  }

  /// The frames up to `end`, to play once, or around `loop` for ever.
  func frames(
    ofSampleAt index: Int, end: Int, loop: Range<Int>?
  ) throws(SampleDecodingError) -> SampleFrames {
    let key = Key(sample: index, end: loop?.upperBound ?? end, loop: loop)
    if let known = prepared[key] { return known }
    let values = try values(ofSampleAt: index)
    let frames = values.withUnsafeBufferPointer { all in
      let used = UnsafeBufferPointer(rebasing: all[0..<min(key.end, all.count)])
      // A sample whose bytes are not there has none of the frames that it says it has.
      if let loop, loop.upperBound <= used.count {
        return SampleFrames(looping: used, loop: loop)
      }
      return SampleFrames(playingOnce: used)
    }
    prepared[key] = frames
    return frames
  }

  /// Forgets what was decoded on the way; what was prepared stays.
  func discardDecoded() {
    decoded = [:]
    lastFile = nil
  }

  private func values(ofSampleAt index: Int) throws(SampleDecodingError) -> [Float] {
    if let known = decoded[index] { return known }
    var values: [Float]
    switch bank.samples[index].encoding {
    case .file(let part):
      values = try fileValues(part)
      for place in values.indices { values[place] = Self.playable(values[place]) }
    case .compressed:
      values = try bank.readFrames(ofSampleAt: index, decoder: decoder, limit: Self.frameLimit)
      for place in values.indices { values[place] = Self.playable(values[place]) }
    default:
      values = try bank.readFrames(ofSampleAt: index, decoder: decoder, limit: Self.frameLimit)
    }
    decoded[index] = values
    return values
  }

  /// A part of a file, which is decoded once for its channels and for parts that follow each other.
  private func fileValues(_ part: SampleFilePart) throws(SampleDecodingError) -> [Float] {
    guard bank.sampleFiles.indices.contains(part.file) else { return [] }
    let file = bank.sampleFiles[part.file]
    if file.pulseCode != nil {
      return try file.readFrames(
        part.frames, channel: part.channel, decoder: decoder, limit: Self.frameLimit)
    }
    if let last = lastFile, last.index == part.file {
      return last.audio.channel(part.channel, frames: part.frames)
    }
    guard let decoder else { throw .noDecoder }
    let audio = try decoder(file.storage.bytes, Self.frameLimit)
    lastFile = (part.file, audio)
    return audio.channel(part.channel, frames: part.frames)
  }

  /// What a decoder gives out as a kernel wants it: no infinity, which no filter would ever forget,
  /// and no number so small (−180 dB) that computing with it might become slow.
  private static func playable(_ value: Float) -> Float {
    let size = abs(value)
    return size > 1e-9 && size < .infinity ? value : 0
  }
}
