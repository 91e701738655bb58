import PeachModels
import SwiftUI

/// Training: the texts of the trainer, and the controls of its activity.
struct TrainerScreen: View {
  let model: AppModel
  let trainer: TrainerModel

  var body: some View {
    VStack(spacing: 16) {
      Text(trainer.title).font(.title)
      ForEach(Array(trainer.lines.dropFirst().enumerated()), id: \.offset) { line in
        Text(line.element)
      }
      if let message = model.output.message {
        Label(message, systemImage: "speaker.slash")
        Button(model.texts[.resume]) {
          if model.output.resume() { trainer.resume() }
        }
      } else if let problem = trainer.problem {
        Label(problem, systemImage: "exclamationmark.triangle")
      }
      controls
    }
    .padding()
  }

  @ViewBuilder private var controls: some View {
    let texts = model.texts
    switch trainer.activity {
    case .comparing:
      HStack {
        Button(texts[.lower]) { trainer.answer(isHigher: false) }
          .keyboardShortcut(.downArrow, modifiers: [])
        Button(texts[.higher]) { trainer.answer(isHigher: true) }
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
        Button(texts[.done]) { trainer.commit() }
      }
      .disabled(!trainer.awaitsTuning)
      session
    case .chords:
      HStack { chordControls }
      session
    case .menu, .results, .profile:
      HStack {
        Button(texts[.compareNotes]) { trainer.startComparison() }
        Button(texts[.tuneNotes]) { trainer.startMatching() }
        Button(texts[.results]) { trainer.showProfile() }.disabled(trainer.trialCount == 0)
      }
      // Until then, the first notes would wait for their recordings.
      .disabled(!model.sounds.isReady)
      ForEach(ChordExercise.allCases, id: \.self) { exercise in
        Button(trainer.name(of: exercise)) { trainer.start(exercise) }
      }
      if let problem = trainer.chordProblem { Text(problem) }
    }
  }

  /// The controls of exercises with notes that sound together.
  @ViewBuilder private var chordControls: some View {
    if let answers = trainer.chordAnswers {
      Button(answers.lower) { trainer.answer(isHigher: false) }.disabled(!trainer.awaitsAnswer)
      Button(answers.higher) { trainer.answer(isHigher: true) }.disabled(!trainer.awaitsAnswer)
    } else if trainer.awaitsTaps {
      Button(trainer.title) { trainer.tap() }
      Button(model.texts[.done]) { trainer.commit() }
    } else {
      Button("−1 ¢") { trainer.tune(cents: -1) }.disabled(!trainer.awaitsTuning)
      Button("+1 ¢") { trainer.tune(cents: 1) }.disabled(!trainer.awaitsTuning)
      Button(model.texts[.done]) { trainer.commit() }.disabled(!trainer.awaitsTuning)
    }
  }

  private var session: some View {
    HStack {
      Button(model.texts[.playAgain]) { trainer.replay() }.disabled(trainer.isPaused)
      Button(model.texts[.undo]) { trainer.undo() }.disabled(!trainer.canUndo)
      if trainer.isPaused {
        Button(model.texts[.resume]) { trainer.resume() }
      } else {
        Button(model.texts[.pause]) { trainer.pause() }
      }
      Button(model.texts[.stop]) { trainer.stop() }
    }
  }
}
