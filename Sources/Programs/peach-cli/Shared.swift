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
  static let rateOption = Syntax.Option(
    name: "rate", value: "HERTZ", help: "frames a second, 8000 to 384000 (48000)")
  static let formatOption = Syntax.Option(
    name: "format", value: "16|24|float", help: "how samples are stored (16)")

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
        return try SoundFontLibrary(file: path)
      } catch let error as FileError {
        throw CommandFailure(
          reason: "\(Console.sentence("\(error)")) --bank takes the path of an SF2 or SF3 file.")
      }
    }
    return SoundFontLibrary(folders: BankFolder.standard(environment: Console.environment))
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
