package import PeachInstrumentModel
import PeachMusicUnits

/// Collects the audio files and samples of an instrument while it is read. Opens each file once.
package struct SampleCollection {
  /// The maximum number of open files, because systems limit the number of mapped files.
  package static var fileLimit: Int { 32_768 }
  /// The maximum length of a file's name in the instrument, in bytes: that of systems. Many regions
  /// may share a longer name, and each search reads it.
  static var nameLimit: Int { 4096 }

  /// The properties of each of ``files``.
  package private(set) var information: [AudioFileInformation] = []
  /// The open files, for ``SoundBank/sampleFiles``.
  package private(set) var files: [SampleFile] = []
  /// The samples, for ``SoundBank/samples``.
  package private(set) var samples: [Sample] = []
  private let access: FolderAccess?
  private var resolver: SampleResolver?
  private var known = KeyedArray<String, Int?>()
  private var opened = KeyedArray<String, Int>()
  private var sampleIndices = KeyedArray<Sample, Int>()

  /// Creates an empty collection. Without `folders`, every file is missing.
  package init(_ folders: SampleFolders?) {
    access = folders?.access
    resolver = folders.map { SampleResolver($0) }
  }

  /// Returns the index in ``files`` of a file by its name in the instrument, or `nil` if it is
  /// unavailable. Adds one warning per unavailable name. See
  /// ``SampleResolver/find(_:extensions:)``.
  package mutating func file(
    named reference: String, extensions: [String] = [], warnings: inout WarningList
  ) -> Int? {
    guard reference.utf8.count <= Self.nameLimit else {
      warnings.add(.broken, "Sample \(quoted: reference) has a longer name than files have.")
      return nil
    }
    if let index = known[reference] { return index }
    var index: Int?
    switch resolver?.find(reference, extensions: extensions) {
    case .found(let path): index = open(path, reference, &warnings)
    case let result?:
      warnings.add(
        .broken, "Sample \(result.problem(with: reference) ?? "\(quoted: reference)")")
    case nil:
      warnings.add(
        .broken, "Sample \(quoted: reference) is an external file, and no folder for it was given.")
    }
    known.setValue(index, for: reference)
    return index
  }

  private mutating func open(
    _ path: String, _ reference: String, _ warnings: inout WarningList
  ) -> Int? {
    // Different names may refer to the same file.
    if let index = opened[path] { return index }
    guard files.count < Self.fileLimit, let storage = access?.open(path) else {
      warnings.add(.broken, "Sample \(quoted: reference) at \(shortened: path) cannot be read.")
      return nil
    }
    let index = add(storage, path: path, &warnings)
    if let index { opened.setValue(index, for: path) }
    return index
  }

  /// Whether a file's name has been searched for or embedded.
  func knows(_ reference: String) -> Bool { known[reference] != nil }

  /// Adds a file that is embedded in the instrument, unless its name is already known.
  package mutating func embed(
    _ storage: ByteStorage, as reference: String, warnings: inout WarningList
  ) {
    if known[reference] != nil { return }
    known.setValue(add(storage, path: reference, &warnings), for: reference)
  }

  private mutating func add(
    _ storage: ByteStorage, path: String, _ warnings: inout WarningList
  ) -> Int? {
    guard let information = AudioFileInformation(storage.bytes) else {
      #if hasFeature(Embedded)
        // Only the page does not read them (decision 0112).
        let problem =
          storage.bytes.fourCharacterCode(at: 0) == "wvpk"
          ? "is a WavPack file, which is not read; `wvunpack` converts it to WAV"
          : "has an unknown audio format"
      #else
        let problem =
          storage.bytes.fourCharacterCode(at: 0) == "wvpk"
          ? "is a WavPack file that is damaged, or of DSD" : "has an unknown audio format"
      #endif
      warnings.add(.broken, "Sample \(shortened: path) \(problem).")
      return nil
    }
    if information.frameCount == 0 {
      warnings.add(.broken, "Sample \(shortened: path) has no frames.")
    }
    if information.missingByteCount > 0 {
      warnings.add(
        .range,
        "Sample \(shortened: path) is cut off: the last \(information.missingByteCount) bytes of "
          + "its frames are missing.")
    }
    if let warning = information.note.loopWarning(path) { warnings.add(.loop, warning) }
    // Decoders do not find the chunks after one that is not padded.
    let decoded = information.pcmLayout == nil ? ChunkPadding.mended(storage.bytes) : nil
    self.information.append(information)
    files.append(
      SampleFile(
        path: path, storage: decoded.map { ByteStorage(copying: $0) } ?? storage,
        pcmLayout: information.pcmLayout,
        alternatingLoop: information.note.loopDirection == .alternating
          ? information.note.loop : nil))
    return files.count - 1
  }

  /// Returns the indices of the samples of a file or of a segment of it: one, or left and right.
  /// Channels after the second are ignored.
  ///
  /// - Parameters:
  ///   - frames: The segment in the file; the whole file by default.
  ///   - rootKey: Overrides the root key that the file declares.
  ///   - correctionCents: Overrides the pitch correction.
  ///   - loop: Overrides the loop, in frames of the file. Ignored if outside the segment.
  package mutating func samples(
    ofFile file: Int, frames: Range<Int> = 0..<Int.max, rootKey: UInt8? = nil,
    correctionCents: Double? = nil, loop: Range<Int>?? = nil
  ) -> [Int] {
    let properties = information[file]
    let loop = loop ?? properties.note.loop
    let existing = frames.clamped(to: 0..<(properties.frameCount ?? Int.max))
    var inside = loop?.intersection(existing)
    let alternating = files[file].alternatingLoop.flatMap {
      $0 == loop && $0 == inside && properties.frameCount != nil ? $0 : nil
    }
    if let alternating { inside = AlternatingLoop.unrolled(alternating) }
    var indices: [Int] = []
    let count = min(properties.channelCount, 2)
    for channel in 0..<count {
      var sample = Sample(
        name: FilePath.parts(files[file].path).last ?? "",
        encoding: .file(
          SampleFileSegment(
            file: file, channel: channel, frames: frames, fileFrameCount: properties.frameCount,
            alternatingLoop: alternating)),
        sampleRate: properties.sampleRate, rootKey: rootKey ?? properties.note.key ?? 60,
        correctionCents: correctionCents ?? -properties.note.cents,
        side: count == 1 ? .mono : channel == 0 ? .left : .right)
      if let inside {
        sample.loop = inside.lowerBound - frames.lowerBound..<inside.upperBound - frames.lowerBound
      }
      indices.append(add(sample))
    }
    if indices.count == 2 {
      samples[indices[0]].partner = indices[1]
      samples[indices[1]].partner = indices[0]
    }
    return indices
  }

  mutating func setRate(ofSampleAt index: Int, to rate: Double) { samples[index].sampleRate = rate }

  /// Returns the index of a sample without frames that replaces a missing one.
  mutating func missingSample(named name: String) -> Int {
    add(
      Sample(
        name: String(shortening: name), encoding: .missing, sampleRate: 44_100, rootKey: 60))
  }

  private mutating func add(_ sample: Sample) -> Int {
    if let index = sampleIndices[sample] { return index }
    sampleIndices.setValue(samples.count, for: sample)
    samples.append(sample)
    return samples.count - 1
  }
}
