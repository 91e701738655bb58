public import PeachInstrumentModel

/// Builds an instrument from audio files: WAV, AIFF, CAF, FLAC, Ogg and WavPack.
///
/// Root key, ranges and loop come from the file's chunks. Otherwise the root key comes from the
/// note in the file name, else it is 60. Files that declare no key range divide the keyboard at the
/// midpoints between their root keys.
public struct AudioFileInstrument {
  /// An audio file and its name.
  public struct File: Sendable {
    /// The name, with or without its folder.
    public var name: String
    /// The bytes.
    public var storage: ByteStorage

    /// Creates a file.
    public init(name: String, storage: ByteStorage) {
      self.name = name
      self.storage = storage
    }
  }

  /// An audio file with the properties of its regions.
  private struct Recording {
    var file: Int
    var name: String
    var note: RecordingChunks
    var root: UInt8
    var layer: VelocityLayer
    var keys: ClosedRange<UInt8>?
    var velocities: ClosedRange<UInt8>
  }

  private var warnings = WarningList()
  private var collection = SampleCollection(nil)
  private var recordings: [Recording] = []

  /// Returns a bank with one preset that consists of a single file.
  public static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> SoundBank {
    let name = FilePath.parts(storage.path ?? "").last ?? "recording"
    return try bank(named: SamplerInstrument.stem(name), of: [File(name: name, storage: storage)])
  }

  /// Returns a bank with one preset that consists of `files`. Skips files of unknown formats with a
  /// warning.
  ///
  /// ```swift
  /// let bank = try AudioFileInstrument.bank(named: "Vibes", of: files)
  /// bank.regions(ofPresetAt: 0).map { $0.keys }  // [0...66, 67...78, 79...127]
  /// ```
  ///
  /// - Throws: `InstrumentFileError` if no file can be read.
  public static func bank(
    named name: String, of files: [File]
  ) throws(InstrumentFileError) -> SoundBank {
    var instrument = AudioFileInstrument()
    for (index, file) in files.enumerated() { instrument.add(file, index) }
    guard !instrument.recordings.isEmpty, let first = files.first else {
      throw InstrumentFileError(
        chunk: files.first.map { $0.storage.bytes.fourCharacterCode(at: 0) } ?? "    ",
        offset: 0, reason: .nothingToPlay(firstWarning: nil))
    }
    instrument.assignRanges()
    let regions = instrument.regions()
    return SoundBank(
      information: .init(name: name),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: name)],
      samples: instrument.collection.samples, sampleFiles: instrument.collection.files,
      warnings: instrument.warnings.all, storage: first.storage,
      regionSource: { _, limit in Array(regions.prefix(max(limit, 0))) })
  }

  private mutating func add(_ file: File, _ index: Int) {
    // Files in different folders may have the same name.
    let key = "\(index) \(file.name)"
    collection.embed(file.storage, as: key, warnings: &warnings)
    guard let fileIndex = collection.file(named: key, warnings: &warnings) else { return }
    let note = collection.information[fileIndex].note
    let parsedName = RecordingName(FilePath.parts(file.name).last ?? "")
    if note.key == nil && parsedName.key == nil {
      warnings.add(.key, "\(file.name) declares no key; 60 is used.")
    }
    recordings.append(
      Recording(
        file: fileIndex, name: file.name, note: note, root: note.key ?? parsedName.key ?? 60,
        layer: parsedName.layer ?? .dynamic(.mf), keys: note.keys,
        velocities: note.velocities ?? 0...127))
  }

  /// Assigns ranges to the files that do not declare them.
  private mutating func assignRanges() {
    let open = recordings.indices.filter {
      recordings[$0].keys == nil && recordings[$0].note.velocities == nil
    }
    var layers: [VelocityLayer] = []
    for index in open where !layers.contains(recordings[index].layer) {
      layers.append(recordings[index].layer)
    }
    if layers.contains(where: { $0.isNumber != layers[0].isNumber }) {
      warnings.add(.range, "File names contain both dynamics and layer numbers; both are ignored.")
      assignKeys(open)
    } else {
      for (layer, range) in zip(layers, VelocityLayer.velocities(of: layers)) {
        let members = open.filter { recordings[$0].layer == layer }
        for index in members where layers.count > 1 {
          let low = range.lowerBound == 1 ? 0 : range.lowerBound
          recordings[index].velocities = low...range.upperBound
        }
        assignKeys(members)
      }
    }
    for index in recordings.indices where recordings[index].keys == nil && !open.contains(index) {
      recordings[index].keys = 0...127
    }
  }

  private mutating func assignKeys(_ members: [Int]) {
    let known = recordings
    let owners = members.sortedDistinct(by: { Int(known[$0].root) }) { index, first in
      warnings.add(
        .range, "Ignored \(known[index].name): \(known[first].name) has the same root key.")
    }
    let ranges = KeyRanges.split(owners.map { known[$0].root }, within: 0...127)
    for (index, keys) in zip(owners, ranges) { recordings[index].keys = keys }
  }

  private mutating func regions() -> [Region] {
    var regions: [Region] = []
    for recording in recordings {
      guard let keys = recording.keys else { continue }
      for index in collection.samples(ofFile: recording.file, rootKey: recording.root) {
        let sample = collection.samples[index]
        var region = Region(
          keys: keys, velocities: recording.velocities, sample: index,
          modulators: DefaultModulators().modulators)
        region.generators.setPan(sample.side)
        // A short release, which matters for looped samples only.
        region.generators[.volumeEnvelopeRelease] = -1200
        if sample.loop != nil {
          region.generators[.sampleModes] = Float(SampleLooping.continuous.rawValue)
        }
        let gain = recording.note.gainDecibels
        if gain > 0 {
          region.extendedParameters = ExtendedParameters()
          region.extendedParameters?.gainCentibels = Float(10 * gain)
        } else {
          region.generators[.initialAttenuation] = Float(-10 * gain)
        }
        regions.append(region)
      }
    }
    return regions
  }
}
