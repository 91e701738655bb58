public import PeachInstrumentModel

/// The audio files and samples of an instrument, collected while it is read: each file is opened
/// once, however many regions name it.
public struct SampleCollection {
  /// More files than this are not opened: systems have a limit on mapped files.
  public static var fileLimit: Int { 32_768 }

  /// What is known about one of ``files``.
  public private(set) var information: [AudioFileInformation] = []
  /// The files opened so far, for ``SoundBank/sampleFiles``.
  public private(set) var files: [SampleFile] = []
  /// The samples made so far, for ``SoundBank/samples``.
  public private(set) var samples: [Sample] = []
  private let access: FolderAccess?
  private var resolver: SampleResolver?
  private var known: [String: Int?] = [:]
  private var opened: [String: Int] = [:]
  private var places: [Sample: Int] = [:]

  /// Nothing yet. Without `folders` every file is missing.
  public init(_ folders: SampleFolders?) {
    access = folders?.access
    resolver = folders.map { SampleResolver($0) }
  }

  /// The place in ``files`` of the file that an instrument names; nil where it cannot be had, which
  /// is said in `warnings`, once for each name. See ``SampleResolver/find(_:extensions:)``.
  package mutating func file(
    named reference: String, extensions: [String] = [], warnings: inout WarningList
  ) -> Int? {
    if let index = known[reference] { return index }
    var index: Int?
    if let result = resolver?.find(reference, extensions: extensions) {
      if case .found(let path) = result {
        index = open(path, reference, &warnings)
      } else {
        let complaint = result.complaint(about: reference)
        warnings.add(.broken, "Sample \(complaint ?? reference)")
      }
    } else {
      warnings.add(
        .broken, "Sample ‘\(reference)’ is a file of its own, and no folder for it was given.")
    }
    known[reference] = .some(index)
    return index
  }

  private mutating func open(
    _ path: String, _ reference: String, _ warnings: inout WarningList
  ) -> Int? {
    // Two names may lead to one file.
    if let index = opened[path] { return index }
    guard files.count < Self.fileLimit, let storage = access?.open(path) else {
      warnings.add(.broken, "Sample ‘\(reference)’ at \(path) cannot be read.")
      return nil
    }
    let index = add(storage, path: path, &warnings)
    opened[path] = index
    return index
  }

  /// Takes a file that the instrument itself holds, under the name by which its regions know it. A
  /// name that is known already keeps its file.
  package mutating func embed(
    _ storage: ByteStorage, as reference: String, warnings: inout WarningList
  ) {
    if known[reference] != nil { return }
    known[reference] = .some(add(storage, path: reference, &warnings))
  }

  private mutating func add(
    _ storage: ByteStorage, path: String, _ warnings: inout WarningList
  ) -> Int? {
    guard let information = AudioFileInformation(storage.bytes) else {
      warnings.add(.broken, "Sample \(path) is no audio file that is known.")
      return nil
    }
    self.information.append(information)
    files.append(SampleFile(path: path, storage: storage, pulseCode: information.pulseCode))
    return files.count - 1
  }

  /// The samples of a stretch of a file, all of it unless `frames` says which: one, or left and
  /// right.
  ///
  /// Root, tuning and loop are those of the file, unless others are given; the loop is counted from
  /// the file's first frame, and left out where it is not within the stretch. Of more than two
  /// channels the first two are taken.
  public mutating func samples(
    ofFile file: Int, frames: Range<Int> = 0..<Int.max, rootKey: UInt8? = nil,
    correctionCents: Double? = nil, loop: Range<Int>?? = nil
  ) -> [Int] {
    let about = information[file]
    let loop = loop ?? about.note.loop
    let inside = loop?.clamped(to: frames.clamped(to: 0..<(about.frameCount ?? Int.max)))
    var indices: [Int] = []
    let count = min(about.channelCount, 2)
    for channel in 0..<count {
      var sample = Sample(
        name: FilePath.parts(files[file].path).last ?? "",
        encoding: .file(
          SampleFileSegment(
            file: file, channel: channel, frames: frames, fileFrameCount: about.frameCount)),
        sampleRate: about.sampleRate, rootKey: rootKey ?? about.note.key ?? 60,
        correctionCents: correctionCents ?? -about.note.cents,
        side: count == 1 ? .mono : channel == 0 ? .left : .right)
      if let inside, !inside.isEmpty {
        sample.loop =
          inside.lowerBound - frames.lowerBound..<inside.upperBound - frames.lowerBound
      }
      indices.append(add(sample))
    }
    if indices.count == 2 {
      samples[indices[0]].partner = indices[1]
      samples[indices[1]].partner = indices[0]
    }
    return indices
  }

  /// Gives a sample another rate than its file has.
  mutating func setRate(ofSampleAt index: Int, to rate: Double) {
    samples[index].sampleRate = rate
  }

  /// A sample without frames, in place of one that is missing.
  public mutating func missingSample(named name: String) -> Int {
    add(Sample(name: name, encoding: .missing, sampleRate: 44_100, rootKey: 60))
  }

  private mutating func add(_ sample: Sample) -> Int {
    if let index = places[sample] { return index }
    places[sample] = samples.count
    samples.append(sample)
    return samples.count - 1
  }
}
