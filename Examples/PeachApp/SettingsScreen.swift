import PeachModels
import SwiftUI

/// The picker of sounds, and the settings of the trainer.
struct SettingsScreen: View {
  let model: AppModel
  @Bindable var sounds: SoundSourceModel
  @Bindable var trainer: TrainerModel

  var body: some View {
    let texts = model.texts
    Form {
      Section(texts[.sound]) {
        Picker(texts[.sound], selection: $sounds.selection) {
          if sounds.selectedItem == nil {
            Text(texts[.missingSelection, sounds.selection]).tag(sounds.selection)
          }
          ForEach(sounds.items.filter { $0.isPitched }) { item in
            Text(item.bank.isEmpty ? item.name : "\(item.name) · \(item.bank)").tag(item.id)
          }
        }
        if let progress = sounds.progress {
          Text(texts[.preparing])
          ProgressView(value: progress)
        }
        if let message = sounds.message {
          Label(message, systemImage: "exclamationmark.triangle")
        }
      }
      Section(texts[.settings]) {
        Stepper(
          "\(texts[.noteLength]): \(trainer.settings.noteSeconds) s",
          value: $trainer.settings.noteSeconds, in: TrainerSettings.noteRange, step: 0.1)
        Stepper(
          "\(texts[.gap]): \(trainer.settings.gapSeconds) s",
          value: $trainer.settings.gapSeconds, in: TrainerSettings.gapRange, step: 0.1)
        Stepper(
          "\(texts[.feedback]): \(trainer.settings.feedbackSeconds) s",
          value: $trainer.settings.feedbackSeconds, in: TrainerSettings.feedbackRange, step: 0.1)
        Stepper(
          "\(texts[.referencePitch]): \(trainer.settings.referencePitchHertz) Hz",
          value: $trainer.settings.referencePitchHertz,
          in: TrainerSettings.referencePitchRange, step: 1)
        Stepper(
          "\(texts[.loudness]): \(trainer.settings.loudnessVariationDecibels) dB",
          value: $trainer.settings.loudnessVariationDecibels,
          in: TrainerSettings.loudnessRange, step: 1)
        Picker(texts[.language], selection: language) {
          Text("English").tag(ModelLanguage.english)
          Text("Deutsch").tag(ModelLanguage.german)
        }
      }
    }
  }

  /// The language of all models.
  private var language: Binding<ModelLanguage> {
    Binding(
      get: { trainer.language },
      set: { language in
        trainer.language = language
        sounds.language = language
        model.banks.language = language
        model.output.language = language
      })
  }
}
