import PeachInstrumentModel
import PeachMusicUnits

/// Converts a bank's samples to sample data, each once, regardless of how many regions use it. Use
/// it from one thread at a time.
final class SampleLoader {
  private struct Key: Hashable {
    var sample: Int
    var end: Int
    var loop: Range<Int>?
    var crossfade: Int
  }

  private struct Entry {
    var data: SampleData
    var lastUse: Int
  }

  /// The maximum number of frames of a decoded sample: six minutes at 48 kHz.
  static let frameLimit = 1 << 24

  private let bank: SoundBank
  private let decoder: SampleDecoder?
  private var decoded = KeyedArray<Int, [Float]>()
  /// The external sample that was decoded last.
  private var lastFile: (index: Int, audio: DecodedAudio)?
  private var decodedFrameCounts = KeyedArray<Int, Int>()
  /// The errors of samples, and of external files, so that none is decoded again.
  private var sampleErrors = KeyedArray<Int, SampleCodecError>()
  private var fileErrors = KeyedArray<Int, SampleCodecError>()
  /// The prepared data; `nil` once it was discarded.
  private var prepared = KeyedArray<Key, Entry?>()
  private var useCount = 0
  /// Whether uncompressed samples are loaded on demand.
  private let isOnDemand: Bool
  private let form: SampleFrames.Form
  private var buffer: [Float] = []
  private(set) var decodedCount = 0
  var hasDecoder: Bool { decoder != nil }
  /// The size of the prepared data if all were loaded, in bytes.
  private(set) var byteCount = 0
  var replacements = ReplacementDataCache()

  init(
    bank: SoundBank, decoder: SampleDecoder?, form: SampleFrames.Form, isOnDemand: Bool = false
  ) {
    self.bank = bank
    self.form = form
    self.isOnDemand = isOnDemand
    self.decoder = decoder
  }

  /// Returns the length of a sample, in frames; decodes it if only that reveals the length.
  func frameCount(ofSampleAt index: Int) throws(SampleCodecError) -> Int {
    if let known = bank.samples[index].frameCount ?? decodedFrameCounts[index] { return known }
    return try decodedValues(ofSampleAt: index).count
  }

  /// Returns the data of a sample up to `end`, or up to the end of `loop`. It may be loaded on
  /// demand if only note-ons play it.
  func data(
    ofSampleAt index: Int, end: Int, loop: Range<Int>?, crossfade: Int = 0, isOnDemand: Bool = false
  ) throws(SampleCodecError) -> SampleData {
    let key = Key(
      sample: index, end: loop?.upperBound ?? end, loop: loop,
      crossfade: loop == nil ? 0 : crossfade)
    useCount += 1
    if let known = prepared[key] ?? nil {
      prepared.setValue(Entry(data: known.data, lastUse: useCount), for: key)
      if !isOnDemand { known.data.pin() }
      return known.data
    }
    let data: SampleData
    switch bank.samples[index].encoding {
    case .compressed, .file: data = self.data(try decodedValues(ofSampleAt: index)[...], key)
    default:
      let count = min(key.end, bank.storedFrameCount(ofSampleAt: index))
      if self.isOnDemand && isOnDemand && count > 0 {
        data = SampleData(
          count: count, loop: key.loop.flatMap { $0.upperBound <= count ? $0 : nil },
          crossfade: key.crossfade, form: form, source: (bank, index))
      } else {
        _ = bank.readStoredFrames(ofSampleAt: index, count: count, into: &buffer)
        data = self.data(buffer[..<count], key)
        bank.forgetBytes(ofSampleAt: index)
      }
    }
    prepared.setValue(Entry(data: data, lastUse: useCount), for: key)
    byteCount += data.byteCount
    return data
  }

  /// Returns the data of a replacement; equal ones share it.
  func data(of replacement: SampleReplacement, loop: Range<Int>?) -> SampleData {
    replacements.data(replacement.frames, loop: loop, form: form)
  }

  private func data(_ values: ArraySlice<Float>, _ key: Key) -> SampleData {
    values.withUnsafeBufferPointer { all in
      let used = UnsafeBufferPointer(rebasing: all[0..<min(key.end, all.count)])
      // The data of a truncated file may end before the loop does.
      if let loop = key.loop, loop.upperBound <= used.count {
        return SampleData(used, loop: loop, crossfade: key.crossfade, form: form)
      }
      return SampleData(used, form: form)
    }
  }

  /// Discards intermediate results; prepared data stays.
  func discardDecoded() {
    decoded = KeyedArray()
    lastFile = nil
    buffer = []
  }

  /// Discards the least recently used data without a preset, until at most `limit` bytes remain.
  func discardUnused(beyond limit: Int) {
    let unused = prepared.keys.filter(isUnused).compactMap { key in
      (prepared[key] ?? nil).map { entry in
        (key: key, lastUse: entry.lastUse, byteCount: entry.data.byteCount)
      }
    }
    var total = unused.reduce(0) { $0 + $1.byteCount }
    if total <= limit { return }
    for entry in unused.sorted(byKey: { SortKey($0.lastUse) }) where total > limit {
      prepared.setValue(nil, for: entry.key)
      byteCount -= entry.byteCount
      total -= entry.byteCount
    }
  }

  /// Whether no preset holds the data. Any thread may release it; only this loader hands it out.
  private func isUnused(_ key: Key) -> Bool {
    var entry: Entry?
    // Only the loader may refer to the entry.
    swap(&entry, &prepared[key, default: nil])
    defer { prepared[key, default: nil] = entry }
    guard var known = entry.take() else { return false }
    let isUnique = isKnownUniquelyReferenced(&known.data)
    entry = known
    return isUnique
  }

  private func decodedValues(ofSampleAt index: Int) throws(SampleCodecError) -> [Float] {
    if let known = decoded[index] { return known }
    if let error = sampleErrors[index] { throw error }
    var values: [Float]
    do throws(SampleCodecError) {
      values =
        if case .file(let segment) = bank.samples[index].encoding,
          bank.sampleFiles.indices.contains(segment.file)
        {
          bank.sampleFiles[segment.file].unrolled(try fileValues(segment), of: segment)
        } else {
          try bank.readFrames(ofSampleAt: index, decoder: decoder, limit: Self.frameLimit)
        }
    } catch {
      sampleErrors.setValue(error, for: index)
      throw error
    }
    decodedCount += 1
    values.withUnsafeMutableBufferPointer { values in
      for index in values.indices { values[index] = Self.sanitized(values[index]) }
    }
    decoded.setValue(values, for: index)
    decodedFrameCounts.setValue(values.count, for: index)
    bank.forgetBytes(ofSampleAt: index)
    return values
  }

  /// Returns a segment of a file, decoded once for all its channels and consecutive segments.
  private func fileValues(_ segment: SampleFileSegment) throws(SampleCodecError) -> [Float] {
    guard bank.sampleFiles.indices.contains(segment.file) else { return [] }
    let file = bank.sampleFiles[segment.file]
    if file.pcmLayout != nil {
      return try file.readFrames(
        segment.frames, channel: segment.channel, decoder: decoder, limit: Self.frameLimit)
    }
    if let last = lastFile, last.index == segment.file {
      return last.audio.channel(segment.channel, frames: segment.frames)
    }
    if let error = fileErrors[segment.file] { throw error }
    let audio: DecodedAudio
    do throws(SampleCodecError) {
      audio = try file.decode(by: decoder, limit: Self.frameLimit)
    } catch {
      fileErrors.setValue(error, for: segment.file)
      throw error
    }
    lastFile = (segment.file, audio)
    return audio.channel(segment.channel, frames: segment.frames)
  }

  /// Returns a decoded value limited to +24 dBFS. Flushes values below −180 dBFS, which may become
  /// denormals, and infinities to 0.
  @inline(__always) static func sanitized(_ value: Float) -> Float {
    let magnitude = abs(value)
    return magnitude > 1e-9 && magnitude < .infinity ? min(max(value, -16), 16) : 0
  }
}
