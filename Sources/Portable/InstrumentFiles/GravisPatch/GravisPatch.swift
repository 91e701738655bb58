package import PeachInstrumentModel
import PeachMusicUnits

/// Reads patches of the Gravis Ultrasound (`.pat`), versions 1.00 and 1.10: headers of fixed size
/// for the file, an instrument, a layer and each wave, which its frames follow (Forte's patch
/// format 1.10). Each instrument is a preset with the waves of its first layer, the only one that
/// the drivers of the card play.
package enum GravisPatch {
  /// The sizes of the headers of the file, of an instrument, a layer and a wave, in bytes.
  static var headerSize: Int { 129 }
  static var instrumentSize: Int { 63 }
  static var layerSize: Int { 47 }
  static var waveSize: Int { 96 }

  /// Whether a file begins with `GF1PATCH`.
  static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    #if hasFeature(Embedded)
      return false  // Not in the page (decision 0093).
    #else
      return bytes.fourCharacterCode(at: 0) == "GF1P" && bytes.fourCharacterCode(at: 4) == "ATCH"
    #endif
  }

  /// Reads a patch. Waves and instruments that are cut off are omitted with a warning.
  ///
  /// - Throws: `InstrumentFileError` if it has no wave.
  package static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> SoundBank {
    #if hasFeature(Embedded)
      throw RIFFReader.notRecognized(storage.bytes)
    #else
      guard recognizes(storage.bytes) else { throw RIFFReader.notRecognized(storage.bytes) }
      var reader = GravisPatchReader(storage)
      return try reader.bank()
    #endif
  }
}

#if !hasFeature(Embedded)
  /// The state of reading a patch.
  struct GravisPatchReader {
    private let storage: ByteStorage
    private var offset = 0
    private var warnings = WarningList()
    private var collection = SampleCollection(nil)
    private var presets: [Preset] = []
    private var regions: [[Region]] = []
    /// The number of waves that have been read.
    private var waveCount = 0
    /// The level of the file, in centibels of attenuation.
    private var attenuation: Float = 0

    init(_ storage: ByteStorage) { self.storage = storage }

    private var bytes: UnsafeRawBufferPointer { storage.bytes }

    mutating func bank() throws(InstrumentFileError) -> SoundBank {
      let needed = GravisPatch.headerSize + GravisPatch.instrumentSize + GravisPatch.layerSize
      guard bytes.count >= needed else {
        throw InstrumentFileError(
          chunk: "GF1P", offset: 0, reason: .truncated(needed: needed, available: bytes.count))
      }
      // Some files declare 0 instruments and have one.
      let count = max(Int(bytes[82]), 1)
      let volume = bytes.integer(87, 2, isBigEndian: false)
      if 1..<127 ~= volume {
        attenuation = Float(200 * 0.30103 * Exponential.log2(127 / Double(volume)))
      }
      offset = GravisPatch.headerSize
      for index in 0..<min(count, 128) {
        guard readInstrument(index) else { break }
      }
      if count > 128 { warnings.add(.preset, "Only 128 of \(count) instruments are read.") }
      if regions.allSatisfy(\.isEmpty) {
        throw InstrumentFileError(
          chunk: "GF1P", offset: 0, reason: .nothingToPlay(firstWarning: warnings.all.first))
      }
      let (all, description) = (regions, TextField.decode(bytes.slice(22..<82)))
      let stem = SamplerInstrument.stem(FilePath.parts(storage.path ?? "").last ?? "")
      return SoundBank(
        information: .init(
          name: stem.isEmpty ? presets.first?.name ?? "" : stem, copyright: description),
        presets: presets, samples: collection.samples, sampleFiles: collection.files,
        warnings: warnings.all, storage: storage,
        regionSource: { preset, limit in Array(all[preset].prefix(max(limit, 0))) })
    }

    /// Reads an instrument. Returns whether another one may follow.
    private mutating func readInstrument(_ index: Int) -> Bool {
      let start = offset
      guard bytes.count - start >= GravisPatch.instrumentSize + GravisPatch.layerSize else {
        warnings.add(.table, "Instrument \(index) is cut off.")
        return false
      }
      let declared = TextField.decode(bytes.slice((start + 2)..<(start + 18)))
      let stem = SamplerInstrument.stem(FilePath.parts(storage.path ?? "").last ?? "")
      let name = !declared.isEmpty ? declared : stem.isEmpty ? "Instrument \(index)" : stem
      let size = bytes.integer(start + 18, 4, isBigEndian: false)
      let layerCount = bytes[start + 22]
      if layerCount > 1 {
        warnings.add(
          .zone, "Instrument \(quoted: name): only the first of \(layerCount) layers plays.")
      }
      offset = start + GravisPatch.instrumentSize
      let count = Int(bytes[offset + 6])
      offset += GravisPatch.layerSize
      var waves: [GravisWave] = []
      var isWhole = true
      for _ in 0..<count {
        guard let wave = GravisWave(bytes, at: offset) else {
          warnings.add(
            .table,
            "Instrument \(quoted: name): wave \(waves.count) is cut off, and those after it.")
          isWhole = false
          break
        }
        waves.append(wave)
        offset = wave.frames.upperBound
      }
      presets.append(
        Preset(identifier: PresetIdentifier(bank: 0, program: UInt8(index)), name: name))
      regions.append(playable(waves))
      // Further layers are skipped by the instrument's size, if it is plausible.
      if size >= offset - start, size <= bytes.count - start { offset = start + size }
      return isWhole
    }

    /// Returns the regions of waves: each key plays the first whose range has it, or that with the
    /// nearest root.
    private mutating func playable(_ waves: [GravisWave]) -> [Region] {
      var samples: [Int?] = []
      for wave in waves {
        // With a number, because names of waves are rarely unique.
        samples.append(
          sample(of: wave, called: "\(wave.name.isEmpty ? "Wave" : wave.name) \(waveCount)"))
        waveCount += 1
      }
      var owners = [Int?](repeating: nil, count: 128)
      for key in 0..<128 {
        owners[key] =
          waves.indices.first { samples[$0] != nil && waves[$0].keys.contains(key) }
          ?? waves.indices.filter { samples[$0] != nil }.min {
            abs(waves[$0].rootCents - Double(100 * key))
              < abs(waves[$1].rootCents - Double(100 * key))
          }
      }
      var regions: [Region] = []
      var first = 0
      for key in 1...128 where key == 128 || owners[key] != owners[first] {
        if let owner = owners[first], let sample = samples[owner] {
          regions.append(
            region(of: waves[owner], sample, keys: UInt8(first)...UInt8(key - 1)))
        }
        first = key
      }
      return regions
    }

    private func region(
      of wave: GravisWave, _ sample: Int, keys: ClosedRange<UInt8>
    ) -> Region {
      var region = Region(
        keys: keys, velocities: 0...127, sample: sample,
        modulators: DefaultModulators().modulators)
      let tuning = Double(wave.scaleKey * 100) - wave.rootCents
      let coarse = (tuning / 100).rounded()
      region.generators[.coarseTune] = Float(coarse)
      region.generators[.fineTune] = Float(tuning - 100 * coarse)
      region.generators[.scaleTuning] = Float(wave.scaleCents)
      region.generators[.pan] = wave.pan
      if wave.isLooped {
        region.generators[.sampleModes] = Float(SampleLooping.continuous.rawValue)
      }
      wave.envelope?.apply(to: &region.generators)
      region.generators[.initialAttenuation] += attenuation
      return region
    }

    /// Adds the frames of a wave as a WAV file; returns `nil`, with a warning, if it has none.
    private mutating func sample(of wave: GravisWave, called name: String) -> Int? {
      if wave.frameCount == 0 {
        warnings.add(.broken, "Wave \(quoted: name) has no frames.")
        return nil
      }
      if wave.loopFraction != 0 {
        warnings.add(
          .loop,
          "Wave \(quoted: name): its loop has whole frames, without the fractions of the file.")
      }
      if wave.isLooped, wave.loop == nil {
        warnings.add(.loop, "Wave \(quoted: name): its loop exceeds the frames, and does not play.")
      }
      if wave.isReversed {
        warnings.add(.loop, "Wave \(quoted: name): it plays forward, not backward.")
      }
      if wave.hasModulation {
        warnings.add(.modulators, "Wave \(quoted: name): its tremolo and vibrato are ignored.")
      }
      collection.embed(ByteStorage(copying: wave.file(bytes)), as: name, warnings: &warnings)
      guard let file = collection.file(named: name, warnings: &warnings) else { return nil }
      return collection.samples(
        ofFile: file, rootKey: UInt8(wave.scaleKey), correctionCents: 0
      ).first
    }
  }
#endif
