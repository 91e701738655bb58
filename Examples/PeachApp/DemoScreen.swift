import PeachAudio
import SwiftUI

/// Four buttons, as in the app SoundBankPlayer: C major and A minor, straight and arpeggiated.
struct DemoScreen: View {
  let player: SoundBankPlayer
  @State private var playing: Task<Void, any Error>?

  var body: some View {
    VStack(spacing: 16) {
      Button("C major") { play([48, 55, 64], interval: 0) }
      Button("C major, arpeggiated") { play([48, 55, 64], interval: 0.2) }
      Button("A minor") { play([45, 52, 60], interval: 0) }
      Button("A minor, arpeggiated") { play([45, 52, 60], interval: 0.2) }
    }
  }

  private func play(_ keys: [Int], interval: Double) {
    playing?.cancel()
    playing = Task {
      try player.allNotesOff()
      for key in keys {
        let note = MIDINote(clamping: key)
        if interval == 0 {
          player.queueNote(note, gain: 0.4)
        } else {
          try player.noteOn(note, gain: 0.4)
          try await Task.sleep(for: .seconds(interval))
        }
      }
      try player.playQueuedNotes()
    }
  }
}
