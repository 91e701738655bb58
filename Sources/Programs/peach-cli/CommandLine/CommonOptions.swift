import PeachServices

/// The options that several commands share.
extension Syntax.Option {
  static let bank = value("bank", "FILE", "sound bank (default: those installed)")
  static let banks = values(
    "bank", "FILE",
    "sound bank (default: the first one installed); may be repeated: presets of later ones\n"
      + "have precedence. FILE:128 uses its bank 128 only, FILE:0:42 a preset, FILE+1 adds 1\n"
      + "to its banks, FILE=0:42 plays its first preset as 0:42")
  static let noteBanks = values(
    "bank", "FILE",
    "sound bank (default: those of the settings, then those installed); may be repeated:\n"
      + "presets of later ones have precedence. Parts such as FILE:0:42 and FILE=0:42 as in\n"
      + "`peach play`")
  static let samplePath = values(
    "sample-path", "DIR", "additional folder for external samples; may be repeated")
  static let sound = value(
    "sound", "NAME",
    "\"sine\", a preset name such as \"cello\", or sf2:BANK:PROGRAM\n"
      + "(default: the sound in the settings)")
  static let rate = value("rate", "HERTZ", "sample rate, 8000 to 384000 (default: 48000)")
  static let format = value("format", "16|24|float", "sample format (default: 16)")
  static let mono = flag("mono", "write one channel, the mean of left and right")
  static let channels = value("channels", "1|2", "number of channels (default: 2)")
  static let fileType = value(
    "type", AudioFileType.allCases.map(\.rawValue).joined(separator: "|"),
    "type of the file (default: that of the file's name, or wav)")
  static let device = value(
    "device", "NAME", "audio device (default: the system's); see `peach devices`")
  static let nullAudio = flag("null-audio", "use no audio device")
  static let interpolation = value(
    "interpolation", "KIND",
    "doubled (default): six taps of samples of twice the rate; or 4, 8, 16 or 32 taps")
  static let vibrato = value(
    "vibrato", "PERCENT", "recorded vibrato of straight tones, 0 to 200 (default: 0)")
  static let smooth = flag(
    "smooth", "smooth the levels of the partials of straight tones: less tremolo")
  static let straightVibrato = value(
    "vibrato", "PERCENT", "recorded vibrato of straight tones, 0 to 200; requires --straight")
  static let referencePitch = value(
    "a4", "HERTZ", "frequency of A4, 380 to 480 (default: the setting referencePitch)")
  static let gain = value("gain", "DB", "master gain, −60 to 20 (default: −14)")
  static let voices = value("voices", "COUNT", "polyphony limit, 1 to 4096 (default: 256)")
  static let noEffects = flag("no-effects", "omit reverb and chorus")
  static let cutSameKey = flag(
    "cut-same-key", "end a note when its key plays again, as a Sound Canvas does")
  static let language = value(
    "language", "en|de",
    "English or German\n(default: the language chosen in the trainer, or the system's)")
  static let bankOutput = value(
    "output", "FILE", "bank to write: .sf2, or .sf3 with compressed samples", short: "o")
  static let quality = value(
    "quality", "0…1",
    "sample compression quality in .sf3 files (default: \(SoundFontContents.defaultQuality))")
  static let intonation = flag(
    "intonation", "rate the intonation of each preset as played; measures new presets")
  static let json = flag("json", "print the result as JSON")
  static let force = flag("force", "replace an existing file without asking at a terminal")
}

/// The values of the options that several commands share.
extension Arguments {
  func interpolation() throws(UsageError) -> InterpolationQuality {
    guard let text = value("interpolation"), text != "doubled" else { return .doubled }
    guard let taps = Int(text), let quality = InterpolationQuality(tapCount: taps),
      quality != .doubled
    else { throw .invalid(text, "--interpolation", use: "doubled, 4, 8, 16 or 32") }
    return quality
  }

  func requiredOutput() throws(UsageError) -> String {
    if let output = value("output") { return output }
    throw UsageError(reason: "Missing option --output.")
  }

  /// Parses `--quality`, which is valid for `.sf3` files only.
  func quality(output: String?) throws(UsageError) -> Double {
    guard let quality = try number("quality", in: 0...1) else {
      return SoundFontContents.defaultQuality
    }
    guard output?.lowercased().hasSuffix(".sf3") == true else {
      throw UsageError(reason: "--quality requires an output file that ends in .sf3.")
    }
    return quality
  }

  /// Parses `--mono` and `--channels`: whether a file has one channel.
  func isMono() throws(UsageError) -> Bool {
    let count = try choice("channels", of: ["1": 1, "2": 2])
    if has("mono"), count == 2 {
      throw UsageError(reason: "--mono and --channels 2 exclude each other.")
    }
    return has("mono") || count == 1
  }

  /// Parses `--type`; `nil` without it.
  func fileType() throws(UsageError) -> AudioFileType? {
    guard let text = value("type") else { return nil }
    if let type = AudioFileType(rawValue: text.lowercased()) { return type }
    throw .invalid(text, "--type", use: AudioFileType.names)
  }

  /// Throws unless an audio file's name ends in a known extension, which agrees with `--type`, or
  /// is `-`.
  func checkAudioOutput(_ path: String) throws {
    let type = try fileType()
    if path == StandardStream.name { return try StandardStream.checkOutput() }
    guard let ending = AudioFileType(ofPath: path) else {
      throw UsageError(
        reason: "The name of the output file must end in \(AudioFileType.endings): \(path).")
    }
    if let type, type != ending {
      throw UsageError(reason: "--type \(type.rawValue) does not agree with the name \(path).")
    }
  }

  /// Returns the sound of `--sound`, which must exist. Otherwise returns the stored one, or if the
  /// bank of `--bank` lacks it, that bank's first preset.
  func soundSource(stored: String, in library: SoundFontLibrary) throws -> SoundSource {
    let source = try CommonOptions.soundSource(value("sound") ?? stored)
    if source == .sine { return source }
    if has("sound") {
      do {
        _ = try library.preset(for: source)
      } catch { throw CommonOptions.fileFailure(source) ?? error }
    } else if has("bank") {
      // Without those installed, which follow parts of banks.
      let named = SoundFontLibrary(opened: Array(library.banks.prefix(all("bank").count)))
      if (try? named.preset(for: source)) == nil, let first = named.entries.first {
        return .preset(file: nil, first.preset.identifier)
      }
    }
    return source
  }

  /// Returns the operand that is a bank. Throws if it is standard input.
  func bankOperand() throws(UsageError) -> String {
    try StandardStream.checkInput(operands[0])
    return operands[0]
  }

  /// Parses `--rate`, in hertz.
  func rate() throws(UsageError) -> Int { try integer("rate", in: 8_000...384_000) ?? 48_000 }

  func format() throws(UsageError) -> WAVWriter.SampleFormat {
    try choice("format", of: ["16": .integer16, "24": .integer24, "float": .float32]) ?? .integer16
  }

  func gain() throws(UsageError) -> Decibels? {
    try number("gain", in: -60...20).map { Decibels($0) }
  }

  /// Returns the frequency of A4: that of `--a4`, or of the settings.
  func referencePitch(_ settings: PeachSettings) throws(UsageError) -> Frequency {
    let hertz = try number("a4", in: FrequencyCalculation.referencePitches)
    return .hertz(hertz ?? settings.referencePitch)
  }

  /// Parses a pitch: hertz, or a note relative to the frequency of A4.
  static func pitch(
    _ text: String, called name: String, in range: ClosedRange<Double>, _ referencePitch: Frequency
  ) throws(UsageError) -> Frequency {
    guard let frequency = Frequency(text, referencePitch: referencePitch),
      range ~= frequency.hertz
    else {
      throw .invalid(
        text, name,
        use: "\(range.lowerBound.brief) to \(range.upperBound.brief) Hz, such as 442.3, or a note "
          + "such as A4, C#5 or Bb3-20c")
    }
    return frequency
  }

  func voices() throws(UsageError) -> Int? { try integer("voices", in: 1...4096) }

  /// Opens the device of `--device` or of the settings, or none with `--null-audio`.
  ///
  /// - Parameter file: How the command writes a file instead.
  /// - Throws: `AudioDeviceError`, or ``MissingDevice`` if no device was named and there is none.
  func openDevice(
    _ settings: PeachSettings, sampleRate: Double = 48_000, file: MissingDevice.File = .none
  ) throws -> any AudioDevice {
    let name = value("device") ?? settings.device
    do {
      return try AudioDevices.open(
        name, sampleRate: sampleRate,
        periodFrames: settings.periodFrames, bufferFrames: settings.bufferFrames,
        isNull: has("null-audio") || AudioDevices.isNullRequested)
    } catch {
      // Sound servers that are not running are listed, too.
      guard error != .noSoundSystem, name == nil,
        error.isMissingDevice || AudioDevices.list().isEmpty
      else { throw error }
      throw MissingDevice(file: file)
    }
  }
}

/// Checks and defaults that several commands share.
enum CommonOptions {
  /// Throws if `output` is the input file, which is memory-mapped and may be the only copy.
  static func checkOutput(_ output: String, input: String) throws {
    if isSameFile(output, input) {
      throw CommandFailure(reason: "\(output) is the input file. Choose another output file.")
    }
  }

  /// Asks at a terminal whether to replace a file, and throws if not. Elsewhere, and with
  /// `--force`, files are replaced.
  static func checkReplacing(_ path: String, _ arguments: Arguments) throws {
    guard !arguments.has("force"), path != StandardStream.name, Console.isInteractive,
      FileAccess.resolved(path) != nil, !FileAccess.isFolder(path)
    else { return }
    if Console.confirm("\(path) exists. Replace it?") == true { return }
    throw CommandFailure(reason: "\(path) was kept. Pass --force to replace it.")
  }

  /// Opens the SoundFont that a command needs. The error for another file names the commands that
  /// read it.
  static func soundFont(_ path: String, for command: String) throws -> SoundFont {
    do {
      return try SoundFont(contentsOf: path)
    } catch let error as BankFileError {
      guard error.reason.reason == .unknownFormat, error.reason.offset == 0 else { throw error }
      let need =
        "`peach \(command)` requires a\(command == "tune" ? " sound" : "n SF2 or SF3") bank"
      if (try? DecodedAudio(contentsOf: path)) != nil {
        throw CommandFailure(
          reason: "\(path) is a recording. \(need); `peach tune --analyze \(path)` measures a "
            + "recording.")
      }
      var isBank = true
      do {
        _ = try SoundBank(contentsOf: path)
      } catch let error as BankFileError where error.reason.reason == .unknownFormat {
        isBank = false
      }
      throw CommandFailure(
        reason: "\(path) is \(isBank ? "an instrument of another format" : "not a sound bank"). "
          + need + (isBank ? "; `peach convert \(path) FILE.sf2` writes one." : "."))
    }
  }

  static func isSameFile(_ path: String, _ other: String) -> Bool {
    FileAccess.resolved(path).map { $0 == FileAccess.resolved(other) } ?? false
  }

  /// Loads the user's settings. Uses the defaults and prints a warning if they are invalid.
  static func settings() -> PeachSettings {
    do {
      return try SettingsFile(environment: Console.environment).load()
    } catch {
      Console.warning("\(Console.punctuated("\(error)")) The defaults are used.")
      return PeachSettings()
    }
  }

  static func soundSource(_ text: String) throws(UsageError) -> SoundSource {
    if let source = SoundSource(text) { return source }
    throw UsageError(
      reason: "Unknown sound \"\(text)\". Use \"sine\", a preset name such as \"cello\", or "
        + "sf2:BANK:PROGRAM.")
  }
}
