import SwiftUI

/// An ear trainer with sampled sounds, for macOS and iOS.
@main
struct PeachApp: App {
  @State private var launch = Launch.starting

  /// The app without sound is of no use, so that a failure replaces its views.
  private enum Launch {
    case starting
    case running(AppModel)
    case failed(String)
  }

  var body: some Scene {
    WindowGroup {
      switch launch {
      case .starting:
        ProgressView().task {
          do { launch = .running(try AppModel()) } catch { launch = .failed("\(error)") }
        }
      case .running(let model): ContentView(model: model)
      case .failed(let message): Text(message).padding()
      }
    }
  }
}
