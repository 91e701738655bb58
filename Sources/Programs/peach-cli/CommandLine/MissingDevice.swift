import PeachServices
import PeachTrainerUI

/// There is no audio device: a message in the user's language, with the remedies of a command.
struct MissingDevice: Error, CustomStringConvertible {
  /// The way to write a file instead, if the command has one.
  enum File {
    case none, output, render
  }

  let file: File
  var language = TrainCommand.systemLanguage

  var description: String {
    switch (language, file) {
    case (.english, .none): "No audio device found. Pass --null-audio to use none."
    case (.english, .output):
      "No audio device found. Pass --null-audio to use none, or --output to write a file."
    case (.english, .render):
      "No audio device found. Pass --null-audio to use none, or write a file with `peach render`."
    case (.german, .none): "Kein Audiogerät gefunden. Mit --null-audio geht es ohne."
    case (.german, .output):
      "Kein Audiogerät gefunden. Mit --null-audio geht es ohne, mit --output in eine Datei."
    case (.german, .render):
      "Kein Audiogerät gefunden. Mit --null-audio geht es ohne, mit `peach render` in eine Datei."
    }
  }
}
