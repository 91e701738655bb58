import PeachInstrumentModel

/// Turns a bank's stored samples into frames, each once, however many regions play it.
///
/// Not for the audio thread: it decodes and allocates. Use it from one thread at a time.
final class SampleLoader {
  private struct Key: Hashable {
    var sample: Int
    var end: Int
    var loop: Range<Int>?
    var crossfade: Int
  }

  private struct Entry {
    var frames: SampleData
    /// When it was last asked for.
    var turn: Int
  }

  /// The most frames a compressed sample may decode to: six minutes at 48 kHz.
  static let frameLimit = 1 << 24

  private let bank: SoundBank
  private let decoder: SampleDecoder?
  private var decoded: [Int: [Float]] = [:]
  /// The file beside the bank that was decoded last.
  private var lastFile: (index: Int, audio: DecodedAudio)?
  /// How long those are that were decoded once.
  private var decodedFrameCounts: [Int: Int] = [:]
  private var prepared: [Key: Entry] = [:]
  private var turn = 0
  /// Whether what needs no decoding is read only when it is struck.
  private let isOnDemand: Bool
  /// Room for one stored sample at a time.
  private var room: [Float] = []
  private(set) var decodedCount = 0
  /// How many bytes the frames that are prepared take, or would if all were in memory.
  private(set) var byteCount = 0

  init(bank: SoundBank, decoder: SampleDecoder?, isOnDemand: Bool = false) {
    self.bank = bank
    self.isOnDemand = isOnDemand
    self.decoder = decoder
  }

  /// How many frames the sample has; decodes it where only that tells.
  func frameCount(ofSampleAt index: Int) throws(SampleCodecError) -> Int {
    if let known = bank.samples[index].frameCount ?? decodedFrameCounts[index] { return known }
    return try decodedValues(ofSampleAt: index).count
  }

  /// The frames up to `end`, to play once, or around `loop` for ever; the loop's last `crossfade` of
  /// them turn into those before it. Where samples are read on demand, those that `isStruck` says are
  /// played by strikes alone are.
  func frames(
    ofSampleAt index: Int, end: Int, loop: Range<Int>?, crossfade: Int = 0,
    isStruck: Bool = false
  ) throws(SampleCodecError) -> SampleData {
    let key = Key(
      sample: index, end: loop?.upperBound ?? end, loop: loop,
      crossfade: loop == nil ? 0 : crossfade)
    turn += 1
    if let known = prepared[key] {
      prepared[key] = Entry(frames: known.frames, turn: turn)
      if !isStruck { known.frames.keep() }
      return known.frames
    }
    let frames: SampleData
    switch bank.samples[index].encoding {
    case .compressed, .file:
      let values = try decodedValues(ofSampleAt: index)
      frames = Self.frames(values[...], key)
    default:
      let count = min(key.end, bank.storedFrameCount(ofSampleAt: index))
      let source =
        isOnDemand && isStruck ? SampleSource(bank, sample: index, count: count) : nil
      if let source {
        frames = SampleData(
          count: count, loop: key.loop.flatMap { $0.upperBound <= count ? $0 : nil },
          crossfade: key.crossfade, source: source)
      } else {
        _ = bank.readStoredFrames(ofSampleAt: index, count: count, into: &room)
        frames = Self.frames(room[..<count], key)
        bank.forgetBytes(ofSampleAt: index)
      }
    }
    prepared[key] = Entry(frames: frames, turn: turn)
    byteCount += frames.byteCount
    return frames
  }

  private static func frames(_ values: ArraySlice<Float>, _ key: Key) -> SampleData {
    values.withUnsafeBufferPointer { all in
      let used = UnsafeBufferPointer(rebasing: all[0..<min(key.end, all.count)])
      // A sample whose bytes are not there has none of the frames that it says it has.
      if let loop = key.loop, loop.upperBound <= used.count {
        return SampleData(looping: used, loop: loop, crossfade: key.crossfade)
      }
      return SampleData(playingOnce: used)
    }
  }

  /// Forgets what was decoded or read on the way; what was prepared stays.
  func discardDecoded() {
    decoded = [:]
    lastFile = nil
    room = []
  }

  /// Forgets prepared samples that no preset holds, those first that were not asked for the longest,
  /// until no more than `limit` bytes of them are left.
  func discardUnused(beyond limit: Int) {
    var unused: [(key: Key, turn: Int, byteCount: Int)] = []
    var total = 0
    for key in Array(prepared.keys) where isUnused(key) {
      guard let entry = prepared[key] else { continue }
      let count = entry.frames.byteCount
      unused.append((key, entry.turn, count))
      total += count
    }
    if total <= limit { return }
    unused.sort { $0.turn < $1.turn }
    for one in unused where total > limit {
      prepared[one.key] = nil
      byteCount -= one.byteCount
      total -= one.byteCount
    }
  }

  /// True where nobody else has the frames. Others let go of them on any thread, but only here can
  /// anybody get them anew.
  private func isUnused(_ key: Key) -> Bool {
    guard var entry = prepared.removeValue(forKey: key) else { return false }
    let isUnique = isKnownUniquelyReferenced(&entry.frames)
    prepared[key] = entry
    return isUnique
  }

  private func decodedValues(ofSampleAt index: Int) throws(SampleCodecError) -> [Float] {
    if let known = decoded[index] { return known }
    var values: [Float]
    if case .file(let part) = bank.samples[index].encoding {
      values = try fileValues(part)
    } else {
      values = try bank.readFrames(ofSampleAt: index, decoder: decoder, limit: Self.frameLimit)
    }
    decodedCount += 1
    for place in values.indices { values[place] = Self.playable(values[place]) }
    decoded[index] = values
    decodedFrameCounts[index] = values.count
    bank.forgetBytes(ofSampleAt: index)
    return values
  }

  /// A part of a file, which is decoded once for its channels and for parts that follow each other.
  private func fileValues(_ part: SampleFileSegment) throws(SampleCodecError) -> [Float] {
    guard bank.sampleFiles.indices.contains(part.file) else { return [] }
    let file = bank.sampleFiles[part.file]
    if file.pulseCode != nil {
      return try file.readFrames(
        part.frames, channel: part.channel, decoder: decoder, limit: Self.frameLimit)
    }
    if let last = lastFile, last.index == part.file {
      return last.audio.channel(part.channel, frames: part.frames)
    }
    let audio = try file.decode(by: decoder, limit: Self.frameLimit)
    lastFile = (part.file, audio)
    return audio.channel(part.channel, frames: part.frames)
  }

  /// The largest value of a recording, 24 dB above full scale: files of floating-point numbers may
  /// hold any.
  private static var highest: Float { 16 }

  /// What a decoder gives out as a kernel wants it: no infinity, which no filter would ever forget,
  /// nothing louder than any recording, and no number so small (−180 dB) that computing with it might
  /// become slow.
  private static func playable(_ value: Float) -> Float {
    let size = abs(value)
    return size > 1e-9 && size < .infinity ? min(max(value, -highest), highest) : 0
  }
}
