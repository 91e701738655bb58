import PeachInstrumentModel

/// Reads the samples of a bank one after another. Keeps the last one, so that samples that share
/// their data are decoded once.
struct CheckedSamples {
  /// The audio of the last sample, if it is compressed in the bank's file.
  private(set) var compressed: DecodedAudio?
  /// The frames of the last sample, and their level.
  private(set) var frames: [Float] = []
  private(set) var level = SampleLevel([])
  private let bank: SoundBank
  private let decoder: SampleDecoder?
  private let limit: Int
  private var last: Sample.Encoding?
  private var budget: FrameBudget
  /// The external file that was decoded last.
  private var file: (index: Int, audio: DecodedAudio)?

  /// - Parameter limit: The maximum length of a decoded sample, in frames.
  init(_ bank: SoundBank, decoder: SampleDecoder?, limit: Int) {
    self.bank = bank
    self.decoder = decoder
    self.limit = limit
    budget = FrameBudget(of: bank)
  }

  /// Reads a sample. Throws `.tooManyFrames` if that exceeds the bank's ``FrameBudget``.
  mutating func read(sampleAt index: Int) throws(SampleCodecError) {
    let encoding = bank.samples[index].encoding
    if encoding == last { return }
    last = nil
    guard budget.take(bank.samples[index].frameCount ?? 0) else {
      throw .tooManyFrames(limit: budget.limit)
    }
    compressed = nil
    switch encoding {
    case .compressed(let range):
      guard let decoder else { throw .noDecoder }
      let bytes = UnsafeRawBufferPointer(rebasing: bank.storage.bytes[range])
      let audio = try decoder(bytes, FrameBudget.frames(ofBytes: range.count, atMost: limit))
      compressed = audio
      frames = audio.firstChannel
    case .file(let segment)
    where bank.sampleFiles.indices.contains(segment.file)
      && bank.sampleFiles[segment.file].pcmLayout == nil:
      if file?.index != segment.file {
        file = nil
        let audio = try bank.sampleFiles[segment.file].decode(by: decoder, limit: limit)
        file = (segment.file, audio)
      }
      frames = file?.audio.channel(segment.channel, frames: segment.frames) ?? []
    default:
      frames = try bank.readFrames(ofSampleAt: index, decoder: decoder, limit: limit)
    }
    if bank.samples[index].frameCount == nil, !budget.take(frames.count) {
      throw .tooManyFrames(limit: budget.limit)
    }
    level = SampleLevel(frames)
    last = encoding
  }
}
