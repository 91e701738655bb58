import PeachInstrumentModel
import PeachMusicUnits

extension SamplerInstrument {
  /// Extensions of audio files. Any may replace another, as after a conversion.
  private static var extensions: [String] {
    #if hasFeature(Embedded)
      return ["wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "wave"]
    #else
      return ["wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "wave", "wv"]
    #endif
  }

  func soundBank(
    of storage: ByteStorage, folders: SampleFolders?, warnings found: WarningList
  ) -> SoundBank {
    var warnings = found
    var collection = SampleCollection(folders)
    if layers.contains(where: { $0.zones.contains { $0.waveform == SamplerZone.sineWaveform } }) {
      collection.embed(
        ByteStorage(copying: BuiltInSine.file), as: BuiltInSine.name, warnings: &warnings)
    }
    var samples: [[[Int]]] = []
    var missing = KeyedArray<Int64, [Int]>()
    for layer in layers {
      samples.append(layer.zones.map { selectSamples($0, &collection, &missing, &warnings) })
      for connection in SamplerSound(layer, shared: lfos).ignored {
        warnings.add(.modulators, "Ignored the unsupported connection \(connection).")
      }
    }
    let builder = SamplerRegionBuilder(
      instrument: self, samples: samples, collection: collection.samples)
    let title = name.isEmpty || name == "(null)" ? Self.stem(storage.path) : name
    return SoundBank(
      information: .init(name: title),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: title)],
      samples: collection.samples, sampleFiles: collection.files, warnings: warnings.all,
      storage: storage, regionSource: { _, limit in builder.regions(limit: limit) })
  }

  static func stem(_ path: String?) -> String {
    let name = FilePath.parts(path ?? "").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Adds a zone's samples to the collection and returns their indices.
  ///
  /// - Parameter missing: The samples without a file, by the waveform of their zones.
  private func selectSamples(
    _ zone: SamplerZone, _ collection: inout SampleCollection,
    _ missing: inout KeyedArray<Int64, [Int]>,
    _ warnings: inout WarningList
  ) -> [Int] {
    if let known = missing[zone.waveform] { return known }
    if zone.waveform == SamplerZone.sineWaveform {
      guard let file = collection.file(named: BuiltInSine.name, warnings: &warnings)
      else { return [] }
      return collection.samples(
        ofFile: file, rootKey: zone.rootKey, correctionCents: 0,
        loop: .some(zone.looping == .none ? nil : 0..<BuiltInSine.frameCount))
    }
    guard let reference = references[zone.waveform] else {
      warnings.add(
        .broken, "Zone \(quoted: zone.name) refers to sample \(zone.waveform), which has no file.")
      return [collection.missingSample(named: zone.name)]
    }
    guard
      let file = collection.file(named: reference, extensions: Self.extensions, warnings: &warnings)
    else {
      let end = String(decoding: reference.utf8.suffix(SampleCollection.nameLimit), as: UTF8.self)
      let sample = [collection.missingSample(named: FilePath.parts(end).last ?? "")]
      missing.setValue(sample, for: zone.waveform)
      return sample
    }
    let count = collection.information[file].frameCount
    var loop: Range<Int>?
    if zone.looping != .none {
      let end = min(zone.loopEnd ?? zone.endFrame ?? count ?? 0, count ?? .max)
      if zone.loopStart < end {
        loop = zone.loopStart..<end
      } else {
        warnings.add(.loop, "Ignored the empty loop of zone \(quoted: zone.name).")
      }
    }
    let end = zone.endFrame ?? .max
    return collection.samples(
      ofFile: file, frames: zone.startFrame < end ? zone.startFrame..<end : 0..<Int.max,
      rootKey: zone.rootKey, correctionCents: 0, loop: .some(loop))
  }
}
