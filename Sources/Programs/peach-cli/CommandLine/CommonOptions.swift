import Peach

/// The options that several commands share, and their values.
enum CommonOptions {
  static let bank = Syntax.Option(
    name: "bank", value: "FILE", help: "sound bank (default: the first one installed)")
  static let samplePath = Syntax.Option(
    name: "sample-path", value: "DIR",
    help: "additional folder for external samples; may be repeated",
    isRepeated: true)
  static let sound = Syntax.Option(
    name: "sound", value: "NAME",
    help: "\"sine\", a preset name such as \"cello\", or sf2:BANK:PROGRAM\n"
      + "(default: the sound in the settings)")
  static let rate = Syntax.Option(
    name: "rate", value: "HERTZ", help: "sample rate, 8000 to 384000 (default: 48000)")
  static let format = Syntax.Option(
    name: "format", value: "16|24|float", help: "sample format (default: 16)")
  static let device = Syntax.Option(
    name: "device", value: "NAME",
    help: "audio device (default: the system's); see `peach devices`")
  static let nullAudio = Syntax.Option(
    name: "null-audio", value: nil, help: "use no audio device")
  static let interpolation = Syntax.Option(
    name: "interpolation", value: "TAPS",
    help: "4, 8, 16 or 32 (default: 16); more taps alias less")
  static let gain = Syntax.Option(
    name: "gain", value: "DB", help: "master gain, −60 to 20 (default: −14)")
  static let voices = Syntax.Option(
    name: "voices", value: "COUNT", help: "polyphony limit, 1 to 4096 (default: 256)")
  static let noEffects = Syntax.Option(
    name: "no-effects", value: nil, help: "omit reverb and chorus")
  static let language = Syntax.Option(
    name: "language", value: "en|de", help: "English or German (default: the system's language)")
  static let bankOutput = Syntax.Option(
    name: "output", value: "FILE", help: "bank to write: .sf2, or .sf3 with compressed samples",
    short: "o")
  static let quality = Syntax.Option(
    name: "quality", value: "0…1",
    help: "sample compression quality in .sf3 files (default: \(SoundFontContents.defaultQuality))")
  static let json = Syntax.Option(name: "json", value: nil, help: "print the result as JSON")

  /// Parses `--interpolation`.
  static func interpolation(_ arguments: Arguments) throws(UsageError) -> InterpolationQuality {
    guard let text = arguments.value("interpolation") else { return .sinc16 }
    guard let taps = Int(text), let quality = InterpolationQuality(tapCount: taps) else {
      throw .invalid(text, "--interpolation", use: "4, 8, 16 or 32")
    }
    return quality
  }

  /// Returns the value of `--output`.
  static func requiredOutput(_ arguments: Arguments) throws(UsageError) -> String {
    if let output = arguments.value("output") { return output }
    throw UsageError(reason: "Missing option --output.")
  }

  /// Throws if `output` is the input file, which is memory-mapped and may be the only copy.
  static func checkOutput(_ output: String, input: String) throws {
    if isSameFile(output, input) {
      throw CommandFailure(reason: "\(output) is the input file. Choose another output file.")
    }
  }

  /// Returns whether two paths refer to the same existing file.
  static func isSameFile(_ path: String, _ other: String) -> Bool {
    FileAccess.resolved(path).map { $0 == FileAccess.resolved(other) } ?? false
  }

  /// Parses `--quality`, which is valid for `.sf3` files only.
  static func quality(_ arguments: Arguments, output: String?) throws(UsageError) -> Double {
    guard let quality = try arguments.number("quality", in: 0...1) else {
      return SoundFontContents.defaultQuality
    }
    guard output?.lowercased().hasSuffix(".sf3") == true else {
      throw UsageError(reason: "--quality requires an output file that ends in .sf3.")
    }
    return quality
  }

  /// Loads the user's settings. Uses the defaults and prints a warning if they are invalid.
  static func settings() -> Settings {
    do {
      return try SettingsFile(environment: Console.environment).load()
    } catch {
      Console.warning("\(Console.punctuated("\(error)")) The defaults are used.")
      return Settings()
    }
  }

  /// Parses a sound name.
  static func soundSource(_ text: String) throws(UsageError) -> SoundSource {
    if let source = SoundSource(text) { return source }
    throw UsageError(
      reason: "Unknown sound \"\(text)\". Use \"sine\", a preset name such as \"cello\", or "
        + "sf2:BANK:PROGRAM.")
  }

  /// Returns a library of the bank at `--bank`, or of all installed banks.
  static func library(_ arguments: Arguments) throws -> SoundFontLibrary {
    if let path = arguments.value("bank") {
      do {
        let library = try SoundFontLibrary(
          file: path, sampleFolders: arguments.all("sample-path"))
        // The bank loaded without a crash.
        LoadSentinel(environment: Console.environment).clear(path: path)
        return library
      } catch let error as FileError {
        throw CommandFailure(
          reason: "\(Console.punctuated("\(error)")) Pass the path of an SF2 or SF3 file, or of "
            + "another instrument, to --bank.")
      }
    }
    resolveInterruptedLoads()
    // Otherwise a load that Ctrl-C interrupts would count as a crash.
    Interruption.watch()
    let library = SoundFontLibrary(folders: BankFolder.standard(environment: Console.environment))
    try Interruption.check()
    return library
  }

  /// Returns the first bank of ``library(_:)``.
  static func firstBank(_ arguments: Arguments) throws -> SoundFontLibrary.Bank {
    guard let bank = try library(arguments).banks.first else {
      throw SoundSourceError.notFound("bank", bankCount: 0)
    }
    return bank
  }

  /// Offers to remove banks that crashed the program while loading. Without a terminal, prints a
  /// warning; the library skips those banks.
  private static func resolveInterruptedLoads() {
    for load in LoadSentinel(environment: Console.environment).interruptedLoads {
      guard Console.isInteractive else {
        Console.warning(
          "\(SuspectBankError(path: load.path)) Run `peach remove \(load.file)` to delete the bank, "
            + "or load it with --bank to try again.")
        continue
      }
      let answer = Console.confirm("Peach crashed while loading \(load.path). Remove this file?")
      switch answer {
      case true?:
        do {
          try load.removeBank()
          Console.info("Removed \(load.path).")
        } catch {
          Console.error("\(error)")
        }
      case false?: load.keepBank()
      case nil: Console.info("")
      }
    }
  }

  /// The paths of the banks that are skipped because they crashed the program while loading.
  static func suspectPaths() -> Set<String> {
    Set(LoadSentinel(environment: Console.environment).interruptedLoads.map(\.path))
  }

  /// Parses `--rate`, in hertz.
  static func rate(_ arguments: Arguments) throws -> Int {
    try arguments.integer("rate", in: 8_000...384_000) ?? 48_000
  }

  /// Parses `--format`.
  static func format(_ arguments: Arguments) throws -> WAVWriter.SampleFormat {
    switch arguments.value("format") {
    case nil, "16": return .integer16
    case "24": return .integer24
    case "float": return .float32
    case let other?: throw UsageError.invalid(other, "--format", use: "16, 24 or float")
    }
  }

  /// Parses `--gain`.
  static func gain(_ arguments: Arguments) throws -> Decibels? {
    try arguments.number("gain", in: -60...20).map { Decibels($0) }
  }

  /// Parses `--voices`.
  static func voices(_ arguments: Arguments) throws -> Int? {
    try arguments.integer("voices", in: 1...4096)
  }
}
