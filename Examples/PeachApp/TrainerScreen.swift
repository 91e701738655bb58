import PeachModels
import SwiftUI

/// Training: the texts of the trainer, and the controls of its activity.
struct TrainerScreen: View {
  let trainer: TrainerModel

  var body: some View {
    VStack(spacing: 16) {
      Text(trainer.title).font(.title)
      ForEach(Array(trainer.lines.dropFirst().enumerated()), id: \.offset) { line in
        Text(line.element)
      }
      if let problem = trainer.problem {
        Label(problem, systemImage: "exclamationmark.triangle")
      }
      controls
    }
    .padding()
  }

  @ViewBuilder private var controls: some View {
    switch trainer.activity {
    case .comparing:
      HStack {
        Button("Lower") { trainer.answer(isHigher: false) }
          .keyboardShortcut(.downArrow, modifiers: [])
        Button("Higher") { trainer.answer(isHigher: true) }
          .keyboardShortcut(.upArrow, modifiers: [])
      }
      .disabled(!trainer.awaitsAnswer)
      session
    case .matching:
      HStack {
        Button("−5 ¢") { trainer.tune(cents: -5) }
        Button("−1 ¢") { trainer.tune(cents: -1) }
        Button("+1 ¢") { trainer.tune(cents: 1) }
        Button("+5 ¢") { trainer.tune(cents: 5) }
        Button("Done") { trainer.commit() }
      }
      .disabled(!trainer.awaitsTuning)
      session
    case .menu, .results, .profile:
      HStack {
        Button("Compare notes") { trainer.startComparison() }
        Button("Tune notes") { trainer.startMatching() }
        Button("Results") { trainer.showProfile() }.disabled(trainer.trialCount == 0)
      }
    }
  }

  private var session: some View {
    HStack {
      Button("Play again") { trainer.replay() }.disabled(trainer.isPaused)
      Button("Undo") { trainer.undo() }
      if trainer.isPaused {
        Button("Resume") { trainer.resume() }
      } else {
        Button("Pause") { trainer.pause() }
      }
      Button("Stop") { trainer.stop() }
    }
  }
}
