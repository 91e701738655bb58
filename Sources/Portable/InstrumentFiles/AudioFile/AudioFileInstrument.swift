public import PeachInstrumentModel

/// Makes one instrument of audio files: WAV, AIFF, CAF, FLAC and Ogg.
///
/// Where a file says in its own chunks which key it sounds at, which keys and velocities play it and
/// what repeats, that goes; else the note in its name; else key 60. Files that do not say which keys
/// play them share the keyboard, the border lying midway between two.
public struct AudioFileInstrument {
  /// An audio file and its name.
  public struct File: Sendable {
    /// Its name, with or without the folder.
    public var name: String
    /// Its bytes.
    public var storage: ByteStorage

    /// A file of this name.
    public init(name: String, storage: ByteStorage) {
      self.name = name
      self.storage = storage
    }
  }

  /// What is known of one of the files.
  private struct Recording {
    var file: Int
    var name: String
    var note: RecordingChunks
    var root: UInt8
    var layer: VelocityLayer?
    var keys: ClosedRange<UInt8>?
    var velocities: ClosedRange<UInt8>
  }

  private var warnings = WarningList()
  private var collection = SampleCollection(nil)
  private var recordings: [Recording] = []

  /// The bank of one preset that a single file is.
  public static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> SoundBank {
    let name = FilePath.parts(storage.path ?? "").last ?? "recording"
    return try bank(
      named: SamplerInstrument.stem(name), of: [File(name: name, storage: storage)])
  }

  /// The bank of one preset that `files` are together. Those that are no audio files are left out,
  /// which its warnings say; an error where all are.
  ///
  /// ```swift
  /// let bank = try AudioFileInstrument.bank(named: "Vibes", of: files)
  /// bank.regions(ofPresetAt: 0).map { $0.keys }  // [0...66, 67...78, 79...127]
  /// ```
  public static func bank(
    named name: String, of files: [File]
  ) throws(InstrumentFileError) -> SoundBank {
    var instrument = AudioFileInstrument()
    for (index, file) in files.enumerated() { instrument.add(file, index) }
    guard !instrument.recordings.isEmpty, let first = files.first else {
      throw InstrumentFileError(
        chunk: files.first.map { RecordingChunks.code($0.storage.bytes, 0) } ?? "    ",
        offset: 0, reason: .nothingToPlay(firstWarning: nil))
    }
    instrument.share()
    let regions = instrument.regions()
    return SoundBank(
      information: .init(name: name),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: name)],
      samples: instrument.collection.samples, sampleFiles: instrument.collection.files,
      warnings: instrument.warnings.all, storage: first.storage,
      regionSource: { _, limit in Array(regions.prefix(max(limit, 0))) })
  }

  private mutating func add(_ file: File, _ index: Int) {
    // Two files in two folders may have one name.
    let key = "\(index) \(file.name)"
    collection.embed(file.storage, as: key, warnings: &warnings)
    guard let place = collection.file(named: key, warnings: &warnings) else { return }
    let note = collection.information[place].note
    let said = RecordingName(FilePath.parts(file.name).last ?? "")
    if note.key == nil && said.key == nil {
      warnings.add(.key, "\(file.name) names no key; 60 is taken.")
    }
    recordings.append(
      Recording(
        file: place, name: file.name, note: note, root: note.key ?? said.key ?? 60,
        layer: said.layer, keys: note.keys, velocities: note.velocities ?? 0...127))
  }

  /// Shares out keys and velocities among those that do not say which are theirs.
  private mutating func share() {
    let open = recordings.indices.filter {
      recordings[$0].keys == nil && recordings[$0].note.velocities == nil
    }
    var layers: [VelocityLayer] = []
    for index in open {
      let layer = recordings[index].layer ?? .dynamic(.mf)
      if !layers.contains(layer) { layers.append(layer) }
    }
    // Words and numbers have no order between them.
    let areAlike = layers.allSatisfy { $0.isNumber == layers[0].isNumber }
    let ranges = areAlike ? VelocityLayer.velocities(of: layers) : []
    if !areAlike {
      warnings.add(.range, "Names give dynamics and numbers of layers; neither is heeded.")
    }
    for (place, layer) in layers.enumerated() {
      if !areAlike && place > 0 { break }
      let members = open.filter {
        !areAlike || (recordings[$0].layer ?? .dynamic(.mf)) == layer
      }
      if areAlike, layers.count > 1 {
        for index in members {
          let lowest = ranges[place].lowerBound == 1 ? 0 : ranges[place].lowerBound
          recordings[index].velocities = lowest...ranges[place].upperBound
        }
      }
      shareKeys(members)
    }
    for index in recordings.indices where recordings[index].keys == nil && !open.contains(index) {
      recordings[index].keys = 0...127
    }
  }

  private mutating func shareKeys(_ members: [Int]) {
    let sorted = members.sorted { (recordings[$0].root, $0) < (recordings[$1].root, $1) }
    var owners: [Int] = []
    for index in sorted {
      if let last = owners.last, recordings[last].root == recordings[index].root {
        warnings.add(
          .range,
          "\(recordings[index].name) is left out; \(recordings[last].name) has its key already.")
      } else {
        owners.append(index)
      }
    }
    let ranges = KeyRanges.split(owners.map { recordings[$0].root }, within: 0...127)
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
        switch sample.side {
        case .left: region.generators[.pan] = -500
        case .right: region.generators[.pan] = 500
        case .mono: break
        }
        // A recording that only ends does so by itself; one that repeats fades.
        region.generators[.volumeEnvelopeRelease] = -1200
        if sample.loop != nil {
          region.generators[.sampleModes] = Float(SampleLooping.continuous.rawValue)
        }
        let gain = recording.note.gainDecibels
        if gain > 0 {
          var performance = ExtendedParameters()
          performance.gainCentibels = Float(10 * gain)
          region.performance = performance
        } else {
          region.generators[.initialAttenuation] = Float(-10 * gain)
        }
        regions.append(region)
      }
    }
    return regions
  }
}
