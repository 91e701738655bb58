import PeachModels
import SwiftUI

/// The picker of sounds.
struct SettingsScreen: View {
  let model: AppModel
  @Bindable var sounds: SoundSourceModel

  var body: some View {
    Form {
      Section("Sound") {
        Picker("Sound", selection: $sounds.selection) {
          if sounds.selectedItem == nil {
            Text("\(sounds.selection) (missing)").tag(sounds.selection)
          }
          ForEach(sounds.items.filter { $0.isPitched }) { item in
            Text(item.bank.isEmpty ? item.name : "\(item.name) · \(item.bank)").tag(item.id)
          }
        }
        if model.isLoading { ProgressView() }
        if let message = sounds.message {
          Label(message, systemImage: "exclamationmark.triangle")
        }
      }
    }
  }
}
