import PeachModels
import SwiftUI

/// The tabs of the app.
struct ContentView: View {
  let model: AppModel
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    TabView {
      TrainerScreen(trainer: model.trainer)
        .tabItem { Label("Train", systemImage: "ear") }
      SettingsScreen(model: model, sounds: model.sounds)
        .tabItem { Label("Settings", systemImage: "gear") }
    }
    .task(id: model.sounds.selection) { await model.loadSound() }
    .onChange(of: scenePhase) {
      // A pause silences the sound, and the time away does not count.
      if scenePhase == .background { model.trainer.pause() }
    }
  }
}
