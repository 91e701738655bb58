import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import PeachSequencing
import PeachServices
import PeachSynthesis
import SoundMeasurement
import TestEnvironment

/// A mutated file in a folder, opened and played as a user's.
struct MutatedFile {
  enum Outcome: Hashable {
    case sound
    /// An error, a warning or a finding.
    case message(String)
    /// Silence that the file's parameters require.
    case quiet
    case fault(String)
  }

  let format: MutatedFormat
  let folder: TemporaryFolder
  private var name: String { "mutated.\(format.rawValue)" }
  private var path: String { folder.path(name) }

  /// Creates a folder with the files to which those of the format refer.
  init(_ format: MutatedFormat) throws {
    self.format = format
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("recordings"), withIntermediateDirectories: true)
    for (name, bytes) in MutatedFormat.companions { try folder.put(name, bytes) }
  }

  /// Returns a file of the seeds with one to five random changes; equal numbers give equal files.
  static func bytes(_ seeds: [[UInt8]], number: UInt64) -> [UInt8] {
    var random = RandomNumbers(seed: number)
    var bytes = random.pick(seeds)
    for _ in 0..<random.whole(1...5) where !bytes.isEmpty {
      let offset = random.whole(0...bytes.count - 1)
      let end = min(offset + random.whole(1...64), bytes.count)
      switch random.whole(0...9) {
      case 0...3: bytes[offset] = UInt8(truncatingIfNeeded: random.next())
      case 4...5: bytes[offset] = random.pick([0, 1, 0x7F, 0x80, 0xFF, 0x30, 0x39, 0x2D])
      case 6: bytes[offset] ^= 1 << UInt8(random.whole(0...7))
      case 7: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: offset)
      case 8: bytes.removeSubrange(offset..<end)
      default: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
      }
    }
    return bytes
  }

  /// Writes the file and plays it.
  func play(_ bytes: [UInt8]) throws -> Outcome {
    try folder.put(name, bytes)
    do {
      switch format {
      case .mid, .rmi: return try playSong()
      case .scl, .kbm, .tun: return try playTuning()
      case .build: return try playBuilt(String(decoding: bytes, as: UTF8.self))
      case .prune: return try playPruned(String(decoding: bytes, as: UTF8.self))
      default: return try play(bankAt: path)
      }
    } catch {
      let message = "\(error)"
      // The name of a case, with its values.
      let isCase = message.wholeMatch(of: /[a-z]\w*(\(.*\))?/) != nil
      return isCase ? .fault("no message: \(message)") : .message(message)
    }
  }

  // MARK: Banks

  private func play(bankAt path: String) throws -> Outcome {
    let bank = try SoundBank(contentsOf: path)
    let check = try BankCheck(contentsOf: path, depth: .sound)
    var isQuiet = true
    for index in bank.presets.indices.prefix(2) {
      let prepared = try BankPreset(bank: bank, index: index).prepared()
      let regions = bank.regions(ofPresetAt: index)
      for region in regions.prefix(4) {
        let audio = try Self.render(
          prepared, keys: [region.keys.lowerBound, region.keys.upperBound],
          velocity: region.velocities.upperBound)
        if let fault = Self.fault(audio) { return fault }
        if Level.peak(audio[...]) > 0 { return .sound }
        isQuiet = isQuiet && Self.isQuiet(region, of: bank)
      }
    }
    if let message = bank.warnings.first ?? check.findings.first.map({ "\($0)" }) {
      return .message(message)
    }
    return isQuiet ? .quiet : .fault("silence without a message")
  }

  /// Whether a region is silent for half a second by its parameters or its samples.
  private static func isQuiet(_ region: Region, of bank: SoundBank) -> Bool {
    let values = region.generators
    // A second, and 60 dB.
    if values[.volumeEnvelopeDelay] > -1200 || values[.initialAttenuation] > 600 { return true }
    let frames = try? bank.readFrames(ofSampleAt: region.sample, decoder: nil, limit: 1 << 20)
    return frames?.allSatisfy { $0 == 0 } == true
  }

  private static func render(
    _ preset: PreparedPreset, keys: [UInt8], velocity: UInt8, tuning: KeyboardTuning? = nil
  ) throws -> [Float] {
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        maximumVoices: 8, channelCount: 1, effects: false, tuning: tuning))
    synthesizer.use(preset, onChannel: 0)
    var audio: [Float] = []
    var (left, right) = ([Float](repeating: 0, count: 2400), [Float](repeating: 0, count: 2400))
    for key in keys {
      synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
      synthesizer.render(left: &left, right: &right, count: 2400)
      audio += left + right
    }
    // Delays may be longer.
    for _ in 0..<10 where Level.peak(audio[...]) == 0 {
      synthesizer.render(left: &left, right: &right, count: 2400)
      audio += left + right
    }
    withExtendedLifetime(preset) {}
    return audio
  }

  private static func fault(_ audio: [Float]) -> Outcome? {
    audio.first { !(abs($0) < 1e9) }.map { .fault("a frame of \($0)") }
  }

  // MARK: Songs, tunings and recipes

  private static let bank = TestBank.tone()

  private func playSong() throws -> Outcome {
    let file = try MIDIFile(contentsOf: path)
    let configuration = SynthesizerConfiguration(sampleRate: 8000, maximumVoices: 16)
    var song = try SongRenderer(file, bank: Self.bank, decoder: nil, configuration: configuration)
    var (left, right) = ([Float](repeating: 0, count: 4000), [Float](repeating: 0, count: 4000))
    for _ in 0..<40 {
      guard song.render(left: &left, right: &right, count: 4000) else { break }
      if let fault = Self.fault(left + right) { return fault }
      if Level.peak(left[...]) > 0 { return .sound }
    }
    if let warning = file.warnings.first { return .message("\(warning)") }
    if let preset = song.missingPresets.first { return .message("no preset \(preset)") }
    // The notes may be later.
    if song.durationFrames > 40 * 4000 { return .quiet }
    let hasNotes = file.tracks.contains { track in
      track.events.contains {
        guard case .message(let message) = $0.content else { return false }
        if case .noteOn = message.kind { return true }
        return false
      }
    }
    return hasNotes ? .fault("silence without a message") : .quiet
  }

  private func playTuning() throws -> Outcome {
    var (scale, mapping): (String, String?) = (path, nil)
    if format == .kbm {
      mapping = path
      scale = try folder.put("scale.scl", Array(MutatedFormat.scale.utf8))
    }
    let tuning =
      try format == .tun
      ? KeyboardTuning(tunAt: path) : KeyboardTuning(scaleAt: scale, mappingAt: mapping)
    // Keys between 20 Hz and 10 kHz.
    let keys = (0..<128).filter { key in
      tuning.noteNumbers[key].map { (16...123).contains($0) } == true
    }
    guard let key = keys.first else { return .quiet }
    let preset = try BankPreset(bank: Self.bank, index: 0).prepared()
    let audio = try Self.render(preset, keys: [UInt8(key)], velocity: 100, tuning: tuning)
    if let fault = Self.fault(audio) { return fault }
    return Level.peak(audio[...]) > 0 ? .sound : .fault("silence of key \(key)")
  }

  private func playBuilt(_ text: String) throws -> Outcome {
    let bank = try BuiltBank(BuildRecipe(parsing: text), in: folder.path)
    let built = folder.path("built.sf2")
    try SoundFontWriter(bank.contents).write(to: built)
    return try play(bankAt: built)
  }

  private func playPruned(_ text: String) throws -> Outcome {
    let source = try SoundFont.read(ByteStorage(copying: MutatedFormat.soundFont()))
    let pruned = try PrunedBank(source.contents(), recipe: PruningRecipe(parsing: text))
    let file = folder.path("pruned.sf2")
    try SoundFontWriter(pruned.contents).write(to: file)
    return try play(bankAt: file)
  }
}
