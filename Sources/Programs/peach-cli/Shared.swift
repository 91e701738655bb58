import Peach

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What several commands have in common: which banks, which settings.
enum Shared {
  static let bankOption = Syntax.Option(
    name: "bank", value: "FILE", help: "a bank of your own instead of those found")
  static let samplesOption = Syntax.Option(
    name: "samples", value: "DIR", help: "also look here for samples in files of their own",
    isRepeated: true)
  static let rateOption = Syntax.Option(
    name: "rate", value: "HERTZ", help: "frames a second, 8000 to 384000 (48000)")
  static let formatOption = Syntax.Option(
    name: "format", value: "16|24|float", help: "how samples are stored (16)")

  static let interpolationOption = Syntax.Option(
    name: "interpolation", value: "TAPS",
    help: "frames weighed for each of the output: 4, 8, 16 or 32 (16)")

  /// How carefully recordings are to be read between their frames.
  static func interpolation(_ arguments: Arguments) throws(UsageError) -> InterpolationQuality {
    guard let taps = try arguments.integer("interpolation", in: 4...32) else { return .sinc16 }
    guard let quality = InterpolationQuality(tapCount: taps) else {
      throw UsageError(reason: "--interpolation is 4, 8, 16 or 32.")
    }
    return quality
  }

  static let qualityOption = Syntax.Option(
    name: "quality", value: "0-1",
    help: "how well samples are kept in an .sf3 file, 0 to 1 (\(SoundFontContents.usualQuality))")

  /// The quality asked for; an error where the bank to write is none that is compressed.
  static func quality(_ arguments: Arguments, out: String?) throws(UsageError) -> Double {
    guard let quality = try arguments.number("quality", in: 0...1) else {
      return SoundFontContents.usualQuality
    }
    guard out?.lowercased().hasSuffix(".sf3") == true else {
      throw UsageError(reason: "--quality is for banks whose name ends in .sf3.")
    }
    return quality
  }

  /// The user's settings; what is wrong with them is said, and the defaults taken.
  static func settings() -> Settings {
    do {
      return try SettingsFile(environment: Console.environment).load()
    } catch {
      Console.error("\(Console.sentence("\(error)")) Going on with the defaults.")
      return Settings()
    }
  }

  /// The bank named, or every bank that is found.
  static func library(_ arguments: Arguments) throws -> SoundFontLibrary {
    if let path = arguments.value("bank") {
      do {
        let library = try SoundFontLibrary(
          file: path, sampleFolders: arguments.all("samples"))
        // It was named, it was loaded, and nothing happened.
        LoadSentinel(environment: Console.environment).forgive(path)
        return library
      } catch let error as FileError {
        throw CommandFailure(
          reason:
            "\(Console.sentence("\(error)")) --bank takes the path of an SF2 or SF3 file, or of another instrument."
        )
      }
    }
    settleInterruptedLoads()
    // A bank whose load Ctrl-C broke off would be taken for one that kills the program.
    Interruption.watch()
    let library = SoundFontLibrary(folders: BankFolder.standard(environment: Console.environment))
    try Interruption.check()
    return library
  }

  /// Asks what to do about banks whose last load the program did not outlive; where nobody can be
  /// asked it says so, and the library leaves them out.
  private static func settleInterruptedLoads() {
    for load in LoadSentinel(environment: Console.environment).interruptedLoads {
      guard Console.canAsk else {
        Console.error("\(SuspectBankError(path: load.path))")
        continue
      }
      let answer = Console.ask(
        "\(load.path) was being loaded when the program was killed. Remove this file?")
      switch answer {
      case true?:
        do {
          try load.removeBank()
          Console.note("\(load.path) is removed.")
        } catch {
          Console.error("\(error)")
        }
      case false?: load.keepBank()
      case nil: Console.note("")
      }
    }
  }

  /// The banks that are left out because loading them killed the program.
  static func suspectPaths() -> Set<String> {
    Set(LoadSentinel(environment: Console.environment).interruptedLoads.map(\.path))
  }

  /// The sample rate asked for.
  static func rate(_ arguments: Arguments) throws -> Int {
    try arguments.integer("rate", in: 8_000...384_000) ?? 48_000
  }

  /// The sample format asked for.
  static func format(_ arguments: Arguments) throws -> WAVWriter.SampleFormat {
    switch arguments.value("format") {
    case nil, "16": return .integer16
    case "24": return .integer24
    case "float": return .float32
    case let other?:
      throw UsageError(reason: "--format is \"\(other)\"; it must be 16, 24 or float.")
    }
  }
}
