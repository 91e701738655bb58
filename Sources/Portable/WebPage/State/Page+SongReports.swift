import PeachTrainerUI

/// Songs and the bank that plays most of them.
extension Page {
  /// Handles a report of the song player.
  func take(_ report: SongReport, _ commands: inout PageCommands) {
    song.take(report)
    switch report {
    case .loaded: tab = .songs
    case .bank where !song.isBankChosen && !song.replaced.isEmpty: loadGeneralBank(&commands)
    case .rendered(let name):
      commands.saveParts(of: .song, as: name)
      if let name { commands.say(text(.saved, name)) }
    default: break
    }
  }

  /// Loads the General MIDI bank, unless it is there or on its way.
  func loadGeneralBank(_ commands: inout PageCommands) {
    guard generalFraction == nil, !banks.contains(where: { $0.name == Self.generalBank }) else {
      return
    }
    generalFraction = 0
    commands.load(bank: Self.generalBank)
  }

  /// Has the General MIDI bank play a song whose bank was not chosen and lacks some presets. The
  /// soloists still play what they have.
  func playWithGeneralBank(_ commands: inout PageCommands) {
    generalFraction = nil
    guard !song.isBankChosen, !song.replaced.isEmpty else { return }
    commands.send(.song(.bank(name: Self.generalBank)))
    let soloists = Self.shippedBank
    if !song.banksAbove.contains(soloists), let message = song.perform(.bankAbove(soloists)) {
      commands.send(.song(message))
    }
  }
}
