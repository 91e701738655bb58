import Peach

/// The remedies that the command line adds to the messages of the library's errors.
enum ErrorRemedy {
  /// Returns an error's message with its remedy, if any.
  static func message(for error: any Error) -> String {
    let message = Console.punctuated("\(error)")
    return remedy(for: error).map { "\(message) \($0)" } ?? message
  }

  private static func remedy(for error: any Error) -> String? {
    switch error {
    case SoundSourceError.notFound(_, bankCount: 0): "Or pass a file with --bank."
    case is SoundSourceError: "Run `peach sounds` to list the available presets."
    case UserLibraryError.needsOtherFiles: "Run `peach convert` to create a single file."
    case UserLibraryError.nameTaken: "Pass --replace to replace it."
    case BankFetchError.notListed: "Run `peach fetch --list` for details."
    case BankFetchError.noCurl: "Run `peach import` to add a downloaded bank."
    case AudioDeviceError.noSoundSystem, JACKError.notBuilt, MIDIInputError.notBuilt:
      "Or build the command line with --traits ALSA,JACK."
    default: nil
    }
  }
}
