import PeachModels
import SwiftUI

/// The tabs of the app, and the question about a bank that has crashed it.
struct ContentView: View {
  let model: AppModel
  @Environment(\.scenePhase) private var scenePhase

  private var suspect: BankLibraryModel.Suspect? { model.banks.suspects.first }

  var body: some View {
    let texts = model.texts
    TabView {
      TrainerScreen(model: model, trainer: model.trainer)
        .tabItem { Label(texts[.train], systemImage: "ear") }
      SettingsScreen(model: model, sounds: model.sounds, trainer: model.trainer)
        .tabItem { Label(texts[.settings], systemImage: "gear") }
      BanksScreen(model: model, banks: model.banks)
        .tabItem { Label(texts[.soundBanks], systemImage: "pianokeys") }
    }
    .task(id: model.sounds.selection) { await model.loadSound() }
    .onOpenURL { url in Task { await model.importBank(at: url) } }
    .onChange(of: scenePhase) {
      if scenePhase == .background { model.leave() }
      if scenePhase == .active { model.enter() }
    }
    .alert(
      texts[.suspectTitle, suspect?.file ?? ""],
      isPresented: Binding(get: { suspect != nil }, set: { _ in })
    ) {
      if let suspect {
        Button(texts[.removeBank], role: .destructive) { model.banks.remove(suspect) }
        Button(texts[.keepBank]) { model.banks.keep(suspect) }
      }
    } message: {
      Text(texts[.suspectMessage])
    }
  }
}
