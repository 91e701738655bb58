import PeachBankEditing
import PeachBankValidation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMIDIEvents
import PeachSampleCodec
import PeachSequencing
import PeachSongFormats
import PeachSynthesis
import PeachTuning
import SoundMeasurement

/// The operations of programs on files, on one thread.
enum ComplexityProcessing {
  typealias Outcome = ComplexityCase.Outcome

  private static let decoder: SampleDecoder = {
    (bytes, limit) throws(SampleCodecError) in
    try SoundFileDecoder.decode(bytes, limit)
  }

  /// Returns folders that contain the files of an input only.
  private static func folders(_ input: ComplexityInput) -> SampleFolders {
    let files = input.files
    let access = FolderAccess(
      list: { folder, limit in
        guard folder == "/i" else { return nil }
        return files.keys.sorted().prefix(limit).map { .init(name: $0, isFolder: false) }
      },
      open: { path in files[String(path.dropFirst(3))].map { ByteStorage(copying: $0) } },
      resolve: { $0 })
    return SampleFolders(own: "/i", access: access)
  }

  /// Lists a bank: its warnings and the regions of all presets.
  @Sendable static func read(_ input: ComplexityInput) -> Outcome {
    var outcome = Outcome()
    do throws(InstrumentFileError) {
      let bank = try InstrumentFile.read(
        ByteStorage(copying: input.bytes), folders: folders(input))
      outcome.add(bank.warnings)
      for preset in bank.presets.indices {
        _ = bank.keys(ofPresetAt: preset)
        _ = bank.regions(ofPresetAt: preset).count
      }
    } catch { outcome.add([error.description]) }
    return outcome
  }

  /// Checks a bank: structure, samples and intonation.
  @Sendable static func check(_ input: ComplexityInput) -> Outcome {
    var outcome = Outcome()
    var check = BankCheck(
      structureOf: ByteStorage(copying: input.bytes), folders: folders(input))
    check.checkSound(decoder: decoder)
    if let bank = check.bank {
      var map = IntonationMap()
      let estimator = PitchEstimator()
      let presets = bank.presets.indices.map { bank.regions(ofPresetAt: $0) }
      _ = try? map.measure(
        presets.flatMap { $0 }, of: bank, decoder: decoder, using: estimator)
      for (index, regions) in presets.enumerated() {
        check.checkTuning(
          ofPresetAt: index, corrections: MeasuredPreset(regions, in: bank, map: map).corrections)
      }
    }
    // A check lists up to 500 findings of each of 48 rules; programs print warnings and errors.
    for rule in BankRule.allCases where check.count(of: rule) > 0 { outcome.add([rule.name]) }
    return outcome
  }

  /// Tunes the notes of a song, unless it has too many.
  @Sendable static func tuning(_ input: ComplexityInput) -> Outcome {
    var outcome = Outcome()
    guard let file = try? SongFile(bytes: input.bytes).song else { return outcome }
    outcome.add(file.warnings.map { "\($0)" })
    let adaptive = AdaptiveTuning()
    do throws(TunedNoteCountError) {
      try adaptive.checkNoteCount(of: file)
      outcome.outputBytes = 8 * SongTuning(file, adaptive).cents.count
    } catch {
      outcome.add([error.description])
    }
    return outcome
  }

  /// Plays a note of the first preset, with corrections of which notes have shares.
  @Sendable static func play(_ input: ComplexityInput) -> Outcome {
    var outcome = Outcome()
    guard
      let bank = try? InstrumentFile.read(
        ByteStorage(copying: input.bytes), folders: folders(input)),
      !bank.presets.isEmpty
    else { return outcome }
    outcome.add(bank.warnings)
    let regions = bank.regions(ofPresetAt: 0)
    var map = IntonationMap()
    _ = try? map.measure(regions, of: bank, decoder: decoder, using: PitchEstimator())
    let measured = MeasuredPreset(regions, in: bank, map: map)
    var shares = NoteShares()
    shares.set(8, key: 60, velocities: 0...127)
    let loader = InstrumentLoader(bank: bank, decoder: decoder)
    guard
      let preset = try? loader.prepare(
        presetAt: 0, usedKeys: .all, corrections: measured.corrections.map(\.cents),
        shares: shares)
    else { return outcome }
    play(preset)
    return outcome
  }

  private static func play(_ preset: PreparedPreset) {
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(maximumVoices: 64, channelCount: 1, effects: false))
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * 512)
    defer { frames.deallocate() }
    synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
    synthesizer.handle(.noteOn(channel: 0, key: 60, velocity: 100))
    synthesizer.render(left: frames, right: frames + 512, count: 512)
    withExtendedLifetime(preset) {}
  }

  /// Converts a bank to a SoundFont, and its first preset to SFZ.
  @Sendable static func convert(_ input: ComplexityInput) -> Outcome {
    var outcome = Outcome()
    let storage = ByteStorage(copying: input.bytes)
    guard let bank = try? InstrumentFile.read(storage, folders: folders(input)) else {
      return outcome
    }
    if InstrumentFormat(recognizing: storage) == .soundFont {
      let contents = try? SoundFont.read(storage).contents()
      let writer = contents.flatMap { try? SoundFontWriter($0) }
      outcome.outputBytes += writer?.byteCount ?? 0
    } else if let converted = try? ConvertedBank(bank, decoder: decoder),
      let writer = try? SoundFontWriter(converted.contents)
    {
      outcome.outputBytes += writer.byteCount
    }
    let conversion = try? SFZConversion(bank, presetAt: 0, folder: "samples", decoder: decoder)
    for recording in conversion?.recordings ?? [] {
      outcome.outputBytes += recording.frameCount * (recording.isShort ? 2 : 3)
    }
    outcome.outputBytes += conversion?.text.utf8.count ?? 0
    return outcome
  }

  private static let bank = TestBank.bank(
    samples: [((0..<100).map { Int16($0 * 300) }, 0..<100, 48_000, 60)],
    presets: [[Region(sample: 0)]])

  /// Reads a song, lists its contents and renders its beginning.
  @Sendable static func song(_ input: ComplexityInput) -> Outcome {
    var outcome = Outcome()
    guard let file = try? SongFile(bytes: input.bytes).song else { return outcome }
    outcome.add(file.warnings.map(\.description))
    let outline = SongOutline(file)
    outcome.outputBytes += outline.notes.reduce(0) { $0 + 32 + 16 * $1.deviations.count }
    let configuration = SynthesizerConfiguration(sampleRate: 8000, maximumVoices: 16)
    guard
      var song = try? SongRenderer(file, bank: bank, decoder: nil, configuration: configuration)
    else { return outcome }
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * 512)
    defer { frames.deallocate() }
    for _ in 0..<8 {
      if !song.render(left: frames, right: frames + 512, count: 512) { break }
    }
    return outcome
  }
}
